"""dynid identify without --effects, on a simulated arm with friction that grows with its load."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.study.log_options import Processing
from dynid.study.selection import select_if_asked
from sines import random_sines

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")

WIDTH = 0.02
USUAL = "viscous,coulomb,offset,rotor"


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
    p = model.to_vector({f"{j}.{name}": x for j in robot.actuated for name, x in own.items()})
    for k in (1, 2):
        log_of(model, p, k).save(folder / f"run{k}.csv")
    words = ("identify", "arm7", folder / "run1.csv", "--test", folder / "run2.csv", "--json")
    auto = json.loads(run(*words, "-o", folder / "out").stdout)
    plain = json.loads(run(*words, "--effects", USUAL).stdout)
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
    assert (
        sum(text.startswith("effects selected by cross-validation") for text in loaded.notes) == 1
    )
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    assert "Load-dependent friction" in page
    assert "How the effects were selected" in page


def test_named_effects_and_other_methods_are_as_before(found):
    folder, _, plain = found
    assert "choice" not in plain
    assert plain["result"]["setup"]["effects"] == USUAL
    words = ("identify", "arm7", folder / "run1.csv", "--method", "wls", "--json")
    content = json.loads(run(*words).stdout)
    assert "choice" not in content
    assert content["result"]["setup"]["effects"] == USUAL


def test_what_was_typed_of_the_processing_stays(tmp_path):
    robot = di.load_robot("pendulum")
    model = di.Model(robot, [di.Viscous(), di.Coulomb(width=WIDTH)])
    name = robot.actuated[0]
    log_of(model, model.to_vector({f"{name}.coulomb": 0.3}), 3).save(tmp_path / "run.csv")
    typed = Processing(slow="3%", decimate=2, cutoff=8.0)
    found = select_if_asked(di.Model(robot), [tmp_path / "run.csv"], typed)
    assert found.choice is not None
    assert (found.settings.slow, found.settings.decimate) == ("3%", 2)
    assert float(found.settings.cutoff) == 8.0
    found = select_if_asked(di.Model(robot), [tmp_path / "run.csv"], replace(typed, slow="auto"))
    assert found.settings.slow == found.choice.slow


def test_a_short_log_gets_the_usual_effects_and_a_sentence(found):
    words = ("identify", "arm7", found[0] / "run1.csv", "--between", "2,3.5", "--json")
    content = json.loads(run(*words, "--cutoff", "10").stdout)
    assert "choice" not in content
    assert content["result"]["setup"]["effects"] == USUAL
    (said,) = [text for text in content["result"]["notes"] if "cannot be chosen" in text]
    assert "samples of motion, expected at least 30" in said
    assert said.endswith("So the usual effects were taken.")


def test_files_and_code_can_be_written(found):
    folder = found[0]
    words = ("--mjcf", folder / "new.xml", "--urdf", folder / "new.urdf", "--c", folder / "code")
    done = run("export", folder / "out", *words)
    assert "load_friction" in done.stdout + done.stderr
    assert (folder / "new.urdf").is_file()
    assert (folder / "new.xml").is_file()


def test_other_commands_say_that_they_do_not_choose(found):
    done = dynid("compare", "arm7", str(found[0] / "run1.csv"), "--effects", "auto")
    assert done.returncode == 2
    assert "'auto'" in done.stderr
