"""A spring with its geometry, against MuJoCo's spatial tendon between two points."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from c_help import COMPILER, compare
from dynid.model.gears import Counterbalance

#: of the spring's ends, in the plane of the motion (x, z), from the axis of the shoulder
FIXED, TURNING = np.array([-0.35, 0.12]), np.array([0.1, 0.18])
K, L0 = 9000.0, 0.21
NOISE = 0.5  # % of the torque's deviation
ARM = f"""
<mujoco>
  <compiler angle="radian"/>
  <option gravity="0 0 -9.81" timestep="0.0002" integrator="RK4"/>
  <worldbody>
    <site name="base" pos="{FIXED[0]} 0.03 {FIXED[1]}"/>
    <body name="upper">
      <joint name="shoulder" type="hinge" axis="0 1 0" damping="8"/>
      <inertial pos="0.5 0 0.01" mass="30" diaginertia="0.3 1.5 1.5"/>
      <site name="link" pos="{TURNING[0]} 0.03 {TURNING[1]}"/>
      <body name="fore" pos="0.9 0 0">
        <joint name="elbow" type="hinge" axis="0 1 0" damping="3"/>
        <inertial pos="0.3 0 0.05" mass="12" diaginertia="0.1 0.4 0.4"/>
      </body>
    </body>
  </worldbody>
  {{tendon}}
</mujoco>
"""
TENDON = f"""<tendon><spatial name="cylinder" stiffness="{K}" springlength="{L0}">
<site site="base"/><site site="link"/></spatial></tendon>"""
A, B = (float(np.hypot(*x)) for x in (FIXED, TURNING))
# a rotation about +y by q takes the angle of (x, z) down by q: the rod is shortest where they meet
PHASE = float(np.arctan2(*FIXED[::-1]) - np.arctan2(*TURNING[::-1])) % (2 * np.pi)
KNOWN = Counterbalance(["shoulder"], a=A, b=B, phase=PHASE)
DAMPED = {"shoulder.viscous": 8.0, "elbow.viscous": 3.0}
SPRING = {"shoulder.counterbalance_stiffness": K, "shoulder.counterbalance_force": -K * L0}


def arm():
    there = mujoco.MjModel.from_xml_string(ARM.format(tendon=TENDON))
    return there, mujoco.MjData(there)


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    path = tmp_path_factory.mktemp("balanced") / "arm.xml"
    path.write_text(ARM.format(tendon=""))
    return di.load_robot(path)


def mujoco_torques(q, qd, qdd):
    there, data = arm()
    tau = np.empty_like(q)
    for k in range(len(q)):
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(there, data)
        tau[k] = data.qfrc_inverse
    return tau


def test_torques_are_those_of_a_tendon(robot):
    model = di.Model(robot, [di.Viscous(), KNOWN])
    p = model.to_vector(DAMPED | SPRING)
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 40, 2))
    wanted = mujoco_torques(q, qd, qdd)
    assert_allclose(
        model.inverse_dynamics(q, qd, qdd, p), wanted, atol=1e-10 * np.abs(wanted).max()
    )
    units = {each.name: each.unit for each in model.layout.parameters}
    assert units["shoulder.counterbalance_stiffness"] == "N/m"
    assert units["shoulder.counterbalance_force"] == "N"


def test_gradient_is_that_of_differences(robot):
    model = di.Model(robot, [KNOWN])
    p = model.to_vector(SPRING)
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, 5, 2))
    bar = np.random.default_rng(2).normal(size=(5, 2))
    found = model.torque_gradient(q, qd, qdd, p, bar)[0]
    for j in range(2):
        h = np.zeros(2)
        h[j] = 1e-6
        up, down = (model.inverse_dynamics(q + s * h, qd, qdd, p) for s in (1, -1))
        assert_allclose(found[:, j], np.sum(bar * (up - down), axis=1) / 2e-6, rtol=1e-5, atol=1e-3)


def test_simulated_as_mujoco_does(robot):
    model = di.Model(robot, [di.Viscous(), KNOWN])
    p = model.to_vector(DAMPED | SPRING)
    there, data = arm()
    data.qpos[:] = start = [-0.4, 0.7]
    log = di.simulate(model, p, None, 0.5, 100.0, q0=start)
    for k in range(1, len(log.t)):
        for _ in range(50):
            mujoco.mj_step(there, data)
        assert_allclose(log.truth.q[k], data.qpos, atol=1e-8)
    assert np.ptp(log.truth.q[:, 0]) > 0.05


@pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc or cc) here")
def test_exported_as_c(robot, tmp_path):
    model = di.Model(robot, [di.Viscous(), KNOWN])
    compare(model, model.to_vector(DAMPED | SPRING), tmp_path / "code")


def swing(seed, seconds=20.0, rate=200.0):
    """A log of MuJoCo's arm with noise."""
    rng, t = np.random.default_rng(seed), np.arange(int(seconds * rate)) / rate
    q, qd, qdd = (np.zeros((len(t), 2)) for _ in range(3))
    for k in range(1, 5):
        a, phase, w = rng.uniform(0.15, 0.45, 2), rng.uniform(0, 6, 2), 2 * np.pi * 0.11 * k
        x = w * t[:, None] + phase
        q, qd, qdd = q + a * np.sin(x), qd + a * w * np.cos(x), qdd - a * w**2 * np.sin(x)
    tau = mujoco_torques(q, qd, qdd)
    noise = rng.normal(size=tau.shape) * NOISE / 100 * tau.std(axis=0)
    return di.Log(("shoulder", "elbow"), t, q, tau + noise, source=f"swing{seed}")


def fitted(robot, log, *more, estimator=None):
    model = di.Model(robot, [di.Viscous(), *more])
    data = di.process(log, model, cutoff=8.0)
    return di.estimate(di.Problem(model, data), estimator or di.OLS()), model


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_unknown_geometry_is_found_in_the_log(robot, seed):
    train, test = swing(seed), swing(seed + 10)
    result, model = fitted(robot, train, Counterbalance(["shoulder"]))
    constants = {name.rpartition(".")[2]: x for name, x in result.constants.items()}
    # both ends of a rod may be the one that turns
    assert constants["b"] == pytest.approx(min(A, B) / max(A, B), abs=0.05)
    assert (constants["phase"] - PHASE + np.pi) % (2 * np.pi) - np.pi == pytest.approx(0, abs=0.05)
    assert any("Counterbalance(shoulder).b" in note for note in result.notes)
    # the unknown model, processed anew: the geometry is part of the result
    other = di.validate(result, di.process(test, model, cutoff=8.0))
    known, bare = fitted(robot, train, KNOWN)
    best = di.validate(known, di.process(test, bare, cutoff=8.0))
    linear, spring = fitted(robot, train, di.Spring())
    worse = di.validate(linear, di.process(test, spring, cutoff=8.0))
    # looking for it costs a tenth of the noise at most
    assert other.relative < best.relative + 0.1 * NOISE
    assert other.relative < 0.5 * worse.relative


def test_bad_geometry_is_refused(robot):
    for wrong in ({"a": 0.3, "b": 0.3}, {"b": 1.0}, {"a": -1.0, "b": 0.2}, {"phase": np.nan}):
        with pytest.raises(di.InputError, match="two different distances"):
            Counterbalance(["shoulder"], **wrong)
    with pytest.raises(di.InputError, match="the one joint that has it"):
        di.Model(robot, [Counterbalance()])
    with pytest.raises(di.InputError, match="lever"):
        di.Law(lever=(0.2, 0.2, 0.0))
