"""write_report(path, result, problem): everything about an identification on one page."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dynid.errors import InputError
from dynid.files import check_target, write_whole
from dynid.findings import Finding
from dynid.identification.estimate import Estimate, make_final_problem
from dynid.identification.problem import Problem
from dynid.model.base_reduction import has_same_combinations
from dynid.report import html_page
from dynid.report.html_page import Html
from dynid.report.joint_section import render_joint_section
from dynid.report.parameter_sections import (
    render_identifiability_section,
    render_parameter_section,
    render_prior_section,
)
from dynid.report.provenance_section import render_provenance_section
from dynid.report.sections import (
    Material,
    render_data_section,
    render_motion_section,
    render_residual_section,
    render_robot_section,
    render_summary,
    render_torque_section,
    render_verdict_section,
)
from dynid.selection.selection_record import Selection
from dynid.validation.prediction_check import Validation, validate
from dynid.validation.verdict import Verdict, judge
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.excitation.excitation import Excitation

#: {name: (id of the section, its maker)}: what was found, how far it can be trusted, and what it
#: was found from
SECTIONS: dict[str, tuple[str, Callable[[Material], Html]]] = {
    "Torques": ("torques", render_torque_section),
    "Joints": ("joints", render_joint_section),
    "Parameters": ("parameters", render_parameter_section),
    "Prior": ("prior", render_prior_section),
    "Residuals": ("residuals", render_residual_section),
    "Identifiability": ("identifiability", render_identifiability_section),
    "Robot": ("robot", render_robot_section),
    "Excitation": ("motion", render_motion_section),
    "Data": ("data", render_data_section),
}


def write_report(
    path: str | os.PathLike[str],
    result: Estimate,
    problem: Problem,
    check: Validation | None = None,
    excitation: Excitation | None = None,
    *,
    choice: Selection | None = None,
    noticed: Sequence[Finding] | None = None,
    train: Validation | None = None,
    date: str = "",
    overwrite: bool = False,
) -> Verdict:
    """Write one HTML file about an identification, to be opened anywhere without a network.

    Parameters
    ----------
    path
        of the page
    result
        the estimate
    problem
        what the result was found from: Problem(model, data)
    check
        validate(result, held_out_data); without it, nothing is known about new motion, and the
        report says so
    excitation
        the designed motion that was run
    choice
        select_effects(data), where the effects were found so: its steps are shown
    noticed
        check(robot, logs).findings, where these were examined
    train
        validate(result, problem.data), where that is there already
    date
        shown as given; left out, the same input gives the same file
    overwrite
        replace files that are there

    Returns
    -------
    Verdict
        what the page says of the result
    """
    check_target(path, overwrite)  # before the work, not after it
    material = _make_material(result, problem, check, excitation, choice, noticed, train)
    pieces = [
        html_page.render_element("h1", f"Identification of {material.model.robot.name}"),
        render_summary(material, date),
        render_verdict_section(material),
    ]
    other = () if check is None else check.files
    origin = render_provenance_section(result, material.model, material.data.files, date, other)
    written = [*(make(material) for _, make in SECTIONS.values()), origin]
    keys = {name: key for name, (key, _) in SECTIONS.items()} | {"Provenance": "provenance"}
    links = [html_page.render_element("a", name, href=f"#{key}") for name, key in keys.items()]
    pieces += [
        html_page.render_element("nav", *links),
        *written,
        html_page.render_element("footer", f"dynid {__version__}"),
    ]
    write_whole(
        path,
        html_page.render_page(f"{material.model.robot.name}: {material.verdict.word}", *pieces),
        overwrite=overwrite,
    )
    return material.verdict


def _make_material(
    result: Estimate,
    problem: Problem,
    check: Validation | None,
    excitation: Excitation | None,
    choice: Selection | None,
    noticed: Sequence[Finding] | None,
    train: Validation | None,
) -> Material:
    if not isinstance(problem, Problem) or problem.model is None or problem.data is None:
        got = type(problem).__name__
        if isinstance(problem, Problem):
            bare = problem.model is None
            got = "Problem.from_rows(...)" if bare else "a merged or compressed problem"
        raise InputError(
            f"write_report: got {got}, expected Problem(model, data) of the training log"
            " of the result: the report shows its motion and torques."
        )
    problem = make_final_problem(result, problem)
    assert problem.model is not None
    assert problem.data is not None
    if not has_same_combinations(result.names, problem.names):
        raise InputError(
            f"write_report: the result has {len(result.names)} base parameters, the problem"
            f" {len(problem.names)} or others; expected the problem of the"
            " result (same robot, same effects)."
        )
    train = validate(result, problem.data) if train is None else train
    verdict = judge(result, problem, check, train, noticed)
    return Material(
        result, problem, problem.model, problem.data, train, check, verdict, excitation, choice
    )
