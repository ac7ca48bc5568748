"""Closing the loops of a robot: the motion of all coordinates from the motion of the independent
ones."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, frozen_array
from dynid.errors import InputError, LoopClosureError, RobotError, SingularityWarning, listing
from dynid.loops.topology import Constraints, constraints_of, tree_of
from dynid.robot.mechanism import Robot

THREADS = min(os.cpu_count() or 1, 8)
MARGIN_WARNING = (
    1e-3  # |R_kk| / |column k|: below this a pose is reported as close to a singularity
)
MARGIN_ERROR = 1e-9  # below this the passive coordinates are not determined
HOME_TOLERANCE = 1e-9  # closure (m, rad) that a home pose must reach
THREAD_SAMPLES = 2048  # a thread of its own pays off from this many samples on
THINNING = (
    64  # the second thread's start is found by following every 64th sample: about 1 % of the time
)


@dataclass(frozen=True, eq=False)
class Motion:
    """The motion of all coordinates, samples first, in the order of `robot.coordinates`.

    G = dq/dq_i (coordinates, independent ones, samples) and its rate; None for a tree, all of whose
    are independent. `given` names the independent coordinates, where they are not the actuated
    ones.
    """

    robot: Robot
    q: Array
    qd: Array
    qdd: Array
    G: Array | None = None
    G_rate: Array | None = None
    margin: Array | None = None
    given: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return (
            f"Motion({self.robot.name!r}, {self.q.shape[0]} samples, {self.q.shape[1]} coordinates)"
        )


def motion_array(
    value: ArrayLike | None, columns: int, samples: int | None, what: str, names: Sequence[str]
) -> Array:
    """A checked (N, columns) array; None means zeros, and one sample may be given as (columns,)."""
    if value is None:
        return np.zeros((samples or 0, columns))
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{what}: got {type(value).__name__}, expected an array of numbers ({error})."
        ) from None
    if array.ndim == 1 and columns > 0 and array.size == columns and samples in (None, 1):
        array = array[None, :]
    if (
        array.ndim != 2
        or array.shape[1] != columns
        or (samples is not None and array.shape[0] != samples)
    ):
        expected = f"({samples if samples is not None else 'N'}, {columns})"
        raise InputError(
            f"{what}: got an array of shape {array.shape}, expected {expected}, one column each for"
            f" {listing(names)}."
        )
    bad = ~np.isfinite(array)
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise InputError(
            f"{what}: {int(bad.sum())} values are nan or infinite, the first at sample {row},"
            f" '{names[column]}'; expected finite numbers: cut or interpolate those samples."
        )
    return np.require(
        array, requirements=["C", "W"]
    )  # the kernels are compiled for such arrays only


def close(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    given: Sequence[str] = (),
    rates: bool = False,
) -> Motion:
    """Solve the loops along a motion (N, n) of the actuated coordinates, or of the `given` ones.

    Follows the assembly branch of `robot.home` from sample to sample; velocities and accelerations
    are exact. Raises LoopClosureError with sample, loop and residual where a pose cannot be
    reached.
    """
    names = tuple(given) or robot.actuated
    q_i = motion_array(q, len(names), None, "positions q", names)
    qd_i = motion_array(qd, len(names), len(q_i), "velocities qd", names)
    qdd_i = motion_array(qdd, len(names), len(q_i), "accelerations qdd", names)
    if robot.is_tree and set(names) == set(robot.coordinates):
        order = [names.index(c) for c in robot.coordinates]
        return Motion(robot, q_i[:, order], qd_i[:, order], qdd_i[:, order], given=names)
    N, n_c, n_i = len(q_i), len(robot.coordinates), len(names)
    motion = Motion(
        robot,
        np.empty((N, n_c)),
        np.empty((N, n_c)),
        np.empty((N, n_c)),
        np.zeros((n_c, n_i, N)),
        np.zeros((n_c, n_i, N if rates else 0)),
        np.empty(N),
        names,
    )

    def run(follower: Follower, part: slice) -> None:
        follower.close(q_i[part], qd_i[part], qdd_i[part], motion, part.start)

    along_threads(robot, names, q_i, run)
    assert motion.margin is not None
    warn_if_singular(robot, motion.margin)
    return motion


def along_threads(
    robot: Robot, given: tuple[str, ...], q_i: Array, run: Callable[[Any, Any], object]
) -> None:
    """Call run(follower, part) for consecutive parts of a motion, one thread each, starting where
    the part does."""
    N = len(q_i)
    parts = max(1, min(THREADS, N // THREAD_SAMPLES))
    edges = np.linspace(0, N, parts + 1).astype(int)
    followers = [Follower(robot, given) for _ in range(parts)]
    for k in range(1, parts):
        followers[k].copy_base(followers[k - 1])
        if not followers[k].walk(q_i[edges[k - 1] : edges[k] : THINNING]):
            # the thinned path is too coarse for this motion: follow every sample, in one thread
            run(Follower(robot, given), slice(0, N))
            return
    slices = [slice(int(a), int(b)) for a, b in pairwise(edges)]
    if parts == 1:
        run(followers[0], slices[0])
        return
    with ThreadPoolExecutor(parts) as pool:
        for future in [pool.submit(run, f, s) for f, s in zip(followers, slices)]:
            future.result()


class Follower:
    """Keeps a closed pose and carries it along a motion. One for each thread."""

    def __init__(self, robot: Robot, given: tuple[str, ...], home: Array | None = None) -> None:
        from dynid.loops import driver as closure_driver
        from dynid.loops.work import workspace

        self.robot, self.given = robot, given
        self.driver = closure_driver
        self.tree, self.con = tree_of(robot), checked_constraints(robot, given)
        n_d, n_i = len(self.con.solved), len(self.con.given)
        self.place = np.empty(n_d + n_i, dtype=np.int64)
        self.place[self.con.solved] = np.arange(n_d)
        self.place[self.con.given] = n_d + np.arange(n_i)
        size = robot_size(robot)
        sliding = [robot.joint(robot.coordinates[c]).kind == "prismatic" for c in self.con.solved]
        self.scale = np.where(sliding, 1.0 / size, 1.0)
        self.work = workspace(self.tree, self.con)
        self.home = closed_home(robot).copy() if home is None else home
        closure_driver.restart(self.tree, self.con, self.place, self.scale, self.work, self.home)

    @property
    def _constants(self) -> tuple:
        return self.tree, self.con, self.place, self.scale, self.work

    def copy_base(self, other: Follower) -> None:
        """Continue from the pose of another follower of the same robot."""
        for name in ("base", "X", "base_det", "base_J"):
            getattr(self.work, name)[...] = getattr(other.work, name)

    def walk(self, q_i: Array) -> bool:
        return bool(self.driver.walk(*self._constants, self.home, np.ascontiguousarray(q_i)) < 0)

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
        part = slice(start, start + len(q_i))
        assert into.G is not None
        assert into.G_rate is not None
        assert into.margin is not None
        failed = self.driver.close_chunk(
            *self._constants,
            self.home,
            q_i,
            qd_i,
            qdd_i,
            into.q[part],
            into.qd[part],
            into.qdd[part],
            into.G,
            into.G_rate,
            start,
            into.margin[part],
        )
        if failed >= 0:
            raise self._error(
                (start if first_sample is None else first_sample) + failed, q_i[failed]
            )

    def _error(self, sample: int, q_i: Array) -> LoopClosureError:
        loop, residual, coordinate = self.closest(q_i)
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
            if residual > HOME_TOLERANCE * 10
            else (
                f"the loops close there (to {residual:.1g}), but only on another assembly branch"
                " than that of robot.home, or across a singular pose on the straight way from the"
                " sample before (are angles off by 2 pi?)"
            )
        )
        return LoopClosureError(
            f"robot '{self.robot.name}', sample {sample}: {what}, at {pose}. Expected a pose inside"
            f" the workspace, on the assembly branch of robot.home.{near} Check units, signs and"
            " zero offsets of the positions, and the geometry."
        )

    def closest(self, q_i: Array) -> tuple[str, float, str]:
        """The loop that stays open most, by how much, and the worst determined coordinate, nearest
        to q_i."""
        from scipy.optimize import least_squares

        w, con = self.work, self.con
        names = [loop.name for loop in self.robot.loops] + [
            f"coupling of {c.joint}" for c in self.robot.couplings
        ]

        def phi(x: Array) -> Array:
            w.q[con.given] = q_i[:, None]
            w.q[con.solved] = x[:, None]
            evaluate(self)
            return w.phi[:, 0].copy()

        best = least_squares(phi, w.base[con.solved], method="trf", max_nfev=200).x
        residual = np.abs(phi(best))
        worst = int(residual.argmax())
        self.driver.factor(con, w.A, w.Q, w.diagonal, w.dot)
        self.driver.singularity(con, w.A, w.diagonal, w.margin, w.det, w.length, w.dot)
        weakest = int(np.abs(w.diagonal[:, 0]).argmin())
        return (
            names[con.loop[worst]],
            float(residual[worst]),
            self.robot.coordinates[con.solved[weakest]],
        )


def evaluate(follower: Follower) -> None:
    """phi and A at work.q."""
    w, d = follower.work, follower.driver
    d.pose_world(follower.tree, w)
    d.residual_and_jacobian(follower.tree, follower.con, follower.place, w)


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


def robot_size(robot: Robot) -> float:
    """A length that stands for the robot: the largest offset between its joints and loop points."""
    lengths = [np.linalg.norm(np.asarray(b.joint.position)) for b in robot.bodies]
    lengths += [
        np.linalg.norm(np.asarray(p))
        for loop in robot.loops
        for p in (loop.position_a, loop.position_b)
    ]
    return float(max(lengths, default=0.0)) or 1.0


@lru_cache(maxsize=256)
def closed_home(robot: Robot) -> Array:
    """`robot.home` with its loops closed to round-off, found once: Newton, else least squares over
    all coordinates."""
    from scipy.optimize import least_squares

    guess = np.array([robot.home.get(name, 0.0) for name in robot.coordinates])
    if robot.is_tree:
        return guess
    follower = Follower(robot, robot.actuated, home=guess)
    w, con = follower.work, follower.con

    def phi(q: Array) -> Array:
        w.q[:] = q[:, None]
        evaluate(follower)
        return w.phi[:, 0].copy()

    q = w.q[:, 0].copy()
    if not (w.good[0] == 1.0 and np.abs(phi(q)).max() <= HOME_TOLERANCE):
        q = least_squares(phi, guess, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=2000).x
    residual = np.abs(phi(q))
    if not residual.max() <= HOME_TOLERANCE:
        names = [loop.name for loop in robot.loops] + [
            f"coupling of {c.joint}" for c in robot.couplings
        ]
        raise LoopClosureError(
            f"robot '{robot.name}': its loops cannot be closed near robot.home; loop"
            f" '{names[con.loop[residual.argmax()]]}' stays open by {residual.max():.3g} (m or"
            " rad). Give home={coordinate: value} near an assembled pose, and check the loop's"
            " points."
        )
    w.q[:] = q[:, None]
    follower.driver.newton(*follower._constants, False)
    check_sides(robot, w.q[:, :1].T)
    if w.margin[0] < MARGIN_ERROR:
        worst = robot.coordinates[con.solved[int(np.abs(w.diagonal[:, 0]).argmin())]]
        raise LoopClosureError(
            f"robot '{robot.name}': at its home pose the loops do not determine '{worst}' (margin"
            f" {w.margin[0]:.1e}). Either the pose is singular (give another home), or that"
            " coordinate turns freely: fix or actuate it."
        )
    return frozen_array(w.q[:, 0])


def actuated_home(robot: Robot) -> Array:
    """The closed home pose of the actuated coordinates, in their order."""
    return closed_home(robot)[[robot.coordinates.index(name) for name in robot.actuated]]


def check_sides(robot: Robot, q: Array) -> None:
    """Refuse a home pose that closes hinges or welds turned over: their equations hold for opposed
    axes as well."""
    from dynid.loops.poses import body_poses

    poses = body_poses(robot, q)
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


def warn_if_singular(robot: Robot, margin: Array) -> None:
    if len(margin) and margin.min() < MARGIN_WARNING:
        k = int(margin.argmin())
        warnings.warn(
            f"robot '{robot.name}': {int((margin < MARGIN_WARNING).sum())} samples lie close to a"
            f" singularity, the closest is sample {k} (margin {margin[k]:.1e}); velocities and"
            " forces there are badly determined.",
            SingularityWarning,
            stacklevel=4,
        )
