"""Sections about the parameters: values, what the data determine, what the prior said."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.identification.estimate_records import WEAK
from dynid.identification.estimate_text import PRIOR
from dynid.identification.parameter_plot import draw_parameter_pages
from dynid.identification.problem import EXCITED
from dynid.model.base_reduction import BaseParameters
from dynid.model.model import Model
from dynid.report import html_page
from dynid.report.html_page import Html, number
from dynid.report.report_figures import draw_correlations, draw_masses, draw_singular_values
from dynid.report.sections import Material

WEAKEST = 6  # directions that are spelt out
PARTS, SMALL = 4, 0.1  # parameters of a direction that are named: so many, and no smaller ones
REVEALED = "Which parameters any motion can identify"
CHANGES = 10  # of the parameters against the prior


def render_parameter_section(m: Material) -> Html:
    result = m.result
    count = len(result.names) - len(result.eliminated)
    kind = "base parameters" if m.problem.base is not None else "parameters of the reduction"
    which = ", the combinations that motion can identify" if m.problem.base is not None else ""
    about = f"{result.method}: {count} {kind}{which}, with 95 % intervals."
    if result.from_prior:
        about += (
            f" {PRIOR}: not determined by the data; the value comes from the"
            " prior and has no interval."
        )
    pieces = [html_page.render_paragraph(about)]
    if result.margins:
        pieces += [html_page.render_element("h3", "Bodies"), _render_body_table(m)]
        told = (
            "Margin: smallest eigenvalue of the pseudo-inertia; 0 is the limit of physical "
            "consistency,"
            " a flat or thin body."
        )
        pieces.append(html_page.render_soft(told))
    if result.gains:
        told = (
            "Torque = gain x current; 95 % intervals of gains that were estimated from "
            "these logs. All"
            " torques on this page are currents times these gains."
        )
        pieces += [
            html_page.render_element("h3", "Motor gains"),
            _render_gain_table(m),
            html_page.render_soft(told),
        ]
    pieces += [
        html_page.render_element("h3", kind[0].upper() + kind[1:]),
        *map(html_page.plot, draw_parameter_pages(result, _compute_prior_theta(m))),
    ]
    told = (
        f"Dots: identified; crosses: weak, standard deviation above {WEAK:g} % of the value; open"
        " diamonds: the prior."
    )
    pieces.append(html_page.render_soft(told))
    pieces.append(html_page.render_folded(f"Table of the {kind}", _render_base_table(m)))
    if result.p_interval is not None or result.margins:
        pieces.append(
            html_page.render_folded(
                f"Table of all {len(result.p)} parameters", _render_full_table(m)
            )
        )
    if len(result.history):
        pieces += [
            html_page.render_element("h3", f"Reduction ({result.history.rule})"),
            _render_history(m),
        ]
    return html_page.render_section("parameters", "Parameters", *pieces)


def _render_history(m: Material) -> Html:
    figure = m.result.history.to_figure()
    figure.update_layout(height=480, title=None, margin={"l": 60, "r": 12, "t": 12, "b": 40})
    return html_page.plot(figure)


def _render_gain_table(m: Material) -> Html:
    rows = [
        (
            gain.joint,
            number(gain.value, 5),
            gain.unit,
            gain.how if np.isnan(gain.low) else f"{number(gain.low, 5)} .. {number(gain.high, 5)}",
        )
        for gain in m.result.gains
    ]
    return html_page.render_table(("joint", "gain", "unit", "95 %"), rows)


def _render_body_table(m: Material) -> Html:
    result, prior = m.result, m.model.prior
    rows = []
    for name, margin in result.margins.items():
        k = result.parameters.index(f"{name}.m")
        mass, *h = result.p[k : k + 4]
        low, high = result.p_interval[k] if result.p_interval is not None else (np.nan, np.nan)
        centre = [html_page.Number(f"{x / mass:.4f}".replace("-", "−")) for x in h]
        between = html_page.Number(f"{number(low, 3)} .. {number(high, 3)}")
        if f"{name}.m" in result.from_prior:
            between = html_page.Number(PRIOR)
        rows.append((name, number(mass), between, number(prior[k]), *centre, number(margin, 2)))
    head = ("body", "mass [kg]", "95 %", "prior [kg]", "centre x [m]", "y", "z", "margin")
    return html_page.render_table(head, rows)


def _render_base_table(m: Material) -> Html:
    result, gone = m.result, set(m.result.eliminated)
    intervals, prior = result.compute_interval(), _compute_prior_theta(m)
    rows, weak = [], []
    for k, name in enumerate(result.names):
        if name in gone:
            rows.append(
                (name, html_page.Number("eliminated"), *[number(None)] * 4, number(prior[k]))
            )
            continue
        if name in result.from_prior:
            value, before = number(result.theta[k], 5), number(prior[k], 3)
            rows.append((name, value, html_page.Number(PRIOR), *[number(None)] * 3, before))
            continue
        if result.percent[k] > WEAK:
            weak.append(k)
        percent = result.percent[k] if result.percent[k] < 1000 else np.inf
        values = (result.theta[k], result.std[k], percent, *intervals[k], prior[k])
        rows.append((name, *(number(x, 5 if i == 0 else 3) for i, x in enumerate(values))))
    return html_page.render_table(
        ("parameter", "value", "±", "%", "from", "to", "prior"), rows, weak
    )


def _render_full_table(m: Material) -> Html:
    result, prior = m.result, m.model.prior
    intervals = (
        result.p_interval if result.p_interval is not None else np.full((len(result.p), 2), np.nan)
    )
    rows = [
        (
            name,
            number(value, 5),
            html_page.Number(PRIOR) if name in result.from_prior else number(low, 3),
            number(high, 3),
            number(before, 5),
        )
        for name, value, (low, high), before in zip(result.parameters, result.p, intervals, prior)
    ]
    return html_page.render_table(("parameter", "value", "from", "to", "prior"), rows)


def _compute_prior_theta(m: Material) -> Array:
    """Base parameters of the robot file's values, nan where one of them is unknown; those of a
    reduction are not in any file."""
    if m.problem.base is None:
        return np.full(m.problem.size, np.nan)
    B, prior = m.problem.base.map, m.model.prior
    unknown = ((B != 0) & np.isnan(prior)).any(axis=1)
    return np.asarray(np.where(unknown, np.nan, B @ np.nan_to_num(prior)))


def render_identifiability_section(m: Material) -> Html:
    problem, base = m.problem, m.problem.base
    s, directions = problem.compute_directions(m.result.weights if len(m.result.weights) else None)
    hidden, count = int(np.sum(s <= EXCITED * s[0])), problem.size
    about = {
        "Of the robot": (
            f"{len(m.model.parameters)} parameters"
            + (
                f", of which the reduction makes {count}"
                if base is None
                else f", {base.contributing} act on the torques, {count} combinations of them"
                " are identifiable by any motion"
            )
        ),
        "Of this motion": (
            f"{count - hidden} of these {count} are identifiable; condition number"
            f" {m.result.condition_shown} (columns of norm 1)"
        ),
    }
    weakest = range(len(s) - 1, max(len(s) - 1 - WEAKEST, -1), -1)
    rows = [
        (number(s[k] / s[0], 2), _format_direction(directions[k], problem.names)) for k in weakest
    ]
    return html_page.render_section(
        "identifiability",
        "Identifiability",
        html_page.render_facts(about),
        html_page.render_element("h3", "The combinations that the data determine least"),
        html_page.render_table(("visible", "combination"), rows),
        html_page.render_soft(
            "Visible: singular value relative to the largest one, every parameter in units of its"
            " effect on the torques. Motion that excites these combinations would determine"
            " them: dynid design computes it."
        ),
        html_page.plot(draw_singular_values(s)),
        *_render_correlations(m),
        *(
            []
            if base is None
            else [html_page.render_folded(REVEALED, *_render_kinds(m.model, base))]
        ),
    )


def _render_correlations(m: Material) -> list[Html]:
    if np.shape(m.result.covariance) != (len(m.result.names),) * 2 or not np.any(m.result.std > 0):
        return []
    return [
        html_page.render_element("h3", "Which parameters are correlated"),
        html_page.plot(draw_correlations(m.result)),
        html_page.render_soft(
            "Correlation of the errors of two parameters: dark red: both are too large "
            "together; dark"
            " blue: one is too large where the other is too small. Pairs of dark squares "
            "are determined as"
            " a sum or a difference only."
        ),
    ]


def _render_kinds(model: Model, base: BaseParameters) -> list[Html]:
    pieces = []
    for kind in ("alone", "in combination", "not at all"):
        names = [name for name in model.parameters if base.classify(name) == kind]
        pieces += [
            html_page.render_element("h3", f"{kind} ({len(names)})"),
            html_page.render_soft(", ".join(names) or "none"),
        ]
    return pieces


def _format_direction(direction: Array, names: tuple[str, ...]) -> str:
    """The largest parts of a direction: "0.71 link1.mx − 0.70 link2.mx"."""
    largest = [k for k in np.argsort(-np.abs(direction))[:PARTS] if abs(direction[k]) > SMALL]
    direction = direction * np.sign(direction[largest[0]])
    parts = [
        f"{'−' if direction[k] < 0 else '+'} {abs(direction[k]):.2f} {names[k].split(' ')[0]}"
        for k in largest
    ]
    return " ".join(parts).removeprefix("+ ")


def render_prior_section(m: Material) -> Html:
    title = "Comparison with the prior"
    if not np.isfinite(m.model.prior).any():
        return html_page.render_section(
            "prior",
            title,
            html_page.render_paragraph("The robot description has no inertias to compare with."),
        )
    if m.problem.base is None:
        told = "The parameters of a reduction are not those of the robot's description."
        return html_page.render_section("prior", title, html_page.render_paragraph(told))
    before = m.problem.sum_squared_errors(np.nan_to_num(_compute_prior_theta(m)))
    rows = [
        (
            joint.joint,
            number(100 * np.sqrt(square / max(block.square, 1e-300)), 3),
            number(joint.relative, 3),
        )
        for joint, block, square in zip(m.result.joints, m.problem.blocks, before)
    ]
    missing = (
        ""
        if np.isfinite(m.model.prior).all()
        else " Values that it does not give (such as friction) are taken as zero."
    )
    return html_page.render_section(
        "prior",
        title,
        html_page.render_soft(
            f"The prior is the robot description.{missing} Errors of the rows that were fitted:"
        ),
        html_page.render_table(("joint", "prior %", "identified %"), rows),
        html_page.plot(draw_masses(m.result, m.model.prior)) if m.result.margins else "",
        html_page.render_folded("The most significant changes", _render_changes(m)),
    )


def _render_changes(m: Material) -> Html:
    prior, std = _compute_prior_theta(m), m.result.std
    known = np.isfinite(prior) & (std > 0)
    sure = np.where(
        known, np.abs(m.result.theta - np.nan_to_num(prior)) / np.where(known, std, 1.0), 0.0
    )
    top = [k for k in np.argsort(-sure)[:CHANGES] if sure[k] > 0]
    rows = [
        (m.result.names[k], number(prior[k]), number(m.result.theta[k]), number(sure[k], 3))
        for k in top
    ]
    return html_page.render_table(
        ("parameter", "prior", "identified", "difference / standard deviation"), rows
    )
