"""All options in one table: the keys of dynid.yaml, and what they mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, is_dataclass
from math import isnan
from typing import Any

from dynid.errors import InputError, join_names, suggest_name
from dynid.study import yaml_values as check
from dynid.study.fit_options import FitOptions
from dynid.study.limit_options import LimitOptions
from dynid.study.log_options import Processing
from dynid.study.model_options import ModelOptions
from dynid.study.options import Check, Group, find_changes, list_options
from dynid.study.requirements import Requirements

#: in the order of the documentation
GROUPS: tuple[type[Group], ...] = (ModelOptions, FitOptions, Processing, Requirements, LimitOptions)
FILES: Mapping[str, Check] = {"robot": check.check_text, "logs": check.files, "test": check.files}


def _collect_checks(*groups: type[Group]) -> dict[str, Check]:
    options = [each for group in groups for each in list_options(group)]
    return {name: about.check for name, about, _ in options if about.check is not None}


KEYS: Mapping[str, Check] = {**FILES, **_collect_checks(*GROUPS)}
#: of a study; the others say what is required of a result
STUDY_KEYS = tuple(_collect_checks(ModelOptions, FitOptions, Processing, LimitOptions))


def check_keys(content: Mapping[str, Any], allowed: Collection[str], where: str) -> None:
    """Refuse keys that are not among those allowed."""
    for key in content:
        if key not in allowed:
            raise InputError(
                f"{where}: got the key '{key}', expected some of"
                f" {join_names(allowed, 99)}.{suggest_name(str(key), allowed)}"
            )


def collect_values(content: Mapping[str, Any], path: str) -> dict[str, Any]:
    """{name of an option: value} of the keys of a file; `base` holds several."""
    values: dict[str, Any] = {}
    for key, value in content.items():
        if value is not None:  # "lock:" with nothing behind it
            found = KEYS[key](f"{path}, {key}", value)
            values |= found if key == "base" else {key: found}
    return values


def list_values(groups: Iterable[Group]) -> dict[str, Any]:
    """{key: value} of all options that differ from their defaults, as dynid.yaml and JSON have
    them: what `values_of` reads back."""
    values: dict[str, Any] = {}
    for group in groups:
        values |= {name: _to_plain(value) for name, value in find_changes(group).items()}
    if base := {name: values.pop(name) for name in ("tilt", "gravity") if name in values}:
        held = {values["base"]: True} if "base" in values else {}
        values["base"] = {**held, **base}
    return values


def _to_plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _to_plain(x) for key, x in value.items()}
    if is_dataclass(value) and not isinstance(value, type):  # Current, Voltage, Counts
        return {type(value).__name__.lower(): asdict(value)}
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, float) and isnan(value):  # lock: where the joint stands in the logs
        return "log"
    if value is None:
        return "none"
    return [_to_plain(x) for x in value] if isinstance(value, (list, tuple)) else value
