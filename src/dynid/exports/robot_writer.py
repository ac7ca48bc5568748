"""A Robot as a file that other programs load."""

from __future__ import annotations

import os
from pathlib import Path

from numpy.typing import ArrayLike

from dynid.errors import RobotError
from dynid.files import write_whole
from dynid.robot.mechanism import Robot


def export_robot(
    robot: Robot, path: str | os.PathLike[str], p: ArrayLike | None = None, overwrite: bool = False
) -> Path:
    """Write a robot as URDF (.urdf; trees), MJCF (.xml, .mjcf) or SDF (.sdf; both hold loops), with
    its nominal inertias or with `p`.

    Parameters
    ----------
    robot
        the mechanism
    path
        its ending tells the kind
    p
        (bodies with inertia, 10), in the order of the robot's bodies; None: the nominal inertias
    overwrite
        replace files that are there
    """
    target = Path(path)
    if target.suffix.lower() == ".urdf":
        from dynid.exports.urdf_writer import write_urdf

        write_urdf(robot, target, p, overwrite=overwrite)
    elif target.suffix.lower() in (".xml", ".mjcf"):
        from dynid.exports.mjcf_writer import write_mjcf

        write_mjcf(robot, target, p, overwrite=overwrite)
    elif target.suffix.lower() == ".sdf":
        from dynid.exports.sdf_writer import write_sdf_text

        write_whole(target, write_sdf_text(robot, p), overwrite)
    else:
        raise RobotError(
            f"cannot export to '{target}': expected a name that ends in .urdf, .xml, .mjcf or .sdf."
        )
    return target
