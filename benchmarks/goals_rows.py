"""What the parts of goals.py share: rows of its table, and runs of two versions in turns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from versions import Failed, Run, Version

Values = dict[str, float]


@dataclass(frozen=True)
class Row:
    """An aim, and what two versions reach; nan where one could not be measured, or where no aim
    was set."""

    goal: str
    aim: float
    unit: str
    now: float
    before: float = math.nan
    at_least: bool = False
    missing: str = ""  # what else the aim asks for and was missed or not seen, "" if nothing

    @property
    def has_aim(self) -> bool:
        return not math.isnan(self.aim)

    @property
    def met(self) -> bool:
        return self.reached and not self.missing

    @property
    def reached(self) -> bool:
        return self.now >= self.aim if self.at_least else self.now <= self.aim

    def cells(self) -> list[str]:
        """What stands in its line: goal, aim, now, before, how many times better, met."""
        ratio = math.nan
        if self.now > 0:
            ratio = self.now / self.before if self.at_least else self.before / self.now
        sign = ">=" if self.at_least else "<="
        aim = f"{sign} {self.aim:g} {self.unit}".strip() if self.has_aim else f"({self.unit})"
        values = [number(self.now), number(self.before), number(ratio)]
        return [self.goal, aim, *values, self.answer() if self.has_aim else ""]

    def answer(self) -> str:
        if self.met:
            return "yes"
        if self.reached:
            return self.missing
        return f"no: {self.now / self.aim:.2f} of it" if self.aim else "no"


def number(x: float) -> str:
    return "" if math.isnan(x) else f"{x:.3g}" if x < 100 else f"{x:.0f}"


@dataclass(frozen=True)
class Bench:
    """The versions, this one first, a temporary folder, and what is to be said below the table."""

    versions: tuple[Version, ...]
    folder: Path
    notes: list[str]

    def warm(self, version: Version) -> Path:
        """The cache of a version that all parts share."""
        return self.folder / f"cache-{version.name}"

    def in_turns(
        self,
        arguments: Sequence[str],
        read: Callable[[Run], Values],
        turns: int = 2,
        choose: Callable[[list[float]], float] = min,
    ) -> tuple[Values, Values]:
        """Now, before, now, before, ...: values by name, the best (or `choose`) of the turns.

        A version before that fails leaves no values and a note; this one may not fail.
        """
        found: dict[str, list[Values]] = {version.name: [] for version in self.versions}
        failed: set[str] = set()
        for _ in range(turns):
            for version in self.versions:
                if version.name in failed:
                    continue
                try:
                    done = version.run(arguments, self.warm(version))
                    found[version.name].append(read(done))
                except (Failed, ValueError, IndexError, KeyError) as error:
                    if version is self.versions[0]:
                        raise Failed(str(error)) from error
                    failed.add(version.name)
                    self.notes.append(f"{' '.join(arguments)[:40]!r}, before: {error}")
        now, before = (chosen_of(found.get(name, []), choose) for name in ("now", "before"))
        return now, before


def chosen_of(turns: list[Values], choose: Callable[[list[float]], float]) -> Values:
    return {key: choose([turn[key] for turn in turns]) for key in (turns[0] if turns else ())}


def middle(values: list[float]) -> float:
    return float(median(values))


def read_table(text: str) -> list[dict[str, str]]:
    """The rows of the Markdown tables in a text, by the heads of their columns; the first is ""."""
    rows, heads = [], []
    for line in text.splitlines():
        if not line.startswith("|"):
            heads = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not heads:
            heads = ["", *cells[1:]]
        elif not set(line) <= set("|- "):
            rows.append(dict(zip(heads, cells)))
    return rows


def cell(text: str, start: str, head: str) -> float:
    """The number in the row whose first cell starts so."""
    for row in read_table(text):
        if row[""].startswith(start):
            return float(row[head])
    raise KeyError(f"no row '{start}' in the table")
