"""compare([...], data) -> Comparison: one table of several estimators, or of several estimates, on
the same data.

compare("all", data) runs every estimator of the package that applies; see `list_estimators`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import numpy as np

from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError, require
from dynid.estimators import ESTIMATORS
from dynid.estimators.stepwise.feasible import check_feasibility
from dynid.identification.estimate import Estimate, estimate
from dynid.identification.estimate_text import shorten_middle
from dynid.identification.estimator_base import Estimator
from dynid.identification.prediction_error import compute_training_error
from dynid.identification.problem import Problem
from dynid.model.base_reduction import BaseParameters, base_parameters
from dynid.model.consistency import is_consistent
from dynid.model.model import Model
from dynid.notebook import format_percent
from dynid.validation.prediction_check import FILTER_SAID, Validation, validate

NAME = 18  # of the table's column of methods: it has 80 columns then


@dataclass(frozen=True)
class ComparisonLine:
    """One estimator: error on the training and on the test data (%), time, weak parameters; or why
    it failed.

    train, test     over all samples (see `Validation`), and over those that count: train_moving,
                    test_moving; by_filter: what the filter alone makes of the last of them
    consistent      whether its bodies can exist; for base parameters, whether any bodies have these
                    values. None: not known, because the estimate belongs to no model.
    """

    method: str
    train: float
    test: float | None
    seconds: float
    weak: int
    failed: str = ""
    consistent: bool | None = None
    train_moving: float = np.nan
    test_moving: float | None = None
    by_filter: float = np.nan


@dataclass(frozen=True, eq=False)
class Comparison:
    """A table of estimators or estimates: print it.

    Parameters
    ----------
    lines
        one for each estimator or estimate
    estimates
        in the same order; None where an estimator failed
    """

    lines: tuple[ComparisonLine, ...]
    estimates: tuple[Estimate | None, ...]

    def to_dict(self) -> dict[str, Any]:
        """As JSON: null where there is no number."""
        return {
            "lines": [
                {
                    key: None if isinstance(x, float) and not np.isfinite(x) else x
                    for key, x in asdict(line).items()
                }
                for line in self.lines
            ]
        }

    def list_short_names(self) -> list[str]:
        """Names of the methods, without settings that all of them share."""
        bare = [line.method.split("(")[0] for line in self.lines]
        return [
            name if bare.count(name) == 1 else shorten_middle(line.method, NAME)
            for name, line in zip(bare, self.lines)
        ]

    def __str__(self) -> str:
        names = self.list_short_names()
        width = max(map(len, names))
        out = [
            f"{'method':<{width}} {'train %':>8} {'moving %':>8} {'test %':>8} {'moving %':>8}"
            f" {'weak':>5} {'consistent':>10} {'seconds':>8}"
        ]
        for name, line in zip(names, self.lines):
            if line.failed:
                out.append(f"{name:<{width}} failed: {line.failed}")
                continue
            errors = (line.train, line.train_moving, line.test, line.test_moving)
            shown = " ".join(f"{'-' if x is None else format_percent(x):>8}" for x in errors)
            bodies = {True: "yes", False: "no", None: "-"}[line.consistent]
            out.append(f"{name:<{width}} {shown} {line.weak:>5} {bodies:>10} {line.seconds:>8.2f}")
        out.append("errors over all samples; moving: over those that the masks leave")
        worst = max((line for line in self.lines), key=lambda line: np.nan_to_num(line.by_filter))
        if worst.by_filter > FILTER_SAID:
            out.append(
                f"the filter alone makes up to {format_percent(worst.by_filter)} % "
                f"({worst.method}):"
                " it smooths the torque, not a model's sharp friction; a higher cutoff makes less"
            )
        return "\n".join(out)


def list_estimators(problem: Problem) -> list[Estimator]:
    """The estimators of the package that apply to a problem, each with its defaults.

    Each says itself whether it does, and with which settings (`Estimator.adapt_to`): L1 only where
    its linear program is small, Consistent only with bodies, SeparableLeastSquares only where an
    effect has a shape.
    """
    kinds = [kind for kind in ESTIMATORS.values() if kind.needs is Problem]
    return [made for kind in kinds if (made := kind.adapt_to(problem)) is not None]


def compare(
    items: Sequence[Estimator | Estimate] | Literal["all"],
    data: Dataset | Problem,
    test: Dataset | None = None,
) -> Comparison:
    """One table of several estimators, run on the same data (and checked on `test`), or of several
    estimates, checked on it; "all" takes `list_estimators` that applies.

    An estimator that cannot solve the problem is listed with its reason.

    Parameters
    ----------
    items
        estimators, or estimates; "all": every estimator that applies (`list_estimators`)
    data
        a data set, or the problem that was made of it
    test
        held-out data
    """
    if isinstance(items, str) and items != "all":
        raise InputError(
            f'compare: got {items!r}, expected "all" or a list such as [OLS(), WLS(), Huber()].'
        )
    if not items:
        raise InputError(
            "compare: got no estimators, expected a list such as [OLS(), WLS(), Huber()]."
        )
    require("compare", data, (Dataset, Problem), "process(log, model), or Problem(model, data)")
    for item in () if isinstance(items, str) else items:
        require("compare", item, (Estimator, Estimate), "OLS(), or a result of estimate")
    problem = data if isinstance(data, Problem) else None
    if isinstance(items, str):
        problem = _make_problem(data)
        items = list_estimators(problem)
    lines: list[ComparisonLine] = []
    estimates: list[Estimate | None] = []
    for item in items:
        if isinstance(item, Estimate):
            lines.append(_check_result(item, data, test))
            estimates.append(item)
            continue
        problem = problem or _make_problem(data)
        line, result = _run(item, problem, test)
        lines.append(line)
        estimates.append(result)
    return Comparison(tuple(lines), tuple(estimates))


def _make_problem(data: Dataset | Problem) -> Problem:
    return data if isinstance(data, Problem) else Problem(data.model, data)


def _check_result(
    result: Estimate, data: Dataset | Problem, test: Dataset | None
) -> ComparisonLine:
    """An estimate that is there already: its error on the data counts as training error only where
    it was trained on it."""
    seen = data.data if isinstance(data, Problem) else data
    if seen is None:
        raise InputError(
            "compare: an estimate can only be checked on a data set, not on bare rows."
        )
    check = validate(result, seen)
    tested = validate(result, test) if test is not None else check if check.held_out else None
    line = ComparisonLine(
        result.method,
        np.nan,
        None,
        0.0,
        len(result.weak),
        consistent=is_result_consistent(result, seen.model),
    )
    return _add_errors(line, None if check.held_out else check, tested)


def _add_errors(
    line: ComparisonLine, train: Validation | None, test: Validation | None
) -> ComparisonLine:
    """The line with the errors of these checks."""
    if train is not None:
        line = replace(
            line, train=train.relative, train_moving=train.moving, by_filter=train.by_filter
        )
    if test is not None:
        line = replace(line, test=test.relative, test_moving=test.moving, by_filter=test.by_filter)
    return line


def is_result_consistent(
    result: Estimate, model: Model | None, base: BaseParameters | None = None
) -> bool | None:
    """Whether the bodies of an estimate can exist: its own where it has found all parameters, else
    any with its theta."""
    if model is None:
        return None
    if result.margins:
        return bool(is_consistent(result.p, model))
    base = base or base_parameters(model)
    kept = [k for k, name in enumerate(result.names) if name not in result.eliminated]
    return bool(check_feasibility(model, base.map[kept], result.theta[kept]))


def _run(
    estimator: Estimator, problem: Problem, test: Dataset | None
) -> tuple[ComparisonLine, Estimate | None]:
    start = time.perf_counter()
    try:
        result = estimate(problem, estimator)
    except DynidError as error:
        return ComparisonLine(
            repr(estimator), np.nan, None, time.perf_counter() - start, 0, str(error)
        ), None
    seconds = time.perf_counter() - start
    bodies = is_result_consistent(result, problem.model, problem.base)
    line = ComparisonLine(result.method, np.nan, None, seconds, len(result.weak), consistent=bodies)
    known = problem.data is not None and len(result.p) == len(problem.data.model.parameters)
    train = validate(result, problem.data) if known and problem.data is not None else None
    if train is None:  # bare rows: what was fitted is all there is
        line = replace(line, train=compute_training_error(result, problem))
    return _add_errors(line, train, validate(result, test) if test is not None else None), result
