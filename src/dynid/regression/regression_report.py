"""compare_with_expectation(...) -> RegressionReport: whether a new log is as expected, and what
changed if it is not, in sentences.

Parameters are judged by the criterion of `dynid diff`, |d| > k m + t s (see
`dynid.validation.result_changes`), torque errors by the limits of the expectation. The deviations
that are reported are those of the difference: |d| / s.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from dynid.errors import join_names
from dynid.identification.estimate import Estimate
from dynid.identification.estimate_text import shorten
from dynid.notebook import format_percent
from dynid.regression.expectation import (
    Expectation,
    ExpectedError,
    ExpectedParameter,
    compute_torque_errors,
)
from dynid.validation.prediction_check import Validation
from dynid.validation.result_changes import QuantityChange, are_speeds_alike, difference

FORMAT = "dynid test 1"
AS_EXPECTED, CHANGED, NOT_TESTED = "as expected", "changed", "not tested"
TORQUE_ERROR, PARAMETER = "torque error", "parameter"
EXIT = {AS_EXPECTED: 0, CHANGED: 1, NOT_TESTED: 2}
# of its value: friction that could change by more without being noticed is named
BLIND = 0.5


@dataclass(frozen=True)
class RegressionCheck:
    """One check of the new log.

    kind              "torque error" or "parameter"
    expected, found   values in `unit`
    size              of the difference in standard deviations; of a torque error as its limit is
    limit             of `size`
    passed            None: it could not be judged
    sentence          says so
    """

    name: str
    kind: str
    unit: str
    expected: float
    found: float
    size: float
    limit: float
    passed: bool | None
    sentence: str

    @property
    def severity(self) -> float:
        """How many times the limit."""
        return self.size / self.limit if self.limit > 0 else math.inf

    def to_dict(self) -> dict[str, Any]:
        content = asdict(self)
        return {
            k: None if isinstance(x, float) and not math.isfinite(x) else x
            for k, x in content.items()
        }


@dataclass(frozen=True, eq=False)
class RegressionReport:
    """Whether a robot is as expected, by a new log of it.

    Parameters
    ----------
    robot
        its file or name
    logs
        the new ones
    checks
        each with its verdict
    notes
        what a reader should know
    """

    robot: str
    logs: tuple[str, ...]
    checks: tuple[RegressionCheck, ...]
    notes: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[RegressionCheck, ...]:
        """What changed, largest first."""
        failed = (each for each in self.checks if each.passed is False)
        return tuple(sorted(failed, key=lambda each: -each.severity))

    @property
    def unjudged(self) -> tuple[RegressionCheck, ...]:
        return tuple(each for each in self.checks if each.passed is None)

    @property
    def outcome(self) -> str:
        """AS_EXPECTED, CHANGED or NOT_TESTED."""
        if self.failed:
            return CHANGED
        kinds = {each.kind for each in self.checks}
        judged = {each.kind for each in self.checks if each.passed is not None}
        return AS_EXPECTED if kinds and kinds == judged else NOT_TESTED

    @property
    def exit_code(self) -> int:
        return EXIT[self.outcome]

    @property
    def sentence(self) -> str:
        logs = join_names(self.logs, 3)
        judged = len(self.checks) - len(self.unjudged)
        if self.outcome == NOT_TESTED:
            return f"Not tested: '{self.robot}' could not be judged by {logs}."
        if self.outcome == CHANGED:
            return f"Changed: {len(self.failed)} of {judged} checks of '{self.robot}' on {logs}."
        return f"As expected: all {judged} checks of '{self.robot}' on {logs} passed."

    def to_dict(self) -> dict[str, Any]:
        """As `dynid test --json` has it."""
        return {
            "format": FORMAT,
            "outcome": self.outcome,
            "sentence": self.sentence,
            "robot": self.robot,
            "logs": list(self.logs),
            "changed": [each.name for each in self.failed],
            "checks": [each.to_dict() for each in self.checks],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        lines = [self.sentence, *(f"  {each.sentence}" for each in self.failed)]
        if self.unjudged:
            names = join_names([shorten(each.name) for each in self.unjudged], 6)
            lines.append(f"  {len(self.unjudged)} not judged on this log: {names}")
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


def refuse_test(reason: str) -> dict[str, Any]:
    """What `dynid test --json` has of a log that could not be tested."""
    empty: dict[str, Any] = {"robot": None, "logs": [], "changed": [], "checks": [], "notes": []}
    return {"format": FORMAT, "outcome": NOT_TESTED, "sentence": f"Not tested: {reason}"} | empty


def compare_with_expectation(
    expected: Expectation, saved: Estimate, found: Estimate, check: Validation
) -> RegressionReport:
    """Compare a new log of a robot with what is expected of it.

    Parameters
    ----------
    expected
        what `expect_result` made
    saved
        the result of the expectation (`expected.load_result()`)
    found
        the same model, identified from the new log
    check
        of `saved` on the new log: validate(saved, data)
    """
    compared = difference(saved, found)
    changes = {change.quantity: change for change in compared.changes}
    # where a joint stands, its friction can be anything below that of motion
    slow = _list_slow_joints(saved, found)
    errors = {j: both for j, both in compute_torque_errors(check).items() if j not in slow}
    nothing = (math.nan, math.nan)
    checks = [_check_error(each, *errors.get(each.joint, nothing)) for each in expected.errors]
    checks += [
        _check_parameter(each, changes.get(each.name), expected.deviations)
        for each in expected.parameters
    ]
    thin = (check.thin,) if check.thin else ()
    logs = tuple(name for name, _, _ in found.sources)
    blind = _note_blind([changes[p.name] for p in expected.parameters if p.name in changes])
    return RegressionReport(saved.robot, logs, tuple(checks), (*thin, *blind, *compared.notes))


def _list_slow_joints(saved: Estimate, found: Estimate) -> set[str]:
    """Joints that hardly move in the new log, compared with that of the result."""
    before = {fit.joint: fit.speed for fit in saved.joints}
    return {
        fit.joint
        for fit in found.joints
        if fit.speed < before.get(fit.joint, math.nan)
        and not are_speeds_alike(fit.speed, before[fit.joint])
    }


def _check_error(expected: ExpectedError, rmse: float, percent: float) -> RegressionCheck:
    size = percent if expected.is_relative else rmse
    passed = size <= expected.limit if math.isfinite(size) else None
    before = expected.percent if expected.is_relative else expected.rmse
    limit = f"{expected.limit:.3g} {expected.limit_unit}"
    sentence = f"{expected.name}: not judged, the joint hardly moves in the new log"
    if passed is not None:
        sentence = (
            f"{expected.name} is {rmse:.3g} {expected.unit} ({format_percent(percent)} % of the"
            f" torque), {'within' if passed else 'above'} the limit of {limit}; it was"
            f" {expected.rmse:.3g} {expected.unit} ({format_percent(expected.percent)} %)."
        )
    numbers = (before, size, size, expected.limit)
    return RegressionCheck(
        expected.name, TORQUE_ERROR, expected.limit_unit, *numbers, passed, sentence
    )


def _check_parameter(
    expected: ExpectedParameter, change: QuantityChange | None, deviations: float | None
) -> RegressionCheck:
    name, unit = expected.name, expected.unit
    if change is None or change.changed is None:
        why = "the new log does not determine it"
        sentence = f"{name}: not judged, {why}"
        numbers = (expected.value, math.nan, math.nan, math.nan)
        return RegressionCheck(name, PARAMETER, unit, *numbers, None, sentence)
    s = change.deviation
    size, limit = abs(change.difference) / s, change.threshold / s
    if deviations is not None:
        limit = deviations
    passed = size <= limit
    verb = "is as expected" if passed else _describe_change(change)
    by = f" {unit}" if unit else ""
    sentence = (
        f"{shorten(change.name)} {verb}: {change.first:.4g} -> {change.second:.4g}{by},"
        f" {size:.1f} standard deviations (limit {limit:.1f})."
    )
    numbers = (change.first, change.second, size, limit)
    return RegressionCheck(name, PARAMETER, unit, *numbers, passed, sentence)


def _describe_change(change: QuantityChange) -> str:
    """ "rose by 15 %", of a value that keeps its sign; else "changed"."""
    part = 100.0 * change.difference / change.first if change.first else math.inf
    if change.first <= 0 or change.second <= 0 or part > 1000:
        return "changed"
    return f"{'rose' if part > 0 else 'fell'} by {abs(part):.0f} %"


def _note_blind(changes: list[QuantityChange]) -> tuple[str, ...]:
    """Of a friction it is said where the log cannot show that it changed."""
    blind = [
        each.name
        for each in changes
        if each.joint and each.changed is False and each.threshold > BLIND * abs(each.first)
    ]
    if not blind:
        return ()
    return (
        f"this log would not show a change of {100 * BLIND:.0f} % of {join_names(blind, 4)}; "
        f"record a"
        " longer log, or a faster motion",
    )
