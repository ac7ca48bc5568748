"""Names, numbers and poses as SDF writes them: in the text of elements."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.files.urdf_notes import unround_angle
from dynid.robot.geometry import make_quaternion_rotation, make_rpy_rotation, snap_right_angles

QUATERNION = "quat_xyzw"


def read_name(element: Element) -> str:
    name = (element.get("name") or "").strip()
    if not name:
        raise RobotError(f"a <{element.tag}> has no attribute 'name'; expected a name. Add it.")
    return name


def is_true(text: str | None) -> bool:
    return (text or "").strip().lower() in ("1", "true")


def read_values(element: Element | None, default: Sequence[float], where: str) -> Array:
    """As many numbers as the default has, which counts where there are none."""
    text = "" if element is None else (element.text or "").strip()
    if not text:
        return np.array(default, dtype=float)
    try:
        values = np.array([float(word) for word in text.split()])
    except ValueError:
        values = np.zeros(0)
    if len(values) != len(default) or not np.isfinite(values).all():
        count = f"{len(default)} numbers separated by spaces" if len(default) > 1 else "one number"
        raise RobotError(f"{where}: got '{text}', expected {count}.")
    return values


def read_number(
    parent: Element | None, path: str, default: float, where: str, infinite: bool = False
) -> float:
    """The number in an element below `parent`; where there is none, the default."""
    text = "" if parent is None else parent.findtext(path, "").strip()
    try:
        value = float(text) if text else default
    except ValueError:
        value = np.nan
    if text and (np.isnan(value) or not (infinite or np.isfinite(value))):
        raise RobotError(f"{where}, <{path}>: got '{text}', expected one number.")
    return value


def read_relative_to(pose: Element | None, default: str) -> str:
    """The frame of a pose; up to version 1.6 the attribute was called "frame"."""
    if pose is None:
        return default
    return (pose.get("relative_to") or pose.get("frame") or default).strip()


def read_pose(element: Element | None, where: str, exact: bool = False) -> Array:
    """x y z roll pitch yaw, or x y z and a quaternion; `exact`: rounded angles (1.5708) made so."""
    T = np.eye(4)
    if element is None:
        return T
    where, words = f"{where}, <pose>", (element.text or "").split()
    if element.get("rotation_format") == QUATERNION:
        values = read_values(element, (0, 0, 0, 0, 0, 0, 1), where)
        if not values[3:].any():
            raise RobotError(f"{where}: got the quaternion 0 0 0 0, expected a rotation.")
        R = make_quaternion_rotation(values[6], *values[3:6])
        R = snap_right_angles(R) if exact else R
    else:
        values = read_values(element, (0, 0, 0, 0, 0, 0), where)
        angles = values[3:]
        if is_true(element.get("degrees")):
            angles = np.radians(angles)
        elif exact and words:
            angles = np.array([unround_angle(x, word) for x, word in zip(angles, words[3:])])
        R = make_rpy_rotation(*angles)
    T[:3, :3], T[:3, 3] = R, values[:3]
    return T
