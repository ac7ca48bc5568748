"""Where springs rest that no motor moves."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.errors import LoopClosureError
from dynid.model.model import Model

STEPS = 30  # of Newton's method
DIFFERENCE = 1e-6  # rad or m
RESTS = 1e-9  # of the first torque


def find_rest(model: Model, p: Array, q: Array) -> Array:
    """The pose with the driven coordinates of q in which no torque acts on the free ones; q itself
    where these have no springs, or no such pose is found.

    tau_F(q) = 0,   q_F <- q_F - (d tau_F / d q_F)^-1 tau_F
    """
    robot = model.robot
    if not set(robot.free) <= set(robot.sprung):
        return q
    F = [robot.actuated.index(name) for name in robot.free]
    steps = np.zeros((len(F), robot.dof))
    steps[range(len(F)), F] = DIFFERENCE
    pose, first = q.copy(), None
    try:
        for _ in range(STEPS):
            poses = np.vstack([pose, pose + steps, pose - steps])
            still = np.zeros_like(poses)
            tau = model.inverse_dynamics(poses, still, still, p)[:, F]
            size = float(np.abs(tau[0]).max())
            first = size if first is None else first
            if size <= RESTS * max(first, 1e-12):
                return pose
            up, down = tau[1 : 1 + len(F)], tau[1 + len(F) :]
            pose[F] -= np.linalg.solve((up - down).T / (2 * DIFFERENCE), tau[0])
    except (LoopClosureError, np.linalg.LinAlgError):
        return q
    return q
