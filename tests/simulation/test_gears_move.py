"""Friction under load, hysteresis, tilted gravity and gains of sensors in simulated motions."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import dynid as di
from dynid.model.gears import EncoderOffset, GravityDirection, Hysteresis, LoadFriction, TorqueScale
from simulation_help import slider, swing_of

MASS, F, LENGTH, VISCOUS, MU, FC = 2.0, 3.0, 0.05, 0.4, 0.15, 0.2


def filled(model, **parts):
    """The robot's own bodies, and values of the effects by the ends of their names."""
    p = np.nan_to_num(model.prior)
    for part, value in parts.items():
        hits = [k for k, name in enumerate(model.parameters) if name.endswith(f".{part}")]
        assert hits, part
        p[hits] = value
    return p


def push(t):
    return 4.0 * np.sin(3 * t) + 1.5 * np.sin(7.3 * t)


def test_dahl_slider_as_scipy_integrates_it():
    """m x'' = f(t) - F z - d x',  z' = (x' - |x'| z) / length."""
    model = di.Model(slider(MASS), [di.Viscous(), Hysteresis(lengths=(LENGTH,))])
    p = filled(model, viscous=VISCOUS, **{f"hysteresis_{LENGTH:g}": F})
    log = di.simulate(
        model,
        p,
        di.simulation.OpenLoop(lambda t: np.array([push(t)])),
        5.0,
        200.0,
        q0=[0.0],
        qd0=[0.2],
    )

    def rate(t, y):
        _x, v, z = y
        return [v, (push(t) - F * z - VISCOUS * v) / MASS, (v - abs(v) * z) / LENGTH]

    solved = solve_ivp(
        rate, (0, 5), [0, 0.2, 0], t_eval=log.t, rtol=1e-11, atol=1e-12, max_step=1e-3
    )
    assert np.abs(solved.y[1]).max() > 0.2
    assert np.sum(np.diff(np.sign(solved.y[1])) != 0) >= 3
    assert_allclose(log.truth.q[:, 0], solved.y[0], atol=1e-8)
    assert_allclose(log.truth.qd[:, 0], solved.y[1], atol=1e-7)


def test_a_preload_winds_a_joint_at_rest_up_to_dahls_place():
    """Damped, it comes to rest where F z = f:  x = -length ln(1 - f / F). Let go, it comes back to
    where the other branch has z = 0: x - length ln(1 + f / F)."""
    model = di.Model(slider(MASS), [di.Viscous(), Hysteresis(lengths=(LENGTH,))])
    p = filled(model, viscous=40.0, **{f"hysteresis_{LENGTH:g}": F})
    load = 2.0
    log = di.simulate(
        model, p, lambda t, q, qd: np.array([load if t < 30 else 0.0]), 45.0, 20.0, q0=[0.0]
    )
    wound = -LENGTH * np.log(1 - load / F)
    x = log.truth.q[:, 0]
    assert abs(x[log.t < 30][-1] - wound) < 1e-5 * wound
    assert abs(x[-1] - (wound - LENGTH * np.log(1 + load / F))) < 1e-5 * wound
    assert (np.diff(x[log.t < 30]) > -1e-12).all()


def pendulum_under_load(mu):
    model = di.Model(di.load_robot("pendulum"), [LoadFriction(), di.Coulomb()])
    return model, filled(model, load_friction=mu, coulomb=FC)


def test_pendulum_with_friction_under_load_as_scipy_integrates_it():
    """L + mu |L| s + Fc s = 0 while it swings one way: L = -Fc s / (1 + mu s sign L), and it stays
    where |g(q)| <= mu |g(q)| + Fc."""
    model, p = pendulum_under_load(MU)
    start, seconds = 1.4, 10.0
    log = di.simulate(model, p, None, seconds, 400.0, q0=[start])
    bare = di.Model(model.robot, [])
    own = np.nan_to_num(bare.prior)
    M = float(bare.mass_matrix([[0.0]], own)[0, 0, 0])

    def g(q):
        return float(bare.gravity([[q]], own)[0, 0])

    def acceleration(q, s):
        """M a + g + s (mu |M a + g| + Fc) = 0."""
        L = -s * FC
        return (L / (1 + MU * s * np.sign(L)) - g(q)) / M

    # free swing: no torque, so that L = -s Fc / (1 - mu) all the time
    t, y, times, ways = 0.0, [start, 0.0], [], []
    while t < seconds - 1e-9 and abs(g(y[0])) > MU * abs(g(y[0])) + FC:
        s = -np.sign(g(y[0]))

        def stops(u, x, s=s, since=t):
            return s * x[1] if u > since + 1e-6 else 1.0

        stops.terminal, stops.direction = True, -1
        part = solve_ivp(
            lambda u, x, s=s: [x[1], acceleration(x[0], s)],
            (t, seconds),
            y,
            events=stops,
            rtol=1e-11,
            atol=1e-12,
            dense_output=True,
        )
        mask = (log.t >= t) & (log.t <= part.t[-1])
        times.append(log.t[mask])
        ways.append(part.sol(log.t[mask])[0])
        t, y = part.t[-1], [part.y[0, -1], 0.0]
    assert len(times) > 4
    assert t < seconds - 0.3
    expected = np.interp(log.t, np.concatenate(times), np.concatenate(ways))
    q = log.truth.q[:, 0]
    assert_allclose(q[log.t < t], expected[log.t < t], atol=1e-7)
    assert_allclose(q[log.t >= t], y[0], atol=1e-7)
    assert np.abs(log.truth.qd[log.t > t + 0.01]).max() == 0.0


def test_a_joint_under_load_breaks_away_where_its_load_says():
    """A pendulum at rest at 0.5 rad, its torque raised slowly: it holds as far as mu |g| + Fc."""
    model, p = pendulum_under_load(0.3)
    bare = di.Model(model.robot, [])
    g = float(bare.gravity([[0.5]], np.nan_to_num(bare.prior))[0, 0])
    ramp = di.simulation.OpenLoop(lambda t: np.array([g + 0.1 * t * abs(g)]))
    log = di.simulate(model, p, ramp, 6.0, 100.0, q0=[0.5])
    moves = log.t[np.flatnonzero(np.abs(log.truth.qd[:, 0]) > 0)[0]]
    assert abs(moves - (0.3 * abs(g) + FC) / (0.1 * abs(g))) <= 0.011


@pytest.mark.parametrize("name", ["arm7", "five_bar"])
def test_inverse_dynamics_of_the_motion_gives_the_torque_back(name):
    """All of them at once, tree and loops; followed by computed torque that knows them."""
    robot, motion = swing_of(name, duration=0.05, frequency=6.0)
    effects = [
        di.Viscous(),
        di.Coulomb(width=0.05),
        LoadFriction(width=0.05, viscous=True),
        Hysteresis(lengths=(0.02, 0.2)),
        GravityDirection(),
        di.RotorInertia(),
    ]
    model = di.Model(robot, effects)
    p = filled(
        model,
        viscous=0.3,
        coulomb=0.4,
        load_friction=MU,
        load_viscous=0.02,
        rotor_inertia=0.05,
        **{"hysteresis_0.02": 0.7, "hysteresis_0.2": 0.4},
    )
    tilt = [k for k, name in enumerate(model.parameters) if name.startswith("gravity.")]
    p[tilt] = [0.4, -0.7]
    log = di.simulate(model, p, motion, rate=10000.0)
    q, qd, qdd, tau = (getattr(log.truth, x) for x in ("q", "qd", "qdd", "tau"))
    found = model.inverse_dynamics(q, qd, qdd, p)
    assert_allclose(found, tau, atol=1e-6 * np.abs(tau).max())
    want = motion.at(log.t)[0]
    assert np.abs(q - want).max() < 5e-3 * np.ptp(want)
    assert_allclose(model.forward_dynamics(q, qd, found, p), qdd, atol=1e-7 * np.abs(qdd).max())


def test_sharp_friction_under_load_gives_the_torque_back_where_it_slips():
    robot, motion = swing_of("arm7", duration=0.3, frequency=1.0)
    model = di.Model(robot, [di.Coulomb(), LoadFriction()])
    p = filled(model, coulomb=0.4, load_friction=MU)
    log = di.simulate(model, p, motion, rate=1000.0)
    truth = log.truth
    moving = (np.abs(truth.qd) > 1e-9).all(axis=1)
    assert moving.sum() > 200
    found = model.inverse_dynamics(truth.q, truth.qd, truth.qdd, p)[moving]
    assert_allclose(found, truth.tau[moving], atol=1e-7 * np.abs(truth.tau).max())


def test_load_friction_only_takes_energy():
    """What the drives put in is more than the bodies have of it, at any time."""
    robot = di.load_robot("arm7")
    model = di.Model(robot, [LoadFriction()])
    p = filled(model, load_friction=0.3)
    bare = di.Model(robot, [])
    own = np.nan_to_num(bare.prior)
    hold = 0.5 * bare.gravity(np.full((1, 7), 0.4), own)[0]
    drive = di.simulation.OpenLoop(lambda t: hold * np.cos(5 * t))
    log = di.simulate(model, p, drive, 0.6, 2000.0, q0=np.full(7, 0.4))
    truth = log.truth
    M = bare.mass_matrix(truth.q, own)
    kinetic = 0.5 * np.einsum("ni,nij,nj->n", truth.qd, M, truth.qd)
    power = np.einsum("ni,ni->n", truth.tau - bare.gravity(truth.q, own), truth.qd)
    put_in = np.concatenate([[0.0], np.cumsum(0.5 * (power[1:] + power[:-1])) / 2000.0])
    lost = put_in - kinetic
    assert np.diff(lost).min() > -1e-5 * kinetic.max()
    load = bare.inverse_dynamics(truth.q, truth.qd, truth.qdd, own)
    friction = 0.3 * np.einsum("ni,ni->n", np.abs(load), np.abs(truth.qd))
    rubbed = np.concatenate([[0.0], np.cumsum(0.5 * (friction[1:] + friction[:-1])) / 2000.0])
    assert rubbed[-1] > 0.02 * kinetic.max()
    assert_allclose(lost, rubbed, atol=1e-4 * kinetic.max())


def test_tilted_gravity_is_gravity_of_a_tilted_robot():
    robot = di.load_robot("five_bar")
    model = di.Model(robot, [GravityDirection(), di.Viscous()])
    names = [name for name in model.parameters if name.startswith("gravity.")]
    p = filled(model, viscous=0.2)
    gravity = np.array(robot.gravity)
    for name, value in zip(names, (0.8, -0.5)):
        p[model.parameters.index(name)] = value
        gravity["xyz".index(name[-1])] += value
    straight = di.Model(robot.replace(gravity=tuple(gravity)), [di.Viscous()])
    one = di.simulate(model, p, None, 0.2, record="hinge_wrenches")
    other = di.simulate(straight, filled(straight, viscous=0.2), None, 0.2, record="hinge_wrenches")
    assert np.ptp(one.truth.q, axis=0).max() > 1e-3
    assert_allclose(one.truth.q, other.truth.q, atol=1e-10)
    assert_allclose(one.wrenches.force, other.wrenches.force, atol=1e-7)


def test_an_encoder_offset_is_another_zero_of_the_same_robot():
    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Viscous(), EncoderOffset(["joint2", "joint4"])])
    p = filled(model, viscous=2.0)
    d = np.zeros(robot.dof)
    for joint, value in (("joint2", 0.2), ("joint4", -0.1)):
        p[model.parameters.index(f"{joint}.encoder_offset")] = value
        d[robot.actuated.index(joint)] = value
    plain = di.Model(robot, [di.Viscous()])
    q0 = np.full(robot.dof, 0.3)
    one = di.simulate(model, p, None, 0.2, q0=q0)
    other = di.simulate(plain, filled(plain, viscous=2.0), None, 0.2, q0=q0 + d)
    assert np.ptp(one.truth.q, axis=0).max() > 1e-3
    assert_allclose(one.truth.q + d, other.truth.q, atol=1e-9)


def test_a_gain_of_a_sensor_changes_the_log_alone():
    robot, motion = swing_of("arm7", duration=0.2, frequency=2.0)
    gains = {"joint2": 0.1, "joint4": -0.2}
    usual = [di.Viscous(), di.RotorInertia()]
    model, plain = di.Model(robot, [*usual, TorqueScale(list(gains))]), di.Model(robot, usual)
    p = filled(model, viscous=0.5, rotor_inertia=0.1)
    for joint, gain in gains.items():
        p[model.parameters.index(f"{joint}.torque_scale")] = gain
    log = di.simulate(model, p, motion)
    same = di.simulate(plain, filled(plain, viscous=0.5, rotor_inertia=0.1), motion)
    assert_allclose(log.truth.q, same.truth.q, atol=1e-14)
    assert_allclose(log.truth.tau, same.truth.tau, atol=1e-9)
    # mean torques of a period belong to the mean acceleration: L = tau - rotor qdd - viscous qd
    truth, own = log.truth, filled(plain, viscous=0.5, rotor_inertia=0.1)
    qdd = plain.forward_dynamics(truth.q, truth.qd, same.tau, own)
    load = same.tau - 0.1 * qdd - 0.5 * truth.qd
    gain = np.array([gains.get(name, 0.0) for name in robot.actuated])
    others = [k for k, name in enumerate(robot.actuated) if name not in gains]
    assert_allclose(log.tau[:, others], same.tau[:, others], atol=1e-9)
    assert_allclose(log.tau - same.tau, gain * load, atol=1e-6)
    assert np.abs(log.tau - same.tau).max() > 1.0


def test_a_temperature_cannot_be_simulated():
    from dynid.model.effects import Effect
    from dynid.model.terms import Law, Term

    class Warm(Effect):
        def terms(self):
            return (Term("warm", Law(channel="temperature")),)

    model = di.Model(slider(), [Warm()])
    with pytest.raises(di.InputError, match="reads temperature, which a simulation does not know"):
        di.simulate(model, filled(model, warm=1.0), None, 0.1)
