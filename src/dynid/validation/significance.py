"""Whether differences of two independent results are more than chance."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array


def one_by_one(
    d: Array, allowed: Array, v1: Array, v2: Array, nu: tuple[float, float], level: float
) -> tuple[Array, Array]:
    """Half widths of the intervals of differences d of values with variances v1 and v2, and
    p-values of |d| > allowed: Student's t with Welch's degrees of freedom,
    nu = (v1 + v2)^2 / (v1^2 / nu1 + v2^2 / nu2)."""
    from scipy.stats import t

    with np.errstate(invalid="ignore", divide="ignore"):
        below = v1**2 / max(nu[0], 1.0) + v2**2 / max(nu[1], 1.0)
        freedom = np.where(below > 0, (v1 + v2) ** 2 / below, np.inf)
        std = np.sqrt(v1 + v2)
        half = t.ppf(0.5 + level / 2, freedom) * std
        beyond = np.maximum(np.abs(d) - allowed, 0.0)
        return half, 2.0 * t.sf(beyond / std, freedom)


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
