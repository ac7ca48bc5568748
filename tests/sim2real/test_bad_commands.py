"""Logs and drives that cannot be right: one clear sentence, and nothing written."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from commands_help import JOINTS, KD, KP, recorded, robot_in, save
from dynid.errors import InputError


@pytest.fixture(scope="module")
def log():
    return recorded(2.0)


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    return robot_in(tmp_path_factory.mktemp("leg"))


def changed(log, **columns):
    made = {kind: getattr(log, kind) for kind in ("t", "q", "qcmd")}
    made |= {kind: change(made[kind]) for kind, change in columns.items()}
    return di.sim2real.make_command_log(log.joints, **made)


BAD_LOGS = {
    "the commands of haa, hfe, kfe are constant": {"qcmd": lambda x: 0 * x + 1.0},
    "the commands of hfe are constant": {"qcmd": lambda x: x * [1, 0, 1]},
    r"degrees are 57.3 radians.*units=\{'qcmd': 'deg'\}": {"qcmd": np.degrees},
    "smaller than their positions": {"q": np.degrees},
    "move against their commands": {"qcmd": lambda x: -x},
    "q of haa, hfe, kfe never changes": {"q": lambda x: 0 * x},
    r"qcmd_haa is nan from t = 0 s \(sample 0\)": {
        "qcmd": lambda x: np.where(np.arange(len(x))[:, None], x, np.nan)
    },
    "t goes back": {"t": lambda t: t[::-1]},
    "qcmd has shape": {"qcmd": lambda x: x[:-1]},
}


@pytest.mark.parametrize("said", BAD_LOGS)
def test_logs(robot, log, said):
    with pytest.raises(InputError, match=said):
        di.identify_simulator(robot, changed(log, **BAD_LOGS[said]), di.Drive(KP, KD))


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"kp": -20.0}, "kp=-20.0, expected positive.*Turn the sign"),
        ({"kp": 0.0}, "kp=0.0, expected positive"),
        ({"kp": "much"}, "kp='much', expected positive"),
        ({"kp": 20.0, "kd": -1.5}, "kd=-1.5, expected numbers that are not negative"),
        ({"kp": {"arm": 3.0}}, "kp names 'arm', which fits no joint; they are haa"),
        ({"kp": 1.0, "delay": -0.1}, "delay=-0.1, expected seconds"),
        ({"kp": 1.0, "effort": 0.0}, "effort=0.0, expected positive"),
        ({"bias": "some"}, "bias='some', expected one of drive, encoder, log"),
        ({"between": "cubic"}, "between='cubic', expected one of hold, linear"),
    ],
)
def test_drives(robot, log, about, said):
    with pytest.raises(InputError, match=said):
        di.identify_simulator(robot, log, di.Drive(**about))


def test_drives_that_are_saturated(robot, log):
    with pytest.raises(InputError, match="at their effort limit in more than 50 %"):
        di.identify_simulator(robot, log, di.Drive(KP, KD, effort=0.5))


def test_gains_of_some_joints(robot):
    found = di.identify_simulator(robot, recorded(), di.Drive({"haa": KP, "?fe": KP}, KD))
    assert np.allclose(found.values.kp, KP)
    assert len(found.free) == 13


def test_other_arguments(robot, log):
    for about, said in (
        ({"train": 0.01}, "train: got 0.01"),
        ({"step": 1.0}, "step: got 1.0"),
        ({"friction": "wet"}, "friction: got 'wet', expected one of mujoco, sharp"),
    ):
        with pytest.raises(InputError, match=said):
            di.identify_simulator(robot, log, di.Drive(KP, KD), **about)
    with pytest.raises(InputError, match="no q_ and qcmd_ of kfe"):
        di.identify_simulator(robot, log.select(JOINTS[:2]), di.Drive(KP, KD))
    with pytest.raises(InputError, match="20 samples, expected at least 200"):
        di.identify_simulator(robot, log.select_times(0.0, 0.0385), di.Drive(KP, KD))


def test_files(tmp_path, log):
    save(log, tmp_path / "log.csv")
    again = di.read_commands(tmp_path / "log.csv")
    assert again.joints == JOINTS
    assert np.allclose(again.q, log.q, atol=1e-8)
    text = (tmp_path / "log.csv").read_text()
    (tmp_path / "none.csv").write_text(text.replace("qcmd_", "target_"))
    with pytest.raises(InputError, match="no commanded positions, expected columns qcmd_"):
        di.read_commands(tmp_path / "none.csv")
    named = di.read_commands(tmp_path / "none.csv", {"qcmd": "target_{joint}"}, {"t": "ms"})
    assert np.allclose(named.qcmd, log.qcmd)
    assert np.allclose(named.t, log.t / 1000)
    (tmp_path / "lone.csv").write_text(text.replace(",q_kfe", ",kfe"))
    with pytest.raises(InputError, match="kfe have commands but no measured position"):
        di.read_commands(tmp_path / "lone.csv")
    with pytest.raises(InputError, match="got the name 'speed'"):
        di.read_commands(tmp_path / "log.csv", {"speed": "v"})
    with pytest.raises(InputError, match="units: got 'speed'"):
        di.read_commands(tmp_path / "log.csv", units={"speed": "deg"})


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_command_writes_nothing(tmp_path, log):
    robot_in(tmp_path)
    save(changed(log, qcmd=np.degrees), tmp_path / "log.csv")
    typed = ("sim2real", "leg.xml", "log.csv", "--kp", str(KP), "--kd", str(KD), "-o", "out")
    done = dynid(*typed, cwd=tmp_path)
    assert done.returncode == 2
    assert "--unit qcmd=deg" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_rows_that_say_nothing_are_left_out_where_asked(tmp_path):
    log = recorded(2.0)
    save(log, tmp_path / "log.csv")
    lines = (tmp_path / "log.csv").read_text().splitlines()
    lines[400] = lines[400].split(",")[0] + ",nan" * 6
    lines.insert(600, lines[599])
    (tmp_path / "dirty.csv").write_text("\n".join(lines))
    with pytest.raises(InputError, match="clean=True"):
        di.read_commands(tmp_path / "dirty.csv")
    clean = di.read_commands(tmp_path / "dirty.csv", clean=True)
    kept = np.delete(np.arange(len(log)), 399)
    np.testing.assert_allclose(clean.t, log.t[kept], atol=1e-9)
    np.testing.assert_allclose(clean.qcmd, log.qcmd[kept], atol=1e-7)
