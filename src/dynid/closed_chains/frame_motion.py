"""How fast a tool moves for given speeds of the motors: Jacobians of frames, through loops, and
their rates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import close
from dynid.closed_chains.kinematics import find_frame
from dynid.closed_chains.tree_jacobian import compute_tree_jacobian
from dynid.errors import InputError, join_names
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame

#: the rows of a Jacobian
AXES = ("x", "y", "z", "rx", "ry", "rz")


def compute_jacobian(robot: Robot, q: ArrayLike, frame: str | Frame | None = None) -> Array:
    """J (N, 6, n) of a frame (default: the tool) at actuated positions (N, n): its velocity and
    angular velocity, both in world axes, are J qd.

    Exact, through loops as well. A force f and a moment m on the frame are balanced by the torques
    J' (f, m).

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates
    frame
        a frame or its name; None: the tool
    """
    motion = close(robot, q)
    G, _ = compute_gains(motion)
    return np.asarray(compute_tree_jacobian(motion, find_frame(robot, frame))[0] @ G)


def jacobian_rate(
    robot: Robot, q: ArrayLike, qd: ArrayLike, frame: str | Frame | None = None
) -> Array:
    """dJ/dt (N, 6, n) of `jacobian`, exact: the acceleration of the frame is J qdd + dJ/dt qd.

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates
    qd
        (N, n) their velocities
    frame
        a frame or its name; None: the tool
    """
    motion = close(robot, q, qd, rates=True)
    return _compute_with_rate(motion, find_frame(robot, frame))[1]


def compute_task_jacobian(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike | None,
    rows: Sequence[str],
    frame: str | Frame | None = None,
) -> tuple[Array, Array]:
    """J and dJ/dt (N, rows, n) of some coordinates: "x", "y", "z", "rx", "ry", "rz" of the frame
    ("tool.x" is x), or coordinates of the robot by name."""
    motion = close(robot, q, qd, rates=True)
    whole = _compute_with_rate(motion, find_frame(robot, frame))
    known = {name: k for k, name in enumerate((*AXES, *robot.coordinates))}
    known |= {f"tool.{name}": k for k, name in enumerate(AXES[:3])}
    if unknown := [name for name in rows if name not in known]:
        raise InputError(
            f"robot '{robot.name}' has no task coordinate {join_names(unknown)}; expected some of"
            f" {join_names(AXES)} of a frame, or of its coordinates "
            f"{join_names(robot.coordinates, 12)}."
        )
    places = [known[name] for name in rows]
    J, J_rate = (np.concatenate(x, axis=1)[:, places] for x in zip(whole, compute_gains(motion)))
    return J, J_rate


def compute_gains(motion: Motion) -> tuple[Array, Array]:
    """G = dq/dq_i and its rate (N, coordinates, n); of a tree G only orders the coordinates."""
    robot, N = motion.robot, len(motion.q)
    if motion.G is None or motion.G_rate is None:
        order = np.array([[c == a for a in robot.actuated] for c in robot.coordinates], dtype=float)
        G = np.broadcast_to(order, (N, *order.shape))
        return G, np.zeros_like(G)
    rate = motion.G_rate if motion.G_rate.size else np.zeros_like(motion.G)
    return motion.G.transpose(2, 0, 1), rate.transpose(2, 0, 1)


def _compute_with_rate(motion: Motion, frame: Frame) -> tuple[Array, Array]:
    """J = J_c G,   dJ/dt = dJ_c/dt G + J_c dG/dt, with J_c that of all coordinates."""
    (J, J_rate), (G, G_rate) = compute_tree_jacobian(motion, frame), compute_gains(motion)
    return J @ G, J_rate @ G + J @ G_rate
