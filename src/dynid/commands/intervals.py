"""How well the parameters are known.

Of output error, with the weighted derivatives J of all joints j and their residuals r,

    Cov = A^-1 (sum_j w_j^2 f_j J_j' J_j) A^-1,   A = sum_j w_j^2 J_j' J_j

in which f_j >= 1 counts residuals that are correlated in time (w_j = 1 / deviation of r_j). Where
they are, parts of the log may contradict each other by more than that: the scores of a dozen blocks
tell. Of the regression: the jackknife over blocks of the log.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array, Ints
from dynid.commands.believed import Believed
from dynid.commands.free import Free
from dynid.commands.plant import Plant, Values
from dynid.commands.refine import Refined, Slope, normal, weights
from dynid.commands.regression import Rows, regress
from dynid.identification.correlation import inflation

BLOCKS = 12
COLOURED = 1.5  # mean inflation of residuals above which blocks are asked as well
RIDGE = 1e-12  # of the scaled normal matrix: what cannot be told has a huge deviation, not none


def inverse(A: Array) -> Array:
    scale = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))
    value, V = np.linalg.eigh(A * scale * scale[:, None])
    return np.asarray((V / np.maximum(value, RIDGE)) @ V.T * scale * scale[:, None])


def of_output_error(found: Refined, free: Free) -> Array:
    """Cov (P, P)."""
    held = np.flatnonzero(free.vector(found.values) <= free.lower)
    return _covariance(found, free, held)[1]


def without_bounds(found: Refined, free: Free) -> tuple[Array, Array]:
    """The step (P,) that one more round would make without bounds, and its deviations."""
    b, C = _covariance(found, free, np.zeros(0, dtype=np.int64))
    return b, np.sqrt(np.diag(C))


def _covariance(found: Refined, free: Free, held: Ints) -> tuple[Array, Array]:
    """The step and Cov, with some parameters held where they are: those have the deviation that
    they would have alone."""
    r, P = found.residual, len(free)
    weight = weights(r)
    every = np.ones(len(r), dtype=bool)
    f = np.array([inflation(r[:, j], every) for j in range(r.shape[1])])
    A, b = normal(found.slopes, r, weight, P)
    middle, _ = normal(found.slopes, r, weight * np.sqrt(f), P)
    d, pull = Believed.of(found.done.plant, free).drawn(free.vector(found.values), r)
    A[range(P), range(P)] += d
    b[:P] += d * pull
    middle[range(P), range(P)] += f.mean() * d
    rest = np.setdiff1d(np.arange(len(A)), held)
    G = np.zeros_like(A)
    G[np.ix_(rest, rest)] = inverse(A[np.ix_(rest, rest)])
    G[held, held] = 1.0 / np.maximum(np.diag(A)[held], 1e-300)
    C = _between(G, middle)
    if f.mean() > COLOURED:
        C = _raised(C, _between(G, _scatter(found.slopes, r * weight**2, P)))
    return (G @ b)[:P], C[:P, :P]


def _between(G: Array, middle: Array) -> Array:
    """G middle G', never negative on its diagonal, however large G is."""
    value, V = np.linalg.eigh(middle)
    half = G @ (V * np.sqrt(np.maximum(value, 0.0)))
    return np.asarray(half @ half.T)


def _scatter(slopes: tuple[Slope, ...], pull: Array, P: int) -> Array:
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


def _raised(C: Array, other: Array) -> Array:
    """C with deviations at least as large as the other's, and its own correlations."""
    own, more = np.sqrt(np.diag(C)), np.sqrt(np.diag(other))
    factor = np.maximum(1.0, more / np.maximum(own, 1e-300))
    return C * factor * factor[:, None]


def of_regression(plant: Plant, values: Values, free: Free, rows: Rows) -> Array:
    """Cov (P, P) by leaving out one block after another: (K - 1) / K sum (x_b - mean)^2."""
    block = np.arange(len(rows.t)) * BLOCKS // len(rows.t)
    x = np.array(
        [free.vector(regress(plant, values, free, rows, block != b)) for b in range(BLOCKS)]
    )
    x -= x.mean(axis=0)
    return np.asarray((BLOCKS - 1) / BLOCKS * x.T @ x)
