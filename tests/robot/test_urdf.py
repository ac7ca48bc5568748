"""Reading URDF, against Pinocchio, which parses with urdfdom: two readers that share no code with
ours."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.errors import IgnoredElementWarning, RobotError
from dynid.robot.files.urdf_reader import read_urdf
from dynid.robot.geometry import compute_quaternion, inertial, make_rpy_rotation
from dynid.robot.parts import WORLD
from urdf_help import (
    BOX,
    LIMIT,
    assert_inertias_agree,
    assert_like_pinocchio,
    assert_poses_agree,
    inertial_text,
    joint,
    link,
    numbers,
    random_urdf,
)


@pytest.fixture
def read(urdf):
    return lambda *parts, **options: read_urdf(urdf(*parts), **options)


# ---- the same robot as Pinocchio's


@pytest.mark.parametrize("seed", range(8))
def test_random_trees_equal_pinocchio(seed, tmp_path, poses):
    path = tmp_path / "tree.urdf"
    path.write_text(random_urdf(seed))
    robot = assert_like_pinocchio(path, poses)
    assert len(robot.bodies) + len(robot.frames) == 13
    assert {body.joint.kind for body in robot.bodies} == {"revolute", "continuous", "prismatic"}


@pytest.mark.parametrize("name", ["kuka_kr300", "kuka_lwr4", "panda_gaz", "staubli_tx40"])
@pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning")
def test_what_the_real_files_hold(name, shared_data):
    robot = read_urdf(shared_data / name / "robot.urdf")
    assert robot.dof == (6 if name in ("kuka_kr300", "staubli_tx40") else 7)
    assert all(body.inertia is None for body in robot.bodies) == (
        name in ("kuka_kr300", "panda_gaz")
    )


def test_every_shared_urdf_equals_pinocchio(shared_data, poses):
    paths = sorted(shared_data.rglob("*.urdf"))
    assert paths
    for path in paths:
        assert_like_pinocchio(path, poses)


def test_limits_equal_pinocchio(urdf):
    path = urdf(
        link("a"), link("b"), link("c"), joint("j", "a", "b"), joint("k", "b", "c", "prismatic")
    )
    robot, model = read_urdf(path), pin.buildModelFromUrdf(str(path))
    for name in ("j", "k"):
        j, at = robot.joint(name), model.joints[model.getJointId(name)].idx_v
        assert (
            (j.lower, j.upper)
            == (model.lowerPositionLimit[at], model.upperPositionLimit[at])
            == (-1.5, 2.5)
        )
        assert (
            (j.velocity, j.effort)
            == (model.velocityLimit[at], model.effortLimit[at])
            == (3.0, 40.0)
        )


def test_mimic_joints_follow_as_in_pinocchio(urdf, poses):
    mimic = (
        '<origin xyz="0.3 0 0" rpy="0.1 0.2 0.3"/><mimic joint="j" multiplier="-1.5" offset="0.2"/>'
    )
    path = urdf(
        *(link(name, inertial_text()) for name in "abc"),
        joint("j", "a", "b"),
        joint("k", "b", "c", "revolute", mimic + LIMIT),
    )
    robot, model = read_urdf(path), pin.buildModelFromUrdf(str(path), mimic=True)
    (coupling,) = robot.couplings
    assert (coupling.joint, coupling.of, coupling.coefficients) == ("k", "j", (0.2, -1.5))
    assert robot.actuated == ("j",)
    assert model.nq == 1
    assert_inertias_agree(robot, model)
    for x in (-1.1, 0.0, 0.7):
        assert_poses_agree(robot, model, poses, {"j": x}, {"j": x, "k": 0.2 - 1.5 * x})


def test_mimic_defaults(read):
    mimic = '<axis xyz="0 1 0"/><mimic joint="j"/>'
    robot = read(*map(link, "abc"), joint("j", "a", "b"), joint("k", "b", "c", "continuous", mimic))
    assert robot.couplings[0].coefficients == (0.0, 1.0)


def test_floating_joint_is_pinocchios_free_flyer(urdf, poses):
    place = '<origin xyz="0.3 0.2 0.1" rpy="0.1 0.2 0.3"/>'
    path = urdf(
        link("base"),
        link("drone", inertial_text()),
        joint("free", "base", "drone", "floating", place),
    )
    robot, model = read_urdf(path), pin.buildModelFromUrdf(str(path))
    assert robot.coordinates == tuple(f"free.{step}" for step in ("x", "y", "z", "rx", "ry", "rz"))
    x = np.array([0.4, -0.5, 0.6, 0.7, -0.8, 0.9])
    R = pin.utils.rotate("x", x[3]) @ pin.utils.rotate("y", x[4]) @ pin.utils.rotate("z", x[5])
    data = model.createData()
    pin.forwardKinematics(model, data, np.array([*x[:3], *pin.Quaternion(R).coeffs()]))
    ours = poses(robot, dict(zip(robot.coordinates, x)))["drone"]
    np.testing.assert_allclose(ours, data.oMi[1].homogeneous, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        robot.body("drone").inertia, model.inertias[1].toDynamicParameters(), rtol=1e-12
    )
    assert [body.massless for body in robot.bodies] == [True] * 5 + [False]


def test_planar_joint_is_pinocchios(urdf, poses):
    place = '<origin xyz="0.3 0.2 0.1" rpy="0.1 0.2 0.3"/><axis xyz="0 0 1"/>'
    path = urdf(
        link("base"), link("cart", inertial_text()), joint("drive", "base", "cart", "planar", place)
    )
    robot, model = read_urdf(path), pin.buildModelFromUrdf(str(path))
    assert robot.coordinates == ("drive.x", "drive.y", "drive.rz")
    data = model.createData()
    pin.forwardKinematics(model, data, np.array([0.4, -0.5, np.cos(0.7), np.sin(0.7)]))
    ours = poses(robot, dict(zip(robot.coordinates, (0.4, -0.5, 0.7))))["cart"]
    np.testing.assert_allclose(ours, data.oMi[1].homogeneous, rtol=0, atol=1e-12)


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 0.0, -2.0), (1.0, -2.0, 0.5)])
def test_planar_motion_is_normal_to_its_axis(axis, read, poses):
    robot = read(
        link("a"), link("b"), joint("j", "a", "b", "planar", f'<axis xyz="{numbers(axis)}"/>')
    )
    normal = np.array(axis) / np.linalg.norm(axis)
    slid = poses(robot, {"j.x": 0.3, "j.y": -0.4})["b"]
    assert abs(normal @ slid[:3, 3]) < 1e-15
    assert np.linalg.norm(slid[:3, 3]) == pytest.approx(0.5, rel=1e-14)
    np.testing.assert_allclose(
        poses(robot, {"j.rz": 0.6})["b"][:3, :3], pin.exp3(0.6 * normal), rtol=0, atol=1e-14
    )
    np.testing.assert_array_equal(poses(robot, {})["b"], np.eye(4))


# ---- what our own data says


def test_defaults_of_missing_elements(read):
    robot = read(
        *map(link, "abc"), joint("j", "a", "b", inside=""), joint("k", "b", "c", "prismatic", "")
    )
    for name in ("j", "k"):
        j = robot.joint(name)
        np.testing.assert_array_equal(j.axis, (1, 0, 0))
        np.testing.assert_array_equal(j.position, (0, 0, 0))
        np.testing.assert_array_equal(j.rotation, np.eye(3))
        assert (j.lower, j.upper, j.velocity, j.effort) == (-np.inf, np.inf, np.inf, np.inf)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ('<limit velocity="2" effort="5"/>', (-np.inf, np.inf)),  # neither given: free
        ('<limit upper="1"/>', (0.0, 1.0)),  # URDF's default for the other one
        ('<limit lower="-1"/>', (-1.0, 0.0)),
        ('<limit lower="-inf" upper="1e16"/>', (-np.inf, np.inf)),
    ],
)
def test_limits_partly_given(limit, expected, read):
    j = read(link("a"), link("b"), joint("j", "a", "b", inside=limit)).joint("j")
    assert (j.lower, j.upper) == expected


def test_unknown_inertia_is_none_and_still_has_parameters(read):
    robot = read(link("a"), link("b"), joint("j", "a", "b"))
    assert robot.body("b").inertia is None
    assert not robot.body("b").massless


def test_inertia_of_lumped_links_is_the_sum_of_the_known(read):
    fixed = '<origin xyz="0 0 2"/>'
    point = inertial_text(3.0, "", '<inertia ixx="0" iyy="0" izz="0"/>')
    tree = [
        joint("j", "ground", "arm"),
        joint("f", "arm", "tip", "fixed", fixed),
        joint("g", "tip", "end", "fixed", fixed),
    ]
    none = read(*map(link, ("ground", "arm", "tip", "end")), *tree)
    assert none.body("arm").inertia is None
    one = read(*map(link, ("ground", "arm", "tip")), link("end", point), *tree)
    np.testing.assert_allclose(one.body("arm").inertia, inertial(3.0, (0, 0, 4)), rtol=1e-15)
    two = read(link("ground"), link("arm"), link("tip", point), link("end", point), *tree)
    expected = inertial(3.0, (0, 0, 4)) + inertial(3.0, (0, 0, 2))
    np.testing.assert_allclose(two.body("arm").inertia, expected, rtol=1e-15)


def test_links_on_the_ground_are_frames(read):
    robot = read(
        *map(link, ("base", "table", "arm")),
        joint("f", "base", "table", "fixed", '<origin xyz="1 2 3" rpy="0 0 0.5"/>'),
        joint("j", "table", "arm", inside='<origin xyz="1 0 0"/>'),
    )
    assert [(f.name, f.body) for f in robot.frames] == [("base", WORLD), ("table", WORLD)]
    np.testing.assert_array_equal(robot.frames[1].position, (1, 2, 3))
    assert robot.body("arm").parent == WORLD
    np.testing.assert_allclose(
        robot.joint("j").position, (1 + np.cos(0.5), 2 + np.sin(0.5), 3), rtol=1e-15
    )


def test_fixed_links_stay_bodies_on_request(read):
    parts = [link("base"), link("arm"), link("tip", inertial_text(2.0)), joint("j", "base", "arm")]
    robot = read(
        *parts,
        joint("f", "arm", "tip", "fixed", '<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>'),
        lump_fixed=False,
    )
    tip = robot.body("tip")
    assert (tip.parent, tip.joint.kind, tip.joint.name) == ("arm", "fixed", "f")
    np.testing.assert_allclose(
        tip.joint.rotation, make_rpy_rotation(0.1, 0.2, 0.3), rtol=0, atol=1e-16
    )
    assert np.asarray(tip.inertia)[0] == 2.0
    assert robot.body("arm").inertia is None
    assert [frame.name for frame in robot.frames] == ["base"]


def test_a_root_named_world_is_the_ground_itself(read):
    robot = read(link("world"), link("a"), joint("j", "world", "a"))
    assert robot.body("a").parent == WORLD
    assert robot.frames == ()


def test_bodies_stand_in_the_order_of_the_joints_and_the_source_is_kept(urdf):
    path = urdf(
        *map(link, "dcba"), joint("z", "a", "b"), joint("y", "b", "c"), joint("x", "c", "d")
    )
    robot = read_urdf(path)
    assert robot.coordinates == ("z", "y", "x")
    assert (robot.name, robot.source) == ("arm", str(path))


# ---- tolerance, told in warnings


def test_unused_elements_are_listed_after_what_matters(urdf):
    path = urdf(
        "<gazebo/><gazebo/><transmission><joint name='j'/></transmission><ros2_control/><material"
        " name='blue'/>",
        "<sensor:camera/>",  # a prefix nobody declared
        link(
            "a",
            "<visual><geometry><mesh"
            ' filename="package://none/a.stl"/></geometry></visual><contact/>',
        ),
        link(
            "b", '<collision><geometry><mesh filename="/no/such/file.stl"/></geometry></collision>'
        ),
        joint(
            "j",
            "a",
            "b",
            inside='<axis xyz="0 1 0"/><dynamics damping="1"/><safety_controller/><calibration/>',
        ),
    )
    with pytest.warns(IgnoredElementWarning) as caught:
        robot = read_urdf(path)
    assert robot.coordinates == ("j",)
    unknown, message = (str(w.message) for w in caught)  # what matters comes first
    assert "moving links without <inertial>, their inertia is unknown (1): b" in unknown
    assert (
        message == f"{path}: ignored: 1 x calibration, 1 x contact, 2 x gazebo, 1 x ros2_control, "
        "1 x safety_controller, 1 x sensor:camera, 1 x transmission"
    )


def test_a_plain_file_gives_no_warning(read):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        robot = read(
            "<gazebo/><transmission name='t'><actuator/></transmission>",  # nothing of dynamics
            link("a", "<visual/>"),
            link("b", inertial_text(1.0)),
            joint("j", "a", "b"),
        )
    assert robot.dof == 1


@pytest.mark.parametrize("tag", ["origin", "axis", "limit"])
def test_of_doubled_elements_the_first_counts(tag, read):
    first = (
        '<origin xyz="1 0 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="2"'
        ' velocity="3"/>'
    )
    second = f'<{tag} xyz="9 9 9" lower="9" upper="10"/>'
    with pytest.warns(IgnoredElementWarning, match=rf"joint 'j' has 2 <{tag}> elements"):
        j = read(link("a"), link("b"), joint("j", "a", "b", inside=first + second)).joint("j")
    assert (*j.position, *j.axis, j.lower, j.upper) == (1, 0, 0, 0, 1, 0, -1, 1)


def test_of_doubled_inertials_the_first_counts(read):
    with pytest.warns(IgnoredElementWarning, match="link 'b' has 2 <inertial> elements"):
        robot = read(
            link("a"), link("b", inertial_text(2.0) + inertial_text(5.0)), joint("j", "a", "b")
        )
    assert np.asarray(robot.body("b").inertia)[0] == 2.0


def test_odd_inertials_are_taken_with_a_warning(read):
    with pytest.warns(IgnoredElementWarning, match="link 'b'.*negative mass -2"):
        robot = read(link("a"), link("b", inertial_text(-2.0)), joint("j", "a", "b"))
    assert np.asarray(robot.body("b").inertia)[0] == -2.0
    with pytest.warns(IgnoredElementWarning, match="link 'b'.*no <mass>.*unknown"):
        robot = read(link("a"), link("b", f"<inertial>{BOX}</inertial>"), joint("j", "a", "b"))
    assert robot.body("b").inertia is None
    with pytest.warns(IgnoredElementWarning, match="link 'b'.*no <inertia>.*point mass"):
        robot = read(
            link("a"),
            link("b", inertial_text(2.0, '<origin xyz="0 0 1"/>', "")),
            joint("j", "a", "b"),
        )
    np.testing.assert_array_equal(robot.body("b").inertia, inertial(2.0, (0, 0, 1)))


@pytest.mark.parametrize(
    ("limit", "said", "got"),
    [
        ('lower="0" upper="0"', "equal limits, taken as unknown", (-np.inf, np.inf, 2, 3)),
        ('lower="2" upper="1"', "crossed limits, exchanged", (1, 2, 2, 3)),
        ('lower="1" upper="2" velocity="0"', "velocity 0, taken as unknown", (1, 2, np.inf, 3)),
        ('lower="1" upper="2" effort="0"', "effort 0, taken as unknown", (1, 2, 2, np.inf)),
        (
            'lower="1" upper="2" effort="-3"',
            "negative effort, taken without its sign",
            (1, 2, 2, 3),
        ),
    ],
)
def test_limits_that_cannot_be_meant_are_corrected_and_told(read, limit, said, got):
    full = {"velocity": "2", "effort": "3"}
    missing = "".join(f' {k}="{x}"' for k, x in full.items() if k not in limit)
    with pytest.warns(IgnoredElementWarning, match=rf"{said} \(1\): j\."):
        j = read(
            link("a"), link("b"), joint("j", "a", "b", inside=f"<limit {limit}{missing}/>")
        ).joint("j")
    assert (j.lower, j.upper, j.velocity, j.effort) == got


def test_what_other_parsers_accept_is_accepted_and_told(read):
    parts = (link("b", inertial_text(1.0)), joint("j", "world", "b", inside='<mimic joint="no"/>'))
    with pytest.warns(IgnoredElementWarning) as caught:
        robot = read(
            *parts,
            "<link name='v'><visual><xacro:blue/></visual></link>",
            joint("k", "b", "v", "fixed"),
        )
    said = " ".join(str(w.message) for w in caught)
    for words in ("there is no link 'world'", "mimic one that is not there"):
        assert words in said
    assert robot.actuated == ("j",)


@pytest.mark.parametrize("kind", ["ball", "spherical"])
def test_a_ball_joint_is_three_turns(read, kind):
    robot = read(link("a"), link("b", inertial_text(1.0)), joint("j", "a", "b", kind))
    assert robot.coordinates == ("j.rx", "j.ry", "j.rz")


def test_rounded_angles_add_no_base_parameters(read):
    """An arm with right angles, written as 1.5708 and exactly: as many base parameters."""

    def arm(angle):
        turned = f'<origin xyz="0 0 .3" rpy="{angle} 0 0"/><axis xyz="0 0 1"/>'
        names = "abcdef"
        return [link(n, inertial_text(1.0)) for n in names] + [
            joint(f"j{k}", names[k], names[k + 1], inside=turned) for k in range(5)
        ]

    rounded, exact = read(*arm("1.5708")), read(*arm("1.5707963267948966"))
    assert len(rounded.ideal) == 5
    assert not exact.ideal
    counts = [len(di.base_parameters(di.Model(robot))) for robot in (rounded, exact)]
    assert counts[0] == counts[1]
    # the torques stay those of the file's own numbers
    off = np.asarray(rounded.bodies[2].joint.rotation) - np.asarray(rounded.ideal[2].joint.rotation)
    assert 1e-7 < np.abs(off).max() < 1e-5
    locked = di.load_robot(rounded, lock={"j4": 0.3})
    assert [body.name for body in locked.ideal] == [body.name for body in locked.bodies]


def test_quaternions_of_urdf_1_2_turn(read):
    """quat_xyzw of joints and inertias, as the same angles do."""
    rpy = (0.3, -0.4, 1.1)
    w, x, y, z = compute_quaternion(make_rpy_rotation(*rpy))
    quaternion = f'quat_xyzw="{numbers([2 * x, 2 * y, 2 * z, 2 * w])}"'  # of any length
    text = """<link name="a"/><link name="b"><inertial>
      <origin xyz=".1 .2 .3" TURN/><mass value="2"/>
      <inertia ixx="1" iyy="2" izz="2.5" ixy=".1" ixz=".2" iyz=".3"/></inertial></link>
      <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>
      <origin xyz="1 2 3" TURN/></joint>"""
    turned, same = (
        read(text.replace("TURN", words)) for words in (quaternion, f'rpy="{numbers(rpy)}"')
    )
    for attribute in ("rotation", "position"):
        ours, theirs = (getattr(robot.joint("j"), attribute) for robot in (turned, same))
        np.testing.assert_allclose(ours, theirs, atol=1e-15)
    np.testing.assert_allclose(turned.body("b").inertia, same.body("b").inertia, atol=1e-14)
    with pytest.raises(RobotError, match="expected a rotation"):
        read(text.replace("TURN", 'quat_xyzw="0 0 0 0"'))


def test_rotors_of_drakes_panda(shared_robots):
    robot = di.load_robot(shared_robots / "urdf_drake_panda" / "panda_arm.urdf")
    rotors = (6.05721456e-5, 6.05721456e-5, 4.62474144e-5, 4.62474144e-5, *[2.05544064e-5] * 3)
    ours = [robot.joint(name).armature for name in robot.coordinates]
    np.testing.assert_allclose(ours, np.array(rotors) * 100**2, rtol=1e-12)


def test_leftover_xacro_definitions_do_no_harm(read):
    with pytest.warns(IgnoredElementWarning, match="ignored: 1 x xacro:property"):
        robot = read(
            '<xacro:property name="r" value="1"/>', link("a"), link("b"), joint("j", "a", "b")
        )
    assert robot.dof == 1


def test_reading_imports_nothing_heavy():
    code = (
        "import sys, dynid.robot.files.urdf_reader;"
        "print([m for m in ('scipy', 'llvmlite', 'mujoco') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "[]", done.stderr
