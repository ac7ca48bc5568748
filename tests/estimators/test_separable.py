"""SeparableLeastSquares: constants of friction found with the linear parameters, against scipy's
least
squares over all of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import least_squares
from scipy.signal import firwin
from threadpoolctl import threadpool_limits

import dynid as di
from dynid.data.decimation import Decimation
from dynid.estimators.separable.nonlinear import Nonlinear
from dynid.estimators.separable.projection import Projection
from estimators_help import dataset, truth
from wobble_help import wobble

STRIBECK, SMOOTH = di.Stribeck(vs=0.15, delta=1.6), di.effects.SmoothFriction(w1=30.0, w2=4.0)
STARTS = {"Stribeck": di.Stribeck(), "SmoothFriction": di.effects.SmoothFriction()}
NOISE = 0.02


@pytest.fixture(scope="module", autouse=True)
def one_blas_thread():
    with threadpool_limits(1):
        yield


def run(robot, effect, samples=1000, noise=NOISE, seed=1, motion_seed=1, start=None, **changes):
    """The truth, and a data set of the same robot whose model starts from other constants."""
    true = di.Model(di.load_robot(robot), effect if isinstance(effect, list) else [effect])
    motion = tuple(x[:: 5000 // samples] for x in wobble(true.robot, 5000, motion_seed))
    p = truth(true)
    tau = true.inverse_dynamics(*motion, p)
    tau = tau + noise * np.random.default_rng(seed).normal(size=tau.shape)
    model = di.Model(true.robot, start or [STARTS[type(effect).__name__]])
    return true, p, dataset(model, motion, tau, **changes)


def curve(model, p, joint, speeds):
    """The friction torque of a joint, whatever its parameters are called."""
    k = model.robot.actuated.index(joint)
    rest = np.zeros((len(speeds), model.robot.dof))
    moving = rest.copy()
    moving[:, k] = speeds
    values = np.concatenate([np.zeros(model.layout.inertial.stop), p[model.layout.others]])
    return model.inverse_dynamics(rest, moving, rest, values)[:, k]


# ---- the reduced rows


@pytest.mark.parametrize("robot", ["arm7", "five_bar"])
@pytest.mark.parametrize("decimated", [False, True])
def test_reduced_rows_are_the_problem_at_any_constants(robot, decimated):
    """Same squared errors of every joint, for any theta and constants, as a model with these;
    rows masked and decimated."""
    changes = {
        "use": np.random.default_rng(2).uniform(size=(1000, 7 if robot == "arm7" else 2)) < 0.98
    }
    if decimated:
        changes |= {
            "decimation": Decimation(firwin(11, 0.3), 3),
            "log": np.repeat([0, 1], 500),
            "sources": ("a", "b"),
        }
    _, _, data = run(robot, STRIBECK, **changes)
    problem = di.Problem(data.model, data)
    nonlinear = Nonlinear(problem, "test")
    projection = Projection(problem, nonlinear, "test")
    rng = np.random.default_rng(3)
    for s in rng.uniform(0.1, 2.0, (3, 2)):
        theta, there = rng.normal(size=problem.size), nonlinear.make_problem(s)
        assert there.model.constants == dict(zip(nonlinear.names, s))
        squares = projection.reduce_rows(np.log(s)).sum_squares(theta, len(problem.joints))
        assert_allclose(squares, there.sum_squared_errors(theta), rtol=1e-10)


@pytest.mark.parametrize("effect", [STRIBECK, SMOOTH], ids=lambda e: type(e).__name__)
def test_gradient_is_that_of_the_projected_cost(effect):
    _, _, data = run("five_bar", effect)
    problem = di.Problem(data.model, data)
    nonlinear = Nonlinear(problem, "test")
    projection, weights = Projection(problem, nonlinear, "test"), np.array([1.0, 3.0])
    x = np.log(nonlinear.start * 1.7)
    here = projection.solve(x, weights)
    h = 1e-4
    numeric = [
        (projection.solve(x + d, weights).cost - projection.solve(x - d, weights).cost) / (2 * h)
        for d in h * np.eye(2)
    ]
    assert_allclose(-2 * here.J.T @ here.e, numeric, rtol=1e-6)


# ---- what is found


@pytest.mark.parametrize("robot", ["pendulum", "arm7", "five_bar"])
def test_exact_stribeck_is_recovered(robot):
    true, p, data = run(robot, STRIBECK, noise=0.0)
    result = di.estimate(di.Problem(data.model, data), di.estimators.SeparableLeastSquares())
    assert_allclose(list(result.constants.values()), [0.15, 1.6], rtol=1e-6)
    base = di.base_parameters(true)
    assert_allclose(
        result.theta, base.compute_theta(p), atol=1e-5 * np.abs(base.map).sum(axis=1).max()
    )


@pytest.mark.parametrize("robot", ["pendulum", "arm7", "five_bar"])
@pytest.mark.parametrize("effect", [STRIBECK, SMOOTH], ids=lambda e: type(e).__name__)
def test_noisy_constants_are_recovered(robot, effect):
    """Within 4 standard deviations; for (13), whose terms may change places, the CURVE, within the
    noise."""
    true, p, data = run(robot, effect)
    result = di.estimate(di.Problem(data.model, data), di.estimators.SeparableLeastSquares())
    found = data.model.set_constants(result.constants)
    values, wanted = (
        np.sort(list(result.constants.values())),
        np.sort(list(true.constants.values())),
    )
    std = np.array([result.constants_std[name] for name in result.constants])[
        np.argsort(list(result.constants.values()))
    ]
    assert np.all(np.abs(values - wanted) < 4 * std)
    assert np.all(std < 0.1 * wanted)
    for k, joint in enumerate(true.robot.actuated):
        fastest = np.abs(data.qd[:, k]).max()
        speeds = np.concatenate([-np.geomspace(1e-3, 1, 50), np.geomspace(1e-3, 1, 50)]) * fastest
        expected = curve(true, p, joint, speeds)
        error = curve(found, result.p, joint, speeds) - expected
        assert np.sqrt(np.mean(error**2)) < NOISE
    assert all(joint.rmse == pytest.approx(NOISE, rel=0.15) for joint in result.joints)


def test_equals_scipy_over_all_parameters():
    """One joint, so that no weights matter: theta, constants, and deviations from the Jacobian at
    scipy's optimum."""
    _, _, data = run("pendulum", STRIBECK, samples=500, noise=0.1)
    problem = di.Problem(data.model, data)
    result = di.estimate(problem, di.estimators.SeparableLeastSquares())
    independent = problem.base.independent

    def residuals(x):
        model = di.Model(data.model.robot, [di.Stribeck(vs=np.exp(x[-2]), delta=np.exp(x[-1]))])
        return (model.regressor(data.q, data.qd, data.qdd)[:, 0, independent] @ x[:-2]) - data.tau[
            :, 0
        ]

    start = np.append(di.OLS().fit(problem).theta, np.log([0.1, 2.0]))
    answer = least_squares(
        residuals, start, jac="3-point", x_scale="jac", xtol=1e-15, ftol=1e-15, gtol=1e-15
    )
    assert_allclose(result.theta, answer.x[:-2], rtol=1e-5)
    assert_allclose(list(result.constants.values()), np.exp(answer.x[-2:]), rtol=1e-5)
    variance = 2 * answer.cost / (len(data) - problem.size)
    C = variance * np.linalg.inv(answer.jac.T @ answer.jac) * result.joints[0].inflation
    assert_allclose(result.std, np.sqrt(np.diag(C))[:-2], rtol=1e-3)
    assert_allclose(
        list(result.constants_std.values()),
        np.sqrt(np.diag(C))[-2:] * np.exp(answer.x[-2:]),
        rtol=1e-3,
    )


@pytest.mark.slow(reason="many fits, for statistics")
def test_deviations_cover():
    """100 logs with other noise: errors in units of their standard deviations have mean 0 and
    deviation 1."""
    true, p, data = run("pendulum", STRIBECK, samples=500, noise=0.0)
    wanted, base = (
        np.append(di.base_parameters(true).compute_theta(p), [0.15, 1.6]),
        di.base_parameters(data.model),
    )
    rng, z = np.random.default_rng(5), []
    for _ in range(100):
        tau = data.tau + 0.05 * rng.normal(size=data.tau.shape)
        noisy = dataset(data.model, (data.q, data.qd, data.qdd), tau)
        result = di.estimate(
            di.Problem(data.model, noisy, base),
            di.estimators.SeparableLeastSquares(levels=3, starts=1),
        )
        std = np.append(result.std, list(result.constants_std.values()))
        z.append((np.append(result.theta, list(result.constants.values())) - wanted) / std)
    z = np.array(z)
    assert np.all(np.abs(z.mean(axis=0)) < 4 / np.sqrt(100))
    assert np.all((z.std(axis=0) > 0.75) & (z.std(axis=0) < 1.25))
    assert 0.92 < np.mean(np.abs(z) < 1.96) < 0.98


def test_a_constant_for_each_joint():
    """One effect a joint: six constants, named by their joints; all starts are the defaults."""
    joints = ("joint1", "joint4", "joint6")
    true_effects = [
        di.Stribeck([name], vs=vs, delta=2.0) for name, vs in zip(joints, (0.05, 0.2, 0.6))
    ]
    start = [di.Stribeck([name]) for name in joints]
    true, _, data = run("arm7", true_effects, start=start)
    wanted = [f"Stribeck({name}).vs" for name in joints]
    result = di.estimate(
        di.Problem(data.model, data), di.estimators.SeparableLeastSquares(constants=tuple(wanted))
    )
    assert list(result.constants_std) == wanted
    for name in wanted:
        assert abs(result.constants[name] - true.constants[name]) < 4 * result.constants_std[name]
        assert result.constants_std[name] < 0.1 * true.constants[name]
    assert result.constants["Stribeck(joint1).delta"] == 2.0


def test_the_result_carries_its_constants(tmp_path):
    """Printed, saved, and used by validate: the data's own model has other constants."""
    _, _, data = run("pendulum", STRIBECK)
    result = di.estimate(di.Problem(data.model, data), di.estimators.SeparableLeastSquares())
    assert data.model.constants == {"Stribeck.vs": 0.05, "Stribeck.delta": 2.0}
    assert any(
        line.startswith("Stribeck.vs") and "0.1" in line for line in str(result).splitlines()
    )
    assert any("starts reached the best optimum" in note for note in result.notes)
    result.save(tmp_path / "result.json")
    back = di.Estimate.load(tmp_path / "result.json")
    assert (back.constants, back.constants_std) == (result.constants, result.constants_std)
    _, _, other = run("pendulum", STRIBECK, seed=7, motion_seed=7, sources=("b",))
    check = di.validate(back, other)
    found = data.model.set_constants(result.constants)
    predicted = found.inverse_dynamics(other.q, other.qd, other.qdd, result.p)
    assert_allclose(check.predicted, predicted, rtol=1e-12)
    assert check.joints[0].rmse == pytest.approx(NOISE, rel=0.15)
    fixed = di.validate(di.estimate(di.Problem(data.model, data), di.WLS()), other)
    assert fixed.joints[0].rmse > 3 * NOISE


def test_constants_at_the_end_of_their_range_are_said():
    _, _, data = run("pendulum", STRIBECK)
    ranges = {"Stribeck.vs": (0.2, 1.0)}
    result = di.estimate(
        di.Problem(data.model, data), di.estimators.SeparableLeastSquares(ranges=ranges)
    )
    assert result.constants["Stribeck.vs"] == pytest.approx(0.2)
    assert np.isinf(result.constants_std["Stribeck.vs"])
    assert any(
        "at the end of its range" in note and "Stribeck.vs = 0.2" in note for note in result.notes
    )
    estimator = di.estimators.SeparableLeastSquares(ranges=ranges)
    assert (
        eval(result.method, {"SeparableLeastSquares": di.estimators.SeparableLeastSquares})
        == estimator
    )


@pytest.mark.parametrize(
    ("effects", "settings", "match"),
    [
        ([di.Viscous()], {}, "no effect of the model has such constants.*WLS"),
        (
            [di.Stribeck()],
            {"constants": ("Stribeck.w1",)},
            "no constant Stribeck.w1; the model has Stribeck.vs, Stribeck.delta",
        ),
        (
            [di.Stribeck()],
            {"ranges": {"Stribeck.vs": (0.2, 0.1)}},
            "range 0.2 to 0.1, expected 0 < low < high",
        ),
        ([di.Stribeck()], {"ranges": {"Stribeck.vs": (0.0, 0.1)}}, "expected 0 < low"),
        ([di.Stribeck()], {"levels": 1}, "levels=1"),
        ([di.effects.SmoothFriction(w1=10.0, w2=10.0)], {}, "w1 and w2 must differ"),
    ],
)
def test_bad_input_is_named(effects, settings, match):
    true, _, data = run("pendulum", STRIBECK, samples=200)
    model = di.Model(true.robot, effects)
    with pytest.raises(di.InputError, match=match):
        di.estimators.SeparableLeastSquares(**settings).fit(di.Problem(model, data))


def test_bare_rows_have_no_constants():
    rng = np.random.default_rng(0)
    with pytest.raises(di.InputError, match="needs the effects of a model"):
        di.estimators.SeparableLeastSquares().fit(
            di.Problem.from_rows(rng.normal(size=(50, 1, 3)), rng.normal(size=(50, 1)))
        )


def test_models_name_their_constants():
    robot = di.load_robot("arm7")
    model = di.Model(
        robot,
        [
            di.Viscous(["joint3"]),
            di.Stribeck(["joint2"], vs=0.1),
            di.effects.SmoothFriction(["joint1"]),
        ],
    )
    assert list(model.constants) == [f"Stribeck(joint2).{k}" for k in ("vs", "delta")] + [
        f"SmoothFriction(joint1).{k}" for k in ("w1", "w2")
    ]
    other = model.set_constants({"Stribeck(joint2).vs": 0.3})
    assert other.constants == model.constants | {"Stribeck(joint2).vs": 0.3}
    assert other.parameters == model.parameters
    assert model.set_constants({}) is model
    with pytest.raises(di.InputError, match=r"no constant Stribeck\.vs"):
        model.set_constants({"Stribeck.vs": 0.3})
