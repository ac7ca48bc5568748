"""Compiled sparse Householder QR, for blocks of W samples at a time (the sample is the last index
of every array).

The schedule (which rows each reflection mixes, which columns it touches) is found once, from the
pattern of the closure equations: see `topology.eliminate`. Redundant equations are welcome: the
solution is then the least-squares one.

Step k keeps its reflector in Q, flat, from entry row_start[k] + 2 k on: 1 / R_kk, beta, v (one
entry for each row). Steps of two and three rows, those of most loops, have loops of their own: one
pass over the samples instead of one for every row. One array for all of a reflector leaves the
compiler few overlaps to rule out before it may vectorise.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, lanes, lean
from dynid.loops.rows import W


@lean
def factor(con, S, Q, diagonal, dot):
    """Sparse Householder QR of S[:, :n_d] in place, by the schedule in `con`; Q holds the
    reflectors, `diagonal` R_kk."""
    rows, row_start, columns, column_start = con.rows, con.row_start, con.columns, con.column_start
    for k in range(row_start.shape[0] - 1):
        first, last = row_start[k], row_start[k + 1]
        reflector(rows, first, last, S, k, Q, diagonal, dot)
        for e in range(column_start[k], column_start[k + 1]):
            reflect(rows, first, last, Q, k, S, columns[e], dot)


@lean
def singularity(con, S, diagonal, margin, det, length, longest):
    """margin = min_k |R_kk| / |column k| (0: singular), and det = the product of the signs of R_kk,
    which flips where a
    square system passes a singularity; from the factors of `factor`."""
    rows, row_start, columns, column_start = con.rows, con.row_start, con.columns, con.column_start
    n_d = row_start.shape[0] - 1
    # length (n_d, W): the squared norm of the columns of R, R_0k^2 + ... + R_kk^2
    for k in range(n_d):
        for w in lanes(W):
            length[k, w] = diagonal[k, w] * diagonal[k, w]
    for k in range(n_d):
        row = rows[row_start[k]]
        for e in range(column_start[k], column_start[k + 1]):
            c = columns[e]
            for w in lanes(W):
                length[c, w] += S[row, c, w] * S[row, c, w]
    for w in lanes(W):
        longest[w] = 0.0
    for k in range(n_d):
        for w in lanes(W):
            longest[w] = longest[w] if length[k, w] <= longest[w] else length[k, w]
    for w in lanes(W):
        margin[w] = 1.0
        det[w] = 1.0
    for k in range(n_d):
        for w in lanes(W):
            # a column that is all round-off belongs to a coordinate that moves nothing: it must not
            # look regular
            floor = 1e-14 * longest[w] + 1e-300
            ratio = diagonal[k, w] * diagonal[k, w] / (length[k, w] + floor)
            margin[w] = ratio if ratio < margin[w] else margin[w]
            det[w] = det[w] if diagonal[k, w] > 0.0 else -det[w]
    for w in lanes(W):
        margin[w] = np.sqrt(margin[w])


@inlined
def reflector(rows, first, last, S, k, Q, diagonal, norm2):
    """v = x - alpha e1 with alpha = -sign(x1) |x|, and beta = 2 / v'v = -1 / (alpha v1), for the
    rows of column k.

    A single row is left as it is: R_kk = x.
    """
    at, row, count = np.uint64((first + 2 * k) * W), rows[first], last - first
    if count == 1:
        for w in lanes(W):
            x = S[row, k, w]
            diagonal[k, w] = x
            Q[at + np.uint64(w)] = 1.0 / x
        return
    if count == 2:
        other = rows[first + 1]
        for w in lanes(W):
            x, y = S[row, k, w], S[other, k, w]
            norm = np.sqrt(x * x + y * y)
            alpha = norm if x < 0.0 else -norm
            diagonal[k, w] = alpha
            scale = -1.0 / (alpha * (x - alpha)) if norm > 0.0 else 0.0
            Q[at + np.uint64(w)], Q[at + np.uint64(W + w)] = (
                ((alpha - x) * scale if norm > 0.0 else np.inf),
                scale,
            )
            Q[at + np.uint64(2 * W + w)], Q[at + np.uint64(3 * W + w)] = x - alpha, y
        return
    if count == 3:
        other, third = rows[first + 1], rows[first + 2]
        for w in lanes(W):
            x, y, z = S[row, k, w], S[other, k, w], S[third, k, w]
            norm = np.sqrt(x * x + y * y + z * z)
            alpha = norm if x < 0.0 else -norm
            diagonal[k, w] = alpha
            scale = -1.0 / (alpha * (x - alpha)) if norm > 0.0 else 0.0
            Q[at + np.uint64(w)], Q[at + np.uint64(W + w)] = (
                ((alpha - x) * scale if norm > 0.0 else np.inf),
                scale,
            )
            (
                Q[at + np.uint64(2 * W + w)],
                Q[at + np.uint64(3 * W + w)],
                Q[at + np.uint64(4 * W + w)],
            ) = (
                x - alpha,
                y,
                z,
            )
        return
    for w in lanes(W):
        norm2[w] = 0.0
    for e in range(count):
        line = rows[first + e]
        for w in lanes(W):
            x = S[line, k, w]
            Q[at + np.uint64((2 + e) * W + w)] = x
            norm2[w] += x * x
    for w in lanes(W):
        norm = np.sqrt(norm2[w])
        x = Q[at + np.uint64(2 * W + w)]
        alpha = norm if x < 0.0 else -norm
        diagonal[k, w] = alpha
        scale = -1.0 / (alpha * (x - alpha)) if norm > 0.0 else 0.0
        Q[at + np.uint64(w)], Q[at + np.uint64(W + w)] = (
            ((alpha - x) * scale if norm > 0.0 else np.inf),
            scale,
        )
        Q[at + np.uint64(2 * W + w)] = x - alpha


@inlined
def reflect(rows, first, last, Q, k, S, c, dot):
    """b -= v beta (v . b), for the column b = S[:, c]."""
    at, row, count = np.uint64((first + 2 * k) * W), rows[first], last - first
    if count == 1:
        return
    if count == 2:
        other = rows[first + 1]
        for w in lanes(W):
            v0, v1 = Q[at + np.uint64(2 * W + w)], Q[at + np.uint64(3 * W + w)]
            b0, b1 = S[row, c, w], S[other, c, w]
            s = Q[at + np.uint64(W + w)] * (v0 * b0 + v1 * b1)
            S[row, c, w] = b0 - v0 * s
            S[other, c, w] = b1 - v1 * s
        return
    if count == 3:
        other, third = rows[first + 1], rows[first + 2]
        for w in lanes(W):
            v0, v1, v2 = (
                Q[at + np.uint64(2 * W + w)],
                Q[at + np.uint64(3 * W + w)],
                Q[at + np.uint64(4 * W + w)],
            )
            b0, b1, b2 = S[row, c, w], S[other, c, w], S[third, c, w]
            s = Q[at + np.uint64(W + w)] * (v0 * b0 + v1 * b1 + v2 * b2)
            S[row, c, w] = b0 - v0 * s
            S[other, c, w] = b1 - v1 * s
            S[third, c, w] = b2 - v2 * s
        return
    for w in lanes(W):
        dot[w] = 0.0
    for e in range(count):
        line = rows[first + e]
        for w in lanes(W):
            dot[w] += Q[at + np.uint64((2 + e) * W + w)] * S[line, c, w]
    for w in lanes(W):
        dot[w] *= Q[at + np.uint64(W + w)]
    for e in range(count):
        line = rows[first + e]
        for w in lanes(W):
            S[line, c, w] -= Q[at + np.uint64((2 + e) * W + w)] * dot[w]


@lean
def solve(con, S, Q, b, x, pattern, dot):
    """x (n_d, columns, W) that solves (or least-squares solves) S x = b, for the columns of b (m,
    columns, W), which
    are used up; with the factors of `factor`.

    pattern = 1 says that b has the zeros of the given coordinates' columns A_i, so that nothing is
    done where con.mixed and con.reached are zero; pattern = 0 is for any right-hand side.
    """
    rows, row_start, columns, column_start = con.rows, con.row_start, con.columns, con.column_start
    mixed, reached = con.mixed, con.reached
    n_d = row_start.shape[0] - 1
    for k in range(n_d):
        for c in range(b.shape[1]):
            if mixed[k, pattern * (1 + c)]:
                reflect(rows, row_start[k], row_start[k + 1], Q, k, b, c, dot)
    for k in range(n_d - 1, -1, -1):
        row, at = rows[row_start[k]], np.uint64((row_start[k] + 2 * k) * W)
        for c in range(b.shape[1]):
            if reached[k, pattern * (1 + c)]:
                back_substitute(
                    S, Q, b, x, columns, column_start[k], column_start[k + 1], k, row, c, at
                )


@inlined
def back_substitute(S, Q, b, x, columns, first, last, k, row, c, at):
    """x_k = (b - S_kj x_j - ...) / R_kk; long rows are worked off in b, three terms at a time."""
    while last - first > 3:
        i, j, h = columns[first], columns[first + 1], columns[first + 2]
        for w in lanes(W):
            b[row, c, w] -= (
                S[row, i, w] * x[i, c, w] + S[row, j, w] * x[j, c, w] + S[row, h, w] * x[h, c, w]
            )
        first += 3
    if last - first == 0:
        for w in lanes(W):
            x[k, c, w] = b[row, c, w] * Q[at + np.uint64(w)]
    elif last - first == 1:
        i = columns[first]
        for w in lanes(W):
            x[k, c, w] = (b[row, c, w] - S[row, i, w] * x[i, c, w]) * Q[at + np.uint64(w)]
    elif last - first == 2:
        i, j = columns[first], columns[first + 1]
        for w in lanes(W):
            x[k, c, w] = (b[row, c, w] - S[row, i, w] * x[i, c, w] - S[row, j, w] * x[j, c, w]) * Q[
                at + np.uint64(w)
            ]
    else:
        i, j, h = columns[first], columns[first + 1], columns[first + 2]
        for w in lanes(W):
            rest = S[row, i, w] * x[i, c, w] + S[row, j, w] * x[j, c, w] + S[row, h, w] * x[h, c, w]
            x[k, c, w] = (b[row, c, w] - rest) * Q[at + np.uint64(w)]


@lean
def same_side(base, A, n_d, det, B):
    """det (W,) = the sign of det(base' A) for tall A (m, columns, W): by Cauchy and Binet the sum
    over all square choices of
    rows of det(base) det(A), positive near the base pose; it takes the part of the determinant of a
    square system.
    """
    m = base.shape[0]
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
