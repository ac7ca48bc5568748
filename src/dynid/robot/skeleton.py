"""The robot as lines: every body from its joint to what it carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.robot.parts import WORLD, Body

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot

SAME = 1e-6  # of the robot's size: shorter lines are points

#: points in the body's axes: (body, point)
Place = tuple[str, Array]
#: from place, to place, number of the body (0: the ground)
Line = tuple[int, int, int]


def make_skeleton(robot: Robot) -> tuple[list[Place], list[Line]]:
    """Places, and lines between them."""
    places: list[Place] = []
    lines: list[Line] = []
    hung: dict[str, int] = {}  # where on its parent a body hangs
    for number, body in enumerate((WORLD, *(b.name for b in robot.bodies))):
        start = len(places)
        places.append((body, np.zeros(3)))
        for child in (b for b in robot.bodies if b.parent == body and not is_floating(robot, b)):
            hung[child.name] = len(places)
            places.append((body, np.asarray(child.joint.position)))
        places += [(body, r) for r in list_attachments(robot, body)]
        if len(places) == start + 1:
            places += [(body, r) for r in centre_of_mass(robot, body)]
        ends = range(start + 1, len(places))
        lines += [(start, end, number) for end in ends]
        if len(ends) > 2:  # a platform: its outline as well
            lines += [(a, b, number) for a, b in zip(ends, (*ends[1:], ends[0]))]
        if body in hung:  # of length 0 but for a body that slides along its parent
            lines.append((hung[body], start, number))
    return places, lines


def is_floating(robot: Robot, body: Body) -> bool:
    """Whether a body hangs on nothing: it, or the massless parent it slides along, only counts
    coordinates of a platform."""
    parent = None if body.parent == WORLD else robot.body(body.parent)
    return any(b is not None and b.massless and b.joint.kind == "prismatic" for b in (body, parent))


def list_attachments(robot: Robot, body: str) -> Iterator[Array]:
    """Points of a body, in its axes, that loops or the tool hang on."""
    for loop in robot.loops:
        for name, r in ((loop.body_a, loop.position_a), (loop.body_b, loop.position_b)):
            if name == body:
                yield np.asarray(r)
    if robot.tool is not None and robot.tool.body == body:
        yield np.asarray(robot.tool.position)


def centre_of_mass(robot: Robot, body: str) -> Iterator[Array]:
    """What the last body of a chain is drawn to, where it is known."""
    own = robot.body(body).inertia if body != WORLD else None
    if own is not None and np.asarray(own)[0] > 0:
        yield np.asarray(own)[1:4] / np.asarray(own)[0]


def make_upright(gravity: Array) -> Array:
    """A rotation that brings the direction against gravity to z."""
    length = float(np.linalg.norm(gravity))
    if length < 1e-9:
        return np.eye(3)
    z = -gravity / length
    side = np.eye(3)[int(np.argmin(np.abs(z)))]
    if abs(z[2]) > 1 - 1e-9:
        side = np.array([1.0, 0.0, 0.0])
    x = side - (side @ z) * z
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z])
