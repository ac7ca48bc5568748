"""SeparableLeastSquares(): models that are linear but for a few constants, by variable projection
and
several starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.estimators.least_squares import compute_noise_weights
from dynid.estimators.separable.nonlinear import Nonlinear
from dynid.estimators.separable.projection import Projected, Projection, compute_uncertainty
from dynid.identification.estimate_text import format_changed_settings
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.problem import Problem

WHO = "SeparableLeastSquares"
ROUNDS = 3  # of weights from the residuals, then the constants again
EDGE = 1e-6  # of log s, from which a shape lies at the end of its range
EXACT = 1e-24  # of |y|^2: round-off, nothing is left to fit
CONVERGED = 1e-16  # of the cost, by which the torque still moves: far below the noise of any log
SAME = 1e-6  # relative difference of two optima that are one


@dataclass(frozen=True, repr=False)
class SeparableLeastSquares(Estimator):
    """Weighted least squares over the parameters and the constants of effects (Stribeck's vs,
    delta; w1, w2 of (13)) together.

    min over s of min over theta of |y - W(s) theta|^2: theta is eliminated (variable projection,
    Kaufman's gradient), and Levenberg-Marquardt in log s remains. The starts are the best points of
    a grid, log-spaced over the range of every value of them.

    Parameters
    ----------
    constants
        names of those to estimate ("Stribeck.vs"); None takes all in the model
    ranges
        {"Stribeck.vs": (low, high)}, positive; else what the fastest motion can show
        (`Effect.ranges`)
    levels
        grid points a shape
    starts
        grid points refined, an effect
    deviations
        of the torque noise, one per joint, as in WLS; None takes repeated periods, else the
        residuals
    iterations
        of each search, at most
    """

    constants: tuple[str, ...] | None = None
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    levels: int = 6
    starts: int = 3
    deviations: tuple[float, ...] | None = None
    iterations: int = 100

    def __repr__(self) -> str:
        return format_changed_settings(self)

    def fit(self, problem: Problem) -> Fit:
        nonlinear = self._make_nonlinear(problem)
        weights, notes = compute_noise_weights(problem, self.deviations)
        projection = Projection(problem, nonlinear, WHO)
        low, high = np.log(nonlinear.low), np.log(nonlinear.high)
        search = LevenbergMarquardt(projection, low, high, self.iterations)
        log_s, optima = self._find_best_descent(
            search, np.clip(np.log(nonlinear.start), low, high), weights
        )
        for _ in range(
            0 if notes else ROUNDS
        ):  # notes: the weights are given, or from repeated periods
            found = search.from_(log_s, weights)
            log_s, weights = found.log_s, self._compute_weights(problem, found.projected)
        found = search.from_(log_s, weights)
        s, free = np.exp(found.log_s), (found.log_s > low + EDGE) & (found.log_s < high - EDGE)
        final, theta = nonlinear.make_problem(s), found.projected.theta
        known = compute_uncertainty(found.projected.reduced, final, theta, s, free, weights)
        best = min(optima)
        reached = sum(value <= best * (1 + SAME) + EXACT * found.scale for value in optima)
        notes = (*notes, f"{reached} of {len(optima)} starts reached the best optimum")
        edge = [
            f"{name} = {value:.4g}"
            for name, value, inside in zip(nonlinear.names, s, free)
            if not inside
        ]
        if edge:
            notes = (
                *notes,
                f"at the end of its range, taken as known: {', '.join(edge)} (see ranges=)",
            )
        return Fit(
            theta,
            weights=weights,
            notes=notes,
            covariance=known.covariance,
            problem=final,
            constants_std=dict(zip(nonlinear.names, map(float, known.constants_std))),
        )

    @classmethod
    def adapt_to(cls, problem: Problem) -> SeparableLeastSquares | None:
        return cls() if problem.model is not None and problem.model.searchable else None

    def _make_nonlinear(self, problem: Problem) -> Nonlinear:
        if self.levels < 2 or self.starts < 1 or self.iterations < 1:
            raise InputError(
                f"{WHO}: got levels={self.levels}, starts={self.starts},"
                f" iterations={self.iterations}, expected at least 2, 1 and 1."
            )
        if problem.model is not None and not problem.model.searchable:
            raise InputError(
                f"{WHO}: no effect of the model has such constants, so that it is linear in all its"
                " parameters; use WLS(). Effects with a shape are Stribeck() and SmoothFriction()."
            )
        problem.require_excitation()
        return Nonlinear(problem, WHO, self.constants, self.ranges)

    def _compute_weights(self, problem: Problem, found: Projected) -> Array:
        """1 / deviation of each joint's residuals."""
        rows = np.array([block.n for block in problem.blocks])
        squares = found.reduced.sum_squares(found.theta, len(rows))
        sigma = np.sqrt(squares / np.maximum(rows * (1.0 - problem.size / rows.sum()), 1.0))
        return (
            1.0 / np.maximum(sigma, 1e-12 * sigma.max()) if sigma.max() > 0 else np.ones(len(rows))
        )

    def _find_best_descent(
        self, search: LevenbergMarquardt, log_s: Array, weights: Array
    ) -> tuple[Array, list[float]]:
        """The best of several descents, and all their costs. Effects are screened one after the
        other, the others held."""
        nonlinear, candidates = search.projection.nonlinear, []
        edges = np.cumsum([0, *(len(e.keys) for e in nonlinear.effects)])
        log_s = log_s.copy()
        for a, b in pairwise(edges):
            levels = [
                np.linspace(l, h, self.levels + 2)[1:-1]
                for l, h in zip(search.low[a:b], search.high[a:b])
            ]
            points = [np.array(x) for x in product(*levels)] + [log_s[a:b].copy()]
            costs = []
            for point in points:
                log_s[a:b] = point
                costs.append(search.projection.solve(log_s, weights, slopes=False).cost)
            order = np.argsort(costs)[: self.starts]
            log_s[a:b] = points[order[0]]
            candidates.append([points[k] for k in order])
        runs = [search.from_(log_s, weights)]
        best = runs[0]
        for (a, b), others in zip(pairwise(edges), candidates):
            for point in others[1:]:
                start = best.log_s.copy()
                start[a:b] = point
                runs.append(search.from_(start, weights))
                best = min(best, runs[-1], key=lambda run: run.projected.cost)
        return best.log_s, [run.projected.cost for run in runs]


@dataclass(frozen=True, eq=False)
class DescentResult:
    """Where a descent ended; scale is the weighted |y|^2."""

    log_s: Array
    projected: Projected
    scale: float


@dataclass(frozen=True, eq=False)
class LevenbergMarquardt:
    """Levenberg-Marquardt in log s, within a box."""

    projection: Projection
    low: Array
    high: Array
    iterations: int

    def from_(self, log_s: Array, weights: Array) -> DescentResult:
        x, damping = log_s, 1e-3
        now = self.projection.solve(x, weights)
        scale = float(np.sum((weights[now.reduced.joint] * now.reduced.y) ** 2))
        for _ in range(self.iterations):
            if now.cost <= EXACT * scale:
                break
            step = self._step(x, now, damping)
            if np.sum((now.J @ step) ** 2) <= CONVERGED * now.cost:
                break
            then = self.projection.solve(x + step, weights)
            if then.cost < now.cost:
                x, now, damping = x + step, then, max(damping / 10, 1e-12)
            else:
                damping *= 10
        return DescentResult(x, now, scale)

    def _step(self, x: Array, now: Projected, damping: float) -> Array:
        """(J'J + damping diag) step = J'e over the constants that the box does not hold, at most a
        factor of e each."""
        gradient = now.J.T @ now.e
        held = ((x <= self.low) & (gradient < 0)) | ((x >= self.high) & (gradient > 0))
        H = now.J.T @ now.J
        size = np.maximum(np.diag(H), 1e-12 * max(float(np.diag(H).max()), 1e-300))
        free = np.flatnonzero(~held)
        step = np.zeros(len(x))
        step[free] = np.linalg.solve(
            (H + damping * np.diag(size))[np.ix_(free, free)], gradient[free]
        )
        return np.clip(x + np.clip(step, -1.0, 1.0), self.low, self.high) - x
