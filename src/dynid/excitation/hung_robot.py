"""A robot that hangs on a point of its base, by a rope or in a gantry: its joints are driven, and
its base swings as it must.

The point stays where it is, as a ball in its socket, without friction. Of the base three turns b
are left, on which nothing acts; the joints j follow their motion:

    M_bb qdd_b = -(M_bj qdd_j + h_b)

from rest, as the robot hangs where the motion starts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, Triple
from dynid.closed_chains.ground_contacts import hold_feet
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.data.floating_base import (
    compute_angles,
    compute_orientations,
    find_base_body,
    pose_columns,
    take_base_motion,
)
from dynid.errors import InputError, join_names, shorten
from dynid.excitation.sampled_trajectory import STILL, Samplable, check_times
from dynid.model.model import Model
from dynid.option_names import name_option
from dynid.robot.geometry import make_axis_rotation
from dynid.robot.lock import lock_joints
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame
from dynid.robot.quaternions import invert_quaternion, multiply_quaternions, to_rotations

HOOK = "hook"
FARTHEST = 1e3  # m: no point of a base is farther from its origin
BELOW = 1e-3  # m: a centre of mass nearer to the hook leaves open how the robot hangs
ACCURACY = 1e-9  # of the integration, of turns [rad] and their rates
# by how much a base hangs askew at most, and by how much it leans from there when the integration
# ends: together less than 90 degrees, where its turns are singular
ASKEW = BEYOND = np.radians(40.0)
AFTER = 1.0  # s: for which the base is followed when the joints have come to rest
SAMPLES = 2000  # of the motion, at which it is looked how far the base leans
RESTLESS = (
    "hang: got a motion that does not start and end at rest; expected one that does"
    " (Fourier(..., rest=True)), as the base hangs at rest before it."
)


@dataclass(frozen=True, eq=False)
class HungRobot:
    """A robot that hangs on a point of its base.

    free     the model with its base floating
    point    [m] in the axes of the base
    home     {coordinate of the base: value} as it hangs with its joints at home; the point is then
             where the home of the robot's file has it
    """

    free: Model
    point: Array
    home: dict[str, float]

    @cached_property
    def model(self) -> Model:
        """With the point held; its independent coordinates are the turns of the base, then the
        joints."""
        robot = self.free.robot
        hook = Frame(HOOK, find_base_body(robot), self.point)
        at = {**robot.home, **self.home}
        held = hold_feet(robot, [hook], [[at.get(name, 0.0) for name in robot.actuated]])
        joints = (name for name in robot.actuated if name not in robot.base)
        held = held.replace(actuated=(*robot.base[3:], *joints), motors=robot.motors)
        return replace(self.free, robot=held)

    @cached_property
    def p(self) -> Array:
        """Parameters of `model`, as in the robot's file."""
        return self.model.nominal

    @cached_property
    def clamped(self) -> Model:
        """With the base held as it hangs at home, and without what the base carries."""
        robot = self.free.robot
        base = find_base_body(robot)
        lost = {id(x.payload) for x in self.free.layout.payloads if x.payload.link == base}
        effects = [effect for effect in self.free.effects if id(effect) not in lost]
        return replace(self.free, robot=lock_joints(robot, self.home), effects=effects)

    @property
    def joints(self) -> tuple[str, ...]:
        return self.model.robot.actuated[3:]

    @cached_property
    def swinging(self) -> Model:
        """`model` with the turns of the base as joints that no motor drives: for simulations."""
        return replace(self.model, robot=self.model.robot.replace(base=()))

    def compute_rest_turns(self, q: Mapping[str, float], p: Array | None = None) -> Array:
        """(3,) the turns of the base at rest, with joints at q, of a robot with parameters p, else
        those of its file."""
        robot = self.free.robot
        pose = np.array([[q.get(name, 0.0) for name in robot.actuated]])
        p = self.free.nominal if p is None else p
        return _compute_rest(robot, self.point, _centre(self.free, pose, p))[0]


def hang(model: Model, point: Sequence[float]) -> HungRobot:
    """A robot with a floating base, hung on a point of it [m, in the axes of the base]: see
    `design_suspended`, `swing`. The point stays in its place, and the base turns about it without
    friction.

    Parameters
    ----------
    model
        of a robot with a floating base
    point
        (3,) of the base, in its axes [m]
    """
    robot = model.robot
    place = np.asarray(point, dtype=float)
    if place.shape != (3,) or not (np.abs(place) <= FARTHEST).all():
        raise InputError(
            f"hang: got the point {shorten(point)}, expected three numbers [m], of a point of the"
            " base."
        )
    if len(robot.base) != 6:
        raise InputError(
            f"hang: the base of robot '{robot.name}' does not float; expected one with a free"
            f" joint, or {name_option('base', 'floating')}."
        )
    if np.isnan(model.nominal).any():
        raise InputError(
            f"hang: the description of robot '{robot.name}' lacks inertias, which determine how"
            " its base swings; expected a file that has them."
        )
    at = [robot.actuated.index(name) for name in robot.base]
    home = np.array([[robot.home.get(name, 0.0) for name in robot.actuated]])
    c = _centre(model, home, model.nominal)
    hung = home.copy()
    hung[:, at[3:]], angle = _compute_rest(robot, place, c)
    if angle > ASKEW:
        raise InputError(
            f"robot '{robot.name}': hung at {_describe_point(place)} m its base would turn by"
            f" {np.degrees(angle):.0f} degrees, as its centre of mass is at {_describe_point(c)} "
            f"m; expected"
            f" {np.degrees(ASKEW):.0f} at most. Take a point above the centre."
        )
    # the slides by which the hook stays where the file's home has it
    hook = Frame(HOOK, find_base_body(robot), place)
    was, now = (forward_kinematics(robot, q, hook)[0, :3, 3] for q in (home, hung))
    hung[:, at[:3]] += (was - now) @ np.asarray(robot.joint(robot.base[0]).rotation)
    return HungRobot(model, place, dict(zip(robot.base, hung[0, at].tolist())))


def _centre(model: Model, q: Array, p: Array) -> Array:
    """The centre of mass c (3,) in the axes of the base, the joints as in q (1, n), of a robot with
    parameters p.

    Where the turns are zero, M_turns,slides = m [c]x.
    """
    at = [model.robot.actuated.index(name) for name in model.robot.base]
    level = np.array(q)
    level[:, at] = 0.0
    M = model.mass_matrix(level, p)[0][np.ix_(at, at)]
    centre: Array = np.array([M[5, 1], M[3, 2], M[4, 0]]) / M[0, 0]
    return centre


def _compute_rest(robot: Robot, point: Array, c: Array) -> tuple[Array, float]:
    """The turns (3,) of a base that hangs on a point of it, the centre of mass c below, and the
    angle by which it is turned."""
    down = np.asarray(robot.joint(robot.base[0]).rotation).T @ np.asarray(robot.gravity)
    arm = c - point
    length, weight = float(np.linalg.norm(arm)), float(np.linalg.norm(down))
    if weight == 0.0 or length < BELOW:
        raise InputError(
            f"robot '{robot.name}': the point on which it hangs, {_describe_point(point)} m, is"
            f" {1e3 * length:.2g} mm from its centre of mass, {_describe_point(c)} m, in gravity of"
            f" {weight:.3g} m/s^2; expected a point clearly above the centre."
        )
    # the least turn R with R arm = down
    axis = np.cross(arm, down) / (length * weight)
    sine = float(np.linalg.norm(axis))
    angle = float(np.arctan2(sine, arm @ down / (length * weight)))
    R = make_axis_rotation(axis / sine, angle) if sine > 1e-12 else np.eye(3)
    return compute_angles(R[None])[0], angle


def _describe_point(point: Array) -> str:
    return ",".join(f"{x:.4g}" for x in point)


@dataclass(frozen=True, eq=False)
class SwingMotion:
    """How a robot moves that hangs, its joints on a motion.

    until    [s] how long it was followed: the motion and a second more, or until it leaned too far
    base     the turns of the base and their rates, (6, N) of times (N,)
    """

    hanging: HungRobot
    motion: Samplable
    until: float
    base: Callable[[Array], Any]

    def at(self, t: ArrayLike) -> Triple:
        """q, qd, qdd (N, n) of the turns of the base, then of the joints."""
        times = np.minimum(check_times(t), self.until)
        return _join_base(self.hanging, self.motion, times, np.asarray(self.base(times)))

    def pose(self, t: ArrayLike) -> Array:
        """(N, 7) place [m] and unit quaternion (w, x, y, z) of the base in the world."""
        robot = self.hanging.model.robot
        columns = pose_columns(robot, take_base_motion(robot, self.at(t)[0]))
        return np.column_stack([*columns.values()])

    @cached_property
    def lean(self) -> float:
        """[rad] the furthest that the base leans from how it hangs at home."""
        return float(_compute_lean_angles(self.hanging, self._turns).max())

    @cached_property
    def turn(self) -> float:
        """[rad] the furthest that it turns about the vertical, which nothing holds."""
        robot = self.hanging.model.robot
        D = compute_orientations(robot, np.vstack([_find_home(self.hanging), self._turns]))
        w, v = np.split(multiply_quaternions(D, invert_quaternion(D[:1])), [1], axis=1)
        twist = 2.0 * np.unwrap(np.arctan2(v @ _compute_up(robot), w[:, 0]), period=np.pi)
        return float(np.abs(twist - twist[1]).max())

    @property
    def _turns(self) -> Array:
        return np.asarray(self.base(np.linspace(0.0, self.until, SAMPLES)))[:3].T


def simulate_swing(hanging: HungRobot, motion: Samplable) -> SwingMotion:
    """The motion of the base while the joints follow a motion that starts at rest and ends so.

    Parameters
    ----------
    hanging
        the robot, as `hang` makes it
    motion
        of the joints, with at(t) and duration
    """
    from scipy.integrate import solve_ivp

    if set(motion.joints) != set(hanging.joints):
        raise InputError(
            f"hang: the motion moves {join_names(motion.joints)}; expected "
            f"{join_names(hanging.joints)}."
        )
    end = motion.duration
    if max(np.abs(x).max() for x in motion.at([0.0, end])[1:]) > STILL:
        raise InputError(RESTLESS)

    def rate(t: float, y: Array) -> Array:
        return np.concatenate(
            [y[3:], _join_base(hanging, motion, np.array([t]), y[:, None])[2][0, :3]]
        )

    def has_swung_far(t: float, y: Array) -> float:
        return float(BEYOND - _compute_lean_angles(hanging, y[None, :3])[0])

    has_swung_far.terminal = True  # type: ignore[attr-defined]
    turns = hanging.compute_rest_turns(dict(zip(motion.joints, motion.at([0.0])[0][0])))
    y = np.concatenate([turns, np.zeros(3)])
    if has_swung_far(0.0, y) <= 0.0:
        return SwingMotion(hanging, motion, 0.0, lambda t: np.repeat(y[:, None], len(t), axis=1))
    how: dict[str, Any] = {"method": "DOP853", "rtol": ACCURACY, "atol": ACCURACY}
    done = solve_ivp(rate, (0.0, end + AFTER), y, events=has_swung_far, dense_output=True, **how)
    if not done.success:
        raise InputError(f"hang: how the base swings could not be computed ({done.message}).")
    return SwingMotion(hanging, motion, float(done.t[-1]), done.sol)


def _join_base(hanging: HungRobot, motion: Samplable, t: Array, base: Array) -> Triple:
    """q, qd, qdd (N, n) at times t (N,) with the turns of the base and their rates (6, N)."""
    order = [motion.joints.index(name) for name in hanging.joints]
    driven = [x[:, order] for x in motion.at(np.minimum(t, motion.duration))]
    zero = np.zeros((len(t), 3))
    q, qd, qdd = (np.hstack(pair) for pair in zip((base[:3].T, base[3:].T, zero), driven))
    # M_bb qdd_b = -(M_bj qdd_j + h_b)
    rest = hanging.model.inverse_dynamics(q, qd, qdd, hanging.p)[:, :3]
    M_bb = hanging.model.mass_matrix(q, hanging.p)[:, :3, :3]
    qdd[:, :3] = -np.linalg.solve(M_bb, rest[:, :, None])[:, :, 0]
    return q, qd, qdd


def _find_home(hanging: HungRobot) -> Array:
    return np.array([[hanging.home[name] for name in hanging.free.robot.base[3:]]])


def _compute_up(robot: Robot) -> Array:
    g = np.asarray(robot.gravity)
    up: Array = -g / np.linalg.norm(g)
    return up


def _compute_lean_angles(hanging: HungRobot, turns: Array) -> Array:
    """(N,) the angles between the vertical and what is vertical in the base at home."""
    robot = hanging.free.robot
    up = _compute_up(robot)
    R = to_rotations(compute_orientations(robot, np.vstack([_find_home(hanging), turns])))
    return np.asarray(np.arccos(np.clip(R[1:] @ (R[0].T @ up) @ up, -1.0, 1.0)))
