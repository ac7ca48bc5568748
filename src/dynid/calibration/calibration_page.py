"""The page of a calibration: verdict, before and after at every pose, errors with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dynid.calibration.printed_units import PRINTED, QUANTILE, UNITS
from dynid.report import html_page
from dynid.report.html_page import Html, Piece, number
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.calibration.calibration_result import Calibration


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
