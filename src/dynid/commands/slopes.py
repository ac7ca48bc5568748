"""Compiled derivatives of a rollout by its parameters: each step of `stepping`, linearised."""

from __future__ import annotations

import numpy as np

from dynid.commands.stepping import factor, solve
from dynid.compiling import inlined, kernel
from dynid.dynamics.forces import inverse_dynamics
from dynid.dynamics.kernel import L as WIDE

ARMATURE, VISCOUS, DRY, BIAS, KP, KD, DELAY, START, RATE, BODY = range(10)


@kernel
def linearised(tree, inertia, q, v, a, step, M, K, C):
    """M, K = d tau / dq and C = d tau / dqd (S, n, n) of the rigid bodies at S states, by
    differences of the torques; as many states at once as fill the kernel's block."""
    S, n = q.shape
    lanes = 3 * n + 1
    block = max(1, WIDE // lanes)
    x, y, z = (
        np.empty((block * lanes, n)),
        np.empty((block * lanes, n)),
        np.empty((block * lanes, n)),
    )
    tau = np.empty((block * lanes, n))
    for b in range((S + block - 1) // block):
        first = b * block
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
    Q,
    V,
    A,
    F,
    clipped,
    M,
    K,
    C,
    values,
    R,
    beta,
    h,
    centred,
    implicit,
    held,
    u,
    ud,
    ff,
    rates,
    kinds,
    joints,
    acts,
    sees,
    turning,
    out_step,
    out_part,
    out,
):
    """out (N, n, P): dq / dparameter at N times, each a part of the way through a step."""
    S, n = u.shape
    P, N = len(kinds), len(out_step)
    armature, viscous, dry, kp, kd = values[0], values[1], values[2], values[4], values[5]
    dq, dv, before = np.zeros((n, P)), np.zeros((n, P)), np.zeros((n, P))
    g, x, df = np.zeros((n, P)), np.zeros((n, P)), np.zeros((n, P))
    inertia, L, L2 = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    about, inside = np.zeros((6, n)), np.zeros(n)
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
            inside[i] = 1.0 if abs(F[s, i]) < dry[i] * (1.0 - 1e-9) else 0.0
            any_inside = any_inside or inside[i] > 0.0
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
                kinds[p],
                joints[p],
                values,
                acts,
                sees,
                about,
                rates[s],
                weight,
                implicit,
                K[s],
                g,
                p,
            )
            if kinds[p] == BODY:
                for i in range(n):
                    g[i, p] -= turning[s, i, joints[p]]
            if kinds[p] == DRY and inside[joints[p]] == 0.0:
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
                if inside[i] > 0.0:
                    for p in range(P):
                        x[i, p] -= beta[i] / R[i] * dv[i, p]
                    inertia[i, i] += 1.0 / R[i]
            factor(inertia, n, L2)
            solve(L2, n, x, P)
            for i in range(n):
                if inside[i] > 0.0:
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
