"""Sequential quadratic programming with a trust region, for a smooth criterion under many limits,
most of them idle.

Each step solves, by Clarabel,

    min  g'd + d'Bd/2 + mu t   s.t.  excess + J d <= t,  t >= 0,  |d| <= radius

over the limits that are near. B is Powell's damped BFGS matrix of the Lagrangian; t lets a start
outside the limits in,
and  phi = f + mu max(0, excess)  decides about the step. A step to where the loops do not close is
     refused as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.convex import solve_convex
from dynid.errors import LoopClosureError
from dynid.excite.optimisation import Optimisation, Values

SMALLEST_RADIUS = 1e-6
LARGEST_RADIUS = 2.0
LARGEST_PENALTY = 1e6
TAKEN = 0.01  # a step is taken if this share of its promise comes true
# stop where the model promises less: a criterion is a logarithm, and this is 0.001 % of it
ENOUGH = 1e-5


@dataclass
class Progress:
    """Where an optimisation stands."""

    values: Values
    f: float
    iterations: int = 0
    converged: bool = False


def minimise(
    problem: Optimisation, start: Values, iterations: int, stop: Callable[[float], bool]
) -> Progress:
    """Run from a start until converged, out of iterations, or stop(criterion) says so."""
    f, g = problem.gradient(start)
    at = Progress(start, f)
    B, fresh = np.eye(problem.size), True
    radius, mu = 0.2, 1.0 if problem.held.guard is None else 10.0
    rows = problem.watched(start)
    J = problem.jacobian(start, rows)
    while at.iterations < iterations and np.isfinite(at.f) and not stop(at.f):
        at.iterations += 1
        d, t, dual, mu = penalised_step(g, B, J, rows.excess, mu, radius)
        phi = at.f + mu * max(0.0, at.values.excess)
        promised = float(phi - (at.f + g @ d + 0.5 * d @ B @ d) - mu * t)
        if promised < ENOUGH and (np.abs(d).max() < 0.5 * radius or radius < 1e-3):
            at.converged = True
            break
        trial = attempt(problem, at.values.x + d, mu)
        if phi - trial.phi < 0.1 * promised and trial.values is not None:
            # limits bend away from the step: aim again, with what they are where it led
            again = step(g, B, J, trial.values.at(rows) - J @ d, mu, radius)[0]
            second = attempt(problem, at.values.x + again, mu)
            trial, d = (second, again) if second.phi < trial.phi else (trial, d)
        share = (phi - trial.phi) / max(promised, 1e-12)
        radius = resized(radius, share, np.abs(d).max() > 0.9 * radius)
        if share < TAKEN or trial.values is None:
            if radius < SMALLEST_RADIUS:
                break
            continue
        pull = problem.change(trial.values, rows, J, dual)
        B, fresh = update(B, d, trial.g - g + pull, fresh), False
        at.values, at.f, g = trial.values, trial.f, trial.g
        rows = problem.watched(at.values)
        J = problem.jacobian(at.values, rows)
    return at


def penalised_step(
    g: Array, B: Array, J: Array, excess: Array, mu: float, radius: float
) -> tuple[Array, float, Array, float]:
    """d, t, the multipliers, and mu: raised as long as the limits give way to the criterion, and
    raising helps."""
    d, t, dual = step(g, B, J, excess, mu, radius)
    while t > 1e-7 and mu < LARGEST_PENALTY:
        harder = step(g, B, J, excess, 4.0 * mu, radius)
        if harder[1] > 0.9 * t:  # out of reach of this radius
            break
        mu, (d, t, dual) = 4.0 * mu, harder
    return d, t, dual, mu


def resized(radius: float, share: float, at_edge: bool) -> float:
    """The next radius, for the share of the promised gain that came true."""
    if share < TAKEN:
        return 0.3 * radius
    if share < 0.2:
        return 0.5 * radius
    return min(2.0 * radius, LARGEST_RADIUS) if share > 0.6 and at_edge else radius


@dataclass(frozen=True, eq=False)
class Trial:
    """A tried step; no values where the loops do not close."""

    values: Values | None
    f: float
    g: Array
    phi: float


def attempt(problem: Optimisation, x: Array, mu: float) -> Trial:
    try:
        values = problem.values(x)
    except LoopClosureError:
        return Trial(None, np.inf, np.zeros_like(x), np.inf)
    f, g = problem.gradient(values)  # most steps are taken: no cheaper look before
    return Trial(values, f, g, f + mu * max(0.0, values.excess))


def step(
    g: Array, B: Array, J: Array, excess: Array, mu: float, radius: float
) -> tuple[Array, float, Array]:
    """d, t and the multipliers of the limits."""
    n, m = len(g), len(excess)
    # of (d, t):  t - J d >= excess,  t >= 0,  |d| <= radius
    P, G = np.zeros((n + 1, n + 1)), np.zeros((m + 1 + 2 * n, n + 1))
    P[:n, :n] = B
    G[:m, :n], G[: m + 1, n] = -J, 1.0
    G[m + 1 : m + 1 + n, :n], G[m + 1 + n :, :n] = np.eye(n), -np.eye(n)
    h = np.concatenate([excess, [0.0], np.full(2 * n, -radius)])
    found = solve_convex(n + 1, P=P, q=np.append(g, mu), above=(G, h))
    if not np.isfinite(found.x).all():
        return np.zeros(n), max(0.0, float(excess.max(initial=0.0))), np.zeros(m)
    d, t = np.clip(found.x[:n], -radius, radius), max(0.0, float(found.x[n]))
    return d, t, np.maximum(found.above[:m], 0.0)


def update(B: Array, s: Array, y: Array, fresh: bool) -> Array:
    """Powell's damped BFGS: B stays positive definite."""
    if fresh and s @ y > 0:
        B = B * float(np.clip((y @ y) / (s @ y), 1e-3, 1e3))
    Bs = B @ s
    sBs, sy = s @ Bs, s @ y
    if sBs < 1e-18:
        return B
    if sy < 0.2 * sBs:  # bend y towards B s, until s'y = 0.2 s'Bs
        y = y + (0.2 * sBs - sy) / (sBs - sy) * (Bs - y)
        sy = s @ y
    return np.asarray(B - np.outer(Bs, Bs) / sBs + np.outer(y, y) / sy)
