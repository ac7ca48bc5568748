"""How a base moves, by an IMU where there is one: better than differences of its pose.

In the axes of the base, with R = R0 Rx(a) Ry(b) Rz(c) and e = (a, b, c),

    omega = E(e) e',   E = (Rz' Ry' ex, Rz' ey, ez),   alpha = d omega / dt

An IMU at r from the origin of the base feels the specific force f,

    acceleration of the origin = R f + g - alpha x r - omega x (omega x r)

Its offsets are the mean differences from what the pose says, which has none in the long run; of a
base whose place was not recorded, the mean acceleration, which is none from rest to rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array, Ints, Triple
from dynid.closed_chains.kinematics import find_frame
from dynid.data.cutoff import Smooth
from dynid.data.floating_base import find_base_body
from dynid.data.floating_base_columns import ACCELERATION, GYRO, RATE, SPECIFIC_FORCE, VELOCITY
from dynid.data.resampling import Segment, differentiate
from dynid.errors import InputError, join_names
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame

# of a mean rotation: a base that turns round and round does not tell offsets across
TURNS = 0.3
RESTS = 0.02  # of the largest speed


def add_imu(robot: Robot, names: tuple[str, ...], smooth: Smooth) -> Smooth:
    """The filter, and then the base as the columns `names`, the last ones in addition to the
    motion, tell; the filter itself where there are none."""
    if not names:
        return smooth

    def smooth_segment(
        segment: Segment, cutoff: float, at: Ints | None = None, torque: bool = True
    ) -> tuple[Triple, Array]:
        motion, tau = smooth(segment, cutoff, None, torque)
        assert segment.sensors is not None
        beside = replace(segment, q=segment.sensors[:, -len(names) :])
        columns = smooth(beside, cutoff, None, False)[0][0]
        edge = min(int(np.ceil(segment.rate / cutoff)), len(segment.t) // 3)
        motion = compute_base_motion(robot, motion, dict(zip(names, columns.T)), segment.step, edge)
        if at is None:
            return motion, tau
        q, qd, qdd = motion
        return (q[at], qd[at], qdd[at]), tau[at]

    return smooth_segment


def compute_base_motion(
    robot: Robot, motion: Triple, columns: Mapping[str, Array], step: float, edge: int
) -> Triple:
    """The motion (N, n) with velocities and accelerations of the base as `columns` (filtered as
    the positions) tell them; `edge` samples at both ends are of no use."""
    found = {_find_kind(name): x for name, x in columns.items()}
    q, qd, qdd = (np.array(x) for x in motion)
    slides, turns = (
        [robot.actuated.index(name) for name in names] for names in (robot.base[:3], robot.base[3:])
    )
    R0 = np.asarray(robot.joint(robot.base[0]).rotation)
    chip, inside = _find_imu_frame(robot, columns), slice(edge, len(q) - edge)
    E, R = compute_rate_matrix(q[:, turns]), R0 @ compute_rotation(q[:, turns])
    omega = np.einsum("kij,kj->ki", E, qd[:, turns])
    rate, gyro = _stack_three(found, RATE), _stack_three(found, GYRO)
    told = rate if gyro is None else gyro @ np.asarray(chip.rotation).T
    if told is not None:
        omega = told - (told - omega)[inside].mean(axis=0)
        qd[:, turns] = np.linalg.solve(E, omega[:, :, None])[:, :, 0]
        qdd[:, turns] = differentiate(qd[:, turns], step)[0]
    alpha = differentiate(omega, step)[0]
    gravity, r = np.asarray(robot.gravity), np.asarray(chip.position)
    if (f := _stack_three(found, SPECIFIC_FORCE)) is not None:
        f = f @ np.asarray(chip.rotation).T
        lever = np.cross(alpha, r) + np.cross(omega, np.cross(omega, r))
        if q[:, slides].any():  # the place was recorded, too
            a = qdd[:, slides] @ R0.T - gravity
            f = f - (f - np.einsum("kji,kj->ki", R, a) - lever)[inside].mean(axis=0)
        elif _is_at_rest(np.delete(qd, slides, axis=1)[inside]):
            # on average it accelerates nowhere: mean(R) offset = mean(R (f - lever) + g)
            mean = np.einsum("kij,kj->ki", R, f - lever)[inside].mean(axis=0) + gravity
            f = f - np.linalg.lstsq(R[inside].mean(axis=0), mean, rcond=TURNS)[0]
        qdd[:, slides] = (np.einsum("kij,kj->ki", R, f - lever) + gravity) @ R0
    elif (a := _stack_three(found, ACCELERATION)) is not None:
        qdd[:, slides] = a @ R0
    elif (v := _stack_three(found, VELOCITY)) is not None:
        qd[:, slides] = v @ R0
        qdd[:, slides] = differentiate(qd[:, slides], step)[0]
    return q, qd, qdd


def _is_at_rest(qd: Array) -> bool:
    """Whether a motion begins and ends at rest."""
    return bool((np.abs(qd[[0, -1]]) <= RESTS * np.abs(qd).max(axis=0)).all())


def compute_rate_matrix(e: Array) -> Array:
    """E (N, 3, 3) with omega = E e' in the axes of the base."""
    zero, one = np.zeros(len(e)), np.ones(len(e))
    (cb, cc), (sb, sc) = (f(e[:, 1:]).T for f in (np.cos, np.sin))
    rows = [[cb * cc, sc, zero], [-cb * sc, cc, zero], [sb, zero, one]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def compute_rotation(e: Array) -> Array:
    """Rx(a) Ry(b) Rz(c) (N, 3, 3)."""
    (ca, cb, cc), (sa, sb, sc) = np.cos(e).T, np.sin(e).T
    rows = [
        [cb * cc, -cb * sc, sb],
        [ca * sc + sa * sb * cc, ca * cc - sa * sb * sc, -sa * cb],
        [sa * sc - ca * sb * cc, sa * cc + ca * sb * sc, ca * cb],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _find_kind(name: str) -> str:
    return name.partition("@")[0]


def _stack_three(found: Mapping[str, Array], names: Sequence[str]) -> Array | None:
    """(N, 3), where all three columns are there."""
    have = [name for name in names if name in found]
    if have and len(have) < 3:
        missing = [name for name in names if name not in found]
        raise InputError(f"the log has {join_names(have)}, but no {join_names(missing)}.")
    return np.stack([found[name] for name in names], axis=1) if have else None


def _find_imu_frame(robot: Robot, columns: Mapping[str, Array]) -> Frame:
    """Where the IMU sits on the base: the frame after @ in its columns."""
    names = [name for name in columns if _find_kind(name) in (*GYRO, *SPECIFIC_FORCE)]
    frames = {name.partition("@")[2] for name in names}
    if len(frames) > 1:
        raise InputError(
            f"the columns {join_names(names)} are of several IMUs; expected one, on the base."
        )
    body = find_base_body(robot)
    frame = frames.pop() if frames else ""
    chip = find_frame(robot, frame) if frame else Frame(body, body)
    if chip.body != body:
        raise InputError(
            f"the IMU '{frame}' sits on '{chip.body}'; expected one on the base, '{body}'."
        )
    return chip
