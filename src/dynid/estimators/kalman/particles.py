"""The particle filter's way over a recording.

K states are carried through the equations of motion, each with its own disturbed torque; at a
sample each counts by the likelihood of the measured positions,

    w_i ~ prod_j exp(-(y_j - q_ij)^2 / (2 R_j))

Where too few of them count, they are drawn again by their weights and spread, mean and covariance
as they were (Liu and West 2001):

    x_i <- mean + a (x_i - mean) + sqrt(1 - a^2) C^(1/2) normal

With positions as exact as an encoder's, one sample would leave one particle: its likelihood is then
taken in several steps, in each of which half of the particles count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.estimators.kalman.passes import Noises, Plant, Sweep
from dynid.estimators.kalman.recording import Recording

SHRUNK = 0.98  # a
COUNTING = 0.5  # of the particles, in each step
COPIES = 1e-9  # of the deviations at the start: below, no cloud is left
STEPS = 60  # of one sample, at most: more and the particles are nowhere near what was measured


@dataclass(frozen=True, eq=False)
class Cloud:
    """(K, nx) particles, their weights (K,) of sum 1."""

    X: Array
    w: Array
    rng: np.random.Generator

    @classmethod
    def alike(cls, X: Array, rng: np.random.Generator) -> Cloud:
        return cls(X, np.full(len(X), 1.0 / len(X)), rng)

    def moments(self) -> tuple[Array, Array]:
        mean = self.w @ self.X
        D = self.X - mean
        return mean, (D.T * self.w) @ D / (1.0 - float(self.w @ self.w))

    def renewed(self) -> Cloud:
        """Drawn again by their weights (systematic resampling), and spread."""
        K, (mean, C) = len(self.w), self.moments()
        at = np.searchsorted(np.cumsum(self.w), (self.rng.uniform() + np.arange(K)) / K)
        size = np.sqrt(np.diag(C))
        size = np.where(size > 0, size, 1.0)
        value, U = np.linalg.eigh(C / size / size[:, None])
        root = size[:, None] * U * np.sqrt(np.maximum(value, 0.0))
        noise = self.rng.normal(size=self.X.shape) @ root.T
        away = SHRUNK * (self.X[np.minimum(at, K - 1)] - mean)
        return Cloud.alike(mean + away + np.sqrt(1.0 - SHRUNK**2) * noise, self.rng)


def sweep_particles(
    plant: Plant,
    recording: Recording,
    x: Array,
    P: Array,
    noises: Noises,
    count: int,
    seed: int,
) -> Sweep:
    """Over the recording once, from `count` particles around x."""
    t, q, tau, n = recording.t, recording.q, recording.tau, len(plant.joints)
    rng, rough = np.random.default_rng(seed), noises.rougher(len(recording.t))
    cloud = Cloud.alike(rng.multivariate_normal(x, P, size=count, method="eigh"), rng)
    innovations, total = np.empty((len(t) - 1, n)), 0.0
    states, variances = np.empty((2, len(t) - 1, len(x)))
    for k in range(1, len(t)):
        dt, du = float(t[k] - t[k - 1]), (1.0 - noises.held) * (tau[k] - tau[k - 1])
        u = tau[k - 1] + np.sqrt(rough[k - 1] * noises.torque) * rng.normal(size=(count, n))
        X = cloud.X.copy()
        with np.errstate(all="ignore"):
            X[:, : 2 * n] = flown(plant, X, u, du, dt)
        X[:, 2 * n :] += np.sqrt(noises.drift * dt) * rng.normal(size=(count, len(x) - 2 * n))
        alive = np.asarray(np.isfinite(X).all(axis=1))
        if alive.sum() < COUNTING * count:
            lost = np.full(len(x), np.nan)
            return Sweep(lost, P, innovations, states, variances, total, k)
        w = np.where(alive, cloud.w, 0.0)
        cloud = Cloud(np.where(alive[:, None], X, cloud.X), w / w.sum(), rng)
        mean, C = cloud.moments()
        S = np.diag(C)[:n] + noises.position
        innovations[k - 1] = (q[k] - mean[:n]) / np.sqrt(S)
        total -= 0.5 * float(np.sum(innovations[k - 1] ** 2 + np.log(2.0 * np.pi * S)))
        cloud = _corrected(cloud, q[k], noises.position)
        mean, C = cloud.moments()
        if (np.diag(C) <= COPIES**2 * np.diag(P)).any():  # they have become copies of a few
            return Sweep(mean, C, innovations, states, variances, total, k)
        states[k - 1], variances[k - 1] = mean, np.diag(C)
    mean, C = cloud.moments()
    return Sweep(mean, C, innovations, states, variances, total, 0)


def flown(plant: Plant, X: Array, U: Array, du: Array, dt: float) -> Array:
    """[q, v] after dt; particles that no robot can be are nan, and do not stop the others."""
    Y = plant.flow_many(X, U, du, dt)
    if np.isfinite(Y).any() or len(X) == 1:
        return Y
    half = len(X) // 2
    return np.vstack([flown(plant, X[s], U[s], du, dt) for s in (slice(half), slice(half, None))])


def _corrected(cloud: Cloud, y: Array, R: Array) -> Cloud:
    left = 1.0
    for _ in range(STEPS):
        # log w of the whole likelihood
        gain = -0.5 * ((y - cloud.X[:, : len(y)]) ** 2 / R).sum(axis=1)
        gain -= gain.max()
        part = _share(cloud.w, gain, left)
        w = cloud.w * np.exp(part * gain)
        cloud, left = Cloud(cloud.X, w / w.sum(), cloud.rng), left - part
        if left <= 0.0:
            break
        cloud = cloud.renewed()
    return cloud


def _counting(weights: Array) -> float:
    """(sum w)^2 / sum w^2: how many of the particles count."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _share(w: Array, gain: Array, left: float) -> float:
    """The largest part of the likelihood, of what is left, with which enough particles count."""
    if _counting(w * np.exp(left * gain)) >= COUNTING * len(w):
        return left
    low, high = 0.0, left
    for _ in range(30):
        middle = 0.5 * (low + high)
        enough = _counting(w * np.exp(middle * gain)) >= COUNTING * len(w)
        low, high = (middle, high) if enough else (low, middle)
    return low
