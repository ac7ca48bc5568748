"""Gains of drives, as typed and in dynid.yaml: known, or a start, or left open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from dynid.errors import InputError, join_names, suggest_name
from dynid.study.text_values import number, parse_words

#: {joint or pattern: {"gain": 13.6} or {"start": 13.6}}
Drives = Mapping[str, Mapping[str, float]]
EXPECTED = (
    "JOINT=GAIN,... in Nm per A: joint1=13.6, constant*ratio as in joint2=0.136*100, a start as in"
    " joint3=~9"
)


def parse_drives(where: str, text: str) -> dict[str, dict[str, float]]:
    """{"joint1": {"gain": 13.6}, "joint3": {"start": 9.0}} of "joint1=0.136*100,joint3=~9"."""
    found: dict[str, dict[str, float]] = {}
    for word in parse_words(text):
        name, equals, value = (part.strip() for part in word.partition("="))
        if not name or not equals:
            raise InputError(f"{where}: got '{text}', expected {EXPECTED}.")
        product = 1.0
        for factor in value.removeprefix("~").split("*"):
            product *= number(where, factor, EXPECTED)
        found[name] = {"start" if value.startswith("~") else "gain": product}
    return found


def split_gains(drives: Drives, joints: Sequence[str]) -> tuple[dict[str, float], dict[str, float]]:
    """{joint: gain} of those that are known, and of those that are a start; the last pattern that
    fits a joint counts."""
    found: dict[str, Mapping[str, float]] = {}
    for pattern, about in drives.items():
        fits = [name for name in joints if fnmatchcase(name, pattern)]
        if not fits:
            raise InputError(
                f"drives: got '{pattern}', expected some of the joints"
                f" {join_names(joints, 12)}.{suggest_name(pattern, joints)}"
            )
        found |= dict.fromkeys(fits, about)
    known = {name: about["gain"] for name, about in found.items() if "gain" in about}
    return known, {name: about["start"] for name, about in found.items() if "start" in about}
