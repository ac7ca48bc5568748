"""Logs of currents on the command line: gains known, looked for, refused."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.study.gain_options import parse_drives, split_gains

MADE = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "make_currents.py"))
WEIGHT = "weight.csv:link=link4,mass=2.5,com=0.15 0 0.05,inertia=0.0025 0.0025 0.0025"
QUICK = ("--method", "wls", "--cutoff", "8", "--json")
GAINS = ",".join(f"{name}={gain}" for name, gain in zip(MADE["JOINTS"], MADE["GAINS"]))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("currents")
    MADE["write"](folder)
    return folder


@pytest.fixture
def here(made, monkeypatch):
    monkeypatch.chdir(made)
    yield made
    (made / "dynid.yaml").unlink(missing_ok=True)


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert done.exit_code == 0, (done.output, done.exception)
    return json.loads(done.stdout)


def refusal(*words):
    before = sorted(Path().iterdir())
    done = CliRunner().invoke(app, [*map(str, words), "-o", "unwritten"])
    assert isinstance(done.exception, di.DynidError), (done.output, done.exception)
    assert sorted(Path().iterdir()) == before  # nothing is written
    return str(done.exception)


def test_known_gains_make_torques(here):
    """The same result as that of a log with torques."""
    gains = dict(zip(MADE["JOINTS"], MADE["GAINS"]))
    di.read_log("empty.csv").as_torques(gains).save("torques.csv", overwrite=True)
    known = run("identify", "arm.urdf", "empty.csv", "--gain", GAINS, *QUICK)["result"]
    torques = run("identify", "arm.urdf", "torques.csv", *QUICK)["result"]
    assert known["theta"] == pytest.approx(torques["theta"], rel=1e-9, abs=1e-12)
    assert [gain["how"] for gain in known["gains"]] == ["known"] * 4
    assert torques["gains"] == []
    Path("dynid.yaml").write_text(
        "robot: arm.urdf\nlogs: [empty.csv]\n"
        "drives: {turn: 11.8, lift: {constant: 0.146, ratio: 100}, elbow: {gain: 9.3}, wrist: 6.7}"
    )
    project = run("identify", *QUICK)["result"]
    assert project["theta"] == pytest.approx(torques["theta"], rel=1e-9, abs=1e-12)


def test_gains_are_found_with_a_weight(here):
    content = run("identify", "arm.urdf", "empty.csv", "weight.csv", "--load", WEIGHT, *QUICK)
    gains = content["result"]["gains"]
    assert [gain["value"] for gain in gains] == pytest.approx(MADE["GAINS"], rel=0.01)
    assert content["training"]["relative"] < 6
    # only its mass is known: the centre is found as well
    load = "weight.csv:link=link4,mass=2.5,com=unknown,name=weight"
    words = ("identify", "arm.urdf", "empty.csv", "weight.csv", "--load", load)
    result = run(*words, "--cutoff", "8", "--json")["result"]
    assert [gain["value"] for gain in result["gains"]] == pytest.approx(MADE["GAINS"], rel=0.03)
    p = dict(zip(result["parameters"], result["p"]))
    assert p["weight.m"] == 2.5
    assert p["weight.mx"] / 2.5 == pytest.approx(0.15, abs=0.01)


def test_compare_and_check_take_currents(here):
    words = ("arm.urdf", "empty.csv", "weight.csv", "--load", WEIGHT, "--test", "later.csv")
    table = run("compare", *words, "--methods", "wls,ols", "--cutoff", "8", "--json")
    assert len(table["lines"]) == 2
    done = CliRunner().invoke(app, ["check", "arm.urdf", "empty.csv", "--quick", "--json"])
    kinds = [finding["kind"] for finding in json.loads(done.stdout)["findings"]]
    assert "currents" in kinds
    known = ["check", "arm.urdf", "empty.csv", "--quick", "--gain", GAINS, "--json"]
    kinds = [x["kind"] for x in json.loads(CliRunner().invoke(app, known).stdout)["findings"]]
    assert "currents" not in kinds


def test_init_knows_currents(here):
    content = run("init", "arm.urdf", "empty.csv", "--force", "--json")
    assert content["columns"] == {}
    assert any("motor currents" in note for note in content["notes"])
    assert "# drives:" in Path("dynid.yaml").read_text()


def test_what_is_refused_writes_nothing(here):
    two = ("identify", "arm.urdf", "empty.csv", "weight.csv", *QUICK)
    assert "only the ratios of the gains are identifiable" in refusal(*two)
    for mass in ("0", "-2.5"):
        load = f"weight.csv:link=link4,mass={mass},com=0 0 0"
        assert "expected more than 0" in refusal(*two, "--load", load)
        unknown = f"weight.csv:link=link4,mass={mass},com=unknown"
        assert "expected more than 0" in refusal(*two, "--load", unknown)
    assert "there is no log 'wait.csv'" in refusal(*two, "--load", "wait.csv:link=link4,mass=1")
    assert "expected the log" in refusal(*two, "--load", "link=link4,mass=1")
    assert "Did you mean 'lift'?" in refusal(*two, "--gain", "lfit=3")
    assert "constant*ratio" in refusal(*two, "--gain", "lift=much")
    other = di.read_log("weight.csv")
    renamed = di.Log(tuple("abcd"), other.t, other.q, other.tau, currents=tuple("abcd"))
    renamed.save("other_robot.csv", overwrite=True)
    assert "has no joint" in refusal("identify", "arm.urdf", "empty.csv", "other_robot.csv", *QUICK)
    Path("dynid.yaml").write_text("robot: arm.urdf\ndrives: {lift: {gain: 3, ratio: 100}}")
    assert "expected constant with ratio" in refusal("identify", "empty.csv")
    Path("dynid.yaml").unlink()


def test_words_of_gains():
    found = parse_drives("drives", "joint1=0.1*120, joint*=~9,joint3=-4")
    assert found == {"joint1": {"gain": 12.0}, "joint*": {"start": 9.0}, "joint3": {"gain": -4.0}}
    known, start = split_gains(found, ("joint1", "joint2", "joint3"))
    assert (known, start) == ({"joint3": -4.0}, {"joint1": 9.0, "joint2": 9.0})


def test_currents_go_through_every_format(tmp_path):
    rng = np.random.default_rng(0)
    t = np.arange(50) / 100.0
    q, i = rng.normal(size=(2, 50, 2))
    for currents in (("a", "b"), ("b",)):
        log = di.Log(("a", "b"), t, q, i, currents=currents)
        for ending in ("csv", "npz", "mat"):
            path = tmp_path / f"run{len(currents)}.{ending}"
            log.save(path)
            again = di.read_log(path)
            assert again.currents == currents
            assert (again.tau == i).all()
        with pytest.raises(di.InputError, match="efforts only"):
            log.save(tmp_path / "run.bag")
    mixed = tmp_path / "run1.csv"
    milli = di.read_log(mixed, units={"current": "mA"})
    assert (milli.tau[:, 1] == i[:, 1] / 1e3).all()
    assert (milli.tau[:, 0] == i[:, 0]).all()
    torque = di.read_log(mixed, units={"current_b": di.data.Current(0.1, ratio=100)})
    assert torque.currents == ()
    assert torque.tau[:, 1] == pytest.approx(10 * i[:, 1])
    amperes = di.read_log(mixed, units={"tau": "A"})
    assert amperes.currents == ("a", "b")
