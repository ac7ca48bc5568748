"""CLIE and CLOE: their slopes beside differences of simulations, and the truth from noisy logs."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dynid as di
from dynid.simulation.controllers import PID

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import closed_loop

METHODS = (di.estimators.ClosedLoopInputError, di.estimators.ClosedLoopOutputError)


@pytest.fixture(scope="module")
def pendulum():
    return closed_loop.experiment("pendulum")


def of(run, log, cutoff=50.0):
    return di.Problem(run.model, di.process(log, run.model, cutoff=cutoff), run.base)


@pytest.mark.parametrize("method", METHODS)
def test_slopes_are_those_of_simulations(pendulum, method):
    """Of a PID, at each parameter, by differences of two simulations."""
    drive = PID(pendulum.drive.motion, pendulum.drive.kp, 30.0, pendulum.drive.kd)
    log = di.simulate(pendulum.model, pendulum.p, drive, rate=500.0, duration=2.0,
                      friction="smooth")  # fmt: skip
    problem, theta = of(pendulum, log), pendulum.base.of(pendulum.p)
    estimator = method(drive)
    loop = estimator._simulate(problem, problem.data, theta)
    J = estimator._slopes(problem, problem.data, theta, loop)
    for k in range(len(theta)):
        d = 1e-3 * np.abs(theta).max() * np.eye(len(theta))[k]
        plus, minus = (
            estimator._simulate(problem, problem.data, theta + s * d).e for s in (1.0, -1.0)
        )
        there = (minus - plus) / (2.0 * d[k])  # e is measured less simulated
        assert np.abs(J[:, :, k] - there).max() < 0.05 * np.abs(there).max()
        assert np.sqrt(np.mean((J[:, :, k] - there) ** 2)) < 0.02 * np.sqrt(np.mean(there**2))


def test_from_a_start_far_off(pendulum):
    """Torques 30 % off, noise in positions and torques: within four stated deviations."""
    problem, truth = pendulum.problem(0), pendulum.base.of(pendulum.p)
    start = replace(di.estimate(problem, di.WLS()), theta=1.3 * truth)
    found = di.estimate(problem, METHODS[0](pendulum.drive, start))
    assert np.abs((found.theta - truth) / found.std).max() < 4.0
    assert np.abs(found.theta - truth).max() < 0.05 * np.abs(truth).max()


@pytest.mark.parametrize("method", METHODS)
def test_controllers_that_are_not_linear_are_refused(pendulum, method):
    problem = of(pendulum, pendulum.log)
    with pytest.raises(di.InputError, match="expected a PD or PID"):
        di.estimate(problem, method(di.simulation.ComputedTorque(pendulum.drive.motion)))


def test_consistent_on_the_way(pendulum):
    problem, truth = pendulum.problem(0), pendulum.base.of(pendulum.p)
    start = replace(di.estimate(problem, di.WLS()), theta=1.3 * truth)
    found = di.estimate(
        problem, di.estimators.DIDIM(pendulum.drive, start, solver=di.Consistent(draws=0))
    )
    assert np.abs(found.theta - truth).max() < 0.05 * np.abs(truth).max()
    assert (found.std > 0).all()
