"""Consistent(): all parameters at once, every body physically possible, close to a prior where the data say nothing.

Gnad 2024 (15), convex in p and solved to its optimum on the compressed problem:

    J(p) = 1/n sum_j |W_j B p - y_j|^2 / s_j^2  +  weight D(p, prior)       with every pseudo-inertia >= 0, friction >= 0

n rows, theta = B p, and s_j the deviation of joint j's residuals, inflated where they are correlated in time: n / s_j^2 of
coloured residuals count as fewer white ones. With D the sum of ((p - prior) / scale)^2, J n / 2 is the negative logarithm of a
posterior in which the prior is known to within deviation * scale, for weight = 1 / (n deviation^2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from dynid.errors import InputError
from dynid.identify.barrier import Solution, solve_barrier
from dynid.identify.cone import Cone
from dynid.identify.conic import solve_clarabel
from dynid.identify.cross_validation import best_weight
from dynid.identify.divergence import solve_divergence
from dynid.identify.covariance import correlated_deviation
from dynid.identify.least_squares import Fit
from dynid.identify.log_cholesky import solve_log_cholesky
from dynid.identify.prior import Given, Prior, prior_of
from dynid.identify.problem import Problem
from dynid.identify.restrictions import Interval, restricted_cone
from dynid.model.inertial import pseudo_inertia
from dynid.robot.geometry import Array
from dynid.robot.mechanism import listing

DEVIATION = 0.5  # of their scale, by which the prior's values are taken to be wrong unless a weight is given
DRAWS, MANY = 100, 150  # draws for the intervals, where there are not more free parameters than this
DISTANCES = ("relative", "euclidean", "entropic", "riemannian")
SOLVERS = ("auto", "barrier", "clarabel", "log_cholesky")
ACTIVE = 1e-5  # eigenvalue (body scaled to size 1) below which a body lies on the boundary of what is possible

Solver = Callable[[Array, Array, Cone, Array], Solution]


@dataclass(frozen=True)
class Consistent:
    """Physically consistent identification of all parameters.

    prior       values by name ({"link2": ten numbers, "joint1.viscous": 0.1}) or for all parameters (nan: unknown); None takes
                the robot file's, and guesses from the kinematics where it has none
    weight      of the distance to the prior; None derives it from noise and prior scale, "auto" by cross-validation within
                the data
    distance    "relative", "euclidean" (SI units), "entropic", "riemannian"
    solver      "auto" (the interior point method), "barrier", "clarabel", "log_cholesky" (Gnad 2024's; stalls on the boundary)
    fixed       {"link2.m": 3.1}
    mass, com   {"link2": (low, high)}, {"link2": ((x_low, x_high), (y_low, y_high), (z_low, z_high))}
    forms       {"strut": "slender strut x"}: reduced forms, see `restrictions.FORMS`
    project     take the nearest possible body for an impossible prior; False refuses it
    deviations  of the joints' torque noise; None estimates them from residuals
    draws       samples of the posterior for the intervals; 0 gives those of the unconstrained problem; None chooses
    """

    prior: Given = None
    weight: float | str | None = None
    distance: str = "relative"
    solver: str = "auto"
    fixed: Mapping[str, float] = field(default_factory=dict)
    mass: Mapping[str, Interval] = field(default_factory=dict)
    com: Mapping[str, Sequence[Interval]] = field(default_factory=dict)
    forms: Mapping[str, str] = field(default_factory=dict)
    project: bool = True
    deviations: Sequence[float] | None = None
    draws: int | None = None
    seed: int = 0

    def fit(self, problem: Problem) -> Fit:
        self._check(problem)
        assert problem.model is not None and problem.base is not None
        prior = prior_of(problem, self.prior, self.project)
        cone, start = restricted_cone(problem.model, prior, self.fixed, self.mass, self.com, self.forms)
        deviations = self._deviations(problem)
        notes = [*prior.notes]
        weight = self.weight
        if weight is None:
            weight = 1.0 / (problem.n * DEVIATION**2 * self._scale_square(prior))
        elif isinstance(weight, str):
            first = 1.0 / (problem.n * DEVIATION**2 * self._scale_square(prior))
            weight, note = best_weight(problem, first, lambda part, w: self._solve(part, prior, cone, start, deviations, w)[1])
            notes.append(note)
        found, p = self._solve(problem, prior, cone, start, deviations, weight)
        draws = self._draw(problem, prior, cone, start, deviations, weight)
        covariance = problem.base.map @ (np.cov(draws.T) if len(draws) else self._posterior(problem, prior, cone, deviations, weight)) @ problem.base.map.T
        active = _active(cone, found.v, prior)
        notes += _notes(active, len(draws), found)
        extra: dict[str, object] = {"J": found.value, "weight": weight, "gap": found.gap, "iterations": found.iterations}
        interval = np.quantile(draws, [0.025, 0.975], axis=0).T if len(draws) else None
        return Fit(
            problem.base.of(p), np.zeros((0, 0)), 1.0 / deviations, tuple(notes), extra,
            covariance=covariance, p=p, p_interval=interval, active=active,
        )  # fmt: skip

    def _check(self, problem: Problem) -> None:
        if problem.model is None or problem.base is None:
            raise InputError("Consistent needs the bodies of a model: Problem(model, data), not Problem.from_rows(...).")
        if self.distance not in DISTANCES or self.solver not in SOLVERS:
            raise InputError(
                f"Consistent: got distance '{self.distance}' and solver '{self.solver}', expected one of {listing(DISTANCES)} "
                f"and one of {listing(SOLVERS)}."
            )
        if self.distance in ("entropic", "riemannian") and self.solver not in ("auto", "barrier"):
            raise InputError(f'Consistent: distance "{self.distance}" needs solver "barrier" (or "auto").')
        wrong = isinstance(self.weight, str) and self.weight != "auto"
        if wrong or (isinstance(self.weight, (int, float)) and not (np.isfinite(self.weight) and self.weight > 0)):
            raise InputError(f'Consistent: got weight {self.weight!r}, expected a positive number, "auto" or None.')
        if self.draws is not None and self.draws != 0 and self.draws < 20:
            raise InputError(f"Consistent: got {self.draws} draws, expected 0 or at least 20 (100 is the default).")

    def _deviations(self, problem: Problem) -> Array:
        if self.deviations is None:
            return correlated_deviation(problem)
        given = np.asarray(self.deviations, dtype=float)
        if given.shape != (len(problem.joints),) or not np.all(given > 0):
            raise InputError(
                f"Consistent: got deviations {self.deviations}, expected {len(problem.joints)} positive numbers, one a joint."
            )
        return given

    def _scale_square(self, prior: Prior) -> float:
        """The mean square of the prior's parameters where the distance is in SI units; 1 where it is relative."""
        return float(np.mean(prior.p**2)) if self.distance == "euclidean" else 1.0

    def _rows(self, problem: Problem, prior: Prior, cone: Cone, deviations: Array, weight: float) -> tuple[Array, Array]:
        """A, b with J = 1/2 |A v - b|^2 (+ weight D where the distance is between bodies)."""
        assert problem.base is not None
        W, y = problem.stacked(1.0 / deviations)
        WB = W @ problem.base.map
        held = cone.p.copy()
        held[cone.free] = 0.0
        left = np.sqrt(sum(block.residual / s**2 for block, s in zip(problem.blocks, deviations)))  # no p explains it
        scale = np.ones(len(cone.p)) if self.distance == "euclidean" else prior.scale
        pull = np.sqrt(weight) / scale[cone.free]
        drawn = np.ones(len(pull), dtype=bool)
        if self.distance in ("entropic", "riemannian"):
            drawn = ~np.isin(cone.free, cone.bodies)
        D = np.diag(pull)[drawn]
        n = np.sqrt(problem.n)
        A = np.vstack([WB[:, cone.free] / n, np.zeros((1, len(cone.free))), D])
        b = np.concatenate([(y - WB @ held) / n, [left / n], D @ prior.p[cone.free]])
        return np.sqrt(2.0) * A, np.sqrt(2.0) * b

    def _solve(
        self, problem: Problem, prior: Prior, cone: Cone, start: Array, deviations: Array, weight: float
    ) -> tuple[Solution, Array]:
        A, b = self._rows(problem, prior, cone, deviations, weight)
        found = self._solver(prior, cone, weight)(A, b, cone, start)
        return found, cone.full(found.v)

    def _solver(self, prior: Prior, cone: Cone, weight: float) -> Solver:
        if self.distance in ("entropic", "riemannian"):
            P0 = pseudo_inertia(prior.p[cone.bodies])
            return lambda A, b, cone, start: solve_divergence(A, b, cone, start, P0, weight, self.distance)
        return {"clarabel": solve_clarabel, "log_cholesky": solve_log_cholesky}.get(self.solver, solve_barrier)

    def _draw(self, problem: Problem, prior: Prior, cone: Cone, start: Array, deviations: Array, weight: float) -> Array:
        """Samples p (draws, P): data and prior disturbed by their own noise, and solved again (randomise, then optimise)."""
        count = self.draws if self.draws is not None else (DRAWS if len(cone.free) <= MANY else 0)
        A, b = self._rows(problem, prior, cone, deviations, weight)
        solve = self._solver(prior, cone, weight)
        rng = np.random.default_rng(self.seed)
        # J n is chi-square-like: a row of W and one of the prior both have the deviation sqrt(2 / n) in A v - b
        noise = np.sqrt(2.0 / problem.n) * rng.normal(size=(count, len(b)))
        noise[:, len(problem.stacked()[1])] = 0.0  # the row of what no p explains
        out = [cone.full(solve(A, b + e, cone, start).v) for e in noise]
        return np.array(out).reshape(count, len(cone.p))

    def _posterior(self, problem: Problem, prior: Prior, cone: Cone, deviations: Array, weight: float) -> Array:
        """Covariance (P, P) without the constraints: (n/2 A'A)^-1."""
        A, _ = self._rows(problem, prior, cone, deviations, weight)
        if self.distance in ("entropic", "riemannian"):
            A = np.vstack([A, np.sqrt(2.0 * weight) * np.diag(1.0 / prior.scale[cone.free])])
        scale = np.linalg.norm(A, axis=0)
        inverse = np.linalg.pinv(A / scale) / scale[:, None]
        C = np.zeros((len(cone.p), len(cone.p)))
        C[np.ix_(cone.free, cone.free)] = 2.0 / problem.n * inverse @ inverse.T
        return C


def _active(cone: Cone, v: Array, prior: Prior) -> tuple[str, ...]:
    """Bodies on the boundary of what is possible, and bounds that hold a value."""
    from dynid.identify.prior import natural_scale

    out = []
    for name, S, p in zip(cone.body_names, cone.matrices(v), cone.full(v)[cone.bodies]):
        s = natural_scale(p)
        T = 1.0 / np.array([*[s[1] / np.sqrt(s[0])] * 3, np.sqrt(s[0])])
        if np.linalg.eigvalsh(S * T * T[:, None])[0] < ACTIVE:
            out.append(f"{name} (thin or flat)")
    scale = np.abs(cone.G) @ prior.scale[cone.free]
    out += [label for label, s, size in zip(cone.labels, cone.slacks(v), scale) if s < 1e-6 * size]
    return tuple(out)


def _notes(active: tuple[str, ...], draws: int, found: Solution) -> list[str]:
    notes = []
    if active:
        notes.append(f"on the boundary of what is possible: {listing(active, 8)}")
    if draws:
        notes.append(f"intervals from {draws} draws of the posterior with all constraints")
    else:
        notes.append("intervals are those of the posterior without the constraints")
    if np.isnan(found.gap):
        notes.append('log_cholesky stalled before it reached a minimum; solver="barrier" does')
    return notes
