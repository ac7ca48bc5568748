"""Robots that stand on feet whose forces the logs do not have, or that hang."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dynid.errors import InputError
from dynid.option_names import name_option
from dynid.study.log_options import Processing, read_one
from dynid.study.model_options import find_frame
from dynid.study.options import FOOT_RADIUS, Group, declare_named_option, list_frames
from dynid.study.text_values import make_vector_reader, parse_words

if TYPE_CHECKING:
    from dynid.excitation.hung_robot import HungRobot
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot
    from dynid.robot.parts import Frame


@dataclass(frozen=True)
class FeetOptions(Group):
    """The feet on which a robot stands, at home."""

    contacts: tuple[str, ...] = declare_named_option(
        (),
        "Feet on which a robot with a floating base stands, at home: frames, links, "
        "geoms, or points"
        " of links, 'shank=0.1 0 -0.3'; none.",
        str,
        lambda _, text: () if text == "none" else parse_words(text),
        "FOOT,...",
        choices=list_frames,
    )
    foot_radius: float | None = declare_named_option(None, FOOT_RADIUS, float, metavar="METRES")

    def stand(self, model: Model) -> Model:
        """The model with its feet fixed where they are in the robot's pose `home`; the model itself
        where no contacts are named."""
        from dynid.closed_chains.ground_contacts import hold_feet

        if not self.contacts:
            refuse_lone_radius(self.foot_radius)
            return model
        robot = model.robot
        if not robot.base:
            raise InputError(
                f"contacts: the base of robot '{robot.name}' does not float; expected one with a"
                f" free joint, or {name_option('base', 'floating')}."
            )
        home = [[robot.home.get(name, 0.0) for name in robot.actuated]]
        feet = parse_feet(robot, self.contacts)
        return replace(model, robot=hold_feet(robot, feet, home, self.foot_radius))


@dataclass(frozen=True)
class SupportOptions(FeetOptions):
    """What carries a robot with a free base: its feet, or a point on which it hangs."""

    hang: tuple[float, ...] | None = declare_named_option(
        None,
        "Point of the floating base [m] from which the robot hangs; the base swings.",
        str,
        make_vector_reader(3, "0,0,0.1"),
        "X,Y,Z",
    )

    def hold(self, model: Model) -> tuple[Model, HungRobot | None]:
        """The model on its feet; and hung on its point. Refuses a robot with a free base that
        neither stands nor hangs, or does both."""
        from dynid.excitation.hung_robot import hang

        if self.contacts and self.hang is not None:
            raise InputError(
                f"got {name_option('contacts')} and {name_option('hang')}; expected one: a"
                " robot that stands, or hangs."
            )
        if model.robot.base and not self.contacts and self.hang is None:
            raise InputError(
                f"robot '{model.robot.name}' has a floating base, which no"
                " motor moves; expected the feet on which it stands"
                f" ({name_option('contacts')}), the"
                f" point from which it hangs ({name_option('hang')}), or a fixed base"
                f" ({name_option('base', 'fixed')})."
            )
        model = self.stand(model)
        return model, None if self.hang is None else hang(model, self.hang)


def place_on_feet(model: Model, logs: Sequence[Path], typed: Processing) -> Model:
    """The model of a robot that stands where its feet are in the logs; the model itself where no
    contacts are named."""
    if not typed.contacts:
        refuse_lone_radius(typed.foot_radius)
        return model
    from dynid.data.contact_stance import stand_on_feet

    robot = model.robot
    read = [read_one(path, robot.motors, typed) for path in logs]
    feet = parse_feet(robot, typed.contacts)
    return replace(model, robot=stand_on_feet(robot, feet, read, typed.foot_radius))


def drop_unloaded_effects(model: Model, logs: Sequence[Path], typed: Processing) -> Model:
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
            "foot radius: got no feet that roll, expected their names as well"
            f" ({name_option('contacts')})."
        )


def parse_feet(robot: Robot, contacts: Sequence[str]) -> list[Frame]:
    """The frames that contacts names."""
    return [_parse_foot(robot, text) for text in contacts]


def _parse_foot(robot: Robot, text: str) -> Frame:
    """ "foot", or a point of a link, "shank=0.1 0 -0.3"."""
    import numpy as np

    from dynid.robot.parts import Frame

    name, equals, point = text.partition("=")
    frame = find_frame(robot, name.strip())
    if not equals:
        return frame
    try:
        x, y, z = map(float, point.split())
    except ValueError:
        raise InputError(
            f"contacts: got '{text}', expected a frame, a link, or 'link=x y z' [m]."
        ) from None
    place = np.asarray(frame.position) + np.asarray(frame.rotation) @ (x, y, z)
    return Frame(text, frame.body, place, frame.rotation)
