"""Convex programs, all set up here and solved by Clarabel:

    min  1/2 |A x - b|^2 + 1/2 x'P x + q'x   with   E x = e,   G x >= h,   M_i(x) >= 0

M_i are symmetric 4 x 4 matrices, linear in x: svec M_i(x) = L_i x + l_i. Squares are written in
residual form, with r = A x - b as further variables: A'A would lose half of the digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array

_I, _J = np.triu_indices(4)
_TWICE = np.where(_I == _J, 1.0, np.sqrt(2.0))
#: svec goes along the rows of the upper triangle, Clarabel down its columns
_DOWN = np.lexsort((_I, _J))
_BACK = np.argsort(_DOWN)


def to_svec(S: Array) -> Array:
    """The ten entries of symmetric matrices (..., 4, 4), off-diagonal ones times sqrt 2: tr(A B) =
    svec A . svec B."""
    return np.asarray(S[..., _I, _J] * _TWICE)


def from_svec(x: Array) -> Array:
    """The symmetric matrices (..., 4, 4) of svec (..., 10)."""
    S = np.zeros((*x.shape[:-1], 4, 4))
    S[..., _I, _J] = S[..., _J, _I] = x / _TWICE
    return S


@dataclass(frozen=True, eq=False)
class ConeSolution:
    """x, how Clarabel says it ended, the gap between the objective and its dual, and the
    multipliers of G x >= h and of the matrices (i, 4, 4)."""

    x: Array
    status: str
    gap: float
    iterations: int
    above: Array
    matrices: Array


Rows = tuple[Array, Array]  # of a linear map, and the other side


def solve_convex(
    n: int,
    *,
    least: Rows | None = None,
    P: Array | None = None,
    q: Array | None = None,
    equal: Rows | None = None,
    above: Rows | None = None,
    matrices: Sequence[Rows] = (),
    tolerance: float = 1e-8,
) -> ConeSolution:
    """The program above over n variables; least: A, b; equal: E, e; above: G, h; matrices: L_i,
    l_i. What is left out is not there."""
    import clarabel
    from scipy import sparse

    nothing = np.zeros((0, n)), np.zeros(0)
    (A, b), (E, e), (G, h) = least or nothing, equal or nothing, above or nothing
    m = len(b)
    # Clarabel: min 1/2 z'Qz + c'z with rows z + s = rhs, s in the cones; z = (x, r)
    maps = [A, E, *(-L[_DOWN] for L, _ in matrices), -G]
    rows = np.zeros((sum(map(len, maps)), n + m))
    rows[:, :n] = np.vstack(maps)
    rows[:m, n:] = -np.eye(m)
    rhs = np.concatenate([b, e, *(l[_DOWN] for _, l in matrices), -h])
    Q = np.zeros((n + m, n + m))
    Q[range(n, n + m), range(n, n + m)] = 1.0
    Q[:n, :n] = 0.0 if P is None else np.triu(P)
    c = np.zeros(n + m)
    c[:n] = 0.0 if q is None else q
    cones = [
        *([clarabel.ZeroConeT(m + len(e))] if m + len(e) else []),
        *(clarabel.PSDTriangleConeT(4) for _ in matrices),
        *([clarabel.NonnegativeConeT(len(h))] if len(h) else []),
    ]
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_threads = False, 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tolerance
    found = clarabel.DefaultSolver(
        sparse.csc_matrix(Q), c, sparse.csc_matrix(rows), rhs, cones, settings
    ).solve()
    z = np.array(found.z)[m + len(e) :]
    return ConeSolution(
        np.array(found.x)[:n],
        str(found.status),
        abs(float(found.obj_val - found.obj_val_dual)),
        found.iterations,
        z[len(z) - len(h) :],
        from_svec(z[: len(z) - len(h)].reshape(-1, 10)[:, _BACK]),
    )
