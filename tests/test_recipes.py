"""One more of each plug is one or two places: the thing itself, and its line in a registry.

RECIPES of CONTRIBUTING.md ("Adding things"), followed at run time: every test writes a thing in a
file of its own, adds its line to the one registry, and uses it by its name, as commands do.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.cli.option_groups import expand_option_groups
from dynid.data.formats import FORMATS
from dynid.diagnostics.hypotheses import HYPOTHESES
from dynid.estimators import ESTIMATORS
from dynid.model.model_builder import EFFECTS, build_model
from dynid.report.html_page import render_element
from dynid.report.report_files import SECTIONS
from dynid.robot.builtin import BUILTIN
from dynid.testing import check_effect, check_estimator, check_format
from dynid.testing.estimator_contract import make_problem
from simulated_logs import clean_log

ROOT = Path(__file__).resolve().parents[1]
FILE = "recipe_things"  # the module of all things that are added
THINGS = '''
from dataclasses import dataclass

import numpy as np

import dynid as di
from dynid.diagnostics import MissingEffect


class Cubic(di.Effect):
    """tau = F3 qd^3."""

    def terms(self):
        return (di.Term("cubic", di.Law(sign=True, power=3)),)


@dataclass(frozen=True)
class Normal(di.Estimator):
    """Normal residuals: least squares by QR."""

    def fit(self, problem):
        problem.require_excitation()
        W, y = problem.stack_rows()
        Q, R = np.linalg.qr(W)
        root = np.linalg.inv(R)
        return di.Fit(root @ (Q.T @ y), gain=root @ root.T)


def crane():
    """A trolley on a rail, and a rod that swings below it."""
    inertia = di.inertial(2.0, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    trolley = di.Body("trolley", "world", di.Joint("rail", "prismatic", axis=(1, 0, 0)), inertia)
    swing = di.Joint("swing", "revolute", axis=(0, 1, 0))
    rod = di.Body("rod", "trolley", swing, di.inertial(1.0, (0, 0, -0.5), (0.1, 0.1, 0.01)))
    return di.Robot("crane", (trolley, rod))


class Semicolons(di.Format):
    name, endings, begins = "semicolons", (".ssv",), (b"semicolons",)

    def open(self, path):
        _, first, *lines = path.read_text().splitlines()
        rows = np.array([[float.fromhex(word) for word in line.split(";")] for line in lines])
        return dict(zip(first.split(";"), rows.T))

    def save(self, log, file, ending):
        columns = log.to_columns()
        rows = zip(*(column.tolist() for column in columns.values()))
        lines = ["semicolons", ";".join(columns), *(";".join(map(float.hex, row)) for row in rows)]
        file.write("\\n".join(lines).encode())


def columns(fit):
    for j, name in enumerate(fit.joints):
        yield name, fit.select_joint(j, np.sin(7 * fit.move.q[:, j]), np.cos(7 * fit.move.q[:, j]))


SEVEN = MissingEffect("seven", "the torque of {joint} has 7 waves a turn", "Grease it.", columns)
'''


@pytest.fixture
def things(tmp_path, monkeypatch):
    """The module with one thing of each kind."""
    (tmp_path / f"{FILE}.py").write_text(THINGS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__(FILE)
    del sys.modules[FILE]


@pytest.fixture
def add(things, monkeypatch):
    """One line in a registry."""
    return lambda registry, name, thing: monkeypatch.setitem(
        registry.places, name, f"{FILE}:{thing}"
    )


def dynid(*words):
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_an_effect(add):
    add(EFFECTS, "cubic", "Cubic")
    check_effect(EFFECTS["cubic"]())
    model = build_model("arm7", "viscous,cubic(joint1)")
    assert model.parameters[-1] == "joint1.cubic"
    qd = np.array([[2.0, *[0.0] * 6]])
    zero, p = np.zeros_like(qd), model.to_vector({"joint1.cubic": 0.5})
    assert model.inverse_dynamics(zero, qd, zero, p)[0, 0] == pytest.approx(0.5 * 2.0**3)


def test_an_estimator(add):
    add(ESTIMATORS, "normal", "Normal")
    normal = ESTIMATORS["normal"]()
    check_estimator(normal)
    problem = make_problem(noise=0.1)
    table = di.compare([ESTIMATORS["ols"](), ESTIMATORS.make("Normal")], problem)
    assert "Normal" in str(table)


def test_a_robot(add):
    add(BUILTIN, "crane", "crane")
    robot = di.load_robot("crane")
    assert robot.actuated == ("rail", "swing")
    model = di.Model(robot)
    # pushed without swinging, all masses move: F = (2 + 1) a
    tau = model.inverse_dynamics(np.zeros((1, 2)), np.zeros((1, 2)), [[2.0, 0.0]], model.prior)
    assert tau[0, 0] == pytest.approx(6.0)
    assert "crane" in dynid("robots")


def test_a_log_format(add, tmp_path):
    add(FORMATS, "semicolons", "Semicolons")
    check_format("semicolons")
    t = np.arange(50) / 100
    log = di.Log(("a",), t, q=np.sin(t)[:, None], tau=np.cos(t)[:, None])
    log.save(tmp_path / "run.csv")
    dynid("convert", tmp_path / "run.csv", "-o", tmp_path / "run.ssv")  # by its ending alone
    assert np.array_equal(di.read_log(tmp_path / "run.ssv").q, log.q)


def weight(robot: Annotated[str, typer.Argument()]) -> None:
    """Print the mass of a robot."""
    print(f"{sum(body.inertia[0] for body in di.load_robot(robot).bodies):.1f} kg")


def test_a_command(monkeypatch):
    monkeypatch.setattr(app, "registered_commands", list(app.registered_commands))
    app.command()(expand_option_groups(weight))  # what the line in COMMANDS leads to
    robot = di.load_robot("pendulum")
    mass = sum(body.inertia[0] for body in robot.bodies)
    assert dynid("weight", "pendulum") == f"{mass:.1f} kg\n"
    assert "Print the mass of a robot." in dynid("--help")


def test_a_section_of_the_report(monkeypatch, tmp_path):
    def render_mass_section(material):
        rows = len(material.result.names)
        return render_element("section", f"{rows} numbers were estimated", id="count")

    monkeypatch.setitem(SECTIONS, "Count", ("count", render_mass_section))
    problem = make_problem(noise=0.1)
    result = di.estimate(problem, di.OLS())
    di.write_report(tmp_path / "report.html", result, problem)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert f"{len(result.names)} numbers were estimated" in page
    assert 'href="#count"' in page


def test_a_fault_hypothesis(add):
    clean = clean_log("random3_5", 4)
    tau = clean.log.tau.copy()
    tau[:, 1] += 0.2 * tau[:, 1].std() * np.sin(7 * clean.log.q[:, 1] + 0.3)
    add(HYPOTHESES, "seven", "SEVEN")
    (found,) = di.check(clean.model, replace(clean.log, tau=tau)).sure
    assert (found.kind, found.where, found.repair) == ("seven", "joint2", "Grease it.")


def test_the_table_of_recipes_names_the_registries():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.split("## Adding things", 1)[1]
    for name in (
        "ESTIMATORS",
        "BUILTIN",
        "EFFECTS",
        "FORMATS",
        "COMMANDS",
        "SECTIONS",
        "HYPOTHESES",
    ):
        assert f"| `{name}`" in table, name
