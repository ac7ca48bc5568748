"""What the page draws: the robot with the shapes of its file, its poses, and logs as envelopes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.data.log import Log
from dynid.errors import InputError
from dynid.report.moving_robot import DIGITS, draw_still
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.robot.poses import compute_body_poses
from dynid.robot.shapes.shape_reading import read_collision_shapes
from dynid.robot.skeleton import SAME, make_skeleton, make_upright

TRIANGLES = 60_000  # of all shapes that are sent
FRAMES = 240  # of a played log
REACH = np.pi  # rad: how far a slider goes where a joint has no limit
AXIS = 0.09  # half the length of a joint's axis, in units of the robot's size


@dataclass(frozen=True, eq=False)
class Stage:
    """A robot on the floor: places in its bodies, and how they are brought to the page's units,
    the robot's size, with z up."""

    robot: Robot

    @cached_property
    def home(self) -> Array:
        """(n,) of the actuated coordinates: the home pose, else the middle of the limits."""
        robot = self.robot
        return np.array(
            [robot.home.get(name, _find_middle(robot, name)) for name in robot.actuated]
        )

    @cached_property
    def marks(self) -> list[tuple[str, Array]]:
        """Places beside those of the skeleton: the ends of the axes of the driven joints, both
        points of every loop, the tool."""
        robot, length = self.robot, AXIS * self._extent
        ends = [
            (body.name, sign * length * np.asarray(body.joint.axis))
            for body in robot.bodies
            if body.joint.name in robot.actuated
            for sign in (-1.0, 1.0)
        ]
        closed = [(loop.body_b, np.asarray(loop.position_b)) for loop in robot.loops]
        tool = robot.tool
        return [*ends, *closed, *([] if tool is None else [(tool.body, np.asarray(tool.position))])]

    @cached_property
    def _extent(self) -> float:
        """The robot's size at home [m]."""
        poses = compute_body_poses(self.robot, close(self.robot, self.home[None]).q)
        x = _compute_points(make_skeleton(self.robot)[0], poses)[0]
        return float(np.linalg.norm(np.ptp(x, axis=0))) or 1.0

    @cached_property
    def frame(self) -> tuple[Array, Array, float]:
        """(R, middle, size) of the home pose."""
        R = make_upright(np.asarray(self.robot.gravity))
        x = np.concatenate([self.compute_places(self.home[None])[0], *self._list_corners()]) @ R.T
        low, high = x.min(axis=0), x.max(axis=0)
        # a robot that stands close to itself at home reaches further
        return R, 0.5 * (low + high), 1.3 * float(np.linalg.norm(high - low)) or 1.0

    def _list_corners(self) -> list[Array]:
        poses = compute_body_poses(self.robot, close(self.robot, self.home[None]).q)
        shapes = read_collision_shapes(self.robot).shapes
        return [
            s.points @ poses[s.body][0, :3, :3].T + poses[s.body][0, :3, 3]
            for s in shapes
            if s.body != WORLD
        ]

    def compute_places(self, q: Array) -> Array:
        """(N, places, 3) of actuated coordinates (N, n), in metres."""
        poses = compute_body_poses(self.robot, close(self.robot, q).q)
        return _compute_points(self._all, poses)

    @cached_property
    def _all(self) -> list[tuple[str, Array]]:
        return [*make_skeleton(self.robot)[0], *self.marks]

    def pose(self, q: Array) -> dict[str, Any]:
        """Points and poses (N rows each) of actuated coordinates (N, n), in the page's units."""
        R, middle, size = self.frame
        closed = close(self.robot, q).q
        poses = compute_body_poses(self.robot, closed)
        x = (_compute_points(self._all, poses) @ R.T - middle) / size
        clad = {shape.body for shape in read_collision_shapes(self.robot).shapes}
        shown = {}
        for number, name in _number_bodies(self.robot):
            if name in clad:
                turn = R @ poses[name][:, :3, :3]
                at = (poses[name][:, :3, 3] @ R.T - middle) / size
                rows = np.concatenate([turn / size, at[:, :, None]], axis=2)
                shown[str(number)] = np.round(rows.reshape(len(q), 12), 6).tolist()
        return {
            "points": np.round(x.reshape(len(q), -1), DIGITS).tolist(),
            "poses": shown,
            "coordinates": np.round(closed, 6).tolist(),
        }

    def to_dict(self) -> dict[str, Any]:
        """All that the page needs to draw it, in its home pose."""
        robot = self.robot
        places, lines = make_skeleton(robot)
        start = self.pose(self.home[None])
        x = np.array(start["points"][0]).reshape(-1, 3)
        kept = [n for n in lines if np.linalg.norm(x[n[0]] - x[n[1]]) > SAME]
        first = {body: k for k, (body, _) in reversed(list(enumerate(places)))}
        names = [
            (first[body.name], body.joint.name)
            for body in robot.bodies
            if body.joint.name in robot.actuated
        ]
        _, middle, size = self.frame
        ground = read_collision_shapes(robot).ground
        floor = x[: len(places), 2].min() if ground is None else (ground - middle[2]) / size
        drives, loops = len(names), len(robot.loops)
        at = len(places) + 2 * drives
        return {
            "lines": kept,
            "axes": [(len(places) + 2 * k, len(places) + 2 * k + 1) for k in range(drives)],
            "closed": list(range(at, at + loops)),
            "tool": None if robot.tool is None else at + loops,
            "size": size,
            "joints": sorted({k for a, b, body in kept if body for k in (a, b)}),
            "floor": round(float(floor), DIGITS),
            "names": names,
            "meshes": self._list_meshes(),
            **start,
        }

    def convert_region(self, lines: Sequence[Array]) -> list[list[float]]:
        """Lines (N, 3) [m] of the world in the page's units."""
        return draw_still(lines, *self.frame)

    def find_tool(self) -> list[float]:
        """Where the tool is at home [m]."""
        frame = self.robot.tool
        if frame is None:
            return [0.0, 0.0, 0.0]
        poses = compute_body_poses(self.robot, close(self.robot, self.home[None]).q)
        x = _compute_points([(frame.body, np.asarray(frame.position))], poses)
        place: list[float] = np.round(x[0, 0], 3).tolist()
        return place

    def _list_meshes(self) -> list[dict[str, Any]]:
        numbers = {name: number for number, name in _number_bodies(self.robot)}
        shapes = [s for s in read_collision_shapes(self.robot).shapes if len(s.triangles)]
        total = sum(len(shape.triangles) for shape in shapes)
        step = -(-total // TRIANGLES) if total else 1
        return [
            {
                "body": numbers[shape.body],
                "points": np.round(shape.points, 5).ravel().tolist(),
                "triangles": shape.triangles[::step].ravel().tolist(),
            }
            for shape in shapes
        ]


def _number_bodies(robot: Robot) -> list[tuple[int, str]]:
    return list(enumerate((WORLD, *(b.name for b in robot.bodies))))


def _compute_points(places: Sequence[tuple[str, Array]], poses: Mapping[str, Array]) -> Array:
    return np.stack([poses[b][:, :3, :3] @ r + poses[b][:, :3, 3] for b, r in places], axis=1)


def _find_middle(robot: Robot, name: str) -> float:
    joint = robot.joint(name)
    if np.isfinite(joint.lower) and np.isfinite(joint.upper):
        return float(np.clip(0.0, joint.lower, joint.upper))
    return 0.0


def describe_robot(robot: Robot) -> dict[str, Any]:
    """Joints with limits for the sliders, bodies, loops."""
    joints = []
    for name in robot.coordinates:
        joint = robot.joint(name)
        reach = REACH if joint.kind != "prismatic" else 1.0
        low = joint.lower if np.isfinite(joint.lower) else -reach
        high = joint.upper if np.isfinite(joint.upper) else reach
        unit = "m" if joint.kind == "prismatic" else "rad"
        about = {"name": name, "kind": joint.kind, "lower": low, "upper": high, "unit": unit}
        joints.append({**about, "actuated": name in robot.actuated})
    return {
        "name": robot.name,
        "description": robot.description,
        "joints": joints,
        "actuated": list(robot.actuated),
        "locked": {name: round(float(x), 6) for name, x in robot.locked.items()},
        "bodies": [body.name for body in robot.bodies if not body.massless],
        "loops": [loop.name for loop in robot.loops],
        "frames": sorted({*(b.name for b in robot.bodies), *(f.name for f in robot.frames)}),
        "tool": None if robot.tool is None else robot.tool.name,
        "gravity": np.round(np.asarray(robot.gravity), 4).tolist(),
    }


class Strips:
    """A log as lines over its own time, with what results predict of it, and another log."""

    def __init__(self, log: Log, joints: Sequence[str]) -> None:
        self.log = log
        self.joints = [name for name in joints if name in log.joints]
        if not self.joints:
            raise InputError(
                f"the log has the joints {', '.join(log.joints[:8])}, the robot"
                f" {', '.join(list(joints)[:8])}: none in common. Map the columns."
            )
        at = [log.joints.index(name) for name in self.joints]
        qd = np.gradient(log.q, log.t, axis=0) if log.qd is None else log.qd
        every = {"q": log.q, "qd": qd, "tau": log.tau}
        self.kinds = {kind: x[:, at] for kind, x in every.items()}

    @cached_property
    def signals(self) -> dict[tuple[str, str], Array]:
        """{(kind, joint): (N,)}; currents apart from torques, and temperatures where recorded."""
        found = {
            ("current" if kind == "tau" and name in self.log.currents else kind, name): x[:, j]
            for kind, x in self.kinds.items()
            for j, name in enumerate(self.joints)
            if not (kind == "tau" and name in self.log.torqueless)
        }
        for name in self.joints:
            if f"temp_{name}" in self.log.channels:
                found["temperature", name] = self.log.channels[f"temp_{name}"]
        return found

    def follow(self, t: Array, values: Mapping[str, Array]) -> dict[str, Array]:
        """Signals of another time at the samples of this log; nan outside."""
        own = self.log.t
        return {name: np.interp(own, t, x, left=np.nan, right=np.nan) for name, x in values.items()}

    def draw_lines(
        self, low: float | None, high: float | None, points: int, lines: Sequence[Array]
    ) -> tuple[Array, list[Array]]:
        """Times and lines between two times, at most so many points each: of every part of equal
        length the least and the greatest value, in their order, so that no peak is lost."""
        t = self.log.t
        a = 0 if low is None else max(0, int(np.searchsorted(t, low)) - 1)
        b = len(t) if high is None else min(len(t), int(np.searchsorted(t, high)) + 1)
        if b - a <= points:
            return t[a:b], [y[a:b] for y in lines]
        first = np.linspace(a, b, points // 2 + 1).astype(int)[:-1]
        ends = np.append(first[1:], b)
        times = np.stack([t[first], 0.5 * (t[first] + t[ends - 1])], axis=1).ravel()
        drawn = []
        for y in lines:
            part, starts = y[a:b], first - a
            least, most = (each.reduceat(part, starts) for each in (np.fmin, np.fmax))
            rises = part[ends - a - 1] >= part[starts]
            pair = np.where(rises[:, None], np.stack([least, most], 1), np.stack([most, least], 1))
            drawn.append(pair.ravel())
        return times, drawn

    def describe_motion(self, stage: Stage) -> dict[str, Any]:
        """The robot as logged: poses at some frames; joints that the log has not stand at home."""
        t = self.log.t
        keep = np.unique(np.linspace(0, len(t) - 1, min(FRAMES, len(t))).astype(int))
        q = np.tile(stage.home, (len(keep), 1))
        for j, name in enumerate(self.joints):
            q[:, stage.robot.actuated.index(name)] = self.kinds["q"][keep, j]
        shown = stage.pose(q)
        return {"times": np.round(t[keep], 4).tolist(), "clock": "log", **shown}


def to_numbers(y: Array) -> list[float | None]:
    return [float(f"{v:.6g}") if np.isfinite(v) else None for v in y]
