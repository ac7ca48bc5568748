"""Compiled closure equations, for blocks of W samples at a time (the sample is the last index of every work array;
vectors are flat, component k of sample w at [k * W + w]).

Everything is in world coordinates. A closure equation between frames a and b has, for the joint axis s_j at o_j,

    translation   phi = u . (P_b - P_a)     dphi/dq_j = +- u . (s_j x (P_b - o_j))   or   +- u . s_j  (prismatic)
    rotation      phi = u . v               dphi/dq_j = +- u . (s_j x v)             or   0           (prismatic)

with + where joint j moves b and - where it moves a: moving a one way is moving b the other way.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel
from dynid.robot.trigonometry import sincos

W = 32  # samples in a block


@kernel
def _node_world(M, r, axis, i, p, q, sine, cosine, R, o, s):
    """One node: R = Rp (M0 + M1 cos q + M2 sin q), o = op + Rp (r0 + r1 q), s = R axis."""
    m0, m1, m2, m3, m4, m5, m6, m7, m8 = M[i, 0], M[i, 1], M[i, 2], M[i, 3], M[i, 4], M[i, 5], M[i, 6], M[i, 7], M[i, 8]
    c0, c1, c2, c3, c4, c5, c6, c7, c8 = (
        M[i, 9],
        M[i, 10],
        M[i, 11],
        M[i, 12],
        M[i, 13],
        M[i, 14],
        M[i, 15],
        M[i, 16],
        M[i, 17],
    )
    s0, s1, s2, s3, s4, s5, s6, s7, s8 = (
        M[i, 18],
        M[i, 19],
        M[i, 20],
        M[i, 21],
        M[i, 22],
        M[i, 23],
        M[i, 24],
        M[i, 25],
        M[i, 26],
    )
    ax, ay, az = axis[i, 0], axis[i, 1], axis[i, 2]
    x0, y0, z0, x1, y1, z1 = r[i, 0], r[i, 1], r[i, 2], r[i, 3], r[i, 4], r[i, 5]
    for a in range(3):
        for w in range(W):
            si, co = sine[w], cosine[w]
            p0, p1, p2 = R[p, 3 * a * W + w], R[p, (3 * a + 1) * W + w], R[p, (3 * a + 2) * W + w]
            R0 = p0 * (m0 + c0 * co + s0 * si) + p1 * (m3 + c3 * co + s3 * si) + p2 * (m6 + c6 * co + s6 * si)
            R1 = p0 * (m1 + c1 * co + s1 * si) + p1 * (m4 + c4 * co + s4 * si) + p2 * (m7 + c7 * co + s7 * si)
            R2 = p0 * (m2 + c2 * co + s2 * si) + p1 * (m5 + c5 * co + s5 * si) + p2 * (m8 + c8 * co + s8 * si)
            R[i, 3 * a * W + w], R[i, (3 * a + 1) * W + w], R[i, (3 * a + 2) * W + w] = R0, R1, R2
            o[i, a * W + w] = o[p, a * W + w] + p0 * (x0 + x1 * q[w]) + p1 * (y0 + y1 * q[w]) + p2 * (z0 + z1 * q[w])
            s[i, a * W + w] = R0 * ax + R1 * ay + R2 * az


@kernel
def pose_world(tree, q, R, o, s):
    """World rotation R (n + 1, 9 W), origin o and axis s (n + 1, 3 W) of every node; the last row is the ground."""
    parent, kind, coordinate, M, r, axis = tree.parent, tree.kind, tree.coordinate, tree.M, tree.r, tree.axis
    n = parent.shape[0]
    sine, cosine, zero = np.empty(W), np.empty(W), np.zeros(W)
    for k in range(9):
        for w in range(W):
            R[n, k * W + w] = 1.0 if k % 4 == 0 else 0.0
    for w in range(3 * W):
        o[n, w] = 0.0
    for i in range(n):
        p, c = parent[i], coordinate[i]
        row = q[c] if c >= 0 else zero
        if kind[i] == 1:
            sincos(row, sine, cosine)
        else:  # M1 and M2 are zero
            sine[:] = 0.0
            cosine[:] = 0.0
        _node_world(M, r, axis, i, p if p >= 0 else n, row, sine, cosine, R, o, s)


@kernel
def velocity_world(tree, qd, o, s, om, v):
    """World angular velocity om and origin velocity v (n + 1, 3 W) of every node; the ground, the last row, rests."""
    parent, kind, coordinate = tree.parent, tree.kind, tree.coordinate
    n = parent.shape[0]
    for w in range(3 * W):
        om[n, w] = 0.0
        v[n, w] = 0.0
    for i in range(n):
        p, c = parent[i], coordinate[i]
        p = p if p >= 0 else n
        for w in range(W):
            x, y, z = o[i, w] - o[p, w], o[i, W + w] - o[p, W + w], o[i, 2 * W + w] - o[p, 2 * W + w]
            ox, oy, oz = om[p, w], om[p, W + w], om[p, 2 * W + w]
            om[i, w], om[i, W + w], om[i, 2 * W + w] = ox, oy, oz
            v[i, w] = v[p, w] + oy * z - oz * y
            v[i, W + w] = v[p, W + w] + oz * x - ox * z
            v[i, 2 * W + w] = v[p, 2 * W + w] + ox * y - oy * x
        if kind[i] == 1:
            for w in range(W):
                rate = qd[c, w]
                om[i, w] += s[i, w] * rate
                om[i, W + w] += s[i, W + w] * rate
                om[i, 2 * W + w] += s[i, 2 * W + w] * rate
        elif kind[i] == 2:
            for w in range(W):
                rate = qd[c, w]
                v[i, w] += s[i, w] * rate
                v[i, W + w] += s[i, W + w] * rate
                v[i, 2 * W + w] += s[i, 2 * W + w] * rate


@inlined
def fixed_vector(local, i, node, R, out):
    """World components (3 W) of the vector local[i], fixed in a node."""
    x, y, z = local[i, 0], local[i, 1], local[i, 2]
    for a in range(3):
        for w in range(W):
            out[a * W + w] = (
                R[node, 3 * a * W + w] * x + R[node, (3 * a + 1) * W + w] * y + R[node, (3 * a + 2) * W + w] * z
            )


@inlined
def fixed_row(local, i, node, R, out):
    """The same, into row i of `out`."""
    x, y, z = local[i, 0], local[i, 1], local[i, 2]
    for a in range(3):
        for w in range(W):
            out[i, a * W + w] = (
                R[node, 3 * a * W + w] * x + R[node, (3 * a + 1) * W + w] * y + R[node, (3 * a + 2) * W + w] * z
            )


@inlined
def fixed_point(local, i, node, R, o, out):
    """World position (3 W) of the point local[i], fixed in a node."""
    fixed_vector(local, i, node, R, out)
    for w in range(3 * W):
        out[w] += o[node, w]


@kernel
def residual_and_jacobian(tree, con, place, q, R, o, s, phi, A):
    """phi (m, W) and A = dphi/dq (m, columns, W); column place[c] belongs to coordinate c.

    Only entries that can differ from zero are written, and those that the elimination will fill are cleared. Rows of
    one loop and kind stand together (con.last) and share the cross products s_j x d.
    """
    fill_row, fill_column = con.fill_row, con.fill_column
    for e in range(fill_row.shape[0]):
        for w in range(W):
            A[fill_row[e], fill_column[e], w] = 0.0
    turning, coordinate = tree.kind, tree.coordinate
    kind, node_a, node_b, path_a, path_b, last = con.kind, con.node_a, con.node_b, con.path_a, con.path_b, con.last
    local_u, local_v, point_a, point_b, polynomial = con.u, con.v, con.point_a, con.point_b, con.polynomial
    v, point, cross = np.empty(3 * W), np.empty(3 * W), np.empty(3 * W)
    u = np.empty((kind.shape[0], 3 * W))
    i = 0
    while i < kind.shape[0]:
        a, b, end = node_a[i], node_b[i], last[i]
        if kind[i] == 2:
            _coupling_row(polynomial, i, q, a, b, phi, A, place[a], place[b])
            i = end
            continue
        if kind[i] == 0:
            fixed_point(point_b, i, b, R, o, point)
            fixed_point(point_a, i, a, R, o, v)
            for w in range(3 * W):
                v[w] = point[w] - v[w]
        else:
            fixed_vector(local_v, i, b, R, v)
            for w in range(3 * W):
                point[w] = v[w]
        for row in range(i, end):
            fixed_row(local_u, row, a, R, u)
            for w in range(W):
                phi[row, w] = u[row, w] * v[w] + u[row, W + w] * v[W + w] + u[row, 2 * W + w] * v[2 * W + w]
        for side in range(2):
            path = path_b if side == 0 else path_a
            sign = 1.0 if side == 0 else -1.0
            k = 0
            while path[i, k] >= 0:
                j = path[i, k]
                _lever(kind[i], turning[j], sign, point, o, s, j, cross)
                column = place[coordinate[j]]
                for row in range(i, end):
                    for w in range(W):
                        A[row, column, w] = (
                            u[row, w] * cross[w] + u[row, W + w] * cross[W + w] + u[row, 2 * W + w] * cross[2 * W + w]
                        )
                k += 1
        i = end


@inlined
def _coupling_row(polynomial, i, q, j, k, phi, A, column_j, column_k):
    """phi = q_j - P(q_k), by Horner's rule for P and its slope."""
    last = polynomial.shape[1] - 1
    for w in range(W):
        value, slope = polynomial[i, last], 0.0
        for d in range(last - 1, -1, -1):
            slope = slope * q[k, w] + value
            value = value * q[k, w] + polynomial[i, d]
        phi[i, w] = q[j, w] - value
        A[i, column_j, w] = 1.0
        A[i, column_k, w] = -slope


@inlined
def _lever(kind, joint, sign, d, o, s, j, cross):
    """cross = sign s_j x d, with d = P_b - o_j (translation) or v (rotation); sign s_j (or 0) for a sliding joint."""
    if joint == 2:
        gain = sign if kind == 0 else 0.0
        for w in range(3 * W):
            cross[w] = gain * s[j, w]
        return
    lever = 1.0 if kind == 0 else 0.0
    for w in range(W):
        x, y, z = d[w] - lever * o[j, w], d[W + w] - lever * o[j, W + w], d[2 * W + w] - lever * o[j, 2 * W + w]
        sx, sy, sz = sign * s[j, w], sign * s[j, W + w], sign * s[j, 2 * W + w]
        cross[w] = sy * z - sz * y
        cross[W + w] = sz * x - sx * z
        cross[2 * W + w] = sx * y - sy * x


@kernel
def jacobian_rate(tree, con, place, q, qd, R, o, s, om, v, B):
    """B = dA/dt (m, columns, W): with c = s_j x d, an entry u . c has the rate u' . c + u . c'."""
    turning, coordinate = tree.kind, tree.coordinate
    kind, node_a, node_b, path_a, path_b, last = con.kind, con.node_a, con.node_b, con.path_a, con.path_b, con.last
    local_u, local_v, point_b, polynomial = con.u, con.v, con.point_b, con.polynomial
    d, dd, cross, crossd = np.empty(3 * W), np.empty(3 * W), np.empty(3 * W), np.empty(3 * W)
    u, ud = np.empty((kind.shape[0], 3 * W)), np.empty((kind.shape[0], 3 * W))
    i = 0
    while i < kind.shape[0]:
        a, b, end = node_a[i], node_b[i], last[i]
        if kind[i] == 2:
            for w in range(W):
                curve = 0.0  # second derivative of the polynomial
                for e in range(polynomial.shape[1] - 1, 1, -1):
                    curve = curve * q[b, w] + e * (e - 1) * polynomial[i, e]
                B[i, place[b], w] = -curve * qd[b, w]
            i = end
            continue
        fixed_vector(point_b if kind[i] == 0 else local_v, i, b, R, d)
        turn(om, b, d, dd)
        if kind[i] == 0:
            for w in range(3 * W):
                d[w] += o[b, w]
                dd[w] += v[b, w]
        for row in range(i, end):
            fixed_row(local_u, row, a, R, u)
            turn_row(om, a, u, row, ud)
        for side in range(2):
            path = path_b if side == 0 else path_a
            sign = 1.0 if side == 0 else -1.0
            k = 0
            while path[i, k] >= 0:
                j = path[i, k]
                _lever(kind[i], turning[j], sign, d, o, s, j, cross)
                _lever_rate(kind[i], turning[j], sign, d, dd, o, v, s, om, j, crossd)
                column = place[coordinate[j]]
                for row in range(i, end):
                    for w in range(W):
                        B[row, column, w] = (
                            ud[row, w] * cross[w]
                            + ud[row, W + w] * cross[W + w]
                            + ud[row, 2 * W + w] * cross[2 * W + w]
                            + u[row, w] * crossd[w]
                            + u[row, W + w] * crossd[W + w]
                            + u[row, 2 * W + w] * crossd[2 * W + w]
                        )
                k += 1
        i = end


@inlined
def turn(om, node, a, out):
    """out = om x a, the rate of a vector fixed in a node."""
    for w in range(W):
        x, y, z = om[node, w], om[node, W + w], om[node, 2 * W + w]
        out[w] = y * a[2 * W + w] - z * a[W + w]
        out[W + w] = z * a[w] - x * a[2 * W + w]
        out[2 * W + w] = x * a[W + w] - y * a[w]


@inlined
def turn_row(om, node, a, row, out):
    """The same, from row to row."""
    for w in range(W):
        x, y, z = om[node, w], om[node, W + w], om[node, 2 * W + w]
        out[row, w] = y * a[row, 2 * W + w] - z * a[row, W + w]
        out[row, W + w] = z * a[row, w] - x * a[row, 2 * W + w]
        out[row, 2 * W + w] = x * a[row, W + w] - y * a[row, w]


@inlined
def _lever_rate(kind, joint, sign, d, dd, o, v, s, om, j, out):
    """d/dt of `_lever`; the axis turns with its body: s' = om x s."""
    turning = 0.0 if joint == 2 else 1.0
    lever = 1.0 if kind == 0 else 0.0
    sliding = sign * lever * (1.0 - turning)
    turning *= sign
    for w in range(W):
        sx, sy, sz = s[j, w], s[j, W + w], s[j, 2 * W + w]
        ox, oy, oz = om[j, w], om[j, W + w], om[j, 2 * W + w]
        tx, ty, tz = oy * sz - oz * sy, oz * sx - ox * sz, ox * sy - oy * sx
        x, y, z = d[w] - lever * o[j, w], d[W + w] - lever * o[j, W + w], d[2 * W + w] - lever * o[j, 2 * W + w]
        xd, yd, zd = dd[w] - lever * v[j, w], dd[W + w] - lever * v[j, W + w], dd[2 * W + w] - lever * v[j, 2 * W + w]
        out[w] = turning * (ty * z - tz * y + sy * zd - sz * yd) + sliding * tx
        out[W + w] = turning * (tz * x - tx * z + sz * xd - sx * zd) + sliding * ty
        out[2 * W + w] = turning * (tx * y - ty * x + sx * yd - sy * xd) + sliding * tz
