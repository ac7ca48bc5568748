"""Instrumental variables and output error beside weighted least squares, on a robot under PD
control whose positions are noisy
and whose torque noise is correlated in time: `python benchmarks/closed_loop.py [seeds]`.

Errors are counted in the standard deviations that WLS states, the same for all methods. Bias: of
the median over the seeds; error: the median over the seeds of the absolute error; of both the
median and the largest over the base parameters.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import cache

import numpy as np

import dynid as di
from common import table
from dynid.closed_chains.closed_home import take_actuated_home

SEEDS = 20
RATE, DURATION = 500.0, 10.0
POSITION, TORQUE = 1e-3, 0.03  # noise: white [rad]; correlated, as a part of each torque's RMS
CORRELATION = 5.0  # Hz, bandwidth of the torque noise
FUNDAMENTAL = 0.1  # Hz
CUTOFF = 20.0  # Hz, of the positions
AUTO = "WLS, cutoff as process chooses it"
STIFFNESS = 30.0  # rad/s, of the controller


@dataclass(frozen=True)
class Sines:
    """Harmonics of FUNDAMENTAL around home."""

    home: np.ndarray
    a: np.ndarray  # (harmonics, joints)
    phase: np.ndarray
    duration: float = DURATION

    def at(self, t):
        w = 2 * np.pi * FUNDAMENTAL * np.arange(1, len(self.a) + 1)[:, None]
        angle = np.asarray(t)[:, None, None] * w + self.phase
        q, qd, qdd = ((self.a * w**k * np.sin(angle + k * np.pi / 2)).sum(axis=1) for k in range(3))
        return self.home + q, qd, qdd


@dataclass(frozen=True, eq=False)
class Experiment:
    model: di.Model
    p: np.ndarray
    base: di.model.BaseParameters
    drive: di.simulation.PD
    log: di.simulation.SimulatedLog

    def problem(self, seed: int, cutoff: float | str = CUTOFF) -> di.Problem:
        """The same run, measured with other noise."""
        truth, rng = self.log.truth, np.random.default_rng(seed)
        smooth = np.exp(-2 * np.pi * CORRELATION / RATE)
        e = rng.normal(size=truth.tau.shape)
        for k in range(1, len(e)):  # of variance one at all times
            e[k] = smooth * e[k - 1] + np.sqrt(1 - smooth**2) * e[k]
        tau = self.log.tau + TORQUE * np.sqrt((self.log.tau**2).mean(axis=0)) * e
        q = truth.q + POSITION * rng.normal(size=truth.q.shape)
        log = di.Log(self.model.robot.actuated, truth.t, q, tau, source=f"seed {seed}")
        return di.Problem(self.model, di.process(log, self.model, cutoff), self.base)


@cache
def experiment(name: str, size: float = 0.5) -> Experiment:
    """A run under PD control, dry friction smoothed alike in the robot and in the model."""
    robot, rng = di.load_robot(name), np.random.default_rng(0)
    model = di.Model(robot, [di.Viscous(), di.Coulomb(width=0.01)])
    home = take_actuated_home(robot)
    a = rng.normal(size=(5, robot.dof)) / np.arange(1, 6)[:, None]
    motion = Sines(home, a * size / np.abs(a).sum(axis=0), rng.uniform(0, 2 * np.pi, a.shape))
    p = model.prior
    rigid = di.Model(robot).inverse_dynamics(
        *motion.at(np.arange(0, DURATION, 0.01)), p[model.layout.inertial]
    )
    force = np.sqrt((rigid**2).mean(axis=0))
    p[model.layout.others] = np.concatenate([0.1 * force, 0.2 * force])
    inertia = np.diag(model.mass_matrix(home[None], p)[0])
    drive = di.simulation.PD(motion, inertia * STIFFNESS**2, inertia * 2 * STIFFNESS)
    log = di.simulate(model, p, drive, rate=RATE, friction="smooth")
    return Experiment(model, p, di.base_parameters(model), drive, log)


def methods(drive: di.simulation.PD) -> dict[str, object]:
    return {
        "WLS": di.WLS(),
        "InstrumentalVariable": di.estimators.InstrumentalVariable(drive),
        "OutputError": di.estimators.OutputError(drive),
    }


def errors(name: str, seeds: int) -> dict[str, np.ndarray]:
    """(seeds, parameters) of every method, in WLS's standard deviations."""
    case = experiment(name)
    theta, out = case.base.compute_theta(case.p), {}
    for seed in range(seeds):
        problem = case.problem(seed)
        found = {key: di.estimate(problem, method) for key, method in methods(case.drive).items()}
        found[AUTO] = di.estimate(case.problem(seed, "auto"), di.WLS())
        for key, result in found.items():
            out.setdefault(key, []).append((result.theta - theta) / found["WLS"].std)
    return {key: np.array(value) for key, value in out.items()}


def summary(e: np.ndarray) -> tuple[float, float, float, float]:
    """Median and largest bias, median and largest error, over the parameters."""
    bias, error = np.abs(np.median(e, axis=0)), np.median(np.abs(e), axis=0)
    return float(np.median(bias)), float(bias.max()), float(np.median(error)), float(error.max())


def report(seeds: int = SEEDS) -> str:
    rows = []
    for name in ("five_bar", "delta4"):
        start = time.process_time()
        for key, e in errors(name, seeds).items():
            rows.append([name, key, *(f"{x:.2f}" for x in summary(e))])
        rows[-1].append(f"{time.process_time() - start:.0f} s CPU for all")
    head = ["robot", "method", "bias, median", "largest", "error, median", "largest", ""]
    return (
        f"### Closed loop with noisy positions, {seeds} seeds\n\nPD control, {DURATION:g} s at"
        f" {RATE:g} Hz, positions with {POSITION:g} rad of white noise, torques with"
        f" {100 * TORQUE:g} % noise of {CORRELATION:g} Hz bandwidth,\ncutoff {CUTOFF:g} Hz; in"
        " standard deviations that WLS states.\n\n"
        + table(head, [row + [""] * (len(head) - len(row)) for row in rows])
    )


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS))
