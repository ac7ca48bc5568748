"""Kalman filters: exact derivatives, the textbook filter on a linear problem, robots whose truth is
known, bad input."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import dynid as di
from dynid.estimators.kalman.filter_steps import step_by_step
from dynid.estimators.kalman.one_joint import OneJoint, StationaryStartWarning
from dynid.estimators.kalman.passes import KalmanDivergence, Noises
from dynid.estimators.kalman.recording import Recording
from dynid.estimators.kalman.whole_robot import WholeRobot
from dynid.robot.builtin import arm7, five_bar
from dynid.robot.parts import WORLD

FILTERS = [di.estimators.ExtendedKalman, di.estimators.UnscentedKalman]


def filtered(model, log, joint, kalman=di.estimators.ExtendedKalman()):
    return di.estimate(di.estimators.KalmanProblem(model, log, joint), kalman)


def difference(f, x, h=1e-5):
    """Central differences, columns of df/dx."""
    step = h * np.maximum(1.0, np.abs(x))
    return np.stack(
        [(f(x + s * e) - f(x - s * e)) / (2 * s) for s, e in zip(step, np.eye(len(x)))], axis=1
    )


@pytest.fixture(scope="module")
def slide():
    """A body of 2 kg on a level slide."""
    body = di.Body(
        "cart",
        WORLD,
        di.Joint("x", "prismatic", axis=(1, 0, 0)),
        inertia=di.inertial(2.0, (0, 0, 0), np.ones(3)),
    )
    return di.Robot("slide", (body,))


@pytest.fixture(scope="module")
def elbow():
    """Two links in a vertical plane."""
    one = di.Body(
        "upper",
        WORLD,
        di.Joint("a", axis=(0, 1, 0)),
        inertia=di.inertial(3.0, (0.2, 0, 0), np.full(3, 0.05)),
    )
    joint = di.Joint("b", axis=(0, 1, 0), position=(0.4, 0, 0))
    two = di.Body(
        "lower", "upper", joint, inertia=di.inertial(1.5, (0.15, 0, 0.02), np.full(3, 0.02))
    )
    return di.Robot("elbow", (one, two))


# -- derivatives and equations


@pytest.mark.parametrize("build", [five_bar, arm7], ids=["five_bar", "arm7"])
def test_one_joint_is_the_models_inverse_dynamics(build):
    """Every torque of a joint that moves alone lies in the span of the tabled functions: m qdd +
    1/2 m' qd^2 + g."""
    model = di.Model(build())
    robot, rng = model.robot, np.random.default_rng(0)
    j = 1
    home = np.array([robot.home.get(name, 0.0) for name in robot.actuated])
    plant = OneJoint.from_model(model, robot.actuated[j], home, home[j] - 0.3, home[j] + 0.3)
    Q, V, A = np.tile(home, (40, 1)), np.zeros((40, robot.dof)), np.zeros((40, robot.dof))
    Q[:, j], V[:, j], A[:, j] = (
        home[j] + np.linspace(-0.3, 0.3, 40),
        rng.normal(size=40),
        rng.normal(size=40),
    )
    tau = model.inverse_dynamics(Q, V, A, model.prior)[:, j]
    columns, cheb = [], np.polynomial.chebyshev
    for q, v, a in zip(Q[:, j], V[:, j], A[:, j]):
        s = (q - plant.centre) / plant.half
        value = cheb.chebval(s, plant.C.T)
        slope = cheb.chebval(s, cheb.chebder(plant.C.T)) / plant.half
        m = slice(0, 1 + plant.k_r)
        columns.append(
            np.concatenate([value[m] * a + 0.5 * slope[m] * v**2, value[1 + plant.k_r :]])
        )
    left = np.linalg.lstsq(np.array(columns), tau, rcond=None)[0]
    np.testing.assert_allclose(columns @ left, tau, atol=1e-9 * np.abs(tau).max())
    assert (plant.k_r > 0) == bool(
        robot.loops
    )  # with the others fixed, an open chain turns as one rigid body


@pytest.mark.slow(reason="many fits, for statistics")
def test_sensitivities_of_one_joint():
    model = di.Model(five_bar())
    home = np.array([model.robot.home.get(name, 0.0) for name in model.robot.actuated])
    plant = OneJoint.from_model(model, model.robot.actuated[0], home, home[0] - 0.3, home[0] + 0.3)
    rng = np.random.default_rng(1)
    z = np.concatenate(
        [[-0.5], 0.1 * rng.normal(size=plant.k_r), rng.normal(size=plant.k_g), [2, 3, -1, 3.0, 1.0]]
    )
    x, u0, u1 = np.concatenate([[home[0] + 0.1, 0.05], z]), np.array([1.0]), np.array([2.0])
    _, S = plant.integrate(x, u0, u1, 0.01)
    numeric = difference(lambda y: plant.integrate(y, u0, u1, 0.01)[0], x)
    np.testing.assert_allclose(S[:, :-1], numeric, atol=1e-8)
    torque = difference(lambda e: plant.integrate(x, u0 + e, u1 + e, 0.01)[0], np.zeros(1))
    np.testing.assert_allclose(S[:, -1:], torque, atol=1e-8)
    many = plant.integrate_many(np.tile(x, (3, 1)), np.tile(u0, (3, 1)), u1 - u0, 0.01)
    np.testing.assert_allclose(
        many, np.tile(plant.integrate(x, u0, u1, 0.01)[0], (3, 1)), rtol=1e-13
    )


@pytest.mark.parametrize("rule", ["extended", "unscented"])
def test_a_compiled_sweep_is_the_filter_step_by_step(slide, cart_log, rule):
    plant = OneJoint.from_model(di.Model(slide), "x", np.zeros(1), -0.3, 0.3)
    recording = Recording.from_log(cart_log.select_times(0.0, 1.0), ("x",))
    z, variance = plant.begin(recording, {}, {})
    state, spread = recording.estimate_first_state(np.array([1e-5]))
    x, P = np.concatenate([state, z]), np.diag(np.concatenate([spread, variance]))
    noises = Noises(np.array([1e-10]), np.array([0.01]), 1e-4 * variance, held=False)
    ours = plant.sweep(rule, recording, x.copy(), P.copy(), noises)
    slow = step_by_step(plant, rule, recording, x.copy(), P.copy(), noises)
    assert ours.lost == slow.lost == 0
    # in deviations: a state that passes zero has no digits of its own
    off = np.abs(ours.states - slow.states) / np.sqrt(slow.variances)
    assert off.max() < 1e-9
    np.testing.assert_allclose(ours.variances, slow.variances, rtol=1e-9)
    np.testing.assert_allclose(ours.log_likelihood, slow.log_likelihood, rtol=1e-12)


@pytest.mark.parametrize("closed", [False, True], ids=["elbow", "five_bar"])
def test_sensitivities_of_a_whole_robot(elbow, closed):
    robot = five_bar() if closed else elbow
    model = di.Model(robot, [di.effects.SmoothFriction(w1=30.0, w2=4.0), di.RotorInertia()])
    first, last = robot.actuated[0], robot.actuated[-1]
    rng = np.random.default_rng(2)
    p = np.where(
        np.isfinite(model.prior), model.prior, rng.uniform(0.1, 0.5, len(model.parameters))
    )
    names = [
        f"{first}.Bv",
        f"{last}.Bf1",
        f"{last}.w1",
        f"{first}.w2",
        f"{last}.rotor_inertia",
        model.parameters[0],
    ]
    plant = WholeRobot.from_model(model, [*names, model.parameters[11]], p)
    n = robot.dof
    home = np.array([robot.home.get(name, 0.0) for name in robot.actuated])
    values = np.array([plant._get_value(place) for place in plant.where])
    z = np.where(plant.log, np.log(np.where(plant.log, values, 1.0)), values)
    x = np.concatenate([home + 0.1, 0.1 * rng.normal(size=n), z])
    u0, u1 = rng.normal(size=n), rng.normal(size=n)
    y, S = plant.integrate(x, u0, u1, 0.004)
    np.testing.assert_allclose(
        S[:, :-n], difference(lambda s: plant.integrate(s, u0, u1, 0.004)[0], x), atol=1e-7
    )
    torque = difference(lambda e: plant.integrate(x, u0 + e, u1 + e, 0.004)[0], np.zeros(n))
    np.testing.assert_allclose(S[:, -n:], torque, atol=1e-7)
    np.testing.assert_allclose(
        plant.integrate_many(x[None], u0[None], u1 - u0, 0.004)[0], y, rtol=1e-9, atol=1e-12
    )


# -- the textbook


def textbook(A, b, e, t, q, tau, x, P, R, Q):
    """The discrete Kalman filter in its textbook form, the transition by the matrix exponential,
    torques held."""
    n, h = len(x), t[1] - t[0]
    G = np.zeros((n + 2, n + 2))
    G[:n, :n], G[:n, n], G[:n, n + 1] = A, b, e
    E = expm(G * h)
    F, B, c, H = E[:n, :n], E[:n, n], E[:n, n + 1], np.eye(1, n)
    for k in range(1, len(t)):
        x, P = F @ x + B * tau[k - 1] + c, F @ P @ F.T + Q * np.outer(B, B)
        K = P @ H.T / (H @ P @ H.T + R)
        x, P = x + K[:, 0] * (q[k] - x[0]), (np.eye(n) - K @ H) @ P
    return x, P


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("kind", FILTERS)
def test_linear_problem_is_the_textbook_filter(slide, kind):
    """m qdd + d qd + k q + offset = tau with unknown offset: mean and covariance to 1e-8."""
    model = di.Model(slide, [di.Viscous(), di.Spring(), di.Offset()])
    p = dict(zip(model.parameters, np.nan_to_num(model.prior)))
    p |= {"x.viscous": 1.5, "x.stiffness": 30.0, "x.spring_offset": 0.5, "x.offset": 0.0}
    rng, t = np.random.default_rng(3), np.arange(800) / 400.0
    tau = 5.0 * np.sin(7.0 * t) + 0.2 * rng.normal(size=len(t))
    q = 0.1 * np.sin(5.0 * t) + 1e-4 * rng.normal(
        size=len(t)
    )  # any series will do: both filters read the same one
    log = di.Log(("x",), t, q[:, None], tau[:, None])
    settings = {
        "position_noise": 1e-3,
        "torque_noise": 0.2,
        "held": True,
        "passes": 1,
        "deviation": {"x.offset": 2.0},
    }
    found = di.estimate(
        di.estimators.KalmanProblem(model, log, estimate=["x.offset"], p=list(p.values())),
        kind(**settings),
    )
    state, spread = Recording.from_log(log, ("x",)).estimate_first_state(np.array([1e-3]))
    A = np.array([[0, 1, 0], [-15.0, -0.75, -0.5], [0, 0, 0]])  # q, qd, offset; divided by 2 kg
    b, e = np.array([0, 0.5, 0]), np.array([0, -0.25, 0])
    x0, P0 = np.append(state, 0.0), np.diag([*spread, 4.0])
    x, P = textbook(A, b, e, t, q, tau, x0, P0, 1e-6, 0.04)
    np.testing.assert_allclose(found.theta, x[2:], rtol=1e-8)
    np.testing.assert_allclose(found.covariance, P[2:, 2:], rtol=1e-8)


# -- robots of which the truth is known


def simulated(model, p, duration, rate, amplitude, frequency, seed):
    """PD control along sines, by scipy's integrator; the torque is recorded with noise, the
    positions by an encoder."""
    n, t = model.robot.dof, np.arange(int(duration * rate)) / rate
    amplitude, frequency = np.array(amplitude), 2 * np.pi * np.array(frequency)

    def torque(t, x):
        wanted, speed = (
            amplitude * np.sin(frequency * t),
            amplitude * frequency * np.cos(frequency * t),
        )
        return 200.0 * (wanted - x[:n]) + 20.0 * (speed - x[n:])

    def motion(t, x):
        return np.concatenate(
            [x[n:], model.forward_dynamics(x[None, :n], x[None, n:], torque(t, x)[None], p)[0]]
        )

    start = np.concatenate([np.zeros(n), amplitude * frequency])
    done = solve_ivp(motion, (0, t[-1]), start, t_eval=t, rtol=1e-6, atol=1e-8)
    tau = np.array([torque(s, x) for s, x in zip(t, done.y.T)])
    tau = tau + 0.01 * np.sqrt(np.mean(tau**2, axis=0)) * np.random.default_rng(seed).normal(
        size=tau.shape
    )
    return di.Log(model.robot.actuated, t, np.round(done.y[:n].T / 2e-5) * 2e-5, tau)


@pytest.fixture(scope="module")
def elbow_run(elbow):
    model = di.Model(elbow, [di.effects.SmoothFriction(w1=8.0, w2=3.0), di.RotorInertia()])
    values = {"a.Bv": 2.0, "a.Bf1": 3.0, "a.Bf2": 0.0, "b.Bv": 1.0, "b.Bf1": 1.5, "b.Bf2": 0.0}
    values |= {"a.rotor_inertia": 0.1, "b.rotor_inertia": 0.05}
    truth = dict(zip(model.parameters, model.prior)) | values
    return (
        model,
        truth,
        simulated(model, list(truth.values()), 2.5, 100.0, (0.8, 0.9), (0.6, 0.9), seed=5),
    )


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("kind", FILTERS)
def test_whole_robot_finds_friction_and_mass(elbow_run, kind):
    """Simulated by another integrator: within 4 deviations of the truth, and close to it."""
    model, truth, log = elbow_run
    start = {"a.Bv": 1.0, "a.Bf1": 1.5, "b.Bv": 2.0, "b.Bf1": 3.0, "lower.mx": 0.15}
    problem = di.estimators.KalmanProblem(model, log, estimate=list(start), p=list(truth.values()))
    found = di.estimate(problem, kind(start=start, passes=2))
    true = np.array([truth[name] for name in start])
    assert (np.abs(found.theta - true) < 4.0 * found.std).all(), found
    np.testing.assert_allclose(found.theta, true, rtol=0.1)
    assert found.details.consistency < 1.5
    others = [k for k, name in enumerate(model.parameters) if name not in start]
    np.testing.assert_array_equal(found.p[others], np.array(list(truth.values()))[others])


@pytest.fixture(scope="module")
def cart_log():
    """2 kg and the friction below, along an exact motion with slow and fast passages; encoder of
    2e-5 m, 1 % torque noise."""
    t, rng = np.arange(3000) / 500.0, np.random.default_rng(6)
    w, a = 2 * np.pi * np.array([0.7, 1.1]), np.array([0.2, 0.08])
    q, qd, qdd = ((a * w**k * np.sin(np.outer(t, w) + k * np.pi / 2)).sum(axis=1) for k in range(3))
    tau = 2.0 * qdd + cart_friction(qd)
    tau = tau + 0.01 * np.sqrt(np.mean(tau**2)) * rng.normal(size=len(t))
    return di.Log(("x",), t, np.round(q / 2e-5)[:, None] * 2e-5, tau[:, None])


def cart_friction(v):
    return 4.0 * v + 6.0 * np.tanh(40.0 * v) - 2.0 * np.tanh(10.0 * v)


@pytest.mark.parametrize(
    "start",
    [
        {},
        {"x.Bv": 0.0, "x.Bf1": 0.0, "x.Bf2": 0.0, "x.w1": 0.0, "x.w2": 0.0},
        {"x.Bf1": 1.0, "x.Bf2": 1.0, "x.w1": 20.0, "x.w2": 20.0},
        {"x.Bf1": -3.0, "x.w1": -30.0},
    ],
    ids=["guessed", "all zero", "two equal steps", "mirrored"],
)
def test_any_start_leads_to_the_curve(slide, cart_log, start):
    """The stationary points of (13) are left with a warning; the symmetries make no difference."""
    problem, kalman = (
        di.estimators.KalmanProblem(di.Model(slide), cart_log, "x"),
        di.estimators.ExtendedKalman(start=start),
    )
    if start.get("x.w1") in (0.0, 20.0):
        with pytest.warns(StationaryStartWarning, match="all zero|two equal steps"):
            found = di.estimate(problem, kalman).details
    else:
        found = di.estimate(problem, kalman).details
    v = np.linspace(-1.2, 1.2, 500)
    curve, std = found.compute_friction("x", v)
    assert np.sqrt(np.mean((curve - cart_friction(v)) ** 2) / np.mean(cart_friction(v) ** 2)) < 0.01
    assert (np.abs(curve - cart_friction(v)) < 5.0 * std + 1e-9).all()
    assert abs(found.get_value("x.inertia") - 2.0) < 0.02


def test_what_a_result_shows(slide, cart_log):
    result = di.estimate(
        di.estimators.KalmanProblem(di.Model(slide), cart_log, "x"),
        di.estimators.ExtendedKalman(passes=4),
    )
    assert "x.inertia" in str(result)
    assert "innovations" in str(result)
    assert "log-likelihood" in str(result)
    found = result.details
    np.testing.assert_array_equal(result.theta, found.p)
    assert repr(found).startswith("KalmanResult(ExtendedKalman")
    assert len(found.plot().data) == 3 * len(found.parameters)
    assert found.history.shape == found.deviations.shape == (len(found.t), len(found.p))
    np.testing.assert_allclose(found.history[-1], found.p)
    # the encoder's step / sqrt(12), and 1 % of the torque, both read off the log
    assert found.position_noise[0] == pytest.approx(2e-5 / np.sqrt(12), rel=0.1)
    assert found.torque_noise[0] == pytest.approx(0.01 * np.sqrt(np.mean(cart_log.tau**2)), rel=0.1)


# -- bad input


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"position_noise": 0.0}, "covariance must be positive"),
        ({"torque_noise": {"y": 1.0}}, "for joint x"),
        ({"torque_noise": np.nan}, "positive standard deviation"),
        ({"deviation": {"x.Bv": -1.0}}, "first covariance must"),
        ({"start": {"x.Bv": np.inf}}, "finite number"),
        ({"start": {"x.bv": 1.0}}, "expected some of"),
        ({"start": {"x.inertia": -1.0}}, "positive number"),
        ({"passes": 0}, "at least 1"),
        ({"drift": -1.0}, "drift"),
    ],
)
def test_settings_that_cannot_be(slide, cart_log, settings, message):
    with pytest.raises(di.InputError, match=message):
        filtered(di.Model(slide), cart_log, "x", di.estimators.ExtendedKalman(**settings))


def test_logs_that_cannot_be(slide, elbow, cart_log):
    model = di.Model(slide)
    with pytest.raises(di.InputError, match="expected one of the actuated joints"):
        filtered(model, cart_log, "y")
    with pytest.raises(di.InputError, match="at least 20"):
        filtered(model, cart_log.select_times(0, 0.03), "x")
    still = di.Log(("x",), cart_log.t, np.zeros_like(cart_log.q), cart_log.tau)
    with pytest.raises(di.InputError, match="does not move"):
        filtered(model, still, "x")
    both = di.Log(
        ("a", "b"), cart_log.t, np.repeat(cart_log.q, 2, axis=1), np.repeat(cart_log.tau, 2, axis=1)
    )
    with pytest.raises(di.InputError, match="expected the others to rest"):
        filtered(di.Model(elbow), both, "a")
    with pytest.raises(di.InputError, match="expected some of"):
        di.estimate(
            di.estimators.KalmanProblem(model, cart_log, estimate=["x.w1"], p=model.prior),
            di.estimators.ExtendedKalman(),
        )
    with pytest.raises(di.InputError, match="either a joint, or the names"):
        di.estimators.KalmanProblem(model, cart_log)


@pytest.mark.parametrize("kind", FILTERS)
def test_divergence_says_when(slide, cart_log, kind):
    """Torques in another unit, and a filter told to trust them: the cart leaves the table of
    positions."""
    wrong = di.Log(("x",), cart_log.t, cart_log.q, 1e6 * cart_log.tau)
    sure = {"torque_noise": 1.0, "position_noise": 1.0, "passes": 1, "start": {"x.inertia": 2.0}}
    sure["deviation"] = {f"x.{name}": 1e-6 for name in ("inertia", "Bv", "Bf1", "Bf2", "w1", "w2")}
    with pytest.raises(
        KalmanDivergence,
        match=r"diverged at t = [0-9.]+ s \(sample \d+ of 3000, x at .*position of x",
    ):
        filtered(di.Model(slide), wrong, "x", kind(**sure))
