"""One joint's equation of motion with its sensitivities, compiled.

State x = [q, v, ln m, r, g, Bv, B1, B2, ln w1, ln w2] of a joint that moves alone, with

    a = ((tau - g G(q) - f(v)) / m - 1/2 D'(q) v^2) / D(q),   D = h0(q) + r H(q),   f = Bv v + B1
    tanh(w1 v) + B2 tanh(w2 v)

which is (29) of Rodriguez-Angeles 2002 with its missing 1/2 m'(q) v^2, m D(q) the inertia.
Logarithms keep m and w positive, whatever the filter does. h0, H and G are Chebyshev series in s =
(q - centre) / half.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel

# largest |da/dv| times the step of the integration: Runge-Kutta of order 4 is exact to 1e-3 of it
# there
STIFF = 0.5
MOST_STEPS = 64


@kernel
def series(C, s, half, out):
    """Values, first and second derivatives (with respect to q) of the Chebyshev series C
    (functions, terms) at s."""
    out[:] = 0.0
    T0, T1, d0, d1, e0, e1 = 1.0, s, 0.0, 1.0, 0.0, 0.0
    for k in range(C.shape[1]):
        for i in range(C.shape[0]):
            out[0, i] += C[i, k] * T0
            out[1, i] += C[i, k] * d0
            out[2, i] += C[i, k] * e0
        # T_(k+2) = 2 s T_(k+1) - T_k, and its derivatives
        T2, d2, e2 = 2.0 * s * T1 - T0, 2.0 * T1 + 2.0 * s * d1 - d0, 4.0 * d1 + 2.0 * s * e1 - e0
        T0, T1, d0, d1, e0, e1 = T1, T2, d1, d2, e1, e2
    out[1] /= half
    out[2] /= half * half


@kernel
def acceleration(q, v, x, u, C, centre, half, k_r, work, slope):
    """a; and in slope da/dx (nx entries), da/du after them. nan where the inertia is not positive
    or q is off the table."""
    nx = len(x)
    s = (q - centre) / half
    if not abs(s) <= 1.0:
        return np.nan
    series(C, s, half, work)
    k_g = C.shape[0] - 1 - k_r
    D, D1, D2, g, g1 = work[0, 0], work[1, 0], work[2, 0], 0.0, 0.0
    for j in range(k_r):
        D += x[3 + j] * work[0, 1 + j]
        D1 += x[3 + j] * work[1, 1 + j]
        D2 += x[3 + j] * work[2, 1 + j]
    for j in range(k_g):
        g += x[3 + k_r + j] * work[0, 1 + k_r + j]
        g1 += x[3 + k_r + j] * work[1, 1 + k_r + j]
    if not D > 0.0:
        return np.nan
    b = nx - 5
    w1, w2 = np.exp(x[b + 3]), np.exp(x[b + 4])
    t1, t2 = np.tanh(w1 * v), np.tanh(w2 * v)
    c1, c2 = w1 * (1.0 - t1 * t1), w2 * (1.0 - t2 * t2)
    f = x[b] * v + x[b + 1] * t1 + x[b + 2] * t2
    m = np.exp(x[2])
    force = (u - g - f) / m
    a = (force - 0.5 * D1 * v * v) / D
    slope[0] = -(D1 * a + 0.5 * D2 * v * v + g1 / m) / D
    slope[1] = -(D1 * v + (x[b] + x[b + 1] * c1 + x[b + 2] * c2) / m) / D
    slope[2] = -force / D
    for j in range(k_r):
        slope[3 + j] = -(work[0, 1 + j] * a + 0.5 * work[1, 1 + j] * v * v) / D
    for j in range(k_g):
        slope[3 + k_r + j] = -work[0, 1 + k_r + j] / (m * D)
    slope[b] = -v / (m * D)
    slope[b + 1] = -t1 / (m * D)
    slope[b + 2] = -t2 / (m * D)
    slope[b + 3] = -x[b + 1] * c1 * v / (m * D)
    slope[b + 4] = -x[b + 2] * c2 * v / (m * D)
    slope[nx] = 1.0 / (m * D)
    return a


@kernel
def substeps(x, dt, a):
    """How many Runge-Kutta steps a sample needs, by the steepest friction at speeds that the joint
    may have in it."""
    b = len(x) - 5
    v = max(0.0, abs(x[1]) - 2.0 * abs(a) * dt)
    w1, w2 = np.exp(x[b + 3]), np.exp(x[b + 4])
    steep = abs(x[b + 1]) * w1 * (1.0 - np.tanh(w1 * v) ** 2) + abs(x[b + 2]) * w2 * (
        1.0 - np.tanh(w2 * v) ** 2
    )
    rate = (abs(x[b]) + steep) * np.exp(-x[2])
    if not rate * dt < STIFF * MOST_STEPS:
        return MOST_STEPS
    return 1 + int(rate * dt / STIFF)


@kernel
def flow(x, u0, u1, dt, C, centre, half, k_r, S):
    """q, v after dt, with the torque going from u0 to u1; and in S their derivatives (2, nx + 1)
    with respect to x and to a constant added to the torque: those of the Runge-Kutta map itself,
    exact."""
    nx = len(x)
    work, slope = np.empty((3, C.shape[0])), np.empty(nx + 1)
    steps = substeps(x, dt, acceleration(x[0], x[1], x, u0, C, centre, half, k_r, work, slope))
    q, v, h = x[0], x[1], dt / steps
    S[:] = 0.0
    S[0, 0] = S[1, 1] = 1.0
    kq, kv = np.empty(4), np.empty(4)
    Kq, Kv = np.empty((4, nx + 1)), np.empty((4, nx + 1))
    for n in range(steps):
        for i in range(4):
            c = 0.0 if i == 0 else (1.0 if i == 3 else 0.5)
            qi, vi = (q, v) if i == 0 else (q + c * h * kq[i - 1], v + c * h * kv[i - 1])
            u = u0 + (u1 - u0) * (n + c) / steps
            kq[i], kv[i] = vi, acceleration(qi, vi, x, u, C, centre, half, k_r, work, slope)
            for j in range(nx + 1):
                sq, sv = S[0, j], S[1, j]
                if i > 0:
                    sq, sv = sq + c * h * Kq[i - 1, j], sv + c * h * Kv[i - 1, j]
                Kq[i, j] = sv
                Kv[i, j] = slope[0] * sq + slope[1] * sv + (slope[j] if j > 1 else 0.0)
        q += h / 6.0 * (kq[0] + 2.0 * kq[1] + 2.0 * kq[2] + kq[3])
        v += h / 6.0 * (kv[0] + 2.0 * kv[1] + 2.0 * kv[2] + kv[3])
        for j in range(nx + 1):
            S[0, j] += h / 6.0 * (Kq[0, j] + 2.0 * Kq[1, j] + 2.0 * Kq[2, j] + Kq[3, j])
            S[1, j] += h / 6.0 * (Kv[0, j] + 2.0 * Kv[1, j] + 2.0 * Kv[2, j] + Kv[3, j])
    return q, v


@kernel
def flow_many(X, U, du, dt, C, centre, half, k_r, out):
    """In out q, v (points, 2) after dt, of many states X (points, nx), each with its own torque
    from U (points, 1) to U + du.

    No derivatives are asked: the series of D and g are summed once a state, and only their values
    are followed.
    """
    D, g = np.empty(C.shape[1]), np.empty(C.shape[1])
    work, slope = np.empty((3, C.shape[0])), np.empty(X.shape[1] + 1)
    for m in range(len(X)):
        x, u, b = X[m], U[m, 0], X.shape[1] - 5
        steps = substeps(x, dt, acceleration(x[0], x[1], x, u, C, centre, half, k_r, work, slope))
        for k in range(C.shape[1]):
            D[k], g[k] = C[0, k], 0.0
            for j in range(1, len(C)):
                if j <= k_r:
                    D[k] += x[2 + j] * C[j, k]
                else:
                    g[k] += x[2 + j] * C[j, k]
        mass, w1, w2 = np.exp(x[2]), np.exp(x[b + 3]), np.exp(x[b + 4])
        q, v, h = x[0], x[1], dt / steps
        for n in range(steps):
            dq, dv, kq, kv = 0.0, 0.0, 0.0, 0.0
            for i in range(4):
                c = 0.0 if i == 0 else (1.0 if i == 3 else 0.5)
                qi, vi = q + c * h * kq, v + c * h * kv
                f = x[b] * vi + x[b + 1] * np.tanh(w1 * vi) + x[b + 2] * np.tanh(w2 * vi)
                force = u + du * (n + c) / steps - f
                kq, kv = vi, _driven(qi, vi, force, mass, D, g, centre, half)
                weight = 1.0 if i == 0 or i == 3 else 2.0
                dq, dv = dq + weight * kq, dv + weight * kv
            q, v = q + h / 6.0 * dq, v + h / 6.0 * dv
        out[m, 0], out[m, 1] = q, v


@kernel
def _driven(q, v, force, m, D, g, centre, half):
    """a = ((force - g(q)) / m - 1/2 D'(q) v^2) / D(q), the torque less the friction given; nan as
    in `acceleration`."""
    s = (q - centre) / half
    if not abs(s) <= 1.0:
        return np.nan
    T0, T1, d0, d1, inertia, rise, weight = 1.0, s, 0.0, 1.0, 0.0, 0.0, 0.0
    for k in range(len(D)):
        inertia, rise, weight = inertia + D[k] * T0, rise + D[k] * d0, weight + g[k] * T0
        T0, T1, d0, d1 = T1, 2.0 * s * T1 - T0, d1, 2.0 * T1 + 2.0 * s * d1 - d0
    if not inertia > 0.0:
        return np.nan
    return ((force - weight) / m - 0.5 * rise / half * v * v) / inertia
