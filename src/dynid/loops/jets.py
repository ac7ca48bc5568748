"""Compiled: velocities and accelerations of points, and the rates of their Jacobian columns, in
world axes.

Blocks of W samples, as in `closure_rows`. A jet (9 W) holds a vector, its rate and its second rate.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel, lanes
from dynid.loops.rates import velocity_world
from dynid.loops.rows import W, pose_world


@inlined
def load_block(source, first, count, block):
    """block (n, W) from rows first ... of source (N, n); a short last block repeats its last
    sample."""
    for c in range(source.shape[1]):
        for w in lanes(W):
            block[c, w] = source[first + min(w, count - 1), c]


@kernel
def acceleration_world(tree, qd, qdd, o, s, om, al, ac):
    """World angular acceleration al and origin acceleration ac (n + 1, 3 W) of every node, with r =
    o - o_parent:

    al = al_p + s qdd + om_p x s qd (turning),   ac = ac_p + al_p x r + om_p x (om_p x r) [+ s qdd +
    2 om_p x s qd]
    """
    parent, kind, coordinate = tree.parent, tree.kind, tree.coordinate
    n = parent.shape[0]
    for w in lanes(3 * W):
        al[n, w] = 0.0
        ac[n, w] = 0.0
    for i in range(n):
        p, c = parent[i], coordinate[i]
        p = p if p >= 0 else n
        for w in lanes(W):
            x, y, z = (
                o[i, w] - o[p, w],
                o[i, W + w] - o[p, W + w],
                o[i, 2 * W + w] - o[p, 2 * W + w],
            )
            ox, oy, oz = om[p, w], om[p, W + w], om[p, 2 * W + w]
            ax, ay, az = al[p, w], al[p, W + w], al[p, 2 * W + w]
            tx, ty, tz = oy * z - oz * y, oz * x - ox * z, ox * y - oy * x
            al[i, w], al[i, W + w], al[i, 2 * W + w] = ax, ay, az
            ac[i, w] = ac[p, w] + ay * z - az * y + oy * tz - oz * ty
            ac[i, W + w] = ac[p, W + w] + az * x - ax * z + oz * tx - ox * tz
            ac[i, 2 * W + w] = ac[p, 2 * W + w] + ax * y - ay * x + ox * ty - oy * tx
        if kind[i] == 1:
            _joint_acceleration(1.0, qd[c], qdd[c], s, om, i, p, al)
        elif kind[i] == 2:
            _joint_acceleration(2.0, qd[c], qdd[c], s, om, i, p, ac)


@inlined
def _joint_acceleration(twice, qd, qdd, s, om, i, p, to):
    """to += s qdd + twice (om_p x s) qd."""
    for w in lanes(W):
        sx, sy, sz = s[i, w], s[i, W + w], s[i, 2 * W + w]
        ox, oy, oz = om[p, w], om[p, W + w], om[p, 2 * W + w]
        rate = twice * qd[w]
        to[i, w] += sx * qdd[w] + (oy * sz - oz * sy) * rate
        to[i, W + w] += sy * qdd[w] + (oz * sx - ox * sz) * rate
        to[i, 2 * W + w] += sz * qdd[w] + (ox * sy - oy * sx) * rate


@inlined
def turning_jet(om, al, node, jet):
    """Rates of a vector fixed in a node, jet[:3 W]:  a' = om x a,   a'' = al x a + om x a'."""
    for w in lanes(W):
        ox, oy, oz = om[node, w], om[node, W + w], om[node, 2 * W + w]
        ax, ay, az = al[node, w], al[node, W + w], al[node, 2 * W + w]
        x, y, z = jet[w], jet[W + w], jet[2 * W + w]
        x1, y1, z1 = oy * z - oz * y, oz * x - ox * z, ox * y - oy * x
        jet[3 * W + w], jet[4 * W + w], jet[5 * W + w] = x1, y1, z1
        jet[6 * W + w] = ay * z - az * y + oy * z1 - oz * y1
        jet[7 * W + w] = az * x - ax * z + oz * x1 - ox * z1
        jet[8 * W + w] = ax * y - ay * x + ox * y1 - oy * x1


@inlined
def add_origin(o, v, ac, node, jet):
    """From the jet of a lever to that of the point."""
    for w in lanes(3 * W):
        jet[w] += o[node, w]
        jet[3 * W + w] += v[node, w]
        jet[6 * W + w] += ac[node, w]


@inlined
def column_jet(turns, lever, d, o, v, ac, s, om, al, j, out):
    """The Jacobian column of joint j and its rates, for a point d (lever = 1) or a direction d
    (lever = 0):

    c = s x D with D = d - o_j (turning), or c = s (sliding);  s' = om x s,  s'' = al x s + om x s',
    c' = s' x D + s x D',   c'' = s'' x D + 2 s' x D' + s x D''
    """
    for w in lanes(W):
        ox, oy, oz = om[j, w], om[j, W + w], om[j, 2 * W + w]
        ax, ay, az = al[j, w], al[j, W + w], al[j, 2 * W + w]
        x, y, z = s[j, w], s[j, W + w], s[j, 2 * W + w]
        x1, y1, z1 = oy * z - oz * y, oz * x - ox * z, ox * y - oy * x
        x2 = ay * z - az * y + oy * z1 - oz * y1
        y2 = az * x - ax * z + oz * x1 - ox * z1
        z2 = ax * y - ay * x + ox * y1 - oy * x1
        if turns:
            D, E, F = (
                d[w] - lever * o[j, w],
                d[W + w] - lever * o[j, W + w],
                d[2 * W + w] - lever * o[j, 2 * W + w],
            )
            D1 = d[3 * W + w] - lever * v[j, w]
            E1 = d[4 * W + w] - lever * v[j, W + w]
            F1 = d[5 * W + w] - lever * v[j, 2 * W + w]
            D2 = d[6 * W + w] - lever * ac[j, w]
            E2 = d[7 * W + w] - lever * ac[j, W + w]
            F2 = d[8 * W + w] - lever * ac[j, 2 * W + w]
            out[w], out[W + w], out[2 * W + w] = y * F - z * E, z * D - x * F, x * E - y * D
            out[3 * W + w] = y1 * F - z1 * E + y * F1 - z * E1
            out[4 * W + w] = z1 * D - x1 * F + z * D1 - x * F1
            out[5 * W + w] = x1 * E - y1 * D + x * E1 - y * D1
            out[6 * W + w] = y2 * F - z2 * E + 2.0 * (y1 * F1 - z1 * E1) + y * F2 - z * E2
            out[7 * W + w] = z2 * D - x2 * F + 2.0 * (z1 * D1 - x1 * F1) + z * D2 - x * F2
            out[8 * W + w] = x2 * E - y2 * D + 2.0 * (x1 * E1 - y1 * D1) + x * E2 - y * D2
        else:
            out[w], out[W + w], out[2 * W + w] = x, y, z
            out[3 * W + w], out[4 * W + w], out[5 * W + w] = x1, y1, z1
            out[6 * W + w], out[7 * W + w], out[8 * W + w] = x2, y2, z2


@inlined
def dot(a, i, b, j, w):
    """Of the vectors number i and j of two jets."""
    return (
        a[3 * i * W + w] * b[3 * j * W + w]
        + a[(3 * i + 1) * W + w] * b[(3 * j + 1) * W + w]
        + a[(3 * i + 2) * W + w] * b[(3 * j + 2) * W + w]
    )


@inlined
def _point_jet(local, k, node, R, o, v, ac, om, al, jet):
    x, y, z = local[k, 0], local[k, 1], local[k, 2]
    for a in range(3):
        for w in lanes(W):
            jet[a * W + w] = (
                R[node, 3 * a * W + w] * x
                + R[node, (3 * a + 1) * W + w] * y
                + R[node, (3 * a + 2) * W + w] * z
            )
    turning_jet(om, al, node, jet)
    add_origin(o, v, ac, node, jet)


@kernel
def points(tree, work, node, local, q, qd, qdd, x, xd, xdd):
    """World position, velocity and acceleration (k, 3, N) of points local[k], fixed in nodes
    node[k]."""
    n, nc = tree.parent.shape[0], q.shape[1]
    ab, al, ac = np.empty((nc, W)), np.empty((n + 1, 3 * W)), np.empty((n + 1, 3 * W))
    R, o, s = work.frame[:, : 9 * W], work.frame[:, 9 * W : 12 * W], work.frame[:, 12 * W : 15 * W]
    om, v = work.pace[:, : 3 * W], work.pace[:, 3 * W : 6 * W]
    jet = np.empty(9 * W)
    for first in range(0, q.shape[0], W):
        count = min(W, q.shape[0] - first)
        load_block(q, first, count, work.q)
        load_block(qd, first, count, work.qd)
        load_block(qdd, first, count, ab)
        pose_world(tree, work)
        velocity_world(tree, work)
        acceleration_world(tree, work.qd, ab, o, s, om, al, ac)
        for k in range(node.shape[0]):
            _point_jet(local, k, node[k], R, o, v, ac, om, al, jet)
            for a in range(3):
                for w in range(count):
                    x[k, a, first + w] = jet[a * W + w]
                    xd[k, a, first + w] = jet[(3 + a) * W + w]
                    xdd[k, a, first + w] = jet[(6 + a) * W + w]


@kernel
def points_adjoint(tree, work, node, local, q, qd, qdd, bars, q_bar, qd_bar, qdd_bar):
    """Cotangents (N, coordinates) for bars (k, 9, N) of position, velocity and acceleration of the
    points.

    With the Jacobian columns c of a point:  q_bar = c . x_bar + c' . v_bar + c'' . a_bar,
    qd_bar = c . v_bar + 2 c' . a_bar,   qdd_bar = c . a_bar
    """
    parent, kind, coordinate = tree.parent, tree.kind, tree.coordinate
    n, nc = parent.shape[0], q.shape[1]
    ab, al, ac = np.empty((nc, W)), np.empty((n + 1, 3 * W)), np.empty((n + 1, 3 * W))
    R, o, s = work.frame[:, : 9 * W], work.frame[:, 9 * W : 12 * W], work.frame[:, 12 * W : 15 * W]
    om, v = work.pace[:, : 3 * W], work.pace[:, 3 * W : 6 * W]
    jet, column, f, total = np.empty(9 * W), np.empty(9 * W), np.zeros(9 * W), np.empty((3 * nc, W))
    for first in range(0, q.shape[0], W):
        count = min(W, q.shape[0] - first)
        load_block(q, first, count, work.q)
        load_block(qd, first, count, work.qd)
        load_block(qdd, first, count, ab)
        pose_world(tree, work)
        velocity_world(tree, work)
        acceleration_world(tree, work.qd, ab, o, s, om, al, ac)
        total[:] = 0.0
        for k in range(node.shape[0]):
            _point_jet(local, k, node[k], R, o, v, ac, om, al, jet)
            for a in range(9):
                for w in range(count):
                    f[a * W + w] = bars[k, a, first + w]
            j = node[k]
            while 0 <= j < n:
                c = coordinate[j]
                if c >= 0:
                    column_jet(kind[j] == 1, 1.0, jet, o, v, ac, s, om, al, j, column)
                    for w in lanes(W):
                        total[3 * c, w] += (
                            dot(column, 0, f, 0, w)
                            + dot(column, 1, f, 1, w)
                            + dot(column, 2, f, 2, w)
                        )
                        total[3 * c + 1, w] += dot(column, 0, f, 1, w) + 2.0 * dot(
                            column, 1, f, 2, w
                        )
                        total[3 * c + 2, w] += dot(column, 0, f, 2, w)
                j = parent[j]
        for c in range(nc):
            for w in range(count):
                q_bar[first + w, c] = total[3 * c, w]
                qd_bar[first + w, c] = total[3 * c + 1, w]
                qdd_bar[first + w, c] = total[3 * c + 2, w]
