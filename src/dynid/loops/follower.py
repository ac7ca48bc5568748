"""One closed pose, carried along a motion; and what is said where its loops do not close."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, LoopClosureError, RobotError, UnclosedError, listing
from dynid.loops.motion import Motion
from dynid.loops.rolling import roll
from dynid.loops.topology import Constraints, constraints_of, tree_of
from dynid.robot.closing import robot_size
from dynid.robot.mechanism import Robot

if TYPE_CHECKING:
    from dynid.loops.roadmap import PoseFinder

# |R_kk| / |column k|: below this a pose is reported as close to a singularity
MARGIN_WARNING = 1e-3
#: in place of the driver's arrays q_i, qd_i, qdd_i, q, qd, qdd, G, Gd and margin
_NONE = (*[np.zeros((0, 0))] * 6, *[np.zeros((0, 0, 0))] * 2, np.zeros(0))
CLOSED = 1e-9  # m, rad: residual of loops that are closed


class Follower:
    """Keeps a closed pose and carries it along a motion. One for each thread.

    finder    knows the poses of samples that the straight way from the one before, or from home,
              does not lead to; without it such a sample is an error
    """

    finder: PoseFinder | None = None

    def __init__(self, robot: Robot, given: tuple[str, ...], home: Array) -> None:
        from dynid.loops import drive as driver
        from dynid.loops.work import workspace

        self.robot, self.given, self.home, self.driver = robot, given, home, driver
        self.tree, self.con = tree_of(robot), checked_constraints(robot, given)
        n_d, n_i = len(self.con.solved), len(self.con.given)
        self.place = np.empty(n_d + n_i, dtype=np.int64)
        self.place[self.con.solved] = np.arange(n_d)
        self.place[self.con.given] = n_d + np.arange(n_i)
        sliding = [robot.joint(robot.coordinates[c]).kind == "prismatic" for c in self.con.solved]
        self.scale = np.where(sliding, 1.0 / robot_size(robot), 1.0)
        self.work = workspace(self.tree, self.con)
        self.drive(driver.RESTART)

    def drive(self, way: int, *arrays: Array, start: int = 0) -> int:
        """Run the compiled driver; arrays q_i, qd_i, qdd_i, q, qd, qdd, G, Gd, margin as far as
        `way` needs them."""
        given = (*arrays, *_NONE[len(arrays) :])
        constants = self.tree, self.con, self.place, self.scale, self.work, self.home
        return int(self.driver.drive(way, *constants, *given[:-1], start, given[-1]))

    def restart(self, pose: Array) -> bool:
        """Continue from another closed pose; False where the loops cannot be closed near it."""
        home, self.home = self.home, pose
        self.drive(self.driver.RESTART)
        self.home = home
        return bool(self.work.good[0] == 1.0)

    def copy_base(self, other: Follower) -> None:
        """Continue from the pose of another follower of the same robot."""
        for name in ("base", "X", "base_det", "base_J"):
            getattr(self.work, name)[...] = getattr(other.work, name)

    def walk(self, q_i: Array) -> bool:
        return self.drive(self.driver.WALK, np.ascontiguousarray(q_i)) < 0

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
                raise self._error(first + done, q_i[done])
            self.restart(pose)
            rest = q_i[done:], qd_i[done:], qdd_i[done:]
            further = self._drive_along(*rest, into, start + done)
            if further == 0:
                raise self._error(first + done, q_i[done])
            done += further
        roll(into, slice(start, start + len(q_i)), self.given)

    def poses(self, q_i: Array) -> Array:
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
        given = (np.ascontiguousarray(x) for x in (q_i, qd_i, qdd_i))
        moved = (into.q[part], into.qd[part], into.qdd[part], into.G, into.G_rate)
        failed = self.drive(self.driver.CLOSE, *given, *moved, into.margin[part], start=start)
        return len(q_i) if failed < 0 else failed

    def _error(self, sample: int, q_i: Array) -> LoopClosureError:
        q_i, base = q_i.copy(), self.work.base.copy()
        return UnclosedError(lambda: self._why(sample, q_i, base))

    def _why(self, sample: int, q_i: Array, base: Array) -> str:
        """What is said of a sample that cannot be reached from the pose `base`."""
        loop, residual, coordinate = self.closest(q_i, base)
        margin = float(self.work.margin.min())
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
                f"the loops close there (to {residual:.1g}), but no way was found from robot.home:"
                " it is on another assembly branch, or beyond singular poses (are angles off by 2"
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
        held = listing(self.robot.locked, 6)
        return f" Locked joints may hold the loop open: {held}." if self.robot.locked else ""

    def closest(self, q_i: Array, base: Array) -> tuple[str, float, str]:
        """The loop that stays open most, by how much, and the worst determined coordinate, nearest
        to q_i, searched from the pose `base`."""
        from scipy.optimize import least_squares

        w, con = self.work, self.con

        def phi(x: Array) -> Array:
            w.q[con.given] = q_i[:, None]
            w.q[con.solved] = x[:, None]
            evaluate(self)
            return w.phi[:, 0].copy()

        best = least_squares(phi, base[con.solved], method="trf", max_nfev=200).x
        residual = np.abs(phi(best))
        worst = int(residual.argmax())
        self.drive(self.driver.FACTOR)
        weakest = int(np.abs(w.diagonal[:, 0]).argmin())
        loop, coordinate = con.loop[worst], con.solved[weakest]
        names, coordinates = loop_names(self.robot), self.robot.coordinates
        return names[loop], float(residual[worst]), coordinates[coordinate]


def evaluate(follower: Follower) -> None:
    """phi and A at work.q."""
    follower.drive(follower.driver.EVALUATE)


def loop_names(robot: Robot) -> list[str]:
    """What messages call the loops and couplings, in the order of `Constraints.loop`."""
    couplings = [f"coupling of {coupling.joint}" for coupling in robot.couplings]
    return [loop.name for loop in robot.loops] + couplings


def checked_constraints(robot: Robot, given: tuple[str, ...]) -> Constraints:
    unknown = [name for name in given if name not in robot.coordinates]
    if unknown:
        raise InputError(
            f"robot '{robot.name}' has no coordinate {listing(unknown)}; it has"
            f" {listing(robot.coordinates)}."
        )
    con = constraints_of(robot, given)
    free = [
        robot.coordinates[c]
        for k, c in enumerate(con.solved)
        if con.row_start[k] == con.row_start[k + 1]
    ]
    if free:
        raise RobotError(
            f"robot '{robot.name}': no loop or coupling determines {listing(free)} once"
            f" {listing(given)} are given; actuate, fix or couple them."
        )
    return con
