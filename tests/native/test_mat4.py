"""The 4 x 4 algebra of the consistent fit, on every level: against LAPACK."""

from __future__ import annotations

import numpy as np
import pytest

from dynid._native import cholesky4, least_eigenvalue4, orthogonalise4


def matrices(seed=0, count=200):
    """Symmetric and positive definite, of conditions up to 1e12."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        Q = np.linalg.qr(rng.normal(size=(4, 4)))[0]
        yield Q @ np.diag(10.0 ** rng.uniform(-6, 6, 4)) @ Q.T


def test_cholesky(level):
    L = np.empty((4, 4))
    for A in matrices():
        A = (A + A.T) / 2
        cholesky4(A, L)
        np.testing.assert_allclose(L @ L.T, A, rtol=0, atol=1e-14 * np.abs(A).max())
        assert np.all(np.triu(L, 1) == 0)
    cholesky4(np.diag([1.0, 1.0, -1.0, 1.0]), L)
    assert np.isnan(L).any()


def test_singular_values_and_left_vectors(level):
    rng = np.random.default_rng(1)
    for _ in range(200):
        W = rng.normal(size=(4, 4)) * 10.0 ** rng.uniform(
            -8, 8, 4
        )  # small columns keep their digits
        expected = np.linalg.svd(W)[1]
        M = W @ W.T
        orthogonalise4(W)
        s = np.sort(np.linalg.norm(W, axis=0))[::-1]
        np.testing.assert_allclose(s[0], expected[0], rtol=1e-14)
        U = W / np.linalg.norm(W, axis=0)
        np.testing.assert_allclose(U.T @ U, np.eye(4), atol=1e-13)
        np.testing.assert_allclose(W @ W.T, M, rtol=0, atol=1e-14 * np.abs(M).max())


@pytest.mark.parametrize("size", [1e-8, 1.0, 1e8])
def test_least_eigenvalue(size, level):
    rng = np.random.default_rng(2)
    for _ in range(200):
        X = size * rng.normal(size=(4, 4))
        X = X + X.T
        got = least_eigenvalue4(X)
        assert got == pytest.approx(np.linalg.eigvalsh(X)[0], abs=1e-14 * np.linalg.norm(X))
    assert least_eigenvalue4(np.zeros((4, 4))) == 0.0
