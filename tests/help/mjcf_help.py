"""What the tests of MJCF share: kinematics from the definition of a Robot alone, and MuJoCo's
residuals."""

from __future__ import annotations

import mujoco
import numpy as np

from dynid.robot.geometry import make_axis_rotation


def poses(robot, q):
    """T_child = T_parent [rotation, position] exp(axis q), for every body."""
    T = {"world": np.eye(4)}
    for body in robot.bodies:
        P, E = np.eye(4), np.eye(4)
        P[:3, :3], P[:3, 3] = body.joint.rotation, body.joint.position
        if body.joint.kind in ("revolute", "continuous"):
            E[:3, :3] = make_axis_rotation(body.joint.axis, q[body.joint.name])
        elif body.joint.kind == "prismatic":
            E[:3, 3] = body.joint.axis * q[body.joint.name]
        T[body.name] = T[body.parent] @ P @ E
    return T


def on(T, r, R=((1, 0, 0), (0, 1, 0), (0, 0, 1))):
    """Position and rotation in the world of a frame on a body with pose T."""
    return T[:3, :3] @ r + T[:3, 3], T[:3, :3] @ R


def residuals(data):
    """The rows of all equalities, and which equality each belongs to."""
    rows = data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY
    return data.efc_pos[rows], data.efc_id[rows]
