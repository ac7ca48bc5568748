"""ParticleSwarm against its paper's equations written out, the linear program whose optimum it
approaches, and scipy."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import least_squares, lsq_linear
from test_kim_estimators import kim_run
from test_separable import STRIBECK, run
from threadpoolctl import threadpool_limits

import dynid as di
from dynid._native import sum_errors
from dynid.papers.kim2022 import kim_delta as kim
from estimators_help import dataset

pytestmark = pytest.mark.slow(reason="many fits, for statistics")

#: around (36), both signs of friction allowed
BOUNDS_26 = (
    (0.0, 10.0),
    (0.0, 30.0),
    *[(0.0, 2.0)] * 3,
    *[(-10.0, 10.0)] * 3,
    *[(-20.0, 20.0)] * 3,
)
SMALL = di.estimators.ParticleSwarm(particles=40, neighbours=8, iterations=200)


@pytest.fixture(scope="module", autouse=True)
def one_blas_thread():
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="module")
def train():
    return kim_run(1)


@pytest.fixture(scope="module")
def test():
    return kim_run(2)


@pytest.fixture(scope="module")
def problem(train):
    return di.Problem.from_rows(
        kim.compute_regressor_26(train.state), train.tau, kim.NAMES_26, kim.JOINTS
    )


@pytest.fixture(scope="module")
def optimum(problem):
    """Of (33), by linear programming: tests/estimators/test_kim_estimators.py holds it against
    scipy's primal form."""
    return di.estimators.L1().fit(problem).minimum.value


@pytest.fixture(scope="module")
def as_specified(problem):
    """Kim's settings: 300 particles, 60 neighbours, 1000 iterations."""
    return di.estimate(problem, di.estimators.ParticleSwarm(bounds=BOUNDS_26))


@pytest.fixture(scope="module")
def noisy():
    """Rows (200, 2 joints, 5) with outliers."""
    rng = np.random.default_rng(1)
    W = rng.normal(size=(200, 2, 5))
    y = W @ [3.0, -2.0, 0.5, 1.0, -0.1] + rng.normal(size=(200, 2)) * (1.0, 0.1)
    y[::20] += 10.0
    return W, y


# ---- Kim 2022


def test_kims_objective_approaches_the_linear_program_from_above(
    as_specified, optimum, problem, train
):
    best = np.array(as_specified.trace.best)
    assert len(best) == 1001
    assert np.all(np.diff(best) <= 0)
    assert best[-1] >= optimum * (1 - 1e-9)
    assert best[-1] <= optimum * (1 + 1e-5)
    W, y = kim.compute_regressor_26(train.state), train.tau
    assert np.abs(y - W @ as_specified.theta).sum() == pytest.approx(best[-1], rel=1e-12)
    assert any(
        "linear in its parameters: L1(), a linear program" in note for note in as_specified.notes
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_other_seeds_and_no_bounds(seed, problem, optimum):
    """From around OLS's values, free to leave; stopped when nothing moves."""
    found = di.estimators.ParticleSwarm(seed=seed, stagnation=60).fit(problem)
    assert optimum * (1 - 1e-9) <= found.minimum.value <= optimum * (1 + 1e-5)
    assert len(found.trace) < 1001
    assert "without progress" in found.notes[0]


def test_the_classical_swarm_stays_above_too(problem, optimum):
    found = di.estimators.ParticleSwarm(neighbours=None, bounds=BOUNDS_26, iterations=300).fit(
        problem
    )
    assert optimum * (1 - 1e-9) <= found.minimum.value <= optimum * (1 + 1e-3)


def test_ols_fits_as_well_as_the_swarm(as_specified, problem, train, test):
    """|fit(OLS) - fit(PSO)| <= 0.001, by (41) and by the measured range, on the log and on
    another."""
    ols = di.OLS().fit(problem).theta
    for log in (train, test):
        W = kim.compute_regressor_26(log.state)
        assert_allclose(
            log.compute_fits(W, as_specified.theta), log.compute_fits(W, ols), rtol=0, atol=1e-3
        )


def test_the_model_decides_not_the_algorithm(as_specified, train, test):
    """Fit of every arm: 14 parameters < 14 + friction < 11 parameters, each with its own optimum of
    (33)."""

    def with_friction(x):
        friction = [v[:, :, None] * np.eye(3) for v in (x.thetad, np.sign(x.thetad))]
        return np.concatenate([kim.compute_regressor_37(x), *friction], axis=2)

    swarm = di.estimators.ParticleSwarm(stagnation=50)
    few, more = (
        swarm.fit(di.Problem.from_rows(regressor(train.state), train.tau, joints=kim.JOINTS)).theta
        for regressor in (kim.compute_regressor_37, with_friction)
    )
    for log in (train, test):
        without, frozen = (
            log.compute_fits(kim.compute_regressor_37(log.state), few),
            log.compute_fits(with_friction(log.state), more),
        )
        ours = log.compute_fits(kim.compute_regressor_26(log.state), as_specified.theta)
        assert np.all(without < frozen - 0.01)
        assert np.all(frozen < ours - 0.01)


@pytest.mark.parametrize("neighbours", [4, None])
def test_steps_are_those_of_the_paper(neighbours, noisy):
    """(31)-(35), or (A14)-(A15), particle by particle, with the same random numbers."""
    W, y = (x[:40] for x in noisy)
    low, high = -5.0 * np.ones(5), 5.0 * np.ones(5)
    settings = {
        "particles": 12,
        "neighbours": neighbours,
        "iterations": 30,
        "bounds": [(-5.0, 5.0)] * 5,
    }
    found = di.estimators.ParticleSwarm(**settings, seed=7).fit(di.Problem.from_rows(W, y))

    def F(theta):
        return sum(abs(y[k, j] - W[k, j] @ theta) for k in range(len(y)) for j in range(2))

    rng, N = np.random.default_rng(7), 12
    M = list(rng.uniform(low, high, (N, 5)))
    speed, pbest = [np.zeros(5)] * N, list(M)
    best = [min(map(F, M))]
    for _ in range(30):
        r1, r2 = rng.random((2, N))
        if neighbours is None:
            sbest = [min(pbest, key=F)] * N
        else:
            sbest = [min((M[j % N] for j in range(i - 2, i + 3)), key=F) for i in range(N)]
        for i in range(N):
            speed[i] = (
                0.72984 * speed[i]
                + 1.49618 * r1[i] * (pbest[i] - M[i])
                + 1.49618 * r2[i] * (sbest[i] - M[i])
            )
        M = [m + v for m, v in zip(M, speed)]
        for i in range(N):
            stopped = (M[i] < low) | (M[i] > high)
            M[i], speed[i] = np.clip(M[i], low, high), np.where(stopped, 0.0, speed[i])
        pbest = [min(b, m, key=F) for b, m in zip(pbest, M)]
        best.append(min(map(F, pbest)))
    assert_allclose(found.trace.best, best, rtol=1e-10)


# ---- objectives


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 9])
@pytest.mark.parametrize("particles", [1, 7, 64])
def test_kernel(k, particles):
    rng = np.random.default_rng(k)
    W, y, theta = rng.normal(size=(33, k)), rng.normal(size=33), rng.normal(size=(k, particles))
    e = np.abs(y[:, None] - W @ theta)
    out = np.ones(particles)
    sum_errors(W, y, theta, 0.0, out)
    assert_allclose(out, 1 + e.sum(axis=0), rtol=1e-13)
    out = np.zeros(particles)
    sum_errors(W, y, theta, 0.7, out)
    assert_allclose(out, np.where(e <= 0.7, e**2 / 2, 0.7 * e - 0.7**2 / 2).sum(axis=0), rtol=1e-13)


def test_squares_reach_ols(problem):
    ols = di.OLS().fit(problem).theta
    found = di.estimators.ParticleSwarm(objective="l2", bounds=BOUNDS_26).fit(problem)
    least = problem.sum_squared_errors(ols).sum()
    assert found.minimum.value == pytest.approx(
        problem.sum_squared_errors(found.theta).sum(), rel=1e-12
    )
    assert least * (1 - 1e-12) <= found.minimum.value <= least * (1 + 1e-9)
    assert_allclose(found.theta, ols, rtol=1e-3)


def test_huber_reaches_scipy(noisy):
    W, y = noisy
    problem = di.Problem.from_rows(W, y)
    sigma = 1.4826 * np.median(np.abs(y - W @ di.OLS().fit(problem).theta), axis=0)
    found = di.estimators.ParticleSwarm(objective="huber").fit(problem)
    tight = dict.fromkeys(("xtol", "ftol", "gtol"), 1e-15)
    answer = least_squares(
        lambda x: ((W @ x - y) / sigma).ravel(), np.zeros(5), loss="huber", f_scale=1.345, **tight
    )
    assert found.minimum.value == pytest.approx(answer.cost, rel=1e-9)
    assert_allclose(found.theta, answer.x, rtol=1e-4)


def test_bounds_hold(noisy):
    """Squares within a box: scipy's bounded least squares; a parameter without bounds is free."""
    W, y = noisy
    found = di.estimators.ParticleSwarm(
        objective="l2", bounds={"theta1": (0.0, 2.5), "theta3": (1.0, 2.0)}
    ).fit(di.Problem.from_rows(W, y))
    low, high = [0.0, -np.inf, 1.0, -np.inf, -np.inf], [2.5, np.inf, 2.0, np.inf, np.inf]
    answer = lsq_linear(W.reshape(-1, 5), y.ravel(), (low, high))
    assert found.theta[0] == 2.5
    assert found.theta[2] == 1.0
    assert found.minimum.value == pytest.approx(2 * answer.cost, rel=1e-9)


# ---- nonlinear models


@pytest.mark.parametrize("objective", ["l1", "l2", "huber"])
def test_shapes_are_searched_along(objective, tmp_path):
    """Squares reach the optimum of SeparableLeastSquares; no objective ends above its value there,
    and constants agree."""
    _, _, data = run("pendulum", STRIBECK, samples=200)
    problem = di.Problem(data.model, data)
    separable = di.estimate(problem, di.estimators.SeparableLeastSquares(deviations=(1.0,)))
    swarm = di.estimators.ParticleSwarm(
        particles=60, neighbours=12, objective=objective, stagnation=50
    )
    result = di.estimate(problem, swarm)
    model = data.model.set_constants(result.constants)
    e = data.tau - model.inverse_dynamics(data.q, data.qd, data.qdd, result.p)
    if objective == "l2":
        squares = sum(joint.rows * joint.rmse**2 for joint in separable.joints)
        assert result.trace.best[-1] == pytest.approx(squares, rel=1e-7)
        assert np.sum(e**2) == pytest.approx(squares, rel=1e-7)
        assert_allclose(result.std, separable.std, rtol=1e-2)
    if objective == "l1":
        assert np.abs(e).sum() == pytest.approx(result.trace.best[-1], rel=1e-9)
        there = data.model.set_constants(separable.constants)
        other = data.tau - there.inverse_dynamics(data.q, data.qd, data.qdd, separable.p)
        assert np.abs(e).sum() < np.abs(other).sum()
    for name, std in separable.constants_std.items():
        assert abs(result.constants[name] - separable.constants[name]) < 2 * std
    assert not any("linear in its parameters" in note for note in result.notes)
    result.save(tmp_path / "result.json")
    back = di.Estimate.load(tmp_path / "result.json")
    assert back.trace == result.trace
    assert str(back) == str(result)
    assert f"best {objective}" in str(result)
    (line,) = result.trace.plot().data
    assert list(line.y) == list(result.trace.best)


@dataclass(frozen=True)
class Fragile(di.Stribeck):
    """Not a number beyond a Stribeck velocity, as a careless effect might be."""

    most: float = 0.3

    def terms(self):
        terms = super().terms()
        return terms if self.vs < self.most else [replace(t, law=NotANumber()) for t in terms]


class NotANumber(di.Law):
    def force(self, x):
        return np.full_like(x.v, np.nan)


@pytest.mark.parametrize("most", [0.3, 0.06])
def test_particles_without_a_finite_objective_are_dropped(most):
    """Counted and reported; the rest finds the optimum. Where none is left, that is said."""
    true, _, data = run("pendulum", STRIBECK, samples=200)
    model = di.Model(true.robot, [Fragile(most=most)])
    problem = di.Problem(model, data)
    if most < 0.1:
        with pytest.raises(
            di.DynidError, match="no particle has a finite objective any more, after 0 iterations"
        ):
            di.estimators.ParticleSwarm(bounds={"Fragile.vs": (0.1, 0.5)}).fit(problem)
        return
    result = di.estimate(problem, di.estimators.ParticleSwarm(60, 12, 150, objective="l2"))
    assert 0 < result.trace.dropped < 60
    assert f"{result.trace.dropped} of 60 particles dropped" in " ".join(result.notes)
    assert result.constants["Fragile.vs"] == pytest.approx(0.15, rel=0.1)


# ---- input


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"bounds": [(0.0, 1.0)] * 4}, "got 4 bounds, expected 5 pairs"),
        ({"bounds": {"theta1": (1.0, 1.0)}}, r"bounds \(1.0, 1.0\) for 'theta1'.*low < high"),
        ({"bounds": {"theta1": (2.0, 1.0)}}, "low < high"),
        ({"bounds": {"theta1": (0.0, np.inf)}}, "finite"),
        (
            {"bounds": {"mass": (0.0, 1.0)}},
            "'mass', which is no parameter; there are theta1, theta2",
        ),
        (
            {"bounds": {"theta1": (0.0, 1.0)}, "start": [2.0, 0, 0, 0, 0]},
            "exclude the start: theta1 = 2 not in 0 .. 1",
        ),
        ({"start": [1.0]}, r"start of shape \(1,\), expected 5"),
        ({"particles": 1}, "1 particles"),
        ({"iterations": 0}, "0 iterations"),
        ({"neighbours": 7}, "7 neighbours, expected an even number below the 300"),
        ({"neighbours": 300}, "300 neighbours"),
        ({"objective": "l3"}, "objective 'l3', expected one of l1, l2, huber"),
        ({"c1": np.nan}, "c0, c1, c2"),
        ({"stagnation": 0}, "stagnation 0"),
    ],
)
def test_bad_input_is_named(settings, match, noisy):
    with pytest.raises(di.InputError, match=match):
        di.estimators.ParticleSwarm(**settings).fit(di.Problem.from_rows(*noisy))


def test_a_start_is_a_particle(noisy):
    """The optimum given as a start is never lost."""
    problem = di.Problem.from_rows(*noisy)
    best = di.estimators.L1().fit(problem)
    found = di.estimators.ParticleSwarm(
        particles=10, neighbours=4, iterations=3, start=tuple(best.theta)
    ).fit(problem)
    assert found.minimum.value <= best.minimum.value * (1 + 1e-12)


def test_same_seed_same_result(noisy):
    problem = di.Problem.from_rows(*noisy)
    assert np.array_equal(SMALL.fit(problem).theta, SMALL.fit(problem).theta)
    assert repr(SMALL) == "ParticleSwarm(particles=40, neighbours=8, iterations=200)"


def test_joints_that_do_not_move_need_bounds():
    """Without bounds for all, the region comes from least squares, which must have a solution."""
    model = di.Model(di.load_robot("pendulum"), [di.Viscous()])
    rest = np.zeros((50, 1))
    problem = di.Problem(model, dataset(model, (rest, rest, rest), rest + 1.0))
    with pytest.raises(di.DynidError, match="the data determine only"):
        SMALL.fit(problem)
    bounds = dict.fromkeys((name.split(" ")[0] for name in problem.names), (-1.0, 1.0))
    assert np.all(
        np.abs(di.estimators.ParticleSwarm(40, 8, 20, bounds=bounds).fit(problem).theta) <= 1.0
    )
