"""Robots that stand on feet whose forces the logs do not have, or that hang."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dynid.errors import InputError
from dynid.study.logs import Processing, read_one
from dynid.study.robot import frame_of
from dynid.study.text_values import vector, words

if TYPE_CHECKING:
    from dynid.excite.hanging import Hanging
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot
    from dynid.robot.parts import Frame


def check_support(robot: Robot, contacts: str = "", hang: str = "") -> None:
    """Refuse a floating robot that neither stands nor hangs, or does both: before the work."""
    if contacts and hang:
        raise InputError("got --contacts and --hang; expected one: a robot that stands, or hangs.")
    if robot.base and not contacts and not hang:
        raise InputError(
            f"robot '{robot.name}' floats, and no motor drives its base; expected the feet on"
            " which it stands (--contacts), the point of its base on which it hangs (--hang), or a"
            " base that is held (--base fixed)."
        )


def on_feet(model: Model, logs: Sequence[Path], typed: Processing) -> Model:
    """The model of a robot that stands where its feet are in the logs; the model itself where no
    contacts are named."""
    if not typed.contacts:
        refuse_lone_radius(typed.foot_radius)
        return model
    from dynid.data.stance import standing

    robot = model.robot
    read = [read_one(path, robot.motors, typed) for path in logs]
    feet = feet_of(robot, typed.contacts)
    return replace(model, robot=standing(robot, feet, read, typed.foot_radius))


def by_rows(model: Model, logs: Sequence[Path], typed: Processing) -> Model:
    """The model without effects in joints where only the rows of a free base count, which show
    none."""
    robot = model.robot
    if not robot.base:
        return model
    from dynid.model.model import Model

    read = [read_one(path, robot.motors, typed) for path in logs]
    lost = all(set(robot.motors) <= set(log.torqueless) for log in read)
    if not lost and typed.rows != "base":
        return model
    return Model(robot, [each.payload for each in model.layout.payloads], model.symmetric)


def refuse_lone_radius(radius: float | None) -> None:
    if radius is not None:
        raise InputError(
            "--foot-radius: got no feet that roll, expected their names as well (--contacts)."
        )


def standing_at_home(model: Model, contacts: str | None, radius: float | None = None) -> Model:
    """The model with its feet held where they are in the robot's pose `home`; the model itself
    where no contacts are named."""
    from dynid.loops.feet import hold_feet

    if not contacts:
        refuse_lone_radius(radius)
        return model
    robot = model.robot
    if not robot.base:
        raise InputError(
            f"--contacts: the base of robot '{robot.name}' does not float; expected one with a free"
            " joint, or --base floating."
        )
    home = [[robot.home.get(name, 0.0) for name in robot.actuated]]
    return replace(model, robot=hold_feet(robot, feet_of(robot, words(contacts)), home, radius))


def hanging_at(model: Model, point: str) -> Hanging:
    """The robot hung on a point of its base, "0,0,0.1"."""
    from dynid.excite.hanging import hang

    return hang(model, vector("--hang", 3, "0,0,0.1")(point))


def feet_of(robot: Robot, contacts: Sequence[str]) -> list[Frame]:
    """The frames that --contacts names."""
    return [_foot(robot, text) for text in contacts]


def _foot(robot: Robot, text: str) -> Frame:
    """ "foot", or a point of a link, "shank=0.1 0 -0.3"."""
    import numpy as np

    from dynid.robot.parts import Frame

    name, equals, point = text.partition("=")
    frame = frame_of(robot, name.strip())
    if not equals:
        return frame
    try:
        x, y, z = map(float, point.split())
    except ValueError:
        raise InputError(
            f"--contacts: got '{text}', expected a frame, a link, or 'link=x y z' [m]."
        ) from None
    place = np.asarray(frame.position) + np.asarray(frame.rotation) @ (x, y, z)
    return Frame(text, frame.body, place, frame.rotation)
