"""Joints that do not move, locked at a value: their bodies become part of what carries them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np
from numpy.polynomial import Polynomial

from dynid.arrays import Array
from dynid.errors import RobotError, join_names, suggest_name
from dynid.robot.geometry import make_axis_rotation, move_inertial
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, WORLD, Body, Coupling, Frame, Joint, Loop
from dynid.robot.place import Place

CLOSED = 1e-6  # m, and of turns: a loop between bodies that became one is closed to within this
BEYOND = 1e-9  # rad or m: by which a value may be beyond a limit


def lock_joints(robot: Robot, lock: Mapping[str, float]) -> Robot:
    """The robot with some joints fixed: {"gripper*": 0.02, "wheel_*": 0.0}, by name or pattern (the
    last that fits a joint counts).

    A locked joint's body is merged with the body that carries it: inertias add up, exactly, its
    name stays as that of a Frame. Joints that a coupling (mimic) ties to a locked one are locked as
    well, where the coupling puts them. Drives that are locked leave `actuated`; merged bodies, and
    those that took up others, leave their symmetry group. In a loop lock what nothing drives (a
    gripper) or drives: a passive joint that drives move would hold its loop open, and closing it
    fails.
    """
    if robot.ideal:
        exact = robot.replace(bodies=robot.ideal, ideal=())
        locked = lock_joints(robot.replace(ideal=()), lock)
        return locked.replace(ideal=lock_joints(exact, lock).bodies)
    values = add_coupled(robot, select_values(robot, lock))
    _check_values(robot, values)
    place = _compute_places(robot, values)
    total = _sum_inertias(robot, place)
    task = tuple(name for name in robot.task if name not in values)
    actuated = tuple(name for name in robot.actuated if name not in values)
    if not actuated:
        raise RobotError(
            f"robot '{robot.name}': all {robot.dof} motors are locked; expected at least one that"
            " moves. Lock fewer."
        )
    carriers = {at.carrier for name, at in place.items() if at.carrier != name}
    groups = [
        tuple(b for b in group if place[b].carrier == b and b not in carriers)
        for group in robot.symmetry
    ]
    merged = [
        Frame(n, at.carrier, at.position, at.rotation) for n, at in place.items() if n != at.carrier
    ]
    return replace(
        robot,
        bodies=tuple(
            _hang_body(body, place, total[body.name])
            for body in robot.bodies
            if place[body.name].carrier == body.name
        ),
        loops=_list_loops(robot, place),
        couplings=tuple(c for c in robot.couplings if c.joint not in values),
        actuated=actuated,
        symmetry=tuple(group for group in groups if len(group) > 1),
        home={name: q for name, q in robot.home.items() if name not in values},
        task=task if len(task) == len(actuated) else (),
        tool=None if robot.tool is None else _move_frame(robot.tool, place),
        frames=(*(_move_frame(frame, place) for frame in robot.frames), *merged),
        locked={**robot.locked, **values},
        motors=tuple(name for name in robot.motors if name not in values),
        base=() if set(robot.base) & set(values) else robot.base,
    )


def hold_base(robot: Robot) -> Robot:
    """A floating robot with its base held level: the six coordinates of its free joint locked at 0.
    Another one stays as it is. Where the base is not level, give the robot the gravity in the axes
    of its base.

    Parameters
    ----------
    robot
        the mechanism
    """
    ends = (".x", ".y", ".z", ".rx", ".ry", ".rz")
    stems = [name.removesuffix(".x") for name in robot.coordinates if name.endswith(".x")]
    of_base = [
        stem
        for stem in stems
        if all(stem + end in robot.coordinates for end in ends)
        and any(b.joint.name == stem + ".x" and b.parent == WORLD for b in robot.bodies)
    ]
    return lock_joints(robot, {s + end: 0.0 for s in of_base for end in ends}) if of_base else robot


def hold_free(robot: Robot, names: Iterable[str]) -> Robot:
    """The robot with degrees of freedom that no motor drives held: springs as if they were stiff,
    where they rest; what they press against a limit, and what just swings, where the home pose has
    it."""
    at: dict[str, float] = {}
    for name in names:
        joint, q = robot.joint(name), robot.home.get(name, 0.0)
        rests = bool(joint.stiffness) and joint.lower <= joint.rest <= joint.upper
        at[name] = joint.rest if rests else float(np.clip(q, joint.lower, joint.upper))
    return lock_joints(robot, at) if at else robot


def lock_option(robot: Robot, missing: Iterable[str]) -> str:
    """What locks the missing joints, as typed: "gripper_*,wheel_left=0.1". The value is 0, or the
    limit next to it."""
    left, parts = list(missing), []
    while left:
        name = left[0]
        ends = [k + 1 for k, letter in enumerate(name[:-1]) if letter in "_-./"]
        patterns = [*(f"{name[:end]}*" for end in ends), name]
        fits = [[c for c in robot.coordinates if fnmatchcase(c, p)] for p in patterns]
        k = next(k for k, found in enumerate(fits) if set(found) <= {*left} and found)
        value = {_find_rest(robot.joint(c)) for c in fits[k]}
        if len(fits[k]) == 1 or len(value) > 1:
            k, value = len(patterns) - 1, {_find_rest(robot.joint(name))}
        (q,) = value
        parts.append(patterns[k] + (f"={q:g}" if q else ""))
        left = [c for c in left if c not in fits[k]]
    return ",".join(parts)


def _find_rest(joint: Joint) -> float:
    return float(np.clip(0.0, joint.lower, joint.upper))


def select_values(robot: Robot, lock: Mapping[str, float]) -> dict[str, float]:
    """{joint: value} of patterns; each has to fit a joint that moves."""
    values: dict[str, float] = {}
    for pattern, value in lock.items():
        found = [name for name in robot.coordinates if fnmatchcase(name, pattern)]
        if not found:
            names, hint = robot.coordinates, suggest_name(pattern, robot.coordinates)
            raise RobotError(
                f"robot '{robot.name}': lock names '{pattern}', which fits no joint that moves;"
                f" they are {join_names(names)}.{hint}"
            )
        try:
            q = float(value)
        except (TypeError, ValueError):
            q = np.nan
        if not np.isfinite(q):
            raise RobotError(
                f"robot '{robot.name}': got {value!r} to lock '{pattern}' at, expected a number of"
                " rad or m."
            )
        values |= dict.fromkeys(found, q)
    return values


def add_coupled(robot: Robot, values: dict[str, float]) -> dict[str, float]:
    """The values, with those of joints that couplings tie to them. Who follows a locked joint
    stands where the coupling says; who is followed by one, where its straight line says."""
    values = dict(values)
    for _ in robot.couplings:
        for c in robot.couplings:
            a = tuple(c.coefficients)
            if c.of in values:
                values[c.joint] = float(Polynomial(a)(values[c.of]))
            elif c.joint in values and len(a) == 2 and a[1] != 0.0:
                values[c.of] = (values[c.joint] - a[0]) / a[1]
            elif c.joint in values and len(a) > 1:
                raise RobotError(_describe_curved(robot, c))
    return values


def _describe_curved(robot: Robot, c: Coupling) -> str:
    return (
        f"robot '{robot.name}': '{c.joint}' follows '{c.of}' on a curve, so that locking it leaves"
        f" open where '{c.of}' stands; lock '{c.of}' instead."
    )


def _check_values(robot: Robot, values: Mapping[str, float]) -> None:
    for name, q in values.items():
        joint = robot.joint(name)
        if not joint.lower - BEYOND <= q <= joint.upper + BEYOND:
            raise RobotError(
                f"robot '{robot.name}': got {q:g} to lock '{name}' at, expected a value within its"
                f" limits, {joint.lower:g} to {joint.upper:g}."
            )


def _compute_places(robot: Robot, values: Mapping[str, float]) -> dict[str, Place]:
    place = {WORLD: Place(WORLD)}
    for body in robot.bodies:
        joint = body.joint
        if joint.name in values:
            q, axis = values[joint.name], np.asarray(joint.axis)
            R, r = np.asarray(joint.rotation), np.asarray(joint.position)
            # T(q) = [rotation, position] exp(axis q)
            if joint.kind == "prismatic":
                r = r + R @ axis * q
            else:
                R = R @ make_axis_rotation(axis, q)
            place[body.name] = place[body.parent].append(R, r)
        else:
            place[body.name] = Place(body.name)
    return place


def _sum_inertias(robot: Robot, place: Mapping[str, Place]) -> dict[str, Array | None]:
    """The summed inertia of every carrier, None where nothing is known of it; as in files, a part
    without inertia adds none."""
    total: dict[str, Array | None] = dict.fromkeys([WORLD, *(b.name for b in robot.bodies)])
    for body in robot.bodies:
        at = place[body.name]
        if body.inertia is not None:
            known = total[at.carrier]
            own = np.asarray(body.inertia)
            # what was not merged stays as it is, to the last bit
            own = own if at.carrier == body.name else move_inertial(own, at.rotation, at.position)
            total[at.carrier] = own if known is None else known + own
    return total


def _hang_body(body: Body, place: Mapping[str, Place], inertia: Array | None) -> Body:
    at, joint = place[body.parent], body.joint
    if at.carrier != body.parent:
        at = at.append(joint.rotation, joint.position)
        joint = replace(joint, rotation=at.rotation, position=at.position)
    massless = body.massless and inertia is None
    return replace(body, parent=at.carrier, joint=joint, inertia=inertia, massless=massless)


def _move_frame(frame: Frame, place: Mapping[str, Place]) -> Frame:
    at = place[frame.body].append(frame.rotation, frame.position)
    return replace(frame, body=at.carrier, rotation=at.rotation, position=at.position)


def _list_loops(robot: Robot, place: Mapping[str, Place]) -> tuple[Loop, ...]:
    """The loops between the carriers; one between two parts of a body is left out."""
    left = []
    for loop in robot.loops:
        a = place[loop.body_a].append(loop.rotation_a, loop.position_a)
        b = place[loop.body_b].append(loop.rotation_b, loop.position_b)
        if a.carrier != b.carrier:
            ends = (a.carrier, b.carrier, a.position, b.position, a.rotation, b.rotation)
            left.append(Loop(loop.name, *ends, loop.kind))
        elif _open(loop, a, b) > CLOSED:
            raise RobotError(
                f"robot '{robot.name}': with these joints locked the loop '{loop.name}' joins two"
                " parts of one body, and it is not closed; lock them at values of a pose that the"
                " robot can take."
            )
    return tuple(left)


def _open(loop: Loop, a: Place, b: Place) -> float:
    """By how much a loop's equations are violated."""
    R, r = a.rotation.T @ b.rotation, a.rotation.T @ (b.position - a.position)  # of b in a
    along, across = LOOP_ROWS[loop.kind]
    return float(np.abs([*(r[k] for k in along), *(R[i, j] for i, j in across)]).max())
