"""The 3-DOF Delta against its paper: Kim et al. 2022, the models (1)+(2) and (25), and its Appendices A and B.

In Kim's equations z points down, in dynid's up: P_z = -z. Angles agree: positive lowers an arm.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy import arccos, cos, sin

from dynid.model.model import Model
from dynid.robot.builtin import delta3

N = 200
DOWN = np.array([1.0, 1.0, -1.0])  # a vector of dynid's world in Kim's axes, and back
PHI = np.array([np.pi / 3, np.pi, 5 * np.pi / 3])
g = 9.81

# Table 1; L2 is missing there, 0.85 m is plausible
m_a, m_d, m_p = 3.977, 0.402, 2.033
L1, L1c, L2, r, R = 0.3423, 0.1563, 0.85, 0.045, 0.2
I_L1, gamma2_I_m = 191.9e-4, 21**2 * 2.25e-4

I_A = gamma2_I_m + I_L1 + L1**2 * m_d  # as in (1); (7) approximates it by (m_a + m_d / 2) L1^2
T_g = (m_a * L1c + m_d * L1) * g  # as in (1); (5) approximates it by (m_a + m_d / 2) L1 g
m_P = m_p + 3 * m_d  # m_P with a tilde, under (3)


def dot(a, b):
    return np.sum(a * b, axis=-1)


def norm2(v):
    return dot(v, v)


def P_i(theta):
    """(A4): P_xi, P_yi, P_zi, so that |P + P_i| = L2; (samples, limbs, 3)."""
    reach = r - R - L1 * cos(theta)
    return np.stack([reach * cos(PHI), reach * sin(PHI), -L1 * sin(theta)], axis=-1)


def position(theta):
    """(A3)-(A8), forward kinematics. In Delta P, under (A6), - P_y1^2 is missing in print."""
    P1, P2, P3 = np.moveaxis(P_i(theta), 1, 0)
    Px12, Py12, Pz12 = (2 * (P1 - P2)).T
    Px13, Py13, Pz13 = (2 * (P1 - P3)).T
    DP12, DP13 = norm2(P2) - norm2(P1), norm2(P3) - norm2(P1)
    # (A8): P_x = a_x + b_x P_z, P_y = a_y + b_y P_z
    D = Px12 * Py13 - Py12 * Px13
    a_x, b_x = (Py13 * DP12 - Py12 * DP13) / D, (-Py13 * Pz12 + Py12 * Pz13) / D
    a_y, b_y = (-Px13 * DP12 + Px12 * DP13) / D, (Px13 * Pz12 - Px12 * Pz13) / D
    # (A3) of limb 1 with these: A P_z^2 + 2 B P_z + C = 0; the lower platform is the larger P_z
    u_x, u_y, u_z = a_x + P1[:, 0], a_y + P1[:, 1], P1[:, 2]
    A, B, C = b_x**2 + b_y**2 + 1, b_x * u_x + b_y * u_y + u_z, u_x**2 + u_y**2 + u_z**2 - L2**2
    Pz = (-B + np.sqrt(B**2 - A * C)) / A
    return np.stack([a_x + b_x * Pz, a_y + b_y * Pz, Pz], axis=1)


def angles(P):
    """(A9)-(A12), inverse kinematics: theta_i1, with theta_i2 in [0, pi] (the elbows outside)."""
    Px, Py, Pz = P.T[:, :, None]
    Px_, Py_, Pz_ = Px * cos(PHI) + Py * sin(PHI) + r - R, -Px * sin(PHI) + Py * cos(PHI), Pz
    theta_3 = arccos((-Px * sin(PHI) + Py * cos(PHI)) / L2)
    theta_2 = arccos((Px_**2 + Py_**2 + Pz_**2 - L1**2 - L2**2) / (2 * L1 * L2 * sin(theta_3)))
    # (A10), rows 1 and 3: u cos(theta_1) - v sin(theta_1) = Px_ , v cos(theta_1) + u sin(theta_1) = Pz_
    u, v = L1 + L2 * sin(theta_3) * cos(theta_2), L2 * sin(theta_3) * sin(theta_2)
    return np.arctan2(u * Pz_ - v * Px_, u * Px_ + v * Pz_)


def rotated(x, z):
    """[x, 0, z] of every limb's coordinate system in the global one; (samples, limbs, 3)."""
    return np.stack([cos(PHI) * x, sin(PHI) * x, z], axis=-1)


def diag(v):
    return v[:, :, None] * np.eye(3)


def times(A, v):
    return np.einsum("kij,kj->ki", A, v)


class State(NamedTuple):
    """What (1), (2) and (25) are functions of."""

    theta: np.ndarray
    thetad: np.ndarray
    thetadd: np.ndarray
    P: np.ndarray
    Pd: np.ndarray
    Pdd: np.ndarray
    J: np.ndarray
    Jd: np.ndarray


def state(theta, thetad, thetadd):
    """(11), (14), (16), (23), (24): motion of the platform, Jacobian and its rate, from the motion of the arms."""
    P = position(theta)
    s = P[:, None] - rotated(R - r + L1 * cos(theta), L1 * sin(theta))  # (11)
    Pi = rotated(-L1 * sin(theta), L1 * cos(theta))  # (14)
    J = np.linalg.solve(s, diag(dot(s, Pi)))  # (16)
    Pd = times(J, thetad)
    sd = Pd[:, None] - Pi * thetad[:, :, None]  # (14)
    Pid = rotated(-L1 * cos(theta), -L1 * sin(theta)) * thetad[:, :, None]
    Jd = np.linalg.solve(s, diag(dot(sd, Pi) + dot(s, Pid)) - sd @ J)  # (24)
    Pdd = times(J, thetadd) + times(Jd, thetad)  # (23)
    return State(theta, thetad, thetadd, P, Pd, Pdd, J, Jd)


def torque_by_multipliers(x):
    """(1) and (2)."""
    Px, Py, Pz = x.P.T[:, :, None]
    c, s = cos(x.theta), sin(x.theta)
    rows = [
        Px + r * cos(PHI) - R * cos(PHI) - L1 * cos(PHI) * c,
        Py + r * sin(PHI) - R * sin(PHI) - L1 * sin(PHI) * c,
        Pz - L1 * s,
    ]
    rhs = (m_p + 3 * m_d) * (x.Pdd - np.array([0, 0, g])) / 2
    lam = np.linalg.solve(np.stack(rows, axis=1), rhs[:, :, None])[:, :, 0]
    return (
        (gamma2_I_m + I_L1 + L1**2 * m_d) * x.thetadd
        - (m_a * L1c + m_d * L1) * g * c
        - 2 * L1 * lam * ((Px * cos(PHI) + Py * sin(PHI) + r - R) * s - Pz * c)
    )


def torque_by_virtual_work(x):
    """(25), second form, with C_v = C_c = 0."""
    JT = x.J.transpose(0, 2, 1)
    return (
        I_A * x.thetadd
        + times(JT * m_P @ x.J, x.thetadd)
        + times(JT * m_P @ x.Jd, x.thetad)
        - T_g * cos(x.theta)
        - times(JT * m_P, np.tile([0, 0, g], (N, 1)))
    )


@pytest.fixture(scope="module")
def x():
    """Random states of the arms around home."""
    rng = np.random.default_rng(1)
    return state(rng.uniform(-0.3, 0.9, (N, 3)), rng.normal(size=(N, 3)) * 3, rng.normal(size=(N, 3)) * 30)


@pytest.fixture(scope="module", params=[1, 2], ids=["one strut", "two struts"])
def robot(request):
    return delta3(base_radius=R, platform_radius=r, arm=L1, strut=L2, directions=PHI, struts=request.param)


def lumped(model):
    """Kim's bodies as dynid's: the arm with motor and m_d at its tip, no struts, the platform with 3 m_d."""
    p = dict.fromkeys(model.parameters, 0.0)
    p |= {"arm1.Iyy": I_A, "arm1.mx": m_a * L1c + m_d * L1, "platform.m": m_P}
    return np.array(list(p.values()))


def assert_same(ours, theirs, tolerance):
    """Equal, as measured by the largest entry."""
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance * np.abs(theirs).max())


def test_appendix_a_closes_the_loops(x):
    """|B_i C_i| = L2, (10) = (A3), and J, Jdot are the rates of the position, (16), (24), by finite differences."""
    assert_same(np.sqrt(norm2(x.P[:, None] + P_i(x.theta))), np.full((N, 3), L2), 1e-14)
    h = 1e-6
    ahead, behind = (state(x.theta + t * x.thetad, x.thetad, x.thetadd) for t in (h, -h))
    assert_same(x.Pd, (ahead.P - behind.P) / (2 * h), 1e-8)
    assert_same(x.Jd, (ahead.J - behind.J) / (2 * h), 1e-8)


def test_both_models_of_the_paper_are_one(x):
    """(1)+(2) = (25) with I_A, T_g, m_P of (1) and (2)."""
    assert_same(torque_by_multipliers(x), torque_by_virtual_work(x), 1e-12)


def test_torque(robot, x):
    """dynid's torque is that of (1)+(2), and of (25)."""
    model = Model(robot)
    tau = model.inverse_dynamics(x.theta, x.thetad, x.thetadd, lumped(model))
    assert_same(tau, torque_by_multipliers(x), 1e-10)
    assert_same(tau, torque_by_virtual_work(x), 1e-10)


def test_terms_of_equation_26(robot, x):
    """(27) D = I_A + J' m_P J, (28) C thetad = J' m_P Jdot thetad, (29) N = -J' m_P [0 0 g]' - T_g cos(theta)."""
    model, JT = Model(robot), x.J.transpose(0, 2, 1)
    p = lumped(model)
    assert_same(model.mass_matrix(x.theta, p), I_A * np.eye(3) + JT * m_P @ x.J, 1e-10)
    C_thetad = times(model.coriolis(x.theta, x.thetad, p), x.thetad)
    assert_same(C_thetad, times(JT * m_P @ x.Jd, x.thetad), 1e-10)
    assert_same(model.gravity(x.theta, p), -JT[:, :, 2] * m_P * g - T_g * cos(x.theta), 1e-10)


def test_motion_of_the_platform(robot, x):
    """(9), (23): velocity and acceleration of the platform as the closed loops give them."""
    motion = robot.close(x.theta, x.thetad, x.thetadd)
    platform = [robot.coordinates.index(f"platform.{axis}") for axis in "xyz"]
    assert_same(motion.q[:, platform] * DOWN, x.P, 1e-12)
    assert_same(motion.qd[:, platform] * DOWN, x.Pd, 1e-12)
    assert_same(motion.qdd[:, platform] * DOWN, x.Pdd, 1e-12)


def test_forward_kinematics(robot, x):
    """Appendix A; the platform does not turn."""
    pose = robot.forward_kinematics(x.theta)
    assert_same(pose[:, :3, 3] * DOWN, x.P, 1e-12)
    assert_same(pose[:, :3, :3], np.tile(np.eye(3), (N, 1, 1)), 1e-12)


def test_inverse_kinematics(robot, x):
    """Appendix B."""
    assert_same(angles(x.P), x.theta, 1e-10)
    assert_same(robot.inverse_kinematics(x.P * DOWN), angles(x.P), 1e-10)
