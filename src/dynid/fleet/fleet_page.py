"""The report of a fleet: one page that loads nothing and runs nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from pathlib import Path

import numpy as np

from dynid.files import make_folder, write_together, write_whole
from dynid.fleet.drift import Point
from dynid.fleet.fleet_charts import ChartSeries, draw_chart
from dynid.fleet.fleet_logs import format_date
from dynid.fleet.fleet_quantities import FRICTION
from dynid.fleet.fleet_result import Fleet, Machine, compute_error
from dynid.schemas.schema_builder import mark_schema
from dynid.study.outcome import FILES as OF_RESULT

FILES = ("fleet.json", "fleet.html")
RESULT = OF_RESULT[0]

STYLE = """
:root{color-scheme:light dark;--line:#8884;--soft:#888;--a:#2563eb;--b:#d97706;--c:#dc2626}
body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1rem}
table{border-collapse:collapse;width:100%}td,th{padding:.2rem .6rem;text-align:left;
border-bottom:1px solid var(--line);vertical-align:top}td.n,th.n{text-align:right;
font-variant-numeric:tabular-nums}.scroll{overflow-x:auto}svg{width:100%;height:auto}
svg text{font-size:11px;fill:var(--soft)}text.left{text-anchor:end}text.below{text-anchor:middle}
.grid{stroke:var(--line)}polyline,path{fill:none}.usual{stroke:#8888}
.measured{stroke:var(--soft);stroke-width:5;stroke-opacity:.45}
.fleet{stroke:var(--b);stroke-width:1.5}
.own{stroke:var(--a);stroke-width:1.5}.odd{stroke:var(--c);stroke-width:1.5}
svg text.name{fill:var(--c)}
tr.odd td:first-child{border-left:3px solid var(--c)}.soft{color:var(--soft)}
b.fleet{color:var(--b)}b.own{color:var(--a)}b.odd{color:var(--c)}
"""


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
        else (f"All {len(fleet.machines)} machines are alike.")
    )
    parts = [
        f"<h1>Fleet of {escape(fleet.robot)}</h1><p><b>{said}</b> {count} logs were used,"
        f" {len(fleet.failed)} were unusable.</p>",
        *(f'<p class="soft">{escape(note)}.</p>' for note in fleet.notes),
        "<h2>Machines</h2>",
        _render_table(
            ["machine", "verdict", "logs", "seconds", "error %", "evidence"],
            [_list_row(machine) for machine in machines],
            [machine.verdict in ("outlier", "drifts") for machine in machines],
        ),
        *(_render_portrait(fleet, machine) for machine in odd if machine.result is not None),
        _render_trends(fleet),
        "<h2>Variation between machines</h2><p>The value of the model for all, and the "
        "standard deviation"
        " between machines.</p>",
        _render_table(["parameter", "all", "spread %"], _list_spreads(fleet)),
    ]
    if fleet.failed:
        rows = [[escape(file), escape(reason)] for file, reason in fleet.failed.items()]
        parts += ["<h2>Logs of no use</h2>", _render_table(["log", "reason"], rows)]
    noticed = [[escape(m.name), escape(text)] for m in fleet.machines for text in m.noticed]
    if noticed:
        parts += ["<h2>Noticed in logs</h2>", _render_table(["machine", "what"], noticed)]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Fleet of {escape(fleet.robot)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _order(machine: Machine) -> tuple[int, str]:
    words = ("outlier", "drifts", "no log", "as the others")
    return words.index(machine.verdict), machine.name


def _list_row(machine: Machine) -> list[str | float]:
    error = compute_error(machine.result) if machine.result is not None else float("nan")
    said = "<br>".join(escape(text) for text in machine.evidence)
    name = escape(machine.name)
    verdict = escape(machine.verdict).replace(" ", "&nbsp;")
    return [name, verdict, machine.logs, machine.seconds, error, said]


def _render_table(
    head: Sequence[str], rows: Iterable[Sequence[str | float]], odd: Iterable[bool] = ()
) -> str:
    """Texts are HTML already; numbers stand to the right; odd rows stand out."""
    rows = list(rows)
    right = [bool(rows) and not isinstance(cell, str) for cell in (rows[0] if rows else head)]
    mark = [' class="n"' if r else "" for r in right]
    lines = ["".join(f"<th{m}>{escape(name)}</th>" for m, name in zip(mark, head))]
    for row in rows:
        lines.append("".join(f"<td{m}>{_render_cell(cell)}</td>" for m, cell in zip(mark, row)))
    body = "".join(
        f"<tr{' class=odd' if is_odd else ''}>{line}</tr>"
        for line, is_odd in zip_longest(lines, (False, *odd))
    )
    return f'<div class="scroll"><table>{body}</table></div>'


def _render_cell(cell: str | float) -> str:
    if isinstance(cell, str):
        return cell
    return "–" if cell != cell else f"{cell:,.3g}" if abs(cell) < 1000 else f"{cell:,.0f}"


def _list_spreads(fleet: Fleet) -> list[list[str | float]]:
    p = dict(zip(fleet.result.parameters, fleet.result.p))
    return [[escape(k), float(p[k]), 100 * x] for k, x in fleet.spread.items()]


def _render_portrait(fleet: Fleet, machine: Machine) -> str:
    """A machine out of the ordinary: its evidence, and the torques of its joints."""
    parts = [f"<h2>{escape(machine.name)}</h2><ul>"]
    for each in machine.deviations:
        far = f" (t = {each.t:.1f}, chance {each.chance:.0e})"
        parts.append(f"<li>{escape(each.text)}{far}</li>")
    parts += [f"<li>{escape(t.text)} (chance {t.chance:.0e})</li>" for t in machine.drifting]
    parts.append("</ul>")
    torques = machine.torques
    assert machine.result is not None
    if torques is not None:
        joints = [joint.joint for joint in machine.result.joints]
        named = [d.joint for d in machine.deviations] + [t.joint for t in machine.drifting]
        # a payload is felt by every joint: the one with the largest difference tells most
        apart = np.abs(torques.measured - torques.fleet).mean(axis=0)
        most = joints[int(np.argmax(apart))]
        parts.append(
            f"<p>Torques in {escape(torques.file)}: measured (grey), <b class=fleet>as the fleet's"
            " model predicts</b>, <b class=own>as its own</b>.</p>"
        )
        for name in dict.fromkeys(name or most for name in named):
            j, t = joints.index(name), torques.t
            lines = [(torques.measured, "measured"), (torques.fleet, "fleet"), (torques.own, "own")]
            series = [ChartSeries(t, y[:, j], style) for y, style in lines]
            parts.append(draw_chart(series, f"{name}: torque [Nm, N] over time [s]"))
    return "".join(parts)


def _render_trends(fleet: Fleet) -> str:
    """Friction of every joint, one line a machine."""
    joints = dict.fromkeys(p.joint for m in fleet.machines for p in m.points if p.kind == FRICTION)
    parts = []
    for joint in joints:
        usual: list[ChartSeries] = []
        odd: list[ChartSeries] = []
        for machine in fleet.machines:
            points = _select_dated(machine.points, joint)
            if len(points) > 1:
                told = {(d.kind, d.joint) for d in machine.deviations}
                told |= {(t.kind, t.joint) for t in machine.drifting}
                apart = (FRICTION, joint) in told
                x, y = (np.array([getattr(p, k) for p in points]) for k in ("day", "ratio"))
                half = 1.96 * np.array([p.std for p in points])
                one = ChartSeries(x, y, "odd" if apart else "usual", machine.name, half, apart)
                (odd if apart else usual).append(one)
        if usual or odd:
            parts.append(
                draw_chart([*usual, *odd], f"{joint}: friction, the fleet's is 1", format_date)
            )
    if not parts:
        return ""
    head = (
        "<h2>Friction over time</h2><p>At the usual speed of each joint, with 95 % intervals;"
        " <b class=odd>machines that drift or differ from the others</b>.</p>"
    )
    return head + "".join(parts)


def _select_dated(points: Sequence[Point], joint: str) -> list[Point]:
    some = [p for p in points if (p.kind, p.joint) == (FRICTION, joint) and p.day == p.day]
    return sorted(some, key=lambda p: p.day)
