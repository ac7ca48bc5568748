"""Least squares on the compressed problem: plain, weighted, damped, truncated, total."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.linear import compute_joint_deviation, compute_pseudo_inverse
from dynid.identification.problem import Problem


@dataclass(frozen=True)
class OLS(Estimator):
    """Ordinary least squares: min |W theta - y|^2 over all rows alike."""

    def fit(self, problem: Problem) -> Fit:
        problem.require_excitation()
        W, y = problem.stack_rows()
        inverse, gain, _ = compute_pseudo_inverse(W)
        return Fit(inverse @ y, gain)


@dataclass(frozen=True)
class WLS(Estimator):
    """Weighted least squares: rows of joint j divided by the standard deviation of its torque
    noise.

    Parameters
    ----------
    deviations
        (n,) given values, e.g. from repetitions of a period; None takes those of the residuals
    iterations
        of the deviations, where they are those of the residuals
    """

    deviations: tuple[float, ...] | None = None
    iterations: int = 5

    def fit(self, problem: Problem) -> Fit:
        problem.require_excitation()
        if self.iterations < 1:
            raise InputError(f"WLS: got {self.iterations} iterations, expected at least 1.")
        weights, notes = compute_noise_weights(problem, self.deviations, self.iterations)
        W, y = problem.stack_rows(weights)
        inverse, gain, _ = compute_pseudo_inverse(W)
        return Fit(inverse @ y, gain, weights, notes)


def compute_noise_weights(
    problem: Problem, deviations: tuple[float, ...] | None = None, iterations: int = 5
) -> tuple[Array, tuple[str, ...]]:
    """1 / the standard deviation of each joint's torque noise: given, from repeated periods, or
    from the residuals."""
    if deviations is not None:
        sigma = np.asarray(deviations, dtype=float)
        if sigma.shape != (len(problem.joints),) or not np.all(sigma > 0):
            raise InputError(
                f"got deviations {deviations}, expected {len(problem.joints)} positive numbers,"
                " one per joint."
            )
        return _invert_deviations(sigma), ("weights from the given or repeated-period variances",)
    if problem.origin.variance is not None:
        return _invert_deviations(np.sqrt(problem.origin.variance)), (
            "weights from the given or repeated-period variances",
        )
    weights = np.ones(len(problem.joints))
    for _ in range(iterations):
        W, y = problem.stack_rows(weights)
        inverse, _, _ = compute_pseudo_inverse(W)
        weights = _invert_deviations(compute_joint_deviation(problem, inverse @ y))
    return weights, ()


def _invert_deviations(sigma: Array) -> Array:
    """1 / sigma; a joint whose torque is explained exactly would get infinite weight."""
    return 1.0 / np.maximum(sigma, 1e-12 * sigma.max()) if sigma.max() > 0 else np.ones(len(sigma))


@dataclass(frozen=True)
class Ridge(Estimator):
    """min sum_j w_j^2 |W_j theta - y_j|^2 + damping * sum_k (norm_k (theta_k - prior_k))^2, norm_k
    that of column k.

    Draws what the data do not determine towards the prior. Works without full excitation. Biased.

    Parameters
    ----------
    damping
        relative to the columns' norms
    prior
        given values of theta, or "model" for the nominal inertias of the robot's file (unknown ones
        and effects: zero); None: zero
    """

    damping: float = 1e-4
    prior: tuple[float, ...] | str | None = None

    def fit(self, problem: Problem) -> Fit:
        if not self.damping > 0:
            raise InputError(
                f"Ridge: got damping {self.damping}, expected a positive number (without any, use"
                " OLS())."
            )
        W, y = problem.stack_rows()
        norm = np.linalg.norm(W, axis=0)
        D = np.sqrt(self.damping) * np.where(norm > 0, norm, norm.max())
        prior = self._compute_prior(problem)
        inverse, gain, _ = compute_pseudo_inverse(np.vstack([W, np.diag(D)]))
        theta = inverse @ np.concatenate([y, D * prior])
        note = "damped: values are drawn to the prior, and intervals do not contain that bias"
        return Fit(theta, gain, notes=(note,))

    def _compute_prior(self, problem: Problem) -> Array:
        if self.prior is None:
            return np.zeros(problem.size)
        if isinstance(self.prior, str):
            if self.prior != "model" or problem.base is None or problem.model is None:
                raise InputError(
                    f"Ridge: got prior '{self.prior}', expected \"model\" (and a problem of a"
                    " model)."
                )
            return problem.base.compute_theta(np.nan_to_num(problem.model.prior))
        prior = np.asarray(self.prior, dtype=float)
        if prior.shape != (problem.size,) or not np.isfinite(prior).all():
            raise InputError(
                f"Ridge: got a prior of shape {prior.shape}, expected {problem.size} finite values"
                " of theta."
            )
        return prior


@dataclass(frozen=True)
class DLS(Estimator):
    """Damped least squares, min |W theta - y|^2 + damping^2 |theta|^2, in the units as they are
    (Kim 2022's baseline).

    Parameters
    ----------
    damping
        in the units of the columns
    """

    damping: float = 0.1

    def fit(self, problem: Problem) -> Fit:
        if not self.damping > 0:
            raise InputError(
                f"DLS: got damping {self.damping}, expected a positive number (without any, use"
                " OLS())."
            )
        W, y = problem.stack_rows()
        full = np.vstack([W, self.damping * np.eye(problem.size)])
        inverse, gain, _ = compute_pseudo_inverse(full)
        note = "damped: values are drawn to zero, and intervals do not contain that bias"
        return Fit(inverse[:, : len(y)] @ y, gain, notes=(note,))


@dataclass(frozen=True)
class TruncatedSVD(Estimator):
    """Least squares in the directions that the data determine: singular values (columns scaled to
    1) below rcond left out.

    Parameters
    ----------
    rcond
        the least singular value that counts, columns scaled to 1
    """

    rcond: float = 1e-3

    def fit(self, problem: Problem) -> Fit:
        if not 0 <= self.rcond < 1:
            raise InputError(
                f"TruncatedSVD: got rcond {self.rcond}, expected a number from 0 to 1, such as"
                " 1e-3."
            )
        W, y = problem.stack_rows()
        inverse, gain, rank = compute_pseudo_inverse(W, self.rcond)
        note = (
            f"kept {rank} of {problem.size} directions; the others are set to zero, which intervals"
            " do not show"
        )
        return Fit(inverse @ y, gain, notes=(note,) if rank < problem.size else ())


@dataclass(frozen=True)
class TotalLeastSquares(Estimator):
    """Errors in regressor and torque alike, equal after scaling all columns to 1: the smallest
    right singular vector.

    The scaling is a guess about the errors of the regressor; with good accelerations OLS is the
    safer choice.
    """

    def fit(self, problem: Problem) -> Fit:
        problem.require_excitation()
        W, y = problem.stack_rows()
        # what no theta explains is part of the torque's errors: one more row a joint
        left = np.sqrt([block.residual for block in problem.blocks])
        A = np.vstack(
            [np.column_stack([W, y]), np.column_stack([np.zeros((len(left), problem.size)), left])]
        )
        norm = np.linalg.norm(A, axis=0)
        if norm[-1] == 0:
            return Fit(np.zeros(problem.size), covariance=np.zeros((problem.size, problem.size)))
        v = np.linalg.svd(A / norm)[2][-1]
        if abs(v[-1]) < 1e-12:
            raise InputError(
                "TotalLeastSquares: the torque plays no part in the smallest direction; use OLS()."
            )
        theta = -v[:-1] / v[-1] / norm[:-1] * norm[-1]
        _, gain, _ = compute_pseudo_inverse(W)
        return Fit(theta, gain, notes=("intervals are those of ordinary least squares",))
