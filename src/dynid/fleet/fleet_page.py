"""The report of a fleet: one page that loads nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from dynid.figures import Figure
from dynid.files import make_folder, write_together, write_whole
from dynid.fleet.drift import Point
from dynid.fleet.fleet_logs import format_date
from dynid.fleet.fleet_quantities import FRICTION
from dynid.fleet.fleet_result import Fleet, Machine, compute_error
from dynid.plotting import (
    MEASURED,
    POINTS,
    PREDICTED,
    RESIDUAL,
    WEAK,
    add_line,
    finish,
    label,
)
from dynid.report.html_page import (
    Html,
    Piece,
    join,
    number,
    plot,
    render_element,
    render_page,
    render_paragraph,
    render_section,
    render_soft,
    render_table,
)
from dynid.schemas.schema_builder import mark_schema
from dynid.study.outcome import FILES as OF_RESULT
from dynid.version import __version__

FILES = ("fleet.json", "fleet.html")
RESULT = OF_RESULT[0]


def write_fleet(folder: str | os.PathLike[str], fleet: Fleet, overwrite: bool = False) -> None:
    """Write the report, all numbers, and a result for all machines and for each, as `dynid
    identify` writes one.

    Parameters
    ----------
    folder
        for the files
    fleet
        as `identify_fleet` returns it
    overwrite
        replace files that are there
    """
    folder = Path(folder)
    make_folder(folder)
    results = {Path("model"): fleet.result}
    results |= {Path("machines") / m.name: m.result for m in fleet.machines if m.result is not None}
    for place, result in results.items():
        make_folder(folder / place)
        result.save(folder / place / RESULT, overwrite=True)
    with write_together(folder, overwrite) as files:
        content = mark_schema("fleet", fleet.to_dict())
        (files / FILES[0]).write_text(json.dumps(content, indent=1), encoding="utf-8")
        (files / FILES[1]).write_text(render_fleet_page(fleet), encoding="utf-8")


def write_fleet_report(path: str | os.PathLike[str], fleet: Fleet, overwrite: bool = False) -> None:
    """Write the report as one HTML file.

    Parameters
    ----------
    path
        of the page
    fleet
        as `identify_fleet` returns it
    overwrite
        replace files that are there
    """
    write_whole(path, render_fleet_page(fleet), overwrite)


def render_fleet_page(fleet: Fleet) -> str:
    odd, machines = fleet.remarkable, sorted(fleet.machines, key=_order)
    count = sum(machine.logs for machine in fleet.machines)
    said = (
        f"{len(odd)} of {len(fleet.machines)} machines need{'s' * (len(odd) == 1)} a look."
        if odd
        else f"All {len(fleet.machines)} machines are alike."
    )
    used = f" {count} logs were used, {len(fleet.failed)} were unusable."
    p = dict(zip(fleet.result.parameters, fleet.result.p))
    marked = [k for k, m in enumerate(machines) if m.verdict in ("outlier", "drifts")]
    head = ("machine", "verdict", "logs", "seconds", "error %", "evidence")
    noticed = [(m.name, text) for m in fleet.machines for text in m.noticed]
    return render_page(
        f"Fleet of {fleet.robot}",
        render_element("h1", f"Fleet of {fleet.robot}"),
        render_paragraph(render_element("b", said), used),
        *(render_soft(f"{note}.") for note in fleet.notes),
        _format_table("machines", "Machines", head, [_list_row(m) for m in machines], marked),
        *(_render_portrait(m) for m in odd if m.result is not None),
        _render_trends(fleet),
        render_section(
            "spread",
            "Variation between machines",
            render_paragraph(
                "The value for all machines, and the standard deviation between them."
            ),
            render_table(
                ("parameter", "all", "spread %"),
                [(k, number(p[k], 3), number(100 * x, 3)) for k, x in fleet.spread.items()],
            ),
        ),
        _format_table("failed", "Logs of no use", ("log", "reason"), [*fleet.failed.items()]),
        _format_table("noticed", "Noticed in logs", ("machine", "what"), noticed),
        render_element("footer", f"dynid {__version__}"),
    )


def _format_table(
    key: str,
    title: str,
    head: Sequence[str],
    rows: Sequence[Sequence[Piece]],
    marked: Sequence[int] = (),
) -> Html:
    """A section of one table; nothing without rows."""
    return render_section(key, title, render_table(head, rows, marked)) if rows else Html()


def _order(machine: Machine) -> tuple[int, str]:
    words = ("outlier", "drifts", "no log", "as the others")
    return words.index(machine.verdict), machine.name


def _list_row(machine: Machine) -> list[Piece]:
    error = compute_error(machine.result) if machine.result is not None else float("nan")
    evidence = join(render_element("div", text) for text in machine.evidence)
    counts = (number(machine.logs), number(machine.seconds, 3), number(error, 3))
    return [machine.name, machine.verdict, *counts, evidence]


def _render_portrait(machine: Machine) -> Html:
    """A machine out of the ordinary: its evidence, and the torques of its joints."""
    evidence = [
        *(f"{d.text} (t = {d.t:.1f}, chance {d.chance:.0e})" for d in machine.deviations),
        *(f"{trend.text} (chance {trend.chance:.0e})" for trend in machine.drifting),
    ]
    parts = [render_element("ul", *(render_element("li", text) for text in evidence))]
    if machine.torques is not None:
        parts.append(render_paragraph(f"Torques in {machine.torques.file}:"))
        parts += [plot(figure) for figure in _draw_torques(machine)]
    return render_section(f"machine-{machine.name}", machine.name, *parts)


def _draw_torques(machine: Machine) -> Iterator[Figure]:
    """The joints that the evidence names."""
    torques, result = machine.torques, machine.result
    assert torques is not None
    assert result is not None
    joints = [joint.joint for joint in result.joints]
    named = [each.joint for each in machine.deviations]
    named += [trend.joint for trend in machine.drifting]
    # a payload is felt by every joint: the one with the largest difference tells most
    apart = np.abs(torques.measured - torques.fleet).mean(axis=0)
    most = joints[int(np.argmax(apart))]
    lines = {
        "measured": (torques.measured, MEASURED, 4.0),
        "fleet's model": (torques.fleet, PREDICTED, 1.5),
        "its own model": (torques.own, RESIDUAL, 1.5),
    }
    for name in dict.fromkeys(name or most for name in named):
        figure = Figure()
        for title, (y, shade, width) in lines.items():
            line = {"width": width}
            add_line(figure, torques.t, y[:, joints.index(name)], title, shade, POINTS, line=line)
        figure.update_xaxes(title_text="t [s]")
        figure.update_yaxes(title_text=f"{name} [Nm, N]")
        yield finish(figure, 260)


def _render_trends(fleet: Fleet) -> Html:
    """Friction of every joint, one line per machine."""
    joints = dict.fromkeys(p.joint for m in fleet.machines for p in m.points if p.kind == FRICTION)
    figures = [plot(figure) for joint in joints if (figure := _draw_trends(fleet, joint)).data]
    told = "Relative to the fleet, at the usual speed of each joint, with 95 % intervals; machines"
    told += " that drift or differ from the others are named."
    title = "Friction over time"
    return render_section("trends", title, render_paragraph(told), *figures) if figures else Html()


def _draw_trends(fleet: Fleet, joint: str) -> Figure:
    figure = Figure()
    dated = {m.name: _select_dated(m.points, joint) for m in fleet.machines}
    odd = {
        m.name
        for m in fleet.machines
        if (FRICTION, joint)
        in {*((d.kind, d.joint) for d in m.deviations), *((t.kind, t.joint) for t in m.drifting)}
    }
    for name, points in sorted(dated.items(), key=lambda item: item[0] in odd):
        if len(points) > 1:
            shade = WEAK if name in odd else MEASURED
            figure.add_scatter(
                x=[p.day for p in points],
                y=[p.ratio for p in points],
                error_y={"array": [1.96 * p.std for p in points], "color": shade},
                line={"color": shade, "width": 1.5},
                name=label(name),
                showlegend=name in odd,
            )
    days = sorted({p.day for points in dated.values() for p in points})
    if days:
        room = 0.06 * (days[-1] - days[0]) or 1.0  # for the dates at both ends
        some = [days[k] for k in np.unique(np.linspace(0, len(days) - 1, 5).astype(int))]
        figure.update_xaxes(tickvals=some, ticktext=[format_date(day) for day in some])
        figure.update_xaxes(range=[days[0] - room, days[-1] + room])
    figure.update_yaxes(title_text=f"friction of {label(joint)}")
    return finish(figure, 260, showlegend=True)


def _select_dated(points: Sequence[Point], joint: str) -> list[Point]:
    some = [p for p in points if (p.kind, p.joint) == (FRICTION, joint) and p.day == p.day]
    return sorted(some, key=lambda p: p.day)
