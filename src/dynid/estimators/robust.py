"""Estimators that outliers cannot pull away: Huber's by reweighting, and the exact L1 fit by linear
programming."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError, InputError
from dynid.estimators.least_squares import WLS
from dynid.identify.fit import Estimator, Fit, Minimum
from dynid.identify.linear import pseudo_inverse
from dynid.identify.problem import Problem
from dynid.identify.rows import Rows
from dynid.identify.uncompressed import rows_by_joint

MOST_ROWS = 400_000  # of an L1 fit: beyond, the linear program takes minutes


@dataclass(frozen=True)
class Huber(Estimator):
    """Rows whose residual exceeds `threshold` standard deviations (of their joint, by the median)
    count less: Huber's
    function, minimised by iteratively reweighted least squares, one pass over the data an
    iteration.
    """

    threshold: float = 1.345
    iterations: int = 20
    tolerance: float = 1e-8

    def fit(self, problem: Problem) -> Fit:
        if not self.threshold > 0:
            raise InputError(
                f"Huber: got threshold {self.threshold}, expected a positive number such as 1.345."
            )
        if self.iterations < 1:
            raise InputError(f"Huber: got {self.iterations} iterations, expected at least 1.")
        theta = WLS().fit(problem).theta
        passes, step = 0, np.inf
        while passes < self.iterations and step >= self.tolerance:
            passes += 1
            sigma = median_deviation(problem, theta)
            sigma = np.where(
                sigma > 0, sigma, sigma.max() if sigma.max() > 0 else 1.0
            )  # a joint without any torque
            current = theta
            reweighted = problem.weighted(_HuberWeight(theta, sigma, self.threshold))
            W, y = reweighted.stacked(1.0 / sigma)
            inverse, gain, _ = pseudo_inverse(W)
            theta = inverse @ y
            step = float(np.linalg.norm(W @ (theta - current)) / (np.linalg.norm(y) + 1e-300))
        note = f"{passes} reweighting passes" + (
            "" if step < self.tolerance else f", still moving by {step:.1e}"
        )
        return Fit(theta, gain, 1.0 / sigma, (note,))


@dataclass(frozen=True, eq=False)
class _HuberWeight:
    """sqrt(min(1, threshold / |e|)), e in standard deviations at theta."""

    theta: Array
    sigma: Array
    threshold: float

    def __call__(self, rows: Rows) -> Array:
        size = np.abs(rows.residuals(self.theta)) / self.sigma
        return np.sqrt(np.minimum(1.0, self.threshold / np.maximum(size, 1e-300)))


def median_deviation(problem: Problem, theta: Array) -> Array:
    """1.4826 times the median of the absolute residuals of each joint: the standard deviation,
    blind to outliers."""
    e, use = problem.residuals(theta)
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
        joints = rows_by_joint(problem, "L1")
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
        theta = _vertex(W, y, answer.x, -answer.eqlin.marginals / norm * size)
        _, gain, _ = pseudo_inverse(problem.stacked()[0])
        # pi/2: the variance of a median against that of a mean, for normal errors
        note = "intervals assume normal errors (variance pi/2 times that of least squares)"
        least = Minimum(float(np.abs(y - W @ theta).sum()))
        return Fit(theta, gain * np.sqrt(np.pi / 2), notes=(note,), minimum=least)

    @classmethod
    def suited(cls, problem: Problem) -> L1 | None:
        return cls() if problem.n <= MOST_ROWS else None


def _vertex(W: Array, y: Array, u: Array, theta: Array) -> Array:
    """The exact optimum: it passes through the rows whose multipliers are inside (-1, 1). HiGHS
    stops at about 1e-9."""
    through = np.abs(u) < 1.0 - 1e-9
    if through.sum() < W.shape[1]:
        return theta
    norm = np.linalg.norm(W, axis=0)
    exact = np.linalg.lstsq(W[through] / norm, y[through], rcond=None)[0] / norm
    return exact if np.abs(y - W @ exact).sum() <= np.abs(y - W @ theta).sum() else theta
