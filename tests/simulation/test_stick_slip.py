"""Dry friction by events: against an independent solution with scipy, against tanh, and what must
hold in any case."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import nnls

import dynid as di
from dynid.simulation.friction import find_first_fall, solve_bounded_least_squares
from motion_help import builtin
from simulation_help import slider

MASS, STIFFNESS, FORCE = 2.0, 50.0, 3.0


def push(t):
    return 8 * np.sin(3 * t) + 2 * np.sin(7.3 * t)


def phases(extra=0.0, vs=1.0, speed=0.0, seconds=10.0, x=0.3, v=0.0):
    """A mass on a spring (and on a belt that runs at `speed`), stick and slip solved by scipy,
    phase by phase.

    m x'' = f(t) - k x - F sign(v),  v = x' - speed,  F = FORCE + extra exp(-(v/vs)^2);  it sticks
    while |f - k x| <= F(0).
    """
    most = FORCE + extra
    load = (lambda t, y: push(t) - STIFFNESS * y) if speed == 0 else (lambda t, y: -STIFFNESS * y)
    t, times, states = 0.0, [np.zeros(1)], [np.array([[x, v]])]
    mode = (
        np.sign(v - speed)
        if v != speed
        else (0 if abs(load(t, x)) <= most else np.sign(load(t, x)))
    )
    while t < seconds - 1e-9:

        def slipping(s, y, mode=mode):
            rel = y[1] - speed
            return [
                y[1],
                (load(s, y[0]) - mode * (FORCE + extra * np.exp(-((rel / vs) ** 2)))) / MASS,
            ]

        def stops(s, y, mode=mode, since=t):
            return mode * (y[1] - speed) if s > since + 1e-7 else 1.0

        def breaks(s, y):
            return most - abs(load(s, y[0]))

        event, rate = (breaks, lambda s, y: [y[1], 0.0]) if mode == 0 else (stops, slipping)
        event.terminal, event.direction = True, -1
        done = solve_ivp(
            rate,
            (t, seconds),
            [x, v],
            "DOP853",
            events=event,
            rtol=1e-12,
            atol=1e-13,
            max_step=5e-3,
            dense_output=True,
        )
        grid = (
            np.arange(np.floor(t * 1000 + 1 + 1e-9), np.floor(done.t[-1] * 1000 + 1e-9) + 1) / 1000
        )
        times.append(grid)
        states.append(done.sol(np.minimum(grid, done.t[-1])).T if len(grid) else np.zeros((0, 2)))
        t, (x, v) = done.t[-1], done.y[:, -1]
        if mode == 0:
            mode = np.sign(load(t, x))  # along the force that held it
        else:
            v, mode = speed, (0 if abs(load(t, x)) <= most else np.sign(load(t, x)))
    return np.concatenate(times), np.concatenate(states)


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize(("extra", "vs"), [(0.0, 1.0), (2.0, 0.1)], ids=["Coulomb", "Stribeck"])
def test_a_mass_on_a_spring(extra, vs):
    friction = di.Stribeck(vs=vs) if extra else di.Coulomb()
    model = di.Model(slider(MASS), [friction, di.Spring()])
    values = [FORCE, extra, 0.0] if extra else [FORCE]
    p = np.concatenate([di.inertial(MASS), values, [STIFFNESS, 0.0]])
    truth = di.simulate(model, p, di.simulation.OpenLoop(lambda t: [push(t)]), 10.0, q0=[0.3]).truth
    t, x = phases(extra, vs)
    np.testing.assert_allclose(t, truth.t, atol=1e-12)
    still = x[:, 1] == 0
    assert 300 < still.sum() < 5000  # it does both
    np.testing.assert_allclose(truth.q[:, 0], x[:, 0], rtol=0, atol=1e-8)
    np.testing.assert_allclose(truth.qd[:, 0], x[:, 1], rtol=0, atol=1e-7)


@pytest.mark.slow(reason="long motions and searches")
def test_a_mass_on_a_belt_squeals():
    """The belt is a body of its own, driven by hand: friction acts between two moving bodies (a
    coupling of joints)."""
    belt = di.Body(
        "belt", "world", di.Joint("belt", "prismatic", axis=(1, 0, 0)), inertia=di.inertial(1e9)
    )
    mass = di.Body(
        "mass", "belt", di.Joint("slip", "prismatic", axis=(1, 0, 0)), inertia=di.inertial(MASS)
    )
    robot = di.Robot("squeal", bodies=(belt, mass), actuated=("belt", "slip"))
    # the spring holds the mass against the ground: x = belt + slip; as torque on both coordinates
    model = di.Model(robot, [di.Stribeck(["slip"], vs=0.1)])
    p = np.concatenate([di.inertial(1e9), di.inertial(MASS), [FORCE, 2.0, 0.0]])
    speed = 0.05

    def spring(t, q, qd):
        return [0.0, -STIFFNESS * (q[0] + q[1])]

    # a force that is held for half a millisecond hardly differs from a spring
    truth = di.simulate(model, p, spring, 3.0, rate=2000, qd0=[speed, 0.0]).truth
    x = phases(2.0, 0.1, speed, seconds=3.0, x=0.0, v=speed)[1]
    mine = truth.q.sum(axis=1)[::2]
    still = np.abs(truth.qd[:, 1]) < 1e-12
    assert 0.2 < still.mean() < 0.98
    np.testing.assert_allclose(mine, x[:, 0], rtol=0, atol=2e-3 * np.abs(x[:, 0]).max())


def driven_platform(joints, sliders=15.0, others=0.3):
    """prs3 on springs, shaken by its three drives, with dry friction in the named joints."""
    robot, home, _ = builtin("prs3")
    model = di.Model(robot, [di.Coulomb(joints), di.Spring()])
    p = model.prior
    names = [name.rpartition(".")[0] for name in model.parameters[model.layout.inertial.stop : -6]]
    p[model.layout.inertial.stop : -6] = [
        sliders if name.startswith("slider") else others for name in names
    ]
    p[-6:] = np.array([[2500.0, -2500.0 * x] for x in home]).ravel()
    hold = model.gravity(home, p)[0]
    size, w = np.array([30.0, 26.0, 34.0]), 2 * np.pi * np.array([1.5, 2.2, 2.9])
    return (
        model,
        p,
        di.simulation.OpenLoop(lambda t: hold + size * np.sin(w * t) * min(1.0, t / 0.2)),
    )


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize("which", ["drives", "drives and couplers", "all coordinates"])
def test_tanh_comes_near_the_events_linearly_on_a_closed_loop(which):
    """On the real 3-PRS; with friction in more joints than can move freely, what holds the robot is
    not even unique."""
    robot = builtin("prs3")[0]
    joints = {
        "drives": robot.actuated,
        "drives and couplers": (*robot.actuated, "coupler1", "coupler2", "coupler3"),
        "all coordinates": robot.coordinates,
    }[which]
    model, p, drive = driven_platform(joints)
    sharp = di.simulate(model, p, drive, 0.7, rate=500).truth
    assert np.ptp(sharp.q, axis=0).min() > 0.01
    still = np.abs(sharp.qd) < 1e-12
    assert still[:20].all()  # at first it sticks
    assert not still[200:].all(axis=0).any()
    widths = (2e-3, 1e-3, 5e-4)
    gaps = [
        np.abs(di.simulate(model, p, drive, 0.7, 500, friction=w).truth.q - sharp.q).max()
        for w in widths
    ]
    assert gaps[-1] < 1e-4
    for coarse, fine in pairwise(gaps):
        assert 1.6 < coarse / fine < 2.3


def test_what_sticks_is_held_and_what_slips_is_braked():
    """At every sample: friction within its bounds, along the velocity where there is one, and no
    power gained."""
    robot = builtin("prs3")[0]
    model, p, drive = driven_platform(robot.actuated)
    truth = di.simulate(model, p, drive, 0.7, rate=500).truth
    free = p.copy()
    free[model.layout.inertial.stop : model.layout.inertial.stop + 3] = 0.0
    friction = truth.tau - model.inverse_dynamics(truth.q, truth.qd, truth.qdd, free)
    moving = np.abs(truth.qd) > 1e-9
    assert 0.02 < (~moving).mean() < 0.9
    np.testing.assert_allclose(
        friction[moving], 15.0 * np.sign(truth.qd[moving]), rtol=0, atol=1e-6
    )
    assert np.abs(friction[~moving]).max() <= 15.0 * (1 + 1e-6)
    assert (
        np.abs(truth.qdd[~moving]).max() < 1e-9
        or (np.abs(friction[~moving]) > 15.0 * (1 - 1e-6)).any()
    )


def test_a_force_below_the_limit_moves_nothing():
    model = di.Model(slider(), [di.Coulomb(directional=True)])
    p = np.concatenate([di.inertial(2.0), [3.0, 5.0]])
    for force, moves in ((2.99, False), (3.01, True), (-4.99, False), (-5.01, True)):
        truth = di.simulate(model, p, di.simulation.OpenLoop(lambda t, f=force: [f]), 0.5).truth
        rest = force - (3.0 if force > 0 else -5.0) if moves else 0.0
        np.testing.assert_allclose(truth.q[:, 0], rest / 2.0 * truth.t**2 / 2, atol=1e-12)


def test_break_away_under_a_slow_ramp():
    """The velocity starts as (t - t0)^2: neither too early, nor never (the lock of a repeated
    test)."""
    model = di.Model(slider(), [di.Coulomb()])
    p = np.concatenate([di.inertial(2.0), [3.0]])
    truth = di.simulate(model, p, di.simulation.OpenLoop(lambda t: [0.7 * t]), 6.0, rate=200).truth
    late = np.maximum(truth.t - 3.0 / 0.7, 0.0)
    np.testing.assert_allclose(truth.q[:, 0], 0.7 / 2.0 * late**3 / 6, atol=1e-7)


def test_a_turn_under_held_torque_passes_zero_without_sticking():
    model = di.Model(slider(), [di.Coulomb()])
    p = np.concatenate([di.inertial(2.0), [3.0]])
    truth = di.simulate(
        model, p, di.simulation.OpenLoop(lambda t: [-9.0]), 1.0, qd0=[2.0], rate=200
    ).truth
    stop = 2.0 / 6.0  # braked by 12 N, then driven by 6 N
    t = truth.t
    x = np.where(t < stop, 2 * t - 3 * t**2, 2 * stop - 3 * stop**2 - 1.5 * (t - stop) ** 2)
    np.testing.assert_allclose(truth.q[:, 0], x, atol=1e-12)


@pytest.mark.parametrize("excess", [1e-9, 1e-7, 1e-5, 0.0037, 0.1])
@pytest.mark.parametrize("jerk", [1.0, 500.0, 1e4])
def test_a_break_away_that_is_over_within_microseconds(excess, jerk):
    """x'' = excess - jerk t from rest: the mass is back at rest after 2 excess / jerk, however
    short of a step that is."""
    model = di.Model(slider(MASS), [di.Coulomb()])
    p = np.concatenate([di.inertial(MASS), [FORCE]])
    push = di.simulation.OpenLoop(lambda t: [FORCE + MASS * (excess - jerk * t)])
    truth = di.simulate(model, p, push, 0.012, rate=1000).truth
    first = np.minimum(truth.t, 2 * excess / jerk)
    late = np.maximum(
        truth.t - (excess + 2 * FORCE / MASS) / jerk, 0.0
    )  # then the force pulls it the other way
    x = excess * first**2 / 2 - jerk * first**3 / 6 - jerk * late**3 / 6
    np.testing.assert_allclose(truth.q[:, 0], x, rtol=0, atol=1e-12)


@pytest.mark.parametrize("over", [1e-10, 1e-8, 1e-6, 1e-4, 1e-3])
def test_a_joint_of_a_moving_arm_that_only_just_breaks_away(over):
    """As of a controller with a wrong model: the others fly, one is at rest at the bound of its
    friction, against tanh."""
    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    p = model.prior
    p[model.layout.others] = [
        0.23,
        0.84,
        0.17,
        0.32,
        0.031,
        0.031,
        0.0017,
        0.58,
        2.1,
        0.43,
        0.8,
        0.078,
        0.076,
        0.0043,
    ]
    q = np.array([-0.336, -0.0842, 0.62, -0.928, 2.59, 1.43, 2.36])
    qd = np.array([-1.31, -2.11, 0.0, -2.44, -1.06, 1.12, 1.9])
    qdd = np.array([9.2, 3.7, 0.0, 0.6, -0.7, -6.4, -4.0])
    moved = []
    for side in (1, -1):
        tau = model.inverse_dynamics(q, qd, qdd, p)[0]
        tau[2] += side * 0.43 * (1 + over)
        sharp, coarse, fine = (
            di.simulate(
                model,
                p,
                di.simulation.OpenLoop(lambda t, tau=tau: tau),
                0.004,
                q0=q,
                qd0=qd,
                friction=f,
            ).truth
            for f in ("events", 1e-5, 1e-6)
        )
        moved.append(bool(sharp.qd[1:, 2].any()))
        gaps = [np.abs(smooth.q - sharp.q).max() for smooth in (coarse, fine)]
        assert gaps[1] < 1e-6 * 0.02  # tanh creeps at a few widths
        assert 6 < gaps[0] / gaps[1] < 12
    # the load changes with the motion: one side slips on, the other is back at rest at once
    assert sorted(moved) == [False, True]


def test_friction_that_pushes_is_refused():
    model = di.Model(slider(), [di.Coulomb()])
    p = np.concatenate([di.inertial(2.0), [-3.0]])
    with pytest.raises(di.InputError, match=r"friction of x: got a negative coefficient \(-3\)"):
        di.simulate(model, p, None, 0.1)
    assert len(di.simulate(model, p, None, 0.1, friction="smooth")) == 101


def test_bounded_least_squares_is_optimal():
    """Against nnls on random problems (a bound at zero), and by Kuhn and Tucker with more columns
    than rows."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        m, k = rng.integers(1, 8), rng.integers(1, 13)
        A, y = rng.normal(size=(m, k)), 3 * rng.normal(size=m)
        if k > 2 and rng.random() < 0.3:
            A[:, 0] = A[:, 1] + A[:, 2]
        far = np.full(k, 1e6)
        f = solve_bounded_least_squares(A, y, np.zeros(k), far)
        assert np.linalg.norm(A @ f - y) <= nnls(A, y)[1] + 1e-6
        low, high = -rng.uniform(0.1, 2, k), rng.uniform(0.1, 2, k)
        f = solve_bounded_least_squares(A, y, low, high)
        slope = A.T @ (y - A @ f)
        assert (f >= low).all()
        assert (f <= high).all()
        wrong = np.where(
            f >= high, np.minimum(slope, 0), np.where(f <= low, np.maximum(slope, 0), slope)
        )
        assert np.abs(wrong).max() < 1e-8


def test_where_a_velocity_first_falls_to_zero():
    nodes = np.array([0.0, 0.1, 0.5, 0.9, 1.0])
    assert find_first_fall(nodes, 0.3 - nodes) == pytest.approx(0.3, abs=1e-12)
    assert find_first_fall(nodes, (nodes - 0.2) * (nodes - 0.8)) == pytest.approx(0.2, abs=1e-12)
    assert find_first_fall(nodes, -nodes) == 0.0
    assert find_first_fall(nodes, nodes) is None
