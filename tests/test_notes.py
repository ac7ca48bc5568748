"""Errors and notes carry data: nobody finds it again in a sentence."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.data.column_map import CONSTANT
from dynid.data.formats.format_base import STORY
from dynid.data.loop_checks import check_loops
from dynid.data.torque_checks import DataWarning
from dynid.diagnostics.examination import check
from dynid.errors import FileExists, IgnoredElementWarning, LoopClosureError, WriteError
from dynid.files import check_folder, check_target, load_yaml, write_together, write_whole
from dynid.fleet.fleet_page import render_fleet_page
from dynid.fleet.fleet_result import Fleet, Machine
from dynid.notes import Note, get_subject, is_about, put_before, select_warnings
from dynid.studio.desk import Desk

RATE = 100.0


def test_a_note_is_its_sentence_and_carries_its_data():
    note = Note("torques are odd", "warning", ("sign", "joint1"))
    assert note == "warning: torques are odd"
    assert (note.text, note.level, note.about) == (
        "torques are odd",
        "warning",
        ("sign", "joint1"),
    )
    assert json.dumps([note]) == '["warning: torques are odd"]'
    for other in (pickle.loads(pickle.dumps(note)), copy.deepcopy(note), copy.copy(note)):
        assert type(other) is Note
        assert (other, other.__dict__) == (note, note.__dict__)
    with pytest.raises(AttributeError, match="make another one"):
        note.level = "note"
    moved = put_before("log 'a.csv'", note)
    assert moved == "warning: log 'a.csv': torques are odd"
    assert (moved.level, moved.about) == ("warning", ("sign", "joint1"))
    assert is_about(note, "sign")
    assert select_warnings(["warning: a sentence alone", Note("fine"), note]) == [note]
    assert get_subject("a sentence alone") == ()


@pytest.fixture(scope="module")
def five_bar():
    """A robot whose name looks like what its errors say."""
    return replace(di.load_robot("five_bar", coupler=0.25), name="sample 3 of five")


@pytest.fixture(scope="module")
def leaving(five_bar):
    """(N, 2) positions that leave the workspace at sample 41, along a line from home."""
    way = np.linspace(0.0, 2.0, 2001)[:, None] * np.array([-1.0, 0.8])
    home = take_actuated_home(five_bar)
    edge = np.flatnonzero([_closes(five_bar, home + x) for x in way[::50]])[-1] * 50
    q = home + np.linspace(0.0, 0.9, 60)[:, None] * way[edge]
    q[41:] = home + way[-1]
    return q


def _closes(robot, q):
    try:
        close(robot, q[None], detours=None)
    except LoopClosureError:
        return False
    return True


def test_an_unclosed_motion_names_its_sample(five_bar, leaving):
    with pytest.raises(LoopClosureError) as refused:
        close(five_bar, leaving)
    assert refused.value.sample == 41
    assert refused.value.time is None
    assert "sample 41" in str(refused.value)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.sample, str(again)) == (41, str(refused.value))


def test_of_a_log_its_time_too(five_bar, leaving):
    log = di.Log(five_bar.actuated, 5.0 + np.arange(60) / RATE, leaving, 0.0 * leaving)
    with pytest.raises(LoopClosureError, match=r"t = 5\.41 s") as refused:
        check_loops(five_bar, log)
    assert (refused.value.sample, refused.value.time) == (41, pytest.approx(5.41))


def test_a_file_that_exists_is_named(tmp_path):
    there = tmp_path / "exists.txt"
    there.write_text("old")
    for refuse in (
        lambda: check_target(there),
        lambda: write_whole(there, "new"),
        lambda: check_folder(tmp_path, ["new.txt", "exists.txt"]),
    ):
        with pytest.raises(FileExists, match="exists already") as refused:
            refuse()
        assert refused.value.path == there
        again = pickle.loads(pickle.dumps(refused.value))
        assert (again.path, str(again)) == (there, str(refused.value))
    assert there.read_text() == "old"


@pytest.mark.parametrize("new", [True, False], ids=["new", "existing"])
def test_files_that_belong_together_are_named_as_they_will_be(tmp_path, new):
    out = tmp_path / "out"
    if not new:
        out.mkdir()

    def write_twice():
        with write_together(out) as stage:
            write_whole(stage / "a.txt", "1")
            write_whole(stage / "a.txt", "2")

    with pytest.raises(FileExists) as refused:
        write_twice()
    assert refused.value.path == out / "a.txt"
    assert ".part" not in str(refused.value)
    with pytest.raises(WriteError) as elsewhere, write_together(out):
        check_target(tmp_path / "none" / "b.txt")
    assert elsewhere.value.path == tmp_path / "none" / "b.txt"


def test_a_word_in_a_broken_file_is_no_reason(tmp_path):
    """A syntax error in a line about digits is no number with too many."""
    path = tmp_path / "dynid.yaml"
    path.write_text("digits: [1, 2\nrobot: arm.urdf\n")
    with pytest.raises(di.InputError) as refused:
        load_yaml(path, "a project")
    assert "too many digits" not in str(refused.value)
    for text in ("mass: " + "9" * 5000, "mass: 1" + "0" * 400):
        path.write_text(text)
        with pytest.raises(di.InputError, match="a number has too many digits"):
            load_yaml(path, "a project")


def still_log():
    t = np.arange(100) / RATE
    q = np.column_stack([np.sin(t), np.full(100, 0.3)])
    return di.Log(("a", "b"), t, q, np.column_stack([np.zeros(100), np.cos(t)]), notes=("mine",))


def test_a_log_knows_its_own_notes(tmp_path):
    log = still_log()
    assert [note.about for note in log.notes[1:]] == [(CONSTANT, "q", "b"), (CONSTANT, "tau", "a")]
    assert log.select(["b"]).notes == ("mine", "joint 'b' does not move: its q is constant")
    # a user's sentence that ends in the same way is the user's
    said = "my motor tau_a is constant: is its sensor connected?"
    assert replace(log, notes=(said,)).notes[0] == said
    log.save(tmp_path / "log.npz")
    again = di.read_log(tmp_path / "log.npz")
    assert [x for x in again.notes if "saved by" not in x] == list(log.notes)
    assert [get_subject(x) for x in again.notes if is_about(x, CONSTANT)] == [
        (CONSTANT, "q", "b"),
        (CONSTANT, "tau", "a"),
    ]


def test_files_of_before_have_these_notes_as_text_and_say_them_once(tmp_path):
    log = still_log()
    log.save(tmp_path / "log.npz")
    arrays = dict(np.load(tmp_path / "log.npz"))
    story = json.loads(str(arrays[STORY]))
    arrays[STORY] = np.array(json.dumps(story | {"notes": [str(x) for x in log.notes]}))
    np.savez(tmp_path / "old.npz", **arrays)
    again = di.read_log(tmp_path / "old.npz")
    assert again.notes == log.notes
    assert again.select(["b"]).notes == log.select(["b"]).notes


def test_processing_keeps_what_notes_are_about():
    robot = di.load_robot("pendulum")
    (name,) = robot.actuated
    t = np.arange(2000) / RATE
    log = di.Log((name,), t, np.sin(t)[:, None], np.ones((2000, 1)))
    with pytest.warns(DataWarning, match="never change"):
        data = di.process(log, di.Model(robot), cutoff=5.0)
    assert [x.about for x in data.notes if is_about(x, CONSTANT)] == [(CONSTANT, "tau", name)]
    assert any("never change" in note.text for note in select_warnings(data.notes))


def test_a_warning_about_a_file_names_it(tmp_path):
    path = tmp_path / "a: b.urdf"
    path.write_text(
        '<robot name="r"><link name="base"/><link name="l"/><joint name="j" type="continuous">'
        '<parent link="base"/><child link="l"/><axis xyz="0 0 1"/></joint></robot>'
    )
    with pytest.warns(IgnoredElementWarning) as said:
        di.load_robot(str(path))
    assert {warning.message.path for warning in said} == {path}


def test_spikes_of_torques_stay_where_rows_are_missing():
    """Of a joint whose name holds "q_": only jumps of positions are those of missing rows."""
    robot = di.load_robot("pendulum")
    body = robot.bodies[0]
    renamed = replace(body, joint=replace(body.joint, name="q_1"))
    robot = robot.replace(bodies=(renamed, *robot.bodies[1:]), actuated=("q_1",))
    t = np.arange(4000) / 200.0
    q, tau = np.sin(t)[:, None], np.cos(t)[:, None].copy()
    tau[[700, 1500]] += 40.0
    keep = np.ones(len(t), dtype=bool)
    keep[2000:2060] = False
    found = check(robot, di.Log(("q_1",), t[: keep.sum()], q[keep], tau[keep])).findings
    assert "rows missing" in {x.kind for x in found}
    assert ("spikes", ("tau_q_1",)) in {(x.kind, x.change.columns) for x in found if x.change}


def test_a_page_of_a_fleet_marks_machines_by_their_verdict():
    """Not by words in their rows, of which their names are some."""
    machines = (Machine("outlier-1", None), Machine("outlier-2", None))
    result = SimpleNamespace(parameters=(), p=())
    assert 'class="weak"' not in render_fleet_page(Fleet("arm", result, machines, {}))


def test_the_studio_reads_the_verdict_as_data(tmp_path):
    """Not the title of a page, which any file may have."""
    run = tmp_path / "runs" / "run1"
    run.mkdir(parents=True)
    (run / "result.json").write_text("{}")
    (run / "report.html").write_text("<title>arm: good</title>")
    desk = Desk(tmp_path)
    assert "verdict" not in desk._run(run)
    (run / "verdict.json").write_text(json.dumps({"verdict": "usable"}))
    assert desk._run(run)["verdict"] == "usable"
