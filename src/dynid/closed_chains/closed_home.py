"""The home pose of a robot, its loops closed: where every motion starts from."""

from __future__ import annotations

import warnings
from functools import lru_cache

import numpy as np

from dynid._native import Closure
from dynid.arrays import Array, freeze_array
from dynid.closed_chains.branch_tracking import (
    CLOSED,
    Follower,
    close_poses,
    compute_closure_residual,
    list_loop_names,
    look_at,
    make_closure,
)
from dynid.closed_chains.topology import make_constraints
from dynid.errors import IgnoredElementWarning, LoopClosureError, join_names
from dynid.robot.degrees_of_freedom import AGREE, NEAR_LIMIT, find_closed_pose, list_outside_limits
from dynid.robot.loop_residuals import Closing, compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.poses import compute_body_poses

MARGIN_ERROR = 1e-9  # |R_kk| / |column k|: below this the passive coordinates are not determined


@lru_cache(maxsize=256)
def close_home(robot: Robot) -> Array:
    """`robot.home` with its loops closed, found once: by Newton to round-off, else by a search
    within the joints' limits. Redundant equations may disagree by AGREE of the robot's size."""
    guess = np.array([robot.home.get(name, 0.0) for name in robot.coordinates])
    if robot.is_tree:
        return guess
    closure, con = make_closure(robot, robot.actuated), make_constraints(robot, robot.actuated)
    q, found = _solve_newton(closure, guess)
    closes = found and np.abs(compute_closure_residual(closure, q)).max() <= CLOSED
    # where home says all, it is as wanted; where the loops decide, the limits hold
    moved = np.abs(q - guess).max() > NEAR_LIMIT
    beyond = list_outside_limits(robot, q) if closes and moved else []
    if not closes or beyond:
        q = find_closed_pose(Closing(robot))
        if beyond and not list_outside_limits(robot, q):
            warnings.warn(
                f"robot '{robot.name}': near robot.home its loops close outside the limits of"
                f" {join_names(beyond, 4)}; took a closed pose inside of them.",
                IgnoredElementWarning,
                stacklevel=2,
            )
        near, found = _solve_newton(closure, q)
        q = near if found else q
    residual = np.abs(compute_closure_residual(closure, q))
    redundant = len(residual) > len(con.solved)
    limit = AGREE * max(compute_robot_size(robot), 1.0) if redundant else CLOSED
    loop = list_loop_names(robot)[con.loop[residual.argmax()]]
    if not residual.max() <= limit:
        raise LoopClosureError(
            f"robot '{robot.name}': its loops cannot be closed near robot.home; loop '{loop}' stays"
            f" open by {residual.max():.3g} (m or rad). Give home={{coordinate: value}} near an"
            " assembled pose, and check the loop's points."
        )
    if residual.max() > CLOSED:
        warnings.warn(
            f"robot '{robot.name}': redundant equations of its loops disagree by"
            f" {residual.max():.1g} (m or rad, at '{loop}'); the loops are closed as well as can"
            " be.",
            IgnoredElementWarning,
            stacklevel=2,
        )
    q, _ = _solve_newton(closure, q)
    check_sides(robot, q[None])
    margin, _, weakest = look_at(closure, q[None])
    if margin[0] < MARGIN_ERROR:
        worst = robot.coordinates[int(weakest[0])]
        raise LoopClosureError(
            f"robot '{robot.name}': at its home pose the loops do not determine '{worst}' (margin"
            f" {margin[0]:.1e}). Either the pose is singular (give another home), or that"
            " coordinate turns freely: fix or actuate it."
        )
    return freeze_array(q)


def _solve_newton(closure: Closure, q: Array) -> tuple[Array, bool]:
    """The pose (coordinates,) that Newton ends at from q, and whether it converged."""
    poses, closes = close_poses(closure, q[None])
    return poses[0], bool(closes[0])


def close_near(robot: Robot, pose: Array) -> Array:
    """The closed pose next to another one, by Newton's steps alone."""
    closure = make_closure(robot, robot.actuated)
    q, _ = _solve_newton(closure, pose)
    if not np.abs(compute_closure_residual(closure, q)).max(initial=0.0) <= CLOSED:
        raise LoopClosureError(f"robot '{robot.name}': its loops do not close near that pose.")
    return q


def make_follower_at_home(robot: Robot, given: tuple[str, ...]) -> Follower:
    return Follower(robot, given, close_home(robot))


def take_actuated_home(robot: Robot) -> Array:
    """The closed home pose of the actuated coordinates, in their order."""
    return close_home(robot)[[robot.coordinates.index(name) for name in robot.actuated]]


def check_sides(robot: Robot, q: Array) -> None:
    """Refuse a home pose that closes hinges or welds turned over: their equations hold for opposed
    axes as well."""
    poses = compute_body_poses(robot, q)
    for loop in robot.loops:
        axes = {"rigid": (0, 1, 2), "axis": (2,)}.get(loop.kind, ())
        Ra = poses[loop.body_a][0, :3, :3] @ np.asarray(loop.rotation_a)
        Rb = poses[loop.body_b][0, :3, :3] @ np.asarray(loop.rotation_b)
        turned = ["xyz"[k] for k in axes if Ra[:, k] @ Rb[:, k] < 0.5]
        if turned:
            raise LoopClosureError(
                f"robot '{robot.name}': near robot.home, loop '{loop.name}' closes only with its"
                f" {' and '.join(turned)} axes apart (turned over). Give a home nearer to the"
                " assembled pose, or turn one of its frames."
            )
