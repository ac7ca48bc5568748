"""Jacobians of frames for all coordinates of the tree, whatever closes it."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Frame
from dynid.robot.poses import compute_body_poses


def compute_tree_jacobian(motion: Motion, frame: Frame) -> tuple[Array, Array]:
    """J_c and dJ_c/dt (N, 6, coordinates). With r = x - o, from a joint's origin to the frame:

    turning  (s x r, s)    rate (s' x r + s x r', s')    with s' = om x s,  r' = v - v_o
    sliding  (s, 0)        rate (s', 0)
    """
    robot, N = motion.robot, len(motion.q)
    poses = compute_body_poses(robot, motion.q)
    J, J_rate = (np.zeros((N, 6, len(robot.coordinates))) for _ in range(2))
    om, v, o = np.zeros((N, 3)), np.zeros((N, 3)), np.zeros((N, 3))
    passed = []  # the moving joints on the way: coordinate, whether it turns, s, s', o, v_o
    for body in reversed(_list_carriers(robot, frame.body)):
        o_new = poses[body][:, :3, 3]
        v, o = v + np.cross(om, o_new - o), o_new
        joint = robot.body(body).joint
        if not joint.moves:
            continue
        c, turns = robot.coordinates.index(joint.name), joint.kind != "prismatic"
        s, rate = poses[body][:, :3, :3] @ np.asarray(joint.axis), motion.qd[:, [c]]
        passed.append((c, turns, s, np.cross(om, s), o, v))
        om, v = (om + s * rate, v) if turns else (om, v + s * rate)
    arm = np.einsum("kij,j->ki", poses[frame.body][:, :3, :3], np.asarray(frame.position))
    x, v = o + arm, v + np.cross(om, arm)
    for c, turns, s, s_rate, o, v_o in passed:
        if turns:
            J[:, :3, c], J[:, 3:, c] = np.cross(s, x - o), s
            J_rate[:, :3, c] = np.cross(s_rate, x - o) + np.cross(s, v - v_o)
            J_rate[:, 3:, c] = s_rate
        else:
            J[:, :3, c], J_rate[:, :3, c] = s, s_rate
    return J, J_rate


def _list_carriers(robot: Robot, body: str) -> list[str]:
    """A body and all that carry it, down to the ground."""
    way = []
    while body != WORLD:
        way.append(body)
        body = robot.body(body).parent
    return way
