"""Poses and states of the nodes of a tree, in blocks of L samples, for the kernels of simulation
and of `commands` that are not in native/ yet; there the same is native/tree.hpp.

Work arrays are flat, quantity k of sample i at [k * L + i]. Per node, in its own frame:

    pose    R, r            rotation into the parent (9) and origin in the parent (3)
    state   w, a, H, d      angular velocity and acceleration, H = [a]x + [w]x[w]x,
                            proper acceleration of the origin
"""

from __future__ import annotations

from dynid.compiling import inlined, lanes
from dynid.loops.trigonometry import sincos

L = 32  # samples in a block


@inlined
def load(source, first, count, block):
    """block (n, L) from rows first ... of source (N, n); a short last one repeats its end."""
    for c in range(source.shape[1]):
        for w in lanes(L):
            block[c, w] = source[first + min(w, count - 1), c]


@inlined
def node_pose(kind, M, r, i, q, sine, cosine, pose):
    """R = M0 + M1 cos q + M2 sin q (rows 0..8) and r = r0 + r1 q (rows 9..11) of node i."""
    if kind == 1:
        sincos(q, sine, cosine)
        for a in range(0, 9, 3):
            x0, x1, x2 = M[i, a], M[i, 9 + a], M[i, 18 + a]
            y0, y1, y2 = M[i, a + 1], M[i, 10 + a], M[i, 19 + a]
            z0, z1, z2 = M[i, a + 2], M[i, 11 + a], M[i, 20 + a]
            for w in lanes(L):
                pose[a * L + w] = x0 + x1 * cosine[w] + x2 * sine[w]
                pose[a * L + L + w] = y0 + y1 * cosine[w] + y2 * sine[w]
                pose[a * L + 2 * L + w] = z0 + z1 * cosine[w] + z2 * sine[w]
    else:
        for k in range(9):
            for w in lanes(L):
                pose[k * L + w] = M[i, k]
    x0, y0, z0, x1, y1, z1 = r[i, 0], r[i, 1], r[i, 2], r[i, 3], r[i, 4], r[i, 5]
    for w in lanes(L):
        pose[9 * L + w] = x0 + x1 * q[w]
        pose[10 * L + w] = y0 + y1 * q[w]
        pose[11 * L + w] = z0 + z1 * q[w]


@inlined
def ground_state(gravity, state):
    """The last row of `state` is the ground: it does not turn, its proper acceleration is -g."""
    last = state.shape[0] - 1
    for w in lanes(18 * L):
        state[last, w] = 0.0
    for k in range(3):
        for w in lanes(L):
            state[last, (15 + k) * L + w] = -gravity[k]


@inlined
def node_state(kind, axis, n, p, pose, qd, qdd, state):
    """State of node n from that of its parent p:

    w = R'wp  [+ e qd  when turning]
    a = R'ap  [+ e qdd + (R'wp) x e qd  when turning]
    d = R'(dp + Hp r)  [+ e qdd + 2 (R'wp) x e qd  when sliding]
    """
    ex, ey, ez = axis[n, 0], axis[n, 1], axis[n, 2]
    turn = 1.0 if kind == 1 else 0.0
    slide = 1.0 if kind == 2 else 0.0
    p = p if p >= 0 else state.shape[0] - 1
    for i in lanes(L):
        R0, R1, R2 = pose[i], pose[L + i], pose[2 * L + i]
        R3, R4, R5 = pose[3 * L + i], pose[4 * L + i], pose[5 * L + i]
        R6, R7, R8 = pose[6 * L + i], pose[7 * L + i], pose[8 * L + i]
        x, y, z = pose[9 * L + i], pose[10 * L + i], pose[11 * L + i]
        v, vd = qd[i], qdd[i]
        px, py, pz = state[p, i], state[p, L + i], state[p, 2 * L + i]
        ux = R0 * px + R3 * py + R6 * pz
        uy = R1 * px + R4 * py + R7 * pz
        uz = R2 * px + R5 * py + R8 * pz
        px, py, pz = state[p, 3 * L + i], state[p, 4 * L + i], state[p, 5 * L + i]
        ax = R0 * px + R3 * py + R6 * pz
        ay = R1 * px + R4 * py + R7 * pz
        az = R2 * px + R5 * py + R8 * pz
        px = (
            state[p, 15 * L + i]
            + state[p, 6 * L + i] * x
            + state[p, 7 * L + i] * y
            + state[p, 8 * L + i] * z
        )
        py = (
            state[p, 16 * L + i]
            + state[p, 9 * L + i] * x
            + state[p, 10 * L + i] * y
            + state[p, 11 * L + i] * z
        )
        pz = (
            state[p, 17 * L + i]
            + state[p, 12 * L + i] * x
            + state[p, 13 * L + i] * y
            + state[p, 14 * L + i] * z
        )
        dx = R0 * px + R3 * py + R6 * pz
        dy = R1 * px + R4 * py + R7 * pz
        dz = R2 * px + R5 * py + R8 * pz
        # c = (R'wp) x e qd
        cx, cy, cz = v * (uy * ez - uz * ey), v * (uz * ex - ux * ez), v * (ux * ey - uy * ex)
        wx, wy, wz = ux + turn * ex * v, uy + turn * ey * v, uz + turn * ez * v
        ax += turn * (ex * vd + cx)
        ay += turn * (ey * vd + cy)
        az += turn * (ez * vd + cz)
        state[n, i], state[n, L + i], state[n, 2 * L + i] = wx, wy, wz
        state[n, 3 * L + i], state[n, 4 * L + i], state[n, 5 * L + i] = ax, ay, az
        xx, yy, zz = wx * wx, wy * wy, wz * wz
        state[n, 6 * L + i], state[n, 7 * L + i], state[n, 8 * L + i] = (
            -yy - zz,
            wx * wy - az,
            wx * wz + ay,
        )
        state[n, 9 * L + i], state[n, 10 * L + i], state[n, 11 * L + i] = (
            wx * wy + az,
            -xx - zz,
            wy * wz - ax,
        )
        state[n, 12 * L + i], state[n, 13 * L + i], state[n, 14 * L + i] = (
            wx * wz - ay,
            wy * wz + ax,
            -xx - yy,
        )
        state[n, 15 * L + i] = dx + slide * (ex * vd + 2.0 * cx)
        state[n, 16 * L + i] = dy + slide * (ey * vd + 2.0 * cy)
        state[n, 17 * L + i] = dz + slide * (ez * vd + 2.0 * cz)
