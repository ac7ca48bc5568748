"""Logs of bodies: orientations as quaternions, with their rates, and forces in the joints."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.column_map import FORCES
from dynid.data.log_reading import read_columns
from dynid.errors import InputError, join_names
from dynid.estimators.per_body.measured_wrenches import compute_quaternion_wrenches
from dynid.robot.mechanism import Robot
from dynid.simulation.wrenches import HingeWrenches

#: what the columns of a body begin with
PARTS = {
    "quaternion": ("qw", "qx", "qy", "qz"),
    "rate": ("qwd", "qxd", "qyd", "qzd"),
    "second": ("qwdd", "qxdd", "qydd", "qzdd"),
    "position": ("x", "y", "z"),
    "acceleration": ("xdd", "ydd", "zdd"),
}


def read_quaternions(path: str | os.PathLike[str], robot: Robot) -> HingeWrenches:
    """What `HingeProblem` needs, from a file of any format with the motion of bodies (Cheng 2022):
    see `compute_quaternion_wrenches`.

    - `qw_<body> qx_ qy_ qz_`: orientation of every body's frame in the world
    - `qwd_<body> ...`, `qwdd_<body> ...`: its first and second derivatives; else
    - `t`: times, for splines
    - `x_<body> y_ z_`, `xdd_<body> ydd_ zdd_`: where joints slide: the frame's origin in the world,
      and its acceleration
    - `fx_<joint> ... mz_<joint>`: forces and moments of sensors, as in every log

    All in SI units. Bodies without a sensor in each of their joints are not identified.

    Parameters
    ----------
    path
        of the file
    robot
        the mechanism whose bodies and joints it names
    """
    names = [body.name for body in robot.bodies]
    kinds = {x for group in PARTS.values() for x in group} | set(FORCES)
    found = read_columns(path, lambda name: name == "t" or name.partition("_")[0] in kinds)
    given: dict[str, Any] = {
        part: _stack_group(path, found, group, names, part == "quaternion")
        for part, group in PARTS.items()
    }
    places = [*(body.joint.name for body in robot.bodies), *(loop.name for loop in robot.loops)]
    sensors = {
        x: np.stack([np.ravel(found[f"{kind}_{x}"]) for kind in FORCES], axis=1)
        for x in places
        if all(f"{kind}_{x}" in found for kind in FORCES)
    }
    t = None if "t" not in found else np.ravel(found["t"])
    return compute_quaternion_wrenches(robot, given.pop("quaternion"), sensors, t=t, **given)


def _stack_group(
    path: str | os.PathLike[str],
    found: dict[str, Any],
    group: tuple[str, ...],
    names: list[str],
    needed: bool,
) -> Array | None:
    """(N, bodies, group), or None where the file has none of them."""
    columns = [[f"{kind}_{name}" for kind in group] for name in names]
    missing = [x for body in columns for x in body if x not in found]
    if len(missing) == len(names) * len(group) and not needed:
        return None
    if missing:
        raise InputError(
            f"{path}: no {join_names(missing, 8)}; expected {', '.join(group)} of every body:"
            f" {join_names(names)}."
        )
    return np.stack(
        [np.stack([np.ravel(found[x]) for x in body], axis=1) for body in columns], axis=1
    ).astype(float)
