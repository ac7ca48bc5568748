"""Poses of bodies and tools, and the actuated positions that bring a tool to a place."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closing import close
from dynid.errors import InputError, join_names, require
from dynid.robot.chains import TRANSLATION, chain
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Frame, Loop
from dynid.robot.poses import compute_body_poses


def find_frame(robot: Robot, frame: str | Frame | None) -> Frame:
    if isinstance(frame, Frame):
        return frame
    if frame is None:
        return robot.tool or Frame("last body", robot.bodies[-1].name)
    named: dict[str, Frame] = {
        f.name: f for f in (*robot.frames, *([robot.tool] if robot.tool else ()))
    }
    if frame in named:
        return named[frame]
    if any(body.name == frame for body in robot.bodies):
        return Frame(frame, frame)
    raise InputError(
        f"robot '{robot.name}' has no frame or body '{frame}'; it has "
        f"{join_names([*named, *(body.name for body in robot.bodies)])}."
    )


def forward_kinematics(robot: Robot, q: ArrayLike, frame: str | Frame | None = None) -> Array:
    """Poses (N, 4, 4) of a frame (default: the tool) for actuated positions (N, n).

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates
    frame
        a frame or its name; None: the tool
    """
    require("forward_kinematics", robot, Robot, 'load_robot("arm.urdf")')
    where = find_frame(robot, frame)
    local = np.eye(4)
    local[:3, :3], local[:3, 3] = where.rotation, where.position
    pose: Array = compute_body_poses(robot, close(robot, q).q)[where.body] @ local
    return pose


def inverse_kinematics(robot: Robot, z: ArrayLike) -> Array:
    """Actuated positions (N, n) for task coordinates (N, n): the loops, solved the other way
    round.

    Parameters
    ----------
    robot
        the mechanism
    z
        (N, n) the coordinates that `robot.task` names
    """
    require("inverse_kinematics", robot, Robot, 'load_robot("arm.urdf")')
    if not robot.task:
        raise InputError(
            f"robot '{robot.name}' names no task coordinates; expected Robot(task=(...)) with"
            f" {robot.dof} of {join_names(robot.coordinates)}."
        )
    whole = robot if set(robot.task) <= set(robot.coordinates) else add_tool_body(robot)
    motion = close(whole, z, given=robot.task)
    return motion.q[:, [whole.coordinates.index(name) for name in robot.actuated]]


@lru_cache(maxsize=64)
def add_tool_body(robot: Robot) -> Robot:
    """The robot with a massless body at its tool, so that the tool's place is among the coordinates
    "tool.x" ..."""
    tool = find_frame(robot, None)
    home = close_home(robot)
    x, y, z = (
        compute_body_poses(robot, home[None])[tool.body][0]
        @ np.append(np.asarray(tool.position), 1.0)
    )[:3]
    return robot.replace(
        bodies=(*robot.bodies, *chain("tool place", WORLD, "tool", TRANSLATION, massless=True)),
        loops=(*robot.loops, Loop("tool place", tool.body, "tool place", tool.position)),
        home={**dict(zip(robot.coordinates, home)), "tool.x": x, "tool.y": y, "tool.z": z},
    )
