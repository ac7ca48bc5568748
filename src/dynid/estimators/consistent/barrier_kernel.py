"""One step of the interior point method, compiled: NumPy's overhead on so small matrices was most
of its time.

svec goes along the rows of the upper triangle, off-diagonal entries times sqrt 2, as in `cone`.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel
from dynid.estimators.consistent.four import (
    cholesky,
    least_eigenvalue,
    orthogonalised,
    times,
    times_transposed,
    transposed_times,
)

ROOT2 = np.sqrt(2.0)
STEP = 0.98  # of the way to the boundary
REFINEMENTS, DIGITS = (
    5,
    1e-10,
)  # of a solution by a triangular factor: rounds at most, and the change that ends them
LOST = 1e-2  # change in the first round that says the factor has too few digits


@inlined
def dot(a, b, first):
    """a'b from entry `first` on, in four sums: each addition waits for the one before it."""
    n, s0, s1, s2, s3 = len(b), 0.0, 0.0, 0.0, 0.0
    whole = first + (n - first) // 4 * 4
    for k in range(first, whole, 4):
        s0 += a[k] * b[k]
        s1 += a[k + 1] * b[k + 1]
        s2 += a[k + 2] * b[k + 2]
        s3 += a[k + 3] * b[k + 3]
    for k in range(whole, n):
        s0 += a[k] * b[k]
    return (s0 + s1) + (s2 + s3)


@kernel
def pulled(R_inv, lam, z, E, columns, G, Z, pull):
    """Z = R^-T Lambda R^-1 of every body, and in pull sum <E_k, Z> + G'z of every free parameter
    k; fixed parameters stand in its last place."""
    X = np.empty((4, 4))
    pull[:] = 0.0
    for i in range(len(lam)):
        for a in range(4):
            for b in range(4):
                X[a, b] = lam[i, a] * R_inv[i, a, b]
        transposed_times(R_inv[i], X, Z[i])
        for k in range(10):
            total = 0.0
            for a in range(4):
                for b in range(4):
                    total += E[k, a, b] * Z[i, a, b]
            pull[columns[i, k]] += total
    for r in range(G.shape[0]):
        for c in range(G.shape[1]):
            pull[c] += G[r, c] * z[r]


@kernel
def state(R, u, v, R_inv, lam, s, z, E, columns, G, e, Z, report):
    """e = R (u - v) and Z of every body; in report the gap sum <S, Z> + <s, z> and the lack
    1/2 |e + R^-T sum <E, Z>|^2."""
    n = len(u)
    x, away = np.empty(n + 1), np.empty(n)
    for k in range(n):
        away[k] = u[k] - v[k]
    for k in range(n):
        e[k] = dot(R[k], away, k)
    pulled(R_inv, lam, z, E, columns, G, Z, x)
    backed(R, x[:n])
    gap, lack = 0.0, 0.0
    for i in range(lam.shape[0]):
        for a in range(4):
            gap += lam[i, a] * lam[i, a]
    for r in range(len(s)):
        gap += s[r] * z[r]
    for k in range(n):
        lack += 0.5 * (e[k] + x[k]) ** 2
    report[0], report[1] = gap, lack


@kernel
def scaled_rows(R_inv, E, columns, G, w, gram, F, H, scale):
    """F: svec(R_i^-1 E_k R_i^-T) in the column of every free parameter k of body i, then G / w. H =
    gram + F'F, its diagonal scaled to one by `scale`."""
    n, m = gram.shape[0], 10 * R_inv.shape[0]
    F[:] = 0.0
    H[:] = gram
    X, Y = np.empty((4, 4)), np.empty((4, 4))
    for i in range(R_inv.shape[0]):
        for k in range(10):
            c = columns[i, k]
            if c >= n:
                continue
            times(R_inv[i], E[k], X)
            times_transposed(X, R_inv[i], Y)
            r = 10 * i
            for a in range(4):
                for b in range(a, 4):
                    F[r, c] = Y[a, b] if a == b else ROOT2 * Y[a, b]
                    r += 1
        for k in range(10):
            for j in range(10):
                if columns[i, k] < n and columns[i, j] < n:
                    total = 0.0
                    for r in range(10 * i, 10 * i + 10):
                        total += F[r, columns[i, k]] * F[r, columns[i, j]]
                    H[columns[i, k], columns[i, j]] += total
    for r in range(G.shape[0]):
        for c in range(n):
            if G[r, c] != 0.0:
                F[m + r, c] = G[r, c] / w[r]
        for c in range(n):
            if F[m + r, c] != 0.0:
                for j in range(n):
                    H[c, j] += F[m + r, c] * F[m + r, j]
    for c in range(n):
        scale[c] = np.sqrt(H[c, c])
    for c in range(n):
        for j in range(n):
            H[c, j] /= scale[c] * scale[j]


@kernel
def backed(R, x):
    """x becomes R^-T x, R upper triangular."""
    for i in range(len(x)):
        x[i] /= R[i, i]
        for j in range(i + 1, len(x)):
            x[j] -= R[i, j] * x[i]


@kernel
def solved(R, x):
    """x becomes R^-1 x, R upper triangular."""
    for i in range(len(x) - 1, -1, -1):
        x[i] = (x[i] - dot(R[i], x, i + 1)) / R[i, i]


@kernel
def rows_times(F, columns, d, out):
    """out = F d: rows of a body act on its own parameters only."""
    n, m = len(d), 10 * columns.shape[0]
    for i in range(columns.shape[0]):
        for r in range(10 * i, 10 * i + 10):
            total = 0.0
            for k in range(10):
                if columns[i, k] < n:
                    total += F[r, columns[i, k]] * d[columns[i, k]]
            out[r] = total
    for r in range(m, F.shape[0]):
        out[r] = dot(F[r], d, 0)


@kernel
def least_squares(A, F, columns, c, scale, e, u, rounds, d):
    """d of min |A d - e|^2 + |F d - u|^2 with c'c = A'A + F'F, scaled; refined by the residuals of
    the rows themselves.

    Returns by how much the first round of refinement changed it, relative to it.
    """
    change, Fd = np.empty(len(scale)), np.empty(F.shape[0])
    n, m = len(d), 10 * columns.shape[0]
    d[:] = 0.0
    first = 0.0
    for k in range(1 + rounds):
        change[:] = 0.0
        for i in range(A.shape[0]):
            rest = e[i] - dot(A[i], d, i)  # A is upper triangular
            for j in range(i, len(d)):
                change[j] += A[i, j] * rest
        rows_times(F, columns, d, Fd)
        for i in range(columns.shape[0]):
            for r in range(10 * i, 10 * i + 10):
                rest = u[r] - Fd[r]
                for j in range(10):
                    if columns[i, j] < n:
                        change[columns[i, j]] += F[r, columns[i, j]] * rest
        for r in range(m, F.shape[0]):
            rest = u[r] - Fd[r]
            for j in range(n):
                change[j] += F[r, j] * rest
        for j in range(len(d)):
            change[j] /= scale[j]
        backed(c, change)
        solved(c, change)
        size, moved = 0.0, 0.0
        for j in range(len(d)):
            # keeps nan
            old, new = abs(d[j] * scale[j]), abs(change[j])
            size = size if old <= size else old
            moved = moved if new <= moved else new
            d[j] += change[j] / scale[j]
        if k == 1:
            first = moved / size if size > 0.0 else 0.0
        if moved <= DIGITS * size or moved == 0.0:
            break
    return first


@kernel
def aims(lam, l, target, second, dS, dZ, ds, dz, T, t, u):
    """T, t: Lambda o (dS + dZ) = target - Lambda^2 (- dS o dZ), solved for dS + dZ; u = svec(Lambda
    + T), then l + t."""
    product = np.empty((4, 4))
    for i in range(lam.shape[0]):
        r = 10 * i
        times(dS[i], dZ[i], product)
        for a in range(4):
            for b in range(4):
                x = target - lam[i, a] ** 2 if a == b else 0.0
                if second:
                    x -= 0.5 * (product[a, b] + product[b, a])
                T[i, a, b] = 2.0 * x / (lam[i, a] + lam[i, b])
            for b in range(a, 4):
                u[r] = T[i, a, b] + lam[i, a] if a == b else ROOT2 * T[i, a, b]
                r += 1
    m = 10 * lam.shape[0]
    for r in range(l.shape[0]):
        x = target - l[r] ** 2 - (ds[r] * dz[r] if second else 0.0)
        t[r] = x / l[r]
        u[m + r] = t[r] + l[r]


@kernel
def changes(Fd, lam, l, T, t, dS, dZ, ds, dz):
    """dS, ds from F d, dZ, dz from what is aimed at; returns the longest step along which all stays
    positive."""
    least = -STEP  # no step is longer than 1 / STEP
    X = np.empty((4, 4))
    Y = np.empty((4, 4))
    W = np.empty((4, 4))
    for i in range(lam.shape[0]):
        r = 10 * i
        for a in range(4):
            for b in range(a, 4):
                x = Fd[r] if a == b else Fd[r] / ROOT2
                dS[i, a, b] = dS[i, b, a] = x
                r += 1
        for a in range(4):
            for b in range(4):
                dZ[i, a, b] = T[i, a, b] - dS[i, a, b]
                root = np.sqrt(lam[i, a] * lam[i, b])
                X[a, b] = dS[i, a, b] / root
                Y[a, b] = dZ[i, a, b] / root
        least = min(least, least_eigenvalue(X, W), least_eigenvalue(Y, W))
    m = 10 * lam.shape[0]
    for r in range(l.shape[0]):
        ds[r] = Fd[m + r]
        dz[r] = t[r] - ds[r]
        least = min(least, ds[r] / l[r], dz[r] / l[r])
    return -1.0 / least


@kernel
def step(A, F, columns, c, scale, e, lam, s, z, gap, d, dS, dZ, ds, dz, report):
    """Predictor and corrector: d and the changes of S, Z, s, z (scaled), which start at zero; in
    report the length of the step, and what refinement changed in d."""
    b, m = len(lam), len(s)
    l, T, t, u = np.empty(m), np.empty((b, 4, 4)), np.empty(m), np.empty(10 * b + m)
    Fd = np.empty(10 * b + m)
    for r in range(m):
        l[r] = np.sqrt(s[r] * z[r])
    # complementarity, scaled: Lambda o (dS + dZ) = target - Lambda^2 - dS o dZ of the predictor
    aims(lam, l, 0.0, np.bool_(False), dS, dZ, ds, dz, T, t, u)
    # (A'A + F'F) d = A'(b - A v) + F'(Lambda + T)
    least_squares(A, F, columns, c, scale, e, u, np.int64(0), d)  # only to aim by: a few digits do
    rows_times(F, columns, d, Fd)
    a = changes(Fd, lam, l, T, t, dS, dZ, ds, dz)
    # the predictor's step a shrinks the gap to (1 - a) of it, where S and Z are balanced
    target = (1.0 - min(1.0, a)) ** 3 * gap / max(1, 4 * b + m)
    aims(lam, l, target, np.bool_(True), dS, dZ, ds, dz, T, t, u)
    change = least_squares(A, F, columns, c, scale, e, u, np.int64(REFINEMENTS), d)
    rows_times(F, columns, d, Fd)
    a = min(1.0, STEP * changes(Fd, lam, l, T, t, dS, dZ, ds, dz))
    report[0], report[1] = a, change


@kernel
def moved(R_inv, lam, dS, dZ, a, new, values):
    """R^-1 and Lambda after a step of length a.

    S~ = L L', Z~ = K K', K' L = U Lambda V'; R becomes R L V Lambda^-1/2, its inverse Lambda^-1/2
    U' K' R^-1: all in matrices near the diagonal, so that no digits are lost at the boundary.
    """
    S, L, K, W = np.empty((4, 4)), np.empty((4, 4)), np.empty((4, 4)), np.empty((4, 4))
    for i in range(len(lam)):
        _factored(lam[i], dS[i], a, S, L)
        _factored(lam[i], dZ[i], a, S, K)
        transposed_times(K, L, W)
        orthogonalised(W)  # U Lambda
        transposed_times(K, R_inv[i], S)
        for j in range(4):
            values[i, j] = np.sqrt(W[0, j] ** 2 + W[1, j] ** 2 + W[2, j] ** 2 + W[3, j] ** 2)
            for k in range(4):
                W[k, j] /= values[i, j] ** 1.5
        transposed_times(W, S, new[i])


@kernel
def _factored(lam, change, a, S, L):
    """L L' = Lambda + a change."""
    for j in range(4):
        for k in range(4):
            S[j, k] = a * change[j, k]
        S[j, j] += lam[j]
    cholesky(S, L)
