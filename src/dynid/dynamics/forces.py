"""Inverse dynamics for the kernels of simulation and of `commands` that are not in native/ yet, on
the same recursion and work arrays as `kernel`."""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel, lanes
from dynid.dynamics.kernel import L, ground_state, load, node_pose, node_state


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
