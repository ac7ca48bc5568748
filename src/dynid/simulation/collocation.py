"""One compiled step of the motion: Gauss collocation, of order six, solved by sweeps over all
stages at once.

The accelerations A_i at the times t + c_i h satisfy the equations of motion at

    qd_i = qd + h sum_j a_ij A_j,     q_i = q + c_i h qd + h^2 sum_j (a a)_ij A_j

A sweep evaluates all stages and the end of the step in one block of samples, which costs no more
than one of them, and corrects A with the mass matrix and the slope D of the friction: M_i dA_i + h
D_i sum_j a_ij dA_j = tau_i - b_i - M_i A_i. (Friction under load f adds f to b and df/dqdd to M;
hysteresis adds its stiffness as friction adds its slope.) Two or three sweeps do. The method is
symplectic and A-stable: no drift of energy, no trouble with steep friction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.compiling import kernel
from dynid.simulation.equations import evaluate
from dynid.simulation.gears import load_forces
from dynid.simulation.stages import LANES, ROOT, C, S

B = np.array([5 / 18, 4 / 9, 5 / 18])
MATRIX = np.array(
    [
        [5 / 36, 2 / 9 - ROOT / 15, 5 / 36 - ROOT / 30],
        [5 / 36 + ROOT / 24, 2 / 9, 5 / 36 - ROOT / 24],
        [5 / 36 + ROOT / 30, 2 / 9 + ROOT / 15, 5 / 36],
    ]
)
SQUARE = MATRIX @ MATRIX
#: L_j(x) = (1, x, x^2) LAGRANGE[:, j]: the polynomial through values at the stages
LAGRANGE = np.linalg.inv(np.vander(C, increasing=True))
AT_END = np.ones(S) @ LAGRANGE

SWEEPS = 12
ITERATION = 1e-11  # relative error of the accelerations left by the sweeps
ROUNDOFF = 1e-8  # below this a correction that stops shrinking is round-off
LEAST = 1e-6  # so does one this much smaller than the largest of all coordinates
QUIET = 1e-3  # and what forces elsewhere would do: a joint without any has the round-off of those
LOADS = 20  # sweeps for the acceleration of one state under friction that reads it
LOAD = 1e-3  # an acceleration this much smaller than (|tau| + |b|) / M counts as zero

DONE, NOT_CONVERGED, NOT_CLOSED, NOT_POSITIVE = range(4)
T, MADE, NEXT = range(3)  # entries of the clock


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


class Trial(NamedTuple):
    """A step that may be taken."""

    tau: Array  # (S + 1, n) torques at the stages and at the end
    A: Array  # (S, n) accelerations at the stages: guess and result
    qdd: Array  # (n,) at the end
    force: Array  # (k,) at the end: first those that hold what sticks
    # (2,) how far the polynomial of accelerations misses the one at the end, relative; and the
    # smallest velocity of dry friction along its mode: negative where it has passed zero
    report: Array


@kernel
def solve(K, x):
    """x <- K^-1 x by Gauss with row exchanges; False where K is singular. K is used up."""
    n = x.shape[0]
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(K[i, k]) > abs(K[pivot, k]):
                pivot = i
        if not abs(K[pivot, k]) > 0.0:
            return False
        if pivot != k:
            for j in range(k, n):
                K[k, j], K[pivot, j] = K[pivot, j], K[k, j]
            x[k], x[pivot] = x[pivot], x[k]
        for i in range(k + 1, n):
            factor = K[i, k] / K[k, k]
            if factor != 0.0:
                for j in range(k + 1, n):
                    K[i, j] -= factor * K[k, j]
                x[i] -= factor * x[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            x[k] -= K[k, j] * x[j]
        x[k] /= K[k, k]
    return True


@kernel
def positive(M):
    """Whether a symmetric matrix is positive definite, round-off aside: by Cholesky."""
    n = M.shape[0]
    R = M.copy()
    for k in range(n):
        if not R[k, k] > 1e-14 * M[k, k]:
            return False
        for i in range(k + 1, n):
            factor = R[i, k] / R[k, k]
            for j in range(k + 1, i + 1):
                R[i, j] -= factor * R[j, k]
    return True


@kernel
def accelerations(loaded, states, p, tau, mode, held, qdd, force):
    """qdd, and the forces that hold what sticks, at one state:  M qdd + g' force = tau - b - load,
    g qdd = -gamma."""
    n, k = tau.shape[0], held.shape[0]
    K, x = np.empty((n + k, n + k)), np.empty(n + k)
    qdd[:] = 0.0
    if not positive(states.M[p]):
        return False
    for _ in range(LOADS):
        load_forces(loaded, states, p, mode, qdd)
        K[:] = 0.0
        for i in range(n):
            x[i] = tau[i] - states.b[p, i] - states.load[p, i]
            for j in range(n):
                K[i, j] = states.M[p, i, j] + states.E[p, i, j]
                x[i] += states.E[p, i, j] * qdd[j]
            for e in range(k):
                K[i, n + e] = states.g[p, held[e], i]
                K[n + e, i] = K[i, n + e]
        for e in range(k):
            x[n + e] = -states.gamma[p, held[e]]
        if not solve(K, x):
            return False
        change, largest = 0.0, 0.0
        for i in range(n):
            change = max(change, abs(x[i] - qdd[i]))
            largest = max(largest, abs(x[i]))
        qdd[:] = x[:n]
        force[:k] = x[n:]
        if loaded.row.shape[0] == 0:
            return True
        if change <= ITERATION * largest:
            break
    load_forces(loaded, states, p, mode, qdd)
    return True


@kernel
def _place(q, qd, h, A, to_q, to_qd):
    """The states at the stages and, last, at the end of the step, for the accelerations A (S,
    n)."""
    for a in range(q.shape[0]):
        for i in range(S):
            rise, way = 0.0, 0.0
            for j in range(S):
                rise += MATRIX[i, j] * A[j, a]
                way += SQUARE[i, j] * A[j, a]
            to_qd[i, a] = qd[a] + h * rise
            to_q[i, a] = q[a] + h * (C[i] * qd[a] + h * way)
        rise, way = 0.0, 0.0
        for j in range(S):
            rise += B[j] * A[j, a]
            way += B[j] * (1.0 - C[j]) * A[j, a]
        to_qd[S, a] = qd[a] + h * rise
        to_q[S, a] = q[a] + h * (qd[a] + h * way)


@kernel
def _correct(states, tau, h, held, A, K, x):
    """Solve for the corrections of A (first S n entries of x) and the holding forces (the rest);
    False if singular."""
    n, k = A.shape[1], held.shape[0]
    M, D, g, gamma = states.M, states.D, states.g, states.gamma
    K[:] = 0.0
    for i in range(S):
        for a in range(n):
            row = i * n + a
            x[row] = tau[i, a] - states.b[i, a] - states.load[i, a]
            for b in range(n):
                x[row] -= M[i, a, b] * A[i, b]
                K[row, i * n + b] = M[i, a, b] + states.E[i, a, b]
            for j in range(S):
                K[row, j * n + a] += h * h * SQUARE[i, j] * states.stiffness[i, a]
                for b in range(n):
                    K[row, j * n + b] += h * MATRIX[i, j] * D[i, a, b]
            for e in range(k):
                K[row, S * n + i * k + e] = g[i, held[e], a]
        for e in range(k):
            row = S * n + i * k + e
            x[row] = -gamma[i, held[e]]
            for b in range(n):
                x[row] -= g[i, held[e], b] * A[i, b]
                K[row, i * n + b] = g[i, held[e], b]
    return solve(K, x)


@kernel
def _sizes(M, rest, tau, wound, A, size):
    """What an acceleration of each coordinate is measured by: the largest one, or a part of the
    forces over M (of hysteresis all that it can be, for it is the difference of such forces)."""
    most = 0.0
    for a in range(A.shape[1]):
        size[a] = 1e-300
        for i in range(S):
            load = LOAD * (abs(tau[i, a]) + abs(rest[i, a])) / abs(M[i, a, a])
            size[a] = max(size[a], abs(A[i, a]) + load)
            most = max(most, load)
    for e in range(wound.row.shape[0]):
        a = wound.row[e]
        if wound.rate[e] == 0.0:
            size[a] = max(size[a], LOAD * abs(wound.value[e]) / abs(M[0, a, a]))
    largest = size.max()
    for a in range(A.shape[1]):
        size[a] = max(size[a], max(LEAST * largest, QUIET * most))


@kernel
def _late(states, rate, h, x, size):
    """What the last correction x still changes in the acceleration at the end, relative: by way of
    its velocities, dv = h sum_j b_j x_j, through friction, D dv, and through forces that go with
    the square of velocities, about 2 M |rate| dv."""
    n = size.shape[0]
    fastest, worst = 0.0, 0.0
    for c in range(rate.shape[1]):
        fastest = max(fastest, abs(rate[S, c]))
    for a in range(n):
        change = 0.0
        for b in range(n):
            dv = h * (B[0] * x[b] + B[1] * x[n + b] + B[2] * x[2 * n + b])
            slope = abs(states.D[S, a, b]) + 2.0 * fastest * abs(states.M[S, a, b])
            change += slope * abs(dv)
        worst = max(worst, change / abs(states.M[S, a, a]) / size[a])
    return worst


@kernel
def _slowest(mode, v):
    slowest = np.inf
    for e in range(mode.shape[0]):
        for p in range(v.shape[0]):
            if mode[e] != 0 and mode[e] * v[p, e] < slowest:
                slowest = mode[e] * v[p, e]
    return slowest


@kernel
def step(mech, lanes, states, now, trial, mode, held, h, ahead):
    """Move on by h from the state `now`, which stays as it is: the new one is states.q[S],
    states.qd[S], and what else is of interest is left in `trial`.

    mode    (k,) of the dry friction, and `held`, which of those that stick are kept by a force
            (independent ones)
    ahead   see `close_states`
    """
    q, qd, tau, A = now.q, now.qd, trial.tau, trial.A
    n, k = A.shape[1], held.shape[0]
    K, x, size = np.empty((S * (n + k), S * (n + k))), np.empty(S * (n + k)), np.empty(n)
    before = np.inf
    states.start[:] = q
    states.speed[:] = qd
    for sweep in range(SWEEPS):
        _place(q, qd, h, A, states.q, states.qd)
        if evaluate(mech, lanes, states, now.home, mode, ahead if sweep == 0 else 0.0) >= 0:
            return NOT_CLOSED
        if mech.loaded.row.shape[0]:
            for i in range(S):
                load_forces(mech.loaded, states, i, mode, A[i])
        if not _correct(states, tau, h, held, A, K, x):
            return NOT_POSITIVE
        change = 0.0
        _sizes(states.M, states.b, tau, mech.wound, A, size)
        for i in range(S):
            for a in range(n):
                A[i, a] += x[i * n + a]
                ratio = abs(x[i * n + a]) / (size[a] + abs(A[i, a]))
                change = change if ratio <= change else ratio  # keeps nan
        if sweep > 0:
            if change <= ROUNDOFF and (change / before) * change <= ITERATION:
                break  # this correction leaves about change / before times itself
            if not change <= 0.5 * before:
                if change <= ROUNDOFF:
                    break
                return NOT_CONVERGED
        before = change if change > 0.0 else 1e-300
    else:
        return NOT_CONVERGED
    _place(q, qd, h, A, states.q, states.qd)
    if _late(states, lanes.rate, h, x, size) > ITERATION and (
        evaluate(mech, lanes, states, now.home, mode, 0.0) >= 0
    ):
        return NOT_CLOSED
    if not accelerations(mech.loaded, states, S, tau[S], mode, held, trial.qdd, trial.force):
        return NOT_POSITIVE
    trial.report[0], trial.report[1] = 0.0, _slowest(mode, states.v)
    for a in range(n):
        end = 0.0
        for j in range(S):
            end += AT_END[j] * A[j, a]
        trial.report[0] = max(trial.report[0], abs(trial.qdd[a] - end) / size[a])
    return DONE


@kernel
def look(mech, lanes, states, now, mode):
    """The equations of motion in the state `now`, as all of `states`."""
    states.start[:] = now.q
    states.speed[:] = now.qd
    for p in range(LANES):
        states.q[p] = now.q
        states.qd[p] = now.qd
    return DONE if evaluate(mech, lanes, states, now.home, mode, 0.0) < 0 else NOT_CLOSED
