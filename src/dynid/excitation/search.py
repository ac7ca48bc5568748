"""The search for a motion: several random starts, of which those that lead nowhere are left early,
and kicks of the best.

All starts take the first steps. Then the better half goes on, then the better quarter, two at
least, and these to their end: where a start leads shows mostly early, and its last steps are the
most. The best motion is then disturbed at random, again and again, which leads to better ones
nearby at a smaller price than another start.
"""

from __future__ import annotations

import copy
import os
import threading
import time
import time as clock
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import LoopClosureError
from dynid.excitation.optimisation import Optimisation
from dynid.excitation.sqp import Descent, advance, begin, resume
from dynid.excitation.starting_motion import attempt, make_random_motion, shrink
from dynid.progress import is_on_terminal, tell_stage

SHARPNESS = (2.0, 8.0, 32.0)  # of the smoothed eigenvalues, one optimisation after the other
REFINEMENTS = 3  # how often limits are tightened by what was found between the samples
REFINED = 20  # steps, at most, each time
#: after so many steps, the share of the starts that go on
ROUNDS = ((12, 0.5), (25, 0.25))
LEAST = 2  # starts that go on in any case
PAIR = 2  # motions disturbed at a time, of which the better goes on
KICK = 0.15  # of each coefficient's size
FLOOR = 0.1  # that size, at least: in units of what alone meets a limit
SMALLER = 6  # times, halved each, until the loops close
WORTH = 1e-3  # gain of the criterion for which it is disturbed once more


@dataclass(eq=False)
class SearchRun:
    """One start on its way: its problem has limits to tighten, and a criterion to sharpen, of its
    own. At its end, a motion that keeps all limits, and its criterion."""

    start: int
    problem: Optimisation
    at: Descent
    x: Array
    value: float = np.inf


class StartSearch:
    """Runs in threads: the kernels and the solver leave the interpreter free."""

    def __init__(
        self, problem: Optimisation, rest: Array, seed: int, iterations: int, deadline: float
    ) -> None:
        self.problem, self.rest, self.seed, self.iterations = problem, rest, seed, iterations
        self.deadline = deadline
        self.interrupted = threading.Event()
        self.notes: list[str] = []
        name = problem.criterion.name
        self.stages = (1.0,) if name == "logdet" else SHARPNESS

    def is_over(self) -> bool:
        return self.interrupted.is_set() or clock.monotonic() > self.deadline

    def run(self, starts: int) -> Array:
        """The best motion found."""
        workers = max(1, min(starts, os.cpu_count() or 1))
        with (
            Bar(self.deadline, self._count_steps(starts)) as bar,
            ThreadPoolExecutor(workers) as pool,
        ):

            def run_each(work: Callable[[SearchRun], object], runs: Iterable[SearchRun]) -> None:
                self._wait([pool.submit(work, run) for run in runs], bar)

            begun: list[SearchRun] = []
            places = [pool.submit(self._begin, k, begun) for k in range(starts)]
            self._wait(places, bar)
            runs = sorted(begun, key=lambda run: run.start)
            most = self.iterations // len(self.stages)
            for steps, share in ROUNDS:
                run_each(partial(self._go, iterations=min(steps, most), bar=bar), runs)
                runs = sorted(runs, key=lambda run: (run.at.merit, run.start))
                runs = runs[: max(LEAST, round(share * starts))]
                bar.set_remaining(len(runs), starts)
            run_each(lambda run: self._end(run, most, bar), runs)
            runs = sorted(runs, key=lambda run: (run.at.merit, run.start))
            for number in range(starts // 2):
                made = [pool.submit(self._disturb_run, runs[0], number, k) for k in range(PAIR)]
                self._wait(made, bar)
                kicked = [future.result() for future in made]
                run_each(lambda run: self._go(run, ROUNDS[0][0], bar), kicked)
                better = min(kicked, key=lambda run: run.at.merit)
                run_each(lambda run: self._go(run, most, bar), [better])
                gain = runs[0].at.merit - better.at.merit
                runs = [better, *runs] if gain > 0 else runs
                bar.set_best(runs[0].at.f)
                if gain < WORTH or self.is_over():
                    break
            run_each(self._settle, runs[:LEAST])
        if self.interrupted.is_set():
            self.notes.append("interrupted: the best motion until then")
        elif self.is_over():
            self.notes.append("the time limit ended the search; more time may give a better motion")
        return min(runs[:LEAST], key=lambda run: (run.value, run.start)).x

    def _count_steps(self, starts: int) -> int:
        """At most, of all starts together."""
        steps, last, left = 0, 0, starts
        for until, share in ROUNDS:
            steps += left * (min(until, self.iterations) - last)
            last, left = min(until, self.iterations), max(min(LEAST, starts), round(share * starts))
        return steps + left * (self.iterations - last)

    def _wait(self, futures: Sequence[Future[Any]], bar: Bar) -> None:
        try:
            while wait(futures, timeout=0.1).not_done:
                bar.update()
        except KeyboardInterrupt:
            self.interrupted.set()
            wait(futures)
        for future in futures:
            future.result()

    def _begin(self, start: int, begun: list[SearchRun]) -> None:
        if start > 0 and self.is_over():
            return
        problem = copy.copy(self.problem)
        problem.tightened = self.problem.tightened.copy()
        problem.criterion = replace(problem.criterion, sharpness=self.stages[0])
        rng = np.random.default_rng([self.seed, start])
        at = begin(problem, make_random_motion(problem, self.rest, rng, start))
        begun.append(SearchRun(start, problem, at, at.values.x))

    def _go(self, run: SearchRun, iterations: int, bar: Bar) -> None:
        advance(run.problem, run.at, iterations, lambda f: bar.tell(f) or self.is_over())

    def _end(self, run: SearchRun, most: int, bar: Bar) -> None:
        """To the end of all stages."""
        self._go(run, most, bar)
        for sharpness in self.stages[1:]:
            run.problem.criterion = replace(run.problem.criterion, sharpness=sharpness)
            run.at = begin(run.problem, run.at.values)
            self._go(run, most, bar)
        bar.set_best(run.at.f)

    def _disturb_run(self, run: SearchRun, *number: int) -> SearchRun:
        """The run's motion, disturbed: less where the loops would not close."""
        problem, x = copy.copy(run.problem), run.at.values.x
        rng = np.random.default_rng([self.seed, run.start, *number])
        kick = KICK * np.maximum(np.abs(x), FLOOR) * rng.normal(size=x.shape)
        for _ in range(SMALLER):
            values = attempt(problem, x + kick)
            if values is not None:
                return SearchRun(run.start, problem, begin(problem, values), x)
            kick *= 0.5
        return SearchRun(run.start, problem, begin(problem, run.at.values), x)

    def _settle(self, run: SearchRun) -> None:
        """Look between the samples; tighten what is broken there and optimise on; at last shrink
        what is left. The motion then keeps all limits."""
        problem, at = run.problem, run.at
        for _ in range(REFINEMENTS):
            if self.is_over():
                break
            try:
                over = problem.compute_excesses(at.values.x)[1]
            except LoopClosureError:  # between samples that close
                break
            if over.max(initial=-1.0) < 1e-4:
                break
            problem.tightened = problem.tightened + np.maximum(over, 0.0)
            resume(problem, at)
            most = at.iterations + min(REFINED, self.iterations)
            advance(problem, at, most, lambda f: self.is_over())
        run.x = shrink(problem, self.rest, at.values.x)
        problem.criterion = replace(problem.criterion, sharpness=np.inf)
        run.value = problem.evaluate(problem.evaluate_limits(run.x))


# ---- A progress bar on a terminal: the share of the time that is used up, or of the steps where no
# time is set, and the best value so far. Nothing where the output is piped.


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
