"""Good logs are not accused: rests, coarse encoders, low rates, placeholders in the file, a tool
that the file lacks. And real mistakes in the same logs are still named."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest

import clean_logs
import dynid as di
from clean_logs import clean_log
from dynid.data.torque_checks import DataWarning, measure_clipping
from dynid.diagnostics.repairs import repair_log
from dynid.robot.geometry import make_axis_rotation, to_mass_com_inertia
from log_mutations import KINDS
from simulated_logs import EFFECTS

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")


def sure(model, log):
    return {finding.kind for finding in di.check(model, log).sure}


def mutated(clean, kind):
    return KINDS[kind](clean, np.random.default_rng(3))[0]


def test_a_short_run_of_the_benchmark(capsys):
    robots = "arm7,random4_2,small6_5,five_bar"
    cases = clean_logs.main(["--count", "6", "--seed", "21", "--robots", robots])
    assert [case.said for case in cases if case.said] == []
    assert "accused: 0 of 6" in capsys.readouterr().out


def test_a_12_bit_encoder_at_1_khz_and_rests():
    """No held values, no lost rows, no contact; held values and spikes are still seen."""
    clean = clean_log("random3_1", 4, ("rests", "coarse encoder"))
    assert di.check(clean.model, clean.log).healthy
    assert "held values" in sure(clean.model, mutated(clean, "q held 25 samples"))
    assert "held values" in sure(clean.model, mutated(clean, "tau held 10 samples"))
    assert "spikes" in sure(clean.model, mutated(clean, "q spikes 10 x 0.3"))


def test_rows_at_rest_stay_when_held_ones_go():
    """4,000 good rows with held positions: every fourth stays, at rest too."""
    clean = clean_log("random3_1", 4, ("rests",))
    q = clean.exact[0][(np.arange(len(clean.log)) // 4) * 4]
    log = replace(clean.log, q=q)
    found = next(x for x in di.check(clean.model, log).sure if x.kind == "held values")
    assert found.certainty == "certain"
    assert len(repair_log(log, found.change)) == pytest.approx(len(log) / 4, rel=0.02)


def test_blocks_without_motion_are_no_contact():
    """The median error of a joint that rests in most blocks was zero, and any other one contact."""
    clean = clean_log("arm7", 1080, ("rests",))
    found = di.check(clean.model, clean.log)
    assert found.healthy, str(found)
    assert "contact" in sure(clean.model, mutated(clean, "contact 0.05 0.5"))


@pytest.mark.parametrize("rate", [10.0, 5.0])
def test_a_slow_log_is_no_log_in_ms(rate):
    clean = clean_log("random3_1", 6, ("low rate",))
    every = round(clean.log.rate / rate)
    slow = di.Log(
        clean.log.joints, clean.log.t[::every], clean.log.q[::every], clean.log.tau[::every]
    )
    assert "unit" not in sure(clean.model, slow)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        di.process(slow, clean.model, slow="5%")
    with pytest.warns(DataWarning, match="If its times are in ms"):
        di.process(replace(slow, t=1e3 * slow.t), clean.model, cutoff=1e-3)


def test_friction_of_the_file_is_no_unit_of_torques():
    """Placeholders ten times the true friction; true units that are wrong are still said, and are
    no verdict by themselves."""
    clean = clean_log("small6_5", 3, ("friction placeholders",))
    bodies = [
        replace(b, joint=replace(b.joint, damping=10.0, friction=10.0))
        for b in clean.model.robot.bodies
    ]
    model = di.Model(clean.model.robot.replace(bodies=tuple(bodies)), EFFECTS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        di.process(clean.log, model, slow="5%")
    assert di.check(model, clean.log).healthy
    with pytest.warns(DataWarning, match="multiple of what the nominal inertias give"):
        data = di.process(replace(clean.log, tau=1e3 * clean.log.tau), model, slow="5%")
    result = di.estimate(di.Problem(model, data), di.WLS())
    (verdict,) = [x for x in di.judge(result, di.Problem(model, data)).findings if x.kind == "data"]
    assert verdict.level == 0


def chain(links, length, mass):
    """An arm of equal links, as long as heavy ones are: bent at every second joint."""
    bodies = []
    for k in range(links):
        joint = di.Joint(
            f"joint{k + 1}", axis=np.eye(3)[2 - k % 2], position=(0, 0, length if k else 0)
        )
        inertia = di.inertial(mass, (0, 0.01, 0.5 * length), np.full(3, 0.1 * mass * length**2))
        bodies.append(di.Body(f"link{k + 1}", f"link{k}" if k else "world", joint, inertia))
    return di.Robot("chain", tuple(bodies))


def test_one_heavy_body_is_no_unit_of_torques(monkeypatch):
    """The trunk turns a counterweight that the file lacks, twenty times the inertia of the arm:
    that is why one identifies."""
    monkeypatch.setattr(clean_logs, "field_robot", lambda name: chain(3, 0.4, 3.0))
    clean = clean_log("chain", 7, ())
    log = replace(clean.log, tau=clean.log.tau + clean.exact[2] * np.array([20.0, 0.0, 0.0]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        di.process(log, clean.model, slow="5%")
    assert di.check(clean.model, log).healthy


@pytest.mark.parametrize(("links", "length", "mass"), [(7, 0.18, 4.0), (3, 1.2, 300.0)])
def test_the_reach_of_an_arm_is_that_of_all_links(links, length, mass, monkeypatch):
    """Of an iiwa, whose links are short, and of a large robot; in mNm both are too heavy."""
    monkeypatch.setattr(clean_logs, "field_robot", lambda name: chain(links, length, mass))
    clean = clean_log("chain", 2, ())
    bodies = tuple(replace(b, inertia=None) for b in clean.model.robot.bodies)
    unknown = di.Model(clean.model.robot.replace(bodies=bodies), EFFECTS)
    assert di.check(unknown, clean.log).healthy
    assert "torque unit" in sure(unknown, replace(clean.log, tau=1e3 * clean.log.tau))


def test_torques_that_pass_a_limit_do_not_stay_there():
    clean = clean_log("random3_1", 5, ("rests",))
    data = di.process(clean.log, clean.model, slow="5%")
    robot = clean.model.robot
    for share in (0.3, 0.7, 0.95, 1.0):
        limits = share * np.abs(data.tau).max(axis=0)
        bodies = [
            replace(b, joint=replace(b.joint, effort=float(x)))
            for b, x in zip(robot.bodies, limits)
        ]
        model = di.Model(robot.replace(bodies=tuple(bodies)), EFFECTS)
        assert measure_clipping(replace(data, model=model)) == [0.0, 0.0, 0.0]
        clipped = np.clip(data.tau, -limits, limits)
        if share < 0.9:
            assert min(measure_clipping(replace(data, model=model, tau=clipped))) > 0.0


@pytest.mark.parametrize(("name", "seed"), [("arm7", 16), ("random3_1", 33), ("small6_5", 53)])
def test_a_tool_that_the_file_lacks_is_tried_first(name, seed):
    """It was called a gain, a gear ratio, or a zero of the last joint."""
    clean = clean_log(name, seed, ("missing tool",))
    found = di.check(clean.model, clean.log)
    assert found.healthy, str(found)
    (load,) = [x for x in found.findings if x.kind == "payload or tool"]
    file, machine = (
        model.nominal[model.parameters.index(f"{load.where}.m")]
        for model in (clean.model, clean.truth)
    )
    said = float(load.evidence.split(" carries ")[1].split(" kg")[0])
    assert said == pytest.approx(machine - file, rel=0.2)


def test_a_rough_centre_of_mass_is_no_zero_of_a_joint():
    """Of the last link, by half a radian seen from its joint; a zero off by a right angle is
    said."""
    clean = clean_log("random3_1", 8, ())
    last = clean.model.robot.bodies[-1]
    m, c, inertia = to_mass_com_inertia(last.inertia)
    turn = make_axis_rotation(last.joint.axis, 0.5)
    moved = replace(last, inertia=di.inertial(m, turn @ c, turn @ inertia @ turn.T))
    rough = clean.model.robot.replace(bodies=(*clean.model.robot.bodies[:-1], moved))
    assert di.check(di.Model(rough, EFFECTS), clean.log).healthy
    q = clean.log.q + np.array([0.0, 0.0, np.pi / 2])
    assert "position offset" in sure(clean.model, replace(clean.log, q=q))


@pytest.mark.parametrize("masses", [True, False])
def test_torques_of_the_wrong_sign_in_slow_motion(masses):
    """Nothing shows inertia: it was taken for a log that runs backwards."""
    clean = clean_log("random4_2", 12, ("low rate",))
    model = clean.model
    if not masses:
        bodies = tuple(replace(b, inertia=None) for b in model.robot.bodies)
        model = di.Model(model.robot.replace(bodies=bodies), EFFECTS)
    assert sure(model, replace(clean.log, tau=-clean.log.tau)) == {"torque sign"}
    backwards = replace(clean.log, q=clean.log.q[::-1], tau=clean.log.tau[::-1])
    assert sure(model, backwards) == {"time reversed"}
