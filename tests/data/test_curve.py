"""Curves through samples and their density of power, against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.ndimage import correlate1d, maximum_filter1d
from scipy.signal import welch

from dynid.data.cubic_spline import SplineCurve, compute_power_density
from dynid.data.masks import spread
from dynid.data.resampling import FIRST, SECOND, differentiate


@pytest.mark.parametrize("count", [2, 3, 4, 5, 500])
def test_a_curve_is_the_cubic_spline(count):
    rng = np.random.default_rng(count)
    t, x = np.cumsum(rng.uniform(0.5, 1.5, count)), rng.normal(size=(count, 3))
    at = rng.uniform(t[0] - 0.1, t[-1] + 0.1, 300)
    np.testing.assert_allclose(
        SplineCurve.fit_through(t, x)(at), CubicSpline(t, x, axis=0)(at), atol=1e-13
    )


@pytest.mark.parametrize("window", [100, 101])
@pytest.mark.parametrize("centred", [True, False])
def test_density_of_power_is_welchs(window, centred):
    x = np.random.default_rng(window).normal(size=(1057, 2)) + 3.0
    f, density = compute_power_density(x, 50.0, window, centred)
    detrend = "constant" if centred else False
    wanted = welch(x, 50.0, nperseg=window, axis=0, detrend=detrend)
    np.testing.assert_allclose(f, wanted[0], atol=1e-13)
    np.testing.assert_allclose(density, wanted[1], rtol=1e-10, atol=1e-18)


@pytest.mark.parametrize("count", [4, 7, 60])
def test_differences_are_correlations(count):
    x = np.random.default_rng(count).normal(size=(count, 2))
    first, second = differentiate(x, 0.1)
    np.testing.assert_allclose(first, correlate1d(x, FIRST, axis=0) / 0.1, rtol=1e-12)
    np.testing.assert_allclose(second, correlate1d(x, SECOND, axis=0) / 0.1**2, rtol=1e-12)


@pytest.mark.parametrize("width", [1, 2, 5, 200])
def test_a_mask_spreads_as_a_maximum(width):
    mask = np.random.default_rng(width).random((90, 2)) < 0.04
    wanted = maximum_filter1d(mask, width, axis=0, mode="constant")
    assert (spread(mask, width) == wanted).all()
