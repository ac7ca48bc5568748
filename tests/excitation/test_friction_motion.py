"""Passes at constant speed: that they keep all limits, and friction identified from them apart."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closing import close
from dynid.excitation import design_friction_motion
from dynid.identification import fit_friction_apart

LIMITS = {
    "arm7": di.Limits(acceleration=20.0),
    "five_bar": di.Limits(acceleration={"left": 15.0, "right": 20.0}, velocity={"left_elbow": 1.2}),
    "delta3": di.Limits(workspace=di.excitation.Sphere((0, 0, -0.95), 0.3), tool_speed=1.0),
    "prs3": di.Limits(position={"slider1": 0.1}),
}


@pytest.mark.parametrize("name", LIMITS)
def test_the_passes_are_constant_and_keep_the_limits(name):
    model, limits = di.Model(di.load_robot(name)), LIMITS[name]
    motion = design_friction_motion(model, limits, speeds=3)
    robot = model.robot
    assert [each.motor for each in motion.passes] == np.repeat(range(robot.dof), 3).tolist()
    for each in motion.passes:
        length = (each.high - each.low) / each.speed
        for begins, sign in ((each.there, 1.0), (each.back, -1.0)):
            q, qd, qdd = motion.trajectory.at(begins + np.linspace(0.02, 0.98, 20) * length)
            expected = np.zeros(robot.dof)
            expected[each.motor] = sign * each.speed
            np.testing.assert_allclose(qd, np.tile(expected, (20, 1)), atol=1e-9)
            np.testing.assert_allclose(qdd, 0.0, atol=1e-7)
            ends = q[[0, -1] if sign > 0 else [-1, 0], each.motor]
            np.testing.assert_allclose(ends, [each.low, each.high], atol=0.03 * np.ptp(q) + 1e-9)
    _, q, qd, qdd = motion.trajectory.sample(500.0)
    closed = close(robot, q, qd, qdd)
    for values, given in ((closed.qd, limits.velocity), (closed.qdd, limits.acceleration)):
        if given is not None:
            given = given if isinstance(given, dict) else dict.fromkeys(robot.actuated, given)
            for joint, most in given.items():
                x = values[:, robot.coordinates.index(joint)]
                assert np.abs(x).max() <= most * (1 + 1e-6)
    if limits.workspace is not None:
        place = di.forward_kinematics(robot, q)[:, :3, 3]
        assert np.linalg.norm(place - [0, 0, -0.95], axis=1).max() <= 0.3 + 1e-9
        speed = np.linalg.norm(np.diff(place, axis=0), axis=1).max() * 500.0
        assert 0.1 < speed <= 1.0 + 1e-6


@pytest.mark.parametrize("name", ["five_bar", "delta3"])
def test_friction_without_the_bodies(name):
    """Bodies twice as heavy as the model's change nothing; noise of the same size every time."""
    robot = di.load_robot(name)
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    motion = design_friction_motion(model, speeds=3)
    t, q, qd, qdd = motion.trajectory.sample(200.0)
    p = model.nominal
    p[model.layout.others] = true = np.linspace(0.3, 0.9, 2 * robot.dof)
    tau = model.inverse_dynamics(q, qd, qdd, p * np.where(p == model.nominal, 2.0, 1.0))
    rng = np.random.default_rng(0)
    for noise, most in ((0.0, 2e-3), (0.2, 0.05)):
        log = di.Log(robot.actuated, t, q, tau + noise * rng.normal(size=tau.shape), qd)
        found = fit_friction_apart(motion, di.process(log, model))
        assert list(found) == list(model.parameters[model.layout.others])
        values, std = np.array(list(found.values())).T
        np.testing.assert_allclose(values, true, atol=most)
        if noise:
            assert (np.abs(values - true) < 4 * std + 2e-3).all()
    with pytest.raises(di.errors.InputError, match="no pass from"):
        fit_friction_apart(motion, di.process(log.select_times(0.0, 5.0), model))
