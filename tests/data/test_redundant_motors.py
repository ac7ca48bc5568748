"""Robots with more motors than freedoms, identified from all motor torques: data by MuJoCo."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.redundant_motors import (
    compute_preload,
    distribute_among_motors,
    map_to_freedoms,
    motor_gains,
)
from dynid.errors import InputError
from limbs_help import four_limbs


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("limbs") / "limbs.xml"
    path.write_text(four_limbs())
    return path


@pytest.fixture(scope="module")
def robot(path):
    with pytest.warns(UserWarning, match="2 degrees of freedom, 4 motors: it has redundant motors"):
        return di.load_robot(path)


def projected_by_mujoco(path, motion, robot):
    """Torques (N, n) of the open tree by mj_inverse, projected by our G."""
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_EQUALITY
    data = mujoco.MjData(model)
    at = [model.joint(name).qposadr[0] for name in robot.coordinates]
    out = []
    for k in range(len(motion.q)):
        data.qpos[at], data.qvel[at], data.qacc[at] = motion.q[k], motion.qd[k], motion.qdd[k]
        mujoco.mj_inverse(model, data)
        out.append(motion.G[:, :, k].T @ data.qfrc_inverse[at])
    return np.array(out)


def moving(robot, seconds=12.0, rate=200.0):
    t = np.arange(0.0, seconds, 1 / rate)
    w = 2 * np.pi * 0.2 * np.arange(1, 6)
    rng = np.random.default_rng(1)
    a, b = rng.uniform(-0.12, 0.12, (2, 2, 5))
    s, c = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
    q = take_actuated_home(robot) + s @ a.T / 2 + (c - 1.0) @ b.T / 2
    qd = c @ (a * w).T / 2 - s @ (b * w).T / 2
    qdd = -s @ (a * w**2).T / 2 - c @ (b * w**2).T / 2
    return t, q, qd, qdd


def test_torques_are_shared_among_motors(robot):
    _, q, _, _ = moving(robot, 1.0)
    tau = np.random.default_rng(0).normal(size=q.shape)
    Gm = motor_gains(robot, q)
    shortest = distribute_among_motors(robot, q, tau)
    for k in (0, 50, 120):
        np.testing.assert_allclose(shortest[k], np.linalg.pinv(Gm[k].T) @ tau[k], atol=1e-12)
    tight = distribute_among_motors(robot, q, tau, preload=(1.0, -2.0, 3.0, 0.5))
    np.testing.assert_allclose(map_to_freedoms(robot, q, tight), tau, atol=1e-12)
    assert np.abs(tight - shortest).max() > 0.5


def test_the_preload_is_what_moves_nothing(robot):
    _, q, _, _ = moving(robot, 1.0)
    tau_m = np.random.default_rng(0).normal(size=(len(q), 4))
    inner = compute_preload(robot, q, tau_m)
    np.testing.assert_allclose(map_to_freedoms(robot, q, inner), 0.0, atol=1e-12)
    tau = map_to_freedoms(robot, q, tau_m)
    np.testing.assert_allclose(distribute_among_motors(robot, q, tau) + inner, tau_m, atol=1e-12)
    with pytest.raises(InputError, match="expected a torque for each of motor0"):
        distribute_among_motors(robot, q, tau, preload=(1.0, 2.0))


def test_every_motor_has_its_own_friction_and_rotor(robot):
    """Seen through Gm: two motors on the same freedom wear and turn each for themselves."""
    model = di.Model(robot, [di.Viscous(), di.RotorInertia()])
    names = [name for name in model.parameters if name.startswith("motor")]
    assert names == [f"motor{k}.{part}" for part in ("viscous", "rotor_inertia") for k in range(4)]
    base = di.base_parameters(model)
    assert all(base.classify(f"motor{k}.viscous") == "alone" for k in range(4))


def test_simulated_with_preload_the_log_has_all_motors(robot):
    """By computed torque; the projected torques are those of the model, the rest is the preload,
    which the data's notes state."""
    t, *motion = moving(robot, 1.0)
    followed = di.excitation.SampledTrajectory(robot.actuated, t, *motion)
    model = di.Model(robot)
    wanted = (3.0, -2.0, 1.0, -1.0)
    log = di.simulate(model, model.prior, followed, preload=wanted, rate=200.0)
    assert set(log.joints) == set(robot.motors)
    own = log.select(robot.motors)
    truth = log.truth
    tau = map_to_freedoms(robot, truth.q, own.tau)
    held = 0.5 * (truth.tau[1:] + truth.tau[:-1])
    np.testing.assert_allclose(tau[1:], held, atol=1e-9 * np.abs(held).max())
    inner = compute_preload(robot, truth.q, own.tau)
    expected = compute_preload(robot, truth.q, np.tile(wanted, (len(t), 1)))
    np.testing.assert_allclose(inner, expected, atol=1e-9)
    data = di.process(log, model, cutoff=20.0)
    (note,) = [note for note in data.notes if "internal preload" in note]
    assert f"motor0 {inner.mean(axis=0)[0]:.3g} +- " in note


def test_a_preload_needs_more_motors_than_freedoms():
    model = di.Model(di.load_robot("pendulum"))
    with pytest.raises(InputError, match="as many motors as degrees of freedom"):
        di.simulate(model, model.prior, None, 0.01, preload=(1.0,))


@pytest.mark.parametrize("seed", [5, 6])
def test_identified_from_all_motor_torques_with_preload_and_noise(path, robot, seed):
    """Every base parameter within four deviations, and their errors together pass chi-squared."""
    from scipy.stats import chi2

    t, q, qd, qdd = moving(robot)
    tau = projected_by_mujoco(path, di.close(robot, q, qd, qdd), robot)
    rng = np.random.default_rng(seed)
    preload = 3.0 * np.array([1, -1, 1, -1]) + 0.5 * np.sin(t)[:, None]
    tau_m = distribute_among_motors(robot, q, tau, preload)
    noisy = tau_m + 0.05 * rng.normal(size=tau_m.shape)
    every = (*robot.actuated, *(m for m in robot.motors if m not in robot.actuated))
    order = [robot.motors.index(name) for name in every]
    whole = di.close(robot, q)
    columns = [robot.coordinates.index(name) for name in every]
    log = di.Log(every, t, whole.q[:, columns], noisy[:, order])
    model = di.Model(robot)
    data = di.process(log, model, cutoff=20.0)
    result = di.estimate(di.Problem(model, data), di.OLS())
    base = di.base_parameters(model)
    assert len(base) >= 8
    error = result.theta - base.compute_theta(model.prior)
    deviations = np.sqrt(np.diag(result.covariance))
    assert np.abs(error / deviations).max() < 4.0
    together = error @ np.linalg.solve(result.covariance, error)
    assert together < chi2.ppf(0.999, len(error))


def test_a_log_without_a_motor_is_refused(robot):
    t, q, _, _ = moving(robot, 1.0)
    with pytest.raises(InputError, match="has no joint motor2, motor3"):
        di.process(di.Log(robot.actuated, t, q, q), di.Model(robot))
