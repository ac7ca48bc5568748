"""A quadruped swaying on four feet in MuJoCo: how heavy it is and where its centre lies, from
forces on its feet without any torque, and from torques with unknown forces."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.data.contact_stance import stand_on_feet
from dynid.model.consistency import is_consistent
from dynid.robot.poses import compute_body_poses
from quadruped_help import LEGS, STAND, quadruped, sway

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")

FEET = [f"{leg}_foot" for leg in LEGS]
HEIGHT = 0.28  # m, of the centre above the ground: what 1 % is meant of
POSE = np.array([0, 0, 0.3, 0, 0, 0, *STAND * 4])
PAGE = Path(__file__).parents[2] / "docs" / "floating.md"


def log_of(columns, leave_out):
    """A log without some columns."""
    kept = {name: x for name, x in columns.items() if not name.startswith(leave_out)}
    joints = [name[2:] for name in kept if name.startswith("q_")]
    nothing = np.zeros(len(kept["t"]))
    return di.Log(
        joints,
        kept["t"],
        np.stack([kept[f"q_{joint}"] for joint in joints], axis=1),
        np.stack([kept.get(f"tau_{joint}", nothing) for joint in joints], axis=1),
        around={name: x for name, x in kept.items() if name.startswith(("base", "imu", "f", "p"))},
        torqueless=() if f"tau_{joints[0]}" in kept else tuple(joints),
    )


FORCES = tuple(f"{kind}{x}_" for kind in "fp" for x in "xyz")


@pytest.fixture(scope="module")
def run():
    return sway(quadruped(), 20.0)


@pytest.fixture(scope="module")
def dog(tmp_path_factory):
    path = tmp_path_factory.mktemp("dog") / "dog.xml"
    path.write_text(quadruped())
    return di.load_robot(path)


@pytest.fixture(scope="module")
def wrong(dog):
    """The robot as a poor CAD has it: every body wrong by up to 20 %."""
    rng = np.random.default_rng(4)
    bodies = [
        body
        if body.massless
        else replace(body, inertia=np.asarray(body.inertia) * rng.uniform(0.8, 1.2))
        for body in dog.bodies
    ]
    return dog.replace(bodies=tuple(bodies))


def mass_and_centre(robot, values):
    """Of the whole robot in its stance."""
    poses, moment, mass = compute_body_poses(robot, POSE[None]), np.zeros(3), 0.0
    for body in robot.bodies:
        if not body.massless:
            m, *c = (values[f"{body.name}.{x}"] for x in ("m", "mx", "my", "mz"))
            T = poses[body.name][0]
            mass, moment = mass + m, moment + T[:3, :3] @ c + m * T[:3, 3]
    return mass, moment / mass


def check_whole(robot, model, p, truth):
    mass, centre = mass_and_centre(robot, dict(zip(model.parameters, p)))
    true_mass, true_centre = mass_and_centre(robot, truth)
    assert abs(mass / true_mass - 1) < 0.01
    assert np.abs(centre - true_centre).max() < 0.01 * HEIGHT


def test_the_base_alone_tells_mass_and_centre(run, dog, wrong):
    """No torque of a joint, forces on the feet, an IMU with noise and offsets."""
    log = log_of(run.columns(np.random.default_rng(1)), "tau_")
    model, true = di.Model(wrong, [di.Viscous()]), di.Model(dog, [])
    truth = dict(zip(true.parameters, true.prior))
    assert run.mass == pytest.approx(mass_and_centre(dog, truth)[0], rel=1e-12)
    data = di.process(log, model)
    assert np.array_equal(data.use.any(axis=0), np.isin(dog.actuated, dog.base))
    problem = di.Problem(model, data)
    assert len(problem.base) == 10 + 7 * 12
    assert [model.parameters[k] for k in problem.base.silent] == [
        f"{j}.viscous" for j in dog.motors
    ]
    assert problem.names[0] == " + ".join(b.name + ".m" for b in dog.bodies if not b.massless)
    plain = di.estimate(problem, di.WLS())
    e = plain.theta - problem.base.compute_theta(
        [truth.get(name, 0.0) for name in model.parameters]
    )
    assert np.abs(e / plain.std).max() < 4
    assert 0.5 < e @ np.linalg.solve(plain.covariance, e) / len(e) < 1.6
    assert abs(plain.theta[0] / run.mass - 1) < 1e-3
    result = di.estimate(problem, di.Consistent())
    assert is_consistent(result.p, model)
    check_whole(dog, model, result.p, truth)


@pytest.mark.parametrize(("rows", "count"), [("joints", 84), ("both", 94)])
def test_rows_of_the_joints(run, dog, rows, count):
    """With torques and forces: the joints see all but the base's own ten, both see all."""
    log = log_of(run.columns(np.random.default_rng(5)), "nothing")
    model = di.Model(dog, [di.RotorInertia()])
    problem = di.Problem(model, di.process(log, model, rows=rows))
    assert len(problem.base) == count + 12
    result = di.estimate(problem, di.WLS())
    truth = dict(zip(di.Model(dog, []).parameters, di.Model(dog, []).prior))
    truth |= {f"{joint}.rotor_inertia": 0.01 for joint in dog.motors}
    e = result.theta - problem.base.compute_theta([truth[name] for name in model.parameters])
    assert np.abs(e / result.std).max() < 4
    seen = [name for name in problem.names if name.startswith("trunk")]
    assert len(seen) == (10 if rows == "both" else 0)


def test_unknown_forces_on_standing_feet(run, dog, wrong):
    """Torques of the joints; what the ground does is taken out."""
    log = log_of(run.columns(np.random.default_rng(2)), FORCES)
    stood = stand_on_feet(wrong, FEET, log)
    assert stood.actuated == dog.base
    assert stood.motors == dog.motors
    model, true = di.Model(stood, [di.RotorInertia()]), di.Model(dog, [])
    truth = dict(zip(true.parameters, true.prior)) | {
        f"{j}.rotor_inertia": 0.01 for j in dog.motors
    }
    problem = di.Problem(model, di.process(log, model))
    assert len(di.base_parameters(di.Model(stood, []))) == 94 - len(FEET)
    plain = di.estimate(problem, di.WLS())
    off = plain.theta - problem.base.compute_theta([truth[name] for name in model.parameters])
    assert np.abs(off / plain.std).max() < 4
    result = di.estimate(problem, di.Consistent())
    assert is_consistent(result.p, model)
    check_whole(dog, model, result.p, truth)


def test_feet_that_are_balls_roll(dog, wrong):
    """Of 22 mm, as a Go2 has them: as points they cost 4 % of the mass."""
    run = sway(quadruped().replace('size="0.004"', 'size="0.022"'), 12.0, seed=3)
    log = log_of(run.columns(np.random.default_rng(6)), (*FORCES, "base_x", "base_y", "base_z"))
    truth = dict(zip(di.Model(dog, []).parameters, di.Model(dog, []).prior))
    truth |= {f"{j}.rotor_inertia": 0.01 for j in dog.motors}
    found = []
    for radius in (0.022, 0.0):
        model = di.Model(stand_on_feet(wrong, FEET, log, radius), [di.RotorInertia()])
        result = di.estimate(di.Problem(model, di.process(log, model)), di.Consistent())
        found.append(mass_and_centre(dog, dict(zip(model.parameters, result.p)))[0] / run.mass)
        if radius:
            check_whole(dog, model, result.p, truth)
    assert abs(found[1] - 1) > 0.02


def test_a_mass_in_a_standing_foot_is_not_seen(run, dog):
    """And nothing else is lost."""
    stood = stand_on_feet(dog, FEET, log_of(run.columns(np.random.default_rng(0), 0.0), FORCES))
    model = di.Model(stood, [])
    base = di.base_parameters(model)
    p = np.zeros(len(model.parameters))
    foot = next(frame for frame in dog.frames if frame.name == "FL_foot")
    x, y, z = foot.position
    ten = (1, x, y, z, y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y)
    at = model.parameters.index(f"{foot.body}.m")
    p[at : at + 10] = ten
    assert np.abs(base.compute_theta(p)).max() < 1e-9
    p[at + 3] += 0.1
    assert np.abs(base.compute_theta(p)).max() > 0.05


def test_torques_of_a_standing_robot_are_mujocos(run, dog):
    """Without noise, with the true bodies: what is left is the softness of MuJoCo's contacts."""
    log = log_of(run.columns(np.random.default_rng(0), 0.0), FORCES)
    model = di.Model(stand_on_feet(dog, FEET, log), [di.RotorInertia()])
    data = di.process(log, model, 10.0)
    p = np.where(np.isnan(model.prior), 0.01, model.prior)
    p[[name.endswith("rotor_inertia") for name in model.parameters]] = 0.01
    tau = model.inverse_dynamics(data.q, data.qd, data.qdd, p)
    assert np.linalg.norm(tau - data.tau) < 0.01 * np.linalg.norm(data.tau)


URDF = """<robot name="tree">{links}{joints}</robot>"""
LINK = """<link name="l{k}"><inertial><origin xyz="0.1 {k}e-2 0.05"/><mass value="{m}"/>
  <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="0.02" iyz="0.03"/></inertial></link>"""
JOINT = """<joint name="j{k}" type="{kind}"><parent link="l{p}"/><child link="l{k}"/>
  <origin xyz="0.3 0.1 0.{k}" rpy="0.{k} 0.4 1.1"/><axis xyz="{axis}"/>
  <limit lower="-1" upper="1" velocity="1" effort="1"/></joint>"""


@pytest.mark.parametrize("parents", [(0, 1, 2), (0, 0, 1, 1), (0, 1, 1, 3, 0)])
def test_counts_of_floating_trees(tmp_path, parents):
    """10 + 7 (turning joints) + 4 (sliding ones), as the literature has it, and as the rank of
    Pinocchio's regressor; the six rows of the base alone show as many."""
    pinocchio = pytest.importorskip("pinocchio")
    rng = np.random.default_rng(len(parents))
    kinds = ["prismatic" if k == 2 else "revolute" for k in range(len(parents))]
    joints = [
        JOINT.format(k=k + 1, p=p, kind=kind, axis=" ".join(map(str, rng.integers(1, 5, 3))))
        for k, (p, kind) in enumerate(zip(parents, kinds))
    ]
    links = [LINK.format(k=k, m=1 + k) for k in range(len(parents) + 1)]
    path = tmp_path / "tree.urdf"
    path.write_text(URDF.format(links="".join(links), joints="".join(joints)))
    robot = di.load_robot(path, floating=True)
    assert robot.base == tuple(f"base.{x}" for x in ("x", "y", "z", "rx", "ry", "rz"))
    assert robot.motors == tuple(f"j{k + 1}" for k in range(len(parents)))
    model = di.Model(robot, [])
    count = 10 + 7 * kinds.count("revolute") + 4 * kinds.count("prismatic")
    base = di.base_parameters(model)
    assert len(base) == count
    assert len(di.base_parameters(model, rows=robot.base)) == count
    assert len(di.base_parameters(model, rows=robot.motors)) == count - 10
    theirs = pinocchio.buildModelFromUrdf(str(path), pinocchio.JointModelFreeFlyer())
    data, rows = theirs.createData(), []
    for _ in range(60):
        q = pinocchio.randomConfiguration(theirs, -np.ones(theirs.nq), np.ones(theirs.nq))
        v, a = rng.normal(size=(2, theirs.nv))
        Y = pinocchio.computeJointTorqueRegressor(theirs, data, q, v, a)
        rows.append(np.array(Y)[:6])
    s = np.linalg.svd(np.concatenate(rows), compute_uv=False)
    assert int((s > 1e-9 * s[0]).sum()) == count
    with pytest.raises(di.errors.RobotError, match="cannot be made free"):
        di.load_robot("arm7", floating=True)


def test_a_urdf_gets_its_base_back(tmp_path):
    """The root link, which is no ground here, among the bodies that are written."""
    joints = [JOINT.format(k=1, p=0, kind="revolute", axis="1 2 3")]
    links = [LINK.format(k=k, m=1 + k) for k in range(2)]
    path = tmp_path / "tree.urdf"
    path.write_text(URDF.format(links="".join(links), joints="".join(joints)))
    model = di.Model(di.load_robot(path, floating=True), [])
    rng = np.random.default_rng(0)
    motion = rng.uniform(-0.5, 0.5, (3, 200, 7))
    tau = 1.1 * model.inverse_dynamics(*motion, model.prior)
    ones = np.ones(tau.shape, dtype=bool)
    data = di.Dataset(model, np.arange(200) / 100, *motion, tau, np.zeros(200), ones, 100.0)
    result = di.estimate(di.Problem(model, data), di.Consistent())
    di.export(result, tmp_path / "new.urdf")
    again = di.Model(di.load_robot(tmp_path / "new.urdf", floating=True), [])
    base = di.base_parameters(model)
    assert np.allclose(
        base.compute_theta(again.prior), 1.1 * base.compute_theta(model.prior), rtol=1e-3, atol=1e-3
    )


def test_anymal(shared_robots):
    """The MJCF that its maker gives, standing on the balls of its shanks."""
    path = shared_robots / "anybotics_anymal_c" / "anymal_c.xml"
    with pytest.warns(UserWarning, match="missing files"):
        robot = di.load_robot(path)
    model = di.Model(robot, [di.Viscous()])
    assert len(di.base_parameters(di.Model(robot, []))) == 94
    base = di.base_parameters(model, rows=robot.base)
    assert len(base) == 94
    assert base.names[0].startswith("base.m + LF_HIP.m")


def test_the_page_can_be_typed(run, tmp_path):
    """Every command of the page, on files as it describes them."""
    (tmp_path / "dog.xml").write_text(quadruped())
    columns = run.columns(np.random.default_rng(3))
    for name, leave_out in (("forces", "tau_"), ("torques", FORCES)):
        log_of(columns, leave_out).save(tmp_path / f"{name}.csv")
    text = PAGE.read_text()
    typed = [shlex.split(line) for line in text.splitlines() if line.startswith("    dynid ")]
    assert len(typed) == 9
    said = [dynid(*words[1:], cwd=tmp_path) for words in typed]
    assert [done.returncode for done in said] == [0] * 9, [done.stderr for done in said]
    assert "floating     root.x, root.y, root.z, root.rx, root.ry, root.rz" in said[0].stdout
    assert "base         94" in said[0].stdout
    assert "90 of the 94 combinations that the free robot has" in said[2].stdout
    assert "feet: each foot is pressed on the ground" in said[4].stdout
    assert (tmp_path / "sway" / "joints.csv").exists()
    assert "hanging: the base leans by" in said[6].stdout
    assert "105 parameters" in said[8].stdout
    for folder in ("weighed", "standing"):
        result = di.identification.Estimate.load(tmp_path / folder / "result.json")
        masses = [x for x, name in zip(result.p, result.parameters) if name.endswith(".m")]
        assert abs(sum(masses) / run.mass - 1) < 0.01
        assert (tmp_path / folder / "report.html").exists()
