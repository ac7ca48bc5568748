"""Torques of a model with given channels: those of its regressor."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.model.gears import GravityDirection, Hysteresis, LoadFriction, TorqueScale
from motion_help import builtin, multi_sine


@pytest.mark.parametrize("name", ["delta3", "five_bar"])
def test_predicted_is_the_regressor_times_p(name):
    robot, centre, swing = builtin(name)
    gears = [Hysteresis(), LoadFriction(), TorqueScale(robot.actuated[1:]), GravityDirection()]
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), *gears])
    rng = np.random.default_rng(3)
    motion = multi_sine(centre, swing, 150)
    bodies = np.nan_to_num(model.prior, nan=0.3)
    p = bodies * rng.uniform(0.5, 1.5, len(bodies))  # the load is not that of p
    model = model.set_load_reference(bodies)
    channels = model.channels(*motion)
    wanted = model.regressor(*motion, channels) @ p
    found = model.predict(*motion, p, channels)
    assert np.abs(found - wanted).max() < 1e-11 * np.abs(wanted).max()
