"""The built-in robots as functions of their geometry: di.robots, and load_robot with arguments."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import dynid as di
from dynid.robot.builtin import BUILTIN
from dynid.robot.poses import compute_body_poses


@pytest.mark.parametrize("name", BUILTIN)
def test_every_builder_is_public_and_says_what_it_takes(name):
    builder = getattr(di.robots, name)
    assert builder is BUILTIN[name]
    assert builder().name == name
    for argument in inspect.signature(builder).parameters:
        assert f"\n    {argument}\n" in builder.__doc__, argument


def test_geometry_by_the_function_and_by_the_name():
    by_function, by_name = di.robots.delta4(arm=0.4), di.load_robot("delta4", arm=0.4)
    assert repr(by_function.bodies) == repr(by_name.bodies)
    strut = next(body for body in by_name.bodies if body.name.startswith("strut1"))
    np.testing.assert_allclose(strut.joint.position, (0.4, 0.0, 0.0))
    assert di.load_robot("delta4", ["arm1", "arm2", "arm3", "psi"], struts=2).dof == 4


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("delta4", ("delta4", "'arn'", "base_radius", "home_angle")),
        ("arm.urdf", ("arm.urdf", "got arn", "change the file")),
        (di.robots.pendulum(), ("pendulum", "got arn")),
    ],
)
def test_arguments_that_are_not_there(source, words):
    with pytest.raises(di.errors.RobotError) as error:
        di.load_robot(source, arn=0.4)
    assert all(word in str(error.value) for word in words), error.value


def test_an_own_function_takes_arguments_too(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import dynid as di\ndef build(mass): return di.robots.pendulum(mass)")
    (rod,) = di.load_robot(f"{file}:build", mass=3.0).bodies
    assert rod.inertia[0] == 3.0
    with pytest.raises(di.errors.RobotError, match="'mass'"):
        di.load_robot(f"{file}:build")


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="Did you mean 'delta4'"):
        _ = di.robots.delt4


@pytest.mark.parametrize("build", [di.robots.delta3, di.robots.delta4])
def test_limbs_of_different_lengths(build):
    """Every elbow and every end of a strut is as far from the next joint as was asked."""
    arms, struts = (0.49, 0.5, 0.51), (1.1, 1.08, 1.12)
    robot = build(arm=arms, strut=struts, struts=2, spacing=0.09)
    q = di.close(robot, np.zeros((1, robot.dof)) + 0.2).q
    poses = compute_body_poses(robot, q)
    for i in (1, 2, 3):
        for side in "ab":
            elbow = poses[f"strut{i}{side}"][0, :3, 3]
            arm = elbow - poses[f"arm{i}"][0, :3, 3]
            loop = next(loop for loop in robot.loops if loop.name == f"limb{i}{side}")
            end = poses["platform"][0, :3, :3] @ loop.position_a + poses["platform"][0, :3, 3]
            assert np.linalg.norm(arm) == pytest.approx(np.hypot(arms[i - 1], 0.045))
            assert np.linalg.norm(end - elbow) == pytest.approx(struts[i - 1], abs=1e-9)
    with pytest.raises(di.DynidError, match="got 2 lengths 'arm', expected one for all"):
        build(arm=(0.5, 0.5))
    with pytest.raises(di.DynidError, match="expected positive lengths"):
        build(strut=(1.1, -1.1, 1.1))


def test_lengths_and_a_home_that_no_robot_has():
    with pytest.raises(di.errors.RobotError, match=r"0\.08 m, expected at least 0\.204 m"):
        di.load_robot("five_bar", coupler=0.08)
    with pytest.raises(di.errors.RobotError, match=r"home has {'left': nan}, expected finite"):
        di.load_robot("five_bar").replace(home={"left": float("nan")})
