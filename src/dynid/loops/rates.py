"""Compiled rates of the closure equations, for blocks of W samples at a time: world velocities and
accelerations of the
nodes, and the second derivative of every equation.
"""

from __future__ import annotations

from dynid.compiling import inlined, lanes, lean
from dynid.loops.rows import W
from dynid.loops.topology import PRISMATIC, REVOLUTE, STILL


@lean
def velocity_world(tree, work):
    """pace (n + 1, 12 W) of every node, the ground last: angular velocity om, velocity v of the
    origin, and their rates al
    and a while qdd = 0. With d = o - op:

    om = omp + s qd    v = vp + omp x d             al = alp + omp x s qd    a = ap + alp x d + omp
                       x (omp x d)
    om = omp           v = vp + omp x d + s qd      al = alp                 a = ... + 2 omp x s qd
                       (sliding)
    """
    parent, kind, coordinate, way = tree.parent, tree.kind, tree.coordinate, tree.way
    frame, qd, pace = work.frame, work.qd, work.pace
    n = parent.shape[0]
    for i in range(n):
        p, c = parent[i] if parent[i] >= 0 else n, coordinate[i]
        if way[i] == STILL:
            slide = 1.0 if kind[i] == PRISMATIC else 0.0
            for w in lanes(W):
                for k in range(3):
                    pace[i, (3 + k) * W + w] = (
                        pace[p, (3 + k) * W + w] + frame[i, (12 + k) * W + w] * slide * qd[c, w]
                    )
        else:  # else om, al and a are zero for good
            _pace(kind[i], i, p, qd, c, frame, pace)


@inlined
def _pace(kind, i, p, qd, c, frame, pace):
    turn = 1.0 if kind == REVOLUTE else 0.0
    slide = 1.0 if kind == PRISMATIC else 0.0
    for w in lanes(W):
        x = frame[i, 9 * W + w] - frame[p, 9 * W + w]
        y = frame[i, 10 * W + w] - frame[p, 10 * W + w]
        z = frame[i, 11 * W + w] - frame[p, 11 * W + w]
        rate = qd[c, w]
        sx, sy, sz = (
            frame[i, 12 * W + w] * rate,
            frame[i, 13 * W + w] * rate,
            frame[i, 14 * W + w] * rate,
        )
        ox, oy, oz = pace[p, w], pace[p, W + w], pace[p, 2 * W + w]
        ax, ay, az = pace[p, 6 * W + w], pace[p, 7 * W + w], pace[p, 8 * W + w]
        rx, ry, rz = oy * z - oz * y, oz * x - ox * z, ox * y - oy * x  # omp x d
        tx, ty, tz = oy * sz - oz * sy, oz * sx - ox * sz, ox * sy - oy * sx  # omp x s qd
        pace[i, w], pace[i, W + w], pace[i, 2 * W + w] = (
            ox + turn * sx,
            oy + turn * sy,
            oz + turn * sz,
        )
        pace[i, 3 * W + w] = pace[p, 3 * W + w] + rx + slide * sx
        pace[i, 4 * W + w] = pace[p, 4 * W + w] + ry + slide * sy
        pace[i, 5 * W + w] = pace[p, 5 * W + w] + rz + slide * sz
        pace[i, 6 * W + w], pace[i, 7 * W + w], pace[i, 8 * W + w] = (
            ax + turn * tx,
            ay + turn * ty,
            az + turn * tz,
        )
        pace[i, 9 * W + w] = (
            pace[p, 9 * W + w] + ay * z - az * y + oy * rz - oz * ry + 2.0 * slide * tx
        )
        pace[i, 10 * W + w] = (
            pace[p, 10 * W + w] + az * x - ax * z + oz * rx - ox * rz + 2.0 * slide * ty
        )
        pace[i, 11 * W + w] = (
            pace[p, 11 * W + w] + ax * y - ay * x + ox * ry - oy * rx + 2.0 * slide * tz
        )


@lean
def second_rate(tree, con, work):
    """work.b (m, 1, W) = Adot qd, the second time derivative of every closure equation while qdd =
    0:

    u . D:  u'' . D + 2 u' . D' + u . D''   with D = P_b - P_a (translation) or v (rotation).
    """
    kind, node_a, node_b, last, polynomial = (
        con.kind,
        con.node_a,
        con.node_b,
        con.last,
        con.polynomial,
    )
    frame, pace, q, qd, b, D, E, U = (
        work.frame,
        work.pace,
        work.q,
        work.qd,
        work.b,
        work.D,
        work.E,
        work.U,
    )
    i = 0
    while i < kind.shape[0]:
        at_a, at_b, end = node_a[i], node_b[i], last[i]
        if kind[i] == 2:
            for w in lanes(W):
                b[i, 0, w] = -curvature(polynomial, i, q[at_b, w]) * qd[at_b, w] * qd[at_b, w]
            i = end
            continue
        if kind[i] == 0:
            moving_vector(con.point_b, i, at_b, 1.0, frame, pace, D)
            moving_vector(con.point_a, i, at_a, 1.0, frame, pace, E)
            for w in lanes(9 * W):
                D[w] -= E[w]
        else:
            moving_vector(con.v, i, at_b, 0.0, frame, pace, D)
        for row in range(i, end):
            moving_vector(con.u, row, at_a, 0.0, frame, pace, U)
            for w in lanes(W):
                b[row, 0, w] = (
                    U[w] * D[6 * W + w]
                    + U[W + w] * D[7 * W + w]
                    + U[2 * W + w] * D[8 * W + w]
                    + 2.0
                    * (
                        U[3 * W + w] * D[3 * W + w]
                        + U[4 * W + w] * D[4 * W + w]
                        + U[5 * W + w] * D[5 * W + w]
                    )
                    + U[6 * W + w] * D[w]
                    + U[7 * W + w] * D[W + w]
                    + U[8 * W + w] * D[2 * W + w]
                )
        i = end


@inlined
def moving_vector(local, i, node, point, frame, pace, out):
    """x, x' = om x x, x'' = al x x + om x x' of the vector local[i], fixed in a node; point = 1
    adds the origin's o, v, a."""
    lx, ly, lz = local[i, 0], local[i, 1], local[i, 2]
    for w in lanes(W):
        x = frame[node, w] * lx + frame[node, W + w] * ly + frame[node, 2 * W + w] * lz
        y = frame[node, 3 * W + w] * lx + frame[node, 4 * W + w] * ly + frame[node, 5 * W + w] * lz
        z = frame[node, 6 * W + w] * lx + frame[node, 7 * W + w] * ly + frame[node, 8 * W + w] * lz
        ox, oy, oz = pace[node, w], pace[node, W + w], pace[node, 2 * W + w]
        ax, ay, az = pace[node, 6 * W + w], pace[node, 7 * W + w], pace[node, 8 * W + w]
        rx, ry, rz = oy * z - oz * y, oz * x - ox * z, ox * y - oy * x
        out[w] = x + point * frame[node, 9 * W + w]
        out[W + w] = y + point * frame[node, 10 * W + w]
        out[2 * W + w] = z + point * frame[node, 11 * W + w]
        out[3 * W + w] = rx + point * pace[node, 3 * W + w]
        out[4 * W + w] = ry + point * pace[node, 4 * W + w]
        out[5 * W + w] = rz + point * pace[node, 5 * W + w]
        out[6 * W + w] = ay * z - az * y + oy * rz - oz * ry + point * pace[node, 9 * W + w]
        out[7 * W + w] = az * x - ax * z + oz * rx - ox * rz + point * pace[node, 10 * W + w]
        out[8 * W + w] = ax * y - ay * x + ox * ry - oy * rx + point * pace[node, 11 * W + w]


@inlined
def curvature(polynomial, i, q):
    """Second derivative of a coupling's polynomial."""
    value = 0.0
    for e in range(polynomial.shape[1] - 1, 1, -1):
        value = value * q + e * (e - 1) * polynomial[i, e]
    return value
