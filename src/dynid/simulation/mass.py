"""Compiled mass matrix at the states of a step, which are the lanes of one block: M = G' (M_c) G,
with M_c that of the tree, by composite bodies.

Everything is in world coordinates and about their origin, so that what a joint carries is a plain
sum over bodies: mass m, first moments H = sum m x, second moments B = sum m x x'. A joint's unit
rate turns by w and moves the origin by v; what it carries then has the momenta

    F = m v + w x H,     N = H x v + tr(B) w - B w       and      M_c = w . N + v . F

with w and v of a joint before it, or of itself. Component k of lane p is at [k * LANES + p].
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel
from dynid.loops.topology import PRISMATIC
from dynid.simulation.stages import LANES


@kernel
def mass_matrix(tree, inertia, J, frame, G, rigid, R, M):
    """M (LANES, n, n) at the poses `frame` of all nodes; J of rotors and couplings on all
    coordinates. `rigid`: R too, without those."""
    nodes, n_c, n = tree.parent.shape[0], G.shape[0], G.shape[1]
    mass, body = np.empty(nodes), np.empty((nodes, 9 * LANES))
    twist, both = np.empty((nodes, 6 * LANES)), np.empty(6 * LANES)
    MG, entry = np.zeros((n_c, n * LANES)), np.empty(LANES)
    for i in range(nodes):
        mass[i] = inertia[i, 0]
        _moments(inertia[i], frame[i], body[i])
        _twist(tree.kind[i], frame[i], twist[i])
    for i in range(nodes - 1, -1, -1):
        up, c = tree.parent[i], tree.coordinate[i]
        if up >= 0:
            mass[up] += mass[i]
            for w in range(9 * LANES):
                body[up, w] += body[i, w]
        if c < 0:
            continue
        _momenta(mass[i], body[i], twist[i], both)
        j = i
        while j >= 0:
            d = tree.coordinate[j]
            if d >= 0:
                _product(twist[j], both, entry)
                _add(entry, G[d], MG[c])
                if d != c:
                    _add(entry, G[c], MG[d])
            j = tree.parent[j]
    if rigid:
        _project(G, MG, R)
    for c in range(n_c):
        for d in range(n_c):
            if J[c, d] != 0.0:
                for w in range(LANES):
                    entry[w] = J[c, d]
                _add(entry, G[d], MG[c])
    _project(G, MG, M)


@inlined
def _moments(p, frame, body):
    """H (3) and B (xx, xy, xz, yy, yz, zz) of a body at o, turned by R:

    h = R h,   H = h + m o,   B = R S R' + o h' + h o' + m o o'   with  S = tr(I) / 2 - I
    """
    m, hx, hy, hz = p[0], p[1], p[2], p[3]
    half = 0.5 * (p[4] + p[6] + p[9])
    xx, yy, zz, xy, xz, yz = half - p[4], half - p[6], half - p[9], -p[5], -p[7], -p[8]
    for w in range(LANES):
        R0, R1, R2 = frame[w], frame[LANES + w], frame[2 * LANES + w]
        R3, R4, R5 = frame[3 * LANES + w], frame[4 * LANES + w], frame[5 * LANES + w]
        R6, R7, R8 = frame[6 * LANES + w], frame[7 * LANES + w], frame[8 * LANES + w]
        x, y, z = frame[9 * LANES + w], frame[10 * LANES + w], frame[11 * LANES + w]
        gx = R0 * hx + R1 * hy + R2 * hz
        gy = R3 * hx + R4 * hy + R5 * hz
        gz = R6 * hx + R7 * hy + R8 * hz
        # rows of R S
        a0, a1, a2 = (
            R0 * xx + R1 * xy + R2 * xz,
            R0 * xy + R1 * yy + R2 * yz,
            R0 * xz + R1 * yz + R2 * zz,
        )
        b0, b1, b2 = (
            R3 * xx + R4 * xy + R5 * xz,
            R3 * xy + R4 * yy + R5 * yz,
            R3 * xz + R4 * yz + R5 * zz,
        )
        c0, c1, c2 = (
            R6 * xx + R7 * xy + R8 * xz,
            R6 * xy + R7 * yy + R8 * yz,
            R6 * xz + R7 * yz + R8 * zz,
        )
        Hx, Hy, Hz = gx + m * x, gy + m * y, gz + m * z
        body[w], body[LANES + w], body[2 * LANES + w] = Hx, Hy, Hz
        # o h' + h o' + m o o' = o H' + h o'
        body[3 * LANES + w] = a0 * R0 + a1 * R1 + a2 * R2 + x * Hx + gx * x
        body[4 * LANES + w] = a0 * R3 + a1 * R4 + a2 * R5 + x * Hy + gx * y
        body[5 * LANES + w] = a0 * R6 + a1 * R7 + a2 * R8 + x * Hz + gx * z
        body[6 * LANES + w] = b0 * R3 + b1 * R4 + b2 * R5 + y * Hy + gy * y
        body[7 * LANES + w] = b0 * R6 + b1 * R7 + b2 * R8 + y * Hz + gy * z
        body[8 * LANES + w] = c0 * R6 + c1 * R7 + c2 * R8 + z * Hz + gz * z


@inlined
def _twist(kind, frame, twist):
    """w = s and v = o x s of a turning joint, w = 0 and v = s of a sliding one."""
    turn = 0.0 if kind == PRISMATIC else 1.0
    for p in range(LANES):
        x, y, z = frame[9 * LANES + p], frame[10 * LANES + p], frame[11 * LANES + p]
        sx, sy, sz = frame[12 * LANES + p], frame[13 * LANES + p], frame[14 * LANES + p]
        twist[p], twist[LANES + p], twist[2 * LANES + p] = turn * sx, turn * sy, turn * sz
        twist[3 * LANES + p] = turn * (y * sz - z * sy) + (1.0 - turn) * sx
        twist[4 * LANES + p] = turn * (z * sx - x * sz) + (1.0 - turn) * sy
        twist[5 * LANES + p] = turn * (x * sy - y * sx) + (1.0 - turn) * sz


@inlined
def _momenta(m, body, twist, both):
    """N and F of what a joint carries, at its unit rate."""
    for p in range(LANES):
        wx, wy, wz = twist[p], twist[LANES + p], twist[2 * LANES + p]
        vx, vy, vz = twist[3 * LANES + p], twist[4 * LANES + p], twist[5 * LANES + p]
        Hx, Hy, Hz = body[p], body[LANES + p], body[2 * LANES + p]
        xx, xy, xz = body[3 * LANES + p], body[4 * LANES + p], body[5 * LANES + p]
        yy, yz, zz = body[6 * LANES + p], body[7 * LANES + p], body[8 * LANES + p]
        both[p] = Hy * vz - Hz * vy + (yy + zz) * wx - xy * wy - xz * wz
        both[LANES + p] = Hz * vx - Hx * vz + (xx + zz) * wy - xy * wx - yz * wz
        both[2 * LANES + p] = Hx * vy - Hy * vx + (xx + yy) * wz - xz * wx - yz * wy
        both[3 * LANES + p] = m * vx + wy * Hz - wz * Hy
        both[4 * LANES + p] = m * vy + wz * Hx - wx * Hz
        both[5 * LANES + p] = m * vz + wx * Hy - wy * Hx


@inlined
def _product(twist, both, entry):
    """w . N + v . F"""
    for p in range(LANES):
        entry[p] = (
            twist[p] * both[p]
            + twist[LANES + p] * both[LANES + p]
            + twist[2 * LANES + p] * both[2 * LANES + p]
            + twist[3 * LANES + p] * both[3 * LANES + p]
            + twist[4 * LANES + p] * both[4 * LANES + p]
            + twist[5 * LANES + p] * both[5 * LANES + p]
        )


@inlined
def _add(entry, gains, row):
    """row += entry * gains (n, LANES)"""
    for k in range(gains.shape[0]):
        for p in range(LANES):
            row[k * LANES + p] += entry[p] * gains[k, p]


@inlined
def _project(G, MG, M):
    """M = G' MG, symmetric."""
    n = M.shape[1]
    total = np.empty(LANES)
    for i in range(n):
        for k in range(i + 1):
            for p in range(LANES):
                total[p] = 0.0
            for c in range(G.shape[0]):
                for p in range(LANES):
                    total[p] += G[c, i, p] * MG[c, k * LANES + p]
            for p in range(LANES):
                M[p, i, k] = total[p]
                M[p, k, i] = total[p]
