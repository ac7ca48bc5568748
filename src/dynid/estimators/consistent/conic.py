"""min 1/2 |A v - b|^2 over a cone of consistent parameters, by Clarabel.

In residual form, with variables (v, r): the normal equations A'A would lose half of the digits.

    min 1/2 r'r   with   A v - r = b,   svec(S_i(v)) in the positive semidefinite cone,   G v >= h
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError
from dynid.estimators.consistent.barrier import ROUND_OFF, Solution, reduced
from dynid.estimators.consistent.cone import Cone, svec
from dynid.estimators.consistent.prior import unit_size
from dynid.model.inertial import PSEUDO_BASIS

#: svec goes along the rows of the upper triangle, Clarabel down its columns
DOWN = np.lexsort(np.triu_indices(4))
STOPPED = 1e-6  # relative gap beyond which an answer is none


def solve_clarabel(
    A: Array, b: Array, cone: Cone, start: Array, tolerance: float = 1e-9
) -> Solution:
    """The optimum, its value to a relative `tolerance`. Of the start only the bodies' size is
    used."""
    R, z, rest = reduced(A, b)
    T = np.array([unit_size(p) for p in cone.full(start)[cone.bodies]]).reshape(-1, 4)
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
        found, x, row = _solve(R / scale, u, size / scale, cone, T, tolerance)
        v = u + x * size / scale
        value = 0.5 * float(np.sum((R @ (v - u)) ** 2)) + rest
        gap, Z, dual = (
            abs(float(found.obj_val - found.obj_val_dual)) * size**2,
            *_multipliers(found, cone, size),
        )
        Z, dual = Z * T, dual * row
        size = np.sqrt(2.0 * max(value, 1e-300))
    if gap > STOPPED * value + ROUND_OFF * float(b @ b):
        raise DynidError(
            f'Clarabel stopped short of the optimum ("{found.status}"); try solver="barrier".'
        )
    return Solution(v, value, gap, found.iterations, Z, dual)


def _solve(
    R: Array, u: Array, unit: Array, cone: Cone, T: Array, tolerance: float
) -> tuple[Any, Array, Array]:
    """Clarabel's form: min 1/2 x'Px with rows x + s = rhs, s in the cones; x = ((v - u) / unit, r).

    Entries of S are multiplied by those of T, which makes bodies of size 1.
    """
    import clarabel
    from scipy import sparse

    n, m = len(R), len(cone.free)
    blocks, constants = [], []
    p = cone.full(u)
    for b, t, (which, columns) in zip(cone.bodies, T, cone.body_columns()):
        E = svec(PSEUDO_BASIS * t)  # (k, 10)
        rows = np.zeros((10, m + n))
        rows[:, columns] = -(E[which].T * unit[columns])[DOWN]
        blocks.append(rows)
        constants.append((E.T @ p[b])[DOWN])
    row = 1.0 / np.maximum(np.abs(cone.G) @ unit, 1e-300)
    bounds = np.hstack([-cone.G * unit * row[:, None], np.zeros((len(cone.h), n))])
    whole = sparse.csc_matrix(np.vstack([np.hstack([R, -np.eye(n)]), *blocks, bounds]))
    rhs = np.concatenate([np.zeros(n), *constants, cone.slacks(u) * row])
    cones = [clarabel.ZeroConeT(n), *(clarabel.PSDTriangleConeT(4) for _ in blocks)]
    cones += [clarabel.NonnegativeConeT(len(cone.h))] if len(cone.h) else []
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = min(1e-8, tolerance)
    P = sparse.diags([0.0] * m + [1.0] * n, format="csc")
    found = clarabel.DefaultSolver(P, np.zeros(m + n), whole, rhs, cones, settings).solve()
    if str(found.status) not in ("Solved", "AlmostSolved", "InsufficientProgress"):
        raise DynidError(
            f'Clarabel ended with "{found.status}"; try solver="barrier", and check units and'
            " prior."
        )
    return found, np.array(found.x)[:m], row


def _multipliers(found: Any, cone: Cone, size: float) -> tuple[Array, Array]:
    """Z (bodies, 4, 4) and those of the bounds."""
    k = 10 * len(cone.bodies)
    z = np.array(found.z)[len(found.z) - k - len(cone.h) :] * size**2
    return np.array([_smat(x) for x in z[:k].reshape(-1, 10)]).reshape(-1, 4, 4), z[k:]


def _smat(x: Array) -> Array:
    """The symmetric matrix of a vector in Clarabel's order."""
    S = np.zeros((4, 4))
    j, i = np.tril_indices(4)
    S[i, j] = S[j, i] = x / np.where(i == j, 1.0, np.sqrt(2.0))
    return S
