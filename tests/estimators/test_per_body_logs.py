"""Single bodies from logs of force sensors: made by MuJoCo, read from files."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.closed_chains.closing import close
from dynid.data.column_map import FORCES
from dynid.estimators.per_body.per_body_estimator import predict_body_wrench
from dynid.report.body_section import write_body_report
from dynid.simulation.wrenches import compute_hinge_wrenches
from hinge_help import mujoco_loops, mujoco_sensors, rrr3, scara, swings


def write_log(path, robot, seed=0, noise=0.0, joints=None):
    """A CSV as a user has it, all numbers from MuJoCo: white noise of so much of each column."""
    t, q, qd, qdd = swings(robot, 0.25, samples=1500, seed=seed, rate=250.0)
    tau, sensors = mujoco_sensors(robot, q, qd, qdd)
    columns = {"t": t}
    for k, name in enumerate(robot.actuated):
        columns |= {f"q_{name}": q[:, k], f"tau_{name}": tau[:, k]}
    for name in joints or sensors:
        columns |= {f"{kind}_{name}": x for kind, x in zip(FORCES, sensors[name].T)}
    rng = np.random.default_rng(100 + seed)
    for name, x in columns.items():
        if name[:2] not in ("t", "q_"):
            columns[name] = x + noise * x.std() * rng.standard_normal(len(x))
    header = ",".join(columns)
    np.savetxt(path, np.column_stack([*columns.values()]), "%.12g", ",", header=header, comments="")


@pytest.mark.parametrize("make", [scara, lambda: di.load_robot("arm7")], ids=["scara", "arm7"])
def test_from_files_made_by_mujoco(tmp_path, make):
    """2 % noise of every force, moment and torque: what is found lies within its deviations, and
    what is not identifiable is said."""
    robot = make()
    write_log(tmp_path / "log.csv", robot, noise=0.02)
    model = di.Model(robot)
    problem = di.estimators.HingeProblem.from_data(
        di.process(di.read_log(tmp_path / "log.csv"), model, cutoff=20.0)
    )
    result = di.estimate(problem, di.estimators.NewtonEulerPerBody())
    truth = dict(zip(model.parameters, model.prior))
    off = np.array([x - truth[name] for name, x in zip(result.names, result.theta)]) / result.std
    assert len(off) == {"scara": 27, "arm7": 66}[robot.name]
    assert 0.7 < np.sqrt(np.mean(off**2)) < 1.3
    assert np.mean(np.abs(off) < 2.0) > 0.9
    assert "not identifiable" in str(result)
    assert result.sources[0][0].endswith("log.csv")


def test_a_sensor_in_the_last_joint_tells_the_last_body(tmp_path):
    robot = scara()
    write_log(tmp_path / "log.csv", robot, joints=["flange"])
    data = di.process(di.read_log(tmp_path / "log.csv"), di.Model(robot), cutoff=30.0)
    result = di.estimate(
        di.estimators.HingeProblem.from_data(data), di.estimators.NewtonEulerPerBody()
    )
    assert [body.body for body in result.details.bodies] == ["hand"]
    assert any("arm1, arm2, rod left out" in note for note in result.notes)
    assert result.theta[result.names.index("hand.m")] == pytest.approx(
        np.asarray(robot.body("hand").inertia)[0], rel=1e-4
    )
    problem = di.estimators.HingeProblem.from_data(data)
    measured, predicted = predict_body_wrench(problem, result.details["hand"])
    assert np.abs(measured - predicted).max() < 1e-3 * np.abs(measured).max()
    write_body_report(tmp_path / "hand.html", result, problem)
    page = (tmp_path / "hand.html").read_text(encoding="utf-8")
    assert "arm1, arm2, rod" in page  # not measured
    with pytest.raises(di.DynidError, match="exists already"):
        write_body_report(tmp_path / "hand.html", result, problem)
    with pytest.raises(di.InputError, match=r"expected one of.*NewtonEulerPerBody"):
        write_body_report(tmp_path / "no.html", replace(result, details=None), problem)


def test_missing_columns_are_named(tmp_path):
    robot = scara()
    write_log(tmp_path / "log.csv", robot, joints=["elbow"])
    data = di.process(di.read_log(tmp_path / "log.csv"), di.Model(robot), cutoff=30.0)
    with pytest.raises(di.InputError, match=r"forces in elbow.*fx_.*, mz_.*six-axis"):
        di.estimators.HingeProblem.from_data(data)


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_command(tmp_path):
    """identify, its saved result, a check on another log, validate; and what it says where columns
    are missing."""
    robot = di.load_robot("arm7")
    for k in (1, 2):
        write_log(tmp_path / f"run{k}.csv", robot, seed=k, noise=0.005)
    write_log(tmp_path / "bare.csv", robot, joints=["joint3"])
    options = ("--method", "per-body", "--cutoff", "20")
    done = dynid(
        "identify", "arm7", "run1.csv", *options, "--test", "run2.csv", "-o", "out", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "Newton-Euler per body" in done.stdout
    assert "held-out data" in done.stdout
    assert "wrote out/result.json" in done.stdout
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["report.html", "result.json"]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for shown in ("Bodies of arm7", "link7.Izz", "10 of 10", "possible", "run1.csv", "To repeat"):
        assert shown in page
    saved = di.Estimate.load(tmp_path / "out" / "result.json")
    assert np.isfinite(saved.p).all()
    assert saved.details["link7"].rank == 10
    check = dynid("validate", "out", "run2.csv", "--json", cwd=tmp_path)
    assert check.returncode == 0, check.stderr
    assert json.loads(check.stdout)["relative"] < 2.0
    bad = dynid("identify", "arm7", "bare.csv", *options, cwd=tmp_path)
    assert bad.returncode == 2
    assert "fx_joint" in bad.stderr
    assert len(bad.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("make", [rrr3, lambda: di.load_robot("five_bar")], ids=["rrr3", "five"])
def test_bodies_in_loops_from_a_saved_simulation(tmp_path, make):
    """Sensors in passive joints and where the loops close as well."""
    robot = make()
    model = di.Model(robot, symmetric=False)
    t, q, qd, qdd = swings(robot, 0.03, samples=800, rate=200.0)
    wrenches = compute_hinge_wrenches(model, model.prior, q, qd, qdd)
    tau = model.inverse_dynamics(q, qd, qdd, model.prior)
    di.Log(robot.actuated, t, q, tau, sensors=wrenches.to_sensors()).save(tmp_path / "log.csv")
    data = di.process(di.read_log(tmp_path / "log.csv"), model, cutoff=30.0)
    result = di.estimate(
        di.estimators.HingeProblem.from_data(data), di.estimators.NewtonEulerPerBody()
    )
    assert len(result.details.bodies) == len(robot.bodies)
    truth = dict(zip(model.parameters, model.prior))
    off = [x - truth[name] for name, x in zip(result.names, result.theta)]
    assert len(off) >= 3 * len(robot.bodies)
    assert np.abs(off).max() < 2e-3
    check = di.validate(result, di.process(di.read_log(tmp_path / "log.csv"), result.model, 30.0))
    assert check.relative < 0.1


def test_a_3_rrr_from_forces_of_mujoco():
    """Its loops are springs: to 1e-3 of the largest parameter of a kind."""
    robot = rrr3("point")
    model = di.Model(robot)
    t, *motion = swings(robot, 0.03, samples=300, rate=100.0)
    tau = model.inverse_dynamics(*motion, model.prior)
    sensors = mujoco_loops(robot, close(robot, *motion), tau)
    data = di.process(di.Log(robot.actuated, t, motion[0], tau, sensors=sensors), model, 20.0)
    result = di.estimate(
        di.estimators.HingeProblem.from_data(data), di.estimators.NewtonEulerPerBody()
    )
    assert len(result.theta) == 7 * len(robot.bodies)
    truth = dict(zip(model.parameters, model.prior))
    off = np.array([x - truth[name] for name, x in zip(result.names, result.theta)])
    assert np.abs(off).max() < 1e-3
