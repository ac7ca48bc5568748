"""The same identification through both doors: the command line and Python write the same file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.studio.requests import Folder, make_request
from dynid.study.worker import carry_out
from golden_json import CHAINS, FEET, GAINS, LOAD, alter_logs, write_inputs

USUAL = "viscous,coulomb"
LOCK = {"gripper": 0.02}
#: {name: (folder, robot, logs, options of Python, words of the command line)}
CASES = {
    "arm": ("arm", "arm.urdf", ["run1.csv"], {"lock": LOCK}, "--lock gripper=0.02"),
    "held out": (
        *("arm", "arm.urdf", ["run1.csv"]),
        {"lock": LOCK, "effects": USUAL, "test": ["run2.csv"], "cutoff": 12.0, "slow": "2%"},
        f"--lock gripper=0.02 --effects {USUAL} --test run2.csv --cutoff 12 --slow 2%",
    ),
    "currents": (
        *("arm", "arm.urdf", ["current.csv"]),
        {"lock": LOCK, "effects": USUAL, "drives": {j: {"gain": x} for j, x in GAINS.items()}},
        f"--lock gripper=0.02 --effects {USUAL} --gain "
        + ",".join(f"{j}={x}" for j, x in GAINS.items()),
    ),
    "payloads": (
        *("arm", "arm.urdf", ["run1.csv", "load.csv"]),
        {"lock": LOCK, "effects": USUAL, "payloads": [f"load.csv:{LOAD}"]},
        [*f"--lock gripper=0.02 --effects {USUAL} --load".split(" "), f"load.csv:{LOAD}"],
    ),
    "locked where it stands": (
        *("arm", "arm.urdf", ["held.csv"]),
        {"lock": "gripper=log", "effects": USUAL},
        f"--lock gripper=log --effects {USUAL}",
    ),
    "loops": ("five_bar", "five_bar", ["run5.csv"], {}, ""),
    "floating base": (
        *("dog", "dog.xml", ["stand.csv"]),
        {"contacts": FEET, "effects": "none"},
        f"--contacts {FEET} --effects none",
    ),
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The inputs of a chain of commands, made when they are first needed."""
    made = {}

    def folder(name, chdir):
        if name not in made:
            made[name] = tmp_path_factory.mktemp(name)
            chdir(made[name])
            write_inputs(name, made[name])
            for each in CHAINS[name]:
                if each.words[0] == "simulate":
                    run(*each.words)
                    alter_logs(made[name])
        chdir(made[name])

    return folder


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


@pytest.mark.parametrize("name", CASES)
def test_both_doors_write_the_same_result(name, folders, monkeypatch, tmp_path):
    folder, robot, logs, options, words = CASES[name]
    folders(folder, monkeypatch.chdir)
    words = words.split() if isinstance(words, str) else words
    typed = json.loads(run("identify", robot, *logs, *words, "-o", tmp_path / "cli", "--json"))
    outcome = di.identify(robot, logs, output=tmp_path / "python", **options)
    first, second = (tmp_path / door / "result.json" for door in ("cli", "python"))
    assert first.read_bytes() == second.read_bytes()
    typed.pop("schema")
    assert json.loads(json.dumps(outcome.to_dict())) == json.loads(json.dumps(typed))
    assert (tmp_path / "python" / "report.html").exists()
    assert str(outcome.verdict) in str(outcome)


def test_the_command_that_a_result_remembers_gives_it_again(folders, monkeypatch, tmp_path):
    folders("arm", monkeypatch.chdir)
    first = di.identify("arm.urdf", ["held.csv"], lock="gripper=log", effects=USUAL, cutoff=9.5)
    words = first.result.setup["command"].split()
    assert words[:2] == ["dynid", "identify"]
    again = json.loads(run(*words[1:], "--json"))["result"]
    assert again["p"] == first.result.p.tolist()
    assert again["setup"]["command"] == first.result.setup["command"]


def test_options_by_wrong_names_and_values(folders, monkeypatch):
    folders("arm", monkeypatch.chdir)
    with pytest.raises(di.InputError, match=r"got the option 'cutof'.*Did you mean 'cutoff'"):
        di.identify("arm.urdf", "run1.csv", cutof=3)
    with pytest.raises(di.InputError, match=r"^cutoff: got 'low', expected Hz or auto"):
        di.identify("arm.urdf", "run1.csv", cutoff="low")


def test_a_project_file_is_a_study(folders, monkeypatch, tmp_path):
    folders("arm", monkeypatch.chdir)
    text = "robot: arm.urdf\nlock: {gripper: 0.02}\neffects: [viscous, coulomb]\nlogs: [run1.csv]\n"
    Path("dynid.yaml").write_text(text + "test: [run2.csv]\n")
    try:
        study, logs, test = di.Study.load()
        found = study.identify(logs, test)
        typed = json.loads(run("identify", "--json"))
        assert typed["result"]["p"] == found.result.p.tolist()
        assert typed["validation"] == json.loads(json.dumps(found.validation.to_dict()))
    finally:
        Path("dynid.yaml").unlink()


def test_several_methods_are_compared(folders, monkeypatch):
    folders("arm", monkeypatch.chdir)
    study = di.Study.make("arm.urdf", lock=LOCK, effects=USUAL)
    typed = run("compare", "arm.urdf", "run1.csv", "--lock", "gripper=0.02", "--effects", USUAL,
                "--methods", "ols,wls", "--json")  # fmt: skip
    table = study.compare([Path("run1.csv")], methods="ols,wls").to_dict()
    for one, other in zip(json.loads(typed)["lines"], table["lines"]):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_logs_and_frames_in_the_place_of_files(folders, monkeypatch):
    pandas = pytest.importorskip("pandas", reason="pandas is an extra")
    folders("arm", monkeypatch.chdir)
    how = {"lock": LOCK, "effects": USUAL, "method": "wls"}
    want = di.identify("arm.urdf", "run1.csv", test="run2.csv", **how)
    one, two = (di.read_log(f"run{k}.csv") for k in (1, 2))
    frames = [log.to_frame() for log in (one, two)]
    assert isinstance(frames[0], pandas.DataFrame)
    for logs, test in (([one], [two]), (frames[0], frames[1])):
        found = di.identify("arm.urdf", logs, test=test, **how)
        assert found.result.p.tolist() == want.result.p.tolist()
        assert found.validation.relative == want.validation.relative
    for wrong in (3, None, [3]):
        with pytest.raises(di.InputError, match=r"logs: got (int|NoneType), expected files, logs"):
            di.identify("arm.urdf", wrong, **how)


@pytest.mark.parametrize("name", CASES)
def test_a_study_comes_back_from_its_record(name):
    """By JSON, as another process gets it, and as result.json keeps it."""
    options = {key: x for key, x in CASES[name][3].items() if key != "test"}
    more = {"base": "fixed", "tilt": "12deg,0", "units": {"tau": di.data.Current(0.05, 100.0)}}
    more |= {"prior": "link2.m=3", "slow": "none", "between": "0.1,4", "columns": {"q": "pos_{j}"}}
    study = di.Study.make("arm.urdf", **(more | options))
    text = json.dumps(study.to_dict(), allow_nan=False)
    assert di.Study.from_dict(json.loads(text)) == study
    assert len(study.to_dict()) > len(options) + 5


def test_a_record_with_an_unknown_key_is_refused():
    with pytest.raises(di.InputError, match=r"got the key 'cutof'.*Did you mean 'cutoff'"):
        di.Study.from_dict({"robot": "arm.urdf", "cutof": 3})


@pytest.mark.parametrize("page", [{}, {"effects": USUAL, "cutoff": "12", "slow": "2%"}])
def test_the_studio_writes_the_same_result(page, folders, monkeypatch, tmp_path):
    """What it asks a worker for, the command that it shows, and Python: the same result.json."""
    folders("arm", monkeypatch.chdir)
    text = "robot: arm.urdf\nlock: {gripper: 0.02}\nlogs: [run1.csv]\ntest: [run2.csv]\n"
    Path("dynid.yaml").write_text(text)
    try:
        request = make_request(Folder(Path()), {"verb": "identify", "options": page})
        content = json.loads(json.dumps(request.content))
        answer = carry_out({**content, "output": str(tmp_path / "studio")})
        words = request.command.split()
        assert words[-2:] == ["-o", "runs/run1"]
        typed = json.loads(run(*words[1:-1], tmp_path / "cli", "--json"))
        study, logs, test = di.Study.load()
        study.replace(**page).identify(logs, test, output=tmp_path / "python")
        doors = [tmp_path / door / "result.json" for door in ("studio", "cli", "python")]
        assert len({path.read_bytes() for path in doors}) == 1
        assert json.loads(json.dumps(answer)) == typed
        di.identify("arm.urdf", logs, test, output=tmp_path / "call", lock=LOCK, **page)
        called = json.loads((tmp_path / "call" / "result.json").read_text())
        saved = json.loads(doors[0].read_text())
        assert saved["setup"].pop("project") == text  # which a call does not read
        assert called == saved
    finally:
        Path("dynid.yaml").unlink()


@pytest.mark.parametrize("verb", ["check", "validate", "payload", "design", "diff"])
def test_the_studio_answers_as_the_command(verb, folders, monkeypatch, tmp_path):
    folders("arm", monkeypatch.chdir)
    text = f"robot: arm.urdf\nlock: {{gripper: 0.02}}\nlogs: [run1.csv]\neffects: '{USUAL}'\n"
    Path("dynid.yaml").write_text(text)
    if not Path("saved").exists():
        di.Study.load()[0].identify([Path("run1.csv")], output="saved")
    asked = {
        "check": {"options": {"quick": True}},
        "design": {"options": {"harmonics": "2", "period": "4", "starts": "1"}},
        "diff": {"results": ["saved", "saved"]},
        "validate": {"results": ["saved"], "logs": ["run2.csv"], "options": {"between": "0,5"}},
        "payload": {"results": ["saved"], "logs": ["run2.csv"], "options": {"friction": "0.2"}},
    }[verb]
    try:
        request = make_request(Folder(Path()), {"verb": verb, **asked})
        answer = carry_out(json.loads(json.dumps(request.content)))
        words = request.command.split()[1:]
        words = [str(tmp_path / "again.html") if x.startswith("answers/") else x for x in words]
        words = [str(tmp_path / "again") if x.startswith("motions/") else x for x in words]
        typed = json.loads(run(*words, "--json"))
        assert json.loads(json.dumps(answer)) == typed
        if output := request.content["output"]:
            assert Path(output).exists()
    finally:
        Path("dynid.yaml").unlink()
