"""One closed pose, carried along a motion; and what is said where its loops do not close."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from dynid._native import Branch, Closure
from dynid.arrays import Array, Flags, Ints
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.topology import Constraints, make_constraints, make_native_tree
from dynid.closed_chains.tree_jacobian import compute_tree_jacobian
from dynid.errors import InputError, LoopClosureError, RobotError, UnclosedError, join_names
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame

if TYPE_CHECKING:
    from dynid.closed_chains.roadmap import PoseFinder

# |R_kk| / |column k|: below this a pose is reported as close to a singularity
MARGIN_WARNING = 1e-3
CLOSED = 1e-9  # m, rad: residual of loops that are closed


class Follower:
    """Keeps a closed pose and carries it along a motion. One for each thread.

    finder    knows the poses of samples that the straight way from the one before, or from home,
              does not lead to; without it such a sample is an error
    """

    finder: PoseFinder | None = None

    def __init__(self, robot: Robot, given: tuple[str, ...], home: Array) -> None:
        self.robot, self.given, self.home = robot, given, home
        self.closure = make_closure(robot, given)
        self.branch = Branch(self.closure, home)

    @property
    def con(self) -> Constraints:
        return make_constraints(self.robot, self.given)

    @property
    def pose(self) -> Array:
        """(coordinates,) the closed pose."""
        pose = np.empty(len(self.robot.coordinates))
        self.branch.get_pose(pose)
        return pose

    @property
    def margin(self) -> float:
        """|R_kk| / |column k|: how far from singular the poses were that were closed last."""
        return self.branch.margin

    def restart(self, pose: Array) -> bool:
        """Continue from another closed pose; False where the loops cannot be closed near it."""
        return self.branch.restart(pose)

    def copy_base(self, other: Follower) -> None:
        """Continue from the pose of another follower of the same robot."""
        self.branch.copy(other.branch)

    def walk(self, q_i: Array) -> bool:
        return self.branch.walk(q_i) < 0

    def close(
        self,
        q_i: Array,
        qd_i: Array,
        qdd_i: Array,
        into: Motion,
        start: int = 0,
        first_sample: int | None = None,
    ) -> None:
        """Close a part of a motion, continuing from the present pose; results go to `into`, from
        sample `start` on.

        `first_sample` is the number of the part's first sample in error messages, where it is not
        `start`.
        """
        first = start if first_sample is None else first_sample
        done = self._drive_along(q_i, qd_i, qdd_i, into, start)
        while done < len(q_i):
            pose = None if self.finder is None else self.finder.find(first + done)
            if pose is None:
                raise self._make_error(first + done, q_i[done])
            self.restart(pose)
            rest = q_i[done:], qd_i[done:], qdd_i[done:]
            further = self._drive_along(*rest, into, start + done)
            if further == 0:
                raise self._make_error(first + done, q_i[done])
            done += further
        roll(into, slice(start, start + len(q_i)), self.given)

    def follow_poses(self, q_i: Array) -> Array:
        """(reached, coordinates) of the samples q_i (N, given) that are reached, continuing from
        the present pose."""
        N, n_c = len(q_i), len(self.robot.coordinates)
        q, qd, qdd = (np.empty((N, n_c)) for _ in range(3))
        gains = np.zeros((n_c, len(self.given), N)), np.zeros((n_c, len(self.given), 0))
        into = Motion(self.robot, q, qd, qdd, *gains, np.empty(N), self.given)
        still = np.zeros_like(q_i)
        return q[: self._drive_along(q_i, still, still, into, 0)]

    def _drive_along(self, q_i: Array, qd_i: Array, qdd_i: Array, into: Motion, start: int) -> int:
        """Close samples into `into` from sample `start` on; how many are reached."""
        part = slice(start, start + len(q_i))
        assert into.G is not None
        assert into.G_rate is not None
        assert into.margin is not None
        moved = into.q[part], into.qd[part], into.qdd[part], into.G[..., part]
        rates = into.G_rate[..., part] if into.G_rate.size else None
        failed = self.branch.close(q_i, qd_i, qdd_i, *moved, rates, into.margin[part])
        return len(q_i) if failed < 0 else failed

    def _make_error(self, sample: int, q_i: Array) -> LoopClosureError:
        q_i, base = q_i.copy(), self.pose
        return UnclosedError(lambda: self._explain_failure(sample, q_i, base), sample)

    def _explain_failure(self, sample: int, q_i: Array, base: Array) -> str:
        """What is said of a sample that cannot be reached from the pose `base`."""
        loop, residual, coordinate, margin = self.find_closest(q_i, base)
        near = (
            f" The nearest pose is singular (margin {margin:.1e}): '{coordinate}' is not determined"
            " there."
            if margin < MARGIN_WARNING
            else ""
        )
        pose = ", ".join(f"{name} = {value:.6g}" for name, value in zip(self.given, q_i))
        what = (
            f"loop '{loop}' stays open by {residual:.3g} (m or rad)"
            if residual > CLOSED * 10
            else (
                f"the loops close there (to {residual:.1g}), but no path was found"
                " from robot.home: the pose is on another assembly branch, or beyond singular "
                "poses (are angles off by 2"
                " pi?)"
            )
        )
        return (
            f"robot '{self.robot.name}', sample {sample}: {what}, at {pose}. Expected a pose inside"
            f" the workspace, on the assembly branch of robot.home.{near} Check units, signs and"
            f" zero offsets of the positions, and the geometry.{self._held}"
        )

    @property
    def _held(self) -> str:
        held = join_names(self.robot.locked, 6)
        return f" Locked joints may hold the loop open: {held}." if self.robot.locked else ""

    def find_closest(self, q_i: Array, base: Array) -> tuple[str, float, str, float]:
        """The loop that stays open most, by how much, the worst determined coordinate and the
        margin, nearest to q_i, searched from the pose `base`."""
        from scipy.optimize import least_squares

        con, q = self.con, base.copy()
        q[con.given] = q_i

        def compute_residual(x: Array) -> Array:
            q[con.solved] = x
            return compute_closure_residual(self.closure, q)

        best = least_squares(compute_residual, base[con.solved], method="trf", max_nfev=200).x
        residual = np.abs(compute_residual(best))
        worst = int(residual.argmax())
        margin, _, weakest = look_at(self.closure, q[None])
        names, coordinates = list_loop_names(self.robot), self.robot.coordinates
        coordinate = coordinates[int(weakest[0])]
        return names[con.loop[worst]], float(residual[worst]), coordinate, float(margin[0])


def compute_closure_residual(closure: Closure, q: Array) -> Array:
    """phi (equations,) at a pose (coordinates,)."""
    phi = np.empty(closure.equations)
    closure.residual(q, phi)
    return phi


def close_poses(closure: Closure, q: Array) -> tuple[Array, Flags]:
    """Closed poses (N, coordinates), by Newton from q; and whether it converged (N,)."""
    q, closes = q.copy(), np.empty(len(q), dtype=bool)
    closure.close_poses(q, closes)
    return q, closes


def look_at(closure: Closure, q: Array) -> tuple[Array, Array, Ints]:
    """At poses (N, coordinates), as they are: margin, side of the singular poses, and the
    coordinate that is determined worst, (N,) each."""
    margin, side, weakest = np.empty(len(q)), np.empty(len(q)), np.empty(len(q), dtype=np.int64)
    closure.look_at_poses(q, margin, side, weakest)
    return margin, side, weakest


def list_loop_names(robot: Robot) -> list[str]:
    """What messages call the loops and couplings, in the order of `Constraints.loop`."""
    couplings = [f"coupling of {coupling.joint}" for coupling in robot.couplings]
    return [loop.name for loop in robot.loops] + couplings


def make_checked_constraints(robot: Robot, given: tuple[str, ...]) -> Constraints:
    unknown = [name for name in given if name not in robot.coordinates]
    if unknown:
        raise InputError(
            f"robot '{robot.name}' has no coordinate {join_names(unknown)}; it has"
            f" {join_names(robot.coordinates)}."
        )
    con = make_constraints(robot, given)
    free = [
        robot.coordinates[c]
        for k, c in enumerate(con.solved)
        if con.row_start[k] == con.row_start[k + 1]
    ]
    if free:
        raise RobotError(
            f"robot '{robot.name}': no loop or coupling determines {join_names(free)} once"
            f" {join_names(given)} are given; actuate, fix or couple them."
        )
    return con


def compute_scales(robot: Robot, con: Constraints) -> Array:
    """(solved,) 1 for angles, 1 / the robot's size for lengths: steps of both are compared."""
    sliding = [robot.joint(robot.coordinates[c]).kind == "prismatic" for c in con.solved]
    return np.where(sliding, 1.0 / compute_robot_size(robot), 1.0)


@lru_cache(maxsize=256)
def make_closure(robot: Robot, given: tuple[str, ...]) -> Closure:
    """What the kernels of native/ read of a robot's loops."""
    con = make_checked_constraints(robot, given)
    return Closure(make_native_tree(robot), con, compute_scales(robot, con))


# ---- Feet that are balls and roll on level ground: the ground acts below their centres, not where
# a loop holds them.
#
# A loop holds the point of the sole that lies below the centre on average, so that the centre moves
# as it rolls. The force acts at the point of contact, radius rho below the centre, which rests:
#
#     J q' = v + omega x (-rho z) = 0,    J = J_v + rho z x J_omega,    G_d = -J_d^-1 J_i
#
# with the solved coordinates d and the independent ones i. These G take the place of the loops'
# own.

UP = np.array([0.0, 0.0, 1.0])


def roll(motion: Motion, part: slice, given: tuple[str, ...]) -> None:
    """Correct G of the samples `part` of a closed motion, where feet of its robot roll."""
    robot = motion.robot
    if motion.G is None or not any(loop.rho for loop in robot.loops):
        return
    here = Motion(robot, motion.q[part], motion.qd[part], motion.qdd[part])
    rows = []
    for loop in robot.loops:
        centre = np.asarray(loop.position_b) + np.asarray(loop.roll)
        J = compute_tree_jacobian(here, Frame(loop.name, loop.body_b, centre))[0]
        rows.append(J[:, :3] + loop.rho * np.cross(UP, J[:, 3:], axisb=1, axisc=1))
    whole = np.concatenate(rows, axis=1)  # (N, 3 feet, coordinates)
    solved = [k for k, name in enumerate(robot.coordinates) if name not in given]
    free = [robot.coordinates.index(name) for name in given]
    G_d = -np.linalg.pinv(whole[:, :, solved]) @ whole[:, :, free]
    motion.G[solved, :, part] = G_d.transpose(1, 2, 0)
