"""Robots written as SDF, new and into a user's own file, against Drake (where it is installed:
`make test-readers`) and as dynid reads them again."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from dynid.errors import RobotError
from dynid.exports.robot_writer import export_robot
from dynid.exports.sdf_writer import compute_zero
from dynid.robot.geometry import compute_rpy, make_axis_rotation
from export_help import full_parameters, result_of
from sdf_drake import by_drake, write_files
from sdf_drake import torques as with_joints
from sdf_variants import variant
from urdf_help import random_urdf

pytestmark = [
    pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning"),
    pytest.mark.filterwarnings("ignore:.*not.*:UserWarning"),
]
EQUAL = 1e-9  # of the largest torque
PARALLEL = ("five_bar", "rrr3", "delta3", "delta4", "linear_delta", "par4", "prs3", "rps3", "rus6")
EFFECTS = [di.Viscous(), di.Coulomb(), di.RotorInertia(), di.Spring()]


def has_drake():
    try:
        import pydrake.multibody.plant  # noqa: F401
    except ImportError:
        return False
    return True


drake = pytest.mark.skipif(not has_drake(), reason="needs Drake: make test-readers")


def draw_motion(robot, size, seed=3):
    """q about the zero of an SDF file, qd, qdd."""
    rng = np.random.default_rng(seed)
    home = compute_zero(robot)
    zero = np.array([home[name] for name in robot.actuated])
    q, qd, qdd = rng.uniform(-1, 1, (3, 6, robot.dof))
    return zero, zero + size * q, qd, qdd


def assert_close(ours, theirs):
    np.testing.assert_allclose(theirs, ours, rtol=0, atol=EQUAL * np.abs(ours).max())


def make_tree(seed, tmp_path):
    source = tmp_path / "tree.urdf"
    source.write_text(random_urdf(seed))
    model = di.Model(di.load_robot(source), EFFECTS)
    p = full_parameters(model, seed)
    out = tmp_path / "tree.sdf"
    di.export(result_of(model, p), out)
    return model, p, out


@pytest.mark.parametrize("seed", range(4))
def test_trees_read_back_with_friction_rotors_and_springs(seed, tmp_path):
    model, p, out = make_tree(seed, tmp_path)
    again = di.Model(di.load_robot(out), EFFECTS)
    _, q, qd, qdd = draw_motion(model.robot, 2.0)
    assert again.robot.coordinates == model.robot.coordinates
    ours = model.inverse_dynamics(q, qd, qdd, p)
    assert_close(ours, again.inverse_dynamics(q, qd, qdd, again.prior))


@drake
@pytest.mark.parametrize("seed", range(4))
def test_trees_have_drakes_torques(seed, tmp_path):
    model, p, out = make_tree(seed, tmp_path)
    _, q, qd, qdd = draw_motion(model.robot, 2.0)
    friction = [k for k, name in enumerate(model.parameters) if name.endswith("coulomb")]
    p[friction] = 0.0  # Drake reads none
    ours = model.inverse_dynamics(q, qd, qdd, p)
    assert_close(ours, by_drake(out, di.load_robot(out), (q, qd, qdd)))


@pytest.mark.parametrize("name", PARALLEL)
def test_loops_read_back(name, tmp_path):
    robot = di.load_robot(name)
    out = export_robot(robot, tmp_path / "loops.sdf")
    again = di.load_robot(out, actuated=robot.actuated)
    zero, q, qd, qdd = draw_motion(robot, 0.05)
    ours = _bare_torques(robot, q, qd, qdd)
    assert_close(ours, _bare_torques(again, q - zero, qd, qdd))


def _bare_torques(robot, q, qd, qdd):
    model = di.Model(robot, [])
    return model.inverse_dynamics(q, qd, qdd, model.prior)


@drake
@pytest.mark.parametrize("name", PARALLEL)
def test_loops_have_drakes_torques(name, tmp_path):
    """Drake reads the file with its loops cut, and says what the loops leave free: their joints'
    ends must stay together, by Drake's own velocities."""
    robot = di.load_robot(name)
    out = export_robot(robot, tmp_path / "loops.sdf")
    zero, q, qd, qdd = draw_motion(robot, 0.05)
    ours = _bare_torques(robot, q, qd, qdd)
    assert_close(ours, _torques_of_loops(out, robot, zero, (q, qd, qdd)))


def _torques_of_loops(path, robot, zero, motion):
    from pydrake.multibody.plant import MultibodyPlant

    text, cut = path.read_text(), []
    for loop in robot.loops:
        found = re.search(rf'<joint name="{loop.name}(_\d+)?" .*?</joint>', text, re.S).group()
        text, cut = text.replace(found, ""), [*cut, found]
    path.write_text(text)
    plant = MultibodyPlant(0.0)
    return _project(plant, path, robot, cut, zero, motion)


def _project(plant, path, robot, cut, zero, motion):
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.tree import MultibodyForces

    Parser(plant).AddModels(str(path))
    ends = []
    for joint in cut:
        said = re.search(r"<pose>(.*?)</pose>", joint)
        pose = np.array(said[1].split(), float) if said else np.zeros(6)
        ends.append((re.search("<parent>(.*?)<", joint)[1], re.search("<child>(.*?)<", joint)[1]))
        ends[-1] += (pose, joint)
    plant.mutable_gravity_field().set_gravity_vector(np.asarray(robot.gravity))
    plant.Finalize()
    context = plant.CreateDefaultContext()
    known = [robot.coordinates.index(name) for name in robot.actuated]
    place = {
        name: plant.GetJointByName(name).velocity_start()
        for name in robot.coordinates
        if plant.HasJointNamed(name)
    }
    free, count = [place[name] for name in robot.actuated], plant.num_velocities()
    home = compute_zero(robot)
    pins = [_make_pin(plant, context, *end) for end in ends]
    out = []
    closed = di.close(robot, *motion)
    for q, qd, qdd in zip(closed.q, closed.qd, closed.qdd):
        _pose(plant, context, dict(zip(robot.coordinates, q)), home)
        J = np.vstack([*(pin()[0] for pin in pins), *_couple(robot, place, count)])
        rest = [k for k in range(count) if k not in free]
        X = np.zeros((count, len(free)))
        X[free] = np.eye(len(free))
        X[rest] = -np.linalg.pinv(J[:, rest]) @ J[:, free]
        plant.SetVelocities(context, X @ qd[known])
        bend = np.concatenate([*(pin()[1] for pin in pins), np.zeros(len(robot.couplings))])
        assert max(pin()[2] for pin in pins) < 1e-8  # the loops are closed in Drake, too
        vd = np.zeros(count)
        vd[free] = qdd[known]
        vd[rest] = -np.linalg.pinv(J[:, rest]) @ (J[:, free] @ vd[free] + bend)
        forces = MultibodyForces(plant)
        plant.CalcForceElementsContribution(context, forces)
        tau = plant.CalcInverseDynamics(context, vd, forces)
        out.append(X.T @ tau)
    return np.array(out)


def _pose(plant, context, q, home):
    """Positions of an SDF file are counted from home; a ball joint turns by R(home)' R(q)."""
    at = plant.GetPositions(context)
    balls = {name.rpartition(".")[0] for name in q if not plant.HasJointNamed(name)}
    for name in q.keys() - {f"{ball}.r{axis}" for ball in balls for axis in "xyz"}:
        at[plant.GetJointByName(name).position_start()] = q[name] - home[name]
    plant.SetPositions(context, at)
    for ball in balls:
        turns = [
            np.linalg.multi_dot(
                [make_axis_rotation(e, of[f"{ball}.r{x}"]) for e, x in zip(np.eye(3), "xyz")]
            )
            for of in (home, q)
        ]
        angles = np.array(compute_rpy(turns[0].T @ turns[1]))
        plant.GetJointByName(ball).set_angles(context, angles)


def _couple(robot, place, count):
    for coupling in robot.couplings:
        row = np.zeros((1, count))
        row[0, place[coupling.joint]] = -1.0
        row[0, place[coupling.of]] = coupling.coefficients[1]
        yield row


def _make_pin(plant, context, parent, child, pose, joint):
    """A function: the rows of a cut joint, J'v of them, and how far it is open. A ball joint keeps
    three translations; a hinge and a cardan joint some rotations as well."""
    from pydrake.math import RigidTransform, RollPitchYaw
    from pydrake.multibody.tree import JacobianWrtVariable

    V = JacobianWrtVariable.kV
    world = plant.world_frame()
    bodies = [
        plant.world_body() if name == "world" else plant.GetBodyByName(name)
        for name in (parent, child)
    ]
    B = RigidTransform(RollPitchYaw(pose[3:]), pose[:3])
    starts = [plant.EvalBodyPoseInWorld(context, body) for body in bodies]
    A = starts[0].inverse() @ starts[1] @ B
    kind = re.search('type="(.*?)"', joint)[1]
    axes = [np.array(text.split(), float) for text in re.findall(r"<xyz>(.*?)</xyz>", joint)]
    across = {"ball": 0, "fixed": 3, "revolute": 2, "universal": 1}[kind]

    def look():
        X = [plant.EvalBodyPoseInWorld(context, body) for body in bodies]
        points = [A.translation(), B.translation()]
        frames = [body.body_frame() for body in bodies]
        J, bend = [], []
        for frame, point in zip(frames, points):
            J.append(plant.CalcJacobianSpatialVelocity(context, V, frame, point, world, world))
            bend.append(plant.CalcBiasSpatialAcceleration(context, V, frame, point, world, world))
        Ja, Jb = J
        turn_a, turn_b = (b.rotational() for b in bend)
        w_a, w_b = (x[:3] @ plant.GetVelocities(context) for x in J)
        rows = [Jb[3:] - Ja[3:]]
        bias = [bend[1].translational() - bend[0].translational()]
        Ra, Rb = (X[0] @ A).rotation().matrix(), (X[1] @ B).rotation().matrix()
        if kind == "universal":
            pairs = [(Ra @ axes[0], Rb @ axes[1])]
        elif kind == "revolute":
            z = axes[0] / np.linalg.norm(axes[0])
            u = np.linalg.svd(z[None])[2][1:]
            pairs = [(Ra @ z, Rb @ x) for x in u]
        else:
            pairs = [(Ra[:, i], Rb[:, j]) for i, j in ((0, 1), (1, 2), (2, 0))[:across]]
        for a, b in pairs:  # a . b = 0: (a x b) . (w_b - w_a) = 0 and its derivative
            n = np.cross(a, b)
            rows.append(-(n @ (Ja[:3] - Jb[:3]))[None])
            dn = np.cross(np.cross(w_a, a), b) + np.cross(a, np.cross(w_b, b))
            bias.append([n @ (turn_b - turn_a) + dn @ (w_b - w_a)])
        gap = np.abs((X[0] @ A).translation() - (X[1] @ B).translation()).max()
        return np.vstack(rows), np.concatenate(bias), gap

    return look


EDITABLE = [seed for seed in range(60) if len(variant(seed)) == 1]


def edit(seed, tmp_path):
    """A random file with other parameters, and what they were; Drake reads no dry friction."""
    source = write_files(variant(seed), tmp_path)
    robot = di.load_robot(source)
    simple = [c for c in robot.coordinates if "." not in c]
    model = di.Model(robot, [di.Viscous(simple), di.RotorInertia(simple)] if simple else [])
    p = full_parameters(model, seed)
    out = tmp_path / "edited.sdf"
    done = di.export(result_of(model, p), out)
    return source, model, p, out, done


def expected(model, p, motion):
    """The torques with p, and with what the file says of other joints and of springs."""
    known = with_joints(model.robot, motion)
    bare = di.Model(model.robot, model.effects)
    kept = bare.prior.copy()
    kept[np.isnan(kept)] = 0.0
    return known - bare.inverse_dynamics(*motion, kept) + model.inverse_dynamics(*motion, p)


@pytest.mark.parametrize("seed", EDITABLE)
def test_random_files_are_edited_in_place(seed, tmp_path):
    source, model, p, out, done = edit(seed, tmp_path)
    assert not any("a new file" in note for note in done.notes)
    again = di.load_robot(out)
    assert again.coordinates == model.robot.coordinates
    _, q, qd, qdd = draw_motion(model.robot, 0.7)
    ours = expected(model, p, (q, qd, qdd))
    assert_close(ours, with_joints(again, (q, qd, qdd)))
    assert strip(out.read_text()) == strip(source.read_text())


def strip(text):
    """Without what an export may change."""
    text = re.sub(r"\s*<!-- dynid:.*?-->", "", text, flags=re.S)
    text = re.sub(r'\s*<inertial.*?</inertial>|\s*xmlns:drake="[^"]*"', "", text, flags=re.S)
    for tag in ("damping", "friction", "spring_stiffness", "spring_reference"):
        text = re.sub(rf"\s*<{tag}>[^<]*</{tag}>", "", text)
    text = re.sub(r"\s*<drake:(rotor_inertia|gear_ratio)>[^<]*</drake:\1>", "", text)
    text = re.sub(r"\s*<dynamics>\s*</dynamics>|\s*<dynamics/>", "", text)
    return re.sub(
        r"\s+(?=</?(joint|link|axis2?))|>\s+<", lambda m: "><" if ">" in m[0] else "", text
    )


@drake
@pytest.mark.parametrize("seed", EDITABLE)
def test_edited_files_have_drakes_torques(seed, tmp_path):
    _, model, p, out, _ = edit(seed, tmp_path)
    _, q, qd, qdd = draw_motion(model.robot, 0.7)
    ours = expected(model, p, (q, qd, qdd))
    try:
        theirs = by_drake(out, di.load_robot(out), (q, qd, qdd))
    except RuntimeError as error:
        pytest.skip(f"Drake refuses it: {' '.join(str(error).split())[:80]}")
    assert_close(ours, theirs)


ARM = """<sdf version="1.7">{world}<model name="arm">
  <link name="base"/>
  <joint name="ground" type="fixed"><parent>world</parent><child>base</child></joint>
  <link name="upper"><pose>0 0 .3 0 0 0</pose></link>
  <link name="sensor"><pose>.1 0 .4 0 .2 0</pose>
    <inertial><mass>.3</mass>
      <inertia><ixx>.01</ixx><iyy>.01</iyy><izz>.01</izz></inertia></inertial>
  </link>
  <joint name="j1" type="revolute"><parent>base</parent><child>upper</child>
    <axis><xyz>0 1 0</xyz></axis></joint>
  <joint name="mount" type="fixed"><parent>upper</parent><child>sensor</child></joint>
</model>{end}</sdf>
"""


@pytest.mark.parametrize("world", [False, True])
def test_fixed_links_keep_their_inertias_and_gravity_is_said(world, tmp_path):
    source, out = tmp_path / "arm.sdf", tmp_path / "new.sdf"
    ends = ('<world name="w"><gravity>0 0 -9.8</gravity>', "</world>") if world else ("", "")
    source.write_text(ARM.format(world=ends[0], end=ends[1]))
    robot = di.load_robot(source).replace(gravity=(0.0, 0.5, -9.0))
    model = di.Model(robot, [di.Coulomb()])
    p = np.append(di.inertial(2.0, (0.02, 0.0, 0.05), (0.1, 0.1, 0.1)), 0.4)
    done = di.export(result_of(model, p), out)
    text = out.read_text()
    assert text.count("<inertial>") == 2
    assert "<mass>0.3</mass>" in text or "<mass>.3</mass>" in text
    again = di.load_robot(out)
    np.testing.assert_allclose(again.body("upper").inertia, p[:10], rtol=0, atol=1e-14)
    assert again.joint("j1").friction == 0.4
    if world:
        np.testing.assert_array_equal(again.gravity, robot.gravity)
    else:
        assert any("0.0 0.5 -9.0" in note for note in done.notes)


def test_new_files_say_gravity_by_a_world(tmp_path):
    robot = di.load_robot("arm7")
    for g, world in (((0.0, 0.0, -9.81), False), ((0.0, 0.0, -9.80665), True)):
        out = export_robot(robot.replace(gravity=g), tmp_path / f"{world}.sdf")
        assert ("<world" in out.read_text()) == world
        np.testing.assert_allclose(di.load_robot(out).gravity, g, rtol=0, atol=1e-15)


def test_what_sdf_cannot_hold_is_refused(tmp_path):
    with pytest.raises(RobotError, match=r"no joint of SDF can close\. Export MJCF"):
        export_robot(di.load_robot("cft"), tmp_path / "loop.sdf")
    robot = di.load_robot("delta4")
    bent = replace(robot.couplings[0], coefficients=(0.0, 1.0, 0.1))
    with pytest.raises(RobotError, match="degree 1"):
        export_robot(robot.replace(couplings=(bent,)), tmp_path / "loop.sdf")
