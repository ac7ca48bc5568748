"""Intervals of the differences of two independent results."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array


def compute_half_widths(v1: Array, v2: Array, nu: tuple[float, float], level: float) -> Array:
    """Of the intervals of differences of values with variances v1 and v2: Student's t with Welch's
    degrees of freedom, nu = (v1 + v2)^2 / (v1^2 / nu1 + v2^2 / nu2)."""
    from scipy.stats import t

    with np.errstate(invalid="ignore", divide="ignore"):
        below = v1**2 / max(nu[0], 1.0) + v2**2 / max(nu[1], 1.0)
        freedom = np.where(below > 0, (v1 + v2) ** 2 / below, np.inf)
        return np.asarray(t.ppf(0.5 + level / 2, freedom) * np.sqrt(v1 + v2))
