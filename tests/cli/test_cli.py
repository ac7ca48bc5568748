"""The command line as a user types it."""

from __future__ import annotations

import json

import mujoco
import pytest

from cli_help import dynid
from dynid.robot.builtin import BUILTIN


def test_robots_lists_every_builtin_with_a_line_each():
    done = dynid("robots")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(BUILTIN)
    rows = json.loads(dynid("robots", "--json").stdout)
    assert {row["name"]: row["loops"] for row in rows}["stewart"] == 6


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_export_writes_a_file_that_mujoco_loads_and_never_overwrites(tmp_path):
    done = dynid("export", "five_bar", "five.xml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "five.xml"))
    assert model.neq >= 1
    text = (tmp_path / "five.xml").read_text()
    again = dynid("export", "arm7", "five.xml", cwd=tmp_path)
    assert again.returncode == 2
    assert "five.xml" in again.stderr
    assert "Traceback" not in again.stderr
    assert (tmp_path / "five.xml").read_text() == text
    assert dynid("export", "arm7", "five.xml", "--overwrite", cwd=tmp_path).returncode == 0


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_bad_input_is_one_clear_line_and_code_2(tmp_path):
    for arguments, word in (
        (("demo", "delt4"), "Did you mean 'delta4'"),
        (("export", "delta4", "delta.urdf"), "MJCF"),
        (("export", "arm7", "arm.stl"), ".xml or .mjcf for mjcf"),
        (("demo", "missing.urdf"), "missing.urdf"),
    ):
        done = dynid(*arguments, cwd=tmp_path)
        assert done.returncode == 2
        assert word in done.stderr
        assert "Traceback" not in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
