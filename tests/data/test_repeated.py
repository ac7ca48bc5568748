"""Several files with the same motion: (15) of Diaz-Rodriguez 2010, on a SCARA."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from other_robots import scara
from simulation_help import Swing

NOISE = np.array([0.5, 0.1, 2.0, 0.02])


@pytest.fixture(scope="module")
def robot_and_files(tmp_path_factory):
    """Five runs of 4 s at 250 Hz, in files of their own; their noise differs, joint by joint."""
    robot = scara()
    model = di.Model(robot, [di.Viscous(), di.Coulomb(width=0.02)])
    p = model.to_vector({f"{j}.viscous": 0.4 for j in robot.actuated})
    p = model.to_vector({f"{j}.coulomb": 0.5 for j in robot.actuated}, p)
    motion = Swing([0.2, 0.9, -0.1, 0.3], [1.2, -1.5, 0.2, 2.5], duration=4.0, frequency=0.9)
    folder, files = tmp_path_factory.mktemp("repeated"), []
    t = np.arange(1001) / 250.0
    q, qd, qdd = motion.at(t)
    exact = model.inverse_dynamics(q, qd, qdd, p)
    for k in range(5):
        tau = exact + NOISE * np.random.default_rng(k).normal(size=exact.shape)
        files.append(folder / f"run{k}.csv")
        measured = q + 1e-6 * np.random.default_rng(100 + k).normal(size=q.shape)
        di.data.Log(robot.actuated, t, measured, tau).save(files[-1])
    return model, p, files, (q, qd, qdd)


def test_deviations_are_those_of_the_noise(robot_and_files):
    _, _, files, _ = robot_and_files
    logs = [di.read_log(file) for file in files]
    found = di.data.average_repetitions(logs)
    assert found.count == 5
    # K (M - 1) = 4004 squares: their root is right to 1.1 % (one deviation)
    np.testing.assert_allclose(found.torque, NOISE, rtol=0.05)
    np.testing.assert_allclose(found.deviations, NOISE / np.sqrt(5), rtol=0.05)
    # by the definition
    tau = np.array([log.tau for log in logs])
    K, M = tau.shape[1], len(tau)
    s2 = ((tau - tau.mean(axis=0)) ** 2).sum(axis=(0, 1)) / (K * (M - 1))
    np.testing.assert_allclose(found.torque**2, s2, rtol=1e-12)
    np.testing.assert_allclose(found.log.tau, tau.mean(axis=0), atol=1e-12)
    assert found.position.max() < 2e-6
    assert "mean of 5 repetitions" in found.log.notes[-1]


def test_weights_by_repetitions_identify_better(robot_and_files):
    """Of the mean log: closer to the truth than least squares without weights, in the units of the
    deviations that it states."""
    model, p, files, motion = robot_and_files
    found = di.data.average_repetitions([di.read_log(file) for file in files])
    log = found.log
    used = np.ones(log.tau.shape, dtype=bool)
    data = di.data.Dataset(model, log.t, *motion, log.tau, 0 * log.t, used, 250.0)
    problem = di.Problem(model, data)
    weighted, plain = (
        di.estimate(problem, each) for each in (di.WLS(deviations=found.deviations), di.OLS())
    )
    truth = problem.base.compute_theta(p)
    errors = [np.abs(each.theta - truth) / weighted.std for each in (weighted, plain)]
    assert np.sqrt(np.mean(errors[0] ** 2)) < 1.6  # 16 parameters: 1 on average
    assert np.mean(errors[1] ** 2) > np.mean(errors[0] ** 2)
    reduced = di.estimate(problem, di.Stepwise("bic", deviations=found.deviations))
    assert reduced.history[0].count == problem.size


def test_files_that_begin_at_other_times_are_put_over_each_other(robot_and_files):
    _, _, files, _ = robot_and_files
    logs = [di.read_log(file) for file in files]
    shifted = [
        logs[0],
        logs[1].select_times(0.1, 4.0),
        logs[2].select_times(0.0, 3.9),
        logs[3],
        logs[4],
    ]
    together, whole = di.data.average_repetitions(shifted), di.data.average_repetitions(logs)
    part = whole.log.select_times(0.1, 3.9)
    np.testing.assert_allclose(together.log.tau, part.tau, atol=1e-12)
    np.testing.assert_allclose(together.log.t, part.t, atol=1e-12)
    assert "moved by up to 25 samples" in together.log.notes[-1]


def test_other_motions_are_refused(robot_and_files):
    _, _, files, _ = robot_and_files
    log = di.read_log(files[0])
    with pytest.raises(di.InputError, match="two or more"):
        di.data.average_repetitions([log])
    other = di.data.Log(log.joints, log.t, log.q[::-1], log.tau)
    with pytest.raises(di.InputError, match="expected logs of the same motion"):
        di.data.average_repetitions([log, other])
    slow = di.data.Log(log.joints, 2 * log.t, log.q, log.tau)
    with pytest.raises(di.InputError, match="at 125 Hz"):
        di.data.average_repetitions([log, slow])
