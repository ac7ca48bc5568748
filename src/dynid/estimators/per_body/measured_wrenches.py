"""From logs of force sensors to what the identification of single bodies needs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.data.column_map import FORCES
from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.robot.quaternions import (
    compute_angular_motion,
    compute_angular_rates,
    make_continuous,
    to_rotations,
)
from dynid.simulation.body_motion import BodyMotion, compute_body_motion, list_parents
from dynid.simulation.loop_wrenches import LoopForces
from dynid.simulation.wrenches import HingeWrenches, make_hinge_wrenches


def make_measured_wrenches(data: Dataset) -> HingeWrenches:
    """Motion of the bodies and forces of the sensors; nan where there was none.

    A body can be identified where its own joint, those of the bodies that hang on it, and the loops
    that end at it have sensors: a sensor in the last joint alone tells the last body.
    """
    robot = data.model.robot
    moved = compute_body_motion(close(robot, data.q, data.qd, data.qdd))
    return _add_sensors(robot, moved, data.sensors)


def compute_quaternion_wrenches(
    robot: Robot,
    quaternion: ArrayLike,
    sensors: Mapping[str, ArrayLike],
    *,
    rate: ArrayLike | None = None,
    second: ArrayLike | None = None,
    t: ArrayLike | None = None,
    position: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
) -> HingeWrenches:
    """What `HingeProblem` needs, from orientations of the bodies (Cheng 2022) instead of angles of
    the joints.

    Parameters
    ----------
    robot
        the mechanism
    quaternion
        (N, B, 4) of every body's frame in the world, (w, x, y, z), in the order of robot.bodies
    sensors
        {joint or loop: (N, 6)} forces and moments, as a `Log` has them
    rate, second
        (N, B, 4) first and second derivatives of the quaternions; else, with
    t
        (N,) times, they are found by quintic splines
    position, acceleration
        (N, B, 3) of the origins of the frames, in the world: where a joint slides. Else they follow
        from the orientations
    """
    D = make_continuous(quaternion) if rate is None else _normalise_quaternions(quaternion)
    if D.shape != (len(D), len(robot.bodies), 4):
        raise InputError(
            f"quaternions: got an array of shape {D.shape}, expected (N, {len(robot.bodies)}, 4):"
            f" of {join_names(body.name for body in robot.bodies)}."
        )
    if rate is not None and second is not None:
        omega, alpha = compute_angular_rates(
            D, _check_shape(D, rate, "rate"), _check_shape(D, second, "second")
        )
    elif rate is None and second is None and t is not None:
        omega, alpha = compute_angular_motion(t, D)
    else:
        raise InputError("quaternions: expected rate and second, or the times t.")
    R = to_rotations(D)
    if position is None or acceleration is None:
        x, a = _compute_places(robot, R, omega, alpha)
    else:
        x, a = (_check_shape(D[..., :3], y, "position") for y in (position, acceleration))
    moved = BodyMotion(omega, alpha, np.einsum("nbji,nbj->nbi", R, a), R, x, D)
    given = {name: np.asarray(six, dtype=float) for name, six in sensors.items()}
    if wrong := [name for name, six in given.items() if six.shape != (len(D), 6)]:
        raise InputError(
            f"sensors: {wrong[0]} has shape {given[wrong[0]].shape}, expected ({len(D)}, 6)."
        )
    return _add_sensors(robot, moved, given)


def _normalise_quaternions(quaternion: ArrayLike) -> Array:
    D = make_continuous(quaternion)
    # the rates belong to the signs as they were given
    quaternions: Array = D * np.sign((D * np.asarray(quaternion)).sum(axis=-1, keepdims=True))
    return quaternions


def _check_shape(D: Array, x: ArrayLike, what: str) -> Array:
    array = np.asarray(x, dtype=float)
    if array.shape != D.shape or not np.isfinite(array).all():
        raise InputError(
            f"quaternions, {what}: got an array of shape {array.shape}, expected finite numbers"
            f" {D.shape}."
        )
    return array


def _compute_places(robot: Robot, R: Array, omega: Array, alpha: Array) -> tuple[Array, Array]:
    """Origins and their accelerations in the world, of turning joints:
    a = a_p + alpha_p x r + omega_p x (omega_p x r)."""
    slides = [b.joint.name for b in robot.bodies if b.joint.kind == "prismatic"]
    if slides:
        raise InputError(
            f"joint {join_names(slides)} slides: orientations do not tell how far; expected "
            f"position"
            " and acceleration of the bodies' origins."
        )
    w, al = (np.einsum("nbij,nbj->nbi", R, y) for y in (omega, alpha))
    x, a = np.zeros_like(w), np.zeros_like(w)
    for i, (body, p) in enumerate(zip(robot.bodies, list_parents(robot))):
        arm = np.asarray(body.joint.position)
        if p < 0:
            x[:, i] = arm
            continue
        r = R[:, p] @ arm
        x[:, i] = x[:, p] + r
        a[:, i] = a[:, p] + np.cross(al[:, p], r) + np.cross(w[:, p], np.cross(w[:, p], r))
    return x, a


def _add_sensors(robot: Robot, moved: BodyMotion, sensors: Mapping[str, Array]) -> HingeWrenches:
    _check(robot, sensors)
    N = len(moved.position)
    joints = _stack_sensors(N, sensors, [body.joint.name for body in robot.bodies])
    loops = _stack_sensors(N, sensors, [loop.name for loop in robot.loops])
    known = np.ones((joints.shape[1] + loops.shape[1], 6), dtype=bool)
    nothing = np.zeros_like(joints[..., :3])
    at_loops = LoopForces(loops[..., :3], loops[..., 3:], (nothing, nothing), known)
    return make_hinge_wrenches(robot, moved, joints[..., :3], joints[..., 3:], at_loops)


def _stack_sensors(samples: int, sensors: Mapping[str, Array], names: list[str]) -> Array:
    """(N, names, 6)"""
    nothing = np.full((samples, 6), np.nan)
    columns = [sensors.get(name, nothing) for name in names]
    return np.stack(columns, axis=1) if columns else np.zeros((samples, 0, 6))


def list_sensors(robot: Robot, body: str) -> list[str]:
    """The joints and loops whose forces act on a body."""
    joints = [b.joint.name for b in robot.bodies if body in (b.name, b.parent)]
    return joints + [x.name for x in robot.loops if body in (x.body_a, x.body_b)]


def _check(robot: Robot, sensors: Mapping[str, Array]) -> None:
    """At least one body must have all its sensors."""
    lacks = {
        body.name: [x for x in list_sensors(robot, body.name) if x not in sensors]
        for body in robot.bodies
        if body.name != WORLD
    }
    if all(lacks.values()):
        body, missing = min(lacks.items(), key=lambda item: len(item[1]))
        columns = f"{', '.join(f'{kind}_{missing[0]}' for kind in FORCES)}"
        found = f"forces in {join_names(sensors)}" if sensors else "no forces of sensors"
        raise InputError(
            f"there are {found}, and no body of '{robot.name}' has a sensor in all its joints;"
            f" '{body}' needs those of {join_names(list_sensors(robot, body))}. Expected columns "
            f"such as"
            f" {columns}: force and moment of a six-axis sensor in that joint. Drive torques alone"
            " do not suffice for single bodies; choose another method than per-body."
        )
