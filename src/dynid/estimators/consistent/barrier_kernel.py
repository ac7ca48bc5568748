"""One step of the interior point method, compiled: NumPy's overhead on so small matrices was most
of its time.

svec goes along the rows of the upper triangle, off-diagonal entries times sqrt 2, as in `cone`.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.estimators.consistent.four import cholesky, least_eigenvalue, orthogonalised, times

ROOT2 = np.sqrt(2.0)
STEP = 0.98  # of the way to the boundary
REFINEMENTS, DIGITS = (
    5,
    1e-10,
)  # of a solution by a triangular factor: rounds at most, and the change that ends them
LOST = 1e-2  # change in the first round that says the factor has too few digits


@kernel
def pulled(R_inv, lam, z, E, columns, G):
    """Z = R^-T Lambda R^-1 of every body, and sum <E_k, Z> + G'z of every free parameter k."""
    n = G.shape[1]
    Z, X = np.empty_like(R_inv), np.empty((4, 4))
    pull = np.zeros(n + 1)  # fixed parameters stand in the last place
    for i in range(len(lam)):
        times(np.diag(lam[i]), R_inv[i], X)
        times(R_inv[i].T, X, Z[i])
        for k in range(10):
            pull[columns[i, k]] += np.sum(E[k] * Z[i])
    return Z, pull[:n] + z @ G


@kernel
def state(R, u, v, R_inv, lam, s, z, E, columns, G):
    """e = R (u - v), the gap sum <S, Z> + <s, z>, the lack 1/2 |e + R^-T sum <E, Z>|^2, and Z of
    every body."""
    e = R @ (u - v)
    Z, x = pulled(R_inv, lam, z, E, columns, G)
    backed(R, x)
    return e, np.sum(lam**2) + s @ z, 0.5 * np.sum((e + x) ** 2), Z


@kernel
def scaled_rows(R_inv, E, columns, G, w, gram, F, H):
    """F: svec(R_i^-1 E_k R_i^-T) in the column of every free parameter k of body i, then G / w. H =
    gram + F'F."""
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
            times(X, R_inv[i].T, Y)
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
    scale = np.sqrt(np.diag(H))
    for c in range(n):
        for j in range(n):
            H[c, j] /= scale[c] * scale[j]
    return scale


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
        x[i] = (x[i] - R[i, i + 1 :] @ x[i + 1 :]) / R[i, i]


@kernel
def least_squares(A, F, c, scale, e, u, rounds):
    """d of min |A d - e|^2 + |F d - u|^2 with c'c = A'A + F'F, scaled; refined by the residuals of
    the rows themselves.

    Also by how much the first round of refinement changed it, relative to it.
    """
    d = np.zeros(len(scale))
    first = 0.0
    for k in range(1 + rounds):
        change = ((e - A @ d) @ A + (u - F @ d) @ F) / scale
        backed(c, change)
        solved(c, change)
        change /= scale
        size, moved = np.abs(d * scale).max(), np.abs(change * scale).max()
        d += change
        if k == 1:
            first = moved / size if size > 0.0 else 0.0
        if moved <= DIGITS * size or moved == 0.0:
            break
    return d, first


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
def step(A, F, c, scale, e, lam, s, z, gap):
    """Predictor and corrector: d, its length a, the changes of S, Z, s, z (scaled), and what
    refinement changed in d."""
    b, m = len(lam), len(s)
    l = np.sqrt(s * z)
    T, t, u = np.empty((b, 4, 4)), np.empty(m), np.empty(10 * b + m)
    dS, dZ, ds, dz = np.zeros((b, 4, 4)), np.zeros((b, 4, 4)), np.zeros(m), np.zeros(m)
    # complementarity, scaled: Lambda o (dS + dZ) = target - Lambda^2 - dS o dZ of the predictor
    aims(lam, l, 0.0, np.bool_(False), dS, dZ, ds, dz, T, t, u)
    # (A'A + F'F) d = A'(b - A v) + F'(Lambda + T)
    d, _ = least_squares(A, F, c, scale, e, u, np.int64(0))  # only to aim by: a few digits do
    a = changes(F @ d, lam, l, T, t, dS, dZ, ds, dz)
    # the predictor's step a shrinks the gap to (1 - a) of it, where S and Z are balanced
    target = (1.0 - min(1.0, a)) ** 3 * gap / max(1, 4 * b + m)
    aims(lam, l, target, np.bool_(True), dS, dZ, ds, dz, T, t, u)
    d, change = least_squares(A, F, c, scale, e, u, np.int64(REFINEMENTS))
    a = min(1.0, STEP * changes(F @ d, lam, l, T, t, dS, dZ, ds, dz))
    return d, a, dS, dZ, ds, dz, change


@kernel
def moved(R_inv, lam, dS, dZ, a):
    """R^-1 and Lambda after a step of length a.

    S~ = L L', Z~ = K K', K' L = U Lambda V'; R becomes R L V Lambda^-1/2, its inverse Lambda^-1/2
    U' K' R^-1: all in matrices near the diagonal, so that no digits are lost at the boundary.
    """
    new, values = np.empty_like(R_inv), np.empty_like(lam)
    S, L, K, W = np.empty((4, 4)), np.empty((4, 4)), np.empty((4, 4)), np.empty((4, 4))
    for i in range(len(lam)):
        for M, change in ((L, dS), (K, dZ)):
            S[:] = a * change[i]
            for j in range(4):
                S[j, j] += lam[i, j]
            cholesky(S, M)
        times(K.T, L, W)
        orthogonalised(W)  # U Lambda
        times(K.T, R_inv[i], S)
        for j in range(4):
            values[i, j] = np.sqrt(W[0, j] ** 2 + W[1, j] ** 2 + W[2, j] ** 2 + W[3, j] ** 2)
            for k in range(4):
                W[k, j] /= values[i, j] ** 1.5
        times(W.T, S, new[i])
    return new, values
