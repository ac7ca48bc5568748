"""Whether a Robot's parts fit together: every name known, every coordinate determined."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import TYPE_CHECKING

from dynid.errors import RobotError, join_names
from dynid.robot.parts import WORLD

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot


def check_robot(robot: Robot) -> None:
    who = f"robot '{robot.name}'"
    if not any(body.joint.moves for body in robot.bodies):
        raise RobotError(
            f"{who} has no moving joint; expected at least one revolute or prismatic joint."
        )
    _check_names(robot, who)
    _check_references(robot, who)
    _check_symmetry(robot, who)
    _check_home(robot, who)
    _check_freedom(robot, who)


def _check_names(robot: Robot, who: str) -> None:
    for what, names in (
        ("joint", [body.joint.name for body in robot.bodies]),
        ("loop", [loop.name for loop in robot.loops]),
        ("actuated coordinate", robot.actuated),
        ("coupled joint", [c.joint for c in robot.couplings]),
    ):
        doubled = [name for name, count in Counter(names).items() if count > 1]
        if doubled:
            raise RobotError(
                f"{who}: {what} named twice: {join_names(doubled)}; names must differ."
            )


def _check_references(robot: Robot, who: str) -> None:
    bodies = {body.name for body in robot.bodies} | {WORLD}
    coordinates = set(robot.coordinates)
    places = {"tool.x", "tool.y", "tool.z"} if robot.tool else set()
    wanted = [
        *(
            (f"loop '{loop.name}'", end, bodies, "body")
            for loop in robot.loops
            for end in (loop.body_a, loop.body_b)
        ),
        *(
            (f"frame '{f.name}'", f.body, bodies, "body")
            for f in (*robot.frames, *([robot.tool] if robot.tool else ()))
        ),
        *(
            (f"coupling of '{c.joint}'", n, coordinates, "joint")
            for c in robot.couplings
            for n in (c.joint, c.of)
        ),
        *(("actuated", name, coordinates, "joint") for name in robot.actuated),
        *(("task", name, coordinates | places, "joint or place") for name in robot.task),
        *(("home", name, coordinates, "joint") for name in robot.home),
    ]
    for where, name, known, kind in wanted:
        if name not in known:
            raise RobotError(
                f"{who}: {where} names unknown {kind} '{name}'; expected one of"
                f" {join_names(sorted(known))}."
            )


def _check_symmetry(robot: Robot, who: str) -> None:
    seen: dict[str, int] = {}
    with_parameters = {body.name for body in robot.bodies if not body.massless}
    for k, group in enumerate(robot.symmetry):
        for name in group:
            if name not in with_parameters:
                raise RobotError(
                    f"{who}: symmetry group {k} names '{name}', which is no body with inertia; "
                    f"expected names among {join_names(sorted(with_parameters))}."
                )
            if seen.setdefault(name, k) != k or group.count(name) > 1:
                raise RobotError(
                    f"{who}: body '{name}' is in two symmetry groups; expected one at most."
                )


def _check_home(robot: Robot, who: str) -> None:
    bad = {name: value for name, value in robot.home.items() if not isfinite(value)}
    if bad:
        raise RobotError(f"{who}: home has {bad}, expected finite numbers (rad, m).")


def _check_freedom(robot: Robot, who: str) -> None:
    passive = robot.passive
    rows = sum(loop.n_rows for loop in robot.loops) + len(robot.couplings)
    if robot.loops and not robot.actuated:
        raise RobotError(
            f"{who} has loops but names no actuated coordinates; expected actuated=(...), "
            f"chosen from {join_names(robot.coordinates)}."
        )
    if not robot.actuated:
        raise RobotError(
            f"{who}: every coordinate is coupled to another one"
            f" ({join_names(c.joint for c in robot.couplings)}), none is left to drive; expected at"
            " least one coordinate that no coupling gives."
        )
    if rows < len(passive):
        raise RobotError(
            f"{who}: {len(passive)} passive coordinates ({join_names(passive)}) but only {rows} "
            f"loop"
            " and coupling equations; actuate, fix or couple the rest."
        )
    if robot.task and len(robot.task) != robot.dof:
        raise RobotError(
            f"{who}: {len(robot.task)} task coordinates for {robot.dof} actuated ones; expected as"
            " many."
        )
