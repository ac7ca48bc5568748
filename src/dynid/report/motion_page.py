"""A designed motion as a page: the robot moving above its floor, every drive with its limits, the
tool, how near the bodies come."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.body_points import point_motion
from dynid.closed_chains.closed_motion import Motion
from dynid.excitation.excitation import Excitation, Kept
from dynid.excitation.sampled_motion import MotionState
from dynid.excitation.workspace_outline import draw_outline
from dynid.figures import Figure
from dynid.plotting import BEFORE, PREDICTED, finish, get_colour, label, to_single_precision
from dynid.report import html_page
from dynid.report.html_page import Html, number
from dynid.report.moving_robot import draw_moving
from dynid.version import __version__

POINTS, FRAMES = 600, 240
HEIGHT = 190
CLOCK = "motion"
KINDS = {"position": "{}", "velocity": "{}/s", "acceleration": "{}/s²"}


def render_motion_page(excitation: Excitation) -> str:
    """The whole page, to be opened anywhere without a network."""
    name, trajectory = excitation.model.robot.name, excitation.trajectory
    t = np.linspace(0.0, trajectory.duration, POINTS)
    motion = trajectory.close_motion(t)
    pieces = [
        html_page.render_element("h1", f"Motion of {name}"),
        _render_tiles(excitation),
        _render_robot(excitation, t),
        _render_drives(excitation, t),
        _render_tool(excitation, t, motion),
        _render_limits(excitation),
        html_page.render_element("footer", f"dynid {__version__}"),
    ]
    return html_page.render_page(f"{name}: motion", *pieces)


def _render_tiles(excitation: Excitation) -> Html:
    tiles = {
        "seconds": f"{excitation.trajectory.duration:.4g}",
        "condition number (columns of norm 1)": f"{excitation.condition_unit:.4g}",
        "parameters": str(len(excitation.names)),
        excitation.criterion: f"{excitation.value:.5g}",
    }
    return html_page.render_tiles(tiles)


def _render_robot(excitation: Excitation, t: Array) -> Html:
    robot, guard = excitation.model.robot, excitation.guard
    q = excitation.trajectory.at(t)[0]
    floor = None if guard is None else guard.floor
    region = draw_outline(excitation.limits.workspace)
    drawn = draw_moving(robot, t, [q], FRAMES, floor, region) | {"clock": CLOCK}
    said = "Drag to turn. Point at a plot to see the robot at that time."
    if floor is not None:
        said += f" The motion stays above the floor, at {floor:.3g} m."
    if region:
        said += " The tool stays within the region that is drawn in lines."
    return html_page.render_section(
        "robot", "Robot", html_page.render_moving_picture(drawn), html_page.render_soft(said)
    )


def _render_drives(excitation: Excitation, t: Array) -> Html:
    """A row of small panels for position, velocity and acceleration, the limits as lines."""
    trajectory, robot = excitation.trajectory, excitation.model.robot
    kept = {limit.label: limit for limit in excitation.kept}
    pieces: list[html_page.Piece] = []
    for (kind, unit), values in zip(KINDS.items(), trajectory.at(t)):
        panels = []
        for j, name in enumerate(trajectory.joints):
            length = "m" if robot.joint(name).kind == "prismatic" else "rad"
            limit = kept.get(f"{kind} of {name}")
            figure = _draw_line(
                t, values[:, j], PREDICTED, f"{kind} [{unit.format(length)}]", limit
            )
            panels.append(html_page.plot(_name_figure(figure, name)))
        pieces.append(html_page.render_element("h3", kind.capitalize()))
        pieces.append(html_page.render_element("div", *panels, class_="panels"))
    return html_page.render_section(
        "drives", "Drives", *pieces, html_page.render_soft("Dotted: the limits.")
    )


def _draw_line(t: Array, y: Array, shade: str, title: str, limit: Kept | None) -> Any:
    figure = Figure()
    look = {"color": shade, "width": 1.6}
    figure.add_scatter(
        x=to_single_precision(t), y=to_single_precision(y), mode="lines", line=look, name=title
    )
    reach = float(np.ptp(y)) or 1.0
    for bound in () if limit is None else (limit.low, limit.high):
        # one that is far away would leave no room for the motion
        if np.isfinite(bound) and np.abs(y - bound).min() < 2.0 * reach:
            figure.add_scatter(
                x=to_single_precision(t[[0, -1]]),
                y=[bound, bound],
                mode="lines",
                line={"color": BEFORE, "dash": "dot", "width": 1.4},
                hoverinfo="skip",
            )
    figure.update_xaxes(title_text="t [s]", nticks=5)
    figure.update_yaxes(title_text=title, nticks=5)
    return figure


def _name_figure(figure: Any, name: str) -> Any:
    title = {"text": label(name)}
    return finish(figure, HEIGHT, showlegend=False, title=title, meta={"clock": CLOCK})


def _render_tool(excitation: Excitation, t: Array, motion: Motion) -> Html:
    place = point_motion(motion.robot, motion, excitation.model.robot.tool)[0]
    pieces: list[html_page.Piece] = [
        html_page.render_element(
            "div",
            *(
                html_page.plot(
                    _name_figure(
                        _draw_line(t, place[:, k], get_colour(k), f"{axis} [m]", None), axis
                    )
                )
                for k, axis in enumerate("xyz")
            ),
            class_="panels",
        )
    ]
    near = _collect_clearance(excitation, motion)
    if near:
        panels = [
            html_page.plot(_name_figure(_draw_line(t, y, PREDICTED, "m", None), name))
            for name, y in near.items()
        ]
        pieces += [
            html_page.render_element(
                "h3", "Smallest distance between bodies, and smallest height above the floor"
            ),
            html_page.render_element("div", *panels, class_="panels"),
        ]
    return html_page.render_section("tool", "Tool", *pieces)


def _collect_clearance(excitation: Excitation, motion: Motion) -> dict[str, Array]:
    from dynid.excitation.clearance import make_clearance

    guard = excitation.guard
    if guard is None:
        return {}
    values = make_clearance(motion.robot, guard).compute_values(
        MotionState(motion, motion, []), exact=True
    )
    pairs, near = len(guard.pairs), {}
    if pairs:
        near["distance"] = values[:, :pairs].min(axis=1)
    if guard.floor is not None and guard.above:
        near["height"] = values[:, pairs:].min(axis=1) - guard.floor
    return near


def _render_limits(excitation: Excitation) -> Html:
    rows = [
        (k.label, *(number(x) for x in (k.low, k.least, k.most, k.high))) for k in excitation.kept
    ]
    return html_page.render_section(
        "limits",
        "Limits",
        html_page.render_table(("limit", "low", "least", "most", "high"), rows),
        *(html_page.render_soft(note) for note in excitation.notes),
    )
