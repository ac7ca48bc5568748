"""Estimators beside a running robot: a log is what was pushed."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.identification.online_estimation import OnlineEstimator


def swing(joints, n, step=0.01):
    t = np.arange(n) * step
    j = np.arange(joints)
    w, c = 2.0 + 0.7 * j, 0.3 * j
    q = 0.8 * np.sin(np.outer(t, w) + c)
    return t, q, 0.8 * w * np.cos(np.outer(t, w) + c), -0.8 * w**2 * np.sin(np.outer(t, w) + c)


@pytest.mark.parametrize("forgetting", [1.0, 0.99])
def test_recursive_least_squares(forgetting):
    """The same as of a problem with the same rows."""
    model = di.Model(di.load_robot("five_bar"), [di.Viscous()])
    t, q, qd, qdd = swing(2, 300)
    q = 0.2 * q + [model.robot.home[name] for name in model.robot.actuated]
    qd, qdd = 0.2 * qd, 0.2 * qdd
    rng = np.random.default_rng(0)
    p = np.where(np.isnan(model.prior), 0.3, model.prior)
    tau = model.inverse_dynamics(q, qd, qdd, p) + 1e-3 * rng.normal(size=q.shape)
    estimator = di.estimators.RecursiveLeastSquares(forgetting, prior_deviation=1e3)
    running: OnlineEstimator = estimator.start_online(model)
    for k in range(len(t)):
        running.push(t[k], q[k], tau[k], qd[k], qdd[k])
    base = di.base_parameters(model)
    W = model.regressor(q, qd, qdd)[:, :, base.independent]
    problem = di.Problem.from_rows(W, tau, base.names)
    wanted = estimator.fit(problem)
    value = running.value
    assert value.names == base.names
    assert value.count == 300
    assert np.allclose(value.theta, wanted.theta, rtol=1e-7, atol=1e-9)
    if forgetting == 1.0:
        plain = np.linalg.lstsq(W.reshape(-1, len(base)), tau.ravel(), rcond=None)
        variance = plain[1][0] / (600 - len(base))
        R = W.reshape(-1, len(base))
        std = np.sqrt(variance * np.diag(np.linalg.inv(R.T @ R)))
        assert np.allclose(value.std, std, rtol=1e-3)
    with pytest.raises(di.InputError, match="none for qd"):
        running.push(9.0, q[0], tau[0])
    with pytest.raises(di.InputError, match="finite"):
        running.push(9.0, q[0] * np.nan, tau[0], qd[0], qdd[0])
    assert "after 300 samples" in str(value)


@pytest.fixture(scope="module")
def pendulum():
    model = di.Model(di.load_robot("pendulum"), [di.effects.SmoothFriction()])
    t, q, qd, qdd = swing(model.robot.dof, 300, 0.01)
    names = {"Bv": 0.2, "Bf1": 0.3, "Bf2": -0.1}
    joints = model.robot.actuated
    p = model.to_vector({f"{j}.{name}": value for j in joints for name, value in names.items()})
    rng = np.random.default_rng(0)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    log = di.Log(joints, t, q + 1e-5 * rng.normal(size=q.shape), tau)
    return model, p, log


@pytest.mark.parametrize("name", ["ExtendedKalman", "UnscentedKalman"])
def test_kalman_filters(name, pendulum):
    """One pass of the filter over a log, or its samples pushed."""
    model, p, log = pendulum
    wanted = [f"{log.joints[0]}.Bv", f"{log.joints[0]}.Bf1"]
    noise = {"position_noise": 1e-5, "torque_noise": 1e-2}
    deviation = dict.fromkeys(wanted, 0.5)
    kind = getattr(di.estimators, name)
    estimator = kind(deviation=deviation, passes=1, **noise)

    def problem(of):
        return di.estimators.KalmanProblem(model, of, estimate=wanted, p=p)

    whole = estimator.fit(problem(log)).details
    running: OnlineEstimator = estimator.start_online(problem(log))
    assert np.allclose(running.value.theta, whole.p, rtol=1e-9)
    assert np.allclose(running.value.std, np.sqrt(np.diag(whole.covariance)), rtol=1e-9)
    first = di.Log(log.joints, log.t[:100], log.q[:100], log.tau[:100])
    half = estimator.start_online(problem(first))
    early = half.value
    for k in range(100, len(log.t)):
        half.push(log.t[k], log.q[k], log.tau[k])
    assert half.value.count == running.value.count == len(log.t)
    assert np.all(half.value.std < early.std)
    assert np.allclose(half.value.theta, whole.p, atol=0.2 * early.std.max())
    with pytest.raises(di.InputError, match="increase"):
        half.push(0.0, log.q[0], log.tau[0])


def test_one_joint_alone(pendulum):
    """The compiled sweep of one joint and the pushed samples are the same filter."""
    model, _, log = pendulum
    problem = di.estimators.KalmanProblem(model, log, log.joints[0])
    estimator = di.estimators.ExtendedKalman(passes=1)
    whole = estimator.fit(problem).details
    value = estimator.start_online(problem).value
    assert value.names == whole.parameters
    assert np.allclose(value.theta, whole.p, rtol=1e-6)
