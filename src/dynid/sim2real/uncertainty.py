"""How well the parameters are known.

Of output error, with the weighted derivatives J of all joints j and their residuals r,

    Cov = A^-1 (sum_j w_j^2 f_j J_j' J_j) A^-1,   A = sum_j w_j^2 J_j' J_j

in which f_j >= 1 counts residuals that are correlated in time (w_j = 1 / deviation of r_j). Where
they are, parts of the log may contradict each other by more than that: the scores of a dozen blocks
tell. Of the regression: the jackknife over blocks of the log. Values at a bound get a note.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array, Ints
from dynid.sim2real.free_parameters import DELAY, FreeParameters, Values
from dynid.sim2real.output_error import (
    InertiaPrior,
    OutputError,
    inflations,
    normal_equations,
    weights,
)
from dynid.sim2real.regression import Rows, regress
from dynid.sim2real.rollout import Slope

BLOCKS = 12
COLOURED = 1.5  # mean inflation of residuals above which blocks are asked as well
RIDGE = 1e-12  # of the scaled normal matrix: what cannot be told has a huge deviation, not none

SIGNIFICANT = 2.0  # deviations
#: what drives a value beyond its bound, for people
_WHY = {
    "viscous": "the drive's Kd is smaller than given by that much, friction falls with speed"
    " (Stribeck), or the delay is larger",
    "dry": "friction at low speed is smaller than proportional to the sign, or the file's bodies"
    " are too heavy",
    "armature": "the file's bodies are too heavy for the motion, or the drive acts before the"
    " logged command (time stamps)",
    "kd": "the drive damps less than the friction of the file",
    "kp": "the drive pulls against its commands",
    DELAY: "the drive acts before the logged command: the log stamps commands late, or armature and"
    " damping take its place",
}


def inverse(A: Array) -> Array:
    scale = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))
    value, V = np.linalg.eigh(A * scale * scale[:, None])
    return np.asarray((V / np.maximum(value, RIDGE)) @ V.T * scale * scale[:, None])


def covariance_of_output_error(found: OutputError) -> Array:
    """Cov (P, P)."""
    fixed = np.flatnonzero(found.free.vector(found.values) <= found.free.lower)
    return _covariance(found, fixed)[1]


def step_without_bounds(found: OutputError) -> tuple[Array, Array]:
    """The step (P,) that one more round would make without bounds, and its deviations."""
    b, C = _covariance(found, np.zeros(0, dtype=np.int64))
    return b, np.sqrt(np.diag(C))


def _covariance(found: OutputError, fixed: Ints) -> tuple[Array, Array]:
    """The step and Cov, with some parameters fixed where they are: those have the deviation that
    they would have alone."""
    r, free, P = found.residual, found.free, len(found.free)
    weight, f = weights(r), inflations(r)
    A, b = normal_equations(found.slopes, r, weight, P)
    middle, _ = normal_equations(found.slopes, r, weight * np.sqrt(f), P)
    prior = InertiaPrior.from_file(found.rollout.segment.plant, free)
    d, pull = prior.pull(free.vector(found.values), r)
    A[range(P), range(P)] += d
    b[:P] += d * pull
    middle[range(P), range(P)] += f.mean() * d
    rest = np.setdiff1d(np.arange(len(A)), fixed)
    G = np.zeros_like(A)
    G[np.ix_(rest, rest)] = inverse(A[np.ix_(rest, rest)])
    G[fixed, fixed] = 1.0 / np.maximum(np.diag(A)[fixed], 1e-300)
    C = _sandwich(G, middle)
    if f.mean() > COLOURED:
        C = _raise_deviations(C, _sandwich(G, _block_scatter(found.slopes, r * weight**2, P)))
    return (G @ b)[:P], C[:P, :P]


def _sandwich(G: Array, middle: Array) -> Array:
    """G middle G', never negative on its diagonal, however large G is."""
    value, V = np.linalg.eigh(middle)
    half = G @ (V * np.sqrt(np.maximum(value, 0.0)))
    return np.asarray(half @ half.T)


def _block_scatter(slopes: tuple[Slope, ...], pull: Array, P: int) -> Array:
    """K / (K - 1) sum_b s_b s_b' of the scores s_b = J_b' w^2 r_b of K blocks."""
    N, n = pull.shape
    scores = np.zeros((BLOCKS, P + 2 * n))
    block = np.arange(N) * BLOCKS // N
    for slope in slopes:
        places = np.concatenate([slope.own, P + slope.state])
        each = np.einsum("tjp,tj->tp", slope.D, pull[:, slope.at])
        for b in range(BLOCKS):
            scores[b, places] += each[block == b].sum(axis=0)
    scores -= scores.mean(axis=0)
    return np.asarray(BLOCKS / (BLOCKS - 1) * scores.T @ scores)


def _raise_deviations(C: Array, other: Array) -> Array:
    """C with deviations at least as large as the other's, and its own correlations."""
    own, more = np.sqrt(np.diag(C)), np.sqrt(np.diag(other))
    factor = np.maximum(1.0, more / np.maximum(own, 1e-300))
    return C * factor * factor[:, None]


def covariance_of_regression(rows: Rows, values: Values, free: FreeParameters) -> Array:
    """Cov (P, P) by leaving out one block after another: (K - 1) / K sum (x_b - mean)^2."""
    block = np.arange(len(rows.t)) * BLOCKS // len(rows.t)
    each = [regress(rows.without(block == b), values, free) for b in range(BLOCKS)]
    x = np.array([free.vector(values) for values in each])
    x -= x.mean(axis=0)
    return np.asarray((BLOCKS - 1) / BLOCKS * x.T @ x)


def note_bounds(found: OutputError) -> tuple[str, ...]:
    """Of values at their bounds: what would be beyond them."""
    free, notes = found.free, list[str]()
    x, lower = free.vector(found.values), free.lower
    at_bound = np.flatnonzero(x <= lower + 1e-6 * np.isfinite(lower))
    step, deviation = step_without_bounds(found) if len(at_bound) else (x, x)
    for k in at_bound:
        beyond, note = x[k] + step[k], f"{free.names[k]} stands at its bound 0"
        if beyond < -SIGNIFICANT * deviation[k]:
            note += (
                f"; the log asks for {beyond:.3g} +- {deviation[k]:.2g} {free.units[k]}, which"
                f" nothing can be: {_WHY.get(free.kinds[k], 'something is not in the model')}"
            )
        else:
            note += f", which the log does not tell from {max(beyond, 0.0):.2g} {free.units[k]}"
        notes.append(note)
    longest = found.rollout.segment.plant.drive.longest
    if DELAY in free.names and found.values.delay > 0.97 * longest:
        notes.append(
            f"the delay stands at the longest that was looked for, {longest:g} s; look further"
            " (--longest), or check the time stamps of the commands"
        )
    return tuple(notes)
