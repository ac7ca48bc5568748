"""The way of the interior point method, each step in two compiled calls; between them LAPACK
factors."""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.estimators.consistent.barrier_kernel import LOST, dot, moved, scaled_rows, state, step


@kernel
def opened(
    R, u, v, R_inv, lam, s, z, E, columns, G, gram, rest, tolerance, e, Z, w, F, H, scale, report
):
    """What is known at a point (`state`; the value 1/2 |e|^2 + rest is the last of the report), and
    unless its gap is within the tolerance of that, w and the scaled rows of a step from there."""
    state(R, u, v, R_inv, lam, s, z, E, columns, G, e, Z, report)
    value = 0.5 * dot(e, e, 0) + rest
    report[2] = value
    if report[0] + report[1] > tolerance * value:
        for r in range(len(s)):
            w[r] = np.sqrt(s[r] / z[r])
        scaled_rows(R_inv, E, columns, G, w, gram, F, H, scale)


@kernel
def closed(
    A,
    F,
    columns,
    c,
    scale,
    e,
    w,
    R_inv,
    lam,
    s,
    z,
    gap,
    v,
    sure,
    to,
    R_to,
    lam_to,
    s_to,
    z_to,
    report,
):
    """A step, and where it leads, unless the factor has too few digits: whether it led anywhere.
    `sure`: it has as many as can be had."""
    b, m = len(lam), len(s)
    d, dS, dZ = np.empty(len(v)), np.zeros((b, 4, 4)), np.zeros((b, 4, 4))
    ds, dz = np.zeros(m), np.zeros(m)
    step(A, F, columns, c, scale, e, lam, s, z, gap, d, dS, dZ, ds, dz, report)
    a = report[0]
    if not sure and not report[1] <= LOST:
        return False
    moved(R_inv, lam, dS, dZ, a, R_to, lam_to)
    for k in range(len(v)):
        to[k] = v[k] + a * d[k]
    for r in range(m):
        s_to[r] = s[r] + a * ds[r] * w[r]
        z_to[r] = z[r] + a * dz[r] / w[r]
    return True
