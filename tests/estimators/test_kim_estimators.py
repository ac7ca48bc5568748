"""Kim et al. 2022 end to end: the 14-parameter model (37)-(40) and the 11-parameter model (26) of a
Delta, identified from a
simulated log with friction and noise.

The 14-parameter model is linear only because lambda is taken for a constant, and it has no
friction; corrected here: row 3 of (40) has P_z cos(theta_31), and theta_5 includes g.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy import cos, sin
from numpy.testing import assert_allclose
from scipy.optimize import linprog

import dynid as di
from dynid.papers.kim2022 import kim_delta as kim
from dynid.papers.kim2022.kim_delta import (
    JOINTS,
    NAMES_26,
    compute_regressor_26,
    compute_regressor_37,
)
from dynid.validation.prediction_check import predict
from estimators_help import dataset
from motion_help import multi_sine

PERIOD, SAMPLES = 2.0, 1200
VISCOUS, COULOMB, NOISE = (
    np.array([3.2, 1.2, 3.1]),
    np.array([9.1, 7.6, 9.3]),
    0.5,
)  # as large as (36), with its true signs
TRUTH_26 = np.array(
    [kim.m_P, kim.T_g, *[kim.I_A] * 3, *-VISCOUS, *-COULOMB]
)  # friction has a minus sign in (22)


def kim_run(seed):
    """A random motion with Table 1's bodies and friction."""
    motion = multi_sine(np.full(3, 0.35), np.full(3, 0.5), SAMPLES, period=PERIOD, seed=seed)
    return kim.ArmMotion(motion, TRUTH_26, NOISE, seed)


@pytest.fixture(scope="module")
def train():
    return kim_run(1)


@pytest.fixture(scope="module")
def test():
    return kim_run(2)


@pytest.fixture(scope="module")
def problem_26(train):
    return di.Problem.from_rows(compute_regressor_26(train.state), train.tau, NAMES_26, JOINTS)


@pytest.fixture(scope="module")
def problem_37(train):
    return di.Problem.from_rows(compute_regressor_37(train.state), train.tau, joints=JOINTS)


@pytest.fixture(scope="module")
def l1(problem_26):
    return di.estimators.L1().fit(problem_26)


def test_equation_26_is_linear_in_its_11_parameters(train):
    """Exact torques of dynid's closed-loop model give Kim's parameters back."""
    W = compute_regressor_26(train.state)
    assert_allclose(W @ TRUTH_26, train.clean, atol=1e-10 * np.abs(train.clean).max())
    found = di.OLS().fit(di.Problem.from_rows(W, train.clean, NAMES_26, JOINTS)).theta
    assert_allclose(found, TRUTH_26, rtol=1e-9)


def test_equation_37_holds_for_one_lambda(train):
    """With one lambda for all samples the 14 columns are (1) without friction; with the true
    lambda(t) they are not."""
    lam, x = np.array([-20.0, -25.0, -30.0]), train.state
    Px, Py, Pz = x.P.T[:, :, None]
    reach = Px * cos(kim.TABLE_1.phi) + Py * sin(kim.TABLE_1.phi) + kim.r - kim.R
    lever = reach * sin(x.theta) - Pz * cos(x.theta)
    tau = kim.I_A * x.thetadd - kim.T_g * cos(x.theta) - 2 * kim.L1 * lam * lever  # (1)
    shared = {0: kim.I_A, 4: kim.T_g}
    own = [
        2 * kim.L1 * np.array([cos(a), sin(a), 1, kim.R - kim.r]) * l
        for a, l in zip(kim.TABLE_1.phi, lam)
    ]
    theta = np.zeros(14)
    theta[list(shared)] = list(shared.values())
    theta[[1, 2, 3, 5]], theta[6:10], theta[10:14] = own
    assert_allclose(compute_regressor_37(x) @ theta, tau, atol=1e-11 * np.abs(tau).max())


@pytest.mark.parametrize("estimator", [di.OLS(), di.WLS()], ids=repr)
def test_least_squares_fits_as_well_as_l1(estimator, problem_26, l1, train, test):
    """Within 0.001, by (41) and by the measured range, on the log and on another; and parameters
    within 4 deviations."""
    result = di.estimate(problem_26, estimator)
    for run in (train, test):
        W = compute_regressor_26(run.state)
        assert_allclose(
            run.compute_fits(W, result.theta), run.compute_fits(W, l1.theta), rtol=0, atol=1e-3
        )
    assert np.all(np.abs(result.theta - TRUTH_26) < 4 * result.std)


def test_l1_is_the_optimum_of_33(l1, train):
    """(33) as a linear program in its primal form: min sum t, |tau - W theta| <= t."""
    W, y = compute_regressor_26(train.state)[::3].reshape(-1, 11), train.tau[::3].ravel()
    one = np.eye(len(y))
    A, b = np.block([[W, -one], [-W, -one]]), np.r_[y, -y]
    answer = linprog(np.r_[np.zeros(11), np.ones(len(y))], A, b, bounds=(None, None))
    assert answer.status == 0
    third = di.estimators.L1().fit(di.Problem.from_rows(W.reshape(-1, 3, 11), y.reshape(-1, 3)))
    assert np.abs(y - W @ third.theta).sum() == pytest.approx(answer.fun, rel=1e-9)


def test_no_theta_beats_l1_on_33(l1, problem_26, train):
    """PSO approaches it from above: so do 2000 random steps around it, and OLS."""
    W, y = compute_regressor_26(train.state).reshape(-1, 11), train.tau.ravel()
    steps = 1e-3 * np.random.default_rng(3).normal(size=(2000, 11)) * np.abs(l1.theta)
    others = np.vstack([l1.theta + steps, di.OLS().fit(problem_26).theta])
    objectives = np.abs(y[:, None] - W @ others.T).sum(axis=0)
    assert l1.minimum.value == pytest.approx(np.abs(y - W @ l1.theta).sum(), rel=1e-12)
    assert objectives.min() > l1.minimum.value


@pytest.mark.parametrize(
    "estimator",
    [
        di.estimators.RecursiveLeastSquares(),
        di.estimators.DLS(0.1),
        di.estimators.TruncatedSVD(1e-3),
        di.estimators.RecursiveLeastSquares(0.9995),
    ],
    ids=repr,
)
def test_the_14_parameters_fit_worse(estimator, problem_37, problem_26, train, test):
    """Kim's baselines lose because (37) has no friction and one lambda, not because of their
    algorithm."""
    baseline, ols = estimator.fit(problem_37).theta, di.OLS().fit(problem_26).theta
    for run in (train, test):
        ours, theirs = (
            run.compute_fits(compute_regressor_26(run.state), ols),
            run.compute_fits(compute_regressor_37(run.state), baseline),
        )
        assert np.all(ours > 0.98)
        assert np.all(theirs < ours - 0.02)


def test_recursion_and_truncation_reach_the_optimum_of_37(problem_37):
    """Both are least squares on (37): no algorithm can fit it better."""
    best = problem_37.sum_squared_errors(di.OLS().fit(problem_37).theta).sum()
    for estimator in (di.estimators.RecursiveLeastSquares(), di.estimators.TruncatedSVD(1e-9)):
        assert problem_37.sum_squared_errors(
            estimator.fit(problem_37).theta
        ).sum() == pytest.approx(best, rel=1e-9)


def test_the_closed_loop_model_contains_26(problem_26, train, test):
    """dynid's own model with distinct limbs has more parameters: it fits no worse, and predicts
    another motion as well."""
    model = kim.make_rubbing_model()
    problem = di.Problem(model, dataset(model, train.motion, train.tau))
    ours, kims = di.estimate(problem, di.OLS()), di.OLS().fit(problem_26).theta
    assert problem.sum_squared_errors(ours.theta).sum() <= problem_26.sum_squared_errors(kims).sum()
    other = dataset(model, test.motion, test.tau, sources=("another",))
    fits = kim.compute_fitness(other.tau, predict(ours, other))
    assert_allclose(
        fits, test.compute_fits(compute_regressor_26(test.state), kims), rtol=0, atol=1e-3
    )
