"""One noise and one start of an experiment: what an estimator is given."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from dynid.arrays import Array
from dynid.benchmark.benchmark_experiment import Experiment, Protocol, load_experiment
from dynid.data.log import Log
from dynid.data.process import process
from dynid.estimators.kalman.filter_problem import KalmanProblem
from dynid.estimators.least_squares import WLS
from dynid.identification.estimate import Estimate, estimate
from dynid.identification.problem import Problem
from dynid.model.inertial import from_pseudo_inertia, to_pseudo_inertia

DRAWN = 1000  # starts that tell how far one is off


@dataclass(frozen=True, eq=False)
class BenchmarkCase:
    """A noisy log, and parameters to start from: as if the robot's file were wrong."""

    experiment: Experiment
    level: float
    start: int

    @cached_property
    def log(self) -> Log:
        of = self.experiment
        # the noise is another for every start, and the same at all levels but for its size
        rng = np.random.default_rng([self.start, 1, _number(of.model.robot.name)])
        position, torque = of.compute_noise(self.level)
        q = of.truth.q + position * rng.normal(size=of.truth.q.shape)
        tau = of.tau + torque * rng.normal(size=of.tau.shape)
        source = f"noise {self.level:g}, start {self.start}"
        return Log(of.model.robot.actuated, of.truth.t, q, tau, source=source)

    @cached_property
    def problem(self) -> Problem:
        of = self.experiment
        return Problem(of.model, process(self.log, of.model), of.base)

    @cached_property
    def p0(self) -> Array:
        rng = np.random.default_rng([self.start, 2, _number(self.experiment.model.robot.name)])
        return disturb_parameters(self.experiment, rng)

    @cached_property
    def first(self) -> Estimate:
        """The start in the form of an estimate, with the residuals of a first fit."""
        base = self.experiment.base
        return replace(estimate(self.problem, WLS()), theta=base.compute_theta(self.p0), p=self.p0)

    @cached_property
    def spread(self) -> Array:
        """(P, P) by how much starts are off, squared."""
        rng = np.random.default_rng(0)
        off = (
            np.array([disturb_parameters(self.experiment, rng) for _ in range(DRAWN)])
            - self.experiment.p
        )
        return np.asarray(off.T @ off / DRAWN)

    def make_filter_problem(self) -> tuple[KalmanProblem, Array]:
        """The base parameters for a filter, and the covariance of their start. Those that are not
        identified stay as they start, and the others make up for it."""
        model, base = self.experiment.model, self.experiment.base
        names = [model.parameters[k] for k in base.independent]
        problem = KalmanProblem(model, self.log, estimate=names, p=self.p0, positive=False)
        return problem, base.map @ self.spread @ base.map.T


def _number(name: str) -> int:
    return zlib.crc32(name.encode())


def disturb_parameters(of: Experiment, rng: np.random.Generator) -> Array:
    """The truth as a wrong file has it: every body A J A', which is possible as J is."""
    spread, p = of.protocol.spread, of.p.copy()
    layout = of.model.layout
    J = to_pseudo_inertia(p[layout.inertial].reshape(-1, 10))
    # in units of the body: sizes and masses are off alike, whatever they are measured in
    unit = np.sqrt(np.maximum(np.einsum("bii->bi", J), 1e-30))
    E = spread * rng.normal(size=J.shape) * unit[:, :, None] / unit[:, None, :]
    A = np.eye(4) + E
    p[layout.inertial] = from_pseudo_inertia(A @ J @ A.transpose(0, 2, 1)).ravel()
    p[layout.others] *= np.exp(spread * rng.normal(size=len(p[layout.others])))
    return p


def make_case(robot: str, protocol: Protocol, level: float, start: int) -> BenchmarkCase:
    return _make_cached_case(load_experiment(robot, protocol), level, start)


@lru_cache(maxsize=2)
def _make_cached_case(of: Experiment, level: float, start: int) -> BenchmarkCase:
    return BenchmarkCase(of, level, start)
