"""CLIE and CLOE: their slopes beside differences of simulations, and the truth from noisy logs."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import least_squares

import dynid as di
from dynid.data.resampling import filter_lowpass
from dynid.simulation.controllers import PID

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import closed_loop

pytestmark = pytest.mark.slow(reason="many fits, for statistics")

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
    problem, theta = of(pendulum, log), pendulum.base.compute_theta(pendulum.p)
    estimator = method(drive)
    loop = estimator._simulate(problem, problem.data, theta)
    J = estimator._compute_slopes(problem, problem.data, theta, loop)
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
    problem, truth = pendulum.problem(0), pendulum.base.compute_theta(pendulum.p)
    start = replace(di.estimate(problem, di.WLS()), theta=1.3 * truth)
    found = di.estimate(problem, METHODS[0](pendulum.drive, start))
    assert np.abs((found.theta - truth) / found.std).max() < 4.0
    assert np.abs(found.theta - truth).max() < 0.05 * np.abs(truth).max()


WIDTH, RATE = 0.3, 200.0


def swung(theta, drive, N):
    """Positions and torques of a pendulum in a loop, its equation written out, by Runge-Kutta; the
    torque is held from sample to sample, and logged as the mean of before and after."""
    mx, mz, inertia, viscous, coulomb = theta
    h, kp, kd = 1.0 / RATE, float(drive.kp[0]), float(drive.kd[0])
    wanted, fast, _ = (x[:, 0] for x in drive.motion.at(h * np.arange(N)))

    def a(q, v, u):
        weight = 9.81 * (mx * math.cos(q) + mz * math.sin(q))
        return (u + weight - viscous * v - coulomb * math.tanh(v / WIDTH)) / inertia

    q, v, out, held = wanted[0], fast[0], [], []
    for k in range(N):
        u = kp * (wanted[k] - q) + kd * (fast[k] - v)
        out.append(q)
        held.append(u)
        k1 = v, a(q, v, u)
        k2 = v + h / 2 * k1[1], a(q + h / 2 * k1[0], v + h / 2 * k1[1], u)
        k3 = v + h / 2 * k2[1], a(q + h / 2 * k2[0], v + h / 2 * k2[1], u)
        k4 = v + h * k3[1], a(q + h * k3[0], v + h * k3[1], u)
        q += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
    u = np.array(held)
    return np.array(out)[:, None], np.append(u[:1], (u[1:] + u[:-1]) / 2)[:, None]


@pytest.mark.parametrize("method", METHODS)
def test_the_minimum_is_scipys(pendulum, method):
    """Of a loop that is simulated here, by scipy with derivatives by differences."""
    model = di.Model(pendulum.model.robot, [di.Viscous(), di.Coulomb(width=WIDTH)])
    base = di.base_parameters(model)
    drive = di.simulation.PD(pendulum.drive.motion, np.array([30.0]), np.array([3.0]))
    truth = np.array([0.02, -0.5, 0.25, 0.07, 0.15])
    assert base.names == ("rod.mx", "rod.mz", "rod.Iyy", "hinge.viscous", "hinge.coulomb")
    N, rng = 1000, np.random.default_rng(0)
    q, tau = swung(truth, drive, N)
    log = di.Log(
        ("hinge",), np.arange(N) / RATE, q + 1e-4 * rng.normal(size=q.shape),
        tau + 0.01 * rng.normal(size=q.shape),
    )  # fmt: skip
    data = di.process(log, model, cutoff=30.0, decimate=None, slow=None)
    problem = di.Problem(model, data, base)
    ours = di.estimate(problem, method(drive, tolerance=1e-6, iterations=50))
    at = np.rint(data.t * RATE).astype(int)
    output = method is METHODS[1]
    seen = data.q if output else data.tau

    def errors(z):
        signal = swung(truth + z * ours.std, drive, N)[0 if output else 1]
        return (seen - filter_lowpass(signal, 30.0, RATE)[at])[data.use[:, 0], 0] / seen.std()

    other = least_squares(errors, np.zeros(5), x_scale="jac", xtol=1e-12, ftol=1e-14)
    # both far closer to each other than to the truth
    apart = ours.theta - truth - other.x * ours.std
    assert np.abs(apart / ours.std).max() < 0.1
    assert np.abs(other.x).max() < 6.0


@pytest.mark.parametrize("method", METHODS)
def test_controllers_that_are_not_linear_are_refused(pendulum, method):
    problem = of(pendulum, pendulum.log)
    with pytest.raises(di.InputError, match="expected a PD or PID"):
        di.estimate(problem, method(di.simulation.ComputedTorque(pendulum.drive.motion)))


def test_consistent_on_the_way(pendulum):
    problem, truth = pendulum.problem(0), pendulum.base.compute_theta(pendulum.p)
    start = replace(di.estimate(problem, di.WLS()), theta=1.3 * truth)
    found = di.estimate(
        problem, di.estimators.DIDIM(pendulum.drive, start, solver=di.Consistent(draws=0))
    )
    assert np.abs(found.theta - truth).max() < 0.05 * np.abs(truth).max()
    assert (found.std > 0).all()
