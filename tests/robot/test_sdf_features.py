"""What SDF files say, read or told: numbers by hand, shapes by MuJoCo. All together, against Drake:
test_sdf_drake.py."""

from __future__ import annotations

import os
import warnings

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.errors import RobotError
from dynid.model.model_builder import list_described_effects
from dynid.robot.geometry import make_rpy_rotation, to_mass_com_inertia
from dynid.robot.shapes.shape_reading import read_collision_shapes
from shapes_help import write_stl

ROD = (
    "<inertial><pose>.5 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>.1</ixx><iyy>.3</iyy>"
    "<izz>.3</izz></inertia></inertial>"
)
WORLD = '<joint name="w" type="fixed"><parent>world</parent><child>a</child></joint>'
G = 9.81


def joint(name="j", parent="a", child="b", kind="revolute", axis="0 1 0", inside="", more=""):
    return (
        f'<joint name="{name}" type="{kind}"><parent>{parent}</parent><child>{child}</child>'
        f"<axis><xyz>{axis}</xyz>{inside}</axis>{more}</joint>"
    )


def arm(version="1.9", b=ROD, **parts):
    """A rod on the y axis of the model, its centre of mass 0.5 m along x."""
    text = {"pose": "", "ground": WORLD, "joint": joint(), "end": "", "links": ""} | parts
    return (
        f'<sdf version="{version}" xmlns:drake="d"><model name="m">{text["pose"]}<link name="a"/>'
        f'<link name="b">{b}</link>{text["links"]}{text["joint"]}{text["ground"]}{text["end"]}'
        "</model></sdf>"
    )


@pytest.fixture
def read(tmp_path):
    """The robot of a text, and what was said of it."""

    def load(text, name="arm.sdf"):
        (tmp_path / name).write_text(text)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            robot = di.load_robot(tmp_path / name)
        return robot, "\n".join(str(w.message) for w in caught)

    return load


def torque(robot, q=0.0, qd=0.0, qdd=0.0, effects=()):
    """Of the first coordinate, the others at zero."""
    model = di.Model(robot, [*effects, *list_described_effects(robot)])
    motion = np.zeros((3, 1, robot.dof))
    motion[:, 0, 0] = q, qd, qdd
    return model.inverse_dynamics(*motion, np.nan_to_num(model.prior))[0]


@pytest.mark.parametrize("rpy", [(0.3, 0.0, 0.0), (0.0, 0.7, 0.0), (0.4, -0.5, 0.9)])
def test_a_turned_model_has_its_weight_elsewhere(read, rpy):
    """tau = y . (c x m g), by hand; in the axes of the world."""
    words = " ".join(map(str, rpy))
    robot, said = read(arm(pose=f"<pose>1 2 3 {words}</pose>"))
    R = make_rpy_rotation(*rpy)
    weight = np.cross(R @ [0.5, 0, 0], [0, 0, -2 * G])
    assert torque(robot) == pytest.approx(-R[:, 1] @ weight, rel=1e-12)
    assert not said
    quaternion = "0 0 0 0 0.3826834323650898 0 0.9238795325112867"  # 45 degrees about y
    turned, _ = read(arm(pose=f'<pose rotation_format="quat_xyzw">{quaternion}</pose>'))
    assert torque(turned) == pytest.approx(-np.cos(np.pi / 4) * 2 * G * 0.5, rel=1e-12)


@pytest.mark.parametrize(
    ("version", "inside", "in_model"),
    [
        ("1.3", "", True),
        ("1.4", "", True),
        ("1.4", "<use_parent_model_frame>0</use_parent_model_frame>", True),
        ("1.5", "", False),
        ("1.6", "<use_parent_model_frame>1</use_parent_model_frame>", True),
        ("1.6", "<use_parent_model_frame>false</use_parent_model_frame>", False),
        ("1.7", "", False),
        ("1.12", "", False),
    ],
)
def test_axes_of_old_versions_are_those_of_the_model(read, version, inside, in_model):
    turned = f"<pose>0 0 0 1.5707963267948966 0 0</pose>{ROD}"  # its y is the model's z
    robot, said = read(arm(version, turned, joint=joint(inside=inside)))
    body = robot.body("b")
    axis = np.asarray(body.joint.rotation) @ body.joint.axis
    np.testing.assert_allclose(axis, (0, 1, 0) if in_model else (0, 0, 1), atol=1e-12)
    assert not said


def test_a_newer_version_has_no_model_axes(read):
    element = "<use_parent_model_frame>1</use_parent_model_frame>"
    robot, said = read(arm("1.9", joint=joint(inside=element)))
    assert "use_parent_model_frame in a version that has none, not read (1): j" in said
    old = "<pose frame='a'>1 0 0 0 0 0</pose>"
    robot, _ = read(arm("1.6", joint=joint(more=old)))
    assert robot.joint("j").position.tolist() == [1, 0, 0]


def test_what_no_joint_holds_floats(read, shared_robots):
    robot, said = read(arm(ground="", pose="<pose>1 2 3 .3 .2 .1</pose>"))
    assert robot.base == tuple(f"base.{x}" for x in ("x", "y", "z", "rx", "ry", "rz"))
    assert robot.motors == ("j",)
    assert robot.home["base.x"] == 1.0
    assert "moving links without <inertial>, which SDF gives 1 kg" in said  # the base moves now
    static, _ = read(
        arm(ground="").replace("</model>", "<static>1</static></model>", 1) * 0 or STATIC
    )
    assert static.base == ()
    drone = di.load_robot(shared_robots / "sdf_x500_base" / "model.sdf")
    mass = sum(np.asarray(b.inertia)[0] for b in drone.bodies if not b.massless)
    assert (len(drone.base), drone.motors) == (6, tuple(f"rotor_{k}_joint" for k in range(4)))
    assert mass == pytest.approx(2.0 + 4 * 0.016076923076923075)


STATIC = f"""<sdf version="1.9"><model name="m"><model name="s"><static>true</static>
<link name="a"/></model><link name="b">{ROD}</link>{joint(parent="s::a")}</model></sdf>"""


def test_links_without_inertia_weigh_a_kilogram(read):
    robot, said = read(arm(b="", links='<link name="c"/>', end=joint("f", "b", "c", "fixed")))
    m, c, I = to_mass_com_inertia(robot.body("b").inertia)
    assert (m, *c) == (2, 0, 0, 0)  # two links
    np.testing.assert_allclose(I, 2 * np.eye(3))
    assert "which SDF gives 1 kg and 1 kg m^2 about each axis (2): b, c" in said
    robot, said = read(arm(b="<inertial><inertia><ixx>2</ixx></inertia></inertial>"))
    np.testing.assert_allclose(to_mass_com_inertia(robot.body("b").inertia)[2], np.diag([2, 1, 1]))
    assert "without <mass> in <inertial>, which SDF gives 1 kg (1): b" in said
    assert "without all of <inertia>" in said


def test_springs_rotors_and_mimics(read):
    dynamics = (
        "<dynamics><damping>.4</damping><friction>.2</friction><spring_stiffness>3"
        "</spring_stiffness><spring_reference>.5</spring_reference></dynamics>"
    )
    rotor = (
        "<drake:rotor_inertia>1e-4</drake:rotor_inertia><drake:gear_ratio>100</drake:gear_ratio>"
    )
    robot, said = read(arm(joint=joint(inside=dynamics, more=rotor)))
    found = robot.joint("j")
    assert (found.damping, found.friction, found.stiffness, found.rest) == (0.4, 0.2, 3.0, 0.5)
    assert found.armature == pytest.approx(1.0)
    hung = -2 * G * 0.5 * np.cos(0.3)  # about y, which points away
    assert torque(robot, 0.3)[0] == pytest.approx(hung + 3 * (0.3 - 0.5))
    assert not said
    mimic = (
        '<mimic joint="j"><multiplier>2</multiplier><offset>.1</offset><reference>.4</reference>'
        "</mimic>"
    )
    links = f'<link name="c">{ROD}</link>'
    robot, _ = read(arm("1.11", links=links, end=joint("k", "a", "c", inside=mimic)))
    assert robot.actuated == ("j",)
    np.testing.assert_allclose(di.close(robot, [[0.7]]).q, [[0.7, 2 * (0.7 - 0.4) + 0.1]])
    lost, said = read(
        arm("1.11", links=links, end=joint("k", "a", "c", inside=mimic.replace('"j"', '"x"')))
    )
    assert lost.actuated == ("j", "k")
    assert "joints that mimic one that is not there or does not move, taken as free (1): k" in said


def test_gravity_of_the_world_and_of_links(read):
    inner = arm().partition(">")[2].removesuffix("</sdf>")
    moon = f'<sdf version="1.9"><world name="w"><gravity>0 0 -1.6</gravity>{inner}</world></sdf>'
    assert read(moon)[0].gravity.tolist() == [0, 0, -1.6]
    robot, said = read(arm(b=f"{ROD}<gravity>false</gravity>"))
    assert robot.gravity.tolist() == [0, 0, 0]
    assert "gravity is switched off in all of its links: taken as 0 0 0" in said
    links = f'<link name="c">{ROD}<gravity>0</gravity></link>'
    robot, said = read(arm(links=links, end=joint("k", "b", "c")))
    assert robot.gravity.tolist() == [0, 0, -G]
    assert "gravity switched off in some links only, not read (1): c" in said


SHAPES = {
    "box": ("<box><size>.2 .3 .4</size></box>", 'type="box" size=".1 .15 .2"'),
    "sphere": ("<sphere><radius>.2</radius></sphere>", 'type="sphere" size=".2"'),
    "cylinder": (
        "<cylinder><radius>.1</radius><length>.6</length></cylinder>",
        'type="cylinder" size=".1 .3"',
    ),
    "capsule": (
        "<capsule><radius>.1</radius><length>.6</length></capsule>",
        'type="capsule" size=".1 .3"',
    ),
    "ellipsoid": (
        "<ellipsoid><radii>.1 .2 .3</radii></ellipsoid>",
        'type="ellipsoid" size=".1 .2 .3"',
    ),
    "mesh": (
        "<mesh><uri>box.stl</uri><scale>2 1 .5</scale></mesh>",
        'type="box" size=".2 .2 .15"',
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_automatic_inertias_are_mujocos(read, shape, tmp_path):
    ours, theirs = SHAPES[shape]
    write_stl(tmp_path / "box.stl", (0.1, 0.2, 0.3))
    collision = (
        f'<collision name="c"><density>500</density><pose>.1 .2 .3 .4 .5 .6</pose><geometry>{ours}'
        "</geometry></collision>"
    )
    robot, said = read(arm("1.11", b=f'<inertial auto="true"/>{collision}'))
    geom = f'<geom density="500" pos=".1 .2 .3" euler=".4 .5 .6" {theirs}/>'
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><compiler angle="radian" eulerseq="XYZ"/><worldbody><body><joint axis="0 1 0"/>'
        f"{geom}</body></worldbody></mujoco>"
    )
    m, c, I = to_mass_com_inertia(robot.body("b").inertia)
    assert m == pytest.approx(model.body_mass[1])
    np.testing.assert_allclose(c, model.body_ipos[1], atol=1e-9)
    moments = np.sort(np.linalg.eigvalsh(I))
    np.testing.assert_allclose(moments, np.sort(model.body_inertia[1]), rtol=1e-6)
    assert not said
    assert {s.body for s in read_collision_shapes(robot).shapes} == {"b"}


def test_automatic_inertias_of_what_has_no_volume_are_unknown(read):
    plane = '<collision name="c"><geometry><plane/></geometry></collision>'
    for shapes in ("", plane):
        robot, said = read(arm("1.11", b=f'<inertial auto="true"/>{shapes}'))
        assert robot.body("b").inertia is None
        assert "automatic inertia of shapes that have none, it is unknown (1): b" in said


INNER = f"""<model name="inner"><pose>0 0 1 0 0 0</pose><link name="p"><pose>0 2 0 0 0 0</pose>{ROD}
</link><link name="q">{ROD}</link>{joint("k", "p", "q", axis="1 0 0")}</model>"""


def test_models_in_models(read):
    robot, said = read(
        arm(pose="<pose>5 0 0 0 0 0</pose>", links=INNER, end=joint("j2", "b", "inner::p"))
    )
    assert robot.coordinates == ("j", "j2", "inner::k")
    assert [b.name for b in robot.bodies] == ["b", "inner::p", "inner::q"]
    assert robot.joint("j2").position.tolist() == [0, 2, 1]
    assert not said


def test_of_several_models_the_first_that_moves_is_taken(read):
    inner = arm().partition(">")[2].removesuffix("</sdf>")
    others = inner.replace('"m"', '"n"') + '<model name="stone"><link name="s"/></model>'
    robot, said = read(f'<sdf version="1.9"><world name="w">{others}{inner}</world></sdf>')
    assert robot.name == "n"
    assert "took the model 'n' and left out others with joints (m)" in said
    tied = joint("t", "n::b", "m::a", "fixed").replace("<axis><xyz>0 1 0</xyz></axis>", "")
    free = inner.replace(WORLD, "")
    robot, said = read(f'<sdf version="1.10"><world name="w">{others}{free}{tied}</world></sdf>')
    assert robot.coordinates == ("n::j", "m::j")
    assert robot.body("m::b").parent == "n::b"


@pytest.mark.parametrize(
    "uri",
    ["parts/inner.sdf", "file://parts/inner.sdf", "model://parts", "package://parts/inner.sdf"],
)
def test_includes_are_written_out(read, tmp_path, uri):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "inner.sdf").write_text(f'<sdf version="1.4">{INNER}</sdf>')
    (tmp_path / "parts" / "model.config").write_text(
        "<model><name>My hand</name><sdf>inner.sdf</sdf></model>"
    )
    include = f"<include><uri>{uri}</uri><name>x</name><pose>0 0 3 0 0 0</pose></include>"
    robot, said = read(arm(links=include, end=joint("j2", "b", "x::p")))
    assert robot.coordinates == ("j", "j2", "x::k")
    assert robot.joint("j2").position.tolist() == [0, 2, 3]
    merged = include.replace("<include", '<include merge="true"')
    robot, _ = read(arm(links=merged, end=joint("j2", "b", "p")))
    assert robot.coordinates == ("j", "j2", "k")
    assert not said


def test_what_is_included_but_not_there_is_told(read, tmp_path):
    _, said = read(arm(links="<include><uri>model://hand</uri></include>"))
    assert "included models that were not found, their links are missing (1): model://hand" in said
    with pytest.raises(RobotError, match="It includes model://hand, which is not around it"):
        read(
            arm(links="<include><uri>model://hand</uri></include>", end=joint("k", "b", "hand::x"))
        )
    os.mkfifo(tmp_path / "pipe.sdf")
    (tmp_path / "near").mkdir()
    os.mkfifo(tmp_path / "near" / "package.xml")
    for uri in ("pipe.sdf", "package://far/arm.sdf"):
        assert (
            f"not found, their links are missing (1): {uri}"
            in read(arm(links=f"<include><uri>{uri}</uri></include>"))[1]
        )
    with pytest.raises(RobotError, match="includes itself"):
        read(arm(links="<include><uri>arm.sdf</uri></include>"))


def test_joints_of_several_freedoms(read):
    two = joint(kind="revolute2", more="<axis2><xyz>1 0 0</xyz></axis2>")
    robot, _ = read(arm(joint=two))
    assert robot.coordinates == ("j.1", "j.2")
    screw = joint(kind="screw", axis="0 0 1", more="<screw_thread_pitch>.01</screw_thread_pitch>")
    robot, _ = read(arm("1.11", joint=screw))
    assert robot.actuated == ("j",)
    np.testing.assert_allclose(di.close(robot, [[np.pi]]).q, [[np.pi, 0.005]])
    assert torque(robot)[0] == pytest.approx(2 * G * 0.01 / (2 * np.pi))
    ball = joint(kind="ball", inside="<dynamics><damping>1</damping></dynamics>")
    assert "joints with several degrees of freedom, not read (1): j" in read(arm(joint=ball))[1]


TOLD = {
    "<velocity_decay><linear>.1</linear></velocity_decay>": "velocity_decay>, not read (1): b",
    "<kinematic>1</kinematic>": "links with <kinematic>, taken as all others (1): b",
    "<enable_wind>true</enable_wind>": "links on which the wind acts, not read (1): b",
    "<inertial><fluid_added_mass/></inertial>": "fluid_added_mass>, not read (1): b",
    "<unheard_of/>": "ignored: 1 x unheard_of",
}
TOLD_OF_MODELS = {
    '<link name="loose"/>': "left out links that no joint joins to the robot: loose",
    '<plugin filename="libBuoyancy.so" name="float"/>': "plugins that push, not read (1): float",
    "<drake:linear_bushing_rpy/>": "ignored: 1 x drake:linear_bushing_rpy",
}


@pytest.mark.parametrize("part", [*TOLD, *TOLD_OF_MODELS])
def test_what_is_not_read_is_told(read, part):
    text = arm(b=ROD + part) if part in TOLD else arm(end=part)
    text = text.replace(f"{ROD}<inertial>", "<inertial>")
    assert (TOLD | TOLD_OF_MODELS)[part] in read(text)[1]


def test_limits_that_say_nothing_are_told(read):
    inside = "<limit><lower>0</lower><upper>0</upper><effort>0</effort></limit>"
    robot, said = read(arm(joint=joint(inside=inside)))
    assert robot.joint("j").lower == -np.inf
    assert "joints with equal limits, taken as unknown (1): j" in said
    assert "joints with effort 0, taken as unknown (1): j" in said


def test_rounded_angles_add_no_base_parameters(read):
    """As of URDF: an arm whose file says 1.5708 has as many as one that says it exactly."""
    links = "".join(
        f'<link name="l{k}"><pose relative_to="l{k - 1}">.3 0 .1 1.5708 0 0</pose>{ROD}</link>'
        + joint(f"k{k}", f"l{k - 1}", f"l{k}", axis="0 0 1")
        for k in range(1, 5)
    ).replace("l0", "b")
    rounded, _ = read(arm(links=links, joint=joint(axis="0 0 1")))
    exact, _ = read(arm(links=links.replace("1.5708", repr(np.pi / 2)), joint=joint(axis="0 0 1")))
    assert rounded.ideal
    assert not exact.ideal
    counts = [len(di.base_parameters(di.Model(robot))) for robot in (rounded, exact)]
    assert counts[0] == counts[1]
