"""Sequential quadratic programming with a trust region, for a smooth criterion under many limits,
most of them idle.

Each step solves (`quadratic`)

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
from dynid.errors import LoopClosureError
from dynid.excitation.optimisation import ActiveLimitRows, LimitValues, Optimisation
from dynid.excitation.quadratic import step

SMALLEST_RADIUS = 1e-6
LARGEST_RADIUS = 2.0
AGAIN = 0.02  # radius, at least, of a descent that is resumed
LARGEST_PENALTY = 1e6
TAKEN = 0.01  # a step is taken if this share of its promise comes true
# stop where the model promises less: a criterion is a logarithm, and this is 0.001 % of it
ENOUGH = 1e-5


@dataclass
class Descent:
    """Where an optimisation stands, with all that it needs to go on."""

    values: LimitValues
    f: float
    g: Array
    B: Array
    rows: ActiveLimitRows
    J: Array
    mu: float
    radius: float = 0.2
    fresh: bool = True  # B knows no curvature yet
    iterations: int = 0
    ended: bool = False  # converged, or no step helps

    @property
    def merit(self) -> float:
        """phi: what a step is to make smaller."""
        return self.f + self.mu * max(0.0, self.values.excess)


def begin(problem: Optimisation, start: LimitValues) -> Descent:
    f, g = problem.evaluate_with_gradient(start)
    rows = problem.select_rows(start)
    mu = 1.0 if problem.held.guard is None else 10.0
    return Descent(
        start, f, g, np.eye(problem.size), rows, problem.compute_jacobian(start, rows), mu
    )


def advance(
    problem: Optimisation, at: Descent, iterations: int, stop: Callable[[float], bool]
) -> None:
    """Go on until converged, for so many iterations in all, or until stop(criterion) says so."""
    while not at.ended and at.iterations < iterations and np.isfinite(at.f) and not stop(at.f):
        at.iterations += 1
        g, B, J, rows = at.g, at.B, at.J, at.rows
        d, t, dual, at.mu = solve_penalised_step(g, B, J, rows.excess, at.mu, at.radius)
        phi = at.merit
        promised = float(phi - (at.f + g @ d + 0.5 * d @ B @ d) - at.mu * t)
        if promised < ENOUGH and (np.abs(d).max() < 0.5 * at.radius or at.radius < 1e-3):
            at.ended = True
            break
        trial = attempt(problem, at.values.x + d, at.mu)
        if phi - trial.phi < 0.1 * promised and trial.values is not None:
            # limits bend away from the step: aim again, with what they are where it led
            again = step(g, B, J, trial.values.select_excess(rows) - J @ d, at.mu, at.radius)[0]
            second = attempt(problem, at.values.x + again, at.mu)
            trial, d = (second, again) if second.phi < trial.phi else (trial, d)
        share = (phi - trial.phi) / max(promised, 1e-12)
        at.radius = resize_radius(at.radius, share, np.abs(d).max() > 0.9 * at.radius)
        if share < TAKEN or trial.values is None:
            at.ended = at.radius < SMALLEST_RADIUS
            continue
        pull = problem.change(trial.values, rows, J, dual)
        at.B, at.fresh = update(B, d, trial.g - g + pull, at.fresh), False
        at.values, at.f, at.g = trial.values, trial.f, trial.g
        at.rows = problem.select_rows(at.values)
        at.J = problem.compute_jacobian(at.values, at.rows)


def resume(problem: Optimisation, at: Descent) -> None:
    """Make ready to go on where limits have become tighter; the curvature is still known."""
    at.values = problem.evaluate_limits(at.values.x)
    at.rows = problem.select_rows(at.values)
    at.J = problem.compute_jacobian(at.values, at.rows)
    at.radius, at.ended = max(at.radius, AGAIN), False


def solve_penalised_step(
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


def resize_radius(radius: float, share: float, at_edge: bool) -> float:
    """The next radius, for the share of the promised gain that came true."""
    if share < TAKEN:
        return 0.3 * radius
    if share < 0.2:
        return 0.5 * radius
    return min(2.0 * radius, LARGEST_RADIUS) if share > 0.6 and at_edge else radius


@dataclass(frozen=True, eq=False)
class TriedStep:
    """A tried step; no values where the loops do not close."""

    values: LimitValues | None
    f: float
    g: Array
    phi: float


def attempt(problem: Optimisation, x: Array, mu: float) -> TriedStep:
    try:
        values = problem.evaluate_limits(x)
    except LoopClosureError:
        return TriedStep(None, np.inf, np.zeros_like(x), np.inf)
    f, g = problem.evaluate_with_gradient(values)  # most steps are taken: no cheaper look before
    return TriedStep(values, f, g, f + mu * max(0.0, values.excess))


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
