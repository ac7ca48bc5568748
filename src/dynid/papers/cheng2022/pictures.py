"""Cheng 2022: figures like the paper's."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.estimators.per_body.per_body_estimator import PRINCIPAL, PerBody
from dynid.figures import Figure, make_subplots
from dynid.papers.cheng2022.cheng_robot import (
    TABLE_1,
    TABLE_3,
    compute_errors_by_count,
    list_found_values,
    list_six_values,
    make_motion,
)
from dynid.papers.paper_style import format_symbol, get_shade
from dynid.plotting import finish, get_colour
from dynid.robot.builtin import BUILTIN
from dynid.robot.poses import compute_body_poses


def move_legend_below(figure: Any) -> Any:
    """The legend below: titles of the parts stand where it usually is."""
    figure.update_layout(legend={"y": -0.2, "yanchor": "top"})
    return figure


def draw_poses() -> Any:
    robot = BUILTIN["six_dof"]()
    times = np.array([0.0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.0])
    poses = compute_body_poses(robot, make_motion(times)[0])
    points = np.stack([poses[body.name][:, :3, 3] for body in robot.bodies], axis=1)
    last = poses["B6"]
    tip = last[:, :3, 3] + 0.3 * last[:, :3, 0]
    points = np.concatenate([points, tip[:, None]], axis=1)
    figure = make_subplots(rows=1, cols=2, subplot_titles=("side", "above"))
    for k, t in enumerate(times):
        for column, (i, j) in enumerate(((0, 2), (0, 1)), start=1):
            figure.add_scatter(
                x=points[k, :, i],
                y=points[k, :, j],
                mode="lines+markers",
                name=f"{t:g} s",
                legendgroup=str(k),
                showlegend=column == 1,
                line={"color": get_colour(k), "width": 2},
                row=1,
                col=column,
            )
    for column, vertical in ((1, "z [m]"), (2, "y [m]")):
        figure.update_xaxes(title_text="x [m]", row=1, col=column)
        figure.update_yaxes(
            title_text=vertical, scaleanchor="x" if column == 1 else "x2", row=1, col=column
        )
    return move_legend_below(finish(figure, 500))


def draw_errors(result: PerBody) -> Any:
    def draw() -> Any:
        figure = make_subplots(rows=2, cols=3, subplot_titles=tuple(TABLE_1), vertical_spacing=0.16)
        ours = np.abs(list_found_values(result) - list_six_values())
        paper = np.abs(np.array(list(TABLE_3.values())))
        for k in range(6):
            for values, name, mark in ((paper, "paper", "circle-open"), (ours, "here", "circle")):
                y = [None if np.isnan(x) else max(float(x), 1e-5) for x in values[k]]
                figure.add_scatter(
                    x=[*map(format_symbol, PRINCIPAL)],
                    y=y,
                    name=name,
                    mode="markers",
                    marker={"color": get_shade(name), "symbol": mark, "size": 8},
                    legendgroup=name,
                    showlegend=k == 0,
                    row=k // 3 + 1,
                    col=k % 3 + 1,
                )
        figure.update_yaxes(type="log", range=[-5.3, -1])
        figure.update_yaxes(title_text="kg, kg m²", col=1)
        return move_legend_below(finish(figure, 560))

    return draw


def draw_samples() -> Any:
    figure = Figure()
    for n, largest in compute_errors_by_count((5, 10, 20, 50, 100)).items():
        figure.add_box(
            x=[f"{n}"] * len(largest),
            y=100 * largest,
            name=f"{n}",
            marker_color=get_shade("here"),
            showlegend=False,
        )
    figure.add_scatter(
        x=["5"],
        y=[0.031],
        name="paper",
        mode="markers",
        marker={"symbol": "x", "size": 9, "color": get_shade("paper")},
    )
    figure.update_yaxes(type="log", title_text="largest relative error [%]")
    figure.update_xaxes(title_text="samples", type="category")
    return finish(figure, 360)
