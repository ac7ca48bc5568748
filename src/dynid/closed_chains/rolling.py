"""Feet that are balls and roll on level ground: the ground acts below their centres, not where a
loop holds them.

A loop holds the point of the sole that lies below the centre on average, so that the centre moves
as it rolls. The force acts at the point of contact, radius rho below the centre, which rests:

    J q' = v + omega x (-rho z) = 0,    J = J_v + rho z x J_omega,    G_d = -J_d^-1 J_i

with the solved coordinates d and the independent ones i. These G take the place of the loops' own.
"""

from __future__ import annotations

import numpy as np

from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.tree_jacobian import compute_tree_jacobian
from dynid.robot.parts import Frame

UP = np.array([0.0, 0.0, 1.0])


def roll(motion: Motion, part: slice, given: tuple[str, ...]) -> None:
    """Correct G of the samples `part` of a closed motion, where feet of its robot roll."""
    robot = motion.robot
    if motion.G is None or not any(loop.rho for loop in robot.loops):
        return
    here = Motion(robot, motion.q[part], motion.qd[part], motion.qdd[part])
    rows = []
    for loop in robot.loops:
        centre = np.asarray(loop.position_b) + np.asarray(loop.roll)
        J = compute_tree_jacobian(here, Frame(loop.name, loop.body_b, centre))[0]
        rows.append(J[:, :3] + loop.rho * np.cross(UP, J[:, 3:], axisb=1, axisc=1))
    whole = np.concatenate(rows, axis=1)  # (N, 3 feet, coordinates)
    solved = [k for k, name in enumerate(robot.coordinates) if name not in given]
    free = [robot.coordinates.index(name) for name in given]
    G_d = -np.linalg.pinv(whole[:, :, solved]) @ whole[:, :, free]
    motion.G[solved, :, part] = G_d.transpose(1, 2, 0)
