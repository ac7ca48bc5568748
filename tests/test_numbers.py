"""Matrices of structure and filters give what SciPy gives."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
from numpy.testing import assert_allclose

from dynid import lapack

A = np.random.default_rng(0).normal(size=(9, 5))
R = np.triu(A[:5])


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("trans", [False, True])
def test_triangles(order, lower, trans):
    T = np.asarray(R.T if lower else R, order=order)
    b = A[:5, :2]
    x = lapack.solve_triangular(T, b, lower=lower, trans=trans)
    assert_allclose(x, scipy.linalg.solve_triangular(T, b, lower=lower, trans=int(trans)), 1e-13)


def test_a_singular_triangle_is_told():
    T = R.copy()
    T[2, 2] = 0.0
    with pytest.raises(np.linalg.LinAlgError, match="zero in row 3"):
        lapack.solve_triangular(T, A[:5, 0])


@pytest.mark.parametrize("W", [A, A.T, A[:0]], ids=["tall", "wide", "empty"])
def test_triangle_of_a_qr(W):
    found = lapack.factor_qr(W)
    assert found.shape == (min(W.shape), W.shape[1])
    assert_allclose(found.T @ found, W.T @ W, atol=1e-13)
    assert not np.tril(found, -1).any()


def test_pivots():
    found, order = lapack.factor_pivoted_qr(A)
    expected, pivots = scipy.linalg.qr(A, mode="r", pivoting=True)
    assert_allclose(np.abs(found), np.abs(expected[:5]), atol=1e-14)
    assert order.tolist() == pivots.tolist()


def test_three_diagonals():
    rng = np.random.default_rng(1)
    below, above, middle, b = rng.random(6), rng.random(6), 3.0 + rng.random(7), rng.random((7, 2))
    T = np.diag(middle) + np.diag(below, -1) + np.diag(above, 1)
    expected = np.linalg.solve(T, b)
    assert_allclose(lapack.solve_tridiagonal(below, middle, above, b.copy(order="F")), expected)


@pytest.mark.parametrize(("rows", "end"), [(400, 3.0), (60, 24.0), (9, 1.5)])
def test_the_filter_of_resonances(rows, end):
    from scipy.signal import butter, sosfiltfilt

    from dynid.identification.resonance import _filter_low_pass

    x = np.random.default_rng(2).normal(size=(rows, 3)).cumsum(axis=0)
    sos = butter(2, end, fs=200.0, output="sos")
    expected = sosfiltfilt(sos, x, axis=0, padlen=min(rows - 1, 12))
    assert_allclose(_filter_low_pass(x, end, 200.0), expected, atol=1e-11)
