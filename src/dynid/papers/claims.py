"""What a paper claims, what is found here, and the verdict, which follows from the two numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

REPRODUCED = "reproduced"
BETTER = "better"
NOT_REPRODUCIBLE = "not reproducible"
WRONG = "the paper is wrong"
SHORT = "falls short"


@dataclass(frozen=True)
class Claim:
    """One row: where in the paper, what is claimed, the paper's figure, ours, the verdict and its
    reason."""

    where: str
    what: str
    paper: str
    ours: str
    verdict: str
    why: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure like one of the paper's; drawn (a plotly figure) only where a page is written."""

    where: str
    caption: str
    draw: Callable[[], Any]


@dataclass(frozen=True)
class Reproduction:
    """A paper's whole pipeline, run."""

    name: str
    paper: str  # authors, title, year
    setting: str  # what was simulated in place of the paper's measurements
    claims: tuple[Claim, ...]
    pictures: tuple[Picture, ...] = ()
    seconds: float = 0.0

    def __str__(self) -> str:
        rows = [
            (c.where, c.what, c.paper, c.ours, c.verdict + (f": {c.why}" if c.why else ""))
            for c in self.claims
        ]
        said = Counter(claim.verdict for claim in self.claims)
        total = ", ".join(f"{count} {verdict}" for verdict, count in said.most_common())
        head = [*wrap(self.paper, 118), *wrap(self.setting, 118)]
        return "\n".join(
            [*head, "", *_columns(rows), "", f"{len(rows)} claims: {total}; {self.seconds:.1f} s"]
        )

    def to_dict(self) -> dict[str, Any]:
        claims = [vars(claim).copy() for claim in self.claims]
        return {
            "name": self.name,
            "paper": self.paper,
            "setting": self.setting,
            "claims": claims,
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class Row:
    """Where in the paper, and what is claimed there; its verbs compare the paper's with ours."""

    where: str
    what: str

    def close_to(
        self,
        paper: float,
        ours: float,
        within: float,
        unit: str = "",
        why: str = "",
        note: str = "",
    ) -> Claim:
        """Reproduced when ours lies within a part `within` of the paper's; otherwise not
        reproducible, for the reason `why`.

        `note` is shown where it is reproduced: how the number came to agree, where it was put in.
        """
        near = abs(ours - paper) <= within * abs(paper)
        verdict, reason = (REPRODUCED, note) if near else (NOT_REPRODUCIBLE, why)
        return self._claim(_with_unit(paper, unit), _with_unit(ours, unit), verdict, reason)

    def at_most(self, paper: float, ours: float, unit: str = "", why: str = "") -> Claim:
        """Less is better: better when ours is smaller than the paper's, otherwise it falls short of
        it. `why` is shown either way."""
        verdict = BETTER if ours < paper else REPRODUCED if ours == paper else SHORT
        return self._claim(_with_unit(paper, unit), _with_unit(ours, unit), verdict, why)

    def holds(self, paper: str, ours: str, true: bool, why: str = "") -> Claim:
        """A claim in words (a count, an order, a property): reproduced where it holds here, else
        not reproducible."""
        return self._claim(paper, ours, REPRODUCED if true else NOT_REPRODUCIBLE, why)

    def wrong(self, paper: str, ours: str, shown: bool, why: str) -> Claim:
        """The paper is wrong, where this run has shown it (`shown`); without the evidence, the
        claim stands unreproduced."""
        return self._claim(paper, ours, WRONG if shown else NOT_REPRODUCIBLE, why)

    def _claim(self, paper: str, ours: str, verdict: str, why: str) -> Claim:
        return Claim(self.where, self.what, paper, ours, verdict, why)


def _with_unit(x: float, unit: str) -> str:
    return f"{x:.4g}{' ' if unit and unit != '%' else ''}{unit}"


WIDTHS = (12, 34, 16, 18, 34)  # of the columns, in letters


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as text, each cell wrapped within its column."""
    head = ("where", "what", "paper", "here", "verdict")
    lines = ["  ".join(name.ljust(width) for name, width in zip(head, WIDTHS)).rstrip()]
    lines.append("  ".join("-" * width for width in WIDTHS))
    for row in rows:
        cells = [wrap(cell, width) or [""] for cell, width in zip(row, WIDTHS)]
        for k in range(max(map(len, cells))):
            parts = [
                (cell[k] if k < len(cell) else "").ljust(width)
                for cell, width in zip(cells, WIDTHS)
            ]
            lines.append("  ".join(parts).rstrip())
    return lines
