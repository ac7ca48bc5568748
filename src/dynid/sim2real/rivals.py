"""Simple rivals of a fitted simulator: models without a robot, that every fit must beat.

    delay    q(t) = qcmd(t - delay) + bias
    lag      T dq/dt = qcmd(t - delay) + bias - q,   a first-order lag

Each has its own numbers for every joint, from the training part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.sim2real.rollout import RolloutSegment

DELAY, LAG = "delay and bias", "first-order lag"
DELAYS, CONSTANTS = 6, (0.003, 0.3, 6)  # tried; of time constants the ends [s] and their number
SETTLED = 3e-4  # s, and relative, of the search from the best of these on


@dataclass(frozen=True, eq=False)
class Rival:
    """A model of each joint: delay [s], time constant [s] (0: none), bias."""

    name: str
    delay: Array
    constant: Array
    bias: Array

    def predict(self, segment: RolloutSegment) -> Array:
        """(N, n) positions of a segment, from its first sample on."""
        columns = [
            _follow(segment, j, d, T) + b
            for j, (d, T, b) in enumerate(zip(self.delay, self.constant, self.bias))
        ]
        return np.column_stack(columns)

    def compute_error(self, segment: RolloutSegment) -> float:
        """RMSE."""
        return float(np.sqrt(((self.predict(segment) - segment.q) ** 2).mean()))


def fit_rivals(segments: Sequence[RolloutSegment]) -> tuple[Rival, ...]:
    """The models that are nearest to some segments."""
    joints = range(segments[0].q.shape[1])
    found = []
    for name, with_lag in ((DELAY, False), (LAG, True)):
        numbers = np.array([_fit_joint(segments, j, with_lag) for j in joints])
        found.append(Rival(name, *numbers.T))
    return tuple(found)


def _fit_joint(
    segments: Sequence[RolloutSegment], j: int, with_lag: bool
) -> tuple[float, float, float]:
    """Delay, time constant and bias."""
    from scipy.optimize import minimize

    longest = segments[0].plant.drive.longest
    first, last, count = CONSTANTS
    constants = np.geomspace(first, last, count) if with_lag else np.zeros(1)

    def compute_rest(d: float, T: float) -> Array:
        rest = [segment.q[:, j] - _follow(segment, j, d, T) for segment in segments]
        return np.concatenate(rest)

    def compute_cost(x: Array) -> float:
        d, T = float(x[0]), float(np.exp(x[1])) if with_lag else 0.0
        return float(compute_rest(d, T).std()) if 0 <= d <= longest else np.inf

    tried = [
        (float(compute_rest(d, T).std()), d, T)
        for d in np.linspace(0.0, longest, DELAYS)
        for T in constants
    ]
    _, d, T = min(tried)
    start = np.array([d, np.log(T)]) if with_lag else np.array([d])
    steps = np.array([0.2 * longest / DELAYS, 0.2])[: len(start)]
    simplex = np.vstack([start, start + np.diag(steps)])
    options = {"initial_simplex": simplex, "xatol": SETTLED, "fatol": SETTLED * min(tried)[0]}
    best = minimize(compute_cost, start, method="Nelder-Mead", options=options).x
    if compute_cost(best) <= min(tried)[0]:
        d, T = float(best[0]), float(np.exp(best[1])) if with_lag else 0.0
    return d, T, float(compute_rest(d, T).mean())


def _follow(segment: RolloutSegment, j: int, delay: float, constant: float) -> Array:
    """qcmd(t - delay) of a joint at the samples of a segment, held; through a lag that starts where
    the joint is."""
    from scipy.signal import lfilter

    log, t = segment.log, segment.t
    at = np.clip(np.searchsorted(log.t, t - delay + 1e-9, side="right") - 1, 0, len(log) - 1)
    u = log.qcmd[at, j]
    if segment.plant.drive.between == "linear":
        u = np.interp(t - delay, log.t, log.qcmd[:, j])
    if constant <= 0.0:
        return np.asarray(u)
    # over a step: q <- u + (q - u) fade
    fade = float(np.exp(-segment.step / constant))
    y, _ = lfilter([1.0 - fade], [1.0, -fade], u[:-1], zi=[fade * segment.q[0, j]])
    return np.concatenate([segment.q[:1, j], y])
