"""compare([estimators], problem, test) -> Comparison: one table of several estimators on the same data."""

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
        return {"lines": [asdict(line) for line in self.lines]}

    def __str__(self) -> str:
        width = max(len(line.method) for line in self.lines)
        out = [f"{'method':<{width}} {'train %':>8} {'test %':>8} {'weak':>5} {'seconds':>8}"]
        for line in self.lines:
            if line.failed:
                out.append(f"{line.method:<{width}} failed: {line.failed}")
                continue
            test = f"{line.test:>8.2f}" if line.test is not None else f"{'-':>8}"
            out.append(f"{line.method:<{width}} {line.train:>8.2f} {test} {line.weak:>5} {line.seconds:>8.2f}")
        return "\n".join(out)


def compare(estimators: Sequence[Estimator], problem: Problem, test: Dataset | None = None) -> Comparison:
    """Run estimators on one problem; an estimator that cannot solve it is listed with its reason."""
    if not estimators:
        raise InputError("compare: got no estimators, expected a list such as [OLS(), WLS(), Huber()].")
    lines: list[Line] = []
    estimates: list[Estimate | None] = []
    for estimator in estimators:
        start = time.perf_counter()
        try:
            result = estimate(problem, estimator)
        except DynidError as error:
            lines.append(Line(repr(estimator), np.nan, None, time.perf_counter() - start, 0, str(error)))
            estimates.append(None)
            continue
        seconds = time.perf_counter() - start
        square = problem.squared_errors(result.theta).sum() / max(sum(block.square for block in problem.blocks), 1e-300)
        unseen = validate(result, test).relative if test is not None else None
        lines.append(Line(result.method, 100.0 * float(np.sqrt(square)), unseen, seconds, len(result.weak)))
        estimates.append(result)
    return Comparison(tuple(lines), tuple(estimates))
