"""What is compiled for whole samples: the same motion as by events, by formulas and by the model
itself."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.simulation.integrate import Integrator
from dynid.simulation.stepper import S
from simulation_help import swing_of

LOOPS = ["five_bar", "delta3", "delta4", "prs3", "rps3", "cft", "stewart"]


def with_friction(name, **arguments):
    """A model, parameters with friction that brakes but does not rule, and a motion."""
    robot, motion = swing_of(name, **arguments)
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.RotorInertia()])
    p = model.prior
    t = np.linspace(0, motion.duration, 50)
    size = np.abs(di.Model(robot).inverse_dynamics(*motion.at(t), di.Model(robot).prior)).max()
    p[model.layout.others] = 0.02 * size
    return model, p, motion


def same(one, other, tolerance):
    for name in ("q", "qd", "tau"):
        a, b = getattr(one.truth, name), getattr(other.truth, name)
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * np.abs(b).max())


@pytest.mark.parametrize("name", [*LOOPS, "arm7"])
def test_the_mass_matrix_is_that_of_the_model(name):
    model, p, motion = with_friction(name, duration=0.3)
    q, qd, _ = motion.at(np.array([0.0, 0.1, 0.2]))
    plant = Integrator(model, p, q[0], qd[0], None)
    for k in range(3):
        plant.put(q[k], qd[k])
        M = model.mass_matrix(q[k], p)[0]
        np.testing.assert_allclose(plant.states.M[S], M, rtol=0, atol=1e-12 * np.abs(M).max())


@pytest.mark.parametrize("name", LOOPS)
def test_a_pose_far_away_is_reached_on_the_same_branch(name):
    model, p, motion = with_friction(name, duration=1.0)
    q = motion.at(np.array([0.0, 0.5, 1.0]))[0]
    plant = Integrator(model, p, q[0], np.zeros(len(q[0])), None)
    for k in (2, 1, 0, 1):
        plant.put(q[k], np.zeros(len(q[0])))
        full = di.close(model.robot, q[[0, k]]).q[1]
        np.testing.assert_allclose(plant.states.full[S], full, rtol=0, atol=1e-11)


@pytest.mark.parametrize("name", ["five_bar", "prs3", "arm7"])
def test_samples_as_one_by_one(name, monkeypatch):
    """Every sample by the way of events, where nothing happens too."""
    model, p, motion = with_friction(name, duration=0.5)
    compiled = di.simulate(model, p, motion, rate=500)
    monkeypatch.setattr(Integrator, "can_continue", lambda self: False)
    same(compiled, di.simulate(model, p, motion, rate=500), 1e-9)


def test_controllers_are_their_formulas():
    model, p, motion = with_friction("five_bar", duration=0.5)
    t = np.arange(501) / 1000
    q_d, qd_d, _ = motion.at(t)
    I = np.diag(model.mass_matrix(q_d[0], p)[0])
    kp, ki, kd, sum_of = 400 * I, 4000 * I, 30 * I, np.zeros(2)

    def pd(t, q, qd):
        k = round(1000 * t)
        return kp * (q_d[k] - q) + kd * (qd_d[k] - qd)

    def pid(t, q, qd):
        e = q_d[round(1000 * t)] - q
        rest, grown = pd(t, q, qd), sum_of + ki * e / 1000
        at_limit = (np.abs(rest + grown) > limit) & ((rest + grown) * e > 0)
        sum_of[:] = np.where(at_limit, sum_of, grown)
        return rest + sum_of

    follow = di.simulate(model, p, di.simulation.PD(motion, kp, kd))
    start = {"q0": q_d[0], "qd0": qd_d[0], "duration": 0.5}
    same(follow, di.simulate(model, p, pd, **start), 1e-11)
    limit = 0.5 * np.abs(follow.truth.tau).max()
    sensors = di.Measurement(saturation=limit)
    by_name = di.simulate(model, p, di.simulation.PID(motion, kp, ki, kd), measurement=sensors)
    assert np.abs(by_name.truth.tau).max() == limit
    same(by_name, di.simulate(model, p, pid, measurement=sensors, **start), 1e-11)


def test_computed_torque_is_inverse_dynamics():
    robot, motion = swing_of("delta3", duration=0.3)
    model = di.Model(robot, [di.Viscous()])
    p = model.prior
    p[model.layout.others] = 0.5
    q_d, qd_d, qdd_d = motion.at(np.arange(301) / 1000)

    def by_model(t, q, qd):
        k = round(1000 * t)
        wanted = qdd_d[k] + 2 * 20.0 * (qd_d[k] - qd) + 20.0**2 * (q_d[k] - q)
        return model.inverse_dynamics(q, qd, wanted, p)[0]

    start = {"q0": q_d[0] + 0.01, "qd0": qd_d[0], "duration": 0.3}
    drive = di.simulation.ComputedTorque(motion, 20.0)
    same(di.simulate(model, p, drive, **start), di.simulate(model, p, by_model, **start), 1e-10)


def test_progress_is_told_of_every_sample():
    model, p, motion = with_friction("five_bar", duration=0.25)
    told: list[float] = []
    log = di.simulate(model, p, motion, progress=told.append)
    np.testing.assert_array_equal(told, log.truth.t)
