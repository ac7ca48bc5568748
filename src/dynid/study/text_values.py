"""What is typed behind an option, read: names with numbers, lists, vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dynid.errors import InputError


def parse_words(text: str) -> tuple[str, ...]:
    """("joint1", "joint2") of "joint1,joint2"."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def split_outside_brackets(text: str) -> list[str]:
    """["a=cylinder(radius=1,length=2)", "b=3"] of "a=cylinder(radius=1,length=2),b=3"."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def parse_call(where: str, text: str) -> dict[str, dict[str, Any]]:
    """{"cylinder": {"radius": 0.1, "center": [0, 0, 1]}} of "cylinder(radius=0.1,center=0 0 1)"."""
    name, opens, rest = text.strip().partition("(")
    if not (name and opens and rest.endswith(")")):
        raise InputError(
            f"{where}: got '{text}', expected a shape with its measures, such as"
            " cylinder(radius=0.02,length=0.5)."
        )
    found: dict[str, Any] = {}
    for key, value in parse_pairs(where, parse_words(rest[:-1])).items():
        words = value.split()
        if len(words) == 1 and words[0].isalpha():
            found[key] = words[0]  # axis=x
        else:
            values = [number(where, word) for word in words]
            found[key] = values[0] if len(values) == 1 else values
    return {name.strip(): found}


def read_words(where: str, text: str) -> tuple[str, ...]:
    return parse_words(text)


def make_named_numbers_reader(
    alone: float | None = None, told: Mapping[str, float] | None = None
) -> Callable[[str, str], dict[str, float]]:
    """{"gripper*": 0.02, "wheel_*": 0.0} of "gripper*=0.02,wheel_*"; `alone`: of a name without a
    number; `told`: what words stand for."""

    def read(where: str, text: str) -> dict[str, float]:
        found: dict[str, float] = {}
        for word in parse_words(text):
            name, equals, value = (part.strip() for part in word.partition("="))
            if not name or (not equals and alone is None):
                raise InputError(f"{where}: got '{text}', expected NAME=NUMBER,NAME=NUMBER,...")
            if told is not None and value in told:
                found[name] = told[value]
            else:
                found[name] = number(where, value) if equals else float(alone or 0.0)
        return found

    return read


def number(where: str, text: str, expected: str = "a number") -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: got '{text}', expected {expected}.")
    return value


def make_vector_reader(count: int, example: str) -> Callable[[str, str], tuple[float, ...]]:
    """(0.0, 0.0, -9.81) of "0,0,-9.81"; "12deg" is an angle in degrees."""

    def read(where: str, text: str) -> tuple[float, ...]:
        parts = parse_words(text)
        if len(parts) != count:
            raise InputError(f"{where}: got '{text}', expected {count} numbers, such as {example}.")
        return tuple(
            math.radians(number(where, part[:-3])) if part.endswith("deg") else number(where, part)
            for part in parts
        )

    return read


def parse_pairs(where: str, texts: Sequence[str]) -> dict[str, str]:
    """{"q_joint1": "pos_1"} of ["q_joint1=pos_1"]."""
    split = [text.partition("=") for text in texts]
    if wrong := [text for text, (name, _, value) in zip(texts, split) if not (name and value)]:
        raise InputError(
            f"{where}: got '{wrong[0]}', expected NAME=VALUE, such as q_joint1=pos_1 or q=deg."
        )
    return {name.strip(): value.strip() for name, _, value in split}


def read_numbers_by_name(where: str, text: str) -> dict[str, Any]:
    """{"mass": 2.5, "com": [0, 0, 0.05]} of "mass=2.5,com=0 0 0.05"."""
    found: dict[str, Any] = {}
    for name, value in parse_pairs(where, parse_words(text)).items():
        values = [number(where, part) for part in value.split()]
        found[name] = values[0] if name == "mass" and len(values) == 1 else values
    return found


def parse_unit(text: str) -> float | str:
    """The name of a unit as it is, a number as a factor."""
    try:
        return float(text)
    except ValueError:
        return text


def parse_payload(where: str, text: str) -> dict[str, Any]:
    """{"link": "tool0", "mass": 1.2, "com": [0, 0, 0.05]} of "link=tool0,mass=1.2,com=0 0 .05"."""
    pairs = parse_pairs(where, parse_words(text))
    words = {k: x for k, x in pairs.items() if k in ("link", "name") or (k, x) == OPEN}
    rest = ",".join(f"{name}={x}" for name, x in pairs.items() if name not in words)
    return words | read_numbers_by_name(where, rest)


OPEN = ("com", "unknown")  # of a payload: its centre is not known


def make_absolute(name: str) -> str:
    """A file, or "file.py:Name", to be found from any folder; other names as they are."""
    path, colon, attribute = name.strip().rpartition(":") if ".py:" in name else (name, "", "")
    return f"{Path(path).resolve()}{colon}{attribute}" if Path(path).is_file() else name
