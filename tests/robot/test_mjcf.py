"""MJCF files read into a Robot, against MuJoCo's own kinematics, mass matrix and constraint
residuals."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from dynid.errors import IgnoredElementWarning
from dynid.robot.files.mjcf_reader import read_mjcf
from dynid.robot.geometry import (
    make_axis_rotation,
    make_quaternion_rotation,
    make_skew,
    to_inertia_tensor,
)
from mjcf_help import on, poses, residuals

TREE = """
<mujoco model="zoo"><compiler angle="radian"/>
  <option gravity="0 1 -9"/>
  <worldbody>
    <body name="stand" pos=".1 .2 .3" euler=".3 .1 0">
      <geom size=".1"/>
      <body name="upper" pos="0 .1 .4" quat=".9 .1 .3 .2">
        <joint name="hinge" pos=".1 -.2 .05" axis="1 2 3" ref=".4" range="-1 2"/>
        <inertial pos=".1 .02 .03" mass="2" fullinertia=".05 .06 .07 .01 -.005 .004"/>
        <body name="cuff" pos=".2 0 0" euler="0 .5 .2">
          <inertial pos="0 0 .1" mass=".3" diaginertia=".001 .002 .0025"/>
          <site name="mark" pos="0 .1 0" euler=".1 .2 .3"/>
          <body name="slider" pos="0 .3 0" euler=".2 0 .7">
            <joint name="slide" type="slide" axis="0 1 1" pos=".3 .1 0" ref="-.2"/>
            <inertial pos="0 .02 .1" mass=".7" diaginertia=".01 .02 .025"/>
            <body pos="0 0 .3" euler="0 0 .4">
              <joint name="a" axis="1 0 0" pos="0 .1 0"/>
              <joint name="b" type="slide" axis="0 1 0" ref=".1"/>
              <joint axis="1 1 0" pos=".05 0 -.1" ref="-.3"/>
              <inertial pos=".1 0 0" mass=".4" fullinertia=".004 .005 .006 .001 0 .0005"/>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="hinge" gear="-3" forcerange="-5 4"/><motor joint="slide"/></actuator>
  <keyframe><key qpos="0 0 0 0 0"/><key name="home" qpos=".1 .2 .3 .4 .5"/></keyframe>
</mujoco>
"""
WIDE = """
<mujoco><compiler angle="radian"/>
  <worldbody>
    <body name="trunk" pos="1 2 3" euler=".2 .3 .4">
      <freejoint name="root"/><geom size=".1 .2 .3" type="box" pos=".05 0 0"/>
      <body name="thigh" pos=".1 .2 0" euler=".5 0 .1">
        <joint name="hip" type="ball" pos="0 .1 .2"/><geom size=".05 .2" type="capsule"/>
        <body name="shin" pos="0 0 -.4"><joint name="knee" axis="0 1 0" pos="0 0 .1"/>
          <geom size=".1"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
LOOPS = """
<mujoco><compiler angle="radian"/>
  <worldbody>
    <site name="ground" pos=".1 .2 .3" euler=".1 .5 .2"/>
    <body name="A" pos=".1 0 0" euler="0 .2 0">
      <joint name="x" pos="0 .1 0" ref=".3"/><joint name="x2" axis="1 0 0" pos=".2 .1 0"/>
      <geom size=".1" pos=".1 0 0"/>
      <body name="lug" pos=".3 .1 0" euler=".4 0 .1"><geom size=".05"/>
        <site name="eye" pos="0 .1 .1" euler="0 .7 0"/></body>
    </body>
    <body name="B" pos="-.3 .2 0" euler=".5 .2 0">
      <joint name="y" axis="0 1 0" pos="0 0 .2" ref="-.2"/>
      <joint name="y2" type="slide"/><geom size=".1"/>
      <body name="C" pos="0 0 .4"><joint name="z" axis="1 0 0" pos=".1 0 .1" ref=".1"/>
        <geom size=".1"/></body>
    </body>
  </worldbody>
  <equality>%s</equality>
  <actuator><motor joint="y"/><motor joint="x"/><motor joint="x"/></actuator>
</mujoco>
"""


def save(folder, text):
    path = folder / "robot.xml"
    path.write_text(text)
    return path


def mass_matrix(robot, q):
    """M = sum over bodies of J' [m 1, -[h]x; [h]x, I] J, with J the velocity of the body's
    frame."""
    T, names = poses(robot, q), list(robot.coordinates)
    J = {"world": np.zeros((6, len(names)))}
    M = np.zeros((len(names), len(names)))
    for body in robot.bodies:
        R, arm = T[body.name][:3, :3], T[body.name][:3, 3] - T[body.parent][:3, 3]
        Jb = J[body.parent].copy()
        Jb[:3] -= make_skew(arm) @ Jb[3:]
        if body.joint.moves:
            rows = slice(3, 6) if body.joint.kind == "revolute" else slice(0, 3)
            Jb[rows, names.index(body.joint.name)] += R @ body.joint.axis
        J[body.name] = Jb
        if not body.massless:
            p = body.inertia
            h, I = make_skew(R @ p[1:4]), R @ to_inertia_tensor(p) @ R.T
            M += Jb.T @ np.block([[p[0] * np.eye(3), -h], [h, I]]) @ Jb
    return M


def mujoco_at(path, qpos):
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.qpos = qpos
    mujoco.mj_forward(model, data)
    return model, data


def coordinates(model, qpos):
    """{coordinate: value} of the scalar joints, by the names that the reader gives."""
    return {model.joint(j).name or f"joint{j}": float(qpos[j]) for j in range(model.njnt)}


def quaternion_error(R):
    """The vector part of the quaternion of R, up to its sign."""
    q = np.zeros(4)
    mujoco.mju_mat2Quat(q, R.ravel())
    return q[1:]


@pytest.mark.parametrize("lump_fixed", [True, False])
def test_poses_of_hinges_slides_and_fixed_bodies(tmp_path, lump_fixed):
    path = save(tmp_path, TREE)
    robot = read_mjcf(path, lump_fixed=lump_fixed)
    rng = np.random.default_rng(0)
    for _ in range(20):
        qpos = rng.uniform(-2, 2, 5)
        model, data = mujoco_at(path, qpos)
        T = poses(robot, coordinates(model, qpos))
        for name, anchor in (
            ("upper", (0.1, -0.2, 0.05)),
            ("slider", (0.3, 0.1, 0)),
            ("body5", (0.05, 0, -0.1)),
        ):
            i = 5 if name == "body5" else model.body(name).id
            R = data.xmat[i].reshape(3, 3)
            np.testing.assert_allclose(T[name][:3, :3], R, rtol=0, atol=1e-12)
            np.testing.assert_allclose(
                T[name][:3, 3], data.xpos[i] + R @ anchor, rtol=0, atol=1e-12
            )
        frames = {f.name: on(T[f.body], f.position, f.rotation) for f in robot.frames}
        frames |= {} if lump_fixed else {"cuff": on(T["cuff"], np.zeros(3))}
        assert set(frames) == {"stand", "cuff", "mark"}
        for name, (r, R) in frames.items():
            expected = data.site(name) if name == "mark" else data.body(name)
            np.testing.assert_allclose(r, expected.xpos, rtol=0, atol=1e-12)
            np.testing.assert_allclose(R.ravel(), expected.xmat, rtol=0, atol=1e-12)


def test_poses_of_free_and_ball_joints(tmp_path):
    path = save(tmp_path, WIDE)
    robot = read_mjcf(path)
    assert robot.coordinates == (
        *("root.x", "root.y", "root.z", "root.rx", "root.ry", "root.rz"),
        *("hip.rx", "hip.ry", "hip.rz", "knee"),
    )
    rng = np.random.default_rng(1)
    for _ in range(20):
        q = {name: rng.uniform(-1.5, 1.5) for name in robot.coordinates}
        quats = np.zeros((2, 4))
        for quat, joint in zip(quats, ("root", "hip")):
            turns = [make_axis_rotation(a, q[f"{joint}.r{n}"]) for a, n in zip(np.eye(3), "xyz")]
            mujoco.mju_mat2Quat(quat, (turns[0] @ turns[1] @ turns[2]).ravel())
        qpos = [q["root.x"], q["root.y"], q["root.z"], *quats[0], *quats[1], q["knee"]]
        T, (_, data) = poses(robot, q), mujoco_at(path, qpos)
        for name, anchor in (("trunk", (0, 0, 0)), ("thigh", (0, 0.1, 0.2)), ("shin", (0, 0, 0.1))):
            R = data.body(name).xmat.reshape(3, 3)
            np.testing.assert_allclose(T[name][:3, :3], R, rtol=0, atol=1e-12)
            np.testing.assert_allclose(
                T[name][:3, 3], data.body(name).xpos + R @ anchor, rtol=0, atol=1e-12
            )


def test_home_of_free_and_ball_joints_is_the_keyframe(tmp_path):
    qpos = np.array([0.3, -0.2, 0.5, 0.5, -0.1, 0.7, 0.3, 0.8, 0.3, 0.1, -0.4, 0.6])
    key = f'<keyframe><key qpos="{" ".join(map(str, qpos))}"/></keyframe></mujoco>'
    path = save(tmp_path, WIDE.replace("</mujoco>", key))
    robot = read_mjcf(path)
    T, (_, data) = poses(robot, robot.home), mujoco_at(path, qpos)
    np.testing.assert_allclose(
        T["trunk"][:3, :3].ravel(), data.body("trunk").xmat, rtol=0, atol=1e-12
    )
    np.testing.assert_allclose(
        T["shin"][:3, :3].ravel(), data.body("shin").xmat, rtol=0, atol=1e-12
    )
    np.testing.assert_allclose(T["trunk"][:3, 3], qpos[:3], rtol=0, atol=1e-12)
    assert robot.home["knee"] == 0.6


def test_home_in_gimbal_lock_is_the_same_rotation(tmp_path):
    half = np.sqrt(0.5)  # ry = 90 degrees after rx = 0.6
    quat = np.zeros(4)
    mujoco.mju_mulQuat(quat, [np.cos(0.3), np.sin(0.3), 0, 0], [half, 0, half, 0])
    key = (
        f'<keyframe><key qpos="0 0 0 {" ".join(map(repr, quat.tolist()))} 1 0 0 0'
        ' 0"/></keyframe></mujoco>'
    )
    robot = read_mjcf(save(tmp_path, WIDE.replace("</mujoco>", key)))
    R = poses(robot, robot.home)["trunk"][:3, :3]
    np.testing.assert_allclose(R, make_quaternion_rotation(*quat), rtol=0, atol=1e-7)


@pytest.mark.parametrize("lump_fixed", [True, False])
def test_mass_matrix(tmp_path, lump_fixed):
    path = save(tmp_path, TREE)
    robot = read_mjcf(path, lump_fixed=lump_fixed)
    rng = np.random.default_rng(2)
    for _ in range(10):
        qpos = rng.uniform(-2, 2, 5)
        model, data = mujoco_at(path, qpos)
        expected = np.zeros((5, 5))
        for column, unit in zip(expected, np.eye(5)):
            mujoco.mj_mulM(model, data, column, unit)
        M = mass_matrix(robot, coordinates(model, qpos))
        np.testing.assert_allclose(M, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


def test_names_limits_gravity_efforts_and_home(tmp_path):
    robot = read_mjcf(save(tmp_path, TREE))
    assert robot.name == "zoo"
    assert robot.source.endswith("robot.xml")
    assert [b.name for b in robot.bodies] == ["upper", "slider", "body5_a", "body5_b", "body5"]
    assert [b.massless for b in robot.bodies] == [False, False, True, True, False]
    assert robot.actuated == ("hinge", "slide", "a", "b", "joint4")
    assert robot.gravity.tolist() == [0, 1, -9]
    assert (robot.joint("hinge").lower, robot.joint("hinge").upper) == (-1, 2)
    assert robot.joint("hinge").effort == 15  # 5 N at gear 3
    assert robot.joint("slide").effort == np.inf
    assert robot.joint("slide").upper == np.inf
    assert robot.home == {"hinge": 0.1, "slide": 0.2, "a": 0.3, "b": 0.4, "joint4": 0.5}


CONNECT = '<connect name="l" body1="lug" body2="C" anchor=".1 .2 .3"/>'
WELD = '<weld name="l" body1="lug" body2="C" relpose=".1 .2 .3 .8 .1 .3 .2" anchor=".1 .3 0"/>'
SITES = '<{} name="l" site1="eye" site2="ground"/>'


@pytest.mark.parametrize(
    ("equality", "kind"),
    [
        (CONNECT, "point"),
        (CONNECT.replace('body2="C"', ""), "point"),
        (SITES.format("connect"), "point"),
        (WELD, "rigid"),
        (WELD.replace('body2="C"', ""), "rigid"),
        ('<weld name="l" body1="C" body2="A"/>', "rigid"),
        (SITES.format("weld"), "rigid"),
    ],
)
def test_loops_have_the_residuals_of_mujoco(tmp_path, equality, kind):
    path = save(tmp_path, LOOPS % equality)
    robot = read_mjcf(path, actuated=("x", "x2", "y", "y2", "z"))
    (loop,) = robot.loops
    assert (loop.name, loop.kind) == ("l", kind)
    rng = np.random.default_rng(3)
    for _ in range(10):
        qpos = rng.uniform(-1, 1, 5)
        model, data = mujoco_at(path, qpos)
        T = poses(robot, coordinates(model, qpos))
        ra, Ra = on(T[loop.body_a], loop.position_a, loop.rotation_a)
        rb, Rb = on(T[loop.body_b], loop.position_b, loop.rotation_b)
        found, _ = residuals(data)
        np.testing.assert_allclose(found[:3], ra - rb, rtol=0, atol=1e-12)
        if kind == "rigid":
            turn = quaternion_error(Rb.T @ Ra)
            np.testing.assert_allclose(
                found[3:] * np.sign(found[3]), turn * np.sign(turn[0]), rtol=0, atol=1e-12
            )


def test_couplings_have_the_residuals_of_mujoco(tmp_path):
    both = (
        '<joint joint1="x" joint2="y" polycoef=".1 2 -.3 .4 -.05"/><joint joint1="z"'
        ' polycoef=".25"/>'
    )
    path = save(tmp_path, LOOPS % (both + '<joint joint1="x2" joint2="y2" polycoef="0 -1 0 0 0"/>'))
    robot = read_mjcf(path)
    assert robot.actuated == ("y", "y2")
    rng = np.random.default_rng(4)
    for _ in range(10):
        qpos = rng.uniform(-1, 1, 5)
        model, data = mujoco_at(path, qpos)
        q = coordinates(model, qpos)
        mine = [q[c.joint] - np.polyval(c.coefficients[::-1], q[c.of]) for c in robot.couplings]
        np.testing.assert_allclose(residuals(data)[0], mine, rtol=0, atol=1e-12)
    assert robot.couplings[1].coefficients == (0.1 + 0.25,)  # holds z, whatever the rest does


def test_a_joint_coupled_twice_leads_one_and_follows_the_other(tmp_path):
    twice = (
        '<joint joint1="x" joint2="y" polycoef="0 2 0 0 0"/><joint joint1="x" joint2="z"'
        ' polycoef=".5 -4 0 0 0"/>'
    )
    robot = read_mjcf(save(tmp_path, LOOPS % twice))
    first, second = robot.couplings
    assert (first.joint, first.of, second.joint, second.of) == ("x", "y", "z", "x")
    # x - 0.3 = 0.5 - 4 (z - 0.1)
    np.testing.assert_allclose(second.coefficients, (1.2 / 4, -1 / 4), rtol=1e-14)


def test_actuated_joints_of_a_robot_with_loops(tmp_path):
    two = CONNECT + WELD.replace('"l"', '"m"').replace("lug", "A")
    path = save(tmp_path, LOOPS % two)
    assert read_mjcf(path).actuated == ("y", "x")  # in the order of the actuators, once each
    assert read_mjcf(path, actuated=["z"]).actuated == ("z",)


def test_what_cannot_be_used_is_named_a_line_each(tmp_path):
    text = LOOPS % (
        CONNECT.replace("/>", ' active="false"/>')
        + '<connect name="own" body1="lug" body2="A" anchor="0 0 0"/><tendon name="rope"'
        ' tendon1="t"/>'
    )
    text = text.replace(
        "<equality>",
        '<tendon><spatial name="t"><site site="ground"/><site site="eye"/></spatial></tendon>'
        "<equality>",
    )
    with pytest.warns(IgnoredElementWarning) as caught:
        robot = read_mjcf(save(tmp_path, text.replace('name="y"', 'name="y" stiffness="3"')))
    assert len(caught) == 3
    said = " ".join(str(each.message) for each in caught)
    for word in ("'l'", "'own'", "'rope'"):
        assert word in said
    assert "spring" not in said
    assert robot.joint("y").stiffness == 3.0
    assert robot.is_tree
