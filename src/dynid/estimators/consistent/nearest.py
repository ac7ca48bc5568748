"""All parameters for base parameters: the physically consistent bodies nearest to what was
believed before.

    min |(p - prior) / scale|^2   with   B p = theta,   every pseudo-inertia > 0,   friction and
                                  rotor inertia >= 0

Where no physically consistent bodies have this theta, the nearest in the sense of its covariance
are taken, (B p - theta)' C^-1 (B p - theta).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.convex import solve_convex, to_svec
from dynid.errors import DynidError
from dynid.estimators.consistent.prior import FLOOR, compute_natural_scale, make_consistent
from dynid.estimators.consistent.solid_guess import guess_bodies
from dynid.model.base_reduction import BaseParameters
from dynid.model.inertial import PSEUDO_BASIS

INSIDE = (
    1e-6  # eigenvalue (of a body scaled to size 1) that is kept: well above the solver's accuracy
)
# weight of the prior, in standard deviations for a deviation by its scale, where theta has to give
# way
PULL = 1e-3
AT_BOUND = 1e-7  # of its scale: a value this close to its bound is at it
ROUND_OFF = 1e-13  # of the largest theta
FLAT = 1e-8  # smallest eigenvalue of a correlation matrix that is taken for real


@dataclass(frozen=True, eq=False)
class Nearest:
    """p; whether B p = theta holds exactly, else by how many standard deviations each theta
    differs; what was the prior."""

    p: Array
    exact: bool
    deviations: Array
    guessed: tuple[str, ...]


def find_nearest_consistent(
    base: BaseParameters, theta: ArrayLike, covariance: ArrayLike
) -> Nearest:
    """The consistent parameters that are nearest to the model's prior among those with B p =
    theta."""
    theta_ = np.asarray(theta, dtype=float)
    std = _compute_deviations(base, theta_, np.asarray(covariance, dtype=float))
    p0, scale, guessed = _complete_prior(base, theta_, std)
    B = base.map
    size = np.linalg.norm(B * scale, axis=1)
    x = _solve(base, np.eye(len(p0)), p0 / scale, B * scale / size[:, None], theta_ / size, scale)
    if x is not None:
        p = _project_exactly(B, theta_, x * scale, scale, base.model.lower)
        return Nearest(p, True, np.zeros(len(theta_)), guessed)
    W = _compute_whitening(np.asarray(covariance, dtype=float), std)
    A = np.vstack([W @ B * scale, PULL * np.eye(len(p0))])
    b = np.concatenate([W @ theta_, PULL * p0 / scale])
    x = _solve(base, A, b, np.zeros((0, len(p0))), np.zeros(0), scale)
    if x is None:
        raise DynidError(
            "no physically consistent bodies were found near these parameters; identify "
            "with Consistent()."
        )
    p = x * scale
    for place in base.model.layout.bodies.values():
        p[place], _ = make_consistent(p[place])  # what the solver's accuracy leaves outside
    return Nearest(p, False, (B @ p - theta_) / std, guessed)


def _compute_deviations(base: BaseParameters, theta: Array, covariance: Array) -> Array:
    """Standard deviations; a parameter without one (taken out, or not shown by the data) may change
    by its own size."""
    variance = np.diag(covariance)
    own = np.where(np.isfinite(variance) & (variance > 0), variance, 0.0)
    prior = np.nan_to_num(base.model.prior)
    large = np.maximum(np.abs(base.map) @ np.abs(prior), np.abs(theta))
    large = np.maximum(large, 1e-6 * max(np.abs(theta).max(initial=0.0), 1e-12))
    return np.where(own > 0, np.sqrt(own), large)


def _complete_prior(
    base: BaseParameters, theta: Array, std: Array
) -> tuple[Array, Array, tuple[str, ...]]:
    """Values, scales, and the bodies whose values are only guessed."""
    model = base.model
    p, places = model.prior, model.layout.bodies
    unknown = tuple(name for name, place in places.items() if np.isnan(p[place]).any())
    if unknown:
        for name, guess in guess_bodies(base, np.diag(1.0 / std), theta / std, p, unknown).items():
            p[places[name]] = guess
    scale = np.maximum(
        np.abs(np.nan_to_num(p)), 1.0
    )  # effects: what fixes them is theta, hardly ever their scale
    for place in places.values():
        p[place], _ = make_consistent(p[place])
        scale[place] = np.maximum(np.abs(p[place]), FLOOR * compute_natural_scale(p[place]))
    return np.nan_to_num(p), scale, unknown


def _compute_whitening(covariance: Array, std: Array) -> Array:
    """W with W'W = C^-1, for a covariance that may be singular."""
    known = np.isfinite(np.diag(covariance)) & (np.diag(covariance) > 0)
    correlation = np.eye(len(std))
    both = np.ix_(known, known)
    correlation[both] = covariance[both] / np.outer(std[known], std[known])
    values, vectors = np.linalg.eigh(correlation)
    W: Array = (vectors / np.sqrt(np.maximum(values, FLAT))).T / std
    return W


def _project_exactly(B: Array, theta: Array, p: Array, scale: Array, lower: Array) -> Array:
    """The last digits of B p = theta, by the smallest change that leaves values at their bounds
    there."""
    at_bound = p - lower <= AT_BOUND * scale
    held = np.where(at_bound, lower, p)
    for start, free in ((held, ~at_bound), (p, np.ones(len(p), dtype=bool))):
        D = B * np.where(free, scale, 0.0)
        moved: Array = (
            start
            + np.where(free, scale, 0.0) * np.linalg.lstsq(D, theta - B @ start, rcond=None)[0]
        )
        if np.abs(B @ moved - theta).max(initial=0.0) <= ROUND_OFF * np.abs(theta).max(initial=0.0):
            break
    return moved


def _solve(
    base: BaseParameters, A: Array, b: Array, E: Array, e: Array, scale: Array
) -> Array | None:
    """min |A x - b|^2 with E x = e over the physically consistent bodies and bounds, p = x scale;
    None where there are none."""
    model, n = base.model, len(scale)
    places, lower = list(model.layout.bodies.values()), model.lower
    matrices = []
    for place in places:
        s = compute_natural_scale(scale[place])
        T = 1.0 / np.array([*[s[1] / np.sqrt(s[0])] * 3, np.sqrt(s[0])])
        basis = to_svec(PSEUDO_BASIS * T * T[:, None]) * scale[place][:, None]
        L = np.zeros((10, n))
        L[:, place] = basis.T
        matrices.append((L, -INSIDE * to_svec(np.eye(4))))
    bounded = np.isfinite(lower)
    above = np.eye(n)[bounded], (lower / scale)[bounded]
    found = solve_convex(
        n, least=(A, b), equal=(E, e), above=above, matrices=matrices, tolerance=1e-9
    )
    if found.status not in ("Solved", "AlmostSolved"):
        return None
    # what the solver's accuracy leaves below
    return np.maximum(found.x, lower / scale)
