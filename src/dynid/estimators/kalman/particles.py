"""The particle filter's way over a recording: a mixture of Kalman filters (Chen and Liu 2000).

A cloud of bare states cannot cover the tens of parameters of a robot: it has to be drawn again a
thousand times, loses some of its spread each time, and ends as copies of one particle. Near a state
the equations of motion are linear in parameters, velocities and torques, so that part need not be
drawn: each particle carries a normal distribution about itself (Rao-Blackwell). Of the start's
covariance P the particles are drawn by one half, and carry the other,

    x_i ~ N(x, P / 2),   each with C = P / 2,

they go through the equations of motion each for itself, C by the slopes at their mean; a measured
position corrects each and counts it by how likely it made the position:

    E = C_qq + R,   w_i <- w_i N(y - q_i; 0, E),   x_i <- x_i + C_q E^-1 (y - q_i)

Where too few count, they are drawn again by their weights. In a linear system this is Kalman's
filter, for any number of particles but for the chance in their mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import dynid._native as native
from dynid.arrays import Array, make_random_generator
from dynid.estimators.kalman.passes import FilterModel, Noises, Sweep
from dynid.estimators.kalman.recording import Recording

DRAWN = 0.5  # of the start's covariance: what the particles scatter by
COUNTING = 0.5  # of the particles: where fewer count, they are drawn again


@dataclass(frozen=True, eq=False)
class Cloud:
    """(K, nx) particles, their weights (K,) of sum 1, and C (nx, nx) about each."""

    X: Array
    w: Array
    C: Array

    @property
    def mean(self) -> Array:
        return np.asarray(self.w @ self.X)

    @property
    def covariance(self) -> Array:
        D = self.X - self.mean
        return np.asarray(self.C + (D.T * self.w) @ D)

    @property
    def counting(self) -> float:
        """1 / sum w^2: how many of the particles count."""
        return float(1.0 / np.sum(self.w**2))

    def resample(self, rng: np.random.Generator) -> Cloud:
        """Drawn again by their weights (systematic resampling)."""
        K = len(self.w)
        at = np.searchsorted(np.cumsum(self.w), (rng.uniform() + np.arange(K)) / K)
        return Cloud(self.X[np.minimum(at, K - 1)], np.full(K, 1.0 / K), self.C)


def sweep_particles(
    plant: FilterModel,
    recording: Recording,
    x: Array,
    P: Array,
    noises: Noises,
    count: int,
    seed: int,
) -> Sweep:
    """Over the recording once, from `count` particles around x."""
    t, q, tau, n = recording.t, recording.q, recording.tau, len(plant.joints)
    rng, rough = make_random_generator(seed), noises.roughen(len(recording.t))
    X = rng.multivariate_normal(x, DRAWN * P, size=count, method="eigh")
    cloud = Cloud(X, np.full(count, 1.0 / count), (1.0 - DRAWN) * P)
    innovations, total = np.empty((len(t) - 1, n)), 0.0
    states, variances = np.empty((2, len(t) - 1, len(x)))
    for k in range(1, len(t)):
        u1 = tau[k] + noises.held * (tau[k - 1] - tau[k])
        torque = rough[k - 1] * noises.torque
        with np.errstate(all="ignore"):
            cloud = _move_cloud(
                plant, cloud, (tau[k - 1], u1), float(t[k] - t[k - 1]), torque, noises
            )
        if not native.is_valid_state(cloud.mean, cloud.C):
            return Sweep(cloud.mean, P, innovations, states, variances, total, k)
        mean, S = cloud.mean, np.diag(cloud.covariance)[:n] + noises.position
        innovations[k - 1] = (q[k] - mean[:n]) / np.sqrt(S)
        cloud, gain = _correct_weights(cloud, q[k], noises.position)
        total += gain
        if cloud.counting < COUNTING * count:
            cloud = cloud.resample(rng)
        states[k - 1], variances[k - 1] = cloud.mean, np.diag(cloud.covariance)
    return Sweep(cloud.mean, cloud.covariance, innovations, states, variances, total, 0)


def _move_cloud(
    plant: FilterModel,
    cloud: Cloud,
    u: tuple[Array, Array],
    dt: float,
    torque: Array,
    noises: Noises,
) -> Cloud:
    """After dt; what no robot can be counts no more. nan where that is every particle."""
    n = len(u[0])
    X, w = cloud.X.copy(), cloud.w
    X[:, : 2 * n] = integrate_particles(plant, X, np.tile(u[0], (len(X), 1)), u[1] - u[0], dt)
    alive = np.isfinite(X).all(axis=1)
    if not alive.all():
        w = np.where(alive, w, 0.0) / max(float(w[alive].sum()), 1e-300)
        X[~alive] = cloud.X[~alive] if alive.any() else np.nan
    _, slopes = plant.integrate(cloud.mean, *u, dt)
    C = cloud.C.copy()
    native.kalman_propagate(C, slopes, torque, noises.drift, dt)
    return Cloud(X, w, C)


def integrate_particles(plant: FilterModel, X: Array, U: Array, du: Array, dt: float) -> Array:
    """[q, v] after dt; particles that no robot can be are nan, and do not stop the others."""
    Y = plant.integrate_many(X, U, du, dt)
    if np.isfinite(Y).any() or len(X) == 1:
        return Y
    half = len(X) // 2
    return np.vstack(
        [integrate_particles(plant, X[s], U[s], du, dt) for s in (slice(half), slice(half, None))]
    )


def _correct_weights(cloud: Cloud, y: Array, R: Array) -> tuple[Cloud, float]:
    """With measured positions, and what they add to the log-likelihood."""
    n = len(y)
    E = cloud.C[:n, :n] + np.diag(R)
    e = y - cloud.X[:, :n]
    solved = np.linalg.solve(E, e.T).T
    C = cloud.C.copy()
    native.kalman_update(cloud.mean, C, y, R, np.empty(n))
    log = -0.5 * (e * solved).sum(axis=1)
    most = float(log.max())
    w = cloud.w * np.exp(log - most)
    size = 0.5 * (np.linalg.slogdet(E)[1] + n * np.log(2.0 * np.pi))
    gain = float(np.log(w.sum())) + most - float(size)
    return Cloud(cloud.X + solved @ cloud.C[:, :n].T, w / w.sum(), C), gain
