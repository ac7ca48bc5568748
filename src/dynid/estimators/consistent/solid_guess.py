"""Bodies of which nothing is known but the kinematics: uniform cylinders from joint to joint, one
density for all.

The density is the one that explains the torques best, so the guess has at least the right weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.arrays import Array
from dynid.loops.kinematics import find_frame
from dynid.model.base import BaseParameters
from dynid.model.model import Model
from dynid.model.solids import cylinder
from dynid.robot.mechanism import Robot

SLENDER = 0.2  # radius of a guessed body, of its length
SHORTEST = 0.3  # length of bodies that carry nothing, of the mean length of the others


def guess_bodies(
    base: BaseParameters, W: Array, y: Array, p: Array, unknown: Sequence[str]
) -> dict[str, Array]:
    """{body: ten parameters} of the unknown bodies (or payloads), beside what p says of the others.

    W theta = y is what the data say of the base parameters.
    """
    model = base.model
    solids = unit_solids(model, unknown)
    whole = np.zeros(len(model.parameters))
    for k, name in enumerate(model.group_names):
        if name in unknown:
            place = slice(10 * k, 10 * k + 10)
            whole[place] = np.where(np.isnan(p[place]), solids[name], 0.0)
    known = np.nan_to_num(p)
    # effects of any sign beside the density, which counts where it is positive: a fit of
    # W (known + density whole + effects) = y
    # (gains of drives are no force of their own: they would explain all of it)
    others = np.setdiff1d(
        np.arange(model.layout.inertial.stop, len(p)), list(model.layout.gains.values())
    )
    columns = W @ np.column_stack([base.map @ whole, base.map[:, others]])
    norm = np.maximum(np.linalg.norm(columns, axis=0), 1e-300)
    left = y - W @ base.of(known)
    density = 0.0
    if norm[0] > 1e-200:
        density = float(np.linalg.lstsq(columns / norm, left, rcond=None)[0][0] / norm[0])
    return {name: solids[name] * (density if density > 0 else 1000.0) for name in unknown}


def unit_solids(model: Model, names: Sequence[str]) -> dict[str, Array]:
    """Cylinders of density 1 kg/m^3 from each body's joint to the farthest place where something is
    attached to it."""
    robot = model.robot
    ends = {body.name: far_end(robot, body.name) for body in robot.bodies}
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


def far_end(robot: Robot, body: str) -> Array:
    """The farthest place on a body, in its frame, where a joint, a loop or the tool is attached."""
    points = [np.asarray(child.joint.position) for child in robot.bodies if child.parent == body]
    for loop in robot.loops:
        points += [np.asarray(loop.position_a)] if loop.body_a == body else []
        points += [np.asarray(loop.position_b)] if loop.body_b == body else []
    tool = find_frame(robot, None)
    points += [np.asarray(tool.position)] if tool.body == body else []
    return max(points, key=lambda x: float(np.linalg.norm(x)), default=np.zeros(3))
