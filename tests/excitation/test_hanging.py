"""Motions for a robot that hangs on a point of its base: the base moves as MuJoCo's laws say."""

from __future__ import annotations

import json
from dataclasses import replace

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import dynid as di
from cli_help import dynid
from dynid.errors import InputError
from dynid.excitation.hung_design import LEANS, design_suspended
from dynid.excitation.hung_robot import hang, simulate_swing
from dynid.robot.parts import Frame
from quadruped_help import quadruped

POINT = (0.02, 0.01, 0.1)
SERIES = di.Fourier(3.0, 3, rest=True)
ONCE = {"starts": 1, "time": 1.0}


@pytest.fixture(scope="module")
def dog(tmp_path_factory):
    path = tmp_path_factory.mktemp("dog") / "dog.xml"
    path.write_text(quadruped())
    return di.load_robot(path)


@pytest.fixture(scope="module")
def hung(dog):
    return hang(di.Model(dog, [di.RotorInertia()]), POINT)


@pytest.fixture(scope="module")
def moved(hung):
    """Random angles about home: 0.3 rad in each of three harmonics, at rest at both ends."""
    joints = hung.clamped.robot.actuated
    free = SERIES.free
    c = free @ (0.3 * np.random.default_rng(1).normal(size=(free.shape[1], len(joints))))
    c[0] = [hung.clamped.robot.home[name] for name in joints]
    return simulate_swing(hung, di.Trajectory(hung.clamped.robot, SERIES, c))


def in_a_socket() -> mujoco.MjModel:
    """The quadruped with a ball at the point in place of its free joint, in the air."""
    ball = f'<joint name="root" type="ball" pos="{" ".join(map(str, POINT))}"/>'
    text = quadruped().replace('<freejoint name="root"/>', ball)
    text = text[: text.index("<keyframe>")] + text[text.index("</keyframe>") + len("</keyframe>") :]
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    return model


def spin(turns, rates):
    """(N, 3) the angular velocity in the axes of the base, of R = Rx(a) Ry(b) Rz(c)."""
    Rz = Rotation.from_euler("Z", turns[:, 2:])
    Ry = Rotation.from_euler("Y", turns[:, 1:2])
    x, y, z = np.eye(3)
    one = (Ry * Rz).inv().apply(x) * rates[:, :1] + Rz.inv().apply(y) * rates[:, 1:2]
    return one + z * rates[:, 2:]


def mujocos(model, moved, t):
    """(N, 15) what mj_inverse asks of the ball and of the joints along the motion."""
    q, qd, qdd = moved.at(t)
    data, h = mujoco.MjData(model), 1e-6
    names = moved.hanging.joints
    at = [int(model.joint(name).qposadr[0]) for name in names]
    rate_at = [int(model.joint(name).dofadr[0]) for name in names]
    quaternion = Rotation.from_euler("XYZ", q[:, :3]).as_quat()[:, [3, 0, 1, 2]]
    omega = spin(q[:, :3], qd[:, :3])
    # d omega / dt: linear in the accelerations, and along the turns by central differences
    up, down = (spin(q[:, :3] + s * h * qd[:, :3], qd[:, :3]) for s in (1, -1))
    alpha = spin(q[:, :3], qdd[:, :3]) + (up - down) / (2 * h)
    found = []
    for k in range(len(t)):
        data.qpos[:4], data.qpos[at] = quaternion[k], q[k, 3:]
        data.qvel[:3], data.qvel[rate_at] = omega[k], qd[k, 3:]
        data.qacc[:3], data.qacc[rate_at] = alpha[k], qdd[k, 3:]
        mujoco.mj_inverse(model, data)
        found.append([*data.qfrc_inverse[:3], *data.qfrc_inverse[rate_at]])
    return np.array(found)


def test_nothing_acts_on_the_base_in_mujoco(hung, moved):
    """mj_inverse of base and joints: no moment at the point, and our torques of the joints."""
    t = np.linspace(0.0, moved.until, 60)
    theirs = mujocos(in_a_socket(), moved, t)
    ours = hung.model.inverse_dynamics(*moved.at(t), hung.p)
    scale = np.abs(theirs[:, 3:]).max()
    assert np.degrees(moved.lean) > 3  # it does swing
    assert np.abs(theirs[:, :3]).max() < 1e-9 * scale
    assert np.abs(theirs - ours).max() < 1e-9 * scale


def test_the_motion_is_one_and_starts_at_rest(hung, moved):
    """Velocities and accelerations are derivatives; the hook stays; at first nothing moves."""
    t, h = np.linspace(0.1, moved.until - 0.1, 50), 1e-4
    (q0, qd0, _), (_, qd, qdd), (q1, qd1, _) = (moved.at(t + s * h) for s in (-1, 0, 1))
    assert np.abs((q1 - q0) / (2 * h) - qd).max() < 1e-5
    assert np.abs((qd1 - qd0) / (2 * h) - qdd).max() < 1e-3
    _, qd, qdd = moved.at([0.0])
    assert np.abs(qd).max() < 1e-12
    assert np.abs(qdd).max() < 1e-9
    pose = moved.pose(np.linspace(0.0, moved.until, 50))
    R = Rotation.from_quat(pose[:, [4, 5, 6, 3]])
    hook = pose[:, :3] + R.apply(POINT)
    assert np.abs(hook - np.add(POINT, (0, 0, 0.2926))).max() < 1e-9


def test_a_log_of_it_is_identified(dog, moved):
    """MuJoCo's torques beside the pose of the base: the hook's force is not needed."""
    t = np.arange(0.0, moved.motion.duration, 0.002)
    tau = mujocos(in_a_socket(), moved, t)[:, 3:]
    names = [f"base_{x}" for x in ("x", "y", "z", "qw", "qx", "qy", "qz")]
    around = dict(zip(names, moved.pose(t).T))
    log = di.Log(moved.hanging.joints, t, moved.at(t)[0][:, 3:], tau, around=around)
    stood = di.data.stand_on_feet(dog, [Frame("hook", "trunk", POINT)], log)
    assert stood.actuated[:3] == dog.base[3:]
    model = di.Model(stood, [di.RotorInertia()])
    problem = di.Problem(model, di.process(log, model, 30.0))
    result = di.estimate(problem, di.OLS())
    true = problem.base.map @ model.nominal
    assert len(true) == 105
    assert np.abs(result.theta - true).max() < 1e-5 * np.abs(true).max()


def centre():
    """The centre of mass at home in the axes of the base, by MuJoCo."""
    model = mujoco.MjModel.from_xml_string(quadruped())
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    assert np.isclose(model.body_subtreemass[1], 15.18)
    return data.subtree_com[1] - data.body("trunk").xpos


def test_how_it_hangs(dog, hung):
    """At rest its centre of mass is below the point, as MuJoCo computes it."""
    turns = [hung.home[name] for name in dog.base[3:]]
    down = Rotation.from_euler("XYZ", turns).apply(centre() - POINT)
    assert np.abs(down[:2]).max() < 1e-12
    assert down[2] < 0


def test_what_the_base_carries_tilts_it(dog):
    """A payload on the base moves the centre of mass; with the base fixed it does not act."""
    box = di.Payload("trunk", di.inertial(3.0, (0.2, 0.0, 0.05), (0.01, 0.01, 0.01)))
    alone, carries = (hang(di.Model(dog, [*more]), POINT) for more in ((), (box,)))
    whole = 15.18  # kg: 6.9 of the trunk, four legs of 2.07
    assert carries.clamped.parameters == alone.clamped.parameters
    c = centre() * whole + 3.0 * np.array((0.2, 0.0, 0.05))
    arm = c / (whole + 3.0) - POINT
    turns = [carries.home[name] for name in dog.base[3:]]
    down = Rotation.from_euler("XYZ", turns).apply(arm)
    assert np.abs(down[:2]).max() < 1e-12
    assert down[2] < 0


def test_it_hangs_still_on_a_free_joint_that_is_turned(dog):
    """Gravity does not turn the base there, and the hook is where home has it."""
    first, *others = dog.bodies
    turned = Rotation.from_euler("xyz", (0.3, -0.2, 1.0)).as_matrix()
    joint = replace(first.joint, rotation=turned, position=(0.1, 0.2, 0.3))
    robot = dog.replace(bodies=(replace(first, joint=joint), *others))
    hung = hang(di.Model(robot, []), POINT)
    held = hung.model.robot
    q = np.array([[held.home[name] for name in held.actuated]])
    assert np.abs(hung.model.gravity(q, hung.p)[:, :3]).max() < 1e-12
    places = [
        di.forward_kinematics(robot, [[pose[name] for name in robot.actuated]], hook)[0, :3, 3]
        for pose in (robot.home, {**robot.home, **hung.home})
        for hook in [Frame("hook", "trunk", POINT)]
    ]
    assert np.abs(places[0] - places[1]).max() < 1e-12


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_a_base_that_leans_too_far_gets_a_smaller_motion(dog):
    """Hung 30 mm above its centre, a robot leans by much where its legs are swung."""
    near = hang(di.Model(dog, []), (0.0, 0.0, 0.01))
    limits = di.Limits(velocity=3.0, tolerance=0.03)
    found, done = design_suspended(near, SERIES, limits, starts=1, iterations=20)
    assert done.share < 1.0
    assert done.swing.lean <= LEANS
    assert "of their ranges about home" in done.describe(found)
    q = found.trajectory.sample(100.0)[1]
    home = [dog.home[name] for name in found.trajectory.joints]
    assert np.abs(q - home).max() <= done.share * np.pi


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_torques_are_those_with_the_base_moving(dog, hung):
    """effort is the largest torque in parts of its limit, as MuJoCo has it."""
    limits = di.Limits(velocity=1.0, torque=8.0)
    found, done = design_suspended(hung, SERIES, limits, **ONCE)
    t = np.arange(int(100 * done.swing.until) + 1) / 100.0
    theirs = mujocos(in_a_socket(), done.swing, t)[:, 3:]
    assert np.isclose(done.effort, np.abs(theirs).max() / 8.0, rtol=1e-6)
    assert "of their limits" in done.describe(found)


def test_what_cannot_hang_is_said(dog, hung):
    model = di.Model(dog, [])
    with pytest.raises(InputError, match="clearly above"):
        hang(di.Model(dog.replace(gravity=(0, 0, 0)), []), POINT)
    with pytest.raises(InputError, match="Take a point above"):
        hang(model, (0.0, 0.0, -0.5))
    with pytest.raises(InputError, match="does not float"):
        hang(hung.clamped, POINT)
    restless = di.Fourier(3.0, 3)
    c = np.full((restless.size, 12), 0.1)
    with pytest.raises(InputError, match="at rest"):
        simulate_swing(hung, di.Trajectory(hung.clamped.robot, restless, c))
    with pytest.raises(InputError, match="at rest"):
        design_suspended(hung, restless, di.Limits())
    with pytest.raises(InputError, match="floor"):
        design_suspended(hung, SERIES, di.Limits(floor=-1.0))


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_the_command(tmp_path):
    (tmp_path / "dog.xml").write_text(quadruped())
    alone = dynid("design", "dog.xml", "--search-time", "1", cwd=tmp_path)
    assert alone.returncode == 2
    assert "--hang" in alone.stderr
    both = dynid("design", "dog.xml", "--contacts", "FL_foot", "--hang", "0,0,1", cwd=tmp_path)
    assert both.returncode == 2
    assert "expected one" in both.stderr
    how = ("--search-time", "1", "--starts", "1", "--period", "3", "--effects", "rotor")
    done = dynid(
        "design", "dog.xml", "--hang", "0.02,0.01,0.1", *how, "-o", "hung", "--json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)["hanging"]
    assert told["lean"] <= LEANS
    assert told["parameters"] == 105
    path = tmp_path / "hung" / "trajectory.csv"
    table = np.genfromtxt(path, delimiter=",", names=True)
    D = np.stack([table[f"base_q{x}"] for x in "wxyz"], axis=1)
    assert np.allclose(np.linalg.norm(D, axis=1), 1.0)
    assert np.ptp(table["base_x"]) > 1e-3
    assert di.excitation.load_trajectory(path).joints[0] == "FL_roll"
