"""Moving a robot on in time: steps as long as their error allows, cut where dry friction stops or breaks away."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynid.errors import DynidError, InputError
from dynid.model.model import Model
from dynid.robot.closure import Follower, close
from dynid.robot.geometry import Array
from dynid.robot.topology import Ints
from dynid.simulation import collocation
from dynid.simulation.collocation import LAGRANGE, C, S
from dynid.simulation.equations import Mechanism, states_for
from dynid.simulation.friction import first_fall, independent, settle, without_velocity
from dynid.simulation.terms import tables_of

#: relative defect of the accelerations at the end of a step. The error of a step goes with its square (the order six
#: of the step against the order three of the polynomial): 1e-9 of the acceleration, before the small factor of Gauss
DEFECT = 3e-5
SHORTEST = 1e-9  # s, of a step: what needs shorter ones has left the range of the model
FASTEST = 1e6  # rad/s or m/s: beyond this the motion has diverged
TIMING = 1e-7  # s: how late a break-away may be noticed; what it changes goes with the square of this
PASSED = 1e-9  # of the bounds of dry friction: what exceeds them by more breaks away
AT_REST = 1e-12  # rad/s or m/s, and part of the largest velocity: slower than this is still
NEAR_SINGULAR = 1e-2  # margin of the loops (see closure) below which a stop is put down to them
MOVING = 1e-9  # part of the largest velocity: faster than this is not still
STEPS = 5000  # in one sample
EVENTS = 1000  # starts and stops of dry friction in one sample: more is no motion
NODES = np.array([0.0, *C, 1.0])

Torque = Callable[[float], Array]


def within(A: Array, part: float, start: float = 0.0) -> Array:
    """The polynomial of a step's accelerations A at the stages of a step `part` as long, from `start` (1: its end) on."""
    values: Array = np.vander(start + part * C, S, increasing=True) @ LAGRANGE @ A
    return values


class Stopped(DynidError):
    """The motion cannot go on: raised inside, told to the user with time, state and log by `simulate`."""


class Integrator:
    """The state of a robot in motion: q, qd of the actuated coordinates, what sticks, and where its loops are."""

    def __init__(self, model: Model, p: Array, q: Array, qd: Array, width: float | None) -> None:
        robot, n_c = model.robot, len(model.robot.coordinates)
        self.model, self.width, self.q, self.qd, self.t = model, width, q.copy(), qd.copy(), 0.0
        self.home = close(robot, q[None]).q[0].copy()  # the closed pose of this moment
        follower = Follower(robot, robot.actuated, home=self.home.copy())
        terms, sharp = tables_of(model, p, width)
        J = model._joint_inertia(p)
        self.mech = Mechanism(
            follower.tree,
            follower.con,
            follower.place,
            follower.scale,
            follower.work,
            model._inertia(p),
            np.zeros((n_c, n_c)) if J is None else J,
            terms,
            sharp,
        )
        self.sharp, k = sharp, len(sharp.first)
        self.low, self.high = -(sharp.minus + sharp.extra), sharp.plus + sharp.extra  # bounds at rest
        self.states, self.lanes = states_for(S + 1, robot.dof, n_c, k)
        self.mode: Ints = np.zeros(k, dtype=np.int64)
        self.held: Ints = np.zeros(0, dtype=np.int64)
        self.A, self.h_made, self.h_next = np.zeros((S, robot.dof)), 0.0, np.inf
        self.qdd = self.qdd_start = np.zeros(robot.dof)
        self.force, self.report = np.zeros(0), np.zeros(2)
        self.jump, self.fresh = np.zeros(robot.dof), k > 0
        self.put(q, qd)

    def put(self, q: Array, qd: Array) -> None:
        """Another state, near the present one: dry friction slips where it moves, and is undecided where it does not."""
        self.q, self.qd = q.copy(), qd.copy()
        no_torque = np.zeros(len(q))
        if len(self.mode):
            self._look(no_torque)
            v = self.states.v[S]
            self.mode[:] = np.sign(v) * (np.abs(v) > AT_REST)
        self._look(no_torque)
        self.home = self.states.full[S].copy()

    # one step ---------------------------------------------------------------------------------------------------------

    def _step(self, h: float, tau: Array, A: Array) -> int:
        """A step of length h with the guess A, from the present state; nothing is taken over yet."""
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
        if status == collocation.NOT_POSITIVE:
            self._check_mass()
        return status

    def _look(self, tau: Array) -> None:
        """The equations of motion at the present state, as states[S]: a step of length zero."""
        A = np.zeros_like(self.A)
        if self._step(0.0, np.tile(tau, (S + 2, 1)), A) == collocation.NOT_CLOSED:
            raise Stopped("the loops cannot be closed there")
        self.A, self.h_made = A, 0.0

    def _check_mass(self) -> None:
        values = np.linalg.eigvalsh(self.states.M[S])
        raise InputError(
            f"model of '{self.model.robot.name}': the mass matrix at t = {self.t:.6g} s is singular or not positive (its "
            f"eigenvalues run from {values[0]:.3g} to {values[-1]:.3g}); expected physically consistent parameters p: "
            "positive masses and inertias of the moving bodies, of rotors too."
        )

    def equations(self) -> tuple[Array, Array]:
        """M and b of the present state (what dry friction does where it slips is in b)."""
        return self.states.M[S], self.states.b[S]

    def _torques(self, torque: Torque, h: float) -> Array:
        return np.array([*(torque(self.t + c * h) for c in C), torque(self.t + h), torque(self.t)])

    def _guess(self, h: float) -> Array:
        """The accelerations at the stages, from the polynomial of the step before and the jump of the torque."""
        if self.h_made == 0.0:
            return np.tile(self.qdd, (S, 1))
        return within(self.A, h / self.h_made, 1.0) + self.jump

    def _accurate_step(self, h: float, torque: Torque, A: Array) -> tuple[float, Array]:
        """A step of at most h, shortened until its error is small: its length and its accelerations."""
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
                A = np.tile(A.mean(axis=0), (S, 1))
            if h < SHORTEST:
                raise Stopped(self._why(status))

    def _why(self, status: int) -> str:
        margin = float(self.lanes.margin.min())
        if status == collocation.NOT_CLOSED or margin < NEAR_SINGULAR:
            return f"there is no way on: its loops are near a singular pose or their limit (margin {margin:.1e})"
        return "it changes faster than any step can follow"

    def _take(self, h: float, A: Array) -> None:
        """Make the end of the last step the present state."""
        self.q, self.qd = self.states.q[S].copy(), self.states.qd[S].copy()
        self.home = self.states.full[S].copy()
        self.A, self.h_made = A, h
        self.t += h
        if not np.abs(self.qd).max() < FASTEST:
            raise Stopped(f"a velocity exceeds {FASTEST:g} rad/s or m/s")

    # from sample to sample --------------------------------------------------------------------------------------------

    def start(self, tau: Array) -> None:
        """The torque jumps to tau: what sticks may break away."""
        before = self.qdd.copy()
        self.force = np.empty(len(self.held))
        if not collocation.accelerations(self.states, S, tau, self.held, self.qdd, self.force):
            self._check_mass()
        self.jump = self.qdd - before
        if self.fresh or (len(self.held) and self._breaks(tau)):
            self._decide(tau, self.mode == 0)
        self.fresh = False

    def advance(self, until: float, torque: Torque) -> Array:
        """Move on, after `start` with the torque of this moment; returns the acceleration of this moment."""
        events, qdd = 0, None
        for _ in range(STEPS):
            left = until - self.t
            if left <= SHORTEST:
                break
            h = left if self.h_next > 0.999 * left else self.h_next
            v = self.states.g[S] @ self.qd
            made, A = self._accurate_step(h, torque, self._guess(h))
            qdd = self.qdd_start if qdd is None else qdd
            made, A, stopped, broke = self._until_event(made, A, v, torque)
            if made > 0:
                self._take(made, A)
            else:
                self._look(torque(self.t))
            self.jump = np.zeros_like(self.qd)
            if broke or len(stopped):
                events += 1
                self._decide(torque(self.t), self._at_rest(stopped))
            if events > EVENTS:
                raise Stopped(f"dry friction starts and stops more than {EVENTS} times in one sample")
            self._free_loose(torque)
        else:
            raise Stopped(self._why(collocation.NOT_CONVERGED))
        self.t = until
        return self.qdd if qdd is None else qdd

    # dry friction -----------------------------------------------------------------------------------------------------

    def _until_event(self, h: float, A: Array, v: Array, torque: Torque) -> tuple[float, Array, Ints, bool]:
        """Cut a step at the first event: its length, its accelerations, what stopped, whether anything broke away."""
        stopped: Ints = np.zeros(0, dtype=np.int64)
        if len(self.mode) and self.report[1] < 0:
            h, A, stopped = self._until_stop(h, A, v, torque)
        if len(self.held) == 0 or h == 0:
            return h, A, stopped, False
        cut, A, broke = self._until_break(h, A, torque)
        return cut, A, stopped if cut == h else stopped[:0], broke

    def _free_loose(self, torque: Torque) -> None:
        """What was at rest only because others were, and not held, may turn out to move: then it slips."""
        if len(self.held) < np.count_nonzero(self.mode == 0):
            v = self.states.g[S] @ self.qd
            loose = (self.mode == 0) & (np.abs(v) > MOVING * max(1e-3, np.abs(v).max()))
            if loose.any():
                self.mode[loose] = np.sign(v[loose])
                self._look(torque(self.t))

    def _at_rest(self, stopped: Ints) -> Array:
        v = np.abs(self.states.g[S] @ self.qd)
        still = (self.mode == 0) | (v <= AT_REST * max(1.0, v.max()))
        still[stopped] = True
        return still

    def _decide(self, tau: Array, still: Array) -> None:
        """New modes of the friction where it is `still`, and what has to be held."""
        g, gamma, M = self.states.g[S], self.states.gamma[S], self.states.M[S]
        if not still.any():
            return
        level = np.where(self.mode > 0, self.high, np.where(self.mode < 0, self.low, 0.0))
        b = self.states.b[S] - (still * level) @ g  # what slipped until now pulls no more
        self.mode[still] = settle(M, tau - b, g[still], gamma[still], self.low[still], self.high[still])
        stuck = np.flatnonzero(self.mode == 0)
        self.held = stuck[independent(M, g[stuck])].astype(np.int64)
        self.qd = without_velocity(M, g[self.held], self.qd)
        self._look(tau)

    def _until_stop(self, h: float, A: Array, v: Array, torque: Torque) -> tuple[float, Array, Ints]:
        """Cut a step where the first velocity of slipping friction falls to zero; v: the velocities at its start."""
        values = self.mode * np.vstack([v, self.states.v[:S], self.states.g[S] @ self.states.qd[S]])
        tolerance = AT_REST * max(1.0, float(np.abs(values).max()))
        falls: dict[int, float] = {}
        for k in np.flatnonzero((values[1:] < -tolerance).any(axis=0)).tolist():
            where = first_fall(NODES, values[:, k])
            if where is not None:
                falls[k] = where
        nothing: Ints = np.zeros(0, dtype=np.int64)
        if not falls:
            return h, A, nothing
        e = min(falls, key=lambda k: falls[k])
        cut = falls[e] * h
        if cut < SHORTEST:  # it turns back at once
            return 0.0, A, np.array([k for k, x in falls.items() if x * h < SHORTEST], dtype=np.int64)
        for _ in range(6):  # Newton on v_e(cut) = 0
            h, A = self._accurate_step(cut, torque, within(A, cut / h))
            if h < cut:
                return h, A, nothing
            g = self.states.g[S, e]
            miss, slope = g @ self.states.qd[S], g @ self.qdd + self.states.gamma[S, e]
            if abs(miss) <= tolerance or not abs(slope) * cut > abs(miss):
                break
            cut -= miss / slope
        return h, A, np.array([e], dtype=np.int64)

    def _until_break(self, h: float, A: Array, torque: Torque) -> tuple[float, Array, bool]:
        """Cut a step where the forces that hold what sticks first leave their bounds, by bisection."""
        if not self._breaks(torque(self.t + h)):
            return h, A, False
        low, high, whole = 0.0, h, A
        while high - low > TIMING:
            middle = 0.5 * (low + high)
            made, A = self._accurate_step(middle, torque, within(whole, middle / h))
            if made < middle:  # shortened for its own sake: go on from there
                return made, A, False
            low, high = (low, middle) if self._breaks(torque(self.t + middle)) else (middle, high)
        made, A = self._accurate_step(high, torque, within(whole, high / h))
        return made, A, made == high

    def _breaks(self, tau: Array) -> bool:
        """Whether anything that sticks breaks away at the end of the last step."""
        low, high = self.low[self.held], self.high[self.held]
        slack = PASSED * (high - low)
        if ((self.force >= low - slack) & (self.force <= high + slack)).all():
            return False
        stuck = np.flatnonzero(self.mode == 0)
        if len(stuck) == len(self.held):
            return True
        # more joints stick than are needed to hold the robot: they may share the load otherwise
        g, gamma = self.states.g[S, stuck], self.states.gamma[S, stuck]
        r = tau - self.states.b[S]
        return bool(settle(self.states.M[S], r, g, gamma, self.low[stuck], self.high[stuck]).any())
