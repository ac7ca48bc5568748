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


def make_continuous(quaternion: ArrayLike) -> Array:
    """Sequences (N, ..., 4), normalised, without jumps of sign: D and -D are the same
    orientation."""
    D: Array = np.asarray(quaternion, dtype=float)
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


def to_rotations(quaternion: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3) of unit quaternions (..., 4)."""
    w, x, y, z = np.moveaxis(np.asarray(quaternion, dtype=float), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def multiply_quaternions(a: Array, b: Array) -> Array:
    """a b (..., 4): the rotation b, then a."""
    v, u = a[..., 1:], b[..., 1:]
    w = a[..., :1] * b[..., :1] - (v * u).sum(axis=-1, keepdims=True)
    return np.concatenate([w, a[..., :1] * u + b[..., :1] * v + np.cross(v, u)], axis=-1)


def invert_quaternion(a: Array) -> Array:
    """The rotation back."""
    back: Array = a * np.array([1.0, -1.0, -1.0, -1.0])
    return back


def turn(axis: ArrayLike, angle: ArrayLike) -> Array:
    """(..., 4) by angles (...) about a unit axis: cos(q/2), a sin(q/2). No jump through any number
    of turns."""
    half = 0.5 * np.asarray(angle, dtype=float)[..., None]
    return np.concatenate([np.cos(half), np.sin(half) * np.asarray(axis)], axis=-1)


def rate_map(D: Array) -> Array:
    """G (..., 3, 4), R* of Cheng's (8)."""
    w, x, y, z = np.moveaxis(D, -1, 0)
    rows = [[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def compute_angular_rates(D: Array, rate: Array, second: Array) -> tuple[Array, Array]:
    """omega and alpha (..., 3) in the axes of the body, of a quaternion, its rate and that one's
    rate."""
    G = rate_map(D)
    omega = 2.0 * np.einsum("...ij,...j->...i", G, rate)
    return omega, 2.0 * np.einsum("...ij,...j->...i", G, second)


def compute_quaternion_rates(D: Array, omega: Array, alpha: Array) -> tuple[Array, Array]:
    """Ddot = G' omega / 2 and Dddot = G' alpha / 2 - |omega|^2 D / 4: `compute_angular_rates`
    backwards."""
    G = rate_map(D)
    rate = 0.5 * np.einsum("...ji,...j->...i", G, omega)
    second = 0.5 * np.einsum("...ji,...j->...i", G, alpha)
    return rate, second - 0.25 * (omega**2).sum(axis=-1, keepdims=True) * D


def compute_angular_motion(t: ArrayLike, quaternion: ArrayLike) -> tuple[Array, Array]:
    """Angular velocity and acceleration (N, ..., 3) in the axes of the body, from orientations at
    times t, by quintic splines."""
    from scipy.interpolate import make_interp_spline

    times, D = np.asarray(t, dtype=float), make_continuous(quaternion)
    if times.shape != D.shape[:1] or len(times) < 7 or not np.all(np.diff(times) > 0):
        raise InputError(
            f"got {times.shape} times for {len(D)} orientations, expected as many, increasing, and"
            " at least 7."
        )
    spline = make_interp_spline(times, D, k=5, axis=0)
    return compute_angular_rates(D, spline(times, nu=1), spline(times, nu=2))
