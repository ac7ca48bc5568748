"""A robot as a figure: its bodies as lines in 3-D, its joints as points with names."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.arrays import Array
from dynid.figures import Figure
from dynid.plotting import MEASURED, finish, get_colour, label
from dynid.robot.degrees_of_freedom import find_closed_pose
from dynid.robot.loop_residuals import Closing
from dynid.robot.parts import WORLD
from dynid.robot.poses import compute_body_poses
from dynid.robot.skeleton import SAME, make_skeleton, make_upright

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot


def draw_robot(robot: Robot) -> Any:
    """The robot in its home pose, z up, the ground's lines grey."""
    poses = compute_body_poses(robot, _pose(robot)[None])
    places, lines = make_skeleton(robot)
    R = make_upright(np.asarray(robot.gravity))
    x = np.array([R @ (poses[body][0] @ np.append(r, 1.0))[:3] for body, r in places])
    size = float(np.linalg.norm(np.ptp(x, axis=0))) or 1.0
    figure = Figure()
    for number, body in enumerate((WORLD, *(b.name for b in robot.bodies))):
        own = [(a, b) for a, b, n in lines if n == number]
        own = [(a, b) for a, b in own if np.linalg.norm(x[a] - x[b]) > SAME * size]
        if own:
            shade = get_colour(number - 1) if number else MEASURED
            _draw_lines(figure, x, own, body, shade)
    moving = [body for body in robot.bodies if body.joint.moves]
    joints = np.array([R @ poses[body.name][0, :3, 3] for body in moving]).reshape(-1, 3)
    figure.add_scatter3d(
        **dict(zip("xyz", joints.T)),
        mode="markers+text",
        marker={"size": 4, "color": MEASURED},
        # a dependent joint has its name where the mouse is: else a parallel robot is all names
        text=[label(b.joint.name) if b.joint.name in robot.logged else "" for b in moving],
        hovertext=[escape(f"{b.joint.name}, {b.joint.kind}") for b in moving],
        hoverinfo="text",
        name="joints",
        showlegend=False,
    )
    figure.update_scenes(
        aspectmode="data", xaxis_title="x [m]", yaxis_title="y [m]", zaxis_title="z [m]"
    )
    return finish(figure, 560, title={"text": label(robot.name)}, showlegend=False)


def _pose(robot: Robot) -> Array:
    """All coordinates at home, the loops closed."""
    if robot.is_tree:
        return np.array([float(robot.home.get(name, 0.0)) for name in robot.coordinates])
    return find_closed_pose(Closing(robot))


def _draw_lines(figure: Any, x: Array, own: list[tuple[int, int]], body: str, shade: str) -> None:
    gap = np.full(3, np.nan)
    ends = np.array([point for a, b in own for point in (x[a], x[b], gap)])
    figure.add_scatter3d(
        **dict(zip("xyz", ends.T)),
        mode="lines",
        line={"color": shade, "width": 6},
        name=label(body),
        hoverinfo="name",
        connectgaps=False,
    )
