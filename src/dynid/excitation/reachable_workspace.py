"""How far a tool reaches, and the largest hemisphere and cylinder within: Gnad 2024, Fig. 2.

A place is reached if the loops can be followed there on a straight line from the centre, on the
branch of home, within the limits of all joints and away from singular poses.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.branch_tracking import Follower
from dynid.closed_chains.closed_home import close_home, make_follower_at_home
from dynid.closed_chains.closed_motion import check_motion_array
from dynid.closed_chains.kinematics import add_tool_body, find_frame
from dynid.errors import InputError, join_names
from dynid.excitation.workspace import Cylinder, Hemisphere
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.poses import compute_body_poses

STEP = 0.05  # of the robot's size, along a ray
HALVINGS = 9  # of the last step
KEPT = 0.25  # of the margins at home, as `Limits.singularity` keeps
RAYS = 100
CENTRES = 9  # places of the centre that are tried, on a line
REFINED = 4  # times, each between the neighbours of the best
DENSER = 4  # rays of a last look
AXES = ("x", "y", "z")
SHAPES = (0.25, 0.5, 1.0)  # of cylinders: half the height over the radius


class Reach:
    """Where the tool of a robot can be, the rest of its task coordinates as at home."""

    def __init__(self, robot: Robot) -> None:
        named = set(robot.task) <= set(robot.coordinates)
        whole = robot if named else add_tool_body(robot)
        place = [k for k, name in enumerate(robot.task) if name.endswith((".x", ".y", ".z"))]
        if len(place) != 3:
            raise InputError(
                f"robot '{robot.name}': its task coordinates are "
                f"{join_names(robot.task) or 'none'},"
                " expected three of them to be the tool's place, x, y and z."
            )
        self.place, self.size, home = place, compute_robot_size(robot), close_home(whole)
        self.rest = home[[whole.coordinates.index(name) for name in robot.task]]
        tool = find_frame(robot, None)
        at_home = compute_body_poses(whole, home[None])[tool.body][0] @ np.append(
            tool.position, 1.0
        )
        self.home = np.asarray(at_home[:3])
        self.offset = self.home - self.rest[place]
        self.drives = [whole.coordinates.index(name) for name in robot.actuated]
        joints = [whole.joint(name) for name in whole.coordinates]
        self.lower = np.array([joint.lower for joint in joints])
        self.upper = np.array([joint.upper for joint in joints])
        # by the task and by the drives: arms stretched out are singular for the one only
        self.origin, self.centre, self.now, self.before = (
            self._pair(whole, robot) for _ in range(4)
        )
        self.least = [KEPT * f.margin for f in self.origin]

    @staticmethod
    def _pair(whole: Robot, robot: Robot) -> tuple[Follower, Follower]:
        return make_follower_at_home(whole, robot.task), make_follower_at_home(
            whole, robot.actuated
        )

    @staticmethod
    def _copy(to: tuple[Follower, Follower], pose: tuple[Follower, Follower]) -> None:
        for a, b in zip(to, pose):
            a.copy_base(b)

    def _walk(self, x: Array) -> bool:
        """Carry the present pose to the place x; False where it cannot be."""
        z = self.rest.copy()
        z[self.place] = x - self.offset
        by_task, by_drives = self.now
        if not by_task.walk(z[None]) or by_task.margin < self.least[0]:
            return False
        q = by_task.pose
        if np.any(q < self.lower) or np.any(q > self.upper):
            return False
        return bool(by_drives.walk(q[self.drives][None]) and by_drives.margin >= self.least[1])

    def _search_ray(self, start: Array, ray: Array, most: float) -> float:
        """How far, at most `most`, the ray is reached from the present pose at its start; in steps,
        of which the last is halved again and again."""
        done, step = 0.0, STEP * self.size
        while done < most:
            ahead = min(done + step, most)
            self._copy(self.before, self.now)
            if self._walk(start + ahead * ray):
                done = ahead
                continue
            self._copy(self.now, self.before)
            step, most = 0.5 * (ahead - done), ahead
            if step < STEP * self.size / 2**HALVINGS:
                break
        return done

    def to(self, centre: Array) -> bool:
        """Make a place the centre of the rays that follow."""
        self._copy(self.now, self.origin)
        way = centre - self.home
        length = float(np.linalg.norm(way))
        reached = length == 0.0 or self._search_ray(self.home, way / length, length) == length
        if reached:
            self._copy(self.centre, self.now)
        return reached

    def measure_ray(self, centre: Array, ray: Array, most: float) -> float:
        """How far the ray from the centre is reached."""
        self._copy(self.now, self.centre)
        return self._search_ray(centre, ray, most)


def make_half_sphere(count: int, direction: Array) -> Array:
    """Directions (count, 3), even over a half sphere and along its rim."""
    rim = count // 4
    k = np.arange(count - rim) + 0.5
    height, angle = k / len(k), np.pi * (1 + 5**0.5) * k
    flat = np.sqrt(1 - height**2)
    around = 2 * np.pi * np.arange(rim) / rim
    x = np.concatenate([flat * np.cos(angle), np.cos(around)])
    y = np.concatenate([flat * np.sin(angle), np.sin(around)])
    z = np.concatenate([height, np.zeros(rim)])
    return np.stack([x, y, z], axis=1) @ _make_axes(direction)


def round_wall(count: int, half: float, axis: Array) -> Array:
    """Points (about count, 3) on a cylinder of radius 1 from -half to +half along an axis, around
    its middle: rims, wall and lids."""
    rim = max(6, count // 5)
    k = np.arange(count - 2 * rim) + 0.5
    share, angle = k / len(k), np.pi * (1 + 5**0.5) * k
    # a lid, the wall, the other lid, each with a part of the points as large as its area
    lid = 0.5 / (1 + 2 * half)
    radius = np.sqrt(np.minimum(1.0, np.minimum(share, 1 - share) / lid))
    height = half * np.clip((share - lid) / (0.5 - lid) - 1.0, -1.0, 1.0)
    around = 2 * np.pi * (np.arange(rim) + 0.25) / rim
    angle = np.concatenate([angle, around, around + np.pi / rim])
    radius = np.concatenate([radius, np.ones(2 * rim)])
    height = np.concatenate([height, np.full(rim, half), np.full(rim, -half)])
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    return np.stack([x, y, height], axis=1) @ _make_axes(axis)


def _make_axes(direction: Array) -> Array:
    """Two directions across, and the direction itself, as rows."""
    helper = np.eye(3)[np.abs(direction).argmin()]
    side = np.cross(direction, helper) / np.linalg.norm(np.cross(direction, helper))
    return np.stack([side, np.cross(direction, side), direction])


def reach(robot: Robot, centre: ArrayLike, directions: ArrayLike) -> Array:
    """(N,) how far [m] the tool reaches from a centre in directions (N, 3), nan where not even the
    centre is reached; at most the robot's size.

    Parameters
    ----------
    robot
        the mechanism
    centre
        (3,) where the directions start [m]
    directions
        (N, 3), of any length
    """
    start = check_motion_array(centre, 3, 1, "centre", AXES)[0]
    rays, body = check_motion_array(directions, 3, None, "directions", AXES), Reach(robot)
    if not body.to(start):
        return np.full(len(rays), np.nan)
    return np.array([body.measure_ray(start, ray / np.linalg.norm(ray), body.size) for ray in rays])


class _Fit:
    """The largest of bodies that are stars around their centres: each is told by points of its
    surface at the size 1."""

    def __init__(self, robot: Robot, direction: Array) -> None:
        self.body, self.axes = Reach(robot), _make_axes(direction)

    def measure_size(self, centre: Array, surface: list[Array], best: float) -> float:
        """The largest size there, or less than `best` where it is smaller than that."""
        least = self.body.size
        if not self.body.to(centre):
            return 0.0
        for k, point in enumerate(surface):
            length = float(np.linalg.norm(point))
            least = self.body.measure_ray(centre, point / length, least * length) / length
            if least <= best:
                surface.insert(0, surface.pop(k))  # the next centre may well fail there too
                break
        return least

    def search_axis(
        self, surface: list[Array], at: Array, best: float, wide: float
    ) -> tuple[Array, float]:
        """The best centre on the line along the axis, from `at` by at most `wide` either way."""
        for _ in range(1 + REFINED):
            middle = at
            for shift in wide * np.linspace(-1.0, 1.0, CENTRES):
                centre = middle + shift * self.axes[2]
                found = self.measure_size(centre, surface, best)
                if found > best:
                    best, at = found, centre
            wide *= 2 / (CENTRES - 1)
        return at, best

    def search_nearby(
        self, surface: list[Array], at: Array, best: float, wide: float
    ) -> tuple[Array, float]:
        """The best centre near: steps to all sides and corners of a cube, halved where none helps.
        (Several walls bind at the best centre of a line, so that steps along axes alone do not.)"""
        corners = [c for c in product((-1.0, 0.0, 1.0), repeat=3) if any(c)]
        ways = [np.array(c) / np.linalg.norm(c) @ self.axes for c in corners]
        while wide > STEP * self.body.size / 16:
            before, middle = best, at
            for way in ways:
                found = self.measure_size(middle + wide * way, surface, best)
                if found > best * (1 + 1e-4):
                    best, at = found, middle + wide * way
            wide *= 1.0 if best > before else 0.5
        return at, best


def find_largest_hemisphere(
    robot: Robot,
    direction: ArrayLike = (0.0, 0.0, -1.0),
    rays: int = RAYS,
    sideways: bool = False,
) -> Hemisphere:
    """The largest half ball that the tool reaches, its centre on the line through the tool's place
    at home along `direction`, which it opens to; for `Limits(workspace=...)`.

    Parameters
    ----------
    robot
        the mechanism
    direction
        to the side of the half ball
    rays
        directions that are tried from every centre: more find a little less radius
    sideways
        the centre may leave that line
    """
    d = np.asarray(Hemisphere((0, 0, 0), 1.0, direction).direction)
    fit = _Fit(robot, d)
    surface = list(make_half_sphere(rays, d))
    at, best = fit.search_axis(surface, fit.body.home, 0.0, fit.body.size)
    if sideways and best > 0.0:
        at, best = fit.search_nearby(surface, at, best, best / 4)
        best = fit.measure_size(
            at, list(make_half_sphere(DENSER * rays, d)), 0.0
        )  # no gap between rays
    if best == 0.0:
        raise InputError(f"robot '{robot.name}': no hemisphere fits into what its tool reaches.")
    return Hemisphere(at, best, direction)


def find_largest_cylinder(
    robot: Robot,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    rays: int = RAYS,
    sideways: bool = False,
) -> Cylinder:
    """The cylinder of the largest volume that the tool reaches, its middle on the line through the
    tool's place at home along `axis`; for `Limits(workspace=...)`.

    Parameters
    ----------
    robot
        the mechanism
    axis
        direction of the cylinder's axis
    rays
        points of its surface that are tried: more find a little less
    sideways
        the middle may leave that line
    """
    a = np.asarray(Cylinder((0, 0, 0), 1.0, 1.0, axis).axis)
    fit = _Fit(robot, a)
    found: dict[float, tuple[Array, float]] = {}

    def compute_volume(log_half: float) -> float:
        """2 pi half r^3 of the best centre for this shape: half the height over the radius."""
        half = float(np.exp(log_half))
        surface = list(round_wall(rays, half, a))
        last = max(found.values(), key=lambda each: each[1], default=(fit.body.home, 0.0))[0]
        at, best = fit.search_axis(
            surface, last, 0.0, fit.body.size if not found else fit.body.size / 8
        )
        if sideways and best > 0.0:
            at, best = fit.search_nearby(surface, at, best, best / 4)
        found[half] = (at, best)
        return half * best**3

    logs = list(np.log(SHAPES))
    volumes = [compute_volume(each) for each in logs]
    width = logs[1] - logs[0]
    for _ in range(2):  # once more on either side of the best
        width *= 0.5
        best_log = logs[int(np.argmax(volumes))]
        for each in (best_log - width, best_log + width):
            logs.append(each)
            volumes.append(compute_volume(each))
    half = float(np.exp(logs[int(np.argmax(volumes))]))
    at = found[half][0]
    radius = fit.measure_size(
        at, list(round_wall(DENSER * rays, half, a)), 0.0
    )  # no gap between rays
    if radius == 0.0:
        raise InputError(f"robot '{robot.name}': no cylinder fits into what its tool reaches.")
    return Cylinder(at, radius, 2 * half * radius, axis)
