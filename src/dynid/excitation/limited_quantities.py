"""What limits hold back, beside the described coordinates: passive ones, the tool, bodies that near
each other, torques,
singularities. Each family gives its values (N, k) over a motion, and the exact gradient of single
values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import close
from dynid.closed_chains.closure_gradient import close_gradient, compute_margin_gradient
from dynid.closed_chains.kinematics import find_frame
from dynid.errors import InputError, join_names
from dynid.excitation.capsule_ends import Index
from dynid.excitation.clearance import make_clearance
from dynid.excitation.limit_family import LimitFamily, point_cotangents, point_jets
from dynid.excitation.motion_limits import KINDS, PLACE, ActiveLimits, Bound
from dynid.excitation.reaction_limits import make_reaction_limits
from dynid.excitation.sampled_motion import Bars, MotionState
from dynid.model.gears import remove_memory
from dynid.model.model import Model
from dynid.model.model_along_motion import compute_torque_along, compute_torque_cotangents
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame

# of the distance to singularity and of the margin of the loops at home, where no limit is given
KEPT = 0.25


def compute_sizes(low: Array, high: Array) -> Array:
    """Half the range, or the size of the one bound there is."""
    both = np.isfinite(low) & np.isfinite(high)
    one = np.abs(np.where(np.isfinite(low), low, high))
    with np.errstate(invalid="ignore"):
        return np.where(both, (high - low) / 2, np.maximum(one, 0.1))


def _list_bounds(bounds: list[Bound]) -> tuple[tuple[str, ...], Array, Array, Array]:
    low, high = np.array([b.low for b in bounds]), np.array([b.high for b in bounds])
    return tuple(b.label for b in bounds), low, high, compute_sizes(low, high)


@dataclass(frozen=True, eq=False)
class Coordinates(LimitFamily):
    """Position, velocity and acceleration of coordinates that the trajectory does not describe
    itself."""

    column: Index
    order: Index

    def compute_values(self, state: MotionState) -> Array:
        parts = np.stack([state.motion.q, state.motion.qd, state.motion.qdd])
        return parts[self.order, :, self.column].T

    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        bars = np.zeros((3, *state.motion.q.shape))
        bars[self.order[column], np.arange(len(column)), self.column[column]] = 1.0
        return state.from_all(*bars)


@dataclass(frozen=True, eq=False)
class ToolPlace(LimitFamily):
    """Of the tool's point: walls of the workspace, components, speed, acceleration."""

    held: ActiveLimits
    tool: Frame
    #: (component, order) of bounds on tool.x, tool.y, tool.z
    parts: tuple[tuple[int, int], ...]

    def _evaluate_parts(self, x: Array) -> tuple[Array, Array]:
        """Values (N, k) and their slopes (N, k, 3, 3) by place, velocity and acceleration, for x
        (3, N, 3)."""
        values, slopes = [], []

        def add(value: Array, slope: Array, order: int) -> None:
            whole = np.zeros((len(value), 3, 3))
            whole[:, order] = slope
            values.append(value)
            slopes.append(whole)

        limits = self.held.limits
        if limits.workspace is not None:
            for wall, slope in zip(
                *(np.moveaxis(a, 1, 0) for a in limits.workspace.compute_walls(x[0]))
            ):
                add(wall, slope, 0)
        for component, order in self.parts:
            add(x[order][:, component], np.broadcast_to(np.eye(3)[component], x[0].shape), order)
        for order, limit in ((1, limits.tool_speed), (2, limits.tool_acceleration)):
            if limit is not None:
                size = np.linalg.norm(x[order], axis=1)
                add(size, x[order] / np.maximum(size, 1e-12)[:, None], order)
        return np.stack(values, axis=1), np.stack(slopes, axis=1)

    def compute_values(self, state: MotionState) -> Array:
        return self._evaluate_parts(point_jets(state.motion, [self.tool])[0])[0]

    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        _, slopes = self._evaluate_parts(point_jets(state.motion, [self.tool])[0])
        bars = slopes[np.arange(len(column)), column].transpose(1, 0, 2)  # (3, R, 3)
        return state.from_all(*point_cotangents(state.motion, [self.tool], bars[None]))


@dataclass(frozen=True, eq=False)
class Torque(LimitFamily):
    """Of the motors, for given parameters."""

    model: Model
    p: Array
    drive: Index

    def compute_values(self, state: MotionState) -> Array:
        return compute_torque_along(self.model, state.closed, self.p)[:, self.drive]

    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        tau_bar = np.zeros((len(column), self.model.robot.dof))
        tau_bar[np.arange(len(column)), self.drive[column]] = 1.0
        return state.from_drives(
            *state.from_closed(compute_torque_cotangents(self.model, state.closed, self.p, tau_bar))
        )


def compute_gain_scales(motion: Motion) -> Array:
    """(coordinates, given ones, 1) what makes dq/dq_given a pure number: lengths in sizes of the
    robot."""
    robot, given = motion.robot, motion.given or motion.robot.actuated
    length = np.array(
        [
            compute_robot_size(robot) if robot.joint(c).kind == "prismatic" else 1.0
            for c in robot.coordinates
        ]
    )
    return np.asarray(
        np.outer(1.0 / length, length[[robot.coordinates.index(c) for c in given]])[:, :, None]
    )


def compute_singularity_distance(motion: Motion) -> Array:
    """1 / |G| (Frobenius), G = dq/dq_given: zero where a small move of those moves others without
    bound."""
    assert motion.G is not None
    return np.asarray(1.0 / np.linalg.norm(motion.G * compute_gain_scales(motion), axis=(0, 1)))


@dataclass(frozen=True, eq=False)
class Singularity(LimitFamily):
    """The distance of the loops to a singular pose: seen from the motors, or from the described
    coordinates."""

    of_drives: bool

    def _take_motion(self, state: MotionState) -> Motion:
        return state.closed if self.of_drives else state.motion

    def compute_values(self, state: MotionState) -> Array:
        return compute_singularity_distance(self._take_motion(state))[:, None]

    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        motion = self._take_motion(state)
        assert motion.G is not None
        # d |G|^-1 = - |G|^-3 G . dG
        G_bar = (
            -motion.G * compute_gain_scales(motion) ** 2 * compute_singularity_distance(motion) ** 3
        )
        bars = close_gradient(motion, G_bar=G_bar)
        return state.from_drives(*bars) if self.of_drives else bars


@dataclass(frozen=True, eq=False)
class Margin(Singularity):
    """How far the loops are from where they no longer determine the passive coordinates: see
    `closure`.

    Where two assembly branches meet in a point (both couplers of a five-bar stretched), G jumps
    from one finite value to another: 1 / |G| says nothing, though accelerations grow beyond all
    bounds. The margin falls to zero there.
    """

    def compute_values(self, state: MotionState) -> Array:
        margin = self._take_motion(state).margin
        assert margin is not None
        return margin[:, None]

    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        bar = compute_margin_gradient(self._take_motion(state))
        none = np.zeros_like(bar)
        return state.from_drives(bar, none, none) if self.of_drives else (bar, none, none)


def _make_singularity_limits(
    held: ActiveLimits, robot: Robot, given: tuple[str, ...], of_drives: bool
) -> list[LimitFamily]:
    """A quarter of the margin at home is kept, and by default of the distance."""
    home = dict(zip(robot.coordinates, close_home(robot)))
    at_home = close(robot, [[home[name] for name in given]], given=given)
    assert at_home.margin is not None
    least = np.array(
        [held.limits.singularity or KEPT * float(compute_singularity_distance(at_home)[0])]
    )
    margin, most = KEPT * at_home.margin, np.array([np.inf])
    of = "" if of_drives else " of the task"
    return [
        Singularity((f"distance to singularity{of}",), least, most, least, of_drives),
        Margin((f"margin of the loops{of}",), margin, most, margin, of_drives),
    ]


def list_families(
    model: Model, held: ActiveLimits, described: tuple[str, ...], whole: Robot
) -> list[LimitFamily]:
    """What must be kept along a motion of `whole`, beside the described coordinates themselves."""
    robot = model.robot
    rest = [b for b in held.bounds if b.name not in described]
    if jerk := [b.name for b in rest if b.order == 3]:
        raise InputError(
            f"limits: jerk of {join_names(jerk)}, but the trajectory describes "
            f"{join_names(described)};"
            " only their jerk can be limited: change the trajectory's coordinates, or limit the"
            " jerk of those."
        )
    out: list[LimitFamily] = []
    inner = [b for b in rest if b.name in whole.coordinates]
    if inner:
        index = np.array([whole.coordinates.index(b.name) for b in inner])
        out.append(Coordinates(*_list_bounds(inner), index, np.array([b.order for b in inner])))
    place = _place(held, [b for b in rest if b not in inner], find_frame(robot, None))
    out += [place] if place else []
    out += [make_clearance(whole, held.guard)] if held.guard is not None else []
    if held.p is not None:
        drive = np.flatnonzero(np.isfinite(held.torque).any(axis=1))
        low, high = held.torque[drive].T
        labels = tuple(f"torque of {robot.actuated[j]}" for j in drive)
        sizes = compute_sizes(low, high)
        torque = Torque(labels, low, high, sizes, remove_memory(model), held.p, drive)
        out += [torque] if len(drive) else []
        if limits := held.limits.reaction_force:
            out.append(make_reaction_limits(model, held.p, limits))
    if robot.passive and not robot.is_tree:
        out += _make_singularity_limits(held, robot, robot.actuated, True)
    if described != robot.actuated:
        out += _make_singularity_limits(held, whole, described, False)
    return out


def _place(held: ActiveLimits, bounds: list[Bound], tool: Frame) -> ToolPlace | None:
    labels, low, high, scale = _list_bounds(bounds)
    limits = held.limits
    walls = 0 if limits.workspace is None else limits.workspace.count
    speeds = [
        (f"tool {KINDS[o]}", l)
        for o, l in ((1, limits.tool_speed), (2, limits.tool_acceleration))
        if l
    ]
    if not (walls or bounds or speeds):
        return None
    most = np.array([limit for _, limit in speeds])
    size = compute_robot_size(held.robot)
    return ToolPlace(
        (*(["workspace"] * walls), *labels, *(name for name, _ in speeds)),
        np.concatenate([np.full(walls, -np.inf), low, np.full(len(speeds), -np.inf)]),
        np.concatenate([np.zeros(walls), high, most]),
        np.concatenate([np.full(walls, size), scale, most]),
        held,
        tool,
        tuple((PLACE.index(b.name), b.order) for b in bounds),
    )
