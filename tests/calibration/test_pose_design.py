"""Postures for a calibration: allowed ones, as good as promised, fewer than random ones."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from calibration_help import ARM, FRAMES, TIP
from dynid.calibration.error_model import make_error_model
from dynid.calibration.geometric_calibration import calibrate_robot
from dynid.calibration.measurement_reading import MeasurementLayout
from dynid.calibration.pose_space import PoseSpace
from dynid.calibration.simulated_measurements import draw_errors, simulate_measurements
from dynid.cli.main import app
from dynid.excitation.motion_limits import Limits
from dynid.study.study import Study

SEEN = MeasurementLayout(markers={"1": TIP})
MADE = (1e-4, np.deg2rad(0.1))  # the tolerances


@pytest.fixture(scope="module")
def twenty():
    return Study.make(ARM).design_poses(markers={"1": TIP}, poses=20, criterion="tool")


def measure_error(q, seed):
    """The largest and the root mean square error at 300 other poses, after a calibration by q."""
    model = make_error_model(di.load_robot(ARM), FRAMES)
    x = draw_errors(model, *MADE, seed)
    others = PoseSpace(di.Model(model.robot, [])).draw(300, 77)
    both = np.vstack([q, others])
    noisy = simulate_measurements(model, x, both, {"1": TIP}, 5e-5, seed=seed)
    clean = simulate_measurements(model, x, both, {"1": TIP}, seed=seed)
    seen = {k: v[: len(q)] for k, v in noisy.items()}
    unseen = {k: v[len(q) :] for k, v in clean.items()}
    found = calibrate_robot(model.robot, seen, SEEN, errors=FRAMES, test=unseen)
    return found.tested[0].after


def test_the_promised_error_is_the_one_that_comes(twenty):
    errors = [measure_error(twenty.poses, seed) for seed in range(6)]
    assert 0.75 * twenty.mean < np.sqrt(np.mean(np.square(errors))) < 1.3 * twenty.mean
    assert twenty.worst < 1.3 * twenty.mean
    assert twenty.random >= 30


def test_as_few_as_reach_the_goal():
    found = Study.make(ARM).design_poses(markers={"1": TIP}, goal="0.1mm")
    assert found.worst <= 1e-4
    fewer = Study.make(ARM).design_poses(markers={"1": TIP}, poses=len(found.poses) - 3)
    assert fewer.worst > 1e-4
    assert found.random > 1.5 * len(found.poses)


@pytest.mark.parametrize("name", ["delta3", "stewart", "five_bar"])
def test_poses_of_parallel_robots_close(name):
    how = {"measure": "x_tool,qw_tool"} if name == "stewart" else {}
    found = Study.make(name).design_poses(poses=8, **how)
    motion = di.close(di.load_robot(name), found.poses)
    assert (
        np.abs(
            motion.q[:, [motion.robot.coordinates.index(j) for j in found.joints]] - found.poses
        ).max()
        < 1e-9
    )
    assert found.worst < 1e-2


#: two links of half a metre; a ball of 0.1 m in the base, another one at the tip
FOLDING = """<robot name="folding">
<link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="upper"><inertial><mass value="1"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><mass value="1"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="hand"><inertial><mass value="1"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="a" type="revolute"><parent link="base"/><child link="upper"/>
  <axis xyz="0 0 1"/><limit lower="-3" upper="1" velocity="3" effort="50"/></joint>
<joint name="b" type="revolute"><parent link="upper"/><child link="fore"/>
  <origin xyz="0.5 0 0"/><axis xyz="0 0 1"/>
  <limit lower="-3.1" upper="3.1" velocity="3" effort="50"/></joint>
<joint name="c" type="revolute"><parent link="fore"/><child link="hand"/>
  <origin xyz="0.5 0 0"/><axis xyz="1 0 0"/>
  <limit lower="-3" upper="3" velocity="3" effort="50"/></joint></robot>"""


def test_limits_and_collisions_are_kept(tmp_path):
    (tmp_path / "folding.urdf").write_text(FOLDING)
    model = di.Model(di.load_robot(tmp_path / "folding.urdf"), [])
    space = PoseSpace(model, Limits(position={"a": (-0.4, 0.9)}, floor=None, tolerance=0.0))
    q = space.draw(400, 0)
    assert q[:, 0].min() >= -0.4
    assert q[:, 0].max() <= 0.9
    any_pose = np.random.default_rng(0).uniform([-0.4, -3.1, -3], [0.9, 3.1, 3], (500, 3))
    gap = np.abs(np.cos(any_pose[:, 1] / 2)) - 0.2  # between the balls
    clear, allowed = gap > space.held.limits.clearance + 2e-3, space.are_allowed(any_pose)
    assert not allowed[gap < 0].any()
    assert allowed[clear].all()
    assert (gap < 0).sum() > 0


def test_measured_poses_are_continued(twenty, tmp_path):
    model = make_error_model(di.load_robot(ARM), FRAMES)
    x = draw_errors(model, *MADE, 3)
    q = np.random.default_rng(5).uniform(-0.3, 0.3, (24, 7))  # poor ones, all about home
    table = simulate_measurements(model, x, q, {"1": TIP}, 5e-5)
    path = tmp_path / "first.csv"
    rows = np.column_stack(list(table.values()))
    np.savetxt(path, rows, delimiter=",", header=",".join(table), comments="")
    more = Study.make(ARM).design_poses(markers={"1": TIP}, measured=str(path), poses=8)
    assert more.measured == 24
    assert more.worst < 0.3 * more.before
    assert more.columns == ("x_1", "y_1", "z_1")


def test_the_command_writes_a_table_to_fill_in(tmp_path):
    words = ["design", ARM, "--calibration", "--marker", f"1={TIP}", "--poses", "9"]
    done = CliRunner().invoke(app, [*words, "-o", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.output
    content = json.loads(done.stdout)
    assert content["schema"] == "dynid/design_poses/1"
    lines = (tmp_path / "out" / "poses.csv").read_text().splitlines()
    assert lines[0].endswith("x_1,y_1,z_1")
    assert len(lines) == 10
    assert json.loads((tmp_path / "out" / "poses.json").read_text()) == content


def test_mistakes_are_named():
    study = Study.make(ARM)
    with pytest.raises(di.InputError, match=r"measured='poses\.csv'"):
        study.design_poses(measure=f"distance_{TIP}")
    with pytest.raises(di.InputError, match="expected one of logdet, tool"):
        study.design_poses(markers={"1": TIP}, criterion="cond")
    with pytest.raises(di.InputError, match="keeps its limits"):
        study.design_poses(markers={"1": TIP}, limits={"position": {"tool.z": (30.0, 31.0)}})
    for words, text in (
        (["--poses", "9"], "with"),
        (["--calibration", "--period", "9"], "without"),
    ):
        done = CliRunner().invoke(app, ["design", ARM, *words])
        assert isinstance(done.exception, di.InputError)
        assert f"expected it {text} --calibration" in str(done.exception)
