"""From logs of force sensors to what the identification of single bodies needs."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.data.columns import FORCES
from dynid.data.dataset import Dataset
from dynid.errors import InputError, listing
from dynid.loops.closure import close
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.simulation.body_motion import body_motion
from dynid.simulation.loop_wrenches import LoopForces
from dynid.simulation.wrenches import HingeWrenches, with_forces


def measured_wrenches(data: Dataset) -> HingeWrenches:
    """Motion of the bodies and forces of the sensors; nan where there was none.

    A body can be identified where its own joint, those of the bodies that hang on it, and the loops
    that end at it have sensors: a sensor in the last joint alone tells the last body.
    """
    robot = data.model.robot
    _check(robot, data)
    moved = body_motion(close(robot, data.q, data.qd, data.qdd))
    joints = _stacked(data, [body.joint.name for body in robot.bodies])
    loops = _stacked(data, [loop.name for loop in robot.loops])
    known = np.ones((joints.shape[1] + loops.shape[1], 6), dtype=bool)
    nothing = np.zeros_like(joints[..., :3])
    at_loops = LoopForces(loops[..., :3], loops[..., 3:], (nothing, nothing), known)
    return with_forces(robot, moved, joints[..., :3], joints[..., 3:], at_loops)


def _stacked(data: Dataset, names: list[str]) -> Array:
    """(N, names, 6)"""
    nothing = np.full((len(data), 6), np.nan)
    columns = [data.sensors.get(name, nothing) for name in names]
    return np.stack(columns, axis=1) if columns else np.zeros((len(data), 0, 6))


def sensors_of(robot: Robot, body: str) -> list[str]:
    """The joints and loops whose forces act on a body."""
    joints = [b.joint.name for b in robot.bodies if body in (b.name, b.parent)]
    return joints + [x.name for x in robot.loops if body in (x.body_a, x.body_b)]


def _check(robot: Robot, data: Dataset) -> None:
    """At least one body must have all its sensors."""
    lacks = {
        body.name: [x for x in sensors_of(robot, body.name) if x not in data.sensors]
        for body in robot.bodies
        if body.name != WORLD
    }
    if all(lacks.values()):
        body, missing = min(lacks.items(), key=lambda item: len(item[1]))
        columns = f"{', '.join(f'{kind}_{missing[0]}' for kind in FORCES)}"
        found = f"forces in {listing(data.sensors)}" if data.sensors else "no forces in any joint"
        raise InputError(
            f"the logs have {found}, and no body of '{robot.name}' has a sensor in all its joints;"
            f" '{body}' needs those of {listing(sensors_of(robot, body))}. Expected columns such as"
            f" {columns}: force and moment of a six-axis sensor in that joint. Drive torques alone"
            " do not suffice for single bodies; see dynid identify without --method per-body."
        )
