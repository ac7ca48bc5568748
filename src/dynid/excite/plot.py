"""A designed motion as a plotly figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.loops.points import point_motion
from dynid.plotting import MEASURED, colour, label

if TYPE_CHECKING:
    from dynid.excite.excitation import Excitation

POINTS = 600


def figure(excitation: Excitation) -> Any:
    """Left: position, velocity, acceleration of the drives; right: the tool's path, place and
    velocity."""
    from plotly.subplots import make_subplots

    trajectory = excitation.trajectory
    t = np.linspace(0.0, trajectory.duration, POINTS)
    motion = trajectory.motion(t)
    place = point_motion(motion.robot, motion, excitation.model.robot.tool)
    fig = make_subplots(
        rows=3,
        cols=2,
        specs=[[{}, {"type": "scene"}], [{}, {}], [{}, {}]],
        subplot_titles=(
            "position",
            "path of the tool",
            "velocity",
            "place of the tool",
            "acceleration",
            "its velocity",
        ),
        horizontal_spacing=0.08,
        vertical_spacing=0.08,
    )
    for k, values in enumerate(trajectory.at(t)):
        _lines(fig, t, values, trajectory.joints, row=k + 1, col=1, told=k == 0)
    for k, values in enumerate(place[:2]):
        _lines(fig, t, values, ("tool x", "tool y", "tool z"), row=k + 2, col=2, told=k == 0)
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
    fig.update_scenes(
        aspectmode="data", xaxis_title="x [m]", yaxis_title="y [m]", zaxis_title="z [m]"
    )
    fig.update_xaxes(title_text="t [s]", row=3)
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
    title = f"{excitation.model.robot.name}: condition number {excitation.condition:.4g} raw, "
    fig.update_layout(
        title=f"{title}{excitation.condition_unit:.4g} with columns of norm 1", height=950
    )
    return fig


def _lines(
    fig: Any, t: Any, values: Any, names: tuple[str, ...], row: int, col: int, told: bool
) -> None:
    """A name keeps its colour down its column, whose legend tells it once; a click there hides all
    its lines."""
    for k, name in enumerate(names):
        line = {"name": label(name), "line_color": colour(k), "legendgroup": name}
        legend = {"showlegend": told, "legend": "legend" if col == 1 else "legend2"}
        fig.add_scatter(x=t, y=values[:, k], **line, **legend, row=row, col=col)
