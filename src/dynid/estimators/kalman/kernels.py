"""The filters' arithmetic, compiled: state and covariance from sample to sample."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.compiling import kernel
from dynid.estimators.kalman.joint_kernels import flow, flow_many


class Variances(NamedTuple):
    """position and torque (1,) of what is measured, rough (N,) factors of the torque's, and drift
    of the parameters in a second."""

    position: Array
    torque: Array
    rough: Array
    drift: Array


@kernel
def propagate(P, S, noise, drift, dt):
    """P after a step of dt: Phi P Phi' + S_u diag(noise) S_u' + drift dt, (35) in its discrete
    form. Changes P.

    Phi = [S_x; 0 I] with S = [S_x S_u] the sensitivities (2n, nx + n) of q and v to the state and
    to the torques.
    """
    nx, m = len(P), len(S)
    A = np.zeros((m, nx))
    for a in range(m):
        for k in range(nx):
            for b in range(nx):
                A[a, b] += S[a, k] * P[k, b]
    for a in range(m):
        for b in range(m, nx):
            P[a, b] = P[b, a] = A[a, b]
        for b in range(a + 1):
            total = 0.0
            for k in range(nx):
                total += A[a, k] * S[b, k]
            for k in range(len(noise)):
                total += S[a, nx + k] * noise[k] * S[b, nx + k]
            P[a, b] = P[b, a] = total
    for k in range(m, nx):
        P[k, k] += drift[k - m] * dt


@kernel
def update(x, P, y, R, normal):
    """Measured positions y (n,) with variances R, one after the other; P in Joseph's form (I - K h)
    P (I - K h)' + K R K'.

    Changes x and P; in normal the normalised innovations (n,); returns the log-likelihood.
    """
    nx, likelihood = len(x), 0.0
    p, k = np.empty(nx), np.empty(nx)
    for j in range(len(y)):
        variance = P[j, j] + R[j]
        innovation = y[j] - x[j]
        for a in range(nx):
            p[a], k[a] = P[a, j], P[a, j] / variance
            x[a] += k[a] * innovation
        for a in range(nx):
            for b in range(a + 1):
                P[a, b] += -k[a] * p[b] - p[a] * k[b] + k[a] * k[b] * variance
                P[b, a] = P[a, b]
        normal[j] = innovation / np.sqrt(variance)
        likelihood -= 0.5 * (normal[j] ** 2 + np.log(2.0 * np.pi * variance))
    return likelihood


@kernel
def cholesky(P, L):
    """The lower triangle L of P = L L'; returns whether P is positive definite."""
    L[:] = 0.0
    for i in range(len(P)):
        for j in range(i + 1):
            total = P[i, j]
            for k in range(j):
                total -= L[i, k] * L[j, k]
            if i == j:
                if not total > 0.0:
                    return False
                L[i, i] = np.sqrt(total)
            else:
                L[i, j] = total / L[j, j]
    return True


@kernel
def sigma_points(x, P, u, noise, X, U):
    """In X 2 (nx + n) states (points, nx) and in U torques (points, n) at +- sqrt(nx + n)
    deviations; returns whether P is positive."""
    nx, n = len(x), len(u)
    L = np.empty((nx, nx))
    positive = cholesky(P, L)
    far = np.sqrt(nx + n)
    for k in range(len(X)):
        X[k] = x
        U[k] = u
    for k in range(nx):
        for a in range(k, nx):
            X[2 * k, a] += far * L[a, k]
            X[2 * k + 1, a] -= far * L[a, k]
    for k in range(n):
        U[2 * (nx + k), k] += far * np.sqrt(noise[k])
        U[2 * (nx + k) + 1, k] -= far * np.sqrt(noise[k])
    return positive


@kernel
def moments(X, drift, dt, x, P):
    """In x and P mean and covariance of equally likely states X (points, nx), and the drift of the
    parameters, the last states, in dt."""
    K, nx = X.shape
    x[:] = 0.0
    P[:] = 0.0
    for k in range(K):
        for a in range(nx):
            x[a] += X[k, a] / K
    for k in range(K):
        for a in range(nx):
            for b in range(a + 1):
                P[a, b] += (X[k, a] - x[a]) * (X[k, b] - x[b]) / K
    for a in range(nx):
        for b in range(a):
            P[b, a] = P[a, b]
    for k in range(1, len(drift) + 1):
        P[nx - k, nx - k] += drift[len(drift) - k] * dt


@kernel
def sound(x, P):
    """Whether state and covariance are finite and the variances positive."""
    for k in range(len(x)):
        if not (np.isfinite(x[k]) and P[k, k] > 0.0):
            return False
        for j in range(len(x)):
            if not np.isfinite(P[k, j]):
                return False
    return True


@kernel
def sweep(
    unscented, t, q, tau, held, x, P, about, C, centre, half, k_r, innovations, states, variances
):  # fmt: skip
    """One joint's filter over all samples, and what it leaves (N - 1, ...). Changes x and P. One
    step is `extended` or `unscented` of rules.py. Returns the log-likelihood and the sample at
    which it was lost, 0 if it was not.

    held    0 to 1, see Noises
    about   its `Variances`
    """
    N, nx = len(t), len(x)
    total, positive = 0.0, True
    X, U = np.empty((2 * (nx + 1), nx)), np.empty((2 * (nx + 1), 1))
    S, noise, moved = np.empty((2, nx + 1)), np.empty(1), np.empty((2 * (nx + 1), 2))
    for k in range(1, N):
        dt, u0 = t[k] - t[k - 1], tau[k - 1, 0]
        u1 = tau[k, 0] + held * (u0 - tau[k, 0])
        noise[0] = about.rough[k - 1] * about.torque[0]
        if unscented:
            positive = sigma_points(x, P, tau[k - 1], noise, X, U)
            flow_many(X, U, u1 - u0, dt, C, centre, half, k_r, moved)
            X[:, :2] = moved
            moments(X, about.drift, dt, x, P)
        else:
            x[0], x[1] = flow(x, u0, u1, dt, C, centre, half, k_r, S)
            propagate(P, S, noise, about.drift, dt)
        if not (positive and sound(x, P)):
            return total, k
        total += update(x, P, q[k], about.position, innovations[k - 1])
        states[k - 1] = x
        for j in range(nx):
            variances[k - 1, j] = P[j, j]
    return total, 0
