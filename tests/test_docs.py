"""The Python of README.md and docs/ runs as it stands, in a folder with the files it speaks of; its
commands too."""

from __future__ import annotations

import contextlib
import io
import json
import re
import runpy
import shlex
import shutil
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import plotly.graph_objects
import pytest
import typer

import dynid as di
from cli_help import dynid
from dynid.cli.main import app
from dynid.estimators import ESTIMATORS
from wobble_help import simulated_log, true_parameters

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
FRICTION = [di.Viscous(), di.Coulomb()]


def text_of(page):
    return page.read_text(encoding="utf-8")


def blocks(page, language="python"):
    return re.findall(rf"```{language}\n(.*?)```", text_of(page), re.DOTALL)


def commands(page):
    """Command lines: indented, or between backticks in a line of their own table."""
    return [
        shlex.split(line, comments=True)
        for line in re.findall(r"^    (dynid .*)$", text_of(page), re.MULTILINE)
    ]


PROGRAMS = [
    page for page in PAGES if blocks(page) and page.name != "export.md"
]  # that one: test_export_docs.py


def write_logs(model, folder, names, samples=3000, **more):
    p = true_parameters(model, 1000)
    for seed, name in enumerate(names, start=1):
        simulated_log(model, p, samples, seed).save(folder / name, **more)


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    """The robot of the quickstart, and two logs of it."""
    folder = tmp_path_factory.mktemp("arm")
    (folder / "arm.urdf").write_text(blocks(DOCS / "quickstart.md", "xml")[0])
    write_logs(
        di.Model(di.load_robot(folder / "arm.urdf"), FRICTION), folder, ["run1.csv", "run2.csv"]
    )
    return folder


def small_problem(folder, name="five_bar", effects=FRICTION):
    model = di.Model(di.load_robot(name), effects)
    write_logs(model, folder, ["run.csv", "other.csv"], samples=1000)
    data, test = (di.process(di.read_log(folder / log), model) for log in ("run.csv", "other.csv"))
    return {
        "robot": model.robot,
        "model": model,
        "data": data,
        "test": test,
        "problem": di.Problem(model, data),
    }


def of_python(folder):
    rng = np.random.default_rng(0)
    return {
        "q": rng.normal(size=(5, 2)),
        "qd": rng.normal(size=(5, 2)),
        "qdd": rng.normal(size=(5, 2)),
        "tau": np.ones((5, 2)),
    }


def of_parallel(folder):
    (folder / "linkage.xml").write_text(blocks(DOCS / "parallel.md", "xml")[0])
    write_logs(di.Model(di.load_robot(folder / "linkage.xml"), FRICTION), folder, ["run1.csv"])
    return {}


def of_loops(folder):
    """All robots that the page prints."""
    for name, text in zip(("elastic", "press", "leg"), blocks(DOCS / "loops.md", "xml")):
        (folder / f"{name}.xml").write_text(text)
    return {}


def of_report(folder):
    names = small_problem(folder)
    result = di.estimate(names["problem"], di.OLS())
    return {**names, "result": result, "check": di.validate(result, names["test"])}


def of_swarm(folder):
    return small_problem(folder, "pendulum")


def of_simulation(folder):
    model = di.Model(di.load_robot("delta4"))
    return {
        "motion": (
            di.design_excitation(
                model, di.Fourier(period=0.2, harmonics=1), starts=1, iterations=1
            ).trajectory
        )
    }


def of_estimators(folder):
    """A recording under PD control, whose reference is known."""
    names = small_problem(folder, "pendulum")
    model = names["model"]
    motion = di.design_excitation(
        model, di.Fourier(period=2, harmonics=2), starts=1, iterations=3
    ).trajectory
    p = true_parameters(model, 1000)
    log = di.simulate(
        model,
        p,
        di.simulation.PD(motion, 200.0, 20.0),
        measurement=di.Measurement(relative_noise=0.01),
    )
    return {
        **names,
        "np": np,
        "motion": motion,
        "problem": di.Problem(model, di.process(log, model, cutoff=50.0)),
    }


def of_logs(folder):
    rng = np.random.default_rng(0)
    t = np.arange(200) / 100.0
    csv = np.column_stack([1000 * t, rng.normal(size=(200, 2))])
    header = "time_ms,pos_1,cur_1"
    np.savetxt(folder / "run.csv", csv, delimiter=",", header=header, comments="")
    np.savez(
        folder / "run.npz",
        time=t,
        positions=rng.normal(size=(200, 2)),
        torques=rng.normal(size=(200, 2)),
    )
    log = di.Log(("joint1",), t, csv[:, 1:2], csv[:, 2:3])
    log.save(folder / "run.bag")
    log.save(folder / "raw.csv")
    return {}


def of_own_format(folder):
    rows = np.random.default_rng(0).normal(size=(100, 4)).astype("<f4")
    (folder / "run.bb").write_bytes(struct.pack("<2I", 2, 500) + rows.tobytes())
    return {}


def of_real_log(folder):
    runpy.run_path(str(DOCS / "make_log.py"))["write"](folder)
    return {}


def of_kalman(folder):
    """Two joints, each of which moves alone, then both."""
    rod = di.inertial(1.0, (0.2, 0.0, 0.0), np.diag([0.002, 0.01, 0.01]))
    first = di.Body("first", "world", di.Joint("q1", axis=(0, 0, 1)), rod)
    second = di.Body("second", "first", di.Joint("q2", axis=(0, 0, 1), position=(0.4, 0, 0)), rod)
    robot = di.Robot("two", (first, second))
    model = di.Model(robot, [di.Viscous(), di.Coulomb(width=0.02)])
    p = np.nan_to_num(model.prior)
    p[model.layout.others] = 0.2, 0.1, 0.5, 0.3
    sensors = di.Measurement(encoder=1e-6, relative_noise=0.01)
    t = np.arange(0, 3.001, 0.01)
    swing = np.column_stack([0.8 * np.sin(2 * t), 0.6 * np.sin(3 * t + 0.3)])
    for name, moving in (
        ("q1_alone", [1, 0]),
        ("q2_alone", [0, 1]),
        ("excitation", [1, 1]),
        ("check", [0.7, 0.9]),
    ):
        motion = di.excitation.SampledTrajectory(robot.actuated, t, swing * moving)
        di.simulate(model, p, motion, rate=250, measurement=sensors).save(folder / f"{name}.csv")
    rng = np.random.default_rng(0)
    motion = {name: rng.normal(size=(5, 2)) for name in ("q", "qd", "qdd")}
    return {"model": di.Model(robot), "velocities": np.linspace(-1, 1, 11), **motion}


def of_currents(folder):
    runpy.run_path(str(DOCS / "make_currents.py"))["write"](folder)
    return {}


def of_joints(folder):
    from wobble_help import as_built, simulated_log, true_parameters

    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])
    truth = as_built(model, true_parameters(model, 6000))
    log = simulated_log(model, truth, 6000, 1)
    wound = log.q[:, 0] + log.tau[:, 0] / 4000.0  # the encoder on the motor's side of the gear
    return {"model": model, "log": replace(log, channels={"qm_hinge": wound})}


def of_sim2real(folder):
    (folder / "leg.xml").write_text(blocks(DOCS / "sim2real.md", "xml")[0])
    return {}


def of_payload(folder):
    """The small arm of the page, identified empty, and a log of it with a load."""
    (folder / "arm.urdf").write_text(blocks(DOCS / "payload.md", "xml")[0])
    model = di.Model(di.load_robot(folder / "arm.urdf"), FRICTION)
    p = true_parameters(model, 1000)
    data = di.process(simulated_log(model, p, 3000, 1), model, cutoff=10.0)
    (folder / "result").mkdir()
    di.estimate(di.Problem(model, data), di.WLS()).save(folder / "result/result.json")
    load = di.Payload("fore", di.inertial(1.5, (0.35, 0, 0.02)))
    loaded = di.Model(model.robot, [*model.effects, load])
    simulated_log(loaded, p, 3000, 2).save(folder / "loaded.csv")
    return {}


def of_pandas(folder):
    pytest.importorskip("pandas", reason="pandas is optional; docs/pandas.md needs it")
    return {}


NAMES = {
    "pandas.md": of_pandas,
    "currents.md": of_currents,
    "sim2real.md": of_sim2real,
    "payload.md": of_payload,
    "joints.md": of_joints,
    "python.md": of_python,
    "consistency.md": small_problem,
    "stepwise.md": small_problem,
    "report.md": of_report,
    "swarm.md": of_swarm,
    "simulation.md": of_simulation,
    "estimators.md": of_estimators,
    "parallel.md": of_parallel,
    "loops.md": of_loops,
    "logs.md": of_logs,
    "kalman.md": of_kalman,
    "own_format.md": of_own_format,
    "real_log.md": of_real_log,
}


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("page", PROGRAMS, ids=lambda page: page.name)
def test_snippets_run(page, arm, tmp_path, monkeypatch):
    shown, design, swarm = [], di.design_excitation, di.estimators.ParticleSwarm
    monkeypatch.setattr(
        plotly.graph_objects.Figure, "show", lambda self: shown.append(self)
    )  # no browser
    if "arm.urdf" in "".join(blocks(page)):
        for file in arm.iterdir():
            shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {"di": di, **NAMES.get(page.name, lambda folder: {})(tmp_path)}
    # the same calls with less work
    quick = lambda *a, time=None, **k: design(*a, **k, starts=1, iterations=2)  # noqa: E731
    monkeypatch.setattr(di, "design_excitation", quick, raising=False)
    fewer = lambda: swarm(iterations=50)  # noqa: E731
    monkeypatch.setattr(di.estimators, "ParticleSwarm", fewer, raising=False)
    for block in blocks(page):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(block, page.name, "exec"), names)
        assert "print(" not in block or said.getvalue().strip()
    assert len(shown) == sum(block.count(".show()") for block in blocks(page))


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("page", ["quickstart.md", "parallel.md", "payload.md"])
def test_a_newcomer_can_type_every_command(page, tmp_path):
    """In an empty folder but for the robot's file, which is printed on the page."""
    robot = blocks(DOCS / page, "xml")[0]
    (tmp_path / ("arm.urdf" if "<robot" in robot else "linkage.xml")).write_text(robot)
    typed = commands(DOCS / page)
    assert len(typed) >= 5
    for command in typed:
        done = dynid(*command[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
        assert "Traceback" not in done.stderr
        assert "array(" not in done.stdout
    assert (tmp_path / "result" / "report.html").exists()


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_the_page_on_loops_can_be_typed(tmp_path):
    """Springs are found, the preload is stated, the tree in the place of the linkage is right."""
    of_loops(tmp_path)
    typed, said = commands(DOCS / "loops.md"), []
    assert len(typed) == 9
    for command in typed:
        done = dynid(*command[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
        assert "Traceback" not in done.stderr
        said.append(done.stdout)
    assert "free         spring" in said[0]
    result = di.Estimate.load(tmp_path / "result" / "result.json")
    p = dict(zip(result.parameters, result.p))
    assert p["spring.stiffness"] == pytest.approx(40.0, rel=0.03)
    (note,) = [line for line in said[6].splitlines() if "internal preload" in line]
    left, right = map(float, re.findall(r"(?:left|right) (-?[\d.]+) \+-", note))
    assert (left, right) == pytest.approx((2.0, -2.0), abs=0.02)
    assert "press_motor_torques" in (tmp_path / "press_c" / "press.h").read_text()
    assert "RMS error of its torques" in said[8]
    assert di.load_robot(tmp_path / "leg_serial.xml").is_tree


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_the_page_on_simulators_can_be_typed(tmp_path, monkeypatch):
    """Its robot, the log that its first program makes, every command; and its leg is found."""
    of_sim2real(tmp_path)
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks(DOCS / "sim2real.md")[0], "sim2real.md", "exec"), {})
    typed = commands(DOCS / "sim2real.md")
    assert len(typed) == 4
    for command in typed:
        done = dynid(*command[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    found = json.loads((tmp_path / "result" / "result.json").read_text())
    for joint in found["joints"].values():
        assert abs(joint["armature"] / 0.025 - 1) < 0.01
        assert abs(joint["viscous"] / 0.4 - 1) < 0.01
        assert abs(joint["dry"] / 0.3 - 1) < 0.02
    assert abs(found["delay"] / 0.008 - 1) < 0.01
    written = {path.name for path in (tmp_path / "result").iterdir()}
    page = text_of(DOCS / "sim2real.md")
    assert len(written) == 6
    assert all(f"`{name}`" in page for name in written)
    again = json.loads(done.stdout)
    assert again["proof"]["rmse"] < 5e-4


RECIPES = ["own_robot.md", "own_effect.md", "own_estimator.md", "own_format.md"]


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("page", RECIPES)
def test_recipes_serve_on_the_command_line(page, arm, tmp_path):
    """The first block is a file, whose name is its first line; every command takes it as it is."""
    shutil.copytree(arm, tmp_path, dirs_exist_ok=True)
    NAMES.get(page, lambda folder: {})(tmp_path)
    block = blocks(DOCS / page)[0]
    (tmp_path / block.split()[1]).write_text(block, encoding="utf-8")
    typed = commands(DOCS / page)
    assert block.split()[1] in " ".join(typed[0])
    for command in typed:
        done = dynid(*command[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_the_real_log_goes_from_start_to_end_as_the_page_says(tmp_path):
    """The verdict of the first fit, and of the one with the missing effects."""
    of_real_log(tmp_path)
    said = {}
    for command in commands(DOCS / "real_log.md"):
        done = dynid(*command[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
        folder = command[command.index("-o") + 1] if "-o" in command else command[-1]
        said[folder] = done.stdout
    first = r"Usable: 2\.6\d % torque error on the held-out logs \(file as shipped: \d+ %[;)]"
    assert re.search(first, said["first"])
    for folder, mass in (("first", r"1\.99\d*"), ("result", r"1\.4[78]\d*")):
        assert re.search(rf"^fore +{mass} ", said[folder], re.M)
        assert "on the boundary of what is possible: upper" in said[folder]
    assert re.search(r"^elbow.viscous +0\.08[45]\d+ +0\.007\d* ", said["result"], re.M)
    good = r"Good: 1\.81 % torque error on the held-out logs \(file as shipped: \d+ %[;)]"
    assert re.search(good, said["result"])
    elbow = [said[folder].split("\nelbow ")[-1].split() for folder in ("first", "result")]
    assert [round(float(row[1])) for row in elbow] == [19, 10]  # RMSE, error %, ...
    assert (tmp_path / "arm_c" / "arm.c").exists()


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_the_commands_on_currents_find_the_gains(tmp_path):
    """Every command of the page, on the logs that it speaks of."""
    made = runpy.run_path(str(DOCS / "make_currents.py"))
    made["write"](tmp_path)
    typed = commands(DOCS / "currents.md")
    assert [command[1] for command in typed] == ["identify", "validate", "identify"]
    for command in typed:
        done = dynid(*command[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    for folder in ("result", "with_box"):
        result = di.Estimate.load(tmp_path / folder / "result.json")
        for gain, truth in zip(result.gains, made["GAINS"]):
            assert gain.low < truth < gain.high
            assert gain.value == pytest.approx(truth, rel=0.01)
    k = result.parameters.index("box.m")
    assert result.p[k] == pytest.approx(made["CARRIED"]["box"][0], rel=0.01)
    assert "Motor gains" in (tmp_path / "with_box" / "report.html").read_text()


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_recordings_of_ur_and_franka_are_read_as_the_page_says(tmp_path):
    """Every command, on stand-ins: torques, currents, bags. Gains and weights come out."""
    made = runpy.run_path(str(DOCS / "make_recordings.py"))
    made["write"](tmp_path)
    typed = commands(DOCS / "ur_franka.md")
    assert [command[1] for command in typed] == [
        *("check", "identify", "export", "identify", "identify", "identify", "export")
    ]
    for command in typed:
        done = dynid(*command[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    for folder in ("currents", "currents_of_bag"):
        gains = di.Estimate.load(tmp_path / folder / "result.json").gains
        assert [gain.joint for gain in gains] == made["UR"]
        assert [gain.value for gain in gains] == pytest.approx(made["GAINS"], rel=0.02)
    q = np.random.default_rng(0).uniform(-1, 1, (20, 7))
    for name, lock in (("ur5e", {}), ("fr3", {"fr3_finger_joint*": 0.0})):
        drawn, written = (
            di.Model(di.load_robot(tmp_path / f"{file}.urdf", lock=lock))
            for file in (name, f"{name}_identified")
        )
        weight = drawn.gravity(q[:, : drawn.robot.dof], made["HEAVIER"] * drawn.nominal)
        found = written.gravity(q[:, : drawn.robot.dof], written.nominal)
        np.testing.assert_allclose(found, weight, rtol=0, atol=0.01 * np.abs(weight).max())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_their_options_exist(page):
    known = typer.main.get_command(app).commands
    typed = [
        *commands(page),
        *(shlex.split(x) for x in re.findall(r"`(dynid \w+[^`\n]*)`", text_of(page))),
    ]
    for command in typed:
        options = {name for parameter in known[command[1]].params for name in parameter.opts}
        assert {
            word for word in command[2:] if word.startswith("-") and len(word) > 1
        } <= options, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text_of(page)):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_the_index_of_the_api_has_every_page_and_name_of_every_day():
    index = text_of(DOCS / "api" / "index.md")
    pages = {page.name for page in (DOCS / "api").glob("*.md")} - {"index.md"}
    assert set(re.findall(r"^\| \[[^]]+\]\((\w+\.md)\)", index, re.M)) == pages
    assert set(re.findall(r"\[`(\w+)`\]", index)) == set(di._PUBLIC)
    assert set(re.findall(r"\[`di\.(\w+)`\]", index)) == set(di._NAMESPACES)


def test_the_options_are_those_of_the_table():
    made = runpy.run_path(str(DOCS / "make_options.py"))["make_page"]()
    assert made == text_of(DOCS / "project.md"), "run: python docs/make_options.py"


def test_every_estimator_is_in_the_guide():
    guide = text_of(DOCS / "estimators.md")
    names = [place.partition(":")[2] for place in ESTIMATORS.places.values()]
    assert len(names) >= 18
    assert [name for name in names if f"`{name}" not in guide] == []
