"""Whether differences d of two independent results, with covariances C1 and C2, are more than
chance."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array

SINGULAR = 1e-12  # variances below this part of the largest, columns scaled to 1, are none


def one_by_one(
    d: Array, v1: Array, v2: Array, nu: tuple[float, float], level: float
) -> tuple[Array, Array]:
    """Half widths of the intervals of d, and p-values: Student's t with Welch's degrees of
    freedom, nu = (v1 + v2)^2 / (v1^2 / nu1 + v2^2 / nu2)."""
    from scipy.stats import t

    with np.errstate(invalid="ignore", divide="ignore"):
        below = v1**2 / max(nu[0], 1.0) + v2**2 / max(nu[1], 1.0)
        freedom = np.where(below > 0, (v1 + v2) ** 2 / below, np.inf)
        std = np.sqrt(v1 + v2)
        half = t.ppf(0.5 + level / 2, freedom) * std
        return half, 2.0 * t.sf(np.abs(d) / std, freedom)


def holm(p: Array, risk: float) -> Array:
    """Which differences stay beyond the intervals when all are looked at: the risk of naming any
    wrongly is `risk`, not that much for each."""
    known = np.flatnonzero(np.isfinite(p))
    found = np.zeros(len(p), dtype=bool)
    for k, place in enumerate(known[np.argsort(p[known])]):
        if p[place] > risk / (len(known) - k):
            break
        found[place] = True
    return found


def joint_test(
    d: Array, C1: Array, C2: Array, nu: tuple[float, float]
) -> tuple[float, int, float, float]:
    """T^2, rank, degrees of freedom and p-value: Hotelling's test, with the degrees of freedom of
    Nel and van der Merwe (1986) where the two covariances are known from few samples.

    nu = (tr S^2 + (tr S)^2) / sum_i (tr S_i^2 + (tr S_i)^2) / nu_i
    """
    from scipy.stats import chi2, f

    if not len(d):
        return np.nan, 0, np.nan, np.nan
    scale = np.sqrt(np.diag(C1 + C2))
    S1, S2 = (C / np.outer(scale, scale) for C in (C1, C2))
    size, axes = np.linalg.eigh(S1 + S2)
    kept = size > SINGULAR * size[-1]
    T2 = float(np.sum((axes.T @ (d / scale))[kept] ** 2 / size[kept]))
    rank = int(np.count_nonzero(kept))

    def spread(S: Array) -> float:
        return float(np.trace(S @ S) + np.trace(S) ** 2)

    below = spread(S1) / max(nu[0], 1.0) + spread(S2) / max(nu[1], 1.0)
    freedom = spread(S1 + S2) / below if below > 0 else np.inf
    left = freedom - rank + 1.0
    if not np.isfinite(freedom):
        return T2, rank, freedom, float(chi2.sf(T2, rank))
    if left < 1.0:  # fewer samples than parameters tell nothing of their covariance
        return T2, rank, freedom, np.nan
    return T2, rank, freedom, float(f.sf(T2 * left / (freedom * rank), rank, left))
