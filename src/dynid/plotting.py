"""What all plots share: colours, names made safe, and long series reduced to what a screen can
show."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.figures import Figure

#: readable on white and on black, and apart for eyes without red, green or blue cones
#: (tests/report/test_palette.py)
MEASURED, PREDICTED, RESIDUAL, PRIOR, WEAK = "#7a8699", "#ee7d55", "#2286f6", "#9465bd", "#b92f42"
BEFORE = "#bb8d00"  # a model with less
JOINTS = ("#2286f6", "#b0570e", "#138b69", "#895dbd", "#bf384e", "#bd991b", "#1dbadc", "#c671aa")
POINTS = 2000  # of a trace, at most: two a pixel on a wide screen
LONGEST_NAME = 26  # letters beside a plot: half the width of a phone
BREAK = 5.0  # times the usual step: a longer one is a gap in the log
LONG_PAUSE = 0.2  # of the recorded time: a longer pause would leave most of a plot empty


def get_colour(k: int) -> str:
    return JOINTS[k % len(JOINTS)]


def label(name: str) -> str:
    """A name for a figure: cut where it would leave no room for the plot, and escaped, since <b> is
    read as HTML."""
    return escape(
        name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…", quote=False
    )


def concatenate_times(t: Array) -> Array:
    """Times of several logs laid one after another: a log begins where the one before ended,
    whatever its clock says."""
    step, usual = np.diff(t), compute_usual_step(t)
    if not len(step) or (step.min() > 0 and step.max() <= BREAK * usual):
        return t
    recorded = np.sum(step[(step > 0) & (step <= BREAK * usual)])
    joined = np.where((step <= 0) | (step > LONG_PAUSE * recorded + BREAK * usual), usual, step)
    return np.asarray(t[0] + np.concatenate([[0.0], np.cumsum(joined)]))


def compute_usual_step(t: Array) -> float:
    """The median step of a log, by a thousand of its steps."""
    at = np.arange(0, len(t) - 1, max(1, len(t) // 1000))
    return float(np.median(t[at + 1] - t[at])) if len(at) else 1.0


def compute_envelope(t: Array, y: Array, points: int = POINTS) -> tuple[Array, Array]:
    """The least and the largest value of every stretch, so that no peak is lost; nan, a gap in the
    line, is kept."""
    if len(y) <= points:
        return _insert_gaps(t, y)
    width = -(-2 * len(y) // points)  # samples a stretch
    count = -(-len(y) // width)
    padded = np.full(count * width, np.nan)
    padded[: len(y)] = y
    rows = padded.reshape(count, width)
    start = width * np.arange(count)
    low = start + np.where(np.isnan(rows), np.inf, rows).argmin(axis=1)
    high = start + np.where(np.isnan(rows), -np.inf, rows).argmax(axis=1)
    keep = np.sort(np.stack([low, high], axis=1), axis=1).ravel()
    return _insert_gaps(t[keep], y[keep], usual=0.5 * width * compute_usual_step(t))


def _insert_gaps(t: Array, y: Array, usual: float | None = None) -> tuple[Array, Array]:
    """A nan between points that a pause of the log lies between."""
    step = np.diff(t)
    if not len(step):
        return t, y
    usual = compute_usual_step(t) if usual is None else usual
    after = np.flatnonzero(step > BREAK * usual) + 1
    return np.insert(t, after, t[after - 1]), np.insert(y, after, np.nan)


def to_single_precision(x: Array) -> NDArray[np.float32]:
    """Single precision: half the size of the page, and more than a screen shows."""
    return np.asarray(x, dtype=np.float32)


def add_line(
    figure: Figure, t: Array, y: Array, name: str, shade: str, points: int = POINTS, **options: Any
) -> None:
    """A line of a long series. `options`: row, col, legendgroup, ...."""
    x, v = compute_envelope(t, y, points)
    line = {"color": shade, "width": 1.2, **options.pop("line", {})}
    figure.add_scatter(
        x=to_single_precision(x),
        y=to_single_precision(v),
        name=label(name),
        mode="lines",
        line=line,
        **options,
    )


def finish(figure: Figure, height: int, **layout: Any) -> Figure:
    """The looks of all figures: little ink, legend on top, room for a phone."""
    figure.update_layout(
        height=height,
        margin={"l": 56, "r": 12, "t": 40, "b": 40},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        font={"size": 12},
        **layout,
    )
    return figure
