"""Residuals correlated in time: n of them tell as much about a slow motion as n / f white ones."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array

LONGEST_LAG = 20_000
# up to so many, a sum for each is quicker than the Fourier transform of a long series
FEW_LAGS = 32


def compute_autocorrelation(e: Array, use: NDArray[np.bool_], lags: int) -> Array:
    """rho_0 = 1, rho_1, ... of a series with gaps."""
    products = _compute_lagged_products(np.where(use, e, 0.0), lags)
    pairs = len(e) - np.arange(lags + 1.0) if use.all() else _count_pairs(use.tobytes(), lags)
    covariance: Array = products / np.maximum(pairs, 1.0)
    rho: Array = covariance / covariance[0] if covariance[0] > 0 else np.eye(1, lags + 1)[0]
    return rho


@lru_cache(maxsize=32)  # many series are asked with the same gaps
def _count_pairs(use: bytes, lags: int) -> Array:
    """How many pairs of samples that count are 0 .. lags apart."""
    return _compute_lagged_products(np.frombuffer(use, dtype=bool).astype(float), lags)


def _compute_lagged_products(x: Array, lags: int) -> Array:
    """sum_i x_i x_(i+k) for k = 0 .. lags: few lags one by one, many by the Fourier transform."""
    if lags <= FEW_LAGS:
        return np.array([x[: max(len(x) - k, 0)] @ x[k:] for k in range(lags + 1)])
    size = 1 << int(np.ceil(np.log2(len(x) + lags)))
    return np.asarray(np.fft.irfft(np.abs(np.fft.rfft(x, size)) ** 2, size)[: lags + 1])


def compute_inflation(e: Array, use: NDArray[np.bool_]) -> float:
    """1 + 2 sum of rho_k, cut by Geyer's rule: pairs rho_2m + rho_2m+1 count until the first that
    is not positive, and
    each at most as the one before. Never below 1."""
    lags = min(len(e) // 3, LONGEST_LAG)
    if lags < 4:
        return 1.0
    rho = compute_autocorrelation(e, use, lags)
    pairs = rho[: 2 * (len(rho) // 2)].reshape(-1, 2).sum(axis=1)
    ends = np.flatnonzero(pairs <= 0)
    pairs = np.minimum.accumulate(pairs[: ends[0] if len(ends) else len(pairs)])
    return float(max(1.0, 2.0 * pairs.sum() - 1.0))


def compute_inflations(e: Array, use: NDArray[np.bool_]) -> Array:
    """(joints,) of residuals (rows, joints)."""
    return np.array([compute_inflation(e[:, j], use[:, j]) for j in range(e.shape[1])])
