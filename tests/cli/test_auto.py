"""dynid identify --effects auto, on a simulated arm with friction that grows with its load."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from sines import random_sines

WIDTH = 0.02


def run(*words):
    done = dynid(*map(str, words))
    assert done.returncode == 0, done.stderr
    return done


def log_of(model, p, seed):
    """20 s of sines at 100 Hz; noise of 0.5 % of each joint's torque."""
    rng = np.random.default_rng(seed)
    t = np.arange(0, 30, 0.01)
    motion = random_sines(rng, t, model.robot.dof, 4, 0.1, (0.2, 0.5))
    tau = model.inverse_dynamics(*motion, p)
    tau += 0.005 * tau.std(axis=0) * rng.normal(size=tau.shape)
    return di.Log(model.robot.actuated, t, motion[0], tau)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("auto")
    robot = di.load_robot("arm7")
    effects = [di.Viscous(), di.Coulomb(width=WIDTH), di.gears.LoadFriction(width=WIDTH)]
    model = di.Model(robot, effects)
    own = {"viscous": 1.0, "coulomb": 1.0, "load_friction": 0.12}
    p = model.vector({f"{j}.{name}": x for j in robot.actuated for name, x in own.items()})
    for k in (1, 2):
        log_of(model, p, k).save(folder / f"run{k}.csv")
    words = ("identify", "arm7", folder / "run1.csv", "--test", folder / "run2.csv", "--json")
    auto = json.loads(run(*words, "--effects", "auto", "-o", folder / "out").stdout)
    plain = json.loads(run(*words).stdout)
    return folder, auto, plain


def test_the_effect_is_found_and_pays(found):
    _, auto, plain = found
    assert "load friction" in auto["choice"]["groups"]
    assert auto["choice"]["after"] < auto["choice"]["before"]
    assert auto["validation"]["relative"] < 0.6 * plain["validation"]["relative"]


def test_the_result_predicts_other_logs_later(found):
    folder, auto, _ = found
    again = json.loads(run("validate", folder / "out", folder / "run2.csv", "--json").stdout)
    assert again["relative"] == pytest.approx(auto["validation"]["relative"], rel=1e-9)
    loaded = di.Estimate.load(folder / "out" / "result.json")
    values = dict(zip(loaded.parameters, loaded.p))
    assert values["joint2.load_friction"] == pytest.approx(0.12, abs=0.02)


def test_the_choice_stands_in_result_and_report(found):
    folder, auto, _ = found
    assert auto["result"]["setup"]["choice"] == auto["choice"]
    loaded = di.Estimate.load(folder / "out" / "result.json")
    assert list(loaded.setup["choice"]["groups"]) == auto["choice"]["groups"]
    assert sum(text.startswith("effects chosen on parts") for text in loaded.notes) == 1
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    assert "Friction that grows with the load" in page
    assert "How the effects were chosen" in page


def test_other_commands_say_that_they_do_not_choose(found):
    done = dynid("compare", "arm7", str(found[0] / "run1.csv"), "--effects", "auto")
    assert done.returncode == 2
    assert "'auto'" in done.stderr
