"""Compiled closure equations, for blocks of W samples at a time (the sample is the last index of
every work array;
vectors are flat, component k of sample w at [k * W + w]).

Everything is in world coordinates. A closure equation between frames a and b has, for the joint
axis s_j at o_j,

    translation   phi = u . (P_b - P_a)     dphi/dq_j = +- u . (s_j x (P_b - o_j))   or   +- u . s_j
                  (prismatic)
    rotation      phi = u . v               dphi/dq_j = +- u . (s_j x v)             or   0
                  (prismatic)

with + where joint j moves b and - where it moves a: moving a one way is moving b the other way.
"""

from __future__ import annotations

from dynid.compiling import inlined, lanes, lean
from dynid.loops.topology import ALIGNED, CARRIED, GENERAL, MOUNTED, PRISMATIC, REVOLUTE, STILL
from dynid.loops.trigonometry import sincos

W = 32  # samples in a block


@lean
def pose_world(tree, work):
    """frame (n + 1, 15 W) of every node, at work.q: world rotation R (9), origin o (3), axis s (3);
    the ground comes last.

    R = Rp (M0 + M1 cos q + M2 sin q),   o = op + Rp (r0 + r1 q),   s = R axis;
    what never changes (tree.way) stands there since `workspace` wrote it.
    """
    parent, coordinate, way, along, axis = (
        tree.parent,
        tree.coordinate,
        tree.way,
        tree.along,
        tree.axis,
    )
    q, turn, frame = work.q, work.turn, work.frame
    n = parent.shape[0]
    for i in range(n):
        p, c = parent[i] if parent[i] >= 0 else n, coordinate[i]
        c = c if c >= 0 else 0  # any will do: r1 is zero
        if way[i] != STILL and tree.kind[i] == REVOLUTE:
            sincos(q[c], turn[:W], turn[W:])
        if way[i] == MOUNTED:
            _turn_mounted(tree.world, i, turn, frame)
        elif way[i] == GENERAL:
            _turn_general(tree.M, axis, tree.kind[i], i, p, turn, frame)
        elif way[i] == CARRIED:
            _carry(axis, i, p, frame)
        elif way[i] == ALIGNED and along[i] == 0:
            _turn_aligned(axis[i, 0], 0, 1, 2, i, p, turn, frame)
        elif way[i] == ALIGNED and along[i] == 1:
            _turn_aligned(axis[i, 1], 1, 2, 0, i, p, turn, frame)
        elif way[i] == ALIGNED:
            _turn_aligned(axis[i, 2], 2, 0, 1, i, p, turn, frame)
        _origin(tree.r, i, p, q, c, frame)


@inlined
def _origin(r, i, p, q, c, frame):
    """o = op + Rp (r0 + r1 q)"""
    x0, y0, z0, x1, y1, z1 = r[i, 0], r[i, 1], r[i, 2], r[i, 3], r[i, 4], r[i, 5]
    for w in lanes(W):
        x, y, z = x0 + x1 * q[c, w], y0 + y1 * q[c, w], z0 + z1 * q[c, w]
        for a in range(3):
            frame[i, (9 + a) * W + w] = (
                frame[p, (9 + a) * W + w]
                + frame[p, 3 * a * W + w] * x
                + frame[p, (3 * a + 1) * W + w] * y
                + frame[p, (3 * a + 2) * W + w] * z
            )


@inlined
def _turn_mounted(world, i, turn, frame):
    """R = N0 + N1 cos q + N2 sin q, on a parent that never turns."""
    for a in range(0, 9, 3):
        x0, x1, x2 = world[i, a], world[i, 9 + a], world[i, 18 + a]
        y0, y1, y2 = world[i, a + 1], world[i, 10 + a], world[i, 19 + a]
        z0, z1, z2 = world[i, a + 2], world[i, 11 + a], world[i, 20 + a]
        for w in lanes(W):
            si, co = turn[w], turn[W + w]
            frame[i, a * W + w] = x0 + x1 * co + x2 * si
            frame[i, (a + 1) * W + w] = y0 + y1 * co + y2 * si
            frame[i, (a + 2) * W + w] = z0 + z1 * co + z2 * si


@inlined
def _turn_aligned(sign, x, y, z, i, p, turn, frame):
    """A turn about axis x of the parent itself, x, y, z standing for the three axes in cyclic
    order:

    y <- y cos q + z sin q,   z <- z cos q - y sin q
    """
    for a in range(3):
        for w in lanes(W):
            si, co = sign * turn[w], turn[W + w]
            u = frame[p, (3 * a + x) * W + w]
            v = frame[p, (3 * a + y) * W + w]
            t = frame[p, (3 * a + z) * W + w]
            frame[i, (3 * a + x) * W + w] = u
            frame[i, (3 * a + y) * W + w] = v * co + t * si
            frame[i, (3 * a + z) * W + w] = t * co - v * si
            frame[i, (12 + a) * W + w] = sign * u


@inlined
def _carry(axis, i, p, frame):
    """R = Rp,   s = R axis"""
    ax, ay, az = axis[i, 0], axis[i, 1], axis[i, 2]
    for w in lanes(9 * W):
        frame[i, w] = frame[p, w]
    for w in lanes(W):
        for a in range(3):
            frame[i, (12 + a) * W + w] = (
                frame[p, 3 * a * W + w] * ax
                + frame[p, (3 * a + 1) * W + w] * ay
                + frame[p, (3 * a + 2) * W + w] * az
            )


@inlined
def _turn_general(M, axis, kind, i, p, turn, frame):
    """R = Rp (M0 + M1 cos q + M2 sin q),   s = R axis"""
    if kind != REVOLUTE:  # M1 and M2 are zero
        for w in lanes(2 * W):
            turn[w] = 0.0
    for b in range(3):
        x0, x1, x2 = M[i, b], M[i, 9 + b], M[i, 18 + b]
        y0, y1, y2 = M[i, 3 + b], M[i, 12 + b], M[i, 21 + b]
        z0, z1, z2 = M[i, 6 + b], M[i, 15 + b], M[i, 24 + b]
        for w in lanes(W):
            si, co = turn[w], turn[W + w]
            x, y, z = x0 + x1 * co + x2 * si, y0 + y1 * co + y2 * si, z0 + z1 * co + z2 * si
            for a in range(3):
                frame[i, (3 * a + b) * W + w] = (
                    frame[p, 3 * a * W + w] * x
                    + frame[p, (3 * a + 1) * W + w] * y
                    + frame[p, (3 * a + 2) * W + w] * z
                )
    ax, ay, az = axis[i, 0], axis[i, 1], axis[i, 2]
    for w in lanes(W):
        for a in range(3):
            frame[i, (12 + a) * W + w] = (
                frame[i, 3 * a * W + w] * ax
                + frame[i, (3 * a + 1) * W + w] * ay
                + frame[i, (3 * a + 2) * W + w] * az
            )


@inlined
def fixed_vector(local, i, node, frame, out):
    """World components (3 W) of the vector local[i], fixed in a node."""
    x, y, z = local[i, 0], local[i, 1], local[i, 2]
    for w in lanes(W):
        for a in range(3):
            out[a * W + w] = (
                frame[node, 3 * a * W + w] * x
                + frame[node, (3 * a + 1) * W + w] * y
                + frame[node, (3 * a + 2) * W + w] * z
            )


@inlined
def fixed_point(local, i, node, frame, out):
    """World position (3 W) of the point local[i], fixed in a node."""
    x, y, z = local[i, 0], local[i, 1], local[i, 2]
    for w in lanes(W):
        for a in range(3):
            out[a * W + w] = (
                frame[node, 3 * a * W + w] * x
                + frame[node, (3 * a + 1) * W + w] * y
                + frame[node, (3 * a + 2) * W + w] * z
                + frame[node, (9 + a) * W + w]
            )


@lean
def residual_and_jacobian(tree, con, place, work):
    """phi (m, W) and A = dphi/dq (m, columns, W) at work.q; column place[c] belongs to coordinate
    c.

    Only entries that can differ from zero are written, and those that the elimination will fill are
    cleared. Rows of one loop and kind stand together (con.last) and share the cross products s_j x
    d.
    """
    q, frame, phi, A = work.q, work.frame, work.phi, work.A
    u, v, point, cross = work.u, work.E[: 3 * W], work.D, work.E[3 * W :]
    fill_row, fill_column = con.fill_row, con.fill_column
    for e in range(fill_row.shape[0]):
        for w in lanes(W):
            A[fill_row[e], fill_column[e], w] = 0.0
    turning, coordinate = tree.kind, tree.coordinate
    kind, node_a, node_b, path_a, path_b, last = (
        con.kind,
        con.node_a,
        con.node_b,
        con.path_a,
        con.path_b,
        con.last,
    )
    local_u, local_v, point_a, point_b, polynomial = (
        con.u,
        con.v,
        con.point_a,
        con.point_b,
        con.polynomial,
    )
    i = 0
    while i < kind.shape[0]:
        a, b, end = node_a[i], node_b[i], last[i]
        if kind[i] == 2:
            _coupling_row(polynomial, i, q, a, b, phi, A, place[a], place[b])
            i = end
            continue
        if kind[i] == 0:
            fixed_point(point_b, i, b, frame, point)
            fixed_point(point_a, i, a, frame, v)
            for w in lanes(3 * W):
                v[w] = point[w] - v[w]
        else:
            fixed_vector(local_v, i, b, frame, v)
            for w in lanes(3 * W):
                point[w] = v[w]
        for row in range(i, end):
            fixed_vector(local_u, row, a, frame, u[row])
            for w in lanes(W):
                phi[row, w] = (
                    u[row, w] * v[w] + u[row, W + w] * v[W + w] + u[row, 2 * W + w] * v[2 * W + w]
                )
        for side in range(2):
            path = path_b if side == 0 else path_a
            sign = 1.0 if side == 0 else -1.0
            k = 0
            while path[i, k] >= 0:
                j = path[i, k]
                lever_arm(kind[i], turning[j], sign, point, frame, j, cross)
                column = place[coordinate[j]]
                for row in range(i, end):
                    for w in lanes(W):
                        A[row, column, w] = (
                            u[row, w] * cross[w]
                            + u[row, W + w] * cross[W + w]
                            + u[row, 2 * W + w] * cross[2 * W + w]
                        )
                k += 1
        i = end


@inlined
def _coupling_row(polynomial, i, q, j, k, phi, A, column_j, column_k):
    """phi = q_j - P(q_k), by Horner's rule for P and its slope."""
    last = polynomial.shape[1] - 1
    for w in lanes(W):
        value, slope = polynomial[i, last], 0.0
        for d in range(last - 1, -1, -1):
            slope = slope * q[k, w] + value
            value = value * q[k, w] + polynomial[i, d]
        phi[i, w] = q[j, w] - value
        A[i, column_j, w] = 1.0
        A[i, column_k, w] = -slope


@inlined
def lever_arm(kind, joint, sign, d, frame, j, cross):
    """cross = sign s_j x d, with d = P_b - o_j (translation) or v (rotation); sign s_j (or 0) for a
    sliding joint."""
    if joint == PRISMATIC:
        gain = sign if kind == 0 else 0.0
        for w in lanes(3 * W):
            cross[w] = gain * frame[j, 12 * W + w]
        return
    lever = 1.0 if kind == 0 else 0.0
    for w in lanes(W):
        x = d[w] - lever * frame[j, 9 * W + w]
        y = d[W + w] - lever * frame[j, 10 * W + w]
        z = d[2 * W + w] - lever * frame[j, 11 * W + w]
        sx, sy, sz = (
            sign * frame[j, 12 * W + w],
            sign * frame[j, 13 * W + w],
            sign * frame[j, 14 * W + w],
        )
        cross[w] = sy * z - sz * y
        cross[W + w] = sz * x - sx * z
        cross[2 * W + w] = sx * y - sy * x
