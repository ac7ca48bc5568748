"""Compiled steps of a robot whose drives follow position commands, and their derivatives.

A step is that of rigid-body simulators (MuJoCo's "Euler" and "implicitfast", PhysX), of length h:

    F  = tau - Fv qd - b(q_e, qd) + f        tau = clip(Kp (u - q_e) + Kd (ud - qd) + ff, limit)
    (M + g h D) a = F                        D: damping, and Kd where the drive is implicit
    qd <- qd + h a,   q <- q + h qd

with q_e = q, g = 1. A `centred` step, of second order, has q_e = q + h qd / 2, g = 1/2 and
q <- q_e + h qd / 2; a drive that is `held`, outside of the simulator, still sees q. Dry
friction f is the one of MuJoCo's frictionloss, a force within +-Fc that
brakes with the rate beta and gives way by R:

    f_i = -clip((a0_i + beta qd_i) / R_i, Fc_i),   M a0 = F

Sharp friction, as in PhysX, is beta = 1 / h and R small.
"""

from __future__ import annotations

import numpy as np

from dynid.commands.bodies import NUMBERS, forces
from dynid.compiling import inlined, kernel

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
def run(
    tree,
    inertia,
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
    limit,
    start,
    Q,
    V,
    A,
    F,
    clipped,
):
    """A rollout: fills Q, V (S + 1, n), A, F (S, n) accelerations and dry friction of each step,
    and clipped (S, n). values (6, n): armature, viscous, dry, shift of q to the true one, Kp, Kd.
    Returns the step at which it failed, else -1.
    """
    S, n = u.shape
    armature, viscous, dry = values[0], values[1], values[2]
    shift, kp, kd = values[3], values[4], values[5]
    node, true, speed, b = np.zeros((len(inertia), NUMBERS)), np.empty(n), np.empty(n), np.zeros(n)
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
            true[i], speed[i] = x - shift[i], v[i] + ahead * before[i]
        forces(tree, inertia, true, speed, node, M, b)
        for i in range(n):
            force[i] -= b[i]
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
