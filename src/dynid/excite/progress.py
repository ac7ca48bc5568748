"""A progress bar on a terminal: how far, and the best value so far. Nothing where the output is
piped."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

from dynid.clock import tell_stage


class Bar:
    """with Bar(steps) as bar: bar.tell(value) once a step, from any thread."""

    def __init__(self, steps: int) -> None:
        self.steps, self.progress, self.task = steps, None, None
        self._best = float("inf")

    def __enter__(self) -> Bar:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns: list[Any] = [
                TextColumn("{task.description}"),
                BarColumn(),
                TimeElapsedColumn(),
            ]
            progress: Any = Progress(*columns, console=Console(stderr=True), transient=True)
            self.progress, self.task = progress, progress.add_task("designing", total=self.steps)
            progress.start()
        return self

    def tell(self, value: float) -> bool:
        """One step done."""
        if self.progress is not None:
            self.progress.advance(self.task)
        return False

    def best(self, value: float) -> None:
        """A start is finished: show the best criterion of those."""
        self._best = min(self._best, value)
        tell_stage(f"designing, best criterion {self._best:.4f}")
        if self.progress is not None:
            self.progress.update(
                self.task, description=f"designing, best criterion {self._best:.4f}"
            )

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress is not None:
            self.progress.stop()
