"""Wrenches that the surroundings exert on a robot, as forces on its coordinates: J' w."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.frame_motion import compute_jacobian
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.data.floating_base_columns import FORCE, MOMENT, POINT, parse_wrench_column
from dynid.data.log import Log
from dynid.errors import InputError, join_names
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD


def add_external_wrenches(
    log: Log, torqueless: Sequence[str], robot: Robot, notes: list[str]
) -> Log:
    """The log of a robot that floats, with what pushes it in the torques; torqueless: motors whose
    torque was not recorded. What pushes its base is not known where neither wrenches nor contacts
    are."""
    if torqueless and not robot.is_tree:
        raise InputError(
            f"{log.where}: no torque of {join_names(torqueless)}, and contacts whose forces are not"
            " known; expected one of both, tau_<joint> or fx_<link>@world to fz_<link>@world:"
            " motion alone does not determine how heavy a robot is."
        )
    tau = log.tau + compute_external_force(robot, log.q, log.around, log.where)
    pushed = list_wrench_places(log.around)
    if pushed:
        notes.append(f"{log.where}: wrenches from outside at {join_names(pushed)}")
    elif robot.is_tree:
        torqueless = (*(x for x in robot.base if x in log.torqueless), *torqueless)
    tau[:, [robot.actuated.index(name) for name in torqueless]] = 0.0
    left = {name: x for name, x in log.around.items() if parse_wrench_column(name) is None}
    return replace(log, tau=tau, around=left, torqueless=tuple(torqueless))


def list_wrench_places(around: Mapping[str, Array]) -> tuple[str, ...]:
    """Where wrenches were recorded: "foot@world"."""
    found = (parse_wrench_column(name) for name in around)
    return tuple(dict.fromkeys(each[1] for each in found if each is not None))


def compute_external_force(
    robot: Robot, q: Array, around: Mapping[str, Array], where: str
) -> Array:
    """(N, n) what all wrenches from outside do to the independent coordinates at q (N, n).

    With force f and moment m about the origin o of the link, or the force at a point x,

        force on the coordinates = J' (f, m + (x - o) x f)
    """
    total = np.zeros((len(q), robot.dof))
    for place in list_wrench_places(around):
        link, _, frame = place.partition("@")
        R, o = np.eye(3), np.zeros(3)
        try:
            if frame != WORLD:
                pose = forward_kinematics(robot, q, frame)
                R, o = pose[:, :3, :3], pose[:, :3, 3]
            f, m, x = (_stack_three(around, kind, place) for kind in (FORCE, MOMENT, POINT))
            if f is None and m is None:
                raise InputError(f"no force in addition to {POINT[0]}_{place}.")
            zero = np.zeros((len(q), 3))
            f, m = (zero if w is None else (R @ w[:, :, None])[:, :, 0] for w in (f, m))
            if x is not None:
                origin = forward_kinematics(robot, q, link)[:, :3, 3]
                m = m + np.cross((R @ x[:, :, None])[:, :, 0] + o - origin, f)
            J = compute_jacobian(robot, q, link)
        except InputError as error:
            raise InputError(f"{where}, columns of {place}: {error}") from error
        total += np.einsum("kin,ki->kn", J, np.hstack([f, m]))
    return total


def _stack_three(around: Mapping[str, Array], kind: tuple[str, ...], place: str) -> Array | None:
    """(N, 3) of a force, moment or point; all three columns, or none."""
    names = [f"{each}_{place}" for each in kind]
    missing = [name for name in names if name not in around]
    if len(missing) == 3:
        return None
    if missing:
        raise InputError(f"no {join_names(missing)}; expected {join_names(names)}.")
    return np.stack([around[name] for name in names], axis=1)
