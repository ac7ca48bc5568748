"""What is being done, on a terminal: with a clock, or with a bar."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: how a line on stderr begins that tells another program what is being done, where DYNID_STAGES is
#: set in the environment; JSON follows
STAGES = "dynid stage: "


def is_watched() -> bool:
    """Whether another program, the studio, shows what this one says."""
    return bool(os.environ.get("DYNID_STAGES"))


def tell_stage(what: str, **more: Any) -> None:
    """A line for another program, which shows it to somebody: {"stage": what, ...} in JSON."""
    if is_watched():
        print(f"{STAGES}{json.dumps({'stage': what, **more})}", file=sys.stderr, flush=True)


class Verbosity:
    """How much is said beside the answer: -1 nothing, 0 on a terminal, 1 a line for each stage."""

    level = 0


class RunningCommand:
    """The command that is being carried out; "" where dynid is called from Python."""

    command = ""


class _Shown:
    """The display of the stage that is being worked on."""

    progress: Any = None


def is_on_terminal() -> bool:
    return Verbosity.level >= 0 and sys.stderr.isatty()


@contextmanager
def show_stage(what: str) -> Iterator[None]:
    """Say on a terminal what is being done, with a clock; nothing where output is piped."""
    tell_stage(what)
    if Verbosity.level > 0:
        began = time.perf_counter()
        yield
        print(f"dynid: {what}: {time.perf_counter() - began:.1f} s", file=sys.stderr)
        return
    if not is_on_terminal():
        yield
        return
    with _display(what):
        yield


@contextmanager
def _display(what: str) -> Iterator[None]:
    """A line with a clock that stays until it is done; a task with a total has a bar."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    class Bar(BarColumn):
        def render(self, task: Any) -> Any:
            return super().render(task) if task.total else ""

    columns = SpinnerColumn(), TextColumn("{task.description}"), Bar(), TimeElapsedColumn()
    # what is printed meanwhile stands above the line, on a terminal; in a pipe it stays stdout
    above, console = sys.stdout.isatty(), Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=above) as progress:
        progress.add_task(what, total=None)
        before, _Shown.progress = _Shown.progress, progress
        try:
            yield
        finally:
            _Shown.progress = before


@contextmanager
def show_bar(what: str, total: float) -> Iterator[Callable[[float], object] | None]:
    """A bar on a terminal, moved on by calling it with the time reached; None where output is
    piped."""
    if not is_on_terminal():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.1f} s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        shown = 0.0

        def show(t: float) -> None:
            nonlocal shown
            if t - shown >= 0.005 * total:
                shown = t
                progress.update(task, completed=t)

        yield show
