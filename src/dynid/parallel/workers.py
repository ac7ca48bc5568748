"""Who does the work: processes of this machine, workers of a Dask scheduler, any executor."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from dynid.errors import DynidError, InputError
from dynid.version import __version__

ANSWERS = 5  # s within which a scheduler answers
WAITING = 2  # tasks a worker that are under way or wait for it: more would only fill memory
MOST = 1000  # processes of one machine
#: one thread a worker: the workers share the cores
THREADS = ("DYNID_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, eq=False)
class Crew:
    """An executor, how many workers it has, and how to make another where it breaks.

    Parameters
    ----------
    executor
        runs the tasks
    workers
        their number
    again
        makes another executor where it breaks
    kind
        for messages
    """

    executor: Executor
    workers: int
    again: Callable[[], Executor] | None = None
    kind: str = "this process"


class Inline(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextlib.contextmanager
def open_crew(
    scheduler: str | None = None, workers: int | None = None, executor: Executor | None = None
) -> Iterator[Crew]:
    """crew() works in this process, crew(workers=4) in four of its own, crew(scheduler=
    "tcp://...") on those of a Dask cluster, crew(executor=...) on any other.

    Parameters
    ----------
    scheduler
        address of a Dask scheduler
    workers
        processes of this machine
    executor
        any other; without all three, the work is done in this process
    """
    if sum(given is not None for given in (scheduler, executor)) + (workers is not None) > 1:
        raise InputError("got several of scheduler, workers and executor, expected one of them.")
    if workers is not None and not (isinstance(workers, int) and 1 <= workers <= MOST):
        raise InputError(f"workers: got {workers!r}, expected a whole number from 1 to {MOST}.")
    if scheduler is not None:
        with _connect_dask(scheduler) as found:
            yield found
    elif executor is not None:
        count = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
        yield Crew(executor, int(count), kind=type(executor).__name__)
    elif workers is None:
        yield Crew(Inline(), 1)
    else:
        with _make_processes(workers) as found:
            yield found


@contextlib.contextmanager
def _make_processes(workers: int) -> Iterator[Crew]:
    from multiprocessing import get_context

    made: list[ProcessPoolExecutor] = []

    def make() -> ProcessPoolExecutor:
        for old in made:
            old.shutdown(wait=False, cancel_futures=True)
        # a fork would copy threads that hold locks
        made.append(ProcessPoolExecutor(workers, get_context("spawn")))
        return made[-1]

    # a process that starts takes no module from the working folder, whose files may be anybody's
    own = (*THREADS, "PYTHONSAFEPATH")
    before = {name: os.environ.get(name) for name in own}
    os.environ |= dict.fromkeys(own, "1")
    try:
        yield Crew(make(), workers, make, f"{workers} processes")
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
        made[-1].shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _connect_dask(address: str) -> Iterator[Crew]:
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "a scheduler needs Dask, which is not installed: pip install 'dynid[cluster]'."
        ) from None
    with _silence_logger("distributed"):
        try:
            client = Client(address, timeout=ANSWERS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler answers at '{address}' within {ANSWERS} s"
                f" ({type(error).__name__}); expected the address that `dask scheduler` prints,"
                " such as tcp://10.0.0.5:8786."
            ) from None
        try:
            yield _join_scheduler(client, address)
        finally:
            client.close(timeout=ANSWERS)


def _join_scheduler(client: Any, address: str) -> Crew:
    try:
        client.wait_for_workers(1, timeout=ANSWERS)
    except TimeoutError:
        raise InputError(
            f"the scheduler at '{address}' has no workers; start some: dask worker {address}"
        ) from None
    check_versions(client)
    threads = sum(client.nthreads().values())
    # what a worker has begun when it dies, another does again
    return Crew(client.get_executor(pure=False), threads, kind=f"the workers of {address}")


def describe_version() -> str:
    from dynid import version

    return version.__version__


def check_versions(client: Any) -> None:
    """Refuse workers with another dynid, or none."""
    try:
        found: dict[str, str] = client.run(describe_version)
    except Exception as error:
        raise DynidError(
            f"workers cannot load dynid ({type(error).__name__}: {error}); expected dynid"
            f" {__version__} in their environment."
        ) from None
    check_version(*next(((w, v) for w, v in found.items() if v != __version__), ("", __version__)))


def check_version(worker: str, version: str) -> None:
    if version != __version__:
        raise DynidError(
            f"the worker {worker} has dynid {version}, this is dynid {__version__}; expected the"
            " same on both, because their results may differ. Install it there."
        )


@contextlib.contextmanager
def _silence_logger(name: str) -> Iterator[None]:
    """What a library says of lost connections beside the line that is said here."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
