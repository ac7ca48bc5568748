"""A Delta with three equal limbs in closed form: virtual work with the struts' masses lumped at
their ends (Kim et al. 2022, Appendices A and B, (11)-(16), (23)-(26)).

z points down here: a place (x, y, z) is (x, y, -z) of a robot of `di.robots.delta3`. Angles agree:
positive lowers an arm. Arrays: (N, 3) or (N, limbs, 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy import arccos, cos, sin

from dynid.arrays import Array

THIRDS = (np.pi / 3, np.pi, 5 * np.pi / 3)  # rad: directions of the arms


class ArmState(NamedTuple):
    """The quantities that the torques of a Delta depend on, from the motion of its arms.

    Attributes
    ----------
    theta
        (N, 3) positions of the arms
    thetad
        (N, 3) their velocities
    thetadd
        (N, 3) their accelerations
    P
        (N, 3) positions of the platform
    Pd
        (N, 3) its velocities
    Pdd
        (N, 3) its accelerations
    J
        (N, 3, 3) Jacobian, Pd = J thetad
    Jd
        (N, 3, 3) its rate
    """

    theta: Array
    thetad: Array
    thetadd: Array
    P: Array
    Pd: Array
    Pdd: Array
    J: Array
    Jd: Array


def compute_norm2(v: Array) -> Array:
    """(...,) of (..., 3)."""
    return np.asarray(np.sum(v * v, axis=-1))


def make_diagonal(v: Array) -> Array:
    """(N, 3, 3) of (N, 3)."""
    return np.asarray(v[:, :, None] * np.eye(3))


def multiply_samples(A: Array, v: Array) -> Array:
    """A v, sample by sample."""
    return np.asarray(np.einsum("kij,kj->ki", A, v))


@dataclass(frozen=True)
class AnalyticDelta:
    """A Delta with three equal limbs, its torques in closed form: no iteration closes its loops.

    Parameters
    ----------
    L1
        length of an arm [m]
    L2
        length of a strut [m]
    R
        radius of the base, to the arms' axes [m]
    r
        radius of the platform, to the struts [m]
    directions
        of the arms [rad]
    """

    L1: float
    L2: float
    R: float
    r: float
    directions: Sequence[float] = THIRDS

    @property
    def phi(self) -> Array:
        """directions as an array."""
        return np.asarray(self.directions, dtype=float)

    def P_i(self, theta: Array) -> Array:
        """(A4): P_xi, P_yi, P_zi, so that |P + P_i| = L2; (N, limbs, 3)."""
        return self._rotate_to_world(self.r - self.R - self.L1 * cos(theta), -self.L1 * sin(theta))

    def compute_position(self, theta: Array) -> Array:
        """(A3)-(A8), forward kinematics: P (N, 3), on the lower branch."""
        return self._solve_position(theta, 0.0)

    def _solve_position(self, theta: Array, missing: Array | float) -> Array:
        P1, P2, P3 = np.moveaxis(self.P_i(theta), 1, 0)
        Px12, Py12, Pz12 = (2 * (P1 - P2)).T
        Px13, Py13, Pz13 = (2 * (P1 - P3)).T
        DP12, DP13 = (
            compute_norm2(P2) - compute_norm2(P1) + missing,
            compute_norm2(P3) - compute_norm2(P1) + missing,
        )
        # (A8): P_x = a_x + b_x P_z, P_y = a_y + b_y P_z
        D = Px12 * Py13 - Py12 * Px13
        a_x, b_x = (Py13 * DP12 - Py12 * DP13) / D, (-Py13 * Pz12 + Py12 * Pz13) / D
        a_y, b_y = (-Px13 * DP12 + Px12 * DP13) / D, (Px13 * Pz12 - Px12 * Pz13) / D
        # (A3) of limb 1 with these: A P_z^2 + 2 B P_z + C = 0; the lower platform is the larger P_z
        u_x, u_y, u_z = a_x + P1[:, 0], a_y + P1[:, 1], P1[:, 2]
        A, B = b_x**2 + b_y**2 + 1, b_x * u_x + b_y * u_y + u_z
        C = u_x**2 + u_y**2 + u_z**2 - self.L2**2
        Pz = (-B + np.sqrt(B**2 - A * C)) / A
        return np.stack([a_x + b_x * Pz, a_y + b_y * Pz, Pz], axis=1)

    def compute_angles(self, P: Array) -> Array:
        """(A9)-(A12), inverse kinematics: theta (N, 3), the elbows outside."""
        Px, Py, Pz = P.T[:, :, None]
        c, s, L1, L2 = cos(self.phi), sin(self.phi), self.L1, self.L2
        Px_, Py_, Pz_ = Px * c + Py * s + self.r - self.R, -Px * s + Py * c, Pz
        theta_3 = arccos((-Px * s + Py * c) / L2)
        theta_2 = arccos((Px_**2 + Py_**2 + Pz_**2 - L1**2 - L2**2) / (2 * L1 * L2 * sin(theta_3)))
        # (A10), rows 1 and 3: u cos(theta_1) - v sin(theta_1) = Px_,
        #                      v cos(theta_1) + u sin(theta_1) = Pz_
        u, v = L1 + L2 * sin(theta_3) * cos(theta_2), L2 * sin(theta_3) * sin(theta_2)
        return np.asarray(np.arctan2(u * Pz_ - v * Px_, u * Px_ + v * Pz_))

    def _rotate_to_world(self, x: Array, z: Array) -> Array:
        """[x, 0, z] of every limb's coordinate system in the global one; (N, limbs, 3)."""
        return np.stack([cos(self.phi) * x, sin(self.phi) * x, z], axis=-1)

    def state(self, theta: Array, thetad: Array, thetadd: Array) -> ArmState:
        """(11), (14), (16), (23), (24): motion of the platform, Jacobian and its rate, from the
        motion of the arms (N, 3)."""
        P, L1 = self.compute_position(theta), self.L1
        s = P[:, None] + self.P_i(theta)  # (11)
        Pi = self._rotate_to_world(-L1 * sin(theta), L1 * cos(theta))  # (14)
        J = np.asarray(
            np.linalg.solve(s, make_diagonal(np.sum(s * Pi, axis=-1))), dtype=np.float64
        )  # (16)
        Pd = multiply_samples(J, thetad)
        sd = Pd[:, None] - Pi * thetad[:, :, None]  # (14)
        Pid = self._rotate_to_world(-L1 * cos(theta), -L1 * sin(theta)) * thetad[:, :, None]
        # (24)
        rate = make_diagonal(np.sum(sd * Pi, axis=-1) + np.sum(s * Pid, axis=-1)) - sd @ J
        Jd = np.asarray(np.linalg.solve(s, rate), dtype=np.float64)
        Pdd = multiply_samples(J, thetadd) + multiply_samples(Jd, thetad)  # (23)
        return ArmState(theta, thetad, thetadd, P, Pd, Pdd, J, Jd)

    def regressor(
        self, theta: Array, thetad: Array, thetadd: Array, gravity: float = 9.81
    ) -> Array:
        """(25) without friction: Y (N, 3, 3), tau = Y (m_P, m_a c, I_A).

        m_P is the platform with half of every strut [kg], m_a c the first moment of an arm with the
        other half at its end [kg m], I_A the inertia of that about its axis, with the motor's.
        """
        x = self.state(theta, thetad, thetadd)
        JT = x.J.transpose(0, 2, 1)
        platform = multiply_samples(JT, x.Pdd - np.array([0.0, 0.0, gravity]))
        return np.stack([platform, -gravity * cos(theta), thetadd], axis=2)
