"""Consistent() where it was found wanting: priors of zeros and of payloads, odd logs, units, honest
intervals, odd input."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from test_consistent import objective, problem_of, simulated, wrong_prior
from threadpoolctl import threadpool_limits

import dynid as di
from consistent_help import random_problem
from dynid.estimators.consistent.barrier import solve_barrier
from dynid.estimators.consistent.prior import make_prior
from dynid.robot.builtin import BUILTIN


@pytest.fixture(scope="module", autouse=True)
def one_blas_thread():
    with threadpool_limits(1):
        yield


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("distance", ["relative", "entropic"])
def test_an_unknown_payload_on_known_links_is_found(distance):
    """Its guessed prior must not hold it: 2 kg, on links that are fixed."""
    robot = BUILTIN["arm7"]()
    model = di.Model(robot, [di.Viscous(), di.Payload(robot.bodies[-1].name)])
    truth = np.nan_to_num(model.prior, nan=0.3)
    truth[-10:] = di.solids.box((0.1, 0.1, 0.2), mass=2.0, position=(0, 0, 0.1))
    data = simulated("arm7", samples=400)[2].data
    motion = (data.q, data.qd, data.qdd)
    tau = model.inverse_dynamics(*motion, truth)
    tau = tau + 0.01 * np.sqrt((tau**2).mean(axis=0)) * np.random.default_rng(0).normal(
        size=tau.shape
    )
    known = dict(zip(model.parameters[model.layout.inertial], truth))
    result = di.estimate(
        problem_of(model, motion, tau), di.Consistent(fixed=known, draws=20, distance=distance)
    )
    m = result.parameters.index("payload.m")
    assert_allclose(result.p[m], 2.0, rtol=0.01)
    assert result.p_interval[m, 0] - 0.01 < 2.0 < result.p_interval[m, 1] + 0.01


def test_a_zero_prior_is_unknown_not_certain():
    """A file's zeros do not hold a body at zero mass; single zero entries get a floor scale. Both
    are noted."""
    model, truth, problem = simulated("five_bar")
    crank = model.group_names[0]
    prior = wrong_prior(model, truth)
    free = di.estimate(problem, di.Consistent(prior=prior, draws=0))
    assert any("zero: their scale" in note for note in free.notes)
    prior[:10] = 0.0
    result = di.estimate(problem, di.Consistent(prior=prior, draws=0))
    assert any(crank in note and "taken as unknown" in note for note in result.notes)
    rmse = np.array([[joint.rmse for joint in x.joints] for x in (free, result)])
    assert_allclose(rmse[1], rmse[0], rtol=0.02)
    point = make_prior(problem, {crank: [1.0, *[0.0] * 9]}, True)
    assert point.scale[9] > 1e-3 * truth[9]


def test_a_given_mass_counts_though_the_rest_is_guessed():
    _, truth, problem = simulated("five_bar")
    prior = np.full(len(truth), np.nan)
    prior[0] = truth[0]
    full = make_prior(problem, prior, False)
    assert full.p[0] == truth[0]
    assert full.scale[0] == truth[0]
    assert full.scale[10] > 100 * full.p[10]


def test_joints_without_torque():
    model, truth, problem = simulated("five_bar")
    data = problem.data
    motion = (data.q, data.qd, data.qdd)
    with pytest.raises(di.DynidError, match="zero throughout"):
        di.Consistent().fit(problem_of(model, motion, 0.0 * data.tau))
    use = np.ones(data.tau.shape, dtype=bool)
    use[:, 1] = False
    result = di.estimate(
        di.Problem(model, replace(data, use=use)),
        di.Consistent(prior=wrong_prior(model, truth), draws=0),
    )
    assert (
        np.abs(result.p).max() < 5
    )  # the second joint's rotor acts on no row: drawn to 0, not to 1e12


@pytest.mark.parametrize("solver", ["auto", "clarabel"])
def test_units_change_nothing(solver):
    """Millimetres and grams: lengths x 1000, masses x 1000, torques x 1e9."""
    model, truth, problem = simulated("five_bar")
    L, M = 1e3, 1e3
    unit = np.array([M, *[M * L] * 3, *[M * L**2] * 6])
    robot = model.robot

    def moved(thing, **names):
        return replace(thing, **{name: L * np.asarray(getattr(thing, name)) for name in names})

    bodies = tuple(
        replace(b, joint=moved(b.joint, position=1), inertia=unit * np.asarray(b.inertia))
        for b in robot.bodies
    )
    loops = tuple(moved(loop, position_a=1, position_b=1) for loop in robot.loops)
    other = robot.replace(
        bodies=bodies,
        loops=loops,
        tool=moved(robot.tool, position=1),
        gravity=L * np.asarray(robot.gravity),
    )
    scaled = di.Model(other, model.effects)
    data = problem.data
    units = np.concatenate([np.tile(unit, len(model.group_names)), np.full(6, M * L**2)])
    prior = wrong_prior(model, truth)
    motion = (data.q, data.qd, data.qdd)
    first = di.Consistent(prior=prior, solver=solver, draws=20).fit(problem)
    second = di.Consistent(prior=prior * units, solver=solver, draws=20).fit(
        problem_of(scaled, motion, M * L**2 * data.tau)
    )
    assert_allclose(second.minimum.value, first.minimum.value, rtol=1e-8)
    size = np.abs(first.p) + 1e-3
    assert np.max(np.abs(second.p / units - first.p) / size) < 1e-3
    assert first.active == second.active


def test_draws_scatter_as_the_covariance_says_inside():
    """Of round bodies, far from the boundary: (n/2 A'A)^-1."""
    model, truth, problem = simulated("five_bar", samples=200)
    round_ = truth.copy()
    round_[:20] = np.tile(di.solids.sphere(0.2, mass=1.0, position=(0.1, 0.02, 0.03)), 2)
    data = problem.data
    tau = model.inverse_dynamics(data.q, data.qd, data.qdd, round_)
    tau = tau + 0.1 * np.random.default_rng(0).normal(size=tau.shape)
    J = objective(problem_of(model, (data.q, data.qd, data.qdd), tau), round_, weight=0.1)
    found = J.minimise()
    assert np.linalg.eigvalsh(J.cone.to_matrices(found.v)).min() > 1e-3
    draws = J.draw_samples(found.v, 400, 0)
    assert_allclose(draws.std(axis=0), np.sqrt(np.diag(J.compute_covariance())), rtol=0.12)


def test_a_value_at_its_bound_has_an_interval():
    """Friction that fits as clearly negative: 0, but not 0 for certain."""
    model, truth, problem = simulated("five_bar", samples=300)
    data = problem.data
    noise = np.sqrt((data.tau**2).mean(axis=0))
    tau = (
        data.tau
        - 1.5 * np.sign(data.qd)
        + 0.3 * noise * np.random.default_rng(1).normal(size=data.tau.shape)
    )
    result = di.estimate(
        problem_of(model, (data.q, data.qd, data.qdd), tau),
        di.Consistent(prior=wrong_prior(model, truth), draws=60),
    )
    free = di.estimate(problem_of(model, (data.q, data.qd, data.qdd), tau), di.WLS())
    joint = model.robot.actuated[0]
    k, b = result.parameters.index(f"{joint}.coulomb"), result.names.index(f"{joint}.coulomb")
    assert any(f"{joint}.coulomb >= 0" in text for text in result.active)
    assert result.p_interval[k, 0] < 1e-6
    # about the upper half of a normal distribution with the deviation that no bound would have cut
    # (narrower where other values are held by their bounds as well)
    assert 0.5 * free.std[b] < result.p_interval[k, 1] < 3 * free.std[b]


def test_gap_bounds_the_distance_to_the_optimum():
    """Stopped early, the value is above the optimum by no more than `gap` says, which counts the
    dual's own error too."""
    for seed in range(4):
        A, b, cone, prior = random_problem(3, 4, seed, boundary=True)
        best = solve_barrier(A, b, cone, prior, tolerance=1e-10).value
        for tolerance in (1.0, 1e-2, 1e-4):
            found = solve_barrier(A, b, cone, prior, tolerance)
            assert -1e-9 * best <= found.value - best <= found.gap * (1 + 1e-9)
            assert found.gap <= tolerance * found.value


def test_a_body_that_vanishes_is_said():
    """Torques of a robot whose coupler weighs nothing."""
    model, truth, problem = simulated("five_bar")
    light = truth.copy()
    light[10:20] = 0.0
    data = problem.data
    tau = model.inverse_dynamics(data.q, data.qd, data.qdd, light)
    tau = tau - 0.3 * (data.tau - tau)  # and less than nothing
    result = di.estimate(
        problem_of(model, (data.q, data.qd, data.qdd), tau),
        di.Consistent(prior=truth, weight=1e-9, draws=0),
    )
    assert any(model.group_names[1] in text for text in result.active)


def test_any_mass_is_possible():
    model, _, problem = simulated("five_bar")
    for interval in ((1e6, 2e6), (0.0, 1e-9)):
        result = di.estimate(problem, di.Consistent(mass={model.group_names[0]: interval}, draws=0))
        assert interval[0] <= result.p[0] <= interval[1]


def test_a_body_without_mass_is_printed():
    model, truth, problem = simulated("five_bar")
    nothing = dict.fromkeys(model.parameters[:10], 0.0)
    text = str(di.estimate(problem, di.Consistent(prior=truth, fixed=nothing, draws=0)))
    assert "nan" not in text


def test_settings_may_be_arrays_and_numpy_numbers():
    model, _, problem = simulated("five_bar")
    box = np.array([[-1.0, 1.0]] * 3)
    estimator = di.Consistent(
        deviations=np.array([0.1, 0.2]),
        weight=np.float32(0.25),
        com={model.group_names[0]: box},
        draws=np.int64(20),
    )
    result = di.estimate(problem, estimator)
    assert result.method.startswith("Consistent(weight=np.float32(0.25)")
    assert estimator.fit(problem).minimum.weight == 0.25


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"weight": [1.0]}, "positive number"),
        ({"weight": True}, "positive number"),
        ({"weight": 1e308}, "below"),
        ({"deviations": "ab"}, "positive numbers"),
        ({"deviations": (np.inf, 1.0)}, "positive numbers"),
        ({"prior": "model"}, "expected numbers"),
        ({"prior": {"left_crank": "heavy"}}, "left_crank"),
        ({"fixed": {"left_crank.m": "x"}}, "finite number"),
        ({"fixed": None}, "dictionary"),
        ({"mass": None}, "dictionary"),
        ({"com": {"left_crank": 5}}, "three intervals"),
        ({"forms": {"left_crank": None}}, "slender strut"),
        ({"forms": "slender strut x"}, "dictionary"),
        (
            {"forms": {"left_crank": "no deviation"}, "fixed": {"left_crank.Ixy": 0.1}},
            "left_crank.Ixy",
        ),
        ({"draws": "many"}, "at least 20"),
        ({"draws": 25.5}, "at least 20"),
        ({"seed": -1}, "whole number"),
    ],
    ids=str,
)
def test_odd_input_is_named(settings, words):
    _, _, problem = simulated("five_bar")
    with pytest.raises(di.InputError, match=words):
        di.Consistent(**settings).fit(problem)


def test_nothing_left_to_find():
    model, truth, problem = simulated("five_bar")
    with pytest.raises(di.InputError, match="every parameter is fixed"):
        di.Consistent(fixed=dict(zip(model.parameters, truth))).fit(problem)


def test_friction_of_a_file_is_no_knowledge():
    """Placeholders at every joint hold nothing; a value that somebody gave holds as before."""
    robot, rng = di.load_robot("arm7"), np.random.default_rng(0)
    joints = [replace(body.joint, damping=1.0, friction=1.0) for body in robot.bodies]
    bodies = zip(robot.bodies, joints)
    told = replace(robot, bodies=tuple(replace(body, joint=joint) for body, joint in bodies))
    names = [f"{joint}.viscous" for joint in robot.actuated]
    t, w = np.arange(600)[:, None] / 50, rng.uniform(1, 3, robot.dof)
    q, qd, qdd = np.sin(w * t), w * np.cos(w * t), -(w**2) * np.sin(w * t)
    noise = 20.0 * rng.normal(size=q.shape)

    def find_viscous(robot, **given):
        model = di.Model(robot, [di.Viscous(), di.Coulomb()])
        at = [model.parameters.index(name) for name in names]
        p = np.nan_to_num(di.Model(told, [di.Viscous(), di.Coulomb()]).prior)
        p[at] = 20.0
        log = di.Log(robot.actuated, t[:, 0], q, model.inverse_dynamics(q, qd, qdd, p) + noise)
        problem = di.Problem(model, di.process(log, model, 10.0, decimate=None))
        return di.estimate(problem, di.Consistent(draws=0, **given)).p[at]

    placeholders = find_viscous(told)
    assert_allclose(placeholders, find_viscous(robot), rtol=0.02)
    assert find_viscous(told, prior=dict.fromkeys(names, 1.0)).min() < 0.8 * placeholders.min()
