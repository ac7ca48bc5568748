"""Collision avoidance: which capsules of a robot keep apart from each other and from the floor, and
by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closing import close
from dynid.errors import InputError, join_names
from dynid.excitation.capsule_ends import CapsuleEnds
from dynid.excitation.capsule_fit import cover
from dynid.excitation.capsules import Capsule, find_closest_points, list_pairs
from dynid.model.random_states import draw_random_states
from dynid.option_names import name_option
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.robot.shapes.shape_reading import read_collision_shapes

POSES = 200  # random ones, on which levers are measured, and what no pose avoids
ALWAYS = 0.95  # share of them in which a pair touches that cannot be kept apart
BONE = 0.1  # radius of the capsules that stand in for shapes, in lengths of the longest body
SLIDE = 0.1  # m of a sliding joint for each rad of the tolerance
TOUCHING = 1e-3  # m
UNCHANGED = 1e-9  # m
HARDLY = 0.02  # m: what rises no more than this over the floor stands on it, as wheels do
AT_HOME = 0.8  # of the distance at home of a robot with loops: more is not asked for
SHARE = 0.3  # of the largest distance of a pair: more is not asked for


@dataclass(frozen=True, eq=False)
class CollisionModel:
    """capsules   of all bodies that are watched
    pairs, gaps   numbers of capsules, and the least distance of each pair [m]
    floor         its height [m], or None
    above         capsules kept over it, and the least height [m] of each
    notes         what was done, assumed and left out
    """

    capsules: tuple[Capsule, ...]
    pairs: tuple[tuple[int, int], ...]
    gaps: Array
    floor: float | None
    above: tuple[int, ...]
    heights: Array
    notes: tuple[str, ...]


def make_collision_model(
    robot: Robot,
    given: tuple[Capsule, ...],
    shapes: bool,
    floor: float | str | None,
    clearance: float,
    tolerance: float,
) -> CollisionModel | None:
    """None where nothing is to be watched: no capsules given, no file, no floor."""
    notes: list[str] = []
    taken = {capsule.body for capsule in given}
    covered: list[Capsule] = []
    bones: list[Capsule] = []
    asked = isinstance(floor, (int, float))
    if (shapes and robot.source) or asked:
        covered, bones = _from_file(robot, taken, notes)
    capsules = (*given, *covered, *bones)
    if not capsules:
        if asked:
            raise InputError(
                f"got a floor at {floor:g} m, and no body of '{robot.name}' has a shape to keep"
                " above it; expected capsules (Limits(capsules=...)), or no floor"
                f" ({name_option('floor', 'none')})."
            )
        return None
    watch = _Watch(robot, capsules, tolerance)
    # bones of limbs that meet again are too coarse a guess to keep them apart from each other
    fine = capsules if robot.source and not robot.loops else capsules[: len(given) + len(covered)]
    if len(fine) < len(capsules) and shapes:
        notes.append(
            f"not kept apart from others: {join_names(dict.fromkeys(b.body for b in bones))}"
        )
    kept, gaps = watch.select_pairs(fine if shapes else given, len(given), clearance, notes)
    height = _find_floor(watch, floor, notes)
    above, heights = watch.select_above_floor(height, clearance, notes)
    if asked and height is not None:
        watch.check_floor(height, above)
    guard = CollisionModel(
        capsules, tuple(kept), np.array(gaps), height, tuple(above), heights, tuple(notes)
    )
    return guard if kept or above else None


def _from_file(
    robot: Robot, taken: set[str], notes: list[str]
) -> tuple[list[Capsule], list[Capsule]]:
    """Around the shapes of the robot's file, and between joints where they are missing."""
    found = read_collision_shapes(robot)
    capsules = [capsule for capsule in _fit_capsules(robot) if capsule.body not in taken]
    bones: list[Capsule] = []
    moving = [body.name for body in robot.bodies if not body.massless]
    lost = dict(found.lost)
    if not found.shapes and not found.lost:
        stand_in, why = moving, "the file has no collision shapes"
    else:
        stand_in = [name for name in moving if name in lost]
        why = next(iter(lost.values()), "")
    stand_in = [name for name in stand_in if name not in taken]
    if stand_in:
        radius = BONE * _find_longest_offset(robot)
        bones = [bone for name in stand_in for bone in _make_bone_capsules(robot, name, radius)]
        notes.append(
            f"no shape of {join_names(stand_in)} ({why}): capsules of radius {radius:.3g}"
            " m between their joints replace it; give Limits(capsules=...) or the missing "
            "files for better shapes"
        )
    seen = taken | {capsule.body for capsule in (*capsules, *bones)}
    shapeless = [name for name in moving if name not in seen]
    if shapeless:
        notes.append(
            f"without a shape in the file, so not checked for collisions: {join_names(shapeless)}"
        )
    if WORLD in lost and WORLD not in seen:
        notes.append(f"the base is not watched: {lost[WORLD]}")
    return capsules, bones


@lru_cache(maxsize=16)
def _fit_capsules(robot: Robot) -> tuple[Capsule, ...]:
    return tuple(
        capsule for shape in read_collision_shapes(robot).shapes for capsule in cover(shape)
    )


def _find_longest_offset(robot: Robot) -> float:
    """The largest offset between joints of a moving body."""
    inner = [body.joint for body in robot.bodies if body.parent != WORLD]
    lengths = [np.linalg.norm(np.asarray(joint.position)) for joint in inner]
    return float(max(lengths, default=0.0)) or compute_robot_size(robot)


def _make_bone_capsules(robot: Robot, name: str, radius: float) -> list[Capsule]:
    """From a body's frame to all that is mounted on it: joints, loops, the tool."""
    points = [np.asarray(b.joint.position) for b in robot.bodies if b.parent == name]
    for loop in robot.loops:
        ends = ((loop.body_a, loop.position_a), (loop.body_b, loop.position_b))
        points += [np.asarray(at) for body, at in ends if body == name]
    if robot.tool is not None and robot.tool.body == name:
        points.append(np.asarray(robot.tool.position))
    points += [np.asarray(f.position) for f in robot.frames if f.body == name and not points]
    return [Capsule(name, (0, 0, 0), point, radius) for point in points or [np.zeros(3)]]


class _Watch:
    """The capsules at home and in random poses, and how far a joint's error moves them."""

    def __init__(self, robot: Robot, capsules: Sequence[Capsule], tolerance: float) -> None:
        self.robot, self.capsules = robot, capsules
        for capsule in capsules:
            if capsule.body != WORLD:
                robot.body(capsule.body)
        self.radius = np.array([c.radius for c in capsules])
        home = close_home(robot)
        if robot.is_tree:
            joints = [robot.joint(name) for name in robot.coordinates]
            home = np.clip(home, [j.lower for j in joints], [j.upper for j in joints])
        drives = [robot.coordinates.index(name) for name in robot.actuated]
        poses = draw_random_states(robot, POSES)[0]
        motion = close(robot, np.vstack([home[drives], poses]))
        ends = CapsuleEnds.from_capsules(robot, tuple(capsules))
        self.x = ends.compute_places(motion)
        self.errors = np.array(
            [
                tolerance * (SLIDE if robot.joint(name).kind == "prismatic" else 1.0)
                for name in robot.actuated
            ]
        )
        J, G = ends.compute_jacobian(motion), ends.compute_gains(motion)
        # (capsules, coordinates) max over poses and both ends of |dx / dq|
        lever = np.linalg.norm(J, axis=1).max(axis=1)
        self.lever = lever.reshape(len(capsules), 2, -1).max(axis=1)
        self.passed = np.abs(G).max(axis=2) @ self.errors  # error of every coordinate
        # (capsules,) how far down errors bring an end: |dz / dq_drive| through loops and couplings
        down = np.abs(np.einsum("enc,cdn->end", J[:, 2], G)).max(axis=1) @ self.errors
        self.down = down.reshape(len(capsules), 2).max(axis=1)
        self.carriers = ends.carriers[ends.body[::2]] > 0

    def compute_tolerance(self, i: int, j: int) -> float:
        """How much nearer capsules i and j can be for errors within the tolerance. A coordinate
        that carries both moves neither against the other."""
        a, b = self.carriers[i], self.carriers[j]
        return float(((self.lever[i] * (a & ~b) + self.lever[j] * (b & ~a)) * self.passed).sum())

    def select_pairs(
        self, capsules: tuple[Capsule, ...], given: int, clearance: float, notes: list[str]
    ) -> tuple[list[tuple[int, int]], list[float]]:
        """Those to keep apart: not joined, not touching at home, and apart in some poses. What a
        user gives (the first ones) is kept in any case."""
        every = list_pairs(self.robot, capsules)
        if not every:
            return [], []
        first, second = np.array(every).T
        a, b = 2 * first, 2 * second
        x = self.x
        distance = find_closest_points(x[:, a], x[:, a + 1], x[:, b], x[:, b + 1])[0]
        distance = distance - (self.radius[first] + self.radius[second])[:, None]
        gaps = [clearance + self.compute_tolerance(i, j) for i, j in every]
        own = second < given
        home = (distance[:, 0] < TOUCHING) & ~own
        most = distance.max(axis=1)
        always = (most < TOUCHING) & ~own & ~home
        for which, why in ((home, "touch at home"), (always, "touch in every pose")):
            names = sorted({self._name_pair(i, j) for k, (i, j) in enumerate(every) if which[k]})
            if names:
                notes.append(
                    f"not checked for collisions, because their capsules {why}: "
                    f"{join_names(names, 8)}"
                )
        # what joints move along circles around each other keeps its distance by itself
        left = ~(home | always) & (own | (np.ptp(distance, axis=1) > UNCHANGED))
        enough = np.where(own, np.maximum(clearance, SHARE * most), SHARE * most)
        tight = left & (np.array(gaps) > enough)
        if tight.any():
            names = sorted({self._name_pair(i, j) for k, (i, j) in enumerate(every) if tight[k]})
            notes.append(
                "near each other in every pose, so kept at a smaller distance than"
                f" tolerance and clearance require: {join_names(names, 8)}"
            )
        wanted = np.minimum(enough, gaps)
        if self.robot.loops:  # a search for a pose begins at home: that one must do
            wanted = np.where(own, wanted, np.minimum(wanted, AT_HOME * distance[:, 0]))
        kept = [pair for pair, good in zip(every, left) if good]
        return kept, [float(gap) for gap in wanted[left]]

    def _name_pair(self, i: int, j: int) -> str:
        return f"{self.capsules[i].body} - {self.capsules[j].body}"

    def select_above_floor(
        self, floor: float | None, clearance: float, notes: list[str]
    ) -> tuple[list[int], Array]:
        """The capsules of moving bodies that can be above the floor, and their least heights."""
        if floor is None:
            return [], np.zeros(0)
        above, heights, below = [], [], []
        for k, capsule in enumerate(self.capsules):
            if capsule.body == WORLD:
                continue
            least = floor + clearance + float(self.down[k])
            lowest = self.x[2, 2 * k : 2 * k + 2].min(axis=0) - capsule.radius
            if (lowest < least).mean() > ALWAYS or lowest.max() < least + HARDLY:
                below.append(capsule.body)
                continue
            above.append(k)
            heights.append(least)
        if below:
            notes.append(
                f"not kept above the floor, because hardly any pose has it there:"
                f" {join_names(dict.fromkeys(below))}"
            )
        return above, np.array(heights)

    def check_floor(self, floor: float, above: Sequence[int]) -> None:
        """Refuse a floor that ends of the robot cannot be kept above, unless they stand on it, as
        wheels do. What is nearer to the base may be below it in every pose."""
        parents = {body.parent for body in self.robot.bodies}
        below = [
            (capsule.body, self.x[2, 2 * k : 2 * k + 2].min(axis=0).max() - capsule.radius)
            for k, capsule in enumerate(self.capsules)
            if k not in above and capsule.body != WORLD and capsule.body not in parents
        ]
        below = [(body, height) for body, height in below if height < floor - HARDLY or not above]
        if below:
            body, height = min(below, key=lambda each: each[1])
            raise InputError(
                f"got a floor at {floor:g} m, which hardly any pose keeps: the lowest point of"
                f" '{body}' comes to {height:.3g} m at most; expected a lower floor, or none"
                f" ({name_option('floor', 'none')})."
            )


def _find_floor(watch: _Watch, floor: float | str | None, notes: list[str]) -> float | None:
    """The height asked for; "auto": that of the file, else of the base, unless the robot hangs."""
    robot = watch.robot
    if floor is None or isinstance(floor, (int, float)):
        return None if floor is None else float(floor)
    if floor != "auto":
        raise InputError(f"limits: got floor {floor!r}, expected a height in m, None, or 'auto'.")
    if not robot.source:
        return None
    ground = read_collision_shapes(robot).ground
    if ground is not None:
        return ground
    g = np.asarray(robot.gravity)
    if not g[2] < -0.999 * np.linalg.norm(g):
        notes.append("no floor is kept: gravity does not point along -z; give a floor to keep one")
        return None
    moving = [k for k, capsule in enumerate(watch.capsules) if capsule.body != WORLD]
    middle = [watch.x[2, 2 * k : 2 * k + 2, 0].mean() for k in moving]
    if not middle or np.median(middle) < 0:
        notes.append("no floor is kept: the robot hangs below its base; give a floor to keep one")
        return None
    return 0.0


def describe_collision_model(guard: CollisionModel | None, tolerance: float) -> str:
    """One line: what a motion keeps clear of, what errors it stands, and what nobody looked at."""
    kept = []
    if guard is not None and guard.floor is not None:
        kept.append(f"above the floor z = {guard.floor:g} m")
    if guard is not None and guard.pairs:
        names = [capsule.body for capsule in guard.capsules]
        bodies = {frozenset((names[i], names[j])) for i, j in guard.pairs}
        kept.append(f"{len(bodies)} pairs of bodies apart")
    if tolerance > 0 and kept:
        kept.append(f"tolerates {tolerance:g} rad of error in every joint")
    left = [] if guard is not None and guard.floor is not None else ["a floor"]
    left += [] if guard is not None and guard.pairs else ["collisions of bodies with each other"]
    left += ["obstacles", "cables", "tools and payloads that are not in the file"]
    start = f"keeps {', '.join(kept)}; " if kept else ""
    return f"{start}not considered: {', '.join(left)}"
