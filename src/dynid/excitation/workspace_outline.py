"""The outline of a workspace, as lines to be drawn."""

from __future__ import annotations

from itertools import product

import numpy as np

from dynid.arrays import Array
from dynid.excitation.workspace import Box, Cylinder, Hemisphere, Sphere, Workspace

AROUND = 48  # points of a circle


def draw_outline(workspace: Workspace | None) -> list[Array]:
    """Lines (N, 3) [m]; none of a region that only a function knows."""
    if isinstance(workspace, Box):
        return _draw_box(workspace)
    if isinstance(workspace, Sphere):
        axes = np.eye(3)
        pairs = ((0, 1), (1, 2), (2, 0))
        return [_draw_arc(workspace.center, workspace.radius, axes[a], axes[b]) for a, b in pairs]
    if isinstance(workspace, Hemisphere):
        u, v = _find_perpendiculars(np.asarray(workspace.direction))
        half = 0.5 * np.pi
        ring = _draw_arc(workspace.center, workspace.radius, u, v)
        bows = [
            _draw_arc(
                workspace.center, workspace.radius, np.asarray(workspace.direction), w, -half, half
            )
            for w in (u, v)
        ]
        return [ring, *bows]
    if isinstance(workspace, Cylinder):
        axis = np.asarray(workspace.axis)
        u, v = _find_perpendiculars(axis)
        ends = [workspace.center + s * 0.5 * workspace.height * axis for s in (-1.0, 1.0)]
        rings = [_draw_arc(end, workspace.radius, u, v) for end in ends]
        sides = [np.stack([end + workspace.radius * w for end in ends]) for w in (u, v, -u, -v)]
        return [*rings, *sides]
    return []


def _draw_box(box: Box) -> list[Array]:
    """The twelve edges: between corners that differ in one coordinate."""
    ends = np.stack([box.lower, box.upper])
    corners = list(product((0, 1), repeat=3))
    return [
        np.array([[ends[c, k] for k, c in enumerate(corner)] for corner in (a, b)])
        for i, a in enumerate(corners)
        for b in corners[i + 1 :]
        if sum(x != y for x, y in zip(a, b)) == 1
    ]


def _draw_arc(
    center: Array, radius: float, u: Array, v: Array, first: float = 0.0, last: float = 2 * np.pi
) -> Array:
    """center + r (u cos + v sin)."""
    angle = np.linspace(first, last, AROUND + 1)[:, None]
    return np.asarray(center + radius * (u * np.cos(angle) + v * np.sin(angle)))


def _find_perpendiculars(axis: Array) -> tuple[Array, Array]:
    """Two directions perpendicular to an axis and to each other."""
    u = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    u /= np.linalg.norm(u)
    return u, np.cross(axis, u)
