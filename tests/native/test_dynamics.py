"""The kernels of the family `dynamics`, on every level: against Pinocchio, ends of packs bit for
bit, and what a sample must not do to its neighbours."""

from __future__ import annotations

import math

import numpy as np
import pinocchio as pin
from numpy.testing import assert_allclose, assert_array_equal

import dynid._native as native
from dynid.closed_chains.topology import make_native_tree
from dynid.dynamics.plan import make_sweep_plan
from native_help import chain, plan_arrays, random_arrays, tree_arrays
from tree_help import pinocchio_of, random_tree


def evaluate(N: int) -> list[np.ndarray]:
    """All results (N, ...) of N samples of a chain with gains, in a larger array of sevens."""
    tree, _, inertia = chain()
    arrays = plan_arrays(3) | {"own": np.array([1, 0, 2, 0, 0, 2])}
    plan = native.Plan(tree, **arrays)
    q, qd, qdd, G, G_rate, Y_bar = (
        x[:N] for x in random_arrays((40, 3), (40, 3), (40, 3), (40, 3, 3), (40, 3, 3), (40, 3, 30))
    )
    G, G_rate, Y_bar = (x.transpose(1, 2, 0) for x in (G, G_rate, Y_bar))
    tau, M, C, q_bar, qd_bar, qdd_bar = (
        np.full((N + 2, *shape), 7.0) for shape in ((3,), (3, 3), (3, 3), (3,), (3,), (3,))
    )
    Y, G_bar = np.full((3, 30, N + 2), 7.0), np.full((3, 3, N + 2), 7.0)
    own, turned = slice(1, N + 1), np.s_[:, :, 1 : N + 1]
    native.regressor(plan, q, qd, qdd, G, Y[turned])
    native.inverse_dynamics(tree, inertia, q, qd, qdd, tau[own])
    native.mass_matrix(plan, inertia, q, G, M[own])
    native.coriolis(plan, inertia, q, qd, G, G_rate, C[own])
    bars = (q_bar[own], qd_bar[own], qdd_bar[own], G_bar[turned])
    native.regressor_adjoint(plan, q, qd, qdd, G, Y_bar, *bars)
    results = [tau, M, C, q_bar, qd_bar, qdd_bar, Y.transpose(2, 0, 1), G_bar.transpose(2, 0, 1)]
    assert all((x[[0, -1]] == 7.0).all() for x in results)  # nothing else is touched
    return [x[own] for x in results]


def test_ends_of_packs(level):
    """Any number of samples gives, bit for bit, what more of them give, and one alone."""
    W, whole = native.width(), evaluate(33)
    for N in (0, 1, W - 1, W, W + 1, 2 * W + 1):
        for part, all_samples in zip(evaluate(N), whole):
            assert_array_equal(part, all_samples[:N])


def test_against_pinocchio(level):
    robot, N = random_tree(11, 2), 37
    n, (model, data) = robot.dof, pinocchio_of(robot)
    q, qd, qdd = random_arrays((N, n), (N, n), (N, n))
    inertia = np.array([body.inertia for body in robot.bodies])
    plan = make_sweep_plan(robot, tuple(range(n)))
    Y, tau, M, C = np.zeros((n, 10 * n, N)), np.empty((N, n)), *np.empty((2, N, n, n))
    native.regressor(plan, q, qd, qdd, None, Y)
    native.inverse_dynamics(make_native_tree(robot), inertia, q, qd, qdd, tau)
    native.mass_matrix(plan, inertia, q, None, M)
    native.coriolis(plan, inertia, q, qd, None, None, C)
    for k, x in enumerate(zip(q, qd, qdd)):
        theirs = pin.computeJointTorqueRegressor(model, data, *x)
        assert_allclose(Y[:, :, k], theirs, rtol=0, atol=1e-12 * np.abs(theirs).max())
        theirs = pin.rnea(model, data, *x)
        assert_allclose(tau[k], theirs, rtol=0, atol=1e-12 * np.abs(theirs).max())
        pin.crba(model, data, x[0])
        theirs = np.triu(data.M) + np.triu(data.M, 1).T
        assert_allclose(M[k], theirs, rtol=0, atol=1e-12 * np.abs(theirs).max())
        theirs = pin.computeCoriolisMatrix(model, data, *x[:2]) @ x[1]
        assert_allclose(C[k] @ x[1], theirs, rtol=0, atol=1e-12 * np.abs(theirs).max())


def test_a_nan_stays_in_its_sample(level):
    tree, _, inertia = chain()
    q, qd, qdd = random_arrays((19, 3), (19, 3), (19, 3))
    clean, tau = np.empty((19, 3)), np.empty((19, 3))
    native.inverse_dynamics(tree, inertia, q, qd, qdd, clean)
    q[4, 1], q[5, 0] = np.nan, np.inf
    native.inverse_dynamics(tree, inertia, q, qd, qdd, tau)
    others = ~np.isin(np.arange(19), (4, 5))
    assert np.isnan(tau[[4, 5]]).any(axis=1).all()
    assert_array_equal(tau[others], clean[others])


def test_sine_and_cosine(level):
    """Within about one unit in the last place of libm, and libm's own beyond 1e5."""
    rng = np.random.default_rng(0)
    q = np.concatenate(
        [rng.uniform(-4, 4, 5000), rng.uniform(-1e5, 1e5, 5000), rng.uniform(-1e9, 1e9, 101)]
    )
    sine, cosine = np.empty_like(q), np.empty_like(q)
    native.sincos(q, sine, cosine)
    for found, exact in ((sine, math.sin), (cosine, math.cos)):
        expected = np.array([exact(x) for x in q])
        small = np.abs(q) < 4
        assert (np.abs(found - expected)[small] <= 1.2 * np.spacing(np.abs(expected[small]))).all()
        assert_allclose(found, expected, rtol=0, atol=3e-16)
        assert_array_equal(found[-101:], expected[-101:])


def test_levels_differ_in_the_last_digits_only():
    before, results = native.level(), []
    for name in native.levels():
        native.use_level(name)
        results.append(evaluate(33))
    native.use_level(before)
    for others in results[1:]:
        for a, b in zip(results[0], others):
            assert_allclose(a, b, rtol=0, atol=1e-14 * np.abs(a).max())


def test_no_bodies_and_no_samples(level):
    empty = {name: array[:0] for name, array in tree_arrays(1).items() if name != "gravity"}
    tree = native.Tree(**empty, gravity=np.zeros(3))
    out = np.empty((4, 0))
    native.inverse_dynamics(tree, np.empty((0, 10)), out, out, out, out)
