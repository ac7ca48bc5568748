"""Compiled sparse Householder QR, for blocks of W samples at a time (the sample is the last index of every array).

The schedule (which rows each reflection mixes, which columns it touches) is found once, from the pattern of the closure
equations: see `topology.eliminate`. Redundant equations are welcome: the solution is then the least-squares one.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel
from dynid.robot.closure_rows import W


@kernel
def factor(con, S, V, beta, diagonal):
    """Sparse Householder QR of S[:, :n_d] in place, by the schedule in `con`.

    V holds the reflectors, beta their scales, `diagonal` R_kk.
    """
    rows, row_start, columns, column_start = con.rows, con.row_start, con.columns, con.column_start
    dot = np.empty(W)
    for k in range(row_start.shape[0] - 1):
        first, last = row_start[k], row_start[k + 1]
        _reflector(rows, first, last, S, k, V, beta, diagonal, dot)
        for e in range(column_start[k], column_start[k + 1]):
            reflect(rows, first, last, V, beta, k, S, columns[e], dot)


@kernel
def singularity(con, S, diagonal, margin, det):
    """margin = min_k |R_kk| / |column k| (0: singular), and det = the product of the signs of R_kk, which flips where a
    square system passes a singularity; from the factors of `factor`."""
    rows, row_start, columns, column_start = con.rows, con.row_start, con.columns, con.column_start
    n_d = row_start.shape[0] - 1
    length = diagonal * diagonal  # squared norm of the columns of R: R_0k^2 + ... + R_kk^2
    for k in range(n_d):
        row = rows[row_start[k]]
        for e in range(column_start[k], column_start[k + 1]):
            c = columns[e]
            for w in range(W):
                length[c, w] += S[row, c, w] * S[row, c, w]
    longest = np.zeros(W)
    for k in range(n_d):
        for w in range(W):
            longest[w] = longest[w] if length[k, w] <= longest[w] else length[k, w]
    margin[:] = 1.0
    det[:] = 1.0
    for k in range(n_d):
        for w in range(W):
            # a column that is all round-off belongs to a coordinate that moves nothing: it must not look regular
            floor = 1e-14 * longest[w] + 1e-300
            ratio = np.sqrt(diagonal[k, w] * diagonal[k, w] / (length[k, w] + floor))
            margin[w] = ratio if ratio < margin[w] else margin[w]
            det[w] = det[w] if diagonal[k, w] > 0.0 else -det[w]


@inlined
def _reflector(rows, first, last, S, k, V, beta, diagonal, norm2):
    """v = x - alpha e1 with alpha = -sign(x1) |x|, and beta = 2 / v'v = -1 / (alpha v1), for the rows of column k."""
    for w in range(W):
        norm2[w] = 0.0
    for e in range(first, last):
        row = rows[e]
        for w in range(W):
            x = S[row, k, w]
            V[e, w] = x
            norm2[w] += x * x
    for w in range(W):
        norm = np.sqrt(norm2[w])
        x = V[first, w]
        alpha = norm if x < 0.0 else -norm
        V[first, w] = x - alpha
        beta[k, w] = -1.0 / (alpha * (x - alpha)) if norm > 0.0 else 0.0
        diagonal[k, w] = alpha


@inlined
def reflect(rows, first, last, V, beta, k, S, c, dot):
    """b -= v beta (v . b), for the column b = S[:, c]."""
    for w in range(W):
        dot[w] = 0.0
    for e in range(first, last):
        row = rows[e]
        for w in range(W):
            dot[w] += V[e, w] * S[row, c, w]
    for w in range(W):
        dot[w] *= beta[k, w]
    for e in range(first, last):
        row = rows[e]
        for w in range(W):
            S[row, c, w] -= V[e, w] * dot[w]


@kernel
def solve(con, S, V, beta, diagonal, b, x):
    """x (n_d, columns, W) that solves (or least-squares solves) S x = b, for the columns of b (m, columns, W), which
    are used up; with the factors of `factor`."""
    rows, row_start, columns, column_start = con.rows, con.row_start, con.columns, con.column_start
    n_d = row_start.shape[0] - 1
    dot = np.empty(W)
    for k in range(n_d):
        for c in range(b.shape[1]):
            reflect(rows, row_start[k], row_start[k + 1], V, beta, k, b, c, dot)
    for k in range(n_d - 1, -1, -1):
        row = rows[row_start[k]]
        for c in range(b.shape[1]):
            for w in range(W):
                x[k, c, w] = b[row, c, w]
            for e in range(column_start[k], column_start[k + 1]):
                j = columns[e]
                for w in range(W):
                    x[k, c, w] -= S[row, j, w] * x[j, c, w]
            for w in range(W):
                x[k, c, w] = x[k, c, w] / diagonal[k, w]


@kernel
def same_side(base, A, n_d, det):
    """det (W,) = the sign of det(base' A) for tall A (m, columns, W): by Cauchy and Binet the sum over all square choices of
    rows of det(base) det(A), positive near the base pose; it takes the part of the determinant of a square system."""
    m = base.shape[0]
    B = np.empty((n_d, n_d))
    for w in range(W):
        for i in range(n_d):
            for j in range(n_d):
                total = 0.0
                for k in range(m):
                    total += base[k, i] * A[k, j, w]
                B[i, j] = total
        sign = 1.0
        for k in range(n_d):  # Gauss with row exchanges
            pivot = k
            for i in range(k + 1, n_d):
                if abs(B[i, k]) > abs(B[pivot, k]):
                    pivot = i
            if pivot != k:
                sign = -sign
                for j in range(n_d):
                    B[k, j], B[pivot, j] = B[pivot, j], B[k, j]
            if B[k, k] == 0.0:
                sign = 0.0
                break
            sign = sign if B[k, k] > 0.0 else -sign
            for i in range(k + 1, n_d):
                factor = B[i, k] / B[k, k]
                for j in range(k + 1, n_d):
                    B[i, j] -= factor * B[k, j]
        det[w] = sign


@kernel
def solve_transposed(con, S, V, beta, diagonal, x, b):
    """b (m, columns, W), the shortest solution of S' b = x, for the columns of x (n_d, columns, W), which are used up:
    b = Q R^-T x, with the factors of `factor`."""
    rows, row_start, columns, column_start = con.rows, con.row_start, con.columns, con.column_start
    n_d = row_start.shape[0] - 1
    dot = np.empty(W)
    b[:] = 0.0
    for k in range(n_d):
        row = rows[row_start[k]]
        for c in range(b.shape[1]):
            for w in range(W):
                b[row, c, w] = x[k, c, w] / diagonal[k, w]
            for e in range(column_start[k], column_start[k + 1]):
                j = columns[e]
                for w in range(W):
                    x[j, c, w] -= S[row, j, w] * b[row, c, w]
    for k in range(n_d - 1, -1, -1):
        for c in range(b.shape[1]):
            reflect(rows, row_start[k], row_start[k + 1], V, beta, k, b, c, dot)
