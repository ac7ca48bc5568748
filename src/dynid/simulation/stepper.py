"""One step in time after another: each as long as its error allows."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

import numpy as np

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.closed_chains.branch_tracking import Follower
from dynid.closed_chains.closing import close
from dynid.errors import DynidError, InputError
from dynid.model.model import Model
from dynid.simulation.force_terms import add_damping, make_tables

# as in native/equations.hpp and native/simulation.cpp
S = 3  # stages of Gauss' collocation
ROOT = 15**0.5
C = np.array([0.5 - ROOT / 10, 0.5, 0.5 + ROOT / 10])
NODES = np.array([0.0, *C, 1.0])  # where the states of a step are known, from its start to its end
#: L_j(x) = (1, x, x^2) LAGRANGE[:, j]: the polynomial through values at the stages
LAGRANGE = np.linalg.inv(np.vander(C, increasing=True))
DEFECT = 3e-5  # relative, of the accelerations at the end of a step
SHORTEST = 1e-9  # s, of a step: what needs shorter ones has left the range of the model
FASTEST = 1e6  # rad/s or m/s: beyond this the motion has diverged
T, MADE, NEXT = range(3)  # entries of the clock
AT_REST = 1e-12  # rad/s or m/s, and part of the largest velocity: slower than this is still
NEAR_SINGULAR = 1e-2  # margin of the loops (see closure) below which a stop is put down to them

Torque = Callable[[float], Array]


def evaluate_within(A: Array, part: float, start: float = 0.0) -> Array:
    """The polynomial of a step's accelerations A at the stages of a step `part` as long, from
    `start` (1: its end) on."""
    x = (start + part * C)[:, None]
    values: Array = (LAGRANGE[0] + x * (LAGRANGE[1] + x * LAGRANGE[2])) @ A
    return values


class StepStatus(IntEnum):
    """How a step ended."""

    DONE = 0
    NOT_CONVERGED = 1
    NOT_CLOSED = 2
    NOT_POSITIVE = 3


class Now(NamedTuple):
    """The state of a robot in motion, and what its next step starts from."""

    q: Array  # (n,)
    qd: Array  # (n,)
    qdd: Array  # (n,) under the torque of this moment
    tau: Array  # (n,) that torque
    jump: Array  # (n,) what that torque changed in qdd
    home: Array  # (coordinates,) the closed pose
    A: Array  # (S, n) accelerations at the stages of the step that ended here
    clock: Array  # (3,) T: time, MADE: length of that step (0: none), NEXT: of the next, by errors


class TriedTimeStep(NamedTuple):
    """A step that may be taken."""

    tau: Array  # (S + 1, n) torques at the stages and at the end
    A: Array  # (S, n) accelerations at the stages: guess and result
    qdd: Array  # (n,) at the end
    force: Array  # (k,) at the end: first those that hold what sticks
    # (2,) how far the polynomial of accelerations misses the one at the end, relative; and the
    # smallest velocity of dry friction along its mode: negative where it has passed zero
    report: Array


class States(NamedTuple):
    """The states of a step, its stages and its end, and what the equations of motion are there."""

    q: Array  # (S + 1, n)
    qd: Array
    M: Array  # (S + 1, n, n)
    b: Array  # (S + 1, n) all forces at qdd = 0: gravity, Coriolis, springs, friction that slips
    g: Array  # (S + 1, k, n) dry friction acts along v = g qd, and v' = g qdd + gamma
    gamma: Array  # (S + 1, k)
    v: Array  # (S + 1, k)
    full: Array  # (S + 1, coordinates) q of all coordinates
    R: Array  # (S + 1, n, n) and h (S + 1, n): the rigid bodies' torque is L = R qdd + h
    h: Array
    load: Array  # (S + 1, n) friction under load, which is no part of b
    margin: Array  # (S + 1,) of the loops


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
        self.model, self.p, self.width = model, p, width
        self.free = np.array([name in robot.free for name in robot.actuated])
        home = close(robot, q[None]).q[0].copy()  # the closed pose of this moment
        follower = Follower(robot, robot.actuated, home=home.copy())
        terms, dry, gears, self.bounds = make_tables(model, p, width)
        # of the drives, beside what the model has: their back EMF
        self.damping = np.zeros(n) if damping is None else damping
        if self.damping.any():
            terms = add_damping(terms, robot, self.damping)
        self.under_load = len(gears.loaded.row) > 0
        tables = terms, dry, gears.loaded, gears.wound, gears.tilt, gears.tilted
        self.native = native.Simulation(
            follower.closure, model.to_inertias(p), model.compute_rotor_matrix(p), *tables, home
        )
        self.now = Now(*(self.native.array(f"now.{name}") for name in Now._fields))
        self.trial = TriedTimeStep(
            *(self.native.array(f"trial.{name}") for name in TriedTimeStep._fields)
        )
        self.states = States(*(self.native.array(f"states.{name}") for name in States._fields))
        self.mode: Ints = self.native.mode
        self.held: Ints = np.zeros(0, dtype=np.int64)
        self.now.q[:], self.now.qd[:] = q, qd
        self.fresh = len(self.mode) > 0
        self.record = self.make_record(np.zeros(0), np.full(n, np.inf))
        self.put(q, qd)

    def make_record(self, t: Array, limit: Array) -> native.Record:
        """Room for the samples at the times t, under torques of at most `limit` (n,)."""
        # bounds that turn with the pose or the load are not asked there: see `glides`
        low, high = np.zeros((2, len(self.mode))) if self.bounds.turning else self.bounds.fixed
        return native.Record(t, limit, self.damping, self.free, low, high)

    def hold(self, places: Ints) -> None:
        """Let forces hold the dry friction of these places, which sticks."""
        self.held = places
        self.native.hold(places)

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
        self.native.wind()
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
        if self.native.look() != StepStatus.DONE:
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
        if self.native.start() != StepStatus.DONE:
            raise self.make_mass_error()

    def make_mass_error(self) -> DynidError:
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

    def compute_rigid_load(self, qdd: Array) -> Array:
        """L (n,): the torque of the rigid bodies where the equations of motion were looked at
        last."""
        return np.asarray(self.states.R[S] @ qdd + self.states.h[S])

    def guess(self, h: float) -> Array:
        """The accelerations at the stages, from the polynomial of the step before and the jump of
        the torque."""
        now = self.now
        if now.clock[MADE] == 0.0:
            return np.tile(now.qdd, (S, 1))
        return evaluate_within(now.A, h / float(now.clock[MADE]), 1.0) + now.jump

    def compute_torques(self, torque: Torque, h: float) -> list[Array]:
        """At the stages and the end of a step of length h."""
        return [torque(self.t + x * h) for x in NODES[1:].tolist()]

    def take_accurate_step(self, h: float, torque: Torque, A: Array) -> tuple[float, Array]:
        """A step of at most h, shortened until its error is small: its length and its
        accelerations."""
        while True:
            wanted, trial = h, self.trial
            trial.A[:] = A
            trial.tau[:] = self.compute_torques(torque, h)
            status = self.native.step(h)
            if status == StepStatus.DONE:
                ratio = float(trial.report[0] / DEFECT)
                if ratio <= 1.0:
                    self.now.clock[NEXT] = h * min(4.0, 0.9 * max(ratio, 1e-6) ** (-1 / S))
                    return h, trial.A.copy()
                h *= max(0.1, 0.8 * ratio ** (-1 / S))
                A = evaluate_within(trial.A, h / wanted)
            else:
                h *= 0.25
                under_load = status == StepStatus.NOT_CONVERGED and self.under_load
                A = np.tile(self.now.qdd if under_load else A.mean(axis=0), (S, 1))
            if h < SHORTEST:
                raise (
                    self.make_mass_error()
                    if status == StepStatus.NOT_POSITIVE
                    else Stopped(self.explain_status(status))
                )

    def explain_status(self, status: int) -> str:
        margin = float(self.states.margin.min())
        if status == StepStatus.NOT_CLOSED or margin < NEAR_SINGULAR:
            return (
                "the motion cannot continue: its loops are near a singular pose or their limit "
                "(margin"
                f" {margin:.1e})"
            )
        return "it changes faster than any step can follow"

    def take(self, h: float) -> None:
        """Make the end of the last step the present state."""
        self.native.take(h)
        if not np.abs(self.qd).max() < FASTEST:
            raise Stopped(f"a velocity exceeds {FASTEST:g} rad/s or m/s")


def make_held_torque(n: int) -> native.Controller:
    """A torque that is held, zero: its array feed[0]."""
    row, zeros = np.zeros((1, n)), np.zeros(n)
    return native.Controller(row, row, row, zeros, zeros, zeros, np.full(n, np.inf), False)
