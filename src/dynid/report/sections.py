"""The sections of the report, each a function from what was computed to a piece of the page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.data.dataset import Dataset
from dynid.errors import join_names
from dynid.identification.estimate import Estimate
from dynid.identification.estimate_records import WEAK
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.notebook import format_short_percent
from dynid.plotting import POINTS, label
from dynid.report import html_page
from dynid.report.html_page import Html, make_percentage, make_ratio, number
from dynid.report.moving_robot import SECONDS, SQUARES, draw_picture, draw_validation
from dynid.report.report_figures import draw_motion
from dynid.robot.mechanism import Robot
from dynid.selection.selection_record import Selection
from dynid.validation.prediction_check import JointCheck, Validation
from dynid.validation.validation_plot import draw_autocorrelation, draw_spectrum, draw_torque
from dynid.validation.verdict import Verdict

if TYPE_CHECKING:
    from dynid.excitation.excitation import Excitation

BUDGET = 90_000  # points of all torque traces: about 1 MB of the page
TRACES = 4  # of a joint: measured, predicted, their difference, and it where it does not count
FEWEST = 200  # points of a trace, whatever the number of joints
#: what stands in `render_error_table`
MEANING = (
    "%: RMS residual in % of the RMS torque, over all samples, below the cutoff;"
    " raw: of the torque as it was measured; both filtered: the prediction has passed the filter"
    " too, which smooths the torque and not a model's sharp friction; moving: over the unmasked"
    " samples. NRMSE: RMSE / standard deviation of the raw torque, and R², as the KR300 benchmark"
    " defines them; of all joints: the means. RMSE in Nm or N."
)
MARKS = (("good", "✓"), ("usable", "!"), ("bad", "✕"))


@dataclass(frozen=True, eq=False)
class Material:
    """What the report is made of."""

    result: Estimate
    problem: Problem
    model: Model
    data: Dataset
    train: Validation
    check: Validation | None
    verdict: Verdict
    excitation: Excitation | None
    choice: Selection | None

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """The robot, moving."""
        return draw_picture(self.model.robot, self.data)

    @property
    def points(self) -> int:
        """Points of a trace."""
        return count_points(TRACES * len(self.train.joints) * (1 if self.check is None else 2))


def count_points(traces: int) -> int:
    """Points of each of so many traces, all of which shall fit on a page."""
    return max(FEWEST, min(POINTS, BUDGET // max(traces, 1)))


def render_summary(m: Material, date: str) -> Html:
    """The numbers that are asked for first, beside the robot."""
    check = m.check if m.check is not None and m.check.held_out else m.train
    where = "of held-out torque" if check is m.check else "of the training torque"
    gone = len(m.result.eliminated)
    weak = int(np.sum(np.nan_to_num(m.result.percent, nan=0.0) > WEAK))
    error = make_percentage(check.relative) + Html(" %")
    gained = check.shipped == check.shipped  # the file has inertias of its own
    first = (
        {
            f"unexplained {where}, all samples: by the file as shipped, and identified": Html(
                f"{format_short_percent(check.shipped)} → {error}"
            )
        }
        if gained
        else {f"unexplained {where}, all samples": error}
    )
    tiles = {
        **first,
        "over moving samples": make_percentage(check.moving) + Html(" %"),
        f"R², mean over the joints; NRMSE {make_ratio(check.nrmse)}": make_ratio(check.r2),
        f"samples, at {m.data.rate:.4g} Hz": f"{len(m.data):,}".replace(",", "\u202f"),
        f"parameters, {weak} of them weak": str(len(m.result.names) - gone),
        "condition number": str(m.result.condition_shown),
        **({"date": date} if date else {}),
    }
    drawn = html_page.render_moving_picture(m.drawn)
    return html_page.render_element("div", html_page.render_tiles(tiles), drawn, class_="top")


def render_verdict_section(m: Material) -> Html:
    found = []
    for finding in sorted(m.verdict.findings, key=lambda f: -f.level):
        tone, mark = MARKS[finding.level]
        words = [
            html_page.render_paragraph(finding.evidence[0].upper() + finding.evidence[1:] + ".")
        ]
        if finding.level and finding.repair:
            remedy = finding.repair.rstrip(".")
            words.append(html_page.render_soft(remedy[0].upper() + remedy[1:] + "."))
        shown = html_page.render_element("span", mark, class_="mark")
        found.append(
            html_page.render_element(
                "li", shown, html_page.render_element("div", *words), class_=tone
            )
        )
    sentence = html_page.render_element("p", str(m.verdict), class_="sentence")
    rules = html_page.render_folded(
        "How the result was judged", html_page.render_element("ul", *found, class_="findings")
    )
    # what speaks against it is seen at once
    opened = Html(rules.replace("<details>", "<details open>", 1)) if m.verdict.level else rules
    return html_page.render_element(
        "section", sentence, opened, class_=f"verdict {MARKS[m.verdict.level][0]}", id="verdict"
    )


def render_robot_section(m: Material) -> Html:
    robot = m.model.robot
    loops = f"{len(robot.loops)} loops" if robot.loops else "a tree, no loops"
    kinds = [type(getattr(effect, "of", effect)).__name__ for effect in m.model.effects]
    about = {
        "Robot": f"{robot.name}{': ' + robot.description if robot.description else ''}",
        "Bodies": f"{sum(not b.massless for b in robot.bodies)}, {loops}",
        "Coordinates": (
            f"{len(robot.coordinates)}, of which actuated: {join_names(robot.actuated, 12)}"
        ),
        "Joint effects": join_names(dict.fromkeys(kinds), 12),
    }
    told = (
        f"Drawn on top: up to {SECONDS:g} s of the log, where the robot moves most. Bodies are"
        f" rods from joint to joint; a square of the floor is "
        f"{m.drawn['size'] / SQUARES:.2g} m wide."
    )
    return html_page.render_section(
        "robot", "Robot", html_page.render_facts(about), html_page.render_soft(told)
    )


def render_motion_section(m: Material) -> Html:
    pieces: list[Html] = []
    if m.excitation is not None:
        e = m.excitation
        designed = {"Criterion": f"{e.criterion} = {e.value:.5g}"}
        rows = [
            (
                limit.label,
                number(limit.low),
                number(limit.least),
                number(limit.most),
                number(limit.high),
            )
            for limit in e.kept
        ]
        limits = html_page.render_table(("limit", "low", "least", "most", "high"), rows)
        pieces += [
            html_page.render_facts(designed),
            html_page.render_folded(f"{len(rows)} limits that the design keeps", limits),
        ]
        pieces += [html_page.render_soft(note) for note in e.notes]
    pieces.append(html_page.plot(draw_motion(m.data, count_points(4 * m.data.q.shape[1]))))
    rows = [
        (
            name,
            number(m.data.q[:, j].min(), 3),
            number(m.data.q[:, j].max(), 3),
            number(np.abs(m.data.qd[:, j]).max(), 3),
            number(np.abs(m.data.qdd[:, j]).max(), 3),
        )
        for j, name in enumerate(m.model.robot.actuated)
    ]
    reached = html_page.render_table(
        ("joint", "least position", "largest", "peak velocity", "peak acceleration"), rows
    )
    return html_page.render_section(
        "motion",
        "Excitation",
        *pieces,
        html_page.render_folded("Position and velocity range of each joint", reached),
    )


def render_data_section(m: Material) -> Html:
    data = m.data
    decimation = (
        "none"
        if data.decimation is None
        else f"one sample in {data.decimation.step}, torque and model filtered in the same way"
    )
    about = {
        "Samples": f"{len(data)} at {data.rate:.6g} Hz",
        "Low-pass": "none" if data.cutoff is None else f"{data.cutoff:.4g} Hz",
        "Decimation": decimation,
        "Counted": f"{100 * np.mean(data.use):.3g} % of the torques",
    }
    logs = [
        (source or "given in memory", number(t0, 6), number(t1, 6))
        for source, t0, t1 in m.result.sources
    ]
    notes = html_page.render_element(
        "ol", *(html_page.render_element("li", note) for note in m.result.notes), class_="notes"
    )
    return html_page.render_section(
        "data",
        "Data and processing",
        html_page.render_facts(about),
        html_page.render_table(("log", "from [s]", "to [s]"), logs),
        html_page.render_folded("Processing steps and notes", notes) if m.result.notes else "",
    )


def render_torque_section(m: Material) -> Html:
    seen = m.check is not None and not m.check.held_out
    second = "second %" if seen else "held-out %"
    if m.check is None:
        pieces = [render_error_table(m.train, "training %")]
    else:
        pieces = [render_error_table(m.check, second, m.train)]
    if m.check is not None and m.check.thin:
        pieces.append(html_page.render_paragraph(f"Take care: {m.check.thin}."))
    if seen:
        pieces.append(
            html_page.render_soft(
                "The second data set is training data: its errors say nothing about new motion."
            )
        )
    training = render_joint_plots(m.model.robot, m.train, m.points, "training")
    if m.check is None:
        pieces += [
            html_page.render_element("h3", "Training data"),
            render_with_robot(m.model.robot, m.train, "training"),
        ]
        pieces += training
    else:
        pieces += [
            html_page.render_element("h3", "Second data set" if seen else "Held-out data"),
            render_with_robot(m.model.robot, m.check, "check"),
            *render_joint_plots(m.model.robot, m.check, m.points, "check"),
        ]
        pieces.append(
            html_page.render_folded(
                "Training data", render_error_table(m.train, "training %"), *training
            )
        )
    told = (
        f"{MEANING} Point at a plot to see the robot at that time. Drag to zoom, double-click to"
        " return. Long logs are drawn as an envelope, so no peak is lost. The plots"
        " show torque and prediction as they are fitted; grey differences belong to "
        "samples that are not counted."
    )
    return html_page.render_section(
        "torques", "Torque, measured and predicted", *pieces, html_page.render_soft(told)
    )


def render_error_table(check: Validation, title: str, training: Validation | None = None) -> Html:
    """Errors joint by joint and of all; title: of the column of errors over all samples. Beside
    them those of the training."""
    trained = {} if training is None else _index_by_name(training)
    head = ["joint", *(["training %"] if trained else []), title]
    head += ["moving %", "raw %", "both filtered %"]
    rows: list[list[html_page.Piece]] = []
    for name, each in _index_by_name(check).items():
        first = [trained[name].relative if name in trained else np.nan] if trained else []
        own = (each.relative, each.moving, each.raw, each.without_filter)
        errors = map(make_percentage, (*first, *own))
        rmse = number(each.rmse if isinstance(each, JointCheck) else np.nan)
        rows.append([name, *errors, make_ratio(each.r2), make_ratio(each.nrmse), rmse])
    return html_page.render_table([*head, "R²", "NRMSE", "RMSE"], rows)


def _index_by_name(check: Validation) -> dict[str, Validation | JointCheck]:
    return {**{joint.joint: joint for joint in check.joints}, "all": check}


def render_with_robot(robot: Robot, check: Validation, clock: str) -> Html:
    drawn = html_page.render_moving_picture(draw_validation(robot, check, clock))
    return html_page.render_element("div", drawn, class_="beside")


def render_joint_plots(robot: Robot, check: Validation, points: int, clock: str) -> list[Html]:
    """Plots with one clock: pointing at one moves the robot and the line in all."""
    plots = []
    for joint in check.joints:
        unit = "N" if robot.joint(joint.joint).kind == "prismatic" else "N m"
        figure = draw_torque(check, joint.joint, points)
        figure.update_yaxes(title_text=f"{label(joint.joint)} [{unit}]", row=1)
        figure.update_yaxes(title_text=f"difference [{unit}]", row=2)
        figure.update_layout(meta={"clock": clock})
        plots.append(html_page.plot(figure))
    return plots


def render_residual_section(m: Material) -> Html:
    check = m.check if m.check is not None and m.check.held_out else m.train
    which = "held-out" if check is m.check else "training"
    rows = [
        (fit.joint, number(fit.inflation, 3), number(100 * other.coloured, 3))
        for fit in m.result.joints
        for other in check.joints
        if other.joint == fit.joint
    ]
    return html_page.render_section(
        "residuals",
        "Residual torque",
        html_page.render_soft(
            f"Spectrum and autocorrelation of the {which} differences. White noise has a flat"
            " spectrum and stays in the grey band; a hump or a slow decay points to"
            " an effect that the model lacks."
        ),
        html_page.plot(draw_spectrum(check)),
        html_page.plot(draw_autocorrelation(check)),
        html_page.render_folded(
            "Numbers",
            html_page.render_table(
                ("joint", "variance inflation (training)", "% of first 20 lags outside the band"),
                rows,
            ),
        ),
    )
