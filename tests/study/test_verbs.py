"""What follows an identification, through both doors: the command and Python answer the same; and
a saved result remembers how its logs were read."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

import commands_help
import dynid as di
from dynid.study.model_options import RobotOptions
from dynid.study.robot_export import ExportOptions, export_files
from regression_help import dynid, write_arm, write_log

DEGREES = 180.0 / np.pi
NAMED = ("--effects", "viscous,coulomb", "--unit", "q=deg", "--column", "tau=force_{joint}")
LOGS = ("run", "other")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Logs in degrees with columns of other names, and what was identified from one of them."""
    folder = tmp_path_factory.mktemp("verbs")
    write_arm(folder)
    for name in LOGS:
        path = folder / f"{name}.csv"
        write_log(path, di.read_log(path), DEGREES)
        path.write_text(path.read_text().replace("tau_", "force_"))
    where = (folder / "arm.urdf", folder / "run.csv", "--test", folder / "other.csv")
    done = dynid("identify", *where, *NAMED, "-o", folder / "result")
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    """A copy to change, in which the result was identified."""
    for path in made.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    shutil.copytree(made / "result", tmp_path / "result")
    path = tmp_path / "result" / "result.json"
    path.write_text(path.read_text().replace(str(made), str(tmp_path)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(*words, code=0):
    done = dynid(*words, "--json")
    assert done.exit_code == code, (done.output, done.exception)
    content = json.loads(done.stdout)
    assert content.pop("schema").startswith(f"dynid/{words[0]}/")
    return content


def plain(content):
    return json.loads(json.dumps(content))


def refusal(*words):
    done = dynid(*words)
    assert isinstance(done.exception, di.DynidError), done.output
    return str(done.exception)


def edit_result(folder, change):
    path = folder / "result" / "result.json"
    content = json.loads(path.read_text())
    change(content["setup"])
    path.write_text(json.dumps(content))


def test_a_result_keeps_its_study(folder):
    saved = di.Estimate.load("result/result.json")
    study = di.Study.from_result(saved)
    assert study.robot == str(folder / "arm.urdf")
    assert dict(study.processing.units) == {"q": "deg"}
    assert study.processing.cutoff == float(saved.setup["cutoff"])
    assert study.model.effects == "viscous,coulomb"
    assert (
        study == di.Study.from_result("result") == di.Study.from_result(Path("result/result.json"))
    )
    changed = di.Study.from_result("result", slow="7%", units=["q=rad"])
    assert (changed.processing.slow, dict(changed.processing.units)) == ("7%", {"q": "rad"})
    with pytest.raises(di.InputError, match=r"got the option 'slwo'.*Did you mean 'slow'"):
        di.Study.from_result("result", slwo="7%")


def test_a_stretch_of_the_training_is_none_of_other_logs(folder):
    words = ("arm.urdf", "run.csv", *NAMED, "--between", "1,6", "-o", "part")
    assert dynid("identify", *words).exit_code == 0
    assert di.Estimate.load("part/result.json").setup["study"]["between"] == (1.0, 6.0)
    assert di.Study.from_result("part").processing.between is None
    assert ask("validate", "part", "other.csv")["samples"] > 7000


def test_validate_by_both_doors(folder):
    typed = ask("validate", "result", "other.csv", "-o", "page.html")
    found = di.Study.from_result("result").validate("result", [Path("other.csv")])
    assert plain(found.to_dict()) == typed
    assert found.to_page() == Path("page.html").read_text()
    assert str(found) == dynid("validate", "result", "other.csv").stdout.rstrip("\n")
    assert found.validation.relative < 5
    # the errors of identify --test on the same log
    assert ask("report", "result", "-o", "page2.html")["verdict"]["verdict"] == "good"
    write_log(folder / "plain.csv", di.read_log("other.csv", *READING))
    words = ("--unit", "q=rad", "--column", "tau=tau_{joint}")
    again = ask("validate", "result", "plain.csv", *words)
    assert again["relative"] == pytest.approx(typed["relative"], rel=1e-6)


READING = ({f"tau_{j}": f"force_{j}" for j in ("shoulder", "elbow")}, {"q": "deg"})


def test_results_of_earlier_versions(folder):
    """Without a study; how logs are read is typed again then."""
    new = ask("validate", "result", "other.csv")
    edit_result(folder, lambda setup: setup.pop("study"))
    assert ask("validate", "result", "other.csv", *NAMED[2:]) == new
    assert "expected a result that dynid identify of this version saved" in refusal(
        "report", "result", "-o", "page.html"
    )


def test_payload_by_both_doors(folder):
    words = ("payload", "result", "other.csv", "--known", "mass=0.1", "--friction", "0.1")
    typed = ask(*words, "-o", "page.html")
    study = di.Study.from_result("result")
    for known in ("mass=0.1", {"mass": 0.1}):
        found = study.payload("result", [Path("other.csv")], known=known, friction=0.1)
        assert plain(found.to_dict()) == typed
    with pytest.raises(di.InputError, match=r"got the option 'frm'.*Did you mean 'frame'"):
        study.payload("result", [Path("other.csv")], frm="fore")
    followed = dynid("payload", "result", "--follow", "other.csv", "--wait", "0.1", "--json")
    lines = [json.loads(line) for line in followed.stdout.splitlines()]
    assert lines[-1]["t"] > 6
    assert lines[-1]["mass"] < 0.2


def test_check_by_both_doors(folder):
    rows = (folder / "other.csv").read_text().splitlines()
    swapped = [rows[0].replace("force_shoulder,force_elbow", "force_elbow,force_shoulder")]
    Path("swapped.csv").write_text("\n".join([*swapped, *rows[1:]]))
    words = ("check", "arm.urdf", "swapped.csv", "--quick", *NAMED[2:])
    typed = ask(*words, "-o", "page.html", code=1)
    how = {"units": ["q=deg"], "columns": {"tau": "force_{joint}"}}
    study = di.Study.make("arm.urdf", **how)
    found = study.check([Path("swapped.csv")], quick=True)
    assert not found.healthy
    assert plain(found.to_dict()) == typed
    assert found.to_page() == Path("page.html").read_text()
    typed = ask(*words, "--fix", "--overwrite", code=1)
    written = Path("swapped.fixed.csv").read_bytes() if typed["fixed"] else None
    found = study.check([Path("swapped.csv")], quick=True, fix=True, overwrite=True)
    assert plain(found.to_dict()) == typed
    if written is not None:
        assert Path("swapped.fixed.csv").read_bytes() == written
    with pytest.raises(di.InputError, match="there is no file"):
        study.check([Path("lost.csv")])


def test_report_is_the_page_of_identify(folder):
    words = ("--test", "other.csv", *NAMED, "-o", "again")
    for method in ((), ("--method", "wls", "--between", "1,7"), ("--fixed", "fore.m=1.2")):
        done = dynid("identify", "arm.urdf", "run.csv", *words, *method, "--overwrite")
        assert done.exit_code == 0, done.exception
        first = Path("again/report.html").read_text()
        typed = ask("report", "again", "--overwrite")
        assert Path("again/report.html").read_text() == first
        assert typed["written"] == ["again/report.html"]
        assert typed["verdict"] == plain(json.loads(Path("again/verdict.json").read_text()))
    outcome = di.Study.report("again", page="python.html")
    assert Path("python.html").read_text() == first
    assert outcome.written == (Path("python.html"),)
    assert di.Study.report("again").verdict.to_dict() == outcome.verdict.to_dict()
    assert "exists already" in refusal("report", "again")


def test_report_of_selected_effects(folder):
    done = dynid("identify", "arm.urdf", "run.csv", *NAMED[2:], "-o", "auto")
    assert done.exit_code == 0, done.exception
    first = Path("auto/report.html").read_text()
    assert "How the effects were selected" in first
    ask("report", "auto", "--overwrite")
    assert Path("auto/report.html").read_text() == first


def test_report_needs_the_same_logs(folder):
    Path("moved").mkdir()
    shutil.move("run.csv", "moved/first.csv")
    said = refusal("report", "result", "-o", "page.html")
    assert re.search(r"run\.csv', from which the result was identified, is gone", said)
    said = refusal("report", "result", "other.csv", "-o", "page.html")
    assert "none has the same content" in said
    assert "got the log 'lost.csv'" in refusal("report", "result", "lost.csv", "-o", "page.html")
    shutil.copy("moved/first.csv", "run.csv")
    with Path("run.csv").open("a") as file:
        file.write("\n")
    assert "has changed since the result was identified" in refusal(
        "report", "result", "-o", "x.html"
    )
    assert not Path("page.html").exists()
    assert ask("report", "result", "moved/first.csv", "-o", "page.html")["verdict"]
    Path("other.csv").unlink()
    said = refusal("report", "result", "moved/first.csv", "-o", "two.html")
    assert re.search(r"other\.csv', from which the result was checked, is gone", said)
    words = ("moved/first.csv", "--test", "worn.csv", "-o", "two.html")
    assert dynid("report", "result", *words).exit_code == 2  # of other columns: the page is there
    assert Path("two.html").exists()


def test_logs_in_memory_are_not_read_again(folder):
    log = di.read_log("run.csv", *READING)
    outcome = di.identify("arm.urdf", log, effects="viscous,coulomb", output="memory")
    assert "study" not in outcome.result.setup
    assert "does not say how its logs were read" in refusal("report", "memory", "-o", "x.html")
    assert ask("validate", "memory", "other.csv", *NAMED[2:])["relative"] < 5


def test_a_joint_called_type_comes_back(folder):
    """In records, the key `type` names a class elsewhere."""
    path = folder / "arm.urdf"
    path.write_text(path.read_text().replace('"elbow"', '"type"'))
    words = ("--lock", "type=0.1", "--effects", "viscous", *NAMED[2:], "--joints", "shoulder")
    done = dynid("identify", "arm.urdf", "run.csv", *words, "--force", "-o", "locked")
    assert done.exit_code == 0, done.exception
    locked = di.Study.from_result("locked").model.lock
    assert locked == {"type": 0.1}


def test_sim2real_by_both_doors(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("leg.xml").write_text(commands_help.leg())
    commands_help.save(commands_help.recorded(3.0, seed=0), tmp_path / "commands.csv")
    words = ("--kp", "30", "--kd", "1", "--delay", "0.01", "--train", "0.7")
    typed = ask("sim2real", "leg.xml", "commands.csv", *words, "-o", "typed", "--force")
    study = di.Study.make("leg.xml")
    how = {"kp": 30.0, "kd": "1", "latency": 0.01, "train": 0.7, "force": True}
    found = study.sim2real(Path("commands.csv"), output="python", **how)
    content = plain(found.to_dict())
    written = [Path(name).name for name in typed.pop("written")]
    assert [Path(name).name for name in content.pop("written")] == written
    assert content == typed
    for name in written:
        assert Path("python", name).read_bytes() == Path("typed", name).read_bytes()
    tests = "--test", "commands.csv", "--test", "commands.csv"
    assert "got 2 test logs" in str(dynid("sim2real", "leg.xml", "commands.csv", *tests).exception)


def test_export_by_both_doors(folder):
    assert dynid("export", "result", "typed.urdf", "--yaml", "typed.yaml").exit_code == 0
    to = ExportOptions(yaml="python.yaml")
    done = export_files("result", Path("python.urdf"), RobotOptions(), to, False)
    assert [path.name for path in done.paths] == ["python.urdf", "python.yaml"]
    for ending in ("urdf", "yaml"):
        first, second = (Path(f"{door}.{ending}").read_text() for door in ("typed", "python"))
        assert first == second
