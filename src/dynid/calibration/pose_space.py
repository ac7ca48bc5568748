"""Poses that a robot can hold: within its limits, its loops closed, without self-collision."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.errors import InputError, LoopClosureError, SingularityWarning
from dynid.excitation.limited_quantities import list_families
from dynid.excitation.motion_limits import Limits, select_active_limits
from dynid.excitation.sampled_motion import MotionState
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states
from dynid.robot.loop_residuals import compute_robot_size

ROUNDS = 40  # of draws, for as many poses as were asked for
DRAWN = 100  # that show how far joints go
SLACK = 1e-9


class PoseSpace:
    """The poses among which postures are chosen.

    Parameters
    ----------
    model
        of the robot; with masses where torques at rest are limited
    limits
        those of a motion: positions, torques, workspace, floor, distances; None: of the robot
    """

    def __init__(self, model: Model, limits: Limits | None = None) -> None:
        self.robot = robot = model.robot
        self.held = held = select_active_limits(limits, model)
        self.families = list_families(model, held, robot.actuated, robot)
        self.drives = [robot.coordinates.index(name) for name in robot.actuated]
        ranges = {b.name: (b.low, b.high) for b in held.bounds if b.order == 0}
        low, high = np.array([ranges.get(n, (-np.inf, np.inf)) for n in robot.actuated]).T
        if robot.is_tree:
            # a joint without limits is turned through a full circle, or slid by the robot's size
            size = compute_robot_size(robot)
            sliding = [robot.joint(name).kind == "prismatic" for name in robot.actuated]
            wide = np.where(sliding, size, np.pi)
            low, high = np.maximum(low, -wide), np.minimum(high, wide)
        self.low, self.high = low, high
        self.reach = np.ptp(draw_random_states(robot, DRAWN)[0], axis=0)

    def draw(self, count: int, seed: int) -> Array:
        """(count, actuated) random poses; fewer where hardly any is allowed."""
        found: list[Array] = []
        for round in range(ROUNDS):
            q = draw_random_states(self.robot, count, seed + 1000 * round)[0]
            if self.robot.is_tree:
                q = np.random.default_rng([seed, round]).uniform(self.low, self.high, q.shape)
            found.append(q[self.are_allowed(q)])
            if sum(map(len, found)) >= count:
                break
        poses = np.concatenate(found)[:count]
        if not len(poses):
            raise InputError(
                f"robot '{self.robot.name}': none of {ROUNDS * count} random poses keeps its"
                " limits, expected some that do: widen the limits of positions and distances."
            )
        return poses

    def draw_near(self, pose: Array, count: int, size: float, rng: np.random.Generator) -> Array:
        """Poses about one, by shares of the ranges of the joints."""
        steps = size * self.reach * rng.normal(size=(count, len(pose)))
        near: Array = np.clip(pose + steps, self.low, self.high)
        return near[self.are_allowed(near)]

    def are_allowed(self, q: Array) -> NDArray[np.bool_]:
        """(N,) which poses keep all limits."""
        fine: NDArray[np.bool_] = np.all((q >= self.low - SLACK) & (q <= self.high + SLACK), axis=1)
        if not self.robot.is_tree:
            fine &= self._close_one_by_one(q)
        some = np.flatnonzero(fine)
        if not len(some) or not self.families:
            return fine
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SingularityWarning)
            motion = close(self.robot, q[some], detours=None)
            state = MotionState(motion, motion, self.drives)
            for family in self.families:
                x = family.compute_extremes(state)
                fine[some] &= np.all((x >= family.low) & (x <= family.high), axis=1)
        return fine

    def _close_one_by_one(self, q: Array) -> NDArray[np.bool_]:
        """Which are reached from home."""
        fine = np.ones(len(q), dtype=bool)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SingularityWarning)
            for k in range(len(q)):
                try:
                    close(self.robot, q[[k]], detours=None)
                except LoopClosureError:
                    fine[k] = False
        return fine
