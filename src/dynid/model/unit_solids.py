"""Bodies of which nothing is known but the kinematics, as solids of density 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.kinematics import find_frame
from dynid.model.model import Model
from dynid.model.solids import cylinder
from dynid.robot.mechanism import Robot

SLENDER = 0.2  # radius of a guessed body, of its length
SHORTEST = 0.3  # length of bodies that carry nothing, of the mean length of the others


def make_unit_solids(model: Model, names: Sequence[str]) -> dict[str, Array]:
    """Cylinders of density 1 kg/m^3 from each body's joint to the farthest place where something is
    attached to it."""
    robot = model.robot
    ends = {body.name: find_far_end(robot, body.name) for body in robot.bodies}
    lengths = [float(np.linalg.norm(end)) for end in ends.values()]
    mean = float(np.mean([x for x in lengths if x > 1e-6])) if max(lengths) > 1e-6 else 0.1
    solids = {}
    for name in names:
        end = ends.get(name, np.zeros(3))  # a payload sits around its own frame
        length = float(np.linalg.norm(end))
        if length < SHORTEST * mean:
            size = SHORTEST * mean
            solids[name] = np.asarray(
                cylinder(radius=0.5 * size, length=size, density=1.0, position=end / 2)
            )
        else:
            solids[name] = np.asarray(
                cylinder(
                    radius=SLENDER * length, length=length, density=1.0, position=end / 2, axis=end
                )
            )
    return solids


def find_far_end(robot: Robot, body: str) -> Array:
    """The farthest place on a body, in its frame, where a joint, a loop or the tool is attached."""
    points = [np.asarray(child.joint.position) for child in robot.bodies if child.parent == body]
    for loop in robot.loops:
        points += [np.asarray(loop.position_a)] if loop.body_a == body else []
        points += [np.asarray(loop.position_b)] if loop.body_b == body else []
    tool = find_frame(robot, None)
    points += [np.asarray(tool.position)] if tool.body == body else []
    return max(points, key=lambda x: float(np.linalg.norm(x)), default=np.zeros(3))
