"""What the keys of dynid.yaml may hold, and what it means: each a check(where, value)."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dynid.errors import InputError, join_names, shorten, suggest_name
from dynid.study.options import Check
from dynid.study.text_values import number as parse_number
from dynid.study.text_values import parse_call, parse_payload, split_outside_brackets


def refuse(where: str, value: object, expected: str, hint: str = "") -> InputError:
    return InputError(f"{where}: got {shorten(value)}, expected {expected}.{hint}")


def check_text(where: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)) or value == "":
        raise refuse(where, value, "a word")
    return str(value)


def check_anything(where: str, value: Any) -> Any:
    return value


def check_word(where: str, value: Any, *expected: str) -> str:
    if value not in expected:
        raise refuse(where, value, " or ".join(expected))
    return str(value)


def check_words_or(read: Callable[[str], Any], expected: str, words: Mapping[str, Any]) -> Check:
    """One of some words, or what `read` makes of a text or a number."""

    def check(where: str, value: Any) -> Any:
        typed = check_text(where, value)
        try:
            return words[typed] if typed in words else read(typed)
        except ValueError:
            raise refuse(where, value, expected) from None

    return check


def number(where: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise refuse(where, value, "a number")
    return float(value)


def check_yes_or_no(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise refuse(where, value, "true or false")
    return value


def check_numbers(count: int) -> Check:
    def check(where: str, value: Any) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise refuse(where, value, f"a list of {count} numbers")
        return tuple(number(where, x) for x in value)

    return check


def check_several(check: Check, what: str) -> Check:
    def check_each(where: str, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise refuse(where, value, f"a list of {what}, [..., ...]")
        return tuple(check(f"{where}[{k}]", x) for k, x in enumerate(value))

    return check_each


def check_table(check: Check, example: str) -> Check:
    """{name: value}."""

    def check_each(where: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise refuse(where, value, f"names with values, such as {example}")
        return {str(name): check(f"{where}.{name}", x) for name, x in value.items()}

    return check_each


def record(kinds: Mapping[str, Check], needed: tuple[str, ...] = ()) -> Check:
    """A mapping with known keys."""

    def check_each(where: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise refuse(where, value, f"{{{', '.join(f'{name}: ...' for name in kinds)}}}")
        for name in value:
            if name not in kinds:
                raise InputError(
                    f"{where}: got the key '{name}', expected some of"
                    f" {join_names(kinds)}.{suggest_name(str(name), kinds)}"
                )
        for name in needed:
            if name not in value:
                raise InputError(f"{where}: has no '{name}'; it needs {join_names(needed)}.")
        return {name: kinds[name](f"{where}.{name}", x) for name, x in value.items()}

    return check_each


def lock(where: str, value: Any) -> dict[str, float]:
    """Names, or {name: value}; "log": where the joint stands in the logs."""
    if isinstance(value, list):
        return dict.fromkeys(names(where, value), 0.0)
    places: dict[str, float] = check_table(_read_position, "gripper_*: 0.02")(where, value)
    return places


def _read_position(where: str, value: Any) -> float:
    return math.nan if value == "log" else number(where, value)


def check_base(where: str, value: Any) -> dict[str, Any]:
    if value in ("fixed", "floating"):
        return {"base": value}
    held = {"fixed": check_yes_or_no, "floating": check_yes_or_no}
    about = record({**held, "tilt": check_numbers(2), "gravity": check_numbers(3)})(where, value)
    chosen = [name for name in held if about.pop(name, False)]
    if len(chosen) > 1:
        raise InputError(f"{where}: got fixed and floating, expected one of them.")
    return {**about, "base": chosen[0]} if chosen else about


def check_effects(where: str, value: Any) -> str:
    """As typed: "viscous,coulomb(arm1,slide,width=0.02)"."""
    if isinstance(value, str):
        return value
    words = []
    for k, item in enumerate(value if isinstance(value, list) else [value]):
        place = f"{where}[{k}]"
        if isinstance(item, str):
            words.append(item)
            continue
        if not isinstance(item, dict) or len(item) != 1:
            raise refuse(place, item, "a word such as viscous, or coulomb: {joints: [arm1]}")
        name, about = next(iter(item.items()))
        about = {"joints": about} if isinstance(about, list) else about
        if not isinstance(about, dict | None):
            raise refuse(
                f"{place}.{name}", about, "a list of joints, or {joints: [...], width: 0.02}"
            )
        about = dict(about or {})
        inside = [*names(f"{place}.{name}", about.pop("joints", []))]
        constants = check_table(_check_constant, "width: 0.02")(f"{place}.{name}", about)
        inside += [f"{key}={x}" for key, x in constants.items()]
        words.append(f"{name}({','.join(inside)})" if inside else str(name))
    return ",".join(words) or "none"


def _check_constant(where: str, value: Any) -> Any:
    return value if isinstance(value, bool) else number(where, value)


def check_symmetry(where: str, value: Any) -> tuple[tuple[str, ...], ...]:
    return () if value in ("none", []) else check_several(names, "lists of bodies")(where, value)


def check_solid(where: str, value: Any) -> Any:
    """Ten numbers of a body: listed, of simple shapes, or of mass, com and inertia; one number of a
    parameter."""
    from dynid.model import solids
    from dynid.robot.geometry import inertial

    if isinstance(value, (int, float)):
        return number(where, value)
    value = parse_call(where, value) if isinstance(value, str) else value
    if isinstance(value, list) and value and all(isinstance(x, (dict, str)) for x in value):
        return sum(check_solid(f"{where}[{k}]", x) for k, x in enumerate(value))
    if isinstance(value, list):
        return check_numbers(10)(where, value)
    shapes: dict[str, Any] = {x: getattr(solids, x) for x in ("cylinder", "rod", "box", "sphere")}
    if isinstance(value, dict) and len(value) == 1 and next(iter(value)) in shapes:
        name, measures = next(iter(value.items()))
        where = f"{where}.{name}"
        wanted = inspect.signature(shapes[name])
        kinds = dict.fromkeys(wanted.parameters, _measure) | {"axis": _check_axis}
        about = record({key: kinds[key] for key in wanted.parameters})(where, measures)
        try:
            wanted.bind(**about)
        except TypeError as error:
            raise refuse(where, measures, f"{join_names(wanted.parameters)} ({error})") from None
        return shapes[name](**about)
    if isinstance(value, dict) and "mass" in value:
        parts = record({"mass": number, "com": check_numbers(3), "inertia": check_numbers(3)})(
            where, value
        )
        return inertial(parts["mass"], parts.get("com", (0, 0, 0)), parts.get("inertia", (0, 0, 0)))
    raise refuse(
        where,
        value,
        f"{join_names(shapes)} with its measures, several of them in a list, "
        f"{{mass, com, inertia}},"
        " or ten numbers",
    )


def _check_axis(where: str, value: Any) -> Any:
    return value if isinstance(value, str) else check_numbers(3)(where, value)


def _measure(where: str, value: Any) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [[number(where, x) for x in row] for row in value]
    return [number(where, x) for x in value] if isinstance(value, list) else number(where, value)


def check_units(where: str, value: Any) -> Any:
    """A unit; or {file: {name: unit}}, those of one log."""
    own = isinstance(value, dict) and not any(isinstance(x, dict) for x in value.values())
    return check_table(check_unit, "q: deg")(where, value) if own else check_unit(where, value)


def read_solids(where: str, text: str) -> dict[str, Any]:
    """{"arm*": ten numbers, "joint1.viscous": 0.1} of "arm*=cylinder(radius=0.02,length=0.5,mass=1)
    ,joint1.viscous=0.1"."""
    found = {}
    for word in split_outside_brackets(text):
        name, equals, value = (part.strip() for part in word.partition("="))
        if not (name and equals):
            raise InputError(f"{where}: got '{text}', expected NAME=NUMBER,NAME=SHAPE(...),...")
        found[name] = check_solid(where, value) if "(" in value else parse_number(where, value)
    return found


def check_workspace(where: str, value: Any) -> dict[str, Any]:
    """{"sphere": {...}}, or sphere(...)."""
    value = parse_call(where, value) if isinstance(value, str) else value
    found: dict[str, Any] = check_table(
        check_anything, "sphere: {center: [0, 0, 0.5], radius: 0.3}"
    )(where, value)
    return found


def check_unit(where: str, value: Any) -> Any:
    from dynid.data.units import Counts, Current, Voltage

    kinds: dict[str, Any] = {"current": Current, "voltage": Voltage, "counts": Counts}
    if not isinstance(value, dict):
        return value if isinstance(value, str) else number(where, value)
    if len(value) != 1 or next(iter(value)) not in kinds:
        raise refuse(where, value, f"a unit, a factor, or {join_names(kinds)} with its numbers")
    name, about = next(iter(value.items()))
    wanted = inspect.signature(kinds[name]).parameters
    needs = tuple(n for n, p in wanted.items() if p.default is inspect.Parameter.empty)
    return kinds[name](**record(dict.fromkeys(wanted, number), needs)(f"{where}.{name}", about))


def drive(where: str, value: Any) -> dict[str, float]:
    """Of dynid.yaml: a gain, or {gain}, {constant, ratio}, {start}."""
    if not isinstance(value, dict):
        return {"gain": number(where, value)}
    about = record(dict.fromkeys(("gain", "constant", "ratio", "start"), number))(where, value)
    ratio = about.get("ratio", 1.0)
    ways = [name for name in ("gain", "constant", "start") if name in about]
    if len(ways) != 1:
        raise InputError(
            f"{where}: got {join_names(ways) or 'no gain'}, expected one of gain (of the joint, Nm "
            f"per"
            " A), constant with ratio (of the motor, and motor turns per joint turn), or start."
        )
    way = ways[0]
    if way == "gain" and "ratio" in about:
        raise InputError(
            f"{where}: got gain with ratio; expected constant with ratio, or the gain of the joint,"
            " which contains it."
        )
    return {"start" if way == "start" else "gain": about[way] * ratio}


def log(where: str, value: Any) -> tuple[str, Any]:
    """A file, and the payload with which it was recorded."""
    if not isinstance(value, dict):
        return check_text(where, value), None
    about = record({"file": check_text, "payload": load}, ("file",))(where, value)
    return about["file"], about.get("payload")


def check_columns(where: str, value: Any) -> Any:
    """A column; or {file: {name: column}}, those of one log."""
    own = isinstance(value, dict)
    return (check_table(check_column, 'q: "pos_{j}"') if own else check_column)(where, value)


def check_column(where: str, value: Any) -> str | int:
    return (
        value
        if isinstance(value, int) and not isinstance(value, bool)
        else check_text(where, value)
    )


def check_limits(where: str, value: Any) -> Any:
    """The name of a file, or what it would hold."""
    return (
        value
        if isinstance(value, str)
        else check_table(lambda _, x: x, "velocity: 2.0")(where, value)
    )


names = check_several(check_text, "names")
payload = record(
    {
        "link": check_text,
        "mass": number,
        "com": check_numbers(3),
        "inertia": check_numbers(3),
        "position": check_numbers(3),
        "rpy": check_numbers(3),
        "name": check_text,
    },
    ("link",),
)


def load(where: str, value: Any) -> dict[str, Any]:
    """The payload of one log: its centre may be unknown though its mass is known."""
    open_ = isinstance(value, dict) and value.get("com") == "unknown"
    about: dict[str, Any] = payload(
        where, {k: x for k, x in value.items() if k != "com"} if open_ else value
    )
    return about | {"com": "unknown"} if open_ else about


payloads = lambda where, value: check_several(payload, "payloads")(  # noqa: E731
    where, value if isinstance(value, list) else [value]
)
loop = record(
    {
        "name": check_text,
        "a": check_text,
        "b": check_text,
        "kind": check_text,
        "position_a": check_numbers(3),
        "position_b": check_numbers(3),
    },
    ("a", "b"),
)
files = check_several(log, "files")
pair = check_numbers(2)
reduction = check_table(check_table(number, "arm*.mx: 0.102"), "m_P: {platform.m: 1}")


def parse_payloads(where: str, texts: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """({"link": "tool0", "mass": 1.2, "com": (0, 0, 0.05)},) of ["link=tool0,mass=1.2,com=0 0
    .05"]."""
    return tuple(payload(where, parse_payload(where, text)) for text in texts)
