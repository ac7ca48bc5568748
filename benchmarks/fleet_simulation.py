"""Simulated fleets with known truth: arms of one kind that differ as machines of a series do."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import dynid as di
from dynid.fleet.fleet_logs import FleetLog, format_date

RATE = 200.0  # samples a second
FIRST = 20454.0  # 2026-01-01, in days since 1970
NOISE_Q, NOISE_TAU = 2e-5, 0.02  # rad, and of a joint's RMS torque


@dataclass(frozen=True)
class Faults:
    """worn: {machine: (joint, factor of its friction)}; payload: {machine: kg that nobody told};
    drive: {machine: (joint, factor of its torque)}; drift: {machine: (joint, factor a year)}."""

    worn: dict[int, tuple[int, float]] = field(default_factory=dict)
    payload: dict[int, float] = field(default_factory=dict)
    drive: dict[int, tuple[int, float]] = field(default_factory=dict)
    drift: dict[int, tuple[int, float]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Simulated:
    """model, the parameters of every machine when new, and what is planted; kind: those about which
    they scatter, in parts of them: friction and mass (rotors: 0.3 mass)."""

    model: di.Model
    p: np.ndarray
    faults: Faults
    kind: np.ndarray
    friction: float
    mass: float
    lock: dict[str, float] | None = None

    def study(self, **options: object) -> di.Study:
        """What is told of the fleet: its robot, effects, and how its logs are processed."""
        about = {"lock": self.lock, "effects": "viscous,coulomb,rotor"}
        return di.Study.make("arm7", **about, **options)

    def spread(self, centre: np.ndarray) -> np.ndarray:
        """(P, P) between machines; a body is heavier as a whole."""
        out = np.zeros((len(centre), len(centre)))
        for place in self.model.layout.bodies.values():
            out[place, place] = self.mass**2 * np.outer(centre[place], centre[place])
            out[place, place] += np.diag((1e-4 * np.abs(centre[place]) + 1e-9) ** 2)
        for k, placed in zip(self.model.layout.at, self.model.layout.terms):
            part = self.friction if placed.term.law.sign else 0.3 * self.mass
            out[k, k] = (part * centre[k]) ** 2
        return out

    def at(self, m: int, day: float) -> np.ndarray:
        """Parameters of machine m at a day of the year, its faults included."""
        model, p = self.model, self.p[m].copy()
        for joint, factor in [self.faults.worn.get(m, (0, 1.0))]:
            p[friction_of(model, joint)] *= factor
        for joint, factor in [self.faults.drift.get(m, (0, 1.0))]:
            p[friction_of(model, joint)] *= 1.0 + (factor - 1.0) * day / 365.0
        if m in self.faults.payload:
            kg = self.faults.payload[m]
            last = model.layout.bodies[model.group_names[-1]]
            p[last] += di.inertial(kg, (0.02, 0.0, 0.15), np.full(3, 0.002 * kg))
        return p

    def torque(self, m: int, day: float, motion: tuple) -> np.ndarray:
        tau = self.model.inverse_dynamics(*motion, self.at(m, day))
        joint, factor = self.faults.drive.get(m, (0, 1.0))
        tau[:, joint] *= factor
        return tau


def friction_of(model: di.Model, joint: int) -> list[int]:
    name = model.robot.actuated[joint]
    return [
        k
        for k, placed in zip(model.layout.at, model.layout.terms)
        if placed.joint == name and placed.term.law.sign
    ]


def simulated_fleet(
    seed: int,
    machines: int = 40,
    friction: float = 0.2,
    mass: float = 0.03,
    faults: Faults | None = None,
    lock: dict[str, float] | None = None,
    shape: str = "normal",
) -> Simulated:
    """Every machine's friction and bodies scattered about a type that is not the file's own."""
    rng = np.random.default_rng(seed)
    model = di.Model(
        di.load_robot("arm7", lock=lock), [di.Viscous(), di.Coulomb(), di.RotorInertia()]
    )
    p0 = model.prior
    for place in model.layout.bodies.values():  # the file is 10 % wrong
        p0[place] *= 1.0 + 0.1 * rng.normal()
    for k, placed in zip(model.layout.at, model.layout.terms):
        j = model.robot.actuated.index(placed.joint)
        size = {"viscous": 6.0, "coulomb": 5.0, "rotor_inertia": 0.6}[placed.term.name]
        p0[k] = size / (1.0 + 0.7 * j) * rng.uniform(0.8, 1.2)
    rows = []
    for _ in range(machines):
        p = p0.copy()
        for place in model.layout.bodies.values():
            p[place] *= 1.0 + mass * rng.normal()
        for k, placed in zip(model.layout.at, model.layout.terms):
            spread = friction if placed.term.law.sign else 0.3 * mass
            x = rng.normal()
            if shape == "lognormal":
                p[k] *= np.exp(spread * x)
            elif shape == "uniform":
                p[k] *= 1.0 + spread * rng.uniform(-np.sqrt(3), np.sqrt(3))
            else:
                p[k] *= max(1.0 + spread * x, 0.1)
        rows.append(p)
    return Simulated(model, np.array(rows), faults or Faults(), p0, friction, mass, lock)


def ordinary_motion(
    model: di.Model, seconds: float, rng: np.random.Generator, rate: float = RATE
) -> tuple:
    """Moves from point to point, a second or two each, with smooth ends: t, q, qd, qdd."""
    t = np.arange(0.0, seconds, 1.0 / rate)
    lower = np.array([model.robot.joint(name).lower for name in model.robot.actuated])
    upper = np.array([model.robot.joint(name).upper for name in model.robot.actuated])
    middle, half = 0.5 * (lower + upper), 0.5 * (upper - lower)
    q, qd, qdd = (np.zeros((len(t), len(middle))) for _ in range(3))
    start, here = 0.0, middle + 0.5 * half * rng.uniform(-1, 1, len(middle))
    while start < seconds:
        time = rng.uniform(0.9, 1.6)
        there = middle + 0.5 * half * rng.uniform(-1, 1, len(middle))
        at = (t >= start) & (t < start + time)
        s = ((t[at] - start) / time)[:, None]
        step = there - here
        q[at] = here + step * s**3 * (10 - 15 * s + 6 * s**2)
        qd[at] = step * 30 * s**2 * (1 - s) ** 2 / time
        qdd[at] = step * 60 * s * (1 - s) * (1 - 2 * s) / time**2
        start, here = start + time, there
    return t, q, qd, qdd


def write_logs(
    fleet: Simulated,
    folder: Path,
    seed: int,
    seconds: float = 5.0,
    days: tuple[float, ...] = (0.0,),
) -> list[FleetLog]:
    """A CSV for each machine and day; the same seed gives the same files."""
    model, logs = fleet.model, []
    folder.mkdir(parents=True, exist_ok=True)
    joints = model.robot.actuated
    head = ",".join(["t", *(f"q_{x}" for x in joints), *(f"tau_{x}" for x in joints)])
    for m in range(len(fleet.p)):
        for d, day in enumerate(days):
            rng = np.random.default_rng([seed, m, d])
            t, *motion = ordinary_motion(model, seconds, rng)
            tau = fleet.torque(m, day, tuple(motion))
            tau = tau + NOISE_TAU * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
            q = motion[0] + NOISE_Q * rng.normal(size=tau.shape)
            name = folder / f"arm{m + 1:02d}_{format_date(FIRST + day)}.csv"
            np.savetxt(name, np.column_stack([t, q, tau]), "%.7g", ",", header=head, comments="")
            logs.append(FleetLog(str(name), f"arm{m + 1:02d}", format_date(FIRST + day)))
    return logs


def held_out_error(fleet: Simulated, m: int, p: np.ndarray, day: float = 0.0) -> float:
    """Part of the true torque that parameters p leave on ten seconds of motion of no log."""
    _, *motion = ordinary_motion(fleet.model, 10.0, np.random.default_rng([777, m]))
    truth = fleet.torque(m, day, tuple(motion))
    left = (fleet.model.inverse_dynamics(*motion, p) - truth) / np.linalg.norm(truth, axis=0)
    return float(np.sqrt(np.mean(np.sum(left**2, axis=0))))
