"""Moving a robot on from sample to sample, its steps cut where dry friction stops or breaks
away."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Ints
from dynid.simulation.friction import find_first_fall, remove_velocity, select_independent, settle
from dynid.simulation.stepper import (
    AT_REST,
    NEXT,
    NODES,
    SHORTEST,
    S,
    Stepper,
    StepStatus,
    Stopped,
    T,
    Torque,
    evaluate_within,
)

TIMING = (
    1e-7  # s: how late a break-away may be noticed; what it changes goes with the square of this
)
STEPS = 5000  # in one sample
PASSED = 1e-9  # of the bounds of dry friction: what exceeds them by more breaks away
MOVING = 1e-9  # part of the largest velocity: faster than this is not still
DECISIONS = 10  # rounds until what sticks and the load agree
EVENTS = 1000  # starts and stops of dry friction in one sample: more is no motion
CLOSER = 1 / 32  # of a step: what moves on and is back at rest before that asks for shorter steps


class Integrator(Stepper):
    """Steps from sample to sample. Where dry friction sticks, a force holds its velocity at
    zero."""

    def start(self, tau: Array) -> None:
        """The torque jumps to tau: what sticks may break away."""
        now = self.now
        now.tau[:] = tau
        self.react()
        now.jump[:] = self.trial.qdd - now.qdd
        now.qdd[:] = self.trial.qdd
        if self.fresh or (len(self.held) and self._can_break_away(tau)):
            self._decide(tau, self.mode == 0)
        self.fresh = False

    def can_continue(self) -> bool:
        """Whether what is compiled can go on: nothing is to be decided first, and friction that
        sticks is held, within bounds that stay."""
        stuck = np.count_nonzero(self.mode == 0)
        return not self.fresh and stuck == len(self.held) and not (stuck and self.bounds.turning)

    def advance(self, until: float, torque: Torque, tried: bool = False) -> None:
        """Move on, after `start` with the torque of this moment; `tried`: what is compiled has
        already refused the first step."""
        events = 0
        for _ in range(STEPS):
            left = until - self.t
            if left <= SHORTEST:
                break
            h_next = float(self.now.clock[NEXT])
            h = left if h_next > 0.999 * left else h_next
            if not tried and self.can_continue():
                self.trial.tau[:] = self.compute_torques(torque, h)
                tried = not self.native.glide(self.record, h)
                continue
            tried = False
            g, gamma = self.states.g[S].copy(), self.states.gamma[S].copy()
            made, A = self.take_accurate_step(h, torque, self.guess(h))
            start = np.stack([g @ self.qd, g @ self.now.qdd + gamma])
            made, A, stopped, broke = self._step_until_event(made, A, start, torque)
            if made > 0:
                self.take(made)
            else:
                self.look(torque(self.t))
            if broke or len(stopped):
                events += 1
                before = self.mode.copy()
                self._decide(torque(self.t), self._compute_at_rest(stopped))
                if made == 0 and np.array_equal(self.mode, before):
                    # by round-off it slips and turns back at once: the same would be decided for
                    # ever
                    self.mode[stopped] = 0
                    self._hold(torque(self.t))
            if events > EVENTS:
                raise Stopped(
                    f"dry friction starts and stops more than {EVENTS} times in one sample"
                )
            self._free_loose(torque)
        else:
            raise Stopped(self.explain_status(StepStatus.NOT_CONVERGED))
        self.now.clock[T] = until

    def _step_until_event(
        self, h: float, A: Array, start: Array, torque: Torque
    ) -> tuple[float, Array, Ints, bool]:
        """Cut a step at the first event: its length, its accelerations, what stopped, whether
        anything broke away.

        start   (2, k) the velocities of dry friction where the step starts, and their rates
        """
        stopped: Ints = np.zeros(0, dtype=np.int64)
        if len(self.mode) and self.trial.report[1] < 0:
            h, A, stopped = self._step_until_stop(h, A, start, torque)
        if len(self.held) == 0 or h == 0:
            return h, A, stopped, False
        cut, A, broke = self._step_until_break(h, A, torque)
        return cut, A, stopped if cut == h else stopped[:0], broke

    def _free_loose(self, torque: Torque) -> None:
        """What was at rest only because others were, and not held, may turn out to move: then it
        slips."""
        if len(self.mode) and len(self.held) < np.count_nonzero(self.mode == 0):
            v = self.states.g[S] @ self.qd
            loose = (self.mode == 0) & (np.abs(v) > MOVING * max(1e-3, np.abs(v).max()))
            if loose.any():
                self.mode[loose] = np.sign(v[loose])
                self.look(torque(self.t))

    def _compute_at_rest(self, stopped: Ints) -> NDArray[np.bool_]:
        v = np.abs(self.states.g[S] @ self.qd)
        still: NDArray[np.bool_] = (self.mode == 0) | (v <= AT_REST * max(1.0, v.max()))
        still[stopped] = True
        return still

    def _decide(self, tau: Array, still: NDArray[np.bool_]) -> None:
        """New modes of the friction where it is `still`, and what has to be held."""
        if not still.any():
            return
        if not self.under_load:
            self._settle(tau, still)
            return
        # bounds under load follow from the accelerations: first from those of what sticks
        self.mode[still] = 0
        self._hold(tau)
        for _ in range(DECISIONS):
            before = self.mode.copy()
            self._settle(tau, still)
            if np.array_equal(self.mode, before):
                break

    def _settle(self, tau: Array, still: NDArray[np.bool_]) -> None:
        g, gamma, M = self.states.g[S], self.states.gamma[S], self.states.M[S]
        low, high = self.bounds.compute_bounds(
            self.states.full[S], self.compute_rigid_load(self.now.qdd)
        )
        level = np.where(self.mode > 0, high, np.where(self.mode < 0, low, 0.0))
        b = self.states.b[S] + self.states.load[S]
        b -= (still * level) @ g  # what slipped until now pulls no more
        self.mode[still] = settle(M, tau - b, g[still], gamma[still], low[still], high[still])
        self._hold(tau)

    def _hold(self, tau: Array) -> None:
        """Let forces hold what sticks."""
        g, M = self.states.g[S], self.states.M[S]
        stuck = np.flatnonzero(self.mode == 0)
        self.hold(stuck[select_independent(M, g[stuck])].astype(np.int64))
        self.qd[:] = remove_velocity(M, g[self.held], self.qd)
        self.look(tau)

    def _step_until_stop(
        self, h: float, A: Array, start: Array, torque: Torque
    ) -> tuple[float, Array, Ints]:
        """Cut a step where the first velocity of slipping friction falls to zero."""
        while True:
            values = self.mode * np.vstack(
                [start[0], self.states.v[:S], self.states.g[S] @ self.states.qd[S]]
            )
            tolerance = AT_REST * max(1.0, float(np.abs(values).max()))
            falls = _find_falls(values, tolerance)
            nothing: Ints = np.zeros(0, dtype=np.int64)
            if not falls:
                return h, A, nothing
            e = min(falls, key=lambda k: falls[k])
            cut = falls[e] * h
            if cut >= SHORTEST:
                break
            at_once = np.array([k for k, x in falls.items() if x * h < SHORTEST], dtype=np.int64)
            turned = at_once[self.mode[at_once] * start[1, at_once] <= 0]
            if len(turned) or h < SHORTEST:
                return 0.0, A, turned if len(turned) else at_once
            # it has just broken away, and is back at rest sooner than this polynomial tells
            h, A = self.take_accurate_step(CLOSER * h, torque, evaluate_within(A, CLOSER))
        for _ in range(6):  # Newton on v_e(cut) = 0
            h, A = self.take_accurate_step(cut, torque, evaluate_within(A, cut / h))
            if h < cut:
                return h, A, nothing
            g = self.states.g[S, e]
            miss, slope = g @ self.states.qd[S], g @ self.trial.qdd + self.states.gamma[S, e]
            if abs(miss) <= tolerance or not abs(slope) * cut > abs(miss):
                break
            cut -= miss / slope
        return h, A, np.array([e], dtype=np.int64)

    def _step_until_break(self, h: float, A: Array, torque: Torque) -> tuple[float, Array, bool]:
        """Cut a step where the forces that hold what sticks first leave their bounds, by
        bisection."""
        if not self._can_break_away(torque(self.t + h)):
            return h, A, False
        low, high, whole = 0.0, h, A
        while high - low > TIMING:
            middle = 0.5 * (low + high)
            made, A = self.take_accurate_step(middle, torque, evaluate_within(whole, middle / h))
            if made < middle:  # shortened for its own sake: go on from there
                return made, A, False
            low, high = (
                (low, middle) if self._can_break_away(torque(self.t + middle)) else (middle, high)
            )
        made, A = self.take_accurate_step(high, torque, evaluate_within(whole, high / h))
        return made, A, made == high

    def _can_break_away(self, tau: Array) -> bool:
        """Whether anything that sticks breaks away at the end of the last step."""
        low, high = self.bounds.compute_bounds(
            self.states.full[S], self.compute_rigid_load(self.trial.qdd)
        )
        r = tau - self.states.b[S] - self.states.load[S]
        slack = PASSED * (high - low)[self.held]
        slack[slack == 0.0] = PASSED * np.abs([tau, tau - r]).max(initial=0.0)
        under = self.force < low[self.held] - slack
        if not (under | (self.force > high[self.held] + slack)).any():
            return False
        stuck = np.flatnonzero(self.mode == 0)
        if len(stuck) == len(self.held):
            return True
        # more joints stick than are needed to hold the robot: they may share the load otherwise
        g, gamma = self.states.g[S, stuck], self.states.gamma[S, stuck]
        return bool(settle(self.states.M[S], r, g, gamma, low[stuck], high[stuck]).any())


def _find_falls(values: Array, tolerance: float) -> dict[int, float]:
    """Which columns of values at the NODES fall below zero in a step, and where first, as a part of
    it."""
    falls: dict[int, float] = {}
    for k in np.flatnonzero((values[1:] < -tolerance).any(axis=0)).tolist():
        where = find_first_fall(NODES, values[:, k])
        if where is not None:
            falls[k] = where
    return falls
