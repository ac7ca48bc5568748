"""The report of sim2real: the held-out rollout, the parameters, what the log determines."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from dynid.figures import make_subplots
from dynid.files import write_whole
from dynid.plotting import BEFORE, MEASURED, POINTS, PREDICTED, add_line, finish, label
from dynid.report import page
from dynid.report.page import Html, number
from dynid.report.picture import SECONDS, moving
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
        page.element("h1", f"Simulator parameters of {name}"),
        _verdict(result),
        _rollout(result),
        _parameters(result),
        _told(result),
        _origin(result, date),
        page.element("footer", f"dynid {__version__}"),
    ]
    write_whole(path, page.page(f"{name}: sim2real", *pieces), overwrite=overwrite)


def _verdict(result: Sim2Real) -> Html:
    check = result.rollout_check
    if check is None:
        words = "All of the log was used: nothing is known about other motion. Pass a test log."
    else:
        words = (
            f"{check.t[-1] - check.t[0]:.3g} s that were not used, simulated open loop under their"
            f" commands, differ from the measured positions by {format_error(check.total)} (RMSE);"
            f" with the file as shipped ({check.drives}) by {format_error(check.total_shipped)}."
        )
    text = [page.paragraph(f"Failed: {reason}.") for reason in result.failures]
    text.append(page.paragraph(words))
    notes = [page.element("li", page.element("div", page.paragraph(x))) for x in result.notes]
    return page.section("verdict", "Result", *text, page.element("ul", *notes))


def rollout_figure(check: RolloutCheck, joint: str) -> Any:
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


def _rollout(result: Sim2Real) -> Html:
    check = result.rollout_check
    if check is None:
        return page.section("rollout", "Rollout", page.paragraph("No motion was kept aside."))
    rows = [
        [joint, number(1e3 * a), number(1e3 * b), number(100 * (1 - a / max(b, 1e-12)), 3)]
        for joint, a, b in zip(check.joints, check.rmse, check.rmse_shipped)
    ]
    table = page.table(["joint", "RMSE [mrad]", "as shipped [mrad]", "less by [%]"], rows)
    window = check.t <= check.t[0] + SECONDS
    motions = [check.measured[window], check.simulated[window]]
    finite = [q for q in motions if np.isfinite(q).all()]  # a rollout that diverges has no picture
    robot = moving(result.plant.robot, check.t[window], finite)
    order = np.argsort(-check.rmse)
    plots = [page.plot(rollout_figure(check, check.joints[k])) for k in order]
    return page.section(
        "rollout",
        "Rollout",
        page.soft("Grey: measured. In colours: simulated under the same commands."),
        page.moving_picture(robot),
        table,
        *plots[:3],
        page.folded(f"the other {max(len(plots) - 3, 0)} joints", *plots[3:]),
    )


def _parameters(result: Sim2Real) -> Html:
    head, off, rows = ["joint"], result.deviations, []
    for j, joint in enumerate(result.joints):
        row: list[Any] = [joint]
        for kind in result.head():
            name = f"{joint}.{kind}"
            row.append(number(float(getattr(result.values, kind)[j])))
            row.append(number(INTERVAL * off[name], 2) if name in off else "held")
        rows.append(row)
    for kind, unit in result.head().items():
        head += [f"{kind} [{unit}]", "±"]
    delay = f"delay of the commands: {1e3 * result.values.delay:.4g} ms"
    if "delay" in off:
        delay += f" ± {1e3 * INTERVAL * off['delay']:.2g} ms"
    return page.section(
        "parameters",
        "Parameters",
        page.table(head, rows),
        page.paragraph(delay),
        *_bodies(result),
        page.soft("± is half of a 95 % interval."),
    )


def _bodies(result: Sim2Real) -> list[Html]:
    """The ten parameters of the bodies that were looked for."""
    places = result.free.of_bodies
    if not len(places):
        return []
    x, file = result.free.vector(result.values), result.plant.inertias
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
    return [page.table(["body", "value", "±", "file", "unit"], rows)]


def _told(result: Sim2Real) -> Html:
    rows = [
        [each.name, each.word, each.reason or "–", number(each.deviation, 2), each.unit]
        for each in sorted(result.identifiability, key=lambda each: each.word == IDENTIFIABLE)
    ]
    weak = [k for k, row in enumerate(rows) if row[1] != IDENTIFIABLE]
    return page.section(
        "identifiability",
        "What the log can tell",
        page.soft("Before anything was fitted, from the commands and the noise of the positions."),
        page.table(["parameter", "told", "reason", "expected deviation", "unit"], rows, weak),
    )


def _origin(result: Sim2Real, date: str) -> Html:
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
    return page.section("provenance", "Provenance", page.facts(facts))
