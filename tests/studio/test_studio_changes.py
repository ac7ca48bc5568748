"""Nothing is lost: robots that are chosen, logs with columns of their own, names, notes, the bin,
and the history of all of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from ruamel.yaml import YAML

import dynid as di
from dynid.errors import FileExists, InputError
from dynid.studio.desk import Desk
from dynid.study.log_options import ReadingArguments, read_one
from dynid.study.options import fill
from dynid.study.project import Project
from studio_help import Studio

pytest.importorskip("starlette", reason="no starlette (pip install '.[studio]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install '.[studio]')")

MS = {"t": "time_ms", "q": "pos_{j}", "tau": "effort_{j}"}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A pendulum; one log in SI, one in degrees and milliseconds, one of something else."""
    monkeypatch.chdir(tmp_path)
    t = np.arange(2000) / 500
    q = np.sin(t) + 0.2 * np.sin(3 * t)
    di.Log(("hinge",), t, q[:, None], 5 * np.sin(q)[:, None]).save(tmp_path / "si.csv")
    rows, head = np.stack([1000 * t, np.rad2deg(q), 5 * np.sin(q)], 1), "time_ms,pos_1,effort_1"
    for name, titles in (("odd.csv", head), ("other.csv", "t,q_elbow,tau_elbow")):
        np.savetxt(tmp_path / name, rows, "%.12g", ",", header=titles, comments="")
    (tmp_path / "bad.urdf").write_text("no robot at all")
    made = Desk(tmp_path)
    made.changes.choose_robot({"name": "pendulum"})
    return made


def project(desk):
    path = desk.folder / "dynid.yaml"
    return YAML(typ="safe").load(path.read_text()) if path.exists() else {}


def test_columns_and_units_belong_to_a_log(desk):
    """Two logs of one motion, written in other words and units, are the same log to dynid."""
    said = desk.changes.add_logs({"names": ["si.csv", "odd.csv", "other.csv"], "roles": True})
    assert len(said) == 1
    assert "q_elbow" in said[0]
    found = project(desk)
    assert (found["logs"], found["test"]) == (["si.csv"], ["odd.csv"])
    assert found["columns"] == {"odd.csv": MS}
    assert found["units"]["odd.csv"] == {"t": "ms", "q": "deg"}
    typed = fill(ReadingArguments, {}, Project.load_here().values)
    first, second = (read_one(desk.folder / x, ("hinge",), typed) for x in ("si.csv", "odd.csv"))
    np.testing.assert_allclose(second.q, first.q, atol=1e-9)
    np.testing.assert_allclose(second.t, first.t, atol=1e-9)


def test_a_log_that_is_looked_at_changes_no_other(desk):
    desk.changes.add_logs({"names": ["si.csv"], "roles": True})
    desk.changes.add_logs({"names": ["odd.csv"]})
    assert project(desk)["logs"] == ["si.csv"]
    assert "test" not in project(desk)
    assert len(desk.make_strips("si.csv").log) == len(desk.make_strips("odd.csv").log)


def test_a_robot_that_is_chosen_keeps_logs_and_finds_its_setup_again(desk):
    desk.changes.add_logs({"names": ["si.csv", "odd.csv"], "roles": True})
    desk.changes.set_keys({"limits": {"velocity": 2.0}, "base": {"tilt": [0.1, 0.0]}})
    before = project(desk)
    desk.changes.choose_robot({"name": "arm7"})
    desk.changes.set_keys({"lock": {"joint7": 0.1}})
    for key in ("logs", "test", "columns", "units", "limits"):
        assert project(desk)[key] == before[key]
    desk.changes.choose_robot({"name": "pendulum"})
    assert project(desk) == before  # the lock of another robot's joint is not in the way
    desk.changes.choose_robot({"name": "arm7"})
    assert project(desk)["lock"] == {"joint7": 0.1}


def test_a_broken_robot_never_replaces_one_that_works(desk):
    before = desk.changes.history.read()
    with pytest.raises(InputError, match=r"'bad.urdf' cannot be used.*'pendulum' is still"):
        desk.changes.choose_robot({"name": "bad.urdf"})
    assert desk.changes.history.read() == before


def test_everything_is_undone_and_done_again(desk):
    changes, texts = desk.changes, []
    deeds = [
        lambda: changes.add_logs({"names": ["si.csv", "odd.csv"], "roles": True}),
        lambda: changes.rename({"path": "odd.csv", "name": "second run"}),
        lambda: changes.remove({"path": "second_run.csv"}),
        lambda: changes.choose_robot({"name": "arm7"}),
        lambda: changes.set_text({"text": "robot: pendulum  # mine\nlogs: [si.csv]\n"}),
    ]

    def look():
        return changes.history.read(), sorted(os.listdir(desk.folder)), changes.history.list_bin()

    for deed in deeds:
        texts.append(look())
        deed()
    last = look()
    assert "# mine" in last[0]
    for text in reversed(texts):
        changes.history.undo()
        assert look() == text
    again = Desk(desk.folder).changes  # a studio that was started again
    for _ in deeds:
        again.history.redo()
    assert look() == last
    with pytest.raises(InputError, match="no undone change"):
        again.history.redo()


def test_what_an_editor_wrote_is_undone_by_itself(desk):
    desk.changes.set_keys({"limits": {"velocity": 1.0}})
    path = desk.folder / "dynid.yaml"
    mine = path.read_text() + "cutoff: 20  # by hand\n"
    path.write_text(mine)
    desk.changes.set_keys({"limits": None})
    desk.changes.history.undo()
    assert path.read_text() == mine
    desk.changes.history.undo()
    assert "by hand" not in path.read_text()
    desk.changes.history.redo()
    assert path.read_text() == mine


def test_names_notes_and_the_bin(desk):
    changes = desk.changes
    changes.add_logs({"names": ["si.csv", "odd.csv"], "roles": True})
    changes.write_note({"path": "odd.csv", "note": "after the new grease"})
    assert changes.rename({"path": "odd.csv", "name": "warm"}) == "warm.csv"
    assert changes.notes.read() == {"warm.csv": {"note": "after the new grease"}}
    assert project(desk)["test"] == ["warm.csv"]
    assert project(desk)["columns"] == {"warm.csv": MS}
    with pytest.raises(FileExists):
        changes.rename({"path": "warm.csv", "name": "si.csv"})
    changes.remove({"path": "warm.csv"})
    assert changes.history.list_bin() == ["1/warm.csv"]
    assert "test" not in project(desk)
    changes.restore({"path": "1/warm.csv"})
    assert (desk.folder / "warm.csv").is_file()
    assert changes.notes.read() == {"warm.csv": {"note": "after the new grease"}}
    (desk.folder / "runs" / "run1").mkdir(parents=True)
    for name in ("result.json", "report.html"):
        (desk.folder / "runs" / "run1" / name).write_text("{}")
    changes.remove({"path": "runs/run1"})
    assert desk.state()["runs"] == []
    assert desk.state()["bin"] == ["2/runs/run1"] or desk.state()["bin"] == ["1/runs/run1"]
    changes.history.undo()
    assert [run["name"] for run in desk.state()["runs"]] == ["run1"]


def test_a_history_of_a_stranger_moves_nothing_out_of_the_folder(desk, tmp_path):
    place = desk.folder / ".studio" / "history.json"
    text = desk.changes.history.read()
    moves = [["../../victim", "dynid.txt"]]
    entry = {"what": "x", "before": text, "after": text, "moves": moves}
    place.write_text(json.dumps({"at": 1, "changes": [entry]}))
    with pytest.raises(InputError, match="expected a file of this project"):
        Desk(desk.folder).changes.history.undo()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("robot: [", "cannot be read as YAML"),
        ("robots: arm7\n", "got the key 'robots'"),
        ("cutoff: fast\n", "expected"),
    ],
)
def test_a_project_file_is_checked_before_it_is_saved(desk, text, said):
    before = desk.changes.history.read()
    with pytest.raises(InputError, match=said.replace("[", r"\[")):
        desk.changes.set_text({"text": text})
    assert desk.changes.history.read() == before


def test_a_file_that_is_replaced_goes_into_the_bin(tmp_path):
    with Studio(tmp_path / "new") as studio:
        studio.upload("a.csv", b"old")
        assert studio.upload("a.csv", b"new", replace=True)[0] == 200
        assert (studio.folder / "a.csv").read_bytes() == b"new"
        assert studio.get("state")["bin"] == ["2/a.csv"]
        assert studio.post("undo")[0] == 200
        assert (studio.folder / "a.csv").read_bytes() == b"old"
        assert studio.post("redo")[0] == 200
        assert (studio.folder / "a.csv").read_bytes() == b"new"
        status, answer = studio.upload("photo.png", b"x")
        assert status == 422
        assert answer["error"].startswith("'photo.png' is not understood")


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_ctrl_c_prints_one_line(tmp_path):
    """Though a page is open, and listens."""
    command = [sys.executable, "-m", "dynid", "studio", str(tmp_path), "--no-browser"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        process.stdout.readline()
        address = process.stdout.readline().strip()
        listen = [
            sys.executable,
            "-c",
            "import sys, urllib.request as u; u.urlopen(sys.argv[1]).read()",
        ]
        with subprocess.Popen([*listen, f"{address}api/events"], stderr=subprocess.DEVNULL) as page:
            time.sleep(1.0)
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=30)[1]
            page.kill()
    assert said.strip().splitlines() == ["The studio has ended. Everything is saved."]


def test_a_stretch_of_one_log_is_used_and_another_is_masked(desk):
    """The result is that of the same samples in files of their own; other logs stay whole."""
    log = di.read_log(desk.folder / "si.csv")
    keep = (log.t >= 0.5) & (log.t <= 1.5) | (log.t >= 2.0) & (log.t <= 3.9)
    part = di.Log(log.joints, log.t[keep], log.q[keep], log.tau[keep])
    part.save(desk.folder / "part.csv")
    robot = "robot: pendulum\neffects: viscous\nmethod: ols\ncutoff: 30\ndecimate: none\n"
    text = robot + "logs: [si.csv]\nbetween: {si.csv: [[0.5, 1.5], [2.0, 3.9]]}\n"
    desk.changes.set_text({"text": text})
    study, logs, _ = di.Study.load()
    cut = study.identify(logs).result
    whole = di.Study.make("pendulum", effects="viscous", method="ols", cutoff=30, decimate="none")
    alone = whole.identify([desk.folder / "part.csv"]).result
    np.testing.assert_allclose(cut.theta, alone.theta, rtol=1e-9)
    assert study.processing.keep_for_others().between == {"si.csv": [(0.5, 1.5), (2.0, 3.9)]}
    desk.changes.rename({"path": "si.csv", "name": "main"})
    assert project(desk)["between"] == {"main.csv": [[0.5, 1.5], [2.0, 3.9]]}
    with pytest.raises(InputError, match="expected at least 2"):
        log.select_ranges([(9.0, 10.0)])
