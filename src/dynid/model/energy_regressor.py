"""The energy regressor: what parameters do to the energy of a motion, without accelerations.

The work of the motors is the change of energy and what friction takes,

    integral of tau . qd dt = T + U - (T + U at the start) + integral of qd . f dt = W p

    T column   1/2 qd . (Y(q, 0, qd) - Y(q, 0, 0))
    U column   of a body  -g . x,  -g . (R e_j)  for m and m c_j
    f          the columns of effects other than rotors, at zero acceleration

One row per sample in place of n, and work adds up all that came before: rows are correlated.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.errors import InputError, join_names
from dynid.model.model import Model
from dynid.robot.poses import compute_body_poses


def compute_energy_regressor(model: Model, t: ArrayLike, q: ArrayLike, qd: ArrayLike) -> Array:
    """W (N, P) with W p = the work of the motors since the first sample (see `compute_work`).

    Parameters
    ----------
    model
        without payloads and effects that read the load
    t
        (N,) time [s]; integrals are those of trapezoids
    q
        (N, n) positions
    qd
        (N, n) velocities
    """
    layout = model.layout
    if layout.payloads or layout.channels:
        given = ["payloads"] if layout.payloads else list(layout.channels)
        raise InputError(
            f"compute_energy_regressor: the model of '{model.robot.name}' has {join_names(given)},"
            " expected bodies and effects of positions and velocities."
        )
    q_, qd_ = np.atleast_2d(np.asarray(q, float)), np.atleast_2d(np.asarray(qd, float))
    rest = np.zeros_like(q_)
    still = model.regressor(q_, rest, rest)
    energy = 0.5 * np.einsum("kj,kjp->kp", qd_, model.regressor(q_, rest, qd_) - still)
    energy += _compute_potential_columns(model, q_)
    power = np.einsum("kj,kjp->kp", qd_, model.regressor(q_, qd_, rest))
    power[:, layout.inertial] = 0.0
    power[:, [at for at, x in zip(layout.at, layout.terms) if x.term.law.acceleration]] = 0.0
    return np.asarray(energy - energy[0] + _integrate(t, power))


def compute_work(t: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """(N,) the integral of tau . qd since the first sample, by trapezoids.

    Parameters
    ----------
    t
        (N,) time [s]
    qd
        (N, n) velocities
    tau
        (N, n) torques
    """
    power = np.einsum("kj,kj->k", np.asarray(qd, float), np.asarray(tau, float))
    return _integrate(t, power[:, None])[:, 0]


def _integrate(t: ArrayLike, rate: Array) -> Array:
    steps = np.diff(np.asarray(t, float))[:, None] * (rate[1:] + rate[:-1]) / 2
    return np.concatenate([np.zeros((1, rate.shape[1])), np.cumsum(steps, axis=0)])


def _compute_potential_columns(model: Model, q: Array) -> Array:
    """(N, P), those of the bodies: -g . x and -g . R."""
    robot, U = model.robot, np.zeros((len(q), len(model.parameters)))
    poses, gravity = compute_body_poses(robot, close(robot, q).q), np.asarray(robot.gravity)
    for body, group in zip(robot.bodies, model.groups):
        if group >= 0:
            pose = poses[body.name]
            U[:, 10 * group] -= pose[:, :3, 3] @ gravity
            U[:, 10 * group + 1 : 10 * group + 4] -= gravity @ pose[:, :3, :3]
    return U
