"""Compiled steps of a robot whose drives follow position commands, and their derivatives.

A step is that of rigid-body simulators (MuJoCo's "Euler" and "implicitfast", PhysX), of length h:

    F  = tau - Fv qd - b(q_e, qd) + f        tau = clip(Kp (u - q_e) + Kd (ud - qd) + ff, limit)
    (M + g h D) a = F                        D: damping, and Kd where the drive is implicit
    qd <- qd + h a,   q <- q + h qd

with q_e = q, g = 1. A `centred` step, of second order, has q_e = q + h qd / 2, g = 1/2 and
q <- q_e + h qd / 2; a drive that is `held`, outside of the simulator, still sees q. Dry friction f is the one of MuJoCo's frictionloss, a force within +-Fc that
brakes with the rate beta and gives way by R:

    f_i = -clip((a0_i + beta qd_i) / R_i, Fc_i),   M a0 = F

Sharp friction, as in PhysX, is beta = 1 / h and R small.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel
from dynid.dynamics.forces import inverse_dynamics
from dynid.dynamics.kernel import L as WIDE

ARMATURE, VISCOUS, DRY, BIAS, KP, KD, DELAY, START, RATE = range(9)
SWEEPS, SETTLED = 200, 1e-11  # of the projected Gauss-Seidel for dry friction


@inlined
def factor(A, n, L):
    """L L' = A; False where A is not positive."""
    good = True
    for i in range(n):
        for j in range(i + 1):
            s = A[i, j]
            for k in range(j):
                s -= L[i, k] * L[j, k]
            if i == j:
                if s <= 0.0:
                    good = False
                    s = 1.0
                L[i, i] = np.sqrt(s)
            else:
                L[i, j] = s / L[j, j]
    return good


@inlined
def solve(L, n, X, columns):
    """X <- (L L')^-1 X for X (n, columns)."""
    for i in range(n):
        for k in range(i):
            c = L[i, k]
            if c != 0.0:
                for p in range(columns):
                    X[i, p] -= c * X[k, p]
        c = 1.0 / L[i, i]
        for p in range(columns):
            X[i, p] *= c
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            c = L[k, i]
            if c != 0.0:
                for p in range(columns):
                    X[i, p] -= c * X[k, p]
        c = 1.0 / L[i, i]
        for p in range(columns):
            X[i, p] *= c


@inlined
def held_back(inverse, R, beta, dry, qd, f, a):
    """Dry friction f, and the accelerations a with it: projected Gauss-Seidel, from the f of the
    step before. `a` comes without friction."""
    n = len(f)
    for i in range(n):
        f[i] = min(max(f[i], -dry[i]), dry[i])
        for k in range(n):
            a[k] += inverse[k, i] * f[i]
    for _ in range(SWEEPS):
        worst = 0.0
        for i in range(n):
            new = f[i] - (a[i] + beta[i] * qd[i] + R[i] * f[i]) / (inverse[i, i] + R[i])
            new = min(max(new, -dry[i]), dry[i])
            change = new - f[i]
            if change != 0.0:
                f[i] = new
                for k in range(n):
                    a[k] += inverse[k, i] * change
                worst = max(worst, abs(change))
        if worst <= SETTLED:
            break


@kernel
def run(tree, inertia, values, R, beta, h, centred, implicit, held, u, ud, ff, limit, start, Q, V, A, F, clipped):
    """A rollout: fills Q, V (S + 1, n), A, F (S, n) accelerations and dry friction of each step,
    and clipped (S, n). values (7, n): armature, viscous, dry, shift of q to the true one, Kp, Kd,
    and one that is not used. Returns the step at which it failed, else -1.
    """
    S, n = u.shape
    armature, viscous, dry, shift, kp, kd = values[0], values[1], values[2], values[3], values[4], values[5]
    lanes_q, lanes_v, lanes_a = np.empty((n + 1, n)), np.zeros((n + 1, n)), np.zeros((n + 1, n))
    tau_n = np.empty((n + 1, n))
    for k in range(n):
        lanes_a[k + 1, k] = 1.0
    M, L, inverse = np.empty((n, n)), np.zeros((n, n)), np.empty((n, n))
    force, a, f = np.empty(n), np.empty((n, 1)), np.zeros(n)
    q, v, before = start[0].copy(), start[1].copy(), np.zeros(n)
    ahead = 0.5 * h if centred else 0.0
    weight = 0.5 * h if centred else h
    Q[0], V[0] = q, v
    for s in range(S):
        for i in range(n):
            x = q[i] + ahead * v[i]
            seen = q[i] if held else x
            torque = kp[i] * (u[s, i] - seen) + kd[i] * (ud[s, i] - v[i]) + ff[s, i]
            clipped[s, i] = abs(torque) > limit[i]
            force[i] = min(max(torque, -limit[i]), limit[i]) - viscous[i] * v[i]
            for k in range(n + 1):
                lanes_q[k, i] = x - shift[i]
                lanes_v[k, i] = v[i] + ahead * before[i]
        inverse_dynamics(tree, inertia, lanes_q, lanes_v, lanes_a, tau_n)
        for i in range(n):
            force[i] -= tau_n[0, i]
            for k in range(n):
                M[i, k] = tau_n[k + 1, i] - tau_n[0, i]
            M[i, i] += armature[i]
        if not factor(M, n, L):
            return s
        inverse[:] = 0.0
        for i in range(n):
            inverse[i, i] = 1.0
        solve(L, n, inverse, n)
        for i in range(n):
            a[i, 0] = 0.0
            for k in range(n):
                a[i, 0] += inverse[i, k] * force[k]
        held_back(inverse, R, beta, dry, v, f, a[:, 0])
        for i in range(n):
            a[i, 0] = force[i] + f[i]
            damped = viscous[i]
            if implicit and not clipped[s, i]:
                damped += kd[i]
            M[i, i] += weight * damped
        if not factor(M, n, L):
            return s
        solve(L, n, a, 1)
        for i in range(n):
            A[s, i], F[s, i], before[i] = a[i, 0], f[i], a[i, 0]
            old = v[i]
            v[i] = old + h * a[i, 0]
            q[i] += ahead * old + (h - ahead) * v[i]
            if not abs(v[i]) < 1e6:
                return s
            Q[s + 1, i], V[s + 1, i] = q[i], v[i]
    return -1


@kernel
def linearised(tree, inertia, q, v, a, step, M, K, C):
    """M, K = d tau / dq and C = d tau / dqd (S, n, n) of the rigid bodies at S states, by
    differences of the torques; as many states at once as fill the kernel's block."""
    S, n = q.shape
    lanes = 3 * n + 1
    block = max(1, WIDE // lanes)
    x, y, z = np.empty((block * lanes, n)), np.empty((block * lanes, n)), np.empty((block * lanes, n))
    tau = np.empty((block * lanes, n))
    for first in range(0, S, block):
        for w in range(block):
            s = min(first + w, S - 1)
            for k in range(lanes):
                for i in range(n):
                    x[w * lanes + k, i] = q[s, i]
                    y[w * lanes + k, i] = v[s, i]
                    z[w * lanes + k, i] = a[s, i]
            for i in range(n):
                x[w * lanes + 1 + i, i] += step
                y[w * lanes + 1 + n + i, i] += step
                z[w * lanes + 1 + 2 * n + i, i] += 1.0
        inverse_dynamics(tree, inertia, x, y, z, tau)
        for w in range(min(block, S - first)):
            at = w * lanes
            for i in range(n):
                for k in range(n):
                    K[first + w, i, k] = (tau[at + 1 + k, i] - tau[at, i]) / step
                    C[first + w, i, k] = (tau[at + 1 + n + k, i] - tau[at, i]) / step
                    M[first + w, i, k] = tau[at + 1 + 2 * n + k, i] - tau[at, i]


@inlined
def column_force(kind, j, values, acts, sees, about, rates, weight, implicit, K, g, p):
    """The force g[:, p] by which one parameter changes the step; about: (u - q_e, qd, a, f, drive
    not clipped) of each joint, rates: of u, ud and ff in time."""
    n = g.shape[0]
    free = about[4, j]
    if kind == ARMATURE:
        g[j, p] -= about[2, j]
    elif kind == VISCOUS:
        g[j, p] -= about[1, j] + weight * about[2, j]
    elif kind == BIAS:
        g[j, p] += acts * values[4, j] * free
        for i in range(n):
            g[i, p] += sees * K[i, j]
    elif kind == KP:
        g[j, p] += free * about[0, j]
    elif kind == KD:
        g[j, p] += free * (about[5, j] - about[1, j])
        if implicit:
            g[j, p] -= free * weight * about[2, j]
    elif kind == DELAY:
        for i in range(n):
            change = values[4, i] * rates[0, i] + values[5, i] * rates[1, i] + rates[2, i]
            g[i, p] -= about[4, i] * change


@kernel
def sensitivities(
    Q, V, A, F, clipped, M, K, C, values, R, beta, h, centred, implicit, held, u, ud, ff, rates, kinds,
    joints, acts, sees, out_step, out_part, out,
):
    """out (N, n, P): dq / dparameter at N times, each a part of the way through a step."""
    S, n = u.shape
    P, N = len(kinds), len(out_step)
    armature, viscous, dry, kp, kd = values[0], values[1], values[2], values[4], values[5]
    dq, dv, before = np.zeros((n, P)), np.zeros((n, P)), np.zeros((n, P))
    g, x, df = np.zeros((n, P)), np.zeros((n, P)), np.zeros((n, P))
    inertia, L, L2 = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    about, inside = np.zeros((6, n)), np.zeros(n, dtype=np.bool_)
    ahead = 0.5 * h if centred else 0.0
    seen = 0.0 if held else ahead
    weight = 0.5 * h if centred else h
    for p in range(P):
        if kinds[p] == START:
            dq[joints[p], p] = 1.0
        elif kinds[p] == RATE:
            dv[joints[p], p] = 1.0
    at = 0
    while at < N and out_step[at] < 0:
        out[at] = dq
        at += 1
    for s in range(S):
        if at == N:
            break
        any_inside = False
        for i in range(n):
            about[0, i] = u[s, i] - Q[s, i] - seen * V[s, i]
            about[1, i], about[2, i], about[3, i] = V[s, i], A[s, i], F[s, i]
            about[4, i] = 0.0 if clipped[s, i] else 1.0
            about[5, i] = ud[s, i]
            inside[i] = abs(F[s, i]) < dry[i] * (1.0 - 1e-9)
            any_inside = any_inside or inside[i]
        for i in range(n):
            free = about[4, i]
            for p in range(P):
                g[i, p] = -free * kp[i] * (dq[i, p] + seen * dv[i, p])
                g[i, p] -= (free * kd[i] + viscous[i]) * dv[i, p]
            for k in range(n):
                stiff, rate = K[s, i, k], C[s, i, k]
                if stiff != 0.0 or rate != 0.0:
                    rate += ahead * stiff
                    for p in range(P):
                        g[i, p] -= stiff * dq[k, p] + rate * dv[k, p]
        for p in range(P):
            column_force(
                kinds[p], joints[p], values, acts, sees, about, rates[s], weight, implicit, K[s], g, p
            )
            if kinds[p] == DRY and not inside[joints[p]]:
                j = joints[p]
                push = F[s, j] if dry[j] > 0.0 else -V[s, j]
                g[j, p] += 1.0 if push > 0.0 else (-1.0 if push < 0.0 else 0.0)
        for i in range(n):
            for k in range(n):
                inertia[i, k] = M[s, i, k]
            inertia[i, i] += armature[i]
        if any_inside:
            # df = -(da0 + beta dqd) / R where friction holds, and M da0 = g + df
            for i in range(n):
                for p in range(P):
                    x[i, p] = g[i, p]
                if inside[i]:
                    for p in range(P):
                        x[i, p] -= beta[i] / R[i] * dv[i, p]
                    inertia[i, i] += 1.0 / R[i]
            factor(inertia, n, L2)
            solve(L2, n, x, P)
            for i in range(n):
                if inside[i]:
                    inertia[i, i] -= 1.0 / R[i]
                    for p in range(P):
                        df[i, p] = -(x[i, p] + beta[i] * dv[i, p]) / R[i]
                        g[i, p] += df[i, p]
        for i in range(n):
            damped = viscous[i]
            if implicit:
                damped += about[4, i] * kd[i]
            inertia[i, i] += weight * damped
        factor(inertia, n, L)
        solve(L, n, g, P)
        for i in range(n):
            for p in range(P):
                before[i, p] = dq[i, p]
                old = dv[i, p]
                dv[i, p] = old + h * g[i, p]
                dq[i, p] += ahead * old + (h - ahead) * dv[i, p]
        while at < N and out_step[at] == s:
            c = out_part[at]
            for i in range(n):
                for p in range(P):
                    out[at, i, p] = before[i, p] + c * (dq[i, p] - before[i, p])
            at += 1
