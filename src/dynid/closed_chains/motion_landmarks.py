"""What a log tells of the poses of a robot with loops: landmarks, so that any of its samples are
closed as the whole motion is; and a home pose, where the file's does not lead there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.branch_tracking import close_poses
from dynid.closed_chains.closed_home import check_sides, close_home, make_follower_at_home
from dynid.closed_chains.closed_motion import check_motion_array
from dynid.closed_chains.roadmap import PoseFinder, find_nearest, list_units
from dynid.errors import LoopClosureError
from dynid.robot.mechanism import Robot

LANDMARKS = 64  # at most: they are saved with a result
NEAR = 0.1  # rad, or of the robot's size: what is nearer to a landmark needs none of its own
LOOKED_AT = 2000  # samples among which landmarks are chosen
FOLLOWED = 0.9  # of the samples: where fewer are reached, the pose is not the robot's
TRIES, STARTS = 10, 32  # blocks of so many random poses from which the first sample is closed
SAME = 1e-6  # rad, m: two poses are one


def follow_motions(robot: Robot, motions: Sequence[ArrayLike]) -> Robot:
    """The robot with landmarks along motions (N, n) of its actuated coordinates: samples of them
    are then closed alike, in whatever order or number.

    Where nothing leads from home to any of them, home becomes the pose at the first sample that is
    nearest to it, within the joints' limits, from which they can be followed; where there is none,
    the robot stays as it is.

    Parameters
    ----------
    robot
        the mechanism
    motions
        positions (N, n) of the actuated coordinates, one array for each motion
    """
    names = robot.actuated
    q = [check_motion_array(motion, len(names), None, "positions q", names) for motion in motions]
    if robot.is_tree or not q or not all(map(len, q)):
        return robot
    poses = _follow_motion(robot, q)
    if poses is None:
        for home in _find_poses(robot, q[0][0]):
            there = robot.replace(home=dict(zip(robot.coordinates, home.tolist())))
            poses = _follow_motion(there, q)
            if poses is not None:
                robot = there
                break
    return robot if poses is None else robot.replace(landmarks=_spread_out(robot, poses))


def _follow_motion(robot: Robot, motions: Sequence[Array]) -> Array | None:
    """Closed poses along motions, None where most samples are not reached."""
    found, reached, N = [], 0, sum(map(len, motions))
    for q in motions:
        finder = PoseFinder(robot, robot.actuated, q)
        known = finder.find_all()
        reached += int(known.sum())
        poses = finder.poses[known]
        found.append(poses[:: max(1, -(-len(poses) // LOOKED_AT))])
    return np.concatenate(found) if reached >= FOLLOWED * N else None


def _spread_out(robot: Robot, poses: Array) -> Array:
    """Those of some poses that lie farthest from each other, in turn."""
    given = [robot.coordinates.index(name) for name in robot.actuated]
    q, chosen = poses[:, given] / list_units(robot, robot.actuated), [0]
    far = np.abs(q - q[0]).max(axis=1)
    while len(chosen) < LANDMARKS and far.max() > NEAR:
        chosen.append(int(far.argmax()))
        far = np.minimum(far, np.abs(q - q[chosen[-1]]).max(axis=1))
    return poses[chosen]


def _find_poses(robot: Robot, q: Array) -> list[Array]:
    """Closed poses with the actuated coordinates at q (n,), within the limits of all joints, those
    nearest to home first: Newton from home and from random poses around it."""
    follower, home = make_follower_at_home(robot, robot.actuated), close_home(robot)
    solved, rng = follower.con.solved, np.random.default_rng(0)
    unit, joints = list_units(robot, robot.coordinates), [robot.joint(x) for x in robot.coordinates]
    low, high = (np.array([getattr(joint, x) for joint in joints]) for x in ("lower", "upper"))
    found: list[Array] = []
    for k in range(TRIES):
        wide = np.pi * unit * k / TRIES
        start = np.clip(home + rng.uniform(-1.0, 1.0, (STARTS, len(home))) * wide, low, high)
        start[:, follower.con.given] = q
        poses, closes = close_poses(follower.closure, start)
        for pose in poses[closes]:
            inside = bool(np.all((pose[solved] >= low[solved]) & (pose[solved] <= high[solved])))
            new = all(np.abs(pose - other).max() > SAME for other in found)
            if inside and new and _is_upright(robot, pose):
                found.append(pose)
    order = find_nearest(np.array(found).reshape(-1, len(home)), home, unit, len(found))
    return [found[k] for k in order]


def _is_upright(robot: Robot, pose: Array) -> bool:
    try:
        check_sides(robot, pose[None])
    except LoopClosureError:
        return False
    return True
