"""Stepwise, essential_parameters, exact_relations: against refits from scratch, textbook formulae
and full searches."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from scipy import stats

import dynid as di
from dynid.estimators.stepwise.backward_elimination import eliminate_backward
from dynid.identification.correlation import compute_inflation
from estimators_help import case, dataset
from motion_help import random_parameters


def rows(seed=0, N=300, k=7, noise=0.3, zero=(2, 5)):
    """W (N, 1, k), y (N, 1): correlated columns, the parameters in `zero` play no part."""
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(N, k)) @ (np.eye(k) + 0.4 * rng.normal(size=(k, k)))
    theta = rng.uniform(0.5, 2.0, k) * rng.choice([-1, 1], k)
    theta[list(zero)] = 0.0
    y = W @ theta + noise * rng.normal(size=N)
    return W[:, None, :], y[:, None], theta


def scratch(W, y, kept):
    """Least squares of some columns from the rows themselves: theta, sigma in %, rss."""
    A, b = W[:, 0, :][:, kept], y[:, 0]
    theta = np.linalg.lstsq(A, b, rcond=None)[0]
    rss = float(np.sum((b - A @ theta) ** 2))
    s2 = rss / (len(b) - len(kept))
    return theta, 100 * np.sqrt(s2 * np.diag(np.linalg.inv(A.T @ A))) / np.abs(theta), rss


def test_every_step_is_the_fit_from_scratch():
    """Algorithm 1, done naively: refit all rows, remove the largest sigma."""
    W, y, _ = rows()
    problem = di.Problem.from_rows(W, y)
    kept = list(range(7))
    for state in eliminate_backward(problem, np.ones(1)):
        theta, sigma, rss = scratch(W, y, kept)
        assert list(state.kept) == kept
        np.testing.assert_allclose(state.theta, theta, rtol=1e-9)
        assert state.rss == pytest.approx(rss)
        assert state.s2 == pytest.approx(rss / (300 - len(kept)))
        assert state.worst == sigma.argmax()
        assert state.sigma == pytest.approx(sigma.max())
        left = [k for k in kept if k != kept[state.worst]]
        if left:
            assert state.cost == pytest.approx(scratch(W, y, left)[2] - rss)
        kept = left


def test_weights_divide_the_rows_of_a_joint():
    rng = np.random.default_rng(3)
    W, theta = rng.normal(size=(500, 2, 4)), np.array([1.0, 0.0, 2.0, -1.0])
    sigma = np.array([2.0, 0.1])
    y = W @ theta + rng.normal(size=(500, 2)) * sigma
    result = di.estimate(di.Problem.from_rows(W, y), di.Stepwise("f-test", deviations=(2.0, 0.1)))
    assert result.eliminated == ("theta2",)
    A, b = (W / sigma[:, None]).reshape(-1, 4)[:, [0, 2, 3]], (y / sigma).ravel()
    np.testing.assert_allclose(
        result.theta[[0, 2, 3]], np.linalg.lstsq(A, b, rcond=None)[0], rtol=1e-9
    )
    # weights by the true noise: s^2 is 1, within its own deviation sqrt(2 / rows)
    assert result.history[0].s2 == pytest.approx(1.0, abs=4 * np.sqrt(2 / 1000))


@pytest.mark.parametrize("stop", ["f-test", "aic", "bic"])
def test_what_plays_no_part_goes(stop):
    for seed in range(5):
        W, y, theta = rows(seed)
        result = di.estimate(di.Problem.from_rows(W, y), di.Stepwise(stop))
        kept = result.theta != 0
        # AIC keeps a parameter that is nothing with probability P(chi2_1 > 2) = 16 %; nothing real
        # may go
        assert np.all(kept[theta != 0])
        if stop == "bic":
            assert not kept[theta == 0].any()
        assert np.all(result.std[~kept] == 0)
        assert set(result.eliminated) == {result.names[k] for k in np.flatnonzero(~kept)}


def test_the_criteria_are_their_formulae():
    """F = t^2 of the worst parameter, n log rss + 2 c, n log rss + c log n; n what the residuals
    are worth as white ones."""
    W, y, _ = rows(1)
    problem = di.Problem.from_rows(W, y)
    test, aic, bic = (
        di.estimate(problem, di.Stepwise(stop)).history for stop in ("f-test", "aic", "bic")
    )
    e = y[:, 0] - W[:, 0] @ scratch(W, y, range(7))[0]
    n = 300 / compute_inflation(e, np.ones(300, dtype=bool))
    kept = list(range(7))
    w2 = 293 / np.sum(e**2)  # rows are divided by the deviation of the residuals
    for k, step in enumerate(aic):
        _, sigma, rss = scratch(W, y, kept)
        assert test[k].score == pytest.approx((100 / sigma.max()) ** 2 * n / 300)
        assert step.score == pytest.approx(n * np.log(w2 * rss / 300) + 2 * (7 - k))
        assert bic[k].score == pytest.approx(n * np.log(w2 * rss / 300) + (7 - k) * np.log(n))
        kept.pop(int(sigma.argmax()))
    assert test.chosen == next(
        k for k, step in enumerate(test) if step.score > stats.f.ppf(0.95, 1, 300 - step.count)
    )
    assert aic.chosen == int(np.argmin([step.score for step in aic]))


def test_columns_that_cannot_be_told_apart_go_first():
    W, y, _ = rows(zero=())
    W = np.concatenate([W, W[:, :, :1] - 2 * W[:, :, 3:4], 0 * W[:, :, :1]], axis=2)
    y = W[..., 0, :7] @ np.ones(7) + 0.01 * y[:, 0]
    result = di.estimate(di.Problem.from_rows(W, y[:, None]), di.Stepwise("f-test"))
    assert np.isinf([step.sigma for step in result.history][:2]).all()
    assert np.isfinite(result.history[2].sigma)
    assert "theta9" in result.eliminated
    assert len({"theta1", "theta4", "theta8"} & set(result.eliminated)) == 1
    assert result.history[0].error == pytest.approx(result.history[2].error, rel=1e-6)


@pytest.fixture(scope="module")
def few_samples():
    """A 3-PRS whose full model, from few and noisy samples, belongs to no bodies."""
    model, motion, _, _ = case("prs3")
    p = np.concatenate(
        [random_parameters(model, 1), np.ones(len(model.parameters) - model.layout.inertial.stop)]
    )
    tau = model.inverse_dynamics(*motion, p)
    tau = tau + 0.05 * tau.std(axis=0) * np.random.default_rng(4).normal(size=tau.shape)
    part = slice(0, 60)
    return di.Problem(model, dataset(model, [x[part] for x in motion], tau[part]))


def test_reduction_until_bodies_exist(few_samples):
    result = di.estimate(few_samples, di.Stepwise())
    history = result.history
    assert history.chosen == len(history) - 1 > 0
    assert [step.feasible for step in history] == [False] * history.chosen + [True]
    assert len(result.eliminated) == history.chosen
    kept = np.array([name not in result.eliminated for name in result.names])
    assert np.all(result.theta[~kept] == 0)
    model, B = few_samples.model, few_samples.base.map
    answer = di.estimators.check_feasibility(model, B[kept], result.theta[kept])
    assert answer
    assert answer.t == pytest.approx(history[-1].margin, abs=1e-6)
    assert di.is_consistent(answer.p, model)
    # the same torques from p as from theta
    np.testing.assert_allclose(few_samples.base.compute_theta(result.p), result.theta, atol=1e-12)


def test_the_grid_stops_too(few_samples):
    """Masses of slider and coupler on a grid, as in the paper; that of the platform follows from
    the sum of all."""
    grid = di.estimators.Grid({"slider1.m": (0.2, 8), "coupler1.m": (0.2, 8)}, points=20)
    lmi = di.estimate(few_samples, di.Stepwise()).history
    history = di.estimate(few_samples, di.Stepwise(grid)).history
    assert history[history.chosen].feasible
    assert history.rule == "grid"
    assert (
        history.chosen >= lmi.chosen
    )  # here the axes that act are the same: what the grid finds, the LMI finds


def test_none_feasible_says_so():
    """One body whose moment of inertia and mass moment contradict: no reduction helps but the
    last."""
    model = di.Model(di.load_robot("pendulum"))
    rng = np.random.default_rng(0)
    W = rng.normal(size=(100, 1, 2))
    y = W @ [-5.0, -7.0]
    B = np.zeros((2, 10))
    B[0, 0], B[1, 4] = 1.0, 1.0  # mass and Ixx, both negative
    result = di.estimate(di.Problem.from_rows(W, y), di.Stepwise(model=model, map=B))
    assert any("no reduced model is feasible" in note for note in result.notes)
    assert not any(step.feasible for step in result.history)


def test_a_count_can_be_asked_for():
    W, y, _ = rows()
    result = di.estimate(di.Problem.from_rows(W, y), di.Stepwise("bic", keep=3))
    assert np.count_nonzero(result.theta) == 3
    assert result.history[result.history.chosen].count == 3


def test_exact_data_lose_nothing():
    W, _, theta = rows(noise=0.0, zero=())
    result = di.estimate(di.Problem.from_rows(W, W @ theta), di.Stepwise("f-test"))
    assert result.eliminated == ()
    np.testing.assert_allclose(result.theta, theta, rtol=1e-9)


def test_print_save_plot(few_samples, tmp_path):
    result = di.estimate(few_samples, di.Stepwise())
    text = str(result)
    assert text.count("eliminated") == len(result.eliminated)
    assert "<- chosen" in text
    assert "which are feasible" in text
    result.save(tmp_path / "r.json")
    again = di.Estimate.load(tmp_path / "r.json")
    assert again.history == result.history
    assert str(again) == text
    content = json.loads((tmp_path / "r.json").read_text())
    del content["history"]  # files of estimates from before there was one
    (tmp_path / "old.json").write_text(json.dumps(content))
    assert di.Estimate.load(tmp_path / "old.json").eliminated == ()
    figure = result.history.plot()
    assert list(figure.data[0].x) == [step.count for step in result.history]
    assert list(figure.data[0].y) == [step.error for step in result.history]
    assert len(figure.data) == 3


# ---- essential parameters


def smallest(W, y, loss):
    """The size of the smallest set, by trying all."""
    A, b = W[:, 0, :], y[:, 0]

    def error(kept):
        kept = list(kept)
        return np.linalg.norm(b - A[:, kept] @ np.linalg.lstsq(A[:, kept], b, rcond=None)[0])

    k = A.shape[1]
    limit = error(range(k)) + loss * np.linalg.norm(b)
    return next(
        n
        for n in range(1, k + 1)
        for kept in itertools.combinations(range(k), n)
        if error(kept) <= limit
    )


@pytest.mark.parametrize("loss", [0.005, 0.05, 0.2])
def test_essential_is_nearly_the_smallest_of_all_sets(loss):
    extra = 0
    for seed in range(10):
        W, y, _ = rows(seed)
        answer = di.estimators.find_essential_parameters(di.Problem.from_rows(W, y), loss)
        A, b = W[:, 0, :][:, answer.kept], y[:, 0]
        theta = np.linalg.lstsq(A, b, rcond=None)[0]
        np.testing.assert_allclose(answer.theta, theta, rtol=1e-8)
        assert answer.error == pytest.approx(
            100 * np.linalg.norm(b - A @ theta) / np.linalg.norm(b)
        )
        assert answer.error <= answer.full_error + 100 * loss
        extra += len(answer.names) - smallest(W, y, loss)
    assert 0 <= extra <= 2  # greedy: now and then one more than needed


def test_essential_prints_and_without_loss_keeps_all():
    W, y, _ = rows()
    problem = di.Problem.from_rows(W, y)
    assert len(di.estimators.find_essential_parameters(problem, 0.0).names) == 7
    few = di.estimators.find_essential_parameters(problem, 0.05)
    assert f"{len(few.names)} of 7 parameters" in str(few)
    assert few.names[0] in str(few)
    assert len(few.names) == few.history[few.history.chosen].count < 7


# ---- exact relations


def test_relations_between_combinations():
    rng = np.random.default_rng(0)
    B = rng.normal(size=(5, 9))
    B = np.vstack([B, B[0] - 2.5 * B[3], B[1] + B[2], 0 * B[0]])
    relations = di.estimators.find_exact_relations(B, list("abcdefgh"))
    assert len(relations) == 3
    assert {frozenset(r.coefficients) for r in relations} == {
        frozenset("h"),
        frozenset("adf"),
        frozenset("bcg"),
    }
    for r in relations:
        total = sum(c * B["abcdefgh".index(name)] for name, c in r.coefficients.items())
        assert np.abs(total).max() < 1e-12
    assert {"h = 0", "g = b + c", "f = a - 2.5 d"} == {str(r) for r in relations}
    assert di.estimators.find_exact_relations(rng.normal(size=(4, 9))) == ()


def test_relations_between_columns_of_a_regressor():
    """Transposed: the dependent columns of base parameters."""
    model, motion, _, _ = case("pendulum")
    Y = model.regressor(*motion)[:, 0, : model.layout.inertial.stop]
    names = model.parameters[model.layout.inertial]
    relations = di.estimators.find_exact_relations(Y.T, names)
    rank = np.linalg.matrix_rank(Y, tol=1e-9 * np.linalg.norm(Y))
    assert len(relations) == len(names) - rank


# ---- bad input


def test_bad_input():
    W, y, _ = rows()
    problem = di.Problem.from_rows(W, y)
    for estimator, message in [
        (di.Stepwise("never"), "stop 'never'"),
        (di.Stepwise("f-test", significance=1.5), "significance 1.5"),
        (di.Stepwise("bic", keep=0), "keep 0, expected 1 to 7"),
        (di.Stepwise("bic", keep=8), "keep 8, expected 1 to 7"),
        (di.Stepwise(), "was given by rows"),
        (di.Stepwise("aic", deviations=(1.0, 2.0)), "expected 1 positive"),
        (
            di.Stepwise(model=di.Model(di.load_robot("pendulum")), map=np.ones((2, 10))),
            "map of shape",
        ),
    ]:
        with pytest.raises(di.InputError, match=message):
            di.estimate(problem, estimator)
    with pytest.raises(di.DynidError, match="zero throughout"):
        di.estimate(di.Problem.from_rows(W, 0 * y), di.Stepwise("bic"))
    with pytest.raises(di.InputError, match="loss -1"):
        di.estimators.find_essential_parameters(problem, -1)
    with pytest.raises(di.InputError, match=r"expected finite numbers \(k, P\)"):
        di.estimators.find_exact_relations(np.ones(3))
    with pytest.raises(di.InputError, match="3 different"):
        di.estimators.find_exact_relations(np.eye(3), ["a", "a", "b"])
