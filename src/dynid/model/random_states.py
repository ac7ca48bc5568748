"""Seeded random states of a robot, its loops closed exactly: what identifiability is judged on."""

from __future__ import annotations

import warnings
from functools import lru_cache

import numpy as np

from dynid.arrays import Array, make_random_generator
from dynid.closed_chains.closed_home import make_follower_at_home, take_actuated_home
from dynid.closed_chains.roadmap import Roadmap, find_nearest
from dynid.errors import SingularityWarning
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot

MARGIN = 0.02  # stay this far from singular poses (see closure: |R_kk| / |column k|)
PART = 0.5  # ... or by this part of home's own distance, where home itself is near one
SHORTER = 0.7
REGULAR = 64  # poses among which a regular one is looked for, where home may be near a singular one
NEARLY = 0.03  # of the largest margin of these: home is near a singular pose
#: parts of the way from home, so that no pose beyond a singular one is taken for reachable
WAY = np.linspace(0.0, 1.0, 9)[1:, None]
#: the same way in smaller steps, for loops with more equations than coordinates: they have no
#: determinant whose sign tells that a pose slipped past a singular one, but it comes to another
#: end by smaller steps
SMALL_STEPS = np.linspace(0.0, 1.0, 257)[1:, None]
SAME = 1e-6  # rad, m: the two poses are one


@lru_cache(maxsize=64)
def set_regular_home(robot: Robot) -> Robot:
    """The robot at home in a pose away from singular ones: its own, or, where that is nearer to one
    than other poses are, the next that is not. Near a singular pose, states hardly differ, and
    parameters seem not to act."""
    if robot.is_tree or make_follower_at_home(robot, robot.actuated).margin >= MARGIN:
        return robot
    road = Roadmap(robot, robot.actuated)
    road.grow(REGULAR)
    margins = np.array([road.compute_margin(pose) for pose in road.poses])
    if margins[0] >= NEARLY * margins.max():
        return robot
    regular = np.flatnonzero(margins >= PART * margins.max())
    near = find_nearest(road.poses[regular][:, road.given], road.poses[0][road.given], road.unit, 1)
    best = int(regular[near[0]])
    warnings.warn(
        f"robot '{robot.name}': its home is near a singular pose (margin {margins[0]:.1g}); which"
        f" parameters act is judged around another pose (margin {margins[best]:.1g}).",
        SingularityWarning,
        stacklevel=2,
    )
    return robot.replace(home=dict(zip(robot.coordinates, road.poses[best].tolist())))


def draw_random_states(robot: Robot, count: int, seed: int = 0) -> tuple[Array, Array, Array]:
    """(q, qd, qdd), each (count, n) of the actuated coordinates; poses anywhere in the limits or
    the workspace."""
    robot = set_regular_home(robot)
    rng = make_random_generator(seed)
    joints = [robot.joint(name) for name in robot.actuated]
    size = compute_robot_size(robot)
    reach = np.array([0.5 * size if joint.kind == "prismatic" else 1.0 for joint in joints])
    qd = rng.normal(size=(count, robot.dof)) * 2.0 * reach
    # every second state is slow, joint by joint over four decades: some friction only acts near
    # rest
    qd[::2] *= 10.0 ** rng.uniform(-4.0, 0.0, size=qd[::2].shape)
    qdd = rng.normal(size=(count, robot.dof)) * 5.0 * reach
    if robot.is_tree:
        # a joint without limits is turned through a full circle, or slid by the robot's size
        wide = [size if joint.kind == "prismatic" else np.pi for joint in joints]
        low = np.array([max(joint.lower, -w) for joint, w in zip(joints, wide)])
        high = np.array([min(joint.upper, w) for joint, w in zip(joints, wide)])
        low, high = np.minimum(low, high - 0.1 * np.array(wide)), high
        return rng.uniform(low, high, size=(count, robot.dof)), qd, qdd
    return _draw_workspace_poses(robot, count, reach, rng), qd, qdd


def _draw_workspace_poses(
    robot: Robot, count: int, reach: Array, rng: np.random.Generator
) -> Array:
    """Poses around home: random directions, shortened until the loops close well away from
    singularities."""
    home = take_actuated_home(robot)
    at_home, follower, slow, before, along = (
        make_follower_at_home(robot, robot.actuated) for _ in range(5)
    )
    poses = np.empty((count, robot.dof))
    margin = min(MARGIN, PART * at_home.margin)
    redundant = at_home.branch.is_redundant
    far = 1.0  # part of a step: where hardly any whole one succeeds, the next starts shorter
    for k in range(count):
        step = rng.uniform(-1.0, 1.0, size=robot.dof) * reach * far
        for _ in range(40):
            for each, start in ((follower, at_home), (slow, at_home), (along, before)):
                each.copy_base(start)
            if (
                follower.walk(home + WAY * step)
                and follower.margin > margin
                and (not redundant or slow.walk(home + SMALL_STEPS * step))
                and (not redundant or bool(np.abs(slow.pose - follower.pose).max() < SAME))
                and along.walk((home + step)[None, :])  # as the poses are closed later, in a row
            ):
                break
            step, far = SHORTER * step, SHORTER * far
        far = min(1.0, far / SHORTER**2)
        poses[k] = home + step
        before.copy_base(along)
    return poses
