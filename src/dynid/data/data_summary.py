"""Logs and data sets in a notebook: a row per joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.notebook import format_span, render_small_table

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.data.log import Log


def log_html(log: Log) -> str:
    rows = []
    for k, joint in enumerate(log.joints):
        unit = "A" if joint in log.currents else "Nm, N"
        torque = (
            "not recorded" if joint in log.torqueless else f"{_format_rms(log.tau[:, k])} {unit}"
        )
        speed = "" if log.qd is None else f"{np.abs(log.qd[:, k]).max():.4g}"
        rows.append((joint, format_span(log.q[:, k].min(), log.q[:, k].max()), speed, torque))
    head = ("joint", "position [rad, m]", "top speed [rad/s, m/s]", "RMS torque")
    return render_small_table(repr(log), head, rows)


def render_data(data: Dataset) -> str:
    if not len(data):
        return render_small_table(
            repr(data), ("joint",), ((name,) for name in data.model.robot.actuated)
        )
    rows = [
        (
            joint,
            format_span(data.q[:, k].min(), data.q[:, k].max()),
            f"{np.abs(data.qd[:, k]).max():.4g}",
            f"{_format_rms(data.tau[:, k])} {unit}",
            f"{100.0 * np.mean(data.use[:, k]):.0f} %",
        )
        for k, (joint, unit) in enumerate(zip(data.model.robot.actuated, data.units))
    ]
    head = ("joint", "position [rad, m]", "top speed [rad/s, m/s]", "RMS torque", "used")
    return render_small_table(repr(data), head, rows)


def _format_rms(x: Array) -> str:
    return f"{np.sqrt(np.mean(x**2)):.4g}"
