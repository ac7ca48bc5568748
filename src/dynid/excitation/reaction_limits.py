"""Limits of the forces that joints transmit (Gnad 2022, [38] of Gnad 2024): of bearings and balls.

A joint is released along the axes of its frame by sliders that do not move. The force at which a
drive would hold such a slider is the reaction force along it: inverse dynamics of the released
robot, with its exact gradients. What rigid bodies do not determine, in loops with more constraints
than they need, cannot be released.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.closed_chains.closure_gradient import pull_back
from dynid.errors import InputError, LoopClosureError, RobotError, join_names
from dynid.excitation.capsule_ends import Index
from dynid.excitation.limit_family import LimitFamily
from dynid.excitation.sampled_motion import Bars, MotionState
from dynid.model.gears import remove_memory
from dynid.model.model import Model
from dynid.model.model_along_motion import compute_torque_along, compute_torque_cotangents
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Body, Joint

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
TRIED = 1e-3  # of the robot's size: a slider that can move, can move so far
LEAST = 1e-9  # N: below it, a force has no direction


@dataclass(frozen=True, eq=False)
class ReactionForce(LimitFamily):
    """The size of the force that each of some joints and loops transmits.

    model, p   of the released robot
    sliders    of each value, the columns of its drives
    """

    model: Model
    p: Array
    sliders: tuple[Index, ...]

    def _compute_forces(self, state: MotionState) -> Array:
        return compute_torque_along(self.model, state.close_released(self.model.robot), self.p)

    def compute_values(self, state: MotionState) -> Array:
        force = self._compute_forces(state)
        return np.stack([np.linalg.norm(force[:, at], axis=1) for at in self.sliders], axis=1)

    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        force, bar = self._compute_forces(state), np.zeros((len(column), self.model.robot.dof))
        for k, at in enumerate(self.sliders):
            rows = np.flatnonzero(column == k)
            f = force[np.ix_(rows, at)]
            # d |f| = f . df / |f|
            bar[np.ix_(rows, at)] = f / np.maximum(np.linalg.norm(f, axis=1), LEAST)[:, None]
        motion = state.close_released(self.model.robot)
        bars = pull_back(motion, compute_torque_cotangents(self.model, motion, self.p, bar))
        drives = [self.model.robot.actuated.index(name) for name in state.closed.robot.actuated]
        return state.from_drives(*(each[:, drives] for each in bars))


def make_reaction_limits(model: Model, p: Array, limits: Mapping[str, float]) -> ReactionForce:
    """Of {joint or loop, or a pattern of them: N}; labels name the axes of what is determined."""
    robot = model.robot
    if robot.base or robot.motors != robot.actuated:
        raise InputError(
            f"limits: reaction forces of robot '{robot.name}' depend on more than its motion (it"
            " floats, or is driven redundantly); expected a robot with a motor for each degree of"
            " freedom."
        )
    most = _expand_patterns(robot, limits)
    released, labels, sliders = robot, [], []
    for name in most:
        axes = []
        for axis in AXES:
            tried = _release(released, name, axis)
            if _can_move(tried, _name_slider(name, axis)):
                released = tried
                axes.append(axis)
        if not axes:
            raise InputError(
                f"limits: the reaction force of '{name}' is not determined: the loops have more"
                " constraints than they need, and only elasticity shares the forces."
            )
        part = "" if len(axes) == len(AXES) else f" ({', '.join(axes)})"
        labels.append(f"reaction force of {name}{part}")
        sliders.append([_name_slider(name, axis) for axis in axes])
    whole = Model(released, remove_memory(model).effects, model.symmetric)
    known = dict(zip(model.parameters, p))
    values = np.array([known.get(name, 0.0) for name in whole.parameters])
    high = np.array(list(most.values()))
    low = np.full(len(high), -np.inf)
    columns = tuple(np.array([released.actuated.index(x) for x in names]) for names in sliders)
    return ReactionForce(tuple(labels), low, high, high, whole, values, columns)


def _expand_patterns(robot: Robot, limits: Mapping[str, float]) -> dict[str, float]:
    """{name: N}; the last pattern that fits counts."""
    names = [*robot.coordinates, *(loop.name for loop in robot.loops)]
    found: dict[str, float] = {}
    for pattern, most in limits.items():
        fits = [name for name in names if fnmatchcase(name, str(pattern))]
        if not fits:
            raise InputError(
                f"limits: reaction_force names '{pattern}'; expected joints and loops:"
                f" {join_names(names, 12)}."
            )
        found |= dict.fromkeys(fits, float(most))
    return found


def _name_slider(name: str, axis: str) -> str:
    return f"{name} released along {axis}"


def _release(robot: Robot, name: str, axis: str) -> Robot:
    """The robot with a joint, or the end of a loop on its second body, on a massless slider that
    stays at 0."""
    slider = _name_slider(name, axis)
    changes = {
        "home": {**robot.home, slider: 0.0},
        "actuated": (*robot.actuated, slider),
        "task": (),
        "ideal": (),
    }
    for body in robot.bodies:
        joint = body.joint
        if joint.name == name:
            # the slider takes the place of the joint's frame, which then is at its end
            first = Joint(slider, "prismatic", AXES[axis], joint.position, joint.rotation)
            turned = replace(joint, position=np.zeros(3), rotation=np.eye(3))
            carrier = Body(slider, body.parent, first, massless=True)
            carried = replace(body, parent=slider, joint=turned)
            rest = [each for each in robot.bodies if each is not body]
            return robot.replace(bodies=(*rest, carrier, carried), **changes)
    loop = next(each for each in robot.loops if each.name == name)
    first = Joint(slider, "prismatic", AXES[axis], loop.position_b, loop.rotation_b)
    at_end = replace(loop, body_b=slider, position_b=np.zeros(3), rotation_b=np.eye(3))
    return robot.replace(
        bodies=(*robot.bodies, Body(slider, loop.body_b, first, massless=True)),
        loops=[at_end if each is loop else each for each in robot.loops],
        **changes,
    )


def _can_move(robot: Robot, slider: str) -> bool:
    """Whether the loops let a slider move a little."""
    q = take_actuated_home(robot).copy()
    q[robot.actuated.index(slider)] = TRIED * compute_robot_size(robot)
    try:
        close(robot, q[None], detours=None)
    except (LoopClosureError, RobotError):
        return False
    return True
