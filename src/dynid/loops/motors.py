"""Motors and freedoms: what motors that are fewer or more than a robot's freedoms do to it.

Gm (m, n) is the part of G = dq/dq_i that belongs to the motors. Their torques act on the
independent coordinates as

    tau = Gm' tau_m

so that only this projection is seen by the dynamics. With more motors than freedoms, torques in the
null space of Gm' tighten the mechanism and move nothing: an internal preload.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, listing
from dynid.loops.closure import close
from dynid.loops.motion import motion_array
from dynid.robot.mechanism import Robot


def motor_gains(robot: Robot, q: ArrayLike) -> Array:
    """Gm (N, m, n): what each motor moves by each independent coordinate, along q (N, n)."""
    rows = [robot.coordinates.index(name) for name in robot.motors]
    motion = close(robot, q)
    if motion.G is None:  # a tree: every coordinate is independent
        G = np.zeros((len(robot.motors), robot.dof))
        G[np.arange(len(rows)), [robot.actuated.index(name) for name in robot.motors]] = 1.0
        return np.broadcast_to(G, (len(motion.q), *G.shape))
    return np.asarray(motion.G[rows].transpose(2, 0, 1))


def on_freedoms(robot: Robot, q: ArrayLike, tau_m: ArrayLike) -> Array:
    """tau (N, n) = Gm' tau_m of motor torques (N, m)."""
    Gm = motor_gains(robot, q)
    tau = motion_array(tau_m, len(robot.motors), len(Gm), "motor torques", robot.motors)
    return np.einsum("kmn,km->kn", Gm, tau)


def among_motors(
    robot: Robot, q: ArrayLike, tau: ArrayLike, preload: ArrayLike | None = None
) -> Array:
    """tau_m (N, m) with Gm' tau_m = tau (N, n): the shortest, or the one nearest to `preload`.

    tau_m = Gm (Gm' Gm)^-1 tau + (1 - Gm (Gm' Gm)^-1 Gm') preload
    """
    Gm = motor_gains(robot, q)
    tau = motion_array(tau, robot.dof, len(Gm), "torques tau", robot.actuated)
    square = np.einsum("kmi,kmj->kij", Gm, Gm)
    if np.any(np.linalg.cond(square) > 1e12):
        free = [name for name in robot.actuated if name not in robot.motors]
        raise InputError(
            f"robot '{robot.name}': its motors ({listing(robot.motors)}) cannot give every torque:"
            f" {listing(free)} move freely. Only robots with as many motors as freedoms, or more,"
            " can be asked for motor torques."
        )
    wanted = np.zeros((len(Gm), len(robot.motors)))
    if preload is not None:
        wanted = wanted + np.asarray(preload, dtype=float)
    left = tau - np.einsum("kmn,km->kn", Gm, wanted)
    return wanted + np.einsum("kmi,ki->km", Gm, np.linalg.solve(square, left[..., None])[..., 0])
