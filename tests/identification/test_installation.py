"""A base that is not level and gains of torques, said in words with their uncertainty."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

import dynid as di
from dynid.identification.installation import tilt
from dynid.model.gears import GravityDirection, TorqueScale
from wobble_help import wobble


def note(result, word):
    return next((text for text in result.notes if word in text), "")


def tilted(degrees, seed, effects=(), noise=0.03):
    """An arm on a base turned by so much, identified as if gravity were along -z."""
    level = di.load_robot("arm7")
    g = Rotation.from_rotvec(np.radians(degrees) * np.array([0.6, 0.8, 0.0])).apply(
        np.array(level.gravity)
    )
    motion = tuple(x[::20] for x in wobble(level, 20_000, seed))
    made = di.Model(level.replace(gravity=tuple(g)), [di.Viscous()])
    p = made.to_vector({f"{joint}.viscous": 1.0 for joint in level.actuated})
    tau = made.inverse_dynamics(*motion, p)
    tau += noise * tau.std(axis=0) * np.random.default_rng(seed).normal(size=tau.shape)
    model = di.Model(level, [di.Viscous(), GravityDirection(), *effects])
    N = len(tau)
    data = di.Dataset(
        model, np.arange(N) / 50.0, *motion, tau, np.zeros(N), np.ones(tau.shape, bool), 50.0
    )
    return di.estimate(di.Problem(model, data), di.WLS())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_tilt_of_a_base_is_said_with_its_deviation(seed):
    result = tilted(1.3, seed)
    found = re.search(r"tilted by ([\d.]+) deg \(\+- ([\d.]+)\): gravity", note(result, "tilted"))
    angle, std = map(float, found.groups())
    assert 0 < std < 0.2
    assert abs(angle - 1.3) < 4 * std


def test_a_level_base_is_called_level():
    result = tilted(0.0, 4, noise=0.3)
    assert "the base seems level" in note(result, "tilted")


def test_no_word_without_the_effect():
    from report_help import five_bar

    assert note(five_bar().result, "tilted") == note(five_bar().result, "torque scales") == ""


def test_the_angle_and_its_gradient():
    """Against the angle of a rotation, and finite differences."""
    rng = np.random.default_rng(0)
    nominal = np.array([0.5, -0.2, -9.8])
    turn = Rotation.from_rotvec(np.radians(3.0) * np.cross(nominal, [1.0, 0.3, 0.0]) / 1e1)
    g = turn.apply(nominal)
    expected = np.degrees(turn.magnitude())
    angle, slope = tilt(nominal, g)
    assert angle == pytest.approx(expected, rel=1e-9)
    for _ in range(3):
        step = 1e-6 * rng.normal(size=3)
        change = tilt(nominal, g + step)[0] - tilt(nominal, g - step)[0]
        assert_allclose(change, 2 * slope @ step, rtol=1e-5, atol=1e-11)


def test_the_reference_of_torque_scales_is_named():
    scaled = [f"joint{k}" for k in (1, 3, 4, 5, 6, 7)]
    result = tilted(0.5, 5, [TorqueScale(scaled)])
    text = note(result, "torque scales")
    assert "relative to joint2, whose torques" in text
    value = 100 * result.p[result.parameters.index("joint4.torque_scale")]
    assert f"joint4 {value:+.1f} %" in text
