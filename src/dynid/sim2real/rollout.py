"""Rollouts: parts of a log, simulated open loop under their commands; with their derivatives."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.data.column_map import COMMANDS
from dynid.data.command_log import average_commands
from dynid.data.log import Log, compute_usual_step
from dynid.errors import LoopClosureError, SimulationError, join_names
from dynid.sim2real.free_parameters import KINDS, FreeParameters, Values
from dynid.sim2real.plant import Part, Plant

NEAR = 0.025  # s: around a sample, for its velocity
#: by what a rollout is differentiated behind `KINDS`, as in native/rollout.hpp: the delay, position
#: and rate in which it starts, a body's parameter
DELAY, START, RATE, BODY = range(len(KINDS), len(KINDS) + 4)


@dataclass(frozen=True, eq=False)
class RolloutSegment:
    """Samples first ... last - 1 of a log, and the plant that they are simulated with. The commands
    before them act for as long as the delay lasts."""

    plant: Plant
    log: Log
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first

    def select_part(self, first: int, last: int) -> RolloutSegment:
        """These of its samples."""
        return RolloutSegment(self.plant, self.log, self.first + first, self.first + last)

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
        return compute_usual_step(self.log.t)

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

    def predict_rollout(self, values: Values, start: Array | None = None) -> Rollout:
        """Open loop, from start (2, n): q and qd."""
        plant, log, (begin, step, within) = self.plant, self.log, self.steps
        start = self.start if start is None else start
        none, h = np.zeros((len(begin), len(log.joints))), plant.simulator.step
        during = [
            average_commands(log, kind, plant.drive.between, begin - values.delay, h)
            if kind in log.commands
            else (none, none)
            for kind in COMMANDS
        ]
        (u, ud, ff), slopes = zip(*during)
        commands, rates = (u + plant.drive.acts * values.bias, ud, ff), np.stack(slopes, axis=1)
        q, paths = np.empty((len(self), len(log.joints))), []
        for part in plant.parts:
            path = _simulate_part(plant, part, values, commands, rates, start)
            k = np.maximum(step, 0)
            before, after = path.Q[k], path.Q[k + 1]
            moved = before + within[:, None] * (after - before)
            q[:, part.at] = np.where(step[:, None] < 0, before, moved)
            paths.append(path)
        return Rollout(self, values, q, tuple(paths))

    def compute_residual(self, values: Values) -> Array | None:
        """Measured less simulated positions; None where the rollout diverges."""
        try:
            return np.asarray(self.q - self.predict_rollout(values).q)
        except SimulationError:
            return None

    def compute_error(self, values: Values) -> float:
        """RMSE of the rollout; infinite where it diverges."""
        residual = self.compute_residual(values)
        return np.inf if residual is None else float(np.sqrt((residual**2).mean()))


@dataclass(frozen=True, eq=False)
class RolloutPath:
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
    D: Array  # (S, n, n) damping of passive joints
    clipped: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Slope:
    """The derivatives D (N, m, places) of one part's joints `at`: by what stands at these places of
    the vector of free parameters, and of the start state (2 n,) behind it; `rows`: at which of all
    samples."""

    at: Ints
    places: Ints
    D: Array
    rows: slice = field(default_factory=lambda: slice(None))


@dataclass(frozen=True, eq=False)
class Rollout:
    """A simulated motion q (N, n) at the samples of a segment."""

    segment: RolloutSegment
    values: Values
    q: Array
    paths: tuple[RolloutPath, ...]

    def compute_slopes(self, free: FreeParameters) -> tuple[Slope, ...]:
        """dq / dparameter, part by part."""
        n, found = self.q.shape[1], []
        for path in self.paths:
            at = path.part.at
            own, kinds, joints = _find_places(free, path.part)
            each = np.arange(len(at))
            state = np.repeat([START, RATE], len(at))
            kinds, joints = np.append(kinds, state), np.concatenate([joints, each, each])
            D = self._compute_jacobian(path, kinds, joints)
            found.append(Slope(at, np.concatenate([own, len(free) + at, len(free) + n + at]), D))
        return tuple(found)

    def _compute_jacobian(self, path: RolloutPath, kinds: Ints, joints: Ints) -> Array:
        """(N, joints of the part, P); `joints` count within the part."""
        plant, (_, step, within) = self.segment.plant, self.segment.steps
        part, bodies, n = path.part, self.values.bodies, path.A.shape[1]
        sim = plant.simulator
        ahead = 0.5 * sim.step if sim.centred else 0.0
        motion = path.Q[:-1] + ahead * path.V[:-1] - path.shift, path.V[:-1], path.A
        M, K, C = part.linearise(bodies, *motion, (ahead or sim.step) * path.A)
        columns = np.unique(joints[kinds == BODY])
        turning = np.zeros((len(path.A), n, len(columns)))
        if len(columns):  # the torque of a unit of each body's parameter
            turning[:] = part.model.regressor(*motion)[:, :, columns]
            joints = np.where(kinds == BODY, np.searchsorted(columns, joints), joints)
        out = np.zeros((len(step), n, len(kinds)))
        native.rollout_slopes(
            path.actuators, *path.commands, path.Q, path.V, path.A, path.F, path.D, path.clipped,
            M, K, C, kinds, joints, plant.drive.acts, plant.drive.sees, path.rates, turning,
            step, within, out,
        )  # fmt: skip
        return out


def _find_places(free: FreeParameters, part: Part) -> tuple[Ints, Ints, Ints]:
    """Of the parameters that move a part: places in the vector, the kernel's kinds, joints (of
    bodies: the parameters) within the part."""
    first = free.of_joints
    kind = np.append(np.repeat(np.arange(len(KINDS)), first // len(KINDS)), DELAY)
    kind = np.append(kind, np.full(len(free.every) - len(kind), BODY))
    within = np.full(len(kind), -1)
    for k in range(len(KINDS)):
        within[k * first // len(KINDS) + part.at] = np.arange(len(part.at))
    within[first] = 0
    within[first + 1 + part.inertias.ravel()] = np.arange(part.inertias.size)
    own = np.flatnonzero(within[free.places] >= 0)
    return own, kind[free.places[own]], within[free.places[own]]


def _simulate_part(
    plant: Plant,
    part: Part,
    values: Values,
    commands: tuple[Array, Array, Array],
    rates: Array,
    start: Array,
) -> RolloutPath:
    sim, at, n, S = plant.simulator, part.at, len(part.at), len(rates)
    v = values
    shift = plant.drive.sees * v.bias
    joints = np.array([v.armature, v.viscous, v.dry, shift, v.kp, v.kd, v.load])[:, at]
    R = sim.give[at] * part.compute_inverse_inertias(v.bodies, joints[0])
    beta = sim.rate[at]
    if sim.centred and not sim.sharp:  # friction at the middle of the step: qd + h a0 / 2
        R, beta = R / (1 + 0.5 * sim.step * beta), beta / (1 + 0.5 * sim.step * beta)
    actuators = native.Actuators(
        joints, R, beta, v.limit[at], sim.step, sim.centred, sim.implicit, sim.held
    )
    own = commands[0][:, at], commands[1][:, at], commands[2][:, at]
    Q, V, A, F = (np.empty((S + more, n)) for more in (1, 1, 0, 0))
    D, clipped = np.empty((S, n, n)), np.empty((S, n), dtype=np.bool_)
    Q[0], V[0] = start[:, at]
    try:
        simulation = part.make_simulation(v.bodies, Q[0] - joints[3])
        failed = simulation.rollout(actuators, *own, start[:, at], Q, V, A, F, D, clipped)
    except LoopClosureError:
        failed = 0
    if failed >= 0:
        names = join_names([plant.joints[k] for k in at])
        what = (
            "diverged" if part.model.robot.is_tree else "diverged, or left where its loops close,"
        )
        raise SimulationError(
            f"robot '{plant.robot.name}': the rollout of {names} {what} after"
            f" {failed * sim.step:.3g} s; expected gains, inertias and a step ({sim.step:g} s) that"
            " are stable together.",
            failed * sim.step,
            Q[failed],
            V[failed],
            None,
        )
    return RolloutPath(part, actuators, joints[3], own, rates[:, :, at], Q, V, A, F, D, clipped)
