"""Figures of the report that belong to no single result: the motion, the singular values, the
masses."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.data_plot import POSITION, VELOCITY, draw_time_series
from dynid.data.dataset import Dataset
from dynid.figures import Figure
from dynid.identification.estimate import Estimate
from dynid.identification.estimate_text import shorten
from dynid.identification.problem import EXCITED
from dynid.plotting import (
    LONGEST_NAME,
    MEASURED,
    PREDICTED,
    PRIOR,
    WEAK,
    finish,
    label,
)

CORRELATED = 50  # parameters, at most, whose correlations are drawn


def draw_motion(data: Dataset, points: int) -> Any:
    """Positions and velocities of the actuated joints."""
    panels = {POSITION: data.q, VELOCITY: data.qd}
    return draw_time_series(data.t, data.model.robot.actuated, panels, points)


def draw_singular_values(s: Array) -> Any:
    """How visible each direction of the parameters is, relative to the most visible one."""
    relative = s / s[0]
    shown = np.maximum(relative, 1e-16)
    figure = Figure()
    shade = [WEAK if value <= EXCITED else PREDICTED for value in relative]
    figure.add_scatter(
        x=np.arange(1, len(s) + 1),
        y=shown,
        mode="markers",
        marker={"color": shade, "size": 6},
        showlegend=False,
    )
    figure.update_xaxes(title_text="direction")
    figure.update_yaxes(type="log", title_text="visible", exponentformat="power")
    return finish(figure, 280)


def draw_correlations(result: Estimate) -> Any:
    """How much the errors of two parameters go together, from -1 (blue) to 1 (red); of many, those
    that go together most."""
    C = result.correlation
    known = np.flatnonzero(np.isfinite(np.diag(C)))
    C = C[np.ix_(known, known)]
    most = np.abs(C - np.eye(len(C))).max(axis=1, initial=0.0)
    keep = np.sort(np.argsort(-most, kind="stable")[:CORRELATED])
    names = [label(shorten(result.names[known[k]], LONGEST_NAME)) for k in keep]
    figure = Figure()
    z = np.round(C[np.ix_(keep, keep)], 2)
    figure.add_heatmap(z=z.tolist(), x=names, y=names, zmin=-1, zmax=1)
    return finish(figure, 190 + max(9, min(18, 700 // max(1, len(names)))) * len(names))


def draw_masses(result: Estimate, prior: Array) -> Any:
    """Masses of the bodies beside those of the prior."""
    at = [result.parameters.index(f"{name}.m") for name in result.margins]
    names = [label(name) for name in result.margins]
    error = None
    if result.p_interval is not None:
        between = np.abs(result.p_interval[at] - result.p[at][:, None])
        error = {
            "array": between[:, 1],
            "arrayminus": between[:, 0],
            "thickness": 1.5,
            "color": MEASURED,
        }
    figure = Figure()
    figure.add_bar(
        y=names,
        x=result.p[at],
        name="identified",
        marker_color=PREDICTED,
        error_x=error,
        orientation="h",
    )
    figure.add_bar(y=names, x=prior[at], name="prior", marker_color=PRIOR, orientation="h")
    figure.update_xaxes(title_text="mass [kg]")
    figure.update_yaxes(autorange="reversed")
    return finish(figure, 110 + 34 * len(at), barmode="group")
