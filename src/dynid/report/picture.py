"""The robot as lines, moving: every body from its joint to what it carries, for some frames of the
logged motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.loops.closure import close
from dynid.loops.poses import body_poses
from dynid.plotting import one_after_another
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body
from dynid.validation.check import Validation

FRAMES = 60
LONG = 200  # frames of a whole log
# of the log, where it moves most: longer would be too fast, or too jerky, with so few frames
SECONDS = 12.0
DIGITS = 4  # of the robot's size: finer than a pixel
SQUARES = 8  # of the floor, along the robot's size (as the page draws them)
SAME = 1e-6  # of the robot's size: shorter lines are points

#: points in the body's axes: (body, point)
Place = tuple[str, Array]
#: from place, to place, number of the body (0: the ground)
Line = tuple[int, int, int]


def along(robot: Robot, check: Validation, clock: str) -> dict[str, Any]:
    """The robot as it moved in the data of a validation, at the time of the plots that have the
    same `clock`."""
    t = one_after_another(check.t)
    drawn = moving(robot, t, [check.q], LONG)
    return drawn | {"times": np.round(np.add(drawn["times"], t[0]), 3).tolist(), "clock": clock}


def picture(robot: Robot, data: Dataset) -> dict[str, Any]:
    """The robot in the stretch of the data in which it moves most."""
    t, q = stretch(data)
    return moving(robot, t, [q])


def moving(robot: Robot, t: Array, motions: list[Array], frames: int = FRAMES) -> dict[str, Any]:
    """What the page draws: points (frames, 3 points) with z up and in units of `size`, lines,
    times. Of several motions (N, n) the last is in colours, those before it are grey as the
    ground."""
    keep = np.unique(np.linspace(0, len(t) - 1, min(frames, len(t))).astype(int))
    places, own = skeleton(robot)
    drawn, lines = [], []
    for k, q in enumerate(motions):
        poses = body_poses(robot, close(robot, q).q[keep])
        drawn += [poses[body][:, :3, :3] @ r + poses[body][:, :3, 3] for body, r in places]
        at, grey = k * len(places), k < len(motions) - 1
        lines += [(at + a, at + b, 0 if grey else body) for a, b, body in own]
    x = np.stack(drawn, axis=1)
    x = x @ upright(np.asarray(robot.gravity)).T
    low, high = x.min(axis=(0, 1)), x.max(axis=(0, 1))
    size = float(np.linalg.norm(high - low)) or 1.0
    lines = [
        line
        for line in lines
        if np.linalg.norm(x[:, line[0]] - x[:, line[1]], axis=1).max() > SAME * size
    ]
    x = np.round((x - 0.5 * (low + high)) / size, DIGITS)
    return {
        "points": x.reshape(len(keep), -1).tolist(),
        "lines": lines,
        "joints": sorted({k for a, b, body in lines if body for k in (a, b)}),
        "floor": round(float((low[2] - 0.5 * (low[2] + high[2])) / size), DIGITS),
        "times": np.round(t[keep] - t[0], 3).tolist(),
        "size": size,
    }


def stretch(data: Dataset) -> tuple[Array, Array]:
    """Times and positions of the consecutive samples, of one log, in which the joints move most."""
    log = np.bincount(data.log).argmax()
    at = np.flatnonzero(data.log == log)
    width = min(len(at), max(2, int(SECONDS * data.rate)))
    speed = np.abs(data.qd[at]).sum(axis=1)
    total = np.concatenate([[0.0], np.cumsum(speed)])
    first = int(np.argmax(total[width:] - total[:-width]))
    chosen = at[first : first + width]
    return data.t[chosen], data.q[chosen]


def skeleton(robot: Robot) -> tuple[list[Place], list[Line]]:
    """Places, and lines between them."""
    places: list[Place] = []
    lines: list[Line] = []
    hung: dict[str, int] = {}  # where on its parent a body hangs
    for number, body in enumerate((WORLD, *(b.name for b in robot.bodies))):
        start = len(places)
        places.append((body, np.zeros(3)))
        for child in (b for b in robot.bodies if b.parent == body and not floats(robot, b)):
            hung[child.name] = len(places)
            places.append((body, np.asarray(child.joint.position)))
        places += [(body, r) for r in attachments(robot, body)]
        if len(places) == start + 1:
            places += [(body, r) for r in centre_of_mass(robot, body)]
        ends = range(start + 1, len(places))
        lines += [(start, end, number) for end in ends]
        if len(ends) > 2:  # a platform: its outline as well
            lines += [(a, b, number) for a, b in zip(ends, (*ends[1:], ends[0]))]
        if body in hung:  # of length 0 but for a body that slides along its parent
            lines.append((hung[body], start, number))
    return places, lines


def floats(robot: Robot, body: Body) -> bool:
    """Whether a body hangs on nothing: it, or the massless parent it slides along, only counts
    coordinates of a platform."""
    parent = None if body.parent == WORLD else robot.body(body.parent)
    return any(b is not None and b.massless and b.joint.kind == "prismatic" for b in (body, parent))


def attachments(robot: Robot, body: str) -> Iterator[Array]:
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


def upright(gravity: Array) -> Array:
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
