"""Identified values written back into a user's own MJCF, judged by MuJoCo's own inverse
dynamics."""

from __future__ import annotations

import re

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.robot.files.mjcf_reader import read_mjcf
from export_help import full_parameters, result_of

pytestmark = pytest.mark.filterwarnings(
    "ignore::dynid.errors.IgnoredElementWarning", "ignore:compiler attribute"
)

#: several joints on a body, anchors away from its frame, refs, defaults, bodies without names,
#: fixed children, frames
ARM = """<mujoco model="arm">
  <!-- a comment that stays -->
  <compiler angle="radian"/>
  <option gravity="0.5 0 -9.81"/>
  <default><default class="big"><joint damping="7" armature="0.5"/></default></default>
  <worldbody>
    <light pos="0 0 3"/>
    <body name="pedestal" pos="0 0 0.2"><geom size="0.1"/>
      <body name="shoulder" pos="0 0 0.1" quat="0.9 0.1 -0.2 0.3">
        <joint name="yaw" axis="0 0 1" pos="0.1 0.02 0" class="big"/>
        <joint name="pitch" axis="0 1 0.2" pos="-0.05 0 0.1" ref="0.3"
               damping = '0.10' frictionloss="0.2"/>
        <geom size="0.05" fromto="0 0 0 0.3 0 0" type="capsule"/>
        <!-- its weight comes from here -->
        <body name="camera" pos="0.1 0 0.1" euler="0.3 0 0"><geom size="0.03"/></body>
        <body pos="0.3 0 0"><inertial pos="0 0 0.1" mass="1" diaginertia="0.01 0.01 0.01"/>
          <joint axis="0 1 0" type="slide"/>
          <frame pos="0 0.1 0"><body name="hand" pos="0.2 0 0">
            <joint name="roll" axis="1 0 0"/>
            <inertial pos="0 0 0" mass="0.5" diaginertia="0.01 0.01 0.01"/>
          </body></frame>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

FOUR_BAR = """<mujoco model="fourbar">
  <compiler angle="radian" inertiafromgeom="true" settotalmass="12"/>
  <worldbody>
    <body name="crank"><joint name="a" axis="0 1 0"/>
      <geom type="capsule" size="0.02" fromto="0 0 0 0 0 0.2"/>
      <body name="rod" pos="0 0 0.2"><joint name="b" axis="0 1 0"/>
        <geom type="capsule" size="0.02" fromto="0 0 0 0.5 0 0"/></body>
    </body>
    <body name="rocker" pos="0.5 0 0"><joint name="c" axis="0 1 0" pos="0 0 0"/>
      <geom type="box" size="0.02 0.02 0.2"/></body>
  </worldbody>
  <equality><connect body1="rod" body2="rocker" anchor="0.5 0 0"/></equality>
  <actuator><motor joint="a"/></actuator>
</mujoco>
"""
EFFECTS = [di.Viscous(), di.Coulomb(), di.RotorInertia()]


def exported(text, effects, tmp_path, **loading):
    """A file, the model of it, parameters that are not its own, and the file with them."""
    source, out = tmp_path / "mine.xml", tmp_path / "new.xml"
    source.write_text(text)
    model = di.Model(read_mjcf(source, **loading), effects)
    p = full_parameters(model)
    said = di.export(result_of(model, p), out)
    return model, p, out, said


def mujoco_torques(path, motion, sharp=False):
    """mj_inverse along a motion of all coordinates, contacts and equalities off; friction loss off
    unless `sharp`."""
    model = mujoco.MjModel.from_xml_path(str(path))
    off = mujoco.mjtDisableBit
    model.opt.disableflags |= off.mjDSBL_CONTACT | off.mjDSBL_EQUALITY | off.mjDSBL_LIMIT
    if not sharp:
        model.opt.disableflags |= off.mjDSBL_FRICTIONLOSS
    data = mujoco.MjData(model)
    out = np.empty(motion.q.shape)
    for k in range(len(out)):
        data.qpos[:], data.qvel[:], data.qacc[:] = motion.q[k], motion.qd[k], motion.qdd[k]
        mujoco.mj_inverse(model, data)
        out[k] = data.qfrc_inverse
    return out


def assert_torques(model, p, path, sharp=False, count=30):
    """Through the loops, MuJoCo's torques of all joints are those of the actuated ones: G' f."""
    rng = np.random.default_rng(1)
    robot = model.robot
    centre = np.array([robot.home.get(name, 0.0) for name in robot.actuated])
    q = centre + 0.4 * rng.uniform(-1, 1, (count, robot.dof))
    # MuJoCo's friction loss brakes a joint at rest as well: fast and hardly accelerated, it is
    # Coulomb's
    qd = np.sign(rng.normal(size=q.shape)) * rng.uniform(1.0, 2.0, q.shape)
    qdd = rng.normal(size=q.shape) * (0.1 if sharp else 5.0)
    motion = di.close(robot, q, qd, qdd)
    f = mujoco_torques(path, motion, sharp)
    order = [robot.coordinates.index(name) for name in robot.actuated]
    tau = f[:, order] if motion.G is None else np.einsum("cis,sc->si", motion.G, f)
    silent = p.copy()
    if not sharp:
        silent[[k for k, name in enumerate(model.parameters) if name.endswith("coulomb")]] = 0.0
    expected = model.inverse_dynamics(q, qd, qdd, silent)
    assert np.abs(tau - expected).max() <= 1e-10 * np.abs(expected).max()


def test_tree_gives_the_same_torques_in_mujoco_friction_loss_included(tmp_path):
    model, p, out, said = exported(ARM, EFFECTS, tmp_path)
    assert len(model.robot.coordinates) == 4
    assert_torques(model, p, out)
    assert_torques(model, p, out, sharp=True)
    assert any("camera" in note for note in said.notes)


def test_tree_reads_back_in_dynid(tmp_path):
    model, p, out, _ = exported(ARM, EFFECTS, tmp_path)
    again = di.Model(di.load_robot(out), EFFECTS)
    assert again.parameters == model.parameters
    np.testing.assert_allclose(again.prior, p, rtol=0, atol=1e-13)


def test_everything_else_stays_as_it_was(tmp_path):
    """With all <inertial> elements, our comment and three attributes of joints taken out, the files
    are the same."""
    _, _, out, _ = exported(ARM, EFFECTS, tmp_path)

    def bare(text):
        text = re.sub(r"\s*<!-- dynid:.*?-->", "", text, flags=re.S)
        text = re.sub(r"\s*<inertial[^>]*/>", "", text)
        return re.sub(r"""\s(damping|frictionloss|armature)\s*=\s*("[^"]*"|'[^']*')""", "", text)

    assert bare(out.read_text()) == bare(ARM)
    assert "<!-- a comment that stays -->" in out.read_text()
    assert out.read_text().count("<!-- dynid:") == 1


def test_loops_inertias_from_shapes_and_scaled_masses(tmp_path):
    model, p, out, said = exported(
        FOUR_BAR, [di.Viscous(["a", "b", "c"]), di.RotorInertia(["a", "c"])], tmp_path
    )
    assert len(model.robot.loops) == 1
    assert_torques(model, p, out)
    assert any("inertiafromgeom" in note and "settotalmass" in note for note in said.notes)


def test_fixed_bodies_that_were_kept_as_bodies(tmp_path):
    model, p, out, _ = exported(ARM, EFFECTS, tmp_path, lump_fixed=False)
    assert "camera.m" in model.parameters
    assert_torques(model, p, out)


def test_included_files_are_written_out(tmp_path):
    inner = re.search(r"<worldbody>.*</worldbody>", ARM, flags=re.S)[0]
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "world.xml").write_text(f"<mujocoinclude>{inner}</mujocoinclude>")
    model, p, out, said = exported(
        ARM.replace(inner, '<include file="parts/world.xml"/>'), EFFECTS, tmp_path
    )
    assert "<include" not in out.read_text()
    assert any("included" in note for note in said.notes)
    assert_torques(model, p, out)


def test_bodies_that_are_not_in_the_file_give_a_new_file_and_a_note(tmp_path):
    many = ARM.replace(
        '<light pos="0 0 3"/>',
        '<replicate count="2" offset="0 1 0"><body name="wheel" pos="0 2 0"><joint name="turn"'
        ' axis="0 1 0"/><geom size="0.1"/></body></replicate>',
    )
    model, p, out, said = exported(many, EFFECTS, tmp_path)
    assert any("a new file, because" in note and "replicate" in note for note in said.notes)
    again = di.Model(di.load_robot(out), EFFECTS)
    q = np.random.default_rng(0).uniform(-1, 1, (3, 20, model.robot.dof))
    back = np.nan_to_num(again.prior[[again.parameters.index(name) for name in model.parameters]])
    wanted = model.inverse_dynamics(*q, p)
    assert np.abs(model.inverse_dynamics(*q, back) - wanted).max() <= 1e-10 * np.abs(wanted).max()


@pytest.mark.parametrize("name", ["delta4", "stewart", "arm7"])
def test_built_in_robots_get_a_file_of_their_own(name, tmp_path):
    model = di.Model(di.load_robot(name), [di.Viscous(), di.RotorInertia()])
    p = full_parameters(model)
    di.export(result_of(model, p), tmp_path / "robot.xml")
    robot = di.load_robot(tmp_path / "robot.xml")
    again = di.Model(robot.replace(symmetry=model.robot.symmetry), model.effects)
    rng = np.random.default_rng(0)
    q = np.array([model.robot.home.get(c, 0.0) for c in model.robot.actuated]) + 0.05 * rng.normal(
        size=(10, robot.dof)
    )
    qd, qdd = rng.normal(size=(2, *q.shape))
    wanted = model.inverse_dynamics(q, qd, qdd, p)
    got = again.inverse_dynamics(q, qd, qdd, again.prior)
    assert np.abs(got - wanted).max() <= 1e-10 * np.abs(wanted).max()


def test_effects_without_a_place_are_named_and_what_is_not_identified_stays(tmp_path):
    effects = [di.Coulomb(directional=True), di.Offset(), di.Spring(["roll"])]
    model, p, out, said = exported(ARM, effects, tmp_path)
    notes = " ".join(said.notes)
    assert "roll.offset" in notes
    assert "mean" in notes
    assert "damping of yaw" in notes
    again = di.load_robot(out)
    assert again.joint("yaw").damping == 7.0
    assert again.joint("pitch").damping == 0.1
    values = dict(zip(model.parameters, p))
    k, t0 = (values[f"roll.{part}"] for part in ("stiffness", "spring_offset"))
    assert again.joint("roll").stiffness == pytest.approx(k)
    assert again.joint("roll").rest == pytest.approx(-t0 / k)
    assert again.joint("roll").friction == pytest.approx(
        (values["roll.coulomb_plus"] + values["roll.coulomb_minus"]) / 2
    )
    for note in said.notes:
        assert note.replace("--", "- -") in out.read_text()


def test_a_file_with_meshes(tmp_path):
    """Their paths stay, so the new file belongs beside the old one; the weight no longer comes from
    them."""
    (tmp_path / "assets").mkdir()
    corners = [(x, y, z) for x in (0, 0.1) for y in (0, 0.2) for z in (0, 0.3)]
    (tmp_path / "assets" / "box.obj").write_text(
        "\n".join(f"v {x} {y} {z}" for x, y, z in corners)
        + "\nf 1 2 3\nf 1 5 2\nf 1 3 5\nf 8 6 7\nf 2 4 3\nf 5 7 6\n"
    )
    text = """<mujoco model="m"><compiler meshdir="assets"/>
      <asset><mesh name="box" file="box.obj" inertia="convex"/></asset>
      <worldbody><body name="b"><joint name="j" axis="0 1 0"/><geom type="mesh" mesh="box"/></body>
      </worldbody></mujoco>"""
    model, p, out, _ = exported(text, [di.RotorInertia()], tmp_path)
    assert_torques(model, p, out)


def test_a_compiler_that_changes_masses_gives_a_new_file(tmp_path):
    bounded = ARM.replace('<compiler angle="radian"/>', '<compiler angle="radian" boundmass="50"/>')
    _, p, out, said = exported(bounded, EFFECTS, tmp_path)
    assert any("a new file, because MuJoCo reads another inertia" in note for note in said.notes)
    assert "boundmass" not in out.read_text()
    again = di.Model(di.load_robot(out), EFFECTS)
    np.testing.assert_allclose(again.prior, p, rtol=0, atol=1e-13)
