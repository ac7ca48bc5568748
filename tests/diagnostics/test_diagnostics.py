"""Diagnostics of simulated logs: each mistake by its name and number, nothing on clean ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
import fuzz_logs
from dynid.diagnostics.columns import _Column, _find_outliers
from dynid.diagnostics.repairs import repair_log
from log_mutations import KINDS
from simulated_logs import EFFECTS, clean_log


def mutated(kind, name="random3_5", seed=4):
    clean = clean_log(name, seed)
    log, robot = KINDS[kind](clean, np.random.default_rng(3))
    return clean, log, di.Model(robot, EFFECTS)


@pytest.mark.parametrize("name", ["random3_5", "five_bar", "pendulum"])
def test_a_clean_log_is_healthy(name):
    clean = clean_log(name, 8)
    found = di.check(clean.model, clean.log)
    assert found.healthy, str(found)
    assert {p.shown for p in found.parameters} <= {"identifiable", "weak", "not"}
    assert max(found.unexplained[clean.log.source].values()) < 0.02


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("delay 30 ms", "torque delay"),
        ("time scale 1.25", "time scale"),
        ("time reversed", "time reversed"),
        ("torque sign of all", "torque sign"),
        ("torque sign of one", "torque sign"),
        ("axis reversed", "axis reversed"),
        ("exchanged tau", "columns exchanged"),
        ("torque gain of one joint 0.7", "torque gain"),
        ("torque gain of all 1.4", "torque gain of all"),
        ("base tilted 12 deg", "gravity"),
        ("base upside down", "gravity"),
        ("payload 0.1 after 0.5", "payload"),
        ("drift of friction 1.0", "friction drift"),
        ("contact 0.05 0.5", "contact"),
        ("encoder wrap", "encoder wrap"),
        ("encoder jump 0.1 rad", "position jump"),
        ("q spikes 10 x 0.3", "spikes"),
        ("tau spikes 40 x 1.0", "spikes"),
        ("tau stuck 0.5 s", "stuck"),
        ("q held 10 samples", "held values"),
        ("saturated 0.7", "saturation"),
        ("tau frozen", "frozen"),
        ("q quantised 0.01", "quantisation"),
        ("gaps closed up 3 x 0.2 s", "rows missing"),
        ("stamps bursts 10", "stamps in bursts"),
        ("tau of 1e+09", "impossible number"),
    ],
)
def test_a_mistake_is_named(kind, said):
    _, log, model = mutated(kind)
    found = di.check(model, log)
    assert said in {finding.kind for finding in found.sure}, str(found)


def test_numbers_are_right():
    clean, log, model = mutated("delay 30 ms")
    late = next(x for x in di.check(model, log).findings if x.kind == "torque delay")
    assert late.certainty == "certain"
    assert late.change.values[0] == pytest.approx(0.030, abs=5e-4)
    _, log, tilted = mutated("base tilted 12 deg")
    gravity = next(x for x in di.check(tilted, log).findings if x.kind == "gravity")
    assert gravity.change.values == pytest.approx(clean.model.robot.gravity, abs=0.05)


@pytest.mark.parametrize(
    "kind", ["axis reversed", "exchanged q tau", "encoder wrap", "q spikes 10 x 0.3"]
)
def test_the_repair_gives_the_clean_log_back(kind):
    clean, log, model = mutated(kind)
    for finding in di.check(model, log).sure:
        if finding.change is not None:
            log = repair_log(log, finding.change)
    assert np.abs(log.q - clean.log.q).max() < 0.02
    assert np.abs(log.tau - clean.log.tau).max() < 1e-9
    assert any(note.startswith("repaired: ") for note in log.notes)


def test_placeholder_masses_accuse_nobody():
    clean = clean_log("random3_5", 4)
    one = di.inertial(1.0, (0, 0, 0), (1.0, 1.0, 1.0))
    bodies = tuple(replace(body, inertia=one) for body in clean.model.robot.bodies)
    found = di.check(di.Model(clean.model.robot.replace(bodies=bodies), EFFECTS), clean.log)
    assert found.healthy, str(found)
    assert "placeholder masses" in {finding.kind for finding in found.findings}


def test_an_impossible_body_is_named_with_its_place():
    robot = clean_log("random3_5", 4).model.robot
    wrong = di.inertial(2.0, (0, 0, 0), (0.1, 0.1, 0.9))
    bodies = (replace(robot.bodies[0], inertia=wrong), *robot.bodies[1:])
    (finding,) = di.check(robot.replace(bodies=bodies)).sure
    assert finding.kind == "impossible inertia"
    assert finding.where == "inertial of link 'link1'"


def test_a_second_log_shows_what_one_cannot():
    """The gain of all torques, on a robot whose masses nobody knows."""
    clean = clean_log("random3_5", 4, nominal=False)
    log = replace(clean.log, tau=1.4 * clean.log.tau)
    assert di.check(clean.model, log).healthy
    found = di.check(clean.model, [log, clean.test])
    assert "logs differ: gain of all" in {finding.kind for finding in found.sure}
    assert di.check(clean.model, [clean.log, clean.test]).healthy


def test_what_cannot_be_told_is_named():
    """The zeros of a vertical first joint and of the last one turn their links and nothing else."""
    clean = clean_log("random3_5", 4, nominal=False)
    found = di.check(clean.model, clean.log)
    assert found.untold[0].startswith("the gain of all torques")
    assert found.untold[1:] == ("the zero of joint1, joint3 (to 0.1 rad or m)",)
    assert "cannot be detected from these logs: the gain of all torques" in str(found)
    # both by mistake, and truly unseen
    q = clean.log.q + np.array([0.4, 0.0, 0.4])
    assert di.check(clean.model, replace(clean.log, q=q)).healthy
    known = clean_log("random3_5", 4)
    assert di.check(known.model, known.log).untold == ()


def test_too_little_motion_is_said():
    clean = clean_log("random5_3", 2)
    found = di.check(clean.model, clean.log.select_times(5.0, 8.0))
    assert "little motion" in {finding.kind for finding in found.findings}


def test_a_number_that_no_sensor_gives_is_a_sentence():
    clean = clean_log("random3_5", 4)
    tau = clean.log.tau.copy()
    tau[7, 1] = 1e300
    log = replace(clean.log, tau=tau)
    with pytest.raises(di.InputError, match=r"tau_joint2 is 1e\+300 .* expected a measurement"):
        di.process(log, clean.model)
    (finding,) = di.check(clean.model, log).sure
    assert (finding.kind, finding.where) == ("impossible number", f"tau_joint2, t = {log.t[7]:g} s")
    assert np.abs(repair_log(log, finding.change).tau).max() == np.abs(clean.log.tau).max()


def test_bursts_do_not_change_the_rate():
    _, log, _ = mutated("stamps bursts 10")
    clean = clean_log("random3_5", 4).log
    assert log.rate == pytest.approx(clean.rate, rel=0.02)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_a_short_run_of_the_fuzzer(capsys):
    cases = fuzz_logs.main(["--count", "8", "--seed", "3", "--robots", "random2_1,random3_2"])
    assert "silent and wrong" in capsys.readouterr().out
    assert not [case for case in cases if case.outcome == "traceback"]
    assert len(KINDS) > 130


@pytest.mark.parametrize("end", [1, -2])
def test_friction_that_sets_in_at_the_end_of_a_log_is_no_spike(end):
    """A joint at rest in the first or last sample alone: its dry friction steps there."""
    rng = np.random.default_rng(0)
    t = np.arange(500) * 0.005
    tau = (1.0 + 0.5 * np.sin(3 * t) + 0.01 * rng.normal(size=500))[:, None]
    step, spike = tau.copy(), tau.copy()
    step[0 if end == 1 else -1] -= 0.7
    spike[end] += 0.7
    q = np.sin(t)[:, None]
    for torque, said in ((step, []), (spike, ["spikes"])):
        log = di.Log(("a",), t, q, torque)
        found = _find_outliers(log, "tau", "a", _Column(torque[:, 0]))
        assert [finding.kind for finding in found] == said
