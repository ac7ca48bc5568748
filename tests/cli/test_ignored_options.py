"""No command offers an option that it does not read: each is typed once with a value that means
something else, or nothing at all; the command must refuse it, or answer otherwise."""

from __future__ import annotations

import json
from functools import lru_cache

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import commands_help
import dynid as di
from commands_help import ARM
from dynid.cli.main import app
from wobble_help import simulated_log, true_parameters

#: of every command, and how it answers
ASIDE = {"--help", "--json", "--quiet", "--verbose", "--output", "--force", "--overwrite"}
#: what the commands are typed with, and the files they write
WORDS = {
    "inspect": ("arm.urdf",),
    "convert": ("run.csv", "-o", "written.csv"),
    "identify": ("arm.urdf", "run.csv", "--effects", "viscous,coulomb"),
    "validate": ("result", "run.csv"),
    "report": ("result", "-o", "written.html"),
    "payload": ("result", "run.csv"),
    "compare": ("arm.urdf", "run.csv", "--methods", "ols,consistent"),
    "diff": ("result", "changed"),
    "expect": ("result", "-o", "written.yaml"),
    "test": ("expected.yaml", "run.csv"),
    "sim2real": ("leg.xml", "commands.csv", "--kp", "30", "--kd", "1"),
    "elasticity": ("arm.urdf", "run.csv"),
    "design": ("arm.urdf", "--starts", "1", "--search-time", "9", "--harmonics", "2"),
    "export": ("arm.urdf", "written.xml"),
    "simulate": ("arm.urdf", "run.csv", "-o", "written.csv"),
}
#: a value of each option that is none, or another one; None: it takes no value
TYPED: dict[str, str | None] = {
    "--lock": "nothing=1",
    "--actuated": "nothing",
    "--base": "floating",
    "--tilt": "0.4,0.2",
    "--gravity": "0,3,-4",
    "--tool": "nothing",
    "--effects": "spring",
    "--payload": "link=nothing,mass=500",
    "--column": "q=nothing_{joint}",
    "--unit": "q=deg",
    "--rate": "3",
    "--joints": "a,b",
    "--topic": "/nothing",
    "--clean": None,
    "--gain": "nothing=5",
    "--load": "run.csv:link=nothing,mass=500",
    "--prior": "nothing.m=1",
    "--fixed": "nothing.m=1",
    "--method": "ridge",
    "--limbs": "each",
    "--methods": "ols",
    "--cutoff": "3",
    "--decimate": "7",
    "--slow": "60%",
    "--between": "1,3",
    "--delay": "0.05",
    "--velocity": "measured",
    "--repetitions": None,
    "--rows": "base",
    "--contacts": "nothing",
    "--foot-radius": "0.1",
    "--trust": "nothing.py",
    "--test": "other.csv",
    "--level": "0.5",
    "--known": "mass=3",
    "--frame": "nothing",
    "--friction": "0.0001",
    "--follow": "nothing.csv",
    "--wait": "0.1",
    "--limits": "nothing.yaml",
    "--floor": "9",
    "--tolerance": "0.2",
    "--period": "4",
    "--harmonics": "3",
    "--coordinates": "task",
    "--no-rest": None,
    "--criterion": "cond",
    "--friction-weight": "3",
    "--workspace": "sphere(center=0 0 0.3,radius=0.1)",
    "--earlier": "nothing.csv",
    "--starts": "2",
    "--seed": "5",
    "--search-time": "0",
    "--time": "0",
    "--require": "good",
    "--max-error": "5%",
    "--hang": "0,0,0.1",
    "--viscous": "2",
    "--coulomb": "2",
    "--built": "0.3",
    "--duration": "2",
    "--noise": "0.1",
    "--encoder": "0.01",
    "--preload": "nothing=1",
    "--forces": None,
    "--kp": "40",
    "--kd": "2",
    "--longest": "0.001",
    "--effort": "nothing",
    "--effort-limit": "1.5",
    "--bias": "log",
    "--train": "0.4",
    "--step": "0.004",
    "--inertias": "nothing",
    "--only": "q",
    "--format": "nothing",
    "--pdf": None,
    "--sdf": "other.sdf",
    "--ratio": "q_shoulder=2*q_shoulder",
    "--zero": "q_shoulder=0.1",
    "--untrusted": "elbow",
    "--controller": "ur",
    "--usd": "other.usda",
    "--usd-of": "nothing.usda",
    "--fmu": "other.fmu",
    "--plc": "plc",
    "--simulink": "simulink",
    "--modelica": "Modelica",
    "--symbolic": "symbolic",
    "--urdf": "other.urdf",
    "--mjcf": "other.xml",
    "--yaml": "other.yaml",
    "--c": "code",
    "--serial": "serial.xml",
    "--within": "0.5",
    "--payload-rate": "7",
    "--payload-frame": "nothing",
    "--robot": "nothing",
    "--calibration": None,
    "--marker": "1=nothing",
    "--tracker": "known",
    "--errors": "zeros",
    "--tied": None,
    "--measure": "x_1",
    "--poses": "5",
    "--goal": "0.1mm",
    "--measured": "nothing.csv",
}
OWN = {
    ("sim2real", "--unit"): "qcmd=2",
    ("sim2real", "--rate"): "400",
    ("sim2real", "--friction"): "sharp",
    ("sim2real", "--between"): "linear",
    ("sim2real", "--test"): "commands2.csv",
    ("design", "--repetitions"): "9",
    ("convert", "--column"): "q_shoulder=nothing",
}
#: read, and yet without a trace here
NOTHING = {
    ("inspect", "--symmetric"): "the arm has no limbs that are alike",
    ("identify", "--limbs"): "the arm has no limbs that are alike",
    ("convert", "--joints"): "names of arrays, which a CSV file has none of",
    ("design", "--rate"): "of files, and none are written",
    ("design", "--controller"): "of files, and none are written",
    ("simulate", "--springs"): "no joint of the arm is without a motor",
    ("simulate", "--seed"): "of noise, and there is none",
}


@lru_cache
def parameters():
    return {name: each.params for name, each in typer.main.get_command(app).commands.items()}


def cases():
    for command in WORDS:
        for each in parameters()[command]:
            words = {*each.opts, *each.secondary_opts}
            if each.param_type_name != "option" or words & ASIDE:
                continue
            option = next((x for x in sorted(words) if x in TYPED), max(words, key=len))
            if not words & {name for of, name in NOTHING if of == command}:
                yield command, option


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("options")
    (where / "arm.urdf").write_text(ARM)
    model = di.Model(di.load_robot(where / "arm.urdf"), [di.Viscous(), di.Coulomb()])
    truth = model.to_vector({}, true_parameters(model, 1000))
    for seed, name in enumerate(("run", "other")):
        log = simulated_log(model, truth, 1500, seed)
        motor = log.q + 1e-3 * log.tau  # behind an elastic gear
        rows = [log.t, *log.q.T, *np.gradient(log.q, log.t, axis=0).T, *log.tau.T, *motor.T]
        head = [f"{kind}_{j}" for kind in ("q", "qd", "tau", "qm") for j in log.joints]
        write(where / f"{name}.csv", ["t", *head], np.column_stack(rows))
    (where / "leg.xml").write_text(commands_help.leg())
    for seed, name in enumerate(("commands", "commands2")):
        commands_help.save(commands_help.recorded(3.0, seed=seed), where / f"{name}.csv")
    for clean, dirty in (("run", "dirty"), ("commands", "dirty_commands")):
        lines = (where / f"{clean}.csv").read_text().splitlines()
        lines[500] = lines[500].split(",")[0] + ",nan" * lines[0].count(",")
        (where / f"{dirty}.csv").write_text("\n".join(lines))
    return where


def write(path, head, rows):
    np.savetxt(path, rows, delimiter=",", header=",".join(head), comments="", fmt="%.12g")


@pytest.fixture(scope="module")
def plain(folder):
    """What a command answers, typed once."""
    answers: dict[tuple[str, ...], object] = {}

    def answered(*words):
        if words not in answers:
            answers[words] = answer_of(folder, *words)
        return answers[words]

    return answered


@pytest.fixture(autouse=True)
def here(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for log, result in (("run.csv", "result"), ("other.csv", "changed")):
        if not (folder / result).exists():
            words = ("identify", "arm.urdf", log, "--effects", "viscous,coulomb", "-o", result)
            assert CliRunner().invoke(app, words).exit_code == 0
    if not (folder / "expected.yaml").exists():
        assert CliRunner().invoke(app, ["expect", "result", "-o", "expected.yaml"]).exit_code == 0


def answer_of(folder, *words):
    """What it says and writes; or that it refuses, and why."""
    for old in folder.glob("written.*"):
        old.unlink()
    done = CliRunner().invoke(app, [*words, "--json"])
    if isinstance(done.exception, di.DynidError) or done.exit_code == 2:
        return f"refused: {done.exception} {done.stderr}"
    assert done.exit_code in (0, 1), (done.output, done.exception)
    written = {path.name: path.read_bytes() for path in folder.glob("written.*")}
    return without_setup(json.loads(done.stdout)), written


def without_setup(content):
    """How a result came about contains what was typed, and a comparison how long it took."""
    if isinstance(content, dict):
        gone = ("setup", "seconds")
        return {key: without_setup(x) for key, x in content.items() if key not in gone}
    return [without_setup(x) for x in content] if isinstance(content, list) else content


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("command", "option"), [*cases()])
def test_every_option_is_read(folder, plain, command, option):
    words = (command, *WORDS[command])
    if option == "--clean":  # of a log that has something to clean
        dirty = {"run.csv": "dirty.csv", "commands.csv": "dirty_commands.csv"}
        words = tuple(dirty.get(word, word) for word in words)
    value = OWN.get((command, option), TYPED[option])
    typed = (option,) if value is None else (option, value)
    assert answer_of(folder, *words, *typed) != plain(*words)


def test_what_is_offered():
    """What the commands do not read, they do not have."""
    offered = {
        name: {word for each in params for word in each.opts}
        for name, params in parameters().items()
    }
    assert not {"--load", "--gain", "--topic"} & offered["sim2real"]
    assert "--load" not in offered["payload"]
    assert not {"--load", "--effects", "--payload", "--gravity"} & offered["elasticity"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("payload", "result", "--follow", "run.csv", "--gain", "elbow=2"), "got --gain with"),
        (("payload", "result", "run.csv", "--wait", "3"), "--wait without --follow"),
        (("export", "result", "new.xml", "--lock", "elbow"), "which has its own"),
        (("export", "arm.urdf", "new.xml", "--within", "0.1"), "--within without --serial"),
        (("identify", "arm.urdf", "run.csv", "--foot-radius", "0.1"), "expected their names"),
    ],
)
def test_options_that_say_nothing_here_are_refused(words, said):
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, di.DynidError)
    assert said in str(done.exception)
