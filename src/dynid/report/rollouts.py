"""The report of sim2real: rollouts, the parameters, what the log determines."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from dynid.figures import make_subplots
from dynid.files import write_whole
from dynid.plotting import BEFORE, MEASURED, POINTS, PREDICTED, add_line, finish, label
from dynid.report import html_page
from dynid.report.html_page import Html, number
from dynid.report.moving_robot import SECONDS, draw_moving
from dynid.sim2real.result import INTERVAL, Sim2Real
from dynid.sim2real.rollout_check import RolloutCheck, format_error
from dynid.sim2real.uncertainty import IDENTIFIABLE
from dynid.version import __version__

BUDGET = 100_000  # points of all traces
FEWEST = 300


def write_rollout_report(
    path: str | os.PathLike[str], result: Sim2Real, date: str = "", overwrite: bool = False
) -> None:
    """Write one HTML file about a Sim2Real, to be opened anywhere without a network."""
    name = result.plant.robot.name
    pieces = [
        html_page.render_element("h1", f"Simulator parameters of {name}"),
        _render_verdict(result),
        _draw_rollout(result),
        _render_parameters(result),
        _render_notes(result),
        _render_provenance(result, date),
        html_page.render_element("footer", f"dynid {__version__}"),
    ]
    write_whole(path, html_page.render_page(f"{name}: sim2real", *pieces), overwrite=overwrite)


def _render_verdict(result: Sim2Real) -> Html:
    check = result.rollout_check
    if check is None:
        words = (
            "The whole log was used for training: nothing is known about other motion. "
            "Pass a test log."
        )
    else:
        words = (
            f"{check.t[-1] - check.t[0]:.3g} s of held-out motion, simulated open loop under their"
            f" commands, differ from the measured positions by {format_error(check.total)} (RMSE);"
            f" with the file as shipped ({check.drives}) by {format_error(check.total_shipped)}."
        )
    text = [html_page.render_paragraph(f"Failed: {reason}.") for reason in result.failures]
    text.append(html_page.render_paragraph(words))
    notes = [
        html_page.render_element(
            "li", html_page.render_element("div", html_page.render_paragraph(x))
        )
        for x in result.notes
    ]
    return html_page.render_section(
        "verdict", "Result", *text, html_page.render_element("ul", *notes)
    )


def draw_rollout(check: RolloutCheck, joint: str) -> Any:
    """Of one joint: command, measured, as shipped, and with what was found; below, what is left."""
    j, points = (
        check.joints.index(joint),
        max(FEWEST, min(POINTS, BUDGET // 5 // len(check.joints))),
    )
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.68, 0.32], vertical_spacing=0.05
    )
    lines = (
        ("measured", check.measured, MEASURED),
        ("as shipped", check.shipped, BEFORE),
        ("simulated", check.simulated, PREDICTED),
    )
    for name, y, shade in lines:
        add_line(figure, check.t, y[:, j], name, shade, points, row=1, col=1)
        if name != "measured":
            left = 1e3 * (y[:, j] - check.measured[:, j])
            add_line(figure, check.t, left, name, shade, points, row=2, col=1, showlegend=False)
    figure.update_yaxes(title_text=f"{label(joint)} [rad, m]", row=1)
    figure.update_yaxes(title_text="error [1e-3]", row=2)
    figure.update_xaxes(title_text="t [s]", row=2)
    return finish(figure, 360, showlegend=True)


def _draw_rollout(result: Sim2Real) -> Html:
    check = result.rollout_check
    if check is None:
        return html_page.render_section(
            "rollout", "Rollout", html_page.render_paragraph("No motion was held out.")
        )
    rows = [
        [joint, number(1e3 * a), number(1e3 * b), number(100 * (1 - a / max(b, 1e-12)), 3)]
        for joint, a, b in zip(check.joints, check.rmse, check.rmse_shipped)
    ]
    table = html_page.render_table(
        ["joint", "RMSE [mrad]", "as shipped [mrad]", "reduced by [%]"], rows
    )
    window = check.t <= check.t[0] + SECONDS
    motions = [check.measured[window], check.simulated[window]]
    finite = [q for q in motions if np.isfinite(q).all()]  # a rollout that diverges has no picture
    robot = draw_moving(result.plant.robot, check.t[window], finite)
    order = np.argsort(-check.rmse)
    plots = [html_page.plot(draw_rollout(check, check.joints[k])) for k in order]
    return html_page.render_section(
        "rollout",
        "Rollout",
        html_page.render_soft("Grey: measured. In colours: simulated under the same commands."),
        html_page.render_moving_picture(robot),
        table,
        *plots[:3],
        html_page.render_folded(f"the other {max(len(plots) - 3, 0)} joints", *plots[3:]),
    )


def _render_parameters(result: Sim2Real) -> Html:
    head, off, rows = ["joint"], result.deviations, []
    for j, joint in enumerate(result.joints):
        row: list[Any] = [joint]
        for kind in result.make_head():
            name = f"{joint}.{kind}"
            row.append(number(float(getattr(result.values, kind)[j])))
            row.append(number(INTERVAL * off[name], 2) if name in off else "held")
        rows.append(row)
    for kind, unit in result.make_head().items():
        head += [f"{kind} [{unit}]", "±"]
    delay = f"delay of the commands: {1e3 * result.values.delay:.4g} ms"
    if "delay" in off:
        delay += f" ± {1e3 * INTERVAL * off['delay']:.2g} ms"
    return html_page.render_section(
        "parameters",
        "Parameters",
        html_page.render_table(head, rows),
        html_page.render_paragraph(delay),
        *_render_bodies(result),
        html_page.render_soft("± is half of a 95 % interval."),
    )


def _render_bodies(result: Sim2Real) -> list[Html]:
    """The ten parameters of the bodies that were looked for."""
    places = result.free.of_bodies
    if not len(places):
        return []
    x, file = result.free.to_vector(result.values), result.plant.inertias
    rows = [
        [
            result.free.names[k],
            number(float(x[k])),
            number(INTERVAL * result.deviations[result.free.names[k]], 2),
            number(float(file[at])),
            result.free.known[k].unit,
        ]
        for k, at in zip(places, result.free.in_bodies)
    ]
    return [html_page.render_table(["body", "value", "±", "file", "unit"], rows)]


def _render_notes(result: Sim2Real) -> Html:
    rows = [
        [each.name, each.word, each.reason or "–", number(each.deviation, 2), each.unit]
        for each in sorted(result.identifiability, key=lambda each: each.word == IDENTIFIABLE)
    ]
    weak = [k for k, row in enumerate(rows) if row[1] != IDENTIFIABLE]
    return html_page.render_section(
        "identifiability",
        "What the log can identify",
        html_page.render_soft(
            "Computed before the fit, from the commands and the noise of the positions."
        ),
        html_page.render_table(
            ["parameter", "told", "reason", "expected deviation", "unit"], rows, weak
        ),
    )


def _render_provenance(result: Sim2Real, date: str) -> Html:
    facts: dict[str, Any] = {
        "log": result.source or "–",
        "sha256": result.sha256 or "–",
        "simulator": result.plant.simulator.name,
        "method": f"{result.method}, cutoff of the regression {result.cutoff:g} Hz",
        "RMSE of the training part": format_error(result.train_error),
        "dynid": __version__,
    }
    if date:
        facts["date"] = date
    return html_page.render_section("provenance", "Provenance", html_page.render_facts(facts))
