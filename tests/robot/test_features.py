"""What robot files say is read, and the torques are MuJoCo's or Pinocchio's, or it is told: nothing
is lost in silence."""

from __future__ import annotations

import re
import warnings

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import dynid as di
import mjcf_features
import urdf_features
from dynid.errors import IgnoredElementWarning
from dynid.model.model_builder import list_described_effects

MJCF, NEWER, URDF = mjcf_features.FEATURES, mjcf_features.NEWER, urdf_features.FEATURES
BY_VALUE = {  # of joint j1: what neither inverse dynamics nor Pinocchio shows
    "damping and friction": {"damping": 0.3, "friction": 0.2},
    "armature": {"damping": 0.3, "armature": 0.2},
    "mu": {"friction": 0.2},
    "rotor and gear": {"armature": 1.0},
    "Drake's rotor of a transmission": {"armature": 0.5},
    "friction loss": {"friction": 0.4},
}


def loaded(path, text):
    path.write_text(text)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", IgnoredElementWarning)
        robot = di.load_robot(path)
    notes = [w for w in caught if issubclass(w.category, IgnoredElementWarning)]
    return robot, [str(note.message) for note in notes]


def states(robot):
    return np.random.default_rng(0).normal(size=(3, 5, robot.dof)) * 0.7


def torques(robot, motion, effects=()):
    """With the nominal values of the file; dry friction is left out, for neither shows it."""
    model = di.Model(robot, list(effects))
    return model.inverse_dynamics(*motion, np.nan_to_num(model.prior))


def check_values(name, robot):
    joint = robot.joint("j1")
    for what, value in BY_VALUE.get(name, {}).items():
        assert getattr(joint, what) == pytest.approx(value)


def check_mjcf(name, text, said, path):
    robot, notes = loaded(path, text)
    check_values(name, robot)
    if said:
        assert re.search(said, "\n".join(notes)), notes
        return
    assert not notes
    m = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(m)
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    motion, expected = states(robot), []
    for q, qd, qdd in zip(*motion):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(m, data)
        expected.append(data.qfrc_inverse.copy())
    got = torques(robot, motion, [di.Viscous(), di.RotorInertia(), *list_described_effects(robot)])
    assert np.abs(got - expected).max() <= 1e-9 * np.abs(expected).max()


@pytest.mark.parametrize("name", MJCF)
def test_mjcf_is_read_or_told(name, tmp_path):
    if name == "composite" and int(mujoco.__version__.split(".")[0]) >= 4:
        pytest.skip("MuJoCo 4 has no <composite>")
    check_mjcf(name, *MJCF[name], tmp_path / "arm.xml")


@pytest.mark.parametrize("name", NEWER)
def test_mjcf_of_newer_mujoco_is_read_or_told(name, tmp_path):
    text, said = NEWER[name]
    try:
        mujoco.MjModel.from_xml_string(text)
    except ValueError as error:
        pytest.skip(f"this MuJoCo does not know it: {error}")
    check_mjcf(name, text, said, tmp_path / "arm.xml")


@pytest.mark.parametrize("name", URDF)
def test_urdf_is_read_or_told(name, tmp_path):
    text, said = URDF[name]
    robot, notes = loaded(tmp_path / "arm.urdf", text)
    check_values(name, robot)
    if said:
        assert re.search(said, "\n".join(notes)), notes
        return
    assert not notes
    model = pin.buildModelFromXML(text)
    data, motion = model.createData(), states(robot)
    expected = np.array([pin.rnea(model, data, *state) for state in zip(*motion)])
    assert np.abs(torques(robot, motion) - expected).max() <= 1e-9 * np.abs(expected).max()


def test_a_file_may_include_and_attach_others_by_relative_paths(tmp_path):
    (tmp_path / "parts").mkdir()
    hand = '<body name="hand"><joint name="j3" axis="1 0 0"/><geom size=".1" pos="0 .1 0"/></body>'
    whole = f"<mujoco model='h'><worldbody>{hand}</worldbody></mujoco>"
    (tmp_path / "parts" / "hand.xml").write_text(f"<mujocoinclude>{hand}</mujocoinclude>")
    (tmp_path / "parts" / "model.xml").write_text(whole)
    arm = mjcf_features.arm
    for text in (
        arm(in2='<include file="parts/hand.xml"/>'),
        arm(
            top='<asset><model name="h" file="parts/model.xml"/></asset>',
            in2='<attach model="h" body="hand" prefix="h_"/>',
        ),
    ):
        check_mjcf("included", text, "", tmp_path / "arm.xml")


@pytest.mark.parametrize("ending", [".mjcf", ".XML", ".txt"])
def test_mjcf_of_any_name_is_read(ending, tmp_path, monkeypatch):
    """MuJoCo itself opens files named .xml only: of a file, of what it includes and attaches."""
    (tmp_path / "parts").mkdir()
    hand = '<body name="hand"><joint name="j3" axis="1 0 0"/><geom size=".1" pos="0 .1 0"/></body>'
    (tmp_path / f"parts/hand{ending}").write_text(f"<mujocoinclude>{hand}</mujocoinclude>")
    whole = f"<mujoco><worldbody>{hand}</worldbody></mujoco>"
    (tmp_path / f"parts/model{ending}").write_text(whole)
    top = f'<asset><model name="h" file="parts/model{ending}"/></asset>'
    parts = f'<include file="parts/hand{ending}"/><attach model="h" body="hand" prefix="h_"/>'
    text = mjcf_features.arm(top=top, in2=parts)
    (tmp_path / f"arm{ending}").write_text(text)
    monkeypatch.chdir("/")  # paths are relative to the file, not to where one stands
    robot = di.load_robot(tmp_path / f"arm{ending}")
    written = hand + hand.replace("hand", "h_hand").replace("j3", "h_j3")
    (tmp_path / "same.xml").write_text(mjcf_features.arm(in2=written))
    same = di.load_robot(tmp_path / "same.xml")
    assert robot.coordinates == same.coordinates == ("j1", "j2", "j3", "h_j3")
    motion = states(same)
    np.testing.assert_allclose(torques(robot, motion), torques(same, motion), rtol=1e-12)


@pytest.mark.parametrize("ending", [".mjcf", ".xml"])
def test_a_written_mjcf_is_read_again(ending, tmp_path):
    di.exports.export_robot(di.load_robot("arm7"), tmp_path / f"arm{ending}")
    assert di.load_robot(tmp_path / f"arm{ending}").dof == 7


def test_at_least_sixty_features_are_probed():
    assert len(MJCF) + len(NEWER) >= 60
    assert len(URDF) >= 40


def test_gravity_lost_in_an_export_is_told(tmp_path):
    moon = di.load_robot("arm7").replace(gravity=(0.0, 0.0, -1.62))
    with pytest.warns(IgnoredElementWarning, match=r"cannot store gravity.*\(0, 0, -1.62\)"):
        di.exports.export_robot(moon, tmp_path / "moon.urdf")


def test_what_matters_most_comes_first(tmp_path):
    changes = {"i1": "", "j1": "<unknown/>", "lim": 'lower="-2" upper="2" effort="0"'}
    text = urdf_features.arm(**changes, end="<gazebo reference='j1'><gravity>0</gravity></gazebo>")
    _, notes = loaded(tmp_path / "arm.urdf", text)
    starts = ("moving links without", "gravity set", "joints with effort 0", "ignored: 1 x gazebo")
    assert [start in note for start, note in zip(starts, notes, strict=True)] == [True] * 4
