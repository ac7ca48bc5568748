"""One step in time after another: each as long as its error allows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynid.arrays import Array, Ints
from dynid.errors import DynidError, InputError
from dynid.loops.closure import close
from dynid.loops.follower import Follower
from dynid.loops.work import workspace
from dynid.model.model import Model
from dynid.simulation import collocation, samples
from dynid.simulation.collocation import LAGRANGE, MADE, NEXT, Now, T, Trial
from dynid.simulation.equations import Mechanism, states_for
from dynid.simulation.samples import DEFECT, FASTEST, SHORTEST, Control, Record
from dynid.simulation.stages import LANES, NODES, C, S
from dynid.simulation.terms import tables_of, with_damping

AT_REST = 1e-12  # rad/s or m/s, and part of the largest velocity: slower than this is still
NEAR_SINGULAR = 1e-2  # margin of the loops (see closure) below which a stop is put down to them

Torque = Callable[[float], Array]


def within(A: Array, part: float, start: float = 0.0) -> Array:
    """The polynomial of a step's accelerations A at the stages of a step `part` as long, from
    `start` (1: its end) on."""
    x = (start + part * C)[:, None]
    values: Array = (LAGRANGE[0] + x * (LAGRANGE[1] + x * LAGRANGE[2])) @ A
    return values


class Stopped(DynidError):
    """The motion cannot go on: raised inside, told to the user with time, state and log by
    `simulate`."""


class Stepper:
    """The state of a robot in motion: q, qd of the actuated coordinates, what sticks, and where its
    loops are."""

    def __init__(
        self,
        model: Model,
        p: Array,
        q: Array,
        qd: Array,
        width: float | None,
        damping: Array | None = None,
    ) -> None:
        robot, n = model.robot, model.robot.dof
        self.model, self.width = model, width
        self.free = np.array([name in robot.free for name in robot.actuated])
        home = close(robot, q[None]).q[0].copy()  # the closed pose of this moment
        follower = Follower(robot, robot.actuated, home=home.copy())
        terms, dry, gears, self.bounds = tables_of(model, p, width)
        # of the drives, beside what the model has: their back EMF
        self.damping = np.zeros(n) if damping is None else damping
        if self.damping.any():
            terms = with_damping(terms, robot, self.damping)
        self.mech = Mechanism(
            follower.tree,
            follower.con,
            follower.place,
            follower.scale,
            workspace(follower.tree, follower.con, LANES),
            model.inertias(p),
            model.rotor_matrix(p),
            terms,
            dry,
            gears.loaded,
            gears.wound,
            follower.tree._replace(gravity=gears.tilt),
            gears.tilted,
        )
        k, elements, zeros = len(dry.along), len(gears.windings), np.zeros
        self.states, self.lanes = states_for(home, n, k, elements)
        self.mode: Ints = np.zeros(k, dtype=np.int64)
        self.held: Ints = np.zeros(0, dtype=np.int64)
        stages, clock = zeros((S, n)), np.array([0.0, 0.0, np.inf])
        self.now = Now(q.copy(), qd.copy(), zeros(n), zeros(n), zeros(n), home, stages, clock)
        self.trial = Trial(zeros((S + 1, n)), zeros((S, n)), zeros(n), zeros(k), zeros(2))
        self.control, self.fresh = held_torque(n), k > 0
        self.record = self.recording(zeros(0), np.full(n, np.inf))
        self.move(samples.RESTART)
        self.put(q, qd)

    def recording(self, t: Array, limit: Array) -> Record:
        """Room for the samples at the times t, under torques of at most `limit` (n,)."""
        q, qd, qdd, tau = np.empty((4, len(t), len(self.now.q)))
        at, free = np.zeros(1, dtype=np.int64), self.free.astype(np.int64)
        low, high = self.bounds.fixed
        return Record(t, q, qd, qdd, tau, at, limit, self.damping, free, low, high)

    def move(self, way: int, h: float = 0.0) -> int:
        """Call what is compiled."""
        changing = self.states, self.now, self.trial, self.mode, self.held, self.control
        return int(samples.move(way, self.mech, self.lanes, *changing, self.record, float(h)))

    @property
    def q(self) -> Array:
        return self.now.q

    @property
    def qd(self) -> Array:
        return self.now.qd

    @property
    def t(self) -> float:
        return float(self.now.clock[T])

    @property
    def force(self) -> Array:
        """(held,) what holds what sticks, where the equations of motion were looked at last."""
        return self.trial.force[: len(self.held)]

    def put(self, q: Array, qd: Array) -> None:
        """Another state, near the present one: dry friction slips where it moves, and is undecided
        where it does not. Hysteresis goes along."""
        self.states.q[:], self.states.qd[:] = q, qd
        self.move(samples.WIND)
        self.q[:], self.qd[:] = q, qd
        self._evaluate()
        v = self.states.v[S]
        mode = np.sign(v) * (np.abs(v) > AT_REST)
        if not np.array_equal(mode, self.mode):
            self.mode[:] = mode
            self._evaluate()
        self._begin(np.zeros(len(q)))
        self.now.home[:] = self.states.full[S]

    def look(self, tau: Array) -> None:
        """The equations of motion at the present state under the torque tau, as states[S]."""
        self._evaluate()
        self._begin(tau)

    def _evaluate(self) -> None:
        if self.move(samples.LOOK) != collocation.DONE:
            raise Stopped("the loops cannot be closed there")

    def _begin(self, tau: Array) -> None:
        """Nothing is known of a step before."""
        now = self.now
        now.tau[:] = tau
        self.react()
        now.qdd[:], now.A[:] = self.trial.qdd, self.trial.qdd
        now.jump[:], now.clock[MADE] = 0.0, 0.0

    def react(self) -> None:
        """trial.qdd and the holding forces, under the torque of this moment."""
        if self.move(samples.START) != collocation.DONE:
            raise self.mass_error()

    def mass_error(self) -> DynidError:
        M = self.states.M[S]
        values = np.linalg.eigvalsh(M) if np.isfinite(M).all() else np.full(1, np.nan)
        what = (
            f"the mass matrix is singular or not positive (its eigenvalues run from {values[0]:.3g}"
            f" to {values[-1]:.3g}); expected physically consistent parameters p: positive masses"
            " and inertias of the moving bodies, of rotors too"
        )
        return (
            Stopped(what)
            if self.t > 0
            else InputError(f"model of '{self.model.robot.name}': at the start {what}.")
        )

    def rigid_load(self, qdd: Array) -> Array:
        """L (n,): the torque of the rigid bodies where the equations of motion were looked at
        last."""
        return np.asarray(self.states.R[S] @ qdd + self.states.h[S])

    def guess(self, h: float) -> Array:
        """The accelerations at the stages, from the polynomial of the step before and the jump of
        the torque."""
        now = self.now
        if now.clock[MADE] == 0.0:
            return np.tile(now.qdd, (S, 1))
        return within(now.A, h / float(now.clock[MADE]), 1.0) + now.jump

    def torques(self, torque: Torque, h: float) -> list[Array]:
        """At the stages and the end of a step of length h."""
        return [torque(self.t + x * h) for x in NODES[1:].tolist()]

    def accurate_step(self, h: float, torque: Torque, A: Array) -> tuple[float, Array]:
        """A step of at most h, shortened until its error is small: its length and its
        accelerations."""
        while True:
            wanted, trial = h, self.trial
            trial.A[:] = A
            trial.tau[:] = self.torques(torque, h)
            status = self.move(samples.STEP, h)
            if status == collocation.DONE:
                ratio = float(trial.report[0] / DEFECT)
                if ratio <= 1.0:
                    self.now.clock[NEXT] = h * min(4.0, 0.9 * max(ratio, 1e-6) ** (-1 / S))
                    return h, trial.A.copy()
                h *= max(0.1, 0.8 * ratio ** (-1 / S))
                A = within(trial.A, h / wanted)
            else:
                h *= 0.25
                under_load = status == collocation.NOT_CONVERGED and len(self.mech.loaded.row)
                A = np.tile(self.now.qdd if under_load else A.mean(axis=0), (S, 1))
            if h < SHORTEST:
                raise (
                    self.mass_error()
                    if status == collocation.NOT_POSITIVE
                    else Stopped(self.why(status))
                )

    def why(self, status: int) -> str:
        margin = float(self.lanes.margin.min())
        if status == collocation.NOT_CLOSED or margin < NEAR_SINGULAR:
            return (
                "there is no way on: its loops are near a singular pose or their limit (margin"
                f" {margin:.1e})"
            )
        return "it changes faster than any step can follow"

    def take(self, h: float) -> None:
        """Make the end of the last step the present state."""
        self.move(samples.TAKE, h)
        if not np.abs(self.qd).max() < FASTEST:
            raise Stopped(f"a velocity exceeds {FASTEST:g} rad/s or m/s")


def held_torque(n: int) -> Control:
    """A torque that is held, zero: control.feed[0]."""
    row, zeros = np.zeros((1, n)), np.zeros(n)
    computed, limit = np.zeros(1, dtype=np.int64), np.full(n, np.inf)
    return Control(row, row, row.copy(), zeros, zeros, zeros, zeros.copy(), limit, computed)
