"""Robots, motions and simulated logs through both doors: what a command answers and writes is what
the method of a study does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.study.log_simulation import SimulationOptions
from dynid.study.motion_design import DesignOptions
from dynid.study.options import fill, set_options
from dynid.study.project import Project
from dynid.study.project_guess import GuessedColumns, guess_project
from golden_json import FEET, LOAD, write_inputs

pytestmark = pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning")
LOCK = {"gripper": 0.02}
SHORT = {"starts": 1, "harmonics": 2, "search_time": None, "rate": 100.0}
WORDS = ("--starts", "1", "--harmonics", "2", "--search-time", "300", "--rate", "100")
#: {name: (folder, robot, options of the study, of the design, words of the command line)}
DESIGNS = {
    "arm": (
        *("arm", "arm.urdf", {"lock": LOCK, "effects": "viscous"}),
        {"period": "4,6", "criterion": "cond", "floor": "none", "tolerance": 0.01, "seed": 3},
        "--lock gripper=0.02 --effects viscous --period 4,6 --criterion cond --floor none"
        " --tolerance 0.01 --seed 3",
    ),
    "never at rest": (
        *("arm", "pendulum", {}, {"period": 5, "rest": False, "repetitions": 3}),
        "--period 5 --no-rest --repetitions 3",
    ),
    "limits": (
        *("arm", "pendulum", {}, {"limits": {"velocity": 1.5}, "period": 5.0}),
        "--limits limits.yaml --period 5",
    ),
    "on feet": (
        *("dog", "dog.xml", {"effects": "none"}, {"contacts": FEET}),
        f"--effects none --contacts {FEET}",
    ),
    "hung": (
        *("dog", "dog.xml", {"effects": "rotor"}, {"hang": (0.02, 0.0, 0.1), "period": 6.0}),
        "--effects rotor --hang 0.02,0,0.1 --period 6",
    ),
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    made = {}
    for name in ("arm", "dog"):
        made[name] = tmp_path_factory.mktemp(name)
        write_inputs(name, made[name])
        (made[name] / "limits.yaml").write_text("velocity: 1.5\n")
    return made


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def assert_same(typed, answer):
    """As JSON; `output` is the command's own word for the file that it wrote."""
    typed = {key: x for key, x in json.loads(typed).items() if key not in ("schema", "output")}
    told = json.loads(json.dumps(answer.to_dict()))
    told.pop("output", None)
    assert typed == told
    assert typed


def assert_same_files(first, second):
    names = {path.name for path in first.iterdir()}
    assert names == {path.name for path in second.iterdir()}
    assert len(names) >= 4
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("name", DESIGNS)
def test_both_doors_design_the_same_motion(name, folders, monkeypatch, tmp_path):
    folder, robot, about, options, words = DESIGNS[name]
    monkeypatch.chdir(folders[folder])
    one, two = tmp_path / "cli", tmp_path / "python"
    typed = run("design", robot, *words.split(), *WORDS, "-o", one, "--json")
    study = di.Study.make(robot, **about)
    found = study.design(**{**SHORT, **options})
    assert found.written == ()
    assert_same(typed, found)
    written = found.write(two)
    assert_same_files(one, two)
    assert written.written == tuple(two / path.name for path in written.written)
    assert f"wrote {two / 'design.json'}, " in str(written)
    with pytest.raises(di.errors.FileExists, match="choose another folder"):
        study.design(**options, output=two)


def test_both_doors_simulate_the_same_log(folders, monkeypatch, tmp_path):
    monkeypatch.chdir(folders["arm"])
    one, two = tmp_path / "cli.csv", tmp_path / "python.csv"
    words = ("--viscous", 0.5, "--coulomb", 0.8, "--built", 0.2, "--noise", 0.01, "--rate", 200)
    words += ("--encoder", 1e-5, "--duration", 2, "--seed", 3, "--payload", LOAD)
    typed = run("simulate", "arm.urdf", "one.csv", "-o", one, "--lock", "gripper=0.02", *words,
                "--json")  # fmt: skip
    study = di.Study.make("arm.urdf", lock=LOCK)
    how = {"viscous": 0.5, "coulomb": 0.8, "built": 0.2, "noise": 0.01, "rate": 200.0, "seed": 3}
    how |= {"encoder": 1e-5, "duration": 2.0}
    found = study.simulate("one.csv", **how, payload=[LOAD], output=two)
    assert_same(typed, found)
    assert one.read_bytes() == two.read_bytes()
    assert str(found).endswith(f"wrote {two}")
    # what a study carries in all logs is carried here, too
    carries = di.Study.make("arm.urdf", lock=LOCK, payload=[LOAD])
    assert carries.simulate("one.csv", **how).log.tau.tolist() == found.log.tau.tolist()
    assert study.simulate("one.csv", **how).log.tau.tolist() != found.log.tau.tolist()
    with pytest.raises(di.errors.FileExists):
        study.simulate("one.csv", output=two)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("support", [{"contacts": FEET}, {"hang": (0.02, 0.0, 0.1)}])
def test_a_design_is_followed_as_its_file(support, folders, monkeypatch, tmp_path):
    """By a robot that stands, and by one that hangs; the log of the robot has the base's pose."""
    monkeypatch.chdir(folders["dog"])
    study = di.Study.make("dog.xml", effects="none")
    design = study.design(**SHORT, **support, iterations=3, output=tmp_path / "motion")
    how = {"duration": 1.0, "rate": 100.0, **support}
    first = study.simulate(design, **how)
    name, value = next(iter(support.items()))
    value = value if isinstance(value, str) else ",".join(map(str, value))
    words = (f"--{name}", value, "--duration", 1, "--rate", 100, "--json")
    file = tmp_path / "motion" / "design.json"
    assert_same(run("simulate", "dog.xml", file, "-o", tmp_path / "log.csv", *words), first)
    written = first.write(tmp_path / "again.csv").written
    assert written.read_bytes() == (tmp_path / "log.csv").read_bytes()
    assert set(first.recorded.joints) < set(first.log.joints)


def test_both_doors_inspect_alike(folders, monkeypatch):
    monkeypatch.chdir(folders["dog"])
    cases = [
        ("delta3", {}, {"symmetric": False}, ["--no-symmetric"]),
        ("dog.xml", {}, {"contacts": FEET}, ["--contacts", FEET]),
        ("five_bar", {"effects": "viscous"}, {}, ["--effects", "viscous"]),
    ]
    for robot, about, options, words in cases:
        found = di.Study.make(robot, **about).inspect(**options)
        assert_same(run("inspect", robot, *words, "--json"), found)
        assert run("inspect", robot, *words) == f"{found}\n"
    assert len(di.Study.make("delta3").inspect().base) < len(
        di.Study.make("delta3").inspect(symmetric=False).base
    )


def test_init_and_the_studio_guess_alike(folders, monkeypatch, tmp_path):
    monkeypatch.chdir(folders["arm"])
    how = {"output": "log.csv", "overwrite": True, "duration": 2.0, "rate": 200.0}
    di.Study.make("arm.urdf", lock=LOCK).simulate("one.csv", **how)
    found = guess_project("arm.urdf", [Path("log.csv")])
    assert_same(run("init", "arm.urdf", "log.csv", "--force", "--json"), found)
    try:
        assert Path("dynid.yaml").read_text() == found.text
        assert Project.load_here().values["lock"] == found.columns.lock == {"gripper": 0.0}
    finally:
        Path("dynid.yaml").unlink()
    shown = GuessedColumns.from_log(
        Path("log.csv"), di.load_robot("arm.urdf")
    ).to_dict()  # as in the studio
    assert shown["lock"] == found.columns.lock
    assert shown["joints"] == ["turn", "lift", "elbow"]
    assert {"t", "q_turn", "tau_turn"} <= set(shown["names"])


@pytest.mark.parametrize(
    ("verb", "options", "said"),
    [
        ("design", {"harmonic": 3}, "got the option 'harmonic'.*Did you mean 'harmonics'"),
        ("design", {"period": "a,b"}, "period: got 'a,b', expected a number of seconds"),
        ("design", {"repetitions": 0}, "got 0 repetitions, expected at least one"),
        ("design", {"starts": "many"}, "starts: got 'many', expected a whole number"),
        ("design", {"rest": "no"}, "rest: got 'no', expected True or False"),
        ("design", {"seed": -1}, "got seed -1, expected a whole number"),
        ("design", {"contacts": "bob"}, "does not float"),
        ("inspect", {"foot_radius": 0.1}, "got no feet that roll"),
        ("simulate", {"viscous": -1.0}, "viscous: got -1.0, expected a number from 0 to"),
        ("simulate", {"built": float("nan")}, "built: got nan, expected a number from 0 to 0.9"),
        ("simulate", {"preload": "elbow=1"}, "preload: got elbow, expected some of hinge"),
    ],
)
def test_wrong_options_are_refused_in_words(verb, options, said, folders, monkeypatch):
    monkeypatch.chdir(folders["arm"])
    study = di.Study.make("pendulum")
    Path("swing.csv").write_text("t,q_hinge\n" + "".join(f"{t / 10},{t / 90}\n" for t in range(20)))
    motion = ["swing.csv"] if verb == "simulate" else []
    with pytest.raises(di.InputError, match=said):
        getattr(study, verb)(*motion, **options)


def test_what_dynid_yaml_says_of_logs_is_not_said_of_motions():
    """rate, repetitions and payload are of logs; the feet are the robot's."""
    kept = {"rate": 50.0, "repetitions": True, "payload": ({"link": "x"},), "contacts": ("a",)}
    kept |= {"limits": {"velocity": 1.0}}
    design, simulation = (fill(x, {}, kept) for x in (DesignOptions, SimulationOptions))
    assert (design.rate, design.repetitions, design.contacts) == (1000.0, 1, ("a",))
    assert (simulation.rate, simulation.payload, simulation.contacts) == (1000.0, (), ("a",))
    assert design.make_limits().velocity == 1.0
    assert fill(DesignOptions, {"contacts": "none", "rate": 20.0}, kept).contacts == ()
    assert fill(DesignOptions, {"rest": False}, {}).rest is False
    assert fill(DesignOptions, {"rest": None}, {}).rest is True
    limits = di.Limits(velocity=2.0, tolerance=0.02)
    assert set_options(design, {"limits": limits}).make_limits().to_dict() == limits.to_dict()


def test_a_specimen_differs_from_its_file_by_what_is_typed(folders, monkeypatch):
    """Torques of a robot at rest are those of its masses, each varied, and of nothing else."""
    monkeypatch.chdir(folders["arm"])
    study = di.Study.make("arm.urdf", lock=LOCK)
    log, built = (study.simulate("one.csv", built=x, duration=1.0).log for x in (0.0, 0.2))
    model = di.Model(di.load_robot("arm.urdf", lock=LOCK))
    motion = (getattr(log.truth, name) for name in ("q", "qd", "qdd"))
    drawn = model.inverse_dynamics(*motion, model.prior)
    np.testing.assert_allclose(log.truth.tau, drawn, rtol=1e-6, atol=1e-6)
    share = np.abs(built.truth.tau[0] / log.truth.tau[0] - 1.0)[1:]
    assert np.all((share > 0.0) & (share < 0.2))
