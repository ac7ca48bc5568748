"""Pages of single answers: a validation, a comparison, a load that was weighed, a diagnosis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.diagnostics.examination import Diagnosis
from dynid.findings import CERTAINTIES, Finding
from dynid.notebook import percent_text
from dynid.report import page
from dynid.report.page import Html, Piece, number, percentage, ratio
from dynid.report.sections import (
    MARKS,
    MEANING,
    TRACES,
    error_table,
    joint_plots,
    points_of,
    robot_beside,
)
from dynid.robot.mechanism import Robot
from dynid.validation.check import Validation
from dynid.validation.comparison import Comparison
from dynid.validation.plot import autocorrelation_figure, spectrum_figure
from dynid.validation.verdict import GOOD_ERROR, POOR_ERROR
from dynid.version import __version__
from dynid.weighing.weighed import NAMES, UNITS, Weighed

CLOCK = "check"
GOOD, USABLE, BAD = range(3)


def validation_page(check: Validation, robot: Robot, noticed: Sequence[Finding] = ()) -> str:
    """How well a result predicts other logs."""
    tone = BAD if not check.relative <= POOR_ERROR else USABLE
    if check.relative <= GOOD_ERROR and check.held_out and not check.thin:
        tone = GOOD
    files = [(name, sha256) for name, sha256 in check.files]
    return _whole(
        f"{robot.name}: validation",
        f"Validation of {robot.name}",
        page.tiles(
            {
                "unexplained of the torque, all samples": percentage(check.relative) + Html(" %"),
                "over moving samples": percentage(check.moving) + Html(" %"),
                f"R², mean over the joints; NRMSE {ratio(check.nrmse)}": ratio(check.r2),
                "samples": str(check.samples),
                "data": "held out" if check.held_out else "of the training",
            }
        ),
        _sentence(tone, _capital(check.sentence), check.thin and f"take care: {check.thin}"),
        page.section(
            "torques",
            "Torque, measured and predicted",
            error_table(check, "error %"),
            robot_beside(robot, check, CLOCK),
            *joint_plots(robot, check, points_of(TRACES * len(check.joints)), CLOCK),
            page.soft(f"{MEANING} Point at a plot: the robot stands as it did then."),
        ),
        page.section(
            "residuals",
            "What is left of the torque",
            page.plot(spectrum_figure(check)),
            page.plot(autocorrelation_figure(check)),
        ),
        _findings(noticed) if noticed else "",
        page.section(
            "files",
            "Provenance",
            page.facts({"Model": check.method}),
            page.table(("log", "SHA-256"), files) if files else "",
        ),
    )


def comparison_page(table: Comparison, robot: str) -> str:
    """Several estimators on the same logs."""
    errors = [line.train if line.test is None else line.test for line in table.lines]
    worked = [k for k, line in enumerate(table.lines) if not line.failed and errors[k] == errors[k]]
    best = min(worked, key=lambda k: errors[k]) if worked else None
    rows: list[list[Piece]] = []
    names = table.short_names()
    for name, line in zip(names, table.lines):
        shown = (line.train, line.train_moving, line.test, line.test_moving)
        bodies = {True: "yes", False: "no", None: "–"}[line.consistent]
        rows.append(
            [
                name,
                *(percentage(np.nan if line.failed else x) for x in shown),
                number(np.nan if line.failed else line.weak),
                "–" if line.failed else bodies,
                number(line.seconds, 3),
                f"failed: {line.failed}" if line.failed else "",
            ]
        )
    said = "No estimator could solve the problem."
    if best is not None:
        where = "the training data" if table.lines[best].test is None else "the test data"
        said = f"Least error on {where}: {names[best]}, {percent_text(errors[best])} %."
    head = ("method", "training %", "moving %", "test %", "moving %", "weak", "possible bodies")
    return _whole(
        f"{robot}: comparison",
        f"Estimators on {robot}",
        _sentence(BAD if best is None else GOOD, said),
        page.section(
            "methods",
            "Methods",
            page.table((*head, "seconds", ""), rows, [k for k in range(len(rows)) if rows[k][-1]]),
            page.soft("Errors over all samples; moving: over those that the masks leave."),
        ),
    )


def payload_page(load: Weighed, robot: str) -> str:
    """What a robot carries."""
    rows: list[list[Piece]] = [
        [name, number(value, 5), *_between(low, high, status), unit.replace("^2", "²"), status]
        for name, unit, value, (low, high), status in zip(
            NAMES, UNITS, load.values, load.interval, load.status
        )
    ]
    weak = [k for k, status in enumerate(load.status) if status in ("weak", "not")]
    shown = load.status[0] in ("known", "identifiable")
    said = [_capital(load.sentence), *load.notes]
    if np.asarray(load.interval)[0, 0] <= 0.0 and load.notes and not shown:
        at_most = float(np.asarray(load.interval)[0, 1])
        said = [f"No load is seen: at most {at_most:.2g} kg (95 %).", *load.notes]
    return _whole(
        f"{robot}: payload",
        f"What {robot} carries",
        page.tiles(
            {
                "mass": f"{load.mass:.4g} kg",
                f"carried in the frame, of {load.body}": load.frame,
            }
        ),
        _sentence(GOOD if shown else USABLE, *said),
        page.section(
            "values",
            "Mass, centre and inertia",
            page.table(("", "value", "from", "to", "unit", "shown"), rows, weak),
            page.soft(
                "From, to: the 95 % interval. Inertia about the centre of mass, in the axes of the"
                " frame. What is not shown by the motion is that of a solid ball."
            ),
        ),
    )


def _between(low: float, high: float, status: str) -> list[Piece]:
    return [number(np.nan if status == "known" else x, 5) for x in (low, high)]


def diagnosis_page(found: Diagnosis) -> str:
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
        counts["parameters shown well"] = f"{len(shown) - len(weak)} of {len(shown)}"
    return _whole(
        f"{found.robot}: check",
        f"Check of {found.robot}",
        page.tiles(counts),
        _sentence(GOOD if found.healthy else BAD, said),
        _findings(found.findings),
        page.section(
            "unexplained",
            "What a quick fit leaves of the torques",
            page.table(("log", "joint", "% of the torque"), left),
        )
        if left
        else "",
        page.section(
            "shown",
            "What the motion shows",
            page.table(("base parameter", "shown", "share of its own"), shown, weak),
        )
        if shown
        else "",
        page.section("untold", "Cannot be told from these logs", _list(found.untold))
        if found.untold
        else "",
    )


def _findings(findings: Sequence[Finding]) -> Html:
    rows = [(f.certainty, f.kind, f.log, f.where, f.evidence, f.repair) for f in findings]
    sure = [k for k, finding in enumerate(findings) if finding.sure]
    head = ("sure", "what", "log", "where", "seen", "what to do")
    told = page.table(head, rows, sure) if rows else page.paragraph("Nothing found.")
    order = page.soft(f"The surest first: {', '.join(CERTAINTIES)}.") if rows else ""
    return page.section("findings", "Findings", told, order)


def _list(lines: Sequence[str]) -> Html:
    return page.element("ul", *(page.element("li", line) for line in lines))


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _sentence(level: int, text: str, *notes: str) -> Html:
    sentence = page.element("p", text, class_="sentence")
    more = [page.soft(_capital(note)) for note in notes if note]
    return page.element(
        "section", sentence, *more, class_=f"verdict {MARKS[level][0]}", id="verdict"
    )


def _whole(title: str, headline: str, *pieces: Piece) -> str:
    footer = page.element("footer", f"dynid {__version__}")
    return page.page(title, page.element("h1", headline), *pieces, footer)
