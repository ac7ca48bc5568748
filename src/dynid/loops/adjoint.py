"""Compiled adjoint of loop closure: from cotangents of the motion of all coordinates to those of
the given ones.

The closed motion obeys  phi(q) = 0,  A qd = 0,  A qdd + Adot qd = 0  and  A G = 0,  with A =
                         dphi/dq. Multipliers, from
the last equation to the first, with x_d the part of x that belongs to the solved coordinates:

    l_a = -A_d^-T qdd_bar_d,                 qd_bar += 2 Adot' l_a,       q_bar += Addot' l_a
    l_v = -A_d^-T qd_bar_d,                  q_bar += Adot' l_v
    l_k = -A_d^-T (G_k)_bar_d, each k,       q_bar += (dA along G_k)' l_k

and at last x_i_bar = G' x_bar. (A is a gradient, so its derivatives are symmetric: dA' l along v is
the Hessian of l.phi times v.) A' l is the force that loop forces l exert on the joints; its rates,
l held fixed, follow from the velocities and accelerations of the bodies. Redundant equations hold
together, so any l with A_d' l = -x_d serves; Householder's is the shortest.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel, lanes
from dynid.loops.elimination import factor, solve_transposed
from dynid.loops.jets import (
    acceleration_world,
    add_origin,
    column_jet,
    dot,
    load_block,
    turning_jet,
)
from dynid.loops.rates import velocity_world
from dynid.loops.rows import W, fixed_vector, pose_world, residual_and_jacobian


@inlined
def _loop_force(local_u, i, end, lam, column, node, R, f):
    """f = sum of u l over the rows i ... end of a loop, in world axes (first third of the jet
    f)."""
    for w in lanes(W):
        x, y, z = 0.0, 0.0, 0.0
        for row in range(i, end):
            l = lam[row, column, w]
            x += local_u[row, 0] * l
            y += local_u[row, 1] * l
            z += local_u[row, 2] * l
        f[w] = R[node, w] * x + R[node, W + w] * y + R[node, 2 * W + w] * z
        f[W + w] = R[node, 3 * W + w] * x + R[node, 4 * W + w] * y + R[node, 5 * W + w] * z
        f[2 * W + w] = R[node, 6 * W + w] * x + R[node, 7 * W + w] * y + R[node, 8 * W + w] * z


@inlined
def _coupling_rates(polynomial, i, l, q, qd, qdd, k, g1, g2):
    """Of the force -l P'(q_k) on coordinate k:  -l P'' qd,   -l (P''' qd^2 + P'' qdd)."""
    for w in lanes(W):
        bend, twist = 0.0, 0.0  # second and third derivative of the polynomial
        for e in range(polynomial.shape[1] - 1, 1, -1):
            bend = bend * q[k, w] + e * (e - 1) * polynomial[i, e]
        for e in range(polynomial.shape[1] - 1, 2, -1):
            twist = twist * q[k, w] + e * (e - 1) * (e - 2) * polynomial[i, e]
        g1[k, w] -= l[w] * bend * qd[k, w]
        g2[k, w] -= l[w] * (twist * qd[k, w] * qd[k, w] + bend * qdd[k, w])


@kernel
def add_force_rates(tree, con, lam, column, q, qd, qdd, R, o, s, om, v, al, ac, g1, g2):
    """g1 += Adot' l and g2 += Addot' l (coordinates, W), for the multipliers lam[:, column] and a
    motion qd, qdd."""
    turning, coordinate = tree.kind, tree.coordinate
    kind, node_a, node_b, path_a, path_b, last = (
        con.kind,
        con.node_a,
        con.node_b,
        con.path_a,
        con.path_b,
        con.last,
    )
    f, d, c = np.empty(9 * W), np.empty(9 * W), np.empty(9 * W)
    i = 0
    while i < kind.shape[0]:
        a, b, end = node_a[i], node_b[i], last[i]
        if kind[i] == 2:
            _coupling_rates(con.polynomial, i, lam[i, column], q, qd, qdd, b, g1, g2)
            i = end
            continue
        _loop_force(con.u, i, end, lam, column, a, R, f)
        turning_jet(om, al, a, f)
        fixed_vector(con.point_b if kind[i] == 0 else con.v, i, b, R, d)
        turning_jet(om, al, b, d)
        if kind[i] == 0:
            add_origin(o, v, ac, b, d)
        lever = 1.0 if kind[i] == 0 else 0.0
        for side in range(2):
            path = path_b if side == 0 else path_a
            sign = 1.0 if side == 0 else -1.0
            k = 0
            while path[i, k] >= 0:
                j = path[i, k]
                k += 1
                if kind[i] == 1 and turning[j] == 2:
                    continue  # sliding turns nothing
                column_jet(turning[j] == 1, lever, d, o, v, ac, s, om, al, j, c)
                at = coordinate[j]
                for w in lanes(W):
                    g1[at, w] += sign * (dot(f, 1, c, 0, w) + dot(f, 0, c, 1, w))
                    g2[at, w] += sign * (
                        dot(f, 2, c, 0, w) + 2.0 * dot(f, 1, c, 1, w) + dot(f, 0, c, 2, w)
                    )
        i = end


@inlined
def _multipliers(con, work, source, x, lam):
    """lam[:, 0] = -A_d^-T source_d, for source (coordinates, W)."""
    for k in range(con.solved.shape[0]):
        for w in lanes(W):
            x[k, 0, w] = -source[con.solved[k], w]
    solve_transposed(con, work.A, work.Q, work.diagonal, x, lam, work.dot)


@inlined
def _store_projected(G, first, count, bar, out):
    """out = G' bar, from a block of cotangents (coordinates, W) to (N, given ones)."""
    total = np.empty(W)
    for i in range(out.shape[1]):
        total[:] = 0.0
        for c in range(bar.shape[0]):
            for w in range(count):
                total[w] += G[c, i, np.uint64(first) + np.uint64(w)] * bar[c, w]
        for w in range(count):
            out[first + w, i] = total[w]


@kernel
def pull_back(
    tree, con, place, work, q, qd, qdd, G, q_bar, qd_bar, qdd_bar, G_bar, q_out, qd_out, qdd_out
):
    """Cotangents (N, n_i) of the given coordinates from those of all (N, coordinates) and of G
    (coordinates, n_i, N).

    An empty G_bar stands for zero.
    """
    n, nc, n_d, n_i = tree.parent.shape[0], q.shape[1], con.solved.shape[0], con.given.shape[0]
    al, ac = np.empty((n + 1, 3 * W)), np.empty((n + 1, 3 * W))
    qb, vb, ab, rest = np.empty((nc, W)), np.empty((nc, W)), np.empty((nc, W)), np.zeros((nc, W))
    force = np.empty((nc, W))
    x, lam = np.empty((n_d, 1, W)), np.empty((con.kind.shape[0], 1, W))
    R, o, s = work.frame[:, : 9 * W], work.frame[:, 9 * W : 12 * W], work.frame[:, 12 * W : 15 * W]
    om, v = work.pace[:, : 3 * W], work.pace[:, 3 * W : 6 * W]
    for first in range(0, q.shape[0], W):
        count = min(W, q.shape[0] - first)
        load_block(q, first, count, work.q)
        load_block(qd, first, count, work.qd)
        load_block(qdd, first, count, work.qdd)
        load_block(q_bar, first, count, qb)
        load_block(qd_bar, first, count, vb)
        load_block(qdd_bar, first, count, ab)
        pose_world(tree, work)
        residual_and_jacobian(tree, con, place, work)
        factor(con, work.A, work.Q, work.diagonal, work.dot)
        velocity_world(tree, work)
        acceleration_world(tree, work.qd, work.qdd, o, s, om, al, ac)
        force[:] = 0.0
        _multipliers(con, work, ab, x, lam)
        add_force_rates(
            tree, con, lam, 0, work.q, work.qd, work.qdd, R, o, s, om, v, al, ac, force, qb
        )
        for c in range(nc):
            for w in lanes(W):
                vb[c, w] += 2.0 * force[c, w]
        _multipliers(con, work, vb, x, lam)
        add_force_rates(
            tree, con, lam, 0, work.q, work.qd, work.qdd, R, o, s, om, v, al, ac, qb, rest
        )
        for k in range(n_i if G_bar.shape[2] > 0 else 0):
            for c in range(nc):
                for w in range(count):
                    work.qd[c, w] = G[c, k, first + w]
                    force[c, w] = G_bar[c, k, first + w]
            velocity_world(tree, work)
            _multipliers(con, work, force, x, lam)
            add_force_rates(
                tree, con, lam, 0, work.q, work.qd, work.qdd, R, o, s, om, v, al, ac, qb, rest
            )
        _store_projected(G, first, count, qb, q_out)
        _store_projected(G, first, count, vb, qd_out)
        _store_projected(G, first, count, ab, qdd_out)
