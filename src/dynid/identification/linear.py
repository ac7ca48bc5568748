"""What least squares and covariances share."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.identification.problem import Problem

SURELY = 1e3  # times the smallest condition: an estimate of it is not far off by more


def compute_pseudo_inverse(W: Array, rcond: float = 0.0) -> tuple[Array, Array, int]:
    """W^+ and (W'W)^+, columns scaled to 1 first, singular values below rcond of the largest left
    out; and the rank."""
    norm = np.linalg.norm(W, axis=0)
    norm = np.where(norm > 0, norm, np.inf)  # a column that never acts gets the value 0
    U, s, Vt = np.linalg.svd(W / norm, full_matrices=False)
    keep = s > max(rcond, np.finfo(float).eps * max(W.shape)) * s[0]
    V = (Vt[keep].T / s[keep]) / norm[:, None]
    return V @ U[:, keep].T, V @ V.T, int(keep.sum())


def solve_triangular_system(R: Array, z: Array, rcond: float) -> Array:
    """theta of R theta = z, R upper triangular; by `compute_pseudo_inverse` where it is nearly
    singular."""
    from scipy.linalg.lapack import dtrcon, dtrtrs

    norm = np.linalg.norm(R, axis=0)
    if norm.all() and dtrcon(R / norm)[0] > SURELY * rcond:
        return np.asarray(dtrtrs(R, z)[0])
    return np.asarray(compute_pseudo_inverse(R, rcond)[0] @ z)


def compute_joint_deviation(problem: Problem, theta: Array) -> Array:
    """Standard deviation of the residual of each joint; the parameters use up degrees of freedom in
    proportion to rows."""
    squares = problem.sum_squared_errors(theta)
    rows = np.array([block.n for block in problem.blocks])
    free = rows * (1.0 - problem.size / max(rows.sum(), problem.size + 1))
    joint_deviation: Array = np.sqrt(squares / np.maximum(free, 1.0))
    return joint_deviation
