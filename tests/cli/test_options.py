"""Options for what Python can, and those of every command: each acts as its argument in Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from cli_help import dynid
from dynid.cli.main import COMMANDS, app, main
from dynid.cli.option_groups import make_flag_speech
from dynid.data.repeated_logs import average_repetitions
from dynid.option_names import speak_as
from dynid.study.fit_options import FitOptions
from dynid.study.limit_options import LimitOptions
from dynid.study.log_options import Processing
from dynid.study.option_table import collect_values
from dynid.study.options import fill
from wobble_help import simulated_log, true_parameters

EFFECTS = [di.Viscous(), di.Coulomb()]
ARM = """<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.15 0 0.02"/><mass value="2.0"/>
  <inertia ixx="0.004" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><origin xyz="0.12 0.01 0"/><mass value="1.2"/>
  <inertia ixx="0.002" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="flange"/>
<link name="finger"><inertial><origin xyz="0 0.01 0"/><mass value="0.1"/>
  <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
  <axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="3" effort="50"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
  <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/>
  <limit lower="-2" upper="2" velocity="3" effort="50"/></joint>
<joint name="flange_fixed" type="fixed"><parent link="fore"/><child link="flange"/>
  <origin xyz="0.25 0 0" rpy="0 0.4 0"/></joint>
<joint name="grip" type="prismatic"><parent link="flange"/><child link="finger"/>
  <axis xyz="0 1 0"/><limit lower="0" upper="0.04" velocity="1" effort="9"/></joint></robot>"""


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    if done.exception is not None:
        raise done.exception
    return done


def refusal(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert isinstance(done.exception, di.DynidError), (done.output, done.exception)
    return str(done.exception)


def with_velocities(log):
    return di.Log(log.joints, log.t, log.q, log.tau, np.gradient(log.q, log.t, axis=0))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An arm with a gripper, of which the log has the two other joints."""
    where = tmp_path_factory.mktemp("arm")
    (where / "arm.urdf").write_text(ARM)
    model = di.Model(di.load_robot(where / "arm.urdf", lock={"grip": 0.02}), EFFECTS)
    truth = model.to_vector({}, true_parameters(model, 1000))
    log = with_velocities(simulated_log(model, truth, 5000, seed=1))
    log.save(where / "run.csv")
    return where, model, log


@pytest.fixture
def here(folder, monkeypatch):
    monkeypatch.chdir(folder[0])
    return folder


def identified(*words):
    options = ("--method", "wls", "--lock", "grip=0.02", "--effects", "viscous,coulomb")
    return json.loads(run("identify", "arm.urdf", "run.csv", *options, *words, "--json").stdout)[
        "result"
    ]


def by_python(model, log, **settings):
    return di.estimate(di.Problem(model, di.process(log, model, **settings)), di.WLS())


def assert_same(result, want):
    assert tuple(result["names"]) == want.names
    np.testing.assert_allclose(result["theta"], want.theta, rtol=1e-8, atol=1e-10)


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_lock_and_what_a_log_without_it_proposes(here):
    _, model, log = here
    assert "--lock grip" in refusal("identify", "arm.urdf", "run.csv")
    assert_same(identified(), by_python(model, log))
    assert "fits no joint that moves" in refusal("inspect", "arm.urdf", "--lock", "wheel_*")
    for command in ("inspect", "design", "simulate", "identify", "compare", "export", "demo"):
        assert "--lock" in run(command, "--help").stdout


def test_lock_where_the_log_says(here):
    """With the gripper's positions in the log, but not its torques."""
    folder, model, log = here
    lines = [x for x in (folder / "run.csv").read_text().splitlines() if not x.startswith("#")]
    places = [f"{0.02 + 1e-4 * (k % 2 - 0.5)!r}" for k in range(len(lines) - 1)]
    with_grip = [f"{lines[0]},q_grip", *(f"{x},{q}" for x, q in zip(lines[1:], places))]
    (folder / "held.csv").write_text("\n".join(with_grip))
    words = ("--method", "wls", "--effects", "viscous,coulomb", "--json", "--lock")
    found = json.loads(run("identify", "arm.urdf", "held.csv", *words, "grip=log").stdout)
    want = by_python(model, log).theta
    np.testing.assert_allclose(found["result"]["theta"], want, rtol=1e-3, atol=1e-4)
    assert "expected a number" in refusal("inspect", "arm.urdf", "--lock", "grip=log")
    moving = [f"{lines[0]},q_grip", *(f"{x},{0.1 * k}" for k, x in enumerate(lines[1:]))]
    (folder / "moving.csv").write_text("\n".join(moving))
    said = refusal("identify", "arm.urdf", "moving.csv", "--lock", "grip=log")
    assert "--lock grip=log: it moves by" in said
    assert "has no column 'q_grip'" in refusal(
        "identify", "arm.urdf", "run.csv", "--lock", "grip=log"
    )


def test_how_a_log_is_processed(here):
    _, model, log = here
    assert_same(identified("--delay", "0.002"), by_python(model, log, delay=0.002))
    assert_same(identified("--velocity", "measured"), by_python(model, log, velocity="measured"))
    assert "--delay: got 'late', expected seconds" in refusal(
        "identify", "arm.urdf", "run.csv", "--lock", "grip", "--delay", "late"
    )


def test_how_a_log_is_read(here, tmp_path):
    _, model, log = here
    path = tmp_path / "raw.npz"
    np.savez(path, pos=np.rad2deg(log.q[:, ::-1]), force=log.tau[:, ::-1])
    words = ("--joints", "elbow,shoulder", "--rate", round(log.rate))
    words += ("--column", "q=pos", "--column", "tau=force", "--unit", "q=deg")
    options = ("--method", "wls", "--lock", "grip=0.02", "--effects", "viscous,coulomb", "--json")
    found = json.loads(run("identify", "arm.urdf", path, *words, *options).stdout)["result"]
    same = di.Log(log.joints, np.arange(len(log)) / round(log.rate), log.q, log.tau)
    assert_same(found, by_python(model, same))
    assert "which only ROS bags have" in refusal(
        "identify", "arm.urdf", "run.csv", "--topic", "/states"
    )


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_base_that_is_tilted(here):
    robot = here[1].robot
    roll = 0.3
    model = di.Model(
        robot.replace(gravity=(0.0, -9.81 * np.sin(roll), -9.81 * np.cos(roll))), EFFECTS
    )
    want = by_python(model, here[2])
    assert_same(identified("--tilt", f"{roll},0"), want)
    assert_same(identified("--tilt", f"{np.rad2deg(roll)}deg,0"), want)
    g = ",".join(map(repr, np.asarray(model.robot.gravity).tolist()))
    assert_same(identified("--gravity", g), want)
    assert "expected 3 numbers" in refusal("inspect", "arm.urdf", "--gravity", "9.81")


def test_a_payload_at_a_frame(here):
    """Known: on the link that carries the frame, where the frame stands."""
    robot = here[1].robot
    flange = next(frame for frame in robot.frames if frame.name == "flange")
    load = di.Payload("fore", di.inertial(0.5, (0, 0, 0.1)), flange.position, flange.rotation)
    model = di.Model(robot, [*EFFECTS, load])
    want = by_python(model, here[2])
    assert_same(identified("--payload", "link=flange,mass=0.5,com=0 0 0.1"), want)
    assert "it needs link" in refusal("inspect", "arm.urdf", "--payload", "mass=1")
    assert "has no frame or body 'flang'" in refusal(
        "inspect", "arm.urdf", "--payload", "link=flang,mass=1"
    )


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_prior_and_fixed_values(here):
    _, model, log = here
    words = ("--lock", "grip=0.02", "--effects", "viscous,coulomb", "--json")
    known = ("--prior", "fore.m=1.5,elbow.viscous=0.4", "--fixed", "upper.m=2.2")
    found = json.loads(run("identify", "arm.urdf", "run.csv", *words, *known).stdout)["result"]
    problem = di.Problem(model, di.process(log, model))
    want = di.estimate(
        problem,
        di.Consistent(prior={"fore.m": 1.5, "elbow.viscous": 0.4}, fixed={"upper.m": 2.2}),
    )
    np.testing.assert_allclose(found["p"], want.p, rtol=1e-8, atol=1e-10)
    with pytest.warns(UserWarning, match="prior, fixed: not used"):
        run("identify", "arm.urdf", "run.csv", *words, *known, "--method", "ols")
    assert "Did you mean 'fore.m'?" in refusal(
        "identify", "arm.urdf", "run.csv", *words, "--fixed", "for.m=1"
    )


def test_priors_by_pattern():
    """A shape is of bodies, a number of parameters; typed as in the file, where both forms are."""
    shape = "cylinder(radius=0.02,length=0.5,mass=1,position=0.25 0 0,axis=x)"
    typed = fill(FitOptions, {"prior": f"arm*={shape},arm*.viscous=0.3"}, {})
    measures = {"radius": 0.02, "length": 0.5, "mass": 1, "position": [0.25, 0, 0], "axis": "x"}
    model = di.Model(di.load_robot("delta3"), [di.Viscous()])
    tube = di.solids.cylinder(0.02, 0.5, mass=1, position=(0.25, 0, 0), axis="x")
    for shapes in (shape, {"cylinder": measures}):
        values = collect_values({"prior": {"arm*": shapes, "arm*.viscous": 0.3}}, "dynid.yaml")
        for given in (typed, fill(FitOptions, {}, values)):
            prior = given.apply_to(di.Consistent(), model).prior
            assert list(prior) == ["arm1", "arm1.viscous", "arm2.viscous", "arm3.viscous"]
            np.testing.assert_allclose(prior["arm1"], tube)
            assert prior["arm3.viscous"] == 0.3
    for wrong in ("arm*=cylinder", "arm*=cylinder(radius=0.02)", "arm*=cylinder(r=1)", "arm*"):
        with pytest.raises(di.errors.InputError, match="--prior"), speak_as(make_flag_speech([])):
            fill(FitOptions, {"prior": wrong}, {})


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("coupling(shoulder,elbow)", [di.effects.JointCoupling(["shoulder", "elbow"])]),
        (
            "directional_viscous,directional_coulomb(elbow)",
            [di.Viscous(directional=True), di.Coulomb(["elbow"], directional=True)],
        ),
        ("coulomb(*,width=0.05),smooth(w1=50)", None),
        ("viscous(elb*)", [di.Viscous(["elbow"])]),
    ],
)
def test_words_for_effects(here, text, effects):
    words = ("--lock", "grip", "--effects", text, "--json")
    found = tuple(json.loads(run("inspect", "arm.urdf", *words).stdout)["parameters"])
    effects = effects or [di.Coulomb(width=0.05), di.effects.SmoothFriction(w1=50.0)]
    assert found == di.Model(here[1].robot, effects).parameters


def test_the_tool_by_name(here):
    """Its place is what limits can hold."""
    limits = here[0] / "limits.yaml"
    limits.write_text("workspace: {sphere: {center: [0.4, 0, 0], radius: 0.3}}\n")
    words = ("arm.urdf", "--lock", "grip", "--limits", limits, "--period", 4, "--harmonics", 2)
    words += ("--starts", 1, "--search-time", 3, "--json")
    content = json.loads(run("design", *words, "--tool", "flange").stdout)
    assert content["limits"]["workspace"]["sphere"]["radius"] == 0.3
    assert "has no frame or body 'flnge'" in refusal("design", *words, "--tool", "flnge")


def test_repetitions_are_averaged(here, tmp_path):
    _, model, log = here
    rng = np.random.default_rng(0)
    logs = []
    for k in range(3):
        noisy = log.tau + rng.normal(size=log.tau.shape)
        logs.append(di.Log(log.joints, log.t, log.q, noisy, log.qd))
        logs[-1].save(tmp_path / f"run{k}.csv")
    options = ("--method", "wls", "--lock", "grip=0.02", "--effects", "viscous,coulomb", "--json")
    files = [tmp_path / f"run{k}.csv" for k in range(3)]
    done = run("identify", "arm.urdf", *files, "--repetitions", *options)
    mean = average_repetitions([di.read_log(path) for path in files])
    data = di.process(mean.log, model)
    data = replace(data, variance=np.square(mean.deviations))
    want = di.estimate(di.Problem(model, data), di.WLS())
    found = json.loads(done.stdout)["result"]
    assert_same(found, want)
    assert any("mean of 3 repetitions" in note for note in found["notes"])
    assert "among the repetitions and as a test log" in refusal(
        "identify", "arm.urdf", *files, "--repetitions", *options, "--test", files[0]
    )


def said_by(monkeypatch, capsys, *words):
    """stderr of the command, warnings as the command prints them."""
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setattr(warnings, "filters", [*warnings.filters])
    monkeypatch.setattr(sys, "argv", ["dynid", *map(str, words)])
    warnings.simplefilter("always")
    with pytest.raises(SystemExit):
        main()
    return capsys.readouterr().err


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_quiet_verbose_and_help(here, monkeypatch, capsys):
    for words in (["-h"], ["identify", "-h"]):
        assert run(*words).stdout.startswith("Usage:")
    log = here[2]
    odd = di.Log(log.joints, log.t, np.rad2deg(log.q) * 3, log.tau)
    odd.save(here[0] / "odd.csv", overwrite=True)
    words = ("compare", "arm.urdf", "odd.csv", "--lock", "grip", "--methods", "ridge")
    assert "dynid: warning: " in said_by(monkeypatch, capsys, *words)
    assert said_by(monkeypatch, capsys, *words, "-q") == ""
    assert said_by(monkeypatch, capsys, "--quiet", *words) == ""
    assert "dynid: reading: " in said_by(monkeypatch, capsys, *words, "-v")
    wrong = ("inspect", "arm.urdf", "--lock", "x")
    assert len(said_by(monkeypatch, capsys, *wrong).splitlines()) == 1
    assert "Traceback" in said_by(monkeypatch, capsys, *wrong, "--verbose")


def test_completion_is_offered():
    """As the shell asks for it."""
    assert "--install-completion" in dynid("--help").stdout
    code = "import sys; sys.argv = ['dynid']; from dynid.cli.main import main; main()"
    asked = {"_DYNID_COMPLETE": "complete_bash", "COMP_WORDS": "dynid ide", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **asked}, capture_output=True, text=True
    )
    assert done.stdout.split() == ["identify"]


def test_the_list_of_commands_is_whole():
    """No line of it ends in dots, on a terminal of 80 columns."""
    lines = dynid("--help").stdout.split("Commands:\n")[1].splitlines()
    assert len(lines) == len(COMMANDS)
    assert [line for line in lines if line.endswith("...")] == []


def test_json_everywhere(here, tmp_path):
    for command in COMMANDS:
        text = " ".join(run(command.__name__, "--help").stdout.split())
        assert "--json Print JSON for machines." in text, command.__name__
    out = tmp_path / "arm.xml"
    content = json.loads(run("export", "arm.urdf", out, "--lock", "grip=0.01", "--json").stdout)
    assert content["written"] == [str(out)]
    assert di.load_robot(out).actuated == ("shoulder", "elbow")
    run("export", "arm.urdf", "--json", tmp_path / "arm.json")
    assert (tmp_path / "arm.json").exists()


def test_a_zero_that_is_typed_counts():
    """0 is no "not typed", though 0 == False."""
    assert fill(LimitOptions, {"tolerance": 0.0}, {}).tolerance == 0.0
    assert fill(LimitOptions, {"tolerance": None}, {}).tolerance is None
    assert fill(Processing, {"foot_radius": 0.0, "clean": False}, {}).foot_radius == 0.0
