"""One step in time after another: each as long as its error allows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynid.arrays import Array, Ints
from dynid.errors import DynidError, InputError
from dynid.loops.closure import close
from dynid.loops.follower import Follower
from dynid.model.model import Model
from dynid.simulation import collocation
from dynid.simulation.collocation import LAGRANGE, C, S
from dynid.simulation.equations import Mechanism, states_for
from dynid.simulation.gears import load_forces, wind
from dynid.simulation.terms import tables_of, with_damping

#: relative defect of the accelerations at the end of a step. The error of a step goes with its
#: square (the order six of the step against the order three of the polynomial): 1e-9 of the
#: acceleration, before the small factor of Gauss
DEFECT = 3e-5
SHORTEST = 1e-9  # s, of a step: what needs shorter ones has left the range of the model
FASTEST = 1e6  # rad/s or m/s: beyond this the motion has diverged
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
        robot, n_c = model.robot, len(model.robot.coordinates)
        self.model, self.width, self.q, self.qd, self.t = model, width, q.copy(), qd.copy(), 0.0
        free = np.array([name in robot.free for name in robot.actuated])
        self.free, self.driven = np.flatnonzero(free), np.flatnonzero(~free)
        self.home = close(robot, q[None]).q[0].copy()  # the closed pose of this moment
        follower = Follower(robot, robot.actuated, home=self.home.copy())
        terms, dry, gears, self.bounds = tables_of(model, p, width)
        # of the drives, beside what the model has: their back EMF
        self.damping = np.zeros(robot.dof) if damping is None else damping
        if self.damping.any():
            terms = with_damping(terms, robot, self.damping)
        self.mech = Mechanism(
            follower.tree,
            follower.con,
            follower.place,
            follower.scale,
            follower.work,
            model.inertias(p),
            model.rotor_matrix(p),
            terms,
            dry,
            gears.loaded,
            gears.wound,
            follower.tree._replace(gravity=gears.tilt),
            gears.tilted,
        )
        k, elements = len(dry.along), len(gears.windings)
        self.states, self.lanes = states_for(S + 1, robot.dof, n_c, k, elements)
        self.mode: Ints = np.zeros(k, dtype=np.int64)
        self.held: Ints = np.zeros(0, dtype=np.int64)
        self.A, self.h_made, self.h_next = np.zeros((S, robot.dof)), 0.0, np.inf
        self.qdd = self.qdd_start = np.zeros(robot.dof)
        self.force, self.report = np.zeros(0), np.zeros(2)
        self.jump, self.fresh = np.zeros(robot.dof), k > 0
        self.put(q, qd)

    def put(self, q: Array, qd: Array) -> None:
        """Another state, near the present one: dry friction slips where it moves, and is undecided
        where it does not. Hysteresis goes along."""
        self._wind(np.stack([self.q, q]), np.stack([self.qd, qd]))
        self.q, self.qd = q.copy(), qd.copy()
        no_torque = np.zeros(len(q))
        if len(self.mode):
            self.look(no_torque)
            v = self.states.v[S]
            self.mode[:] = np.sign(v) * (np.abs(v) > AT_REST)
        self.look(no_torque)
        self.home = self.states.full[S].copy()

    def _step(self, h: float, tau: Array, A: Array) -> int:
        """A step of length h with the guess A, from the present state; nothing is taken over
        yet."""
        ends, forces = np.empty((2, len(self.q))), np.empty((2, len(self.held)))
        status: int = collocation.step(
            self.mech,
            self.lanes,
            self.states,
            self.home,
            self.mode,
            self.held,
            self.q,
            self.qd,
            h,
            tau,
            A,
            ends,
            forces,
            self.report,
        )
        (self.qdd, self.qdd_start), self.force = ends, forces[0]
        return status

    def look(self, tau: Array) -> None:
        """The equations of motion at the present state, as states[S]: a step of length zero."""
        A, torques = np.zeros_like(self.A), np.tile(tau, (S + 2, 1))
        status = self._step(0.0, torques, A)
        if status == collocation.NOT_CONVERGED:  # under load, from an acceleration of another sign
            A[:] = self.qdd_start
            status = self._step(0.0, torques, A)
        if status == collocation.NOT_CLOSED:
            raise Stopped("the loops cannot be closed there")
        if status == collocation.NOT_POSITIVE:
            raise self.mass_error()
        self.A, self.h_made = A, 0.0

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

    def torque_for(self, qdd: Array) -> Array:
        """The torque that accelerates the robot so in its present state (against dry friction where
        it slips, not against the damping of the drives); what no motor drives goes its own way."""
        F, D = self.free, self.driven
        if len(F):
            # M_FF qdd_F + M_FD qdd_D + b_F = 0
            M, b = self.states.M[S], self.states.b[S]
            own = np.linalg.solve(M[np.ix_(F, F)], -(b[F] + M[np.ix_(F, D)] @ qdd[D]))
            qdd = np.array(qdd)
            qdd[F] = own
        load_forces(self.mech.loaded, self.states, S, self.mode, qdd)
        M, b = self.states.M[S], self.states.b[S] + self.states.load[S]
        tau = np.asarray(M @ qdd + (b - self.damping * self.qd))
        tau[F] = 0.0
        return tau

    def rigid_load(self) -> Array:
        """L (n,): the torque of the rigid bodies in the present motion."""
        return np.asarray(self.states.R[S] @ self.qdd + self.states.h[S])

    def _wind(self, q: Array, qd: Array) -> None:
        """Along a way through q (m, n), with the velocities qd."""
        if len(self.states.z):
            self.states.z[:] = wind(self.mech.wound, self.states.z, q, qd)

    def _torques(self, torque: Torque, h: float) -> Array:
        return np.array([*(torque(self.t + c * h) for c in C), torque(self.t + h), torque(self.t)])

    def guess(self, h: float) -> Array:
        """The accelerations at the stages, from the polynomial of the step before and the jump of
        the torque."""
        if self.h_made == 0.0:
            return np.tile(self.qdd, (S, 1))
        return within(self.A, h / self.h_made, 1.0) + self.jump

    def accurate_step(self, h: float, torque: Torque, A: Array) -> tuple[float, Array]:
        """A step of at most h, shortened until its error is small: its length and its
        accelerations."""
        while True:
            wanted, trial = h, A.copy()
            status = self._step(h, self._torques(torque, h), trial)
            if status == collocation.DONE:
                ratio = float(self.report[0] / DEFECT)
                if ratio <= 1.0:
                    self.h_next = h * min(4.0, 0.9 * max(ratio, 1e-6) ** (-1 / S))
                    return h, trial
                h *= max(0.1, 0.8 * ratio ** (-1 / S))
                A = within(trial, h / wanted)
            else:
                h *= 0.25
                under_load = status == collocation.NOT_CONVERGED and len(self.mech.loaded.row)
                A = np.tile(self.qdd_start if under_load else A.mean(axis=0), (S, 1))
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

    def take(self, h: float, A: Array) -> None:
        """Make the end of the last step the present state."""
        self._wind(np.vstack([self.q, self.states.q]), np.vstack([self.qd, self.states.qd]))
        self.q, self.qd = self.states.q[S].copy(), self.states.qd[S].copy()
        self.home = self.states.full[S].copy()
        self.A, self.h_made = A, h
        self.t += h
        if not np.abs(self.qd).max() < FASTEST:
            raise Stopped(f"a velocity exceeds {FASTEST:g} rad/s or m/s")
