"""robot.yaml beside a URDF: its loops, its motors, and joints of several degrees of freedom, as
the public collection example-parallel-robots writes them.

    closed_loop: [[frame, frame], ...]     names of links or joints that coincide
    type: [6d, 3d, ...]                    frames, or only their origins
    name_mot: [joint, ...]                 the motors
    joint_name: [...], joint_type: [...]   SPHERICAL, UJOINT_XY, ... in place of a revolute joint
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynid.errors import DynidError, RobotError, join_names
from dynid.files import load_yaml
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Frame, Loop

NAME = "robot.yaml"
KINDS = {"6d": "rigid", "3d": "point"}
TYPES = {"SPHERICAL": "spherical", "SPHERICALZYX": "spherical", "UJOINT": "universal"}


@dataclass(frozen=True)
class Closures:
    """pairs of frames that coincide, with the kind of loop; motors; {joint: its kind}."""

    pairs: tuple[tuple[str, str, str], ...] = ()
    motors: tuple[str, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()


def read_closures(path: Path) -> Closures:
    """What robot.yaml (or the yaml of the URDF's own name) in the same folder says."""
    for beside in (path.with_name(NAME), path.with_suffix(".yaml")):
        if beside.is_file():
            content = _read_content(beside)
            if content is not None:
                return _parse_closures(content, beside)
    return Closures()


def close_robot(robot: Robot, closures: Closures, children: dict[str, str]) -> Robot:
    """The robot with its loops; `children`: {joint: its child link}. It is not settled yet."""
    places = {f.name: f for f in (*robot.frames, *(Frame(b.name, b.name) for b in robot.bodies))}
    places.setdefault(WORLD, Frame(WORLD, WORLD))

    def make_frame(name: str) -> Frame:
        found = places.get(name) or places.get(children.get(name, ""))
        if found is None:
            raise RobotError(
                f"{NAME}: closed_loop names '{name}', which is no link or joint of the URDF;"
                f" expected one of {join_names(places)}."
            )
        return found

    loops = []
    for k, (first, second, kind) in enumerate(closures.pairs):
        a, b = make_frame(first), make_frame(second)
        ends = (a.body, b.body, a.position, b.position, a.rotation, b.rotation)
        loops.append(Loop(f"loop{k + 1}", *ends, kind=kind))
    if unknown := [name for name in closures.motors if name not in robot.coordinates]:
        raise RobotError(
            f"{NAME}: name_mot names {join_names(unknown)}, which are no moving joints of the URDF;"
            f" expected some of {join_names(robot.coordinates)}."
        )
    return robot.replace(loops=tuple(loops), actuated=robot.coordinates)


def _read_content(path: Path) -> dict[str, Any] | None:
    """The content, if it is about closed loops."""
    try:
        content = load_yaml(path, "the loops and motors of a robot")
    except DynidError as error:
        if path.name != NAME:
            return None
        raise RobotError(f"{error} Correct or remove it.") from None
    return content if isinstance(content, dict) and "closed_loop" in content else None


def _parse_closures(content: dict[str, Any], path: Path) -> Closures:
    keys = ("closed_loop", "type", "joint_name", "joint_type", "name_mot")
    lists = [_as_list(content.get(key) or []) for key in keys]
    if lost := [key for key, value in zip(keys, lists) if value is None]:
        raise RobotError(f"{path}: expected {lost[0]}: a list; correct it.")
    pairs, types, names, kinds, motors = (value or [] for value in lists)
    types = [str(each).lower() for each in types] or ["6d"] * len(pairs)
    wrong = [
        what
        for what, bad in (
            ("closed_loop: pairs of names", any(not _pair(each) for each in pairs)),
            (f"type: {' or '.join(KINDS)} for each pair", len(types) != len(pairs)),
            (f"type: {' or '.join(KINDS)}", any(each not in KINDS for each in types)),
            ("joint_type: one for each joint_name", len(names) != len(kinds)),
            (f"joint_type: {' or '.join(TYPES)}", any(_parse_kind(each) is None for each in kinds)),
        )
        if bad
    ]
    if wrong:
        raise RobotError(f"{path}: expected {wrong[0]}; correct it.")
    return Closures(
        tuple((a, b, KINDS[kind]) for (a, b), kind in zip(pairs, types)),
        tuple(str(name) for name in motors),
        tuple((str(name), str(_parse_kind(kind))) for name, kind in zip(names, kinds)),
    )


def _as_list(value: object) -> list[Any] | None:
    """A list, or a single name as one; None where it is neither."""
    return [value] if isinstance(value, str) else value if isinstance(value, list) else None


def _pair(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value)
    )


def _parse_kind(word: object) -> str | None:
    """ "universal.xy" of UJOINT_XY."""
    name, _, axes = str(word).upper().partition("_")
    kind = TYPES.get(name)
    return f"{kind}.{(axes or 'XY').lower()}" if kind == "universal" else kind
