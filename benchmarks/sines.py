"""Sums of sines as exact motion, and data sets of them: shared by benchmarks and tests."""

from __future__ import annotations

import numpy as np

import dynid as di
from dynid.arrays import Array

Motion = tuple[Array, Array, Array]


def sines(t: Array, a: Array, w: Array, c: Array) -> Motion:
    """q = sum_k a_k sin(w_k t + c_k), qd and qdd (N, joints), for a, w, c (joints, waves)."""
    waves = t[:, None, None] * w + c
    q, qd, qdd = a * np.sin(waves), a * w * np.cos(waves), -a * w**2 * np.sin(waves)
    return q.sum(axis=2), qd.sum(axis=2), qdd.sum(axis=2)


def random_sines(
    rng: np.random.Generator,
    t: Array,
    joints: int,
    waves: int,
    slowest: float,
    size: tuple[float, float],
    apart: float = 0.2,
) -> Motion:
    """Waves of 1, 2, ... times the slowest (Hz), each off by a random part of up to `apart`."""
    a, w, c = (np.zeros((joints, waves)) for _ in range(3))
    for j in range(joints):
        for k in range(waves):
            w[j, k] = 2 * np.pi * slowest * (k + 1) * rng.uniform(1 - apart, 1 + apart)
            a[j, k], c[j, k] = rng.uniform(*size), rng.uniform(0, 6)
    return sines(t, a, w, c)


def dataset(
    model: di.Model, t: Array, motion: Motion, tau: Array, cutoff: float | None = None
) -> di.Dataset:
    """Every sample counts."""
    q, qd, qdd = motion
    return di.Dataset(
        model,
        t=t,
        q=q,
        qd=qd,
        qdd=qdd,
        tau=tau,
        log=np.zeros(len(t)),
        use=np.ones(q.shape, dtype=bool),
        rate=1.0 / (t[1] - t[0]),
        cutoff=cutoff,
        sources=("made",),
    )
