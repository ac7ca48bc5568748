"""Results that dynid saved before its folders, files and classes got the words of the field: the
demos of two robots, as that version wrote them."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di

FOLDER = Path(__file__).parent / "earlier_results"


@pytest.fixture(params=["pendulum", "five_bar"])
def saved(request):
    """The robot, the file, and the result that is read of it."""
    file = FOLDER / f"{request.param}.json"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return request.param, file, di.Estimate.load(file)


def test_values_are_those_of_the_file(saved, tmp_path):
    _, file, result = saved
    content = json.loads(file.read_text(encoding="utf-8"))
    assert result.p.tolist() == content["p"]
    assert list(result.names) == content["names"]
    assert result.covariance.tolist() == content["covariance"]
    result.save(tmp_path / "again.json")
    again = di.Estimate.load(tmp_path / "again.json")
    assert again.p.tolist() == content["p"]
    assert again.setup == result.setup


def test_the_model_has_the_torques_of_the_robot(saved):
    robot, _, result = saved
    model = di.Model(di.load_robot(robot), [di.Viscous(), di.Coulomb()])
    assert result.model.parameters == model.parameters
    rng = np.random.default_rng(0)
    home = [model.robot.home.get(name, 0.0) for name in model.robot.actuated]
    q = home + rng.uniform(-0.1, 0.1, (20, len(home)))
    qd, qdd = rng.normal(size=(2, *q.shape))
    one, other = (each.inverse_dynamics(q, qd, qdd, result.p) for each in (result.model, model))
    assert_allclose(one, other, rtol=1e-12, atol=1e-12)


def test_other_logs_are_predicted_as_then(saved):
    _, file, result = saved
    study = di.Study.from_result(file)
    assert (study.model.effects, study.processing.cutoff) == ("viscous,coulomb", pytest.approx(32))
    home = [result.model.robot.home.get(name, 0.0) for name in result.model.robot.actuated]
    t = np.arange(2000)[:, None] / 200.0
    w = np.linspace(3.0, 5.0, len(home))
    q = home + 0.2 * np.sin(w * t)
    move = q, 0.2 * w * np.cos(w * t), -0.2 * w**2 * np.sin(w * t)
    log = di.Log(
        result.model.robot.actuated, t[:, 0], q, result.model.inverse_dynamics(*move, result.p)
    )
    assert study.validate(file, [log]).validation.moving < 1.0  # where friction does not jump
