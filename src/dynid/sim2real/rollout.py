"""Rollouts: parts of a log, simulated open loop under their commands; and their derivatives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.data.columns import COMMANDS
from dynid.data.log import Log, usual_step
from dynid.errors import SimulationError, listing
from dynid.sim2real.free_parameters import KINDS, FreeParameters, Values
from dynid.sim2real.plant import Part, Plant

DIFFERENCE = 1e-6  # rad, rad/s: step of the differences for stiffness and damping of the bodies
NEAR = 0.025  # s: around a sample, for its velocity


class ParameterKind(IntEnum):
    """By what a rollout is differentiated beside `KINDS`, as in native/rollout.hpp; START and RATE:
    the state in which it starts."""

    DELAY = 6
    START = 7
    RATE = 8
    BODY = 9


@dataclass(frozen=True, eq=False)
class Segment:
    """Samples first ... last - 1 of a log, and the plant that they are simulated with. The commands
    before them act for as long as the delay lasts."""

    plant: Plant
    log: Log
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first

    def part(self, first: int, last: int) -> Segment:
        """These of its samples."""
        return Segment(self.plant, self.log, self.first + first, self.first + last)

    @property
    def t(self) -> Array:
        return self.log.t[self.first : self.last]

    @property
    def q(self) -> Array:
        return self.log.q[self.first : self.last]

    @property
    def qcmd(self) -> Array:
        return self.log.qcmd[self.first : self.last]

    @property
    def step(self) -> float:
        return usual_step(self.log.t)

    @cached_property
    def start(self) -> Array:
        """The state (2, n) at the first sample: position and velocity of a cubic through those
        around it. In steps that are not centred the velocity is that of half a step before."""
        around = max(3, min(6, int(NEAR / self.step)))
        near = slice(max(0, self.first - around), self.first + around + 1)
        t, simulator = self.log.t[near] - self.log.t[self.first], self.plant.simulator
        scale = t[-1] - t[0]
        powers = np.vander(t / scale, 4, increasing=True)
        c = np.linalg.lstsq(powers, self.log.q[near], rcond=None)[0]
        x = 0.0 if simulator.centred else -0.5 * simulator.step / scale
        return np.array([c[0], (c[1] + 2 * c[2] * x + 3 * c[3] * x**2) / scale])

    @cached_property
    def steps(self) -> tuple[Array, Ints, Array]:
        """The times at which steps begin; and of every sample the step in which it lies, -1 for the
        first, and the part of it."""
        h = self.plant.simulator.step
        S = max(1, int(np.ceil((self.t[-1] - self.t[0]) / h - 1e-6)))
        x = (self.t - self.t[0]) / h
        step = np.minimum(np.ceil(x - 1e-6).astype(np.int64) - 1, S - 1)
        return self.t[0] + h * np.arange(S), step, np.clip(x - step, 0.0, 1.0)

    def rollout(self, values: Values, start: Array | None = None) -> Rollout:
        """Open loop, from start (2, n): q and qd."""
        return simulate_rollout(self, values, self.start if start is None else start)

    def residual(self, values: Values) -> Array | None:
        """Measured less simulated positions; None where the rollout diverges."""
        try:
            return np.asarray(self.q - self.rollout(values).q)
        except SimulationError:
            return None

    def error(self, values: Values) -> float:
        """RMSE of the rollout; infinite where it diverges."""
        residual = self.residual(values)
        return np.inf if residual is None else float(np.sqrt((residual**2).mean()))


@dataclass(frozen=True, eq=False)
class Path:
    """The steps of one part: what its derivatives are taken along."""

    part: Part
    actuators: native.Actuators
    shift: Array  # (n,) of the measured positions to the true ones
    commands: tuple[Array, Array, Array]  # (S, n): positions, velocities, torques
    rates: Array  # (S, 3, n) of these in time
    Q: Array  # (S + 1, n)
    V: Array
    A: Array  # (S, n)
    F: Array
    clipped: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Slope:
    """The derivatives of one part's joints `at`: D (N, m, own + 2 m) by the parameters at the
    places `own` of the vector, then by the start state at the places `state` behind it."""

    at: Ints
    own: Ints
    state: Ints
    D: Array


@dataclass(frozen=True, eq=False)
class Rollout:
    """A simulated motion q (N, n) at the samples of a segment."""

    segment: Segment
    values: Values
    q: Array
    paths: tuple[Path, ...]

    def slopes(self, free: FreeParameters) -> tuple[Slope, ...]:
        """dq / dparameter, part by part."""
        n, found = self.q.shape[1], []
        for path in self.paths:
            at = path.part.at
            own, kinds, joints = _places(free, path.part)
            each = np.arange(len(at))
            state = np.repeat([ParameterKind.START, ParameterKind.RATE], len(at))
            kinds, joints = np.append(kinds, state), np.concatenate([joints, each, each])
            D = self._jacobian(path, kinds, joints)
            found.append(Slope(at, own, np.append(at, n + at), D))
        return tuple(found)

    def _jacobian(self, path: Path, kinds: Ints, joints: Ints) -> Array:
        """(N, joints of the part, P); `joints` count within the part."""
        plant, (_, step, within) = self.segment.plant, self.segment.steps
        part, (S, n), tree = path.part, path.A.shape, path.part.tree
        ahead = 0.5 * plant.simulator.step if plant.simulator.centred else 0.0
        motion = path.Q[:-1] + ahead * path.V[:-1] - path.shift, path.V[:-1], path.A
        M, K, C = (np.empty((S, n, n)) for _ in range(3))
        native.linearise(tree, self.values.bodies[part.inertias], *motion, DIFFERENCE, M, K, C)
        columns = np.unique(joints[kinds == ParameterKind.BODY])
        turning = np.zeros((S, n, part.inertias.size if len(columns) else 0))
        for k in columns:  # the torque of a unit of each body's parameter
            unit, tau = np.zeros(part.inertias.shape), np.empty((S, n))
            unit.flat[k] = 1.0
            native.inverse_dynamics(tree, unit, *motion, tau)
            turning[:, :, k] = tau
        out = np.zeros((len(step), n, len(kinds)))
        native.rollout_slopes(
            path.actuators, *path.commands, path.Q, path.V, path.A, path.F, path.clipped, M, K, C,
            kinds, joints, plant.drive.acts, plant.drive.sees, path.rates, turning,
            step, within, out,
        )  # fmt: skip
        return out


def _places(free: FreeParameters, part: Part) -> tuple[Ints, Ints, Ints]:
    """Of the parameters that move a part: places in the vector, the kernel's kinds, joints (of
    bodies: the parameters) within the part."""
    n, at, bodies, found = free.joints, list(part.at), part.inertias.ravel().tolist(), []
    for k, place in enumerate(free.places):
        kind, joint = divmod(int(place), n)
        body = int(place) - len(KINDS) * n - 1
        if body == -1:
            found.append((k, ParameterKind.DELAY, 0))
        elif body in bodies:
            found.append((k, ParameterKind.BODY, bodies.index(body)))
        elif body < 0 and joint in at:
            found.append((k, kind, at.index(joint)))
    a, b, c = np.array(found, dtype=np.int64).reshape(-1, 3).T.copy()
    return a, b, c


def commands_during(
    t: Array, x: Array, between: str, start: Array, h: float
) -> tuple[Array, Array]:
    """The mean of a command over steps from `start` on, and its derivative in time."""
    if between == "linear":
        ends = [
            np.column_stack([np.interp(start + c * h, t, column) for column in x.T])
            for c in (0.0, 0.5, 1.0)
        ]
        return ends[1], (ends[2] - ends[0]) / h
    # held from sample to sample; the integral of that is a line from sample to sample
    area = np.vstack([np.zeros((1, x.shape[1])), np.cumsum(x[:-1] * np.diff(t)[:, None], axis=0)])
    a, b = (
        np.clip(np.searchsorted(t, at + 1e-9, side="right") - 1, 0, len(t) - 1)
        for at in (start, start + h)
    )
    before, after = (
        area[k] + x[k] * (at - t[k])[:, None] for k, at in ((a, start), (b, start + h))
    )
    return (after - before) / h, (x[b] - x[a]) / h


def simulate_rollout(segment: Segment, values: Values, start: Array) -> Rollout:
    """Step through all parts under the commands of a segment."""
    plant, log, (begin, step, within) = segment.plant, segment.log, segment.steps
    during = [
        commands_during(
            log.t, log.commands[kind], plant.drive.between, begin - values.delay,
            plant.simulator.step,
        )
        if kind in log.commands
        else (np.zeros((len(begin), len(log.joints))),) * 2
        for kind in COMMANDS
    ]  # fmt: skip
    (u, ud, ff), rates = zip(*during)
    commands, rates = (u + plant.drive.acts * values.bias, ud, ff), np.stack(rates, axis=1)
    q, paths = np.empty((len(segment), len(log.joints))), []
    for part in plant.parts:
        path = _simulate_part(plant, part, values, commands, rates, start)
        k = np.maximum(step, 0)
        before, after = path.Q[k], path.Q[k + 1]
        moved = before + within[:, None] * (after - before)
        q[:, part.at] = np.where(step[:, None] < 0, before, moved)
        paths.append(path)
    return Rollout(segment, values, q, tuple(paths))


def _simulate_part(
    plant: Plant,
    part: Part,
    values: Values,
    commands: tuple[Array, Array, Array],
    rates: Array,
    start: Array,
) -> Path:
    sim, at, n, S = plant.simulator, part.at, len(part.at), len(rates)
    v, inertia = values, values.bodies[part.inertias]
    joints = np.array([v.armature, v.viscous, v.dry, plant.drive.sees * v.bias, v.kp, v.kd])[:, at]
    M, K, C = (np.empty((1, n, n)) for _ in range(3))
    rest = np.zeros((1, n))  # where the inverse inertias of dry friction are taken
    native.linearise(part.tree, inertia, rest, rest, rest, DIFFERENCE, M, K, C)
    R = sim.give[at] * np.diag(np.linalg.inv(M[0] + np.diag(joints[0])))
    beta = sim.rate[at]
    if sim.centred and not sim.sharp:  # friction at the middle of the step: qd + h a0 / 2
        R, beta = R / (1 + 0.5 * sim.step * beta), beta / (1 + 0.5 * sim.step * beta)
    actuators = native.Actuators(
        joints, R, beta, plant.limit[at], sim.step, sim.centred, sim.implicit, sim.held
    )
    own = commands[0][:, at], commands[1][:, at], commands[2][:, at]
    Q, V, A, F = (np.empty((S + more, n)) for more in (1, 1, 0, 0))
    clipped = np.empty((S, n), dtype=np.bool_)
    failed = native.rollout(part.tree, inertia, actuators, *own, start[:, at], Q, V, A, F, clipped)
    if failed >= 0:
        names = listing([plant.joints[k] for k in at])
        raise SimulationError(
            f"robot '{plant.robot.name}': the rollout of {names} diverged after"
            f" {failed * sim.step:.3g} s; expected gains, inertias and a step ({sim.step:g} s) that"
            " are stable together.",
            failed * sim.step,
            Q[failed],
            V[failed],
            None,
        )
    return Path(part, actuators, joints[3], own, rates[:, :, at], Q, V, A, F, clipped)
