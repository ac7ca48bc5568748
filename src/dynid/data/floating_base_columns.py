"""Columns of what is not in a joint: the pose of a base that floats, an IMU, wrenches from outside.

base_x base_y base_z            its place [m], in world axes
base_qw base_qx base_qy base_qz its orientation, a unit quaternion: base to world
base_vx ..  base_ax ..          velocity and acceleration of that place, in world axes
base_wx ..                      angular rate, in the axes of the base
imu_wx ..  imu_ax ..            angular rate, specific force (+g upwards at rest) of an IMU, in
                                the axes of the base; imu_wx@chip: in those of a frame or link
fx_foot@world ..  tx_foot@world what the surroundings exert on a link at its origin: force and
                                moment, in the axes of the frame after @
px_foot@world ..                where the force acts instead, in that frame
"""

from __future__ import annotations

import re

AXES = "xyz"
PLACE = tuple(f"base_{axis}" for axis in AXES)
TURN = tuple(f"base_q{axis}" for axis in "wxyz")
VELOCITY, ACCELERATION, RATE = (tuple(f"base_{kind}{x}" for x in AXES) for kind in "vaw")
GYRO, SPECIFIC_FORCE = (tuple(f"imu_{kind}{x}" for x in AXES) for kind in "wa")
OF_BASE = (*PLACE, *TURN, *VELOCITY, *ACCELERATION, *RATE)
FORCE, MOMENT, POINT = (tuple(f"{kind}{x}" for x in AXES) for kind in "ftp")
#: how other programs spell these columns, after dots and slashes became underscores
_SPELLED = (
    ("base_{}", r"{base}_(?:p|pos_?|position_|pose_position_)([xyz])"),
    ("base_q{}", r"{base}_(?:q_|quat_?|ori_?|orientation_|pose_orientation_|rot_?)([wxyz])"),
    ("base_v{}", r"{base}_(?:v_|vel_?|lin_vel_?|linear_velocity_|twist_linear_)([xyz])"),
    ("base_w{}", r"{base}_(?:w_|omega_?|ang_vel_?|angular_velocity_|twist_angular_)([xyz])"),
    ("imu_w{}", r"imu_(?:w_|g|gyro_?|omega_?|angular_velocity_)([xyz])"),
    ("imu_a{}", r"imu_(?:a_|acc_?|accel_?|linear_acceleration_)([xyz])"),
)
_BASE = r"(?:base|root|trunk|torso|pelvis|floating_base)"
_PATTERNS = [(name, re.compile(p.replace("{base}", _BASE))) for name, p in _SPELLED]


def canonicalise_name(name: str) -> str:
    """The name of a column of a file as it is called here; other names as they are."""
    if is_around(name):
        return name
    kind, at, frame = name.partition("@")
    plain = re.sub(r"[./ ]+", "_", kind).lower().strip("_")
    for ours, pattern in _PATTERNS:
        if found := pattern.fullmatch(plain):
            return ours.format(found[1]) + (at + frame if ours.startswith("imu") else "")
    force = re.fullmatch(r"m([xyz])_(.+)", kind)  # moments are also called mx
    return f"t{force[1]}_{force[2]}@{frame}" if force and frame else name


def is_around(name: str) -> bool:
    """Whether a column is one of these."""
    kind, at, frame = name.partition("@")
    if at and not frame:
        return False
    if kind in OF_BASE:
        return not at
    return kind in (*GYRO, *SPECIFIC_FORCE) or (bool(at) and parse_wrench_column(name) is not None)


def parse_wrench_column(name: str) -> tuple[str, str] | None:
    """("fx", "foot@world") of "fx_foot@world"."""
    kind, under, where = name.partition("_")
    link, at, _ = where.partition("@")
    fits = kind in (*FORCE, *MOMENT, *POINT) and under and link and at
    return (kind, where) if fits else None
