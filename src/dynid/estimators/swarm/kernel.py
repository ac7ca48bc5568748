"""The compiled sum of errors of a swarm."""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel


@kernel
def sum_errors(W, y, theta, threshold, out):
    """out[p] += sum over the rows of rho(y - W theta[:, p]); W (rows, k), theta (k, particles),
    particles side by side.

    rho(e) = |e| where threshold is 0, else Huber's e^2 / 2 up to the threshold c, and c |e| - c^2 /
    2 beyond.
    """
    N, k = W.shape
    P = theta.shape[1]
    e = np.empty(P)
    for r in range(N):
        for p in range(P):
            e[p] = y[r]
        for c in range(0, k - 3, 4):  # four columns at a time: e is read and written less often
            w0, w1, w2, w3 = W[r, c], W[r, c + 1], W[r, c + 2], W[r, c + 3]
            for p in range(P):
                e[p] -= (
                    w0 * theta[c, p]
                    + w1 * theta[c + 1, p]
                    + w2 * theta[c + 2, p]
                    + w3 * theta[c + 3, p]
                )
        for c in range(k - k % 4, k):
            w = W[r, c]
            for p in range(P):
                e[p] -= w * theta[c, p]
        if threshold == 0.0:
            for p in range(P):
                out[p] += abs(e[p])
        else:
            for p in range(P):
                size = abs(e[p])
                inside = min(size, threshold)
                out[p] += inside * (size - 0.5 * inside)
