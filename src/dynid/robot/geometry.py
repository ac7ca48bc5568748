"""Rotations and the ten inertial parameters of a body, as plain arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array

#: the ten inertial parameters of a body about its frame, in the order of every parameter vector in
#: dynid
PARAMETER_NAMES = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")

FOUR_DIGITS = 1e-4  # within which a rounded or cut number lies


def make_skew(a: ArrayLike) -> Array:
    """[a]x, with [a]x b = a x b."""
    x, y, z = np.asarray(a, dtype=float)
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def make_axis_rotation(axis: ArrayLike, angle: float) -> Array:
    """Rodrigues: R = a a' + (1 - a a') cos + [a]x sin, for the unit vector a along `axis`."""
    a = np.asarray(axis, dtype=float)
    a = a / np.linalg.norm(a)
    R: Array = (
        np.outer(a, a) + (np.eye(3) - np.outer(a, a)) * np.cos(angle) + make_skew(a) * np.sin(angle)
    )
    return R


def make_rpy_rotation(roll: float, pitch: float, yaw: float) -> Array:
    """URDF's fixed-axis angles: R = Rz(yaw) Ry(pitch) Rx(roll)."""
    return (
        make_axis_rotation((0, 0, 1), yaw)
        @ make_axis_rotation((0, 1, 0), pitch)
        @ make_axis_rotation((1, 0, 0), roll)
    )


def compute_rpy(R: ArrayLike) -> tuple[float, float, float]:
    """The angles of `make_rpy_rotation` that give R, accurate also in gimbal lock (yaw is what is
    left after the roll)."""
    R = np.asarray(R, dtype=float)
    roll = np.arctan2(R[2, 1], R[2, 2])
    s, c = np.sin(roll), np.cos(roll)
    pitch = np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    yaw = np.arctan2(s * R[0, 2] - c * R[0, 1], c * R[1, 1] - s * R[1, 2])
    return float(roll), float(pitch), float(yaw)


def make_quaternion_rotation(w: float, x: float, y: float, z: float) -> Array:
    """The rotation of a quaternion (scalar first), normalised here."""
    w, x, y, z = np.array([w, x, y, z]) / np.linalg.norm([w, x, y, z])
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def compute_quaternion(R: ArrayLike) -> Array:
    """The quaternion (scalar first, w >= 0) of a rotation."""
    R = np.asarray(R, dtype=float)
    # the eigenvector of the largest eigenvalue of Bar-Itzhack's symmetric 4x4 matrix: no branch, no
    # cancellation
    xx, yy, zz = np.diag(R)
    K = np.array(
        [
            [xx + yy + zz, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
            [R[2, 1] - R[1, 2], xx - yy - zz, R[1, 0] + R[0, 1], R[0, 2] + R[2, 0]],
            [R[0, 2] - R[2, 0], R[1, 0] + R[0, 1], yy - xx - zz, R[2, 1] + R[1, 2]],
            [R[1, 0] - R[0, 1], R[0, 2] + R[2, 0], R[2, 1] + R[1, 2], zz - xx - yy],
        ]
    )
    q: Array = np.linalg.eigh(K)[1][:, -1]
    return q if q[0] >= 0 else -q


def inertial(
    mass: float, com: ArrayLike = (0, 0, 0), inertia_at_com: ArrayLike = np.zeros((3, 3))
) -> Array:
    """The ten parameters about the body's frame, from mass, centre of mass and the inertia tensor
    about it.

    I = Ic + m (c'c 1 - c c'); a tensor may be given as its diagonal.

    Parameters
    ----------
    mass
        [kg]
    com
        (3,) centre of mass in the body's frame [m]
    inertia_at_com
        (3, 3) about the centre of mass [kg m^2], or its diagonal (3,)
    """
    c = np.asarray(com, dtype=float)
    Ic = np.asarray(inertia_at_com, dtype=float)
    if Ic.shape == (3,):
        Ic = np.diag(Ic)
    I = Ic + mass * (c @ c * np.eye(3) - np.outer(c, c))
    return np.array([mass, *(mass * c), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])


def to_inertia_tensor(p: ArrayLike) -> Array:
    """The 3x3 inertia tensor about the body's frame in the ten parameters."""
    xx, xy, yy, xz, yz, zz = np.asarray(p, dtype=float)[4:10]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def to_mass_com_inertia(p: ArrayLike) -> tuple[float, Array, Array]:
    """Inverse of `inertial`: mass, centre of mass, and the tensor about it (a massless body gives
    zeros)."""
    p = np.asarray(p, dtype=float)
    m = float(p[0])
    c = p[1:4] / m if m != 0 else np.zeros(3)
    return m, c, to_inertia_tensor(p) - m * (c @ c * np.eye(3) - np.outer(c, c))


def move_inertial(p: ArrayLike, R: ArrayLike, r: ArrayLike) -> Array:
    """The ten parameters seen from a frame in which the body's frame has rotation R and origin r.

    With h = m c:  h' = R h + m r,  I' = R I R' - [h'']x-terms, written with the second moments S =
                   1/2 tr(I) 1 - I,
    which move as S' = R S R' + R h r' + r (R h)' + m r r'.
    """
    p, R, r = np.asarray(p, dtype=float), np.asarray(R, dtype=float), np.asarray(r, dtype=float)
    m, h, I = p[0], R @ p[1:4], to_inertia_tensor(p)
    S = (
        R @ (0.5 * np.trace(I) * np.eye(3) - I) @ R.T
        + np.outer(h, r)
        + np.outer(r, h)
        + m * np.outer(r, r)
    )
    I = np.trace(S) * np.eye(3) - S
    return np.array([m, *(h + m * r), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])


def is_possible(p: ArrayLike, tolerance: float = 1e-6) -> bool:
    """Whether a body can have these ten parameters: a positive mass, and about its centre no
    negative second moment  S = 1/2 tr(Ic) 1 - Ic  (to `tolerance` of the largest)."""
    m, _, Ic = to_mass_com_inertia(p)
    if m <= 0.0:
        return False
    moments = np.linalg.eigvalsh(0.5 * np.trace(Ic) * np.eye(3) - Ic)
    return bool(moments[0] >= -tolerance * max(moments[-1], 0.0))


def snap_right_angles(x: ArrayLike) -> Array:
    """A rotation or an axis whose numbers are all 0, 1 or -1 to four digits, as rounded angles
    (1.5708) and quaternions leave them, with exactly these; else itself."""
    exact = np.round(np.asarray(x, dtype=float))
    return exact if np.abs(exact - x).max() <= FOUR_DIGITS else np.asarray(x, dtype=float)
