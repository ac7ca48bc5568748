"""The weight of the prior by cross-validation within the data: parts of the motion are left out in turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynid.identify.folds import merged, parts_of
from dynid.identify.problem import Problem
from dynid.robot.geometry import Array

FOLDS = 5
FACTORS = 10.0 ** np.arange(-3, 7)  # times the weight derived from noise and prior scale


def best_weight(problem: Problem, first: float, solve: Callable[[Problem, float], Array]) -> tuple[float, str]:
    """The weight with the smallest error on the left-out parts, each joint in units of its own torque; and a note."""
    parts = parts_of(problem, FOLDS)
    weights = first * FACTORS
    errors = np.zeros(len(weights))
    for k, unseen in enumerate(parts):
        seen = merged(problem, [part for i, part in enumerate(parts) if i != k])
        size = np.array([block.square for block in problem.blocks])
        for i, w in enumerate(weights):
            theta = problem.base.of(solve(seen, w))  # type: ignore[union-attr]
            errors[i] += float(np.sum(unseen.squared_errors(theta) / np.where(size > 0, size, np.inf)))
    best = int(errors.argmin())
    edge = ", at the edge of the range" if best in (0, len(weights) - 1) else ""
    note = (
        f"weight {weights[best]:.2g} of the prior by cross-validation over {FOLDS} parts of the data "
        f"({FACTORS[best]:g} times the derived one{edge})"
    )
    return float(weights[best]), note
