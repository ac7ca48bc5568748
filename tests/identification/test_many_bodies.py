"""What is reduced before it is decomposed, so that robots of many bodies stay quick: the same
numbers as from all rows."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.linalg import qr

import dynid as di
from common import branched_tree, multisine
from dynid.data.quick_regressor import (
    compute_quick_regressor,
    find_spanning_columns,
    make_quick_rows,
)
from dynid.identification import model_error
from dynid.model.random_states import draw_random_states


def problem(robot, samples=1200, seed=0):
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    q, qd, qdd = multisine(robot, samples, rate=100.0, seed=seed)
    tau = model.inverse_dynamics(q, qd, qdd, np.nan_to_num(model.prior, nan=0.5))
    noise = np.random.default_rng(seed).normal(size=tau.shape)
    tau = tau + 0.02 * tau.std(axis=0) * noise
    t, use = np.arange(samples) / 100.0, np.ones(tau.shape, dtype=bool)
    data = di.Dataset(model, t, q, qd, qdd, tau, np.zeros(samples), use, 100.0, ("made",))
    return di.Problem(model, data)


@pytest.fixture(scope="module")
def tree():
    return problem(branched_tree(8))


def test_the_triangle_is_that_of_all_rows(tree):
    weights = np.random.default_rng(1).uniform(0.5, 2.0, len(tree.blocks))
    W, y = tree.stack_rows(weights)
    R, z, rest = tree.compute_triangle(weights)
    assert R.shape == (tree.size, tree.size)
    assert not np.tril(R, -1).any()
    assert_allclose(R.T @ R, W.T @ W, rtol=1e-10, atol=1e-12 * np.abs(W.T @ W).max())
    theta = np.random.default_rng(2).normal(size=tree.size)
    left = np.sum((W @ theta - y) ** 2)
    assert np.sum((R @ theta - z) ** 2) + rest**2 == pytest.approx(left, rel=1e-10)
    other = qr(np.column_stack([W, y]), mode="r")[0][: tree.size + 1]
    assert_allclose(np.abs(np.diag(other)[:-1]), np.abs(np.diag(R)), rtol=1e-7)


def test_joints_without_weight_or_columns_are_no_rows(tree):
    weights = np.ones(len(tree.blocks))
    weights[[0, 3]] = 0.0
    W, _ = tree.stack_rows(weights)
    R, _, _ = tree.compute_triangle(weights)
    assert_allclose(R.T @ R, W.T @ W, rtol=1e-10, atol=1e-12 * np.abs(W.T @ W).max())


@pytest.mark.parametrize("blocks", [2, 7])
def test_the_square_of_noise_is_that_of_drawn_noise(blocks):
    """Mean and deviation, with noise of the covariance that the weights assume and of another."""
    rng = np.random.default_rng(3)
    W = rng.normal(size=(blocks, 40, 3)) * rng.uniform(0.3, 2.0, (blocks, 1, 1))
    A = W.swapaxes(1, 2) @ W
    H = model_error._compute_whitening(A.sum(axis=0))
    lifts = model_error._Lifts(*np.linalg.eigh(H.T @ A @ H))
    B, size = H.T @ A @ H, rng.uniform(0.5, 1.5, (blocks, 40))
    for scale in (np.ones_like(size), size):
        Ws = (W * scale[:, :, None]) @ H
        s = np.einsum("bri,nbr->nbi", Ws, rng.normal(size=(20_000, *size.shape)))
        g = s - np.einsum("bij,nj->nbi", B, s.sum(axis=1))
        squares = np.sum(np.einsum("bij,nbj->nbi", lifts.half, g) ** 2, axis=(1, 2))
        mean, deviation = model_error._square_of_noise(lifts.half, B, Ws.swapaxes(1, 2) @ Ws)
        assert mean == pytest.approx(squares.mean(), rel=0.03)
        assert deviation == pytest.approx(squares.std(), rel=0.05)
        if scale is not size:
            alike = model_error._compare_alike_noise(B, np.zeros(B.shape[:2]), 1.0)[2:]
            assert_allclose(alike, (mean, deviation), rtol=1e-9)


def test_the_quick_fit_of_many_joints_predicts_from_base_columns_as_from_all():
    model = di.Model(branched_tree(42), [di.Viscous()])
    only = find_spanning_columns(model)
    assert only is not None
    assert find_spanning_columns(di.Model(branched_tree(8))) is None
    motion = draw_random_states(model.robot, 30, seed=1)
    some, n = make_quick_rows(model, *motion, only), model.robot.dof
    W = compute_quick_regressor(model, *motion).reshape(30 * n, -1)
    dense = np.zeros((n, some.size, 30))
    for j, (columns, rows) in enumerate(zip(some.columns, some.W)):
        dense[j, columns] = rows
    V = dense.transpose(2, 0, 1).reshape(30 * n, -1)
    y = np.random.default_rng(0).normal(size=30 * n)
    all_of, few = (M @ np.linalg.lstsq(M, y, rcond=1e-10)[0] for M in (W, V))
    assert_allclose(few, all_of, atol=1e-7)
