"""Motors and degrees of freedom: what motors that are fewer or more than a robot's degrees of
freedom do to it.

Gm (m, n) is the part of G = dq/dq_i that belongs to the motors. Their torques act on the
independent coordinates as

    tau = Gm' tau_m

so that only this projection is seen by the dynamics. With more motors than degrees of freedom,
torques in the null space of Gm' tighten the mechanism and move nothing: an internal preload.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import check_motion_array, number_array
from dynid.closed_chains.closing import close
from dynid.errors import InputError, join_names
from dynid.robot.mechanism import Robot

REACHED = 1e-6  # of the largest torque: what motors miss less is round-off


def motor_gains(robot: Robot, q: ArrayLike) -> Array:
    """Gm (N, m, n): what each motor moves by each independent coordinate, along q (N, n).

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates
    """
    rows = [robot.coordinates.index(name) for name in robot.motors]
    motion = close(robot, q)
    if motion.G is None:  # a tree: every coordinate is independent
        G = np.zeros((len(robot.motors), robot.dof))
        G[np.arange(len(rows)), [robot.actuated.index(name) for name in robot.motors]] = 1.0
        return np.broadcast_to(G, (len(motion.q), *G.shape))
    return np.asarray(motion.G[rows].transpose(2, 0, 1))


def map_to_freedoms(robot: Robot, q: ArrayLike, tau_m: ArrayLike) -> Array:
    """tau (N, n) = Gm' tau_m of motor torques (N, m).

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates
    tau_m
        (N, m) torques of the motors
    """
    Gm = motor_gains(robot, q)
    tau = check_motion_array(tau_m, len(robot.motors), len(Gm), "motor torques", robot.motors)
    return _map_torques(Gm, tau)


def distribute_among_motors(
    robot: Robot, q: ArrayLike, tau: ArrayLike, preload: ArrayLike | None = None
) -> Array:
    """tau_m (N, m) with Gm' tau_m = tau (N, n): the shortest, or the one nearest to `preload`.

    tau_m = Gm'^+ tau + (1 - Gm'^+ Gm') preload

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates
    tau
        (N, n) torques of the actuated coordinates
    preload
        (N, m) torques of the motors that theirs are to be near to; None: zero
    """
    Gm = motor_gains(robot, q)
    tau = check_motion_array(tau, robot.dof, len(Gm), "torques tau", robot.actuated)
    wanted = np.zeros((len(Gm), len(robot.motors)))
    if preload is not None:
        wanted = wanted + _check_preload(robot, preload, len(Gm))
    tau_m = wanted + _share_torques(Gm, tau - _map_torques(Gm, wanted))
    missed = np.abs(_map_torques(Gm, tau_m) - tau).max(axis=0)
    if (missed > REACHED * max(1e-300, float(np.abs(tau).max()))).any():
        free = [name for name in robot.actuated if name not in robot.motors]
        raise InputError(
            f"robot '{robot.name}': its motors ({join_names(robot.motors)}) cannot give every "
            f"torque:"
            f" {join_names(free)} move freely. Motor torques need at "
            f"least as many motors as degrees of freedom."
        )
    return tau_m


def compute_preload(robot: Robot, q: ArrayLike, tau_m: ArrayLike) -> Array:
    """The part (N, m) of motor torques that moves nothing: (1 - Gm'^+ Gm') tau_m.

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates
    tau_m
        (N, m) torques of the motors
    """
    Gm = motor_gains(robot, q)
    tau = check_motion_array(tau_m, len(robot.motors), len(Gm), "motor torques", robot.motors)
    return np.asarray(tau - _share_torques(Gm, _map_torques(Gm, tau)))


def _map_torques(Gm: Array, tau_m: Array) -> Array:
    torques: Array = np.einsum("kmn,km->kn", Gm, tau_m)
    return torques


def _share_torques(Gm: Array, tau: Array) -> Array:
    """Gm'^+ tau."""
    torques: Array = np.einsum("knm,kn->km", np.linalg.pinv(Gm, rcond=1e-9), tau)
    return torques


def _check_preload(robot: Robot, preload: ArrayLike, count: int) -> Array:
    value = number_array(preload, "preload")
    m = len(robot.motors)
    if value.shape not in ((m,), (count, m)) or not np.isfinite(value).all():
        raise InputError(
            f"preload: got {preload!r}, expected a torque for each of {join_names(robot.motors)}."
        )
    return value
