"""The base frequency as a variable of the design: Gnad 2024 (9).

The period T decides how fast a motion of given size is. With the phase t / T held fixed, positions
do not depend on it, and a derivative of order k falls with T^-k: one more variable of the
optimiser, ln T / T_0, with exact gradients.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dynid.errors import InputError
from dynid.excitation.series import Fourier, Series


@dataclass(frozen=True)
class Period:
    """The range of the period [s] of a Fourier series."""

    shortest: float
    longest: float

    def compute_log_range(self, series: Series) -> tuple[float, float]:
        """ln T / T_0 at both ends, T_0 the period of the series."""
        assert isinstance(series, Fourier)
        low, high = np.log(np.array([self.shortest, self.longest]) / series.period)
        return float(low), float(high)

    def stretch_series(self, series: Series, log_period: float) -> Series:
        """With the period T = T_0 exp(log_period)."""
        assert isinstance(series, Fourier)
        period = float(np.clip(series.period * np.exp(log_period), self.shortest, self.longest))
        return replace(series, period=period)


def free_period(series: Series, period: tuple[float, float]) -> tuple[Series, Period]:
    """The series with the middle of the range for a period, and the range."""
    try:
        low, high = (float(x) for x in period)
    except (TypeError, ValueError):
        low = high = np.nan
    if not isinstance(series, Fourier) or not 0 < low < high < np.inf:
        raise InputError(
            f"got period {period!r} for {series}, expected (shortest, longest) in seconds, and a"
            " Fourier series."
        )
    return replace(series, period=float(np.sqrt(low * high))), Period(low, high)
