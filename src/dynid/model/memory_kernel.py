"""The memory of a gear, backwards in time: its gradient, compiled."""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel


@kernel
def back_in_time(q, z, length, z_bar, q_bar):
    """z_i = s + (z_(i-1) - s) e,  e = e^(-|d| / length),  d = q_i - q_(i-1),  s = sign(d):
    dz_i/dz_(i-1) = e,    dz_i/dq_i = -dz_i/dq_(i-1) = (1 - s z_(i-1)) e / length."""
    carried = 0.0
    for k in range(len(q) - 1):
        i = len(q) - 1 - k
        carried += z_bar[i]
        d = q[i] - q[i - 1]
        s = np.sign(d)
        e = np.exp(-abs(d) / length)
        slope = carried * (1.0 - s * z[i - 1]) * e / length
        q_bar[i] += slope
        q_bar[i - 1] -= slope
        carried *= e
