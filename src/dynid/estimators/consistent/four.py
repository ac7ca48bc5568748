"""4 x 4 matrices in compiled loops: LAPACK's overhead is ten times its work on so small ones."""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel

SWEEPS, ORTHOGONAL = (
    30,
    1e-15,
)  # of the Jacobi rotations: at most, and the cosine between columns that counts as none


@kernel
def times(A, B, out):
    """out = A B."""
    for i in range(4):
        for j in range(4):
            out[i, j] = (
                A[i, 0] * B[0, j] + A[i, 1] * B[1, j] + A[i, 2] * B[2, j] + A[i, 3] * B[3, j]
            )


@kernel
def transposed_times(A, B, out):
    """out = A' B."""
    for i in range(4):
        for j in range(4):
            out[i, j] = (
                A[0, i] * B[0, j] + A[1, i] * B[1, j] + A[2, i] * B[2, j] + A[3, i] * B[3, j]
            )


@kernel
def times_transposed(A, B, out):
    """out = A B'."""
    for i in range(4):
        for j in range(4):
            out[i, j] = (
                A[i, 0] * B[j, 0] + A[i, 1] * B[j, 1] + A[i, 2] * B[j, 2] + A[i, 3] * B[j, 3]
            )


@kernel
def cholesky(A, L):
    """L lower triangular with L L' = A; nan where A is not positive definite."""
    L[:] = 0.0
    for j in range(4):
        for i in range(j, 4):
            x = A[i, j]
            for k in range(j):
                x -= L[i, k] * L[j, k]
            L[i, j] = np.sqrt(x) if i == j else x / L[j, j]


@kernel
def orthogonalised(W):
    """Rotate the columns of W until they are orthogonal (one-sided Jacobi): W becomes U diag(s),
    small s to full precision."""
    for _ in range(SWEEPS):
        largest = 0.0
        for p in range(3):
            for q in range(p + 1, 4):
                a = b = c = 0.0
                for i in range(4):
                    a += W[i, p] * W[i, p]
                    b += W[i, q] * W[i, q]
                    c += W[i, p] * W[i, q]
                if not abs(c) > ORTHOGONAL * np.sqrt(a * b):
                    continue
                largest = max(largest, abs(c) / np.sqrt(a * b))
                # the rotation by the smaller angle with tan 2 phi = 2 c / (a - b)
                x = 0.5 * (b - a) / c
                tangent = (1.0 if x >= 0.0 else -1.0) / (abs(x) + np.sqrt(1.0 + x * x))
                cosine = 1.0 / np.sqrt(1.0 + tangent * tangent)
                sine = tangent * cosine
                for i in range(4):
                    left, right = W[i, p], W[i, q]
                    W[i, p] = cosine * left - sine * right
                    W[i, q] = sine * left + cosine * right
        if largest == 0.0:
            return


@kernel
def least_eigenvalue(X, W):
    """Of a symmetric X, to round-off of its norm; W is room to work in."""
    # X + |X| I has no negative eigenvalue, so they are its singular values
    norm = 0.0
    for i in range(4):
        for j in range(4):
            norm += X[i, j] * X[i, j]
    norm = np.sqrt(norm)
    for i in range(4):
        for j in range(4):
            W[i, j] = X[i, j] + (norm if i == j else 0.0)
    orthogonalised(W)
    least = np.inf
    for j in range(4):
        least = min(least, np.sqrt(W[0, j] ** 2 + W[1, j] ** 2 + W[2, j] ** 2 + W[3, j] ** 2))
    return least - norm
