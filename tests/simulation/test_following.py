"""A robot that follows its motion exactly: its torques against Pinocchio, and its sensors."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.exports.urdf_writer import write_urdf_text
from dynid.simulation.specimen import follow_exactly


class Waves:
    """A motion of every joint."""

    duration = 2.0

    def __init__(self, n):
        self.rate = 1.0 + 0.1 * np.arange(n)

    def at(self, t):
        phase = np.outer(np.atleast_1d(t), self.rate)
        return np.sin(phase), self.rate * np.cos(phase), -(self.rate**2) * np.sin(phase)


def test_its_torques_are_those_of_pinocchio_plus_friction(tmp_path):
    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    p = model.prior
    p[model.layout.others] = 0.3
    log = follow_exactly(model, p, Waves(7), 100.0, di.simulation.Measurement())
    path = tmp_path / "arm7.urdf"
    path.write_text(write_urdf_text(robot))
    other = pin.buildModelFromUrdf(str(path))
    data = other.createData()
    q, qd, qdd = Waves(7).at(log.t)
    rigid = np.array([pin.rnea(other, data, *each) for each in zip(q, qd, qdd)])
    assert log.tau == pytest.approx(rigid + 0.3 * qd + 0.3 * np.sign(qd), abs=1e-9)
    assert log.q == pytest.approx(q)


def test_encoders_and_noise_are_those_of_a_simulation():
    model = di.Model(di.load_robot("pendulum"))
    sensors = di.simulation.Measurement(encoder=0.01, relative_noise=0.1)
    exact = follow_exactly(model, model.prior, Waves(1), 500.0, di.simulation.Measurement())
    log = follow_exactly(model, model.prior, Waves(1), 500.0, sensors, seed=3)
    assert np.abs(log.q - exact.q).max() <= 0.005 + 1e-12
    assert log.q / 0.01 == pytest.approx(np.round(log.q / 0.01), abs=1e-9)
    noise = (log.tau - exact.tau).std() / np.sqrt((exact.tau**2).mean())
    assert noise == pytest.approx(0.1, rel=0.1)
    assert any("followed exactly" in note for note in log.notes)
