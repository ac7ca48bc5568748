"""What a motion must keep: the user's limits over those of the robot's description."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array, freeze_array, is_finite_number
from dynid.errors import InputError, join_names, shorten
from dynid.excitation.capsules import Capsule
from dynid.excitation.collision_model import (
    SLIDE,
    CollisionModel,
    describe_collision_model,
    make_collision_model,
)
from dynid.excitation.workspace import Workspace, load_workspace
from dynid.files import load_yaml
from dynid.model.model import Model
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Joint

FARTHEST = 1e6  # m: no robot is larger
KINDS = ("position", "velocity", "acceleration", "jerk")
PLACE = ("tool.x", "tool.y", "tool.z")
ASSUMED_SPEED = (
    2.0  # rad/s, or robot sizes / s: of a drive whose description gives no velocity limit
)


@dataclass(frozen=True, eq=False)
class Limits:
    """Limits of a motion, in SI units. What is left out is taken from the robot's description.

    Parameters
    ----------
    position, velocity, acceleration
        one number for all motors, a list in their order, or {coordinate: number or (low, high)}; a
        number means +-; passive coordinates, task coordinates and "tool.x", "tool.y", "tool.z" can
        be named too
    jerk
        the same, of the coordinates that the trajectory describes
    torque
        drive torques, for the parameters p (default: the model's prior, unknown friction taken as
        zero)
    p
        the parameters that torques and forces are computed with; None: the model's prior
    reaction_force
        {joint or loop, or a pattern of them: N}: the size of the force that it transmits
    workspace
        where the tool may be: Box, Sphere, Hemisphere, Cylinder, or SignedDistance(function)
    tool_speed
        of the tool's point [m/s]
    tool_acceleration
        of the tool's point [m/s^2]
    singularity
        smallest distance to a singularity, 1 / |dq / dq_drives|, and of a trajectory in task
        coordinates 1 / |dq / dq_task| (lengths in robot sizes); default: a quarter of what it is at
        home. A quarter of the margin of the loops at home is kept in any case (0 where they leave a
        coordinate undetermined)
    capsules
        bodies as capsules, kept apart by `clearance` [m], in place of the shapes that the robot's
        file has for these bodies
    clearance
        least distance of capsules and shapes [m]
    shapes
        keep bodies apart by the collision shapes of the robot's file, where it has one; pairs that
        a joint or a loop joins, and pairs that touch at home, are left out
    floor
        height [m] that capsules and shapes stay above; "auto": the floor of the robot's file, else
        z = 0 of its base, unless the robot hangs below it; None: no floor
    tolerance
        error of every joint [rad; a tenth of it in m for sliding ones] in following the motion, for
        which positions, floor and distances are kept all the same
    """

    position: Any = None
    velocity: Any = None
    acceleration: Any = None
    jerk: Any = None
    torque: Any = None
    p: Any = None
    reaction_force: Mapping[str, float] | None = None
    workspace: Workspace | None = None
    tool_speed: float | None = None
    tool_acceleration: float | None = None
    singularity: float | None = None
    capsules: tuple[Capsule, ...] = ()
    clearance: float = 0.0
    shapes: bool = True
    floor: float | str | None = "auto"
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "capsules", tuple(self.capsules))
        for name in ("tool_speed", "tool_acceleration", "singularity"):
            value = getattr(self, name)
            if value is not None and not (is_finite_number(value) and value > 0):
                raise InputError(
                    f"limits: got {name} {shorten(value)}, expected a positive number, or None for"
                    " no limit."
                )
        for name, unit, most in (
            ("clearance", "a distance in m", FARTHEST),
            ("tolerance", "an angle in rad", np.pi),
        ):
            value = getattr(self, name)
            if not (is_finite_number(value) and 0 <= value <= most):
                raise InputError(
                    f"limits: got {name} {shorten(value)}, expected {unit}, from 0 to {most:.3g}."
                )
        if not isinstance(self.shapes, bool):
            raise InputError(f"limits: got shapes {shorten(self.shapes)}, expected true or false.")
        self._check_reaction_force()
        if self.p is not None:
            try:
                object.__setattr__(self, "p", freeze_array(self.p))
            except (TypeError, ValueError):
                raise InputError(
                    f"limits: got p {shorten(self.p)}, expected a number for each of"
                    " model.parameters."
                ) from None
        floor = self.floor
        if floor is not None and floor != "auto" and not is_finite_number(floor):
            raise InputError(
                f"limits: got floor {shorten(floor)}, expected a height in m, None for no floor, or"
                " 'auto'."
            )
        if self.workspace is not None and not isinstance(self.workspace, Workspace):
            raise InputError(
                f"limits: got workspace {shorten(self.workspace)}, expected Box, Sphere,"
                " Hemisphere, Cylinder, ..."
            )

    def _check_reaction_force(self) -> None:
        given = self.reaction_force
        if given is None:
            return
        if not isinstance(given, Mapping) or not given:
            raise InputError(
                f"limits: got reaction_force {shorten(given)}, expected joints or loops with a"
                ' force in N, such as {"strut*": 200}.'
            )
        for name, value in given.items():
            if not (is_finite_number(value) and value > 0):
                raise InputError(
                    f"limits: got reaction_force of {name} {shorten(value)}, expected a positive"
                    " force in N."
                )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Limits:
        """From YAML or JSON with the same names; see docs/excitation.md."""
        return cls.from_content(load_yaml(Path(path), "limits, such as velocity: 2.0"), str(path))

    @classmethod
    def from_content(cls, content: Any, path: str) -> Limits:
        """From what such a file holds."""
        names = {f.name for f in fields(cls)}
        if not isinstance(content, dict) or set(content) - names:
            got = (
                join_names(map(str, set(content) - names))
                if isinstance(content, dict)
                else type(content).__name__
            )
            raise InputError(f"{path}: got {got}, expected some of {join_names(sorted(names))}.")
        content = dict(content)
        if "workspace" in content:
            content["workspace"] = load_workspace(content["workspace"])
        try:
            content["capsules"] = tuple(
                Capsule(**capsule) for capsule in content.get("capsules") or ()
            )
        except TypeError as error:
            raise InputError(
                f"{path}: capsules need body, start, end and radius ({error})."
            ) from None
        return cls(**content)

    def to_dict(self) -> dict[str, Any]:
        values = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name not in ("workspace", "capsules")
        }
        out = {name: _to_plain(value) for name, value in values.items() if value is not None}
        if self.workspace is not None:
            out["workspace"] = self.workspace.to_dict()
        if self.capsules:
            out["capsules"] = [capsule.to_dict() for capsule in self.capsules]
        return out


def _to_plain(value: Any) -> Any:
    """Of mappings, lists and numbers, what JSON can hold; no infinity: null stands for it."""
    if isinstance(value, Mapping):
        return {str(key): _to_plain(x) for key, x in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_to_plain(x) for x in value]
    if isinstance(value, (str, bool)):
        return value
    return float(value) if np.isfinite(value) else None


@dataclass(frozen=True)
class Bound:
    """low <= derivative `order` of a coordinate <= high."""

    name: str
    order: int
    low: float
    high: float

    @property
    def label(self) -> str:
        return f"{KINDS[self.order]} of {self.name}"


@dataclass(frozen=True, eq=False)
class ActiveLimits:
    """Limits made concrete for a model: every bound with its numbers, and what had to be
    assumed."""

    robot: Robot
    bounds: tuple[Bound, ...]
    torque: Array  # (n, 2)
    p: Array | None
    limits: Limits
    notes: tuple[str, ...] = ()
    guard: CollisionModel | None = None

    @property
    def speeds(self) -> Array:
        """(n,) the largest speed of each drive."""
        found = {
            bound.name: max(abs(bound.low), abs(bound.high))
            for bound in self.bounds
            if bound.order == 1
        }
        return np.array([found.get(name, np.inf) for name in self.robot.actuated])


def select_active_limits(limits: Limits | None, model: Model) -> ActiveLimits:
    """The limits to keep: the user's where given, else those of the robot's joints."""
    limits = Limits() if limits is None else limits
    if not isinstance(limits, Limits):
        raise InputError(
            f"got limits {limits!r}, expected Limits(...), or None for those of the robot's"
            " description."
        )
    robot = model.robot
    tables = [_make_table(robot, kind, getattr(limits, kind)) for kind in KINDS]
    notes: list[str] = []
    for name in robot.coordinates:
        joint = robot.joint(name)
        if name in robot.actuated or np.isfinite([joint.lower, joint.upper]).any():
            tables[0].setdefault(name, _find_range(joint, notes))
    tables[0] = {name: _shrink_range(robot, name, pair, limits) for name, pair in tables[0].items()}
    slow = []
    for name in robot.actuated:
        joint, size = robot.joint(name), compute_robot_size(robot)
        speed = joint.velocity
        if name not in tables[1] and not 0 < speed < np.inf:  # 0 stands for "not known" in files
            speed = ASSUMED_SPEED * (size if joint.kind == "prismatic" else 1.0)
            slow.append(f"{name} {speed:.3g}")
        tables[1].setdefault(name, (-speed, speed))
    if slow:
        notes.append(f"no velocity limit given, so assumed (rad/s or m/s): {', '.join(slow)}")
    bounds = tuple(
        Bound(name, order, low, high)
        for order, table in enumerate(tables)
        for name, (low, high) in table.items()
        if np.isfinite([low, high]).any()
    )
    torque, p = _find_torque_limits(model, limits, notes)
    shapes, floor = limits.shapes, limits.floor
    guard = make_collision_model(
        robot, limits.capsules, shapes, floor, limits.clearance, limits.tolerance
    )
    notes += () if guard is None else guard.notes
    notes.append(describe_collision_model(guard, limits.tolerance))
    return ActiveLimits(robot, bounds, torque, p, limits, tuple(notes), guard)


def _find_range(joint: Joint, notes: list[str]) -> tuple[float, float]:
    """Of a joint's description. Files that know no limits often say 0 for both."""
    if joint.lower < joint.upper:
        return joint.lower, joint.upper
    if joint.lower != 0.0:
        raise InputError(
            f"joint '{joint.name}' can only be at {joint.lower:g}: a motion needs a range; give"
            " limits of its position, or make it a fixed joint."
        )
    notes.append(f"limits 0 .. 0 of {joint.name} are taken as not known: it may turn without end")
    return -np.inf, np.inf


def _shrink_range(
    robot: Robot, name: str, pair: tuple[float, float], limits: Limits
) -> tuple[float, float]:
    """The range of a drive without the tolerance at both ends, at most a tenth of it each."""
    low, high = pair
    if name not in robot.actuated or limits.tolerance == 0:
        return pair
    error = limits.tolerance * (SLIDE if robot.joint(name).kind == "prismatic" else 1.0)
    error = min(error, 0.1 * (high - low))
    return low + error, high - error


def _make_table(robot: Robot, kind: str, given: Any) -> dict[str, tuple[float, float]]:
    """{coordinate: (low, high)} from one number, a list, or a mapping."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        values = np.asarray(given, dtype=object)
        if values.ndim == 0:
            given = dict.fromkeys(robot.actuated, given)
        elif len(given) == robot.dof:
            given = dict(zip(robot.actuated, given))
        else:
            raise InputError(
                f"limits: got {len(given)} {kind} limits, expected {robot.dof}:"
                f" {join_names(robot.actuated)}."
            )
    known = dict.fromkeys((*robot.coordinates, *robot.task, *PLACE))
    if unknown := [name for name in given if name not in known]:
        raise InputError(
            f"limits: {kind} of {join_names(map(str, unknown))}, but robot '{robot.name}' has"
            f" {join_names(known)}."
        )
    return {
        name: _pair(f"{kind} of '{name}'", value, kind != "position")
        for name, value in given.items()
    }


def _pair(what: str, value: Any, through_zero: bool) -> tuple[float, float]:
    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"limits: got {what} {shorten(value)}, expected a number or (low, high)."
        ) from None
    if numbers.shape not in ((), (2,)) or np.isnan(numbers).any():
        raise InputError(f"limits: got {what} {shorten(value)}, expected a number or (low, high).")
    low, high = (
        (-float(numbers), float(numbers))
        if numbers.shape == ()
        else (float(numbers[0]), float(numbers[1]))
    )
    if not low < high:
        raise InputError(
            f"limits: {what} runs from {low:g} to {high:g}: crossed or empty; expected low < high."
        )
    if through_zero and not low < 0 < high:
        raise InputError(
            f"limits: {what} runs from {low:g} to {high:g}; a motion that returns passes through 0."
        )
    return low, high


def _find_torque_limits(
    model: Model, limits: Limits, notes: list[str]
) -> tuple[Array, Array | None]:
    """(n, 2) torque limits and the parameters they are judged with; infinite where there is nothing
    to judge."""
    robot = model.robot
    table = _make_table(robot, "torque", limits.torque)
    given = limits.torque is not None
    for name in robot.actuated:
        effort = robot.joint(name).effort or np.inf  # 0 stands for "not known" in files
        table.setdefault(name, (-effort, effort))
    bounds = np.array([table[name] for name in robot.actuated])
    p = model.nominal if limits.p is None else limits.p
    given |= limits.reaction_force is not None
    if not np.isfinite(bounds).any() and not given:
        return bounds, None
    if p.shape != (len(model.parameters),) or np.isnan(p).any():
        if given:
            wrong = f"p has the shape {p.shape}" if limits.p is not None else "it lacks inertias"
            raise InputError(
                "limits: those of torques and forces need the parameters of the robot;"
                f" {wrong}. Give Limits(p=...) with a value for each of the"
                f" {len(model.parameters)} model.parameters."
            )
        notes.append(
            "torque limits are not kept: the robot's description lacks inertias (give"
            " Limits(p=...))"
        )
        return np.full((robot.dof, 2), [-np.inf, np.inf]), None
    return bounds, p
