"""Compiled reverse sweep of the regressor: from the cotangents of Y to those of the motion and of
G.

With Y_bar = dJ/dY, a slot (e, l) of a body and its ten entries of Y_bar, read as the parameters of
a body (m, h, second moments S), add to J

    e . N + l . F,   F = m d + H h,   N = h x d + integral of x x (H x)

which is bilinear in the column (e, l) and in the body's (H, d). So  (e, l)_bar = (N, F),  d_bar = m
l + e x h, H_bar = l h' + [e]x S. Going up the tree, columns and states turn back as forces do; a
turning joint collects axis . (x_bar x x) of every vector x that its rotation carries.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel, lanes
from dynid.dynamics.forces import pass_up
from dynid.dynamics.kernel import L, columns_of, ground_state, load, node_pose, node_state


@inlined
def take(source, j, column, at, count, row):
    """row (10 L) from source[j, column ... column + 9, at ...]; lanes beyond `count` are zero."""
    at = np.uint64(at)
    for k in range(10):
        c = np.uint64(column + k)
        if count == L:
            for w in lanes(L):
                row[k * L + w] = source[j, c, at + np.uint64(w)]
        else:
            for w in range(count):
                row[k * L + w] = source[j, c, at + np.uint64(w)]
            for w in range(count, L):
                row[k * L + w] = 0.0


@inlined
def row_adjoint(p, columns, slot, state, n, columns_bar, state_bar):
    """Add the share of one body in one generalised force, p = its ten entries of Y_bar (10 L)."""
    for i in lanes(L):
        m, hx, hy, hz = p[i], p[L + i], p[2 * L + i], p[3 * L + i]
        Ixx, Iyy, Izz = p[4 * L + i], p[6 * L + i], p[9 * L + i]
        Sxy, Sxz, Syz = -p[5 * L + i], -p[7 * L + i], -p[8 * L + i]
        half = 0.5 * (Ixx + Iyy + Izz)
        Sxx, Syy, Szz = half - Ixx, half - Iyy, half - Izz
        H0, H1, H2 = state[n, 6 * L + i], state[n, 7 * L + i], state[n, 8 * L + i]
        H3, H4, H5 = state[n, 9 * L + i], state[n, 10 * L + i], state[n, 11 * L + i]
        H6, H7, H8 = state[n, 12 * L + i], state[n, 13 * L + i], state[n, 14 * L + i]
        dx, dy, dz = state[n, 15 * L + i], state[n, 16 * L + i], state[n, 17 * L + i]
        ex, ey, ez = columns[slot, i], columns[slot, L + i], columns[slot, 2 * L + i]
        lx, ly, lz = columns[slot, 3 * L + i], columns[slot, 4 * L + i], columns[slot, 5 * L + i]
        Nx = hy * dz - hz * dy + (H6 * Sxy + H7 * Syy + H8 * Syz) - (H3 * Sxz + H4 * Syz + H5 * Szz)
        Ny = hz * dx - hx * dz + (H0 * Sxz + H1 * Syz + H2 * Szz) - (H6 * Sxx + H7 * Sxy + H8 * Sxz)
        Nz = hx * dy - hy * dx + (H3 * Sxx + H4 * Sxy + H5 * Sxz) - (H0 * Sxy + H1 * Syy + H2 * Syz)
        columns_bar[slot, i] += Nx
        columns_bar[slot, L + i] += Ny
        columns_bar[slot, 2 * L + i] += Nz
        columns_bar[slot, 3 * L + i] += m * dx + H0 * hx + H1 * hy + H2 * hz
        columns_bar[slot, 4 * L + i] += m * dy + H3 * hx + H4 * hy + H5 * hz
        columns_bar[slot, 5 * L + i] += m * dz + H6 * hx + H7 * hy + H8 * hz
        state_bar[n, 6 * L + i] += lx * hx + ey * Sxz - ez * Sxy
        state_bar[n, 7 * L + i] += lx * hy + ey * Syz - ez * Syy
        state_bar[n, 8 * L + i] += lx * hz + ey * Szz - ez * Syz
        state_bar[n, 9 * L + i] += ly * hx + ez * Sxx - ex * Sxz
        state_bar[n, 10 * L + i] += ly * hy + ez * Sxy - ex * Syz
        state_bar[n, 11 * L + i] += ly * hz + ez * Sxz - ex * Szz
        state_bar[n, 12 * L + i] += lz * hx + ex * Sxy - ey * Sxx
        state_bar[n, 13 * L + i] += lz * hy + ex * Syy - ey * Sxy
        state_bar[n, 14 * L + i] += lz * hz + ex * Syz - ey * Sxz
        state_bar[n, 15 * L + i] += m * lx + ey * hz - ez * hy
        state_bar[n, 16 * L + i] += m * ly + ez * hx - ex * hz
        state_bar[n, 17 * L + i] += m * lz + ex * hy - ey * hx


@inlined
def column_moment(kind, axis, n, columns, columns_bar, slot, out):
    """Add to q_bar (out, first L): axis . (e_bar x e + l_bar x l) of a turning, axis . (l_bar x e)
    of a sliding joint."""
    x, y, z = axis[n, 0], axis[n, 1], axis[n, 2]
    turn = 1.0 if kind == 1 else 0.0
    slide = 1.0 - turn
    for i in lanes(L):
        ex, ey, ez = columns[slot, i], columns[slot, L + i], columns[slot, 2 * L + i]
        lx, ly, lz = columns[slot, 3 * L + i], columns[slot, 4 * L + i], columns[slot, 5 * L + i]
        lx, ly, lz = turn * lx + slide * ex, turn * ly + slide * ey, turn * lz + slide * ez
        ax, ay, az = columns_bar[slot, i], columns_bar[slot, L + i], columns_bar[slot, 2 * L + i]
        bx, by, bz = (
            columns_bar[slot, 3 * L + i],
            columns_bar[slot, 4 * L + i],
            columns_bar[slot, 5 * L + i],
        )
        tx = turn * (ay * ez - az * ey) + by * lz - bz * ly
        ty = turn * (az * ex - ax * ez) + bz * lx - bx * lz
        tz = turn * (ax * ey - ay * ex) + bx * ly - by * lx
        out[i] += x * tx + y * ty + z * tz


@inlined
def gain_adjoint(kind, axis, n, columns_bar, slot, gain_bar, first, count):
    """The column holds axis times G: G_bar = axis . e_bar (turning) or axis . l_bar (sliding)."""
    at = 0 if kind == 1 else 3 * L
    x, y, z = axis[n, 0], axis[n, 1], axis[n, 2]
    for w in range(count):
        gain_bar[np.uint64(first) + np.uint64(w)] = (
            x * columns_bar[slot, at + w]
            + y * columns_bar[slot, at + L + w]
            + z * columns_bar[slot, at + 2 * L + w]
        )


@inlined
def node_adjoint(kind, axis, n, qd, state, state_bar, out):
    """Adjoint of `node_state` in the node's frame, with u = R'wp; out: q_bar (added), qd_bar,
    qdd_bar, u_bar, a_bar.

    H = [a]x + w w' - w.w 1:   a_bar += vec(H_bar - H_bar'),   w_bar += (H_bar + H_bar') w - 2
    tr(H_bar) w
    turning:   qdd_bar = axis . a_bar,   qd_bar = axis . w_bar + (u x axis) . a_bar,   u_bar = w_bar
               + qd axis x a_bar q_bar = axis . (u_bar x u + a_bar x R'ap + d_bar x d)
    sliding:   qdd_bar = axis . d_bar,   qd_bar = 2 (u x axis) . d_bar,   u_bar = w_bar + 2 qd axis
               x d_bar q_bar = axis . H' d_bar
    """
    x, y, z = axis[n, 0], axis[n, 1], axis[n, 2]
    turn = 1.0 if kind == 1 else 0.0
    slide = 1.0 if kind == 2 else 0.0
    for i in lanes(L):
        wx, wy, wz = state[n, i], state[n, L + i], state[n, 2 * L + i]
        ax, ay, az = state[n, 3 * L + i], state[n, 4 * L + i], state[n, 5 * L + i]
        dx, dy, dz = state[n, 15 * L + i], state[n, 16 * L + i], state[n, 17 * L + i]
        H0, H1, H2 = state_bar[n, 6 * L + i], state_bar[n, 7 * L + i], state_bar[n, 8 * L + i]
        H3, H4, H5 = state_bar[n, 9 * L + i], state_bar[n, 10 * L + i], state_bar[n, 11 * L + i]
        H6, H7, H8 = state_bar[n, 12 * L + i], state_bar[n, 13 * L + i], state_bar[n, 14 * L + i]
        Ax = state_bar[n, 3 * L + i] + H7 - H5
        Ay = state_bar[n, 4 * L + i] + H2 - H6
        Az = state_bar[n, 5 * L + i] + H3 - H1
        Wx = state_bar[n, i] - 2.0 * (H4 + H8) * wx + (H1 + H3) * wy + (H2 + H6) * wz
        Wy = state_bar[n, L + i] - 2.0 * (H0 + H8) * wy + (H1 + H3) * wx + (H5 + H7) * wz
        Wz = state_bar[n, 2 * L + i] - 2.0 * (H0 + H4) * wz + (H2 + H6) * wx + (H5 + H7) * wy
        Dx, Dy, Dz = state_bar[n, 15 * L + i], state_bar[n, 16 * L + i], state_bar[n, 17 * L + i]
        v = qd[i]
        cx, cy, cz = wy * z - wz * y, wz * x - wx * z, wx * y - wy * x  # u x axis = w x axis
        # the vector that qdd and qd act on: a_bar of a turning joint, d_bar of a sliding one
        gx, gy, gz = turn * Ax + slide * Dx, turn * Ay + slide * Dy, turn * Az + slide * Dz
        twice = turn + 2.0 * slide
        out[L + i] = turn * (x * Wx + y * Wy + z * Wz) + twice * (cx * gx + cy * gy + cz * gz)
        out[2 * L + i] = x * gx + y * gy + z * gz
        Ux, Uy, Uz = (
            Wx + twice * v * (y * gz - z * gy),
            Wy + twice * v * (z * gx - x * gz),
            Wz + twice * v * (x * gy - y * gx),
        )
        bx, by, bz = ax - v * cx, ay - v * cy, az - v * cz  # R'ap, up to a multiple of the axis
        tx = Uy * wz - Uz * wy + Ay * bz - Az * by + Dy * dz - Dz * dy
        ty = Uz * wx - Ux * wz + Az * bx - Ax * bz + Dz * dx - Dx * dz
        tz = Ux * wy - Uy * wx + Ax * by - Ay * bx + Dx * dy - Dy * dx
        h0, h1, h2 = state[n, 6 * L + i], state[n, 7 * L + i], state[n, 8 * L + i]
        h3, h4, h5 = state[n, 9 * L + i], state[n, 10 * L + i], state[n, 11 * L + i]
        h6, h7, h8 = state[n, 12 * L + i], state[n, 13 * L + i], state[n, 14 * L + i]
        sx, sy, sz = (
            h0 * Dx + h3 * Dy + h6 * Dz,
            h1 * Dx + h4 * Dy + h7 * Dz,
            h2 * Dx + h5 * Dy + h8 * Dz,
        )
        out[i] += (
            x * (turn * tx + slide * sx)
            + y * (turn * ty + slide * sy)
            + z * (turn * tz + slide * sz)
        )
        out[3 * L + i], out[4 * L + i], out[5 * L + i] = Ux, Uy, Uz
        out[6 * L + i], out[7 * L + i], out[8 * L + i] = Ax, Ay, Az
        out[9 * L + i], out[10 * L + i], out[11 * L + i] = Dx, Dy, Dz


@inlined
def pass_state_up(pose, out, state_bar, p):
    """wp_bar += R u_bar,   ap_bar += R a_bar,   dp_bar += g = R d_bar,   Hp_bar += g r'."""
    for i in lanes(L):
        R0, R1, R2 = pose[i], pose[L + i], pose[2 * L + i]
        R3, R4, R5 = pose[3 * L + i], pose[4 * L + i], pose[5 * L + i]
        R6, R7, R8 = pose[6 * L + i], pose[7 * L + i], pose[8 * L + i]
        x, y, z = pose[9 * L + i], pose[10 * L + i], pose[11 * L + i]
        ux, uy, uz = out[3 * L + i], out[4 * L + i], out[5 * L + i]
        state_bar[p, i] += R0 * ux + R1 * uy + R2 * uz
        state_bar[p, L + i] += R3 * ux + R4 * uy + R5 * uz
        state_bar[p, 2 * L + i] += R6 * ux + R7 * uy + R8 * uz
        ux, uy, uz = out[6 * L + i], out[7 * L + i], out[8 * L + i]
        state_bar[p, 3 * L + i] += R0 * ux + R1 * uy + R2 * uz
        state_bar[p, 4 * L + i] += R3 * ux + R4 * uy + R5 * uz
        state_bar[p, 5 * L + i] += R6 * ux + R7 * uy + R8 * uz
        ux, uy, uz = out[9 * L + i], out[10 * L + i], out[11 * L + i]
        gx, gy, gz = (
            R0 * ux + R1 * uy + R2 * uz,
            R3 * ux + R4 * uy + R5 * uz,
            R6 * ux + R7 * uy + R8 * uz,
        )
        state_bar[p, 6 * L + i] += gx * x
        state_bar[p, 7 * L + i] += gx * y
        state_bar[p, 8 * L + i] += gx * z
        state_bar[p, 9 * L + i] += gy * x
        state_bar[p, 10 * L + i] += gy * y
        state_bar[p, 11 * L + i] += gy * z
        state_bar[p, 12 * L + i] += gz * x
        state_bar[p, 13 * L + i] += gz * y
        state_bar[p, 14 * L + i] += gz * z
        state_bar[p, 15 * L + i] += gx
        state_bar[p, 16 * L + i] += gy
        state_bar[p, 17 * L + i] += gz


@kernel
def regressor_adjoint(tree, plan, q, qd, qdd, gains, Y_bar, at, q_bar, qd_bar, qdd_bar, gains_bar):
    """q_bar, qd_bar, qdd_bar (N, coordinates) and gains_bar (coordinates, rows, N) for Y_bar[j, p,
    at + s].

    gains_bar is written only where the plan takes an axis times G.
    """
    parent, kind, coordinate, M, r, axis = (
        tree.parent,
        tree.kind,
        tree.coordinate,
        tree.M,
        tree.r,
        tree.axis,
    )
    start, up, own, row_of, group = plan.start, plan.up, plan.own, plan.row, plan.group
    n, nc = parent.shape[0], q.shape[1]
    qb, vb, ab = np.zeros((nc + 1, L)), np.zeros((nc + 1, L)), np.zeros((nc + 1, L))
    pose, state, state_bar = (
        np.empty((n, 12 * L)),
        np.empty((n + 1, 18 * L)),
        np.empty((n + 1, 18 * L)),
    )
    sine, cosine = np.empty(L), np.empty(L)
    columns, columns_bar = np.empty((row_of.shape[0], 6 * L)), np.empty((row_of.shape[0], 6 * L))
    row, out = np.empty(10 * L), np.empty(12 * L)
    ground_state(tree.gravity, state)
    for first in range(0, q.shape[0], L):
        count = min(L, q.shape[0] - first)
        load(q, first, count, qb)
        load(qd, first, count, vb)
        load(qdd, first, count, ab)
        for i in range(n):
            c = coordinate[i]
            node_pose(kind[i], M, r, i, qb[c], sine, cosine, pose[i])
            node_state(kind[i], axis, i, parent[i], pose[i], vb[c], ab[c], state)
            columns_of(
                kind[i], c, axis, i, start, up, own, row_of, pose[i], gains, first, count, columns
            )
        state_bar[:] = 0.0
        columns_bar[:] = 0.0
        for i in range(n - 1, -1, -1):
            c = coordinate[i]
            for w in lanes(L):
                out[w] = 0.0
            for slot in range(start[i], start[i + 1]):
                if group[i] >= 0:
                    take(Y_bar, row_of[slot], 10 * group[i], at + first, count, row)
                    row_adjoint(row, columns, slot, state, i, columns_bar, state_bar)
                if c >= 0:
                    column_moment(kind[i], axis, i, columns, columns_bar, slot, out)
                if own[slot] == 2:
                    gain_adjoint(
                        kind[i],
                        axis,
                        i,
                        columns_bar,
                        slot,
                        gains_bar[c, row_of[slot]],
                        first,
                        count,
                    )
                if up[slot] >= 0:
                    pass_up(pose[i], columns_bar[slot], columns_bar[up[slot]])
            node_adjoint(kind[i], axis, i, vb[c], state, state_bar, out)
            if parent[i] >= 0:
                pass_state_up(pose[i], out, state_bar, parent[i])
            if c >= 0:
                for w in range(count):
                    q_bar[first + w, c] = out[w]
                    qd_bar[first + w, c] = out[L + w]
                    qdd_bar[first + w, c] = out[2 * L + w]
