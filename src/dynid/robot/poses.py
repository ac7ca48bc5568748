"""Poses of all bodies, by plain matrix products."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.robot.parts import WORLD

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot


def compute_body_poses(robot: Robot, q: Array) -> dict[str, Array]:
    """Poses (N, 4, 4) of every body, for all coordinates (N, n)."""
    poses = {WORLD: np.broadcast_to(np.eye(4), (len(q), 4, 4))}
    columns = {name: k for k, name in enumerate(robot.coordinates)}
    for body in robot.bodies:
        joint = body.joint
        a = np.asarray(joint.axis)
        T = np.tile(np.eye(4), (len(q), 1, 1))
        T[:, :3, :3] = joint.rotation
        T[:, :3, 3] = joint.position
        if joint.kind == "prismatic":
            T[:, :3, 3] += q[:, [columns[joint.name]]] * (np.asarray(joint.rotation) @ a)
        elif joint.moves:
            angle = q[:, columns[joint.name]][:, None, None]
            aa = np.outer(a, a)
            K = np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])
            T[:, :3, :3] = np.asarray(joint.rotation) @ (
                aa + (np.eye(3) - aa) * np.cos(angle) + K * np.sin(angle)
            )
        poses[body.name] = poses[body.parent] @ T
    return poses
