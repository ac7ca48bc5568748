"""dynid expect and dynid test: a robot that did not change is as expected, one that did is named,
and what cannot be tested is never called a change."""

from __future__ import annotations

import json
import shutil
import tomllib
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from ruamel.yaml import YAML

import dynid as di
from dynid.regression.expectation import compute_torque_errors, load_expectation
from dynid.validation.result_changes import difference
from regression_help import WORN, dynid, expect_arm, write_arm, write_log

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("arm")
    write_arm(folder)
    expect_arm(folder)
    return folder


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    """A copy to change."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def edited(folder, old, new):
    """expected.yaml with other text in one place."""
    path = folder / "expected.yaml"
    text = path.read_text()
    assert text.count(old) == 1, text
    path.write_text(text.replace(old, new))


def ask(*words):
    done = dynid("test", "expected.yaml", *words, "--json")
    return done.exit_code, json.loads(done.stdout)


def test_the_file_says_what_the_result_says(folder):
    saved = di.Estimate.load("result/result.json")
    content = YAML(typ="safe").load((folder / "expected.yaml").read_text())
    assert content["format"] == "dynid expected 1"
    assert content["robot"] == "arm"
    assert content["result"]["file"] == "result/result.json"
    assert content["processing"]["method"] == "consistent"
    fits = {fit.joint: fit for fit in saved.joints}
    for each in content["torque_error"]:
        assert each["rmse"] == pytest.approx(fits[each["joint"]].rmse, rel=1e-5)
        assert each["percent"] == pytest.approx(fits[each["joint"]].relative, rel=1e-2)
        assert each["limit"].endswith(" Nm")
    names = [each["name"] for each in content["parameters"]]
    assert names[:2] == ["shoulder friction", "elbow friction"]
    for each in content["parameters"][2:]:
        assert each["value"] == pytest.approx(saved[each["name"]].value, rel=1e-5)
        assert each["deviation"] == pytest.approx(saved[each["name"]].std, rel=1e-2)
        assert each["unit"] == saved[each["name"]].unit
    # what only the prior decides is no expectation
    assert not {*names} & {*saved.from_prior}
    # written again, it is the same file
    text = (folder / "expected.yaml").read_text()
    assert load_expectation(folder / "expected.yaml").to_yaml(folder / "expected.yaml") == text


def test_another_motion_is_as_expected(folder):
    code, report = ask("other.csv")
    assert (code, report["outcome"], report["changed"]) == (0, "as expected", [])
    assert all(each["passed"] for each in report["checks"])
    assert dynid("test", "expected.yaml", "other.csv").stdout.startswith("As expected: all ")


def test_more_friction_is_named_first_with_its_size(folder):
    code, report = ask("worn.csv")
    assert (code, report["outcome"]) == (1, "changed")
    assert report["changed"][0] == "elbow friction"
    assert "shoulder friction" not in report["changed"]
    (found,) = (each for each in report["checks"] if each["name"] == "elbow friction")
    assert found["found"] / found["expected"] == pytest.approx(WORN, abs=0.05)
    assert found["size"] > found["limit"] > 0
    said = dynid("test", "expected.yaml", "worn.csv").stdout.splitlines()
    assert "elbow friction at" in said[1]
    assert "rose by 50 %" in said[1]
    assert f"{found['size']:.1f} standard deviations (limit {found['limit']:.1f})" in said[1]


@pytest.mark.parametrize("log", ["other.csv", "worn.csv"])
def test_the_criterion_is_that_of_diff(folder, log):
    """The new log identified by hand, with the same effects and masks, and compared by dynid
    diff."""
    words = ("--effects", "viscous,coulomb", "--slow", "5%", "-o", "new", "-q")
    assert dynid("identify", "arm.urdf", log, *words).exit_code == 0
    old, new = (di.Estimate.load(f"{name}/result.json") for name in ("result", "new"))
    checks = {each["name"]: each for each in ask(log)[1]["checks"]}
    judged = difference(old, new).judged
    assert len(judged) >= 5
    for change in judged:
        check = checks[change.quantity]
        assert check["passed"] is not change.changed
        assert check["size"] * change.deviation == pytest.approx(abs(change.difference))
        assert check["limit"] * change.deviation == pytest.approx(change.threshold)


def test_deviations_are_those_of_the_difference(folder):
    """Of a combination: s^2 = s_1^2 + s_2^2 of the two results' own deviations."""
    words = ("--effects", "viscous,coulomb", "--slow", "5%", "-o", "new", "-q")
    assert dynid("identify", "arm.urdf", "other.csv", *words).exit_code == 0
    old, new = (di.Estimate.load(f"{name}/result.json") for name in ("result", "new"))
    checks = [each for each in ask("other.csv")[1]["checks"] if each["kind"] == "parameter"]
    for each in checks[2:]:
        a, b = old[each["name"]], new[each["name"]]
        size = abs(b.value - a.value) / np.hypot(a.std, b.std)
        assert each["size"] == pytest.approx(size)


def test_torque_errors_are_those_of_moving_samples(folder):
    """By hand: residual of the old parameters on the new log, where a joint moves."""
    saved = di.Estimate.load("result/result.json")
    data = di.process(di.read_log("worn.csv"), saved.model, slow="5%")
    check = di.validate(saved, data)
    prediction = saved.model.inverse_dynamics(data.q, data.qd, data.qdd, saved.p)
    e, tau, use = map(data.decimate, (data.tau - prediction, data.tau, data.use))
    for j, (rmse, percent) in enumerate(compute_torque_errors(check).values()):
        mine = e[use[:, j] > 0, j]
        assert rmse == pytest.approx(np.sqrt(np.mean(mine**2)), rel=1e-9)
        whole = np.sqrt(np.mean(tau[use[:, j] > 0, j] ** 2))
        assert percent == pytest.approx(100 * rmse / whole, rel=1e-9)


def limit_of(folder, joint):
    expected = load_expectation(folder / "expected.yaml")
    (found,) = (each for each in expected.errors if each.joint == joint)
    return f'limit: "{found.limit:.3g} Nm"'


@pytest.mark.parametrize(
    ("limit", "code"), [("0.0001 Nm", 1), ("0.0001", 1), ("0.01 %", 1), ("90 %", 0), ("80 Nm", 0)]
)
def test_limits_can_be_edited(folder, limit, code):
    edited(folder, limit_of(folder, "elbow"), f'limit: "{limit}"')
    got, report = ask("other.csv")
    assert got == code
    assert report["changed"] == (["elbow torque error"] if code else [])
    if code:
        (check,) = (each for each in report["checks"] if each["passed"] is False)
        assert "above the limit of" in check["sentence"]


def test_deviations_can_be_edited_and_lines_deleted(folder):
    edited(folder, "deviations: auto", "deviations: 1e6")
    assert not [name for name in ask("worn.csv")[1]["changed"] if "friction" in name]
    edited(folder, "deviations: 1e6", "deviations: 0.001")
    assert "shoulder friction" in ask("other.csv")[1]["changed"]
    edited(folder, "deviations: 0.001", "deviations: auto")
    lines = (folder / "expected.yaml").read_text().splitlines(keepends=True)
    kept = [line for line in lines if "elbow friction" not in line]
    (folder / "expected.yaml").write_text("".join(kept))
    assert "elbow friction" not in [each["name"] for each in ask("worn.csv")[1]["checks"]]


def test_held_out_logs_give_the_errors(folder):
    done = dynid("expect", "result", "other.csv", "-o", "held_out.yaml")
    assert done.exit_code == 0, done.output
    made = load_expectation(folder / "held_out.yaml")
    assert (made.data, len(made.logs)) == ("held-out log", 1)
    before = load_expectation(folder / "expected.yaml")
    assert made.errors[0].rmse != before.errors[0].rmse
    assert made.errors[0].limit < before.errors[0].limit
    assert dynid("test", "held_out.yaml", "other.csv").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format: dynid expected 1", "format: other", "expected a file of dynid expect"),
        ("result.json", "lost.json", "lost.json"),
        ("deviations: auto", "deviations: many", "expected auto or a number above 0"),
        ("name: elbow friction, value: ", "name: elbow friction, value: 1", "edit limits only"),
        ("name: elbow friction", "name: elbow frction", "elbow friction"),
        ("method: consistent", "methud: consistent", "got the key 'methud'"),
        ("parameters:\n", "parameters: 3\nothers:\n", "is damaged"),
        ("  sha256: ", "  sha: ", "has no 'sha256'"),
    ],
)
def test_a_file_that_is_wrong_is_no_change(folder, old, new, said):
    edited(folder, old, new)
    code, report = ask("other.csv")
    assert (code, report["outcome"]) == (2, "not tested")
    assert said in report["sentence"]


def test_a_limit_that_is_wrong_is_named(folder):
    edited(folder, limit_of(folder, "elbow"), 'limit: "3 kg"')
    code, report = ask("other.csv")
    assert code == 2
    assert 'elbow: got the limit "3 kg", expected "0.4 Nm" or "5 %"' in report["sentence"]


def test_another_result_is_refused(folder):
    path = folder / "result" / "result.json"
    path.write_text(path.read_text() + "\n")
    code, report = ask("other.csv")
    assert code == 2
    assert "SHA-256" in report["sentence"]


def test_logs_that_cannot_be_tested(folder):
    assert ask("lost.csv")[0] == 2
    log = di.read_log("other.csv")
    write_log(folder / "dead.csv", di.Log(log.joints, log.t, 0 * log.q, log.tau))
    code, report = ask("dead.csv")
    assert (code, report["outcome"]) == (2, "not tested")
    # torques of another machine: noise alone
    noise = np.random.default_rng(0).normal(size=log.tau.shape)
    write_log(folder / "noise.csv", di.Log(log.joints, log.t, log.q, noise))
    code, report = ask("noise.csv")
    assert code == 2
    assert "robot, joints, signs or units do not match the log" in report["sentence"]
    done = dynid("test", "expected.yaml", "lost.csv")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("dynid: not tested: ")


@pytest.mark.parametrize("standing", [("shoulder", "elbow"), ("elbow",)])
def test_a_joint_that_stands_is_not_accused(folder, standing):
    """Its friction is anything below that of motion: here half of it, upwards."""
    saved, log = di.Estimate.load("result/result.json"), di.read_log("other.csv")
    at = [log.joints.index(name) for name in standing]
    q = log.q.copy()
    q[:, at] = 0.3
    qd = np.gradient(q, log.t, axis=0)
    model = saved.model
    tau = model.inverse_dynamics(q, qd, np.gradient(qd, log.t, axis=0), saved.p)
    tau[:, at] += [0.5 * saved[f"{name}.coulomb"].value for name in standing]
    tau += 0.01 * np.random.default_rng(0).normal(size=tau.shape)
    write_log(folder / "standing.csv", di.Log(log.joints, log.t, q, tau))
    code, report = ask("standing.csv")
    checks = {each["name"]: each["passed"] for each in report["checks"]}
    for name in standing:
        assert checks[f"{name} friction"] is None
        assert checks[f"{name} torque error"] is None
    assert (code, report["changed"]) == (2 if len(standing) == 2 else 0, [])


def test_a_mistake_of_the_program_is_no_change(folder, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("here")

    monkeypatch.setattr("dynid.regression.regression_report.compare_with_expectation", fail)
    code, report = ask("other.csv")
    assert code == 2
    assert "ZeroDivisionError: here" in report["sentence"]


def test_how_logs_are_read_is_remembered(folder):
    for name in ("run", "other", "worn"):
        write_log(folder / f"{name}_deg.csv", di.read_log(f"{name}.csv"), 180 / np.pi)
    words = ("--effects", "viscous,coulomb", "--unit", "q=deg", "-o", "degrees")
    assert dynid("identify", "arm.urdf", "run_deg.csv", *words).exit_code == 0
    words = ("--cutoff", "30", "-o", "expected.yaml", "--overwrite")
    assert dynid("expect", "degrees", *words).exit_code == 0
    processing = load_expectation(folder / "expected.yaml").processing
    assert (processing["units"], processing["cutoff"]) == ({"q": "deg"}, "30")
    assert ask("other_deg.csv")[0] == 0
    assert ask("worn_deg.csv")[0] == 1
    # what is typed overrides it
    assert ask("other.csv", "--unit", "q=rad")[0] == 0
    assert dynid("expect", "degrees", "--unit", "q=rad", "-o", "radians.yaml").exit_code == 0
    assert dynid("test", "radians.yaml", "other.csv").exit_code == 0


def test_what_identify_was_told_is_remembered(folder):
    words = ("--effects", "viscous,coulomb", "--fixed", "fore.m=1.2", "-o", "told")
    assert dynid("identify", "arm.urdf", "run.csv", *words).exit_code == 0
    assert dynid("expect", "told", "-o", "told.yaml").exit_code == 0
    assert load_expectation(folder / "told.yaml").processing["fixed"] == {"fore.m": 1.2}
    assert dynid("test", "told.yaml", "other.csv").exit_code == 0
    assert dynid("test", "told.yaml", "worn.csv").exit_code == 1


def without_study(folder):
    """A result as earlier versions saved it."""
    path = Path(folder) / "result.json"
    content = json.loads(path.read_text())
    del content["setup"]["study"]
    path.write_text(json.dumps(content))


def test_results_and_files_of_earlier_versions(folder):
    without_study("result")
    assert dynid("expect", "result", "-o", "new.yaml").exit_code == 0
    new, old = (load_expectation(folder / name) for name in ("new.yaml", "expected.yaml"))
    assert new.parameters == old.parameters
    assert new.errors == old.errors
    assert new.processing == old.processing
    assert dynid("test", "new.yaml", "worn.csv").exit_code == 1
    words = ("--effects", "viscous,coulomb", "--fixed", "fore.m=1.2", "-o", "told")
    assert dynid("identify", "arm.urdf", "run.csv", *words).exit_code == 0
    without_study("told")
    done = dynid("expect", "told", "-o", "told.yaml")
    assert isinstance(done.exception, di.DynidError)
    assert "fixed={'fore.m': 1.2}" in str(done.exception)
    assert not (folder / "told.yaml").exists()


def test_python_gives_the_same(folder):
    made = di.regression.expect_robot("result", [Path("other.csv")])
    assert dynid("expect", "result", "other.csv", "-o", "held_out.yaml").exit_code == 0
    assert made.to_yaml(folder / "held_out.yaml") == (folder / "held_out.yaml").read_text()
    report = di.regression.compare_logs("held_out.yaml", [Path("worn.csv")])
    assert (report.exit_code, report.failed[0].name) == (1, "elbow friction")
    assert (
        json.loads(json.dumps(report.to_dict())).items()
        <= json.loads(dynid("test", "held_out.yaml", "worn.csv", "--json").stdout).items()
    )


def test_a_result_of_python_is_refused(folder):
    saved = di.Estimate.load("result/result.json")
    data = di.process(di.read_log("run.csv"), saved.model)
    di.estimate(di.Problem(saved.model, data), di.WLS()).save("own.json")
    done = dynid("expect", "own.json", "-o", "own.yaml")
    assert isinstance(done.exception, di.DynidError)
    assert "was not saved by 'dynid identify'" in str(done.exception)
    assert not (folder / "own.yaml").exists()


def test_the_file_may_stand_elsewhere(folder):
    (folder / "ci").mkdir()
    assert dynid("expect", "result", "-o", "ci/expected.yaml").exit_code == 0
    assert load_expectation(Path("ci/expected.yaml")).load_result().robot == "arm"
    assert dynid("test", "ci/expected.yaml", "other.csv").exit_code == 0


def test_the_plugin_is_registered():
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    module = import_module(points["pytest11"]["dynid"])
    assert module.pytest_collect_file


def test_the_workflow_runs_the_command():
    workflow = YAML(typ="safe").load((ROOT / "examples" / "ci" / "robot.yml").read_text())
    (job,) = workflow["jobs"].values()
    runs = [step["run"] for step in job["steps"] if "run" in step]
    assert runs[-1].startswith("dynid test expected.yaml ")
