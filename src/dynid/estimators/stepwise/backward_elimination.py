"""Taking one parameter after another out of a least-squares problem, on its triangle: no pass over
the data a step.

With the weighted rows reduced to R theta = z, and C = (R'R)^-1 of the c parameters that are left,

    s^2 = |y - W theta|^2 / (r - c),   sigma_i = 100 sqrt(s^2 C_ii) / |theta_i| ,

and without parameter i the squared residual grows by theta_i^2 / C_ii = s^2 (100 / sigma_i)^2, all
others refitted. So the parameter with the largest relative standard deviation (Diaz-Rodriguez 2010)
is the one whose loss costs the fit least.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.errors import DynidError
from dynid.identification.compress import compute_triangle
from dynid.identification.problem import EXCITED, Problem


@dataclass(frozen=True, eq=False)
class Triangle:
    """R theta = z, and what no theta explains (rest), of rows weighted by joint; rows and |y|^2 of
    them."""

    R: Array
    z: Array
    rest: float
    rows: int
    square: float

    @classmethod
    def from_problem(cls, problem: Problem, weights: Array) -> Triangle:
        W, y = problem.stack_rows(weights)
        whole = compute_triangle(np.asfortranarray(np.column_stack([W, y])))
        w2 = np.asarray(weights) ** 2
        rest = whole[-1, -1] ** 2 + float(w2 @ [block.residual for block in problem.blocks])
        square = float(w2 @ [block.square for block in problem.blocks])
        return cls(whole[:-1, :-1], whole[:-1, -1], rest, problem.n, square)


@dataclass(frozen=True, eq=False)
class ReducedFit:
    """The fit of some of the parameters.

    kept        their indices
    theta       their values
    C           (W'W)^-1
    rss         |y - W theta|^2
    worst       place in `kept` of the parameter to go next
    sigma       its relative standard deviation in %; inf where the data do not determine it apart
                from others
    """

    kept: NDArray[np.int64]
    theta: Array
    C: Array
    rss: float
    s2: float
    worst: int
    sigma: float

    @property
    def cost(self) -> float:
        """What rss grows by without the worst one."""
        return (
            float(self.theta[self.worst] ** 2 / self.C[self.worst, self.worst])
            if np.isfinite(self.sigma)
            else 0.0
        )


def eliminate_backward(problem: Problem, weights: Array) -> Iterator[ReducedFit]:
    """The full model, then always without the parameter of the largest sigma, down to one
    parameter.

    Parameters that the data cannot tell apart (exactly dependent columns) go first, one of each
    relation.
    """
    whole = Triangle.from_problem(problem, weights)
    if not whole.square > 0:
        raise DynidError(
            "the torques are zero throughout: there is nothing to identify. Check the log's torque"
            " columns."
        )
    kept = np.arange(problem.size)
    while True:
        state = _fit(whole, kept)
        yield state
        if len(kept) == 1:
            return
        kept = np.delete(kept, state.worst)


def _fit(whole: Triangle, kept: NDArray[np.int64]) -> ReducedFit:
    R = whole.R[:, kept]
    norm = np.linalg.norm(R, axis=0)
    norm = np.where(norm > 0, norm, 1.0)
    U, s, Vt = np.linalg.svd(R / norm, full_matrices=False)
    shown = s > EXCITED * s[0] if s[0] > 0 else np.zeros(len(s), dtype=bool)
    V = Vt[shown].T / s[shown]
    theta = V @ (U[:, shown].T @ whole.z) / norm
    C = (V @ V.T) / np.outer(norm, norm)
    rss = whole.rest + float(np.sum((whole.z - R @ theta) ** 2))
    s2 = rss / max(whole.rows - int(shown.sum()), 1)
    if (
        not shown.all()
    ):  # v'theta is not shown: of its parameters the one that has most of it, the last of equals
        v = np.abs(Vt[~shown][-1])
        return ReducedFit(
            kept, theta, C, rss, s2, int(np.flatnonzero(v >= v.max() * (1 - 1e-9))[-1]), np.inf
        )
    sigma = 100.0 * np.sqrt(s2 * np.diag(C)) / np.maximum(np.abs(theta), 1e-300)
    # by theta^2 / C, which orders as sigma does, also where s2 = 0 (exact data)
    worst = int((theta**2 / np.diag(C)).argmin())
    return ReducedFit(kept, theta, C, rss, s2, worst, float(sigma[worst]))
