"""One more of each plug in a copy of the sources: a file, and its line in the one registry; then
the contract suites of the tests run on the copy, and its commands."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dynid._native as native
from test_architecture import SOURCE
from test_recipes import THINGS

pytestmark = pytest.mark.slow(reason="contract suites in a process of their own")
TESTS = Path(__file__).resolve().parent
HELP = Path("tests", "help")
BESIDE = [str(TESTS), str(TESTS.parent / "benchmarks")]
#: of THINGS: what begins with these lines is a file of its own
EFFECT, ESTIMATOR, ROBOT, FORMAT, FAULT = (
    *("class Cubic(", "@dataclass(frozen=True)\nclass Normal("),
    *("def crane(", "class Semicolons(", "def columns("),
)
COMMAND = '''
from __future__ import annotations

from dynid.cli.command_options import Json, RobotName, answer


def weight(robot: RobotName, as_json: Json = False) -> None:
    """Print the mass of a robot."""
    import dynid as di

    mass = sum(body.inertia[0] for body in di.load_robot(robot).bodies)
    answer(as_json, {"mass": mass}, f"{mass:.1f} kg")
'''
SECTION = '''
from __future__ import annotations

from dynid.report.html_page import Html, render_element
from dynid.report.sections import Material


def render_count_section(material: Material) -> Html:
    """How many numbers were estimated."""
    text = f"{len(material.result.names)} numbers were estimated"
    return render_element("section", text, id="count")
'''
ROBOTS = "robot/builtin/__init__.py"
#: (file, the line of it behind which the new one comes, the new one): the places of a plug
PLACES = {
    "estimator": [
        ("estimators/__init__.py", '"per-body": "', '"normal": "dynid.estimators.normal:Normal",'),
    ],
    "robot": [
        (ROBOTS, '"arm7": "', '"crane": "dynid.robot.builtin.crane:crane",'),
        (ROBOTS, "import arm7 as arm7", "from dynid.robot.builtin.crane import crane as crane"),
    ],
    "effect": [
        ("model/model_builder.py", '"viscous": "', '"cubic": "dynid.model.effects:Cubic",'),
    ],
    "format": [
        (
            *("data/formats/__init__.py", '"bag": "'),
            '"semicolons": "dynid.data.formats.semicolons:Semicolons",',
        ),
    ],
    "command": [
        ("cli/main.py", "*(robots, inspect, init,", "weight,"),
        ("cli/main.py", "from dynid.cli.validate", "from dynid.cli.weight import weight"),
        (
            *("schemas/command_schemas.py", "SCHEMAS: Mapping"),
            '    "weight": Schema(1, "The mass of a robot.", {"mass": ("number", "kg")}),',
        ),
    ],
    "section": [
        ("report/report_files.py", '"Data": (', '"Count": ("count", render_count_section),'),
        (
            *("report/report_files.py", "import render_provenance_section"),
            "from dynid.report.count_section import render_count_section",
        ),
    ],
    "fault hypothesis": [
        ("diagnostics/hypotheses.py", '"payload": f"', '"seven": "seven_waves:SEVEN",'),
    ],
}
RUN = """
import sys
sys.meta_path[:] = [x for x in sys.meta_path if "Redirecting" not in type(x).__name__]
sys.path[:0] = [{copy!r}, {help!r}, *{tests!r}]
import dynid
assert dynid.__file__.startswith({copy!r}), dynid.__file__
"""
TEST = """
import pytest
raise SystemExit(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *{words!r}]))
"""
COMMANDS = """
from dynid.cli.main import main
sys.argv = ["dynid", *{words!r}]
main()
"""
SEVEN_WAVES = """
from dataclasses import replace
import numpy as np
import dynid as di
from simulated_logs import clean_log
clean = clean_log("random3_5", 4)
tau = clean.log.tau.copy()
tau[:, 1] += 0.2 * tau[:, 1].std() * np.sin(7 * clean.log.q[:, 1] + 0.3)
print([(x.kind, x.where) for x in di.check(clean.model, replace(clean.log, tau=tau)).sure])
"""


def take(start):
    """The code of one thing, with the imports of all."""
    head, *pieces = THINGS.split("\n\n\n")
    at = next(k for k, piece in enumerate(pieces) if piece.startswith(start))
    code = pieces[at : at + (2 if start == FAULT else 1)]
    return "\n\n\n".join([head.strip() if start != EFFECT else "", *code]).strip() + "\n"


def insert_line(path, after, line):
    """As the neighbour is indented."""
    lines = path.read_text(encoding="utf-8").splitlines()
    (at,) = [k for k, text in enumerate(lines) if after in text]
    margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines.insert(at + 1, margin + line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A folder with the sources, one more of each, and the shared code of the tests."""
    folder = tmp_path_factory.mktemp("copy")
    sources = shutil.copytree(SOURCE, folder / "dynid")
    shutil.copy(native.__file__, sources)
    shutil.copytree(TESTS / "help", folder / HELP)
    shutil.copytree(TESTS.parent / "examples", folder / "examples")  # which some of it reads
    for file, start in (
        ("estimators/normal.py", ESTIMATOR),
        ("robot/builtin/crane.py", ROBOT),
        ("data/formats/semicolons.py", FORMAT),
        ("diagnostics/seven_waves.py", FAULT),
    ):
        (sources / file).write_text(take(start), encoding="utf-8")
    (sources / "cli/weight.py").write_text(COMMAND, encoding="utf-8")
    (sources / "report/count_section.py").write_text(SECTION, encoding="utf-8")
    with open(sources / "model/effects.py", "a", encoding="utf-8") as file:
        file.write("\n\n" + take(EFFECT).replace("di.", ""))
    for places in PLACES.values():
        for file, after, line in places:
            insert_line(sources / file, after, line)
    # the only thing that the tests have to be told: under which settings its claims are exact
    cases = folder / HELP / "contract_help.py"
    insert_line(cases, '"ols": Case(', '"normal": Case(ESTIMATORS["normal"](), excitation=True),')
    insert_line(cases, "import dynid as di", "from dynid.estimators import ESTIMATORS")
    return folder


def run(copy, code, **names):
    where = {"copy": str(copy), "help": str(copy / HELP), "tests": BESIDE}
    done = subprocess.run(
        [sys.executable, "-c", (RUN + code).format(**where, **names)],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("file", "chosen"),
    [
        ("estimators/test_contract.py", "normal or every_estimator_of_the_registry"),
        ("robot/test_builtin.py", "crane"),
        ("model/test_laws.py", "cubic"),
        ("data/test_formats.py", "semicolons or claim"),
        ("diagnostics/test_hypotheses.py", "every_hypothesis"),
        ("cli/test_schemas.py", "every_command_has"),
    ],
)
def test_contract_suites_of_the_copy(copy, file, chosen):
    words = [
        str(TESTS / file),
        "-k",
        chosen,
        "-o",
        f"pythonpath={copy / HELP} {' '.join(BESIDE)}",
    ]
    said = run(copy, TEST, words=words)
    assert " passed" in said
    assert "no tests ran" not in said


def test_commands_of_the_copy(copy, tmp_path):
    assert run(copy, COMMANDS, words=["weight", "crane"]) == "3.0 kg\n"
    assert '"schema": "dynid/weight/1"' in run(copy, COMMANDS, words=["weight", "crane", "--json"])
    assert "Print the mass of a robot." in run(copy, COMMANDS, words=["--help"])
    run(copy, COMMANDS, words=["demo", "pendulum", "-o", str(tmp_path / "demo")])
    page = (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
    assert 'href="#count"' in page
    assert " numbers were estimated" in page


def test_the_fault_is_found_in_the_copy(copy):
    assert run(copy, SEVEN_WAVES) == "[('seven', 'joint2')]\n"


def test_one_or_two_places_each():
    """A file of its own (the effect: a class in effects.py), and lines of one registry."""
    for kind, places in PLACES.items():
        assert len({file for file, _, _ in places}) <= (2 if kind == "command" else 1), kind
