"""Several logs in one fit: biases, gains and payloads of their own."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import commands_help
import dynid as di
from commands_help import JOINTS, KD, KP, TRUTH, errors, leg, recorded, robot_in, save
from dynid.cli.main import app
from dynid.errors import InputError
from dynid.model.inertial import from_com
from dynid.sim2real.free_parameters import USUAL, free_parameters
from dynid.sim2real.plant import make_plant
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.simulator import make_simulator
from dynid.sim2real.training import Training

OTHER = TRUTH | {"bias": np.array([0.02, 0.01, 0.03])}
POINT = (
    '<body pos="0.01 0 -0.2"><inertial pos="0 0 0" mass="0.4" diaginertia="1e-4 1e-4 1e-4"/></body>'
)


def sweep(t):
    return 0.3 * np.sin(9 * t[:, None] ** 1.2 + np.arange(3.0))


def second(seed=5, **about):
    """Another motion, with other biases."""
    return recorded(6.0, seed=seed, truth=OTHER, qcmd=sweep, **about)


def test_each_run_has_its_bias(tmp_path):
    robot = robot_in(tmp_path)
    found = di.identify_simulator(robot, [recorded(6.0), second()], di.Drive(KP, KD))
    off, inside = errors(found)
    mean = 0.5 * (TRUTH["bias"] + OTHER["bias"])
    assert max(x for name, x in off.items() if "bias" not in name) < 0.01, off
    assert np.mean([fine for name, fine in inside.items() if "bias" not in name]) >= 0.8
    for run, truth in zip(found.runs, (TRUTH, OTHER)):
        assert np.allclose(run.bias, truth["bias"], atol=1e-3)
    assert np.allclose(found.values.bias, mean, atol=1e-3)
    for name, a, b in zip(JOINTS, TRUTH["bias"], OTHER["bias"]):  # another run may be like either
        low, high = found.compute_interval(f"{name}.bias")
        assert low < min(a, b) < max(a, b) < high
    # what would be said of one run: its own bias, to a thousandth
    alone = di.identify_simulator(robot, recorded(6.0), di.Drive(KP, KD))
    assert alone.deviations["hfe.bias"] < 0.1 * found.deviations["hfe.bias"]
    assert (
        json.loads(json.dumps(found.to_dict()))["runs"][1]["bias"]["hfe"] == found.runs[1].bias[1]
    )


def test_derivatives_are_differences(tmp_path):
    robot = robot_in(tmp_path)
    plant = make_plant(robot, di.Drive(KP, KD), make_simulator(robot))
    logs = recorded(1.0, noise=0.0), second(noise=0.0)
    segments = tuple(RolloutSegment(plant, log, 0, 400) for log in logs)
    free = free_parameters(plant.parameters, USUAL[:4], True)
    values = tuple(
        replace(commands_help.true_values(plant), bias=truth["bias"]) for truth in (TRUTH, OTHER)
    )
    training = Training(segments, values, free)
    x = training.vector
    D = np.zeros((len(training.q), 3, len(x)))
    for slope in training.compute_slopes(training.simulate(x)):
        D[slope.rows][:, :, slope.places] = slope.D
    for k in range(len(x)):
        step = 1e-6 * np.eye(len(x))[k]
        plus, minus = (
            np.concatenate([r.q for r in training.simulate(x + s * step)]) for s in (1, -1)
        )
        numeric = (plus - minus) / 2e-6
        assert np.abs(D[:, :, k] - numeric).max() < 0.03 * np.abs(numeric).max(), k


def test_gains_of_each_log(tmp_path, monkeypatch):
    robot, first = robot_in(tmp_path), recorded(6.0)
    monkeypatch.setattr(commands_help, "KP", 40.0)
    monkeypatch.setattr(commands_help, "KD", 1.2)
    logs = [first, second()]
    found = di.identify_simulator(robot, logs, [di.Drive(30.0, 1.0), di.Drive(40.0, 1.2)])
    off, _ = errors(found)
    assert max(x for name, x in off.items() if "bias" not in name) < 0.01, off
    wrong = di.identify_simulator(robot, logs, di.Drive(30.0, 1.0))
    assert max(x for name, x in errors(wrong)[0].items() if "bias" not in name) > 0.05


def test_a_payload_of_one_log(tmp_path, monkeypatch):
    robot, first = robot_in(tmp_path), recorded(6.0)
    plain = leg

    def loaded(*args, **about):
        return plain(*args, **about).replace('<joint name="kfe"', POINT + '<joint name="kfe"')

    monkeypatch.setattr(commands_help, "leg", loaded)
    logs = [first, second()]
    m, c = 0.4, np.array([0.01, 0.0, -0.2])
    com = np.array([m, *c, 1e-4, 0, 1e-4, 0, 0, 1e-4])
    payload = di.Payload("shank", from_com(com))
    found = di.identify_simulator(robot, logs, di.Drive(KP, KD), payloads=[None, payload])
    off, _ = errors(found)
    assert max(x for name, x in off.items() if "bias" not in name) < 0.01, off


def test_the_command_takes_several(tmp_path):
    robot_in(tmp_path)
    names = [tmp_path / f"log{k}.csv" for k in range(3)]
    for name, log in zip(names, (recorded(4.0), second(), recorded(4.0, seed=3))):
        save(log, name)
    words = ["sim2real", str(tmp_path / "leg.xml"), str(names[0]), str(names[1])]
    done = CliRunner().invoke(
        app, [*words, "--test", str(names[2]), "--kp", "30; 30", "--kd", "1", "--json"]
    )
    assert done.exit_code == 0, done.output
    read = json.loads(done.stdout)
    assert [run["file"] for run in read["runs"]] == [str(name) for name in names[:2]]
    assert read["proof"]["rmse"] < 0.02
    wrong = CliRunner().invoke(app, [*words, "--kp", "30; 30; 30"])
    assert "got 3 gains for 2 logs" in str(wrong.exception)


def test_wrong_drives_are_refused(tmp_path):
    robot, logs = robot_in(tmp_path), [recorded(4.0), second()]
    with pytest.raises(InputError, match="2 logs, 3 drives"):
        di.identify_simulator(robot, logs, [di.Drive(KP, KD)] * 3)
    with pytest.raises(InputError, match="the same kp and kd"):
        di.identify_simulator(robot, logs, [di.Drive(KP, KD), di.Drive(KP)])
