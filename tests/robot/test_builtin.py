"""The built-in robots as functions of their geometry: di.robots, and load_robot with arguments."""

from __future__ import annotations

import inspect

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.robot.builtin import BUILTIN
from dynid.robot.poses import compute_body_poses
from mujoco_rank import MujocoTree, mujoco_rank


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


NEW = ("five_bar", "stewart", "h4", "i4", "rus6", "rrr3", "prr3")


@pytest.mark.slow(reason="the rank of a regressor by MuJoCo alone")
@pytest.mark.parametrize("name", NEW)
def test_counts_are_those_of_mujoco(name):
    """Degrees of freedom and base parameters, each limb with bodies of its own."""
    robot = di.load_robot(name)
    tree = MujocoTree(mujoco.MjModel.from_xml_string(write_mjcf_text(robot)))
    assert tree.state(0.05).shape[1] == robot.dof
    rank, gap = mujoco_rank(tree, 0.15)
    assert gap > 100
    assert len(di.base_parameters(di.Model(robot, symmetric=False))) == rank


#: of every limb another length
UNEQUAL = {
    "five_bar": {"crank": (0.24, 0.26), "coupler": (0.36, 0.34)},
    "stewart": {"base_radius": (0.5, 0.51, 0.49, 0.5, 0.52, 0.48)},
    "par4": {"arm": (0.37, 0.38, 0.375, 0.38), "strut": (0.82, 0.83, 0.82, 0.83)},
    "h4": {"arm": (0.35, 0.36, 0.355, 0.35), "strut": (0.80, 0.81, 0.80, 0.79)},
    "i4": {"arm": (0.35, 0.36, 0.355, 0.35), "strut": (0.80, 0.81, 0.80, 0.79)},
    "rus6": {"arm": (0.2, 0.21, 0.19, 0.2, 0.205, 0.195), "platform_radius": 0.11},
    "rrr3": {"crank": (0.26, 0.27, 0.25), "coupler": (0.21, 0.2, 0.19), "base_radius": 0.33},
    "prr3": {"coupler": (0.25, 0.26, 0.24), "platform_radius": (0.15, 0.14, 0.16)},
}


@pytest.mark.parametrize("name", UNEQUAL)
def test_limbs_with_lengths_of_their_own(name):
    """They close, where all drives have moved, and what closes them is as far as was asked."""
    robot = di.load_robot(name, **UNEQUAL[name])
    home = np.array([robot.home.get(joint, 0.0) for joint in robot.actuated])
    q = di.close(robot, np.stack([home, home + 0.02])).q
    poses = compute_body_poses(robot, q)
    for loop in robot.loops:
        a, b = (
            np.einsum("nij,j->ni", poses[body][:, :3, :3], np.asarray(x)) + poses[body][:, :3, 3]
            for body, x in ((loop.body_a, loop.position_a), (loop.body_b, loop.position_b))
        )
        np.testing.assert_allclose(a, b, atol=1e-9)


@pytest.mark.parametrize("name", ["delta3", "delta4", *UNEQUAL])
def test_inertias_are_those_of_the_usual_lengths_alone(name):
    """With other lengths it is another machine, whose masses nobody has said."""

    def known(robot):
        return [body.inertia is not None for body in robot.bodies if not body.massless]

    assert all(known(di.load_robot(name)))
    other = UNEQUAL.get(name, {"arm": 0.33})
    assert not any(known(di.load_robot(name, **other)))
    if "struts" in inspect.signature(BUILTIN[name]).parameters:
        assert all(known(di.load_robot(name, struts=2)))
