"""Geometry and dynamics together, against robots whose geometry and masses are known."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from calibration_help import ARM, FRAMES, TIP
from dynid.calibration.error_model import ErrorModel, make_error_model
from dynid.calibration.geometric_calibration import calibrate_robot
from dynid.calibration.joint_identification import (
    GeometryKnowledge,
    _Slopes,
    identify_with_geometry,
)
from dynid.calibration.measurement_reading import MeasurementLayout
from dynid.calibration.simulated_measurements import simulate_measurements
from wobble_help import simulated_log, true_parameters

MADE = {True: np.deg2rad(0.2), False: 5e-4}  # of angles and lengths


def make_case(seed, exact=()):
    """A robot as its file has it, what it was made to, its true errors, and its problem."""
    robot = di.load_robot(ARM)
    errors = make_error_model(robot, FRAMES)
    made = np.array([MADE[each.turns] for each in errors.first])
    x = made * np.random.default_rng(seed).normal(size=len(errors))
    x[[name in exact for name in errors.names]] = 0.0
    effects = [di.Viscous(), di.Coulomb()]
    nominal, true = di.Model(robot, effects), di.Model(errors.apply(x), effects)
    p = true_parameters(nominal, 1000)
    data = di.process(simulated_log(true, p, 1500, seed), nominal)
    return GeometryKnowledge(errors, np.diag(made**2)), x, p, di.Problem(nominal, data)


@pytest.mark.slow(reason="an arm is identified again and again")
def test_intervals_hold_what_a_wrong_geometry_does_to_the_dynamics():
    inside, before = [], []
    for seed in range(6):
        known, _, p, problem = make_case(seed)
        found = identify_with_geometry(problem, known, di.WLS())
        truth = di.base_parameters(found.result.model).map @ p
        z = np.abs(found.result.theta - truth) / found.result.std
        inside.append(np.mean(z < 1.96))
        before.append(np.mean(z * found.widening < 1.96))
    assert np.mean(before) < 0.8  # of intervals for an exact geometry
    assert 0.85 < np.mean(inside) < 0.99


def test_a_tilted_base_and_a_zero_are_found_through_gravity():
    known, _, p, _ = make_case(0)
    robot, effects = known.model.robot, [di.Viscous(), di.Coulomb()]
    names = ("joint1.rx", "joint1.ry", "joint2.zero")
    x = np.array([2e-2 * (name in names) for name in known.model.names])
    made = np.where(x != 0.0, 2e-2, 1e-5)
    true, nominal = di.Model(known.model.apply(x), effects), di.Model(robot, effects)
    data = di.process(simulated_log(true, p, 1500, 3), nominal)
    knowledge = GeometryKnowledge(known.model, np.diag(made**2))
    found = identify_with_geometry(di.Problem(nominal, data), knowledge, di.WLS())
    assert set(names) <= set(found.determined)
    for each in found.errors:
        if each.name in names:
            assert abs(each.value - 2e-2) < max(4 * each.deviation, 1e-3), each.name
    assert "joint2.zero" in str(found)


def test_slopes_are_those_of_fits_with_another_geometry():
    """d theta / dg, against weighted least squares of robots whose geometry was changed; without
    residuals, since the slopes leave their part out."""
    known, _, p, problem = make_case(1)
    data, model = problem.data, problem.model
    data = replace(data, tau=model.inverse_dynamics(data.q, data.qd, data.qdd, p))
    result = di.estimate(problem, di.OLS())
    result = replace(result, theta=problem.base.map @ p)
    slopes = _Slopes(problem.replace(data=data), result, known.model, np.zeros(len(known.model)))
    weight = np.array([1.0 / (x.rmse * np.sqrt(x.inflation)) for x in result.joints])[:, None]

    W = model.regressor(data.q, data.qd, data.qdd)[:, :, problem.base.independent]

    def fit(x):
        moved = di.Model(known.model.apply(x), model.effects)
        W = moved.regressor(data.q, data.qd, data.qdd)[:, :, problem.base.independent]
        rows = (weight * W).reshape(-1, W.shape[2])
        return np.linalg.lstsq(rows, (weight[:, 0] * data.tau).ravel(), rcond=None)[0]

    for k in (3, 9, 17, 30):
        step = np.zeros(len(known.model))
        step[k] = 1e-4
        wanted = (fit(step) - fit(-step)) / 2e-4
        # what hardly moves the torque is held by the prior of the slopes
        rows = (weight * W).reshape(-1, W.shape[2])
        off = np.linalg.norm(rows @ (slopes.by_errors[:, k] - wanted))
        assert off < 0.1 * np.linalg.norm(rows @ wanted), known.model.names[k]


def test_knowledge_comes_from_a_calibration(tmp_path):
    robot = di.load_robot(ARM)
    errors = make_error_model(robot, FRAMES)
    q = np.random.default_rng(0).uniform(-1.5, 1.5, (40, 7))
    x = np.array([MADE[e.turns] for e in errors.first]) * np.random.default_rng(1).normal(
        size=len(errors)
    )
    table = simulate_measurements(errors, x, q, {"1": TIP}, 5e-5)
    found = calibrate_robot(robot, table, MeasurementLayout(markers={"1": TIP}))
    found.write(tmp_path / "out")
    at_once = GeometryKnowledge.from_calibration(found.robot, found)
    read = GeometryKnowledge.from_calibration(found.robot, tmp_path / "out" / "calibration.json")
    assert read.model.names == at_once.model.names
    assert np.allclose(read.covariance, at_once.covariance)
    deviations = {each.name: each.deviation for each in found.errors}
    for name, variance in zip(read.model.names, np.diag(read.covariance)):
        assert np.sqrt(variance) == pytest.approx(deviations[name])
    (tmp_path / "other.json").write_text(json.dumps({}))
    with pytest.raises(di.InputError, match="expected the calibration"):
        GeometryKnowledge.from_calibration(found.robot, tmp_path / "other.json")


def test_another_robot_is_refused():
    known, _, _, problem = make_case(2)
    other = ErrorModel(
        di.load_robot(ARM).replace(name="other"), known.model.errors, known.model.ties
    )
    with pytest.raises(di.InputError, match="of the robot whose geometry"):
        identify_with_geometry(problem, GeometryKnowledge(other, known.covariance))
