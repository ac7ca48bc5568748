"""The way of a search: the best objective after every iteration; printed, plotted, saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dynid.figures import Figure


@dataclass(frozen=True)
class Trace:
    """How a search went on.

    Parameters
    ----------
    objective
        what is minimised ("l1", "l2", "huber")
    best
        its best value so far, at the start and after every iteration
    dropped
        particles left behind because their objective was not finite
    """

    objective: str = ""
    best: tuple[float, ...] = ()
    dropped: int = 0

    def __len__(self) -> int:
        return len(self.best)

    def __str__(self) -> str:
        if not self.best:
            return "no search"
        shown = sorted({0, *(10**k for k in range(1, 7) if 10**k < len(self)), len(self) - 1})
        lines = [f"{'iteration':>9}  {'best ' + self.objective:>14}"]
        return "\n".join([*lines, *(f"{k:>9}  {self.best[k]:>14.8g}" for k in shown)])

    def plot(self) -> Any:
        """A plotly figure of the best objective against the iteration; .show() opens it."""
        figure = Figure()
        figure.add_scatter(y=list(self.best), mode="lines", name=self.objective)
        figure.update_layout(title="Search")
        figure.update_xaxes(title_text="iteration")
        figure.update_yaxes(title_text=f"best {self.objective}", type="log")
        return figure.to_plotly()
