"""A model that is not perfect: how far the estimate moves from one part of the motion to another,
beyond what correlated noise explains.

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
from dynid.identification.compress import compress_in_time, split_stretches
from dynid.identification.linear import solve_triangular_system
from dynid.identification.problem import EXCITED, Problem

# deviations of the blocks' scatter above that of noise: misfit is doubtful below, and sure beyond
DOUBTFUL, SURE = 2.0, 3.0
# of what is known of a direction, from one block: with more, nothing else could confirm it
LEVERAGE = 0.999
# of weight times deviation among the joints: smaller differences are round-off, and the noise has
# the covariance that the weights take it to have
ALIKE = 1e-9
WIDENED = (
    "different parts of the log give different parameters, by more than noise: the model is"
    " incomplete, and the intervals are widened accordingly"
)


@dataclass(frozen=True, eq=False)
class Scatter:
    """Covariance M = Q R Q' of the scores: M0 = Q Q' that of correlated noise alone, with Q' = U'
    W for the orthonormal U = W T (rows of the compressed problem, directions)."""

    Q: Array
    R: Array
    T: Array
    #: from 0 (noise explains the scatter of the blocks) to 1
    share: float = 0.0

    @property
    def covariance(self) -> Array:
        return np.asarray(self.Q @ self.R @ self.Q.T)

    @property
    def more(self) -> tuple[Array, Array]:
        """V, values: V diag(values) V' is R - 1, as far as it is larger than nothing."""
        if self.share == 0:
            return np.zeros((len(self.R), 0)), np.zeros(0)
        values, V = np.linalg.eigh(self.R)
        return V, np.maximum(values - 1.0, 0.0)

    @property
    def notes(self) -> tuple[str, ...]:
        return () if self.share == 0 else (WIDENED,)

    def widen_noise(self, noise: Array, W: Array) -> Array:
        """Noise of the rows (..., rows) with unit covariance, such that W' noise has M."""
        V, values = self.more
        U = W @ (self.T @ V)
        return np.asarray(noise + ((noise @ U) * (np.sqrt(1.0 + values) - 1.0)) @ U.T)

    @property
    def added(self) -> Array:
        """M - M0, as far as it is larger, of the scores."""
        V, values = self.more
        QV = self.Q @ V
        return np.asarray((QV * values) @ QV.T)


def compute_scatter(
    problem: Problem,
    weights: Array,
    deviations: Array,
    triangle: tuple[Array, Array, float] | None = None,
) -> Scatter:
    """Of the scores of least squares with these weights w_j, for residuals of deviation d_j as
    white noise; `triangle` is that of the weights, where it is known already."""
    ratio = weights * deviations
    alike = np.ptp(ratio) <= ALIKE * ratio.max()
    R, z, _ = problem.compute_triangle(weights) if triangle is None else triangle
    W = ratio[0] * R if alike else problem.compute_triangle(weights * ratio)[0]
    Q, T = _find_directions(W, alike)
    k = T.shape[1]
    edges, log = split_stretches(problem.stream.lengths if problem.stream is not None else ())
    if len(edges) < 2 or not k:
        return Scatter(Q, np.eye(k), T)
    theta = solve_triangular_system(R, z, EXCITED)
    A, M0, g = _sum_blocks(problem, theta, weights, None if alike else deviations)
    # further to x = H v with H' T' A T H = 1, so that B_b = H' T' A_b T H is a block's share
    H = ratio[0] * np.eye(k) if alike else _compute_whitening(T.T @ A.sum(axis=0) @ T)
    X, back = T @ H, np.linalg.inv(H)
    B, g = _compute_shares(A, R) if alike and k == len(R) else X.T @ A @ X, g @ X
    if M0 is None:
        changes, square, mean, deviation = _compare_alike_noise(B, g, ratio[0])
    else:
        lifts = _Lifts(*np.linalg.eigh(B))
        changes, square = lifts.lift(g, 1.0) @ back, float(np.sum((lifts.lift(g, 0.5) @ back) ** 2))
        mean, deviation = _square_of_noise(back.T @ lifts.half, B, X.T @ M0 @ X)
    share = float(np.clip(((square - mean) / deviation - DOUBTFUL) / (SURE - DOUBTFUL), 0.0, 1.0))
    if share == 0:
        return Scatter(Q, np.eye(k), T)
    more = _raise_triangle(np.eye(k), changes)
    if 1 < log[-1] + 1 < len(edges):  # several logs: what changes from run to run, as well
        B, g = (np.array([x[log == i].sum(axis=0) for i in range(log[-1] + 1)]) for x in (B, g))
        more = _raise_triangle(more, _Lifts(*np.linalg.eigh(B)).lift(g, 1.0) @ back)
    return Scatter(Q, np.eye(k) + share * (more - np.eye(k)), T, share)


def _find_directions(W: Array, quick: bool) -> tuple[Array, Array]:
    """Q and T of the directions that a triangle W shows: Q Q' = W'W and W T orthonormal. By
    singular values, or quickly, where it shows all: W' and W^-1."""
    from scipy.linalg.lapack import dtrtri

    norm = np.linalg.norm(W, axis=0)
    norm = np.where(norm > 0, norm, 1.0)
    if quick and len(W):
        s = np.linalg.svd(W / norm, compute_uv=False)
        if s[-1] > EXCITED * s[0]:
            return W.T, np.asarray(dtrtri(W / norm)[0]) / norm[:, None]
    _, s, Vt = np.linalg.svd(W / norm)
    shown = s > EXCITED * s[0]
    s, Vt = s[shown], Vt[shown]
    # theta = T x in directions x that noise leaves alike: T' M0 T = 1
    return norm[:, None] * (Vt.T * s), (Vt / norm).T / s


def _compute_shares(A: Array, R: Array) -> Array:
    """B_b = R^-T A_b R^-1, R upper triangular."""
    from scipy.linalg.lapack import dsygst

    B = np.empty_like(A)
    for share, gram in zip(B, A):
        upper = np.triu(dsygst(gram.T, R)[0])
        share[:] = upper + np.triu(upper, 1).T
    return B


def _raise_triangle(R: Array, changes: Array) -> Array:
    """R, raised to the jackknife's (K - 1) / K sum_b c_b c_b' in the directions where that is
    larger."""
    K = len(changes)
    values, V = np.linalg.eigh((K - 1) / K * changes.T @ changes)
    more = np.maximum(values - np.sum(V * (R @ V), axis=0), 0.0)
    return np.asarray(R + (V * more) @ V.T)


def _sum_blocks(
    problem: Problem, theta: Array, weights: Array, deviations: Array | None
) -> tuple[Array, Array | None, Array]:
    """A_b and the blocks' parts of M0 (blocks, theta, theta; not without deviations), and g_b
    (blocks, theta) at the free least squares, from the triangles of the blocks."""
    n, w2 = problem.size, weights**2
    in_time = problem.in_time
    if not in_time:
        in_time = compress_in_time(problem.rows, problem.joints, problem.pattern)[1]
    A, g = np.zeros((len(in_time), n, n)), np.zeros((len(in_time), n))
    M = None if deviations is None else np.zeros(A.shape)
    for b, joints in enumerate(in_time):
        for j, part in enumerate(joints):
            c, gram = part.columns, w2[j] * (part.R.T @ part.R)
            A[b][np.ix_(c, c)] += gram
            if M is not None and deviations is not None:
                M[b][np.ix_(c, c)] += w2[j] * deviations[j] ** 2 * gram
            g[b][c] += w2[j] * (part.R.T @ (part.z - part.R @ theta[c]))
    return A, M, g


def _compute_whitening(A: Array) -> Array:
    """H with H' A H = 1."""
    values, V = np.linalg.eigh(A)
    return np.asarray(V / np.sqrt(np.maximum(values, EXCITED**2 * values[-1])))


@dataclass(frozen=True, eq=False)
class _Lifts:
    """B_b = V values V': (1 - B_b)^-1/2, after which scores of covariance B_b - B_b^2 have B_b, and
    (1 - B_b)^-1."""

    values: Array
    V: Array

    @property
    def left(self) -> Array:
        return 1.0 - np.clip(self.values, 0.0, LEVERAGE)

    @property
    def half(self) -> Array:
        return np.asarray((self.V / np.sqrt(self.left)[:, None]) @ self.V.swapaxes(1, 2))

    def lift(self, g: Array, power: float) -> Array:
        """(1 - B_b)^-power g_b."""
        inner = (g[:, None] @ self.V) * self.left[:, None] ** -power
        return np.asarray((inner @ self.V.swapaxes(1, 2))[:, 0])


def _compare_alike_noise(B: Array, g: Array, ratio: float) -> tuple[Array, float, float, float]:
    """(1 - B_b)^-1 g_b / ratio; sum_b |L_b g_b / ratio|^2 with L_b = (1 - B_b)^-1/2; and mean and
    deviation of that (`_square_of_noise`) where N_b = B_b: cov(g_b, g_c) = [b = c] B_b - B_b
    B_c."""
    n = B.shape[1]
    changes, whole, mean, variance = np.empty_like(g), np.zeros((n, n)), 0.0, 0.0
    for b, share in enumerate(B):
        lift = _invert_if_regular(np.eye(n) - share)
        if lift is None:  # some direction is known from this block alone
            values, V = np.linalg.eigh(share)
            left = 1.0 - np.clip(values, 0.0, LEVERAGE)
            own, lift = values * (1.0 - values) / left, (V / left) @ V.T
            across = (V * (values**2 / left)) @ V.T  # L_b B_b B_b L_b
            mean, variance = mean + float(own.sum()), variance + float(own @ own)
        else:  # B^2 (1 - B)^-1 = (1 - B)^-1 - 1 - B, and B (1 - B) (1 - B)^-1 = B
            across = lift - np.eye(n) - share
            mean += float(np.trace(share))
            variance += float(np.vdot(share, share))
        changes[b] = lift @ g[b]
        whole += across
        variance -= float(np.vdot(across, across))
    deviation = np.sqrt(2.0 * (float(np.vdot(whole, whole)) + variance))
    return changes / ratio, float(np.sum(changes * g)) / ratio**2, mean, float(deviation)


def _invert_if_regular(A: Array) -> Array | None:
    """A^-1 of a symmetric matrix, unless an eigenvalue may be below 1 - LEVERAGE."""
    from scipy.linalg.lapack import dpotrf, dpotri

    factor, failed = dpotrf(A.T)
    if failed:
        return None
    upper = np.triu(dpotri(factor)[0])
    inverse = upper + np.triu(upper, 1).T
    # the largest eigenvalue of the inverse is no larger than this norm
    return inverse if np.linalg.norm(inverse, np.inf) * (1.0 - LEVERAGE) <= 1.0 else None


def _square_of_noise(L: Array, B: Array, N: Array) -> tuple[float, float]:
    """Mean and standard deviation of sum_b |L_b g_b|^2 for noise s_b of covariance N_b in the
    blocks, of which least squares leave g_b = s_b - B_b sum_c s_c."""
    # cov(g_b, g_c) = [b = c] N_b - N_b B_c - B_b N_c + B_b N B_c, so with b != c
    # L_b cov L_c' = P_b F_c - S_b H_c,  and the squares of all of these are traces of sums over b
    # times sums over c
    F, H = B @ L.swapaxes(1, 2), N @ L.swapaxes(1, 2)
    P, S = L @ (B @ N.sum(axis=0) - N), F.swapaxes(1, 2)
    own = P @ F - S @ H  # b = c, where N_b is missing
    with_own = own + L @ H
    off = _sum_traces(P, S, F, H) - float(np.sum(own**2))
    mean = float(np.trace(with_own, axis1=1, axis2=2).sum())
    return mean, float(np.sqrt(2.0 * max(off + float(np.sum(with_own**2)), 0.0)))


def _sum_traces(P: Array, S: Array, F: Array, H: Array) -> float:
    """sum_bc |P_b F_c - S_b H_c|^2."""

    def sum_products(X: Array, Y: Array) -> Array:
        """sum_b X_b' Y_b."""
        n = X.shape[2]
        return np.asarray(X.reshape(-1, n).T @ Y.reshape(-1, n))

    Ft, Ht = F.swapaxes(1, 2), H.swapaxes(1, 2)
    squares = np.vdot(sum_products(P, P), sum_products(Ft, Ft)) + np.vdot(
        sum_products(S, S), sum_products(Ht, Ht)
    )
    return float(squares - 2.0 * np.vdot(sum_products(P, S), sum_products(Ft, Ht)))


def compute_model_errors(
    problem: Problem, squares: Array, inflations: Array
) -> tuple[Array, Array]:
    """RMS (joints,) of the part of the residuals that is no white noise, and the change (theta,) of
    each parameter whose torque is as large as that:

    r_j^2 = (1 - 1 / f_j) sum e_j^2 / n_j,    m_k^-2 = sum_j (RMS of column k of joint j / r_j)^2
    """
    n = np.array([max(block.n, 1) for block in problem.blocks])
    r = np.sqrt((1.0 - 1.0 / inflations) * squares / n)
    m = np.zeros(problem.size)
    for block, size, error in zip(problem.blocks, n, r):
        column = np.square(np.linalg.norm(block.R, axis=0)) / size
        with np.errstate(divide="ignore", invalid="ignore"):
            m[block.columns] += np.where(column > 0, column / error**2, 0.0)
    with np.errstate(divide="ignore"):
        return r, 1.0 / np.sqrt(m)
