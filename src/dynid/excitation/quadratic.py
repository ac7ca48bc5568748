"""The convex program of a design's step, by a primal-dual interior point method:

    min  g'd + d'Bd/2 + mu t   s.t.  excess + J d <= t,  t >= 0,  |d| <= radius

Mehrotra's predictor and corrector, all dense. d = 0 with a large t lies inside, so every iterate
keeps the limits; each iteration factors one matrix of the size of d. Limits that no step within the
radius can reach are left out at once. Of the others those near their bound are taken first; what
the answer then breaks is added, and the program solved again: most limits never push.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array

FIRST = 0.02  # limits with an excess above - FIRST are taken at once
BROKEN = 1e-9  # by which a limit that was left out may be broken
ITERATIONS = 60
GAP = 1e-9  # of the program's value and its dual's
NEARLY = 0.995  # of the way to the edge


def step(
    g: Array, B: Array, J: Array, excess: Array, mu: float, radius: float
) -> tuple[Array, float, Array]:
    """d, t and the multipliers of the limits."""
    # excess + J d <= excess + radius |J|_1
    most = excess + radius * np.abs(J).sum(axis=1)
    reach, taken = most > 0.0, excess > -FIRST
    dual = np.zeros(len(excess))
    while True:
        rows = np.flatnonzero(reach & taken)
        d, t, dual[rows] = solve(g, B, J[rows], excess[rows], mu, radius)
        broken = reach & ~taken & (excess + J @ d > t + BROKEN)
        if not broken.any():
            return d, t, dual
        taken |= broken


def solve(
    g: Array, B: Array, J: Array, excess: Array, mu: float, radius: float
) -> tuple[Array, float, Array]:
    """The program with all limits in it."""
    from scipy.linalg.blas import dsyrk
    from scipy.linalg.lapack import dpotrf, dpotrs

    m, n = J.shape
    # C x = s + h: t - J d - excess, t, radius - d, radius + d
    C = np.zeros((m, n + 1), order="F")
    C[:, :n], C[:, n] = -J, 1.0
    x = np.zeros(n + 1)
    x[n] = max(0.0, float(excess.max(initial=0.0))) + 0.5 * radius
    s = np.concatenate([x[n] - excess, [x[n]], np.full(2 * n, radius)])
    z = np.full(m + 1 + 2 * n, mu / (m + 1))
    slope = g - C[:, :n].T @ z[:m]
    size = 0.1 * max(float(np.abs(slope).max()), 1e-8)
    z[m + 1 : m + 1 + n] = np.maximum(-slope, 0.0) + size
    z[m + 1 + n :] = np.maximum(slope, 0.0) + size
    P = np.zeros((n + 1, n + 1), order="F")
    P[:n, :n] = B
    q, edge = np.append(g, mu), np.arange(n)

    def multiply_transposed(y: Array) -> Array:
        """C'y of all rows."""
        out = C.T @ y[:m]
        out[n] += y[m]
        out[:n] += y[m + 1 + n :] - y[m + 1 : m + 1 + n]
        return np.asarray(out)

    def multiply(v: Array) -> Array:
        """C v of all rows."""
        return np.concatenate([C @ v, v[n:], -v[:n], v[:n]])

    for _ in range(ITERATIONS):
        gap = float(s @ z)
        off = P @ x + q - multiply_transposed(z)
        scale = 1.0 + abs(float(q @ x + 0.5 * x @ P @ x))
        if gap < GAP * scale and np.abs(off).max() < 1e-8 * scale:
            break
        weight = z / s
        H = P.copy(order="F")
        if m:
            H = dsyrk(1.0, C * np.sqrt(weight[:m])[:, None], beta=1.0, c=H, trans=1, overwrite_c=1)
        H[edge, edge] += weight[m + 1 : m + 1 + n] + weight[m + 1 + n :]
        H[n, n] += weight[m]
        L, failed = dpotrf(H, overwrite_a=True)
        if failed:
            break
        # predictor: s z = 0
        dx = dpotrs(L, -off - multiply_transposed(z))[0]
        ds = multiply(dx)
        dz = -z - weight * ds
        ahead = min(_find_step_length(s, ds), _find_step_length(z, dz))
        then = float((s + ahead * ds) @ (z + ahead * dz))
        # corrector: s z = sigma gap / rows - ds dz
        aim = (then / gap) ** 3 * gap / len(s) - ds * dz
        dx = dpotrs(L, -off + multiply_transposed(aim / s - z))[0]
        ds = multiply(dx)
        dz = aim / s - z - weight * ds
        go = min(1.0, NEARLY * min(_find_step_length(s, ds), _find_step_length(z, dz)))
        x, s, z = x + go * dx, s + go * ds, z + go * dz
    return np.clip(x[:n], -radius, radius), max(0.0, float(x[n])), z[:m]


def _find_step_length(x: Array, dx: Array) -> float:
    """How far x + a dx stays positive, at most to a = 1 / NEARLY."""
    down = dx < 0.0
    return min(1.0 / NEARLY, float((x[down] / -dx[down]).min(initial=np.inf)))
