"""Capsules around bodies, and the distances between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from dynid.arrays import Array, frozen_array
from dynid.errors import InputError
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

_TINY = 1e-12  # m: parallel or shrunk segments have no single closest point; any of them will do


@dataclass(frozen=True, eq=False)
class Capsule:
    """All points within `radius` of the segment from `start` to `end`, in the frame of a body
    ("world": the ground)."""

    body: str
    start: Any
    end: Any
    radius: float

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            value = np.asarray(getattr(self, name), dtype=float)
            if value.shape != (3,) or not np.isfinite(value).all():
                raise InputError(
                    f"capsule of '{self.body}': got {name} {value.tolist()}, expected three finite"
                    " numbers."
                )
            object.__setattr__(self, name, frozen_array(value))
        if not (np.isfinite(self.radius) and self.radius > 0):
            raise InputError(
                f"capsule of '{self.body}': got radius {self.radius}, expected a positive length"
                " in m."
            )

    def to_dict(self) -> dict[str, Any]:
        return {
            "body": self.body,
            "start": self.start.tolist(),
            "end": self.end.tolist(),
            "radius": self.radius,
        }


def pairs(robot: Robot, capsules: tuple[Capsule, ...]) -> list[tuple[Capsule, Capsule]]:
    """The pairs that could collide: not of one body, nor of bodies that a joint or a loop holds
    together."""
    joined = {frozenset((body.name, body.parent)) for body in robot.bodies}
    joined |= {frozenset((loop.body_a, loop.body_b)) for loop in robot.loops}
    for capsule in capsules:
        if capsule.body != WORLD:
            robot.body(capsule.body)  # says which bodies there are
    return [
        (a, b)
        for a, b in combinations(capsules, 2)
        if a.body != b.body and frozenset((a.body, b.body)) not in joined
    ]


def closest(a0: Array, a1: Array, b0: Array, b1: Array) -> tuple[Array, Array, Array, Array]:
    """Of segments (N, 3) each: distance (N,), direction from b to a (N, 3), and where on a and on
    b, 0 .. 1 (N,).

    min over s, t in [0, 1] of |a0 + s u - b0 - t v|.
    """
    u, v, w = a1 - a0, b1 - b0, a0 - b0
    uu, uv, vv = ((x * y).sum(axis=1) for x, y in ((u, u), (u, v), (v, v)))
    uw, vw = (u * w).sum(axis=1), (v * w).sum(axis=1)
    det = uu * vv - uv**2
    s = np.where(det > _TINY, np.clip((uv * vw - vv * uw) / np.maximum(det, _TINY), 0, 1), 0.0)
    t = (uv * s + vw) / np.maximum(vv, _TINY)
    # where t leaves its segment, its end is closest, and s follows
    t = np.clip(t, 0, 1)
    s = np.clip((uv * t - uw) / np.maximum(uu, _TINY), 0, 1)
    gap = w + s[:, None] * u - t[:, None] * v
    distance = np.linalg.norm(gap, axis=1)
    return distance, gap / np.maximum(distance, _TINY)[:, None], s, t
