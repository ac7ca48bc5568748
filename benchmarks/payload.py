"""Payloads weighed with an identified arm, in simulation: error and coverage over seeds.

    python benchmarks/payload.py [seeds] [first seed] [kg]

A six-axis arm with the published geometry and masses of a UR5e. Pinocchio computes the torques of
an empty run and of one with an unknown load (mass, centre and inertia random); friction changes
from run to run by 10 %, torques have coloured noise, positions an encoder's steps. The empty run is
identified from positions and torques alone, then the load is weighed from the other run and,
sample by sample, from its first seconds.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array
from dynid.robot.dh import robot_from_dh

A = (0.0, -0.425, -0.3922, 0.0, 0.0, 0.0)
ALPHA = (np.pi / 2, 0.0, 0.0, np.pi / 2, -np.pi / 2, 0.0)
D = (0.1625, 0.0, 0.0, 0.1333, 0.0997, 0.0996)
MASSES = (3.761, 8.058, 2.846, 1.37, 1.3, 0.365)
#: in the frame at the end of each link
CENTRES = (
    (0.0, -0.02561, 0.00193),
    (0.2125, 0.0, 0.11336),
    (0.15, 0.0, 0.0265),
    (0.0, -0.0018, 0.01634),
    (0.0, 0.0018, 0.01634),
    (0.0, 0.0, -0.001159),
)
ROTORS = np.array([0.8, 0.8, 0.6, 0.2, 0.2, 0.2])
VISCOUS = np.array([6.0, 6.0, 4.0, 1.2, 1.2, 1.2])
COULOMB = np.array([6.0, 8.0, 5.0, 1.5, 1.5, 1.2])
NOISE = np.array([0.6, 0.8, 0.5, 0.15, 0.15, 0.12])  # N m
RATE, ENCODER, COLOUR = 250.0, 2e-5, 0.01  # Hz, rad, s
CUTOFF, EMPTY, LOADED = 10.0, 60.0, 30.0  # Hz, s, s
AFTER = (5.0, 10.0)  # s of the stream
EFFECTS = (di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia())


@dataclass(frozen=True)
class Load:
    mass: float = 0.0
    com: tuple[float, float, float] = (0.0, 0.0, 0.0)
    size: float = 0.1  # m, of a cube


def end_of(i: int) -> Array:
    """The pose of the frame at the end of link i in the link's own frame, joint at zero."""
    c, s = np.cos(ALPHA[i]), np.sin(ALPHA[i])
    return np.array([[1, 0, 0, A[i]], [0, c, -s, 0], [0, s, c, D[i]], [0, 0, 0, 1.0]])


def arm() -> di.Robot:
    """The geometry alone: what a user's file has."""
    rows = np.column_stack([A, ALPHA, D, np.zeros(6)])
    return robot_from_dh(rows, name="six_axes", tool=np.eye(4))


class Pinocchio:
    """The same arm, with its masses and a load, in Pinocchio."""

    def __init__(self, load: Load) -> None:
        import pinocchio as pin

        self.pin, self.model = pin, pin.Model()
        before, place = 0, pin.SE3.Identity()
        for i, (mass, com) in enumerate(zip(MASSES, CENTRES)):
            end = pin.SE3(end_of(i))
            before = self.model.addJoint(before, pin.JointModelRZ(), place, f"joint{i + 1}")
            radius = np.diag([0.05, 0.05, 0.03]) ** 2 + np.diag([1.0, 1.0, 0.5]) * A[i] ** 2 / 12
            own = end.act(pin.Inertia(mass, np.array(com), mass * radius))
            if i == 5 and load.mass:
                I = load.mass * load.size**2 / 6 * np.eye(3)
                own += end.act(pin.Inertia(load.mass, np.array(load.com), I))
            self.model.appendBodyToJoint(before, own, pin.SE3.Identity())
            place = end
        self.data = self.model.createData()

    def torques(self, q: Array, qd: Array, qdd: Array) -> Array:
        rows = zip(q, qd, qdd)
        return np.array([self.pin.rnea(self.model, self.data, *row) for row in rows])


def motion(rng: np.random.Generator, seconds: float) -> tuple[Array, ...]:
    """Sums of five sines a joint."""
    t = np.arange(0, seconds, 1 / RATE)
    q, qd, qdd = (np.zeros((len(t), 6)) for _ in range(3))
    for j in range(6):
        q[:, j] = rng.uniform(-1.0, 1.0) - (1.2 if j == 1 else 0.0)
        for k in range(1, 6):
            w = 2 * np.pi * 0.1 * k * rng.uniform(0.9, 1.1)
            a, c = rng.uniform(0.2, 0.6) / np.sqrt(k), rng.uniform(0, 6)
            q[:, j] += a * np.sin(w * t + c)
            qd[:, j] += a * w * np.cos(w * t + c)
            qdd[:, j] -= a * w**2 * np.sin(w * t + c)
    return t, q, qd, qdd


def log_of(load: Load, rng: np.random.Generator, seconds: float, change: float = 0.1) -> di.Log:
    from scipy.signal import lfilter

    t, q, qd, qdd = motion(rng, seconds)
    each = 1.0 + change * rng.normal(size=(2, 6))
    tau = Pinocchio(load).torques(q, qd, qdd) + ROTORS * qdd
    tau += each[0] * VISCOUS * qd + each[1] * COULOMB * np.sign(qd)
    tau += 0.1 * COULOMB * (1.0 + 3 * change * rng.normal(size=6))
    fade = np.exp(-1 / (RATE * COLOUR))
    white = rng.normal(size=(len(t) + 200, 6)) * np.sqrt(1 - fade**2)
    tau += NOISE * lfilter([1.0], [1.0, -fade], white, axis=0)[200:]
    joints = tuple(f"joint{i + 1}" for i in range(6))
    return di.Log(joints, t, ENCODER * np.round(q / ENCODER), tau)


def identified(rng: np.random.Generator, estimator: di.Estimator) -> di.Estimate:
    model = di.Model(arm(), EFFECTS)
    data = di.process(log_of(Load(), rng, EMPTY), model, cutoff=CUTOFF, slow="5%")
    return di.estimate(di.Problem(model, data), estimator, {"cutoff": CUTOFF})


def random_load(rng: np.random.Generator, mass: float) -> Load:
    x, y = rng.uniform(-0.06, 0.06, 2)
    return Load(mass, (x, y, rng.uniform(0.03, 0.12)))


def truth_of(load: Load) -> Array:
    """Mass, centre, inertia about it."""
    own = load.mass * load.size**2 / 6
    return np.array([load.mass, *load.com, own, 0.0, own, 0.0, 0.0, own])


def streamed(result: di.Estimate, log: di.Log, seconds: float) -> di.payload.PayloadEstimate:
    """The load after the first seconds of a log."""
    stream = di.PayloadStream(result, RATE)
    for t, q, tau in zip(log.t, log.q, log.tau):
        if t > seconds:
            break
        stream.push(t, q, tau)
    found = stream.value
    assert found is not None
    return found


def one(seed: int, mass: float) -> list[tuple[Array, Array]]:
    """Errors (10,) of the load, and whether its intervals hold the truth: of the whole log, and of
    the stream after some seconds."""
    rng = np.random.default_rng(seed)
    estimator = di.WLS() if seed % 4 else di.Consistent()
    result, load = identified(rng, estimator), random_load(rng, mass)
    log = log_of(load, rng, LOADED)
    found = [di.identify_payload(result, log), *(streamed(result, log, s) for s in AFTER)]
    true = truth_of(load)
    spans = [each.interval.T for each in found]
    return [(x.values - true, (a <= true) & (true <= b)) for x, (a, b) in zip(found, spans)]


def main(seeds: int = 100, first: int = 0, mass: float = 2.5) -> None:
    ways = zip(*(one(seed, mass) for seed in range(first, first + seeds)))
    parts = (("mass, kg", slice(0, 1), 1.0), ("centre, mm", slice(1, 4), 1e3))
    parts += (("inertia, kg m^2", slice(4, 10), 1.0),)
    rows = []
    for way, found in zip(("log", *(f"stream, {s:g} s" for s in AFTER)), ways):
        errors, held = map(np.array, zip(*found))
        for name, at, unit in parts:
            size, largest = np.sqrt(np.mean(errors[:, at] ** 2)), np.abs(errors[:, at]).max()
            covered = f"{100 * held[:, at].mean():.1f}"
            rows.append([f"{way}: {name}", f"{unit * size:.3g}", f"{unit * largest:.3g}", covered])
    print(table((f"{seeds} loads of {mass:g} kg", "RMS error", "largest", "covered %"), rows))


if __name__ == "__main__":
    main(*(float(x) if k == 2 else int(x) for k, x in enumerate(sys.argv[1:])))
