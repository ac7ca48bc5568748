"""How the bodies of a robot move, one by one, in their own axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.robot.geometry import compute_quaternion
from dynid.robot.mechanism import Robot
from dynid.robot.poses import compute_body_poses


@dataclass(frozen=True, eq=False)
class BodyMotion:
    """N samples of B bodies, in the order of robot.bodies. Vectors are in the axes of the body
    itself, at the origin of its frame (that of its joint):

    Parameters
    ----------
    angular_velocity
        (N, B, 3)
    angular_acceleration
        (N, B, 3)
    acceleration
        (N, B, 3) of the origin (at rest: zero; gravity is not in it)
    rotation, position
        (N, B, 3, 3), (N, B, 3) of the frame in the world
    quaternion
        (N, B, 4) the rotation as a unit quaternion (w, x, y, z), continuous in time
    """

    angular_velocity: Array
    angular_acceleration: Array
    acceleration: Array
    rotation: Array
    position: Array
    quaternion: Array


def list_parents(robot: Robot) -> tuple[int, ...]:
    """The place of each body's parent, -1 for the ground."""
    names = [body.name for body in robot.bodies]
    return tuple(names.index(b.parent) if b.parent in names else -1 for b in robot.bodies)


def compute_body_motion(motion: Motion) -> BodyMotion:
    """Of a motion of all coordinates."""
    robot = motion.robot
    poses = compute_body_poses(robot, motion.q)
    T = np.stack([poses[body.name] for body in robot.bodies], axis=1)
    R, position = T[:, :, :3, :3], T[:, :, :3, 3]
    w, a, d = _compute_rates(robot, R, position, motion.qd, motion.qdd)
    return BodyMotion(w, a, d, R, position, _compute_quaternions(R))


def _compute_rates(
    robot: Robot, R: Array, position: Array, qd: Array, qdd: Array
) -> tuple[Array, Array, Array]:
    """Angular velocity, angular acceleration, acceleration of the origin, in the axes of each body.

    w = w_p + s qd,   a = a_p + s qdd + w_p x s qd,   d = d_p + a_p x r + w_p x (w_p x r) [+ s qdd +
                      2 w_p x s qd]
    """
    N, B = len(qd), len(robot.bodies)
    world = np.zeros(
        (3, B + 1, N, 3)
    )  # w, a, d in the axes of the world; the last body is the ground
    for i, (body, p) in enumerate(zip(robot.bodies, list_parents(robot))):
        joint, (w, a, d) = body.joint, world[:, p]
        r = position[:, i] - (position[:, p] if p >= 0 else 0.0)
        d = d + np.cross(a, r) + np.cross(w, np.cross(w, r))
        if joint.moves:
            c = robot.coordinates.index(joint.name)
            s = R[:, i] @ np.asarray(joint.axis)
            rate, push = s * qd[:, [c]], s * qdd[:, [c]]
            if joint.kind == "prismatic":
                d = d + push + 2 * np.cross(w, rate)
            else:
                w, a = w + rate, a + push + np.cross(w, rate)
        world[:, i] = w, a, d
    local = np.einsum("nbji,kbnj->knbi", R, world[:, :B])
    return local[0], local[1], local[2]


def _compute_quaternions(R: Array) -> Array:
    """Unit quaternions (N, B, 4), scalar first, without jumps of sign."""
    Q = np.array([[compute_quaternion(body) for body in sample] for sample in R])
    turned = np.cumprod(np.where((Q[1:] * Q[:-1]).sum(axis=2) < 0, -1.0, 1.0), axis=0)
    Q[1:] *= turned[:, :, None]
    return Q
