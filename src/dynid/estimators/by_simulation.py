"""Identification by simulation in closed loop: instruments, or the output itself, from a model that
is simulated again and
again with the controller of the log.

The measured motion is noisy, so the rows W of the regression are, too, and least squares is biased.
The simulated motion, under the same controller and reference, is close to the true one and knows
nothing of the noise:

    instrumental variables (IDIM-IV)    theta = (sum_j w_j^2 Z_j' W_j)^-1 sum_j w_j^2 Z_j' y_j
    output error (DIDIM)                theta = argmin sum_j w_j^2 |Z_j theta - y_j|^2

with Z the rows along the motion that the model with the last theta makes; repeated until theta
stays. The low-pass of the measured positions changes W as well, which instruments do not cure; what
it does to the simulated motion is known, and W is corrected by it: W + Z - Z(filtered).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.lowpass import filter_lowpass
from dynid.errors import DynidError, InputError
from dynid.estimators.consistent.consistent_estimator import Consistent
from dynid.identification.correlation import compute_inflation
from dynid.identification.covariance import compute_covariance
from dynid.identification.estimate import Estimate
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.linear import compute_pseudo_inverse
from dynid.identification.problem import Problem
from dynid.identification.regression_rows import Along
from dynid.simulation.simulated_log import SimulatedLog
from dynid.simulation.simulation_run import simulate


@dataclass(frozen=True)
class BySimulation(Estimator):
    """Methods that simulate the robot under its controller, again and again.

    Parameters
    ----------
    drive
        the controller with its reference, as `simulate` takes it; the log must begin when the
        reference does
    start
        an estimator, or an estimate, to begin with
    friction
        as in `simulate`
    iterations
        simulations, at most
    tolerance
        of the parameters' deviations: smaller changes end the iteration
    """

    drive: object = None
    start: Estimator | Estimate = field(default_factory=lambda: Consistent(draws=0))
    friction: str | float = "smooth"
    iterations: int = 15
    tolerance: float = 1e-2

    def fit(self, problem: Problem) -> Fit:
        data = self._require_data(problem)
        theta, weights = self._estimate_start(problem)
        notes, count = [], 0
        while count < self.iterations:
            count += 1
            pair = _Pair(problem, *self._simulate_data(problem, data, theta), weights)
            new, C = self._solve(pair, theta)
            change = float(np.max(np.abs(new - theta) / np.sqrt(np.maximum(np.diag(C), 1e-300))))
            theta = new
            if change < self.tolerance:
                break
        else:
            notes.append(
                f"stopped after {self.iterations} simulations; the last changed a parameter by"
                f" {change:.1e} deviations"
            )
        notes.append(f"{count} simulations of the closed loop")
        return Fit(theta, weights=weights, notes=tuple(notes), covariance=C)

    def _estimate_start(self, problem: Problem) -> tuple[Array, Array]:
        """theta to begin with, and the weights of the joints."""
        if isinstance(self.start, Estimate):
            rmse = [max(joint.rmse, 1e-12) for joint in self.start.joints]
            return self.start.theta, 1.0 / np.array(rmse)
        first = self.start.fit(problem)
        return first.theta, first.expand_weights(len(problem.joints))

    @classmethod
    def adapt_to(cls, problem: Problem) -> None:
        """What drove the robot is not in the problem."""

    def _solve(self, pair: _Pair, theta: Array) -> tuple[Array, Array]:
        raise NotImplementedError

    def _require_data(self, problem: Problem) -> Dataset:
        if problem.data is None or problem.model is None or problem.base is None:
            raise InputError(
                f"{type(self).__name__} simulates a robot: it needs Problem(model, data), not bare"
                " rows, nor a merged or compressed problem."
            )
        if self.drive is None:
            raise InputError(
                f"{type(self).__name__}: got no drive, expected what drove the robot along the log,"
                f" its controller with its reference: {type(self).__name__}(PD(motion, kp, kd))."
            )
        if len(np.unique(problem.data.log)) != 1:
            raise InputError(
                f"{type(self).__name__}: got several logs, expected one, which begins with its"
                " reference."
            )
        if self.iterations < 1:
            raise InputError(
                f"{type(self).__name__}: got {self.iterations} iterations, expected at least 1."
            )
        return problem.data

    def _simulate_data(
        self, problem: Problem, data: Dataset, theta: Array
    ) -> tuple[Dataset, Dataset]:
        """The data set with the motion that the model makes, and with this motion filtered as the
        measured one was."""
        truth = self._run(problem, data, theta).truth
        assert truth is not None
        # held torques jump at the samples, and the log has their mean around each; so has this
        # acceleration
        motion = [np.array(truth.q), np.array(truth.qd), np.gradient(truth.qd, truth.t, axis=0)]
        filtered = (
            motion
            if data.cutoff is None
            else [filter_lowpass(x, data.cutoff, data.rate) for x in motion]
        )
        # without decimation the torque passed the filter of the positions; with it, one of its own,
        # which Problem applies to Z
        exact = filtered if data.decimation is None else motion
        return _replace_motion(data, truth.t, exact), _replace_motion(data, truth.t, filtered)

    def _run(self, problem: Problem, data: Dataset, theta: Array) -> SimulatedLog:
        """The closed loop with theta, for as long as the data."""
        assert problem.model is not None
        assert problem.base is not None
        try:
            return simulate(
                problem.model, problem.base.to_parameters(theta), self.drive, rate=data.rate,
                friction=self.friction, duration=float(data.t[-1]) + 2.0 / data.rate,
            )  # fmt: skip
        except DynidError as error:
            raise DynidError(
                f"{type(self).__name__}: the closed loop cannot be simulated with the parameters"
                f" found so far: {error} Where they are at fault, start from a consistent estimate:"
                " start=Consistent()."
            ) from None


def _replace_motion(data: Dataset, t: Array, motion: list[Array]) -> Dataset:
    """The data set with another motion, sampled at the times t."""
    q, qd, qdd = (np.column_stack([np.interp(data.t, t, c) for c in x.T]) for x in motion)
    return replace(data, q=q, qd=qd, qdd=qdd)


@dataclass(frozen=True, eq=False)
class _Pair:
    """Rows along the measured motion (W, y), corrected for its filter, and along the simulated one
    (Z), chunk by chunk."""

    problem: Problem
    simulated: Dataset
    filtered: Dataset
    weights: Array

    def iterate_chunks(self) -> Iterator[tuple[Array, Array, Array, NDArray[np.bool_]]]:
        """W, Z (joints, theta, len), y, use (len, joints)."""
        problem = self.problem
        assert problem.model is not None
        assert problem.data is not None
        assert problem.base is not None
        measured, simulated, filtered = (
            Along(problem.model, data, problem.base.independent)
            for data in (problem.data, self.simulated, self.filtered)
        )
        for part in measured.split_pieces():
            rows, Z = measured.make_rows(part), simulated.make_rows(part).W
            W = rows.W
            if problem.data.decimation is not None:
                W += Z - filtered.make_rows(part).W
            yield W, Z, rows.y, rows.use

    def compute_sums(self) -> tuple[Array, Array, Array, Array]:
        """sum w^2 Z'W, sum w^2 Z'Z, sum w^2 Z'y, and Z'Z of every joint."""
        k, n = self.problem.size, len(self.weights)
        ZW, ZZ, Zy = np.zeros((k, k)), np.zeros((n, k, k)), np.zeros(k)
        for W, Z, y, use in self.iterate_chunks():
            for j in range(n):
                z, w = Z[j][:, use[:, j]], W[j][:, use[:, j]]
                ZW += self.weights[j] ** 2 * (z @ w.T)
                Zy += self.weights[j] ** 2 * (z @ y[use[:, j], j])
                ZZ[j] += z @ z.T
        return ZW, np.einsum("j,jab->ab", self.weights**2, ZZ), Zy, ZZ

    def estimate_noise(self, theta: Array, along: str) -> Array:
        """f_j s_j^2: variance of each joint's residuals, inflated by their correlation in time."""
        parts = [
            (y - np.einsum("jcs,c->sj", W if along == "measured" else Z, theta), use)
            for W, Z, y, use in self.iterate_chunks()
        ]
        e, use = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
        n = e.shape[1]
        return np.array(
            [
                compute_inflation(e[:, j], use[:, j]) * np.mean(e[use[:, j], j] ** 2)
                for j in range(n)
            ]
        )


@dataclass(frozen=True)
class InstrumentalVariable(BySimulation):
    """IDIM-IV: least squares with instruments from the simulated closed loop. Not biased by noise
    in the measured motion."""

    def _solve(self, pair: _Pair, theta: Array) -> tuple[Array, Array]:
        ZW, _, Zy, each = pair.compute_sums()
        scale = np.sqrt(np.abs(np.diag(ZW)))
        inverse = np.linalg.inv(ZW / scale / scale[:, None]) / scale / scale[:, None]
        new = inverse @ Zy
        # Cov = (Z'W)^-1 sum_j w_j^4 f_j s_j^2 Z_j'Z_j (W'Z)^-1
        middle = np.einsum(
            "j,jab->ab", pair.weights**4 * pair.estimate_noise(new, "measured"), each
        )
        return new, inverse @ middle @ inverse.T


@dataclass(frozen=True)
class OutputError(BySimulation):
    """DIDIM: the torques of the simulated closed loop are fitted to the measured ones, by their
    rows along the simulated motion.

    Parameters
    ----------
    solver
        fits these rows: None for weighted least squares; Consistent(draws=0) keeps every body
        possible on the way, so that the loop can be simulated from starts far off
    """

    solver: Estimator | None = None

    def _solve(self, pair: _Pair, theta: Array) -> tuple[Array, Array]:
        problem = Problem(pair.simulated.model, pair.simulated, pair.problem.base)
        if self.solver is not None:
            fit = self.solver.fit(problem)
            C, _ = compute_covariance(problem, fit, problem.compute_inflations(fit.theta))
            return fit.theta, C
        W, y = problem.stack_rows(pair.weights)
        inverse, gain, _ = compute_pseudo_inverse(W)
        new = inverse @ y
        middle = problem.compute_gram(pair.weights**4 * pair.estimate_noise(new, "simulated"))
        return new, gain @ middle @ gain


DIDIM = OutputError
"""Direct and inverse dynamic identification models: the literature's name of `OutputError`."""
