"""Covariance of an estimate, with residuals as they are: coloured, and different from joint to
joint.

    Cov = G (sum_j w_j^4 f_j s_j^2 W_j' W_j) G

with the gain G of the estimator, the residual variance s_j^2 of joint j, and the inflation f_j = 1
+ 2 sum_k rho_k from the residuals' autocorrelation: n correlated residuals tell as much about a
slow motion as n / f white ones. Where parts of the motion contradict each other by more, the
middle is that of `misfit.scatter`.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError
from dynid.identification.estimator_base import Fit
from dynid.identification.linear import compute_joint_deviation, solve_triangular_system
from dynid.identification.model_error import compute_scatter
from dynid.identification.problem import Problem

# of a value's response to its own truth, or of its variance: with less from the data, the prior
# decides it
DATA_DECIDE = 0.5
SMALLEST_NOISE = 1e-5  # of a joint's RMS torque: no measurement is better


def estimate_correlated_deviation(problem: Problem) -> Array:
    """Deviation of each joint's residuals of a free least-squares fit, as white noise that would
    tell as little about slow
    motions: s_j sqrt(f_j)."""
    floor = compute_smallest_deviation(problem)
    weights = np.ones(len(floor))
    for _ in range(3):
        R, z, _ = problem.compute_triangle(weights)
        theta = solve_triangular_system(R, z, 1e-12)
        sigma = np.maximum(compute_joint_deviation(problem, theta), floor)
        weights = 1.0 / sigma
    return np.asarray(sigma * np.sqrt(problem.compute_inflations(theta)))


def compute_smallest_deviation(problem: Problem) -> Array:
    """Of each joint's residuals, what no measurement is below; where nothing acts (a base that
    swings), that of the joint with the largest torque."""
    rms = np.array([np.sqrt(block.square / max(block.n, 1)) for block in problem.blocks])
    if not rms.max() > 0:
        raise DynidError(
            "the torques are zero throughout: there is nothing to identify. Check the log's torque"
            " columns."
        )
    return np.asarray(SMALLEST_NOISE * np.where(rms > 0, rms, rms.max()))


def compute_covariance(
    problem: Problem, fit: Fit, inflations: Array, blocks: bool = True
) -> tuple[Array, tuple[str, ...]]:
    """Of theta: as given, or by the gain; nan where the estimator knows neither. With notes.

    blocks   whether contradictions between parts of the motion count
    """
    if fit.covariance is not None:
        return fit.covariance, ()
    if fit.gain is None:
        return np.full((problem.size, problem.size), np.nan), ()
    notes: tuple[str, ...] = ()
    variance = compute_joint_deviation(problem, fit.theta) ** 2
    if fit.grams is None:
        weights = fit.expand_weights(len(variance))
        middle = problem.compute_gram(weights**4 * inflations * variance)
        if blocks:
            scores = compute_scatter(problem, weights, np.sqrt(inflations * variance))
            middle, notes = scores.covariance, scores.notes
    else:
        middle = np.einsum("j,jab->ab", inflations * variance, np.array(fit.grams))
    C = fit.gain @ middle @ fit.gain
    C = 0.5 * (C + C.T)
    seen = [block.columns[np.abs(block.R).max(axis=0, initial=0.0) > 0] for block in problem.blocks]
    silent = np.setdiff1d(np.arange(problem.size), np.concatenate(seen))
    C[silent, silent] = np.inf  # what no row of the data touches is not known at all
    return C, notes


def list_damped(problem: Problem, fit: Fit) -> tuple[str, ...]:
    """Names of the parameters that a damping decides: theta = M theta_true + noise with
    M = G sum_j w_j^2 W_j' W_j, and an M_kk far below 1."""
    if fit.gain is None or fit.covariance is not None or fit.grams is not None:
        return ()
    M = fit.gain @ problem.compute_gram(fit.expand_weights(len(problem.blocks)) ** 2)
    gone = set(fit.history.removed)
    return tuple(
        name
        for name, own in zip(problem.names, np.diag(M))
        if own < DATA_DECIDE and name not in gone
    )
