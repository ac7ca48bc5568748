"""min 1/2 |A v - b|^2 over a cone of consistent parameters, S_i(v) >= 0 and G v >= h, by Clarabel
(see dynid.convex)."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.convex import ConeSolution, solve_convex, to_svec
from dynid.errors import DynidError
from dynid.estimators.consistent.barrier import ROUND_OFF, Solution, reduce_rows
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.prior import scale_to_unit_size
from dynid.model.inertial import PSEUDO_BASIS

STOPPED = 1e-6  # relative gap beyond which an answer is none


def solve_clarabel(
    A: Array, b: Array, cone: Cone, start: Array, tolerance: float = 1e-9
) -> Solution:
    """The optimum, its value to a relative `tolerance`. Of the start only the bodies' size is
    used."""
    R, z, rest = reduce_rows(A, b)
    T = np.array([scale_to_unit_size(p) for p in cone.to_parameters(start)[cone.bodies]]).reshape(
        -1, 4
    )
    T = T[:, :, None] * T[:, None, :]
    # from the free optimum u on, v = u + x unit: what is left of |R v - z|^2 is small, and so are
    # its tolerances
    scale = np.maximum(np.linalg.norm(R, axis=0), 1e-300)
    u = np.linalg.lstsq(R / scale, z, rcond=None)[0] / scale
    rest += 0.5 * float(np.sum((R @ u - z) ** 2))
    size = max(float(np.linalg.norm(z)), 1e-300)
    for _ in range(
        2
    ):  # the first solution tells the size of the value, which is the unit of the tolerances
        found, row = _solve(R / scale, u, size / scale, cone, T, tolerance)
        v = u + found.x * size / scale
        value = 0.5 * float(np.sum((R @ (v - u)) ** 2)) + rest
        gap, Z, dual = (
            found.gap * size**2,
            found.matrices * T * size**2,
            found.above * row * size**2,
        )
        size = np.sqrt(2.0 * max(value, 1e-300))
    if gap > STOPPED * value + ROUND_OFF * float(b @ b):
        raise DynidError(
            f'Clarabel stopped short of the optimum ("{found.status}"); try solver="barrier".'
        )
    return Solution(v, value, gap, found.iterations, Z, dual)


def _solve(
    R: Array, u: Array, unit: Array, cone: Cone, T: Array, tolerance: float
) -> tuple[ConeSolution, Array]:
    """x = (v - u) / unit, and what the rows of the bounds were multiplied by.

    Entries of S are multiplied by those of T, which makes bodies of size 1.
    """
    p, matrices = cone.to_parameters(u), []
    for b, t, (which, columns) in zip(cone.bodies, T, cone.body_columns):
        E = to_svec(PSEUDO_BASIS * t)  # (k, 10)
        L = np.zeros((10, len(unit)))
        L[:, columns] = E[which].T * unit[columns]
        matrices.append((L, E.T @ p[b]))
    row = 1.0 / np.maximum(np.abs(cone.G) @ unit, 1e-300)
    found = solve_convex(
        len(unit),
        least=(R, np.zeros(len(R))),
        above=(cone.G * unit * row[:, None], -cone.compute_slacks(u) * row),
        matrices=matrices,
        tolerance=min(1e-8, tolerance),
    )
    if found.status not in ("Solved", "AlmostSolved", "InsufficientProgress"):
        raise DynidError(
            f'Clarabel ended with "{found.status}"; try solver="barrier", and check units and'
            " prior."
        )
    return found, row
