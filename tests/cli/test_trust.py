"""A file of data runs no program: Python files are run only if the command names them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import dynid as di
from cli_help import dynid
from dynid.errors import InputError
from dynid.parallel.task import open_file_system
from wobble_help import simulated_log, true_parameters

RUNS = """
open({mark!r}, "a").write("ran ")
import dynid as di

def build():
    return di.robots.five_bar()

class Rubbing(di.Viscous):
    pass

class Plain(di.OLS):
    pass
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A result of an effect of one's own, as somebody else would send it: with its file."""
    here = tmp_path_factory.mktemp("sent")
    (here / "mine.py").write_text(RUNS.format(mark=str(here / "ran")))
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    simulated_log(model, true_parameters(model, 3000), 3000, seed=1).save(here / "run.csv")
    code = (
        "import mine, dynid as di; model = di.Model(mine.build(), [mine.Rubbing(), di.Coulomb()]);"
        "data = di.process(di.read_log('run.csv'), model, slow='5%');"
        "setup = {'cutoff': 'auto', 'decimate': 'auto'};"
        "di.estimate(di.Problem(model, data), di.OLS(), setup).save('result.json')"
    )
    subprocess.run([sys.executable, "-c", code], cwd=here, check=True)
    content = json.loads((here / "result.json").read_text())
    assert content["model"]["effects"][0]["type"] == f"{here / 'mine.py'}:Rubbing"
    # the file was somewhere else; here there is one of that name
    content["model"]["effects"][0]["type"] = "/home/somebody/mine.py:Rubbing"
    (here / "moved.json").write_text(json.dumps(content))
    # as the first version saved it: without a model, but with names
    old = {"robot": "mine.py:build", "effects": "mine.py:Rubbing,coulomb"}
    content |= {"model": None, "setup": content["setup"] | old}
    (here / "named.json").write_text(json.dumps(content))
    return here


@pytest.fixture(autouse=True)
def clean(folder):
    (folder / "ran").unlink(missing_ok=True)
    (folder / "dynid.yaml").unlink(missing_ok=True)


COMMANDS = {
    "validate": ("validate", "{}", "run.csv"),
    "payload": ("payload", "{}", "run.csv"),
    "export": ("export", "{}", "out.json", "--force"),
    "diff": ("diff", "{}", "{}"),
    "expect": ("expect", "{}", "-o", "expected.yaml"),
}


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
@pytest.mark.parametrize("saved", ["result.json", "moved.json", "named.json"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_saved_result_runs_no_file(folder, command, saved):
    words = [word.format(saved) for word in COMMANDS[command]]
    done = dynid(*words, cwd=folder)
    assert not (folder / "ran").exists()
    if saved != "named.json" or command in ("validate", "export"):
        assert done.returncode == 2
        assert "--trust" in done.stderr
        assert "mine.py" in done.stderr
        if command in ("validate", "export"):
            trusted = dynid(*words, "--trust", "mine.py", cwd=folder)
            assert trusted.returncode == 0, trusted.stderr
            assert (folder / "ran").read_text() == "ran "  # once
    assert "Traceback" not in done.stderr


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("robot: mine.py:build", ("inspect",)),
        ("robot: mine.py:build", ("check", "run.csv")),
        ("robot: ./mine.py:build", ("identify", "run.csv", "--method", "ols")),
        ("robot: five_bar\neffects: [mine.py:Rubbing, coulomb]", ("inspect",)),
        ("robot: five_bar\neffects: coulomb,mine.py:Rubbing(left)", ("inspect",)),
        ("robot: five_bar\nmethod: mine.py:Plain", ("identify", "run.csv")),
    ],
)
def test_a_project_file_runs_no_file_that_is_not_named(folder, text, command):
    (folder / "dynid.yaml").write_text(text + "\n")
    done = dynid(*command, cwd=folder)
    assert done.returncode == 2, done.stdout
    assert not (folder / "ran").exists()
    assert "if you trust it, add to the command: --trust" in done.stderr
    done = dynid(*command, "--trust", "mine.py", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "ran").read_text() == "ran "


def test_what_is_typed_is_trusted(folder):
    (folder / "dynid.yaml").write_text("robot: mine.py:build\neffects: [mine.py:Rubbing]\n")
    assert dynid("inspect", "mine.py:build", cwd=folder).returncode == 0
    other = folder / "other"
    other.mkdir(exist_ok=True)
    (other / "mine.py").write_text(RUNS.format(mark=str(folder / "ran2")))
    (folder / "dynid.yaml").write_text("robot: other/mine.py:build\n")
    done = dynid("inspect", "--trust", "mine.py", cwd=folder)
    assert done.returncode == 2
    assert "--trust other/mine.py" in done.stderr
    assert not (folder / "ran2").exists()
    done = dynid("inspect", "--trust", "gone.py", cwd=folder)
    assert done.returncode == 2
    assert "--trust: got 'gone.py', expected an existing Python file" in done.stderr


def test_init_says_what_the_next_command_needs(folder):
    done = dynid("init", "mine.py:build", "run.csv", "--force", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "add --trust mine.py" in done.stdout
    assert "3000 samples" in done.stdout


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_fleet_runs_no_file_that_is_not_named(folder):
    logs = "logs: [{file: run.csv, machine: a}]\n"
    (folder / "fleet.yaml").write_text("robot: five_bar\neffects: mine.py:Rubbing\n" + logs)
    done = dynid("fleet", "fleet.yaml", "-o", "fleet", cwd=folder)
    assert done.returncode == 2
    assert "--trust mine.py" in done.stderr
    assert not (folder / "ran").exists()
    options = ("-o", "fleet", "--workers", "2", "--trust", "mine.py")
    done = dynid("fleet", "fleet.yaml", *options, cwd=folder)
    assert done.returncode == 0, done.stderr


def test_a_program_imports_what_it_trusts(folder):
    load = "import dynid as di\nprint(di.Estimate.load('moved.json').model.effects[0])"
    first, second = (
        subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
        for code in (load, f"import mine\n{load}")
    )
    assert "import it before: import mine" in first.stderr
    assert second.stdout.startswith("Rubbing(")
    (folder / "ran").unlink()
    code = "import dynid as di\ndi.export('named.json', 'x.json', overwrite=True)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert "import it before: import mine" in done.stderr
    assert not (folder / "ran").exists()


@pytest.mark.parametrize(
    "place",
    ["{stdlib}/subprocess.py:Popen", "{stdlib}/dataclasses.py:Field", "subprocess:Popen",
     "dynid.studio.jobs:Job", "dynid.cli.main:app", "dynid.model.terms:Law"],
)  # fmt: skip
def test_a_class_of_another_kind_is_refused(folder, place):
    content = json.loads((folder / "moved.json").read_text())
    stdlib = os.path.dirname(subprocess.__file__)
    content["model"]["effects"][0] = {"type": place.format(stdlib=stdlib)}
    (folder / "other.json").write_text(json.dumps(content))
    with pytest.raises(di.DynidError, match=r"expected|missing"):
        di.Estimate.load(folder / "other.json")
    content["model"]["robot"]["bodies"][0]["type"] = "dynid.robot.parts:Loop"
    (folder / "other.json").write_text(json.dumps(content))
    with pytest.raises(di.DynidError, match="expected a kind of Body"):
        di.Estimate.load(folder / "other.json")


def test_stores_that_run_what_they_find_are_refused():
    for address in ("reference://x", "simplecache::s3://x", "reference::file:///x.json"):
        with pytest.raises(InputError, match="expected one of s3"):
            open_file_system(address)
