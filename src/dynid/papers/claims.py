"""What a paper claims, what is found here, and the verdict, which follows from the two numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

REPRODUCED = "reproduced"
RECOVERED = "recovered"
ORDER = "same order"
SIZED = "sized to the paper"
ARITHMETIC = "arithmetic"
BETTER = "better"
UNDECIDED = "undecided"
NOT_REPRODUCIBLE = "not reproducible"
WRONG = "the paper is wrong"
SHORT = "falls short"
#: what each verdict means, in the order of the totals
VERDICTS = {
    REPRODUCED: "a property that was computed here agrees",
    RECOVERED: "it was put into the simulation and found again: the method works, no more",
    ORDER: "only which of them is larger agrees",
    SIZED: "it agrees because the simulated disturbance was chosen so",
    ARITHMETIC: "the paper's own numbers, or standard formulas of them, agree with each other",
    BETTER: "an error smaller than the paper's, or a design better than it",
    UNDECIDED: "it depends on what the paper does not give, or says only roughly: neither side is"
    " shown",
    NOT_REPRODUCIBLE: "it does not come out, or cannot: data or settings are missing",
    WRONG: "the run shows it",
    SHORT: "an error larger than the paper's",
}


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
    """A figure like one of the paper's; drawn only where a page is written."""

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
        head = [*wrap(self.paper, 118), *wrap(self.setting, 118)]
        return "\n".join(
            [
                *head,
                "",
                *_format_columns(rows),
                "",
                f"{format_verdict_counts(self.claims)}; {self.seconds:.1f} s",
            ]
        )

    @property
    def totals(self) -> dict[str, int]:
        """How many claims have each verdict, in the order of VERDICTS."""
        return count_verdicts(self.claims)

    def to_dict(self) -> dict[str, Any]:
        claims = [vars(claim).copy() for claim in self.claims]
        return {
            "name": self.name,
            "paper": self.paper,
            "setting": self.setting,
            "claims": claims,
            "totals": self.totals,
            "seconds": self.seconds,
        }


def count_verdicts(claims: Iterable[Claim]) -> dict[str, int]:
    """How many claims have each verdict, in the order of VERDICTS; only those that occur."""
    said = Counter(claim.verdict for claim in claims)
    return {verdict: said[verdict] for verdict in VERDICTS if said[verdict]}


def format_verdict_counts(claims: Sequence[Claim]) -> str:
    """The totals as a line."""
    words = ", ".join(f"{count} {verdict}" for verdict, count in count_verdicts(claims).items())
    return f"{len(claims)} claims: {words}"


@dataclass(frozen=True)
class Row:
    """Where in the paper, what is claimed there, and the word for it if it agrees; its verbs
    compare the paper's with ours."""

    where: str
    what: str
    word: str = REPRODUCED

    def close_to(
        self,
        paper: float,
        ours: float,
        within: float,
        unit: str = "",
        why: str = "",
        note: str = "",
    ) -> Claim:
        """The row's word when ours lies within a part `within` of the paper's; otherwise not
        reproducible, for the reason `why`.

        `note` is shown where it agrees: how the number came to agree, where it was put in.
        """
        near = abs(ours - paper) <= within * abs(paper)
        verdict, reason = (self.word, note) if near else (NOT_REPRODUCIBLE, why)
        return self._claim(
            _format_with_unit(paper, unit), _format_with_unit(ours, unit), verdict, reason
        )

    def judge_upper_bound(self, paper: float, ours: float, unit: str = "", why: str = "") -> Claim:
        """Less is better: better when ours is smaller than the paper's, otherwise it falls short of
        it. `why` is shown either way."""
        verdict = BETTER if ours < paper else self.word if ours == paper else SHORT
        return self._claim(
            _format_with_unit(paper, unit), _format_with_unit(ours, unit), verdict, why
        )

    def judge_statement(self, paper: str, ours: str, true: bool, why: str = "") -> Claim:
        """A claim in words (a count, an order, a property): the row's word where it holds here,
        else not reproducible."""
        return self._claim(paper, ours, self.word if true else NOT_REPRODUCIBLE, why)

    def leave_undecided(self, paper: str, ours: str, why: str) -> Claim:
        """Both are told; why neither word applies."""
        return self._claim(paper, ours, UNDECIDED, why)

    def declare_wrong(self, paper: str, ours: str, shown: bool, why: str) -> Claim:
        """The paper is wrong, where this run has shown it (`shown`); without the evidence, the
        claim stands unreproduced."""
        return self._claim(paper, ours, WRONG if shown else NOT_REPRODUCIBLE, why)

    def _claim(self, paper: str, ours: str, verdict: str, why: str) -> Claim:
        return Claim(self.where, self.what, paper, ours, verdict, why)


def _format_with_unit(x: float, unit: str) -> str:
    return f"{x:.4g}{' ' if unit and unit != '%' else ''}{unit}"


WIDTHS = (12, 34, 16, 18, 34)  # of the columns, in letters


def _format_columns(rows: Sequence[Sequence[str]]) -> list[str]:
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
