"""MaximumLikelihood beside what minimises the same sum by other means: scipy's minimiser with
derivatives by differences, and Deming's regression; IRLS beside scipy's robust least squares."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import least_squares, minimize

import dynid as di
from contract_help import bodies
from dynid.estimators.likelihood import compute_motion_variances

ML = di.estimators.MaximumLikelihood
NOISE, TORQUE = 2e-3, 0.02


def noisy(seed=0, N=None):
    """A pendulum whose positions, velocities and accelerations are noisy as told."""
    problem, true = bodies()
    data = problem.data
    some = slice(N)
    rng = np.random.default_rng(seed)
    s = np.sqrt(compute_motion_variances(data, np.array([NOISE])))
    motion = [x[some] + s[k] * rng.normal(size=x[some].shape) for k, x in
              enumerate((data.q, data.qd, data.qdd))]  # fmt: skip
    tau = data.tau[some] + TORQUE * rng.normal(size=data.tau[some].shape)
    from contract_help import dataset

    return di.Problem(problem.model, dataset(problem.model, motion, tau)), np.array(
        list(true.values())
    )


def squares(problem, theta):
    """sum e^2 / (s_tau^2 + G S_x G'), G by differences of the inverse dynamics."""
    data, model = problem.data, problem.model
    s, p = compute_motion_variances(data, np.array([NOISE])), problem.base.to_parameters(theta)
    motion, d, S = [data.q, data.qd, data.qdd], 1e-6, TORQUE**2
    e = data.tau - model.inverse_dynamics(*motion, p)
    for k in range(3):
        plus, minus = ([x + sign * d * (i == k) for i, x in enumerate(motion)] for sign in (1, -1))
        G = (model.inverse_dynamics(*plus, p) - model.inverse_dynamics(*minus, p)) / (2 * d)
        S = S + s[k] * G**2
    return float((e**2 / S).sum())


def test_the_least_sum_is_found():
    problem, _ = noisy(N=250)
    fit = ML(NOISE, TORQUE).fit(problem)
    assert_allclose(fit.minimum.value, squares(problem, fit.theta), rtol=1e-6)
    unit = np.linalg.cholesky(fit.covariance)
    other = minimize(
        lambda z: squares(problem, fit.theta + unit @ z), 0.3 * np.ones(problem.size),
        method="Powell", options={"xtol": 1e-8, "ftol": 1e-12},
    )  # fmt: skip
    assert_allclose(other.x, 0.0, atol=2e-3)


def test_a_line_is_that_of_orthogonal_distances():
    """Without gravity, friction or curvature, tau = I qdd: the line of least orthogonal distances,
    known in closed form."""
    rng, N = np.random.default_rng(3), 300
    robot = di.Robot(
        "wheel",
        (
            di.Body(
                "w", "world", di.Joint("x", axis=(0, 0, 1)), di.inertial(1, (0, 0, 0), np.ones(3))
            ),
        ),
        gravity=(0, 0, -9.81),
    )
    model = di.Model(robot)
    from contract_help import dataset

    qdd = rng.normal(size=(N, 1))
    data = dataset(model, [0 * qdd, 0 * qdd, qdd], 2.5 * qdd)
    spread = np.sqrt(compute_motion_variances(data, np.array([1e-4])))[2]
    seen = qdd + spread * rng.normal(size=qdd.shape)
    tau = 2.5 * qdd + 0.3 * rng.normal(size=qdd.shape)
    problem = di.Problem(model, dataset(model, [0 * qdd, 0 * qdd, seen], tau))
    ours = ML(1e-4, 0.3).fit(problem).theta
    # Deming's regression through the origin, d the ratio of the variances
    d, (xx, xy, yy) = (0.3 / spread) ** 2, ((a * b).sum() for a, b in
                                           ((seen, seen), (seen, tau), (tau, tau)))  # fmt: skip
    slope = (yy - d * xx + np.sqrt((yy - d * xx) ** 2 + 4 * d * xy**2)) / (2 * xy)
    assert_allclose(ours, slope, rtol=1e-6)


def test_less_bias_than_least_squares():
    """Noise of the accelerations makes least squares too small; its mean over ten runs."""
    off = {ML(NOISE): [], di.WLS(): []}
    for seed in range(10):
        problem, truth = noisy(seed)
        for method, errors in off.items():
            errors.append((method.fit(problem).theta - truth) / np.abs(truth).max())
    ml, wls = (np.linalg.norm(np.mean(e, axis=0)) for e in off.values())
    assert ml < 0.5 * wls


def test_what_is_missing_is_told():
    problem, _ = bodies()
    with pytest.raises(di.InputError, match="got no position_noise"):
        ML().fit(problem)
    with pytest.raises(di.InputError, match=r"position_noise -1\.0, expected a positive number"):
        ML(-1.0).fit(problem)
    with pytest.raises(di.InputError, match="needs the motion"):
        ML(1e-3).fit(di.Problem.from_rows(np.eye(3)[:, None], np.ones((3, 1))))


def outliers(seed=0):
    rng = np.random.default_rng(seed)
    W, theta = rng.normal(size=(400, 1, 4)), np.array([1.0, -2.0, 3.0, 0.5])
    y = W @ theta + 0.1 * rng.normal(size=(400, 1))
    y[::10] += rng.uniform(2, 9, size=(40, 1))
    return W, y, theta


def test_irls_is_scipys_robust_fit():
    """Cauchy's function at the deviation that was found: scipy minimises the same."""
    W, y, _ = outliers()
    fit = di.estimators.IRLS(weight="cauchy", iterations=300, tolerance=1e-13).fit(
        di.Problem.from_rows(W, y)
    )
    sigma = 1.0 / fit.weights[0]
    other = least_squares(
        lambda b: (y - W @ b)[:, 0], np.zeros(4), loss="cauchy", f_scale=2.385 * sigma, xtol=1e-15,
        ftol=1e-15, gtol=1e-13,
    )  # fmt: skip
    assert_allclose(fit.theta, other.x, rtol=1e-6)


def test_irls_forgets_outliers():
    W, y, theta = outliers()
    problem = di.Problem.from_rows(W, y)
    size = {w: np.abs(di.estimators.IRLS(weight=w).fit(problem).theta - theta).max()
            for w in ("bisquare", "cauchy", "huber")}  # fmt: skip
    ols = np.abs(di.OLS().fit(problem).theta - theta).max()
    assert size["bisquare"] < 0.2 * ols
    assert size["bisquare"] < size["huber"] < ols
    huber = di.Huber(iterations=50).fit(problem).theta
    assert_allclose(di.estimators.IRLS(weight="huber").fit(problem).theta, huber, rtol=1e-12)
    with pytest.raises(di.InputError, match="weight 'tukey', expected one of bisquare"):
        di.estimators.IRLS(weight="tukey").fit(problem)
