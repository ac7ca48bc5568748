"""The 4 x 4 work of the interior point method, compiled: NumPy's overhead on so small matrices was most of its time.

svec goes along the rows of the upper triangle, off-diagonal entries times sqrt 2, as in `cone`.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel

ROOT2 = np.sqrt(2.0)


@kernel
def scaled_rows(R_inv, E, columns, G, w, gram, F, H):
    """F: svec(R_i^-1 E_k R_i^-T) in the column of every free parameter k of body i, then G / w. H = gram + F'F."""
    n, m = gram.shape[0], 10 * R_inv.shape[0]
    F[:] = 0.0
    H[:] = gram
    for i in range(R_inv.shape[0]):
        for k in range(10):
            c = columns[i, k]
            if c >= n:
                continue
            X = R_inv[i] @ E[k] @ R_inv[i].T
            r = 10 * i
            for a in range(4):
                for b in range(a, 4):
                    F[r, c] = X[a, b] if a == b else ROOT2 * X[a, b]
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


@kernel
def aims(lam, l, target, second, dS, dZ, ds, dz, T, t, u):
    """T, t: Lambda o (dS + dZ) = target - Lambda^2 (- dS o dZ), solved for dS + dZ; u = svec(Lambda + T), then l + t."""
    for i in range(lam.shape[0]):
        r = 10 * i
        product = dS[i] @ dZ[i]
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
    """dS, ds from F d, dZ, dz from what is aimed at; returns the most negative relative change, which limits the step."""
    least = 0.0
    X = np.empty((4, 4))
    Y = np.empty((4, 4))
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
        least = min(least, np.linalg.eigvalsh(X)[0], np.linalg.eigvalsh(Y)[0])
    m = 10 * lam.shape[0]
    for r in range(l.shape[0]):
        ds[r] = Fd[m + r]
        dz[r] = t[r] - ds[r]
        least = min(least, ds[r] / l[r], dz[r] / l[r])
    return least


@kernel
def moved(R_inv, lam, dS, dZ, a):
    """R^-1 and Lambda after a step of length a.

    S~ = L L', Z~ = K K', K' L = U Lambda V'; R becomes R L V Lambda^-1/2, its inverse Lambda^-1/2 U' K' R^-1: all in matrices
    near the diagonal, so that no digits are lost at the boundary.
    """
    new, values = np.empty_like(R_inv), np.empty_like(lam)
    for i in range(len(lam)):
        L = np.linalg.cholesky(np.diag(lam[i]) + a * dS[i])
        K = np.linalg.cholesky(np.diag(lam[i]) + a * dZ[i])
        U, values[i], _ = np.linalg.svd(K.T @ L)
        new[i] = U.T @ (K.T @ R_inv[i])
        for j in range(4):
            new[i, j] /= np.sqrt(values[i, j])
    return new, values


@kernel
def multipliers(R_inv, lam, E, bodies, parameters):
    """Z = R^-T Lambda R^-1 of every body, and sum <E_k, Z> of every parameter."""
    Z = np.empty_like(R_inv)
    pull = np.zeros(parameters)
    for i in range(len(lam)):
        Z[i] = R_inv[i].T @ (np.diag(lam[i]) @ R_inv[i])
        for k in range(10):
            pull[bodies[i, k]] = np.sum(E[k] * Z[i])
    return Z, pull
