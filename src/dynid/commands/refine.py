"""Output error: the parameters whose rollout is nearest to the measured positions.

Gauss-Newton with the exact derivatives of the steps, from the values of the regression on. The
state in which the rollout starts is looked for as well; it is nobody's parameter. Where bodies are,
those of the robot's file are the prior, and every step ends at possible bodies:

    sum_j w_j^2 |q_j - qhat_j|^2 + f sum_k ((p_k - prior_k) / deviation_k)^2

in which f >= 1 counts residuals that are correlated in time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Ints
from dynid.commands.believed import Believed
from dynid.commands.free import Free
from dynid.commands.logs import CommandLog
from dynid.commands.plant import ParameterKind, Plant, Rollout, Values, jacobian, rollout
from dynid.errors import SimulationError

ROUNDS = 12
ENOUGH = 1e-5  # relative fall of the cost at which no further round is worth it
DAMPING = 1e-8  # of the scaled normal matrix, first; ten times more after a step that fails
TRIES = 5  # of a round, each damped more
NEAR = 0.025  # s: around a sample, for its velocity
FLOOR = 1e-7  # rad: residuals below this are round-off


@dataclass(frozen=True, eq=False)
class Slope:
    """The derivatives of one part's joints `at`: D (N, m, own + 2 m) by the parameters at the
    places `own` of the vector, then by the start state at the places `state` behind it."""

    at: Ints
    own: Ints
    state: Ints
    D: Array

    @property
    def J(self) -> Array:
        return self.D[:, :, : len(self.own)]


@dataclass(frozen=True, eq=False)
class Refined:
    """What output error found on samples first ... last - 1 of the log.

    residual   (N, n) measured less simulated
    start      (2, n) the state at the first sample
    slopes     dq / dparameter, part by part
    """

    values: Values
    done: Rollout
    start: Array
    residual: Array
    slopes: tuple[Slope, ...]
    rounds: int


def started(plant: Plant, log: CommandLog, first: int) -> Array:
    """The state (2, n) at a sample: position and velocity of a cubic through those around it. In
    steps that are not centred the velocity is that of half a step before."""
    around = max(3, min(6, int(NEAR / log.step)))
    low, high = max(0, first - around), min(len(log), first + around + 1)
    t = log.t[low:high] - log.t[first]
    scale = t[-1] - t[0]
    c = np.linalg.lstsq(np.vander(t / scale, 4, increasing=True), log.q[low:high], rcond=None)[0]
    x = 0.0 if plant.simulator.centred else -0.5 * plant.simulator.step / scale
    return np.array([c[0], (c[1] + 2 * c[2] * x + 3 * c[3] * x**2) / scale])


def derivatives(done: Rollout, free: Free) -> tuple[Slope, ...]:
    n, found = done.q.shape[1], []
    for k, part in enumerate(done.plant.parts):
        own, kinds, joints = free.of_part(part)
        each = np.arange(len(part.at))
        state = np.repeat([ParameterKind.START, ParameterKind.RATE], len(part.at))
        D = jacobian(done, k, np.concatenate([kinds, state]), np.concatenate([joints, each, each]))
        found.append(Slope(part.at, own, np.concatenate([part.at, n + part.at]), D))
    return tuple(found)


def normal(slopes: tuple[Slope, ...], r: Array, weight: Array, P: int) -> tuple[Array, Array]:
    """A = J'J and b = J'r, weighted, by parameters and start state."""
    size = P + 2 * r.shape[1]
    A, b = np.zeros((size, size)), np.zeros(size)
    for slope in slopes:
        W = (slope.D * weight[slope.at][:, None]).reshape(-1, slope.D.shape[2])
        places = np.concatenate([slope.own, P + slope.state])
        A[np.ix_(places, places)] += W.T @ W
        b[places] += W.T @ (r * weight)[:, slope.at].ravel()
    return A, b


def weights(r: Array) -> Array:
    """1 / deviation of each joint's residual."""
    return np.asarray(1.0 / np.maximum(np.sqrt((r**2).mean(axis=0)), FLOOR))


def refine(
    plant: Plant,
    log: CommandLog,
    values: Values,
    free: Free,
    first: int,
    last: int,
    enough: float = ENOUGH,
    rounds: int = ROUNDS,
) -> Refined:
    """The values nearest to samples first ... last - 1 of the log."""
    start, prior = started(plant, log, first), Believed.of(plant, free)
    done = rollout(plant, log, values, first, last, start)
    x = np.concatenate([free.vector(values), start.ravel()])
    n, P = len(log.joints), len(free)
    lower = np.concatenate([free.lower, np.full(2 * n, -np.inf)])
    measured, damping, count = log.q[first:last], DAMPING, 0
    slopes = derivatives(done, free)
    for _ in range(rounds):
        count += 1
        r = measured - done.q
        weight = weights(r)
        A, b = normal(slopes, r, weight, P)
        d, pull = prior.drawn(x[:P], r)
        A[range(P), range(P)] += d
        b[:P] += d * pull
        cost = float(((r * weight) ** 2).sum() + d @ pull**2)
        new, better = np.inf, None
        for _ in range(TRIES):
            y = np.maximum(x + prior.within(x, bounded(A, b, lower - x, damping)), lower)
            try:
                trial = rollout(
                    plant, log, free.put(values, y[:P]), first, last, y[P:].reshape(2, n)
                )
                new = float((((measured - trial.q) * weight) ** 2).sum())
                new += float(d @ (prior.p - y[:P]) ** 2)
            except SimulationError:
                new = np.inf
            if new < cost:
                better, damping = trial, max(0.1 * damping, DAMPING)
                break
            damping = max(damping, 1e-7) * 30.0
        if better is None:
            break
        x, done = y, better
        slopes = derivatives(done, free)
        if cost - new < enough * cost:
            break
    return Refined(
        free.put(values, x[:P]), done, x[P:].reshape(2, n), measured - done.q, slopes, count
    )


def bounded(A: Array, b: Array, lower: Array, damping: float) -> Array:
    """The step that minimises d'A d / 2 - b'd for d >= lower <= 0, with columns scaled to 1 and
    damped: an active set that only grows."""
    scale = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))
    H = A * scale * scale[:, None] + damping * np.eye(len(b))
    d, free = np.zeros(len(b)), np.ones(len(b), dtype=bool)
    for _ in range(len(b)):
        rhs = scale * b - H[:, ~free] @ (d[~free] / scale[~free])
        d[free] = scale[free] * np.linalg.solve(H[np.ix_(free, free)], rhs[free])
        beyond = free & (d < lower)
        if not beyond.any():
            break
        d[beyond] = lower[beyond]
        free &= ~beyond
    return d
