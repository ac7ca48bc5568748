"""Every command and every snippet of docs/export.md, run in a folder with the files it speaks
of."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import dynid as di
from cli_help import dynid
from export_help import TWO_LINKS, full_parameters
from wobble_help import simulated_log

TEXT = (Path(__file__).parents[2] / "docs" / "export.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("docs")
    (where / "arm.urdf").write_text(TWO_LINKS)
    model = di.Model(
        di.load_robot(where / "arm.urdf"), [di.Viscous(), di.Coulomb(), di.RotorInertia()]
    )
    simulated_log(model, full_parameters(model), 3000, seed=1).save(where / "run1.csv")
    return where


def test_snippets(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    blocks = re.findall(r"```python\n(.*?)```", TEXT, flags=re.S)
    assert blocks
    for block in blocks:
        exec(block, {})
    assert "wrote by_python.urdf" in capsys.readouterr().out
    assert (folder / "by_python_c" / "tree.c").exists()


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_commands(folder):
    commands = re.findall(r"^    (dynid .*)$", TEXT, flags=re.M)
    assert len(commands) == 2
    for command in commands:
        done = dynid(*command.split()[1:], cwd=folder)
        assert done.returncode == 0, done.stderr
    compile_ = re.search(r"^    (cc .*)$", TEXT, flags=re.M)[1]
    if shutil.which("cc") is None:
        pytest.skip("no C compiler (cc) here")
    done = subprocess.run(compile_, shell=True, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
