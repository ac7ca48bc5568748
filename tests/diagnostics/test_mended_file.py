"""dynid check --fix on robot files: impossible inertias become the nearest possible ones."""

from __future__ import annotations

import json

import cvxpy
import mujoco
import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.exports.mended_file import find_nearest_tensor
from dynid.robot.geometry import to_mass_com_inertia

URDF = """<?xml version="1.0"?>
<!-- my own arm -->
<robot name="two">
  <link name="base"/>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0 0.02"/>
      <mass value="2"/>
      <inertia ixx="0.1" iyy="0.2" izz="0.9" ixy="0.01" ixz="0" iyz="0.02"/>
    </inertial>
  </link>
  <link name="plate">
    <inertial>
      <mass value="0.1"/>
      <inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <link name="fore">
    <inertial>
      <origin xyz="0.1 0 0" rpy="0.1 0.2 0.3"/>
      <mass value="1"/>
      <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="j1" type="continuous">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="f1" type="fixed">
    <parent link="upper"/><child link="plate"/><origin xyz="0.2 0 0"/>
  </joint>
  <joint name="j2" type="continuous">
    <parent link="upper"/><child link="fore"/><origin xyz="0.3 0 0"/><axis xyz="0 1 0"/>
    <dynamics damping="0.5"/>
  </joint>
</robot>
"""
MJCF = """<mujoco model="two">
  <worldbody>
    <body name="a">
      <joint name="j1" axis="0 0 1"/>
      <inertial pos="0.1 0 0" mass="2" diaginertia="0.1 0.1 0.9"/>
      <body name="b" pos="0.3 0 0">
        <joint name="j2" axis="0 1 0"/>
        <inertial pos="0.1 0 0" mass="1" fullinertia="0.1 0.1 0.1 0.2 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_tensor_is_that_of_a_cone_program(seed):
    A = np.random.default_rng(seed).normal(size=(3, 3))
    I = A + A.T + 2.0 * np.eye(3)
    Sigma = 0.5 * np.trace(I) * np.eye(3) - I
    X = cvxpy.Variable((3, 3), PSD=True)
    cvxpy.Problem(cvxpy.Minimize(cvxpy.sum_squares(X - Sigma))).solve(eps=1e-9, solver="SCS")
    wanted = np.trace(X.value) * np.eye(3) - X.value
    assert find_nearest_tensor(I) == pytest.approx(wanted, abs=1e-4)
    assert find_nearest_tensor(-np.eye(3)) is None


def test_a_urdf_is_mended_link_by_link(tmp_path):
    (tmp_path / "arm.urdf").write_text(URDF)
    done = dynid("check", "arm.urdf", "--fix", "--json", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    content = json.loads(done.stdout)
    (finding,) = content["findings"]
    assert (finding["kind"], finding["where"]) == ("impossible inertia", "arm.urdf, 'upper'")
    (fixed,) = content["fixed"]
    assert fixed["robot"] == "arm.fixed.urdf"
    assert fixed["done"][0].startswith("'upper': principal inertias")

    assert (tmp_path / "arm.urdf").read_text() == URDF
    new = (tmp_path / "arm.fixed.urdf").read_text()
    # all but the one link, letter by letter
    assert new.endswith(URDF[URDF.index('  <link name="plate">') :])
    assert "<!-- my own arm -->" in new
    mended = di.load_robot(tmp_path / "arm.fixed.urdf")
    assert di.check(mended).findings == ()
    old = di.load_robot(tmp_path / "arm.urdf")
    for name in ("upper", "fore"):
        (m, c, _), (m0, c0, _) = (to_mass_com_inertia(r.body(name).inertia) for r in (mended, old))
        assert m == pytest.approx(m0)
        assert c == pytest.approx(c0)
    assert mended.body("fore").inertia == pytest.approx(old.body("fore").inertia, rel=1e-14)

    again = dynid("check", "arm.urdf", "--fix", cwd=tmp_path)
    assert again.returncode == 2
    assert "arm.fixed.urdf" in again.stderr


def test_an_mjcf_that_mujoco_refuses_is_mended(tmp_path):
    (tmp_path / "arm.xml").write_text(MJCF)
    with pytest.raises(ValueError, match=r"inertia must satisfy|positive definite"):
        mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    done = dynid("check", "arm.xml", "--fix", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "wrote arm.fixed.xml: 'a': principal inertias (0.1, 0.1, 0.9)" in done.stdout
    mended = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.fixed.xml"))
    assert mended.body("a").mass == pytest.approx(2.0)
    assert di.check(di.load_robot(tmp_path / "arm.fixed.xml")).findings == ()


def test_a_possible_file_is_left_alone(tmp_path):
    good = URDF.replace('izz="0.9"', 'izz="0.25"')
    (tmp_path / "arm.urdf").write_text(good)
    done = dynid("check", "arm.urdf", "--fix", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing to repair" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["arm.urdf"]
