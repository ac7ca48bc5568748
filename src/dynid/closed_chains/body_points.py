"""Points of a robot along a motion, and gradients of functions of them: tools, ends of capsules,
workspace limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.closed_chains.closed_motion import Motion, number_array
from dynid.closed_chains.closure_gradient import make_contiguous
from dynid.closed_chains.kinematics import find_frame
from dynid.closed_chains.topology import make_native_tree, number_nodes
from dynid.errors import InputError, require
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame

#: a body or frame by name, a frame, or None for the tool
Where = str | Frame | None


def point_motion(
    robot: Robot,
    motion: Motion,
    body: Where | Sequence[Where] = None,
    point: ArrayLike = (0.0, 0.0, 0.0),
) -> tuple[Array, Array, Array]:
    """World position, velocity and acceleration (N, 3) of a point of a body or frame (default: the
    tool).

    `motion` is that of all coordinates, from robot.close. Several at once: k bodies and points (k,
    3) give (N, k, 3).

    Parameters
    ----------
    robot
        the mechanism
    motion
        of all coordinates, as returned by `close`
    body
        a body or a frame, or several; None: the tool
    point
        in the axes of the body or frame [m]; (k, 3) of several
    """
    node, local, many = _find_nodes(robot, motion, body, point)
    motion = make_contiguous(motion)
    out = [np.empty((len(node), 3, len(motion.q))) for _ in range(3)]
    native.point_motion(make_native_tree(robot), node, local, motion.q, motion.qd, motion.qdd, *out)
    x, v, a = (each.transpose(2, 0, 1) if many else each[0].T for each in out)
    return x, v, a


def point_gradient(
    robot: Robot,
    motion: Motion,
    body: Where | Sequence[Where] = None,
    point: ArrayLike = (0.0, 0.0, 0.0),
    x_bar: ArrayLike | None = None,
    v_bar: ArrayLike | None = None,
    a_bar: ArrayLike | None = None,
) -> tuple[Array, Array, Array]:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, coordinates) of a scalar J(x, v, a) of `point_motion`, from dJ/dx,
    dJ/dv, dJ/da.

    None means zero. `robot.close_gradient` brings the result back to the coordinates that the
    motion was closed from.

    Parameters
    ----------
    robot
        the mechanism
    motion
        of all coordinates, as returned by `close`
    body
        as for `point_motion`
    point
        as for `point_motion`
    x_bar
        dJ/dx (N, 3); None: zero
    v_bar
        dJ/dv (N, 3); None: zero
    a_bar
        dJ/da (N, 3); None: zero
    """
    node, local, many = _find_nodes(robot, motion, body, point)
    motion = make_contiguous(motion)
    N = len(motion.q)
    bars = np.zeros((len(node), 9, N))
    for level, (bar, what) in enumerate(((x_bar, "x_bar"), (v_bar, "v_bar"), (a_bar, "a_bar"))):
        if bar is not None:
            checked = _check_cotangent(bar, (N, len(node), 3) if many else (N, 3), what)
            bars[:, 3 * level : 3 * level + 3] = checked.reshape(N, len(node), 3).transpose(1, 2, 0)
    q_bar, qd_bar, qdd_bar = (np.empty(motion.q.shape) for _ in range(3))
    parts = motion.q, motion.qd, motion.qdd, bars, q_bar, qd_bar, qdd_bar
    native.point_adjoint(make_native_tree(robot), node, local, *parts)
    return q_bar, qd_bar, qdd_bar


def _find_nodes(
    robot: Robot, motion: Motion, body: Where | Sequence[Where], point: ArrayLike
) -> tuple[Ints, Array, bool]:
    """Nodes (k,), points (k, 3) in their axes, and whether several were asked for."""
    require("point_motion", robot, Robot, 'load_robot("arm.urdf")')
    require("point_motion", motion, Motion, "close(robot, q)")
    if motion.q.shape[1:] != (len(robot.coordinates),):
        raise InputError(
            f"motion: got q of shape {motion.q.shape}, expected the {len(robot.coordinates)}"
            f" coordinates of robot '{robot.name}', as robot.close returns them."
        )
    alone = body is None or isinstance(body, (str, Frame))
    frames = [
        find_frame(robot, where) for where in cast(Sequence[Where], [body] if alone else body)
    ]
    offset = number_array(point, "point")
    if offset.shape not in ((3,), (len(frames), 3)) or not np.isfinite(offset).all():
        raise InputError(
            f"point: got an array of shape {offset.shape}, expected three finite numbers, or (k, 3)"
            " for k bodies."
        )
    nodes = number_nodes(robot)
    local = [
        np.asarray(frame.position) + np.asarray(frame.rotation) @ r
        for frame, r in zip(frames, np.broadcast_to(offset, (len(frames), 3)))
    ]
    # the ground, -1, is the last row of the kernels' arrays
    node = np.array(
        [nodes[frame.body] % (len(robot.bodies) + 1) for frame in frames], dtype=np.int64
    )
    return node, np.array(local).reshape(-1, 3), not alone


def _check_cotangent(value: ArrayLike, shape: tuple[int, ...], what: str) -> Array:
    bar = number_array(value, f"cotangents {what}")
    if bar.shape != shape or not np.isfinite(bar).all():
        raise InputError(
            f"cotangents {what}: got an array of shape {bar.shape}, expected finite numbers of"
            f" shape {shape}."
        )
    return bar
