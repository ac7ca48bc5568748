"""The page of a calibration: verdict, before and after at every pose, errors with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.measurements import PointChannel
from dynid.calibration.printed_units import PRINTED, QUANTILE, UNITS
from dynid.figures import Figure
from dynid.report import html_page
from dynid.report.html_page import Html, Piece, number
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.calibration.calibration_result import Calibration
    from dynid.calibration.geometry_fit import GeometryFit

ARROW = 0.1  # of the spread of the points: the largest error as it is drawn
BEFORE, AFTER = "#d1495b", "#2a9d8f"


def render_calibration_page(found: Calibration, notes: Sequence[str] = ()) -> str:
    """The whole page.

    Parameters
    ----------
    found
        the calibration
    notes
        what the robot's file could not hold
    """
    name = found.nominal.name
    return html_page.render_page(
        f"{name}: calibration",
        html_page.render_element("h1", f"Geometric calibration of {name}"),
        html_page.render_paragraph(found.sentence),
        html_page.render_section("accuracy", "Before and after", *_render_accuracy(found)),
        *_render_arrows(found),
        html_page.render_section("poses", "Residuals by pose", _render_poses(found)),
        html_page.render_section("errors", "Errors of the geometry", *_render_errors(found)),
        html_page.render_section("notes", "Notes", *_render_notes(found, notes)),
        html_page.render_element("footer", f"dynid {__version__}"),
    )


def _render_accuracy(found: Calibration) -> list[Html]:
    rows: list[list[Piece]] = []
    for where, some in (("poses left out", found.left_out), ("held out", found.tested)):
        for x in some:
            what, unit, factor = PRINTED[x.kind]
            values = number(factor * x.before, 4), number(factor * x.after, 4)
            rows.append([what, where, *values, unit])
    head = ("", "on", "nominal", "calibrated", "unit")
    return [html_page.render_table(head, rows), html_page.render_soft(found.selection.sentence)]


def _render_arrows(found: Calibration) -> list[Html]:
    """The errors of measured points in 3-D, larger than they are; none where there are no
    points."""
    parts = [_compute_points(found, fit) for fit in (found.frames, found.fit)]
    if not len(parts[0][0]):
        return []
    spread = np.linalg.norm(np.ptp(parts[0][0], axis=0))
    times = ARROW * spread / max(np.linalg.norm(parts[0][1], axis=1).max(), 1e-12)
    figure = Figure()
    for (X, error), name, color in zip(parts, ("nominal", "calibrated"), (BEFORE, AFTER)):
        gap = np.full_like(X, np.nan)
        ends = np.stack([X, X + times * error, gap], axis=1).reshape(-1, 3)
        looks = {"mode": "lines", "line": {"color": color, "width": 4}, "connectgaps": False}
        figure.add_scatter3d(**dict(zip("xyz", ends.T)), name=name, **looks)
    figure.update_scenes(aspectmode="data")
    figure.update_layout(height=480)
    told = f"From where each point should be to where it was seen, {times:.3g} times as large."
    pieces = html_page.plot(figure), html_page.render_soft(told), _render_axes(parts)
    return [html_page.render_section("arrows", "Errors in space", *pieces)]


def _compute_points(found: Calibration, fit: GeometryFit) -> tuple[Array, Array]:
    """(N, 3) points in the world by a fit, and how far from there they were seen [m]."""
    lin = Kinematics(fit.model, found.data.q).linearise(fit.x)
    X, errors = [np.zeros((0, 3))], [np.zeros((0, 3))]
    for channel in found.data.channels:
        if type(channel) is PointChannel:
            X.append(channel.point.find(lin, fit.unknowns, channel.rows)[0])
            tracker = lin.poses[channel.instrument.body][channel.rows, :3, :3]
            R = tracker @ fit.unknowns[channel.instrument.name].value[:3, :3]
            off = -channel.compute(lin, fit.unknowns)[0]
            errors.append(np.einsum("kij,kj->ki", R, off))
    return np.concatenate(X), np.concatenate(errors)


def _render_axes(parts: Sequence[tuple[Array, Array]]) -> Html:
    rows: list[list[Piece]] = []
    for k, letter in enumerate("xyz"):
        sizes = (1e3 * np.sqrt(np.mean(error[:, k] ** 2)) for _, error in parts)
        rows.append([letter, *(number(s, 4) for s in sizes), "mm"])
    return html_page.render_table(("axis of the base", "nominal", "calibrated", "unit"), rows)


def _render_poses(found: Calibration) -> Html:
    rows: list[list[Piece]] = []
    before, after = found.frames.rows, found.fit.rows
    for k, kind in enumerate(found.data.kinds):
        what, unit, factor = PRINTED[kind]
        for pose in np.unique(after.pose[after.kind == k]):
            sizes = [
                np.sqrt(np.mean(each.r[(each.kind == k) & (each.pose == pose)] ** 2))
                for each in (before, after)
            ]
            rows.append([str(pose), what, *(number(factor * s, 4) for s in sizes), unit])
    return html_page.render_table(("pose", "", "nominal", "calibrated", "unit"), rows)


def _render_errors(found: Calibration) -> list[Html]:
    if not found.changed:
        return [html_page.render_paragraph("None beyond chance.")]
    rows: list[list[Piece]] = []
    for x in found.errors:
        unit, factor = UNITS[x.unit]
        low, high = (x.value + sign * QUANTILE * x.deviation for sign in (-1, 1))
        shown = "measured" if x.determined >= 0.5 else "prior"
        values = (number(factor * value, 4) for value in (x.value, low, high))
        rows.append([x.name, *values, unit, shown])
    sums = [] if found.identifiable is None else list(found.identifiable.names)
    listed = html_page.render_element("ul", *(html_page.render_element("li", s) for s in sums))
    return [
        html_page.render_table(("error", "value", "from", "to", "unit", "by"), rows),
        html_page.render_soft("From, to: the 95 % interval. Identifiable sums:"),
        listed,
    ]


def _render_notes(found: Calibration, notes: Sequence[str]) -> list[Html]:
    lines = [*found.data.notes, *notes]
    lines += [f"{x.kind}, {x.where}: {x.evidence} {x.repair}" for x in found.findings]
    return [html_page.render_element("ul", *(html_page.render_element("li", s) for s in lines))]
