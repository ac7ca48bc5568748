"""`--json` of every command is as its schema says, with no key that the schema does not have."""

from __future__ import annotations

import json
import runpy
from copy import deepcopy
from pathlib import Path

import pytest
from typer.testing import CliRunner

import golden_json
from dynid.cli.main import COMMANDS, app
from dynid.schemas.command_schemas import SCHEMAS
from dynid.schemas.schema_builder import key_rows, make_json_schema, make_schema_name, mark_schema
from schema_help import mistakes

DOCS = Path(__file__).parents[2] / "docs"
#: of the chains of golden_json: those that take part in `make quick`, each command once
QUICK = {
    "arm": (
        *("arm_inspect", "run1_simulate", "run2_simulate", "load_simulate", "arm_quick"),
        *("arm_named", "arm_wls", "arm_validate", "arm_payload", "arm_diff", "arm_compare"),
        *("arm_urdf", "arm_init"),
    ),
    "pendulum": ("robots", "pendulum_elasticity", "pendulum_sim2real"),
}


def run(words):
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code in (0, 1), (words, done.output, done.exception)
    return json.loads(done.stdout, parse_constant=lambda x: pytest.fail(f"{x} is no JSON"))


def check(command, content):
    schema = make_json_schema(command, closed=True)
    assert mistakes(content, schema) == []
    if isinstance(content, dict):
        assert next(iter(content)) == "schema"
        assert content["schema"] == make_schema_name(command)
    return schema


def answers(name, folder, wanted=None):
    """{command: its answers} of a chain of commands."""
    golden_json.write_inputs(name, folder)
    found = {}
    for case in golden_json.CHAINS[name]:
        if wanted is None or case.name in wanted:
            found.setdefault(case.words[0], []).append(run(case.words))
            golden_json.alter_logs(folder)
    return found


@pytest.mark.parametrize("name", QUICK)
def test_answers_are_as_their_schemas(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command, some in answers(name, tmp_path, QUICK[name]).items():
        for content in some:
            check(command, content)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("name", golden_json.CHAINS)
def test_all_golden_answers_are_as_their_schemas(name, tmp_path, monkeypatch):
    if name == "panda" and not (golden_json.DATA / "panda_gaz").is_dir():
        pytest.skip("no measured log of the Panda (DYNID_DATA)")
    monkeypatch.chdir(tmp_path)
    for command, some in answers(name, tmp_path).items():
        for content in some:
            check(command, content)


def test_every_command_has_a_schema():
    poses = {"design_poses"}  # of dynid design --calibration
    assert {command.__name__ for command in COMMANDS} | poses == set(SCHEMAS)


@pytest.fixture
def convert(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.csv").write_text("t,q_a,tau_a\n" + "".join(f"{k},{k},1\n" for k in range(9)))
    return run(["convert", "run.csv", "-o", "run.npz"])


def test_the_validator_finds_mistakes(convert):
    schema = check("convert", convert)
    for change, words in (
        ({"samples": "9"}, "$.samples: got '9', expected integer"),
        ({"samples": True}, "expected integer"),
        ({"joints": [1]}, "$.joints[0]: got '1', expected string"),
        ({"more": 1}, "the key 'more' is not in the schema"),
        ({"schema": "dynid/convert/2"}, "expected 'dynid/convert/1'"),
    ):
        assert words in str(mistakes(convert | change, schema)), change
    less = {key: x for key, x in convert.items() if key != "notes"}
    assert mistakes(less, schema) == ["$: no key 'notes'"]
    assert mistakes(convert | {"more": 1}, make_json_schema("convert")) == []  # keys may be added


@pytest.mark.parametrize("command", SCHEMAS)
def test_the_schemas_are_json_schema(command, convert):
    jsonschema = pytest.importorskip("jsonschema", reason="the schemas are read by jsonschema")
    validator = jsonschema.Draft202012Validator
    for closed in (False, True):
        validator.check_schema(make_json_schema(command, closed))
    if command == "convert":
        validator(make_json_schema(command, True)).validate(convert)
        with pytest.raises(jsonschema.ValidationError):
            validator(make_json_schema(command, True)).validate(convert | {"samples": "9"})


def test_numbers_that_json_lacks_are_null():
    content = {"value": float("nan"), "interval": [1.0, float("inf")], "more": {"x": (1, 2)}}
    before = deepcopy(content)
    marked = mark_schema("export", content)
    assert marked["value"] is None
    assert marked["interval"] == [1.0, None]
    assert str(content) == str(before)
    assert mark_schema("robots", [1]) == [1]


def test_the_page_of_schemas_is_current():
    """`python docs/make_json.py` writes it."""
    made = runpy.run_path(str(DOCS / "make_json.py"))["page"]()
    assert (DOCS / "json.md").read_text(encoding="utf-8") == made
    for command, schema in SCHEMAS.items():
        assert f"## dynid {command}" in made
        for key, _, _ in key_rows(schema.parts):
            assert f"`{key}`" in made
