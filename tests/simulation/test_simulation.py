"""Simulated motion: energy, the equations of motion, MuJoCo, controllers, what goes wrong."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import dynid as di
from dynid.exports.mjcf_writer import write_mjcf_text
from motion_help import energies
from simulation_help import Swing, slider, swing_of


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize(
    ("name", "q0", "gravity"),
    [("five_bar", (-1.6, -1.2), (0, 0, 9.81)), ("delta3", (1.5, 1.3, 1.6), (0, 0, -9.81))],
)
def test_energy_stays_for_ten_seconds(name, q0, gravity):
    """Hanging (the five-bar upside down), so that it swings without passing a singular pose."""
    model = di.Model(di.load_robot(name).replace(gravity=gravity))
    truth = di.simulate(model, model.prior, None, 10.0, rate=250, q0=q0).truth
    T, V = energies(model, model.prior, truth.q, truth.qd)
    assert np.ptp(truth.q, axis=0).min() > 0.3
    assert np.abs(T + V - T[0] - V[0]).max() <= 1e-8 * T.max()


@pytest.mark.parametrize(
    "name", ["five_bar", "delta3", "delta4", "prs3", "rps3", "cft", "stewart", "arm7"]
)
def test_accelerations_and_torques_belong_together(name):
    """Along a motion with smooth effects of every kind: inverse dynamics of the simulated motion is
    what was applied."""
    robot, motion = swing_of(name, duration=0.3)
    passive = [c for c in robot.passive if robot.joint(c).kind != "prismatic"][:2]
    effects = [
        di.effects.SmoothFriction(w1=50.0, w2=5.0),
        di.RotorInertia(),
        di.Spring(),
        di.Viscous(passive, directional=True),
        di.Coulomb(passive, width=0.05, directional=True),
    ]
    model = di.Model(robot, effects)
    p = model.prior
    rest = slice(model.layout.inertial.stop, None)
    p[rest] = 0.1 * np.random.default_rng(1).uniform(0.5, 1.0, len(p[rest]))
    truth = di.simulate(model, p, motion, rate=200).truth
    tau = model.inverse_dynamics(truth.q, truth.qd, truth.qdd, p)
    size = np.abs(truth.tau).max()
    np.testing.assert_allclose(tau, truth.tau, rtol=0, atol=1e-10 * size)
    np.testing.assert_allclose(truth.q, motion.at(truth.t)[0], rtol=0, atol=0.02)


def test_coupled_joints_belong_together_as_well():
    robot = di.load_robot("arm7")
    pair = robot.actuated[4:6]
    model = di.Model(robot, [di.effects.JointCoupling(pair)])
    p = model.prior
    p[model.layout.others] = 0.002, 0.3, 0.2
    # 1 ms after the start everything moves, so that friction is Fc sign(v) in both models
    truth = di.simulate(
        model, p, lambda t, q, qd: model.gravity(q, p)[0] + 3.0, 0.2, rate=200
    ).truth
    moving = np.abs(truth.qd[:, 4] + truth.qd[:, 5]) > 1e-6
    assert moving.sum() > 30
    tau = model.inverse_dynamics(truth.q, truth.qd, truth.qdd, p)
    np.testing.assert_allclose(
        tau[moving], truth.tau[moving], rtol=0, atol=1e-10 * np.abs(truth.tau).max()
    )


def rollout(robot, torque_at, q0, seconds):
    """MuJoCo's actuated coordinates and tool, every millisecond, from rest at q0."""
    model = mujoco.MjModel.from_xml_string(write_mjcf_text(robot))
    if (
        robot.is_tree
    ):  # an arm in open loop is unstable: errors of MuJoCo's first-order step would grow
        model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)
    for name, value in zip(robot.coordinates, di.close(robot, q0).q[0]):
        data.joint(name).qpos = value
    at = [model.joint(name).qposadr[0] for name in robot.actuated]
    motor = [model.actuator(name).id for name in robot.actuated]
    dt = model.opt.timestep
    q, tool = [], []
    for k in range(round(seconds / dt) + 1):
        if k % round(1e-3 / dt) == 0:
            mujoco.mj_kinematics(model, data)
            q.append(data.qpos[at])
            tool.append(data.site(robot.tool.name).xpos.copy())
        data.ctrl[motor] = torque_at(
            (k + 0.5) * dt
        )  # the middle of the step, over which MuJoCo holds it
        mujoco.mj_step(model, data)
    return np.array(q), np.array(tool)


@pytest.mark.parametrize(
    ("name", "part"), [("five_bar", 0.03), ("delta4", 0.03), ("prs3", 0.03), ("arm7", 2e-4)]
)
def test_moves_as_in_mujoco(name, part, tmp_path, monkeypatch):
    """Under the same torques for a second: those of a motion, with a disturbance that drives the
    robot off it."""
    monkeypatch.chdir(tmp_path)  # where MuJoCo leaves its log, should it have to warn
    robot, motion = swing_of(name)
    model = di.Model(robot)
    t = np.linspace(0, 1, 1001)
    planned = model.inverse_dynamics(*motion.at(t), model.prior)
    off = part * np.abs(planned).max(axis=0) * np.sin(2 * np.pi * 2 * t[:, None])
    torque_at = CubicSpline(t, planned + off, extrapolate=True)
    log = di.simulate(
        model, model.prior, di.simulation.OpenLoop(torque_at), 1.0, q0=motion.at(np.zeros(1))[0][0]
    )
    theirs, tool = rollout(robot, torque_at, log.truth.q[0], 1.0)
    place = di.forward_kinematics(robot, log.truth.q)[:, :3, 3]
    assert np.ptp(log.truth.q, axis=0).min() > 0.02
    assert (
        np.abs(log.truth.q - motion.at(t)[0]).max() > 2e-3
    )  # it is not just the plan that both follow
    assert np.abs(log.truth.q - theirs).max() <= 1e-3
    assert np.linalg.norm(place - tool, axis=1).max() <= 1e-3


def test_controllers_follow():
    robot, motion = swing_of("five_bar")
    model = di.Model(robot, [di.Viscous()])
    p = model.prior
    p[model.layout.others] = 0.05

    def error(drive):
        log = di.simulate(model, p, drive, rate=500)
        return np.abs(log.truth.q - motion.at(log.t)[0]).max()

    stiff, soft = (
        error(di.simulation.PD(motion, 2000.0, 20.0)),
        error(di.simulation.PD(motion, 200.0, (5.0, 5.0))),
    )
    proportional = error(di.simulation.PD(motion, 50.0))
    assert stiff < soft < 0.1
    assert proportional < 1.0
    assert error(motion) < 1e-3
    assert error(di.simulation.ComputedTorque(motion, bandwidth=100.0)) < 3e-4
    light = 0.8 * p
    wrong = error(di.simulation.ComputedTorque(motion, p=light))
    assert 2e-3 < wrong < 0.2
    assert error(di.simulation.ComputedTorque(motion, 50.0, model, p)) == pytest.approx(
        error(motion), rel=1e-3
    )


def test_torques_are_held_between_samples():
    model = di.Model(slider())
    log = di.simulate(model, model.prior, lambda t, q, qd: [np.sin(40 * t)], 0.5, rate=100)
    # from sample to sample the acceleration is constant
    step, t, truth = 0.01, log.t, log.truth
    np.testing.assert_allclose(truth.tau[:, 0], np.sin(40 * t))
    expected = np.concatenate([[0], np.cumsum(truth.tau[:-1, 0] / 2.0 * step)])
    np.testing.assert_allclose(truth.qd[:, 0], expected, atol=1e-14)
    # the log gives the mean of what was before and after the sample
    np.testing.assert_allclose(log.tau[1:, 0], (truth.tau[1:, 0] + truth.tau[:-1, 0]) / 2)
    smooth = di.simulate(
        model, model.prior, di.simulation.OpenLoop(lambda t: [np.sin(40 * t)]), 0.5, rate=100
    )
    np.testing.assert_allclose(smooth.truth.qd[:, 0], (1 - np.cos(40 * t)) / 80, atol=1e-12)
    np.testing.assert_allclose(smooth.tau[:, 0], np.sin(40 * t))


def test_a_motion_that_ends_is_held():
    robot, motion = swing_of("five_bar", duration=0.2)
    model = di.Model(robot)
    log = di.simulate(model, model.prior, motion, duration=0.6, rate=500)
    last = motion.at(np.array([0.2]))[0][0]
    assert np.abs(log.truth.q[-1] - last).max() < 1e-3
    assert np.abs(log.truth.qd[-1]).max() < 0.01


def test_a_controller_that_diverges_leaves_its_log():
    model = di.Model(di.load_robot("five_bar"))
    home = di.simulate(model, model.prior, None, 0.01).truth.q[0]
    hold = model.gravity(home, model.prior)[0]
    with pytest.raises(
        di.errors.SimulationError, match=r"stopped at t = 0\.\d+ s.*left = .*samples are in \.log"
    ) as caught:
        di.simulate(model, model.prior, lambda t, q, qd: hold + 20 * (q - home) + [1e-6, 0], 20.0)
    error = caught.value
    assert error.log is not None
    assert error.log.t[-1] <= error.time < error.log.t[-1] + 2e-3
    assert error.q.shape == error.qd.shape == (2,)
    assert np.isfinite(error.log.q).all()
    broken = di.Model(slider())
    with pytest.raises(di.errors.SimulationError, match=r"torque \[nan\]") as caught:
        di.simulate(broken, broken.prior, lambda t, q, qd: [np.nan if t > 0.05 else 1.0], 1.0)
    assert len(caught.value.log) == 51
    with pytest.raises(di.errors.SimulationError, match="velocity exceeds"):
        di.simulate(broken, broken.prior, lambda t, q, qd: 1e3 * qd + 1, 1.0)


def test_bad_input_is_told():
    robot, motion = swing_of("five_bar")
    model = di.Model(robot, [di.Viscous()])
    good = model.prior
    good[model.layout.others] = 0.1

    def message(match, p=good, drive=motion, error=di.InputError, **changes):
        with pytest.raises(error, match=match):
            di.simulate(model, p, drive, **changes)

    message("nan or infinite", p=model.prior)
    message("shape", p=good[:5])
    message("mass matrix.*physically consistent", p=-good)
    zero = good.copy()
    zero[model.layout.inertial] = 0
    message("mass matrix", p=zero)
    message("no duration", drive=None)
    message("no duration", drive=lambda t, q, qd: q)
    message("duration=-1", duration=-1)
    message("rate=0", rate=0)
    message("too many", duration=1e9)
    message("got str", drive="fast")
    message("friction='rough'", friction="rough")
    message("friction=-0.1", friction=-0.1)
    message(r"q0=\[1\]", q0=[1])
    message("qd0=", qd0=[np.nan, 0])
    message("record=everything", record="everything")
    message(r"shape \(3,\) at t = 0 s", drive=lambda t, q, qd: [1, 2, 3], duration=0.1)
    message("kp", drive=di.simulation.PD(motion, -1))
    message("other joints", drive=di.simulation.ComputedTorque(motion, model=di.Model(slider())))
    message("motion, q", drive=Swing([0.0], [1.0]))
    platform = di.Model(di.load_robot("prs3"))
    with pytest.raises(di.errors.LoopClosureError, match="stays open"):
        di.simulate(platform, platform.prior, None, 0.1, q0=[0.8, -0.8, 0.0])


def test_an_effect_of_ones_own_acts_and_what_it_cannot_read_is_told():
    class Magnet(di.Offset):
        """An effect of somebody's own."""

    class Warm(di.Effect):
        def terms(self):
            return (di.Term("warm", di.Law(channel="temperature")),)

    pulled, bare = di.Model(slider(), [Magnet()]), di.Model(slider())
    p = np.append(bare.prior, 1.0)
    log = di.simulate(pulled, p, None, 0.1)
    # the offset is a torque that the drive has to bring up: without it the body is pulled back
    gravity = bare.gravity(log.truth.q[:1], bare.prior)[0, 0]
    assert log.truth.qdd[0, 0] == pytest.approx(-(gravity + 1.0) / bare.prior[0], rel=1e-9)
    warm = di.Model(slider(), [Warm()])
    with pytest.raises(di.InputError, match=r"temperature.*simulation"):
        di.simulate(warm, p, None, 0.1)


def test_a_simulated_log_is_a_log():
    robot, motion = swing_of("five_bar", duration=0.1)
    model = di.Model(robot)
    log = di.simulate(model, model.prior, motion)
    assert isinstance(log, di.Log)
    assert len(log) == 101
    assert "simulated: ComputedTorque" in log.notes[0]
    assert type(log.select_times(0, 0.05)) is di.Log
    assert type(log.select(["right"])) is di.Log
    again = di.simulate(model, model.prior, motion)
    assert (again.q == log.q).all()
    assert (again.tau == log.tau).all()
