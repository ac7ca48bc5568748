"""Triangles and other matrices of structure, by SciPy's LAPACK.

SciPy's own functions check and copy what these do not: half of the time of a small fit.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import lapack

from dynid.arrays import Array, Ints


def factor_qr(A: Array) -> Array:
    """R (min(m, k), k) of the QR of A (m, k)."""
    k = A.shape[1]
    if not len(A):
        return A
    # the default work space would make LAPACK go column by column
    return np.asarray(np.triu(lapack.dgeqrf(A, lwork=max(1, 64 * k))[0][:k]))


def factor_pivoted_qr(A: Array) -> tuple[Array, Ints]:
    """R of A[:, order] = Q R, and `order`, in which each column is the one that sticks out most of
    those before it."""
    R, order, *_ = lapack.dgeqp3(A)
    return np.asarray(np.triu(R[: A.shape[1]])), np.asarray(order, dtype=np.int64) - 1


def solve_triangular(A: Array, b: Array, lower: bool = False, trans: bool = False) -> Array:
    """x of A x = b, or of A'x = b, A upper or lower triangular."""
    if A.flags.f_contiguous:
        x, zero = lapack.dtrtrs(A, b, lower=lower, trans=trans)
    else:  # its transpose lies by columns, as LAPACK stores
        x, zero = lapack.dtrtrs(A.T, b, lower=not lower, trans=not trans)
    if zero:
        raise np.linalg.LinAlgError(f"a triangle with a zero in row {zero} of its diagonal")
    return np.asarray(x)


def solve_tridiagonal(below: Array, middle: Array, above: Array, b: Array) -> Array:
    """x of T x = b, T with these three diagonals, which are used up as b is."""
    *_, x, zero = lapack.dgtsv(
        below, middle, above, b, overwrite_dl=1, overwrite_d=1, overwrite_du=1, overwrite_b=1
    )
    if zero:
        raise np.linalg.LinAlgError("a singular matrix of three diagonals")
    return np.asarray(x)
