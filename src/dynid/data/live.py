"""Live samples: the lines of a growing CSV file or of standard input."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names
from dynid.option_names import name_option

if TYPE_CHECKING:
    from dynid.arrays import Array

POLL = 0.05  # s between two looks at a file that did not grow
LONGEST = 1_000_000  # characters of a line: a file without line ends is no log


@dataclass(frozen=True, eq=False)
class Sample:
    """Time, positions, torques, and velocities where there are some, joint by joint."""

    t: float
    q: Array
    tau: Array
    qd: Array | None


@dataclass(frozen=True)
class StreamColumns:
    """What the columns are called and in which units, as `read_log` takes them; rate: samples a
    second, where there is no time."""

    names: Mapping[str, str | int] = field(default_factory=dict)
    units: Mapping[str, Any] = field(default_factory=dict)
    rate: float | None = None


def read_samples(
    source: str, joints: Sequence[str], columns: StreamColumns, wait: float
) -> Iterator[Sample]:
    """From the file `source`, until nothing comes for `wait` s; "-": standard input, to its end."""
    where = "standard input" if source == "-" else source
    numbered = enumerate(_read_lines(source, wait), start=1)
    lines = ((k, line) for k, line in numbered if line.strip() and not line.startswith("#"))
    _, header = next(lines, (1, ""))
    places = _find_columns([word.strip() for word in header.split(",")], joints, columns, where)
    for count, (k, line) in enumerate(lines):
        yield _read_sample(line, count, places, joints, columns, f"{where}, line {k}")


def _read_lines(source: str, wait: float) -> Iterator[str]:
    """Whole lines only: the last may still be written."""
    if source == "-":
        yield from sys.stdin
        return
    if not Path(source).is_file():
        raise InputError(
            f"there is no file '{source}'; expected a CSV file that grows, or - for standard input."
        )
    begun, last = "", time.monotonic()
    with open(source, encoding="utf-8", newline="") as file:
        while True:
            text = file.readline()
            if not text:
                if time.monotonic() - last > wait:
                    break
                time.sleep(POLL)
                continue
            begun, last = begun + text, time.monotonic()
            if begun.endswith("\n"):
                yield begun
                begun = ""
            elif len(begun) > LONGEST:
                raise InputError(f"{source}: has no line ends; expected a CSV file.")
    if begun:
        yield begun


def _find_columns(
    header: Sequence[str], joints: Sequence[str], columns: StreamColumns, where: str
) -> dict[str, int]:
    """{"t": 0, "q_joint1": 1, ...}: the columns of what is needed."""
    from dynid.data.column_patterns import expand_patterns

    named = expand_patterns(columns.names, joints, header, where)
    needed = ["t", *(f"{kind}_{joint}" for kind in ("q", "tau") for joint in joints)]
    if columns.rate is not None:
        needed.remove("t")
    wanted = [*needed, *(f"qd_{joint}" for joint in joints)]
    places = {}
    for name in wanted:
        column = named.get(name, name)
        if isinstance(column, int) and 0 <= column < len(header):
            places[name] = column
        elif column in header:
            places[name] = header.index(str(column))
    if missing := [name for name in needed if name not in places]:
        raise InputError(
            f"{where}: has no column {join_names(missing)} in its first line; it has"
            f" {join_names(header)}. Expected t, q_<joint>, tau_<joint> for "
            f"{join_names(joints, 12)},"
            f" or a mapping of its names ({name_option('columns')})."
        )
    return places


def _read_sample(
    line: str,
    count: int,
    places: dict[str, int],
    joints: Sequence[str],
    columns: StreamColumns,
    where: str,
) -> Sample:
    import numpy as np

    words, values = line.split(","), {}
    for name, place in places.items():
        try:
            values[name] = float(words[place])
        except (ValueError, IndexError):
            raise InputError(
                f"{where}: got {line.strip()[:60]!r}, expected a number for"
                f" {name} in column {place + 1}."
            ) from None
    units = columns.units

    def read_kind(kind: str) -> Array:
        return np.array(
            [
                _convert_to_si(
                    values[f"{kind}_{joint}"], units.get(f"{kind}_{joint}", units.get(kind)), kind
                )
                for joint in joints
            ]
        )

    t = count / (columns.rate or 1.0)
    t = _convert_to_si(values["t"], units.get("t"), "t") if "t" in values else t
    qd = read_kind("qd") if all(f"qd_{joint}" in values for joint in joints) else None
    return Sample(t, read_kind("q"), read_kind("tau"), qd)


def _convert_to_si(value: float, unit: float | str | None, kind: str) -> float:
    import numpy as np

    from dynid.data.units import to_si

    return value if unit is None else float(to_si(np.array([value]), unit, kind)[0])
