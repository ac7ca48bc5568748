"""A progress bar on a terminal: the share of the time that is used up, or of the steps where no
time is set, and the best value so far. Nothing where the output is piped."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from dynid.progress import is_on_terminal, tell_stage


class Bar:
    """with Bar(deadline, steps) as bar: bar.tell(value) once a step, from any thread, bar.tick()
    now and then. deadline: on the monotonic clock, infinite where there is none; steps: at most."""

    def __init__(self, deadline: float, steps: int) -> None:
        self.began, self.deadline, self.steps, self.done = time.monotonic(), deadline, steps, 0
        self.progress: Any = None
        self._best, self._left = float("inf"), ""

    def __enter__(self) -> Bar:
        if is_on_terminal():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
            self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self.progress.add_task("designing", total=1.0)
            self.progress.start()
        self._show()
        return self

    @property
    def share(self) -> float:
        """Of what is to be done, 0 .. 1."""
        if self.deadline < float("inf"):
            share = (time.monotonic() - self.began) / max(self.deadline - self.began, 1e-9)
        else:
            share = self.done / max(self.steps, 1)
        return min(1.0, share)

    def update(self) -> None:
        """Show how far it is now."""
        if self.progress is not None:
            self.progress.update(self.progress.task_ids[0], completed=self.share)

    def tell(self, value: float) -> bool:
        """One step done; never asks to stop."""
        self.done += 1
        return False

    def set_remaining(self, runs: int, starts: int) -> None:
        """So many starts go on."""
        self._left = f", {runs} of {starts} starts left" if runs < starts else ""
        self._show()

    def set_best(self, value: float) -> None:
        """A start is finished: show the best criterion of those."""
        self._best = min(self._best, value)
        self._show()

    def _show(self) -> None:
        known = self._best < float("inf")
        detail = self._left + (f", best criterion {self._best:.4f}" if known else "")
        number = {"criterion": round(self._best, 4)} if known else {}
        tell_stage("designing", detail=detail.removeprefix(", "), **number)
        if self.progress is not None:
            self.progress.update(self.progress.task_ids[0], description=f"designing{detail}")

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress is not None:
            self.progress.stop()
