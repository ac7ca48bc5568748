"""The file as shipped: its own actuators, as MuJoCo runs them."""

from __future__ import annotations

import json
from dataclasses import replace

import mujoco
import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from commands_help import JOINTS, KD, KP, leg, recorded
from dynid.cli.main import app
from dynid.sim2real.plant import make_plant
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.rollout_check import (
    check_rollout,
    describe_file_drives,
    take_file_commands,
)
from dynid.sim2real.simulator import make_simulator

#: of the leg's three joints
PLAIN = '<position name="{0}" joint="{0}" kp="45" kv="1.5"/>'
GEARED = (
    '<position name="haa" joint="haa" kp="12" kv="0.4" gear="2" forcerange="-3 3"/>'
    '<general name="hfe" joint="hfe" gear="-1.5" gainprm="10" biastype="affine"'
    ' biasprm="0.6 -25 -0.8" ctrlrange="-2.6 0.5" forcerange="-2 2"/>'
    '<position name="kfe" joint="kfe" kp="60" dampratio="0.8"/>'
)
TWO = (
    '<position name="haa" joint="haa" kp="45"/><velocity name="v" joint="haa" kv="1.5"/>'
    '<motor name="m" joint="haa"/>'
)


def with_actuators(text, **about):
    start = leg(**about)
    joints = '<joint damping="0.2" armature="0.01" frictionloss="0.1"/>'
    start = start.replace("<worldbody>", f"<default>{joints}</default><worldbody>")
    head, _, tail = start.partition("<actuator>")
    return f"{head}<actuator>{text}</actuator>{tail.partition('</actuator>')[2]}"


def plant_in(folder, text, drive=None):
    (folder / "leg.xml").write_text(text)
    robot = di.load_robot(folder / "leg.xml")
    return make_plant(robot, drive or di.Drive(KP, KD), make_simulator(robot))


def run_mujoco(text, log, start, first, last, control):
    """Positions of the file itself, under controls (nu,) of sample k."""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = start
    q = np.empty((last - first, model.nq))
    for k in range(first, last):
        q[k - first] = data.qpos
        data.ctrl[:] = control(k)
        mujoco.mj_step(model, data)
    return q


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
def test_the_file_runs_as_in_mujoco(tmp_path, integrator):
    """Gears, ranges of control and force, offsets, controls in other units, damping ratios."""
    text = with_actuators(GEARED, integrator=integrator)
    plant = plant_in(tmp_path, text)
    assert plant.simulator.actuators.notes == ()
    log = recorded(3.0, noise=0.0)
    first, last = 400, 1400
    start = RolloutSegment(plant, log, first, last).start
    # the control at which each actuator rests at the commanded position
    scale = np.array([2.0, 25 / 10 * -1.5, 1.0])
    q = run_mujoco(text, log, start, first, last, lambda k: scale * log.qcmd[k])
    check = check_rollout(
        RolloutSegment(plant, log, first, last), plant.list_file_values(np.ones(3), np.ones(3))
    )
    assert np.abs(check.shipped - q).max() < 1e-9
    assert check.drives == "its own actuators"
    # the ranges are reached
    inside = (scale[1] * log.qcmd[first:last, 1] > -2.6) & (
        scale[1] * log.qcmd[first:last, 1] < 0.5
    )
    assert 0.1 < inside.mean() < 0.9
    own = plant.list_file_values(np.ones(3), np.ones(3))
    done = RolloutSegment(plant, take_file_commands(plant, log), first, last).predict_rollout(
        own, start
    )
    assert done.paths[0].clipped.any(axis=0)[:2].all()


def test_speeds_and_torques_are_taken_by_actuators_that_do(tmp_path):
    """A <position> takes no velocity and no torque command; <velocity> and <motor> beside it do."""
    text = with_actuators(TWO + "".join(PLAIN.format(j) for j in JOINTS[1:]))
    plant = plant_in(tmp_path, text)
    log = recorded(2.0, noise=0.0)
    rate = np.gradient(log.qcmd, log.t, axis=0)
    torque = 0.3 * np.cos(log.qcmd)
    log = di.sim2real.make_command_log(JOINTS, log.t, log.q, log.qcmd, rate, torque)
    last = len(log)
    start = RolloutSegment(plant, log, 0, last).start

    def control(k):
        return [log.qcmd[k, 0], rate[k, 0], torque[k, 0], *log.qcmd[k, 1:]]

    q = run_mujoco(text, log, start, 0, last, control)
    check = check_rollout(
        RolloutSegment(plant, log, 0, last), plant.list_file_values(np.ones(3), np.ones(3))
    )
    assert np.abs(check.shipped - q).max() < 1e-8  # MuJoCo's own iterations for dry friction


def test_what_is_no_position_actuator_is_told(tmp_path):
    odd = (
        '<position name="haa" joint="haa" kp="45" timeconst="0.05"/>'
        '<motor name="hfe" joint="hfe"/>'
        '<position name="kfe" joint="kfe" kp="45" forcerange="-1 2"/>'
    )
    plant = plant_in(tmp_path, with_actuators(odd))
    own = plant.simulator.actuators
    assert own.has.tolist() == [False, False, True]
    assert any("actuators of haa are not followed" in note for note in own.notes)
    assert any("forcerange of kfe is not symmetric" in note for note in own.notes)
    assert describe_file_drives(plant) == "its own actuators; the gains given at haa, hfe"
    assert "it has no position actuators" in describe_file_drives(plant_in(tmp_path, leg()))


def test_the_found_gains_do_not_change_the_file_as_shipped(tmp_path):
    """The error of the file is that of its own actuators, whatever gains are given or found; and
    those are where the search starts."""
    text = with_actuators("".join(PLAIN.format(j) for j in JOINTS))
    (tmp_path / "leg.xml").write_text(text)
    robot, log = di.load_robot(tmp_path / "leg.xml"), recorded(6.0)
    given, found = (
        di.identify_simulator(robot, log, drive) for drive in (di.Drive(KP, KD), di.Drive())
    )
    np.testing.assert_allclose(
        given.rollout_check.shipped, found.rollout_check.shipped, rtol=0, atol=1e-12
    )
    assert (given.shipped.kp == 45).all()
    assert (given.shipped.kd == 1.5).all()
    np.testing.assert_allclose(found.values.kp, KP, rtol=0.02)
    first = len(log) - len(found.rollout_check.t)
    start = RolloutSegment(found.plant, log, first, len(log)).start
    q = run_mujoco(text, log, start, first, len(log), lambda k: log.qcmd[k])
    assert np.abs(found.rollout_check.shipped - q).max() < 1e-9
    assert given.rollout_check.total < 0.2 * given.rollout_check.total_shipped
    said = given.to_dict()
    assert said["as_shipped"]["hfe"]["kp"] == 45
    assert said["proof"]["drives_as_shipped"] == "its own actuators"


def test_what_sim2real_wrote_is_what_it_found(tmp_path):
    """Its robot.xml as the file: the same rollout, as shipped; delay and bias included."""
    (tmp_path / "leg.xml").write_text(leg())
    log = recorded(6.0, noise=0.0)
    robot = di.load_robot(tmp_path / "leg.xml")
    first = di.identify_simulator(robot, log, di.Drive(KP, KD))
    from dynid.exports.actuators import drive_files

    (tmp_path / "found.xml").write_bytes(drive_files(first)[0]["robot.xml"])
    again = di.identify_simulator(di.load_robot(tmp_path / "found.xml"), log, di.Drive())
    own = again.plant.simulator.actuators
    np.testing.assert_allclose(own.kp, KP)
    np.testing.assert_allclose(own.bias, first.values.bias, atol=1e-12)
    if hasattr(mujoco.MjModel.from_xml_string(leg()), "actuator_delay"):  # MuJoCo 4
        assert own.delay == pytest.approx(first.values.delay)
        np.testing.assert_allclose(
            again.rollout_check.shipped, first.rollout_check.simulated, atol=1e-6
        )


def test_a_file_whose_gains_diverge_is_no_start(tmp_path):
    text = with_actuators("".join(f'<position joint="{j}" kp="9e6"/>' for j in JOINTS))
    (tmp_path / "leg.xml").write_text(text)
    found = di.identify_simulator(di.load_robot(tmp_path / "leg.xml"), recorded(6.0), di.Drive())
    assert any("the rollout diverges: they are not used as a start" in note for note in found.notes)
    assert np.isnan(found.rollout_check.total_shipped)
    assert "infinite (it diverges)" in str(found)
    np.testing.assert_allclose(found.values.kp, KP, rtol=0.02)
    assert found.to_dict()["proof"]["rmse_as_shipped"] is None
    from dynid.report.rollouts import write_rollout_report

    write_rollout_report(tmp_path / "page.html", found)
    lost = replace(
        found.rollout_check, simulated=np.full_like(found.rollout_check.simulated, np.nan)
    )
    off = replace(found, rollout_check=lost, train_error=np.inf, failures=("it diverges",))
    write_rollout_report(tmp_path / "lost.html", off)
    assert "Failed: it diverges" in (tmp_path / "lost.html").read_text()
    json.dumps(off.to_dict(), allow_nan=False)


# a result that fails on its own log


def slack(folder):
    """A log with the whole torque of the drive as taucmd: no gains are left to be found."""
    log = recorded(8.0)
    qd = np.gradient(log.q, log.t, axis=0)
    tau = KP * (log.qcmd - log.q) - KD * qd
    names = ["t", *(f"{kind}_{j}" for kind in ("q", "qcmd", "taucmd") for j in JOINTS)]
    rows = np.column_stack([log.t, log.q, log.qcmd, tau])
    np.savetxt(folder / "log.csv", rows, delimiter=",", header=",".join(names), comments="")
    (folder / "leg.xml").write_text(leg())
    return folder / "leg.xml", folder / "log.csv"


def dynid(*words):
    return CliRunner().invoke(app, ["sim2real", *map(str, words)])


def test_a_result_that_fails_on_its_own_log_is_refused(tmp_path):
    files, out = (*slack(tmp_path), "--effort", "feed_forward"), tmp_path / "out"
    done = dynid(*files, "-o", out, "--json")
    assert isinstance(done.exception, di.DynidError)
    text = str(done.exception)
    assert "the result is refused, and nothing was written into" in text
    assert "(--column taucmd=none)" in text
    assert text.endswith("To accept it in any case: --force.")
    assert not out.exists()
    content = json.loads(done.stdout)  # what was computed is not lost
    assert any("Kp = 0 at kfe" in reason for reason in content["failures"])
    assert content["joints"]["kfe"]["kp"] < 1e-6
    # --overwrite is about files that are there, --force about the result as well
    assert isinstance(dynid(*files, "-o", out, "--overwrite").exception, di.DynidError)
    assert not out.exists()
    assert isinstance(dynid(*files).exception, di.DynidError)
    forced = dynid(*files, "-o", out, "--force")
    assert forced.exit_code == 0
    assert "FAILED: " in forced.stdout
    assert "Failed: Kp = 0" in (out / "report.html").read_text()
    assert (out / "robot.xml").exists()
    assert "--overwrite" in str(dynid(*files, "-o", out).exception)


def test_the_remedy_helps(tmp_path):
    robot, log = slack(tmp_path)
    refused = str(dynid(robot, log, "-o", tmp_path / "out").exception)
    assert "the columns taucmd_ hold the whole torque of the motor's controller" in refused
    assert "State it: --effort commanded" in refused
    for k, remedy in enumerate((("--column", "taucmd=none"), ("--effort", "commanded"))):
        done = dynid(robot, log, *remedy, "-o", tmp_path / f"out{k}")
        assert done.exit_code == 0, done.output
        read = json.loads((tmp_path / f"out{k}" / "result.json").read_text())
        assert (read["effort"] or {}).get("meaning") == (None, "commanded")[k]


def test_a_rollout_that_is_off_is_refused(tmp_path):
    """Positions that have nothing to do with the commands; a joint that hardly moves is not
    judged."""
    from dynid.sim2real.free_parameters import free_parameters
    from dynid.sim2real.rollout_check import find_failures
    from dynid.sim2real.training import Training

    plant = plant_in(tmp_path, leg())
    log = recorded(4.0)
    values = replace(
        plant.list_file_values(np.full(3, KP), np.full(3, KD)), bias=np.array([0.0, 0.0, 0.0])
    )
    free = free_parameters(plant.parameters, ("armature",), False)

    def training_of(log, values):
        return Training((RolloutSegment(plant, log, 0, len(log)),), (values,), free)

    still = np.zeros_like(log.q)
    assert find_failures(training_of(log, values), still, None) == ()
    wild = still.copy()
    wild[:, 1] = 1.075
    (reason,) = find_failures(training_of(log, values), wild, None)
    assert "hfe (1075 mrad" in reason
    assert "the rollout of its own training log diverges" in find_failures(
        training_of(log, values), None, None
    )
    turned = replace(values, bias=np.array([0.0, 7.0, 0.0]))
    (reason,) = find_failures(training_of(log, turned), still, None)
    assert "more than half a turn" in reason
    calm = log.q.copy()
    calm[:, 0] = 0.1 + 1e-3 * np.sin(5 * log.t)
    quiet = di.sim2real.make_command_log(
        JOINTS, log.t, calm, np.where(np.arange(3) == 0, calm, log.qcmd)
    )
    slight = still.copy()
    slight[:, 0] = 5e-3
    assert find_failures(training_of(quiet, values), slight, None) == ()


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("gains", [(), ("--kp", "joint[23]=120,joint[1456]=80", "--kd", "2.5")])
def test_logs_of_a_real_arm(shared_data, tmp_path, gains):
    """The whole torque as taucmd is refused, with known gains and without; the log without it never
    is."""
    place = shared_data / "unitree_z1"
    words = (place / "robot.xml", "--lock", "jointGripper", "-o", tmp_path / "out", *gains)
    trap = dynid(*words, place / "log_with_whole_torque_as_taucmd.csv")
    assert "hold the whole torque of the motor's controller" in str(trap.exception)
    assert "--effort commanded" in str(trap.exception)
    assert not (tmp_path / "out").exists()
    good = dynid(*words, place / "log.csv", "--overwrite")
    assert good.exit_code == 0, good.output
