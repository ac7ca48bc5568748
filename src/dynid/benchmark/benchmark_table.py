"""Bench: the records of all runs, as a table with confidence, on a terminal or in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.benchmark.benchmark_experiment import Protocol
from dynid.benchmark.single_run import ERRORS

WIDTH = 80
DRAWS = 400  # of the bootstrap
HEADS = ("method", "param %", "torque %", "motion %", "cover %", "CPU s", "failed")


@dataclass(frozen=True)
class BenchmarkLine:
    """A variant at one noise: medians over the starts that did not fail, with 95 % intervals."""

    robot: str
    noise: float
    method: str
    family: str
    runs: int
    failed: int
    unmoved: int
    values: dict[str, tuple[float, float, float]]
    reason: str

    def format_cells(self) -> tuple[str, ...]:
        shown = [_number(self.values[name][0]) for name in (*ERRORS, "seconds")]
        return self.method, *shown, f"{self.failed} of {self.runs}" if self.failed else "-"


@dataclass(frozen=True, eq=False)
class BenchmarkTable:
    """The records, in the order of robots, noises, starts and methods.

    Parameters
    ----------
    records
        one for each run
    protocol
        what all runs share
    """

    records: tuple[dict[str, Any], ...]
    protocol: Protocol

    def list_lines(self) -> tuple[BenchmarkLine, ...]:
        groups: dict[tuple[str, float, str], list[dict[str, Any]]] = {}
        for record in self.records:
            key = record["robot"], record["noise"], record["method"]
            groups.setdefault(key, []).append(record)
        return tuple(_summarise_runs(*key, of) for key, of in groups.items())

    def split_parts(self) -> Iterator[tuple[str, tuple[BenchmarkLine, ...]]]:
        """Of every robot and noise: a title, and its lines."""
        lines = self.list_lines()
        for robot, noise in dict.fromkeys((line.robot, line.noise) for line in lines):
            some = tuple(x for x in lines if (x.robot, x.noise) == (robot, noise))
            yield f"{robot}, noise {noise:g}, {some[0].runs} start{'s' * (some[0].runs > 1)}", some

    @property
    def cpu_hours(self) -> float:
        return float(np.nansum([record["seconds"] for record in self.records])) / 3600.0

    def to_dict(self) -> dict[str, Any]:
        """As JSON: null where there is no number."""
        lines = [asdict(line) for line in self.list_lines()]
        return {
            "protocol": asdict(self.protocol),
            "lines": to_plain_number(lines),
            "runs": len(self.records),
        }

    def __str__(self) -> str:
        out = []
        for title, lines in self.split_parts():
            rows = [HEADS, *(line.format_cells() for line in lines)]
            width = max(len(row[0]) for row in rows)
            out += ["", title]
            for name, *cells in rows:
                shown = " ".join(f"{c:>9}" for c in cells[:3]) + " "
                shown += f"{cells[3]:>7} {cells[4]:>7} {cells[5]:>9}"
                out.append(f"{name:<{min(width, 22)}} {shown}".rstrip()[:WIDTH])
            out += [f"  {text}"[:WIDTH] for text in _list_reasons(lines)]
        out += ["", *(text[:WIDTH] for text in LEGEND)]
        return "\n".join(out).strip("\n")

    def to_markdown(self) -> str:
        out = ["# Comparison of estimators", ""]
        for title, lines in self.split_parts():
            rows = [list(HEADS), *([*_format_with_intervals(line)] for line in lines)]
            out += [f"## {title}", "", *_format_markdown_rows(rows), ""]
            out += [f"- {text}" for text in _list_reasons(lines)]
            out += [""] if _list_reasons(lines) else []
        return "\n".join([*out, *LEGEND, ""])


LEGEND = (
    "param: parameters, each by the torque that it makes; torque: of a test motion;",
    "motion: of the simulated loop along it, in % of the robot's own following error;",
    "cover: truths within the stated 95 % intervals; medians over the starts.",
)


def _summarise_runs(
    robot: str, noise: float, method: str, of: Sequence[dict[str, Any]]
) -> BenchmarkLine:
    good = [record for record in of if not record["failed"]]
    reasons = [record["failed"] for record in of if record["failed"]]
    values = {
        name: compute_median_interval(np.array([_float(record[name]) for record in good]))
        for name in (*ERRORS, "seconds")
    }
    unmoved = sum(bool(record.get("unmoved")) for record in good)
    why = max(set(reasons), key=reasons.count) if reasons else ""
    return BenchmarkLine(
        robot, noise, method, of[0]["family"], len(of), len(reasons), unmoved, values, why
    )


def _float(value: Any) -> float:
    return np.nan if value is None else float(value)


def compute_median_interval(x: Array) -> tuple[float, float, float]:
    """The median, and its 95 % interval by drawing the runs again."""
    x = x[np.isfinite(x)]
    if not len(x):
        return (np.nan,) * 3
    draws = np.random.default_rng(0).integers(len(x), size=(DRAWS, len(x)))
    low, high = np.percentile(np.median(x[draws], axis=1), [2.5, 97.5])
    return float(np.median(x)), float(low), float(high)


def _number(x: float) -> str:
    if not np.isfinite(x):
        return "-"
    return f"{x:.3g}" if abs(x) < 1000 else f"{x:.0f}" if abs(x) < 1e5 else f"{x:.1e}"


def _format_with_intervals(line: BenchmarkLine) -> Iterator[str]:
    name, *cells, failed = line.format_cells()
    yield name
    for cell, key in zip(cells, (*ERRORS, "seconds")):
        _, low, high = line.values[key]
        yield cell if cell == "-" else f"{cell} ({_number(low)} to {_number(high)})"
    yield failed


def _list_reasons(lines: Sequence[BenchmarkLine]) -> list[str]:
    out = [f"{line.method} failed: {line.reason}" for line in lines if line.failed]
    shaky = [f"{line.method} {line.unmoved} of {line.runs}" for line in lines if line.unmoved]
    return out + ([f"no motion can be simulated: {', '.join(shaky)}"] if shaky else [])


def _format_markdown_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    texts = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    return [texts[0], "|" + "---|" * len(rows[0]), *texts[1:]]


def to_plain_number(thing: Any) -> Any:
    """Numbers that JSON knows."""
    if isinstance(thing, dict):
        return {key: to_plain_number(x) for key, x in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [to_plain_number(x) for x in thing]
    return None if isinstance(thing, float) and not np.isfinite(thing) else thing
