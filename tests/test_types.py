"""The public names as type checkers see them: the same as at run time, each with a type."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dynid as di
from dynid.estimators import ESTIMATORS
from dynid.robot.builtin import BUILTIN

ROOT = Path(__file__).resolve().parents[1]
SPACES = {name: getattr(di, name) for name in di._NAMESPACES}
PACKAGES = [
    di,
    *(x for x in SPACES.values() if "make_namespace" in Path(x.__file__).read_text("utf-8")),
]


def typed_names(module):
    """{name: module} of what `if TYPE_CHECKING` of a package imports as itself."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    blocks = [x for x in tree.body if isinstance(x, ast.If) and isinstance(x.test, ast.Name)]
    imports = [x for x in blocks[0].body if isinstance(x, ast.ImportFrom)]
    return {a.name: x.module for x in imports for a in x.names if a.name == a.asname}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_the_types_are_of_the_names_at_run_time(package):
    typed = typed_names(package)
    beside = {"__version__", "robots"} if package is di else set()
    assert set(package.__all__) - beside == set(typed)
    for name, home in typed.items():
        place = di._NAMESPACES.get(name) if package is di else None
        thing = importlib.import_module(place) if place else None
        assert getattr(package, name) is (thing or getattr(importlib.import_module(home), name))


def test_every_namespace_lists_its_names():
    assert len(PACKAGES) == 21
    for name, space in SPACES.items():
        assert len(set(space.__all__)) == len(space.__all__) > 0, name
        assert all(getattr(space, each) is not None for each in space.__all__)


def test_what_is_registered_is_public():
    assert {type_.__name__ for type_ in ESTIMATORS.values()} <= set(di.estimators.__all__)
    assert set(BUILTIN) <= set(di.robots.__all__)


#: what a user writes, and the types that a checker finds in it
SCRIPT = """
import numpy as np
import dynid as di

robot = di.robots.delta4(arm=0.4)
effects = [di.Viscous(), di.effects.SmoothFriction(), di.gears.Ripple(waves=(1.0,))]
model = di.Model(robot, effects)
log = di.read_log("log.csv", joints=robot.actuated)
data = di.process(log, model, slow=None)
selection = di.selection.select_effects(data)
problem = di.Problem(model, data)
result = di.estimate(problem, di.estimators.L1())
outcome = di.identify("delta4", ["log.csv"], effects="viscous")
study = di.Study.make("delta4")
tau = model.inverse_dynamics(np.zeros((1, 4)), np.zeros((1, 4)), np.zeros((1, 4)), result.p)
verdict = di.judge(result, problem)
"""
TYPES = {
    "robot": "dynid.robot.mechanism.Robot",
    "model": "dynid.model.model.Model",
    "effects[0]": "dynid.model.effects.Effect",
    "log": "dynid.data.log.Log",
    "data": "dynid.data.dataset.Dataset",
    "selection": "dynid.selection.selection_record.Selection",
    "problem": "dynid.identification.problem.Problem",
    "result": "dynid.identification.estimate.Estimate",
    "outcome": "dynid.study.outcome.Outcome",
    "study": "dynid.study.study.Study",
    "di.estimators.L1()": "dynid.estimators.robust.L1",
    "tau": "numpy.ndarray[tuple[Any, ...], numpy.dtype[numpy.float64]]",
    "verdict": "dynid.validation.verdict.Verdict",
}


def check_types(script, folder):
    """What mypy --strict says of a user's script: its exit code and lines."""
    file = folder / "script.py"
    file.write_text(script, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--show-error-codes", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=550)
    return done.returncode, done.stdout.splitlines()


@pytest.mark.slow(reason="mypy looks at the whole package")
def test_a_script_of_a_user_has_types(tmp_path):
    """mypy is asked once: of what users write, and of every public name."""
    names = [f"di.{name}" for name in di.__all__ if name not in SPACES]
    names += [f"di.{name}.{each}" for name, space in SPACES.items() for each in space.__all__]
    assert len(names) > 230
    asked = [*TYPES, *names]
    reveal = "\n".join(f"reveal_type({expression})" for expression in asked)
    code, lines = check_types(SCRIPT + reveal, tmp_path)
    assert code == 0, "\n".join(x for x in lines if ": error:" in x)
    found = [m[1] for line in lines if (m := re.search(r'Revealed type is "(.*)"$', line))]
    assert len(found) == len(asked)
    revealed = {name: kind.replace("builtins.", "") for name, kind in zip(asked, found)}
    assert {name: revealed[name] for name in TYPES} == TYPES
    untyped = re.compile(r"(def .* -> )?Any")
    assert [name for name, kind in revealed.items() if untyped.fullmatch(kind)] == []


@pytest.mark.slow(reason="mypy looks at the whole package")
def test_a_name_that_is_not_there_is_an_error(tmp_path):
    script = "import dynid as di\ndi.estimators.L2()\ndi.robots.delta5()\ndi.identifi\n"
    code, lines = check_types(script, tmp_path)
    errors = [line for line in lines if "[attr-defined]" in line]
    assert code == 1
    assert [name in line for name, line in zip(("L2", "delta5", "identifi"), errors)] == [True] * 3
