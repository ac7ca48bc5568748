"""The kernels of the families `signals`, `consistent` and `kalman` at their border, on every level:
against SciPy and NumPy, and wrong arguments. What they are for is tested where they are used."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.signal import butter, sosfiltfilt

import dynid._native as native
from dynid.data.lowpass import compute_butterworth_sections, compute_settled_state
from dynid.model.inertial import PSEUDO_BASIS
from native_help import random_arrays


@pytest.mark.parametrize("columns", [1, 3, 8])
def test_filter_both_ways(level, columns):
    (x,) = random_arrays((300, columns))
    x[:100] = x[100]  # at rest at both ends: SciPy starts from there as well
    x[-100:] = x[-101]
    sections = compute_butterworth_sections(5.0, 100.0)
    expected = sosfiltfilt(butter(4, 5.0, fs=100.0, output="sos"), x, axis=0, padlen=0)
    native.filter_both_ways(sections, compute_settled_state(sections), x)
    assert_allclose(x, expected, atol=1e-12)


def test_memory_is_dahls_equation(level):
    t = np.linspace(0.0, 4.0, 4001)
    q, length = 0.3 * np.sin(3 * t), 0.05
    z = np.empty_like(q)
    native.memory(q, None, length, z)

    def slope(t, z):
        v = 0.9 * np.cos(3 * t)
        return (v - abs(v) * z) / length

    solved = solve_ivp(slope, (0, 4), [0.0], t_eval=t, rtol=1e-9, atol=1e-10, max_step=1e-2)
    assert_allclose(z, solved.y[0], atol=1e-5)
    starts = np.zeros(len(q), dtype=bool)
    starts[2000] = True
    native.memory(q, starts, length, z)
    assert z[2000] == 0.0
    assert abs(z[1999]) > 0.9


def test_products(level):
    A, x = random_arrays((3, 7, 7), (5, 7))
    A, at, to = A + A.transpose(0, 2, 1), np.array([0, 2, 1, 2, 0]), np.array([1, 3, 4, 6, 7, 8, 9])
    x[:, 2] = 0.0
    out, G = np.empty(5), np.ones((3, 10, 10))
    native.quadratic_forms(A, at, x, out)
    assert_allclose(out, np.einsum("fi,fij,fj->f", x, A[at], x), rtol=1e-12)
    native.add_embedded(A, to, 2.0, G)
    expected = np.ones((3, 10, 10))
    expected[np.ix_(range(3), to, to)] += 2.0 * A
    assert_allclose(G, expected, rtol=1e-15)


def test_wrong_arguments():
    x, P, Z = np.zeros(8), np.eye(8), np.zeros
    A = np.zeros((2, 3, 3))
    cases = [
        (native.filter_both_ways, (Z((1, 4)), Z((1, 2)), Z((3, 1))), "sections"),
        (native.filter_both_ways, (Z((1, 5)), Z((2, 2)), Z((3, 1))), "rest"),
        (native.memory, (Z(3), Z(2, dtype=bool), 1.0, Z(3)), "starts"),
        (native.add_embedded, (A, np.array([0, 1, 5]), 1.0, Z((2, 5, 5))), "to"),
        (native.quadratic_forms, (A, np.array([2]), Z((1, 3)), Z(1)), "at"),
        (native.sum_errors, (Z((2, 3)), Z(2), Z((2, 4)), 0.0, Z(4)), "theta"),
        (native.kalman_propagate, (P, Z((2, 9)), Z(1), Z(5), 0.1), "drift"),
        (native.kalman_update, (x, P, Z(9), Z(9), Z(9)), "y"),
        (native.kalman_cholesky, (Z((2, 3)), Z((2, 2))), "P"),
        (native.sigma_points, (x, P, Z(1), Z(1), Z((9, 8)), Z((18, 1))), "X"),
        (native.JointMotion, (Z((2, 3)), 0.0, 1.0, 2), "inertias"),
        (native.Cone, (PSEUDO_BASIS, np.full((1, 10), 6), Z((0, 5))), "columns"),
    ]  # fmt: skip
    for function, arguments, name in cases:
        with pytest.raises(ValueError, match=rf"^{name}\b"):
            function(*arguments)
