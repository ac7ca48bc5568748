"""Covariance of an estimate, with residuals as they are: coloured, and different from joint to
joint.

    Cov = G (sum_j w_j^4 f_j s_j^2 W_j' W_j) G

with the gain G of the estimator, the residual variance s_j^2 of joint j, and the inflation f_j = 1
+ 2 sum_k rho_k from the residuals' autocorrelation: n coloured residuals tell as much about a slow
motion as n / f white ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.errors import DynidError
from dynid.identify.fit import Fit
from dynid.identify.linear import joint_deviation, pseudo_inverse
from dynid.identify.problem import Problem

LONGEST_LAG = 20_000
FEW_LAGS = (
    32  # up to so many, a sum for each is quicker than the Fourier transform of a long series
)
SMALLEST_NOISE = 1e-5  # of a joint's RMS torque: no measurement is better


def residual_series(problem: Problem, theta: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Residuals (rows, joints) in the order of time, and which of them count."""
    parts: dict[int, tuple[Array, NDArray[np.bool_]]] = {}

    def collect(start: int, Y: Array, y: Array, use: NDArray[np.bool_]) -> None:
        parts[start] = (problem.residuals(Y, y, theta), np.array(use))

    problem.each(collect)
    ordered = [parts[start] for start in sorted(parts)]
    return np.concatenate([e for e, _ in ordered]), np.concatenate([use for _, use in ordered])


def autocorrelation(e: Array, use: NDArray[np.bool_], lags: int) -> Array:
    """rho_0 = 1, rho_1, ... of a series with gaps."""
    products, pairs = (_lagged(x, lags) for x in (np.where(use, e, 0.0), use.astype(float)))
    covariance = products / np.maximum(pairs, 1.0)
    return covariance / covariance[0] if covariance[0] > 0 else np.eye(1, lags + 1)[0]


def _lagged(x: Array, lags: int) -> Array:
    """sum_i x_i x_(i+k) for k = 0 .. lags: few lags one by one, many by the Fourier transform."""
    if lags <= FEW_LAGS:
        return np.array([x[: max(len(x) - k, 0)] @ x[k:] for k in range(lags + 1)])
    size = 1 << int(np.ceil(np.log2(2 * len(x))))
    return np.asarray(np.fft.irfft(np.abs(np.fft.rfft(x, size)) ** 2, size)[: lags + 1])


def inflation(e: Array, use: NDArray[np.bool_]) -> float:
    """1 + 2 sum of rho_k, cut by Geyer's rule: pairs rho_2m + rho_2m+1 count until the first that
    is not positive, and
    each at most as the one before. Never below 1."""
    lags = min(len(e) // 3, LONGEST_LAG)
    if lags < 4:
        return 1.0
    rho = autocorrelation(e, use, lags)
    pairs = rho[: 2 * (len(rho) // 2)].reshape(-1, 2).sum(axis=1)
    ends = np.flatnonzero(pairs <= 0)
    pairs = np.minimum.accumulate(pairs[: ends[0] if len(ends) else len(pairs)])
    return float(max(1.0, 2.0 * pairs.sum() - 1.0))


def correlated_deviation(problem: Problem) -> Array:
    """Deviation of each joint's residuals of a free least-squares fit, as white noise that would
    tell as little about slow
    motions: s_j sqrt(f_j)."""
    rms = np.array([np.sqrt(block.square / max(block.n, 1)) for block in problem.blocks])
    if not rms.max() > 0:
        raise DynidError(
            "the torques are zero throughout: there is nothing to identify. Check the log's torque"
            " columns."
        )
    floor = SMALLEST_NOISE * np.where(rms > 0, rms, rms.max())
    weights = np.ones(len(rms))
    for _ in range(3):
        W, y = problem.stacked(weights)
        theta = pseudo_inverse(W, 1e-12)[0] @ y
        sigma = np.maximum(joint_deviation(problem, theta), floor)
        weights = 1.0 / sigma
    e, use = residual_series(problem, theta)
    inflations = np.array([inflation(e[:, j], use[:, j]) for j in range(e.shape[1])])
    return np.asarray(sigma * np.sqrt(inflations))


def covariance(problem: Problem, fit: Fit, inflations: Array) -> Array:
    """Of theta: as given, or by the gain; nan where the estimator knows neither."""
    if fit.covariance is not None:
        return fit.covariance
    if fit.gain is None:
        return np.full((problem.size, problem.size), np.nan)
    variance = joint_deviation(problem, fit.theta) ** 2
    if fit.grams is None:
        middle = problem.gram(fit.joint_weights(len(variance)) ** 4 * inflations * variance)
    else:
        middle = np.einsum("j,jab->ab", inflations * variance, np.array(fit.grams))
    C = fit.gain @ middle @ fit.gain
    C = 0.5 * (C + C.T)
    seen = [block.columns[np.abs(block.R).max(axis=0, initial=0.0) > 0] for block in problem.blocks]
    silent = np.setdiff1d(np.arange(problem.size), np.concatenate(seen))
    C[silent, silent] = np.inf  # what no row of the data touches is not known at all
    return C
