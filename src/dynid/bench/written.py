"""What a bench leaves in a folder: the table, all runs, a page of figures."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from dynid.bench.runs import ERRORS
from dynid.bench.table import Bench, Line, plain
from dynid.figures import make_subplots
from dynid.files import write_whole
from dynid.plotting import colour, finish, label
from dynid.report import page

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


def write_bench(bench: Bench, folder: Path) -> list[str]:
    """table.md, bench.json, figures.html, and all runs as runs.parquet (without pyarrow:
    runs.csv); the names of the files."""
    contents: dict[str, str | bytes] = {
        "table.md": bench.markdown(),
        "bench.json": json.dumps(bench.to_dict(), indent=2),
        "figures.html": figures(bench),
    }
    name, content = runs_file(bench)
    contents[name] = content
    for file, text in contents.items():
        write_whole(folder / file, text, overwrite=True)
    return list(contents)


def runs_file(bench: Bench) -> tuple[str, bytes]:
    rows = [{name: _cell(name, record.get(name)) for name in COLUMNS} for record in bench.records]
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


def _cell(name: str, value: Any) -> Any:
    if name in TEXTS:
        return value if isinstance(value, str) else ""
    if name == "start":
        return int(value)
    return np.nan if value is None else float(value)


def figures(bench: Bench) -> str:
    """A page: for every robot, each error over the noise, with its interval; a line a method."""
    parts, lines = [], bench.lines()
    for robot in dict.fromkeys(line.robot for line in lines):
        some = [line for line in lines if line.robot == robot]
        figure = make_subplots(
            rows=len(TITLES), cols=1, subplot_titles=list(TITLES.values()), vertical_spacing=0.05
        )
        for k, method in enumerate(dict.fromkeys(line.method for line in some)):
            own = [line for line in some if line.method == method]
            for row, key in enumerate(TITLES, start=1):
                _draw(figure, own, key, row, colour(k))
        figure.update_xaxes(type="log", title_text="noise")
        for row, key in enumerate(TITLES, start=1):
            if key != "coverage":
                figure.update_yaxes(type="log", row=row, col=1)
        figure = finish(figure, 360 * len(TITLES))
        parts.append(page.section(robot, robot, page.plot(figure)))
    return page.page("Estimators", page.element("h1", "Estimators"), *parts)


def _draw(figure: Any, own: list[Line], key: str, row: int, shade: str) -> None:
    value, low, high = (np.array([line.values[key][k] for line in own]) for k in range(3))
    bars = {"type": "data", "array": (high - value).tolist(), "arrayminus": (value - low).tolist()}
    figure.add_scatter(
        x=[line.noise for line in own],
        y=plain(value.tolist()),
        error_y=bars,
        mode="lines+markers",
        line_color=shade,
        name=label(own[0].method),
        legendgroup=own[0].method,
        showlegend=row == 1,
        row=row,
        col=1,
    )
