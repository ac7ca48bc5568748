"""write_report(path, result, problem): everything about an identification on one page."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dynid.choice.record import Choice
from dynid.errors import InputError
from dynid.files import check_target, write_whole
from dynid.findings import Finding
from dynid.identification.estimate import Estimate, problem_of
from dynid.identification.problem import Problem
from dynid.model.base import same_combinations
from dynid.report import page
from dynid.report.joint_section import joint_section
from dynid.report.page import Html
from dynid.report.parameter_sections import (
    identifiability_section,
    parameter_section,
    prior_section,
)
from dynid.report.provenance import provenance_section
from dynid.report.sections import (
    Material,
    data_section,
    motion_section,
    residual_section,
    robot_section,
    summary,
    torque_section,
    verdict_section,
)
from dynid.validation.check import Validation, validate
from dynid.validation.verdict import Verdict, judge
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.excite.excitation import Excitation

#: {name: (id of the section, its maker)}: what was found, how far it can be trusted, and what it
#: was found from
SECTIONS: dict[str, tuple[str, Callable[[Material], Html]]] = {
    "Torques": ("torques", torque_section),
    "Joints": ("joints", joint_section),
    "Parameters": ("parameters", parameter_section),
    "Prior": ("prior", prior_section),
    "Residuals": ("residuals", residual_section),
    "Identifiability": ("identifiability", identifiability_section),
    "Robot": ("robot", robot_section),
    "Excitation": ("motion", motion_section),
    "Data": ("data", data_section),
}


def write_report(
    path: str | os.PathLike[str],
    result: Estimate,
    problem: Problem,
    check: Validation | None = None,
    excitation: Excitation | None = None,
    *,
    choice: Choice | None = None,
    noticed: Sequence[Finding] | None = None,
    train: Validation | None = None,
    date: str = "",
    overwrite: bool = False,
) -> Verdict:
    """Write one HTML file about an identification, to be opened anywhere without a network; returns
    its verdict.

    problem     what the result was found from: Problem(model, data)
    check       validate(result, held_out_data); without it, nothing is known about new motion, and
                the report says so
    excitation  the designed motion that was run
    choice      choose_effects(data), where the effects were found so: its steps are shown
    noticed     check(robot, logs).findings, where these were examined
    train       validate(result, problem.data), where that is there already
    date        shown as given; left out, the same input gives the same file
    """
    check_target(path, overwrite)  # before the work, not after it
    material = _material(result, problem, check, excitation, choice, noticed, train)
    pieces = [
        page.element("h1", f"Identification of {material.model.robot.name}"),
        summary(material, date),
        verdict_section(material),
    ]
    other = () if check is None else check.files
    origin = provenance_section(result, material.model, material.data.files, date, other)
    written = [*(make(material) for _, make in SECTIONS.values()), origin]
    keys = {name: key for name, (key, _) in SECTIONS.items()} | {"Provenance": "provenance"}
    links = [page.element("a", name, href=f"#{key}") for name, key in keys.items()]
    pieces += [
        page.element("nav", *links),
        *written,
        page.element("footer", f"dynid {__version__}"),
    ]
    write_whole(
        path,
        page.page(f"{material.model.robot.name}: {material.verdict.word}", *pieces),
        overwrite=overwrite,
    )
    return material.verdict


def _material(
    result: Estimate,
    problem: Problem,
    check: Validation | None,
    excitation: Excitation | None,
    choice: Choice | None,
    noticed: Sequence[Finding] | None,
    train: Validation | None,
) -> Material:
    if not isinstance(problem, Problem) or problem.model is None or problem.data is None:
        got = type(problem).__name__
        if isinstance(problem, Problem):
            bare = problem.model is None
            got = "Problem.from_rows(...)" if bare else "a merged or compressed problem"
        raise InputError(
            f"write_report: got {got}, expected Problem(model, data) of the log that the result was"
            " found from: the report shows its motion and torques."
        )
    problem = problem_of(result, problem)
    assert problem.model is not None
    assert problem.data is not None
    if not same_combinations(result.names, problem.names):
        raise InputError(
            f"write_report: the result has {len(result.names)} base parameters, the problem"
            f" {len(problem.names)} or others; expected the problem that the result was found from"
            " (same robot, same effects)."
        )
    train = validate(result, problem.data) if train is None else train
    verdict = judge(result, problem, check, train, noticed)
    return Material(
        result, problem, problem.model, problem.data, train, check, verdict, excitation, choice
    )
