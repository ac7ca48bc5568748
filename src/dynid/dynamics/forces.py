"""Compiled inverse dynamics, mass matrix and Coriolis matrix, on the same recursion and work arrays as `kernel`."""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.dynamics.kernel import L, carry, columns_of, ground_state, load, node_pose, node_state


@kernel
def wrench(p, H, d, F, N):
    """F = m d + H h and N = h x d + integral of x x (H x), for any 3x3 rate matrix H (9, L) and acceleration d (3, L).

    The integral is the vector of the skew part of H S with the second moments S = 1/2 tr(I) 1 - I; for H = [a]x + [w]x[w]x
    it equals I a + w x I w.
    """
    m, hx, hy, hz = p[0], p[1], p[2], p[3]
    Sxy, Sxz, Syz = -p[5], -p[7], -p[8]
    half = 0.5 * (p[4] + p[6] + p[9])
    Sxx, Syy, Szz = half - p[4], half - p[6], half - p[9]
    for i in range(L):
        dx, dy, dz = d[0, i], d[1, i], d[2, i]
        H0, H1, H2 = H[0, i], H[1, i], H[2, i]
        H3, H4, H5 = H[3, i], H[4, i], H[5, i]
        H6, H7, H8 = H[6, i], H[7, i], H[8, i]
        F[0, i] = m * dx + H0 * hx + H1 * hy + H2 * hz
        F[1, i] = m * dy + H3 * hx + H4 * hy + H5 * hz
        F[2, i] = m * dz + H6 * hx + H7 * hy + H8 * hz
        N[0, i] = hy * dz - hz * dy + (H6 * Sxy + H7 * Syy + H8 * Syz) - (H3 * Sxz + H4 * Syz + H5 * Szz)
        N[1, i] = hz * dx - hx * dz + (H0 * Sxz + H1 * Syz + H2 * Szz) - (H6 * Sxx + H7 * Sxy + H8 * Sxz)
        N[2, i] = hx * dy - hy * dx + (H3 * Sxx + H4 * Sxy + H5 * Sxz) - (H0 * Sxy + H1 * Syy + H2 * Syz)


@kernel
def pass_up(pose, f, up):
    """Add a wrench f = (N, F) of a node to its parent's: F <- R F, N <- R N + r x R F."""
    for i in range(L):
        nx, ny, nz, fx, fy, fz = f[0, i], f[1, i], f[2, i], f[3, i], f[4, i], f[5, i]
        x, y, z = pose[9, i], pose[10, i], pose[11, i]
        gx = pose[0, i] * fx + pose[1, i] * fy + pose[2, i] * fz
        gy = pose[3, i] * fx + pose[4, i] * fy + pose[5, i] * fz
        gz = pose[6, i] * fx + pose[7, i] * fy + pose[8, i] * fz
        up[0, i] += pose[0, i] * nx + pose[1, i] * ny + pose[2, i] * nz + y * gz - z * gy
        up[1, i] += pose[3, i] * nx + pose[4, i] * ny + pose[5, i] * nz + z * gx - x * gz
        up[2, i] += pose[6, i] * nx + pose[7, i] * ny + pose[8, i] * nz + x * gy - y * gx
        up[3, i] += gx
        up[4, i] += gy
        up[5, i] += gz


@kernel
def inverse_dynamics(tree, inertia, q, qd, qdd, tau):
    """tau (N, coordinates): Newton-Euler down and up the tree. inertia (nodes, 10), zero rows for massless ones."""
    n, nc = tree.parent.shape[0], q.shape[1]
    qb, vb, ab = np.zeros((nc + 1, L)), np.zeros((nc + 1, L)), np.zeros((nc + 1, L))
    pose, ground, state = np.empty((n, 12, L)), np.empty((18, L)), np.empty((n, 18, L))
    f = np.empty((n, 6, L))
    ground_state(tree.gravity, ground)
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        load(qd, first, count, vb)
        load(qdd, first, count, ab)
        for i in range(n):
            p, c = tree.parent[i], tree.coordinate[i]
            node_pose(tree, i, qb, pose[i])
            node_state(pose[i], ground if p < 0 else state[p], state[i], tree.kind[i], tree.axis[i], vb[c], ab[c])
            wrench(inertia[i], state[i, 6:15], state[i, 15:18], f[i, 3:6], f[i, 0:3])
        for i in range(n - 1, -1, -1):
            c = tree.coordinate[i]
            at = 0 if tree.kind[i] == 1 else 3
            if c >= 0:
                for w in range(count):
                    tau[first + w, c] = (
                        tree.axis[i, 0] * f[i, at, w] + tree.axis[i, 1] * f[i, at + 1, w] + tree.axis[i, 2] * f[i, at + 2, w]
                    )
            if tree.parent[i] >= 0:
                pass_up(pose[i], f[i], f[tree.parent[i]])


@kernel
def mass_matrix(tree, plan, inertia, q, gains, at, M):
    """M (N, n, n) = sum over bodies of J' (spatial inertia) J, with the Jacobian columns of the independent coordinates."""
    n, nc = tree.parent.shape[0], q.shape[1]
    qb, pose = np.zeros((nc + 1, L)), np.empty((12, L))
    columns = np.empty((plan.row.shape[0], 6, L))
    H, F, N = np.zeros((9, L)), np.empty((3, L)), np.empty((3, L))
    M[:] = 0.0
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        for i in range(n):
            node_pose(tree, i, qb, pose)
            columns_of(tree, plan, i, pose, gains, at + first, count, columns)
            if plan.group[i] < 0:
                continue
            for b in range(plan.start[i], plan.start[i + 1]):
                cross_matrix(columns[b], H)
                wrench(inertia[i], H, columns[b, 3:6], F, N)
                for a in range(plan.start[i], b + 1):
                    add_product(columns[a], F, N, M, first, count, plan.row[a], plan.row[b])
    for s in range(M.shape[0]):
        for a in range(M.shape[1]):
            for b in range(a):
                both = M[s, a, b] + M[s, b, a]
                M[s, a, b] = both
                M[s, b, a] = both


@kernel
def cross_matrix(e, H):
    """H = [e]x."""
    for i in range(L):
        x, y, z = e[0, i], e[1, i], e[2, i]
        H[0, i], H[1, i], H[2, i] = 0.0, -z, y
        H[3, i], H[4, i], H[5, i] = z, 0.0, -x
        H[6, i], H[7, i], H[8, i] = -y, x, 0.0


@kernel
def add_product(column, F, N, M, first, count, a, b):
    """M[s, a, b] += e_a . N + l_a . F."""
    for w in range(count):
        M[first + w, a, b] += (
            column[0, w] * N[0, w]
            + column[1, w] * N[1, w]
            + column[2, w] * N[2, w]
            + column[3, w] * F[0, w]
            + column[4, w] * F[1, w]
            + column[5, w] * F[2, w]
        )


@kernel
def column_rates_of(tree, plan, i, pose, rate, gains, gain_rates, first, count, columns, rates):
    """Rates (e', l') of the node's Jacobian columns, as components in its turning frame.

    With u = the joint's own relative turning e_i qd and the slide velocity s_i qd:
    e' = R'e'_p - u x (R'e_p),   l' = R'(l'_p + e'_p x r) - u x (R'(l_p + e_p x r)) + (R'e_p) x s_i qd,  plus dG/dt times the own axis
    """
    moved = np.empty((6, L))
    one = np.empty(L)
    axis, kind = tree.axis[i], tree.kind[i]
    for slot in range(plan.start[i], plan.start[i + 1]):
        out = rates[slot]
        if plan.up[slot] >= 0:
            carry(pose, rates[plan.up[slot]], out)
            carry(pose, columns[plan.up[slot]], moved)
            for part in range(0, 6, 3):
                for w in range(L):
                    v = rate[w]
                    x, y, z = moved[part, w], moved[part + 1, w], moved[part + 2, w]
                    if kind == 1:
                        out[part, w] -= v * (axis[1] * z - axis[2] * y)
                        out[part + 1, w] -= v * (axis[2] * x - axis[0] * z)
                        out[part + 2, w] -= v * (axis[0] * y - axis[1] * x)
                    elif kind == 2 and part == 0:
                        out[3, w] += v * (y * axis[2] - z * axis[1])
                        out[4, w] += v * (z * axis[0] - x * axis[2])
                        out[5, w] += v * (x * axis[1] - y * axis[0])
        else:
            out[:] = 0.0
        if plan.own[slot] == 2:
            for w in range(L):
                one[w] = gain_rates[tree.coordinate[i], plan.row[slot], first + min(w, count - 1)]
            at = 0 if kind == 1 else 3
            for k in range(3):
                for w in range(L):
                    out[at + k, w] += axis[k] * one[w]


@kernel
def coriolis(tree, plan, inertia, q, qd, gains, gain_rates, at, C):
    """C (N, n, n) from Christoffel's symbols: column k is the force of the 'acceleration'  d/dt of column k of the velocity.

    H_k = [e_k']x + [w]x[e_k]x,   d_k = l_k' + w x l_k   (both sums over k with qd give the velocity terms of H and d)
    """
    n, nc = tree.parent.shape[0], q.shape[1]
    qb, vb, zero = np.zeros((nc + 1, L)), np.zeros((nc + 1, L)), np.zeros(L)
    pose, ground, state = np.empty((12, L)), np.zeros((18, L)), np.empty((n, 18, L))
    columns, rates = np.empty((plan.row.shape[0], 6, L)), np.empty((plan.row.shape[0], 6, L))
    H, d, F, N = np.empty((9, L)), np.empty((3, L)), np.empty((3, L)), np.empty((3, L))
    C[:] = 0.0
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        load(qd, first, count, vb)
        for i in range(n):
            p, c = tree.parent[i], tree.coordinate[i]
            node_pose(tree, i, qb, pose)
            node_state(pose, ground if p < 0 else state[p], state[i], tree.kind[i], tree.axis[i], vb[c], zero)
            columns_of(tree, plan, i, pose, gains, at + first, count, columns)
            column_rates_of(tree, plan, i, pose, vb[c], gains, gain_rates, at + first, count, columns, rates)
            if plan.group[i] < 0:
                continue
            for b in range(plan.start[i], plan.start[i + 1]):
                rate_matrix(columns[b], rates[b], state[i], H, d)
                wrench(inertia[i], H, d, F, N)
                for a in range(plan.start[i], plan.start[i + 1]):
                    add_product(columns[a], F, N, C, first, count, plan.row[a], plan.row[b])


@kernel
def rate_matrix(column, rate, state, H, d):
    """H = [e']x + [w]x[e]x with [w]x[e]x = e w' - (w.e) 1,   d = l' + w x l."""
    for i in range(L):
        ex, ey, ez, lx, ly, lz = column[0, i], column[1, i], column[2, i], column[3, i], column[4, i], column[5, i]
        fx, fy, fz = rate[0, i], rate[1, i], rate[2, i]
        wx, wy, wz = state[0, i], state[1, i], state[2, i]
        dot = wx * ex + wy * ey + wz * ez
        H[0, i], H[1, i], H[2, i] = ex * wx - dot, ex * wy - fz, ex * wz + fy
        H[3, i], H[4, i], H[5, i] = ey * wx + fz, ey * wy - dot, ey * wz - fx
        H[6, i], H[7, i], H[8, i] = ez * wx - fy, ez * wy + fx, ez * wz - dot
        d[0, i] = rate[3, i] + wy * lz - wz * ly
        d[1, i] = rate[4, i] + wz * lx - wx * lz
        d[2, i] = rate[5, i] + wx * ly - wy * lx
