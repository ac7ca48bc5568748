"""The report of sim2real: the proof by rollout, the parameters, what the log can tell."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from dynid.commands.free import KINDS
from dynid.commands.identifiable import IDENTIFIABLE
from dynid.commands.proof import Proof, format_error
from dynid.commands.result import INTERVAL, Sim2Real
from dynid.figures import make_subplots
from dynid.files import write_whole
from dynid.plotting import BEFORE, MEASURED, POINTS, PREDICTED, add_line, finish, label
from dynid.report import page
from dynid.report.page import Html, number
from dynid.report.picture import SECONDS, moving
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
        _proof(result),
        _parameters(result),
        _told(result),
        _origin(result, date),
        page.element("footer", f"dynid {__version__}"),
    ]
    write_whole(path, page.page(f"{name}: sim2real", *pieces), overwrite=overwrite)


def _verdict(result: Sim2Real) -> Html:
    proof = result.proof
    if proof is None:
        words = "All of the log was used: nothing is known about other motion. Pass a test log."
    else:
        words = (
            f"{proof.t[-1] - proof.t[0]:.3g} s that were not used, simulated open loop under their"
            f" commands, differ from the measured positions by {format_error(proof.total)} (RMSE);"
            f" with the file as shipped ({proof.drives}) by {format_error(proof.total_shipped)}."
        )
    text = [page.paragraph(f"Failed: {reason}.") for reason in result.failures]
    text.append(page.paragraph(words))
    notes = [page.element("li", page.element("div", page.paragraph(x))) for x in result.notes]
    return page.section("verdict", "Result", *text, page.element("ul", *notes))


def rollout_figure(proof: Proof, joint: str) -> Any:
    """Of one joint: command, measured, as shipped, and with what was found; below, what is left."""
    j, points = (
        proof.joints.index(joint),
        max(FEWEST, min(POINTS, BUDGET // 5 // len(proof.joints))),
    )
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.68, 0.32], vertical_spacing=0.05
    )
    lines = (
        ("measured", proof.measured, MEASURED),
        ("as shipped", proof.shipped, BEFORE),
        ("simulated", proof.simulated, PREDICTED),
    )
    for name, y, shade in lines:
        add_line(figure, proof.t, y[:, j], name, shade, points, row=1, col=1)
        if name != "measured":
            left = 1e3 * (y[:, j] - proof.measured[:, j])
            add_line(figure, proof.t, left, name, shade, points, row=2, col=1, showlegend=False)
    figure.update_yaxes(title_text=f"{label(joint)} [rad, m]", row=1)
    figure.update_yaxes(title_text="error [1e-3]", row=2)
    figure.update_xaxes(title_text="t [s]", row=2)
    return finish(figure, 360, showlegend=True)


def _proof(result: Sim2Real) -> Html:
    proof = result.proof
    if proof is None:
        return page.section("rollout", "Rollout", page.paragraph("No motion was kept aside."))
    rows = [
        [joint, number(1e3 * a), number(1e3 * b), number(100 * (1 - a / max(b, 1e-12)), 3)]
        for joint, a, b in zip(proof.joints, proof.rmse, proof.rmse_shipped)
    ]
    table = page.table(["joint", "RMSE [mrad]", "as shipped [mrad]", "less by [%]"], rows)
    window = proof.t <= proof.t[0] + SECONDS
    motions = [proof.measured[window], proof.simulated[window]]
    finite = [q for q in motions if np.isfinite(q).all()]  # a rollout that diverges has no picture
    robot = moving(result.plant.robot, proof.t[window], finite)
    order = np.argsort(-proof.rmse)
    plots = [page.plot(rollout_figure(proof, proof.joints[k])) for k in order]
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
    kinds = [kind for kind in KINDS if kind in result.free.kinds]
    off, rows = result.deviations, []
    for j, joint in enumerate(result.joints):
        row: list[Any] = [joint]
        for kind in kinds:
            name = f"{joint}.{kind}"
            row.append(number(float(getattr(result.values, kind)[j])))
            row.append(number(INTERVAL * off[name], 2) if name in off else "held")
        rows.append(row)
    head = ["joint"]
    for kind in kinds:
        head += [f"{kind} [{KINDS[kind][1]}]", "±"]
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
            number(float(file[result.free.joints[k]])),
            result.free.units[k],
        ]
        for k in places
    ]
    return [page.table(["body", "value", "±", "file", "unit"], rows)]


def _told(result: Sim2Real) -> Html:
    rows = [
        [each.name, each.word, each.reason or "–", number(each.deviation, 2), each.unit]
        for each in sorted(result.judged, key=lambda each: each.word == IDENTIFIABLE)
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
