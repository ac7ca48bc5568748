"""The filters' steps from sample to sample, for any plant; for one joint the same, compiled, is
kernels.sweep."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.estimators.kalman import kernels
from dynid.estimators.kalman.passes import Noises, Plant, Sweep
from dynid.estimators.kalman.recording import Recording


def extended(
    plant: Plant, x: Array, P: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    # x' = f(x), P' = Phi P Phi' + Gamma Q Gamma'
    y, S = plant.flow(x, u0, u1, dt)
    x[: len(y)] = y
    return x, kernels.propagate(P, S, noises.torque, noises.drift * dt)


def unscented(
    plant: Plant, x: Array, P: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    X, U, positive = kernels.sigma_points(x, P, u0, noises.torque)
    if not positive:
        return x, np.full_like(P, -1.0)
    X[:, : 2 * len(u0)] = plant.flow_many(X, U, u1 - u0, dt)
    x, P = kernels.moments(X, noises.drift * dt)
    return x, P


class Step(NamedTuple):
    """x and P after a sample, the normalised innovation, what it adds to the log-likelihood; and
    whether x and P are sound: where not, the filter is lost."""

    x: Array
    P: Array
    innovation: Array
    gain: float
    sound: bool


def step(
    plant: Plant,
    scattered: bool,
    state: tuple[Array, Array],
    torques: tuple[Array, Array],
    dt: float,
    q: Array,
    noises: Noises,
) -> Step:
    """From one sample to the next: torques of both, the positions of the second; `scattered`: the
    unscented filter."""
    before, now = torques
    u1 = now + noises.held * (before - now)
    predict = unscented if scattered else extended
    with np.errstate(all="ignore"):
        x, P = predict(plant, *state, before, u1, dt, noises)
    if not kernels.sound(x, P):
        return Step(x, P, np.full(len(q), np.nan), 0.0, False)
    innovation, gain = kernels.update(x, P, q, noises.position)
    return Step(x, P, innovation, gain, True)


def step_by_step(
    plant: Plant, scattered: bool, recording: Recording, x: Array, P: Array, noises: Noises
) -> Sweep:
    """Over the recording once."""
    t, q, tau = recording.t, recording.q, recording.tau
    rough = noises.rougher(len(t))
    innovations, total = np.empty((len(t) - 1, q.shape[1])), 0.0
    states, variances = np.empty((2, len(t) - 1, len(x)))
    for k in range(1, len(t)):
        now = replace(noises, torque=rough[k - 1] * noises.torque)
        done = step(plant, scattered, (x, P), (tau[k - 1], tau[k]), t[k] - t[k - 1], q[k], now)
        x, P = done.x, done.P
        if not done.sound:
            return Sweep(x, P, innovations, states, variances, total, k)
        innovations[k - 1] = done.innovation
        total += done.gain
        states[k - 1], variances[k - 1] = x, np.diag(P)
    return Sweep(x, P, innovations, states, variances, total, 0)
