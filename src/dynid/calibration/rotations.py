"""Rotation vectors, many at a time."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array

SMALL = 1e-6  # rad: below, series are exact to round-off


def make_skews(a: Array) -> Array:
    """[a]x (..., 3, 3) of vectors (..., 3)."""
    out = np.zeros((*a.shape, 3))
    out[..., 0, 1], out[..., 0, 2], out[..., 1, 2] = -a[..., 2], a[..., 1], -a[..., 0]
    out[..., 1, 0], out[..., 2, 0], out[..., 2, 1] = a[..., 2], -a[..., 1], a[..., 0]
    return out


def make_rotation(phi: Array) -> Array:
    """exp([phi]x) (..., 3, 3): 1 + sin t / t [phi] + (1 - cos t) / t^2 [phi]^2, t = |phi|."""
    K, t = make_skews(phi), np.linalg.norm(phi, axis=-1)[..., None, None]
    a, b = np.sinc(t / np.pi), 0.5 * np.sinc(t / (2 * np.pi)) ** 2
    return np.asarray(np.eye(3) + a * K + b * (K @ K))


def compute_rotation_vector(R: Array) -> Array:
    """The phi (..., 3) of `make_rotation`, shorter than pi."""
    v = 0.5 * np.stack(
        [R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], -1
    )
    sine, cosine = np.linalg.norm(v, axis=-1), 0.5 * (np.trace(R, axis1=-2, axis2=-1) - 1.0)
    angle = np.arctan2(sine, cosine)
    phi = v * np.where(sine > SMALL, angle / np.maximum(sine, SMALL), 1.0)[..., None]
    for k in np.argwhere((sine <= 1e-4) & (cosine < 0.0)):  # half turns: the axis by R + 1
        columns = R[tuple(k)] + np.eye(3)
        axis = columns[:, int(np.linalg.norm(columns, axis=0).argmax())]
        phi[tuple(k)] = angle[tuple(k)] * axis / np.linalg.norm(axis)
    return np.asarray(phi)


def make_right_jacobian(phi: Array) -> Array:
    """J (..., 3, 3) with exp([phi + d]x) = exp([phi]x) exp([J d]x):
    1 - (1 - cos t) / t^2 [phi] + (t - sin t) / t^3 [phi]^2."""
    K, t = make_skews(phi), np.linalg.norm(phi, axis=-1)[..., None, None]
    b = 0.5 * np.sinc(t / (2 * np.pi)) ** 2
    safe = np.maximum(t, 1e-3)
    c = np.where(t > 1e-3, (safe - np.sin(safe)) / safe**3, 1.0 / 6.0 - t**2 / 120.0)
    return np.asarray(np.eye(3) - b * K + c * (K @ K))


def find_nearest_rotation(M: Array) -> Array:
    """The rotation with the largest tr(R' M)."""
    U, _, V = np.linalg.svd(M)
    return np.asarray(U @ np.diag([1.0, 1.0, np.linalg.det(U @ V)]) @ V)
