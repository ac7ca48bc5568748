"""From P-controlled voltages to a model, end to end, as Rodriguez-Angeles 2002 did with the CFT: on
a SCARA and on a planar 3-RRR."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from other_robots import rrr3, scara

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")

K_T, K_A, LIMIT = 0.107, 1.6, 10.0  # N m/A, A/V, V
RATE = 250.0


class Sines:
    """(43): three harmonics of each joint."""

    def __init__(self, centre, swing, duration, seed):
        rng, n = np.random.default_rng(seed), len(centre)
        self.centre, self.duration = centre, duration
        self.w = 2 * np.pi / 4.0 * np.array([[1], [2], [5]]) * np.ones((3, n))
        self.size = swing * np.array([[1.0], [0.5], [0.2]]) * rng.uniform(0.6, 1.0, (3, n))
        self.phase = rng.uniform(0, 2 * np.pi, (3, n))

    def at(self, t):
        x = np.asarray(t)[:, None, None] * self.w + self.phase
        q = self.centre + (self.size * np.sin(x)).sum(axis=1)
        qd = (self.size * self.w * np.cos(x)).sum(axis=1)
        return q, qd, -(self.size * self.w**2 * np.sin(x)).sum(axis=1)


def case(name):
    """A robot, the middle and the size of its motion, and its friction: (13), and dry friction."""
    if name == "scara":
        swing = np.array([0.5, 0.6, 0.06, 1.2])
        rubbing = [di.effects.SmoothFriction(w1=60.0, w2=10.0)]
        return scara(), np.array([0.2, 1.0, -0.1, 0.3]), swing, rubbing
    robot = rrr3()
    return robot, take_actuated_home(robot), np.full(3, 0.06), [di.Viscous(), di.Coulomb(width=0.1)]


def friction(values, joint, v):
    """The curve of a joint's friction, from parameters by name."""
    if f"{joint}.Bv" in values:
        Bv, B1, B2 = (values[f"{joint}.{name}"] for name in ("Bv", "Bf1", "Bf2"))
        return Bv * v + B1 * np.tanh(60.0 * v) + B2 * np.tanh(10.0 * v)
    return values[f"{joint}.viscous"] * v + values[f"{joint}.coulomb"] * np.tanh(v / 0.1)


@pytest.mark.parametrize("name", ["scara", "rrr3"])
def test_from_voltages_to_a_model(name, tmp_path):
    robot, centre, swing, rubbing = case(name)
    model = di.Model(robot, rubbing, symmetric=False)
    I = np.diag(model.mass_matrix(centre, model.nominal)[0])
    p = model.nominal
    kinds = {"Bv": 8.0, "Bf1": 5.0, "Bf2": -1.5, "viscous": 8.0, "coulomb": 3.0}
    for j, i in zip(robot.actuated, I):
        true = {f"{j}.{kind}": size * i for kind, size in kinds.items()}
        p = model.to_vector({n: x for n, x in true.items() if n in model.parameters}, p)
    ratio = np.full(robot.dof, 40.0)
    stall = ratio * K_T * K_A

    def measured(seed):
        """A file of positions and voltages, as the controller's computer has them."""
        motion = Sines(centre, swing, 8.0, seed)
        asks = di.simulation.PD(motion, 25.0**2 * I / stall)  # no damping: a P controller
        drive = di.simulation.VoltageDrive(asks, K_T, 1 / K_A, ratio, limit=LIMIT)
        sensors = di.Measurement(encoder=2e-5, relative_noise=0.005)
        log = di.simulate(model, p, drive, rate=RATE, measurement=sensors, seed=seed)
        path = tmp_path / f"run{seed}.csv"
        di.data.Log(log.joints, log.t, log.q, log.tau / stall).save(path)
        volts = {f"tau_{j}": di.data.Current(K_A * K_T, r) for j, r in zip(robot.actuated, ratio)}
        return di.read_log(path, units=volts)

    train, test = measured(0), measured(1)
    data = di.process(train, model)
    found = di.estimate(di.Problem(model, data), di.WLS())
    truth = di.base_parameters(model).compute_theta(p)
    # every combination of inertias, in the torque that it makes; and the curves of friction
    Y = model.regressor(data.q, data.qd, data.qdd)[:, :, di.base_parameters(model).independent]
    tau = np.sqrt((model.inverse_dynamics(data.q, data.qd, data.qdd, p) ** 2).mean(axis=0))
    off = np.abs(Y * (found.theta - truth)).max(axis=0) / tau[:, None]
    inertial = di.base_parameters(model).independent < model.layout.inertial.stop
    assert off[:, inertial].max() < 0.1
    values, put_in = dict(zip(found.names, found.theta)), model.to_values(p)
    for k, j in enumerate(robot.actuated):
        v = np.linspace(-1, 1, 401) * np.abs(data.qd[:, k]).max()
        curve = friction(put_in, j, v)
        off = friction(values, j, v) - curve
        assert np.sqrt(np.mean(off**2) / np.mean(curve**2)) < 0.01
    # torques of a motion that was not used: 0.5 % is the noise; 2.2 and 0.2 % are reached
    check = di.validate(found, di.process(test, model))
    assert max(joint.relative for joint in check.joints) < 3.0
