"""write_body_report(path, result, problem): a page about bodies identified one by one, from forces
and moments in their joints."""

from __future__ import annotations

import os

import numpy as np

from dynid.errors import InputError, join_names
from dynid.estimators.per_body.per_body_estimator import (
    BodyEstimate,
    HingeProblem,
    PerBody,
    predict_body_wrench,
)
from dynid.files import check_target, write_whole
from dynid.identification.estimate import Estimate
from dynid.identification.parameter_plot import draw_parameter_pages
from dynid.model.consistency import is_consistent
from dynid.model.model import Model
from dynid.report import html_page
from dynid.report.html_page import Html, number
from dynid.report.provenance_section import render_provenance_section
from dynid.version import __version__

TEN = 10  # parameters of a body, where neither centre nor axes were told


def write_body_report(
    path: str | os.PathLike[str],
    result: Estimate,
    problem: HingeProblem,
    *,
    date: str = "",
    overwrite: bool = False,
) -> None:
    """Write one HTML file about a `NewtonEulerPerBody` identification, to be opened anywhere
    without a network.

    problem     what the result was found from, with its model: HingeProblem.of(data)
    date        shown as given; left out, the same input gives the same file
    """
    check_target(path, overwrite)
    found, model = result.details, problem.model
    if not isinstance(found, PerBody) or model is None:
        raise InputError(
            f"write_body_report: got a result of {result.method} and {problem!r}, expected one of"
            " NewtonEulerPerBody() and the HingeProblem.of(data) that it was found from."
        )
    title = f"Bodies of {model.robot.name}"
    sections = [
        _render_overview(found, problem, model),
        _render_parameters(found, result, model),
        _render_forces(found, problem),
        html_page.render_section(
            "notes", "Notes", *(html_page.render_soft(note) for note in result.notes)
        ),
        render_provenance_section(result, model, list(result.setup.get("files", {}).items()), date),
    ]
    foot = html_page.render_element("footer", f"dynid {__version__}")
    whole = html_page.render_page(title, html_page.render_element("h1", title), *sections, foot)
    write_whole(path, whole, overwrite=overwrite)


def _render_overview(found: PerBody, problem: HingeProblem, model: Model) -> Html:
    left = [body.name for body in model.robot.bodies if not body.massless]
    left = [name for name in left if name not in {body.body for body in found.bodies}]
    about = {
        "Method": (
            "Newton's and Euler's equations of each body separately, from the forces and moments in"
            " all of its joints; torques and friction of the motors are not used"
        ),
        "Samples": str(found.samples),
        "Logs": join_names([source[0] for source in problem.sources], 6),
        "Not measured": join_names(left, 12) if left else "none: each body has its own forces",
    }
    rows = [_render_body_row(body) for body in found.bodies]
    head = ("body", "identifiable", "mass [kg]", "±", "centre x [m]", "y", "z", "margin", "")
    told = (
        "Margin: smallest eigenvalue of the pseudo-inertia; below 0 the body is not "
        "physically consistent."
        " Noise alone may cause that for a thin body."
    )
    return html_page.render_section(
        "bodies",
        "Bodies",
        html_page.render_facts(about),
        html_page.render_table(head, rows),
        html_page.render_soft(told),
    )


def _render_body_row(body: BodyEstimate) -> tuple[html_page.Piece, ...]:
    seen = f"{int(body.identifiable.sum())} of {len(body.names)}"
    if len(body.names) != TEN:
        mean = float(np.nanmean(body.values[:3])) if body.identifiable[:3].any() else np.nan
        blank = [number(None)] * 5
        return (body.body, seen, number(mean), *blank, "masses by direction, principal moments")
    m, *h = body.values[:4]
    margin = is_consistent(body.values).margins["body1"] if body.identifiable.all() else np.nan
    said = "" if np.isnan(margin) else "possible" if margin > 0 else "impossible"
    centre = [number(x / m) if m > 0 else number(None) for x in h]
    return (body.body, seen, number(m), number(body.std[0], 2), *centre, number(margin, 2), said)


def _render_parameters(found: PerBody, result: Estimate, model: Model) -> Html:
    told = dict(zip(model.parameters, model.prior))
    rows: list[tuple[html_page.Piece, ...]] = []
    weak = []
    for body in found.bodies:
        for name, value, std in zip(body.names, body.values, body.std):
            prior = told.get(f"{body.body}.{name}", np.nan)
            if not abs(value) > std / 0.3:
                weak.append(len(rows))
            numbers = (number(value, 5), number(std, 2), number(prior, 5))
            rows.append((f"{body.body}.{name}", *numbers))
    return html_page.render_section(
        "parameters",
        "Parameters",
        *map(html_page.plot, draw_parameter_pages(result)),
        html_page.render_folded(
            "Table of all parameters",
            html_page.render_table(("parameter", "value", "±", "robot file"), rows, weak),
            html_page.render_soft(
                "A dash: not identifiable from the motion. Marked: weak, or not identifiable."
            ),
        ),
    )


def _render_forces(found: PerBody, problem: HingeProblem) -> Html:
    """What the bodies leave of the forces and moments on them."""
    rows = []
    for body in found.bodies:
        if len(body.names) == TEN:
            measured, predicted = predict_body_wrench(problem, body)
            size = np.sqrt(np.mean(measured**2, axis=0))
            left = np.sqrt(np.mean((measured - predicted) ** 2, axis=0))
            rows.append((body.body, *(number(x, 3) for pair in zip(size, left) for x in pair)))
    head = ["body"]
    for axis in ("Fx", "Fy", "Fz", "Mx", "My", "Mz"):
        head += [axis, "left"]
    return html_page.render_section(
        "forces",
        "Forces and moments",
        html_page.render_table(head, rows),
        html_page.render_soft(
            "RMS of the net force [N] and moment [Nm] on each body, in its own axes about its"
            " origin, and what its parameters leave unexplained."
        ),
    )
