"""What a bench leaves in a folder: the table, all runs, a page of figures."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from dynid.benchmark.benchmark_table import BenchmarkLine, BenchmarkTable, to_plain_number
from dynid.benchmark.single_run import ERRORS
from dynid.figures import make_subplots
from dynid.files import write_whole
from dynid.plotting import finish, get_colour, label
from dynid.report import html_page

COLUMNS = (
    *("robot", "method", "family", "noise", "start"),
    *ERRORS,
    *("seconds", "failed", "unmoved"),
)
TEXTS = ("robot", "method", "family", "failed", "unmoved")
TITLES = {
    "parameters": "error of the parameters [%]",
    "torque": "error of the torque [%]",
    "motion": "error of the simulated motion [%]",
    "coverage": "truths within 95 % intervals [%]",
    "seconds": "processor time [s]",
}


def write_bench(bench: BenchmarkTable, folder: Path) -> list[str]:
    """table.md, bench.json, figures.html, and all runs as runs.parquet (without pyarrow:
    runs.csv); the names of the files."""
    contents: dict[str, str | bytes] = {
        "table.md": bench.to_markdown(),
        "bench.json": json.dumps(bench.to_dict(), indent=2),
        "figures.html": draw_figures(bench),
    }
    name, content = write_runs_table(bench)
    contents[name] = content
    for file, text in contents.items():
        write_whole(folder / file, text, overwrite=True)
    return list(contents)


def write_runs_table(bench: BenchmarkTable) -> tuple[str, bytes]:
    rows = [
        {name: _format_cell(name, record.get(name)) for name in COLUMNS} for record in bench.records
    ]
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return "runs.csv", text.getvalue().encode()
    table = pyarrow.table({name: [row[name] for row in rows] for name in COLUMNS})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    return "runs.parquet", sink.getvalue().to_pybytes()


def _format_cell(name: str, value: Any) -> Any:
    if name in TEXTS:
        return value if isinstance(value, str) else ""
    if name == "start":
        return int(value)
    return np.nan if value is None else float(value)


def draw_figures(bench: BenchmarkTable) -> str:
    """A page: for every robot, each error over the noise, with its interval; a line a method."""
    parts, lines = [], bench.list_lines()
    for robot in dict.fromkeys(line.robot for line in lines):
        some = [line for line in lines if line.robot == robot]
        figure = make_subplots(
            rows=len(TITLES), cols=1, subplot_titles=list(TITLES.values()), vertical_spacing=0.05
        )
        for k, method in enumerate(dict.fromkeys(line.method for line in some)):
            own = [line for line in some if line.method == method]
            for row, key in enumerate(TITLES, start=1):
                _draw(figure, own, key, row, get_colour(k))
        figure.update_xaxes(type="log", title_text="noise")
        for row, key in enumerate(TITLES, start=1):
            if key != "coverage":
                figure.update_yaxes(type="log", row=row, col=1)
        figure = finish(figure, 360 * len(TITLES))
        parts.append(html_page.render_section(robot, robot, html_page.plot(figure)))
    return html_page.render_page("Estimators", html_page.render_element("h1", "Estimators"), *parts)


def _draw(figure: Any, own: list[BenchmarkLine], key: str, row: int, shade: str) -> None:
    value, low, high = (np.array([line.values[key][k] for line in own]) for k in range(3))
    bars = {"type": "data", "array": (high - value).tolist(), "arrayminus": (value - low).tolist()}
    figure.add_scatter(
        x=[line.noise for line in own],
        y=to_plain_number(value.tolist()),
        error_y=bars,
        mode="lines+markers",
        line_color=shade,
        name=label(own[0].method),
        legendgroup=own[0].method,
        showlegend=row == 1,
        row=row,
        col=1,
    )
