"""What a body looks like to others: convex pieces and surfaces, for collisions. Frozen data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Ints
from dynid.robot.geometry import make_axis_rotation

AROUND = 16  # corners of the polygon around a cylinder


@dataclass(frozen=True, eq=False)
class Shape:
    """All points within `radius` of triangles, of a segment, or of a point.

    body       that carries it ("world": the ground)
    points     (k, 3) in the frame of that body
    triangles  (f, 3) numbers of points; of one or two points none
    """

    body: str
    points: Array
    triangles: Ints
    radius: float = 0.0

    def place(self, body: str, R: Array, r: Array) -> Shape:
        """The same on a body in whose frame the old one stands at R, r."""
        return Shape(body, self.points @ np.asarray(R).T + r, self.triangles, self.radius)


@dataclass(frozen=True, eq=False)
class Shapes:
    """Of a robot: its shapes, the links that have some which cannot be used (and why), and the
    height of a level ground in the file."""

    shapes: tuple[Shape, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()
    ground: float | None = None


NONE = np.zeros((0, 3), dtype=np.int64)


def make_hull(points: Array) -> Shape:
    """The convex hull of points, as triangles; flat ones stay points that all belong together."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        found = ConvexHull(points)
    except (QhullError, ValueError):
        # a flat or shrunk solid: every pair of points is joined
        first, second = np.triu_indices(len(points), 1)
        flat = np.stack([first, second, second], axis=1)
        return Shape("", points, flat, 0.0)
    return Shape("", points, np.asarray(found.simplices, dtype=np.int64), 0.0)


def make_sphere(radius: float) -> Shape:
    return Shape("", np.zeros((1, 3)), NONE, radius)


def make_box(half: Array) -> Shape:
    signs = np.stack(np.meshgrid(*[(-1.0, 1.0)] * 3), axis=-1).reshape(-1, 3)
    return make_hull(signs * half)


def make_segment(half: float, radius: float) -> Shape:
    """A capsule along z, its caps beyond +-half."""
    return Shape("", np.array([[0, 0, -half], [0, 0, half]]), NONE, radius)


def make_cylinder(radius: float, half: float) -> Shape:
    """Along z, inside of a prism with AROUND sides."""
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    wide = radius / np.cos(np.pi / AROUND)
    top = np.array([0.0, 0.0, half])
    ring = wide * np.stack([np.cos(angle), np.sin(angle), np.zeros(AROUND)], axis=1)
    return make_hull(np.vstack([ring + top, ring - top]))


def make_ellipsoid(half: Array) -> Shape:
    """Inside of a polyhedron: corners on a sphere that is blown up until its faces touch it."""
    ring = np.array([[np.cos(a), np.sin(a), 0.0] for a in np.arange(8) * np.pi / 4])
    turned = [ring @ make_axis_rotation((1, 0, 0), a).T for a in np.arange(4) * np.pi / 4]
    corners = np.unique(np.round(np.vstack([*turned, ring[:, [2, 0, 1]]]), 12), axis=0)
    unit = make_hull(corners)
    a, b, c = (unit.points[unit.triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    least = np.abs((normal * a).sum(axis=1) / np.linalg.norm(normal, axis=1)).min()
    return Shape("", unit.points / least * half, unit.triangles)
