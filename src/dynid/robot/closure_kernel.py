"""Compiled loop closure, for blocks of W samples at a time (last index of every work array: the sample).

Everything is in world coordinates. A closure equation between frames a and b has, for the joint axis s_j at o_j,

    translation   phi = u . (P_b - P_a)     dphi/dq_j = +- u . (s_j x (P_b - o_j))   or   +- u . s_j  (prismatic)
    rotation      phi = u . v               dphi/dq_j = +- u . (s_j x v)             or   0           (prismatic)

with + where joint j moves b and - where it moves a: moving a one way is moving b the other way.
The dependent coordinates follow from a sparse Householder QR, which also takes redundant equations (least squares).
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.robot.trigonometry import sincos

W = 8  # samples in a block
STEP_DONE = 1e-12  # Newton has converged when the (scaled) step is below this
STEP_ROUNDOFF = 1e-9  # below this a step that stops shrinking is round-off, not failure
STEP_FIRST = 0.25  # a first step above this has left the neighbourhood of the guess
CONTRACTION = 0.5  # every further step must shrink at least by this
MAX_NEWTON = 12


@kernel
def pose_world(tree, q, R, o, s):
    """World rotation R (n, 9, W), origin o (n, 3, W) and joint axis s (n, 3, W) of every node."""
    Rl = np.empty((9, W))
    rl = np.empty((3, W))
    sine = np.empty(W)
    cosine = np.empty(W)
    for i in range(tree.parent.shape[0]):
        p, c = tree.parent[i], tree.coordinate[i]
        if tree.kind[i] == 1:
            sincos(q[c], sine, cosine)
        for k in range(9):
            m0, m1, m2 = tree.M0[i, k], tree.M1[i, k], tree.M2[i, k]
            if tree.kind[i] == 1:
                for w in range(W):
                    Rl[k, w] = m0 + m1 * cosine[w] + m2 * sine[w]
            else:
                for w in range(W):
                    Rl[k, w] = m0
        for k in range(3):
            for w in range(W):
                rl[k, w] = tree.r0[i, k]
            if tree.kind[i] == 2:
                for w in range(W):
                    rl[k, w] += tree.r1[i, k] * q[c, w]
        if p < 0:
            R[i] = Rl
            o[i] = rl
        else:
            for a in range(3):
                for b in range(3):
                    for w in range(W):
                        R[i, 3 * a + b, w] = (
                            R[p, 3 * a, w] * Rl[b, w] + R[p, 3 * a + 1, w] * Rl[3 + b, w] + R[p, 3 * a + 2, w] * Rl[6 + b, w]
                        )
                for w in range(W):
                    o[i, a, w] = (
                        o[p, a, w]
                        + R[p, 3 * a, w] * rl[0, w]
                        + R[p, 3 * a + 1, w] * rl[1, w]
                        + R[p, 3 * a + 2, w] * rl[2, w]
                    )
        for a in range(3):
            for w in range(W):
                s[i, a, w] = (
                    R[i, 3 * a, w] * tree.axis[i, 0]
                    + R[i, 3 * a + 1, w] * tree.axis[i, 1]
                    + R[i, 3 * a + 2, w] * tree.axis[i, 2]
                )


@kernel
def velocity_world(tree, qd, o, s, om, v):
    """World angular velocity om and origin velocity v (n, 3, W) of every node."""
    for i in range(tree.parent.shape[0]):
        p, c = tree.parent[i], tree.coordinate[i]
        if p < 0:
            om[i] = 0.0
            v[i] = 0.0
        else:
            for w in range(W):
                x, y, z = o[i, 0, w] - o[p, 0, w], o[i, 1, w] - o[p, 1, w], o[i, 2, w] - o[p, 2, w]
                om[i, 0, w], om[i, 1, w], om[i, 2, w] = om[p, 0, w], om[p, 1, w], om[p, 2, w]
                v[i, 0, w] = v[p, 0, w] + om[p, 1, w] * z - om[p, 2, w] * y
                v[i, 1, w] = v[p, 1, w] + om[p, 2, w] * x - om[p, 0, w] * z
                v[i, 2, w] = v[p, 2, w] + om[p, 0, w] * y - om[p, 1, w] * x
        if tree.kind[i] == 1:
            for a in range(3):
                for w in range(W):
                    om[i, a, w] += s[i, a, w] * qd[c, w]
        elif tree.kind[i] == 2:
            for a in range(3):
                for w in range(W):
                    v[i, a, w] += s[i, a, w] * qd[c, w]


@kernel
def fixed_vector(node, local, R, out):
    """World components (3, W) of a vector fixed in a node (or in the ground, -1)."""
    for a in range(3):
        if node < 0:
            for w in range(W):
                out[a, w] = local[a]
        else:
            for w in range(W):
                out[a, w] = (
                    R[node, 3 * a, w] * local[0] + R[node, 3 * a + 1, w] * local[1] + R[node, 3 * a + 2, w] * local[2]
                )


@kernel
def cross_add(a, b, out):
    """out += a x b, for (3, W) arrays."""
    for w in range(W):
        out[0, w] += a[1, w] * b[2, w] - a[2, w] * b[1, w]
        out[1, w] += a[2, w] * b[0, w] - a[0, w] * b[2, w]
        out[2, w] += a[0, w] * b[1, w] - a[1, w] * b[0, w]


@kernel
def residual_and_jacobian(tree, con, place, q, R, o, s, phi, A):
    """phi (m, W) and A = dphi/dq (m, columns, W); column place[c] belongs to coordinate c."""
    A[:] = 0.0
    u = np.empty((3, W))
    v = np.empty((3, W))
    point = np.empty((3, W))
    for i in range(con.kind.shape[0]):
        a, b = con.node_a[i], con.node_b[i]
        if con.kind[i] == 2:
            _coupling_row(con, place, q, i, phi, A)
            continue
        fixed_vector(a, con.u[i], R, u)
        if con.kind[i] == 0:
            fixed_vector(b, con.point_b[i], R, point)
            fixed_vector(a, con.point_a[i], R, v)
            if b >= 0:
                point += o[b]
            for k in range(3):
                for w in range(W):
                    v[k, w] = point[k, w] - v[k, w]
            if a >= 0:
                v -= o[a]
        else:
            fixed_vector(b, con.v[i], R, v)
        for w in range(W):
            phi[i, w] = u[0, w] * v[0, w] + u[1, w] * v[1, w] + u[2, w] * v[2, w]
        for side in range(2):
            path = con.path_b[i] if side == 0 else con.path_a[i]
            sign = 1.0 if side == 0 else -1.0
            k = 0
            while path[k] >= 0:
                _column(tree, con.kind[i], path[k], sign, u, v, point, o, s, A[i, place[tree.coordinate[path[k]]]])
                k += 1


@kernel
def _coupling_row(con, place, q, i, phi, A):
    j, k = con.node_a[i], con.node_b[i]
    last = con.polynomial.shape[1] - 1
    for w in range(W):
        x = q[k, w]
        value, slope = con.polynomial[i, last], 0.0
        for d in range(last - 1, -1, -1):
            slope = slope * x + value
            value = value * x + con.polynomial[i, d]
        phi[i, w] = q[j, w] - value
        A[i, place[j], w] = 1.0
        A[i, place[k], w] -= slope


@kernel
def _column(tree, kind, j, sign, u, v, point, o, s, entry):
    """entry += sign u . (s_j x d), with d = P_b - o_j (translation) or v (rotation); sign u . s_j for a sliding joint."""
    if tree.kind[j] == 2:
        if kind == 0:
            for w in range(W):
                entry[w] += sign * (u[0, w] * s[j, 0, w] + u[1, w] * s[j, 1, w] + u[2, w] * s[j, 2, w])
        return
    for w in range(W):
        if kind == 0:
            x, y, z = point[0, w] - o[j, 0, w], point[1, w] - o[j, 1, w], point[2, w] - o[j, 2, w]
        else:
            x, y, z = v[0, w], v[1, w], v[2, w]
        sx, sy, sz = s[j, 0, w], s[j, 1, w], s[j, 2, w]
        entry[w] += sign * (u[0, w] * (sy * z - sz * y) + u[1, w] * (sz * x - sx * z) + u[2, w] * (sx * y - sy * x))


@kernel
def jacobian_rate(tree, con, place, q, qd, R, o, s, om, v, B):
    """B = dA/dt (m, columns, W), by the product rule on every factor of the columns of A."""
    B[:] = 0.0
    u = np.empty((3, W))
    ud = np.empty((3, W))
    point = np.empty((3, W))
    pointd = np.empty((3, W))
    for i in range(con.kind.shape[0]):
        a, b, kind = con.node_a[i], con.node_b[i], con.kind[i]
        if kind == 2:
            j, last = con.node_b[i], con.polynomial.shape[1] - 1
            for w in range(W):
                curve = 0.0  # second derivative of the polynomial
                for d in range(last, 1, -1):
                    curve = curve * q[j, w] + d * (d - 1) * con.polynomial[i, d]
                B[i, place[j], w] -= curve * qd[j, w]
            continue
        fixed_vector(a, con.u[i], R, u)
        fixed_vector(b, con.point_b[i] if kind == 0 else con.v[i], R, point)
        ud[:] = 0.0
        pointd[:] = 0.0
        if a >= 0:
            cross_add(om[a], u, ud)
        if b >= 0:
            cross_add(om[b], point, pointd)
            if kind == 0:
                point += o[b]
                pointd += v[b]
        for side in range(2):
            path = con.path_b[i] if side == 0 else con.path_a[i]
            sign = 1.0 if side == 0 else -1.0
            k = 0
            while path[k] >= 0:
                j = path[k]
                _column_rate(tree, kind, j, sign, u, ud, point, pointd, o, v, s, om, B[i, place[tree.coordinate[j]]])
                k += 1


@kernel
def _column_rate(tree, kind, j, sign, u, ud, point, pointd, o, v, s, om, entry):
    """d/dt of `_column`; the axis turns with its body: ds/dt = om x s."""
    for w in range(W):
        sx, sy, sz = s[j, 0, w], s[j, 1, w], s[j, 2, w]
        tx = om[j, 1, w] * sz - om[j, 2, w] * sy
        ty = om[j, 2, w] * sx - om[j, 0, w] * sz
        tz = om[j, 0, w] * sy - om[j, 1, w] * sx
        if tree.kind[j] == 2:
            if kind == 0:
                entry[w] += sign * (ud[0, w] * sx + ud[1, w] * sy + ud[2, w] * sz + u[0, w] * tx + u[1, w] * ty + u[2, w] * tz)
            continue
        x, y, z = point[0, w], point[1, w], point[2, w]
        xd, yd, zd = pointd[0, w], pointd[1, w], pointd[2, w]
        if kind == 0:
            x, y, z = x - o[j, 0, w], y - o[j, 1, w], z - o[j, 2, w]
            xd, yd, zd = xd - v[j, 0, w], yd - v[j, 1, w], zd - v[j, 2, w]
        entry[w] += sign * (
            ud[0, w] * (sy * z - sz * y)
            + ud[1, w] * (sz * x - sx * z)
            + ud[2, w] * (sx * y - sy * x)
            + u[0, w] * (ty * z - tz * y + sy * zd - sz * yd)
            + u[1, w] * (tz * x - tx * z + sz * xd - sx * zd)
            + u[2, w] * (tx * y - ty * x + sx * yd - sy * xd)
        )


@kernel
def factor(con, S, V, beta, diagonal, margin, det):
    """Sparse Householder QR of S[:, :n_d] in place, by the schedule in `con`.

    V holds the reflectors, beta their scales, `diagonal` R_kk; margin = min_k |R_kk| / |column k| (0: singular) and
    det = the product of the signs of R_kk, which flips where a square system passes a singularity.
    """
    for w in range(W):
        margin[w] = 1.0
        det[w] = 1.0
    norm2 = np.empty(W)
    dot = np.empty(W)
    for k in range(con.solved.shape[0]):
        first, last = con.row_start[k], con.row_start[k + 1]
        for w in range(W):
            norm2[w] = 0.0
        for e in range(first, last):
            row = con.rows[e]
            for w in range(W):
                V[e, w] = S[row, k, w]
                norm2[w] += V[e, w] * V[e, w]
        for w in range(W):
            length = 0.0  # of the whole column: R_0k^2 + ... + R_kk^2
            for j in range(k):
                length += S[con.rows[con.row_start[j]], k, w] ** 2
            norm = np.sqrt(norm2[w])
            margin[w] = min(margin[w], norm / (np.sqrt(length + norm2[w]) + 1e-300))
            x = V[first, w]
            alpha = norm if x < 0.0 else -norm
            V[first, w] = x - alpha
            beta[k, w] = -1.0 / (alpha * V[first, w]) if norm > 0.0 else 0.0
            diagonal[k, w] = alpha
            det[w] *= 1.0 if alpha > 0.0 else -1.0
        for c in range(con.column_start[k], con.column_start[k + 1]):
            reflect(con, V, beta, k, S[:, con.columns[c]], dot)


@kernel
def reflect(con, V, beta, k, b, dot):
    """b -= v_k beta_k (v_k . b), for one column b (m, W)."""
    first, last = con.row_start[k], con.row_start[k + 1]
    for w in range(W):
        dot[w] = 0.0
    for e in range(first, last):
        row = con.rows[e]
        for w in range(W):
            dot[w] += V[e, w] * b[row, w]
    for w in range(W):
        dot[w] *= beta[k, w]
    for e in range(first, last):
        row = con.rows[e]
        for w in range(W):
            b[row, w] -= V[e, w] * dot[w]


@kernel
def solve(con, S, V, beta, diagonal, b, x):
    """x (n_d, W) that solves (or least-squares solves) S x = b, with the factors of `factor`; b is used up."""
    dot = np.empty(W)
    n_d = con.solved.shape[0]
    for k in range(n_d):
        reflect(con, V, beta, k, b, dot)
    for k in range(n_d - 1, -1, -1):
        row = con.rows[con.row_start[k]]
        for w in range(W):
            x[k, w] = b[row, w]
        for c in range(con.column_start[k], con.column_start[k + 1]):
            j = con.columns[c]
            for w in range(W):
                x[k, w] -= S[row, j, w] * x[j, w]
        for w in range(W):
            x[k, w] /= diagonal[k, w]
