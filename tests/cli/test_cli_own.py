"""A user's own robot, effect and estimator, in a file beside the log, on the real command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.estimators import METHODS
from dynid.model.model_builder import EFFECTS
from dynid.papers import PAPERS
from dynid.robot.builtin import BUILTIN
from wobble_help import simulated_log, true_parameters

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

#: what a user writes; an effect needs no more than what an existing one has
OWN = '''
import os, signal
from dataclasses import dataclass
import dynid as di

def build(crank=0.25):
    """A five-bar with cranks of another length."""
    return di.robots.five_bar(crank=crank).replace(name="mine")

class Rubbing(di.Viscous):
    pass

@dataclass(frozen=True)
class Plain(di.Estimator):
    """Least squares, written by a user."""
    def fit(self, problem):
        return di.OLS().fit(problem)

@dataclass(frozen=True)
class Needy(di.Estimator):
    weight: float
    def fit(self, problem):
        return di.OLS().fit(problem)

class Interrupted(Plain):
    """Ctrl-C in the middle of a fit."""
    def fit(self, problem):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
        os.kill(os.getpid(), signal.SIGINT)
        return super().fit(problem)

strong = di.Ridge(100.0)
nothing = 3
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("own")
    (where / "my.py").write_text(OWN)
    (where / "broken.py").write_text("import not_there_at_all")
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    truth = true_parameters(model, 3000)
    for k in (1, 2):
        simulated_log(model, truth, 3000, seed=k).save(where / f"run{k}.csv")
    return where


def said(*arguments, cwd):
    done = dynid(*arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_all_own_together_find_what_the_built_in_ones_find(folder, tmp_path):
    own = (
        "my.py:build",
        "run1.csv",
        "--effects",
        "my.py:Rubbing,coulomb",
        "--method",
        "my.py:Plain",
    )
    mine = said("identify", *own, "-o", str(tmp_path / "out"), cwd=folder)["result"]
    theirs = said(
        "identify", "five_bar", "run1.csv", "--effects", "viscous,coulomb", "--method", "ols",
        cwd=folder,
    )["result"]  # fmt: skip
    assert mine["robot"] == "mine"
    assert mine["method"].startswith("Plain")
    np.testing.assert_array_equal(mine["theta"], theirs["theta"])
    run2, trust = str(folder / "run2.csv"), ("--trust", str(folder / "my.py"))
    check = said("validate", str(tmp_path / "out"), run2, *trust, cwd=tmp_path)
    assert check["held_out"] is True
    assert check["relative"] < 1.0
    done = dynid("export", str(tmp_path / "out"), "mine.xml", *trust, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_compare_takes_own_estimators_and_objects_that_are_ready(folder):
    methods = "ols,my.py:Plain,my.py:strong"
    options = ("--effects", "viscous,coulomb", "--methods", methods)
    lines = said("compare", "five_bar", "run1.csv", *options, cwd=folder)["lines"]
    assert [line["method"].split("(")[0] for line in lines] == ["OLS", "Plain", "Ridge"]
    assert lines[0]["train"] == lines[1]["train"] < lines[2]["train"]


def test_an_own_robot_and_effect_are_inspected_and_exported(folder, tmp_path):
    counts = [
        said("inspect", robot, "--effects", effect, cwd=folder)["n_base"]
        for robot, effect in (("my.py:build", "my.py:Rubbing"), ("five_bar", "viscous"))
    ]
    assert counts[0] == counts[1]
    done = dynid("export", "my.py:build", str(tmp_path / "mine.xml"), cwd=folder)
    assert done.returncode == 0, done.stderr
    assert di.load_robot(tmp_path / "mine.xml").dof == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("my.py:built", "run1.csv"), ("robot 'my.py:built'", "Did you mean 'build'?")),
        (("gone.py:build", "run1.csv"), ("there is no file 'gone.py'",)),
        (("broken.py:build", "run1.csv"), ("does not run", "not_there_at_all")),
        (("my.py:nothing", "run1.csv"), ("got int", "expected a Robot")),
        (("five_bar", "run1.csv", "--method", "my.py:Plainer"), ("Did you mean 'Plain'?",)),
        (("five_bar", "run1.csv", "--method", "my.py:Needy"), ("'weight'", "arguments are weight")),
        (("five_bar", "run1.csv", "--method", "my.py:nothing"), ("got int", "fit(problem)")),
        (("five_bar", "run1.csv", "--effects", "my.py:Rubing"), ("Did you mean 'Rubbing'?",)),
        (("five_bar", "run1.csv", "--effects", "my.py:nothing"), ("got effect 3", "Viscous()")),
    ],
)
def test_mistakes_with_own_files_are_one_line(folder, arguments, words):
    done = dynid("identify", *arguments, cwd=folder)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def test_help_and_messages_name_what_is_registered(folder):
    """Every name of a registry, and no second list."""
    for command, registries in (
        ("identify", (EFFECTS, METHODS)),
        ("compare", (EFFECTS, METHODS)),
        ("design", (EFFECTS,)),
        ("reproduce", (PAPERS,)),
    ):
        words = " ".join(dynid(command, "--help").stdout.split())
        assert all(", ".join(registry) in words for registry in registries)
    done = dynid("inspect", "no_robot")
    assert all(name in done.stderr for name in BUILTIN)


def test_the_package_itself_is_the_command():
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "dynid", "--version"], capture_output=True, text=True
    )
    assert done.stdout == f"dynid {di.__version__}\n"


def test_ctrl_c_says_that_nothing_was_written(folder, tmp_path):
    fit = ("--effects", "viscous", "--method", "my.py:Interrupted")
    done = dynid(
        "identify", "my.py:build", "run1.csv", *fit, "-o", str(tmp_path / "out"), cwd=folder
    )
    assert done.returncode == 130
    assert done.stderr.splitlines()[-1] == "dynid: interrupted; nothing was written."
    assert list(tmp_path.iterdir()) == []
