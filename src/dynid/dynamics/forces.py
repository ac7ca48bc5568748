"""Compiled inverse dynamics, mass matrix and Coriolis matrix, on the same recursion and work arrays
as `kernel`."""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel, lanes
from dynid.dynamics.kernel import L, carry, columns_of, ground_state, load, node_pose, node_state


@inlined
def wrench(p, H, d, F, N):
    """F = m d + H h and N = h x d + integral of x x (H x), for any 3x3 rate matrix H and
    acceleration d.

    The integral is the vector of the skew part of H S with the second moments S = 1/2 tr(I) 1 - I;
    for H = [a]x + [w]x[w]x it equals I a + w x I w.
    """
    m, hx, hy, hz = p[0], p[1], p[2], p[3]
    Sxy, Sxz, Syz = -p[5], -p[7], -p[8]
    half = 0.5 * (p[4] + p[6] + p[9])
    Sxx, Syy, Szz = half - p[4], half - p[6], half - p[9]
    for i in lanes(L):
        dx, dy, dz = d[i], d[L + i], d[2 * L + i]
        H0, H1, H2 = H[i], H[L + i], H[2 * L + i]
        H3, H4, H5 = H[3 * L + i], H[4 * L + i], H[5 * L + i]
        H6, H7, H8 = H[6 * L + i], H[7 * L + i], H[8 * L + i]
        F[i] = m * dx + H0 * hx + H1 * hy + H2 * hz
        F[L + i] = m * dy + H3 * hx + H4 * hy + H5 * hz
        F[2 * L + i] = m * dz + H6 * hx + H7 * hy + H8 * hz
        N[i] = (
            hy * dz - hz * dy + (H6 * Sxy + H7 * Syy + H8 * Syz) - (H3 * Sxz + H4 * Syz + H5 * Szz)
        )
        N[L + i] = (
            hz * dx - hx * dz + (H0 * Sxz + H1 * Syz + H2 * Szz) - (H6 * Sxx + H7 * Sxy + H8 * Sxz)
        )
        N[2 * L + i] = (
            hx * dy - hy * dx + (H3 * Sxx + H4 * Sxy + H5 * Sxz) - (H0 * Sxy + H1 * Syy + H2 * Syz)
        )


@inlined
def pass_up(pose, f, up):
    """Add a wrench f = (N, F) of a node to its parent's: F <- R F, N <- R N + r x R F."""
    for i in lanes(L):
        nx, ny, nz, fx, fy, fz = (
            f[i],
            f[L + i],
            f[2 * L + i],
            f[3 * L + i],
            f[4 * L + i],
            f[5 * L + i],
        )
        x, y, z = pose[9 * L + i], pose[10 * L + i], pose[11 * L + i]
        gx = pose[i] * fx + pose[L + i] * fy + pose[2 * L + i] * fz
        gy = pose[3 * L + i] * fx + pose[4 * L + i] * fy + pose[5 * L + i] * fz
        gz = pose[6 * L + i] * fx + pose[7 * L + i] * fy + pose[8 * L + i] * fz
        up[i] += pose[i] * nx + pose[L + i] * ny + pose[2 * L + i] * nz + y * gz - z * gy
        up[L + i] += (
            pose[3 * L + i] * nx + pose[4 * L + i] * ny + pose[5 * L + i] * nz + z * gx - x * gz
        )
        up[2 * L + i] += (
            pose[6 * L + i] * nx + pose[7 * L + i] * ny + pose[8 * L + i] * nz + x * gy - y * gx
        )
        up[3 * L + i] += gx
        up[4 * L + i] += gy
        up[5 * L + i] += gz


@kernel
def inverse_dynamics(tree, inertia, q, qd, qdd, tau):
    """tau (N, coordinates): Newton-Euler down and up the tree. inertia (nodes, 10), zero rows for
    massless ones."""
    parent, kind, coordinate, M, r, axis = (
        tree.parent,
        tree.kind,
        tree.coordinate,
        tree.M,
        tree.r,
        tree.axis,
    )
    n, nc = parent.shape[0], q.shape[1]
    qb, vb, ab = np.zeros((nc + 1, L)), np.zeros((nc + 1, L)), np.zeros((nc + 1, L))
    pose, state = np.empty((n, 12 * L)), np.empty((n + 1, 18 * L))
    f, sine, cosine = np.empty((n, 6 * L)), np.empty(L), np.empty(L)
    ground_state(tree.gravity, state)
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        load(qd, first, count, vb)
        load(qdd, first, count, ab)
        for i in range(n):
            c = coordinate[i]
            node_pose(kind[i], M, r, i, qb[c], sine, cosine, pose[i])
            node_state(kind[i], axis, i, parent[i], pose[i], vb[c], ab[c], state)
            wrench(inertia[i], state[i, 6 * L :], state[i, 15 * L :], f[i, 3 * L :], f[i])
        for i in range(n - 1, -1, -1):
            c = coordinate[i]
            at = 0 if kind[i] == 1 else 3 * L
            if c >= 0:
                for w in range(count):
                    tau[first + w, c] = (
                        axis[i, 0] * f[i, at + w]
                        + axis[i, 1] * f[i, at + L + w]
                        + axis[i, 2] * f[i, at + 2 * L + w]
                    )
            if parent[i] >= 0:
                pass_up(pose[i], f[i], f[parent[i]])


@kernel
def mass_matrix(tree, plan, inertia, q, gains, at, M):
    """M (N, n, n) = sum over bodies of J' (spatial inertia) J, J the columns of the independent
    coordinates."""
    kind, coordinate, constants, r, axis = tree.kind, tree.coordinate, tree.M, tree.r, tree.axis
    start, up, own, row, group = plan.start, plan.up, plan.own, plan.row, plan.group
    n, nc = kind.shape[0], q.shape[1]
    qb, pose = np.zeros((nc + 1, L)), np.empty(12 * L)
    sine, cosine = np.empty(L), np.empty(L)
    columns = np.empty((row.shape[0], 6 * L))
    H, F, N = np.zeros(9 * L), np.empty(3 * L), np.empty(3 * L)
    M[:] = 0.0
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        for i in range(n):
            c = coordinate[i]
            node_pose(kind[i], constants, r, i, qb[c], sine, cosine, pose)
            columns_of(
                kind[i], c, axis, i, start, up, own, row, pose, gains, at + first, count, columns
            )
            if group[i] < 0:
                continue
            for b in range(start[i], start[i + 1]):
                cross_matrix(columns[b], H)
                wrench(inertia[i], H, columns[b, 3 * L :], F, N)
                for a in range(start[i], b + 1):
                    add_product(columns[a], F, N, M, first, count, row[a], row[b])
    for s in range(M.shape[0]):
        for a in range(M.shape[1]):
            for b in range(a):
                both = M[s, a, b] + M[s, b, a]
                M[s, a, b] = both
                M[s, b, a] = both


@inlined
def cross_matrix(e, H):
    """H = [e]x."""
    for i in lanes(L):
        x, y, z = e[i], e[L + i], e[2 * L + i]
        H[i], H[L + i], H[2 * L + i] = 0.0, -z, y
        H[3 * L + i], H[4 * L + i], H[5 * L + i] = z, 0.0, -x
        H[6 * L + i], H[7 * L + i], H[8 * L + i] = -y, x, 0.0


@inlined
def add_product(column, F, N, M, first, count, a, b):
    """M[s, a, b] += e_a . N + l_a . F."""
    for w in range(count):
        M[first + w, a, b] += (
            column[w] * N[w]
            + column[L + w] * N[L + w]
            + column[2 * L + w] * N[2 * L + w]
            + column[3 * L + w] * F[w]
            + column[4 * L + w] * F[L + w]
            + column[5 * L + w] * F[2 * L + w]
        )


@inlined
def column_rates_of(tree, plan, i, pose, qd, gain_rates, first, count, columns, rates):
    """Rates (e', l') of the node's Jacobian columns (e, l), as components in its turning frame:

    e' = R'e'_p - u x e,   l' = R'(l'_p + e'_p x r) - u x l + e x v,   plus dG/dt times the node's
    own axis,

    where the joint turns by u = axis qd (then v = 0) or slides by v = axis qd (then u = 0).
    """
    x, y, z = tree.axis[i, 0], tree.axis[i, 1], tree.axis[i, 2]
    kind, c = tree.kind[i], tree.coordinate[i]
    own = 0 if kind == 1 else 3 * L
    for slot in range(plan.start[i], plan.start[i + 1]):
        if plan.up[slot] >= 0:
            carry(pose, rates, plan.up[slot], slot)
            # turning: e' -= u x e and l' -= u x l; sliding: l' += e x v = -(v x e)
            for source, to in ((0, own), (3 * L, 3 * L)):
                if kind == 0 or (kind == 2 and source > 0):
                    continue
                for w in lanes(L):
                    v = qd[c, w]
                    ax, ay, az = (
                        columns[slot, source + w],
                        columns[slot, source + L + w],
                        columns[slot, source + 2 * L + w],
                    )
                    rates[slot, to + w] -= v * (y * az - z * ay)
                    rates[slot, to + L + w] -= v * (z * ax - x * az)
                    rates[slot, to + 2 * L + w] -= v * (x * ay - y * ax)
        else:
            for w in lanes(6 * L):
                rates[slot, w] = 0.0
        if plan.own[slot] == 2:
            for k in range(3):
                for w in range(count):
                    rates[slot, own + k * L + w] += (
                        tree.axis[i, k] * gain_rates[c, plan.row[slot], first + w]
                    )


@kernel
def coriolis(tree, plan, inertia, q, qd, gains, gain_rates, at, C):
    """C (N, n, n) from Christoffel's symbols: column k is the force of the rate of Jacobian column
    k.

    H_k = [e_k']x + [w]x[e_k]x,   d_k = l_k' + w x l_k   (both sums over k with qd give the velocity
                                  terms of H and d)
    """
    parent, kind, coordinate, M, r, axis = (
        tree.parent,
        tree.kind,
        tree.coordinate,
        tree.M,
        tree.r,
        tree.axis,
    )
    start, up, own, row, group = plan.start, plan.up, plan.own, plan.row, plan.group
    n, nc = parent.shape[0], q.shape[1]
    qb, vb, zero = np.zeros((nc + 1, L)), np.zeros((nc + 1, L)), np.zeros((nc + 1, L))
    sine, cosine = np.empty(L), np.empty(L)
    pose, state = np.empty(12 * L), np.zeros((n + 1, 18 * L))
    columns, rates = np.empty((row.shape[0], 6 * L)), np.empty((row.shape[0], 6 * L))
    H, d, F, N = np.empty(9 * L), np.empty(3 * L), np.empty(3 * L), np.empty(3 * L)
    C[:] = 0.0
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        load(qd, first, count, vb)
        for i in range(n):
            c = coordinate[i]
            node_pose(kind[i], M, r, i, qb[c], sine, cosine, pose)
            node_state(kind[i], axis, i, parent[i], pose, vb[c], zero[c], state)
            columns_of(
                kind[i], c, axis, i, start, up, own, row, pose, gains, at + first, count, columns
            )
            column_rates_of(tree, plan, i, pose, vb, gain_rates, at + first, count, columns, rates)
            if group[i] < 0:
                continue
            for b in range(start[i], start[i + 1]):
                rate_matrix(columns[b], rates[b], state[i], H, d)
                wrench(inertia[i], H, d, F, N)
                for a in range(start[i], start[i + 1]):
                    add_product(columns[a], F, N, C, first, count, row[a], row[b])


@inlined
def rate_matrix(column, rate, state, H, d):
    """H = [e']x + [w]x[e]x with [w]x[e]x = e w' - (w.e) 1,   d = l' + w x l."""
    for i in lanes(L):
        ex, ey, ez, lx, ly, lz = (
            column[i],
            column[L + i],
            column[2 * L + i],
            column[3 * L + i],
            column[4 * L + i],
            column[5 * L + i],
        )
        fx, fy, fz = rate[i], rate[L + i], rate[2 * L + i]
        wx, wy, wz = state[i], state[L + i], state[2 * L + i]
        dot = wx * ex + wy * ey + wz * ez
        H[i], H[L + i], H[2 * L + i] = ex * wx - dot, ex * wy - fz, ex * wz + fy
        H[3 * L + i], H[4 * L + i], H[5 * L + i] = ey * wx + fz, ey * wy - dot, ey * wz - fx
        H[6 * L + i], H[7 * L + i], H[8 * L + i] = ez * wx - fy, ez * wy + fx, ez * wz - dot
        d[i] = rate[3 * L + i] + wy * lz - wz * ly
        d[L + i] = rate[4 * L + i] + wz * lx - wx * lz
        d[2 * L + i] = rate[5 * L + i] + wx * ly - wy * lx
