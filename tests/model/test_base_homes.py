"""How many parameters act does not depend on the home pose, nor on the seed: against MuJoCo's own
count, with loops closed and torques computed by it alone."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import close_home, make_follower_at_home
from dynid.errors import IgnoredElementWarning, SingularityWarning
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.model.random_states import draw_random_states
from dynid.robot.degrees_of_freedom import list_outside_limits
from dynid.robot.files.mjcf_compile import compile_mjcf
from mujoco_rank import MujocoTree, mujoco_rank

BUILT_IN = [
    "five_bar",
    "delta3",
    "delta4",
    "linear_delta",
    "par4",
    "prs3",
    "rps3",
    "stewart",
    "cft",
]
#: a foot that a crank moves by a rod; in the initial pose all of them lie in one line, beyond the
#: limits: the loop closes there, is singular, and leads to crossed links as well
FOOT = """<mujoco model="foot">
  <compiler angle="radian" autolimits="true"/>
  <worldbody>
    <body name="crank">
      <joint name="crank" axis="0 1 0" range="0.5 2.4"/>
      <inertial pos=".03 0 .01" mass=".1" diaginertia="1e-4 2e-4 2e-4"/>
      <body name="rod" pos=".06 0 0">
        <joint name="rod" axis="0 1 0" range="-2.6 2.6"/>
        <inertial pos=".2 0 .01" mass=".2" diaginertia="1e-4 3e-3 3e-3"/>
        <site name="rod_end" pos=".4 0 0"/>
      </body>
    </body>
    <body name="foot" pos=".4 0 0">
      <joint name="foot" axis="0 1 0" range="0.5 2.4"/>
      <inertial pos=".05 0 -.02" mass=".6" diaginertia="1e-3 2e-3 2e-3"/>
      <site name="heel" pos=".06 0 0"/>
    </body>
  </worldbody>
  <equality><connect name="heel" site1="rod_end" site2="heel"/></equality>
  <actuator><motor joint="foot"/></actuator>
  {more}
</mujoco>"""
KEYFRAME = '<keyframe><key name="home" qpos="1.2 -1.2 1.2"/></keyframe>'


def homes(robot, count):
    """Closed poses that can be reached from home, every one nearly singular."""
    rng, follower = np.random.default_rng(0), make_follower_at_home(robot, robot.actuated)
    given = follower.con.given
    start = close_home(robot)
    unit = np.array([0.3 if robot.joint(n).kind == "prismatic" else 2.0 for n in robot.actuated])
    found = []
    while len(found) < count:
        way, near, far = rng.normal(size=len(given)) * unit, 0.0, 1.0
        for _ in range(50):  # as far as the loops close
            middle = 0.5 * (near + far)
            follower.restart(start)
            line = start[given] + np.linspace(0.0, 1.0, 100)[1:, None] * middle * way
            near, far = (middle, far) if follower.walk(line) else (near, middle)
        follower.restart(start)
        follower.walk(start[given] + np.linspace(0.0, 1.0, 100)[1:, None] * near * way)
        if follower.margin < 0.01:
            found.append(dict(zip(robot.coordinates, follower.pose.tolist())))
    return found


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_count_is_mujocos_from_any_home_and_seed(name):
    robot = di.load_robot(name)
    expected, gap = mujoco_rank(
        MujocoTree(mujoco.MjModel.from_xml_string(write_mjcf_text(robot))), 0.3
    )
    assert gap > 1e5
    near = [] if name in ("five_bar", "cft") else homes(robot, 3)  # these close everywhere
    for home in (robot.home, *near):
        model = di.Model(robot.replace(home=home), symmetric=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SingularityWarning)
            assert [len(di.base_parameters(model, seed)) for seed in (0, 1)] == [expected] * 2


def test_a_home_near_a_singular_pose_is_said_and_states_are_taken_away_from_it():
    robot = di.load_robot("prs3")
    (home,) = homes(robot, 1)
    near = robot.replace(home=home)
    with pytest.warns(SingularityWarning, match=r"judged around another pose \(margin 0\.[1-9]"):
        q = draw_random_states(near, 60)[0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        usual = draw_random_states(robot, 60)[0]
    assert q.std(axis=0).min() > 0.5 * usual.std(axis=0).min()


def test_a_home_beyond_the_limits_is_left(tmp_path):
    (tmp_path / "foot.xml").write_text(FOOT.format(more=""))
    (tmp_path / "told.xml").write_text(FOOT.format(more=KEYFRAME))
    with pytest.warns(
        IgnoredElementWarning,
        match=r"home is outside the limits of crank \(0, limits 0\.5 \.\. 2\.4\), foot .* took a",
    ):
        robot = di.load_robot(tmp_path / "foot.xml")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        told = di.load_robot(tmp_path / "told.xml")
    assert list_outside_limits(robot, close_home(robot)) == []
    counts = {len(di.base_parameters(di.Model(each), s)) for each in (robot, told) for s in (0, 1)}
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "told.xml"))
    assert counts == {mujoco_rank(MujocoTree(model), 0.3)[0]} == {3}


def test_what_a_home_leaves_open_keeps_within_the_limits(tmp_path):
    """Of a home that names a motor only, the loops decide the rest."""
    (tmp_path / "told.xml").write_text(FOOT.format(more=KEYFRAME))
    robot = di.load_robot(tmp_path / "told.xml")
    crossed = robot.replace(home={"foot": 1.2, "crank": -1.0, "rod": 1.3})
    with pytest.warns(IgnoredElementWarning, match="took a closed pose inside of them"):
        home = close_home(crossed)
    assert list_outside_limits(crossed, home) == []


class WithoutSpin(MujocoTree):
    """The rods on balls do not spin: of R = Rx(a) Ry(b) Rz(c), a stays."""

    rods = ("left-achilles-rod", "right-achilles-rod")

    def more_rows(self, qpos):
        rows = np.zeros((len(self.rods), self.m.nv))
        for row, name in zip(rows, self.rods):
            at, to = (int(self.m.joint(name).qposadr[0]), int(self.m.joint(name).dofadr[0]))
            R = np.zeros(9)
            mujoco.mju_quat2Mat(R, qpos[at : at + 4] / np.linalg.norm(qpos[at : at + 4]))
            c = np.arctan2(-R[1], R[0])
            # w = a' Rz'Ry' x + b' Rz' y + c' z in the axes of the rod
            x = np.array([R[0], R[1], R[2]])
            y, z = np.array([np.sin(c), np.cos(c), 0.0]), np.array([0.0, 0.0, 1.0])
            row[to : to + 3] = np.linalg.inv(np.column_stack([x, y, z]))[0]
        return rows


@pytest.mark.filterwarnings("ignore")
def test_cassie_with_and_without_its_keyframe(shared_robots, tmp_path):
    """Without it, the feet are beyond their limits, where cranks, rods and feet lie in one line."""
    path = shared_robots / "agility_cassie" / "cassie.xml"
    told = di.load_robot(path)
    bare = tmp_path / "cassie.xml"
    bare.write_text(re.sub(r"<keyframe>.*?</keyframe>", "", path.read_text(), flags=re.DOTALL))
    with pytest.warns(IgnoredElementWarning, match="left-foot-crank .* took a closed pose inside"):
        robot = di.load_robot(bare)
    assert robot.actuated == told.actuated
    assert {"left-foot", "right-foot"} <= set(robot.actuated)
    expected, gap = mujoco_rank(WithoutSpin(compile_mjcf(Path(path))[0]), 0.5)
    assert gap > 1e3
    assert [len(di.base_parameters(di.Model(each))) for each in (told, robot)] == [expected] * 2
