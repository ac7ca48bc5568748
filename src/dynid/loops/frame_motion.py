"""How fast a tool moves for given speeds of the drives: Jacobians of frames, through loops, and
their rates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, listing
from dynid.loops.closure import close
from dynid.loops.kinematics import find_frame
from dynid.loops.motion import Motion
from dynid.loops.tree_jacobian import of_tree
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame

#: the rows of a Jacobian
AXES = ("x", "y", "z", "rx", "ry", "rz")


def jacobian(robot: Robot, q: ArrayLike, frame: str | Frame | None = None) -> Array:
    """J (N, 6, n) of a frame (default: the tool) at actuated positions (N, n): its velocity and
    angular velocity, both in world axes, are J qd.

    Exact, through loops as well. A force f and a moment m on the frame are balanced by the torques
    J' (f, m).
    """
    motion = close(robot, q)
    G, _ = gains(motion)
    return np.asarray(of_tree(motion, find_frame(robot, frame))[0] @ G)


def jacobian_rate(
    robot: Robot, q: ArrayLike, qd: ArrayLike, frame: str | Frame | None = None
) -> Array:
    """dJ/dt (N, 6, n) of `jacobian`, exact: the acceleration of the frame is J qdd + dJ/dt qd."""
    motion = close(robot, q, qd, rates=True)
    return _with_rate(motion, find_frame(robot, frame))[1]


def task_jacobian(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike | None,
    rows: Sequence[str],
    frame: str | Frame | None = None,
) -> tuple[Array, Array]:
    """J and dJ/dt (N, rows, n) of some coordinates: "x", "y", "z", "rx", "ry", "rz" of the frame
    ("tool.x" is x), or coordinates of the robot by name."""
    motion = close(robot, q, qd, rates=True)
    whole = _with_rate(motion, find_frame(robot, frame))
    known = {name: k for k, name in enumerate((*AXES, *robot.coordinates))}
    known |= {f"tool.{name}": k for k, name in enumerate(AXES[:3])}
    if unknown := [name for name in rows if name not in known]:
        raise InputError(
            f"robot '{robot.name}' has no task coordinate {listing(unknown)}; expected some of"
            f" {listing(AXES)} of a frame, or of its coordinates {listing(robot.coordinates, 12)}."
        )
    places = [known[name] for name in rows]
    J, J_rate = (np.concatenate(x, axis=1)[:, places] for x in zip(whole, gains(motion)))
    return J, J_rate


def gains(motion: Motion) -> tuple[Array, Array]:
    """G = dq/dq_i and its rate (N, coordinates, n); of a tree G only orders the coordinates."""
    robot, N = motion.robot, len(motion.q)
    if motion.G is None or motion.G_rate is None:
        order = np.array([[c == a for a in robot.actuated] for c in robot.coordinates], dtype=float)
        G = np.broadcast_to(order, (N, *order.shape))
        return G, np.zeros_like(G)
    rate = motion.G_rate if motion.G_rate.size else np.zeros_like(motion.G)
    return motion.G.transpose(2, 0, 1), rate.transpose(2, 0, 1)


def _with_rate(motion: Motion, frame: Frame) -> tuple[Array, Array]:
    """J = J_c G,   dJ/dt = dJ_c/dt G + J_c dG/dt, with J_c that of all coordinates."""
    (J, J_rate), (G, G_rate) = of_tree(motion, frame), gains(motion)
    return J @ G, J_rate @ G + J @ G_rate
