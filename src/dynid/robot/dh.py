"""Robots from a Denavit-Hartenberg table.

A row is (a, alpha, d, theta), IN THIS ORDER: two lengths and two angles, in metres and radians. The
joint's coordinate q is added to theta in a revolute row, to d in a prismatic one, so that entry of
the table is the offset at q = 0.

    standard           T_i = Rz(theta_i) Tz(d_i) Tx(a_i) Rx(alpha_i)             joint i moves along
                       z of frame i-1
    modified (Craig)   T_i = Rx(alpha_i-1) Tx(a_i-1) Rz(theta_i) Tz(d_i)         joint i moves along
                       z of frame i (row i of the table holds a_i-1, alpha_i-1, d_i, theta_i)

A body's frame in dynid is its joint's frame after the motion:

    modified           frame i itself.
    standard           frame i-1 moved by q_i, NOT frame i, which sits at the far end of the link.
                       Frame i stands in it at T_i(0), so parameters p given in frame i, as the
                       literature does, are brought here by `geometry.move_inertial(p, R, r)`, with
                       R and r the rotation and the origin of T_i(0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.geometry import make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint

CONVENTIONS = ("standard", "modified")
KINDS = ("revolute", "continuous", "prismatic")
COLUMNS = "(a, alpha, d, theta)"

T = TypeVar("T")


def robot_from_dh(
    table: ArrayLike,
    convention: str = "standard",
    kinds: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    inertias: Sequence[ArrayLike | None] | None = None,
    gravity: ArrayLike = (0.0, 0.0, -9.81),
    name: str = "dh_robot",
    base: ArrayLike | None = None,
    tool: ArrayLike | None = None,
) -> Robot:
    """The serial robot of a table with rows (a, alpha, d, theta): a first, theta last. See the
    module's docstring.

    Parameters
    ----------
    table
        (n, 4) rows a [m], alpha [rad], d [m], theta [rad]
    convention
        "standard" or "modified"
    kinds
        "revolute" (default), "continuous" or "prismatic" for each row
    names
        of the joints, default joint1, joint2, ...; the bodies are link1, link2, ...
    inertias
        ten parameters for each body, or None where unknown, in the BODY frames of the module's
        docstring
    gravity
        (3,) [m/s^2] in the world
    name
        of the robot
    base
        pose (4, 4) of DH frame 0 in the world
    tool
        pose (4, 4) of the robot's tool frame in the last DH frame
    """
    rows = _check_table(table)
    n = len(rows)
    if convention not in CONVENTIONS:
        raise RobotError(
            f"got convention '{convention}', expected one of {', '.join(CONVENTIONS)}."
        )
    kinds = _check_kinds(_expand_per_row(kinds, ["revolute"] * n, "kinds"))
    names = _expand_per_row(names, [f"joint{i + 1}" for i in range(n)], "names")
    inertias = _expand_per_row(inertias, [None] * n, "inertias")
    # q acts before T_i(0) in the standard convention, so T_i(0) places what follows; in the
    # modified one it acts after
    steps = [transform(row, convention) for row in rows]
    places = [np.eye(4), *steps] if convention == "standard" else [*steps, np.eye(4)]
    places[0], places[-1] = _pose(base, "base") @ places[0], places[-1] @ _pose(tool, "tool")
    joints = [
        Joint(names[i], kinds[i], (0, 0, 1), places[i][:3, 3], places[i][:3, :3]) for i in range(n)
    ]
    links = [WORLD, *(f"link{i + 1}" for i in range(n))]
    bodies = [Body(links[i + 1], links[i], joints[i], inertias[i]) for i in range(n)]
    end = Frame("tool", links[-1], places[-1][:3, 3], places[-1][:3, :3])
    return Robot(name=name, bodies=tuple(bodies), gravity=gravity, tool=end)


def transform(row: ArrayLike, convention: str = "standard") -> Array:
    """T (4, 4) of one row (a, alpha, d, theta)."""
    a, alpha, d, theta = np.asarray(row, dtype=float)
    about_z, about_x = np.eye(4), np.eye(4)
    about_z[:3, :3], about_z[2, 3] = make_axis_rotation((0, 0, 1), theta), d  # Rz(theta) Tz(d)
    about_x[:3, :3], about_x[0, 3] = make_axis_rotation((1, 0, 0), alpha), a  # Rx(alpha) Tx(a)
    return about_z @ about_x if convention == "standard" else about_x @ about_z


def _check_table(table: ArrayLike) -> Array:
    order = f"expected one row {COLUMNS} of finite numbers for each joint"
    try:
        rows = np.array(table, dtype=float)
    except (TypeError, ValueError):
        raise RobotError(
            f"DH table: got {table!r}, which is no array of numbers; {order}."
        ) from None
    if rows.ndim != 2 or rows.shape[1] != 4 or not len(rows):
        raise RobotError(f"DH table: got an array of shape {rows.shape}; {order}.")
    for i, row in enumerate(rows):
        if not np.isfinite(row).all():
            raise RobotError(f"DH row {i + 1}: got {row.tolist()}; {order}.")
    return rows


def _check_kinds(kinds: list[str]) -> list[str]:
    for i, kind in enumerate(kinds):
        if kind not in KINDS:
            raise RobotError(
                f"DH row {i + 1}: got kind '{kind}', expected one of {', '.join(KINDS)}."
            )
    return kinds


def _expand_per_row(values: Sequence[T] | None, default: Sequence[T], what: str) -> list[T]:
    if values is None:
        return list(default)
    if isinstance(values, str) or len(values) != len(default):
        raise RobotError(
            f"{what}: got {values!r}, expected {len(default)} entries, one for each row of the DH"
            " table."
        )
    return list(values)


def _pose(value: ArrayLike | None, what: str) -> Array:
    pose = np.eye(4) if value is None else np.array(value, dtype=float)
    if (
        pose.shape != (4, 4)
        or not np.isfinite(pose).all()
        or not np.array_equal(pose[3], (0, 0, 0, 1))
    ):
        raise RobotError(
            f"{what}: got {pose.tolist()}, expected a pose (4, 4) with the last row 0 0 0 1."
        )
    return pose
