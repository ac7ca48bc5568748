"""Locked joints, judged by Pinocchio's reduced models and by MuJoCo; and what becomes of couplings,
loops, limits and effects."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.errors import InputError, LoopClosureError, RobotError
from dynid.robot.lock import lock_joints, lock_option
from urdf_help import inertial_text, joint, link, pinocchio_q, random_urdf

pytestmark = pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning")


def assert_torques_of_reduced_model(path, robot):
    """The torques of Pinocchio's model of the file, the same joints locked there."""
    whole = pin.buildModelFromUrdf(str(path))
    fixed = [whole.getJointId(name) for name in robot.locked]
    model = pin.buildReducedModel(whole, fixed, pinocchio_q(whole, robot.locked))
    assert sorted(model.names[1:]) == sorted(robot.actuated)
    data, ours = model.createData(), di.Model(robot)
    at = [model.joints[model.getJointId(name)].idx_v for name in robot.actuated]
    q, qd, qdd = np.random.default_rng(1).uniform(-1, 1, (3, 5, robot.dof))
    tau = ours.inverse_dynamics(q, qd, qdd, np.nan_to_num(ours.prior))
    for k in range(len(q)):
        v, a = np.zeros(model.nv), np.zeros(model.nv)
        v[at], a[at] = qd[k], qdd[k]
        want = pin.rnea(model, data, pinocchio_q(model, dict(zip(robot.actuated, q[k]))), v, a)
        np.testing.assert_allclose(tau[k], want[at], rtol=0, atol=1e-11 * np.abs(tau).max())


@pytest.mark.parametrize("seed", range(6))
def test_random_trees_as_pinocchio_reduces_them(seed, tmp_path):
    path = tmp_path / "tree.urdf"
    path.write_text(random_urdf(seed))
    robot = di.load_robot(path)
    rng = np.random.default_rng(seed)
    some = rng.choice(robot.actuated, size=3, replace=False)
    locked = di.load_robot(path, lock={name: float(rng.uniform(-1.4, 1.4)) for name in some})
    assert set(locked.locked) == set(some)
    assert locked.dof == robot.dof - 3
    assert_torques_of_reduced_model(path, locked)
    # where a part stands, by its name: as the body of the robot that moves
    values = dict(zip(locked.actuated, rng.uniform(-1, 1, locked.dof)))
    whole = [{**locked.locked, **values}[name] for name in robot.actuated]
    for body in robot.bodies:
        ours = di.forward_kinematics(locked, [list(values.values())], frame=body.name)
        want = di.forward_kinematics(robot, [whole], frame=body.name)
        np.testing.assert_allclose(ours[0], want[0], atol=1e-12)


def test_a_mjcf_robot_as_mujoco_moves_it_with_the_joint_held(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text("""<mujoco><compiler angle="radian"/><worldbody><body name="a">
      <joint name="one" axis="0 1 0"/><inertial pos=".1 0 0" mass="2" diaginertia=".01 .02 .02"/>
      <body name="b" pos=".3 .1 0" euler=".1 .2 .3"><joint name="two" axis="1 0 1" pos="0 .05 0"/>
        <inertial pos=".1 .2 0" mass="1" fullinertia=".01 .02 .02 .001 .002 .003"/>
        <body name="c" pos="0 .2 .1"><joint name="three" type="slide" axis="0 1 1"/>
          <inertial pos="0 .1 0" mass=".7" diaginertia=".003 .003 .004"/></body></body></body>
      </worldbody></mujoco>""")
    robot = di.load_robot(path, lock={"two": 0.4})
    model = mujoco.MjModel.from_xml_path(str(path))
    data, ours = mujoco.MjData(model), di.Model(robot)
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, 6, 2))
    tau = ours.inverse_dynamics(q, qd, qdd, ours.prior)
    for k in range(6):
        data.qpos[:], data.qvel[:] = (q[k, 0], 0.4, q[k, 1]), (qd[k, 0], 0, qd[k, 1])
        data.qacc[:] = qdd[k, 0], 0, qdd[k, 1]
        mujoco.mj_inverse(model, data)
        np.testing.assert_allclose(tau[k], data.qfrc_inverse[[0, 2]], rtol=1e-9, atol=1e-9)


HAND = "".join(
    [
        '<robot name="arm">',
        link("base"),
        *(link(name, inertial_text(mass)) for name, mass in [("arm", 3), ("left", 0.2)]),
        link("right", inertial_text(0.3)),
        joint("shoulder", "base", "arm"),
        joint(
            "finger_left",
            "arm",
            "left",
            "prismatic",
            '<limit lower="0" upper="0.04" velocity="1" effort="9"/>',
        ),
        joint(
            "finger_right",
            "arm",
            "right",
            "prismatic",
            '<limit lower="-0.04" upper="0" velocity="1" effort="9"/>'
            '<mimic joint="finger_left" multiplier="-1"/>',
        ),
        "</robot>",
    ]
)


#: a four-bar on an arm: driver, coupler and rocker
GRIPPER = """<mujoco><compiler angle="radian"/><worldbody><body name="arm">
  <joint name="arm" axis="0 1 0"/><inertial pos=".1 0 0" mass="2" diaginertia=".01 .02 .02"/>
  <body name="driver" pos=".3 0 0"><joint name="driver" axis="0 1 0"/>
    <inertial pos="0 0 .02" mass=".1" diaginertia="1e-4 1e-4 1e-4"/>
    <body name="coupler" pos="0 0 .05"><joint name="coupler" axis="0 1 0"/>
      <inertial pos=".03 0 0" mass=".2" diaginertia="1e-4 1e-4 1e-4"/></body></body>
  <body name="rocker" pos=".36 0 0"><joint name="rocker" axis="0 1 0"/>
    <inertial pos="0 0 .03" mass=".1" diaginertia="1e-4 1e-4 1e-4"/></body></body></worldbody>
  <equality><connect name="pin" body1="coupler" body2="rocker" anchor=".06 0 0"/></equality>
  <actuator><motor joint="arm"/></actuator></mujoco>"""


@pytest.fixture
def hand(tmp_path):
    path = tmp_path / "hand.urdf"
    path.write_text(HAND)
    return path


@pytest.mark.parametrize("lock", [{"finger*": 0.02}, {"finger_left": 0.02}, {"*_right": -0.02}])
def test_who_mimics_stands_where_the_other_puts_it(hand, lock):
    robot = di.load_robot(hand, lock=lock)
    assert robot.locked == {"finger_left": 0.02, "finger_right": -0.02}
    assert robot.is_tree
    assert robot.coordinates == ("shoulder",)
    assert_torques_of_reduced_model(hand, robot)


@pytest.mark.parametrize(
    ("lock", "said"),
    [
        ({"grip*": 0.0}, "fits no joint that moves"),
        ({"finger_lefd": 0.0}, "Did you mean 'finger_left'?"),
        ({"finger_left": 0.05}, "within its limits, 0 to 0.04"),
        ({"finger_left": "wide"}, "expected a number"),
        ({"*": 0.0}, "all 2 motors are locked"),
    ],
)
def test_what_cannot_be_locked_is_said(hand, lock, said):
    with pytest.raises(RobotError, match=said.replace("?", r"\?")):
        di.load_robot(hand, lock=lock)


def test_friction_of_a_locked_joint_is_refused(hand):
    robot = di.load_robot(hand, lock={"finger*": 0.0})
    assert di.Model(robot, [di.Viscous()]).parameters[-1] == "shoulder.viscous"
    with pytest.raises(InputError, match="has no joint finger_left"):
        di.Model(robot, [di.Viscous(["finger_left"])])


def test_a_drive_of_a_loop_can_be_locked_a_passive_joint_cannot():
    """A Delta with one arm held still has the torques of the whole one that does not move it."""
    whole = di.load_robot("delta3")
    robot = di.load_robot("delta3", lock={"arm2": 0.1})
    assert robot.actuated == ("arm1", "arm3")
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.uniform(-0.1, 0.1, (3, 5, 2)) + np.array([0.1, 0, 0])[:, None, None]
    ours = di.Model(robot, symmetric=False)
    tau = ours.inverse_dynamics(q, qd, qdd, ours.prior)
    held = [np.insert(x, 1, value, axis=1) for x, value in ((q, 0.1), (qd, 0.0), (qdd, 0.0))]
    model = di.Model(whole, symmetric=False)
    want = model.inverse_dynamics(*held, model.prior)[:, [0, 2]]
    np.testing.assert_allclose(tau, want, rtol=0, atol=1e-9 * np.abs(want).max())
    passive = lock_joints(whole, {whole.passive[0]: 2.1957})
    with pytest.raises(LoopClosureError, match="Locked joints may hold the loop open"):
        di.close(passive, [[0.3, 0.1, 0.2]])


def test_a_gripper_with_loops_that_nothing_drives(tmp_path):
    """Its one free joint locked, loops place the others; all of them locked, the loop is gone.
    Torques are the same."""
    path = tmp_path / "hand.xml"
    path.write_text(GRIPPER)
    robot = di.load_robot(path, actuated=["arm"])
    assert robot.motors == ("arm",)
    assert len(robot.actuated) == 2  # the gripper moves freely
    one = di.load_robot(path, actuated=["arm"], lock={"driver": 0.3})
    assert len(one.loops) == 1
    stand = dict(zip(one.coordinates, di.close(one, [[0.2]]).q[0].tolist()))
    rest = {name: q for name, q in stand.items() if name != "arm"}
    every = di.load_robot(path, actuated=["arm"], lock={"driver": 0.3, **rest})
    assert every.is_tree
    motion = [[0.2], [-0.4]], [[1.0], [2.0]], [[3.0], [-1.0]]
    torques = []
    for each in (one, every):
        model = di.Model(each)
        torques.append(model.inverse_dynamics(*motion, model.prior))
    np.testing.assert_allclose(torques[0], torques[1], rtol=1e-9)
    with pytest.raises(RobotError, match="and it is not closed"):
        di.load_robot(path, actuated=["arm"], lock={"driver": 0.3, "coupler": 0.1, "rocker": 0.0})


def test_a_base_that_floats_is_held(tmp_path):
    """The same torques as of the file without that joint."""
    base = '<body name="base"><freejoint name="root"/><inertial pos="0 0 0" mass="5"'
    base += ' diaginertia="1 1 1"/><body name="arm">'
    path = tmp_path / "floating.xml"
    text = GRIPPER.replace('<body name="arm">', base).replace("</worldbody>", "</body></worldbody>")
    path.write_text(text)
    robot = di.load_robot(path, lock={"root.*": 0.0, "driver": 0.3})
    assert robot.actuated == ("arm",)
    fixed = tmp_path / "fixed.xml"
    fixed.write_text(GRIPPER)
    same = di.load_robot(fixed, lock={"driver": 0.3})
    motion = [[0.2], [-0.4]], [[1.0], [2.0]], [[3.0], [-1.0]]
    torques = [
        di.Model(each).inverse_dynamics(*motion, di.Model(each).prior) for each in (robot, same)
    ]
    np.testing.assert_allclose(torques[0], torques[1], rtol=1e-9)


def test_a_log_with_fewer_joints_proposes_the_option(hand, tmp_path):
    robot = di.load_robot(hand)
    t = np.arange(200) / 100
    log = di.Log(("shoulder",), t, np.sin(t)[:, None], np.cos(t)[:, None])
    with pytest.raises(InputError, match=r"lock=\{'finger_left': 0.0\}"):
        di.process(log, di.Model(robot))
    assert lock_option(di.load_robot("arm7"), ["joint2", "joint3"]) == "joint2,joint3"


def test_a_tiago_is_read_with_the_eight_joints_of_its_log(shared_data):
    path = shared_data / "tiago" / "robot.urdf"
    robot = di.load_robot(path)
    logged = (shared_data / "tiago" / "log.csv").open().readline().split(",")
    missing = [name for name in robot.actuated if f"q_{name}" not in logged]
    option = lock_option(robot, missing)
    assert option == "suspension_*,wheel_*,caster_*,head_*,gripper_finger_joint=0.002"
    parts = [part.partition("=") for part in option.split(",")]
    locked = di.load_robot(path, lock={name: float(q or 0) for name, _, q in parts})
    assert [f"q_{name}" for name in locked.actuated] == logged[1:9]
    assert_torques_of_reduced_model(path, locked)
