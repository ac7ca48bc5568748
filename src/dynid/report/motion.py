"""A designed motion as a page: the robot moving above its floor, every drive with its limits, the
tool, how near the bodies come."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.excite.course import State
from dynid.excite.excitation import Excitation, Kept
from dynid.excite.outline import outline
from dynid.figures import Figure
from dynid.loops.motion import Motion
from dynid.loops.points import point_motion
from dynid.plotting import BEFORE, PREDICTED, colour, finish, label, light
from dynid.report import page
from dynid.report.page import Html, number
from dynid.report.picture import moving
from dynid.version import __version__

POINTS, FRAMES = 600, 240
HEIGHT = 190
CLOCK = "motion"
KINDS = {"position": "{}", "velocity": "{}/s", "acceleration": "{}/s²"}


def motion_page(excitation: Excitation) -> str:
    """The whole page, to be opened anywhere without a network."""
    name, trajectory = excitation.model.robot.name, excitation.trajectory
    t = np.linspace(0.0, trajectory.duration, POINTS)
    motion = trajectory.motion(t)
    pieces = [
        page.element("h1", f"Motion of {name}"),
        _tiles(excitation),
        _robot(excitation, t),
        _drives(excitation, t),
        _tool(excitation, t, motion),
        _limits(excitation),
        page.element("footer", f"dynid {__version__}"),
    ]
    return page.page(f"{name}: motion", *pieces)


def _tiles(excitation: Excitation) -> Html:
    tiles = {
        "seconds": f"{excitation.trajectory.duration:.4g}",
        "condition number (columns of norm 1)": f"{excitation.condition_unit:.4g}",
        "parameters": str(len(excitation.names)),
        excitation.criterion: f"{excitation.value:.5g}",
    }
    return page.tiles(tiles)


def _robot(excitation: Excitation, t: Array) -> Html:
    robot, guard = excitation.model.robot, excitation.guard
    q = excitation.trajectory.at(t)[0]
    floor = None if guard is None else guard.floor
    region = outline(excitation.limits.workspace)
    drawn = moving(robot, t, [q], FRAMES, floor, region) | {"clock": CLOCK}
    said = "Drag to turn. Point at a plot: the robot stands as it will then."
    if floor is not None:
        said += f" The motion stays above the floor, at {floor:.3g} m."
    if region:
        said += " The tool stays within the region that is drawn in lines."
    return page.section("robot", "Robot", page.moving_picture(drawn), page.soft(said))


def _drives(excitation: Excitation, t: Array) -> Html:
    """A row of small panels for position, velocity and acceleration, the limits as lines."""
    trajectory, robot = excitation.trajectory, excitation.model.robot
    kept = {limit.label: limit for limit in excitation.kept}
    pieces: list[page.Piece] = []
    for (kind, unit), values in zip(KINDS.items(), trajectory.at(t)):
        panels = []
        for j, name in enumerate(trajectory.joints):
            length = "m" if robot.joint(name).kind == "prismatic" else "rad"
            limit = kept.get(f"{kind} of {name}")
            figure = _line(t, values[:, j], PREDICTED, f"{kind} [{unit.format(length)}]", limit)
            panels.append(page.plot(_named(figure, name)))
        pieces.append(page.element("h3", kind.capitalize()))
        pieces.append(page.element("div", *panels, class_="panels"))
    return page.section("drives", "Drives", *pieces, page.soft("Dotted: the limits."))


def _line(t: Array, y: Array, shade: str, title: str, limit: Kept | None) -> Any:
    figure = Figure()
    look = {"color": shade, "width": 1.6}
    figure.add_scatter(x=light(t), y=light(y), mode="lines", line=look, name=title)
    reach = float(np.ptp(y)) or 1.0
    for bound in () if limit is None else (limit.low, limit.high):
        # one that is far away would leave no room for the motion
        if np.isfinite(bound) and np.abs(y - bound).min() < 2.0 * reach:
            figure.add_scatter(
                x=light(t[[0, -1]]),
                y=[bound, bound],
                mode="lines",
                line={"color": BEFORE, "dash": "dot", "width": 1.4},
                hoverinfo="skip",
            )
    figure.update_xaxes(title_text="t [s]", nticks=5)
    figure.update_yaxes(title_text=title, nticks=5)
    return figure


def _named(figure: Any, name: str) -> Any:
    title = {"text": label(name)}
    return finish(figure, HEIGHT, showlegend=False, title=title, meta={"clock": CLOCK})


def _tool(excitation: Excitation, t: Array, motion: Motion) -> Html:
    place = point_motion(motion.robot, motion, excitation.model.robot.tool)[0]
    pieces: list[page.Piece] = [
        page.element(
            "div",
            *(
                page.plot(_named(_line(t, place[:, k], colour(k), f"{axis} [m]", None), axis))
                for k, axis in enumerate("xyz")
            ),
            class_="panels",
        )
    ]
    near = _clearance(excitation, motion)
    if near:
        panels = [
            page.plot(_named(_line(t, y, PREDICTED, "m", None), name)) for name, y in near.items()
        ]
        pieces += [
            page.element("h3", "Least distance between bodies, and least height over the floor"),
            page.element("div", *panels, class_="panels"),
        ]
    return page.section("tool", "Tool", *pieces)


def _clearance(excitation: Excitation, motion: Motion) -> dict[str, Array]:
    from dynid.excite.apart import apart

    guard = excitation.guard
    if guard is None:
        return {}
    values = apart(motion.robot, guard).values(State(motion, motion, []), exact=True)
    pairs, near = len(guard.pairs), {}
    if pairs:
        near["distance"] = values[:, :pairs].min(axis=1)
    if guard.floor is not None and guard.above:
        near["height"] = values[:, pairs:].min(axis=1) - guard.floor
    return near


def _limits(excitation: Excitation) -> Html:
    rows = [
        (k.label, *(number(x) for x in (k.low, k.least, k.most, k.high))) for k in excitation.kept
    ]
    return page.section(
        "limits",
        "Limits",
        page.table(("limit", "low", "least", "most", "high"), rows),
        *(page.soft(note) for note in excitation.notes),
    )
