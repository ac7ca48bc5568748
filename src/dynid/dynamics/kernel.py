"""The compiled kernel: one recursion down the tree, generic over robots, in blocks of L samples.

Work arrays are flat, quantity k of sample i at [k * L + i]: the distances are then known at compile
time, and every inner loop becomes vector instructions. Per node, in its own frame:

    pose    R, r            rotation into the parent (9) and origin in the parent (3)
    state   w, a, H, d      angular velocity and acceleration, H = [a]x + [w]x[w]x,
                            proper acceleration of the origin
    column  e, l            of the Jacobian, a joint's unit rate: angular and linear velocity of
                            the node's origin

A generalised force is  tau_j = sum_i e . N_i + l . F_i  over the bodies i that joint j moves, with
F = m d + H h  and  N = h x d + I a + w x I w  (h = m c): linear in the ten parameters of each body.
Each block is worked out by a `lean` function: counting references to arrays would cost more than
the arithmetic. Loops enter only through G = dq/dq_i: the column of an independent coordinate is the
G-weighted sum of joint columns.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel, lanes, lean
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


@inlined
def carry(pose, columns, up, to):
    """A Jacobian column, from the parent's frame to the node's:  e <- R'e,  l <- R'(l + e x r)."""
    for i in lanes(L):
        R0, R1, R2 = pose[i], pose[L + i], pose[2 * L + i]
        R3, R4, R5 = pose[3 * L + i], pose[4 * L + i], pose[5 * L + i]
        R6, R7, R8 = pose[6 * L + i], pose[7 * L + i], pose[8 * L + i]
        x, y, z = pose[9 * L + i], pose[10 * L + i], pose[11 * L + i]
        ex, ey, ez = columns[up, i], columns[up, L + i], columns[up, 2 * L + i]
        lx = columns[up, 3 * L + i] + ey * z - ez * y
        ly = columns[up, 4 * L + i] + ez * x - ex * z
        lz = columns[up, 5 * L + i] + ex * y - ey * x
        columns[to, i] = R0 * ex + R3 * ey + R6 * ez
        columns[to, L + i] = R1 * ex + R4 * ey + R7 * ez
        columns[to, 2 * L + i] = R2 * ex + R5 * ey + R8 * ez
        columns[to, 3 * L + i] = R0 * lx + R3 * ly + R6 * lz
        columns[to, 4 * L + i] = R1 * lx + R4 * ly + R7 * lz
        columns[to, 5 * L + i] = R2 * lx + R5 * ly + R8 * lz


@inlined
def own_column(kind, axis, i, own, gain, first, count, columns, slot):
    """Add the node's joint axis to a column (own = 1), or times G (own = 2, `gain` a row of G)."""
    at = 0 if kind == 1 else 3 * L  # a turning joint adds to e, a sliding one to l
    x, y, z = axis[i, 0], axis[i, 1], axis[i, 2]
    if own == 1:
        for w in lanes(L):
            columns[slot, at + w] += x
            columns[slot, at + L + w] += y
            columns[slot, at + 2 * L + w] += z
    elif own == 2:
        for w in lanes(count):
            G = gain[np.uint64(first) + np.uint64(w)]
            columns[slot, at + w] += x * G
            columns[slot, at + L + w] += y * G
            columns[slot, at + 2 * L + w] += z * G


@inlined
def columns_of(kind, c, axis, i, start, up, own, row, pose, gains, first, count, columns):
    """All Jacobian columns of node i, one for each independent coordinate that moves it (slots of
    the plan): the parent's column carried here, plus the node's joint axis, times 1 or G."""
    for slot in range(start[i], start[i + 1]):
        if up[slot] >= 0:
            carry(pose, columns, up[slot], slot)
        else:
            for w in lanes(6 * L):
                columns[slot, w] = 0.0
        if own[slot] > 0:
            gain = gains[c, row[slot]] if own[slot] == 2 else columns[slot]
            own_column(kind, axis, i, own[slot], gain, first, count, columns, slot)


@inlined
def turning_terms(state, n, terms):
    """terms (6 L): wx wy, wx wz, wy wz, wx^2 - wy^2, wy^2 - wz^2, wz^2 - wx^2 of body n."""
    for i in lanes(L):
        wx, wy, wz = state[n, i], state[n, L + i], state[n, 2 * L + i]
        xx, yy, zz = wx * wx, wy * wy, wz * wz
        terms[i], terms[L + i], terms[2 * L + i] = wx * wy, wx * wz, wy * wz
        terms[3 * L + i], terms[4 * L + i], terms[5 * L + i] = xx - yy, yy - zz, zz - xx


@inlined
def ten_entries(columns, slot, state, n, terms, i):
    """The entries of one body in one generalised force, e . N + l . F, for its ten parameters."""
    ex, ey, ez = columns[slot, i], columns[slot, L + i], columns[slot, 2 * L + i]
    lx, ly, lz = columns[slot, 3 * L + i], columns[slot, 4 * L + i], columns[slot, 5 * L + i]
    ax, ay, az = state[n, 3 * L + i], state[n, 4 * L + i], state[n, 5 * L + i]
    H0, H1, H2 = state[n, 6 * L + i], state[n, 7 * L + i], state[n, 8 * L + i]
    H3, H4, H5 = state[n, 9 * L + i], state[n, 10 * L + i], state[n, 11 * L + i]
    H6, H7, H8 = state[n, 12 * L + i], state[n, 13 * L + i], state[n, 14 * L + i]
    dx, dy, dz = state[n, 15 * L + i], state[n, 16 * L + i], state[n, 17 * L + i]
    xy, xz, yz = terms[i], terms[L + i], terms[2 * L + i]
    x_y, y_z, z_x = terms[3 * L + i], terms[4 * L + i], terms[5 * L + i]
    return (
        lx * dx + ly * dy + lz * dz,
        lx * H0 + ly * H3 + lz * H6 + dy * ez - dz * ey,
        lx * H1 + ly * H4 + lz * H7 + dz * ex - dx * ez,
        lx * H2 + ly * H5 + lz * H8 + dx * ey - dy * ex,
        # I a + w x I w, by the six entries of I
        ex * ax + ey * xz - ez * xy,
        ey * H7 - ex * H6 + ez * x_y,
        ey * ay + ez * xy - ex * yz,
        ex * H3 - ez * H5 + ey * z_x,
        ez * H2 - ey * H1 + ex * y_z,
        ez * az + ex * yz - ey * xz,
    )


@inlined
def regressor_rows(columns, slot, state, n, terms, add, rows, at):
    """rows[k, at + i] = or += entry k of one body in one generalised force."""
    at = np.uint64(at)  # unsigned: an index that cannot be negative needs no look at that
    if add:
        for i in lanes(L):
            m, hx, hy, hz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz = ten_entries(
                columns, slot, state, n, terms, i
            )
            to = at + np.uint64(i)
            rows[0, to] += m
            rows[1, to] += hx
            rows[2, to] += hy
            rows[3, to] += hz
            rows[4, to] += Ixx
            rows[5, to] += Ixy
            rows[6, to] += Iyy
            rows[7, to] += Ixz
            rows[8, to] += Iyz
            rows[9, to] += Izz
        return
    for i in lanes(L):
        m, hx, hy, hz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz = ten_entries(columns, slot, state, n, terms, i)
        to = at + np.uint64(i)
        rows[0, to], rows[1, to], rows[2, to], rows[3, to] = m, hx, hy, hz
        rows[4, to], rows[5, to], rows[6, to] = Ixx, Ixy, Iyy
        rows[7, to], rows[8, to], rows[9, to] = Ixz, Iyz, Izz


@inlined
def store(short, add, count, rows, at):
    """rows[k, at + i] = or += short[k, i], of the first `count` lanes."""
    for i in lanes(count):
        for k in range(10):
            before = rows[k, at + i] if add else 0.0
            rows[k, at + i] = before + short[k, i]


@kernel
def regressor(tree, plan, q, qd, qdd, gains, at, out, to):
    """out[j, p, to + s]: regressor of samples s of (q, qd, qdd), samples at + s of `gains`."""
    n, nc, slots = tree.parent.shape[0], q.shape[1], plan.row.shape[0]
    # the last rows stay zero: index -1, the coordinate of a fixed joint, reads them
    blocks = np.zeros((3, nc + 1, L))
    pose, state = np.empty(12 * L), np.empty((n + 1, 18 * L))
    columns, terms = np.empty((slots, 6 * L)), np.empty(6 * L)
    short = np.empty((10, L))
    ground_state(tree.gravity, state)
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, blocks[0])
        load(qd, first, count, blocks[1])
        load(qdd, first, count, blocks[2])
        regressor_block(
            tree,
            plan,
            blocks,
            gains,
            at + first,
            count,
            (pose, state, columns, terms, short),
            out,
            to + first,
        )


@lean
def regressor_block(tree, plan, blocks, gains, at, count, work, out, to):
    """The regressor of up to L samples, loaded into blocks (3, coordinates + 1, L): q, qd, qdd."""
    parent, kind, coordinate, axis = tree.parent, tree.kind, tree.coordinate, tree.axis
    start, row_of, group = plan.start, plan.row, plan.group
    pose, state, columns, terms, short = work
    sine, cosine = terms[:L], terms[L : 2 * L]  # not in use yet when a pose is worked out
    for i in range(parent.shape[0]):
        c = coordinate[i]
        node_pose(kind[i], tree.M, tree.r, i, blocks[0, c], sine, cosine, pose)
        node_state(kind[i], axis, i, parent[i], pose, blocks[1, c], blocks[2, c], state)
        columns_of(
            kind[i], c, axis, i, start, plan.up, plan.own, row_of, pose, gains, at, count, columns
        )
        if group[i] < 0:
            continue
        turning_terms(state, i, terms)
        for slot in range(start[i], start[i + 1]):
            adds, rows = plan.adds[slot], out[row_of[slot], 10 * group[i] : 10 * group[i] + 10]
            if count == L:
                regressor_rows(columns, slot, state, i, terms, adds, rows, to)
            else:  # a short block must not write beyond its end
                regressor_rows(columns, slot, state, i, terms, 0, short, 0)
                store(short, adds, count, rows, to)
