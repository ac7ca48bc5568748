"""run(tasks, crew, store): all tasks, each once; what fails is told and stops nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from pathlib import Path

from dynid.errors import DynidError
from dynid.parallel.result_store import Store
from dynid.parallel.task import Task
from dynid.parallel.task_worker import Reply, ShippedTask, pack_file, perform
from dynid.parallel.workers import WAITING, Crew, check_version

ATTEMPTS = 3  # of a task whose worker died
SHIPPED = 200_000_000  # bytes that are sent to a worker that does not see a file


@dataclass(frozen=True)
class TaskOutcome:
    """What became of a task.

    Parameters
    ----------
    name
        of the task
    key
        of its result in the store
    failed
        why there is none; "": there is one
    kept
        it was there already
    seconds
        it took
    megabytes
        the most that its worker had taken by then
    """

    name: str
    key: str
    failed: str = ""
    kept: bool = False
    seconds: float = 0.0
    megabytes: float = 0.0


def run(
    tasks: Sequence[Task],
    crew: Crew,
    store: Store,
    told: Callable[[TaskOutcome], object] | None = None,
) -> tuple[TaskOutcome, ...]:
    """The outcomes in the order of the tasks, whatever the order in which they were done. Tasks of
    the same content are done once. What is in the store is not done again: interrupted work goes
    on.

    Parameters
    ----------
    tasks
        what is to be done
    crew
        who does it: see `open_crew`
    store
        where outcomes are kept
    told
        called with each outcome as it comes
    """
    under_way = _UnderWay(crew, store, told)
    named: dict[str, Task] = {}
    keys: list[str | TaskOutcome] = []
    for task in tasks:
        try:
            keys.append(task.key)
        except (DynidError, OSError) as error:  # a file that is not there
            lost = TaskOutcome(task.name, "", str(error))
            keys.append(lost)
            under_way.tell(lost)
            continue
        named.setdefault(task.key, task)
    for key, task in named.items():
        if store.has(key):
            under_way.settle(TaskOutcome(task.name, key, kept=True))
        else:
            under_way.waiting.append(_Try(task))
    under_way.finish()
    return tuple(
        key if isinstance(key, TaskOutcome) else _rename_outcome(under_way.outcomes[key], task.name)
        for key, task in zip(keys, tasks)
    )


def _rename_outcome(outcome: TaskOutcome, name: str) -> TaskOutcome:
    return TaskOutcome(name, *list(vars(outcome).values())[1:])


@dataclass(frozen=True)
class _Try:
    task: Task
    deaths: int = 0
    shipped: bool = False


@dataclass(eq=False)
class _UnderWay:
    """The tasks that wait and those that fly. One that may have killed its worker flies alone, so
    that no other is blamed for it."""

    crew: Crew
    store: Store
    told: Callable[[TaskOutcome], object] | None
    waiting: deque[_Try] = field(default_factory=deque)
    suspects: deque[_Try] = field(default_factory=deque)
    flying: dict[Future[Reply], _Try] = field(default_factory=dict)
    outcomes: dict[str, TaskOutcome] = field(default_factory=dict)
    executor: Executor | None = None
    breaks: int = 0
    answered: bool = False
    ship: bool = False  # a worker did not see a file: the next ones will not either

    def finish(self) -> None:
        self.executor = self.crew.executor
        while self.waiting or self.suspects or self.flying:
            self.launch()
            done, _ = wait_for(self.flying, return_when=FIRST_COMPLETED)
            for future in [each for each in self.flying if each in done]:
                if future in self.flying:  # not with those whose executor broke meanwhile
                    self.land(future)

    def launch(self) -> None:
        while self.suspects and not self.flying:
            self.submit(self.suspects.popleft())
        while not self.suspects and self.waiting and len(self.flying) < WAITING * self.crew.workers:
            if self.flying and any(each.deaths for each in self.flying.values()):
                return
            self.submit(self.waiting.popleft())

    def submit(self, one: _Try) -> None:
        assert self.executor is not None
        task = one.task
        shipped = {}
        if one.shipped or self.ship:
            local = [path for path in task.reads if Path(path).exists()]
            shipped = {
                path: pack_file(Path(path)) for path in local if measure_size(path) <= SHIPPED
            }
        job = ShippedTask(task.function, task.settings, task.reads, shipped)
        try:
            self.flying[self.executor.submit(perform, job)] = one
        except BrokenExecutor:  # a worker died between two tasks
            self.flying[Future()] = one
            self.handle_broken_pool()

    def land(self, future: Future[Reply]) -> None:
        try:
            reply = future.result()
        except BrokenExecutor:
            self.handle_broken_pool()
            return
        except CancelledError:
            raise DynidError(
                f"{self.crew.kind} went away; what is finished is kept: the same command goes on"
                " where it was."
            ) from None
        except Exception as error:
            one = self.flying.pop(future)
            self.settle(TaskOutcome(one.task.name, one.task.key, _describe_death(error)))
            return
        self.answer(self.flying.pop(future), reply)

    def answer(self, one: _Try, reply: Reply) -> None:
        name, key = one.task.name, one.task.key
        self.answered = True
        check_version(f"on {reply.host}", reply.version)
        if reply.missing:
            size = measure_size(reply.missing)
            if not one.shipped and size <= SHIPPED:
                self.ship = True
                self.waiting.appendleft(_Try(one.task, one.deaths, shipped=True))
                return
            failed = (
                f"the worker on {reply.host} does not see '{reply.missing}', and its"
                f" {size / 1e6:.0f} MB are too many to be sent; put it where all workers see it: a"
                " shared folder, or an object store (s3://...)."
            )
            self.settle(TaskOutcome(name, key, failed))
            return
        if reply.result is not None:
            self.store.put(key, reply.result)
        self.settle(
            TaskOutcome(name, key, reply.failed, seconds=reply.seconds, megabytes=reply.megabytes)
        )

    def handle_broken_pool(self) -> None:
        """All that flew goes again, one at a time: one of them may have killed the worker."""
        flown = list(self.flying.values())
        self.flying.clear()
        if self.crew.again is None:
            raise DynidError(
                f"{self.crew.kind} broke: a worker died; what is finished is kept: the same call"
                " goes on where it was."
            )
        self.breaks += 1
        if self.breaks == ATTEMPTS and not self.answered:
            raise DynidError(
                "the worker processes die before they answer; in your script,"
                " call it under `if __name__ == '__main__':`, or with workers=None in the same "
                "process."
            )
        for one in flown:
            task, deaths = one.task, one.deaths + 1
            if deaths < ATTEMPTS:
                self.suspects.append(_Try(task, deaths, one.shipped))
            else:
                failed = f"its worker died {deaths} times (out of memory, or killed)"
                self.settle(TaskOutcome(task.name, task.key, failed))
        self.executor = self.crew.again()

    def settle(self, outcome: TaskOutcome) -> None:
        self.outcomes[outcome.key] = outcome
        self.tell(outcome)

    def tell(self, outcome: TaskOutcome) -> None:
        if self.told is not None:
            self.told(outcome)


def _describe_death(error: Exception) -> str:
    if type(error).__name__ == "KilledWorker":  # of Dask, after several workers
        return f"its workers died again and again (out of memory, or killed): {error}"
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"


def measure_size(path: str) -> int:
    place = Path(path)
    if place.is_dir():
        return sum(each.stat().st_size for each in place.rglob("*") if each.is_file())
    return place.stat().st_size if place.exists() else 0
