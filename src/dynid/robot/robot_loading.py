"""One door for robots: a file (URDF, MJCF), a built-in one's name, or a user's own function."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dynid.errors import InputError, RobotError, join_names, require, suggest_name
from dynid.robot.builtin import BUILTIN
from dynid.robot.lock import lock_joints
from dynid.robot.mechanism import Robot


def load_robot(
    source: str | os.PathLike[str] | Robot,
    actuated: Sequence[str] | None = None,
    lock: Mapping[str, float] | None = None,
    floating: bool = False,
    **geometry: Any,
) -> Robot:
    """A Robot from a URDF, MJCF (loops by `<equality>`) or SDF path, a built-in name such as
    "delta4", or "my_robot.py:build", a function in your own file that returns a Robot.

    Parameters
    ----------
    source
        a path, a built-in name, or file.py:function; a Robot stays as it is
    actuated
        names the driven coordinates where the file does not say them
    lock
        joints that do not move, by name or pattern, and where they stand: `{"gripper*": 0.02,
        "wheel_*": 0.0}`; their bodies become part of what carries them (see `lock_joints`)
    floating
        whether the root link of a URDF is a base that moves freely, instead of the ground; an MJCF
        says so itself, by `<freejoint>`, an SDF by no joint to the world; what floats is fixed by
        `di.sim2real.hold_base`
    **geometry
        arguments of the built-in robot's or a user-defined function: load_robot("delta4", arm=0.4)
    """
    require("load_robot", source, (str, os.PathLike, Robot), 'load_robot("arm.urdf")')
    if lock is not None:
        require("load_robot, lock", lock, dict, '{"gripper*": 0.02}')
    name = f"{source.name} (a Robot)" if isinstance(source, Robot) else os.fspath(source)
    by_function = name in BUILTIN or ".py:" in name
    if geometry and not by_function:
        raise RobotError(
            f"robot '{name}': got {join_names(geometry)}, but only built-in robots"
            f" ({join_names(sorted(BUILTIN))}) and functions in your own file (my_robot.py:build) "
            f"take"
            " arguments; of a file, change the file."
        )
    if isinstance(source, Robot):
        robot = source
    elif by_function:
        robot = _build(name, geometry)
    elif (
        Path(name).suffix.lower() in (".urdf", ".xml", ".mjcf", ".sdf", ".xacro")
        or Path(name).exists()
    ):
        robot = _read(Path(name), actuated, lock, floating)
    else:
        raise RobotError(
            f"'{name}' is neither a file nor a built-in robot.{suggest_name(name, BUILTIN)} "
            f"Expected a path"
            f" to a URDF or MJCF file, or one of {join_names(sorted(BUILTIN))}, or a"
            " user-defined one as file.py:function."
        )
    if floating and not robot.base:
        raise RobotError(
            f"robot '{name}': its base cannot be made free; expected a URDF, an MJCF with"
            " <freejoint/> in its first body, or an SDF in which no joint holds it to the world."
        )
    if robot.locked and not isinstance(source, Robot):
        return robot
    if actuated is not None and not (robot.loops and robot.source):
        robot = robot.replace(actuated=tuple(actuated))  # of a file with loops: see `settled`
    return lock_joints(robot, lock) if lock else robot


def _build(name: str, geometry: dict[str, Any]) -> Robot:
    try:
        robot = BUILTIN.make(name, **geometry)
    except InputError as error:
        raise RobotError(str(error)) from None
    except TypeError as error:
        if not geometry:
            raise
        raise RobotError(
            f"robot '{name}': cannot be built with {geometry} ({error}); expected other values."
        ) from error
    if not isinstance(robot, Robot):
        raise RobotError(
            f"robot '{name}': got {type(robot).__name__}, expected a Robot, or a function that"
            " returns one."
        )
    return robot


def _read(
    path: Path,
    actuated: Sequence[str] | None,
    lock: Mapping[str, float] | None = None,
    floating: bool = False,
) -> Robot:
    from dynid.robot.files.xmlfile import read_xml

    root = read_xml(path)
    if root.tag == "robot":
        from dynid.robot.files import urdf_reader

        return urdf_reader.make_urdf_robot(
            urdf_reader.add_floating_joint(root) if floating else root, path, actuated=actuated
        )
    if root.tag == "mujoco":
        from dynid.robot.files.mjcf_reader import make_mjcf_robot

        return make_mjcf_robot(root, path, actuated, lock=lock)
    if root.tag == "sdf":
        from dynid.robot.files.sdf_reader import make_sdf_robot

        return make_sdf_robot(root, path, actuated)
    raise RobotError(
        f"{path}: the root element is <{root.tag}>, expected <robot> (URDF), <mujoco> (MJCF) or"
        " <sdf> (SDF)."
    )
