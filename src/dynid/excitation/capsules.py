"""Capsules around bodies, and the distances between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from dynid.arrays import Array, is_finite_number
from dynid.errors import InputError, shorten
from dynid.excitation.workspace import point
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

_TINY = 1e-12  # m: parallel or shrunk segments have no single closest point; any of them will do


@dataclass(frozen=True, eq=False)
class Capsule:
    """All points within `radius` of the segment from `start` to `end`, in the frame of a body.

    Parameters
    ----------
    body
        its name; "world": the ground
    start
        (3,) one end of the segment, in the frame of the body [m]
    end
        (3,) the other end
    radius
        [m]
    """

    body: str
    start: Any
    end: Any
    radius: float

    def __post_init__(self) -> None:
        if not isinstance(self.body, str):
            raise InputError(f"capsule: got body {shorten(self.body)}, expected its name.")
        for name in ("start", "end"):
            what = f"capsule of '{self.body}': got {name}"
            object.__setattr__(self, name, point(getattr(self, name), what))
        if not (is_finite_number(self.radius) and self.radius > 0):
            raise InputError(
                f"capsule of '{self.body}': got radius {shorten(self.radius)}, expected a positive"
                " length in m."
            )

    def to_dict(self) -> dict[str, Any]:
        return {
            "body": self.body,
            "start": self.start.tolist(),
            "end": self.end.tolist(),
            "radius": self.radius,
        }


def list_joined_bodies(robot: Robot) -> set[frozenset[str]]:
    """Bodies that a joint or a loop holds together; massless ones between (the cross of a universal
    joint) do not count."""
    carrier = {WORLD: WORLD}
    for body in robot.bodies:
        carrier[body.name] = carrier[body.parent] if body.massless else body.name
    found = {frozenset((carrier[body.name], carrier[body.parent])) for body in robot.bodies}
    found |= {frozenset((carrier[loop.body_a], carrier[loop.body_b])) for loop in robot.loops}
    return found | {frozenset((body.name, body.parent)) for body in robot.bodies}


def list_pairs(robot: Robot, capsules: tuple[Capsule, ...]) -> list[tuple[int, int]]:
    """The numbers of those that could collide: not of one body, nor of bodies that are joined."""
    together = list_joined_bodies(robot)
    for capsule in capsules:
        if capsule.body != WORLD:
            robot.body(capsule.body)  # says which bodies there are
    bodies = [capsule.body for capsule in capsules]
    return [
        (i, j)
        for i, j in combinations(range(len(bodies)), 2)
        if bodies[i] != bodies[j] and frozenset((bodies[i], bodies[j])) not in together
    ]


def find_closest_points(
    a0: Array, a1: Array, b0: Array, b1: Array
) -> tuple[Array, Array, Array, Array]:
    """Of segments (3, ...) each: distance (...), direction from b to a (3, ...), and where on a and
    on b, 0 .. 1 (...).

    min over s, t in [0, 1] of |a0 + s u - b0 - t v|.
    """
    u, v, w = a1 - a0, b1 - b0, a0 - b0

    def compute_dot(x: Array, y: Array) -> Array:
        return np.asarray(x[0] * y[0] + x[1] * y[1] + x[2] * y[2])

    uu, uv, vv, uw, vw = (
        compute_dot(u, u),
        compute_dot(u, v),
        compute_dot(v, v),
        compute_dot(u, w),
        compute_dot(v, w),
    )
    det = uu * vv - uv**2
    s = np.where(det > _TINY, np.clip((uv * vw - vv * uw) / np.maximum(det, _TINY), 0, 1), 0.0)
    # where t leaves its segment, its end is closest, and s follows
    t = np.clip((uv * s + vw) / np.maximum(vv, _TINY), 0, 1)
    s = np.clip((uv * t - uw) / np.maximum(uu, _TINY), 0, 1)
    gap = w + s * u - t * v
    distance = np.sqrt(compute_dot(gap, gap))
    return distance, gap / np.maximum(distance, _TINY), s, t
