"""di.export and `dynid export`: tables, base parameters completed, and everything that can go
wrong."""

from __future__ import annotations

import json
import os
import re
import shutil

import numpy as np
import pytest
from ruamel.yaml import YAML

import dynid as di
from cli_help import dynid
from dynid.errors import DynidError, InputError, RobotError
from export_help import TWO_LINKS, full_parameters, result_of
from wobble_help import simulated_log

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

EFFECTS = [di.Viscous(), di.Coulomb()]


@pytest.fixture
def arm():
    model = di.Model(di.load_robot("arm7"), EFFECTS)
    return result_of(model, full_parameters(model))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A URDF of the user's own, a log, and the results of `dynid identify` by two methods."""
    where = tmp_path_factory.mktemp("identified")
    (where / "arm.urdf").write_text(TWO_LINKS)
    model = di.Model(di.load_robot(where / "arm.urdf"), EFFECTS)
    simulated_log(model, full_parameters(model), 3000, seed=1).save(where / "run.csv")
    for method in ("consistent", "wls"):
        options = (
            "--effects",
            "viscous,coulomb",
            "--method",
            method,
            "--cutoff",
            "20",
            "-o",
            method,
        )
        done = dynid("identify", "arm.urdf", "run.csv", *options, cwd=where)
        assert done.returncode == 0, done.stderr
    return where


def torques(model, p, count=20):
    return model.inverse_dynamics(
        *np.random.default_rng(0).uniform(-1, 1, (3, count, model.robot.dof)), p
    )


def test_json_holds_everything_in_a_friendly_form(arm, tmp_path):
    di.export(arm, tmp_path / "arm.json")
    content = json.loads((tmp_path / "arm.json").read_text())
    p = dict(zip(arm.parameters, arm.p))
    for name, body in content["bodies"].items():
        back = di.inertial(
            body["mass"], body["centre_of_mass"], body["inertia_about_centre_of_mass"]
        )
        own = [p[f"{name}.{part}"] for part in body["parameters"]]
        np.testing.assert_allclose(back, own, rtol=0, atol=1e-14)
        assert list(body["parameters"].values()) == own
        assert body["inertia_about_joint_frame"][0][1] == p[f"{name}.Ixy"]
    for name, entry in content["joints"].items():
        assert entry["viscous"] == p[f"{name}.viscous"]
        assert entry["coulomb"] == p[f"{name}.coulomb"]
    assert set(content["bodies"]) == {f"link{k}" for k in range(1, 8)}
    assert content["units"]["mass"] == "kg"
    assert content["provenance"]["method"] == "Consistent()"
    assert content["provenance"]["data"] == [{"log": "run1.csv", "from": 0.0, "to": 10.0}]
    # identified alone, hence with an interval, though the estimate has none for all parameters
    interval = content["joints"]["joint1"]["intervals"]["viscous"]
    k = arm.names.index("joint1.viscous")
    np.testing.assert_allclose(interval, arm.interval()[k])


def test_intervals_of_all_parameters_where_the_estimate_has_them(arm, tmp_path):
    from dataclasses import replace

    width = np.stack([arm.p - 0.1, arm.p + 0.2], axis=1)
    di.export(replace(arm, p_interval=width), tmp_path / "arm.json")
    content = json.loads((tmp_path / "arm.json").read_text())
    link = content["bodies"]["link3"]
    assert link["intervals"]["Izz"] == [
        link["parameters"]["Izz"] - 0.1,
        link["parameters"]["Izz"] + 0.2,
    ]


def test_yaml_is_the_same_as_json(arm, tmp_path):
    di.export(arm, tmp_path / "arm.json")
    di.export(arm, tmp_path / "arm.yaml")
    read = YAML(typ="safe", pure=True).load((tmp_path / "arm.yaml").read_text())
    assert read == json.loads((tmp_path / "arm.json").read_text())
    assert "centre_of_mass: [" in (tmp_path / "arm.yaml").read_text()


def test_yaml_of_small_numbers_is_read_by_old_readers_too(tmp_path):
    di.export("five_bar", tmp_path / "five.yaml")
    text = (tmp_path / "five.yaml").read_text()
    assert "Ixx: 8.0e-05" in text
    assert not re.search(r"[ \[]\d+e-\d", text)  # YAML 1.1 takes 8e-05 for a text
    read = YAML(typ="safe", pure=True).load(text)
    assert read["bodies"]["left_crank"]["parameters"]["Ixx"] == 8e-05


def test_tied_bodies_payloads_and_shapes_in_the_table(tmp_path):
    robot = di.load_robot("delta4")
    payload = di.Payload("end_effector", name="gripper")
    model = di.Model(
        robot, [di.Stribeck(["arm1"], vs=0.2), di.effects.JointCoupling(["arm1", "arm2"]), payload]
    )
    p = full_parameters(model)
    p[-10:] = di.inertial(1.0, (0.1, 0, 0), (0.1, 0.1, 0.1))
    di.export(result_of(model, p), tmp_path / "d.json")
    content = json.loads((tmp_path / "d.json").read_text())
    assert content["bodies"]["arm2"]["same_as"] == "arm1"
    assert content["bodies"]["arm2"]["mass"] == content["bodies"]["arm1"]["mass"]
    assert content["bodies"]["gripper"]["mass"] == 1.0
    assert content["joints"]["arm1"]["shape"] == {"vs": 0.2, "delta": 2.0}
    assert "coupled_inertia" in content["joints"]["arm1+arm2"]
    said = di.export(result_of(model, p), tmp_path / "d.xml")
    assert any("without its payload (gripper)" in note for note in said.notes)


@pytest.mark.parametrize("robot", ["arm7", "delta4"])
def test_base_parameters_are_completed_and_it_is_said(robot, tmp_path):
    model = di.Model(di.load_robot(robot), EFFECTS)
    p = full_parameters(model)
    said = di.export(result_of(model, p, base_only=True), tmp_path / "robot.xml")
    assert "base parameters only" in said.notes[0]
    assert "base parameters only" in (tmp_path / "robot.xml").read_text()
    again = di.Model(
        di.load_robot(tmp_path / "robot.xml").replace(symmetry=model.robot.symmetry), EFFECTS
    )
    q = np.array([model.robot.home.get(c, 0.0) for c in model.robot.actuated])
    q = q + 0.1 * np.random.default_rng(0).normal(size=(20, len(q)))
    wanted = model.inverse_dynamics(q, 3 * q, 5 * q, p)
    got = again.inverse_dynamics(q, 3 * q, 5 * q, again.prior)
    assert np.abs(got - wanted).max() <= 1e-10 * np.abs(wanted).max()


def test_command_exports_all_kinds_of_an_identified_urdf(folder, tmp_path):
    result = str(folder / "consistent" / "result.json")
    kinds = (
        "--urdf",
        "new.urdf",
        "--mjcf",
        "new.xml",
        "--json",
        "new.json",
        "--yaml",
        "new.yaml",
        "--c",
        "code",
    )
    done = dynid("export", result, *kinds, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(os.listdir(tmp_path)) == ["code", "new.json", "new.urdf", "new.xml", "new.yaml"]
    assert sorted(os.listdir(tmp_path / "code")) == ["main.c", "tree.c", "tree.h"]
    estimate = di.Estimate.load(result)
    model = di.Model(di.load_robot(folder / "arm.urdf"), EFFECTS)
    for name in ("new.urdf", "new.xml"):
        again = di.Model(di.load_robot(tmp_path / name), EFFECTS)
        order = [again.parameters.index(n) for n in model.parameters]
        wanted = torques(model, estimate.p)
        assert (
            np.abs(torques(model, again.prior[order]) - wanted).max()
            <= 1e-10 * np.abs(wanted).max()
        )


def test_command_takes_a_folder_a_moved_robot_and_completes_base_parameters(folder, tmp_path):
    shutil.copytree(folder / "wls", tmp_path / "wls")
    content = before_models(json.loads((tmp_path / "wls" / "result.json").read_text()))
    content["setup"]["robot"] = "/gone/arm.urdf"
    (tmp_path / "wls" / "result.json").write_text(json.dumps(content))
    lost = dynid("export", "wls", "new.urdf", cwd=tmp_path)
    assert lost.returncode == 2
    assert "/gone/arm.urdf" in lost.stderr
    done = dynid("export", "wls", "new.urdf", "--robot", str(folder / "arm.urdf"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "note: " in done.stdout
    assert "base parameters" in done.stdout
    assert "base parameters" in (tmp_path / "new.urdf").read_text()
    model = di.Model(di.load_robot(tmp_path / "new.urdf"), EFFECTS)
    assert di.is_consistent(model.prior, model)


def before_models(content):
    """As format 1 had it: without the model, infinity as null."""
    content = {**content, "format": "dynid estimate 1", "std": [None] * len(content["theta"])}
    content["condition"] = None
    del content["model"], content["details"]
    return content


def test_a_result_holds_its_model(folder, tmp_path):
    """The robot's file may be gone, its results are whole; files of before still load."""
    shutil.copytree(folder / "wls", tmp_path / "wls")
    path = tmp_path / "wls" / "result.json"
    content = json.loads(path.read_text())
    assert content["model"]["robot"]["source"] == str(folder / "arm.urdf")
    content["model"]["robot"]["source"] = content["setup"]["robot"] = "/gone/arm.urdf"
    path.write_text(json.dumps(content))
    done = dynid("export", "wls", "new.urdf", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "is not there any more" in done.stdout
    seen = dynid("validate", "wls", str(folder / "run.csv"), cwd=tmp_path)
    assert "TRAINING DATA" in seen.stdout, seen.stderr
    whole = di.Estimate.load(path)
    path.write_text(json.dumps(before_models(content)))
    old = di.Estimate.load(path)
    assert old.model is None
    assert old.condition == np.inf
    assert np.array_equal(old.covariance, whole.covariance)
    assert old.joints == whole.joints


def test_robots_are_exported_as_they_are(tmp_path):
    said = dynid(
        "export", "arm7", "--c", "code", "--json", "arm.json", "--urdf", "arm.urdf", cwd=tmp_path
    )
    assert said.returncode == 0, said.stderr
    robot = di.load_robot("arm7")
    body = json.loads((tmp_path / "arm.json").read_text())["bodies"]["link2"]
    assert list(body["parameters"].values()) == list(robot.body("link2").inertia)
    unknown = robot.replace(
        bodies=(di.Body("link1", "world", robot.bodies[0].joint),), tool=None, actuated=()
    )
    with pytest.raises(RobotError, match=r"link1\.m"):
        di.export(unknown, tmp_path / "unknown", kind="c")


def damaged(folder, tmp_path, change):
    """result.json, changed."""
    text = (folder / "wls" / "result.json").read_text()
    path = tmp_path / "result.json"
    path.write_text(change(text))
    return path


def changed(**values):
    return lambda text: json.dumps({**json.loads(text), **values})


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda text: text[: len(text) // 2], "cut short"),
        (lambda text: "", "cannot be read"),
        (lambda text: "[1, 2]", "no saved estimate"),
        (changed(format="dynid estimate 99"), "another version"),
        (changed(theta=[1.0]), "damaged"),
        (changed(setup={}, model=None), "model="),
        (changed(model={"robot": 3}), "damaged"),
        (changed(more=1), "damaged"),
        (changed(p=["a"]), "damaged"),
    ],
)
def test_results_that_cannot_be_read(folder, tmp_path, change, word):
    path = damaged(folder, tmp_path, change)
    with pytest.raises(DynidError, match=word):
        di.export(path, tmp_path / "new.urdf")
    assert sorted(os.listdir(tmp_path)) == ["result.json"]


def test_a_robot_that_does_not_fit(folder, tmp_path):
    with pytest.raises(DynidError, match=r"does not fit .* has no j.*coulomb"):
        di.export(folder / "wls", tmp_path / "new.urdf", robot="arm7")
    other = di.Model(di.load_robot(folder / "arm.urdf"), [di.Viscous()])
    with pytest.raises(DynidError, match=r"the robot has no .*coulomb"):
        di.export(folder / "wls", tmp_path / "new.urdf", model=other)
    rows = di.Problem.from_rows(np.random.default_rng(0).normal(size=(50, 1, 3)), np.ones((50, 1)))
    with pytest.raises(DynidError, match="model="):
        di.export(di.estimate(rows, di.OLS()), tmp_path / "new.urdf")
    assert os.listdir(tmp_path) == []


def test_nothing_is_overwritten_unasked(arm, tmp_path):
    for name, kind in (
        ("a.urdf", None),
        ("a.xml", None),
        ("a.json", None),
        ("a.yaml", None),
        ("a", "c"),
    ):
        path = tmp_path / name
        di.export(arm, path, kind)
        before = {f: f.read_bytes() for f in tmp_path.rglob("*") if f.is_file()}
        with pytest.raises(DynidError, match=r"exists already.*overwrite"):
            di.export(arm, path, kind)
        assert {f: f.read_bytes() for f in tmp_path.rglob("*") if f.is_file()} == before
        di.export(arm, path, kind, overwrite=True)
    assert not list(tmp_path.rglob("*.part"))


def test_of_several_files_none_is_written_where_one_cannot_be(folder, tmp_path):
    (tmp_path / "new.json").write_text("mine")
    done = dynid(
        "export", str(folder / "wls"), "--urdf", "new.urdf", "--json", "new.json", cwd=tmp_path
    )
    assert done.returncode == 2
    assert "exists already" in done.stderr
    assert os.listdir(tmp_path) == ["new.json"]
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "tree.c").write_text("mine")
    done = dynid("export", str(folder / "wls"), "--urdf", "new.urdf", "--c", "code", cwd=tmp_path)
    assert done.returncode == 2
    assert sorted(os.listdir(tmp_path)) == ["code", "new.json"]
    assert (
        dynid("export", str(folder / "wls"), "--c", "code", "--force", cwd=tmp_path).returncode == 0
    )


def test_code_goes_beside_other_files_of_a_folder(arm, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    di.export(arm, tmp_path, kind="c")
    assert sorted(os.listdir(tmp_path)) == ["arm7.c", "arm7.h", "main.c", "notes.txt"]


@pytest.mark.parametrize(("name", "kind"), [("new.urdf", None), ("code", "c")])
def test_no_permission_to_write(arm, tmp_path, name, kind, monkeypatch):
    """A folder that refuses; root may write anywhere, so for root the refusal is acted."""
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    if os.access(locked, os.W_OK):

        def refuse(*_, **__):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("builtins.open" if kind is None else "pathlib.Path.mkdir", refuse)
    with pytest.raises(DynidError, match=r"Permission denied; nothing was changed"):
        di.export(arm, locked / name, kind)
    monkeypatch.undo()
    assert os.listdir(locked) == []


def test_wrong_names_are_explained(arm, tmp_path):
    with pytest.raises(RobotError, match=r"\.urdf for urdf"):
        di.export(arm, tmp_path / "arm.stl")
    with pytest.raises(InputError, match=r"urdf, mjcf, .*json, yaml, c"):
        di.export(arm, tmp_path / "arm.urdf", kind="step")
    (tmp_path / "file").write_text("")
    with pytest.raises(DynidError, match="it is a file"):
        di.export(arm, tmp_path / "file", kind="c")
    with pytest.raises(DynidError, match="does not exist"):
        di.export(arm, tmp_path / "missing" / "code", kind="c")
    with pytest.raises(InputError, match="expected an Estimate"):
        di.export(3, tmp_path / "arm.urdf")
    done = dynid("export", "arm7", cwd=tmp_path)
    assert done.returncode == 2
    assert "--urdf" in done.stderr
