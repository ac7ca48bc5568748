"""One door for robots: a file (URDF, MJCF) or the name of a built-in one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dynid.errors import RobotError, listing, near
from dynid.robot.mechanism import Robot


def load_robot(
    source: str | os.PathLike[str] | Robot, actuated: Sequence[str] | None = None
) -> Robot:
    """A Robot from a URDF path, an MJCF path (loops by <equality>), or a built-in name such as
    "delta4".

    `actuated` names the driven coordinates where the file does not say them.
    """
    from dynid.robot.builtin import BUILTIN

    if isinstance(source, Robot):
        return source
    name = os.fspath(source)
    if name in BUILTIN:
        robot = BUILTIN[name]()
    elif Path(name).suffix.lower() in (".urdf", ".xml", ".mjcf") or Path(name).exists():
        robot = _read(Path(name), actuated)
    else:
        raise RobotError(
            f"'{name}' is neither a file nor a built-in robot.{near(name, BUILTIN)} "
            f"Expected a path to a URDF or MJCF file, or one of {listing(sorted(BUILTIN))}."
        )
    return robot if actuated is None else robot.with_(actuated=tuple(actuated))


def _read(path: Path, actuated: Sequence[str] | None) -> Robot:
    from dynid.robot.files.xmlfile import read_xml

    root = read_xml(path)
    if root.tag == "robot":
        from dynid.robot.files.urdf import urdf_robot

        return urdf_robot(root, path)
    if root.tag == "mujoco":
        from dynid.robot.files.mjcf import mjcf_robot

        return mjcf_robot(root, path, actuated)
    raise RobotError(
        f"{path}: the root element is <{root.tag}>, expected <robot> (URDF) or <mujoco> (MJCF)."
    )
