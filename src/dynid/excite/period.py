"""The base frequency as a variable of the design: Gnad 2024 (9).

The period decides how fast a motion of given size is, so it acts on the criterion through limits of
velocity and acceleration. It is one number: periods in equal ratios are tried, each with
coefficients of its own, and once more beside the best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from dynid.errors import InputError
from dynid.excite.excitation import Excitation
from dynid.excite.series import Fourier, Series

FIRST = 5  # periods from the shortest to the longest, in equal ratios
PERIODS = FIRST + 2  # and one on either side of the best


def best_period(
    design: Callable[[Series], Excitation], series: Series, period: tuple[float, float]
) -> Excitation:
    """The best of the designs for several periods."""
    shape, low, high = _checked(series, period)
    tried: dict[float, Excitation] = {}

    def best() -> float:
        return min(tried, key=lambda T: tried[T].value)

    def at(log_period: float) -> None:
        T = float(np.clip(np.exp(log_period), low, high))
        if T not in tried:
            tried[T] = design(replace(shape, period=T))

    logs = np.linspace(np.log(low), np.log(high), FIRST)
    for each in logs:
        at(each)
    middle, half = np.log(best()), 0.5 * (logs[1] - logs[0])
    for each in (middle - half, middle + half):
        at(each)
    told = ", ".join(f"{T:.3g} s {tried[T].value:.4g}" for T in sorted(tried))
    found = tried[best()]
    return replace(found, notes=(*found.notes, f"criterion by period: {told}"))


def _checked(series: Series, period: Any) -> tuple[Fourier, float, float]:
    try:
        low, high = (float(x) for x in period)
    except (TypeError, ValueError):
        low = high = np.nan
    if not isinstance(series, Fourier) or not 0 < low < high < np.inf:
        raise InputError(
            f"got period {period!r} for {series}, expected (shortest, longest) in seconds, and a"
            " Fourier series."
        )
    return series, low, high
