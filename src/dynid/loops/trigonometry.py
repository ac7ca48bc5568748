"""Sine and cosine of a row of angles, written so that the compiler turns the loop into vector
instructions.

Cody-Waite reduction to [-pi/4, pi/4], then fdlibm's minimax polynomials: within one unit in the
last place or so. libm, called once per angle, would cost more than the rest of the kernels
together.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import lean

LARGEST = 1e5  # beyond this the reduction loses digits: leave it to libm


@lean
def sincos(q, s, c):
    """s = sin q, c = cos q, for contiguous rows."""
    large = 0  # counted in integers: a maximum of floats would not vectorise
    for w in range(q.shape[0]):
        large |= not abs(q[w]) < LARGEST
    if large:
        for w in range(q.shape[0]):
            s[w] = np.sin(q[w])
            c[w] = np.cos(q[w])
        return
    for w in range(q.shape[0]):
        n = np.floor(q[w] * 0.6366197723675814 + 0.5)  # nearest multiple of pi/2
        x = q[w] - n * 1.57079632673412561417e00
        x = x - n * 6.07710050630396597660e-11
        x = x - n * 2.02226624879595063154e-21
        z = x * x
        odd = z * (
            2.75573137070700676789e-06
            + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)
        )
        odd = z * (
            -1.66666666666666324348e-01
            + z * (8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + odd))
        )
        sine = x + x * odd
        even = z * (
            -2.75573143513906633035e-07
            + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)
        )
        even = z * (
            4.16666666666666019037e-02
            + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 + even))
        )
        half = 0.5 * z
        one = 1.0 - half
        cosine = one + (((1.0 - one) - half) + z * even)
        quadrant = n - 4.0 * np.floor(0.25 * n)  # 0, 1, 2, 3
        swap = quadrant == 1.0 or quadrant == 3.0
        s_ = cosine if swap else sine
        c_ = sine if swap else cosine
        s[w] = -s_ if quadrant >= 2.0 else s_
        c[w] = -c_ if (quadrant == 1.0 or quadrant == 2.0) else c_
