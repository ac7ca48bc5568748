"""Rollouts against MuJoCo, and their derivatives against differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from commands_help import KD, KP, LAG, leg, recorded, robot_in, true_values
from dynid.data.command_log import average_commands
from dynid.errors import InputError
from dynid.sim2real.free_parameters import USUAL, free_parameters
from dynid.sim2real.plant import make_plant
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.simulator import make_simulator

CASES = [
    ("Euler", "motor", 1e-9),
    ("implicitfast", "motor", 1e-9),
    ("implicitfast", "position", 1e-9),
    ("Euler", "position", 1e-9),
    ("RK4", "motor", 3e-4),  # a step of second order against one of fourth
    ("RK4", "position", 3e-4),
]


def plant_in(folder, drive=None, **about):
    robot = robot_in(folder, **about)
    return make_plant(robot, drive or di.Drive(KP, KD), make_simulator(robot))


@pytest.mark.parametrize(("integrator", "actuator", "within"), CASES)
def test_a_rollout_is_mujocos(tmp_path, integrator, actuator, within):
    """Every way of stepping and of computing the drive's torque, friction and delay included."""
    log = recorded(4.0, integrator=integrator, actuator=actuator, noise=0.0)
    plant = plant_in(tmp_path, integrator=integrator, actuator=actuator)
    start = np.array([log.q[0], 0 * log.q[0]])
    done = RolloutSegment(plant, log, 0, len(log)).predict_rollout(true_values(plant), start)
    assert np.abs(done.q - log.q).max() < within
    assert np.ptp(log.q, axis=0).min() > 0.3


def test_soft_and_hard_friction_are_mujocos(tmp_path):
    """solref and solimp of the file's joints count."""
    more = ' solreffriction="0.005 1" solimpfriction="0.98 0.99 0.001 0.5 2"'
    log = recorded(3.0, noise=0.0, more=more)
    start = np.array([log.q[0], 0 * log.q[0]])
    for about, within in (({"more": more}, 1e-9), ({}, None)):
        plant = plant_in(tmp_path, **about)
        done = RolloutSegment(plant, log, 0, len(log)).predict_rollout(true_values(plant), start)
        off = np.abs(done.q - log.q).max()
        assert off < within if within else off > 1e-4


@pytest.mark.parametrize("bias", ["encoder", "log"])
def test_a_bias_of_the_encoder_is_one(tmp_path, bias):
    log = recorded(2.0, noise=0.0, bias=bias)
    plant = plant_in(tmp_path, di.Drive(KP, KD, bias=bias))
    done = RolloutSegment(plant, log, 0, len(log)).predict_rollout(
        true_values(plant), np.array([log.q[0], 0 * log.q[0]])
    )
    assert np.abs(done.q - log.q).max() < 1e-9


def test_a_part_of_a_log_starts_where_it_is(tmp_path):
    log = recorded(4.0, noise=0.0)
    first = 900
    plant = plant_in(tmp_path)
    start = RolloutSegment(plant, log, first, len(log)).start
    speed = (log.q[first] - log.q[first - 1]) / (log.t[first] - log.t[first - 1])
    assert np.allclose(start, [log.q[first], speed], atol=0.01)
    done = RolloutSegment(plant, log, first, len(log)).predict_rollout(true_values(plant), start)
    off = np.abs(done.q - log.q[first:])
    assert off.max() < 5e-4
    assert off[-200:].max() < 1e-5


@pytest.mark.parametrize("step", [None, 0.0015])
@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_derivatives_are_differences(tmp_path, integrator, step):
    robot = robot_in(tmp_path, integrator=integrator)
    log = recorded(1.5, noise=0.0)
    plant = make_plant(
        robot, di.Drive(KP, KD, between="linear", bias="log"), make_simulator(robot, step)
    )
    values = true_values(plant)
    free = free_parameters(plant.parameters, USUAL, True).add_bodies(["thigh", "shank"])
    start = np.array([log.q[0], 0 * log.q[0]])
    segment = RolloutSegment(plant, log, 0, len(log))
    done = segment.predict_rollout(values, start)
    (slope,) = done.compute_slopes(free)
    x = free.to_vector(values)
    for k, name in enumerate(free.names):
        h = 1e-5 * max(abs(x[k]), 0.01)
        ends = [
            RolloutSegment(plant, log, 0, len(log)).predict_rollout(
                free.put(values, x + s * h * np.eye(len(x))[k]), start
            )
            for s in (1, -1)
        ]
        expected = (ends[0].q - ends[1].q) / (2 * h)
        # what friction gives way by depends on the armature a little, which is left out
        within = 0.02 if "armature" in name else 0.005
        size = np.linalg.norm(expected)
        error = np.linalg.norm(slope.D[:, :, k] - expected)
        if k in free.of_bodies:  # some hardly act, and friction gives way with their inertia, too
            largest = np.abs(slope.D[:, :, k]).max() * np.sqrt(expected.size)
            assert error < 0.02 * max(size, largest), name
            continue
        assert error < within * size, name
        assert size > 0
    for row in range(2):
        for j in range(3):
            moved = start.copy()
            moved[row, j] += 1e-6
            expected = (
                RolloutSegment(plant, log, 0, len(log)).predict_rollout(values, moved).q - done.q
            ) / 1e-6
            got = slope.D[:, :, len(free) + 3 * row + j]
            assert np.linalg.norm(got - expected) < 0.005 * np.linalg.norm(expected)


def test_commands_are_held_or_interpolated():
    t, x = np.array([0.0, 1.0, 2.0]), np.array([[0.0], [2.0], [6.0]])
    log = di.sim2real.make_command_log(["joint"], t, x, x)
    at = np.array([-1.0, 0.25, 0.75, 2.5])
    held, rate = average_commands(log, "qcmd", "hold", at, 0.5)
    assert np.allclose(held[:, 0], [0.0, 0.0, 1.0, 6.0])
    assert np.allclose(rate[:, 0], [0.0, 0.0, 4.0, 0.0])
    line, rate = average_commands(log, "qcmd", "linear", at, 0.5)
    assert np.allclose(line[:, 0], [0.0, 1.0, 2.0, 6.0])
    assert np.allclose(rate[:, 0], [0.0, 2.0, 3.0, 0.0])


def test_a_drive_at_its_limit_is_clipped(tmp_path):
    """Against MuJoCo, whose motors have a range."""
    import mujoco

    text = leg().replace('<motor name="hfe"', '<motor ctrlrange="-2 2" name="hfe"')
    (tmp_path / "leg.xml").write_text(text)
    robot = di.load_robot(tmp_path / "leg.xml")
    log = recorded(2.0, noise=0.0)
    model = mujoco.MjModel.from_xml_string(text)
    true = true_values(plant_in(tmp_path))
    model.dof_armature[:], model.dof_damping[:] = true.armature, true.viscous
    model.dof_frictionloss[:] = true.dry
    data = mujoco.MjData(model)
    mujoco.mj_setConst(model, data)
    data.qpos[:] = log.qcmd[0]
    q = np.empty_like(log.q)
    for k in range(len(log)):
        q[k] = data.qpos
        u = log.qcmd[max(k - LAG, 0)] + true.bias
        data.ctrl[:] = KP * (u - data.qpos) - KD * data.qvel
        mujoco.mj_step(model, data)
    plant = make_plant(robot, di.Drive(KP, KD), make_simulator(robot))
    assert plant.limit.tolist() == [np.inf, 2.0, np.inf]
    start = np.array([q[0], 0 * q[0]])
    segment, limited = RolloutSegment(plant, replace(log, q=q), 0, len(log)), true_values(plant)
    done = segment.predict_rollout(limited, start)
    assert done.paths[0].clipped[:, 1].mean() > 0.2
    assert np.abs(done.q - q).max() < 1e-9


def test_unknown_inertias_are_refused():
    bare = di.Robot("bare", (di.Body("rod", "world", di.Joint("j")),))
    with pytest.raises(InputError, match="no inertia is known of rod"):
        make_plant(bare, di.Drive(1, 1), None)
