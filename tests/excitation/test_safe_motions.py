"""Designed motions keep out of the robot itself and above a floor, at rest at both ends: judged by
Coal on the shapes of the file, and by MuJoCo's own contacts."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.excitation.capsules import list_joined_bodies
from shapes_help import SOLIDS, Coal, write_arm, write_stl

pytestmark = pytest.mark.slow(reason="whole designs, judged by Coal and MuJoCo")

TOLERANCE = 0.03


def design(path, limits=None, **more):
    model = di.Model(di.load_robot(path), [di.Viscous(), di.Coulomb()])
    settings = {"starts": 1, "iterations": 25, "samples": 120, "noise": 1.0} | more
    return di.design_excitation(
        model, di.Fourier(8.0, 5, rest=True), limits or di.Limits(tolerance=TOLERANCE), **settings
    )


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    """The file, and a motion of it. Pinocchio finds meshes by the package's folder."""
    folder = tmp_path_factory.mktemp("ros") / "arm"
    folder.mkdir()
    solids = [(at, solid.replace('"wrist2', '"package://arm/wrist2')) for at, solid in SOLIDS]
    path = write_arm(folder, solids=solids)
    return path, design(path)


def watched(found):
    capsules = found.guard.capsules
    return {frozenset((capsules[i].body, capsules[j].body)) for i, j in found.guard.pairs}


def test_no_contact_and_no_floor_even_with_tracking_errors(arm):
    """Every pair that is not joined or left out aloud keeps its distance, and stays apart for any
    error of the joints within the tolerance."""
    path, found = arm
    coal, pairs = Coal(path), watched(found)
    robot = found.model.robot
    ground = {"world": "base"}
    rename = {frozenset(ground.get(name, name) for name in pair) for pair in pairs}
    assert len(rename) >= 8
    least = {k.label: k.least for k in found.kept}
    q = found.trajectory.at(np.linspace(0, found.trajectory.duration, 400))[0]
    rng = np.random.default_rng(0)
    for pose in q:
        distances, heights = coal.at(pose)
        for pair in pairs:
            a, b = sorted(pair)
            told = least.get(f"distance {a} - {b}", least.get(f"distance {b} - {a}"))
            there = distances[frozenset(ground.get(name, name) for name in pair)]
            assert there >= told - 1e-3  # a capsule holds its shape, so the true distance is larger
        assert min(height for name, height in heights.items() if name != "base") > 0.0
        off, low = coal.at(pose + TOLERANCE * rng.choice([-1.0, 1.0], size=robot.dof))
        assert min(off[pair] for pair in rename) > 0.0
        assert min(height for name, height in low.items() if name != "base") > 0.0


def test_without_them_it_collides(arm):
    """The same design without shapes and floor goes through both."""
    path, _ = arm
    found = design(path, di.Limits(shapes=False, floor=None))
    coal = Coal(path)
    q = found.trajectory.at(np.linspace(0, found.trajectory.duration, 200))[0]
    lowest = min(min(coal.at(pose)[1].values()) for pose in q)
    assert lowest < -0.2
    assert found.guard is None
    assert "collisions of bodies with each other" in found.notes[-1]


def test_it_starts_and_ends_at_rest_and_says_what_it_keeps(arm):
    found = arm[1]
    _, qd, qdd = found.trajectory.at([0.0, found.trajectory.duration])
    assert np.abs(qd).max() < 1e-9
    assert np.abs(qdd).max() < 1e-9
    text = str(found)
    assert "above the floor z = 0 m" in text
    assert "tolerates 0.03 rad" in text
    assert "not considered: obstacles" in text
    assert "touch at home" in text
    names = [trace.name for trace in found.plot().data]
    assert {"floor", "distance", "height"} <= set(names)


def test_positions_keep_the_tolerance_from_their_ends(tmp_path):
    path = write_arm(tmp_path, solids=None, position="1.0")
    found = design(path, iterations=5)
    assert max(k.most for k in found.kept if k.label.startswith("position")) <= 1.0 - TOLERANCE


def test_the_way_from_home_keeps_the_limits(arm):
    """From the joints at zero, where the arm lies flat, only where that is above the floor."""
    path, found = arm
    way, told = found.lead_in()
    assert way is None
    assert "in the home pose height of wrist" in told
    lifted = {"lift": -1.2, "elbow": 1.0, "wrist1": -1.0}
    robot = found.model.robot.replace(home=lifted)
    model = di.Model(robot, [di.Viscous()])
    limits = di.Limits(acceleration=5.0)
    again = di.design_excitation(
        model, di.Fourier(8.0, 4, rest=True), limits, starts=1, iterations=5, samples=80, noise=1.0
    )
    way, told = again.lead_in()
    assert "at rest at both ends" in told
    _, q, qd, qdd = way.sample(500.0)
    np.testing.assert_allclose(q[0], [lifted.get(name, 0.0) for name in robot.actuated], atol=1e-9)
    start = again.trajectory.at([0.0])[0][0]
    np.testing.assert_allclose(way.at([way.duration])[0][0], start, atol=1e-9)
    assert (
        np.abs(np.vstack([qd[0], qdd[0], *(x[0] for x in way.at([way.duration])[1:])])).max() < 1e-6
    )
    assert np.abs(qd).max() <= 0.5 * 3.15
    assert np.abs(qdd).max() <= 2.5
    coal, pairs = Coal(path), {frozenset(map(str, pair)) for pair in watched(again)}
    for pose in q[:: len(q) // 60]:
        distances, heights = coal.at(pose)
        assert min(h for name, h in heights.items() if name != "base") > 0
        assert all(distances[pair] > 0 for pair in pairs if "world" not in pair)


def test_missing_meshes_are_said_and_stood_in_for(tmp_path):
    found = design(write_arm(tmp_path, meshes=False), iterations=3)
    note = next(note for note in found.notes if "replace it" in note)
    assert "wrist1_link, wrist2_link" in note
    assert "wrist1.stl is missing" in note
    bodies = {capsule.body for capsule in found.guard.capsules}
    assert {"wrist1_link", "wrist2_link"} <= bodies


def test_a_file_without_shapes_is_kept_above_the_floor_by_its_joints(tmp_path):
    """What the README's line did to a common arm: its wrist went 0.8 m below the floor."""
    found = design(write_arm(tmp_path, solids=None))
    q = found.trajectory.at(np.linspace(0, 8.0, 500))[0]
    robot = found.model.robot
    for body in robot.bodies[1:]:
        assert di.forward_kinematics(robot, q, body.name)[:, 2, 3].min() > 0.0
    assert "the file has no collision shapes" in str(found)


def test_a_floor_can_be_given_and_taken_away(tmp_path):
    path = write_arm(tmp_path, solids=None)
    high = design(path, di.Limits(floor=0.3, shapes=False), iterations=10)
    q = high.trajectory.at(np.linspace(0, 8.0, 500))[0]
    assert di.forward_kinematics(high.model.robot, q)[:, 2, 3].min() > 0.3
    assert high.guard.pairs == ()
    none = design(path, di.Limits(floor=None), iterations=3)
    assert none.guard.floor is None
    assert "not considered: a floor" in none.notes[-1]
    with pytest.raises(di.InputError, match="got floor 'low'"):
        di.Limits(floor="low")
    with pytest.raises(di.InputError, match="tolerance -1"):
        di.Limits(tolerance=-1)


MJCF = """
<mujoco><asset><mesh name="fist" file="fist.stl"/></asset>
<worldbody><geom name="ground" type="plane" size="3 3 .1" pos="0 0 -0.1"/>
 <geom name="post" type="box" size=".05 .05 .2" pos="0.45 0 0.1"/>
 <body name="upper" pos="0 0 0.5"><joint name="j1" axis="0 1 0" range="-170 170"/>
  <joint name="j0" axis="0 0 1" range="-170 170"/>
  <geom name="upper" type="capsule" fromto="0 0 0 0.3 0 0" size=".04" mass="2"/>
  <body name="middle" pos="0.3 0 0"><joint name="j2" axis="0 1 0" range="-150 150"/>
   <geom name="middle" type="cylinder" fromto="0.08 0 0 0.2 0 0" size=".03" mass="1"/>
   <body name="fore" pos="0.25 0 0"><joint name="j3" axis="0 1 0" range="-150 150"/>
    <geom name="fore" type="ellipsoid" pos="0.12 0 0" size=".1 .03 .02" mass="1"/>
    <geom name="fist" type="mesh" mesh="fist" pos="0.22 0 0" mass=".2"/>
   </body></body></body></worldbody>
<actuator><motor joint="j0"/><motor joint="j1"/><motor joint="j2"/><motor joint="j3"/></actuator>
</mujoco>"""


def test_mujoco_sees_no_contact(tmp_path):
    import mujoco

    write_stl(tmp_path / "fist.stl", (0.03, 0.04, 0.03))
    (tmp_path / "arm.xml").write_text(MJCF)
    found = design(tmp_path / "arm.xml", di.Limits(velocity=3.0, clearance=0.01))
    assert found.guard.floor == -0.1  # that of the file
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    data = mujoco.MjData(model)
    robot = found.model.robot
    order = [model.joint(name).qposadr[0] for name in robot.actuated]
    together = list_joined_bodies(robot)
    nearest = {}
    q = found.trajectory.at(np.linspace(0, 8.0, 1500))[0]
    for pose in q:
        data.qpos[order] = pose
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        assert all(
            frozenset(model.body(model.geom(g).bodyid[0]).name for g in contact.geom) in together
            for contact in data.contact
        )
        for a, b in (("post", "fore"), ("post", "fist"), ("post", "middle"), ("upper", "fist")):
            gap = mujoco.mj_geomDistance(model, data, model.geom(a).id, model.geom(b).id, 1.0, None)
            nearest[a, b] = min(nearest.get((a, b), 1.0), gap)
    assert min(nearest.values()) > 0.01 - 1e-4
    wild = design(tmp_path / "arm.xml", di.Limits(velocity=3.0, shapes=False, floor=None))
    touched = 0
    for pose in wild.trajectory.at(np.linspace(0, 8.0, 300))[0]:
        data.qpos[order] = pose
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        touched += data.ncon > 0
    assert touched > 0


FIVE_BAR = """
<mujoco><option gravity="0 0 -9.81"/><worldbody>
<body name="l1" pos="-0.1 0 0.6"><joint name="left" axis="0 1 0"/>
  <geom name="l1" type="capsule" fromto="0 0 0 -0.1 0 -0.17" size=".015" mass=".5"/>
 <body name="l2" pos="-0.1 0 -0.17"><joint name="left_elbow" axis="0 1 0"/>
  <geom name="l2" type="capsule" fromto="0 0 0 0.2 0 -0.2" size=".015" mass=".4"/>
</body></body>
<body name="r1" pos="0.1 0 0.6"><joint name="right" axis="0 1 0"/>
  <geom name="r1" type="capsule" fromto="0 0 0 0.1 0 -0.17" size=".015" mass=".5"/>
 <body name="r2" pos="0.1 0 -0.17"><joint name="right_elbow" axis="0 1 0"/>
  <geom name="r2" type="capsule" fromto="0 0 0 -0.2 0 -0.2" size=".015" mass=".4"/>
</body></body>
</worldbody>
<equality><connect body1="l2" body2="r2" anchor="0.2 0 -0.2"/></equality>
<actuator><motor joint="left"/><motor joint="right"/></actuator></mujoco>"""


def test_a_closed_loop_of_a_file_keeps_out_of_itself(tmp_path):
    """A five-bar of which one arm could fold into the other, by MuJoCo's distances."""
    import mujoco

    path = tmp_path / "five_bar.xml"
    path.write_text(FIVE_BAR)
    limits = di.Limits(tolerance=0.02, velocity=4.0)
    found = design(path, limits, noise=0.1)
    assert found.guard.floor == 0.0
    assert len(watched(found)) == 3
    robot = found.model.robot
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    order = [model.joint(name).qposadr[0] for name in robot.coordinates]
    told = {k.label: k.least for k in found.kept}
    nearest = dict.fromkeys(watched(found), np.inf)
    for pose in di.close(robot, found.trajectory.at(np.linspace(0, 8.0, 800))[0]).q:
        data.qpos[order] = pose
        mujoco.mj_kinematics(model, data)
        for pair in nearest:
            a, b = (model.geom(name).id for name in pair)
            gap = mujoco.mj_geomDistance(model, data, a, b, 1.0, None)
            nearest[pair] = min(nearest[pair], gap)
    for pair, gap in nearest.items():
        a, b = sorted(pair)
        assert gap == pytest.approx(told[f"distance {a} - {b}"], abs=2e-3)  # capsules are exact
        assert gap > 0.005


def test_a_closed_loop_keeps_above_a_floor():
    """delta4 with a floor below it, by capsules between its joints; from its own description."""
    model = di.Model(di.load_robot("delta4"))
    limits = di.Limits(floor=-1.1, velocity=5.0, shapes=False, tolerance=0.01)
    found = di.design_excitation(
        model, di.Fourier(4.0, 3, rest=True), limits, starts=1, iterations=8, samples=60, noise=1.0
    )
    assert found.guard.floor == -1.1
    q = found.trajectory.at(np.linspace(0, 4.0, 300))[0]
    low = min(di.forward_kinematics(model.robot, q, f)[:, 2, 3].min() for f in ("platform", None))
    assert low > -1.1


@pytest.mark.parametrize(
    "zeros", [{"velocity": "0"}, {"effort": 0}, {"velocity": "0", "effort": 0, "position": "0"}]
)
def test_zero_limits_mean_that_nothing_is_known(tmp_path, zeros):
    with pytest.warns(di.errors.IgnoredElementWarning, match="taken as unknown"):
        found = design(write_arm(tmp_path, **zeros), iterations=2)
    assert np.isfinite(found.value)
    assert np.isfinite(found.trajectory.coefficients).all()
    if "velocity" in zeros:
        assert "no velocity limit given" in str(found)


def test_the_joint_trajectory_is_what_ros_reads(tmp_path, arm):
    """Every field of trajectory_msgs/msg/JointTrajectory, at the controller's rate."""
    from ruamel.yaml import YAML

    found = arm[1]
    found.save(tmp_path / "out", rate=125.0)
    message = YAML(typ="safe").load((tmp_path / "out" / "trajectory.yaml").read_text())
    assert set(message) == {"header", "joint_names", "points"}
    assert message["joint_names"] == list(found.model.robot.actuated)
    assert len(message["points"]) == 8 * 125 + 1
    fields = {"positions", "velocities", "accelerations", "effort", "time_from_start"}
    assert set(message["points"][0]) == fields
    at = message["points"][999]["time_from_start"]
    assert (at["sec"], at["nanosec"]) == (7, 992_000_000)
    q, qd, _ = found.trajectory.at([7.992])
    np.testing.assert_allclose(message["points"][999]["positions"], q[0], atol=1e-12)
    np.testing.assert_allclose(message["points"][999]["velocities"], qd[0], atol=1e-12)
