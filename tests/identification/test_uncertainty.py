"""Intervals that hold what they promise: Monte Carlo coverage for white noise and for noise
correlated in time (20 Hz)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.signal import butter, lfilter, sosfilt
from scipy.stats import t as student
from threadpoolctl import threadpool_limits

import dynid as di
from dynid.robot.builtin import BUILTIN
from wobble_help import RATE, wobble

SETTLE = 500  # samples of a filter's start that are left out
DRAWS = {"pendulum": 200, "delta4": 120}


@pytest.fixture(scope="module", autouse=True)
def one_blas_thread():
    with threadpool_limits(1):
        yield


def white(rng, samples, joints):
    return rng.normal(size=(samples, joints))


def first_order(rng, samples, joints):
    """e_k = a e_k-1 + w_k, cut off at 20 Hz: (1 + a) / (1 - a) = 16 times the variance of a mean of
    white noise."""
    a = np.exp(-2 * np.pi * 20.0 / RATE)
    return lfilter(
        [np.sqrt(1 - a**2)], [1, -a], rng.normal(size=(samples + SETTLE, joints)), axis=0
    )[SETTLE:]


def butterworth(rng, samples, joints):
    """Second order, 20 Hz."""
    filtered = sosfilt(
        butter(2, 20.0, fs=RATE, output="sos"), rng.normal(size=(samples + SETTLE, joints)), axis=0
    )
    return filtered[SETTLE:] / filtered[SETTLE:].std()


@lru_cache
def rows(name, samples=5000):
    """W (N, joints, theta), theta and the standard deviations of the joints' noise: 2 to 6 % of the
    torque."""
    model = di.Model(BUILTIN[name](), [di.Viscous(), di.Coulomb()])
    base = di.base_parameters(model)
    p = np.concatenate([di.Model(model.robot).prior, np.full(2 * model.robot.dof, 0.3)])
    W = np.ascontiguousarray(
        model.regressor(*wobble(model.robot, samples, seed=1))[:, :, base.independent]
    )
    theta = base.compute_theta(p)
    n = model.robot.dof
    return W, theta, np.sqrt(np.mean((W @ theta) ** 2, axis=0)) * np.linspace(0.02, 0.06, n)


@lru_cache
def draws(name, noise):
    """{estimator: [Estimate of every draw]}."""
    W, theta, sigma = rows(name)
    rng = np.random.default_rng(0)
    results = {di.OLS: [], di.WLS: []}
    for _ in range(DRAWS[name]):
        problem = di.Problem.from_rows(W, W @ theta + sigma * noise(rng, *W.shape[:2]))
        for estimator, found in results.items():
            found.append(di.estimate(problem, estimator()))
    return results


def coverage(results, theta, level=0.95):
    """Of every parameter: share of the draws whose interval holds the truth."""
    intervals = np.stack([result.compute_interval(level) for result in results])
    return np.mean((intervals[:, :, 0] <= theta) & (theta <= intervals[:, :, 1]), axis=0)


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("estimator", [di.OLS, di.WLS])
@pytest.mark.parametrize("noise", [white, first_order, butterworth])
@pytest.mark.parametrize("name", ["pendulum", "delta4"])
def test_intervals_cover(name, noise, estimator):
    """95 % intervals hold the truth in 90 to 99 % of the cases, all parameters together, and no
    parameter is left out."""
    share = coverage(draws(name, noise)[estimator], rows(name)[1])
    assert 0.90 <= share.mean() <= 0.99
    assert share.min() >= 0.85


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("name", ["pendulum", "delta4"])
def test_intervals_for_white_noise_would_not_cover(name):
    """That the test above can fail: the same draws without inflation cover about half as often as
    promised."""
    W, theta, sigma = rows(name)
    G = np.linalg.inv(np.einsum("kji,kjl,j->il", W, W, sigma**-2.0))
    half = 1.96 * np.sqrt(np.diag(G))
    errors = np.abs([result.theta - theta for result in draws(name, first_order)[di.WLS]])
    assert np.mean(errors <= half) < 0.6


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("name", ["pendulum", "delta4"])
def test_inflation(name):
    """1 for white noise; for the first-order filter, and many samples, (1 + a) / (1 - a)."""
    a = np.exp(-2 * np.pi * 20.0 / RATE)
    for noise, expected in ((white, 1.0), (first_order, (1 + a) / (1 - a))):
        found = [
            [joint.inflation for joint in result.joints] for result in draws(name, noise)[di.WLS]
        ]
        assert np.mean(found) == pytest.approx(expected, rel=0.1)
        assert np.min(found) >= 1.0
    notes = draws(name, first_order)[di.WLS][0].notes
    assert any("residuals are correlated in time" in note for note in notes)


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("noise", [white, first_order])
def test_deviation_falls_with_the_root_of_the_length(noise):
    """The same motion four times: half the standard deviation."""
    W, theta, sigma = rows("pendulum")
    rng, stds = np.random.default_rng(1), []
    for times in (1, 4):
        rows_ = np.tile(W, (times, 1, 1))
        torques = (rows_ @ theta + sigma * noise(rng, len(rows_), 1) for _ in range(80))
        stds.append(
            np.mean(
                [di.estimate(di.Problem.from_rows(rows_, y), di.OLS()).std for y in torques], axis=0
            )
        )
    assert_allclose(stds[1] / stds[0], 0.5, rtol=0.05)


def test_covariance_by_hand():
    """G (sum_j w_j^4 f_j s_j^2 W_j' W_j) G with G = (sum_j w_j^2 W_j' W_j)^-1, from dense rows;
    Student's intervals."""
    rng = np.random.default_rng(2)
    W, sigma, w = rng.normal(size=(300, 2, 3)), np.array([1.0, 0.2]), 1 / np.array([2.0, 0.5])
    y = W @ [1.0, 2.0, 3.0] + sigma * rng.normal(size=(300, 2))
    result = di.estimate(di.Problem.from_rows(W, y), di.WLS(deviations=(2.0, 0.5)))
    f = np.array([joint.inflation for joint in result.joints])
    s2 = np.mean((y - W @ result.theta) ** 2, axis=0) / (1 - 3 / 600)
    G = np.linalg.inv(np.einsum("kji,kjl,j->il", W, W, w**2))
    C = G @ np.einsum("kji,kjl,j->il", W, W, w**4 * f * s2) @ G
    assert_allclose(result.covariance, C, rtol=1e-9)
    assert_allclose(result.std, np.sqrt(np.diag(C)), rtol=1e-9)
    assert_allclose(result.percent, 100 * result.std / np.abs(result.theta))
    free = np.sum(300 / f) - 3
    assert result.degrees_of_freedom == pytest.approx(free)
    half = student.ppf(0.995, free) * result.std
    assert_allclose(
        result.compute_interval(0.99), np.stack([result.theta - half, result.theta + half], axis=1)
    )
    with pytest.raises(di.InputError, match="probability"):
        result.compute_interval(95)


def spread(estimator, draws=60):
    """Standard deviation of the values over draws of white noise, and the one that the estimates
    claim."""
    rng = np.random.default_rng(3)
    W = rng.normal(size=(1500, 1, 2))
    torques = (W @ [1.0, 2.0] + rng.normal(size=(1500, 1)) for _ in range(draws))
    results = [di.estimate(di.Problem.from_rows(W, y), estimator) for y in torques]
    return np.std([result.theta for result in results], axis=0), np.mean(
        [result.std for result in results], axis=0
    )


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize(
    "estimator",
    [
        di.OLS(),
        di.WLS(),
        di.Huber(),
        di.estimators.L1(),
        di.Ridge(1e-6),
        di.estimators.DLS(),
        di.estimators.TruncatedSVD(),
        di.estimators.TotalLeastSquares(),
        di.estimators.RecursiveLeastSquares(),
        di.estimators.RecursiveLeastSquares(forgetting=0.99),
    ],
    ids=repr,
)
def test_claimed_deviation_is_the_true_one(estimator):
    true, claimed = spread(estimator)
    assert_allclose(claimed, true, rtol=0.3)


def test_hardly_more_rows_than_parameters_is_said():
    rng = np.random.default_rng(0)
    W, y = rng.normal(size=(14, 1, 6)), rng.normal(size=(14, 1))
    assert any(
        "only 14 rows for 6 parameters" in n
        for n in di.estimate(di.Problem.from_rows(W, y), di.OLS()).notes
    )
    many = di.Problem.from_rows(np.tile(W, (3, 1, 1)), np.tile(y, (3, 1)))
    assert not any("rows for" in note for note in di.estimate(many, di.OLS()).notes)
