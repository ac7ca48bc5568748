"""run_bench(...) -> Bench: every variant with every noise and start on every robot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np

from dynid.benchmark.benchmark_experiment import Protocol, load_experiment
from dynid.benchmark.benchmark_table import BenchmarkTable
from dynid.benchmark.single_run import ERRORS, collect_settings, run_case
from dynid.benchmark.variants import VARIANTS, select_variants
from dynid.errors import InputError
from dynid.files import make_folder
from dynid.parallel.result_store import Store
from dynid.parallel.task import Task
from dynid.parallel.task_runner import TaskOutcome, run
from dynid.parallel.workers import open_crew

#: built-in: a serial arm, and two robots with loops
ROBOTS = ("six_dof", "five_bar", "delta4")
LEVELS = (0.1, 0.3, 1.0, 3.0, 10.0)
STARTS = 25
QUICK = (1.0,), 2  # levels, starts


def run_bench(
    folder: Path,
    robots: str | Sequence[str] = ROBOTS,
    methods: str | Sequence[str] = "all",
    noise: str | Sequence[float] | None = None,
    starts: int | None = None,
    quick: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
    executor: Executor | None = None,
    protocol: Protocol | None = None,
    told: Callable[[int, int, str], object] | None = None,
) -> BenchmarkTable:
    """The records of all runs, kept in folder/runs: interrupted work goes on where it was.

    Parameters
    ----------
    folder
        where the runs are kept
    robots
        built-in names, or files whose values are taken for the truth; texts with commas between
        several, as for methods and noise
    methods
        "all", families, or names of VARIANTS
    noise
        levels: at 1, torques have 1 % of their RMS, positions 1e-4 of their range
    starts
        wrong robot files to start from; None: many, few if quick
    quick
        without those that take long
    workers
        processes of this machine; None: this process
    scheduler
        address of a Dask scheduler
    executor
        any other executor
    protocol
        what all runs share; None: `Protocol()`
    told
        called with how many runs are done, of how many, and the last one's name
    """
    how, few = protocol or Protocol(), QUICK if quick else (LEVELS, STARTS)
    names = robots.split(",") if isinstance(robots, str) else robots
    names = [name.strip() for name in names if name.strip()]
    levels = few[0] if noise is None else _parse_noise_levels(noise)
    some = few[1] if starts is None else starts
    tasks = list_tasks(names, [v.name for v in select_variants(methods, quick)], levels, some, how)
    make_folder(folder)
    done = 0

    def tell(outcome: TaskOutcome) -> None:
        nonlocal done
        done += 1
        if told is not None:
            told(done, len(tasks), outcome.name)

    store = Store(folder / "runs")
    with open_crew(scheduler, workers, executor) as ready:
        outcomes = run(tasks, ready, store, tell)
    records = [_record(task, outcome, store) for task, outcome in zip(tasks, outcomes)]
    return BenchmarkTable(tuple(records), how)


def list_tasks(
    robots: Sequence[str],
    methods: Sequence[str],
    noise: Sequence[float],
    starts: int,
    protocol: Protocol,
) -> list[Task]:
    """In the order of the cases, so that a worker makes each of them once."""
    _check(robots, noise, starts)
    tasks = []
    for robot in robots:
        if (name := load_experiment(robot, protocol).model.robot.name) and Path(robot).is_file():
            reads: tuple[str, ...] = (robot,)
        else:
            reads = ()
        for level in noise:
            for start in range(starts):
                for method in methods:
                    settings = collect_settings(robot, method, float(level), start, protocol)
                    title = f"{name}, {method}, noise {level:g}, start {start}"
                    tasks.append(Task(title, run_case, settings, reads))
    return tasks


def _parse_noise_levels(noise: str | Sequence[float]) -> Sequence[float]:
    if not isinstance(noise, str):
        return noise
    try:
        return [float(word) for word in noise.split(",") if word.strip()]
    except ValueError:
        raise InputError(
            f"noise: got '{noise}', expected levels separated by commas, such as 0.3,1,3."
        ) from None


def _check(robots: Sequence[str], noise: Sequence[float], starts: int) -> None:
    if not robots or len(set(robots)) != len(robots):
        raise InputError(f"robots: got {list(robots)}, expected some, each once.")
    if not (isinstance(starts, int) and starts >= 1):
        raise InputError(f"starts: got {starts!r}, expected a whole number of at least 1.")
    bad = [x for x in noise if not (np.isfinite(x) and x > 0)]
    if bad or not noise or len(set(noise)) != len(noise):
        raise InputError(
            f"noise: got {list(noise)}, expected positive levels, each once, such as 0.3 1 3."
        )


def _record(task: Task, outcome: TaskOutcome, store: Store) -> dict[str, Any]:
    found = store.get(outcome.key)
    if found is not None:
        return found
    told = task.settings
    return {
        **{name: told[name] for name in ("robot", "method", "noise", "start")},
        "family": VARIANTS[told["method"]].family,
        "failed": outcome.failed,
        **dict.fromkeys(("seconds", "unmoved", *ERRORS), np.nan),
    }
