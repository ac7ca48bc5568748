"""A fit is never lost: not by its page, not by the logs that it is checked on; and what a single
log was recorded with."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.errors import InputError
from dynid.study.payloads import TypedLoads, match_loads
from sines import random_sines

WIDTH = 0.02
USUAL = "viscous,coulomb,offset,rotor"
EFFECTS = "viscous,coulomb,load_friction"
OWN = {"viscous": 1.0, "coulomb": 1.0, "load_friction": 0.12}


def recorded(robot, seed, mass=0.0, still=None, seconds=15.0):
    """Sines at 100 Hz of an arm whose last link carries a mass; one joint may stand still."""
    rng, t = np.random.default_rng(seed), np.arange(0, seconds, 0.01)
    motion = [np.array(x) for x in random_sines(rng, t, robot.dof, 4, 0.1, (0.2, 0.5))]
    if still is not None:
        for x, value in zip(motion, (0.3, 0.0, 0.0)):
            x[:, still] = value
    effects = [di.Viscous(), di.Coulomb(width=WIDTH), di.gears.LoadFriction(width=WIDTH)]
    model = di.Model(robot, effects)
    p = model.to_vector({f"{j}.{name}": x for j in robot.actuated for name, x in OWN.items()})
    tau = model.inverse_dynamics(*motion, p)
    if mass:
        box = di.Payload(
            "link7", np.array([mass, 0, 0, 0.1 * mass, *[0.011 * mass, 0] * 2, 0, 0.001])
        )
        tau += di.Model(robot, [box]).compute_known_torque(*motion)
    tau += 0.005 * tau.std(axis=0) * rng.normal(size=tau.shape)
    return di.Log(robot.actuated, t, motion[0], tau)


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder, robot = tmp_path_factory.mktemp("logs"), di.load_robot("arm7")
    for k, mass in enumerate((0.0, 2.0, 1.0, 3.0)):
        recorded(robot, k, mass).save(folder / f"run{k}.csv")
    recorded(robot, 9, still=2).save(folder / "still.csv")
    return folder


def identify(*words):
    return CliRunner().invoke(app, ["identify", "arm7", *map(str, words)])


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_a_page_that_cannot_be_made_does_not_lose_the_fit(logs, tmp_path, monkeypatch):
    def broken(*_, **__):
        raise AssertionError("no such figure")

    words = (logs / "run0.csv", "--effects", EFFECTS, "-o", tmp_path / "out")
    assert identify(*words).exit_code == 0
    whole = (tmp_path / "out" / "result.json").read_text()
    assert (tmp_path / "out" / "report.html").exists()
    monkeypatch.setattr("dynid.report.report_files.write_report", broken)
    done = identify(*words, "--force")
    assert done.exit_code == 2
    assert "report.html could not be made; result.json next to it is complete" in done.stderr
    assert "no such figure" in done.stderr
    assert "Traceback" not in done.output
    assert f"wrote {tmp_path / 'out' / 'result.json'}" in done.stdout
    assert re.search(r"^joint1 .*\d", done.stdout, re.M)
    assert (tmp_path / "out" / "result.json").read_text().split('"setup"')[0] in whole
    assert not (tmp_path / "out" / "report.html").exists()  # it was that of another fit
    json.loads(identify(*words, "--force", "--json").stdout)  # as the studio reads it


def test_a_test_log_that_cannot_be_read_does_not_lose_the_fit(logs, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text("t,q_joint1\n0,0\n0.01,0\n")
    words = (logs / "run0.csv", "--effects", EFFECTS, "--test", bad, "-o", tmp_path / "out")
    done = identify(*words)
    assert done.exit_code == 2
    assert "not checked on the test logs" in done.stderr
    assert re.search(r"^joint1 .*\d", done.stdout, re.M)
    assert (tmp_path / "out" / "report.html").exists()
    di.Estimate.load(tmp_path / "out" / "result.json")
    missing = identify(logs / "run0.csv", "--test", tmp_path / "none.csv", "-o", tmp_path / "two")
    assert missing.exit_code != 0
    assert not (tmp_path / "two").exists()  # said before the work


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_payloads_of_single_logs_stay_in_training_and_effects_can_pay(logs, tmp_path):
    """Four logs, three payloads, each in one log only."""
    words = [logs / f"run{k}.csv" for k in range(4)]
    for k, name in ((1, "a"), (2, "b"), (3, "c")):
        words += ["--load", f"run{k}.csv:link=link7,name={name}"]
    done = identify(*words, "-o", tmp_path / "out", "--json")
    assert done.exit_code == 0, done.output
    content = json.loads(done.stdout)
    assert "load friction" in content["choice"]["groups"]
    assert content["choice"]["after"] < 0.7 * content["choice"]["before"] < 10
    found = dict(zip(content["result"]["parameters"], content["result"]["p"]))
    assert [found[f"{x}.m"] for x in "abc"] == pytest.approx([2.0, 1.0, 3.0], rel=0.1)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("effects", [(), ("--effects", "none")])
def test_a_joint_that_never_moves_is_no_traceback(logs, effects):
    done = identify(logs / "still.csv", *effects)
    assert done.exit_code == 0, done.output


def test_a_log_is_named_as_its_user_likes(tmp_path, monkeypatch):
    (tmp_path / "logs").mkdir()
    monkeypatch.chdir(tmp_path)
    one, two = Path("logs/run1.csv"), Path("logs/run2.csv")
    for path in (one, two):
        path.write_text("t\n0\n")
    about = {"link": "link7"}
    names = ["run1.csv", "logs/run1.csv", "./logs/run1.csv", "logs/../logs/run1.csv"]
    for name in (*names, str(tmp_path / "logs" / "run1.csv")):
        assert match_loads(TypedLoads({name: about}), [one, two]) == {str(one): about}
    with pytest.raises(InputError, match=r"no log 'run3\.csv'; expected one of logs/run1\.csv"):
        match_loads(TypedLoads({"run3.csv": about}), [one, two])
    Path("other").mkdir()
    other = Path(shutil.copy(one, "other"))
    with pytest.raises(InputError, match=r"several logs of the name 'run1\.csv'"):
        match_loads(TypedLoads({"run1.csv": about}), [one, other])
    assert match_loads(TypedLoads({"other/run1.csv": about}), [one, other]) == {str(other): about}
    with pytest.raises(InputError, match=r"two payloads of logs/run1\.csv"):
        match_loads(TypedLoads({"run1.csv": about, "logs/run1.csv": about}), [one, two])
    # dynid.yaml may name logs that this command does not read
    assert match_loads({"run3.csv": about}, [one, two]) == {"run3.csv": about}


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_effects_that_do_not_serve_give_way_to_the_usual_ones(logs, tmp_path, monkeypatch):
    from dynid.selection import group_search
    from dynid.selection.candidates import list_base_effects, smooth_friction_signs

    best = group_search.select_effects

    def worst(data):
        wide = {name: 50.0 for name in data.model.robot.actuated}
        bad = tuple(smooth_friction_signs(list_base_effects(), wide))
        return replace(best(data), groups=("wide signs",), effects=bad)

    monkeypatch.setattr(group_search, "select_effects", worst)
    done = identify(logs / "run0.csv", "-o", tmp_path / "out", "--json")
    assert done.exit_code == 0, done.output
    content = json.loads(done.stdout)
    assert "choice" not in content
    (note,) = [x for x in content["result"]["notes"] if x.startswith("selected effects")]
    assert "(wide signs): held-out blocks are predicted worse" in note
    assert note.endswith("So the usual effects were taken.")
    usual = json.loads(identify(logs / "run0.csv", "--effects", USUAL, "--json").stdout)
    assert content["training"]["relative"] == pytest.approx(usual["training"]["relative"], rel=1e-9)
