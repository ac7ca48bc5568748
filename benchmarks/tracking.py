"""What identified parameters gain in tracking: `python benchmarks/tracking.py [seeds]`.

A simulated machine whose masses differ from its file's by up to 30 % and whose file knows no
friction, with encoders, a delay of the feedback of one sample and limits of torque. The controllers
know the file (nominal), or what `identify` finds in one log of 10 s with 1 % of torque noise. Each
follows another motion; errors are RMS of the drives, in mrad (mm of sliders).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.closed_chains.closed_home import take_actuated_home

#: and of the usual motion
ROBOTS = {"delta3": 1.0, "rrr3": 0.5}
SEEDS, RATE, ENCODER, NOISE = 3, 1000.0, 2 * np.pi / 2**20, 0.01
BAND = 40.0  # rad/s of the feedback
LIMIT = 4.0  # of the largest torque that the motion needs
EFFECTS = (di.Viscous(), di.Coulomb(width=0.01), di.RotorInertia())
LAWS: dict[str, Callable[..., Any]] = {
    "feed-forward": di.simulation.FeedForward,
    "PD+": di.simulation.AugmentedPD,
    "Slotine-Li": di.simulation.SlotineLi,
}


@dataclass(frozen=True)
class Sensed:
    """A controller that sees encoders one sample late, and goes on from there with the wanted
    acceleration."""

    controller: Any

    @property
    def motion(self) -> Any:
        return self.controller.motion

    def law(self, plant: Any, times: Array, limit: Array) -> Any:
        inner, seen = self.controller.law(plant, times, limit), []
        ahead = self.motion.at(np.minimum(times, self.motion.duration))[2] / RATE

        def compute_torque(k: int, t: float, q: Array, qd: Array) -> Array:
            seen.append((np.round(q / ENCODER) * ENCODER, qd.copy()))
            late, speed = seen[-2:][0]
            if k == 0:
                return np.asarray(inner(k, t, late, speed))
            return np.asarray(inner(k, t, late + speed / RATE, speed + ahead[k]))

        return compute_torque


@dataclass(frozen=True, eq=False)
class Bench:
    """A machine, its true parameters, those of its file, and what was identified."""

    model: di.Model
    truth: Array
    nominal: Array
    identified: Array
    motion: Any
    seed: int

    @classmethod
    def make(cls, name: str, seed: int) -> Bench:
        robot, rng = di.load_robot(name), np.random.default_rng([seed, 8])
        model = di.Model(robot, EFFECTS)
        nominal = model.prior.copy()
        nominal[model.layout.others] = 0.0
        truth = nominal.copy()
        for places in model.layout.bodies.values():  # heavier, of the same shape
            truth[places] *= rng.uniform(1.1, 1.3)
        home = take_actuated_home(robot)
        inertia = float(np.diag(model.mass_matrix(home[None], truth)[0]).mean())
        sizes = {"viscous": 1.5, "coulomb": 3.0, "rotor_inertia": 0.2}
        for k in np.arange(len(truth))[model.layout.others].tolist():
            truth[k] = inertia * sizes[model.parameters[k].split(".")[1]] * rng.uniform(0.7, 1.3)
        drive = di.simulation.ComputedTorque(
            make_sines(robot, 10.0, ROBOTS[name], seed + 50), p=truth
        )
        sensors = di.simulation.Measurement(encoder=ENCODER, relative_noise=NOISE)
        log = di.simulate(model, truth, drive, rate=RATE, measurement=sensors, seed=seed)
        data = di.process(log, model)
        found = di.estimate(di.Problem(model, data), di.Consistent(draws=0))
        motion = make_sines(robot, 2.5, 0.6 * ROBOTS[name], seed)
        return cls(model, truth, nominal, found.p, motion, seed)

    def measure(self, law: Callable[..., Any], p: Array) -> float:
        """RMS error of the drives, of 1e-3 rad or m, after the first tenth."""
        model, motion = self.model, self.motion
        t = np.linspace(0, motion.duration, 400)
        needed = np.abs(model.inverse_dynamics(*motion.at(t), self.truth)).max(axis=0)
        M = np.diag(model.mass_matrix(take_actuated_home(model.robot)[None], self.truth)[0])
        drive = Sensed(law(motion, BAND**2 * M, 2 * BAND * M, p=p))
        limits = di.simulation.Measurement(saturation=LIMIT * needed)
        log = di.simulate(model, self.truth, drive, rate=RATE, measurement=limits)
        late = log.t > 0.1 * motion.duration
        error = log.truth.q[late] - motion.at(log.t[late])[0]
        return float(1e3 * np.sqrt(np.mean(error**2)))


def judge(bench: Bench) -> dict[str, tuple[float, float]]:
    """{law: errors with nominal and with identified parameters}."""
    return {
        name: (bench.measure(law, bench.nominal), bench.measure(law, bench.identified))
        for name, law in LAWS.items()
    }


def report(seeds: int = SEEDS) -> str:
    rows = []
    for name in ROBOTS:
        for seed in range(seeds):
            for law, (a, b) in judge(Bench.make(name, seed)).items():
                rows.append([name, str(seed), law, f"{a:.3g}", f"{b:.3g}", f"{a / b:.0f}"])
                print(*rows[-1], flush=True)
    head = ["robot", "seed", "law", "nominal mrad", "identified mrad", "times"]
    return "\n\n".join(
        [
            "### Tracking with identified parameters",
            "Masses 10 to 30 % off and no friction in the file; encoders of 20 bits, feedback one"
            f" millisecond late, torques limited to {LIMIT:g} times what is needed. RMS errors.",
            table(head, rows),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
