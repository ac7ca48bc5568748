"""A robot identified with locked joints, written back into its own file, in which they move."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

import dynid as di
from export_help import full_parameters, result_of
from urdf_help import random_urdf

pytestmark = pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning")

ARM = """<mujoco model="arm"><compiler angle="radian"/><worldbody><body name="a">
  <joint name="one" axis="0 1 0"/><inertial pos=".1 0 0" mass="2" diaginertia=".01 .02 .02"/>
  <body name="b" pos=".3 .1 0" euler=".1 .2 .3"><joint name="two" axis="1 0 1"/>
    <inertial pos=".1 .2 0" mass="1" diaginertia=".01 .02 .02"/>
    <body name="c" pos="0 .2 .1"><joint name="grip" type="slide" axis="0 1 1" range="0 .1"/>
      <inertial pos="0 .1 0" mass="{mass}" diaginertia=".003 .003 .004"/></body></body></body>
  </worldbody></mujoco>"""


def written(path, lock, factor):
    """The robot identified as `factor` times its file, and what was written of it."""
    robot = di.load_robot(path, lock=lock)
    model = di.Model(robot, [di.Viscous()])
    p = np.where(np.isnan(model.prior), full_parameters(model), factor * model.prior)
    out = path.with_name(f"new{path.suffix}")
    return model, p, out, di.export(result_of(model, p), out)


def assert_same_when_locked(model, p, out, lock):
    again = di.Model(di.load_robot(out, lock=lock), [di.Viscous()])
    assert again.parameters == model.parameters
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, 10, model.robot.dof))
    want = model.inverse_dynamics(q, qd, qdd, p)
    got = again.inverse_dynamics(q, qd, qdd, again.nominal)
    np.testing.assert_allclose(got, want, rtol=0, atol=1e-9 * np.abs(want).max())


def test_a_mjcf_hand_keeps_its_inertia_and_the_arm_gets_the_rest(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM.format(mass=0.3))
    lock = {"grip": 0.05}
    model, p, out, said = written(path, lock, 1.1)
    assert_same_when_locked(model, p, out, lock)
    new = mujoco.MjModel.from_xml_path(str(out))
    assert new.njnt == 3
    assert new.body("c").mass == 0.3
    assert new.body("b").mass == pytest.approx(1.1 * 1.3 - 0.3)
    assert "in this file they move" in str(said)


def test_parts_too_heavy_for_the_whole_become_lighter(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM.format(mass=3.0))
    lock = {"grip": 0.05}
    model, p, out, said = written(path, lock, 0.7)  # 2.8 kg of b and c, of which c has 3
    assert_same_when_locked(model, p, out, lock)
    new = mujoco.MjModel.from_xml_path(str(out))
    assert new.body("c").mass == 1.5
    assert new.body("b").mass == pytest.approx(1.3)
    assert "multiplied: c by 0.5" in str(said)


@pytest.mark.parametrize("seed", range(3))
def test_urdf_files_with_fixed_links_and_unknown_inertias(seed, tmp_path):
    path = tmp_path / "tree.urdf"
    path.write_text(random_urdf(seed))
    names = di.load_robot(path).actuated
    lock = {names[2]: 0.3, names[-1]: -0.2}
    model, p, out, _ = written(path, lock, 1.2)
    assert_same_when_locked(model, p, out, lock)


def test_a_new_file_has_no_locked_joints_and_says_so(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM.format(mass=0.3))
    model = di.Model(di.load_robot(path, lock={"grip": 0.05}), [di.Viscous()])
    said = di.export(result_of(model, np.nan_to_num(model.prior)), tmp_path / "arm.urdf")
    assert "locked joints are not in this file: grip" in str(said)
    assert di.load_robot(tmp_path / "arm.urdf").actuated == ("one", "two")


def test_a_flat_whole_has_no_room_for_parts_that_move(tmp_path):
    """Nothing can be taken from it: MuJoCo gets a new file, in which the joint is not."""
    path = tmp_path / "arm.xml"
    path.write_text(ARM.format(mass=0.3))
    model = di.Model(di.load_robot(path, lock={"grip": 0.05}), [di.Viscous()])
    p = np.nan_to_num(model.prior)
    p[model.layout.bodies["b"]] = di.inertial(1.3, (0.1, 0.2, 0.0), (0.01, 0.02, 0.03))
    out = tmp_path / "new.xml"
    said = di.export(result_of(model, p), out)
    assert "locked joints are not in this file: grip" in str(said)
    again = di.Model(di.load_robot(out), [di.Viscous()])
    assert again.parameters == model.parameters
    np.testing.assert_allclose(again.nominal, p, rtol=0, atol=1e-9)
