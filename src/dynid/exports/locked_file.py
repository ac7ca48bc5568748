"""A robot with locked joints as the robot of its file again, in which they move.

A merged body was identified as a whole: P of the carrier, of which the parts that a locked joint
holds are known from the file only, p_k. They stay as they are, and the carrier gets the rest,

    P - s sum_k p_k,    s = 1

so that the file with the same joints locked has P again. Where no body can be that rest (the
parts of the file are too heavy), s is halved until one can, and the parts are made lighter alike.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.estimators.consistent.prior import scale_to_unit_size
from dynid.model.inertial import to_pseudo_inertia
from dynid.robot.geometry import move_inertial
from dynid.robot.lock import lock_joints
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot

THINNEST = 1e-9  # eigenvalue of the rest, scaled to size 1
HALVINGS = 40  # a whole that is thin or flat has no room for any part


def unlock_robot(robot: Robot, source: Path) -> tuple[Robot, list[str]]:
    """The robot of the file with what was identified, and notes. Bodies of which nothing is known
    beyond the file have no inertia here: it stays as it stands there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        try:
            whole = load_robot(source)
        except RobotError:  # loops without actuators
            whole = load_robot(source, actuated=(*robot.actuated, *robot.locked))
    try:
        again = lock_joints(whole, robot.locked)
    except RobotError as error:
        raise RobotError(
            f"{source}: does not hold the robot that was identified ({error}). Has it changed"
            " since? Identify again, or pass the robot."
        ) from None
    found = {body.name: body for body in robot.bodies}
    parts: dict[str, dict[str, Array]] = {}  # of carriers: what is locked to them, seen from them
    for frame in again.frames:
        if frame.body in found and frame.name in {body.name for body in whole.bodies}:
            own = whole.body(frame.name).inertia
            if own is not None:
                moved = move_inertial(own, frame.rotation, frame.position)
                parts.setdefault(frame.body, {})[frame.name] = moved
    shares = {
        name: find_share(np.asarray(found[name].inertia), sum(of.values(), np.zeros(10)))
        for name, of in parts.items()
        if found[name].inertia is not None
    }
    lighter = {part: shares[name] for name in shares for part in parts[name] if shares[name] < 1.0}
    bodies = []
    for body in whole.bodies:
        known = found.get(body.name)
        inertia = None if known is None else known.inertia
        if body.name in shares and inertia is not None:
            rest = shares[body.name] * sum(parts[body.name].values(), np.zeros(10))
            inertia = np.asarray(inertia) - rest
        elif body.name in lighter and body.inertia is not None:
            inertia = lighter[body.name] * np.asarray(body.inertia)
        joint = body.joint
        if known is not None:
            values = {n: getattr(known.joint, n) for n in ("damping", "friction", "armature")}
            joint = replace(joint, **values)
        bodies.append(replace(body, inertia=inertia, joint=joint))
    return whole.replace(bodies=tuple(bodies)), _list_notes(robot, parts, lighter)


def find_share(P: Array, parts: Array) -> float:
    """s, for which P - s parts can be a body."""
    T = scale_to_unit_size(P)
    for k in range(HALVINGS):
        rest = to_pseudo_inertia(P - 0.5**k * parts) * T * T[:, None]
        if np.linalg.eigvalsh(rest)[0] >= THINNEST:
            return float(0.5**k)
    return float(0.5**HALVINGS)


def _list_notes(
    robot: Robot, parts: dict[str, dict[str, Array]], lighter: dict[str, float]
) -> list[str]:
    said = ", ".join(f"{name} at {q:.6g}" for name, q in list(robot.locked.items())[:8])
    more = f", ... ({len(robot.locked)} in all)" if len(robot.locked) > 8 else ""
    notes = [f"identified with locked joints: {said}{more}; in this file they move"]
    if held := [part for of in parts.values() for part in of if part not in lighter]:
        notes.append(
            f"the inertias of {join_names(held, 8)} are the file's own, and what was identified of"
            f" them and {join_names(parts, 4)} together is right with these joints locked"
        )
    if lighter:
        much = ", ".join(f"{name} by {s:.3g}" for name, s in list(lighter.items())[:8])
        notes.append(
            "the identified whole leaves no room for the file's own parts, whose inertias were"
            f" therefore multiplied: {much}"
        )
    return notes
