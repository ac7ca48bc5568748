"""Plots of a validation: torques, what is left of them, its spectrum and its autocorrelation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.arrays import Array
from dynid.data.cubic_spline import compute_power_density
from dynid.errors import InputError, join_names
from dynid.figures import Figure, make_subplots
from dynid.identification.correlation import compute_autocorrelation
from dynid.plotting import (
    MEASURED,
    POINTS,
    PREDICTED,
    RESIDUAL,
    add_line,
    compute_usual_step,
    concatenate_times,
    finish,
    get_colour,
    label,
    to_single_precision,
)

if TYPE_CHECKING:
    from dynid.validation.prediction_check import Validation

LAGS = 200
CORRELATED = 1 << 18  # samples, at most, that an autocorrelation is computed from
SEGMENT = 2048  # samples of a stretch whose spectra are averaged (Welch)
BANDS = 200  # points of a spectrum, evenly spaced in log frequency


def draw_torque(check: Validation, joint: str | None = None, points: int = POINTS) -> Any:
    """For one joint or for all: torque measured and predicted; below, the difference, in grey where
    it does not count."""
    names = [j.joint for j in check.joints]
    if joint is not None and joint not in names:
        raise InputError(f"plot: got joint '{joint}', expected one of {join_names(names)}.")
    chosen = range(len(names)) if joint is None else [names.index(joint)]
    heights = [0.7, 0.3] * len(chosen)
    figure = make_subplots(
        rows=2 * len(chosen),
        cols=1,
        shared_xaxes="all",
        row_heights=heights,
        vertical_spacing=0.08 / len(chosen),
    )
    t = concatenate_times(check.t)
    for place, j in enumerate(chosen):
        row, first = 2 * place + 1, place == 0
        e, use = check.measured[:, j] - check.predicted[:, j], check.use[:, j]
        # told apart by their width as well: a thin line upon a broad one
        lines = [
            (check.measured[:, j], "measured", MEASURED, row, 3.0),
            (check.predicted[:, j], "predicted", PREDICTED, row, 1.3),
            (np.where(use, e, np.nan), "difference", RESIDUAL, row + 1, 1.2),
        ]
        if not use.all():  # below the others: there the error is often the largest
            lines.insert(2, (e, "not counted", MEASURED, row + 1, 1.2))
        for y, name, shade, r, width in lines:
            look = {"legendgroup": name, "row": r, "col": 1, "line": {"width": width}}
            named = first and r == row
            add_line(figure, t, y, name, shade, points, showlegend=named, **look)
        figure.update_yaxes(title_text=label(names[j]), row=row, col=1)
        figure.update_yaxes(title_text="difference", row=row + 1, col=1)
    figure.update_xaxes(title_text="t [s]", row=2 * len(chosen), col=1)
    return finish(figure, 90 + 250 * len(chosen))


def draw_spectrum(check: Validation) -> Any:
    """Amplitude spectra of what is left of each joint's torque, relative to the joint's RMS
    torque."""
    figure = Figure()
    rate = 1.0 / compute_usual_step(check.t)
    for j, joint in enumerate(check.joints):
        f, density = compute_spectrum(_compute_residual(check, j), rate)
        rms = (
            float(np.sqrt(np.mean(check.measured[:, j][check.use[:, j]] ** 2)))
            if check.use[:, j].any()
            else 0.0
        )
        if rms == 0.0:  # of a base without motor: there is no torque to compare with
            continue
        y = 100.0 * np.sqrt(density) / rms
        figure.add_scatter(
            x=to_single_precision(f),
            y=to_single_precision(y),
            name=label(joint.joint),
            mode="lines",
            line={"color": get_colour(j), "width": 1.4},
        )
    figure.update_xaxes(type="log", title_text="frequency [Hz]")
    figure.update_yaxes(type="log", title_text="% of RMS torque / √Hz", exponentformat="power")
    return finish(figure, 340, showlegend=True)


def compute_spectrum(e: Array, rate: float) -> tuple[Array, Array]:
    """Welch's power density of a series, averaged in bands of equal width in log frequency, without
    frequency 0."""
    f, density = compute_power_density(e[:, None], rate, min(SEGMENT, len(e)), False)
    f, density = f[1:], density[1:, 0]
    if len(f) < 2:
        return f, density
    edges = np.geomspace(f[0], f[-1], BANDS)
    bands = np.unique(np.digitize(f, edges), return_inverse=True)[1]
    count = np.bincount(bands)
    return np.bincount(bands, f) / count, np.bincount(bands, density) / count


def draw_autocorrelation(check: Validation) -> Any:
    """Autocorrelation of what is left, with the band in which 95 % of white noise's values lie."""
    figure = Figure()
    step, n = compute_usual_step(check.t), min(len(check.t), CORRELATED)
    lags = max(1, min(LAGS, n // 4))
    for j, joint in enumerate(check.joints):
        e, use = _compute_residual(check, j)[:n], check.use[:n, j]
        rho = compute_autocorrelation(e, use, lags)
        figure.add_scatter(
            x=to_single_precision(step * np.arange(1.0, lags + 1)),
            y=to_single_precision(rho[1:]),
            name=label(joint.joint),
            mode="lines",
            line={"color": get_colour(j), "width": 1.4},
        )
    band = 1.96 / np.sqrt(max(n, 1))
    figure.add_hrect(y0=-band, y1=band, fillcolor=MEASURED, opacity=0.3, line_width=0)
    figure.update_xaxes(title_text="lag [s]")
    figure.update_yaxes(title_text="autocorrelation", range=[-1.05, 1.05])
    return finish(figure, 340, showlegend=True)


def _compute_residual(check: Validation, j: int) -> Array:
    return np.asarray(np.where(check.use[:, j], check.measured[:, j] - check.predicted[:, j], 0.0))
