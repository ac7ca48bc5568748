"""compare([...], data) -> Comparison: one table of several estimators, or of several estimates, on the same data."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError
from dynid.identify.estimate import Estimate, Estimator, estimate
from dynid.identify.problem import Problem
from dynid.validation.check import validate


@dataclass(frozen=True)
class Line:
    """One estimator: error on the training and on the test data (%), time, weak parameters; or why it failed."""

    method: str
    train: float
    test: float | None
    seconds: float
    weak: int
    failed: str = ""


@dataclass(frozen=True, eq=False)
class Comparison:
    lines: tuple[Line, ...]
    estimates: tuple[Estimate | None, ...]

    def to_dict(self) -> dict[str, Any]:
        rows = [asdict(line) for line in self.lines]
        return {"lines": [row | {"train": row["train"] if np.isfinite(row["train"]) else None} for row in rows]}

    def __str__(self) -> str:
        width = max(len(line.method) for line in self.lines)
        out = [f"{'method':<{width}} {'train %':>8} {'test %':>8} {'weak':>5} {'seconds':>8}"]
        for line in self.lines:
            if line.failed:
                out.append(f"{line.method:<{width}} failed: {line.failed}")
                continue
            test = f"{line.test:>8.2f}" if line.test is not None else f"{'-':>8}"
            train = f"{line.train:>8.2f}" if np.isfinite(line.train) else f"{'-':>8}"
            out.append(f"{line.method:<{width}} {train} {test} {line.weak:>5} {line.seconds:>8.2f}")
        return "\n".join(out)


def compare(items: Sequence[Estimator | Estimate], data: Dataset | Problem, test: Dataset | None = None) -> Comparison:
    """One table of several estimators, run on the same data (and checked on `test`), or of several estimates, checked on it.

    An estimator that cannot solve the problem is listed with its reason.
    """
    if not items:
        raise InputError("compare: got no estimators, expected a list such as [OLS(), WLS(), Huber()].")
    problem = data if isinstance(data, Problem) else None
    lines: list[Line] = []
    estimates: list[Estimate | None] = []
    for item in items:
        if isinstance(item, Estimate):
            lines.append(_checked(item, data, test))
            estimates.append(item)
            continue
        if problem is None:
            assert isinstance(data, Dataset)
            problem = Problem(data.model, data)
        line, result = _run(item, problem, test)
        lines.append(line)
        estimates.append(result)
    return Comparison(tuple(lines), tuple(estimates))


def _checked(result: Estimate, data: Dataset | Problem, test: Dataset | None) -> Line:
    """An estimate that is there already: its error on the data counts as training error only where it was trained on it."""
    seen = data.data if isinstance(data, Problem) else data
    if seen is None:
        raise InputError("compare: an estimate can only be checked on a data set, not on bare rows.")
    check = validate(result, seen)
    trained = np.nan if check.held_out else check.relative
    unseen = validate(result, test).relative if test is not None else (check.relative if check.held_out else None)
    return Line(result.method, trained, unseen, 0.0, len(result.weak))


def _run(estimator: Estimator, problem: Problem, test: Dataset | None) -> tuple[Line, Estimate | None]:
    start = time.perf_counter()
    try:
        result = estimate(problem, estimator)
    except DynidError as error:
        return Line(repr(estimator), np.nan, None, time.perf_counter() - start, 0, str(error)), None
    seconds = time.perf_counter() - start
    square = problem.squared_errors(result.theta).sum() / max(sum(block.square for block in problem.blocks), 1e-300)
    unseen = validate(result, test).relative if test is not None else None
    return Line(result.method, 100.0 * float(np.sqrt(square)), unseen, seconds, len(result.weak)), result
