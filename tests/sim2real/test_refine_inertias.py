"""Masses and inertias beside the drives, from commands and positions, against MuJoCo's own."""

from __future__ import annotations

import json

import mujoco
import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from commands_help import KD, KP, TRUTH, leg, recorded, robot_in, save
from dynid.cli.main import app
from dynid.errors import InputError
from dynid.exports.actuators import write_mjcf
from dynid.robot.geometry import is_possible

ASKED = ["thigh", "sha*"]


def wrong_leg():
    """The file of a leg whose thigh is a third heavier, and its shank a fifth lighter."""
    heavier = 'mass="1.5" diaginertia="8e-3 7.8e-3 1.2e-3"'
    text = leg().replace('mass="1.1" diaginertia="6e-3 5.8e-3 9e-4"', heavier)
    lighter = 'mass="0.2" diaginertia="1.2e-3 1.2e-3 5e-5"'
    return text.replace('mass="0.25" diaginertia="1.5e-3 1.5e-3 6e-5"', lighter)


@pytest.fixture(scope="module")
def log():
    return recorded(10.0)


@pytest.fixture(scope="module")
def found(log, tmp_path_factory):
    path = tmp_path_factory.mktemp("leg") / "leg.xml"
    path.write_text(wrong_leg())
    return di.identify_simulator(di.load_robot(path), log, di.Drive(KP, KD), inertias=ASKED)


def test_bodies_come_back_with_the_drives(found, tmp_path):
    true = {body.name: body.inertia for body in robot_in(tmp_path).bodies}
    free, inside = found.free, []
    assert len(free.of_bodies) == 20
    for k in free.of_bodies:
        body, word = free.names[k].split(".")
        low, high = found.compute_interval(free.names[k])
        names = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
        inside.append(low <= true[body][names.index(word)] <= high)
    assert np.mean(inside) >= 0.9
    for kind in ("viscous", "dry"):
        assert np.allclose(getattr(found.values, kind), TRUTH[kind], rtol=0.03), kind
    # what the motion tells well: the shank's first moment and the inertia about its joint
    shank = found.values.bodies.reshape(-1, 10)[2]
    assert shank[3] == pytest.approx(true["shank"][3], rel=0.02)
    about_its_joint = shank[6] + found.values.armature[2]
    assert about_its_joint == pytest.approx(true["shank"][6] + TRUTH["armature"][2], rel=0.01)
    assert all(is_possible(body) for body in found.values.bodies.reshape(-1, 10))
    assert found.rollout_check.total < 3e-4
    assert "bodies of their own give" in str(found)
    assert "file 1.5" in str(found)


def test_without_them_the_rollout_is_worse(found, log):
    plain = di.identify_simulator(found.plant.robot, log, di.Drive(KP, KD))
    assert plain.changed == {}
    assert plain.rollout_check.total > 3 * found.rollout_check.total


def test_bodies_of_a_right_file_stay(log, tmp_path):
    found = di.identify_simulator(robot_in(tmp_path), log, di.Drive(KP, KD), inertias=["*"])
    assert found.changed == {}
    assert any("the file's stay" in note for note in found.notes)


def test_the_exported_file_has_the_bodies(found):
    data, _ = write_mjcf(found, held=False)
    model = mujoco.MjModel.from_xml_string(data.decode())
    for k, body in enumerate(found.plant.robot.bodies):
        own = found.values.bodies.reshape(-1, 10)[k]
        at = model.body(body.name).id
        assert model.body_mass[at] == pytest.approx(own[0], rel=1e-6)
        assert model.body_mass[at] * model.body_ipos[at] == pytest.approx(own[1:4], abs=1e-7)
    assert model.body_mass[model.body("hip").id] == pytest.approx(0.7)


def test_what_cannot_be_asked_is_said(log, tmp_path):
    robot = robot_in(tmp_path)
    with pytest.raises(InputError, match=r"'foot' fits no body.*hip, thigh, shank"):
        di.identify_simulator(robot, log, di.Drive(KP, KD), inertias=["foot"])
    with pytest.raises(InputError, match=r"Kp is not known.*Give kp"):
        di.identify_simulator(robot, log, di.Drive(kd=KD), inertias=["thigh"])


def test_from_the_command_line(log, tmp_path):
    (tmp_path / "leg.xml").write_text(wrong_leg())
    save(log, tmp_path / "log.csv")
    files = [str(tmp_path / name) for name in ("leg.xml", "log.csv")]
    more = ["--inertias", "thigh,shank", "--json", "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(app, ["sim2real", *files, "--kp", "30", "--kd", "1", *more])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert said["found"]["shank.mz"]["unit"] == "kg m"
    assert said["found"]["shank.mz"]["value"] == pytest.approx(-0.0325, rel=0.02)
    assert "thigh.Izz" in (tmp_path / "out" / "report.html").read_text()
