"""Capsules around shapes: every point of a shape lies in one of its capsules.

A shape is cut across its longest direction into a few slabs, each of which gets the capsule of
least volume among some directions; as many slabs as make the volume clearly smaller.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from dynid.arrays import Array, Ints
from dynid.excitation.capsules import Capsule
from dynid.robot.shapes.shape import Shape

SLABS = 4  # at most
WORTH = 1.15  # a further capsule must make the volume smaller by this factor
WIDER = np.array([1.0, 1.02, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5])  # radii tried, of the least
THIN = 1e-3  # m: least radius


def cover(shape: Shape) -> list[Capsule]:
    """Capsules that hold all of a shape."""
    points = shape.points
    if not len(shape.triangles):
        radius = max(shape.radius, THIN)
        return [Capsule(shape.body, points[0], points[-1], radius)]
    sides = shape.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    edges = np.unique(np.sort(sides, axis=1), axis=0)
    main = compute_directions(points)[0]
    best, least = [fit(points)], np.inf
    for count in range(1, SLABS + 1):
        found = [fit(part) for part in cut_slabs(points, edges, main, count)]
        size = sum(compute_volume(*capsule) for capsule in found) * WORTH**count
        if size < least:
            best, least = found, size
    return [Capsule(shape.body, a, b, r + shape.radius) for a, b, r in best]


def cut_slabs(points: Array, edges: Ints, axis: Array, count: int) -> list[Array]:
    """The points of each slab: corners in it, and where edges pass through its faces. A triangle's
    part in a slab is a polygon with such corners, so what holds them holds it."""
    t = points @ axis
    cuts = np.linspace(t.min(), t.max(), count + 1)
    parts = []
    for low, high in pairwise(cuts):
        inside = [points[(t >= low - 1e-12) & (t <= high + 1e-12)]]
        for cut in (low, high):
            a, b = t[edges[:, 0]], t[edges[:, 1]]
            through = ((a - cut) * (b - cut)) < 0
            s = ((cut - a[through]) / (b[through] - a[through]))[:, None]
            first, second = points[edges[through, 0]], points[edges[through, 1]]
            inside.append(first + s * (second - first))
        parts.append(np.vstack(inside))
    return [part for part in parts if len(part)]


def compute_directions(points: Array) -> Array:
    """Those of the spread of the points, the widest first, and those of the axes."""
    middle = points - (points.max(axis=0) + points.min(axis=0)) / 2
    spread = np.linalg.eigh(middle.T @ middle)[1].T[::-1]
    every = np.vstack([spread, np.eye(3)])
    width = np.ptp(points @ every.T, axis=0)
    return np.asarray(every[np.argsort(-width, kind="stable")])


def compute_volume(start: Array, end: Array, radius: float) -> float:
    length = float(np.linalg.norm(end - start))
    return float(np.pi * radius**2 * (length + 4 / 3 * radius))


def fit(points: Array) -> tuple[Array, Array, float]:
    """Start, end and radius of a small capsule around points."""
    tried = [fit_capsule(points, axis) for axis in compute_directions(points)]
    return min(tried, key=lambda capsule: compute_volume(*capsule))


def fit_capsule(points: Array, axis: Array) -> tuple[Array, Array, float]:
    """The capsule of least volume along a direction: its radius beyond that of the circle around
    the points, seen along the axis, lets its ends be nearer.

    A point at the height t, beside the axis by d, lies in the end cap at a  if  |t - a| <= sqrt(r^2
    - d^2), computed as (r - d) (r + d): the rounded squares of d and r = d may differ.
    """
    side = np.linalg.svd(axis[None])[2][1:]
    flat, t = points @ side.T, points @ axis
    centre = find_enclosing_centre(flat)
    d = np.linalg.norm(flat - centre, axis=1)
    best: tuple[Array, Array, float] | None = None
    for r in max(float(d.max()), THIN) * WIDER:
        deep = np.sqrt((r - d) * (r + d))
        low, high = float((t + deep).min()), float((t - deep).max())
        if low > high:  # a sphere: any centre between the two
            low = high = (low + high) / 2
        foot = centre @ side
        capsule = (foot + low * axis, foot + high * axis, float(r) * (1 + 1e-9))
        if best is None or compute_volume(*capsule) < compute_volume(*best):
            best = capsule
    assert best is not None
    return best


def find_enclosing_centre(flat: Array) -> Array:
    """The centre of a small circle around points (k, 2): Badoiu and Clarkson's steps towards the
    farthest."""
    centre = (flat.max(axis=0) + flat.min(axis=0)) / 2
    for k in range(1, 40):
        far = flat[((flat - centre) ** 2).sum(axis=1).argmax()]
        centre = centre + (far - centre) / (k + 8)
    middle = (flat.max(axis=0) + flat.min(axis=0)) / 2
    reach = [np.linalg.norm(flat - c, axis=1).max() for c in (centre, middle)]
    return np.asarray(centre if reach[0] < reach[1] else middle)
