"""Against MuJoCo: closed loops released from rest under the same torques, and the inverse dynamics
of a tree."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.model.model import Model
from dynid.robot.builtin.arms import arm7
from dynid.robot.parts import Loop
from motion_help import builtin, random_states, take_actuated_home

SECONDS, STEP = 0.5, 1e-3

#: what is left (rad, m) at MuJoCo's step 0. It keeps equal tendons by J qdd = -k x - b xd, without
#: the term J' qd, so that the rows of a line open by x = J' qd / k, here 0.04 mm; four times the
#: stiffness k leaves a fourth of that
LEFT, LEFT_LINE = 2e-6, 1e-4


def ball_tipped():
    """A five-bar whose tip is a ball joint: the same motion, and MuJoCo's own kind of loop."""
    robot = builtin("five_bar")[0]
    (loop,) = robot.loops
    return robot.replace(
        loops=(Loop("tip", loop.body_a, loop.body_b, loop.position_a, loop.position_b),)
    )


def torque(hold, push, t):
    """What holds the robot at home, and a sine of its own frequency for each joint."""
    k = np.arange(len(hold))
    return hold + push * np.sin(2 * np.pi * (1.5 + 0.7 * k) * t + k)


def integrate(model, p, q, torque_at):
    """Runge-Kutta of fourth order, from rest: q after every step."""

    def rate(x, t):
        return np.stack([x[1], model.forward_dynamics(x[0], x[1], torque_at(t), p)[0]])

    x, h, path = np.stack([q, 0 * q]), STEP, [q]
    for t in h * np.arange(round(SECONDS / h)):
        k1 = rate(x, t)
        k2 = rate(x + h / 2 * k1, t + h / 2)
        k3 = rate(x + h / 2 * k2, t + h / 2)
        k4 = rate(x + h * k3, t + h)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        path.append(x[0])
    return np.array(path)


def simulate(robot, torque_at, finer=1):
    """MuJoCo's actuated coordinates and tool positions, every STEP, from rest at home."""
    model = mujoco.MjModel.from_xml_string(write_mjcf_text(robot))
    model.opt.timestep /= finer
    dt, data = model.opt.timestep, mujoco.MjData(model)
    for name, value in zip(robot.coordinates, close_home(robot)):
        data.joint(name).qpos = value
    at = [model.joint(name).qposadr[0] for name in robot.actuated]
    motor = [model.actuator(name).id for name in robot.actuated]
    q, tool = [], []
    for k in range(round(SECONDS / dt) + 1):
        if k % round(STEP / dt) == 0:
            mujoco.mj_kinematics(model, data)
            q.append(data.qpos[at])
            tool.append(data.site(robot.tool.name).xpos.copy())
        data.ctrl[motor] = torque_at(k * dt)
        mujoco.mj_step(model, data)
        assert not data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number, (
            f"MuJoCo is unstable after {k} steps"
        )
    return np.array(q), np.array(tool)


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize(
    ("robot", "push", "left"),
    [
        (ball_tipped(), (0.4, 0.3), LEFT),
        (builtin("five_bar")[0], (0.4, 0.3), LEFT_LINE),
        (builtin("delta3")[0], (6.0, 5.0, 7.0), LEFT),
        (builtin("delta4")[0], (6.0, 5.0, 7.0, 0.02), LEFT),
        (builtin("linear_delta")[0], (20.0, 25.0, 30.0), LEFT),
        (builtin("par4")[0], (4.0, 4.0, 9.0, 8.0), LEFT),
    ],
    ids=["five_bar, ball joint", "five_bar", "delta3", "delta4", "linear_delta", "par4"],
)
def test_a_closed_loop_moves_as_in_mujoco(robot, push, left, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where MuJoCo leaves its log, should it have to warn
    model, home = Model(robot), take_actuated_home(robot)
    hold = model.gravity(home, model.prior)[0]

    def torque_at(t):
        return torque(hold, np.array(push), t)

    theirs, tool = simulate(robot, torque_at)
    mine = integrate(model, model.prior, home, torque_at)
    place = forward_kinematics(robot, mine)[:, :3, 3]
    assert np.ptp(mine, axis=0).min() > 0.2  # all of them move, by far more than the tolerance
    assert np.abs(mine - theirs).max() <= 1e-3
    assert np.linalg.norm(place - tool, axis=1).max() <= 1e-3
    # MuJoCo's error is proportional to its step; extrapolated to the step 0, hardly anything is
    # left
    finer, finer_tool = simulate(robot, torque_at, finer=2)
    assert np.abs(mine - (2 * finer - theirs)).max() <= left
    assert np.linalg.norm(place - (2 * finer_tool - tool), axis=1).max() <= left


def test_inverse_dynamics_of_a_tree_is_mujocos():
    robot = arm7()
    model = mujoco.MjModel.from_xml_string(write_mjcf_text(robot))
    data = mujoco.MjData(model)
    limits = np.array([robot.joint(name).upper for name in robot.actuated])
    q, qd, qdd = random_states(np.zeros(7), 0.95 * limits, 100)
    mine = Model(robot).inverse_dynamics(q, qd, qdd, Model(robot).prior)
    order = [model.joint(name).id for name in robot.actuated]
    theirs = np.empty_like(mine)
    for k in range(len(q)):
        data.qpos[order], data.qvel[order], data.qacc[order] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(model, data)
        theirs[k] = data.qfrc_inverse[order]
    assert np.all(np.abs(mine - theirs) <= 1e-9 * np.abs(theirs).max(axis=0))
