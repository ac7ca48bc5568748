"""`dynid demo`: the whole chain on a simulated robot, its files, and the truth found again."""

from __future__ import annotations

import json
import re

import mujoco
import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.study.demonstration import FILES

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")


@pytest.fixture(scope="module", params=["pendulum", "five_bar"])
def demo(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param) / "demo"
    done = dynid("demo", request.param, "-o", str(folder))
    assert done.returncode == 0, done.stderr
    return request.param, folder, done.stdout


def test_finds_the_parameters_again_and_predicts_another_motion(demo):
    _, folder, said = demo
    assert "of held-out data" in said
    assert (
        float(re.search(r"all joints: ([\d.]+) %", said)[1]) < 1.0
    )  # at 1 % noise, which the filter lowers
    good, count = map(
        int, re.search(r"(\d+) of (\d+) within two standard deviations", said).groups()
    )
    assert good >= 0.9 * count
    assert f"the report: {folder / 'report.html'}" in said


def test_every_step_is_told_with_its_time(demo):
    steps = re.findall(r"^  (\w+).* +[\d.]+ s$", demo[2], re.MULTILINE)
    assert steps == ["design", "move", "process", "write"]


def test_the_files_are_there_and_can_be_read(demo):
    name, folder, _ = demo
    tree = di.load_robot(name).is_tree
    exported = {f"{name}.json", f"{name}.xml", *([f"{name}.urdf"] if tree else [])}
    assert {path.name for path in folder.iterdir()} == {*FILES, *exported}
    mujoco.MjModel.from_xml_path(str(folder / f"{name}.xml"))
    found = di.Estimate.load(folder / "result.json")
    bodies = json.loads((folder / f"{name}.json").read_text())["bodies"]
    masses = {body: values["mass"] for body, values in bodies.items()}
    named = [n.removesuffix(".m") for n in found.parameters if n.endswith(".m")]
    assert [masses[n] for n in named] == pytest.approx(
        [found.p[found.parameters.index(f"{n}.m")] for n in named]
    )
    motion = di.excitation.load_trajectory(folder / "trajectory.csv")
    assert motion.duration == pytest.approx(10.0, abs=0.01)
    assert "excitation" in (folder / "report.html").read_text(encoding="utf-8").lower()


def test_its_files_serve_the_other_commands(demo):
    _, folder, _ = demo
    again = dynid("validate", str(folder / "result.json"), str(folder / "run2.csv"))
    assert again.returncode == 0, again.stderr
    assert (
        float(re.search(r"all joints: ([\d.]+) %", again.stdout)[1]) < 1.5
    )  # reversals are looked at here as well


def test_nothing_is_overwritten_unasked(demo):
    name, folder, _ = demo
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    done = dynid("demo", name, "-o", str(folder))
    assert done.returncode == 2
    assert "exists already" in done.stderr
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


SDF = """<sdf version="1.9"><model name="arm"><pose>0 0 1 .3 0 0</pose>
<link name="base"/><link name="rod"><inertial><pose>.3 0 0 0 0 0</pose><mass>2</mass>
<inertia><ixx>.01</ixx><iyy>.05</iyy><izz>.05</izz></inertia></inertial></link>
<joint name="j" type="revolute"><parent>base</parent><child>rod</child>
<axis><xyz>0 1 0</xyz></axis></joint>
<joint name="g" type="fixed"><parent>world</parent><child>base</child></joint></model></sdf>"""


def test_an_sdf_goes_the_whole_way(tmp_path):
    (tmp_path / "arm.sdf").write_text(SDF)
    done = dynid("demo", "arm.sdf", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in ("again.xml", "again.urdf"):
        done = dynid("export", "out/result.json", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "again.xml"))
    assert model.body_mass[1] == pytest.approx(2, rel=0.3)  # the specimen's, not the file's
    tilted, again = (di.load_robot(tmp_path / name) for name in ("arm.sdf", "again.xml"))
    np.testing.assert_allclose(tilted.joint("j").rotation, again.joint("j").rotation, atol=1e-12)
    assert tilted.gravity.tolist() == again.gravity.tolist()


def test_a_robot_without_inertias_is_refused_at_once(tmp_path):
    (tmp_path / "bare.urdf").write_text(
        '<robot name="bare"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint></robot>'
    )
    done = dynid("demo", "bare.urdf", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert "gives no inertias" in done.stderr
    assert not (tmp_path / "out").exists()
