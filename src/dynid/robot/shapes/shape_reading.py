"""collision_shapes(robot): what the file of a robot says about the space that its bodies take."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from dynid.errors import RobotError
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Frame
from dynid.robot.shapes.shape import Shape, Shapes


@lru_cache(maxsize=16)
def read_collision_shapes(robot: Robot) -> Shapes:
    """The shapes in the file that a robot was read from, each on a body of the robot.

    A link that was merged into another body (fixed, or locked) is found by the frame that it left.
    A robot without a file has none.
    """
    path = Path(robot.source)
    if not robot.source or not path.is_file():
        return Shapes()
    found = _read_file_shapes(path)
    places = {WORLD: Frame(WORLD, WORLD)}
    places |= {frame.name: frame for frame in robot.frames}
    places |= {body.name: Frame(body.name, body.name) for body in robot.bodies}
    shapes: list[Shape] = []
    lost = [(places[link].body, why) for link, why in found.lost if link in places]
    lost += [(link, "the robot has no such body") for link, _ in found.lost if link not in places]
    for shape in found.shapes:
        at = places.get(shape.body)
        if at is None:
            lost.append((shape.body, "the robot has no such body"))
        else:
            shapes.append(shape.place(at.body, np.asarray(at.rotation), np.asarray(at.position)))
    return Shapes(tuple(shapes), tuple(dict.fromkeys(lost)), found.ground)


def _read_file_shapes(path: Path) -> Shapes:
    from dynid.robot.files.xmlfile import read_xml

    try:
        root = read_xml(path)
        if root.tag == "robot":
            from dynid.robot.shapes.urdf_shapes import read_urdf_shapes

            return read_urdf_shapes(root, path)
        if root.tag == "mujoco":
            from dynid.robot.shapes.mjcf_shapes import read_mjcf_shapes

            return read_mjcf_shapes(path)
        if root.tag == "sdf":
            from dynid.robot.shapes.sdf_shapes import read_sdf_shapes

            return read_sdf_shapes(root, path)
    except RobotError:  # the file has changed since
        pass
    return Shapes()
