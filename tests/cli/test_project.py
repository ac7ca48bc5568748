"""dynid.yaml: every command finds it, what is typed overrides it, and what is wrong in it is
said."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.study.option_table import KEYS
from dynid.study.project import Project
from wobble_help import simulated_log

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "project.md").read_text(encoding="utf-8")
#: the example of the page: friction in the passive slide, shapes, forms of Gnad 2024, section VI
DELTA = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[1]


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    if done.exception is not None:
        raise done.exception
    return done


def refusal(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert isinstance(done.exception, di.DynidError), (done.output, done.exception)
    return str(done.exception)


def as_logger_writes(log, path):
    """Other names, ms and degrees."""
    names = ["ms", *(f"pos_{k + 1}" for k in range(len(log.joints)))]
    names += [f"drive[{joint}]" for joint in log.joints]
    rows = np.column_stack([1e3 * log.t, np.rad2deg(log.q), log.tau])
    np.savetxt(path, rows, delimiter=",", header=",".join(names), comments="", fmt="%.12g")


@pytest.fixture(scope="module")
def delta(tmp_path_factory):
    """Two runs of a Delta with friction in its slide, as a logger writes them."""
    folder = tmp_path_factory.mktemp("delta")
    drives = ["arm1", "arm2", "arm3", "psi"]
    effects = [di.Viscous([*drives, "slide"]), di.Coulomb(drives), di.RotorInertia()]
    model = di.Model(di.load_robot("delta4"), effects)
    truth = model.to_vector(dict.fromkeys(model.parameters[-13:], 0.1))
    for k in (1, 2):
        as_logger_writes(simulated_log(model, truth, 1500, seed=k), folder / f"run{k}.csv")
    (folder / "dynid.yaml").write_text(DELTA)
    return folder, model, truth


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_delta_as_python_does_it(delta, monkeypatch, tmp_path):
    """The result of the project file is that of the same told in Python."""
    folder, model, _ = delta
    monkeypatch.chdir(folder)
    done = run("identify", "-o", tmp_path / "result", "--json")
    content = json.loads(done.stdout)
    assert content["validation"]["held_out"]
    result = di.Estimate.load(tmp_path / "result" / "result.json")
    logs = [
        di.read_log(
            folder / f"run{k}.csv",
            {"t": "ms"}
            | {f"q_{j}": f"pos_{i + 1}" for i, j in enumerate(model.robot.actuated)}
            | {f"tau_{j}": f"drive[{j}]" for j in model.robot.actuated},
            {"t": "ms", "q": "deg"},
        )
        for k in (1, 2)
    ]
    data = di.process(logs[0], model, cutoff=40.0)
    arm = di.solids.cylinder(0.02, 0.3, density=2700, position=(0.15, 0, 0), axis="x")
    arm = arm + di.solids.sphere(0.03, mass=0.2, position=(0.3, 0, 0))
    estimator = di.Consistent(
        prior={"arm1": arm, "slide.viscous": 0.5},
        fixed={"platform.m": 0.6},
        forms={
            "arm1": "planar arm y",
            "strut1": "slender strut x",
            "platform": "translating platform",
        },
    )
    same = di.estimate(di.Problem(model, data), estimator)
    assert result.setup["project"] == DELTA  # what the command does not say is kept
    assert result.parameters == same.parameters
    assert "slide.viscous" in result.parameters
    np.testing.assert_allclose(result.p, same.p, rtol=1e-9, atol=1e-12)
    values = dict(zip(result.parameters, result.p))
    assert values["platform.m"] == 0.6
    assert values["strut1.my"] == values["arm1.Ixy"] == values["platform.mx"] == 0.0
    check = di.validate(same, di.process(logs[1], model, cutoff=40.0))
    assert content["validation"]["relative"] == pytest.approx(check.relative, rel=1e-6)


def test_every_command_finds_it_and_options_override_it(delta, monkeypatch):
    folder, model, _ = delta
    monkeypatch.chdir(folder)
    found = json.loads(run("inspect", "--json").stdout)
    assert tuple(found["parameters"]) == model.parameters
    without = json.loads(run("inspect", "--effects", "none", "--json").stdout)
    assert len(found["parameters"]) - len(without["parameters"]) == 13
    # a log of its own stands behind the robot, which need not be typed
    done = run("compare", "run2.csv", "--methods", "wls,ridge", "--json")
    assert [line["method"][:3] for line in json.loads(done.stdout)["lines"]] == ["WLS", "Rid"]


def test_a_reduction_as_python_does_it(delta, monkeypatch, tmp_path):
    """Parameters of one's own, by pattern, in place of the base parameters."""
    _, model, truth = delta
    log = simulated_log(model, truth, 800, seed=1)
    log.save(tmp_path / "run.csv")
    monkeypatch.chdir(tmp_path)
    terms = {
        "m_P": {"platform.m": 1.0},
        "first": {f"arm{k}.mx": 2.0 for k in (1, 2, 3) if f"arm{k}.mx" in model.parameters},
        "friction": {f"arm{k}.viscous": 1.0 for k in (1, 2, 3)},
    }
    Path("dynid.yaml").write_text(
        "robot: delta4\neffects: [{viscous: [arm1, arm2, arm3, psi, slide]}, {coulomb: [arm1, arm2,"
        " arm3, psi]}, rotor]\nmethod: wls\nlogs: [run.csv]\ncutoff: 40\nreduction:\n"
        "  m_P: {platform.m: 1}\n  first: {'arm*.mx': 2}\n  friction: {'arm?.viscous': 1}\n"
    )
    found = json.loads(run("identify", "--slow", "none", "--json").stdout)["result"]
    data = di.process(log, model, cutoff=40.0)
    same = di.estimate(di.Problem(model, data, di.model.Reduction(model, terms)), di.WLS())
    assert tuple(found["names"]) == same.names == tuple(terms)
    np.testing.assert_allclose(found["theta"], same.theta, rtol=1e-6)
    run("identify", "--slow", "none", "-o", "out")
    assert di.Estimate.load("out/result.json").names == tuple(terms)
    page = Path("out/report.html").read_text(encoding="utf-8")
    assert "3 parameters of the reduction" in page
    Path("dynid.yaml").write_text("robot: delta4\nreduction: {m_P: {platfrm.m: 1}}\n")
    assert "reduction, m_P: got 'platfrm.m'" in refusal("identify", "run.csv")


def test_it_is_left_aside_for_another_robot(delta, monkeypatch):
    monkeypatch.chdir(delta[0])
    with pytest.warns(UserWarning, match=r"dynid.yaml is about delta4, not pendulum: not used"):
        done = run("inspect", "pendulum")
    assert "Robot('pendulum'" in done.stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("robto: arm.urdf", ["got the key 'robto'", "Did you mean 'robot'?"]),
        ("lock: 3", ["dynid.yaml, lock: got 3", "gripper_*: 0.02"]),
        ("lock: {a: wide}", ["dynid.yaml, lock.a: got 'wide', expected a number"]),
        ("robot: pendulum\ngeometry: {mass: x}", ["cannot be built with {'mass': 'x'}"]),
        ("effects: [{coulomb: 3}]", ["effects[0].coulomb: got 3", "a list of joints"]),
        ("base: flying", ["base: got 'flying'"]),
        ("base: {tlit: [0, 0]}", ["got the key 'tlit'", "Did you mean 'tilt'?"]),
        ("effects: [{viscous: {}, coulomb: {}}]", ["dynid.yaml, effects[0]"]),
        ("loops: [{name: tip}]", ["has no 'a'; it needs a, b"]),
        ("prior: {arm1: {cone: {radius: 1}}}", ["expected cylinder, rod, box, sphere"]),
        ("prior: {arm1: {rod: {lenght: 1}}}", ["got the key 'lenght'", "Did you mean 'length'?"]),
        ("prior: {arm1: {rod: {length: 1}}}", ["missing a required", "'mass'"]),
        ("units: {tau: {current: {ratio: 5}}}", ["has no 'gain'"]),
        ("logs: run1.csv", ["expected a list of files"]),
        ("logs: [{file: a.csv, paylod: {}}]", ["Did you mean 'payload'?"]),
        ("clean: maybe", ["expected true or false"]),
        ("robot: [", ["cannot be read as YAML"]),
        ("robot: a\nrobot: b", ["cannot be read as YAML"]),
        ("- robot", ["got list, expected keys with values"]),
        ("geometry: {arm: !!python/object:os.system {}}", ["cannot be read as YAML"]),
        ("lock: " + 5000 * "9", ["a number has too many digits"]),
        ("lock: 0x" + 5000 * "9", ["a number has too many digits"]),
        ("geometry: {arm: 1" + 400 * "0" + "}", ["a number has too many digits"]),
        ("lock: " + 5000 * "[" + 5000 * "]", ["brackets nested too deeply"]),
        ("lock: 2001-99-99", ["cannot be read as YAML (month"]),
        ("lock: &a [*a]", ["expected a word"]),
    ],
)
def test_what_is_wrong_is_said(tmp_path, monkeypatch, text, words):
    monkeypatch.chdir(tmp_path)
    Path("dynid.yaml").write_text(text)
    said = refusal("inspect", "pendulum") if "robot" not in text else refusal("inspect")
    assert all(word in said for word in words), said


def test_anchors_do_not_make_a_sentence_endless(tmp_path, monkeypatch):
    """Eight lists of nine of the list before: a sentence that showed them all would never end."""
    monkeypatch.chdir(tmp_path)
    shared = [f"x{k}: &x{k} [{','.join([f'*x{k - 1}'] * 9)}]" for k in range(1, 9)]
    lines = ["geometry:", *(f"  {line}" for line in ["x0: &x0 [a]", *shared]), "lock: *x8"]
    Path("dynid.yaml").write_text("\n".join(lines))
    assert len(refusal("inspect", "pendulum")) < 300


def test_nothing_given_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "no robot given; expected ROBOT, or 'robot:' in a dynid.yaml" in refusal("identify")
    Path("dynid.yaml").write_text("robot: pendulum")
    assert "no logs given; expected LOG..., or 'logs:' in dynid.yaml" in refusal("identify")
    assert "no trajectory given" in refusal("simulate", "-o", "x.csv")


TREE = """<robot name="linkage"><link name="base"/>
<link name="left_crank"/><link name="left_coupler"/><link name="left_tip"/>
<link name="right_crank"/><link name="right_coupler"/><link name="right_tip"/>
<joint name="left" type="continuous"><parent link="base"/><child link="left_crank"/>
  <origin xyz="-0.1 0 0"/><axis xyz="0 1 0"/></joint>
<joint name="left_elbow" type="continuous"><parent link="left_crank"/><child link="left_coupler"/>
  <origin xyz="0.25 0 0"/><axis xyz="0 1 0"/></joint>
<joint name="lt" type="fixed"><parent link="left_coupler"/><child link="left_tip"/>
  <origin xyz="0.35 0 0"/></joint>
<joint name="right" type="continuous"><parent link="base"/><child link="right_crank"/>
  <origin xyz="0.1 0 0"/><axis xyz="0 1 0"/></joint>
<joint name="right_elbow" type="continuous"><parent link="right_crank"/>
  <child link="right_coupler"/><origin xyz="0.25 0 0"/><axis xyz="0 1 0"/></joint>
<joint name="rt" type="fixed"><parent link="right_coupler"/><child link="right_tip"/>
  <origin xyz="0.35 0 0"/></joint></robot>"""


def test_loops_close_a_urdf(tmp_path, monkeypatch):
    """A URDF, which can hold no loops, becomes the five-bar; a frame of the file may be named."""
    monkeypatch.chdir(tmp_path)
    Path("linkage.urdf").write_text(TREE)
    Path("dynid.yaml").write_text("""
robot: linkage.urdf
loops: [{name: tip, a: left_tip, b: right_coupler, position_b: [0.35, 0, 0]}]
actuated: [left, right]
home: {left: -2.0, left_elbow: 1.05, right: -1.14, right_elbow: -1.05}
symmetry: [[left_crank, right_crank], [left_coupler, right_coupler]]
tool: left_tip
base: {tilt: [0.3, 0.0]}
""")
    content = json.loads(run("inspect", "--json").stdout)
    assert content["loops"] == ["tip"]
    assert content["actuated"] == ["left", "right"]
    assert content["n_parameters"] == 20


def test_several_payloads_in_several_logs(tmp_path, monkeypatch):
    """Half of the logs with a known load: the parameters are those without it."""
    monkeypatch.chdir(tmp_path)
    robot = di.load_robot("pendulum")
    plain = di.Model(robot, [di.Viscous()])
    truth = plain.to_vector({name: 0.2 for name in plain.parameters[-1:]})
    link = robot.bodies[0].name
    load = di.Payload(link, di.inertial(1.5, (0.1, 0, 0.05)), position=(0.2, 0, 0))
    loaded = di.Model(robot, [di.Viscous(), load])
    for k, model in ((1, plain), (2, loaded), (3, loaded)):
        simulated_log(model, truth, 1500, seed=k).save(f"run{k}.csv")
    carried = f"{{link: {link}, mass: 1.5, com: [0.1, 0, 0.05], position: [0.2, 0, 0]}}"
    Path("dynid.yaml").write_text(f"""
robot: pendulum
effects: [viscous]
logs: [run1.csv, {{file: run2.csv, payload: {carried}}}]
test: [{{file: run3.csv, payload: {carried}}}]
""")
    content = json.loads(run("identify", "--method", "wls", "--json").stdout)
    typed = ("./run1.csv", "./run2.csv", "--test", "./run3.csv")  # the same files, by other names
    again = json.loads(run("identify", *typed, "--method", "wls", "--json").stdout)
    assert again["validation"]["relative"] == content["validation"]["relative"]
    base = di.base_parameters(plain)
    result = content["result"]
    off = np.abs(np.array(result["theta"]) - base.compute_theta(truth))
    assert np.all(off < 5 * np.sqrt(np.diag(result["covariance"])) + 1e-6)
    bare = ("identify", "run1.csv", "run2.csv", "--test", "bare.csv", "--method", "wls", "--json")
    shutil.copy("run3.csv", "bare.csv")  # the same log, of whose load nothing is said
    unsaid = json.loads(run(*bare).stdout)["validation"]["relative"]
    assert content["validation"]["relative"] < 0.1 * unsaid
    shared = f"{{link: {link}, name: box}}"  # of which nothing is known, in two of the logs
    Path("dynid.yaml").write_text(f"""
robot: pendulum
effects: [viscous]
logs: [run1.csv, {{file: run2.csv, payload: {shared}}}, {{file: run3.csv, payload: {shared}}}]
""")
    result = json.loads(run("identify", "--method", "wls", "--json").stdout)["result"]
    assert sum(name.startswith("box.") for name in result["parameters"]) == 10
    assert max(joint["relative"] for joint in result["joints"]) < 2.0


def test_limits_and_workspace_reach_the_design(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("dynid.yaml").write_text("robot: pendulum\neffects: []\nlimits: {velocity: 0.7}")
    options = ("--period", 4, "--harmonics", 2, "--starts", 1, "--search-time", 2)
    content = json.loads(run("design", *options, "--json").stdout)
    assert content["limits"]["velocity"] == 0.7
    Path("dynid.yaml").write_text("robot: pendulum\nlimits: {velcity: 0.7}")
    assert "dynid.yaml, limits: got velcity" in refusal("design", *options)


def test_the_keys_are_those_of_the_page():
    """Each key of the file is explained in docs/project.md."""
    assert [key for key in KEYS if f"`{key}`" not in PAGE] == []
    assert Project().values == {}


ODD = (
    *("3", "-1.5", "1e400", ".nan", "true", "text", "''", "[]", "{}", "[1]", "[a, b]", "[[1]]"),
    *("{a: 1}", "{a: b}", "{a: [1, 2]}", "{1: 2}", "{a: {b: c}}", "[{}]", "[{a: 1}]", "[null]"),
    *("[{file: x, payload: 3}]", "{arm1: {rod: 3}}", "{arm1: {box: {size: [1], mass: 1}}}"),
    *("{arm1: {rod: {length: x, mass: 1}}}", "{tau: {current: 3}}", "[{coulomb: {joints: 3}}]"),
    *("[{a: x, b: y}]", "2001-01-01", "!!binary aGk=", "{arm1: [{rod: {length: 1, mass: 1}}, 3]}"),
)


@pytest.mark.parametrize("key", KEYS)
def test_any_content_is_read_or_refused_with_a_sentence(tmp_path, key):
    path, said = tmp_path / "dynid.yaml", []
    for value in ODD:
        path.write_text(f"{key}: {value}\n")
        try:
            Project.load(path)
        except di.InputError as error:
            said.append(str(error))
    assert len(said) > len(ODD) // 3
    assert [text for text in said if not (text.startswith(str(path)) or "expected" in text)] == []
