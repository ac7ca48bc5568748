"""Sums over products of columns, compiled: NumPy's overhead on so small matrices was most of their
time."""

from __future__ import annotations

from dynid.compiling import kernel
from dynid.estimators.consistent.barrier_kernel import dot


@kernel
def embedded(A, to, factor, G):
    """G[b, to_i, to_k] += factor A[b, i, k]."""
    for b in range(A.shape[0]):
        for i in range(len(to)):
            for k in range(len(to)):
                G[b, to[i], to[k]] += factor * A[b, i, k]


@kernel
def squares(A, at, x, out):
    """out_f = x_f' A_b x_f, of symmetric A, b = at_f; zeros of x cost nothing."""
    for f in range(x.shape[0]):
        b, total = at[f], 0.0
        for i in range(x.shape[1]):
            if x[f, i] != 0.0:
                row = 0.5 * A[b, i, i] * x[f, i] + dot(A[b, i], x[f], i + 1)
                total += 2.0 * x[f, i] * row
        out[f] = total
