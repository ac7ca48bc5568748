"""On a terminal of 80 columns: nothing wider, tables left alone, notes on a file once."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

import pytest

import dynid as di
from dynid.cli.terminal import fit_to_terminal
from dynid.identification.estimate_text import shorten, shorten_middle
from wobble_help import as_built, simulated_log, true_parameters

QUICK = ("export", "two.urdf", "--mjcf", "two.xml")  # refused, as there is no inertia
LONG = "left_front_shoulder_pitch_of_the_second_machine"
URDF = """<robot name='two'><link name='base'/>{links}</robot>"""
LINK = """<link name='{name}'><inertial><mass value='1'/><origin xyz='0 0 .1'/><inertia ixx='.02'
 iyy='.02' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='{name}_joint'
 type='revolute'><parent link='{parent}'/><child link='{name}'/><origin xyz='0 0 .2'/><axis
 xyz='0 1 0'/><limit lower='-2' upper='2' effort='9' velocity='9'/></joint>"""
BARE = """<link name='bare'/><joint name='last' type='revolute'><parent link='{parent}'/><child
 link='bare'/><axis xyz='1 0 0'/><limit lower='-2' upper='2' effort='9' velocity='9'/></joint>"""


def on_a_terminal(folder, *words):
    """What a terminal of 80 columns shows: stdout and stderr together."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "LINES": "40", "XDG_CACHE_HOME": str(folder)}
    command = [sys.executable, "-m", "dynid", *words]
    done = subprocess.Popen(
        command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # nobody writes any more
            break
        if not piece:
            break
        text += piece
    done.wait(120)
    os.close(ours)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text.decode())
    return done.returncode, plain.replace("\r\n", "\n").split("\r")[-1]


@pytest.fixture
def folder(tmp_path):
    links = LINK.format(name=LONG, parent="base") + LINK.format(name="b", parent=LONG)
    (tmp_path / "two.urdf").write_text(URDF.format(links=links + BARE.format(parent="b")))
    return tmp_path


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_notes_on_a_file_are_told_once_and_again_when_it_changed(folder):
    _, first = on_a_terminal(folder, *QUICK)
    assert "without <inertial>" in " ".join(first.split()), first
    assert max(map(len, first.split("\n"))) <= 80
    _, second = on_a_terminal(folder, *QUICK)
    assert "<inertial>" not in second
    _, shown = on_a_terminal(folder, *QUICK, "-v")
    assert "without <inertial>" in " ".join(shown.split())
    (folder / "two.urdf").write_text((folder / "two.urdf").read_text() + "\n")
    _, third = on_a_terminal(folder, *QUICK)
    assert "<inertial>" in third


def test_sentences_are_broken_and_tables_are_not():
    text = "  a sentence " + "of words " * 20 + "\nname" + " " * 90 + "1.0\n\x1b[1mred " + "x" * 99
    lines = fit_to_terminal(text, 80).split("\n")
    assert max(map(len, lines[:-2])) <= 80
    assert all(line.startswith("    ") for line in lines[1:-2])
    assert lines[-2:] == text.split("\n")[1:]
    assert fit_to_terminal("short", 80) == "short"


def test_long_names_are_shortened_in_the_middle():
    assert shorten_middle("elbow") == "elbow"
    assert shorten_middle("left_front_shoulder_pitch") == "left_fr..r_pitch"
    assert len(shorten_middle("left_front_shoulder_pitch", 15)) == 15
    assert len(shorten(f"{LONG}.viscous")) == 44
    assert shorten(f"{LONG}.viscous").endswith("machine.viscous")
    assert shorten("link1.m + " * 9 + "link2.m").endswith(" ...")


def test_the_tables_have_80_columns(folder):
    """Of an estimate, a change and a comparison, with long names."""
    links = LINK.format(name=LONG, parent="base") + LINK.format(name="b", parent=LONG)
    (folder / "long.urdf").write_text(URDF.format(links=links))
    model = di.Model(di.load_robot(folder / "long.urdf"), [di.Viscous(), di.Coulomb()])
    log = simulated_log(model, as_built(model, true_parameters(model, 500)), 800, 1)
    data = di.process(log, model, cutoff=20.0)
    problem = di.Problem(model, data)
    first, second = di.estimate(problem, di.OLS()), di.estimate(problem, di.Consistent())
    compared = di.compare([di.OLS(), di.WLS(), di.Consistent()], data)
    head = "\n".join(str(compared).split("\n")[:4])
    assert "WLS " in head
    assert "iterations" not in head
    for text in (str(first), str(second), str(di.validation.difference(first, second)), head):
        table = [line for line in text.split("\n") if re.search(r"\S {2,}\S", line)]
        assert len(table) > 3
        assert max(map(len, table)) <= 80, max(table, key=len)
