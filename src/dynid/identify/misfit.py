"""A model that is not perfect: how far the estimate moves from one part of the motion to another,
beyond what coloured noise explains.

The log is cut into blocks of time (each of several logs on its own). With A = sum_b A_b the normal
matrix of the free least squares, e its residuals and the score g_b = sum_j w_j^2 W_bj' e_bj of
block b, the estimate without block b differs by

    theta - theta_(-b) = (A - A_b)^-1 g_b

Noise that has nothing to do with the motion leads to scores of covariance M0 = sum_j w_j^4 d_j^2
W_j' W_j (d_j: deviation of the joint's residuals, correlation included), friction that the model
lacks to larger ones: what one part of the motion tells does not hold in another. The jackknife's
variance of the estimate takes their place where they are larger, and as far as the blocks show that
the model is wrong; noise alone leaves M0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.identify.compress import compress_in_time, stretches
from dynid.identify.linear import pseudo_inverse
from dynid.identify.problem import EXCITED, Problem

# deviations of the blocks' scatter above that of noise: misfit is doubtful below, and sure beyond
DOUBTFUL, SURE = 2.0, 3.0
# of what is known of a direction, from one block: with more, nothing else could confirm it
LEVERAGE = 0.999
WIDENED = (
    "parts of the motion contradict each other by more than noise: the model lacks something, and"
    " the intervals are widened by it"
)


@dataclass(frozen=True, eq=False)
class Scatter:
    """Covariance M = Q R Q' of the scores: M0 = Q Q' that of coloured noise alone, with Q' = U'
    W for orthonormal U (rows of the compressed problem, directions)."""

    Q: Array
    R: Array
    U: Array
    #: from 0 (noise explains the scatter of the blocks) to 1
    share: float = 0.0

    @property
    def covariance(self) -> Array:
        return np.asarray(self.Q @ self.R @ self.Q.T)

    @property
    def notes(self) -> tuple[str, ...]:
        return () if self.share == 0 else (WIDENED,)

    def widened(self, noise: Array) -> Array:
        """Noise of the rows (..., rows) with unit covariance, such that W' noise has M."""
        values, V = np.linalg.eigh(self.R)
        more = (V * (np.sqrt(np.maximum(values, 1.0)) - 1.0)) @ V.T
        return np.asarray(noise + (noise @ self.U) @ more @ self.U.T)


def scatter(problem: Problem, weights: Array, deviations: Array) -> Scatter:
    """Of the scores of least squares with these weights w_j, for residuals of deviation d_j as
    white noise."""
    W, _ = problem.stacked(weights**2 * deviations)
    norm = np.linalg.norm(W, axis=0)
    norm = np.where(norm > 0, norm, 1.0)
    U, s, Vt = np.linalg.svd(W / norm, full_matrices=False)
    shown = s > EXCITED * s[0]
    U, s, Vt = U[:, shown], s[shown], Vt[shown]
    Q, k = norm[:, None] * (Vt.T * s), len(s)
    edges, log = stretches(problem.stream.lengths if problem.stream is not None else ())
    if len(edges) < 2 or not k:
        return Scatter(Q, np.eye(k), U)
    T = (Vt / norm).T / s  # theta = T x in directions x that noise leaves alike: T' M0 T = 1
    A, M0, g = _of_blocks(problem, weights, deviations)
    # further to x = H v with H' T' A T H = 1, so that B_b = H' T' A_b T H is a block's share
    H = _whitening(T.T @ A.sum(axis=0) @ T)
    X, back = T @ H, np.linalg.inv(H)
    B, N, g = X.T @ A @ X, X.T @ M0 @ X, g @ X
    half, whole = _lifts(B)
    square = float(np.sum((np.einsum("bij,bj->bi", half, g) @ back) ** 2))
    mean, deviation = _square_of_noise(back.T @ half, B, N)
    share = float(np.clip(((square - mean) / deviation - DOUBTFUL) / (SURE - DOUBTFUL), 0.0, 1.0))
    R = _larger(np.eye(k), np.einsum("bij,bj->bi", whole, g) @ back)
    if 1 < log[-1] + 1 < len(edges):  # several logs: what changes from run to run, as well
        B, g = (np.array([x[log == i].sum(axis=0) for i in range(log[-1] + 1)]) for x in (B, g))
        R = _larger(R, np.einsum("bij,bj->bi", _lifts(B)[1], g) @ back)
    return Scatter(Q, np.eye(k) + share * (R - np.eye(k)), U, share)


def _larger(R: Array, changes: Array) -> Array:
    """R, raised to the jackknife's (K - 1) / K sum_b c_b c_b' in the directions where that is
    larger."""
    K = len(changes)
    values, V = np.linalg.eigh((K - 1) / K * changes.T @ changes)
    more = np.maximum(values - np.einsum("ki,kl,li->i", V, R, V), 0.0)
    return np.asarray(R + (V * more) @ V.T)


def _of_blocks(problem: Problem, weights: Array, deviations: Array) -> tuple[Array, Array, Array]:
    """A_b and the blocks' parts of M0 (blocks, theta, theta), and g_b (blocks, theta) at the free
    least squares, from the triangles of the blocks."""
    W, y = problem.stacked(weights)
    theta = pseudo_inverse(W, EXCITED)[0] @ y
    n, w2, d2 = problem.size, weights**2, deviations**2
    in_time = problem.in_time
    if not in_time:
        in_time = compress_in_time(problem.rows, problem.joints, problem.pattern)[1]
    A, M, g = (np.zeros((len(in_time), *shape)) for shape in ((n, n), (n, n), (n,)))
    for b, joints in enumerate(in_time):
        for j, part in enumerate(joints):
            c, gram = part.columns, w2[j] * (part.R.T @ part.R)
            A[b][np.ix_(c, c)] += gram
            M[b][np.ix_(c, c)] += w2[j] * d2[j] * gram
            g[b][c] += w2[j] * (part.R.T @ (part.z - part.R @ theta[c]))
    return A, M, g


def _whitening(A: Array) -> Array:
    """H with H' A H = 1."""
    values, V = np.linalg.eigh(A)
    return np.asarray(V / np.sqrt(np.maximum(values, EXCITED**2 * values[-1])))


def _lifts(B: Array) -> tuple[Array, Array]:
    """(1 - B_b)^-1/2, after which scores of covariance B_b - B_b^2 have B_b, and (1 - B_b)^-1."""
    values, V = np.linalg.eigh(B)
    left = 1.0 - np.clip(values, 0.0, LEVERAGE)[:, None, :]
    return (V / np.sqrt(left)) @ V.swapaxes(1, 2), (V / left) @ V.swapaxes(1, 2)


def _square_of_noise(L: Array, B: Array, N: Array) -> tuple[float, float]:
    """Mean and standard deviation of sum_b |L_b g_b|^2 for noise s_b of covariance N_b in the
    blocks, of which least squares leave g_b = s_b - B_b sum_c s_c."""
    whole, mean, variance = N.sum(axis=0), 0.0, 0.0
    for b in range(len(B)):
        # cov(g_b, g_c) = [b = c] N_b - N_b B_c - B_b N_c + B_b N B_c
        C = (B[b] @ whole - N[b]) @ B - B[b] @ N
        C[b] += N[b]
        C = L[b] @ C @ L.swapaxes(1, 2)
        mean += float(np.trace(C[b]))
        variance += 2.0 * float(np.sum(C**2))
    return mean, float(np.sqrt(variance))
