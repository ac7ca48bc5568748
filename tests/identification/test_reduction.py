"""A model restricted to parameters of one's own, p = S x."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.errors import InputError
from dynid.model.reduction import Reduction
from dynid.papers.kim2022.kim_delta import NAMES_26, Delta, compute_regressor_26, make_reduction
from estimators_help import dataset
from motion_help import builtin, multi_sine


def five_bar():
    """Cranks that are alike but for their friction, couplers as points at their ends."""
    robot, home, swing = builtin("five_bar")
    model = di.Model(robot, [di.Viscous(), di.Coulomb()], symmetric=False)
    cranks, sides = ("left_crank", "right_crank"), ("left", "right")
    terms = {
        "inertia": {f"{body}.Iyy": 1.0 for body in cranks},
        "moment": {f"{body}.mx": 1.0 for body in cranks},
        "tip": {"left_coupler.m": 1.0, "left_coupler.mx": 0.35, "left_coupler.Iyy": 0.35**2},
        "viscous": {f"{side}.viscous": 1.0 for side in sides},
        **{f"{side} dry": {f"{side}.coulomb": 1.0} for side in sides},
    }
    return Reduction(model, terms), multi_sine(home, swing, 400)


X = np.array([0.02, 0.1, 0.5, 0.3, 0.2, 0.4])


@pytest.fixture(scope="module")
def case():
    """The reduction, a motion, and the problem of its exact torques."""
    reduced, motion = five_bar()
    tau = reduced.model.inverse_dynamics(*motion, reduced.to_parameters(X))
    return reduced, motion, di.Problem(reduced.model, dataset(reduced.model, motion, tau), reduced)


def test_rows_are_those_of_the_model_times_S(case):
    reduced, motion, problem = case
    W = np.asarray(reduced.model.regressor(*motion)) @ reduced.matrix
    theirs = di.Problem.from_rows(W, W @ X, reduced.names)
    assert problem.names == reduced.names
    for ours, other in zip(problem.blocks, theirs.blocks):
        assert_allclose(ours.R.T @ ours.R, other.R.T @ other.R, rtol=0, atol=1e-9)


@pytest.mark.parametrize("how", [di.OLS(), di.estimators.L1(), di.Huber(), di.Ridge(1e-12)])
def test_the_truth_is_found_again_with_all_parameters(case, how):
    reduced, _, problem = case
    found = di.estimate(problem, how)
    assert_allclose(found.theta, X, rtol=1e-6)
    assert_allclose(found.p, reduced.to_parameters(X), rtol=0, atol=1e-6)
    assert found.model is reduced.model
    assert max(j.rmse for j in di.validate(found, problem.data).joints) < 1e-5


def test_a_page_is_written(case, tmp_path):
    reduced, _, problem = case
    verdict = di.write_report(tmp_path / "r.html", di.estimate(problem, di.OLS()), problem)
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert f"{len(reduced)} parameters of the reduction, with 95 % intervals" in page
    assert "right dry" in page
    assert "base parameters" not in page
    (bodies,) = [finding for finding in verdict.findings if finding.kind == "bodies"]
    assert "reduction" in bodies.text


def test_deviations_are_those_of_least_squares(case):
    """sigma^2 (W'W)^-1, white noise of 0.1 Nm: against numpy."""
    reduced, motion, _ = case
    model = reduced.model
    tau = model.inverse_dynamics(*motion, reduced.to_parameters(X))
    noisy = tau + 0.1 * np.random.default_rng(0).normal(size=tau.shape)
    found = di.estimate(di.Problem(model, dataset(model, motion, noisy), reduced), di.OLS())
    W = (np.asarray(model.regressor(*motion)) @ reduced.matrix).reshape(-1, len(reduced))
    assert_allclose(found.theta, np.linalg.lstsq(W, noisy.ravel())[0], rtol=1e-9)
    assert_allclose(found.std, 0.1 * np.sqrt(np.diag(np.linalg.inv(W.T @ W))), rtol=0.3)


def test_problems_merge_are_compressed_and_pickled(case):
    reduced, _, problem = case
    both = di.Problem.merge([problem, pickle.loads(pickle.dumps(problem.drop_rows()))])
    assert both.n == 2 * problem.n
    assert_allclose(di.estimate(both, di.OLS()).p, reduced.to_parameters(X), rtol=0, atol=1e-8)
    other = Reduction(reduced.model, {**reduced.terms, "moment": {"left_crank.mx": 1.0}})
    with pytest.raises(InputError, match="the reduction"):
        di.Problem.merge([problem, di.Problem(reduced.model, problem.data, other)])


def test_a_motion_can_be_designed_for_it(case):
    found = di.design_excitation(
        case[0].model,
        di.Fourier(2.0, 3),
        di.Limits(velocity=5.0, acceleration=30.0),
        base=case[0],
        starts=1,
        iterations=2,
    )
    assert found.names == case[0].names


def test_kims_eleven_parameters_are_a_restriction_of_any_delta():
    """(26), written by hand, is the model of all bodies with p = S x: arms at uneven angles."""
    delta = Delta(L1=0.21, L2=0.47, R=0.11, r=0.06, directions=(0.1, 2.0, 4.4))
    model = di.Model(delta.make_robot(), [di.Viscous(), di.Coulomb()], symmetric=False)
    motion = multi_sine(np.full(3, 0.3), np.full(3, 0.5), 300)
    reduced, W = make_reduction(model), compute_regressor_26(delta.state(*motion))
    assert reduced.names == NAMES_26
    ours = np.asarray(model.regressor(*motion)) @ reduced.matrix
    assert np.abs(ours - W).max() < 1e-10 * np.abs(W).max()


BAD = [
    ({"a": {"left_crank.Izy": 1.0}}, "Did you mean 'left_crank.I"),
    ({"a": {"left_crank.Iyy": np.nan}}, "with numbers"),
    ({"a": {"left_crank.Iyy": 1.0}, "b": {"left_crank.Iyy": 2.0}}, "cannot tell a, b apart"),
    ({"a": {"left_crank.Iyy": 1.0}, "b": {"left_crank.my": 1.0}}, "do not depend on them"),
]


@pytest.mark.parametrize(("terms", "said"), BAD, ids=[said for _, said in BAD])
def test_bad_input(case, terms, said):
    with pytest.raises(InputError, match=said):
        Reduction(case[0].model, terms)


def test_bodies_are_not_asked_of_it(case):
    with pytest.raises(InputError, match="Reduction"):
        di.estimate(case[2], di.Consistent())
