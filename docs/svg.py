"""SVG pictures of these pages: robots that move, drawn here, exact to a tenth of a pixel, and
curves, drawn as figures of papers are. The same bytes at every run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.figures import make_subplots
from dynid.plotting import finish
from dynid.report.moving_robot import make_skeleton, make_upright
from dynid.report.printed_figures import render_svg
from dynid.robot.mechanism import Robot
from dynid.robot.poses import compute_body_poses

#: of the bodies, in turn; readable on white and on black
COLOURS = ("#4c78a8", "#e45756", "#54a24b", "#b279a2", "#f58518", "#439894", "#d67195", "#83735f")
GREY = "#888888"
WIDTH, HEIGHT = 320, 280  # of a robot, in pixels
MARGIN = 18
SECONDS = 6  # of one round
#: the camera: turned about the vertical, then looking down, radians
TURN, DOWN = 0.25, 0.4


def number(x: float) -> str:
    """To a tenth of a pixel, without a needless zero or sign."""
    return f"{round(float(x), 1) + 0.0:g}"


def svg(width: int, height: int, parts: Sequence[str], title: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
    style = ' font-family="sans-serif" font-size="12" fill="none"'
    return (
        f'{head} width="{width}" height="{height}"{style}>\n<title>{escape(title)}</title>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


# ---- a robot that moves


def camera() -> Array:
    """Rows: right, up and towards the eye, of a view from the side and slightly from above."""
    c, s, cd, sd = np.cos(TURN), np.sin(TURN), np.cos(DOWN), np.sin(DOWN)
    return np.array([[c, s, 0], [-s * sd, c * sd, cd], [s * cd, -c * cd, sd]])


def moving(robot: Robot, q: Array) -> str:
    """A robot along a periodic motion (frames, n) of its drives, loops closed: every body from its
    joint to what it carries."""
    poses = compute_body_poses(robot, close(robot, q).q)
    places, lines = make_skeleton(robot)
    x = np.stack([poses[body][:, :3, :3] @ r + poses[body][:, :3, 3] for body, r in places], axis=1)
    x = x @ make_upright(np.asarray(robot.gravity)).T
    view = camera()
    floor = _floor(x)
    seen = np.concatenate([x.reshape(-1, 3), floor.reshape(-1, 3)]) @ view[:2].T
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = np.min((np.array([WIDTH, HEIGHT]) - 2 * MARGIN) / (high - low))
    middle = 0.5 * (low + high)

    def pixels(points: Array) -> Array:
        at = (points @ view[:2].T - middle) * scale
        return np.stack([WIDTH / 2 + at[..., 0], HEIGHT / 2 - at[..., 1]], axis=-1)

    parts = [
        f'<path d="{_strokes(pixels(floor))}" stroke="{GREY}" stroke-width="0.7" opacity="0.5"/>'
    ]
    frames = pixels(x)
    drawn: dict[int, list[tuple[int, int]]] = {}  # by body; 0 is the ground
    for a, b, body in lines:
        if np.linalg.norm(frames[:, a] - frames[:, b], axis=1).max() > 0.5:
            drawn.setdefault(body, []).append((a, b))
    moved = [body for body in drawn if body]
    for body, ends in sorted(drawn.items()):
        colour = COLOURS[moved.index(body) % len(COLOURS)] if body else GREY
        parts.append(_animated([_strokes(frame[ends]) for frame in frames], colour))
    return svg(WIDTH, HEIGHT, parts, f"{robot.name}, moving")


def _floor(x: Array) -> Array:
    """Lines (k, 2, 3) of a grid below the robot."""
    low, high = x.min(axis=(0, 1)), x.max(axis=(0, 1))
    half = 0.6 * max(float(np.max(high[:2] - low[:2])), 0.35 * float(high[2] - low[2]))
    middle = 0.5 * (low + high)
    steps = np.linspace(-half, half, 7)
    rows = [[(-half, s), (half, s)] for s in steps] + [[(s, -half), (s, half)] for s in steps]
    flat = np.array(rows) + middle[:2]
    return np.concatenate([flat, np.full((*flat.shape[:2], 1), low[2])], axis=-1)


def _strokes(segments: Array) -> str:
    return "".join(
        f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}" for a, b in segments
    )


def _animated(paths: list[str], colour: str) -> str:
    width = 2.5 if colour == GREY else 4
    head = f'<path d="{paths[0]}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
    if all(path == paths[0] for path in paths):
        return head + "/>"
    values = ";".join([*paths, paths[0]])
    return (
        f'{head}><animate attributeName="d" dur="{SECONDS}s" repeatCount="indefinite"'
        f' values="{values}"/></path>'
    )


# ---- curves over axes


def plot(panels: Sequence[dict[str, Any]], height: int) -> str:
    """Panels below one another, drawn as figures of papers are. Each: x, curves {name: y}, ylabel,
    xlabel, and where wanted dots (names of curves that are dots)."""
    figure = make_subplots(rows=len(panels), cols=1, vertical_spacing=0.42 / len(panels))
    names = list(dict.fromkeys(name for panel in panels for name in panel["curves"]))
    for row, panel in enumerate(panels, start=1):
        for name, y in panel["curves"].items():
            colour = COLOURS[names.index(name)]
            figure.add_scatter(
                x=np.asarray(panel["x"]),
                y=np.asarray(y),
                name=name,
                mode="markers" if name in panel.get("dots", ()) else "lines",
                line={"color": colour, "width": 2.5},
                marker={"color": colour, "size": 3},
                row=row,
                col=1,
            )
        figure.update_xaxes(title_text=panel["xlabel"], row=row)
        figure.update_yaxes(title_text=panel["ylabel"], row=row)
    return render_svg(finish(figure, height * len(panels)), GREY)
