"""A recursive filter over all columns of a long log at once, compiled: each row is read while it is
in cache, where SciPy goes through the log column by column."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.compiling import kernel


@kernel
def both_ways(sections: Array, rest: Array, x: Array) -> None:
    """Filter the rows of x (N, n) in place by sections (S, 5) of second order, forwards, then
    backwards; rest (S, 2) is the state in which a constant 1 stays 1.

    y = b0 x + z0,   z0 <- b1 x - a1 y + z1,   z1 <- b2 x - a2 y
    """
    N, n = x.shape
    S = sections.shape[0]
    z = np.empty((S, 2, n))
    for way in range(2):
        start = 0 if way == 0 else N - 1
        for s in range(S):
            for c in range(n):
                z[s, 0, c] = rest[s, 0] * x[start, c]
                z[s, 1, c] = rest[s, 1] * x[start, c]
        for k in range(N):
            i = k if way == 0 else N - 1 - k
            for s in range(S):
                b0, b1, b2 = sections[s, 0], sections[s, 1], sections[s, 2]
                a1, a2 = sections[s, 3], sections[s, 4]
                for c in range(n):
                    v = x[i, c]
                    y = b0 * v + z[s, 0, c]
                    z[s, 0, c] = b1 * v - a1 * y + z[s, 1, c]
                    z[s, 1, c] = b2 * v - a2 * y
                    x[i, c] = y
