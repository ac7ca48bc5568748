"""Friction from passes at constant speed, apart from everything else."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import InputError
from dynid.excitation.friction_motion import FrictionMotion
from dynid.identification.correlation import compute_inflations
from dynid.model.channels import is_of_bodies

INNER = 0.9  # of a pass: its ends are left to filters
POINTS = 40  # of a pass
ODD = 1e-9  # of the largest column: what is even in the speed is not friction


def fit_friction_apart(
    motion: FrictionMotion, data: Dataset, start: float = 0.0
) -> dict[str, tuple[float, float]]:
    """{parameter: value, standard deviation} of the effects that change sign with the speed, from
    half of the differences of torques there and back at the same poses. Springs, gravity and
    inertia cancel, whatever they are; of effects that act alike at these speeds, none is given.

    Parameters
    ----------
    motion
        what the robot followed
    data
        the log, of a model with the friction to be found
    start
        when the motion begins in the log [s]
    """
    model = data.model
    if any(map(is_of_bodies, model.layout.channels)):
        raise InputError(
            "friction apart: got effects that read the joint load, expected others: these need the"
            " bodies as well."
        )
    t, rows, differences = data.t - start, [], []
    home = motion.trajectory.at([0.0])[0][0]
    for each in motion.passes:
        length = (each.high - each.low) / each.speed
        s = 0.5 + INNER * (np.linspace(0.0, 1.0, POINTS) - 0.5)
        at = each.low + s * (each.high - each.low)
        there, back = (
            _take_torques(data, t, begins, length, each.motor, at)
            for begins in (each.there, each.back)
        )
        q, qd = np.tile(home, (POINTS, 1)), np.zeros((POINTS, len(home)))
        q[:, each.motor] = at
        qd[:, each.motor] = each.speed
        Y = [model.regressor(q, sign * qd, 0 * qd) for sign in (1.0, -1.0)]
        rows.append(0.5 * (Y[0] - Y[1]))
        differences.append(0.5 * (there - back))
    W, y = np.concatenate(rows), np.concatenate(differences)
    # each motor in units of its own residuals, of a fit with equal weights first
    weight = np.ones(W.shape[1])
    norm = np.linalg.norm(W, axis=(0, 1))
    odd = np.flatnonzero(norm > ODD * norm.max())
    for _ in range(3):
        A = (W[:, :, odd] * weight[:, None]).reshape(-1, len(odd)) / norm[odd]
        b = (y * weight).reshape(-1)
        U, sizes, Vt = np.linalg.svd(A, full_matrices=False)
        seen = sizes > 1e-6 * sizes[0]
        values = Vt[seen].T @ ((U[:, seen].T @ b) / sizes[seen]) / norm[odd]
        residual = y - W[:, :, odd] @ values
        weight = 1.0 / np.maximum(np.sqrt((residual**2).mean(axis=0)), 1e-12)
    # (W'W)^-1 in units of the residuals, which are correlated along the passes
    inflation = float(compute_inflations(residual, np.ones(residual.shape, dtype=bool)).max())
    free = residual.size / max(residual.size - len(odd), 1)
    std = np.sqrt(inflation * free * ((Vt[seen].T / sizes[seen]) ** 2).sum(axis=1))
    lost = (np.abs(Vt[~seen]) > 1e-3).any(axis=0)
    return {
        model.parameters[k]: (float(value), float(s / norm[k]))
        for k, value, s, gone in zip(odd, values, std, lost)
        if not gone
    }


def _take_torques(
    data: Dataset, t: Array, begins: float, length: float, motor: int, q: Array
) -> Array:
    """(points, n) at positions of a motor that a pass goes through."""
    some = np.flatnonzero((t >= begins) & (t <= begins + length))
    if len(some) < 2 or t[-1] < begins + length:
        raise InputError(
            f"friction apart: the log has no pass from {begins:.3g} to {begins + length:.3g} s;"
            " expected the whole motion, and the time at which it begins: start."
        )
    order = some[np.argsort(data.q[some, motor])]
    at = data.q[order, motor]
    return np.stack([np.interp(q, at, x[order]) for x in data.smooth_tau.T], axis=1)
