"""Identified values written back into a user's own URDF, judged by Pinocchio and by reading the
file again."""

from __future__ import annotations

import re

import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.errors import IgnoredElementWarning, RobotError
from dynid.robot.files.urdf_reader import read_urdf
from export_help import full_parameters, result_of
from urdf_help import inertial_text, joint, link, pinocchio_q, random_urdf

pytestmark = pytest.mark.filterwarnings(
    "ignore::dynid.errors.IgnoredElementWarning", "ignore:compiler attribute"
)
EFFECTS = [di.Viscous(), di.Coulomb()]


def exported(text, tmp_path, effects=EFFECTS, **loading):
    source, out = tmp_path / "mine.urdf", tmp_path / "new.urdf"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    model = di.Model(read_urdf(source, **loading), effects)
    p = full_parameters(model)
    return model, p, out, di.export(result_of(model, p), out)


def assert_torques(model, p, out, **loading):
    """The file, read again, gives the same torques, friction included; and Pinocchio's are the same
    without friction."""
    again = di.Model(read_urdf(out, **loading), model.effects)
    assert again.parameters == model.parameters
    rng = np.random.default_rng(3)
    q, qd, qdd = rng.uniform(-2, 2, (3, 20, model.robot.dof))
    wanted = model.inverse_dynamics(q, qd, qdd, p)
    got = model.inverse_dynamics(q, qd, qdd, again.prior)
    assert np.abs(got - wanted).max() <= 1e-10 * np.abs(wanted).max()
    theirs = pin.buildModelFromUrdf(str(out))
    data = theirs.createData()
    frictionless = p.copy()
    frictionless[model.layout.others] = 0.0
    wanted = model.inverse_dynamics(q, qd, qdd, frictionless)
    names = model.robot.actuated
    at = [theirs.joints[theirs.getJointId(name)].idx_v for name in names]
    for k in range(len(q)):
        v, a = np.zeros(theirs.nv), np.zeros(theirs.nv)
        v[at], a[at] = qd[k], qdd[k]
        tau = pin.rnea(theirs, data, pinocchio_q(theirs, dict(zip(names, q[k]))), v, a)
        np.testing.assert_allclose(tau[at], wanted[k], rtol=0, atol=1e-10 * np.abs(wanted).max())


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_with_fixed_links_and_links_without_inertia(seed, tmp_path):
    model, p, out, _ = exported(random_urdf(seed), tmp_path)
    assert_torques(model, p, out)


def test_fixed_links_kept_as_bodies(tmp_path):
    model, p, out, _ = exported(random_urdf(1), tmp_path, lump_fixed=False)
    again = read_urdf(out, lump_fixed=False)
    for body, new in zip(model.robot.bodies, again.bodies):
        k = 10 * model.group_names.index(body.name)
        np.testing.assert_allclose(new.inertia, p[k : k + 10], rtol=0, atol=1e-13)


MINE = (
    '<?xml version="1.0"?>\r\n<!-- top -->\r\n<robot name="arm">\r\n\t<link'
    ' name="base"><visual><geometry><box size="1 1 1"/></geometry></visual></link>\r\n\t<link'
    ' name="upper" >\r\n\t\t<!-- before'
    f" --><visual/>\r\n\t\t{inertial_text()}\r\n\t\t{inertial_text(9.0)}\r\n\t</link>\r\n\t<link"
    f' name="lower"/>\r\n\t<link name="tool">\r\n\t\t{inertial_text(0.4)}\r\n\t</link>\r\n\t<joint'
    ' name="j1" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0'
    ' 1"/><dynamics  friction=\'0\' spring="3" /></joint>\r\n\t<joint name="j2"'
    ' type="continuous">\r\n\t\t<parent link="upper"/>\r\n\t\t<child link="lower"/><origin'
    ' xyz="0.5 0 0"/><axis xyz="0 1 0"/>\r\n\t</joint>\r\n\t<joint name="j3" type="fixed"><parent'
    ' link="lower"/><child link="tool"/><origin xyz="0 0 1"/></joint>\r\n\t<gazebo'
    ' reference="upper"><mu>1 &lt; 2</mu></gazebo>\r\n</robot>\r\n<!-- end -->'
)


def test_every_other_byte_stays(tmp_path):
    """Inertials, our comments, damping and friction taken out of both files, what is left is the
    same to the byte."""
    model, p, out, _ = exported(MINE, tmp_path)
    assert_torques(model, p, out)
    new = out.read_bytes().decode()

    def bare(text):
        text = re.sub(r"\s*<!-- dynid:.*?-->", "", text, flags=re.S)
        text = re.sub(r"\s*<inertial>.*?</inertial>", "", text, flags=re.S)
        text = re.sub(r"""\s(damping|friction)=("[^"]*"|'[^']*')""", "", text)
        text = re.sub(r"\s*<dynamics/>", "", text).replace("\r\n\t</link>", "</link>")
        return text.replace('<link name="lower"></link>', '<link name="lower"/>').replace(
            " />", "/>"
        )

    assert bare(new) == bare(MINE)
    assert "\n" not in new.replace("\r\n", "")
    assert new.count("<inertial>") == 2  # the second of `upper` and that of `tool` are gone
    assert "inertia is in that of 'lower'" in new
    assert 'spring="3"' in new


def test_exporting_again_replaces_our_comment(tmp_path):
    _, _, out, _ = exported(MINE, tmp_path)
    (tmp_path / "again").mkdir()
    model, p, newest, _ = exported(out.read_bytes(), tmp_path / "again")
    assert newest.read_text().count("identified by") == 1
    assert_torques(model, p, newest)


def test_planar_and_floating_joints_and_names_beyond_ascii(tmp_path):
    text = (
        '<?xml version="1.0" encoding="utf-8"?><robot name="boat">'
        + link("sea")
        + link("rumpf", inertial_text())
        + link("flügel", inertial_text(2.0))
        + link("spitze", inertial_text(0.1))
        + joint("float", "sea", "rumpf", "floating", "")
        + joint("gleiten", "rumpf", "flügel", "planar", '<axis xyz="0 1 1"/>')
        + joint("fest", "flügel", "spitze", "fixed", "")
        + "</robot>"
    )
    model, p, out, said = exported(text, tmp_path, [di.Viscous(["gleiten.x"])])
    again = read_urdf(out)
    for body in again.bodies:
        if not body.massless:
            k = 10 * model.group_names.index(body.name)
            np.testing.assert_allclose(body.inertia, p[k : k + 10], rtol=0, atol=1e-13)
    assert any("gleiten.x" in note for note in said.notes)


def test_tied_bodies_and_mimic_joints(tmp_path):
    finger = '<axis xyz="0 1 0"/><mimic joint="left" multiplier="-1"/>'
    text = (
        '<robot name="gripper">'
        + link("palm")
        + link("one", inertial_text())
        + link("two")
        + joint("left", "palm", "one", "continuous", '<axis xyz="0 1 0"/>')
        + joint("right", "palm", "two", "continuous", finger)
        + "</robot>"
    )
    source = tmp_path / "gripper.urdf"
    source.write_text(text)
    robot = di.load_robot(source).replace(symmetry=(("one", "two"),))
    model = di.Model(robot, [di.Viscous(["left", "right"]), di.RotorInertia(["left"])])
    p = full_parameters(model)
    said = di.export(result_of(model, p), tmp_path / "new.urdf")
    again = di.load_robot(tmp_path / "new.urdf")
    for body in again.bodies:
        np.testing.assert_allclose(body.inertia, p[:10], rtol=0, atol=1e-13)
    assert [again.joint(n).damping for n in ("left", "right")] == [p[10], p[11]]
    assert any("rotor inertias" in note and "left" in note for note in said.notes)


def test_a_file_that_has_changed_is_refused(tmp_path):
    source = tmp_path / "mine.urdf"
    source.write_text(random_urdf(0))
    model = di.Model(di.load_robot(source), EFFECTS)
    result = result_of(model, full_parameters(model))
    source.write_text(source.read_text().replace("link2", "other"))
    with pytest.raises(RobotError, match=r"link2.*changed since"):
        di.export(result, tmp_path / "new.urdf")
    assert not (tmp_path / "new.urdf").exists()
    source.unlink()  # without its file, the robot gets a new one
    said = di.export(result, tmp_path / "new.urdf")
    assert "not there any more" in said.notes[0]
    assert_torques(model, result.p, tmp_path / "new.urdf")


def test_joints_say_what_they_know_of_friction(tmp_path):
    dynamics = '<axis xyz="0 1 0"/><dynamics damping="0.5"/>'
    text = link("a") + link("b") + link("c") + joint("j", "a", "b", "continuous", dynamics)
    text += joint(
        "k",
        "b",
        "c",
        "continuous",
        dynamics.replace('damping="0.5"', 'damping="-1" friction="0.25"'),
    )
    path = tmp_path / "arm.urdf"
    path.write_text(f'<robot name="arm">{text}</robot>')
    with pytest.warns(IgnoredElementWarning, match="joint 'k' has the damping -1"):
        robot = di.load_robot(path)
    model = di.Model(robot, [di.Viscous(), di.Coulomb(directional=True), di.RotorInertia()])
    nan = np.nan
    np.testing.assert_array_equal(model.prior[20:], [0.5, nan, nan, nan, 0.25, 0.25, nan, nan])
    with pytest.raises(RobotError, match="got damping -1, expected a number >= 0"):
        di.Joint("j", damping=-1)


def test_real_files(shared_data, tmp_path):
    files = sorted(shared_data.glob("*/*.urdf"))
    assert len(files) >= 3
    for k, source in enumerate(files):
        model = di.Model(di.load_robot(source), EFFECTS)
        p = full_parameters(model)
        di.export(result_of(model, p), tmp_path / f"{k}.urdf")
        again = di.Model(di.load_robot(tmp_path / f"{k}.urdf"), EFFECTS)
        np.testing.assert_allclose(again.prior, p, rtol=0, atol=1e-13)
