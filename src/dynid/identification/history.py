"""The steps of a reduction: printed, plotted, saved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.figures import Figure, make_subplots
from dynid.identification.estimate_text import shorten

NAME = 48  # width of the removed parameter's name in print


@dataclass(frozen=True)
class HistoryStep:
    """One model on the way down.

    count       its number of parameters
    worst       its parameter with the largest relative standard deviation: the one removed next
    sigma       that deviation in %; inf where the data do not determine it apart from others
    s2          |y - W theta|^2 / (rows - parameters), of weighted rows: 1 where weights and model
                are right
    error       100 |y - W theta| / |y| of weighted rows
    feasible    whether bodies with these values exist; None where that was not asked
    margin      by how much (the t of `feasibility`)
    score       the criterion of other stopping rules: F of the worst parameter, AIC or BIC
    """

    count: int
    worst: str
    sigma: float
    s2: float
    error: float
    feasible: bool | None = None
    margin: float | None = None
    score: float | None = None


@dataclass(frozen=True)
class History:
    """All steps of a reduction, and which one was chosen; print it, or plot it.

    Parameters
    ----------
    steps
        from all parameters to few
    chosen
        index of the step that was chosen
    rule
        why, in words
    """

    steps: tuple[HistoryStep, ...] = ()
    chosen: int = 0
    rule: str = ""

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[HistoryStep]:
        return iter(self.steps)

    def __getitem__(self, k: int) -> HistoryStep:
        return self.steps[k]

    @property
    def removed(self) -> tuple[str, ...]:
        """Parameters taken out, in order."""
        return tuple(step.worst for step in self.steps[: self.chosen])

    def __str__(self) -> str:
        width = max([6, *(len(shorten(step.worst, NAME)) for step in self.steps)])
        asked = any(step.feasible is not None for step in self.steps)
        scored = any(step.score is not None for step in self.steps)
        head = f"{'parameters':>10}  {'worst':<{width}} {'sigma %':>8} {'s^2':>9} {'error %':>8}"
        lines = [
            head
            + (f" {'feasible':>9} {'margin':>9}" if asked else "")
            + (f" {self.rule:>10}" if scored else "")
        ]
        for k, step in enumerate(self.steps):
            line = (
                f"{step.count:>10}  {shorten(step.worst, NAME):<{width}} "
                f"{_format_sigma(step.sigma):>8}"
                f" {step.s2:>9.4g}"
            )
            line += f" {step.error:>8.3f}"
            if asked:
                feasible = "" if step.feasible is None else "yes" if step.feasible else "no"
                line += f" {feasible:>9} {'' if step.margin is None else f'{step.margin:.2g}':>9}"
            if scored:
                line += f" {'' if step.score is None else f'{step.score:.4g}':>10}"
            lines.append(line + (" <- chosen" if k == self.chosen else ""))
        return "\n".join(lines)

    def plot(self) -> Any:
        """A plotly figure: error, largest deviation and margin against the number of parameters;
        .show() opens it."""
        return self.to_figure().to_plotly()

    def to_figure(self) -> Figure:
        """The same as data, for a page."""
        rows = [
            ("error %", "error"),
            ("largest sigma %", "sigma"),
            ("margin t", "margin"),
            (self.rule, "score"),
        ]
        rows = [
            (title, key)
            for title, key in rows
            if any(getattr(step, key) is not None for step in self.steps)
        ]
        figure = make_subplots(rows=len(rows), cols=1, shared_xaxes=True, vertical_spacing=0.04)
        for k, (title, key) in enumerate(rows, start=1):
            used = [
                step
                for step in self.steps
                if (v := getattr(step, key)) is not None and np.isfinite(v)
            ]
            figure.add_scatter(
                x=[step.count for step in used],
                y=[getattr(step, key) for step in used],
                text=[f"worst: {step.worst}" for step in used],
                mode="lines+markers",
                name=title,
                row=k,
                col=1,
            )
            figure.update_yaxes(
                title_text=title, type="log" if key == "sigma" else "linear", row=k, col=1
            )
        if self.steps:
            figure.add_vline(x=self.steps[self.chosen].count, line_dash="dot")
        figure.update_xaxes(autorange="reversed", title_text="parameters", row=len(rows), col=1)
        figure.update_layout(title="Model reduction", showlegend=False)
        return figure


def _format_sigma(sigma: float) -> str:
    return "inf" if not np.isfinite(sigma) else f"{sigma:.2f}" if sigma < 1000 else ">1000"
