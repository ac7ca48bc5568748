"""A robot under commands, in the parts that do not feel each other: the legs of a held base."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.commands.drive import Drive
from dynid.commands.logs import CommandLog
from dynid.commands.simulator import Simulator
from dynid.errors import InputError, SimulationError, listing
from dynid.loops.topology import native_tree
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body

DIFFERENCE = 1e-6  # rad, rad/s: step of the differences for stiffness and damping of the bodies


class ParameterKind(IntEnum):
    """By what a rollout is differentiated, as in native/rollout.hpp; START and RATE: the state in
    which it starts."""

    ARMATURE = 0
    VISCOUS = 1
    DRY = 2
    BIAS = 3
    KP = 4
    KD = 5
    DELAY = 6
    START = 7
    RATE = 8
    BODY = 9


@dataclass(frozen=True, eq=False)
class Values:
    """The parameters of all joints: arrays (n,), the delay [s] of all commands, and of all bodies
    the ten each that torques are linear in, (10 bodies,)."""

    armature: Array
    viscous: Array
    dry: Array
    bias: Array
    kp: Array
    kd: Array
    delay: float
    bodies: Array


@dataclass(frozen=True, eq=False)
class Part:
    """Joints that move each other: their places in the log, and the bodies."""

    at: Any
    tree: native.Tree
    bodies: slice  # of those of all parts, ten numbers each
    rest: Array  # (n,) where the inverse inertias of dry friction are taken


@dataclass(frozen=True, eq=False)
class Plant:
    """What stays the same from rollout to rollout."""

    robot: Robot
    drive: Drive
    simulator: Simulator
    limit: Array  # (n,)
    parts: tuple[Part, ...]
    bodies: tuple[Body, ...]  # of all parts, one part after the other

    @property
    def joints(self) -> tuple[str, ...]:
        return self.robot.actuated

    @property
    def inertias(self) -> Array:
        """(10 bodies,) as the robot's file has them."""
        none = np.zeros(10)
        return np.concatenate([none if b.inertia is None else b.inertia for b in self.bodies])


def plant_of(robot: Robot, drive: Drive, simulator: Simulator) -> Plant:
    if not robot.is_tree:
        raise InputError(
            f"robot '{robot.name}' has closed loops or coupled joints, which sim2real does not"
            " follow yet; expected a tree of joints, each with its own drive."
        )
    unknown = [b.name for b in robot.bodies if b.inertia is None and not b.massless]
    if unknown:
        raise InputError(
            f"robot '{robot.name}': no inertia is known of {listing(unknown, 8)}, against which the"
            " drives are measured; write it into the robot's file."
        )
    given = drive.of("effort", robot.actuated)
    own = simulator.limit
    limit = own if given is None else np.where(np.isnan(given), own, given)
    return Plant(robot, drive, simulator, limit, *_parts(robot))


def _parts(robot: Robot) -> tuple[tuple[Part, ...], tuple[Body, ...]]:
    """Bodies that hang on the ground by different joints move apart."""
    root: dict[str, str] = {}
    for body in robot.bodies:
        root[body.name] = body.name if body.parent == WORLD else root[body.parent]
    parts, everything = [], list[Body]()
    for name in dict.fromkeys(root.values()):
        bodies = tuple(body for body in robot.bodies if root[body.name] == name)
        joints = [body.joint.name for body in bodies if body.joint.moves]
        if not joints:
            continue
        own = Robot(name, bodies, gravity=robot.gravity)
        at = np.array([robot.actuated.index(joint) for joint in joints])
        places = slice(10 * len(everything), 10 * (len(everything) + len(bodies)))
        parts.append(Part(at, native_tree(own), places, np.zeros(len(joints))))
        everything += bodies
    return tuple(parts), tuple(everything)


def inertia_of(part: Part, values: Values) -> Array:
    """(bodies, 10)"""
    return np.ascontiguousarray(values.bodies[part.bodies].reshape(-1, 10))


@dataclass(frozen=True, eq=False)
class Path:
    """The steps of one part: what its derivatives are taken along."""

    Q: Array  # (S + 1, n)
    V: Array
    A: Array  # (S, n)
    F: Array
    clipped: Any
    actuators: native.Actuators
    values: Array  # (6, n)


@dataclass(frozen=True, eq=False)
class Rollout:
    """A simulated motion under the commands of samples first ... of a log: q (N, n) at their
    times."""

    plant: Plant
    log: CommandLog
    values: Values
    q: Array
    times: Times
    pushed: Pushed
    paths: tuple[Path, ...]


@dataclass(frozen=True, eq=False)
class Times:
    """The steps of a rollout, and where in them the samples are."""

    start: Array  # (S,) where the steps begin
    step: Ints  # (N,) the step in which a sample lies, -1 for the first
    part: Array  # (N,)
    h: float


@dataclass(frozen=True, eq=False)
class Pushed:
    """The commands that act in each step (S, n), and how they change in time (S, 3, n)."""

    u: Array
    ud: Array
    ff: Array
    rates: Array


def times_of(t: Array, h: float) -> Times:
    S = max(1, int(np.ceil((t[-1] - t[0]) / h - 1e-6)))
    x = (t - t[0]) / h
    step = np.minimum(np.ceil(x - 1e-6).astype(np.int64) - 1, S - 1)
    return Times(t[0] + h * np.arange(S), step, np.clip(x - step, 0.0, 1.0), h)


def pushed_by(log: CommandLog, drive: Drive, times: Times, delay: float) -> Pushed:
    u, du = commands_during(log.t, log.qcmd, drive.between, times.start - delay, times.h)
    none = np.zeros_like(u)
    pairs = [
        (none, none)
        if x is None
        else commands_during(log.t, x, drive.between, times.start - delay, times.h)
        for x in (log.qdcmd, log.taucmd)
    ]
    (ud, dud), (ff, dff) = pairs
    return Pushed(u, ud, ff, np.ascontiguousarray(np.stack([du, dud, dff], axis=1)))


def commands_during(
    t: Array, x: Array, between: str, start: Array, h: float
) -> tuple[Array, Array]:
    """The mean of a command over steps from `start` on, and its derivative in time."""
    if between == "linear":
        ends = [_interpolated(t, x, start + c * h) for c in (0.0, 0.5, 1.0)]
        return ends[1], (ends[2] - ends[0]) / h
    # held from sample to sample; the integral of that is a line from sample to sample
    area = np.vstack([np.zeros((1, x.shape[1])), np.cumsum(x[:-1] * np.diff(t)[:, None], axis=0)])

    def integral(at: Array) -> Array:
        k = np.clip(np.searchsorted(t, at + 1e-9, side="right") - 1, 0, len(t) - 1)
        inside: Array = area[k] + x[k] * (at - t[k])[:, None]
        return inside

    k = [
        np.clip(np.searchsorted(t, at + 1e-9, side="right") - 1, 0, len(t) - 1)
        for at in (start, start + h)
    ]
    return (integral(start + h) - integral(start)) / h, (x[k[1]] - x[k[0]]) / h


def _interpolated(t: Array, x: Array, at: Array) -> Array:
    return np.column_stack([np.interp(at, t, column) for column in x.T])


def rollout(
    plant: Plant, log: CommandLog, values: Values, first: int, last: int, start: Array
) -> Rollout:
    """Open loop under the commands of samples first ... last - 1, from start (2, n): q and qd. The
    commands before them act for as long as the delay lasts."""
    times = times_of(log.t[first:last], plant.simulator.step)
    pushed = pushed_by(log, plant.drive, times, values.delay)
    q = np.empty((last - first, len(log.joints)))
    paths = []
    for part in plant.parts:
        path = _part_run(
            plant, part, values, times, pushed, np.ascontiguousarray(start[:, part.at])
        )
        paths.append(path)
        k = np.maximum(times.step, 0)
        before, after = path.Q[k], path.Q[k + 1]
        q[:, part.at] = np.where(
            times.step[:, None] < 0, before, before + times.part[:, None] * (after - before)
        )
    return Rollout(plant, log, values, q, times, pushed, tuple(paths))


def _of_part(values: Values, drive: Drive, at: Array) -> Array:
    v = values
    rows = [v.armature, v.viscous, v.dry, drive.sees * v.bias, v.kp, v.kd]
    return np.ascontiguousarray(np.array(rows)[:, at])


def _part_run(
    plant: Plant, part: Part, values: Values, times: Times, pushed: Pushed, start: Array
) -> Path:
    sim, drive, n, S = plant.simulator, plant.drive, len(part.at), len(times.start)
    own = _of_part(values, drive, part.at)
    M, K, C = (np.empty((1, n, n)) for _ in range(3))
    still = np.zeros((1, n))
    inertia = inertia_of(part, values)
    native.linearise(part.tree, inertia, part.rest[None], still, still, DIFFERENCE, M, K, C)
    R = sim.give[part.at] * np.diag(np.linalg.inv(M[0] + np.diag(own[0])))
    beta = sim.rate[part.at]
    if sim.centred and not sim.sharp:  # friction at the middle of the step: qd + h a0 / 2
        R, beta = R / (1 + 0.5 * times.h * beta), beta / (1 + 0.5 * times.h * beta)
    Q, V = np.empty((S + 1, n)), np.empty((S + 1, n))
    A, F, clipped = np.empty((S, n)), np.empty((S, n)), np.empty((S, n), dtype=np.bool_)
    u = pushed.u[:, part.at] + drive.acts * values.bias[part.at]
    actuators = native.Actuators(
        own, R, beta, plant.limit[part.at], times.h, sim.centred, sim.implicit, sim.held
    )
    commands = u, pushed.ud[:, part.at], pushed.ff[:, part.at]
    failed = native.rollout(part.tree, inertia, actuators, *commands, start, Q, V, A, F, clipped)
    if failed >= 0:
        names = listing([plant.joints[k] for k in part.at])
        raise SimulationError(
            f"robot '{plant.robot.name}': the rollout of {names} diverged after"
            f" {failed * times.h:.3g} s; expected gains, inertias and a step ({times.h:g} s) that"
            " are stable together.",
            failed * times.h,
            Q[failed],
            V[failed],
            None,
        )
    return Path(Q, V, A, F, clipped, actuators, own)


def jacobian(done: Rollout, k: int, kinds: Ints, joints: Ints) -> Array:
    """dq / dparameter (N, joints of part k, P); `joints` count within the part."""
    plant, path, part, times = done.plant, done.paths[k], done.plant.parts[k], done.times
    sim, n, S = plant.simulator, len(part.at), len(times.start)
    ahead = 0.5 * times.h if sim.centred else 0.0
    M, K, C = (np.empty((S, n, n)) for _ in range(3))
    q = path.Q[:-1] + ahead * path.V[:-1] - path.values[3]
    native.linearise(
        part.tree, inertia_of(part, done.values), q, path.V[:-1], path.A, DIFFERENCE, M, K, C
    )
    turning = _of_bodies(part, q, path, np.unique(joints[kinds == ParameterKind.BODY]))
    out = np.zeros((len(times.step), n, len(kinds)))
    pushed, drive = done.pushed, plant.drive
    u = pushed.u[:, part.at] + drive.acts * done.values.bias[part.at]
    native.rollout_slopes(
        path.actuators, u, pushed.ud[:, part.at], pushed.ff[:, part.at],
        path.Q, path.V, path.A, path.F, path.clipped, M, K, C,
        kinds, joints, drive.acts, drive.sees, pushed.rates[:, :, part.at], turning,
        times.step, times.part, out,
    )  # fmt: skip
    return out


def _of_bodies(part: Part, q: Array, path: Path, columns: Array) -> Array:
    """(S, n, 10 bodies) the torque of a unit of each body's parameter; 0 where not asked for."""
    motion = q, path.V[:-1], path.A
    size = part.bodies.stop - part.bodies.start if len(columns) else 0
    Y, tau = np.zeros((*q.shape, size)), np.empty_like(q)
    for k in columns:
        unit = np.zeros(size)
        unit[k] = 1.0
        native.inverse_dynamics(part.tree, unit.reshape(-1, 10), *motion, tau)
        Y[:, :, k] = tau
    return Y
