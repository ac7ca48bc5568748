"""The filters' steps from sample to sample, for any plant; for one joint `kernels.sweep` is the
same, compiled, of the extended and the unscented rule."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.estimators.kalman.passes import FilterModel, Noises, Sweep
from dynid.estimators.kalman.recording import Recording
from dynid.estimators.kalman.rules import RULES


class FilterStep(NamedTuple):
    """x and P after a sample, as the rule carries P, the normalised innovation, what it adds to the
    log-likelihood; and whether x and P are sound: where not, the filter is lost."""

    x: Array
    P: Array
    innovation: Array
    gain: float
    sound: bool


def step(
    plant: FilterModel,
    rule: str,
    state: tuple[Array, Array],
    torques: tuple[Array, Array],
    dt: float,
    q: Array,
    noises: Noises,
) -> FilterStep:
    """From one sample to the next: torques of both, the positions of the second; `rule`: of
    RULES."""
    before, now = torques
    u1 = now + noises.held * (before - now)
    filtering = RULES[rule]
    with np.errstate(all="ignore"):
        x, P = filtering.predict(plant, *state, before, u1, dt, noises)
    if not filtering.is_sound(x, P):
        return FilterStep(x, P, np.full(len(q), np.nan), 0.0, False)
    x, P, innovation, gain = filtering.correct(x, P, q, noises.position)
    return FilterStep(x, P, innovation, gain, True)


def step_by_step(
    plant: FilterModel, rule: str, recording: Recording, x: Array, P: Array, noises: Noises
) -> Sweep:
    """Over the recording once."""
    t, q, tau, filtering = recording.t, recording.q, recording.tau, RULES[rule]
    rough = noises.roughen(len(t))
    innovations, total = np.empty((len(t) - 1, q.shape[1])), 0.0
    states, variances = np.empty((2, len(t) - 1, len(x)))
    P = filtering.begin(P)
    for k in range(1, len(t)):
        now = replace(noises, torque=rough[k - 1] * noises.torque)
        done = step(plant, rule, (x, P), (tau[k - 1], tau[k]), t[k] - t[k - 1], q[k], now)
        x, P = done.x, done.P
        if not done.sound:
            P = filtering.to_covariance(P)
            return Sweep(x, P, innovations, states, variances, total, k)
        innovations[k - 1] = done.innovation
        total += done.gain
        states[k - 1], variances[k - 1] = x, filtering.to_variances(P)
    return Sweep(x, filtering.to_covariance(P), innovations, states, variances, total, 0)
