"""Compiled: from sample to sample under a controller, as long as nothing happens that needs a
closer look; and the one door from Python to the compiled step.

What needs a closer look: dry friction that stops or breaks away, a step that is too long or does
not converge, a velocity beyond all bounds. The rest of the sample is then up to `Integrator`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.compiling import inlined, kernel
from dynid.simulation.collocation import (
    DONE,
    LAGRANGE,
    MADE,
    NEXT,
    NOT_POSITIVE,
    T,
    accelerations,
    look,
    solve,
    step,
)
from dynid.simulation.gears import load_forces, wind
from dynid.simulation.stages import C, S, restart

#: relative defect of the accelerations at the end of a step. The error of a step goes with its
#: square (the order six of the step against the order three of the polynomial): 1e-9 of the
#: acceleration, before the small factor of Gauss
DEFECT = 3e-5
SHORTEST = 1e-9  # s, of a step: what needs shorter ones has left the range of the model
FASTEST = 1e6  # rad/s or m/s: beyond this the motion has diverged
STEPS = 5000  # in one sample
PASSED = 1e-9  # of the bounds of dry friction: what exceeds them by more breaks away

RESTART, WIND, LOOK, START, STEP, TAKE, GLIDE, ASK, RUN = range(9)  # what is done
RAN, WRONG_TORQUE, AT_START, WITHIN = range(4)  # how a run of samples ended


class Control(NamedTuple):
    """A controller: tau = x, or M x + b where it is `computed`, of

        x = feed + kp e + kd e' + integral of ki e     with  e = q - that of the robot

    with a row of q, qd and feed for every sample, the last for all after it. Where |x| exceeds the
    limit and e would push it further, the integral stands still."""

    q: Array  # (rows, n)
    qd: Array  # (rows, n)
    feed: Array  # (rows, n)
    kp: Array  # (n,)
    ki: Array  # (n,) times the sample period
    kd: Array  # (n,)
    integral: Array  # (n,)
    limit: Array  # (n,)
    computed: Ints  # (1,)


class Record(NamedTuple):
    """What is simulated, sample by sample, and what stays the same meanwhile."""

    t: Array  # (N,)
    q: Array  # (N, n)
    qd: Array
    qdd: Array
    tau: Array
    at: Ints  # (1,) the present sample
    limit: Array  # (n,) of the torques
    damping: Array  # (n,) of the drives
    free: Ints  # (n,) 1 where there is no motor
    low: Array  # (k,) bounds of the dry friction
    high: Array


@kernel
def move(way, mech, lanes, states, now, trial, mode, held, control, record, h):
    """`way` is what to do: one of RESTART ... RUN. (h: the length of a STEP to make, to TAKE or to
    GLIDE, the last sample of a RUN, the sample to ASK for.)"""
    if way == RESTART:
        restart(mech.tree, mech.con, mech.place, mech.scale, mech.work, now.home)
    elif way == WIND:
        wind(mech.wound, states, now.q, now.qd)
    elif way == LOOK:
        return look(mech, lanes, states, now, mode)
    elif way == START:
        tau = now.tau
        if not accelerations(mech.loaded, states, S, tau, mode, held, trial.qdd, trial.force):
            return NOT_POSITIVE
    elif way == STEP:
        return step(mech, lanes, states, now, trial, mode, held, h, 0.0)
    elif way == TAKE:
        take(mech, lanes, states, now, trial, h)
    elif way == GLIDE:
        return 1 if glide(mech, lanes, states, now, trial, mode, held, record, h) else 0
    elif way == ASK:
        ask(mech, states, now, mode, control, record, int(h))
    else:
        return run(mech, lanes, states, now, trial, mode, held, control, record, int(h))
    return DONE


@kernel
def run(mech, lanes, states, now, trial, mode, held, control, record, last):
    """All samples from the present one on, before `last`. WITHIN: the present sample is begun and
    recorded; AT_START: only its torque is known."""
    while record.at[0] < last:
        k = record.at[0]
        ask(mech, states, now, mode, control, record, k)
        if not limited(now.tau, record.limit):
            return WRONG_TORQUE
        tau = now.tau
        if not accelerations(mech.loaded, states, S, tau, mode, held, trial.qdd, trial.force):
            return AT_START
        if not holds(states, tau, held, trial.force, record):
            return AT_START
        for i in range(tau.shape[0]):
            now.jump[i] = trial.qdd[i] - now.qdd[i]
            now.qdd[i] = trial.qdd[i]
            record.q[k, i] = now.q[i]
            record.qd[k, i] = now.qd[i]
            record.qdd[k, i] = now.qdd[i]
            record.tau[k, i] = tau[i] - record.damping[i] * now.qd[i]
        if k + 1 < record.t.shape[0] and not advance(
            mech, lanes, states, now, trial, mode, held, record, record.t[k + 1]
        ):
            return WITHIN
        record.at[0] = k + 1
    return RAN


@inlined
def limited(tau, limit):
    """Cut off what a drive cannot give; False where that is no number."""
    for i in range(tau.shape[0]):
        if not np.isfinite(tau[i]):
            return False
        tau[i] = min(max(tau[i], -limit[i]), limit[i])
    return True


@kernel
def advance(mech, lanes, states, now, trial, mode, held, record, until):
    """Step on until then, under the torque of this moment; False where a step must not be taken."""
    clock = now.clock
    for i in range(S + 1):
        trial.tau[i] = now.tau
    for _ in range(STEPS):
        left = until - clock[T]
        if left <= SHORTEST:
            clock[T] = until
            return True
        h = left if clock[NEXT] > 0.999 * left else clock[NEXT]
        if not glide(mech, lanes, states, now, trial, mode, held, record, h):
            return False
    return False


@kernel
def glide(mech, lanes, states, now, trial, mode, held, record, h):
    """A step of length h under the torques of `trial`; False where it must not be taken: the state
    is then that before it."""
    clock = now.clock
    guess(now, h, trial)
    ahead = h / clock[MADE] if clock[MADE] > 0.0 else 0.0
    done = step(mech, lanes, states, now, trial, mode, held, h, ahead)
    ratio = trial.report[0] / DEFECT
    good = done == DONE and ratio <= 1.0 and trial.report[1] >= 0.0
    for i in range(now.q.shape[0]):
        good = good and abs(states.qd[S, i]) < FASTEST
    if not good or not holds(states, trial.tau[S], held, trial.force, record):
        look(mech, lanes, states, now, mode)
        return False
    clock[NEXT] = h * min(4.0, 0.9 * max(ratio, 1e-6) ** (-1.0 / S))
    take(mech, lanes, states, now, trial, h)
    return True


@inlined
def guess(now, h, trial):
    """The accelerations at the stages, from the polynomial of the step before and the jump of the
    torque."""
    part = h / now.clock[MADE] if now.clock[MADE] > 0.0 else 0.0
    for i in range(S):
        x = 1.0 + part * C[i]
        for a in range(now.q.shape[0]):
            trial.A[i, a] = now.qdd[a] if part == 0.0 else now.jump[a]
        for j in range(S):
            gain = LAGRANGE[0, j] + x * (LAGRANGE[1, j] + x * LAGRANGE[2, j])
            for a in range(now.q.shape[0]):
                if part > 0.0:
                    trial.A[i, a] += gain * now.A[j, a]


@kernel
def take(mech, lanes, states, now, trial, h):
    """Make the end of a step the present state."""
    wind(mech.wound, states, now.q, now.qd)
    lanes.before[:] = now.home
    now.home[:] = states.full[S]
    now.q[:] = states.q[S]
    now.qd[:] = states.qd[S]
    now.qdd[:] = trial.qdd
    now.tau[:] = trial.tau[S]
    now.A[:] = trial.A
    now.jump[:] = 0.0
    now.clock[T] += h
    now.clock[MADE] = h


@kernel
def holds(states, tau, held, force, record):
    """Whether all that sticks goes on sticking: its forces are within their bounds."""
    for e in range(held.shape[0]):
        low, high = record.low[held[e]], record.high[held[e]]
        slack = PASSED * (high - low)
        if slack == 0.0:
            for i in range(tau.shape[0]):
                own = states.b[S, i] + states.load[S, i]
                slack = max(slack, PASSED * max(abs(tau[i]), abs(own)))
        if not (force[e] >= low - slack and force[e] <= high + slack):
            return False
    return True


@kernel
def ask(mech, states, now, mode, control, record, k):
    """now.tau: what the controller wants at sample k in the present state."""
    tau, n = now.tau, now.q.shape[0]
    k = min(k, control.q.shape[0] - 1)
    for i in range(n):
        e = control.q[k, i] - now.q[i]
        rest = control.feed[k, i] + control.kd[i] * (control.qd[k, i] - now.qd[i])
        rest += control.kp[i] * e
        grown = control.integral[i] + control.ki[i] * e
        whole = rest + grown
        if not (abs(whole) > control.limit[i] and whole * e > 0.0):
            control.integral[i] = grown
        tau[i] = rest + control.integral[i]
    if control.computed[0]:
        torque_for(mech, states, now, mode, record)
    for i in range(n):
        if record.free[i]:
            tau[i] = 0.0


@inlined
def torque_for(mech, states, now, mode, record):
    """now.tau, wanted accelerations, becomes the torque for them in the present state (against dry
    friction where it slips, not against the damping of the drives); what no motor drives goes its
    own way,  M_FF qdd_F + M_FD qdd_D + b_F = 0."""
    n = now.q.shape[0]
    K, qdd = np.zeros((n, n)), np.empty(n)
    M, b = states.M[S], states.b[S]
    for i in range(n):
        K[i, i] = 1.0
        qdd[i] = now.tau[i]
        if record.free[i]:
            K[i] = M[i]
            qdd[i] = -b[i]
    solve(K, qdd)
    load_forces(mech.loaded, states, S, mode, qdd)
    for i in range(n):
        now.tau[i] = b[i] + states.load[S, i] - record.damping[i] * now.qd[i]
        for j in range(n):
            now.tau[i] += M[i, j] * qdd[j]
