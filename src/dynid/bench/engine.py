"""Tasks handed to an executor, each once, its result kept under the key of its content."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from dynid.errors import DynidError, InputError
from dynid.files import make_folder, sha256_of, write_whole
from dynid.version import __version__

ANSWERS = 5  # s within which a scheduler answers
#: one thread a worker: the workers share the cores
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, eq=False)
class Task:
    """function(files, **settings) -> what JSON knows; reads: files, {name: Path} in `files`."""

    name: str
    function: Callable[..., dict[str, Any]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    reads: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        told = {
            "function": f"{self.function.__module__}:{self.function.__qualname__}",
            "version": __version__,
            "settings": dict(self.settings),
            "reads": [sha256_of(Path(path)) for path in self.reads],
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Store:
    """store.get(key) -> what was put there, or None."""

    folder: Path

    def path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def get(self, key: str) -> dict[str, Any] | None:
        with contextlib.suppress(OSError, ValueError):
            found: dict[str, Any] = json.loads(self.path(key).read_text(encoding="utf-8"))
            return found
        return None

    def put(self, key: str, result: dict[str, Any]) -> None:
        make_folder(self.path(key).parent)
        write_whole(self.path(key), json.dumps(result), overwrite=True)


@dataclass(frozen=True)
class Outcome:
    """Of a task: its result is in the store under `key`, or `failed` says why not; kept: it was
    there already."""

    name: str
    key: str
    failed: str = ""
    kept: bool = False


@dataclass(frozen=True, eq=False)
class Crew:
    """An executor; None: this process."""

    executor: Executor | None = None


def run(
    tasks: Sequence[Task], crew: Crew, store: Store, told: Callable[[Outcome], object] | None = None
) -> tuple[Outcome, ...]:
    """The outcomes in the order of the tasks. What is in the store is not done again."""
    outcomes: dict[str, Outcome] = {}
    left: list[Task] = []

    def settle(outcome: Outcome) -> None:
        outcomes[outcome.key] = outcome
        if told is not None:
            told(outcome)

    for task in tasks:
        if store.get(task.key) is not None:
            settle(Outcome(task.name, task.key, kept=True))
        else:
            left.append(task)
    for task, answer, failed in _answers(left, crew.executor):
        if answer is not None:
            store.put(task.key, answer)
        settle(Outcome(task.name, task.key, failed))
    return tuple(outcomes[task.key] for task in tasks)


def _answers(
    tasks: Sequence[Task], executor: Executor | None
) -> Iterator[tuple[Task, dict[str, Any] | None, str]]:
    if executor is None:
        for task in tasks:
            yield task, *_performed(task)
        return
    flying = {executor.submit(_performed, task): task for task in tasks}
    for future in as_completed(flying):
        try:
            answer, failed = future.result()
        except Exception as error:  # a worker that died
            answer, failed = None, f"{type(error).__name__}: {error}"
        yield flying[future], answer, failed


def _performed(task: Task) -> tuple[dict[str, Any] | None, str]:
    from threadpoolctl import threadpool_limits

    try:
        with threadpool_limits(1):
            files = {path: Path(path) for path in task.reads}
            return task.function(files, **task.settings), ""
    except DynidError as error:
        return None, str(error)
    except Exception as error:  # whatever one run makes of a library: the others go on
        return None, f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"


@contextlib.contextmanager
def crew(
    scheduler: str | None = None, workers: int | None = None, executor: Executor | None = None
) -> Iterator[Crew]:
    """crew() works in this process, crew(workers=4) in four of its own, crew(scheduler=
    "tcp://...") on those of a Dask cluster, crew(executor=...) on any other."""
    if workers is not None and not (isinstance(workers, int) and workers >= 1):
        raise InputError(f"workers: got {workers!r}, expected a whole number from 1.")
    if scheduler is not None:
        with _dask(scheduler) as found:
            yield found
    elif executor is not None or workers is None:
        yield Crew(executor)
    else:
        from multiprocessing import get_context

        before = {name: os.environ.get(name) for name in THREADS}
        os.environ |= dict.fromkeys(THREADS, "1")
        try:
            # a fork would copy threads that hold locks
            with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
                yield Crew(pool)
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextlib.contextmanager
def _dask(address: str) -> Iterator[Crew]:
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "--scheduler needs Dask, which is not installed: pip install 'dask[distributed]'."
        ) from None
    try:
        client = Client(address, timeout=ANSWERS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError(
            f"no Dask scheduler answers at '{address}' within {ANSWERS} s"
            f" ({type(error).__name__}); expected the address that `dask scheduler` prints, such as"
            " tcp://10.0.0.5:8786."
        ) from None
    with client:
        yield Crew(client.get_executor(pure=False))
