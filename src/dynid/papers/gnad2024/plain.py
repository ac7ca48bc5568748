"""Gnad 2024, section IX: (15) by plain Levenberg-Marquardt in the variables (13), as scipy has
it."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.estimators.consistent.log_cholesky import free_variables
from dynid.estimators.consistent.objective import Objective
from dynid.estimators.consistent.prior import make_prior
from dynid.estimators.consistent.restrictions import make_restricted_cone
from dynid.identification.estimator_base import Fit
from dynid.identification.problem import Problem
from dynid.model.inertial import from_log_cholesky, from_log_cholesky_jacobian, log_cholesky
from dynid.papers.gnad2024 import gnad_robot as gnad

MOST = 200  # evaluations


def count_plain_evaluations(problem: Problem, prior: Array, best: Fit, near: float = 1e-3) -> int:
    """How many evaluations of J it takes until J lies within a part `near` of the optimum; MOST if
    it takes more."""
    from scipy.optimize import least_squares

    assert best.minimum is not None
    assert best.weights is not None
    assert problem.model is not None
    full = make_prior(problem, prior, True)
    cone, start = make_restricted_cone(problem.model, full, {}, {}, {}, gnad.FORMS)
    deviations = 1.0 / np.asarray(best.weights)
    J = Objective(problem, full, cone, start, deviations, "relative", "auto", best.minimum.weight)
    A, b = J.rows
    columns = cone.body_columns
    free = [free_variables(cone, i, which) for i, (which, _) in enumerate(columns)]
    inertial = sum(map(len, free))
    others = np.setdiff1d(np.arange(len(cone.free)), np.concatenate([c for _, c in columns]))

    def to_bodies(x: Array) -> Array:
        out, at = np.zeros((len(free), 10)), 0
        for k, each in enumerate(free):
            out[k, each] = x[at : at + len(each)]
            at += len(each)
        return out

    def to_free(x: Array) -> Array:
        out, p = np.zeros(len(cone.free)), from_log_cholesky(to_bodies(x))
        for k, (which, place) in enumerate(columns):
            out[place] = p[k, which]
        out[others] = np.exp(x[inertial:])
        return out

    def compute_slope(x: Array) -> Array:
        D, dp, at = np.zeros((len(cone.free), len(x))), from_log_cholesky_jacobian(to_bodies(x)), 0
        for k, (which, place) in enumerate(columns):
            D[place, at : at + len(free[k])] = dp[k][np.ix_(which, free[k])]
            at += len(free[k])
        D[others, np.arange(inertial, len(x))] = np.exp(x[inertial:])
        return np.asarray(A @ D)

    values: list[float] = []

    def compute_residual(x: Array) -> Array:
        e = np.asarray(A @ to_free(x) - b)
        values.append(0.5 * float(e @ e))
        return e

    ten = log_cholesky(cone.to_parameters(start)[cone.bodies])
    first = [row[each] for row, each in zip(ten, free)]
    with np.errstate(over="ignore"):
        least_squares(
            compute_residual,
            np.concatenate([*first, np.log(start[others])]),
            compute_slope,
            method="lm",
            max_nfev=MOST,
        )
    # scipy evaluates the start once more by itself: the k-th value is that of evaluation k
    reached = (k for k, value in enumerate(values) if value <= (1 + near) * best.minimum.value)
    return next(reached, MOST)
