"""A robot as it stands in its logs: feet whose forces were not recorded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.data.base import with_base
from dynid.data.base_columns import PLACE
from dynid.data.log import Log
from dynid.errors import InputError, listing, require
from dynid.loops.feet import hold_feet
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame


def standing(robot: Robot, contacts: Sequence[str | Frame], log: Log | Sequence[Log]) -> Robot:
    """The robot with its feet held where they stand in a log, or in several with one stance. What
    the ground does to them is then no part of its equations, and need not be known; torques of the
    joints have to be.

    contacts   frames or bodies of the robot whose origins stay in place, and may turn there
    """
    require("standing", robot, Robot, 'load_robot("dog.xml")')
    logs = [log] if isinstance(log, Log) else list(log)
    if not robot.base:
        raise InputError(
            f"robot '{robot.name}': got contacts, but its base does not float; expected a robot"
            ' with a free joint, or one that is loaded with base="floating".'
        )
    poses = []
    for one in logs:
        whole = with_base(one, robot, [])
        if lost := [name for name in PLACE if name not in one.around]:
            raise InputError(
                f"{one.where}: got contacts, but no {listing(lost)}; expected the place of the"
                " base, from which follows where its feet are."
            )
        if missing := [name for name in robot.actuated if name not in whole.joints]:
            raise InputError(
                f"{one.where} has no positions of {listing(missing)}; expected q_<joint> of all"
                f" joints of robot '{robot.name}'."
            )
        poses.append(whole.select(robot.actuated).q)
    return hold_feet(robot, contacts, np.concatenate(poses))
