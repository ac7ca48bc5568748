"""A force sensor in one strut of a Delta, fitted together with the drive torques."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.identification.sensor_rows import compute_sensor_columns, sensor_base_parameters
from dynid.simulation.wrenches import compute_hinge_wrenches


@pytest.fixture(scope="module")
def model():
    return di.Model(di.robots.delta3(), [di.Viscous(), di.Coulomb()])


@pytest.fixture(scope="module")
def truth(model):
    p = model.prior.copy()
    p[model.layout.others] = 0.5
    return p


@pytest.fixture(scope="module")
def log(model, truth):
    """Followed by computed torque; torques and forces with 1 % of noise."""
    noise = di.simulation.Measurement(relative_noise=0.01, encoder=1e-6)
    motion = make_sines(model.robot, 8.0, 1.0, 0)
    made = di.simulate(model, truth, motion, rate=500.0, record="hinge_wrenches", measurement=noise)
    rng, forces = np.random.default_rng(0), {}
    for name in ("strut1.rz", "limb1"):
        six = made.sensors[name]
        size = 0.01 * np.sqrt(np.mean(six**2, axis=0))
        forces[name] = six + size * rng.normal(size=six.shape)
    return di.Log(made.joints, made.t, made.q, made.tau, sensors=forces)


def test_forces_are_linear_in_the_parameters(model):
    """Against Newton and Euler with the parameters themselves."""
    rng = np.random.default_rng(2)
    p = model.prior * rng.uniform(0.7, 1.3, len(model.prior))
    p[model.layout.others] = 0.3
    home = np.array([model.robot.home[name] for name in model.robot.actuated])
    q = home + rng.uniform(-0.2, 0.2, (20, 3))
    qd, qdd = rng.normal(size=(2, 20, 3))
    names = ("strut2.rz", "limb3", "arm1")
    Y, known, told = compute_sensor_columns(model, names, q, qd, qdd)
    wrenches = compute_hinge_wrenches(model, p, q, qd, qdd).to_sensors()
    wanted = np.hstack([wrenches[name] for name in names])
    np.testing.assert_allclose(Y @ p + known, wanted, atol=1e-10 * np.abs(wanted).max())
    assert told.all()


def test_forces_are_those_of_mujoco():
    """The force in the elbow of a strut, which MuJoCo's sensor measures."""
    robot = di.robots.delta3()
    model = di.Model(robot)
    root = ElementTree.fromstring(write_mjcf_text(robot))
    body = next(x for x in root.iter("body") if x.get("name") == "strut1")
    ElementTree.SubElement(body, "site", name="elbow")
    ElementTree.SubElement(ElementTree.SubElement(root, "sensor"), "force", site="elbow")
    engine = mujoco.MjModel.from_xml_string(ElementTree.tostring(root, encoding="unicode"))
    data, rng = mujoco.MjData(engine), np.random.default_rng(3)
    home = np.array([robot.home[name] for name in robot.actuated])
    for _ in range(5):
        q, qd, qdd = home + rng.uniform(-0.2, 0.2, 3), rng.normal(size=3), 5 * rng.normal(size=3)
        moved = di.close(robot, q[None], qd[None])
        for name, x, v in zip(robot.coordinates, moved.q[0], moved.qd[0]):
            data.joint(name).qpos, data.joint(name).qvel = x, v
        tau = model.inverse_dynamics(q[None], qd[None], qdd[None], model.prior)[0]
        for name, torque in zip(robot.actuated, tau):
            data.actuator(name).ctrl = torque
        mujoco.mj_forward(engine, data)
        found = np.array([data.joint(name).qacc[0] for name in robot.actuated])
        args = q[None], qd[None], found[None]
        Y, _, _ = compute_sensor_columns(model, ["strut1.rz"], *args)
        mine = (Y @ model.prior)[0, :3]
        np.testing.assert_allclose(data.sensordata, mine, atol=2e-3 * np.linalg.norm(mine))


def test_what_a_sensor_shows_is_known_before_a_fit(model):
    alone = di.base_parameters(model)
    base, components = sensor_base_parameters(model, ["limb1"])
    assert components == ("limb1 fx", "limb1 fy", "limb1 fz")  # a ball joint has no moments
    assert len(base) == len(alone) + 1
    assert alone.classify("platform.m") == "in combination"
    assert base.classify("platform.m") == "alone"
    with pytest.raises(di.InputError, match="has no joint or loop limb9"):
        sensor_base_parameters(model, ["limb9"])


@pytest.mark.parametrize("ends", [("strut1.rz", "limb1"), ("limb1",)], ids=["both ends", "one"])
def test_masses_of_strut_and_platform(model, truth, log, ends):
    """Of a robot whose inertias nobody knows: within 2 %, and within the intervals. With a sensor
    at both ends of one strut nothing else is known; with one, the balance of the arms."""
    bodies = (x if x.massless else replace(x, inertia=None) for x in model.robot.bodies)
    robot = model.robot.replace(bodies=tuple(bodies))
    unknown = di.Model(robot, model.effects)
    data = di.process(log, unknown)
    plain = di.estimate(di.Problem(unknown, data), di.Consistent(draws=0))
    assert "forces of sensors were not used: strut1.rz, limb1" in plain.notes
    assert {"strut1.m", "platform.m"} <= set(plain.from_prior)
    problem = di.Problem(unknown, data, sensors=ends)
    assert problem.joints[:3] == robot.actuated
    assert problem.joints[3] == f"{ends[0]} fx"
    known = {} if len(ends) == 2 else {"arm1.mx": truth[model.parameters.index("arm1.mx")]}
    found = di.estimate(problem, di.Consistent(fixed=known))
    for name in ("strut1.m", "platform.m"):
        k = found.parameters.index(name)
        low, high = found.p_interval[k]
        assert found.p[k] == pytest.approx(truth[k], rel=0.02)
        assert low <= truth[k] <= high
    assert [joint.joint for joint in found.joints] == list(problem.joints)
    assert max(joint.relative for joint in found.joints) < 3.0  # small moments


def test_sensors_that_are_not_there_are_refused(model, log):
    data = di.process(log, model)
    with pytest.raises(di.InputError, match=r"no forces of strut2\.rz"):
        di.Problem(model, data, sensors=["strut2.rz"])
    with pytest.raises(di.InputError, match="sensors alone"):
        di.Problem(model, data, di.base_parameters(model), sensors=True)
