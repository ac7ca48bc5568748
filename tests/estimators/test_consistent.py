"""Consistent(): what is asked of it is kept, intervals cover, weights and priors do what they say,
bad input is named."""

from __future__ import annotations

import warnings
from functools import lru_cache

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from threadpoolctl import threadpool_limits

import dynid as di
from consistent_help import convex_optimum
from dynid.estimators.consistent.objective import Objective
from dynid.estimators.consistent.prior import make_prior
from dynid.estimators.consistent.restrictions import FORMS, make_restricted_cone
from dynid.robot.builtin import BUILTIN
from wobble_help import wobble


@pytest.fixture(scope="module", autouse=True)
def one_blas_thread():
    with threadpool_limits(1):
        yield


@lru_cache
def simulated(name, noise=0.01, samples=3000, seed=1):
    """A robot with friction and rotors moves for some seconds at 100 Hz: model, truth, exact
    motion, problem."""
    robot = BUILTIN[name]()
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.RotorInertia()])
    n = robot.dof
    truth = np.concatenate(
        [model.prior[model.layout.inertial], np.full(n, 0.3), np.full(n, 0.5), np.full(n, 0.05)]
    )
    motion = tuple(x[::10] for x in wobble(robot, 10 * samples, seed))
    tau = model.inverse_dynamics(*motion, truth)
    tau = tau + noise * np.sqrt((tau**2).mean(axis=0)) * np.random.default_rng(seed).normal(
        size=tau.shape
    )
    return model, truth, problem_of(model, motion, tau)


def problem_of(model, motion, tau):
    N = len(tau)
    use = np.ones(tau.shape, dtype=bool)
    return di.Problem(
        model, di.Dataset(model, np.arange(N) / 100, *motion, tau, np.zeros(N), use, 100.0, ("a",))
    )


def wrong_prior(model, truth, factor=1.3):
    prior = truth * factor
    prior[model.layout.others] = np.nan
    return prior


def objective(problem, prior, weight=1e-4, **restrictions):
    full = make_prior(problem, prior, True)
    empty = {name: restrictions.get(name, {}) for name in ("fixed", "mass", "com", "forms")}
    cone, start = make_restricted_cone(problem.model, full, **empty)
    return Objective(
        problem, full, cone, start, np.full(len(problem.joints), 0.1), "relative", "auto", weight
    )


def test_every_distance_and_solver_is_consistent_and_recovers_the_truth():
    model, truth, problem = simulated("five_bar")
    prior = wrong_prior(model, truth)
    settings = [{"distance": d} for d in ("relative", "euclidean", "entropic", "riemannian")]
    for setting in (*settings, {"solver": "clarabel"}, {"solver": "log_cholesky"}):
        result = di.estimate(problem, di.Consistent(prior=prior, draws=0, **setting))
        assert di.is_consistent(result.p, model), setting
        assert_allclose(result.theta, problem.base.compute_theta(result.p), rtol=1e-12)
        z = (result.theta - problem.base.compute_theta(truth)) / result.std
        assert np.abs(z).max() < 5, setting


def test_solvers_agree_on_a_robot():
    model, truth, problem = simulated("five_bar")
    values = {
        solver: (
            di.Consistent(prior=wrong_prior(model, truth), solver=solver, draws=0)
            .fit(problem)
            .minimum.value
        )
        for solver in ("barrier", "clarabel", "log_cholesky")
    }
    assert_allclose(list(values.values()), values["barrier"], rtol=1e-6)


@pytest.mark.parametrize("name", ["delta3", "six_dof"])
def test_log_cholesky_reaches_the_boundary_of_a_robot(name):
    """Where bodies are thin and friction vanishes."""
    model, truth, problem = simulated(name)
    best, found = (
        di.Consistent(prior=wrong_prior(model, truth), solver=solver, draws=0).fit(problem)
        for solver in ("barrier", "log_cholesky")
    )
    assert best.active
    assert_allclose(found.minimum.value, best.minimum.value, rtol=1e-6)
    assert not [note for note in found.notes if "above the optimum" in note]


def test_J_is_the_formula():
    """Recomputed from all rows, and from the distance as it is written."""
    model, truth, problem = simulated("five_bar")
    prior, deviations, weight = wrong_prior(model, truth), (0.2, 0.3), 1e-3
    fit = di.Consistent(prior=prior, weight=weight, deviations=deviations, draws=0).fit(problem)
    data = problem.data
    e = (data.tau - model.inverse_dynamics(data.q, data.qd, data.qdd, fit.p)) / deviations
    full = make_prior(problem, prior, True)
    J = np.sum(e**2) / e.size + weight * np.sum(((fit.p - full.p) / full.scale) ** 2)
    assert_allclose(fit.minimum.value, J, rtol=1e-9)


def test_restrictions_are_kept_and_the_optimum_is_cvxpys():
    model, truth, problem = simulated("five_bar")
    names = model.group_names
    restrictions = {
        "fixed": {f"{names[0]}.Izz": 0.02},
        "mass": {names[0]: (0.1, 0.6), names[1]: (5.0, np.inf)},
        "com": {names[1]: ((0.05, 0.06), (-0.001, 0.001), (-np.inf, np.inf))},
        "forms": {names[-1]: "slender strut x"},
    }
    prior = wrong_prior(model, truth)
    J = objective(problem, prior, **restrictions)
    best = J.minimise()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value, _ = convex_optimum(*J.rows, J.cone)
    assert_allclose(best.value, value, rtol=1e-7)
    result = di.estimate(problem, di.Consistent(prior=prior, draws=20, **restrictions))
    p = dict(zip(result.parameters, result.p))
    assert p[f"{names[0]}.Izz"] == 0.02
    assert 0.1 <= p[f"{names[0]}.m"] <= 0.6
    assert p[f"{names[1]}.m"] >= 5.0
    assert 0.05 <= p[f"{names[1]}.mx"] / p[f"{names[1]}.m"] <= 0.06
    assert all(p[f"{names[-1]}.{entry}"] == 0.0 for entry in ("my", "mz", "Ixy", "Ixz", "Iyz"))
    assert any(f"{names[1]}.m >= 5" in text for text in result.active)
    assert di.is_consistent(result.p, model)
    low, high = result.p_interval.T
    known = np.array([name not in result.from_prior for name in result.parameters])
    assert np.all((low <= result.p) & (result.p <= high) | ~known)
    assert np.isnan(low[~known]).all()
    k = result.parameters.index(f"{names[1]}.m")
    assert not known[k] or low[k] >= 5.0


@pytest.mark.parametrize("form", FORMS)
def test_every_form_zeroes_what_it_says(form):
    _, truth, problem = simulated("delta3", samples=400)
    result = di.estimate(
        problem, di.Consistent(prior=truth * 1.2, forms={"arm1": f"{form} y"}, draws=0)
    )
    p = dict(zip(result.parameters, result.p))
    assert all(p[f"arm1.{entry}"] == 0.0 for entry in FORMS[form]("y"))
    assert p["arm1.m"] > 0


@pytest.mark.slow(reason="many fits, for statistics")
def test_intervals_cover():
    """Pooled over 25 data sets: 95 % intervals of base parameters contain the truth in 90 to 99 %
    of the cases, prior wrong
    by half a scale (its own deviation), and p_interval those of what the data show alone."""
    model, truth, problem = simulated("five_bar", noise=0.0, samples=600)
    data, theta = problem.data, problem.base.compute_theta(truth)
    friction = np.arange(model.layout.inertial.stop, model.layout.inertial.stop + 4)
    inside, within = [], []
    for seed in range(25):
        rng = np.random.default_rng(seed)
        tau = data.tau + 0.02 * np.sqrt((data.tau**2).mean(axis=0)) * rng.normal(
            size=data.tau.shape
        )
        prior = truth * (1 + 0.5 * rng.uniform(-1, 1))
        prior[model.layout.others] = np.nan
        result = di.estimate(
            problem_of(model, (data.q, data.qd, data.qdd), tau),
            di.Consistent(prior=prior, draws=30),
        )
        low, high = result.compute_interval(0.95).T
        inside += list((low <= theta) & (theta <= high))
        within += [result.p_interval[k, 0] <= truth[k] <= result.p_interval[k, 1] for k in friction]
    assert 0.90 <= np.mean(inside) <= 0.995
    assert 0.85 <= np.mean(within) <= 0.995


def test_the_weight_carries_from_prior_to_data():
    model, truth, problem = simulated("five_bar")
    prior = wrong_prior(model, truth, 2.0)
    rigid = slice(0, model.layout.inertial.stop)
    strong = di.Consistent(prior=prior, weight=1e9, draws=0).fit(problem)
    assert_allclose(strong.p[rigid], prior[rigid], rtol=1e-3, atol=1e-6)
    weak = di.Consistent(prior=prior, weight=1e-9, draws=0).fit(problem)
    free = di.estimate(problem, di.WLS())
    assert_allclose(weak.theta, free.theta, atol=0.2 * free.std.max())


def test_cross_validation_trusts_a_good_prior_more_than_a_bad_one():
    model, truth, problem = simulated("five_bar", noise=0.2, samples=300)
    good = di.Consistent(prior=truth * 1.001, weight="auto", draws=0).fit(problem)
    bad = di.Consistent(prior=wrong_prior(model, truth, 3.0), weight="auto", draws=0).fit(problem)
    assert good.minimum.weight > bad.minimum.weight
    assert any("cross-validation" in note for note in good.notes)


def test_without_any_prior_bodies_are_guessed_and_said_to_be():
    robot = BUILTIN["five_bar"]()
    bare = robot.replace(
        bodies=tuple(type(b)(b.name, b.parent, b.joint, massless=b.massless) for b in robot.bodies)
    )
    model = di.Model(bare, [di.Viscous(), di.Coulomb(), di.RotorInertia()])
    _, _, problem = simulated("five_bar")
    data = problem.data
    result = di.estimate(
        problem_of(model, (data.q, data.qd, data.qdd), data.tau), di.Consistent(draws=0)
    )
    assert any("guessed" in note for note in result.notes)
    assert di.is_consistent(result.p, model)
    check = di.validate(result, problem_of(model, (data.q, data.qd, data.qdd), data.tau).data)
    free = di.estimate(problem, di.WLS())
    rmse = np.sqrt(sum(j.rmse**2 for j in free.joints))
    assert np.sqrt(sum(j.rmse**2 for j in check.joints)) < 1.02 * rmse


def test_an_impossible_prior_is_projected_or_refused():
    model, truth, problem = simulated("five_bar")
    prior = wrong_prior(model, truth)
    prior[9] = -0.5  # Izz of the first body
    result = di.estimate(problem, di.Consistent(prior=prior, draws=0))
    assert any(
        model.group_names[0] in note and "nearest consistent" in note for note in result.notes
    )
    with pytest.raises(di.InputError, match=rf"{model.group_names[0]}.*not physically consistent"):
        di.Consistent(prior=prior, project=False).fit(problem)


def test_saved_and_loaded(tmp_path):
    model, truth, problem = simulated("five_bar")
    result = di.estimate(problem, di.Consistent(prior=wrong_prior(model, truth), draws=20))
    result.save(tmp_path / "r.json")
    again = di.Estimate.load(tmp_path / "r.json")
    assert_array_equal(again.p, result.p)
    assert_array_equal(again.p_interval, result.p_interval)
    assert (again.active, again.margins) == (result.active, result.margins)
    assert str(again) == str(result)
    assert model.group_names[0] in str(result)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"weight": 0.0}, "positive"),
        ({"weight": -1.0}, "positive"),
        ({"weight": np.nan}, "positive"),
        ({"weight": "much"}, "auto"),
        ({"distance": "far"}, "relative"),
        ({"solver": "magic"}, "barrier"),
        ({"distance": "entropic", "solver": "clarabel"}, "barrier"),
        ({"draws": 3}, "at least 20"),
        ({"deviations": (1.0,)}, "2 positive numbers"),
        ({"deviations": (1.0, -1.0)}, "2 positive numbers"),
        ({"prior": np.zeros(3)}, "shape"),
        ({"prior": {"nobody": np.zeros(10)}}, "nobody"),
        ({"prior": {"BODY": np.zeros(3)}}, "ten numbers"),
        ({"prior": {"FIRST.viscous": -1.0}}, "below what is possible"),
        ({"fixed": {"nothing.m": 1.0}}, "no parameter"),
        ({"fixed": {"BODY.m": np.inf}}, "finite"),
        ({"fixed": {"FIRST.viscous": -1.0}}, "cannot be below"),
        ({"mass": {"BODY": (2.0, 1.0)}}, "low < high"),
        ({"mass": {"BODY": 3.0}}, "two numbers"),
        ({"mass": {"nobody": (0, 1)}}, "no body"),
        ({"com": {"BODY": ((0, 1),)}}, "three intervals"),
        ({"forms": {"BODY": "round"}}, "slender strut"),
        ({"forms": {"BODY": "slender strut"}}, "axis"),
        (
            {"fixed": {"BODY.m": 1.0, "BODY.Izz": 1e-6, "BODY.mx": 1.0}},
            "no physically consistent inertia",
        ),
        ({"fixed": {"BODY.m": 3.0}, "mass": {"BODY": (0.1, 2.0)}}, "BODY.m <= 2"),
        ({"mass": {"BODY": (-2.0, -1.0)}}, "BODY.m <= -1"),
    ],
    ids=str,
)
def test_bad_input_is_named(settings, words):
    model, _, problem = simulated("five_bar")
    first, joint = model.group_names[0], model.robot.actuated[0]

    def named(x):
        if isinstance(x, dict):
            return {k.replace("BODY", first).replace("FIRST", joint): v for k, v in x.items()}
        return x

    estimator = di.Consistent(**{key: named(value) for key, value in settings.items()})
    with pytest.raises(di.DynidError, match=words.replace("BODY", first)):
        estimator.fit(problem)


def test_bare_rows_have_no_bodies():
    with pytest.raises(di.InputError, match="bodies of a model"):
        di.Consistent().fit(di.Problem.from_rows(np.ones((5, 1, 1)), np.ones((5, 1))))


def test_it_is_the_default_of_estimate():
    *_, problem = simulated("five_bar")
    plain, named = di.estimate(problem), di.estimate(problem, di.Consistent())
    assert plain.method == named.method == repr(di.Consistent())
    assert_array_equal(plain.theta, named.theta)
    assert_array_equal(plain.p_interval, named.p_interval)
    assert di.estimate(problem, setup={"robot": "five_bar"}).setup == {"robot": "five_bar"}
    with pytest.raises(di.InputError, match=r"got OLS\(\) without an estimator"):
        di.estimate(di.OLS())
