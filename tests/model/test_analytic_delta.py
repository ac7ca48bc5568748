"""A Delta in closed form against the closed-loop model, and against differences of its places."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.model import AnalyticDelta

LENGTHS = {"L1": 0.27, "L2": 0.61, "R": 0.14, "r": 0.05}
EVEN, UNEVEN = (0.2, 0.2 + 2 * np.pi / 3, 0.2 + 4 * np.pi / 3), (0.1, 2.0, 4.4)
STATES = 50


@pytest.fixture(params=[EVEN, UNEVEN], ids=["even", "uneven"])
def delta(request):
    return AnalyticDelta(**LENGTHS, directions=request.param)


@pytest.fixture
def motion():
    rng = np.random.default_rng(0)
    return tuple(
        size * rng.uniform(-1, 1, (STATES, 3)) + mean
        for size, mean in ((0.4, 0.3), (3.0, 0.0), (30.0, 0.0))
    )


def make_lumped(delta):
    """Half of every strut at its ends: arms, a platform, struts without mass."""
    robot = di.robots.delta3(delta.R, delta.r, delta.L1, delta.L2, tuple(delta.directions))
    bodies = tuple(
        di.Body(b.name, b.parent, b.joint, massless=b.massless or b.name.startswith("strut"))
        for b in robot.bodies
    )
    ties = tuple(group for group in robot.symmetry if not group[0].startswith("strut"))
    return di.Model(robot.replace(bodies=bodies, symmetry=ties))


def test_torques_of_the_closed_loop_model(delta, motion):
    model = make_lumped(delta)
    masses = {"platform.m": 1.7, "arm1.mx": 0.31, "arm1.Iyy": 0.08}
    p = np.zeros(len(model.parameters))
    for name, value in masses.items():
        p[model.parameters.index(name)] = value
    tau = delta.regressor(*motion) @ list(masses.values())
    wanted = model.inverse_dynamics(*motion, p)
    np.testing.assert_allclose(tau, wanted, rtol=0, atol=1e-11 * np.abs(wanted).max())


def test_places_and_angles(delta, motion):
    theta = motion[0]
    P = delta.compute_position(theta)
    pose = forward_kinematics(make_lumped(delta).robot, theta)
    np.testing.assert_allclose(P * (1, 1, -1), pose[:, :3, 3], atol=1e-12)
    np.testing.assert_allclose(delta.compute_angles(P), theta, atol=1e-12)


def test_velocities_and_accelerations_are_rates(delta, motion):
    q, qd, qdd = motion
    x, h = delta.state(q, qd, qdd), 1e-5
    before, after = (delta.compute_position(q + s * h * qd + h**2 / 2 * qdd) for s in (-1, 1))
    np.testing.assert_allclose((after - before) / (2 * h), x.Pd, atol=1e-7)
    np.testing.assert_allclose((after - 2 * x.P + before) / h**2, x.Pdd, atol=2e-3)
