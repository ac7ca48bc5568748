"""What is being done, on a terminal: with a clock, or with a bar."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: how a line on stderr begins that tells another program what is being done, where DYNID_STAGES is
#: set in the environment
STAGES = "dynid stage: "


def tell_stage(what: str) -> None:
    """A line for another program, which shows it to somebody."""
    if os.environ.get("DYNID_STAGES"):
        print(f"{STAGES}{what}", file=sys.stderr, flush=True)


class Loudness:
    """How much is said beside the answer: -1 nothing, 0 on a terminal, 1 a line for each stage."""

    level = 0


class _Shown:
    """The display of the stage that is being worked on, and what it says."""

    progress: Any = None
    what = ""


def on_terminal() -> bool:
    return Loudness.level >= 0 and sys.stderr.isatty()


@contextmanager
def stage(what: str) -> Iterator[None]:
    """Say on a terminal what is being done, with a clock; nothing where output is piped."""
    tell_stage(what)
    if Loudness.level > 0:
        began = time.perf_counter()
        yield
        print(f"dynid: {what}: {time.perf_counter() - began:.1f} s", file=sys.stderr)
        return
    if not on_terminal():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(what, total=None)
        before = _Shown.progress, _Shown.what
        _Shown.progress, _Shown.what = progress, what
        try:
            yield
        finally:
            _Shown.progress, _Shown.what = before


@contextmanager
def beside(what: str) -> Iterator[None]:
    """Say something on a terminal beside the stage that is being worked on, or alone."""
    tell_stage(what)
    if _Shown.progress is None:
        with stage(what):
            yield
        return
    task = _Shown.progress.task_ids[0]
    _Shown.progress.update(task, description=f"{_Shown.what}: {what}")
    try:
        yield
    finally:
        _Shown.progress.update(task, description=_Shown.what)


@contextmanager
def bar(what: str, total: float) -> Iterator[Callable[[float], object] | None]:
    """A bar on a terminal, moved on by calling it with the time reached; None where output is
    piped."""
    if not on_terminal():
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
