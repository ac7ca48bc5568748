"""The compiled kernel: one recursion down the tree, generic over robots, for blocks of L samples at a time.

Every work array has the sample as its last index, so that each inner loop is one vector loop. Per node, in its own frame:

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
    for w in range(L):
        row = first + min(w, count - 1)
        for c in range(source.shape[1]):
            block[c, w] = source[row, c]


@kernel
def node_pose(tree, i, q, pose):
    """R = M0 + M1 cos q + M2 sin q (rows 0..8) and r = r0 + r1 q (rows 9..11) of node i."""
    c = tree.coordinate[i]
    if tree.kind[i] == 1:
        sine = np.empty(L)
        cosine = np.empty(L)
        sincos(q[c], sine, cosine)
        for k in range(9):
            m0, m1, m2 = tree.M0[i, k], tree.M1[i, k], tree.M2[i, k]
            for w in range(L):
                pose[k, w] = m0 + m1 * cosine[w] + m2 * sine[w]
    else:
        for k in range(9):
            for w in range(L):
                pose[k, w] = tree.M0[i, k]
    for k in range(3):
        for w in range(L):
            pose[9 + k, w] = tree.r0[i, k]
        if tree.kind[i] == 2:
            for w in range(L):
                pose[9 + k, w] += tree.r1[i, k] * q[c, w]


@kernel
def ground_state(gravity, state):
    """The ground does not turn, and its proper acceleration is -g."""
    state[:] = 0.0
    for k in range(3):
        for w in range(L):
            state[15 + k, w] = -gravity[k]


@kernel
def node_state(pose, up, state, kind, axis, rate, rate2):
    """State of a node from that of its parent `up`:

    w = R'wp + e qd,   a = R'ap + e qdd + (R'wp) x e qd,   d = R'(dp + Hp r)  [+ e qdd + 2 (R'wp) x e qd  when sliding]
    """
    ex, ey, ez = axis[0], axis[1], axis[2]
    turn = 1.0 if kind == 1 else 0.0
    slide = 1.0 if kind == 2 else 0.0
    for i in range(L):
        R0, R1, R2, R3, R4, R5 = pose[0, i], pose[1, i], pose[2, i], pose[3, i], pose[4, i], pose[5, i]
        R6, R7, R8, x, y, z = pose[6, i], pose[7, i], pose[8, i], pose[9, i], pose[10, i], pose[11, i]
        v, vd = rate[i], rate2[i]
        px, py, pz = up[0, i], up[1, i], up[2, i]
        ux, uy, uz = R0 * px + R3 * py + R6 * pz, R1 * px + R4 * py + R7 * pz, R2 * px + R5 * py + R8 * pz
        px, py, pz = up[3, i], up[4, i], up[5, i]
        ax, ay, az = R0 * px + R3 * py + R6 * pz, R1 * px + R4 * py + R7 * pz, R2 * px + R5 * py + R8 * pz
        px = up[15, i] + up[6, i] * x + up[7, i] * y + up[8, i] * z
        py = up[16, i] + up[9, i] * x + up[10, i] * y + up[11, i] * z
        pz = up[17, i] + up[12, i] * x + up[13, i] * y + up[14, i] * z
        dx, dy, dz = R0 * px + R3 * py + R6 * pz, R1 * px + R4 * py + R7 * pz, R2 * px + R5 * py + R8 * pz
        cx, cy, cz = v * (uy * ez - uz * ey), v * (uz * ex - ux * ez), v * (ux * ey - uy * ex)  # (R'wp) x e qd
        wx, wy, wz = ux + turn * ex * v, uy + turn * ey * v, uz + turn * ez * v
        ax += turn * (ex * vd + cx)
        ay += turn * (ey * vd + cy)
        az += turn * (ez * vd + cz)
        state[0, i], state[1, i], state[2, i] = wx, wy, wz
        state[3, i], state[4, i], state[5, i] = ax, ay, az
        xx, yy, zz = wx * wx, wy * wy, wz * wz
        state[6, i], state[7, i], state[8, i] = -yy - zz, wx * wy - az, wx * wz + ay
        state[9, i], state[10, i], state[11, i] = wx * wy + az, -xx - zz, wy * wz - ax
        state[12, i], state[13, i], state[14, i] = wx * wz - ay, wy * wz + ax, -xx - yy
        state[15, i] = dx + slide * (ex * vd + 2.0 * cx)
        state[16, i] = dy + slide * (ey * vd + 2.0 * cy)
        state[17, i] = dz + slide * (ez * vd + 2.0 * cz)


@kernel
def carry(pose, up, column):
    """A Jacobian column, moved from the parent's frame and origin to the node's:  e <- R'e,  l <- R'(l + e x r)."""
    for i in range(L):
        R0, R1, R2, R3, R4, R5 = pose[0, i], pose[1, i], pose[2, i], pose[3, i], pose[4, i], pose[5, i]
        R6, R7, R8, x, y, z = pose[6, i], pose[7, i], pose[8, i], pose[9, i], pose[10, i], pose[11, i]
        ex, ey, ez = up[0, i], up[1, i], up[2, i]
        lx, ly, lz = up[3, i] + ey * z - ez * y, up[4, i] + ez * x - ex * z, up[5, i] + ex * y - ey * x
        column[0, i] = R0 * ex + R3 * ey + R6 * ez
        column[1, i] = R1 * ex + R4 * ey + R7 * ez
        column[2, i] = R2 * ex + R5 * ey + R8 * ez
        column[3, i] = R0 * lx + R3 * ly + R6 * lz
        column[4, i] = R1 * lx + R4 * ly + R7 * lz
        column[5, i] = R2 * lx + R5 * ly + R8 * lz


@kernel
def add_own(kind, axis, gain, column):
    """column += gain * the node's own joint axis (angular for a turning joint, linear for a sliding one)."""
    at = 0 if kind == 1 else 3
    for k in range(3):
        for w in range(L):
            column[at + k, w] += axis[k] * gain[w]


@kernel
def columns_of(tree, plan, i, pose, gains, first, count, columns):
    """All Jacobian columns of node i, one for each independent coordinate that moves it (slots of the plan)."""
    one = np.empty(L)
    for slot in range(plan.start[i], plan.start[i + 1]):
        if plan.up[slot] >= 0:
            carry(pose, columns[plan.up[slot]], columns[slot])
        else:
            columns[slot] = 0.0
        if plan.own[slot] == 1:
            one[:] = 1.0
            add_own(tree.kind[i], tree.axis[i], one, columns[slot])
        elif plan.own[slot] == 2:
            for w in range(L):
                one[w] = gains[tree.coordinate[i], plan.row[slot], first + min(w, count - 1)]
            add_own(tree.kind[i], tree.axis[i], one, columns[slot])


@kernel
def regressor_row(column, state, row):
    """The ten entries (10, L) of one body in one generalised force."""
    for i in range(L):
        ex, ey, ez, lx, ly, lz = column[0, i], column[1, i], column[2, i], column[3, i], column[4, i], column[5, i]
        wx, wy, wz, ax, ay, az = state[0, i], state[1, i], state[2, i], state[3, i], state[4, i], state[5, i]
        dx, dy, dz = state[15, i], state[16, i], state[17, i]
        ux, uy, uz = ey * wz - ez * wy, ez * wx - ex * wz, ex * wy - ey * wx  # e . (w x I w) = (e x w) . I w
        row[0, i] = lx * dx + ly * dy + lz * dz
        row[1, i] = lx * state[6, i] + ly * state[9, i] + lz * state[12, i] + dy * ez - dz * ey
        row[2, i] = lx * state[7, i] + ly * state[10, i] + lz * state[13, i] + dz * ex - dx * ez
        row[3, i] = lx * state[8, i] + ly * state[11, i] + lz * state[14, i] + dx * ey - dy * ex
        row[4, i] = ex * ax + ux * wx
        row[5, i] = ex * ay + ey * ax + ux * wy + uy * wx
        row[6, i] = ey * ay + uy * wy
        row[7, i] = ex * az + ez * ax + ux * wz + uz * wx
        row[8, i] = ey * az + ez * ay + uy * wz + uz * wy
        row[9, i] = ez * az + uz * wz


@kernel
def regressor(tree, plan, q, qd, qdd, gains, at, out, to):
    """out[j, p, to + s]: regressor of samples s of (q, qd, qdd), which are samples at + s of `gains`."""
    n = tree.parent.shape[0]
    nc = q.shape[1]
    qb, vb, ab = np.zeros((nc + 1, L)), np.zeros((nc + 1, L)), np.zeros((nc + 1, L))
    pose, ground, state = np.empty((12, L)), np.empty((18, L)), np.empty((n, 18, L))
    columns, row = np.empty((plan.row.shape[0], 6, L)), np.empty((10, L))
    ground_state(tree.gravity, ground)
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        load(qd, first, count, vb)
        load(qdd, first, count, ab)
        for i in range(n):
            p, c = tree.parent[i], tree.coordinate[i]
            node_pose(tree, i, qb, pose)
            node_state(pose, ground if p < 0 else state[p], state[i], tree.kind[i], tree.axis[i], vb[c], ab[c])
            columns_of(tree, plan, i, pose, gains, at + first, count, columns)
            group = plan.group[i]
            if group < 0:
                continue
            for slot in range(plan.start[i], plan.start[i + 1]):
                regressor_row(columns[slot], state[i], row)
                for k in range(10):
                    target = out[plan.row[slot], 10 * group + k]
                    if plan.adds[slot]:
                        for w in range(count):
                            target[to + first + w] += row[k, w]
                    else:
                        for w in range(count):
                            target[to + first + w] = row[k, w]
