"""What sim2real exports moves in MuJoCo as it moved here."""

from __future__ import annotations

import json

import mujoco
import numpy as np
import pytest
from ruamel.yaml import YAML

import dynid as di
from commands_help import JOINTS, KD, KP, leg, recorded, robot_in
from dynid.exports.actuators import drive_files
from dynid.robot.lock import hold_base
from dynid.sim2real.rollout import RolloutSegment

WITHIN = 1e-3  # rad over 5 s, asked for


def in_mujoco(path, log, seconds=5.0):
    """Positions under the logged commands, held from sample to sample, from the log's start."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.qpos[:] = log.qcmd[0]
    for a in range(model.nu):
        count = int(model.actuator_history[a, 0])
        if count:  # commands before the log: as its first
            past = model.opt.timestep * np.arange(-count, 0)
            mujoco.mj_initCtrlHistory(model, data, a, past, np.full(count, log.qcmd[0, a]))
    keep = log.t <= seconds
    every = round((log.t[1] - log.t[0]) / model.opt.timestep)
    q = []
    for command in log.qcmd[keep]:
        q.append(data.qpos.copy())
        data.ctrl[:] = command
        for _ in range(every):
            mujoco.mj_step(model, data)
    return np.array(q)


def ours(found, log, seconds=5.0):
    last = int((log.t <= seconds).sum())
    start = np.array([log.qcmd[0], 0 * log.qcmd[0]])
    return RolloutSegment(found.plant, log, 0, last).predict_rollout(found.values, start).q


def written(folder, found):
    files, _ = drive_files(found)
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return files


@pytest.mark.parametrize(
    ("about", "settings", "bound"),
    [
        ({}, {}, 1e-9),
        ({"integrator": "implicitfast"}, {}, 1e-9),
        ({"integrator": "implicitfast", "actuator": "position"}, {}, 1e-9),
        ({"free": True}, {}, 1e-9),
        ({}, {"friction": "sharp"}, 1e-6),
        ({}, {"step": 0.001}, 1e-9),
    ],
)
def test_the_file_moves_as_here(tmp_path, about, settings, bound):
    robot = hold_base(robot_in(tmp_path, **about))
    log = recorded(6.0, **{k: x for k, x in about.items() if k != "free"})
    found = di.identify_simulator(robot, log, di.Drive(KP, KD, effort=40.0), **settings)
    files = written(tmp_path, found)
    held = "robot_held.xml" if about.get("free") else "robot.xml"
    assert held in files
    off = np.abs(in_mujoco(tmp_path / held, log) - ours(found, log)).max()
    assert off < bound <= WITHIN
    whole = mujoco.MjModel.from_xml_path(str(tmp_path / "robot.xml"))
    assert whole.nq == 3 + 7 * bool(about.get("free"))
    assert np.allclose(whole.actuator_delay, found.values.delay)
    assert np.allclose(whole.actuator_forcerange, [-40.0, 40.0])


def test_a_bias_of_the_encoder_goes_along(tmp_path):
    robot = robot_in(tmp_path)
    log = recorded(6.0, bias="encoder")
    found = di.identify_simulator(robot, log, di.Drive(KP, KD, bias="encoder"))
    written(tmp_path, found)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "robot.xml"))
    assert np.allclose(model.actuator_biasprm[:, 0], -KP * found.values.bias)


def test_a_urdf_becomes_a_new_mjcf(tmp_path):
    di.exports.export_robot(robot_in(tmp_path), tmp_path / "leg.urdf")
    log = recorded(6.0, step=0.001)
    found = di.identify_simulator(di.load_robot(tmp_path / "leg.urdf"), log, di.Drive(KP, KD))
    written(tmp_path, found)
    off = np.abs(in_mujoco(tmp_path / "robot.xml", log) - ours(found, log)).max()
    assert off < WITHIN


def test_only_joints_actuators_and_options_change(tmp_path):
    robot = robot_in(tmp_path)
    before = leg().splitlines()
    found = di.identify_simulator(robot, recorded(4.0), di.Drive(KP, KD))
    written(tmp_path, found)
    after = (tmp_path / "robot.xml").read_text().splitlines()
    kept = [x for x in before if not any(w in x for w in ("<joint", "<actuator", "<option"))]
    assert all(line in after for line in kept)


def test_tables_for_isaac_lab_and_mjlab(tmp_path):
    found = di.identify_simulator(robot_in(tmp_path), recorded(4.0), di.Drive(KP, KD, effort=40.0))
    written(tmp_path, found)
    table = json.loads((tmp_path / "actuators.json").read_text())
    assert table == YAML(typ="safe").load((tmp_path / "actuators.yaml").read_text())
    lab, v = table["isaaclab"], found.values
    assert lab["joint_names_expr"] == list(JOINTS)
    for kind, own in (("stiffness", v.kp), ("damping", v.kd), ("armature", v.armature)):
        assert list(lab[kind].values()) == own.tolist()
    assert list(lab["friction"].values()) == v.dry.tolist()
    assert list(lab["viscous_friction"].values()) == v.viscous.tolist()
    assert lab["effort_limit"] == dict.fromkeys(JOINTS, 40.0)
    assert lab["min_delay"] == lab["max_delay"] == 5 == table["mjlab"][0]["delay_min_lag"]
    assert table["delay_seconds"] == pytest.approx(0.01, rel=0.01)
    assert table["mjlab"][2]["frictionloss"] == v.dry[2]
