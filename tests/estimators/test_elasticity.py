"""Two encoders: a motor and a link with a spring between them, simulated by MuJoCo."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest

import dynid as di

JM, MASS, ARM, INERTIA = 0.4, 6.0, 0.3, 0.15
K, D = 4000.0, 6.0
VISCOUS, COULOMB, LINK = 1.5, 2.5, 0.8
RATE, SUB = 500, 4
TWO = f"""
<mujoco>
  <compiler angle="radian"/>
  <option gravity="0 0 -9.81" timestep="{1 / (RATE * SUB)}" integrator="RK4"/>
  <worldbody>
    <body name="rotor">
      <joint name="motor" type="hinge" axis="0 1 0"/>
      <inertial pos="0 0 0" mass="1" diaginertia="{JM} {JM} {JM}"/>
      <body name="link">
        <joint name="gear" type="hinge" axis="0 1 0"/>
        <inertial pos="{ARM} 0 0" mass="{MASS}" diaginertia="0.05 {INERTIA} {INERTIA}"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
LINK_ONLY = f"""
<mujoco>
  <compiler angle="radian"/>
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="link">
      <joint name="elbow" type="hinge" axis="0 1 0"/>
      <inertial pos="{ARM} 0 0" mass="{MASS}" diaginertia="0.05 {INERTIA} {INERTIA}"/>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    path = tmp_path_factory.mktemp("elastic") / "link.xml"
    path.write_text(LINK_ONLY)
    return di.load_robot(path)


def measured(play=0.0, seconds=20.0, seed=0, encoder=2e-6):
    """The motor follows a motion by PD control; friction on both sides."""
    there = mujoco.MjModel.from_xml_string(TWO)
    if not play:  # MuJoCo's own spring
        there.jnt_stiffness[1], there.dof_damping[1] = K, D
    there.dof_damping[0] = VISCOUS
    data, rng = mujoco.MjData(there), np.random.default_rng(seed)
    N = int(seconds * RATE)
    t = np.arange(N) / RATE
    wanted = 0.9 * np.sin(2 * np.pi * 0.23 * t) + 0.5 * np.sin(2 * np.pi * 0.61 * t + seed)
    wanted = np.pi / 2 + wanted + 0.12 * np.sin(2 * np.pi * 2.3 * t)
    data.qpos[0] = wanted[0]
    q, qm, tau = np.empty(N), np.empty(N), np.empty(N)
    for k in range(N):
        torque = 900 * (wanted[k] - data.qpos[0]) - 60 * data.qvel[0]
        q[k], qm[k], tau[k] = data.qpos[0] + data.qpos[1], data.qpos[0], torque
        for _ in range(SUB):
            x, v = data.qpos[1], data.qvel[1]
            beyond = x - np.clip(x, -play / 2, play / 2)
            gear = -(K * beyond + D * v) if play and beyond else 0.0
            link = -LINK * (data.qvel[0] + v)
            rub = COULOMB * np.tanh(data.qvel[0] / 1e-3)
            data.qfrc_applied[:] = torque - rub + link, gear + link
            mujoco.mj_step(there, data)
    # held from sample to sample: the mean of two at a sample, as drives log it
    tau[1:] = 0.5 * (tau[1:] + tau[:-1])
    q, qm = (np.round(x / encoder) * encoder for x in (q, qm))
    tau += rng.normal(0, 0.1, N)
    part = slice(RATE, None)
    return di.Log(
        ("elbow",),
        t[part],
        q[part, None],
        tau[part, None],
        source=f"two{seed}",
        channels={"qm_elbow": qm[part]},
    )


@pytest.fixture(scope="module")
def log():
    return measured()


def test_spring_rotor_and_friction_are_found(robot, log):
    found = di.identify_elasticity(log, di.Model(robot)).joints["elbow"]
    assert found.play == 0.0
    for name, truth, part in (
        ("stiffness", K, 0.01),
        ("damping", D, 0.1),
        ("motor_inertia", JM, 0.05),
        ("motor_viscous", VISCOUS, 0.05),
        ("motor_coulomb", COULOMB, 0.05),
    ):
        low, high = found.compute_interval(name)
        assert low - 0.005 * truth <= truth <= high + 0.005 * truth, name
        assert found[name] == pytest.approx(truth, rel=part), name
        assert high - low < 2 * part * truth, name
    assert found.error < 2.0


@pytest.mark.parametrize("seed", [1, 2])
def test_play_is_found_and_only_where_it_is(robot, seed):
    play = 0.004
    found = di.identify_elasticity(measured(play, 14.0, seed), di.Model(robot)).joints["elbow"]
    assert found.play == pytest.approx(play, rel=0.05)
    assert found["stiffness"] == pytest.approx(K, rel=0.03)
    none = di.identify_elasticity(measured(0.0, 14.0, seed), di.Model(robot)).joints["elbow"]
    assert none.play == 0.0


def test_friction_of_the_link_follows_from_what_the_gear_transmits(robot, log):
    """The rotor and the motor's friction are not part of what reaches the link."""
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.RotorInertia(), di.Offset()])
    passed = di.identify_elasticity(log, model).replace_motor_torque(log)
    result = di.estimate(di.Problem(model, di.process(passed, model, cutoff=20.0)), di.OLS())
    value = dict(zip(result.names, zip(result.theta, result.std)))
    assert value["elbow.viscous"][0] == pytest.approx(LINK, rel=0.05)
    assert abs(value["elbow.coulomb"][0]) < 0.1
    weight = [v for name, (v, _) in value.items() if "link.mx" in name]
    assert weight == pytest.approx([MASS * ARM], rel=0.01)
    assert any("transmit" in note for note in result.notes)


def test_what_is_missing_or_wrongly_scaled_is_said(robot, log):
    model = di.Model(robot)
    with pytest.raises(di.InputError, match="no joint has a second encoder; expected columns qm_"):
        di.identify_elasticity(log.select_channels(()), model)
    turned = replace(log, channels={"qm_elbow": 100 * log.channels["qm_elbow"]})
    with pytest.raises(di.InputError, match=r"moves 100.* times as far as q_elbow"):
        di.identify_elasticity(turned, model)
