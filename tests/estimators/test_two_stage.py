"""The two-stage scheme of Rodriguez-Angeles 2002, whole, on simulated logs of the CFT robot (20
seeds: benchmarks/kalman.py)."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.papers.rodriguez2002 import rodriguez_robot as experiment

pytestmark = pytest.mark.slow(reason="the pipeline of a paper, run once for the tests of its file")

SEEDS = (1, 3, 5)  # at 3 and 5 a filter gets stuck in one joint: the likelier one is right


@pytest.fixture(scope="module")
def model():
    return experiment.make_model()


def single_logs(seed):
    return {joint: experiment.make_single_log(joint, seed) for joint in experiment.JOINTS}


def excitation(model, seed):
    return di.process(
        experiment.make_excitation_log(seed), model, method="fourier", period=2.5, average=True
    )


@pytest.fixture(scope="module")
def single():
    return single_logs(SEEDS[1])


@pytest.fixture(scope="module")
def data(model):
    return excitation(model, SEEDS[1])


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seed: f"seed {seed}")
def done(request, model):
    """Both stages from a start that is wrong by factors up to 3; and the linear parameters with the
    true friction."""
    seed, start = request.param, experiment.draw_rough_start(request.param)
    data = excitation(model, seed)
    filters = (
        di.estimators.ExtendedKalman(start=start),
        di.estimators.UnscentedKalman(start=start),
    )
    result = di.estimate(
        di.estimators.TwoStageProblem(model, single_logs(seed), data),
        di.estimators.TwoStage(filters, parameters=experiment.CARRIER),
    )
    unseen = di.process(experiment.check_log(seed), result.model, method="fourier", period=2.0)
    return result, experiment.fit_known_friction(model, data), di.validate(result, unseen)


@pytest.fixture
def result(done):
    return done[0]


def test_the_friction_is_passive_and_has_a_dip():
    for joint in experiment.JOINTS:
        v = np.linspace(1e-4, 3.0, 3000)
        F = experiment.compute_friction(joint, v)
        assert (F > 0).all()
        assert (np.diff(F) < 0).any()


def test_friction_curves_within_two_percent(result):
    """And the filter knows how good it is; none diverged."""
    for joint in experiment.JOINTS:
        found = result.details.friction[joint]
        assert experiment.compute_curve_error(joint, found) < 2.0
        assert 0.8 < found.consistency < 1.2
        assert found.coloured < 0.4
    assert not any("left out" in note for note in result.notes)


def test_new_torque_within_three_percent(done):
    check = done[2]
    assert check.held_out
    assert check.relative < 3.0
    assert all(joint.relative < 3.0 for joint in check.joints)
    assert "held-out" in str(check)


def test_linear_parameters_with_known_friction_within_five_percent(done):
    np.testing.assert_allclose(done[1], experiment.TABLE_4, rtol=0.05)


def test_the_logs_own_guess_needs_no_start(model, single):
    """Without any start the scales of the log lead to the curve as well."""
    for joint in experiment.JOINTS:
        found = di.estimate(
            di.estimators.KalmanProblem(model, single[joint], joint), di.estimators.ExtendedKalman()
        )
        assert experiment.compute_curve_error(joint, found.details) < 2.0


def test_the_result_is_a_model_that_predicts(result, model):
    """p and model together: the robot's torque with its friction, by inverse dynamics."""
    assert result.model.parameters[: len(model.parameters)] == model.parameters
    t, (q, qd, qdd) = experiment.make_fourier_motion(periods=1)
    truth = experiment.simulate_measurement(t, (q, qd, qdd), 0, noise=0.0).tau
    error = result.model.inverse_dynamics(q, qd, qdd, result.p) - truth
    assert (np.sqrt(np.mean(error**2, axis=0) / np.mean(truth**2, axis=0)) < 0.01).all()
    text = str(result)
    assert "Kalman" in text
    assert "link6.m" in text
    assert len(result.details.plot().data) == 12


def test_the_likelier_filter_is_chosen(model, single, data):
    """A filter that is sure of a wrong start explains its log badly, and is left out: no truth is
    needed."""
    start = experiment.draw_rough_start(SEEDS[1])
    wrong = di.estimators.ExtendedKalman(
        start=start, deviation={f"{j}.Bv": 1e-3 for j in experiment.JOINTS}, passes=4
    )
    found = di.estimators.TwoStage(
        (wrong, di.estimators.ExtendedKalman(start=start))
    )._select_best_filter(di.estimators.KalmanProblem(model, single["q2"], "q2"), notes := [])
    assert experiment.compute_curve_error("q2", found) < 2.0
    assert "chosen by its log-likelihood" in notes[0]


def test_input_that_cannot_be(model, single, data):
    problem = di.estimators.TwoStageProblem(model, single, data)
    with pytest.raises(di.InputError, match="one of each actuated joint"):
        di.estimators.TwoStageProblem(model, {"q1": single["q1"]}, data)
    with pytest.raises(di.InputError, match="friction comes from the first stage"):
        di.estimate(
            di.estimators.TwoStageProblem(di.Model(model.robot, [di.Viscous()]), single, data),
            di.estimators.TwoStage(),
        )
    with pytest.raises(di.InputError, match=r"names of model\.parameters"):
        di.estimate(problem, di.estimators.TwoStage(parameters=["theta1"]))
    with pytest.raises(di.InputError, match="expected Kalman filters"):
        di.estimate(problem, di.estimators.TwoStage(filters=()))
