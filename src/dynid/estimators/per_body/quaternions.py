"""Orientations as unit quaternions D = (w, x, y, z): no singularity, whatever the angle (Cheng
2022).

angular velocity in the axes of the body   omega = 2 G(D) Ddot,   alpha = 2 G(D) Dddot

G = [[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError


def continuous(quaternion: ArrayLike) -> Array:
    """Sequences (N, ..., 4), normalised, without jumps of sign: D and -D are the same
    orientation."""
    D = np.asarray(quaternion, dtype=float)
    if D.ndim < 2 or D.shape[-1] != 4 or not np.isfinite(D).all():
        raise InputError(
            f"quaternions: got an array of shape {D.shape}, expected finite numbers (N, ..., 4)."
        )
    norm = np.linalg.norm(D, axis=-1, keepdims=True)
    if not np.all(np.abs(norm - 1.0) < 0.01):
        raise InputError(
            "quaternions: some do not have the length 1; expected unit quaternions (w, x, y, z)."
        )
    D = D / norm
    flips = np.where((D[1:] * D[:-1]).sum(axis=-1) < 0, -1.0, 1.0)
    D[1:] *= np.cumprod(flips, axis=0)[..., None]
    return D


def rotations(quaternion: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3) of unit quaternions (..., 4)."""
    w, x, y, z = np.moveaxis(np.asarray(quaternion, dtype=float), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def angular_motion(t: ArrayLike, quaternion: ArrayLike) -> tuple[Array, Array]:
    """Angular velocity and acceleration (N, ..., 3) in the axes of the body, from orientations at
    times t, by quintic splines."""
    from scipy.interpolate import make_interp_spline

    times, D = np.asarray(t, dtype=float), continuous(quaternion)
    if times.shape != D.shape[:1] or len(times) < 7 or not np.all(np.diff(times) > 0):
        raise InputError(
            f"got {times.shape} times for {len(D)} orientations, expected as many, increasing, and"
            " at least 7."
        )
    spline = make_interp_spline(times, D, k=5, axis=0)
    G = _rate_map(D)
    omega = 2.0 * np.einsum("...ij,...j->...i", G, spline(times, nu=1))
    return omega, 2.0 * np.einsum("...ij,...j->...i", G, spline(times, nu=2))


def _rate_map(D: Array) -> Array:
    w, x, y, z = np.moveaxis(D, -1, 0)
    rows = [[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
