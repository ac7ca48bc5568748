"""Compiled: where the dependent coordinates of the next W samples will be, from the gains X =
dq_d/dq_i before them.

X is known at the base pose and, every NODE samples, over the block that ended there. Along a steady
motion it is smooth in time even where the positions are noisy, so it is extrapolated (Newton's
backward differences), and the motion itself is summed: q_d <- q_d + X(t) dq_i. A wrong prediction
costs Newton steps or a march, never the result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.compiling import lanes, lean
from dynid.loops.rows import W

NODE = (
    W // 4
)  # lanes between two known X: with the base pose before them they give four differences


def weights(lanes: int) -> Array:
    """Of X(t) = X + sum_j weights[j] D_j X, with t (t + 1) ... (t + j - 1) / j!"""
    t = (np.arange(lanes) + 0.5) / (lanes // 4)  # since the base pose, between two samples
    terms = [t**0, t, t * (t + 1) / 2, t * (t + 1) * (t + 2) / 6]
    return np.array([*terms, t * (t + 1) * (t + 2) * (t + 3) / 24])


WEIGHTS = weights(W)


def lanes_of(count: int) -> dict[str, Any]:
    """The constants of kernels that work through `count` samples at a time, a multiple of four, in
    place of W: see `variant` of a kernel, and `workspace`."""
    return {"W": count, "NODE": count // 4, "WEIGHTS": weights(count)}


@lean
def keep_gains(work, w, steady):
    """Take X from lane w of work.Xi, the new base pose, and its differences from the lanes before
    (a full, steady block).

    The series of differences is cut where its terms, taken to the end of the next block, are
    smallest; an unsteady motion is thereby left with X alone.
    """
    X, Xi = work.X, work.Xi
    for k in range(X.shape[1]):
        for i in range(X.shape[2]):
            x0, x1, x2 = Xi[k, i, w], Xi[k, i, W - 1 - NODE], Xi[k, i, W - 1 - 2 * NODE]
            x3, x4 = Xi[k, i, W - 1 - 3 * NODE], X[0, k, i]
            X[0, k, i] = x0
            X[1, k, i] = x0 - x1
            X[2, k, i] = x0 - 2.0 * x1 + x2
            X[3, k, i] = x0 - 3.0 * x1 + 3.0 * x2 - x3
            X[4, k, i] = x0 - 4.0 * x1 + 6.0 * x2 - 4.0 * x3 + x4
    cut = _cut(X) if steady and w == W - 1 else 0
    for j in range(cut + 1, X.shape[0]):
        for k in range(X.shape[1]):
            for i in range(X.shape[2]):
                X[j, k, i] = 0.0


@lean
def _cut(X):
    """How many differences to use: all if the last is the smallest term, else those before the
    smallest."""
    smallest, cut, last = np.inf, 0, X.shape[0] - 1
    for j in range(1, last + 1):
        size = 0.0
        for k in range(X.shape[1]):
            for i in range(X.shape[2]):
                size = max(size, abs(X[j, k, i]))
        size *= WEIGHTS[j, W - 1]
        if size < smallest:
            smallest, cut = size, j
    return cut if cut == last else cut - 1


@lean
def predict(con, work):
    """q_d of all lanes of work.q, whose q_i is given: base + sum over the samples of X(t) (q_i -
    q_i of the one before).

    The sums of WEIGHTS[j] dq_i are shared by all dependent coordinates.
    """
    given, solved, q, base, X, sums = con.given, con.solved, work.q, work.base, work.X, work.sums
    for i in range(given.shape[0]):
        c = given[i]
        s0, s1, s2, s3, s4, before = 0.0, 0.0, 0.0, 0.0, 0.0, base[c]
        for w in range(W):
            move = q[c, w] - before
            before = q[c, w]
            s0 += move
            s1 += WEIGHTS[1, w] * move
            s2 += WEIGHTS[2, w] * move
            s3 += WEIGHTS[3, w] * move
            s4 += WEIGHTS[4, w] * move
            (
                sums[i, w],
                sums[i, W + w],
                sums[i, 2 * W + w],
                sums[i, 3 * W + w],
                sums[i, 4 * W + w],
            ) = (
                s0,
                s1,
                s2,
                s3,
                s4,
            )
    for k in range(solved.shape[0]):
        c = solved[k]
        for w in lanes(W):
            q[c, w] = base[c]
        for i in range(given.shape[0]):
            x0, x1, x2, x3, x4 = X[0, k, i], X[1, k, i], X[2, k, i], X[3, k, i], X[4, k, i]
            for w in lanes(W):
                q[c, w] += (
                    x0 * sums[i, w]
                    + x1 * sums[i, W + w]
                    + x2 * sums[i, 2 * W + w]
                    + x3 * sums[i, 3 * W + w]
                    + x4 * sums[i, 4 * W + w]
                )
