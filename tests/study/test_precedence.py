"""Of a saved result on other logs: what is typed counts, then what the result remembers, then
dynid.yaml. Every door that takes a RESULT is asked."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import dynid as di
from commands_help import ARM
from dynid.cli.main import app
from dynid.studio.requests import Folder, make_request
from dynid.study.study import Study
from dynid.study.worker import carry_out
from wobble_help import simulated_log, true_parameters

#: of another logger than the one the result was found with
OTHER = "robot: arm.urdf\nunits: {q: deg}\ncutoff: 3\nslow: 40%\nrate: 7\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("precedence")
    (folder / "arm.urdf").write_text(ARM)
    model = di.Model(di.load_robot(folder / "arm.urdf"), [di.Viscous(), di.Coulomb()])
    truth = model.to_vector({}, true_parameters(model, 1000))
    for name, seed in (("run.csv", 1), ("other.csv", 2)):
        simulated_log(model, truth, 1500, seed).save(folder / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        effects = {"effects": "viscous,coulomb", "output": "result"}
        di.identify("arm.urdf", "run.csv", cutoff="11", slow="6%", **effects)
        assert dynid("expect", "result", "-o", "expected.yaml").exit_code == 0
        # the same numbers in other units: of a reader that must be told
        lines = (folder / "other.csv").read_text().splitlines()
        head = next(k for k, line in enumerate(lines) if not line.startswith("#"))
        names, rows = lines[head].split(","), [x.split(",") for x in lines[head + 1 :]]
        for k, name in enumerate(names):
            for row in rows if name.startswith("q_") else ():
                row[k] = repr(float(row[k]) * 57.29577951308232)
        text = "\n".join(",".join(row) for row in [names, *rows])
        (folder / "degrees.csv").write_text(text)
    return folder


@pytest.fixture(params=["", OTHER], ids=["no dynid.yaml", "another dynid.yaml"])
def here(folder, monkeypatch, request):
    monkeypatch.chdir(folder)
    (folder / "dynid.yaml").unlink(missing_ok=True)
    if request.param:
        (folder / "dynid.yaml").write_text(request.param)
    return folder


def dynid(*words):
    return CliRunner().invoke(app, [*map(str, words), "-q"])


def ask(*words):
    done = dynid(*words, "--json")
    assert done.exit_code in (0, 1), (done.output, done.exception)  # 1: the robot changed
    return json.loads(done.stdout)


KEPT: dict[tuple[str, ...], object] = {}
DOORS = [
    ("validate", "result", "other.csv"),
    ("validate", "result", "degrees.csv", "--unit", "q=deg"),
    ("payload", "result", "other.csv"),
    ("payload", "result", "degrees.csv", "--unit", "q=deg"),
    ("expect", "result", "other.csv", "--output", "new.yaml", "--force"),
    ("test", "expected.yaml", "other.csv"),
    ("test", "expected.yaml", "degrees.csv", "--unit", "q=deg"),
    ("report", "result", "--output", "new.html", "--overwrite"),
]


@pytest.mark.parametrize("words", DOORS, ids=" ".join)
def test_the_result_comes_before_the_project_and_what_is_typed_before_both(words, here):
    found = ask(*words)
    assert KEPT.setdefault(words, found) == found
    if "--unit" in words:
        plain = ask(*words[:2], "other.csv")
        key = {"validate": "relative", "payload": "mass", "test": "sentence"}[words[0]]
        same = str(plain[key]).replace("other.csv", "degrees.csv")
        assert same == found[key] or float(same) == pytest.approx(found[key], rel=1e-3)


@pytest.mark.parametrize("verb", ["validate", "payload"])
def test_the_studio_has_the_same_rule(verb, here, monkeypatch):
    asked = {"verb": verb, "results": ["result"], "logs": ["other.csv"], "options": {}}
    found = carry_out(make_request(Folder(here), asked).content)
    assert json.loads(json.dumps(found)) == ask(verb, "result", "other.csv")


def test_payloads_of_new_logs_come_from_the_project(folder, monkeypatch):
    """A result cannot know what a later log carried."""
    monkeypatch.chdir(folder)
    (folder / "dynid.yaml").unlink(missing_ok=True)
    plain = ask("validate", "result", "other.csv")
    load = "payload: {link: fore, mass: 0.8, com: [0.2, 0, 0]}"
    (folder / "dynid.yaml").write_text(f"robot: arm.urdf\nlogs: [{{file: other.csv, {load}}}]\n")
    loaded = ask("validate", "result", "other.csv")
    assert loaded["relative"] > 2 * plain["relative"]
    typed = "other.csv:link=fore,mass=0.8,com=0.2 0 0"
    (folder / "dynid.yaml").unlink()
    assert ask("validate", "result", "other.csv", "--load", typed) == loaded


def test_a_study_of_a_project_carries_its_limits(tmp_path, monkeypatch):
    (tmp_path / "arm.urdf").write_text(ARM)
    path = tmp_path / "dynid.yaml"
    path.write_text("robot: arm.urdf\nlimits: {velocity: 0.5}\nfloor: none\ntolerance: 0.02\n")
    monkeypatch.chdir(tmp_path)
    study, _, _ = Study.load()
    assert study.limits.make_limits().velocity == 0.5
    assert Study.from_dict(json.loads(json.dumps(study.to_dict()))).limits == study.limits
    short = {"starts": 1, "iterations": 3, "search_time": None, "harmonics": 2}
    design = study.design(**short).to_dict()
    words = ["design", "--starts", "1", "--search-time", "1", "--harmonics", "2"]
    assert design["limits"] == ask(*words)["limits"]
    assert study.replace(tolerance=0.01).limits.tolerance == 0.01
    path.unlink()
    assert Study.make("arm.urdf").design(**short).to_dict()["limits"] != design["limits"]
