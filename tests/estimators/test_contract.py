"""One contract for every estimator: those of the registry, and one of a user (examples). What an
estimator cannot do by nature is said in contract_help, and nowhere else."""

from __future__ import annotations

import inspect
from dataclasses import fields, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from contract_help import PROBLEMS, Lasso, bias, case, cases, dataset, exact
from dynid.estimators import ESTIMATORS, METHODS
from dynid.robot.builtin import BUILTIN
from dynid.testing import estimator_contract as contract
from estimators_help import noisy_rows, one_blas_thread

CASES = cases()
every = pytest.mark.parametrize("name", CASES)
LINEAR = [name for name, one in CASES.items() if one.linear]
linear = pytest.mark.parametrize(
    "estimator", [CASES[name].estimator for name in LINEAR], ids=LINEAR
)


noisy = pytest.fixture(scope="module")(noisy_rows)
alone = pytest.fixture(scope="module", autouse=True)(one_blas_thread)


@pytest.fixture(scope="module")
def results():
    """Of every estimator from noisy data: made when first asked for."""
    done = {}

    def result(name):
        if name not in done:
            problem, _ = PROBLEMS[CASES[name].kind](noise=0.3)
            done[name] = problem, di.estimate(problem, CASES[name].estimator, {"by": "hand"})
        return done[name]

    return result


def fit(estimator, W, y):
    return estimator.fit(di.Problem.from_rows(W, y)).theta


def test_every_estimator_of_the_registry_is_here():
    assert set(CASES) - {"own"} == set(ESTIMATORS)
    for name, kind in ESTIMATORS.items():
        assert type(CASES[name].estimator) is kind
        assert issubclass(kind, di.Estimator)
        assert kind.needs.__doc__
    plain, shapes = (PROBLEMS[kind]()[0] for kind in ("bodies", "shaped"))
    assert (
        tuple(
            name
            for name, kind in ESTIMATORS.items()
            if kind.needs is di.Problem and (kind.adapt_to(plain) or kind.adapt_to(shapes))
        )
        == METHODS
    )


def test_an_own_estimator_is_short():
    lines = [line for line in inspect.getsource(Lasso).splitlines() if line.strip()]
    assert len(lines) <= 20


# ---- what is found


@linear
@pytest.mark.parametrize("name", BUILTIN)
def test_noiseless_truth_is_recovered(estimator, name):
    """Every parameter to 1e-9 of the terms its sum consists of; beside the bias, where there is
    damping."""
    problem, p = exact(name)
    theta, size = problem.base.compute_theta(p), np.abs(problem.base.map) @ np.abs(p)
    expected = bias(estimator, problem, theta)
    # the loops of rus6 let it move least: gravity there is all but a constant, which damping sees
    assert np.all(np.abs(expected) <= (3e-5 if name == "rus6" else 1e-6) * size)
    assert_allclose((estimator.fit(problem).theta - (theta - expected)) / size, 0.0, atol=1e-9)


@pytest.mark.parametrize("name", [name for name in CASES if name not in LINEAR])
def test_noiseless_truth_is_recovered_by_the_others(name):
    problem, true = PROBLEMS[CASES[name].kind]()
    contract.require_truth(CASES[name].estimator, problem, true, CASES[name].exact)


@linear
def test_units_change_nothing(estimator, noisy):
    """Torques in mNm: values a thousand times larger. Columns in other units: values by the
    inverse."""
    W, y = noisy
    theta, units = fit(estimator, W, y), np.array([1e2, 0.1, 1.0, 57.3, 0.1, 10.0])
    assert_allclose(fit(estimator, W, 1000 * y), 1000 * theta, rtol=1e-9)
    assert_allclose(fit(estimator, 1000 * W, 1000 * y), theta, rtol=1e-9)
    assert_allclose(fit(estimator, W * units, y) * units, theta, rtol=1e-9)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_settings_beyond_all_measure_are_refused(name):
    """A covariance of 1e308 has no square, and a text is no number: told before any work."""
    estimator, odd = ESTIMATORS[name](), {"float": "x", "int": 1.5, "ArrayLike | None": [[1e308]]}
    for each in fields(estimator):
        if each.type in odd:
            with pytest.raises(di.InputError, match=f"got {each.name}"):
                di.estimate(None, replace(estimator, **{each.name: odd[each.type]}))


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize(
    "name", [name for name, one in CASES.items() if not one.linear and one.units is not None]
)
def test_units_of_torque_change_nothing(name):
    one = CASES[name]
    (a, true), (b, _) = (PROBLEMS[one.kind](noise=0.01, scale=scale) for scale in (1.0, 1000.0))
    first, second = di.estimate(a, one.estimator), di.estimate(b, one.estimator)
    assert first.names == second.names
    at = [first.names.index(name) for name in true]
    size = np.abs(first.theta[at]).max()
    assert_allclose(second.theta[at] / 1000, first.theta[at], rtol=0, atol=one.units * size)


@linear
def test_order_does_not_matter(estimator, noisy):
    W, y = noisy
    order = np.random.default_rng(3).permutation(len(y))
    assert_allclose(fit(estimator, W[order], y[order]), fit(estimator, W, y), rtol=1e-9)
    model, motion, tau, _ = case("pendulum")
    tau = tau + 0.1 * np.random.default_rng(4).normal(size=tau.shape)
    a, b = (
        dataset(model, [x[part] for x in motion], tau[part])
        for part in (slice(200), slice(200, None))
    )
    one, other = (estimator.fit(di.Problem(model, data)).theta for data in (a + b, b + a))
    assert_allclose(one, other, rtol=1e-9)


@linear
def test_masked_rows_do_not_count(estimator):
    model, motion, tau, _ = case("five_bar")
    rng = np.random.default_rng(6)
    use = rng.uniform(size=tau.shape) < 0.7
    wrong = tau + np.where(use, 0.1, 1e4) * rng.normal(size=tau.shape)
    problem = di.Problem(model, dataset(model, motion, wrong, use=use))
    assert problem.n == use.sum()
    other = di.Problem(model, dataset(model, motion, np.where(use, wrong, 0.0), use=use))
    assert_allclose(estimator.fit(problem).theta, estimator.fit(other).theta, rtol=1e-9)


@linear
def test_a_joint_that_rests_is_named(estimator):
    model, motion, _, p = case("arm7")
    q, qd, qdd = (x.copy() for x in motion)
    qd[:, 3] = qdd[:, 3] = 0.0
    q[:, 3] = 0.4
    problem = di.Problem(model, dataset(model, (q, qd, qdd), model.inverse_dynamics(q, qd, qdd, p)))
    if next(one for one in CASES.values() if one.estimator is estimator).excitation:
        with pytest.raises(
            di.DynidError, match="the data determine only 62 of 64 parameters"
        ) as caught:
            estimator.fit(problem)
        assert all(name in str(caught.value) for name in ("joint4.viscous", "joint4.coulomb"))
        return
    result = di.estimate(problem, estimator)
    assert any("directions are not identifiable from the data" in note for note in result.notes)
    assert_allclose(
        problem.sum_squared_errors(result.theta),
        0.0,
        atol=1e-6 * sum(b.square for b in problem.blocks),
    )


# ---- the form


@every
def test_settings_are_frozen_and_print_as_code(name):
    estimator = CASES[name].estimator
    kind = type(estimator)
    if CASES[name].code:
        spaces = (di, di.estimators)
        names = {each: getattr(space, each) for space in spaces for each in space.__all__}
        names[kind.__name__] = kind
        assert eval(repr(estimator), names) == estimator
    contract.require_settings(estimator)


@every
def test_arrays_have_their_shapes(name, results):
    problem, result = results(name)
    contract.require_shapes(result)
    assert np.isnan(result.std).all() == (name == "own")
    assert name != "own" or any("no standard deviations" in note for note in result.notes)
    assert result.model is problem.model or result.model.robot is problem.model.robot
    assert result.setup == {"by": "hand"}


@every
def test_estimate_prints(name, results):
    _, result = results(name)
    contract.require_text(CASES[name].estimator, result)
    if CASES[name].kind in ("linear", "bodies"):
        assert "from a file" in result.notes
    if name != "own":
        assert_allclose(result.compute_interval(0.95).mean(axis=1), result.theta)
    assert repr(result).startswith("Estimate(")


@every
def test_estimate_comes_back_from_its_file_with_its_model(name, results, tmp_path):
    _, result = results(name)
    contract.require_same_from_file(result)
    result.save(path := tmp_path / "result.json")
    with pytest.raises(di.DynidError, match="exists already"):
        result.save(path)
    result.save(path, overwrite=True)


@pytest.mark.slow(reason="many fits, for statistics")
@every
def test_the_problem_stays_as_it_is(name, results):
    """And a second call gives the same."""
    problem, result = results(name)
    contract.require_repeatable(CASES[name].estimator, problem, result)


@every
def test_the_wrong_kind_of_problem_is_refused(name):
    """In words that say what is needed, and how to build it."""
    estimator = CASES[name].estimator
    other = di.Problem.from_rows(np.eye(3)[:, None], np.ones((3, 1)))
    if estimator.needs is di.Problem:
        other, _ = PROBLEMS["hinges"]()
    with pytest.raises(di.InputError, match=f"expected a {estimator.needs.__name__}: .*\\("):
        di.estimate(other, estimator)
    with pytest.raises(di.InputError, match="expected an estimator such as OLS"):
        di.estimate(other, type(estimator))


def test_a_fit_that_does_not_fit_is_the_estimators_mistake(noisy):
    class Short(di.Estimator):
        def fit(self, problem):
            return di.Fit(np.zeros(2))

    with pytest.raises(di.InputError, match=r"Short: its Fit has theta of shape \(2,\), expected"):
        di.estimate(di.Problem.from_rows(*noisy), Short())
