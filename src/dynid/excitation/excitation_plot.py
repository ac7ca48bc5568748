"""A designed motion as a plotly figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.closed_chains.body_points import point_motion
from dynid.closed_chains.closed_motion import Motion
from dynid.excitation.sampled_motion import MotionState
from dynid.figures import import_plotly
from dynid.plotting import MEASURED, get_colour, label

if TYPE_CHECKING:
    from dynid.excitation.excitation import Excitation

POINTS = 600


def draw_figure(excitation: Excitation) -> Any:
    """Left: position, velocity, acceleration of the motors; right: the tool's path, place and
    velocity."""
    import_plotly()  # says what is missing
    from plotly.subplots import make_subplots

    trajectory = excitation.trajectory
    t = np.linspace(0.0, trajectory.duration, POINTS)
    motion = trajectory.close_motion(t)
    place = point_motion(motion.robot, motion, excitation.model.robot.tool)
    guard = excitation.guard
    more = [[{"colspan": 2}, None]] if guard is not None else []
    fig = make_subplots(
        rows=3 + len(more),
        cols=2,
        specs=[[{}, {"type": "scene"}], [{}, {}], [{}, {}], *more],
        subplot_titles=(
            "position",
            "path of the tool",
            "velocity",
            "place of the tool",
            "acceleration",
            "its velocity",
            *(["least distance between bodies, and least height over the floor"] * len(more)),
        ),
        horizontal_spacing=0.08,
        vertical_spacing=0.08,
    )
    for k, values in enumerate(trajectory.at(t)):
        _draw_lines(fig, t, values, trajectory.joints, row=k + 1, col=1, told=k == 0)
    for k, values in enumerate(place[:2]):
        _draw_lines(fig, t, values, ("tool x", "tool y", "tool z"), row=k + 2, col=2, told=k == 0)
    x, y, z = place[0].T
    fig.add_scatter3d(
        x=x,
        y=y,
        z=z,
        mode="lines",
        name="path",
        line_color=MEASURED,
        showlegend=False,
        row=1,
        col=2,
    )
    if guard is not None:
        _draw_clearance(fig, t, excitation, motion)
    fig.update_scenes(
        aspectmode="data", xaxis_title="x [m]", yaxis_title="y [m]", zaxis_title="z [m]"
    )
    fig.update_xaxes(title_text="t [s]", row=3 + len(more))
    kinds = {motion.robot.joint(name).kind for name in trajectory.joints}
    for row, rate in enumerate(("", "/s", "/s²"), start=1):
        units = [
            unit + rate
            for unit, there in (("rad", kinds != {"prismatic"}), ("m", "prismatic" in kinds))
            if there
        ]
        fig.update_yaxes(title_text=", ".join(units), row=row, col=1)
    for row, rate in enumerate(("", "/s"), start=2):
        fig.update_yaxes(title_text="m" + rate, row=row, col=2)
    below = {"orientation": "h", "xanchor": "center", "y": -0.07, "yanchor": "top"}
    fig.update_layout(legend={**below, "x": 0.23}, legend2={**below, "x": 0.77})
    title = f"{excitation.model.robot.name}: condition number {excitation.condition_unit:.4g}"
    fig.update_layout(title=title, height=950 + 300 * len(more))
    return fig


def _draw_lines(
    fig: Any, t: Any, values: Any, names: tuple[str, ...], row: int, col: int, told: bool
) -> None:
    """A name keeps its colour down its column, whose legend tells it once; a click there hides all
    its lines."""
    for k, name in enumerate(names):
        line = {"name": label(name), "line_color": get_colour(k), "legendgroup": name}
        legend = {"showlegend": told, "legend": "legend" if col == 1 else "legend2"}
        fig.add_scatter(x=t, y=values[:, k], **line, **legend, row=row, col=col)


def _draw_clearance(fig: Any, t: Any, excitation: Excitation, motion: Motion) -> None:
    """The nearest pair and the lowest body at each time, and the floor below the tool's path."""
    from dynid.excitation.clearance import make_clearance

    guard = excitation.guard
    assert guard is not None
    family = make_clearance(motion.robot, guard)
    values = family.compute_values(MotionState(motion, motion, []), exact=True)
    pairs, lines = len(guard.pairs), []
    if pairs:
        lines.append(("distance", values[:, :pairs].min(axis=1)))
    if guard.floor is not None and guard.above:
        lines.append(("height", values[:, pairs:].min(axis=1) - guard.floor))
        x, y = (np.array([-1.0, 1.0]) * float(np.abs(family.ends.points).max() * 2) for _ in "xy")
        z = np.full((2, 2), guard.floor)
        look = {"opacity": 0.3, "showscale": False, "name": "floor", "hoverinfo": "name"}
        fig.add_surface(x=x, y=y, z=z, **look, row=1, col=2)
    for k, (name, value) in enumerate(lines):
        line = {"name": name, "line_color": get_colour(k), "legend": "legend2"}
        fig.add_scatter(x=t, y=value, **line, row=4, col=1)
    fig.update_yaxes(title_text="m", rangemode="tozero", row=4, col=1)
