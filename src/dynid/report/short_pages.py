"""Pages of single answers: a validation, a comparison, a load that was estimated, a diagnosis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.diagnostics.examination import Diagnosis
from dynid.findings import CERTAINTIES, Finding
from dynid.notebook import format_percent
from dynid.payload.payload_estimate import NAMES, UNITS, PayloadEstimate
from dynid.report import html_page
from dynid.report.html_page import Html, Piece, make_percentage, make_ratio, number
from dynid.report.sections import (
    MARKS,
    MEANING,
    TRACES,
    count_points,
    render_error_table,
    render_joint_plots,
    render_with_robot,
)
from dynid.robot.mechanism import Robot
from dynid.validation.comparison import Comparison
from dynid.validation.prediction_check import Validation
from dynid.validation.validation_plot import draw_autocorrelation, draw_spectrum
from dynid.validation.verdict import GOOD_ERROR, POOR_ERROR
from dynid.version import __version__

CLOCK = "check"
GOOD, USABLE, BAD = range(3)


def render_validation_page(check: Validation, robot: Robot, noticed: Sequence[Finding] = ()) -> str:
    """How well a result predicts other logs."""
    tone = BAD if not check.relative <= POOR_ERROR else USABLE
    if check.relative <= GOOD_ERROR and check.held_out and not check.thin:
        tone = GOOD
    files = [(name, sha256) for name, sha256 in check.files]
    return _render_page(
        f"{robot.name}: validation",
        f"Validation of {robot.name}",
        html_page.render_tiles(
            {
                "unexplained of the torque, all samples": make_percentage(check.relative)
                + Html(" %"),
                "over moving samples": make_percentage(check.moving) + Html(" %"),
                f"R², mean over the joints; NRMSE {make_ratio(check.nrmse)}": make_ratio(check.r2),
                "samples": str(check.samples),
                "data": "held out" if check.held_out else "of the training",
            }
        ),
        _render_sentence(
            tone, _capitalise(check.sentence), check.thin and f"take care: {check.thin}"
        ),
        html_page.render_section(
            "torques",
            "Torque, measured and predicted",
            render_error_table(check, "error %"),
            render_with_robot(robot, check, CLOCK),
            *render_joint_plots(robot, check, count_points(TRACES * len(check.joints)), CLOCK),
            html_page.render_soft(f"{MEANING} Point at a plot to see the robot at that time."),
        ),
        html_page.render_section(
            "residuals",
            "Residual torque",
            html_page.plot(draw_spectrum(check)),
            html_page.plot(draw_autocorrelation(check)),
        ),
        _render_findings(noticed) if noticed else "",
        html_page.render_section(
            "files",
            "Provenance",
            html_page.render_facts({"Model": check.method}),
            html_page.render_table(("log", "SHA-256"), files) if files else "",
        ),
    )


def render_comparison_page(table: Comparison, robot: str) -> str:
    """Several estimators on the same logs."""
    errors = [line.train if line.test is None else line.test for line in table.lines]
    worked = [k for k, line in enumerate(table.lines) if not line.failed and errors[k] == errors[k]]
    best = min(worked, key=lambda k: errors[k]) if worked else None
    rows: list[list[Piece]] = []
    names = table.list_short_names()
    for name, line in zip(names, table.lines):
        shown = (line.train, line.train_moving, line.test, line.test_moving)
        bodies = {True: "yes", False: "no", None: "–"}[line.consistent]
        rows.append(
            [
                name,
                *(make_percentage(np.nan if line.failed else x) for x in shown),
                number(np.nan if line.failed else line.weak),
                "–" if line.failed else bodies,
                number(line.seconds, 3),
                f"failed: {line.failed}" if line.failed else "",
            ]
        )
    said = "No estimator could solve the problem."
    if best is not None:
        where = "the training data" if table.lines[best].test is None else "the test data"
        said = f"Least error on {where}: {names[best]}, {format_percent(errors[best])} %."
    head = ("method", "training %", "moving %", "test %", "moving %", "weak", "consistent bodies")
    return _render_page(
        f"{robot}: comparison",
        f"Estimators on {robot}",
        _render_sentence(BAD if best is None else GOOD, said),
        html_page.render_section(
            "methods",
            "Methods",
            html_page.render_table(
                (*head, "seconds", ""), rows, [k for k in range(len(rows)) if rows[k][-1]]
            ),
            html_page.render_soft("Errors over all samples; moving: over the unmasked samples."),
        ),
    )


def render_payload_page(load: PayloadEstimate, robot: str) -> str:
    """What a robot carries."""
    rows: list[list[Piece]] = [
        [
            name,
            number(value, 5),
            *_render_interval(low, high, status),
            unit.replace("^2", "²"),
            status,
        ]
        for name, unit, value, (low, high), status in zip(
            NAMES, UNITS, load.values, load.interval, load.status
        )
    ]
    weak = [k for k, status in enumerate(load.status) if status in ("weak", "not")]
    shown = load.status[0] in ("known", "identifiable")
    said = [_capitalise(load.sentence), *load.notes]
    if np.asarray(load.interval)[0, 0] <= 0.0 and load.notes and not shown:
        at_most = float(np.asarray(load.interval)[0, 1])
        said = [f"No payload is detected: at most {at_most:.2g} kg (95 %).", *load.notes]
    return _render_page(
        f"{robot}: payload",
        f"What {robot} carries",
        html_page.render_tiles(
            {
                "mass": f"{load.mass:.4g} kg",
                f"carried in the frame, of {load.body}": load.frame,
            }
        ),
        _render_sentence(GOOD if shown else USABLE, *said),
        html_page.render_section(
            "values",
            "Mass, centre and inertia",
            html_page.render_table(("", "value", "from", "to", "unit", "shown"), rows, weak),
            html_page.render_soft(
                "From, to: the 95 % interval. Inertia about the centre of mass, in the axes of the"
                " frame. Values that the motion does not determine are those of a solid ball."
            ),
        ),
    )


def _render_interval(low: float, high: float, status: str) -> list[Piece]:
    return [number(np.nan if status == "known" else x, 5) for x in (low, high)]


def render_diagnosis_page(found: Diagnosis) -> str:
    """What is wrong with a robot's file and its logs, and what the motion can show."""
    sure = len(found.sure)
    said = (
        "Nothing certain or likely wrong was found."
        if found.healthy
        else f"{sure} finding{'s' * (sure != 1)} certain or likely wrong."
    )
    left = [
        (log or "the log", joint, number(100.0 * share, 3))
        for log, joints in found.unexplained.items()
        for joint, share in joints.items()
    ]
    shown = [(p.parameter, p.shown, number(p.own, 3)) for p in found.parameters]
    weak = [k for k, p in enumerate(found.parameters) if p.shown != "identifiable"]
    counts: dict[str, Piece] = {"findings": len(found.findings), "logs": len(found.logs)}
    if shown:
        counts["well-identified parameters"] = f"{len(shown) - len(weak)} of {len(shown)}"
    return _render_page(
        f"{found.robot}: check",
        f"Check of {found.robot}",
        html_page.render_tiles(counts),
        _render_sentence(GOOD if found.healthy else BAD, said),
        _render_findings(found.findings),
        html_page.render_section(
            "unexplained",
            "Residual torque of a quick fit",
            html_page.render_table(("log", "joint", "% of the torque"), left),
        )
        if left
        else "",
        html_page.render_section(
            "shown",
            "Identifiability from the motion",
            html_page.render_table(("base parameter", "shown", "share of its own"), shown, weak),
        )
        if shown
        else "",
        html_page.render_section(
            "untold", "Cannot be detected from these logs", _list(found.untold)
        )
        if found.untold
        else "",
    )


def _render_findings(findings: Sequence[Finding]) -> Html:
    rows = [(f.certainty, f.kind, f.log, f.where, f.evidence, f.repair) for f in findings]
    sure = [k for k, finding in enumerate(findings) if finding.sure]
    head = ("sure", "what", "log", "where", "seen", "what to do")
    told = (
        html_page.render_table(head, rows, sure)
        if rows
        else html_page.render_paragraph("Nothing found.")
    )
    order = html_page.render_soft(f"Most certain first: {', '.join(CERTAINTIES)}.") if rows else ""
    return html_page.render_section("findings", "Findings", told, order)


def _list(lines: Sequence[str]) -> Html:
    return html_page.render_element("ul", *(html_page.render_element("li", line) for line in lines))


def _capitalise(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _render_sentence(level: int, text: str, *notes: str) -> Html:
    sentence = html_page.render_element("p", text, class_="sentence")
    more = [html_page.render_soft(_capitalise(note)) for note in notes if note]
    return html_page.render_element(
        "section", sentence, *more, class_=f"verdict {MARKS[level][0]}", id="verdict"
    )


def _render_page(title: str, headline: str, *pieces: Piece) -> str:
    footer = html_page.render_element("footer", f"dynid {__version__}")
    return html_page.render_page(title, html_page.render_element("h1", headline), *pieces, footer)
