"""The weight of the prior by cross-validation within the data: parts of the motion are left out in
turn."""

from __future__ import annotations

import numpy as np

from dynid.estimators.consistent.objective import Objective
from dynid.identification.folds import split_folds
from dynid.identification.problem import Problem

FOLDS = 5
FACTORS = 10.0 ** np.arange(-3, 7)  # times the weight derived from noise and prior scale


def select_weight(J: Objective) -> tuple[Objective, str]:
    """The weight with the smallest error on the left-out parts, each joint in units of its own
    torque; and a note."""
    problem, weights = J.problem, J.weight * FACTORS
    assert problem.base is not None
    parts = split_folds(problem, FOLDS)
    size = np.array([block.square for block in problem.blocks])
    errors = np.zeros(len(weights))
    for k, unseen in enumerate(parts):
        seen = Problem.merge([part for i, part in enumerate(parts) if i != k])
        for i, weight in enumerate(weights):
            theta = problem.base.compute_theta(
                J.cone.to_parameters(J.replace_problem(seen, weight).minimise().v)
            )
            errors[i] += float(
                np.sum(unseen.sum_squared_errors(theta) / np.where(size > 0, size, np.inf))
            )
    best = int(errors.argmin())
    edge = ", at the edge of the range" if best in (0, len(weights) - 1) else ""
    note = (
        f"weight {weights[best]:.2g} of the prior by cross-validation over {FOLDS} parts of the"
        f" data ({FACTORS[best]:g} times the derived one{edge})"
    )
    return J.replace_problem(problem, float(weights[best])), note
