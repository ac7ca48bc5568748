"""Compiled: where the dependent coordinates of the next W samples will be, from the gains X = dq_d/dq_i before them.

X is known at the base pose and, every NODE samples, over the block that ended there. Along a steady motion it is smooth in
time even where the positions are noisy, so it is extrapolated (Newton's backward differences), and the motion itself is
summed: q_d <- q_d + X(t) dq_i. A wrong prediction costs Newton steps or a march, never the result.
"""

from __future__ import annotations

from dynid.compiling import lean
from dynid.robot.closure_rows import W

NODE = 8  # lanes between two known X
ORDER = W // NODE  # highest difference: the nodes of one block, and the base pose before it


@lean
def keep_gains(work, w):
    """Take X and its differences from the lanes of work.Xi up to w, the new base pose. Only a full block has differences.

    A series of differences is cut where its terms, taken to the end of the next block, are smallest; an unsteady motion is
    thereby left with X alone.
    """
    X, Xi, order = work.X, work.Xi, work.order
    if w < W - 1:
        order[0] = 0
    else:
        for k in range(X.shape[1]):
            for i in range(X.shape[2]):
                X[ORDER, k, i] = X[0, k, i]  # the base pose before
                for j in range(ORDER):
                    X[j, k, i] = Xi[k, i, W - 1 - j * NODE]
                for level in range(ORDER):
                    for j in range(ORDER, level, -1):
                        X[j, k, i] = X[j - 1, k, i] - X[j, k, i]
        order[0] = _cut(X)
        return
    for k in range(X.shape[1]):
        for i in range(X.shape[2]):
            X[0, k, i] = Xi[k, i, w]


@lean
def _cut(X):
    """How many differences to use: all up to the smallest term; none where already the first is the smallest."""
    weight, best, cut = 1.0, 0.0, 0
    for j in range(1, ORDER + 1):
        weight *= (ORDER + j - 1.0) / j  # of the j-th difference, W samples ahead: ORDER (ORDER + 1) ... / j!
        size = 0.0
        for k in range(X.shape[1]):
            for i in range(X.shape[2]):
                size = max(size, abs(X[j, k, i]))
        if j == 1 or weight * size < best:
            best, cut = weight * size, j
    return cut if cut == ORDER else cut - 1


@lean
def predict(con, work):
    """q_d of all lanes of work.q, whose q_i is given: base + sum over the samples of X(t - 1/2) (q_i - q_i before).

    With X(t) = sum_j b_j(t) D_j X the sums sum_t b_j(t) dq_i are shared by all dependent coordinates.
    """
    given, solved, q, base, X, sums = con.given, con.solved, work.q, work.base, work.X, work.sums
    order = work.order[0]
    for i in range(given.shape[0]):
        c = given[i]
        for j in range(order + 1):
            total, before = 0.0, base[c]
            for w in range(W):
                t, weight = (w + 0.5) / NODE, 1.0
                for m in range(j):
                    weight *= (t + m) / (m + 1.0)
                total += weight * (q[c, w] - before)
                before = q[c, w]
                sums[i, j, w] = total
    for k in range(solved.shape[0]):
        c = solved[k]
        for w in range(W):
            q[c, w] = base[c]
        for i in range(given.shape[0]):
            for j in range(order + 1):
                x = X[j, k, i]
                for w in range(W):
                    q[c, w] += x * sums[i, j, w]
