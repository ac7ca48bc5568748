"""Ways round singular poses: closed poses of samples that no straight line joins to those before.

Samples of a log that was thinned, cut or reversed lie apart: on the straight line between two of
them, or from home to the first, the loops may not close, though the robot went from one to the
other. They are then reached from any pose that is known: other samples of the motion, followed in
both directions, or the nodes of a random tree grown from home (a rapidly exploring random tree).
Every step stays on the assembly branch of home.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from itertools import pairwise
from threading import Lock

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.closed_chains.branch_tracking import Follower, close_poses
from dynid.closed_chains.closed_home import make_follower_at_home
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot

#: parts of a straight way: as many as the kernels close at once, so that they cost nothing
PARTS = np.linspace(0.0, 1.0, 33)[1:, None]
WELL_INSIDE = 0.02  # margin that a node of the tree keeps from singular poses, ...
PART = 0.5  # ... or this part of home's own, where home itself is nearer to one
HALVED = 4  # times a step of the tree, before it is given up
#: of the tree, which all motions share: the next number where the last has not led to all samples
SHARED_NODES = (0, 32, 128)
MOST_NODES = 1024  # of a motion's own tree, which goes on towards its samples
ATTEMPTS = 4  # to grow, for every node
TOWARDS = 0.1  # of these, towards a sample
NEAREST = 12  # poses of the motion, and as many of the tree, from which a sample is tried
SOME = 9  # samples of a stretch that are tried, evenly along it
BRANCHES = 4  # poses with the same given coordinates, of which the motion takes one
SAME = 1e-6  # rad, m: two poses are one
FARTHEST = 1000.0  # rad, or of the robot's size, from home: what is beyond is not looked for
WIDEST = 20.0  # likewise: the tree grows no farther on its own
CHUNK = 512  # samples that are followed at a time


class Roadmap:
    """Closed poses (nodes, coordinates) that straight ways join to home, grown from it at
    random."""

    def __init__(self, robot: Robot, given: tuple[str, ...]) -> None:
        self.lock, self.rng = Lock(), np.random.default_rng(0)
        self.follower = make_follower_at_home(robot, given)
        self.least = min(WELL_INSIDE, PART * self.follower.margin)
        self.unit, self.given = list_units(robot, given), self.follower.con.given
        home, joints = self.follower.home[self.given], [robot.joint(name) for name in given]
        # a joint without limits is turned by half a circle either way, or slid by the robot's size
        wide = np.where(is_sliding(robot, given), self.unit, np.pi)
        self.low = np.maximum([min(joint.lower, x) for joint, x in zip(joints, home)], home - wide)
        self.high = np.minimum([max(joint.upper, x) for joint, x in zip(joints, home)], home + wide)
        self.poses = np.vstack([self.follower.home, robot.landmarks])
        self.known, self.samples = len(self.poses), np.zeros((0, len(given)))

    def copy_towards(self, q: Array) -> Roadmap:
        """A copy that grows towards the samples q (N, given), and around them."""
        road = copy(self)
        road.rng, road.samples = np.random.default_rng(1), q
        home, wide = self.poses[0][self.given], WIDEST * self.unit
        road.low = np.minimum(self.low, np.maximum(q.min(axis=0), home - wide))
        road.high = np.maximum(self.high, np.minimum(q.max(axis=0), home + wide))
        return road

    def grow(self, count: int) -> None:
        """Until there are so many nodes, or a few times as many attempts were made."""
        full = self.known + count
        for _ in range(ATTEMPTS * (full - len(self.poses))):
            if len(self.poses) >= full:
                return
            target = self.rng.uniform(self.low, self.high)
            if len(self.samples) and self.rng.random() < TOWARDS:
                target = self.rng.choice(self.samples)
            near = self.poses[find_nearest(self.poses[:, self.given], target, self.unit, 1)[0]]
            start = near[self.given]
            # loops that share no motor are walked round one by one: some motors rest
            rests = self.rng.random(len(target)) < self.rng.choice([0.0, 0.5])
            step = np.where(rests, 0.0, target - start)
            for k in range(HALVED):
                pose = self.reach(near, start + 0.5**k * step)
                if pose is not None and self.follower.margin > self.least:
                    self.poses = np.vstack([self.poses, pose])
                    break

    def reach(self, pose: Array, q: Array) -> Array | None:
        """The pose at q (given,) that the straight way from another pose leads to, or None."""
        follower, start = self.follower, pose[self.given]
        there = follower.restart(pose) and follower.walk(start + PARTS * (q - start))
        return follower.pose if there else None

    def compute_margin(self, pose: Array) -> float:
        """How far a closed pose is from singular ones."""
        return self.follower.margin if self.follower.restart(pose) else 0.0

    def can_close(self, q: Array) -> bool:
        """Whether the loops close at q (given,) on any branch: Newton from all nodes."""
        poses = self.poses.copy()
        poses[:, self.given] = q
        return bool(close_poses(self.follower.closure, poses)[1].any())


@lru_cache(maxsize=64)
def make_roadmap(robot: Robot, given: tuple[str, ...]) -> Roadmap:
    """That of all motions: the same whatever was closed before."""
    return Roadmap(robot, given)


class PoseFinder:
    """The closed poses of all samples q (N, given) of a motion, found when the first is asked for.

    nodes     of the tree, at most
    partly    some samples may stay open; else the search ends with the first that does
    """

    def __init__(
        self,
        robot: Robot,
        given: tuple[str, ...],
        q: Array,
        nodes: int = MOST_NODES,
        partly: bool = False,
    ) -> None:
        self.robot, self.names, self.q, self.lock = robot, given, q, Lock()
        self.stages = sorted({*(x for x in SHARED_NODES if x <= nodes), nodes})
        self.partly, self.turns = partly, ~is_sliding(robot, robot.coordinates)
        self.known: Flags = np.zeros(0, dtype=bool)
        self.poses: Array = np.empty((0, 0))

    def find(self, sample: int) -> Array | None:
        """The pose of a sample, None where no way to it was found."""
        self.find_all()
        return self.poses[sample].copy() if self.known[sample] else None

    def find_all(self) -> Flags:
        """Which samples are reached."""
        with self.lock:
            if len(self.known) < len(self.q):
                self.known, self.open = np.zeros((2, len(self.q)), dtype=bool)
                self.poses = np.empty((len(self.q), len(self.robot.coordinates)))
                road = make_roadmap(self.robot, self.names)
                with road.lock:
                    self._find_with(road)
        return self.known

    def _find_with(self, road: Roadmap) -> None:
        with np.errstate(over="ignore"):
            far = np.abs(self.q - road.poses[0][road.given]) > FARTHEST * road.unit
        self.open[:] = far.any(axis=1)
        for count in self.stages:
            if count > SHARED_NODES[-1]:
                road = road.copy_towards(self.q[~(self.known | self.open)])
            road.grow(count)
            while self._reach_some(road, count == self.stages[-1]):
                pass
            for some in self._list_stretches() if count > 0 else ():
                self.open[some] = not any(road.can_close(q) for q in self.q[spread(some)])
            if not self._list_stretches() or (self.open.any() and not self.partly):
                return

    def _reach_some(self, road: Roadmap, last: bool) -> bool:
        """Reach some of the samples that are not reached; False where none is. In the last stage
        the first stretch that is not reached decides, unless samples may stay open."""
        any_reached = False
        for some in self._list_stretches():
            reached = self._reach(road, some)
            any_reached |= reached
            if last and not reached and not self.partly:
                return False
        return any_reached

    def _list_stretches(self) -> list[slice]:
        """The stretches of samples that are not reached, but for those whose loops stay open."""
        done = np.concatenate([[True], self.known | self.open, [True]])
        edges = np.flatnonzero(np.diff(done)).tolist()
        return [slice(a, b) for a, b in zip(edges[::2], edges[1::2])]

    def _reach(self, road: Roadmap, some: slice) -> bool:
        """Reach a sample of a stretch from a pose that is known, and follow the motion from there;
        False where none is reached. Where several branches lead to a sample, that from which the
        motion can be followed farthest is taken."""
        samples, home = spread(some), road.poses[0][road.given]
        for sample in samples[find_nearest(self.q[samples], home, road.unit, SOME)].tolist():
            reached: list[Array] = []
            best: tuple[Ints, Array] = np.zeros(0, dtype=np.int64), np.empty((0, 0))
            for start in self._find_starts(road, self.q[sample]):
                pose = road.reach(start, self.q[sample])
                if pose is None or any(self._is_same(pose, other) for other in reached):
                    continue
                reached.append(pose)
                best = max(
                    best, self._follow(road.follower, pose, sample, some), key=_count_followed
                )
                if len(best[0]) == some.stop - some.start or len(reached) == BRANCHES:
                    break
            if len(best[0]):
                self.known[best[0]], self.poses[best[0]] = True, best[1]
                return True
        return False

    def _find_starts(self, road: Roadmap, q: Array) -> Array:
        """The known poses nearest to a sample: of the motion, and of the tree."""
        there = np.flatnonzero(self.known)
        of_motion = there[find_nearest(self.q[there], q, road.unit, NEAREST)]
        of_tree = find_nearest(road.poses[:, road.given], q, road.unit, NEAREST)
        return np.vstack([self.poses[of_motion], road.poses[of_tree]])

    def _follow(
        self, follower: Follower, pose: Array, sample: int, some: slice
    ) -> tuple[Ints, Array]:
        """Follow the motion from the pose of a sample to both ends of a stretch, as far as it can
        be: the samples that are reached, and their poses."""
        found, poses = [], []
        for samples in (np.arange(sample, some.stop), np.arange(sample, some.start - 1, -1)):
            follower.restart(pose)
            for a, b in pairwise([*range(0, len(samples), CHUNK), len(samples)]):
                poses.append(follower.follow_poses(self.q[samples[a:b]]))
                found.append(samples[a : a + len(poses[-1])])
                if len(found[-1]) < b - a:
                    break
        each, first = np.unique(np.concatenate(found), return_index=True)
        return each, np.concatenate(poses)[first]

    def _is_same(self, a: Array, b: Array) -> bool:
        """Whether two poses are one, but for whole turns."""
        d = np.where(self.turns, np.remainder(a - b + np.pi, 2 * np.pi) - np.pi, a - b)
        return bool(np.abs(d).max() < SAME)


def _count_followed(followed: tuple[Ints, Array]) -> int:
    return len(followed[0])


def can_close(robot: Robot, q: Array) -> Flags:
    """(N,) at which samples of a motion q (N, n) the loops can be closed."""
    if robot.is_tree:
        return np.ones(len(q), dtype=bool)
    return PoseFinder(robot, robot.actuated, np.ascontiguousarray(q), partly=True).find_all()


def start_near(follower: Follower, q: Array) -> None:
    """Let a follower start from the landmark of its robot nearest to q (given,), if there are
    any."""
    landmarks, unit = (
        np.asarray(follower.robot.landmarks),
        list_units(follower.robot, follower.given),
    )
    near = find_nearest(landmarks[:, follower.con.given], q, unit, 1)
    if len(near) and not follower.restart(landmarks[near[0]]):
        follower.restart(follower.home)


def is_sliding(robot: Robot, names: tuple[str, ...]) -> Flags:
    return np.array([robot.joint(name).kind == "prismatic" for name in names])


def list_units(robot: Robot, names: tuple[str, ...]) -> Array:
    """By which distances of coordinates are measured: rad, or the robot's size."""
    return np.where(is_sliding(robot, names), compute_robot_size(robot), 1.0)


def spread(some: slice) -> Ints:
    """A few samples, evenly along a stretch."""
    return np.unique(np.linspace(some.start, some.stop - 1, SOME).astype(np.int64))


def find_nearest(q: Array, to: Array, unit: Array, count: int) -> Ints:
    """The rows of q (N, n) nearest to a place (n,), nearest first."""
    far = np.abs((q - to) / unit).max(axis=1, initial=0.0)
    return np.argsort(far, kind="stable")[:count]
