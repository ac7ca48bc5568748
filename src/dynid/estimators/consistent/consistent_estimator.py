"""Consistent(): all parameters at once, every body physically consistent, close to a prior where
the data say nothing.

Gnad 2024 (15), convex in p and solved to its optimum on the compressed problem:

    J(p) = 1/n sum_j |W_j B p - y_j|^2 / s_j^2  +  weight D(p, prior)       with every
    pseudo-inertia >= 0, friction >= 0

n rows, theta = B p, and s_j the deviation of joint j's residuals, inflated where they are
correlated in time: n / s_j^2 of correlated residuals count as fewer white ones. With D the sum of
((p - prior) / scale)^2, J n / 2 is the negative logarithm of a posterior in which the prior is
known to
  within deviation * scale, for weight = 1 / (n deviation^2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from numbers import Integral, Real

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.estimators.consistent.barrier import Solution
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.cross_validation import select_weight
from dynid.estimators.consistent.objective import BETWEEN_BODIES, Objective
from dynid.estimators.consistent.prior import Given, Prior, make_prior, scale_to_unit_size
from dynid.estimators.consistent.restrictions import Interval, make_restricted_cone
from dynid.identification.covariance import estimate_correlated_deviation
from dynid.identification.estimator_base import Estimator, Fit, Minimum
from dynid.identification.problem import Problem
from dynid.model.base_reduction import BaseParameters
from dynid.model.model import Model

# of their scale, by which the prior's values are taken to be wrong unless a weight is given
DEVIATION = 0.5
DRAWS, MANY = (
    100,
    150,
)  # draws for the intervals, where there are not more free parameters than this
DISTANCES = ("relative", "euclidean", "entropic", "riemannian")
SOLVERS = ("auto", "barrier", "clarabel", "log_cholesky")
HEAVIEST = 1e100  # weights beyond would overflow
# eigenvalue (body scaled to size 1) below which a body lies on the boundary of what is possible
ACTIVE = 1e-5
UNSURE = 1e-6  # of J: a larger gap of the optimum is said


@dataclass(frozen=True, repr=False)
class Consistent(Estimator):
    """Physically consistent identification of all parameters.

    Parameters
    ----------
    prior
        values by name ({"link2": ten numbers, "joint1.viscous": 0.1}) or for all parameters (nan:
        unknown); None takes the robot file's, and guesses from the kinematics where it has none
    weight
        of the distance to the prior; None derives it from noise and prior scale, "auto" by
        cross-validation within the data
    distance
        "relative", "euclidean" (SI units), "entropic", "riemannian"
    solver
        "auto" (the interior point method), "barrier", "clarabel", "log_cholesky" (in Gnad 2024's
        variables; slower)
    fixed
        {"link2.m": 3.1}
    mass
        {"link2": (low, high)}
    com
        {"link2": ((x_low, x_high), (y_low, y_high), (z_low, z_high))}
    forms
        {"strut": "slender strut x"}: reduced forms, see `restrictions.FORMS`
    project
        take the nearest physically consistent body for an impossible prior; False refuses it
    deviations
        of the joints' torque noise; None estimates them from residuals
    draws
        fits to disturbed data and prior for the intervals; 0 takes the unconstrained problem's;
        None chooses
    seed
        of the draws
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
        J, said = self._make_objective(problem)
        base, cone = problem.base, J.cone
        assert base is not None
        found = J.minimise()
        p = cone.to_parameters(found.v)
        count = self.draws if self.draws is not None else (DRAWS if len(cone.free) <= MANY else 0)
        draws = J.draw_samples(found.v, count, self.seed)
        active, prior_decides = _list_active(cone, found.v, J.prior), J.from_prior()
        return Fit(
            base.compute_theta(p),
            weights=1.0 / J.deviations,
            notes=(*said, *J.scatter.notes, *_list_notes(active, count, found, self.solver)),
            minimum=Minimum(found.value, found.iterations, found.gap, J.weight),
            covariance=base.map
            @ (np.cov(draws.T) if count else J.compute_covariance())
            @ base.map.T,
            p=p,
            p_interval=_compute_intervals(draws, p, prior_decides, cone.names) if count else None,
            from_prior=prior_decides,
            active=active,
        )

    def _make_objective(self, problem: Problem) -> tuple[Objective, list[str]]:
        """What is minimised, and what was said on the way to it."""
        model, _ = self._check_problem(problem)
        prior = make_prior(problem, self.prior, self.project)
        cone, start = make_restricted_cone(
            model, prior, self.fixed, self.mass, self.com, self.forms
        )
        # the other distances are relative
        size = float(np.mean(prior.p**2)) if self.distance == "euclidean" else 1.0
        weight = 1.0 / (problem.n * DEVIATION**2 * size)
        weight = float(self.weight) if isinstance(self.weight, Real) else weight
        J = Objective(
            problem,
            prior,
            cone,
            start,
            self._compute_deviations(problem),
            self.distance,
            self.solver,
            weight,
        )
        if self.weight != "auto":
            return J, [*prior.notes]
        J, note = select_weight(J)
        return J, [*prior.notes, note]

    @property
    def quick(self) -> Consistent:
        return _Values(**{each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def adapt_to(cls, problem: Problem) -> Consistent | None:
        return cls() if problem.model is not None else None

    def __repr__(self) -> str:
        given = {f.name: repr(getattr(self, f.name)) for f in fields(self) if f.name != "prior"}
        usual = {f.name: "{}" if f.default is MISSING else repr(f.default) for f in fields(self)}
        words = ["prior=given"] if self.prior is not None else []
        words += [f"{name}={value}" for name, value in given.items() if value != usual[name]]
        return f"Consistent({', '.join(words)})"

    def _check_problem(self, problem: Problem) -> tuple[Model, BaseParameters]:
        if problem.model is None or problem.base is None:
            raise InputError(
                "Consistent needs the bodies of a model: Problem(model, data), not"
                " Problem.from_rows(...) or a Reduction."
            )
        if self.distance not in DISTANCES or self.solver not in SOLVERS:
            raise InputError(
                f"Consistent: got distance '{self.distance}' and solver '{self.solver}', expected"
                f" one of {join_names(DISTANCES)} and one of {join_names(SOLVERS)}."
            )
        if self.distance in BETWEEN_BODIES and self.solver not in ("auto", "barrier"):
            raise InputError(
                f'Consistent: distance "{self.distance}" needs solver "barrier" (or "auto").'
            )
        number = isinstance(self.weight, Real) and not isinstance(self.weight, bool)
        fine = number and 0 < float(self.weight or 0.0) < HEAVIEST
        if not (
            fine or self.weight is None or (isinstance(self.weight, str) and self.weight == "auto")
        ):
            raise InputError(
                f"Consistent: got weight {self.weight!r}, expected a positive number (below"
                f' {HEAVIEST:g}), "auto" or None.'
            )
        whole = isinstance(self.draws, Integral) and (self.draws == 0 or self.draws >= 20)
        if not (self.draws is None or whole) or not (
            isinstance(self.seed, Integral) and self.seed >= 0
        ):
            raise InputError(
                f"Consistent: got {self.draws!r} draws with seed {self.seed!r}, expected 0 or at"
                " least 20 (100 is the default), and a whole number >= 0."
            )
        for name in ("fixed", "mass", "com", "forms"):
            if not isinstance(getattr(self, name), Mapping):
                raise InputError(
                    f"Consistent: got {name}={getattr(self, name)!r}, expected a dictionary by"
                    " name."
                )
        return problem.model, problem.base

    def _compute_deviations(self, problem: Problem) -> Array:
        if self.deviations is None:
            return estimate_correlated_deviation(problem)
        try:
            given = np.asarray(self.deviations, dtype=float)
        except (TypeError, ValueError):
            given = np.zeros(0)
        if given.shape != (len(problem.joints),) or not np.all((given > 0) & np.isfinite(given)):
            raise InputError(
                f"Consistent: got deviations {self.deviations}, expected {len(problem.joints)}"
                " positive numbers, one per joint."
            )
        return given


class _Values(Consistent):
    """The same optimum, and nothing about how sure it is."""

    def fit(self, problem: Problem) -> Fit:
        J, _ = self._make_objective(problem)
        p = J.cone.to_parameters(J.minimise().v)
        assert problem.base is not None
        return Fit(problem.base.compute_theta(p), weights=1.0 / J.deviations, p=p)


def _compute_intervals(
    draws: Array, p: Array, from_prior: tuple[str, ...], names: tuple[str, ...]
) -> Array:
    """95 % intervals (P, 2) of the draws; nan for what only the prior knows.

    Two-sided, but where the draws lie on one side of the value: it is at a bound of the possible,
    and the interval reaches from there to the 95 % quantile.
    """
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    inner_low, inner_high = np.quantile(draws, [0.05, 0.95], axis=0)
    at_lower, at_upper = p < low, p > high
    out = np.stack(
        [
            np.where(
                at_lower, np.minimum(p, draws.min(axis=0)), np.where(at_upper, inner_low, low)
            ),
            np.where(
                at_upper, np.maximum(p, draws.max(axis=0)), np.where(at_lower, inner_high, high)
            ),
        ],
        axis=1,
    )
    unknown = set(from_prior)
    out[[name in unknown for name in names]] = np.nan
    return out


def _list_active(cone: Cone, v: Array, prior: Prior) -> tuple[str, ...]:
    """Bodies on the boundary of what is possible, and bounds that hold a value."""
    out = []
    for name, S, p, mass in zip(
        cone.body_names,
        cone.to_matrices(v),
        cone.to_parameters(v)[cone.bodies],
        prior.scale[cone.bodies[:, 0]],
    ):
        T = scale_to_unit_size(p)
        if p[0] < ACTIVE * mass:
            out.append(f"{name} (without mass)")
        elif np.linalg.eigvalsh(S * T * T[:, None])[0] < ACTIVE:
            out.append(f"{name} (thin or flat)")
    scale = np.abs(cone.G) @ prior.scale[cone.free]
    out += [
        label
        for label, s, size in zip(cone.labels, cone.compute_slacks(v), scale)
        if s < 1e-6 * size
    ]
    return tuple(out)


def _list_notes(active: tuple[str, ...], draws: int, found: Solution, solver: str) -> list[str]:
    notes = []
    if active:
        notes.append(f"on the boundary of what is possible: {join_names(active, 8)}")
    if draws:
        notes.append(
            f"intervals from {draws} fits to disturbed data and prior, with all constraints"
        )
    else:
        notes.append("intervals are those of data and prior without the constraints")
    if solver == "log_cholesky" and not found.gap <= UNSURE * found.value:
        far = "" if np.isnan(found.gap) else f" (at most {100 * found.gap / found.value:.2g} %)"
        notes.append(
            f"log_cholesky was still above the optimum{far} after {found.iterations} steps;"
            ' solver="barrier" reaches it'
        )
    return notes
