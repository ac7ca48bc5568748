"""dynid init: a project file by looking at a robot and a log; the other commands then need no
words."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from test_options import ARM, with_velocities
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.data.guess import guess, guess_kind
from dynid.study.project import Project
from wobble_help import simulated_log, true_parameters

pytestmark = pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning")


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    if done.exception is not None:
        raise done.exception
    return done


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("arm") / "arm.urdf"
    path.write_text(ARM)
    model = di.Model(di.load_robot(path, lock={"grip": 0.02}), [di.Viscous(), di.Coulomb()])
    return with_velocities(simulated_log(model, true_parameters(model, 1000), 5000, seed=1))


LAYOUTS = {
    # names of time, positions, velocities, torques; what t, q and qd are multiplied by
    "names": ("timestamp", "{joint}_pos", "{joint}_vel", "{joint}_effort", 1, 1, 1),
    "numbers from 1": (
        "time_ms",
        "pos[{k}]",
        "vel[{k}]",
        "trq[{k}]",
        1e3,
        180 / np.pi,
        180 / np.pi,
    ),
    "numbers from 0": ("stamp", "actual_q_{i}", "actual_qd_{i}", "actual_torque_{i}", 1e9, 1, 1),
    "canonical": ("t", "q_{joint}", "qd_{joint}", "tau_{joint}", 1, 1, 1),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_columns_units_and_locked_joints_are_guessed(log, tmp_path, monkeypatch, layout):
    monkeypatch.chdir(tmp_path)
    numbered = "number" in layout
    robot = ARM.replace('name="grip" type="prismatic"', 'name="grip" type="fixed"')
    Path("arm.urdf").write_text(robot if numbered else ARM)
    time, *patterns, t, q, qd = LAYOUTS[layout]
    columns = {time: log.t * t}
    for pattern, array in zip(patterns, (log.q * q, log.qd * qd, log.tau)):
        for k, joint in enumerate(log.joints):
            columns[pattern.format(joint=joint, k=k + 1, i=k)] = array[:, k]
            if "q_" in pattern and numbered:
                columns[f"target_q_{k}"] = array[:, k] + 0.1  # what was wanted, not what was
    columns["mode"] = np.zeros(len(log))
    rows = np.column_stack(list(columns.values()))
    np.savetxt("run.csv", rows, delimiter=",", header=",".join(columns), comments="", fmt="%.12g")
    content = json.loads(run("init", "arm.urdf", "run.csv", "--json").stdout)
    assert f"{len(log)} samples at {log.rate:.4g} Hz, 2 of 2 drives" in content["notes"][-1]
    assert content["lock"] == ({} if numbered else {"grip": 0.0})
    found = json.loads(run("compare", "--methods", "wls", "--json").stdout)["lines"]
    assert found[0]["train"] < 5.0  # it is the log that was written: units and signs are right
    done = CliRunner().invoke(app, ["init", "arm.urdf", "run.csv"])
    assert "exists already" in str(done.exception)


def test_a_joint_with_positions_only_is_locked_where_it_stood(log, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(ARM)
    columns = log.to_columns() | {"q_grip": np.full(len(log), 0.013)}
    rows = np.column_stack([log.t, *columns.values()])
    header = ",".join(["t", *columns])
    np.savetxt("run.csv", rows, delimiter=",", header=header, comments="", fmt="%.12g")
    assert json.loads(run("init", "arm.urdf", "run.csv", "--json").stdout)["lock"] == {
        "grip": 0.013
    }


def test_a_panda_with_fingers(shared_data, tmp_path, monkeypatch):
    """A robot file with a prefix and a hand, a log of its seven joints without either."""
    monkeypatch.chdir(tmp_path)
    robot = shared_data.parent / "robots" / "franka_fer" / "fer.urdf"
    if not robot.is_file():
        pytest.skip(f"no robot file {robot}")
    content = json.loads(
        run("init", robot, shared_data / "panda_gaz" / "traj1.csv", "--json").stdout
    )
    assert content["columns"]["q"] == "q_joint{j}"
    assert content["lock"] == {"fer_finger_joint1": 0.0}
    assert "7 of 7 drives" in content["notes"][-1]


def test_currents_are_told(shared_data, tmp_path, monkeypatch):
    """A TIAGo: 8 of 23 joints, motor currents."""
    monkeypatch.chdir(tmp_path)
    files = [shared_data / "tiago" / name for name in ("robot.urdf", "log.csv")]
    content = json.loads(run("init", *files, "--json").stdout)
    assert content["columns"] == {}  # current_<joint> is a name that dynid knows
    assert content["lock"]["caster_*"] == 0.0
    assert any("motor currents" in note for note in content["notes"])
    assert "8 of 8 drives" in content["notes"][-1]


def test_what_cannot_be_guessed_is_left_open(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("run.csv").write_text("a,b,c\n" + "1,2,3\n" * 20)
    done = run("init", "pendulum", "run.csv")
    assert "no columns were found for" in done.stdout
    assert "still cannot be read" in done.stdout
    # the log is a comment: commands that need none go on, the others ask for one
    assert Project.load_here().robot == "pendulum"
    assert "# logs: [run.csv]" in Path("dynid.yaml").read_text()
    assert run("inspect").exit_code == 0
    with pytest.raises(di.InputError, match="no logs given"):
        run("identify")
    assert guess({}, ["a"], ["a"]).columns == {}
    assert [guess_kind(x) for x in ("{joint}_vel", "jointPos{j}", "i_{j}", "tau_m_{joint}")] == [
        *("qd", "q", "", "tau")
    ]


@pytest.mark.parametrize(
    ("step", "unit"), [(0.1, None), (0.001, None), (1.0, "ms"), (5.0, "ms"), (5e6, "ns")]
)
def test_the_unit_of_time_by_its_step(step, unit):
    """10 Hz is a rate of logs, 1 Hz is not."""
    columns = {"t": step * np.arange(9), "q_a": np.zeros(9), "tau_a": np.zeros(9)}
    assert guess(columns, ["a"], ["a"]).units.get("t") == unit
