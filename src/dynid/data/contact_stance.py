"""A robot as it stands in its logs: feet whose forces were not recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.ground_contacts import hold_feet, list_feet, release_feet
from dynid.closed_chains.kinematics import find_frame, forward_kinematics
from dynid.data.floating_base import add_base_coordinates
from dynid.data.log import Log
from dynid.errors import InputError, join_names, require
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame


def stand_on_feet(
    robot: Robot,
    contacts: Sequence[str | Frame],
    log: Log | Sequence[Log],
    radius: float | None = None,
) -> Robot:
    """The robot with its feet fixed where they stand in a log, or in several with one stance. What
    the ground does to them is then no part of its equations, and need not be known; torques of the
    joints have to be.

    Parameters
    ----------
    robot
        one with a base that floats
    contacts
        frames or bodies of the robot whose origins stay in place, and may turn there; geoms of an
        MJCF as well
    log
        of the robot on its feet; several with one stance
    radius
        [m] of feet that are balls about these origins, and roll on level ground; None: of geoms
        that are spheres theirs, else 0
    """
    require("standing", robot, Robot, 'load_robot("dog.xml")')
    logs = [log] if isinstance(log, Log) else list(log)
    if not robot.base:
        raise InputError(
            f"robot '{robot.name}': got contacts, but its base does not float; expected a robot"
            ' with a free joint, or one that is loaded with base="floating".'
        )
    frames = [find_frame(robot, contact) for contact in contacts]
    poses = []
    for one in logs:
        whole = add_base_coordinates(one, robot, [], anywhere=True)
        if missing := [name for name in robot.actuated if name not in whole.joints]:
            raise InputError(
                f"{one.where} has no positions of {join_names(missing)}; expected q_<joint> of all"
                f" joints of robot '{robot.name}'."
            )
        poses.append(whole.select(robot.actuated).q)
    q = np.concatenate(poses)
    if frames and robot.is_tree:
        q = place_base_by_legs(robot, frames, q, np.zeros(3))
    return hold_feet(robot, frames, q, radius)


def place_base_by_legs(robot: Robot, feet: Sequence[Frame], q: Array, middle: Array) -> Array:
    """The positions (N, n) of a robot that stands, its base where its legs say: the middle of its
    feet is `middle`. Encoders know it better than what sees the base, and feet may creep."""
    slides = [robot.actuated.index(name) for name in robot.base[:3]]
    q = np.array(q)
    q[:, slides] = 0.0
    found = np.mean([forward_kinematics(robot, q, foot)[:, :3, 3] for foot in feet], axis=0)
    q[:, slides] = (middle - found) @ np.asarray(robot.joint(robot.base[0]).rotation)
    return q


def place_log_by_legs(log: Log, robot: Robot) -> Log:
    """The log of a robot that stands, its base where its legs say."""
    free, feet = release_feet(robot), list_feet(robot)
    if not feet or not free.is_tree or not set(free.actuated) <= set(log.joints):
        return log
    middle = np.mean([np.asarray(loop.position_a) for loop in robot.loops], axis=0)
    q = np.array(log.q)
    at = [log.joints.index(name) for name in free.actuated]
    q[:, at] = place_base_by_legs(free, feet, q[:, at], middle)
    return replace(log, q=q)
