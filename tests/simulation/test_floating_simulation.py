"""A robot with a free base, simulated while it stands or hangs: in MuJoCo the logged torques, and
forces where it is held and nowhere else, make the logged motion; and the log is identified."""

from __future__ import annotations

import time

import mujoco
import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.closed_chains.ground_contacts import hold_feet, release_feet
from dynid.data.floating_base import add_base_coordinates, pose_columns
from dynid.excitation.hung_robot import hang, simulate_swing
from dynid.excitation.trajectory import load_trajectory
from dynid.identification.observability import list_arms
from dynid.robot.chains import FREE, chain
from dynid.robot.geometry import make_rpy_rotation
from dynid.robot.lock import hold_base, hold_free
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint
from quadruped_help import LEGS, quadruped

FEET = [f"{leg}_foot" for leg in LEGS]
RADIUS = 0.022
POINT = (0.02, 0.01, 0.1)
HOOK = ["--hang", ",".join(map(str, POINT))]
PERIOD, RATE = 3.0, 1000.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The quadruped with larger feet, and motions of its base (1 cm, 0.04 rad) and of its joints
    (0.2 rad), at rest at both ends."""
    folder = tmp_path_factory.mktemp("dog")
    text = quadruped().replace('type="sphere" size="0.004"', f'type="sphere" size="{RADIUS}"')
    (folder / "dog.xml").write_text(text)
    dog = di.load_robot(folder / "dog.xml")
    rng, series = np.random.default_rng(2), di.Fourier(PERIOD, 3, rest=True)
    joints = hang(di.Model(dog, []), POINT).clamped.robot
    stood = hold_feet(dog, FEET, [[dog.home[name] for name in dog.actuated]])
    for robot, sizes, name in (
        (stood, [0.01] * 3 + [0.04] * 3, "sway"),
        (joints, [0.2] * 12, "legs"),
    ):
        free = series.free
        c = free @ (np.array(sizes) * rng.normal(size=(free.shape[1], len(sizes))))
        c[0] = [robot.home[joint] for joint in robot.actuated]
        di.Trajectory(robot, series, c).save(folder / f"{name}.csv", RATE)
    return folder


def simulated(folder, motion, *how):
    done = dynid(
        *("simulate", "dog.xml", f"{motion}.csv", "--rate", str(RATE), "--force", "-o", "log.csv"),
        *how,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return di.read_log(folder / "log.csv"), done.stdout


def unexplained(folder, log, places):
    """Of all 18 rows of mj_inverse, in parts of the largest: what neither the logged torques nor
    forces at points of bodies explain; places: {body: function of MjData, its point}. Velocities
    and accelerations are differences of the logged pose and angles."""
    model = mujoco.MjModel.from_xml_path(str(folder / "dog.xml"))
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    pose = [f"base_{x}" for x in ("x", "y", "z", "qw", "qx", "qy", "qz")]
    data, h = mujoco.MjData(model), 1.0 / RATE
    at = [int(model.joint(name).qposadr[0]) for name in log.joints]
    qpos = np.zeros((len(log), model.nq))
    qpos[:, :7], qpos[:, at] = np.column_stack([log.around[name] for name in pose]), log.q
    rate = np.zeros((len(log) - 1, model.nv))
    for k in range(len(rate)):
        mujoco.mj_differentiatePos(model, rate[k], h, qpos[k], qpos[k + 1])
    worst = largest = 0.0
    for k in range(5, len(rate), 50):
        data.qpos, data.qvel = qpos[k], (rate[k] + rate[k - 1]) / 2
        data.qacc = (rate[k] - rate[k - 1]) / h
        mujoco.mj_inverse(model, data)
        f = data.qfrc_inverse.copy()
        f[[int(model.joint(name).dofadr[0]) for name in log.joints]] -= log.tau[k]
        J = []
        for body, point in places.items():
            own = np.zeros((3, model.nv))
            mujoco.mj_jac(model, data, own, None, point(data), model.body(body).id)
            J.append(own)
        J = np.concatenate(J)
        worst = max(worst, np.abs(f - J.T @ np.linalg.lstsq(J.T, f, rcond=None)[0]).max())
        largest = max(largest, np.abs(data.qfrc_inverse).max())
    return worst / largest


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_standing_on_points(folder):
    log, said = simulated(folder, "sway", "--contacts", ",".join(FEET))
    assert "feet: each foot is pressed on the ground" in said
    assert set(log.joints) == set(di.load_robot(folder / "dog.xml").motors)
    places = {
        f"{leg}_shank": lambda data, leg=leg: data.site(f"{leg}_foot").xpos.copy() for leg in LEGS
    }
    assert unexplained(folder, log, places) < 1e-6
    assert np.ptp(log.q, axis=0).max() > 0.1


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_standing_on_balls_that_are_geoms(folder):
    """A geom is a contact by its name, and a ball rolls: the ground acts below its centre."""
    balls = ",".join(f"{leg}_ball" for leg in LEGS)
    log, _ = simulated(folder, "sway", "--contacts", balls)
    below = np.array([0.0, 0.0, RADIUS])
    places = {
        f"{leg}_shank": lambda data, leg=leg: data.geom(f"{leg}_ball").xpos - below for leg in LEGS
    }
    centres = {
        f"{leg}_shank": lambda data, leg=leg: data.geom(f"{leg}_ball").xpos.copy() for leg in LEGS
    }
    # the centre of a ball moves on a circle about its sole: as one that rolls, to first order
    below_sole, at_centre = (unexplained(folder, log, x) for x in (places, centres))
    assert below_sole < 1e-4
    assert at_centre > 5 * below_sole
    points, _ = simulated(folder, "sway", "--contacts", balls, "--foot-radius", "0")
    assert unexplained(folder, points, centres) < 1e-6


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_hanging(folder):
    """The base moves as its own equations say, and nothing acts but at the hook."""
    log, _ = simulated(folder, "legs", *HOOK)

    def hook(data):
        return data.body("trunk").xpos + data.body("trunk").xmat.reshape(3, 3) @ POINT

    assert unexplained(folder, log, {"trunk": hook}) < 1e-5
    hung = hang(di.Model(di.load_robot(folder / "dog.xml"), [di.RotorInertia()]), POINT)
    moved = simulate_swing(hung, load_trajectory(folder / "legs.csv", hung.clamped.robot))
    assert np.degrees(moved.lean) > 2
    pose = moved.pose(log.t)[:, 3:]
    ours = np.column_stack([log.around[f"base_q{x}"] for x in "wxyz"])
    assert np.abs(np.abs((pose * ours).sum(axis=1)) - 1.0).max() < 1e-8


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize(
    ("motion", "how", "contacts", "count"),
    [
        ("sway", ["--contacts", ",".join(FEET)], FEET, 90),
        ("legs", HOOK, ["trunk=" + " ".join(map(str, POINT))], 93),
    ],
)
def test_the_log_is_identified(folder, motion, how, contacts, count):
    """As it comes, without a question about torques of a base that no motor drives, and without
    numbers that are none; the result is a robot file again."""
    simulated(folder, motion, *how, "--noise", "0.001")
    done = dynid(
        *("identify", "dog.xml", "log.csv", "--test", "log.csv", "--contacts", ",".join(contacts)),
        *("--effects", "none", "--force", "-o", "result"),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    assert "encountered" not in done.stderr
    assert "connected" not in done.stdout
    assert " nan" not in done.stdout
    assert max(map(len, done.stdout.replace("\n", " ").split(" "))) < 60
    result = di.Estimate.load(folder / "result" / "result.json")
    assert len(result.names) == count
    assert np.isfinite(result.theta).all()
    if motion == "legs":
        assert f"{'root.rx':<16}" in done.stdout
        page = (folder / "result" / "report.html").read_text()
        assert ">nan<" not in page
    done = dynid("export", "result", "new.xml", "--force", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert di.load_robot(folder / "new.xml").base


def test_the_pose_of_a_base_and_back():
    """Columns of a pose give the coordinates again, of a base whose free joint is turned too."""
    how = {"position": (1.0, 2.0, 3.0), "rotation": make_rpy_rotation(0.3, -0.2, 1.1)}
    bodies = chain("trunk", WORLD, "base", FREE, **how)
    leg = Body("leg", "trunk", Joint("hip", axis=(0, 1, 0)))
    base = tuple(f"base.{step}" for step in FREE)
    robot = Robot("hopper", (*bodies, leg), base=base)
    t = np.linspace(0.0, 1.0, 20)
    q = 0.5 * np.sin(np.outer(t, np.arange(1, 7)) + np.arange(6))
    hip = np.sin(t)[:, None]
    log = di.Log(("hip",), t, hip, hip, around=pose_columns(robot, q))
    again = add_base_coordinates(log, robot, [])
    assert again.joints == (*base, "hip")
    assert np.abs(again.q[:, :6] - q).max() < 1e-12


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ([], "expected the feet on which it stands (--contacts)"),
        ([*HOOK, "--contacts", "FL_foot"], "expected one: a robot that stands, or hangs"),
        (["--contacts", "FL_toe"], "no frame or body 'FL_toe'"),
        (["--contacts", "FL_foot,RR_foot"], "on FL_foot, RR_foot would tip over"),
        (["--contacts", "FL_ball", "--foot-radius", "-1"], "expected 0 or more"),
        (["--hang", "1,2"], "expected 3 numbers"),
    ],
)
def test_what_is_missing_is_said(folder, how, words):
    done = dynid("simulate", "dog.xml", "sway.csv", "--force", "-o", "log.csv", *how, cwd=folder)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_demonstration_is_refused_at_once(folder):
    """`demo` has no feet and no hook: it says what to type before it designs anything."""
    began = time.perf_counter()
    done = dynid("demo", "dog.xml", "-o", "demo", cwd=folder)
    assert done.returncode == 2
    assert "which no motor moves; expected --base fixed" in done.stderr
    assert time.perf_counter() - began < 20
    assert not (folder / "demo").exists()


def test_geoms_are_frames(tmp_path):
    """Where they are in MuJoCo, with the radius of balls; those without a name after their body.
    What cannot touch anything, the ground and names that a body or a site has are left out."""
    (
        tmp_path / "leg.xml"
    ).write_text("""<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
      <body name="trunk" pos="0 0 1"><freejoint/><geom name="shell" type="box" size=".1 .1 .1"/>
        <body name="shin" pos="0 0 -.2" euler="10 20 30"><joint name="knee" axis="0 1 0"/>
          <geom name="heel" type="sphere" size="0.02" pos=".01 .02 -.3" euler="0 30 0"/>
          <geom type="sphere" size="0.03" pos=".05 0 -.3"/>
          <geom type="sphere" size="0.04" pos=".06 0 -.3"/>
          <geom name="shin" type="capsule" size=".01 .1" pos="0 0 -.1"/>
          <geom name="paint" type="sphere" size="1" contype="0" conaffinity="0"/>
        </body></body></worldbody></mujoco>""")
    robot = di.load_robot(tmp_path / "leg.xml")
    frames = {frame.name: frame for frame in robot.frames}
    radii = {"shell": 0.0, "heel": 0.02, "shin.sphere": 0.03, "shin.sphere_2": 0.04}
    assert {name: frame.radius for name, frame in frames.items()} == radii
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "leg.xml"))
    data = mujoco.MjData(model)
    data.qpos[-1] = 0.4
    mujoco.mj_forward(model, data)
    q = [[*data.qpos[:3], 0.0, 0.0, 0.0, 0.4]]
    pose = di.forward_kinematics(robot, q, "heel")[0]
    assert np.abs(pose[:3, 3] - data.geom("heel").xpos).max() < 1e-12
    assert np.abs(pose[:3, :3].ravel() - data.geom("heel").xmat).max() < 1e-12


@pytest.mark.filterwarnings("ignore")
def test_a_hung_robot_with_loops_is_described_by_its_motors(shared_robots):
    """Cassie, its springs held: the turns of the pelvis, then what a log has."""
    cassie = di.load_robot(shared_robots / "agility_cassie" / "cassie.xml")
    cassie = hold_free(cassie, cassie.free)
    home = [[cassie.home[name] for name in cassie.actuated]]
    hung = hold_feet(cassie, [Frame("hook", "cassie-pelvis", (0.0, 0.0, 0.3))], home)
    assert hung.actuated == (*cassie.base[3:], *cassie.motors)
    assert set(release_feet(hung).actuated) == set(cassie.actuated)
    assert len(list_arms(hold_base(cassie))) == 2  # its legs


@pytest.mark.filterwarnings("ignore")
def test_feet_of_public_quadrupeds(shared_data, shared_robots):
    """Unitree's balls have names, ANYbotics' have none: they stand on them, and all 94 combinations
    of a robot on balls are seen."""
    go2 = di.load_robot(shared_data / "unitree_go2" / "robot.xml")
    anymal = di.load_robot(shared_robots / "anybotics_anymal_c" / "anymal_c.xml")
    shanks = [f"{leg}_SHANK.sphere" for leg in ("LF", "RF", "LH", "RH")]
    for robot, feet, radius in ((go2, ["FL", "FR", "RL", "RR"], 0.022), (anymal, shanks, 0.03)):
        home = [[robot.home[name] for name in robot.actuated]]
        stood = hold_feet(robot, feet, home)
        assert [loop.rho for loop in stood.loops] == pytest.approx([radius] * 4)
        assert len(di.base_parameters(di.Model(stood))) == 94
        assert len(di.base_parameters(di.Model(hold_feet(robot, feet, home, 0.0)))) == 90
