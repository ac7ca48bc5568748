"""Errors on the training data: of the rows as they were fitted, and as the result predicts them.

They are the same to round-off, unless what was fitted is not what predicts: a joint load that is
not that of the result, say.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.identification.estimate import Estimate
from dynid.identification.problem import Problem
from dynid.identification.regression_rows import Along

FAR, MATTERS = 2.0, 5.0  # times the error of the fitted rows, and % of a joint's torque


def compute_training_error(result: Estimate, problem: Problem) -> float:
    """100 |y - W theta| / |y| over all joints and rows that were fitted."""
    square = sum(joint.rows * joint.rmse**2 for joint in result.joints)
    return float(
        100.0 * np.sqrt(square / max(sum(block.square for block in problem.blocks), 1e-300))
    )


def compute_predicted_errors(result: Estimate, rows: Along, problem: Problem) -> Array:
    """(n,) the same of every joint, of the torques that the result predicts for these rows."""
    data, model = rows.data, rows.model.set_constants(result.constants)
    motion = data.q, data.qd, data.qdd
    e = data.tau - model.inverse_dynamics(*motion, result.p, data.starts, data.channels)
    e = np.where(data.decimate(data.use), data.decimate(e), 0.0)
    size = np.array([block.square for block in problem.blocks])
    return np.asarray(100.0 * np.sqrt((e**2).sum(axis=0) / np.where(size > 0.0, size, np.inf)))


def explain_failure(result: Estimate, problem: Problem) -> str:
    """Why a result is a failure: it predicts rows far worse than it was fitted to them; "" where
    it is none."""
    rows = problem.stream
    if not isinstance(rows, Along) or tuple(result.parameters) != rows.model.parameters:
        return ""
    pairs = [
        (joint.joint, joint.relative, own)
        for joint, own in zip(
            result.joints, compute_predicted_errors(result, rows, problem).tolist()
        )
        if own > max(FAR * joint.relative, MATTERS)
    ]
    if not pairs:
        return ""
    name, fitted, own = max(pairs, key=lambda pair: pair[2])
    return (
        f"the fit leaves {fitted:.2g} % of the torque of {name}, but the identified model predicts"
        f" the same samples with an error of {own:.2g} %"
    )
