"""A thing of another kind than a function expects: a sentence that says what to type, no traceback
from deep inside."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di


@pytest.fixture(scope="module")
def things():
    robot = di.load_robot("pendulum")
    model = di.Model(robot, [di.Viscous()])
    t = np.arange(300) / 100
    q = np.sin(3 * t)[:, None]
    log = di.Log(robot.actuated, t, q, q)
    data = di.process(log, model, cutoff=10.0)
    problem = di.Problem(model, data)
    result = di.estimate(problem, di.OLS())
    return {name: x for name, x in locals().items() if name not in ("t", "q")} | {"di": di}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ('di.Model("ur5.urdf")', "got 'ur5.urdf', expected a Robot: load_robot(\"arm.urdf\")"),
        ("di.Model(robot, di.Viscous)", "Did you mean Viscous()?"),
        ("di.Model(robot, [di.Viscous])", "Did you mean Viscous()?"),
        ('di.Model(robot, "viscous")', "expected objects such as Viscous()"),
        ("di.estimate(log, di.OLS())", "expected a Problem: Problem(model, data)"),
        ("di.estimate(data, di.OLS())", "expected a Problem: Problem(model, data)"),
        ("di.estimate(problem, di.OLS)", "Did you mean OLS()?"),
        ("di.estimate(di.OLS(), problem)", "Did you mean estimate(problem, estimator)?"),
        ("di.process(log, robot)", "got Robot('pendulum'"),
        ("di.Problem(data, model)", "expected a Model"),
        ("di.Problem(model, log)", "expected a Dataset: process(log, model)"),
        ("di.validate(result, log)", "expected a Dataset"),
        ('di.validate("result.json", data)', "Estimate.load(path)"),
        ("di.compare([di.OLS], problem)", "the class OLS (without brackets)"),
        ("di.base_parameters(robot)", "expected a Model"),
        ("di.simulate(robot, result.p, None)", "expected a Model"),
        ('di.close("delta3", [[0, 0, 0]])', "expected a Robot"),
        ("di.forward_kinematics(model, [[0]])", "expected a Robot"),
        ("di.judge(problem, result)", "expected an Estimate"),
        ("di.is_consistent(model, result.p)", "is_consistent(result.p, model)"),
        ("di.read_log(log)", 'expected a name of a file: read_log("run1.csv")'),
        ("di.load_robot(model)", "expected a name of a file"),
        ('di.load_robot(robot, lock="joint1")', 'expected a dictionary: {"gripper*": 0.02}'),
    ],
)
def test_a_sentence_says_what_to_type(things, call, words):
    with pytest.raises(di.DynidError) as error:
        eval(call, things)
    assert words in str(error.value)
