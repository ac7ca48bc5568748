"""A base that floats, as coordinates: three slides and three turns, as the robot's free joint.

    r = r0 + R0 (x, y, z),   R = R0 Rx(a) Ry(b) Rz(c)

with r0, R0 the place of the free joint in the world, which is mostly zero and one.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.data.floating_base_columns import ACCELERATION, PLACE, POINT, SPECIFIC_FORCE, TURN
from dynid.data.log import Log
from dynid.errors import InputError, join_names
from dynid.option_names import name_option
from dynid.robot.geometry import compute_quaternion
from dynid.robot.mechanism import Robot
from dynid.robot.quaternions import make_continuous, multiply_quaternions, to_rotations, turn

#: columns that tell how the base accelerates
ACCELERATES = (ACCELERATION, SPECIFIC_FORCE)
WORLD_POINTS = tuple(f"{kind}_" for kind in POINT)
LEVEL = 0.1  # cos of the middle angle below which the other two are hardly told apart


def add_base_coordinates(log: Log, robot: Robot, notes: list[str], anywhere: bool = False) -> Log:
    """The log with the coordinates of the robot's base among its joints, from its pose; a log that
    has them already stays as it is. anywhere: its place need not be known."""
    if set(robot.base) <= set(log.joints):
        return log
    found = log.around
    moves = any({name.partition("@")[0] for name in found} >= {*x} for x in ACCELERATES)
    missing = [name for name in TURN if name not in found]
    anywhere = anywhere or moves
    missing += [] if anywhere else [name for name in PLACE if name not in found]
    if missing:
        placed = "" if anywhere else ", base_x, base_y, base_z (or an IMU, imu_ax to imu_az)"
        raise InputError(
            f"{log.where}: robot '{robot.name}' floats, and the log has no {join_names(missing)};"
            f" expected the pose of '{find_base_body(robot)}': {join_names(TURN)}{placed}."
            f" If the base was fixed: {name_option('base', 'fixed')}."
        )
    joint = robot.joint(robot.base[0])
    R0, r0 = np.asarray(joint.rotation), np.asarray(joint.position)
    R = R0.T @ to_rotations(_normalise_quaternions(log))
    turns = compute_angles(R)
    if np.cos(turns[:, 1]).min() < LEVEL:
        k = int(np.argmin(np.cos(turns[:, 1])))
        raise InputError(
            f"{log.where}: at t = {log.t[k]:g} s the base is rotated by"
            f" {np.degrees(turns[k, 1]):.0f} degrees about its y axis, where its coordinates are"
            f" singular; expected less than 84 degrees. Cut the log ({name_option('between')}),"
            " or give"
            " the base"
            " another frame."
        )
    slides = np.zeros((len(log), 3))
    if all(name in found for name in PLACE):
        slides = (np.stack([found[name] for name in PLACE], axis=1) - r0) @ R0
    elif lost := [x for x in found if x.startswith(WORLD_POINTS) and x.endswith("@world")]:
        raise InputError(
            f"{log.where}: {join_names(lost)} are points in the world, and the position of"
            " the base is not known; expected base_x, base_y, base_z, or points in a frame "
            "of the robot."
        )
    else:
        notes.append(f"{log.where}: no position of the base, which is not needed")
    q = np.hstack([slides, turns])
    taken = {*TURN, *PLACE}
    qd = None if log.qd is None else np.hstack([np.gradient(q, log.t, axis=0), log.qd])
    return replace(
        log,
        joints=(*robot.base, *log.joints),
        q=np.hstack([q, log.q]),
        tau=np.hstack([np.zeros_like(q), log.tau]),
        qd=qd,
        around={name: x for name, x in found.items() if name not in taken},
        torqueless=(*robot.base, *log.torqueless),
    )


def drop_base_columns(log: Log, robot: Robot) -> Log:
    """The log of a robot whose base does not float: what was recorded around it is of no use."""
    needed = dict.fromkeys((*robot.actuated, *robot.motors))
    if lost := [x for x in needed if x in log.torqueless and x not in robot.free]:
        raise InputError(
            f"{log.where}: no torque of {join_names(lost)}; expected tau_<joint>, as"
            f" the base of robot '{robot.name}' is fixed. If it floats: a <freejoint/> in"
            f" the MJCF, or {name_option('base', 'floating')} for a URDF."
        )
    log = log.select_surroundings(())
    return replace(log, torqueless=()) if log.torqueless else log


def take_base_motion(robot: Robot, q: Array) -> Array:
    """(N, 6) the coordinates of the base, for independent ones q (N, n)."""
    return close(robot, q).q[:, [robot.coordinates.index(name) for name in robot.base]]


def pose_columns(robot: Robot, q: Array) -> dict[str, Array]:
    """What a log has of the base, base_x to base_qz, for its coordinates q (N, 6): the other way
    round."""
    joint = robot.joint(robot.base[0])
    r = np.asarray(joint.position) + q[:, :3] @ np.asarray(joint.rotation).T
    return dict(zip((*PLACE, *TURN), (*r.T, *compute_orientations(robot, q[:, 3:]).T)))


def compute_orientations(robot: Robot, turns: Array) -> Array:
    """(N, 4) the unit quaternions of R0 Rx(a) Ry(b) Rz(c), without jumps."""
    D = compute_quaternion(robot.joint(robot.base[0]).rotation)[None]
    for axis, angle in zip(np.eye(3), turns.T):
        D = multiply_quaternions(D, turn(axis, angle))
    return np.asarray(D)


def compute_angles(R: Array) -> Array:
    """(N, 3) a, b, c of R = Rx(a) Ry(b) Rz(c), without jumps."""
    a = np.arctan2(-R[:, 1, 2], R[:, 2, 2])
    b = np.arcsin(np.clip(R[:, 0, 2], -1.0, 1.0))
    c = np.arctan2(-R[:, 0, 1], R[:, 0, 0])
    return np.unwrap(np.stack([a, b, c], axis=1), axis=0)


def _normalise_quaternions(log: Log) -> Array:
    """(N, 4) the quaternions, of length 1."""
    D = np.stack([log.around[name] for name in TURN], axis=1)
    size = np.linalg.norm(D, axis=1)
    wrong = np.abs(size - 1.0) > 0.01
    if wrong.any():
        k = int(np.argmax(wrong))
        raise InputError(
            f"{log.where}: the quaternion {', '.join(TURN)} has the length {size[k]:.4g} at t ="
            f" {log.t[k]:g} s ({np.mean(wrong):.0%} of the samples are wrong); expected 1. Are the"
            " columns in another order, or are they angles?"
        )
    return make_continuous(D)


def find_base_body(robot: Robot) -> str:
    """The body that the free joint carries."""
    return next(body.name for body in robot.bodies if body.joint.name == robot.base[-1])
