"""The section of the report on what the joints do, and how their effects were chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.estimators.consistent.consistent_estimator import Consistent
from dynid.figures import Figure
from dynid.identification.estimate import estimate
from dynid.identification.installation import describe_installation
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.notebook import format_percent
from dynid.plotting import BEFORE, MEASURED, PREDICTED, RESIDUAL, finish, label, to_single_precision
from dynid.report import html_page, joint_series
from dynid.report.html_page import Html
from dynid.report.joint_series import JointSeries, Panel
from dynid.report.sections import Material
from dynid.selection.selection_plot import draw_selection_figure
from dynid.selection.selection_record import Selection
from dynid.validation.prediction_check import compute_percent, predict

MOST = 1500  # samples a panel
BUDGET = 26_000  # samples of all panels: about 0.3 MB of the page
HEIGHT = 210


class Kind(NamedTuple):
    """A row of small panels, one per joint.

    x, y    titles of the axes; {angle} and {torque} stand for the units of the joint
    """

    title: str
    about: str
    make: Callable[[JointSeries], Panel | None]
    x: str
    y: str = "friction [{torque}]"


KINDS = (
    Kind(
        "Friction over velocity",
        "The curve is the mean over the joint loads and positions of the log, with gears wound up.",
        joint_series.plot_over_velocity,
        "velocity [{angle}/s]",
    ),
    Kind(
        "Load-dependent friction",
        "Positive values brake the motion. Slow samples are omitted.",
        joint_series.plot_over_load,
        "load [{torque}]",
    ),
    Kind(
        "Springs and ripple over position",
        "",
        joint_series.plot_over_position,
        "position [{angle}]",
        "torque [{torque}]",
    ),
    Kind(
        "Friction over position",
        "The part that varies over a revolution; positive values brake the motion.",
        joint_series.plot_friction_over_position,
        "position [{angle}]",
    ),
    Kind(
        "Friction at reversals",
        "All reversals of the log superimposed: friction in the new direction over"
        " the distance from the reversal; below before it, above after it. With gear "
        "wind-up, friction rises over some distance instead of at once.",
        joint_series.plot_around_reversals,
        "distance [{angle}]",
    ),
)


def render_joint_section(m: Material) -> Html:
    own = joint_series.make_joint_series(m.result, m.data)
    made = [[(joint, kind.make(joint)) for joint in own] for kind in KINDS]
    rows = [[(joint, panel) for joint, panel in row if panel is not None] for row in made]
    changed = m.choice if m.choice is not None and m.choice.groups else None
    traces = sum(map(len, rows)) + (2 * len(own) if changed else 0)
    points = min(MOST, BUDGET // max(1, traces))
    pieces: list[html_page.Piece] = [
        html_page.render_paragraph(f"{_capitalise(x)}.") for x in describe_installation(m.result)
    ]
    if any(rows):
        pieces.append(
            _render_legend(
                (MEASURED, "samples: measured torque minus all other parts of the model"),
                (PREDICTED, "the model"),
            )
        )
    for kind, row in zip(KINDS, rows):
        if row:
            panels = [
                html_page.plot(_draw_panel(joint, kind, panel, points)) for joint, panel in row
            ]
            pieces += [
                html_page.render_element("h3", kind.title),
                html_page.render_soft(kind.about),
            ]
            pieces.append(html_page.render_element("div", *panels, class_="panels"))
    if not any(rows):
        pieces.append(html_page.render_soft("The model has no friction at any actuated joint."))
    elif any(len(row) < len(own) for row in rows if row):
        pieces.append(html_page.render_soft("Joints without an effect have no panel for it."))
    if m.choice is not None:
        pieces += _render_selection(m.choice)
    if changed is not None:
        pieces += _render_before_and_after(m, changed, own, points)
    return html_page.render_section("joints", "Joint friction and other joint effects", *pieces)


def _capitalise(text: str) -> str:
    return text[0].upper() + text[1:]


def _render_legend(*entries: tuple[str, str]) -> Html:
    dots = [
        html_page.render_element(
            "span",
            html_page.render_element("span", "● ", style=f"color:{shade}"),
            text,
            style="margin-right:1rem",
        )
        for shade, text in entries
    ]
    return html_page.render_soft(*dots)


def _draw_panel(joint: JointSeries, kind: Kind, panel: Panel, points: int) -> Any:
    figure = Figure()
    at = joint_series.thin_samples(joint_series.list_all(panel.x), points)
    _draw_dots(figure, panel.x[at], panel.y[at], MEASURED)
    figure.add_scatter(
        x=to_single_precision(panel.curve_x),
        y=to_single_precision(panel.curve_y),
        mode="lines",
        line={"color": PREDICTED, "width": 2},
    )
    return _set_titles(figure, joint, kind.x, kind.y)


def _draw_dots(figure: Any, x: Array, y: Array, shade: str) -> None:
    figure.add_scatter(
        x=to_single_precision(x),
        y=to_single_precision(y),
        mode="markers",
        marker={"color": shade, "size": 3, "opacity": 0.4},
        hoverinfo="skip",
    )


def _set_titles(figure: Any, joint: JointSeries, x: str, y: str) -> Any:
    units = {"torque": "N", "angle": "m"} if joint.sliding else {"torque": "N m", "angle": "rad"}
    figure.update_xaxes(title_text=x.format(**units), nticks=6)
    figure.update_yaxes(title_text=y.format(**units), nticks=6)
    title = {"text": label(joint.name), "x": 0.5, "y": 0.97, "yanchor": "top", "font": {"size": 13}}
    figure = finish(figure, HEIGHT, showlegend=False, title=title)
    return figure.update_layout(margin={"l": 46, "r": 8, "t": 26, "b": 36}, font={"size": 11})


def _render_selection(choice: Selection) -> list[Html]:
    shown = [
        (
            step.group,
            html_page.Number("{:.1f} ± {:.1f}".format(*step.percent).replace("-", "−")),
            fate,
            str(step.setting),
        )
        for fate, step in zip(choice.fates, choice.steps)
    ]
    return [
        html_page.render_element("h3", "How the effects were selected"),
        html_page.render_paragraph(f"{_capitalise(choice.sentence)}."),
        *([html_page.plot(draw_selection_figure(choice))] if choice.steps else []),
        html_page.render_soft(
            "Reduction of the squared error on held-out blocks of the log by"
            " each candidate, with the standard error over the blocks, in the order of the "
            "tests. Speeds in the settings are fractions of each joint's top speed."
        ),
        html_page.render_folded(
            "Steps",
            html_page.render_table(
                ("effect", "gain [%]", "outcome", "dry friction near rest"), shown
            ),
        ),
    ]


def _render_before_and_after(
    m: Material, choice: Selection, own: list[JointSeries], points: int
) -> list[Html]:
    """Residuals of a fit with the base effects alone, beside those of the result."""
    carried = [each.payload for each in m.model.layout.payloads]
    base = Model(m.model.robot, [*choice.base, *carried], m.model.symmetric)
    data = replace(m.data, model=base)
    fit = estimate(Problem(base, data), Consistent(draws=0))
    tau = data.smooth_tau
    before, after = tau - predict(fit, data), np.stack([joint.residual for joint in own], axis=1)
    panels = []
    for j, joint in enumerate(own):
        figure, v = Figure(), joint.signals.v
        at = joint_series.thin_samples(joint_series.list_all(v), points)
        _draw_dots(figure, v[at], before[at, j], BEFORE)
        _draw_dots(figure, v[at], after[at, j], RESIDUAL)
        named = ("velocity [{angle}/s]", "residual [{torque}]")
        panels.append(html_page.plot(_set_titles(figure, joint, *named)))
    return [
        html_page.render_element("h3", "Residual torque, before and after selection"),
        _render_legend(
            (BEFORE, "viscous and dry friction, offset and rotor inertia only"),
            (RESIDUAL, "with the selected effects"),
        ),
        html_page.render_soft(
            f"Over all samples of the training data, "
            f"{format_percent(compute_percent(before, tau))} % of"
            f" the torque is unexplained before, "
            f"{format_percent(compute_percent(after, tau))} % after."
        ),
        html_page.render_element("div", *panels, class_="panels"),
    ]
