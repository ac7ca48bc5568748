"""The equations of one body, linear in its parameters (see `estimator`)."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.robot.quaternions import to_rotations


class Wrenches(Protocol):
    """What di.simulate(..., record="hinge_wrenches").wrenches holds; arrays (N, bodies, ...),
    vectors in each body's axes."""

    @property
    def bodies(self) -> tuple[str, ...]: ...
    @property
    def gravity(self) -> Array: ...
    @property
    def angular_velocity(self) -> Array: ...
    @property
    def angular_acceleration(self) -> Array: ...
    @property
    def acceleration(self) -> Array: ...
    @property
    def quaternion(self) -> Array: ...

    def sum_wrenches(self) -> tuple[Array, Array]: ...


def take_body_motion(
    wrenches: Wrenches, i: int, rows: NDArray[np.int64]
) -> tuple[Array, Array, Array]:
    """d, omega and alpha of body i, in its axes."""
    R = to_rotations(wrenches.quaternion[rows, i])
    d = wrenches.acceleration[rows, i] - np.einsum("nji,j->ni", R, wrenches.gravity)
    return d, wrenches.angular_velocity[rows, i], wrenches.angular_acceleration[rows, i]


def make_mass_rows(a: Array, F: Array) -> tuple[Array, Array]:
    """(17): F_k = m(e_k) a_k, a mass for each direction of the world."""
    W = np.zeros((len(a), 3, 3))
    W[:, [0, 1, 2], [0, 1, 2]] = a
    return W.reshape(-1, 3), F.ravel()


def make_inertia_rows(omega: Array, alpha: Array, N: Array) -> tuple[Array, Array]:
    """(20): N1 = J11 alpha1 + (J33 - J22) omega2 omega3, and so on around."""
    W = np.zeros((len(N), 3, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        W[:, i, i] = alpha[:, i]
        W[:, i, j] = -omega[:, j] * omega[:, k]
        W[:, i, k] = omega[:, j] * omega[:, k]
    return W.reshape(-1, 3), N.ravel()


def make_full_rows(d: Array, omega: Array, alpha: Array, F: Array, N: Array) -> tuple[Array, Array]:
    """F and N of the ten parameters m, h, Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""
    W = np.zeros((len(d), 6, 10))
    W[:, :3, 0] = d
    for k, e in enumerate(np.eye(3)):
        W[:, :3, 1 + k] = np.cross(alpha, e) + np.cross(omega, np.cross(omega, e))
        W[:, 3:, 1 + k] = np.cross(e, d)
    for k, (i, j) in enumerate(((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)), start=4):
        I = np.zeros((3, 3))
        I[i, j] = I[j, i] = 1.0
        W[:, 3:, k] = alpha @ I + np.cross(omega, omega @ I)
    return W.reshape(-1, 10), np.concatenate([F, N], axis=1).ravel()
