"""Compiled mass matrix and forces of a tree at one state, for the steps of a rollout.

The kernels of `dynamics` work through 32 samples at a time; a step needs one. Per node, in its own
frame: R, r its pose in the parent, w and a its angular velocity and acceleration, d the proper
acceleration of its origin (Newton-Euler with qdd = 0), and the composite inertia of all that it
carries (m, h = m c, I about its origin), of which the columns of M follow.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.loops.topology import PRISMATIC, REVOLUTE

#: numbers of a node: R 0..8, r 9..11, w 12..14, a 15..17, d 18..20, F 21..23, N 24..26,
#: m 27, h 28..30, I 31..39 row by row
NUMBERS = 40


@kernel
def forces(tree, inertia, q, qd, node, M, b):
    """M (n, n) and b (n,) with M qdd + b the torques of the bodies; node (bodies, NUMBERS)."""
    for i in range(tree.parent.shape[0]):
        down(tree, inertia, i, q, qd, node)
    M[:] = 0.0
    for i in range(tree.parent.shape[0] - 1, -1, -1):
        x, p, c = node[i], tree.parent[i], tree.coordinate[i]
        if c >= 0:
            at = 24 if tree.kind[i] == REVOLUTE else 21
            b[c] = 0.0
            for k in range(3):
                b[c] += tree.axis[i, k] * x[at + k]
            column(tree, i, node, M)
        if p >= 0:
            carry(x, node[p])


@kernel
def down(tree, inertia, i, q, qd, node):
    """Pose, motion and force of node i, whose parent is done."""
    x, p, c, kind = node[i], tree.parent[i], tree.coordinate[i], tree.kind[i]
    angle = q[c] if c >= 0 else 0.0
    speed = qd[c] if c >= 0 else 0.0
    cosine, sine = (np.cos(angle), np.sin(angle)) if kind == REVOLUTE else (0.0, 0.0)
    for k in range(9):
        x[k] = tree.M[i, k] + cosine * tree.M[i, 9 + k] + sine * tree.M[i, 18 + k]
    for k in range(3):
        x[9 + k] = tree.r[i, k] + angle * tree.r[i, 3 + k]
    ux, uy, uz = tree.axis[i, 0] * speed, tree.axis[i, 1] * speed, tree.axis[i, 2] * speed
    wx, wy, wz, ax, ay, az = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    dx, dy, dz = -tree.gravity[0], -tree.gravity[1], -tree.gravity[2]
    if p >= 0:
        y = node[p]
        wx, wy, wz, ax, ay, az = y[12], y[13], y[14], y[15], y[16], y[17]
        # d + a x r + w x (w x r)
        r0, r1, r2 = x[9], x[10], x[11]
        sx, sy, sz = wy * r2 - wz * r1, wz * r0 - wx * r2, wx * r1 - wy * r0
        dx = y[18] + ay * r2 - az * r1 + wy * sz - wz * sy
        dy = y[19] + az * r0 - ax * r2 + wz * sx - wx * sz
        dz = y[20] + ax * r1 - ay * r0 + wx * sy - wy * sx
    for k in range(3):  # R'
        x[12 + k] = x[k] * wx + x[3 + k] * wy + x[6 + k] * wz
        x[15 + k] = x[k] * ax + x[3 + k] * ay + x[6 + k] * az
        x[18 + k] = x[k] * dx + x[3 + k] * dy + x[6 + k] * dz
    wx, wy, wz = x[12], x[13], x[14]
    cx, cy, cz = wy * uz - wz * uy, wz * ux - wx * uz, wx * uy - wy * ux
    if kind == REVOLUTE:
        x[12], x[13], x[14] = wx + ux, wy + uy, wz + uz
        x[15], x[16], x[17] = x[15] + cx, x[16] + cy, x[17] + cz
    elif kind == PRISMATIC:
        x[18], x[19], x[20] = x[18] + 2 * cx, x[19] + 2 * cy, x[20] + 2 * cz
    own_force(inertia[i], x)


@kernel
def own_force(p, x):
    """F = m d + a x h + w x (w x h),  N = h x d + I a + w x I w; the composite starts so."""
    m, hx, hy, hz = p[0], p[1], p[2], p[3]
    wx, wy, wz, ax, ay, az = x[12], x[13], x[14], x[15], x[16], x[17]
    dx, dy, dz = x[18], x[19], x[20]
    sx, sy, sz = wy * hz - wz * hy, wz * hx - wx * hz, wx * hy - wy * hx
    x[21] = m * dx + ay * hz - az * hy + wy * sz - wz * sy
    x[22] = m * dy + az * hx - ax * hz + wz * sx - wx * sz
    x[23] = m * dz + ax * hy - ay * hx + wx * sy - wy * sx
    kx = p[4] * wx + p[5] * wy + p[7] * wz
    ky = p[5] * wx + p[6] * wy + p[8] * wz
    kz = p[7] * wx + p[8] * wy + p[9] * wz
    x[24] = hy * dz - hz * dy + p[4] * ax + p[5] * ay + p[7] * az + wy * kz - wz * ky
    x[25] = hz * dx - hx * dz + p[5] * ax + p[6] * ay + p[8] * az + wz * kx - wx * kz
    x[26] = hx * dy - hy * dx + p[7] * ax + p[8] * ay + p[9] * az + wx * ky - wy * kx
    x[27], x[28], x[29], x[30] = m, hx, hy, hz
    x[31], x[32], x[33] = p[4], p[5], p[7]
    x[34], x[35], x[36] = p[5], p[6], p[8]
    x[37], x[38], x[39] = p[7], p[8], p[9]


@kernel
def carry(x, y):
    """Force and composite inertia of a node x, added to those of its parent y."""
    r0, r1, r2, m = x[9], x[10], x[11], x[27]
    Fx = x[0] * x[21] + x[1] * x[22] + x[2] * x[23]
    Fy = x[3] * x[21] + x[4] * x[22] + x[5] * x[23]
    Fz = x[6] * x[21] + x[7] * x[22] + x[8] * x[23]
    y[21], y[22], y[23] = y[21] + Fx, y[22] + Fy, y[23] + Fz
    y[24] += x[0] * x[24] + x[1] * x[25] + x[2] * x[26] + r1 * Fz - r2 * Fy
    y[25] += x[3] * x[24] + x[4] * x[25] + x[5] * x[26] + r2 * Fx - r0 * Fz
    y[26] += x[6] * x[24] + x[7] * x[25] + x[8] * x[26] + r0 * Fy - r1 * Fx
    h0 = x[0] * x[28] + x[1] * x[29] + x[2] * x[30]
    h1 = x[3] * x[28] + x[4] * x[29] + x[5] * x[30]
    h2 = x[6] * x[28] + x[7] * x[29] + x[8] * x[30]
    y[27] += m
    y[28], y[29], y[30] = y[28] + h0 + m * r0, y[29] + h1 + m * r1, y[30] + h2 + m * r2
    # R I R' + 2 (r.h) 1 - r h' - h r' + m (r.r 1 - r r')
    both = 2 * (r0 * h0 + r1 * h1 + r2 * h2) + m * (r0 * r0 + r1 * r1 + r2 * r2)
    for a in range(3):
        ra, ha = x[9 + a], (h0 if a == 0 else h1 if a == 1 else h2)
        t0 = x[3 * a] * x[31] + x[3 * a + 1] * x[34] + x[3 * a + 2] * x[37]
        t1 = x[3 * a] * x[32] + x[3 * a + 1] * x[35] + x[3 * a + 2] * x[38]
        t2 = x[3 * a] * x[33] + x[3 * a + 1] * x[36] + x[3 * a + 2] * x[39]
        for c in range(3):
            rc, hc = x[9 + c], (h0 if c == 0 else h1 if c == 1 else h2)
            turned = t0 * x[3 * c] + t1 * x[3 * c + 1] + t2 * x[3 * c + 2]
            y[31 + 3 * a + c] += turned - ra * hc - ha * rc - m * ra * rc
        y[31 + 4 * a] += both


@kernel
def column(tree, i, node, M):
    """The column of M of node i's joint: the force that accelerates all it carries, along the
    joints below it."""
    x, c = node[i], tree.coordinate[i]
    ex, ey, ez = tree.axis[i, 0], tree.axis[i, 1], tree.axis[i, 2]
    if tree.kind[i] == REVOLUTE:
        Fx, Fy, Fz = ey * x[30] - ez * x[29], ez * x[28] - ex * x[30], ex * x[29] - ey * x[28]
        Nx = x[31] * ex + x[32] * ey + x[33] * ez
        Ny = x[34] * ex + x[35] * ey + x[36] * ez
        Nz = x[37] * ex + x[38] * ey + x[39] * ez
    else:
        Fx, Fy, Fz = x[27] * ex, x[27] * ey, x[27] * ez
        Nx, Ny, Nz = x[29] * ez - x[30] * ey, x[30] * ex - x[28] * ez, x[28] * ey - x[29] * ex
    j = i
    while j >= 0:
        at = tree.coordinate[j]
        if at >= 0:
            if tree.kind[j] == REVOLUTE:
                own = tree.axis[j, 0] * Nx + tree.axis[j, 1] * Ny + tree.axis[j, 2] * Nz
            else:
                own = tree.axis[j, 0] * Fx + tree.axis[j, 1] * Fy + tree.axis[j, 2] * Fz
            M[c, at] = own
            M[at, c] = own
        y = node[j]
        gx = y[0] * Fx + y[1] * Fy + y[2] * Fz
        gy = y[3] * Fx + y[4] * Fy + y[5] * Fz
        gz = y[6] * Fx + y[7] * Fy + y[8] * Fz
        tx = y[0] * Nx + y[1] * Ny + y[2] * Nz + y[10] * gz - y[11] * gy
        ty = y[3] * Nx + y[4] * Ny + y[5] * Nz + y[11] * gx - y[9] * gz
        Nz = y[6] * Nx + y[7] * Ny + y[8] * Nz + y[9] * gy - y[10] * gx
        Nx, Ny, Fx, Fy, Fz = tx, ty, gx, gy, gz
        j = tree.parent[j]
