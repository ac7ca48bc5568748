"""One joint of a closed loop: the table of its inertia and gravity, and friction under PD control
(all robots: benchmarks/kalman_loops.py)."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.estimators.kalman.one_joint import OneJoint
from kalman_loops import ROBOTS, Alone, Machine, judge


@pytest.mark.parametrize("name", ROBOTS)
def test_the_table_holds_inertia_and_gravity_of_any_bodies(name):
    """To what no sensor sees, for bodies other than the nominal ones; the slope by differences."""
    robot = di.load_robot(name)
    model, home = di.Model(robot), take_actuated_home(robot)
    joint = robot.actuated[0]
    swing = Machine(robot).reach(joint)[0]
    plant = OneJoint.from_model(model, joint, home, home[0] - swing, home[0] + swing)
    q = np.tile(home, (41, 1))
    q[:, 0] += np.linspace(-swing, swing, 41)
    zero, a = np.zeros_like(q), np.zeros_like(q)
    a[:, 0] = 1.0
    p = model.prior * np.random.default_rng(1).uniform(0.8, 1.2, len(model.prior))
    weight = (model.regressor(q, zero, zero) @ p)[:, 0]
    inertia = (model.regressor(q, zero, a) @ p)[:, 0] - weight
    one, none = np.ones(41), np.zeros(41)
    H, G = plant.compute_columns(q[:, 0], none, one)
    for columns, wanted in ((H, inertia), (G, weight)):
        left = wanted - columns @ np.linalg.lstsq(columns, wanted, rcond=None)[0]
        assert np.abs(left).max() <= 1e-3 * max(np.abs(wanted).max(), 0.1 * np.abs(inertia).max())
    # 1/2 h' v^2, the second part of a column, against differences of h
    fine = np.linspace(home[0] - swing, home[0] + swing, 4001)
    h = plant.compute_columns(fine, 0 * fine, 0 * fine + 1.0)[0]
    slope = plant.compute_columns(fine, 0 * fine + 1.0, 0 * fine)[0]
    np.testing.assert_allclose(
        slope[1:-1], 0.5 * np.gradient(h, fine, axis=0)[1:-1], atol=1e-4 / swing
    )


@pytest.mark.slow(reason="a simulated log, and a filter")
@pytest.mark.parametrize("name", ["delta3", "linear_delta"])
def test_friction_of_one_joint_of_a_loop(name):
    machine = Machine(di.load_robot(name))
    joint, home = machine.robot.actuated[1], take_actuated_home(machine.robot)
    friction = machine.draw_friction(5)
    log = machine.run(Alone(home, 1, *machine.reach(joint), phase=0.5), friction, 5)
    problem = di.estimators.KalmanProblem(machine.bare, log, joint)
    found = di.estimate(problem, di.estimators.ExtendedKalman()).details
    error, held = judge(found, joint, friction[joint])
    assert error < 1.0
    assert held > 0.7
