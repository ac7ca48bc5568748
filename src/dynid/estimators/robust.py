"""Estimators that outliers cannot pull away: by reweighting (Huber's, IRLS), and the exact L1 fit
by linear programming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError, InputError, join_names
from dynid.estimators.least_squares import WLS
from dynid.identification.covariance import compute_smallest_deviation
from dynid.identification.estimator_base import Estimator, Fit, Minimum
from dynid.identification.joint_rows import collect_rows_by_joint
from dynid.identification.linear import compute_pseudo_inverse
from dynid.identification.problem import Problem
from dynid.identification.regression_rows import Rows

MOST_ROWS = 400_000  # of an L1 fit: beyond, the linear program takes minutes


@dataclass(frozen=True)
class _Reweighted(Estimator):
    """Rows count by a function of their residual, in standard deviations of their joint (by the
    median): iteratively reweighted least squares, one pass over the data an iteration."""

    threshold: float = 1.345
    iterations: int = 20
    tolerance: float = 1e-8

    def _check(self) -> None:
        name = type(self).__name__
        if not self.threshold > 0:
            raise InputError(
                f"{name}: got threshold {self.threshold}, expected a positive number such as"
                f" {type(self)().threshold}."
            )
        if self.iterations < 1:
            raise InputError(f"{name}: got {self.iterations} iterations, expected at least 1.")

    @property
    def _law(self) -> Callable[[Array], Array]:
        """Of |e| in thresholds: the weight of the squared row."""
        raise NotImplementedError

    def fit(self, problem: Problem) -> Fit:
        self._check()
        theta = WLS().fit(problem).theta
        passes, step, floor = 0, np.inf, compute_smallest_deviation(problem)
        while passes < self.iterations and step >= self.tolerance:
            passes += 1
            sigma = np.maximum(compute_median_deviation(problem, theta), floor)
            current = theta
            reweighted = problem.weigh_rows(_Weight(theta, self.threshold * sigma, self._law))
            W, y = reweighted.stack_rows(1.0 / sigma)
            inverse, gain, _ = compute_pseudo_inverse(W)
            theta = inverse @ y
            step = float(np.linalg.norm(W @ (theta - current)) / (np.linalg.norm(y) + 1e-300))
        note = f"{passes} reweighting passes" + (
            "" if step < self.tolerance else f", still moving by {step:.1e}"
        )
        return Fit(theta, gain, 1.0 / sigma, (note,))


@dataclass(frozen=True, eq=False)
class _Weight:
    """The root of the weight of every row, by its residual at theta."""

    theta: Array
    unit: Array
    law: Callable[[Array], Array]

    def __call__(self, rows: Rows) -> Array:
        size = np.abs(rows.compute_residuals(self.theta)) / self.unit
        return np.sqrt(self.law(size))


# of |e| in thresholds: dJ/d(e^2) of Huber's function, Tukey's biweight, and of ln(1 + e^2)
def _weigh_huber(e: Array) -> Array:
    return np.minimum(1.0, 1.0 / np.maximum(e, 1e-300))


def _weigh_bisquare(e: Array) -> Array:
    return np.maximum(1.0 - e**2, 0.0) ** 2


def _weigh_cauchy(e: Array) -> Array:
    return 1.0 / (1.0 + e**2)


LAWS = {
    "bisquare": (_weigh_bisquare, 4.685),
    "cauchy": (_weigh_cauchy, 2.385),
    "huber": (_weigh_huber, 1.345),
}


@dataclass(frozen=True)
class Huber(_Reweighted):
    """Rows whose residual exceeds `threshold` standard deviations (of their joint, by the median)
    count less: Huber's function, minimised by iteratively reweighted least squares, one pass over
    the data an iteration.

    Parameters
    ----------
    threshold
        in standard deviations of the joint, by the median
    iterations
        passes over the data, at most
    tolerance
        the relative step that ends the iteration
    """

    @property
    def _law(self) -> Callable[[Array], Array]:
        return _weigh_huber


@dataclass(frozen=True)
class IRLS(_Reweighted):
    """Iteratively reweighted least squares (IDIM-IRLS): rows count the less the larger their
    residual is.

    Parameters
    ----------
    threshold
        in standard deviations of the joint, by the median; 0: the usual one of the weight (4.685,
        2.385, 1.345), 95 % as good as least squares where the noise is normal
    iterations
        passes over the data, at most
    tolerance
        the relative step that ends the iteration
    weight
        "bisquare" (Tukey's: beyond the threshold a row does not count at all), "cauchy", "huber"
        (as `Huber`)
    """

    threshold: float = 0.0
    iterations: int = 50
    weight: str = "bisquare"

    def fit(self, problem: Problem) -> Fit:
        if self.weight not in LAWS:
            raise InputError(
                f"IRLS: got weight {self.weight!r}, expected one of {join_names(LAWS)}."
            )
        usual = replace(self, threshold=self.threshold or LAWS[self.weight][1])
        return super(IRLS, usual).fit(problem)

    @property
    def _law(self) -> Callable[[Array], Array]:
        return LAWS[self.weight][0]


def compute_median_deviation(problem: Problem, theta: Array) -> Array:
    """1.4826 times the median of the absolute residuals of each joint: the standard deviation,
    blind to outliers."""
    e, use = problem.compute_residuals(theta)
    floor = 1e-9 * np.sqrt([block.square / max(block.n, 1) for block in problem.blocks])
    sizes = [np.abs(e[use[:, j], j]) for j in range(e.shape[1])]
    return np.maximum([1.4826 * np.median(size) if len(size) else 0.0 for size in sizes], floor)


@dataclass(frozen=True)
class L1(Estimator):
    """min sum |y - W theta|, exactly: a linear program (Kim 2022's objective (33), whose one
    optimum PSO approaches).

    Solved in its dual form, max y'u with W'u = 0 and |u| <= 1, by HiGHS; theta are the multipliers
    of W'u = 0.
    """

    def fit(self, problem: Problem) -> Fit:
        from scipy.optimize import linprog

        problem.require_excitation()
        if problem.n > MOST_ROWS:
            raise DynidError(
                f"L1: {problem.n} rows make a linear program of minutes; expected at most"
                f" {MOST_ROWS}. Decimate the data (process(..., decimate=...)), or use Huber(),"
                " which is as robust."
            )
        joints = collect_rows_by_joint(problem, "L1")
        W, y = np.zeros((problem.n, problem.size)), np.concatenate([joint.y for joint in joints])
        for joint, at in zip(joints, np.cumsum([0, *(len(joint.y) for joint in joints)])):
            W[at : at + len(joint.y), joint.columns] = joint.W.T
        norm, size = np.linalg.norm(W, axis=0), max(float(np.abs(y).max()), 1e-300)
        answer = linprog(
            -y / size,
            A_eq=(W / norm).T,
            b_eq=np.zeros(problem.size),
            bounds=(-1, 1),
            method="highs",
        )
        if answer.status != 0:
            raise DynidError(f"L1: the linear program ended with '{answer.message}'; use Huber().")
        theta = _solve_vertex(W, y, answer.x, -answer.eqlin.marginals / norm * size)
        _, gain, _ = compute_pseudo_inverse(problem.stack_rows()[0])
        # pi/2: the variance of a median against that of a mean, for normal errors
        note = "intervals assume normal errors (variance pi/2 times that of least squares)"
        least = Minimum(float(np.abs(y - W @ theta).sum()))
        return Fit(theta, gain * np.sqrt(np.pi / 2), notes=(note,), minimum=least)

    @classmethod
    def adapt_to(cls, problem: Problem) -> L1 | None:
        return cls() if problem.n <= MOST_ROWS else None


def _solve_vertex(W: Array, y: Array, u: Array, theta: Array) -> Array:
    """The exact optimum: it passes through the rows whose multipliers are inside (-1, 1). HiGHS
    stops at about 1e-9."""
    through = np.abs(u) < 1.0 - 1e-9
    if through.sum() < W.shape[1]:
        return theta
    norm = np.linalg.norm(W, axis=0)
    exact = np.linalg.lstsq(W[through] / norm, y[through], rcond=None)[0] / norm
    return exact if np.abs(y - W @ exact).sum() <= np.abs(y - W @ theta).sum() else theta
