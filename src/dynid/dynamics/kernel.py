"""The compiled kernel: one recursion down the tree, generic over robots, for blocks of L samples at a time.

Work arrays are flat, quantity k of sample i at [k * L + i]: the distances are then known at compile time, and each inner loop
becomes vector instructions. Per node, in its own frame:

    pose    R, r            rotation into the parent (9) and origin in the parent (3)
    state   w, a, H, d      angular velocity, angular acceleration, H = [a]x + [w]x[w]x, proper acceleration of the origin
    column  e, l            a joint's unit rate: angular and linear velocity of the node's origin (a Jacobian column)

A generalised force is  tau_j = sum_i e . N_i + l . F_i  over the bodies i that joint j moves, with
F = m d + H h  and  N = h x d + I a + w x I w  (h = m c): linear in the ten parameters of each body.
Loops enter only through G = dq/dq_i: the column of an independent coordinate is the G-weighted sum of joint columns.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.robot.trigonometry import sincos

L = 32  # samples in a block


@kernel
def load(source, first, count, block):
    """block (n, L) from rows first ... of source (N, n); a short last block repeats its last sample."""
    for c in range(source.shape[1]):
        for w in range(count):
            block[c, w] = source[first + w, c]
        for w in range(count, L):
            block[c, w] = source[first + count - 1, c]


@kernel
def node_pose(tree, i, q, sine, cosine, pose):
    """R = M0 + M1 cos q + M2 sin q (rows 0..8) and r = r0 + r1 q (rows 9..11) of node i."""
    c = tree.coordinate[i]
    if tree.kind[i] == 1:
        sincos(q[c], sine, cosine)
        for k in range(9):
            m0, m1, m2 = tree.M0[i, k], tree.M1[i, k], tree.M2[i, k]
            for w in range(L):
                pose[k * L + w] = m0 + m1 * cosine[w] + m2 * sine[w]
    else:
        for k in range(9):
            for w in range(L):
                pose[k * L + w] = tree.M0[i, k]
    for k in range(3):
        for w in range(L):
            pose[(9 + k) * L + w] = tree.r0[i, k]
        if tree.kind[i] == 2:
            for w in range(L):
                pose[(9 + k) * L + w] += tree.r1[i, k] * q[c, w]


@kernel
def ground_state(gravity, state):
    """The last row of `state` is the ground: it does not turn, and its proper acceleration is -g."""
    last = state.shape[0] - 1
    for w in range(18 * L):
        state[last, w] = 0.0
    for k in range(3):
        for w in range(L):
            state[last, (15 + k) * L + w] = -gravity[k]


@kernel
def node_state(tree, n, pose, qd, qdd, state):
    """State of node n from that of its parent p:

    w = R'wp + e qd,   a = R'ap + e qdd + (R'wp) x e qd,   d = R'(dp + Hp r)  [+ e qdd + 2 (R'wp) x e qd  when sliding]
    """
    p, c = tree.parent[n], tree.coordinate[n]
    p = p if p >= 0 else state.shape[0] - 1
    c = c if c >= 0 else qd.shape[0] - 1  # a fixed joint reads the last row, which stays zero
    ex, ey, ez = tree.axis[n, 0], tree.axis[n, 1], tree.axis[n, 2]
    turn = 1.0 if tree.kind[n] == 1 else 0.0
    slide = 1.0 if tree.kind[n] == 2 else 0.0
    for i in range(L):
        R0, R1, R2, R3, R4, R5 = pose[i], pose[L + i], pose[2 * L + i], pose[3 * L + i], pose[4 * L + i], pose[5 * L + i]
        R6, R7, R8, x, y, z = pose[6 * L + i], pose[7 * L + i], pose[8 * L + i], pose[9 * L + i], pose[10 * L + i], pose[11 * L + i]
        v, vd = qd[c, i], qdd[c, i]
        px, py, pz = state[p, i], state[p, L + i], state[p, 2 * L + i]
        ux, uy, uz = R0 * px + R3 * py + R6 * pz, R1 * px + R4 * py + R7 * pz, R2 * px + R5 * py + R8 * pz
        px, py, pz = state[p, 3 * L + i], state[p, 4 * L + i], state[p, 5 * L + i]
        ax, ay, az = R0 * px + R3 * py + R6 * pz, R1 * px + R4 * py + R7 * pz, R2 * px + R5 * py + R8 * pz
        px = state[p, 15 * L + i] + state[p, 6 * L + i] * x + state[p, 7 * L + i] * y + state[p, 8 * L + i] * z
        py = state[p, 16 * L + i] + state[p, 9 * L + i] * x + state[p, 10 * L + i] * y + state[p, 11 * L + i] * z
        pz = state[p, 17 * L + i] + state[p, 12 * L + i] * x + state[p, 13 * L + i] * y + state[p, 14 * L + i] * z
        dx, dy, dz = R0 * px + R3 * py + R6 * pz, R1 * px + R4 * py + R7 * pz, R2 * px + R5 * py + R8 * pz
        cx, cy, cz = v * (uy * ez - uz * ey), v * (uz * ex - ux * ez), v * (ux * ey - uy * ex)  # (R'wp) x e qd
        wx, wy, wz = ux + turn * ex * v, uy + turn * ey * v, uz + turn * ez * v
        ax += turn * (ex * vd + cx)
        ay += turn * (ey * vd + cy)
        az += turn * (ez * vd + cz)
        state[n, i], state[n, L + i], state[n, 2 * L + i] = wx, wy, wz
        state[n, 3 * L + i], state[n, 4 * L + i], state[n, 5 * L + i] = ax, ay, az
        xx, yy, zz = wx * wx, wy * wy, wz * wz
        state[n, 6 * L + i], state[n, 7 * L + i], state[n, 8 * L + i] = -yy - zz, wx * wy - az, wx * wz + ay
        state[n, 9 * L + i], state[n, 10 * L + i], state[n, 11 * L + i] = wx * wy + az, -xx - zz, wy * wz - ax
        state[n, 12 * L + i], state[n, 13 * L + i], state[n, 14 * L + i] = wx * wz - ay, wy * wz + ax, -xx - yy
        state[n, 15 * L + i] = dx + slide * (ex * vd + 2.0 * cx)
        state[n, 16 * L + i] = dy + slide * (ey * vd + 2.0 * cy)
        state[n, 17 * L + i] = dz + slide * (ez * vd + 2.0 * cz)


@kernel
def carry(pose, columns, up, to):
    """A Jacobian column, moved from the parent's frame and origin to the node's:  e <- R'e,  l <- R'(l + e x r)."""
    for i in range(L):
        R0, R1, R2, R3, R4, R5 = pose[i], pose[L + i], pose[2 * L + i], pose[3 * L + i], pose[4 * L + i], pose[5 * L + i]
        R6, R7, R8, x, y, z = pose[6 * L + i], pose[7 * L + i], pose[8 * L + i], pose[9 * L + i], pose[10 * L + i], pose[11 * L + i]
        ex, ey, ez = columns[up, i], columns[up, L + i], columns[up, 2 * L + i]
        lx, ly, lz = columns[up, 3 * L + i] + ey * z - ez * y, columns[up, 4 * L + i] + ez * x - ex * z, columns[up, 5 * L + i] + ex * y - ey * x
        columns[to, i] = R0 * ex + R3 * ey + R6 * ez
        columns[to, L + i] = R1 * ex + R4 * ey + R7 * ez
        columns[to, 2 * L + i] = R2 * ex + R5 * ey + R8 * ez
        columns[to, 3 * L + i] = R0 * lx + R3 * ly + R6 * lz
        columns[to, 4 * L + i] = R1 * lx + R4 * ly + R7 * lz
        columns[to, 5 * L + i] = R2 * lx + R5 * ly + R8 * lz


@kernel
def columns_of(tree, plan, i, pose, gains, first, count, columns):
    """All Jacobian columns of node i, one for each independent coordinate that moves it (slots of the plan):
    the parent's column carried here, plus the node's own joint axis, times 1 or times G."""
    at = 0 if tree.kind[i] == 1 else 3 * L  # a turning joint adds to e, a sliding one to l
    for slot in range(plan.start[i], plan.start[i + 1]):
        if plan.up[slot] >= 0:
            carry(pose, columns, plan.up[slot], slot)
        else:
            for w in range(6 * L):
                columns[slot, w] = 0.0
        for k in range(3):
            if plan.own[slot] == 1:
                for w in range(L):
                    columns[slot, at + k * L + w] += tree.axis[i, k]
            elif plan.own[slot] == 2:
                for w in range(count):
                    columns[slot, at + k * L + w] += tree.axis[i, k] * gains[tree.coordinate[i], plan.row[slot], first + w]


@kernel
def regressor_row(columns, slot, state, n, row):
    """The ten entries (10 L) of one body in one generalised force."""
    for i in range(L):
        ex, ey, ez, lx, ly, lz = columns[slot, i], columns[slot, L + i], columns[slot, 2 * L + i], columns[slot, 3 * L + i], columns[slot, 4 * L + i], columns[slot, 5 * L + i]
        wx, wy, wz, ax, ay, az = state[n, i], state[n, L + i], state[n, 2 * L + i], state[n, 3 * L + i], state[n, 4 * L + i], state[n, 5 * L + i]
        dx, dy, dz = state[n, 15 * L + i], state[n, 16 * L + i], state[n, 17 * L + i]
        ux, uy, uz = ey * wz - ez * wy, ez * wx - ex * wz, ex * wy - ey * wx  # e . (w x I w) = (e x w) . I w
        row[i] = lx * dx + ly * dy + lz * dz
        row[L + i] = lx * state[n, 6 * L + i] + ly * state[n, 9 * L + i] + lz * state[n, 12 * L + i] + dy * ez - dz * ey
        row[2 * L + i] = lx * state[n, 7 * L + i] + ly * state[n, 10 * L + i] + lz * state[n, 13 * L + i] + dz * ex - dx * ez
        row[3 * L + i] = lx * state[n, 8 * L + i] + ly * state[n, 11 * L + i] + lz * state[n, 14 * L + i] + dx * ey - dy * ex
        row[4 * L + i] = ex * ax + ux * wx
        row[5 * L + i] = ex * ay + ey * ax + ux * wy + uy * wx
        row[6 * L + i] = ey * ay + uy * wy
        row[7 * L + i] = ex * az + ez * ax + ux * wz + uz * wx
        row[8 * L + i] = ey * az + ez * ay + uy * wz + uz * wy
        row[9 * L + i] = ez * az + uz * wz


@kernel
def store(row, add, count, out, j, column, at):
    """out[j, column + k, at + w] = or += row[k, w]; a full block with a constant trip count, for the compiler's sake."""
    for k in range(10):
        if add:
            for w in range(count):
                out[j, column + k, at + w] += row[k * L + w]
        elif count == L:
            for w in range(L):
                out[j, column + k, at + w] = row[k * L + w]
        else:
            for w in range(count):
                out[j, column + k, at + w] = row[k * L + w]


@kernel
def regressor(tree, plan, q, qd, qdd, gains, at, out, to):
    """out[j, p, to + s]: regressor of samples s of (q, qd, qdd), which are samples at + s of `gains`."""
    n = tree.parent.shape[0]
    nc = q.shape[1]
    qb, vb, ab = np.zeros((nc + 1, L)), np.zeros((nc + 1, L)), np.zeros((nc + 1, L))
    pose, state = np.empty(12 * L), np.empty((n + 1, 18 * L))
    sine, cosine = np.empty(L), np.empty(L)
    columns, row = np.empty((plan.row.shape[0], 6 * L)), np.empty(10 * L)
    ground_state(tree.gravity, state)
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        load(qd, first, count, vb)
        load(qdd, first, count, ab)
        for i in range(n):
            node_pose(tree, i, qb, sine, cosine, pose)
            node_state(tree, i, pose, vb, ab, state)
            columns_of(tree, plan, i, pose, gains, at + first, count, columns)
            group = plan.group[i]
            if group < 0:
                continue
            for slot in range(plan.start[i], plan.start[i + 1]):
                regressor_row(columns, slot, state, i, row)
                store(row, plan.adds[slot], count, out, plan.row[slot], 10 * group, to + first)
