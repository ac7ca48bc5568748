"""Servos, found blindly: a limited voltage and friction that grows with the load, in arms of
MuJoCo."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from servo_arms import GOAL, measure, record

pytestmark = pytest.mark.slow(reason="fits of arms with several models")


@pytest.mark.parametrize("seed", [1, 6])
def test_a_servo_arm_beats_a_lag(tmp_path, seed):
    part, words = measure(seed, tmp_path)
    assert part <= GOAL, words


def test_limits_and_load_friction_are_the_truth(tmp_path):
    """As drawn in `record` of the seed; the arm's file has neither."""
    rng = np.random.default_rng(6)
    xml, log, truth = record(rng)
    (tmp_path / "arm.xml").write_text(xml)
    found = di.identify_simulator(di.load_robot(tmp_path / "arm.xml"), log, di.Drive())
    assert {"load", "limit"} <= {*found.free.kinds}
    assert any("a limited voltage" in note for note in found.notes)
    np.testing.assert_allclose(found.values.limit, truth["limit"], rtol=0.2)
    np.testing.assert_allclose(found.values.viscous, truth["viscous"], rtol=0.25)
    assert found.to_dict()["joints"]["j0"]["limit"] == pytest.approx(found.values.limit[0])
