"""The 3-DOF Delta against its paper: Kim et al. 2022, the models (1)+(2) and (25), and its
Appendices A and B.

In Kim's equations z points down, in dynid's up: P_z = -z. Angles agree: positive lowers an arm.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy import cos

from dynid.closed_chains.closing import close
from dynid.closed_chains.kinematics import forward_kinematics, inverse_kinematics
from dynid.model.analytic_delta import compute_norm2, multiply_samples
from dynid.model.model import Model
from dynid.papers.kim2022.kim_delta import (
    DOWN,
    I_A,
    TABLE_1,
    Delta,
    T_g,
    expand_lumped,
    g,
    m_P,
)

N = 200
#: not the paper's: another size, arms at uneven angles
OTHER = Delta(L1=0.21, L2=0.47, R=0.11, r=0.06, directions=(0.1, 2.0, 4.4))


@pytest.fixture(scope="module", params=[TABLE_1, OTHER], ids=["Table 1", "other lengths"])
def delta(request):
    return request.param


@pytest.fixture(scope="module")
def x(delta):
    """Random states of the arms around home."""
    rng = np.random.default_rng(1)
    return delta.state(
        rng.uniform(-0.3, 0.9, (N, 3)), rng.normal(size=(N, 3)) * 3, rng.normal(size=(N, 3)) * 30
    )


@pytest.fixture(scope="module", params=[1, 2], ids=["one strut", "two struts"])
def robot(request, delta):
    return delta.make_robot(request.param)


def assert_same(ours, theirs, tolerance):
    """Equal, as measured by the largest entry."""
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance * np.abs(theirs).max())


def test_appendix_a_closes_the_loops(delta, x):
    """|B_i C_i| = L2, (10) = (A3), and J, Jdot are the rates of the position, (16), (24), by finite
    differences."""
    assert_same(
        np.sqrt(compute_norm2(x.P[:, None] + delta.P_i(x.theta))), np.full((N, 3), delta.L2), 1e-14
    )
    h = 1e-6
    ahead, behind = (delta.state(x.theta + t * x.thetad, x.thetad, x.thetadd) for t in (h, -h))
    assert_same(x.Pd, (ahead.P - behind.P) / (2 * h), 1e-8)
    assert_same(x.Jd, (ahead.J - behind.J) / (2 * h), 1e-8)


def test_both_models_of_the_paper_are_one(delta, x):
    """(1)+(2) = (25) with I_A, T_g, m_P of (1) and (2)."""
    assert_same(
        delta.compute_torque_by_multipliers(x), delta.compute_torque_by_virtual_work(x), 1e-12
    )


def test_torque(delta, robot, x):
    """dynid's torque is that of (1)+(2), and of (25)."""
    model = Model(robot)
    tau = model.inverse_dynamics(x.theta, x.thetad, x.thetadd, expand_lumped(model))
    assert_same(tau, delta.compute_torque_by_multipliers(x), 1e-10)
    assert_same(tau, delta.compute_torque_by_virtual_work(x), 1e-10)


def test_terms_of_equation_26(robot, x):
    """(27) D = I_A + J' m_P J, (28) C thetad = J' m_P Jdot thetad, (29) N = -J' m_P [0 0 g]' - T_g
    cos(theta)."""
    model, JT = Model(robot), x.J.transpose(0, 2, 1)
    p = expand_lumped(model)
    assert_same(model.mass_matrix(x.theta, p), I_A * np.eye(3) + JT * m_P @ x.J, 1e-10)
    C_thetad = multiply_samples(model.coriolis(x.theta, x.thetad, p), x.thetad)
    assert_same(C_thetad, multiply_samples(JT * m_P @ x.Jd, x.thetad), 1e-10)
    assert_same(model.gravity(x.theta, p), -JT[:, :, 2] * m_P * g - T_g * cos(x.theta), 1e-10)


def test_motion_of_the_platform(robot, x):
    """(9), (23): velocity and acceleration of the platform as the closed loops give them."""
    motion = close(robot, x.theta, x.thetad, x.thetadd)
    platform = [robot.coordinates.index(f"platform.{axis}") for axis in "xyz"]
    assert_same(motion.q[:, platform] * DOWN, x.P, 1e-12)
    assert_same(motion.qd[:, platform] * DOWN, x.Pd, 1e-12)
    assert_same(motion.qdd[:, platform] * DOWN, x.Pdd, 1e-12)


def test_forward_kinematics(robot, x):
    """Appendix A; the platform does not turn."""
    pose = forward_kinematics(robot, x.theta)
    assert_same(pose[:, :3, 3] * DOWN, x.P, 1e-12)
    assert_same(pose[:, :3, :3], np.tile(np.eye(3), (N, 1, 1)), 1e-12)


def test_inverse_kinematics(delta, robot, x):
    """Appendix B."""
    assert_same(delta.compute_angles(x.P), x.theta, 1e-10)
    assert_same(inverse_kinematics(robot, x.P * DOWN), delta.compute_angles(x.P), 1e-10)
