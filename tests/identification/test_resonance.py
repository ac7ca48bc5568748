"""A gear that gives way is told from one encoder; rigid joints are left in peace."""

from __future__ import annotations

import pytest

import dynid as di
from elastic_help import URDF, recorded

USUAL = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    path = tmp_path_factory.mktemp("elastic") / "pendulum.urdf"
    path.write_text(URDF)
    return di.load_robot(path)


def found_in(robot, seed, resonance, decimate="auto", **more):
    t, q, tau = recorded(seed, resonance, **more)
    model = di.Model(robot, USUAL)
    data = di.process(di.Log(("shoulder",), t, q[:, None], tau[:, None]), model, decimate=decimate)
    result = di.estimate(di.Problem(model, data), di.Consistent(draws=0))
    return di.find_elastic_joints(result, data)


@pytest.mark.parametrize("decimate", ["auto", None])
@pytest.mark.parametrize("resonance", [4.0, 8.0])
def test_an_elastic_gear_is_told_with_its_frequency(robot, resonance, decimate):
    (found,) = found_in(robot, 1, resonance, decimate)
    assert found.joint == "shoulder"
    # how much of the inertia is the motor's one joint does not tell: the frequency is "about"
    assert 0.6 * resonance < found.frequency < 1.4 * resonance
    assert "shoulder seems elastic" in str(found)


@pytest.mark.parametrize(
    "more", [{}, {"stribeck": 0.5, "dry": 3.0}, {"late": 0.01}, {"noise": 0.1, "late": 0.02}]
)
def test_a_rigid_joint_is_not_accused(robot, more):
    assert found_in(robot, 2, None, **more) == ()
