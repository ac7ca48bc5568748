"""What a user requires of a result: the verdict, and limits of its error on held-out logs. Whether
they are met is apart from whether the run succeeded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from math import isfinite
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError, join_names, suggest_name
from dynid.study import yaml_values as check
from dynid.study.options import Group, declare_option
from dynid.study.text_values import parse_words

if TYPE_CHECKING:
    from dynid.study.outcome import Outcome

VERDICTS = ("good", "usable")
LIMIT = "5% of the torque, or 0.4 in Nm or N"
UNITS = ("%", "Nm", "N")
ALL = "*"


def _limit(where: str, value: Any) -> float | str:
    """0.4 of "0.4" or 0.4; "5%" and "0.4Nm" as they are."""
    text = check.check_text(where, value).replace(" ", "")
    try:
        number, unit = _split_limit(text)
    except ValueError:
        raise check.refuse(where, value, LIMIT) from None
    if not (number > 0 and isfinite(number)):
        raise check.refuse(where, value, f"{LIMIT}, above 0")
    return text if unit else number


def _split_limit(text: str) -> tuple[float, str]:
    unit = next((unit for unit in UNITS if text.endswith(unit)), "")
    return float(text.removesuffix(unit)), unit


def _parse_limits(where: str, value: Any) -> dict[str, float | str]:
    """{joint or pattern: limit}; one value is of all joints."""
    if isinstance(value, Mapping):
        return {str(name): _limit(f"{where}.{name}", x) for name, x in value.items()}
    return {ALL: _limit(where, value)}


def _parse_typed_limits(where: str, text: str) -> dict[str, float | str]:
    """Of "5%", or "joint1=0.4,joint2=5%"."""
    found: dict[str, float | str] = {}
    for word in parse_words(text):
        name, equals, value = word.partition("=")
        found[name.strip() if equals else ALL] = _limit(where, value if equals else name)
    return found


@dataclass(frozen=True)
class Requirements(Group):
    """What a result must reach."""

    require: str | None = declare_option(
        None,
        lambda where, value: check.check_word(where, value, *VERDICTS),
        "--require",
        metavar="good|usable",
        choices=VERDICTS,
        help="End with exit code 1 if the verdict is worse than this.",
    )
    max_error: Mapping[str, float | str] = declare_option(
        {},
        _parse_limits,
        "--max-error",
        _parse_typed_limits,
        metavar="LIMIT",
        help="End with exit code 1 if the error on the test logs is larger: 5% of the torque of"
        " each joint, or by joint in Nm or %: joint1=0.4,wrist*=8%.",
    )

    def apply_to(self, outcome: Outcome) -> Outcome:
        """The outcome, with each of them and whether it is met."""
        return replace(outcome, requirements=self.check(outcome))

    def check(self, outcome: Outcome) -> tuple[Requirement, ...]:
        """Each of them, and whether it is met."""
        found = []
        if self.require is not None:
            verdict = "none" if outcome.verdict is None else outcome.verdict.word
            allowed = VERDICTS[: VERDICTS.index(self.require) + 1]
            found.append(Requirement("verdict", self.require, verdict, verdict in allowed))
        return (*found, *self._check_errors(outcome))

    def _check_errors(self, outcome: Outcome) -> list[Requirement]:
        if not self.max_error:
            return []
        if outcome.validation is None:
            return [Requirement("error on test logs", "a test log", "none", False)]
        errors = {each.joint: each for each in outcome.validation.joints}
        limits: dict[str, float | str] = {}
        for pattern, limit in self.max_error.items():
            fits = [name for name in errors if fnmatchcase(name, pattern)]
            if not fits:
                raise InputError(
                    f"max_error: got '{pattern}', expected some of the joints"
                    f" {join_names(errors, 12)}.{suggest_name(pattern, errors)}"
                )
            limits |= dict.fromkeys(fits, limit)
        robot, found = outcome.problem.model.robot, []
        for name, limit in limits.items():
            own = "N" if robot.joint(name).kind == "prismatic" else "Nm"
            most, unit = _split_limit(limit) if isinstance(limit, str) else (limit, own)
            if unit not in (own, "%"):
                raise InputError(f"max_error: got {limit} for '{name}', expected {own} or %.")
            value = errors[name].relative if unit == "%" else errors[name].rmse
            met, made = value <= most, (f"{most:g} {unit}", f"{value:.4g} {unit}")
            found.append(Requirement(f"error of {name}", *made, met))
        return found


@dataclass(frozen=True)
class Requirement:
    """One of them: what, the limit, the value, and whether it is met."""

    what: str
    limit: str
    value: str
    met: bool

    def __str__(self) -> str:
        return f"{self.what}: {self.value}, required {self.limit}"
