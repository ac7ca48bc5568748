"""Each linear estimator against an independent solution of what it claims to minimise; the contract
that all share is in test_contract."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import least_squares, linprog
from scipy.signal import firwin

import dynid as di
from dynid.data.decimation import Decimation
from dynid.robot.builtin import BUILTIN
from estimators_help import case, dataset, exact, noisy_rows, one_blas_thread, truth
from wobble_help import wobble

HUBER = di.Huber(iterations=300, tolerance=1e-13)


noisy = pytest.fixture(scope="module")(noisy_rows)
alone = pytest.fixture(scope="module", autouse=True)(one_blas_thread)


def fit(estimator, W, y):
    return estimator.fit(di.Problem.from_rows(W, y)).theta


def lstsq(W, y):
    return np.linalg.lstsq(W.reshape(-1, W.shape[-1]), y.ravel(), rcond=None)[0]


# ---- against other solvers


def test_ols_is_lstsq(noisy):
    assert_allclose(fit(di.OLS(), *noisy), lstsq(*noisy), rtol=1e-9)
    for name in ("delta4", "arm7"):
        model, motion, tau, _ = case(name)
        tau = tau + 0.1 * np.random.default_rng(7).normal(size=tau.shape)
        problem = di.Problem(model, dataset(model, motion, tau))
        W = model.regressor(*motion)[:, :, problem.base.independent]
        assert_allclose(di.OLS().fit(problem).theta, lstsq(W, tau), rtol=1e-9)


def test_wls_is_lstsq_with_weights(noisy):
    W, y = noisy
    given = np.array([2.0, 0.3])
    assert_allclose(
        fit(di.WLS(tuple(given)), W, y), lstsq(W / given[:, None], y / given), rtol=1e-9
    )
    theta = lstsq(W, y)
    for _ in range(5):  # as WLS().iterations
        sigma = np.sqrt(np.mean((y - W @ theta) ** 2, axis=0))
        theta = lstsq(W / sigma[:, None], y / sigma)
    assert_allclose(fit(di.WLS(), W, y), theta, rtol=1e-9)
    model, motion, tau, _ = case("five_bar")  # with variances from repetitions
    repeated = di.WLS().fit(di.Problem(model, dataset(model, motion, tau, variance=given**2)))
    assert_array_equal(repeated.weights, 1 / given)


def test_huber_is_scipy(noisy):
    """The minimum of Huber's function, its scale the median deviation of its own residuals."""
    W, y = noisy
    theta = fit(HUBER, W, y)
    sigma = 1.4826 * np.median(np.abs(y - W @ theta), axis=0)
    tight = dict.fromkeys(("xtol", "ftol", "gtol"), 1e-15)
    answer = least_squares(
        lambda x: ((W @ x - y) / sigma).ravel(), np.zeros(6), loss="huber", f_scale=1.345, **tight
    )
    assert_allclose(theta, answer.x, rtol=1e-6)
    assert np.abs(theta - lstsq(W, y)).max() > 0.05  # the outliers pull plain least squares away


def test_l1_is_a_linear_program(noisy):
    """min sum t with -t <= y - W theta <= t, in its primal form."""
    W, y = noisy[0].reshape(-1, 6), noisy[1].ravel()
    one = np.eye(len(y))
    cost, A = np.r_[np.zeros(6), np.ones(len(y))], np.block([[W, -one], [-W, -one]])
    answer = linprog(cost, A, np.r_[y, -y], bounds=(None, None))
    assert answer.status == 0
    found = di.estimators.L1().fit(di.Problem.from_rows(*noisy))
    assert np.abs(y - W @ found.theta).sum() == pytest.approx(answer.fun, rel=1e-9)
    assert found.minimum.value == pytest.approx(answer.fun, rel=1e-9)


def test_damped_truncated_and_total_are_textbook(noisy):
    W, y = noisy[0].reshape(-1, 6), noisy[1].ravel()
    D = 0.1 * np.linalg.norm(W, axis=0)  # damping 1e-2
    prior = np.arange(6.0)
    expected = np.linalg.solve(W.T @ W + np.diag(D**2), W.T @ y + D**2 * prior)
    assert_allclose(fit(di.Ridge(1e-2, tuple(prior)), *noisy), expected, rtol=1e-9)
    expected = np.linalg.solve(W.T @ W + 9.0 * np.eye(6), W.T @ y)
    assert_allclose(fit(di.estimators.DLS(3.0), *noisy), expected, rtol=1e-9)
    A = np.column_stack([W, y])
    norm = np.linalg.norm(A, axis=0)
    U, s, Vt = np.linalg.svd(W / norm[:-1], full_matrices=False)
    expected = Vt[:3].T @ ((U[:, :3].T @ y) / s[:3]) / norm[:-1]
    assert_allclose(
        fit(di.estimators.TruncatedSVD((s[2] + s[3]) / 2 / s[0]), *noisy), expected, rtol=1e-9
    )
    v = np.linalg.svd(A / norm)[2][-1] / norm
    assert_allclose(fit(di.estimators.TotalLeastSquares(), *noisy), -v[:-1] / v[-1], rtol=1e-9)


@pytest.mark.parametrize("forgetting", [1.0, 0.99])
def test_recursion_is_the_textbooks(forgetting, noisy):
    """theta += K e, K = P W'(lambda 1 + W P W')^-1, P = (P - K W P) / lambda; and one update a
    sample = the batch."""
    W, y = noisy
    theta, P = np.zeros(6), 1e4 * np.eye(6)
    online = di.estimators.Recursion(6, forgetting, prior_deviation=1e2)
    for Wk, yk in zip(W, y):
        K = P @ Wk.T @ np.linalg.inv(forgetting * np.eye(2) + Wk @ P @ Wk.T)
        theta, P = theta + K @ (yk - Wk @ theta), (P - K @ Wk @ P) / forgetting
        online.update(Wk, yk)
    estimator = di.estimators.RecursiveLeastSquares(forgetting, prior_deviation=1e2)
    assert_allclose(online.theta, theta, rtol=1e-6)
    assert online.count == len(y)
    assert_allclose(fit(estimator, W, y), online.theta, rtol=1e-9)
    assert np.allclose(fit(estimator, W[::-1], y[::-1]), online.theta, rtol=1e-9) == (
        forgetting == 1.0
    )


def test_decimation_filters_every_column():
    """Torque and regressor columns convolved with the same taps, every 7th row kept, log by log;
    masked rows spoil theirs."""
    model = di.Model(BUILTIN["pendulum"](), [di.Viscous(), di.Coulomb()])
    motion, taps, step = wobble(model.robot, 4000, seed=2), firwin(31, 0.1), 7
    rng, log = np.random.default_rng(8), np.repeat([0, 1], [2500, 1500])
    tau = model.inverse_dynamics(*motion, truth(model)) + rng.normal(size=(4000, 1))
    use = rng.uniform(size=tau.shape) < 0.995
    data = dataset(
        model, motion, tau, log=log, use=use, sources=("a", "b"), decimation=Decimation(taps, step)
    )
    problem = di.Problem(model, data)
    columns = [*model.regressor(*motion)[:, 0, problem.base.independent].T, tau[:, 0]]
    kept = []
    for k in (0, 1):
        rows = np.stack([np.convolve(x[log == k], taps, "valid")[::step] for x in columns], axis=1)
        spoilt = np.convolve(~use[log == k, 0], np.ones(31), "valid")[::step] > 0.5
        kept.append(rows[~spoilt])
    A = np.concatenate(kept)
    assert problem.n == len(A)
    assert_allclose(di.OLS().fit(problem).theta, lstsq(A[:, :-1], A[:, -1]), rtol=1e-9)


@pytest.mark.slow(reason="long motions and searches")
def test_memory_stays_bounded():
    """200,000 samples of a 7-DOF arm: all rows of 64 columns would take 717 MB."""
    model, motion, tau, _ = case("arm7")
    data = dataset(model, [np.tile(x, (400, 1)) for x in motion], np.tile(tau, (400, 1)))
    tracemalloc.start()
    result = di.estimate(di.Problem(model, data), di.OLS())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6
    assert_allclose(result.theta, di.OLS().fit(exact("arm7")[0]).theta, rtol=1e-8)
