"""Logs and data sets as figures: a panel a quantity, a colour a joint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.arrays import Array
from dynid.figures import make_subplots
from dynid.plotting import POINTS, add_line, concatenate_times, finish, get_colour

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.data.log import Log

POSITION, VELOCITY = "position [rad, m]", "velocity [rad/s, m/s]"
ACCELERATION, TORQUE, CURRENT = "acceleration [rad/s², m/s²]", "torque [Nm, N]", "current [A]"
PANEL = 200  # pixels


def log_figure(log: Log) -> Any:
    """What was recorded, as it was recorded."""
    driven = np.array([joint in log.currents for joint in log.joints])
    silent = np.array([joint in log.torqueless for joint in log.joints])
    panels = {POSITION: log.q}
    if log.qd is not None:
        panels[VELOCITY] = log.qd
    panels |= {
        title: np.where(shown, log.tau, np.nan)
        for title, shown in ((TORQUE, ~driven & ~silent), (CURRENT, driven & ~silent))
        if shown.any()
    }
    return draw_time_series(log.t, log.joints, panels)


def draw_data_figure(data: Dataset) -> Any:
    """What identification reads: motion, and the torques below the cutoff."""
    current = np.array([unit == "A" for unit in data.units])
    panels = {POSITION: data.q, VELOCITY: data.qd, ACCELERATION: data.qdd}
    panels |= {
        title: np.where(shown, data.smooth_tau, np.nan)
        for title, shown in ((TORQUE, ~current), (CURRENT, current))
        if shown.any()
    }
    return draw_time_series(data.t, data.model.robot.actuated, panels)


def draw_time_series(
    t: Array, joints: Sequence[str], panels: Mapping[str, Array], points: int = POINTS
) -> Any:
    """Series (N, n) over time, {title with unit: series}, one panel below the other; joints that
    are nan throughout have no line."""
    figure = make_subplots(
        rows=len(panels), cols=1, shared_xaxes=True, vertical_spacing=0.12 / len(panels)
    )
    shown = concatenate_times(t)
    told: set[str] = set()
    for row, (title, series) in enumerate(panels.items(), start=1):
        for j, name in enumerate(joints):
            if np.isnan(series[:, j]).all():
                continue
            look = {"legendgroup": name, "showlegend": name not in told, "row": row, "col": 1}
            add_line(figure, shown, series[:, j], name, get_colour(j), points, **look)
            told.add(name)
        figure.update_yaxes(title_text=title, row=row)
    figure.update_xaxes(title_text="t [s]", row=len(panels))
    return finish(figure, 80 + PANEL * len(panels), showlegend=True)
