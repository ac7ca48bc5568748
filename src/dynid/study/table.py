"""All options in one table: the keys of dynid.yaml, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynid.study import yaml_values as check
from dynid.study.fit import Fit
from dynid.study.limits import LimitOptions
from dynid.study.logs import Processing
from dynid.study.options import Check, Group, list_options
from dynid.study.requirements import Requirements
from dynid.study.robot import ModelOptions

#: in the order of the documentation
GROUPS: tuple[type[Group], ...] = (ModelOptions, Fit, Processing, Requirements, LimitOptions)
FILES: Mapping[str, Check] = {"robot": check.text, "logs": check.files, "test": check.files}
KEYS: Mapping[str, Check] = {
    **FILES,
    **{
        name: about.check
        for group in GROUPS
        for name, about, _ in list_options(group)
        if about.check is not None
    },
}


def values_of(content: Mapping[str, Any], path: str) -> dict[str, Any]:
    """{name of an option: value} of the keys of a file; `base` holds several."""
    values: dict[str, Any] = {}
    for key, value in content.items():
        if value is not None:  # "lock:" with nothing behind it
            found = KEYS[key](f"{path}, {key}", value)
            values |= found if key == "base" else {key: found}
    return values
