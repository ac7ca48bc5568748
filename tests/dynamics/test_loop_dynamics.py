"""Dynamics of closed loops: against Lagrange's equation, the balance of energy, and what holds for
every mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from dynid.model.model import Model
from motion_help import (
    PARALLEL,
    builtin,
    derivative,
    energies,
    multi_sine,
    random_parameters,
    random_states,
)

every_robot = pytest.mark.parametrize("name", PARALLEL)


def prior(name):
    """The robot with its nominal inertias, identical limbs tied."""
    robot, home, swing = builtin(name)
    model = Model(robot)
    return model, model.prior, home, swing


def strange(name):
    """The same mechanism with random bodies, all different, so that every one of the ten parameters
    counts."""
    robot, home, swing = builtin(name)
    model = Model(robot, symmetric=False)
    return model, random_parameters(model), home, swing


both = pytest.mark.parametrize("make", [prior, strange])


def lagrange(model, p, q, qd, qdd, swing):
    """tau = d/dt dL/dqd - dL/dq with L = T - V, by differences."""
    axes = np.eye(q.shape[1])

    def L(at, rate):
        T, V = energies(model, p, at, rate)
        return T - V

    def momentum(t):
        at, rate = q + qd * t + qdd * t**2 / 2, qd + qdd * t
        # T is quadratic in the velocities: the simplest difference is exact, and its step may be
        # large
        return np.stack([(L(at, rate + e) - L(at, rate - e)) / 2 for e in axes], axis=1)

    slope = [derivative(lambda x, e=e: L(q + x * e, qd), 0.005 * s) for e, s in zip(axes, swing)]
    return derivative(momentum, 0.002) - np.stack(slope, axis=1)


@pytest.mark.slow(reason="long motions and searches")
@both
@every_robot
def test_inverse_dynamics_is_lagranges_equation(name, make):
    model, p, home, swing = make(name)
    q, qd, qdd = random_states(home, 0.9 * swing, 6)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    np.testing.assert_allclose(
        tau, lagrange(model, p, q, qd, qdd, swing), rtol=0, atol=1e-9 * np.abs(tau).max()
    )


@both
@every_robot
def test_the_work_of_the_motors_is_the_change_of_energy(name, make):
    """Over one period, at every sample; the power is periodic and smooth, so that its Fourier
    series integrates it."""
    model, p, home, swing = make(name)
    samples, period = 1024, 2.0
    q, qd, qdd = multi_sine(home, 0.7 * swing, samples, period)
    power = (model.inverse_dynamics(q, qd, qdd, p) * qd).sum(axis=1)
    wave = np.fft.rfft(power)
    turns = 2j * np.pi / period * np.arange(len(wave))
    work = np.fft.irfft(np.concatenate([[0], wave[1:] / turns[1:]]), samples)
    energy = sum(energies(model, p, q, qd))
    swing_of_energy = np.ptp(energy)
    assert abs(power.mean()) * period <= 1e-9 * swing_of_energy
    np.testing.assert_allclose(
        work - work[0], energy - energy[0], rtol=0, atol=1e-9 * swing_of_energy
    )


@both
@every_robot
def test_gravity_is_the_slope_of_the_potential(name, make):
    model, p, home, swing = make(name)
    q = random_states(home, 0.9 * swing, 20)[0]
    slope = [
        derivative(lambda x, e=e: energies(model, p, q + x * e, 0 * q)[1], 0.005 * s)
        for e, s in zip(np.eye(len(swing)), swing)
    ]
    g = model.gravity(q, p)
    np.testing.assert_allclose(g, np.stack(slope, axis=1), rtol=0, atol=1e-9 * np.abs(g).max())


@both
@every_robot
def test_the_parts_of_the_equation_of_motion(name, make):
    """tau = M qdd + C qd + g = Y p, M symmetric and positive definite, T = qd' M qd / 2, Mdot - 2C
    skew."""
    model, p, home, swing = make(name)
    q, qd, qdd = random_states(home, 0.9 * swing, 50)
    tau, M, C = (
        model.inverse_dynamics(q, qd, qdd, p),
        model.mass_matrix(q, p),
        model.coriolis(q, qd, p),
    )
    sum_ = np.einsum("nij,nj->ni", M, qdd) + np.einsum("nij,nj->ni", C, qd) + model.gravity(q, p)
    size = np.abs(tau).max()
    np.testing.assert_allclose(sum_, tau, rtol=0, atol=1e-10 * size)
    np.testing.assert_allclose(model.regressor(q, qd, qdd) @ p, tau, rtol=0, atol=1e-10 * size)
    np.testing.assert_allclose(
        model.forward_dynamics(q, qd, tau, p), qdd, rtol=0, atol=1e-9 * np.abs(qdd).max()
    )
    np.testing.assert_allclose(M, M.transpose(0, 2, 1), rtol=0, atol=1e-14 * np.abs(M).max())
    assert np.linalg.eigvalsh(M).min() > 0
    T = energies(model, p, q, qd)[0]
    np.testing.assert_allclose(np.einsum("ni,nij,nj->n", qd, M, qd) / 2, T, rtol=1e-12)
    Mdot = derivative(lambda t: model.mass_matrix(q + qd * t, p), 0.002)
    skew = Mdot - 2 * C
    np.testing.assert_allclose(skew, -skew.transpose(0, 2, 1), rtol=0, atol=1e-8 * np.abs(C).max())


@pytest.mark.slow(reason="long motions and searches")
@every_robot
def test_what_no_motion_shows_has_no_mass_and_no_weight(name):
    model, p, home, swing = prior(name)
    Y = model.regressor(*random_states(home, swing, 300)).reshape(-1, len(p))
    _, values, V = np.linalg.svd(Y / np.abs(Y).max())
    unseen = V[(np.concatenate([values, np.zeros(len(V) - len(values))]) < 1e-12 * values[0])]
    assert 0 < len(unseen) < len(p)
    q, qd, qdd = random_states(home, swing, 30, seed=7)
    for part in (
        lambda x: model.mass_matrix(q, x),
        lambda x: model.coriolis(q, qd, x),
        lambda x: model.gravity(q, x),
        lambda x: model.inverse_dynamics(q, qd, qdd, x),
    ):
        size = np.abs(part(p)).max()
        for n in unseen:
            assert np.abs(part(n)).max() <= 1e-10 * size


@pytest.mark.parametrize("name", ["delta3", "delta4"])
def test_two_struts_a_limb_are_one_strut_twice(name):
    one, two = Model(builtin(name)[0]), Model(builtin(name, struts=2)[0])
    _, home, swing = builtin(name)
    motion = random_states(home, swing, 200)
    assert [n.replace("strut1a", "strut1") for n in two.parameters] == list(one.parameters)
    twice = np.array([2.0 if n.startswith("strut") else 1.0 for n in one.parameters])
    assert (twice == 2).sum() == 10
    Y = one.regressor(*motion) * twice
    np.testing.assert_allclose(two.regressor(*motion), Y, rtol=0, atol=1e-10 * np.abs(Y).max())
    p = one.prior
    tau = one.inverse_dynamics(*motion, p)
    np.testing.assert_allclose(
        two.inverse_dynamics(*motion, p / twice), tau, rtol=0, atol=1e-10 * np.abs(tau).max()
    )


@every_robot
def test_tied_bodies_add_their_columns(name):
    robot, home, swing = builtin(name)
    tied, free = Model(robot), Model(robot, symmetric=False)
    motion = random_states(home, swing, 100)
    leader = {body: group[0] for group in robot.symmetry for body in group}
    Y, columns = tied.regressor(*motion), free.regressor(*motion)
    Z = np.zeros_like(Y)
    for k, parameter in enumerate(free.parameters):
        body, kind = parameter.split(".")
        Z[:, :, tied.parameters.index(f"{leader.get(body, body)}.{kind}")] += columns[:, :, k]
    assert len(free.parameters) == 10 * sum(not body.massless for body in robot.bodies)
    assert (len(tied.parameters) < len(free.parameters)) == bool(robot.symmetry)
    np.testing.assert_allclose(Y, Z, rtol=0, atol=1e-13 * np.abs(Y).max())


@every_robot
def test_many_samples_equal_few(name):
    """Threads and chunks change nothing."""
    model, p, home, swing = strange(name)
    q, qd, qdd = multi_sine(home, swing, 5000)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    Y, M, C = model.regressor(q, qd, qdd), model.mass_matrix(q, p), model.coriolis(q, qd, p)
    np.testing.assert_allclose(Y @ p, tau, rtol=0, atol=1e-12 * np.abs(tau).max())
    for part in (slice(0, 1), slice(1023, 1025), slice(2400, 2700), slice(4999, 5000)):
        few = q[part], qd[part], qdd[part]
        for one, other in (
            (model.inverse_dynamics(*few, p), tau),
            (model.regressor(*few), Y),
            (model.mass_matrix(few[0], p), M),
            (model.coriolis(*few[:2], p), C),
        ):
            np.testing.assert_allclose(one, other[part], rtol=0, atol=1e-11 * np.abs(other).max())
