"""The most probable errors of a linearised robot, with how noisy its measurements and how wrong
its parts are.

    r(z) = r + J (z - z0),   cost(z) = sum w (r / sigma)^2 + sum (z / (s t))^2

Here t is the tolerance of a part. The noise sigma of a kind of measurement, and the factor s by
which the parts of a group are worse than their tolerance, have the largest evidence (MacKay 1992):
with S the covariance of z and h the diagonal of J S J' W,

    s^2 = sum (z / t)^2 / sum (1 - S_ii / (s t_i)^2),   sigma^2 = sum w r^2 / sum (w - h)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Ints

ITERATIONS = 100
SETTLED = 0.01  # relative change of noise and factors in an iteration
LEAST_FACTOR, MOST_FACTOR = 1e-3, 300.0  # of tolerances: exact parts, and wrong ones (3 cm, 30 deg)
TYPICAL = 2.5  # standard deviations: entries that are farther off count less (Huber)
RIDGE = 1e-14  # relative
FREE = -1  # group of what has no tolerance


@dataclass(frozen=True, eq=False)
class LinearRows:
    """Residuals of all channels, linearised.

    Parameters
    ----------
    r
        (R,) at z0
    J
        (R, P) their slopes by the errors and the unknowns
    z0
        (P,) by how much these differ from where they began
    kind
        (R,) which kind of measurement
    pose
        (R,)
    entry
        (R,) which channel at which pose
    """

    r: Array
    J: Array
    z0: Array
    kind: Ints
    pose: Ints
    entry: Ints

    def take(self, rows: NDArray[np.bool_]) -> LinearRows:
        """Some of the rows."""
        parts = (self.r[rows], self.J[rows], self.z0)
        return LinearRows(*parts, self.kind[rows], self.pose[rows], self.entry[rows])


@dataclass(frozen=True, eq=False)
class ErrorPrior:
    """What is known of the columns before anything was measured.

    Parameters
    ----------
    tolerance
        (P,) one standard deviation
    group
        (P,) columns that are wrong by one factor; -1: by the tolerance itself
    scaled
        whether the factors are estimated
    first_factor
        what they begin with
    noise
        {number of a kind: known standard deviation}
    least_noise
        (kinds,) no instrument is better
    robust
        whether entries that deviate count less
    fixed
        (P,) columns that are taken as exact
    """

    tolerance: Array
    group: Ints
    least_noise: Array
    fixed: NDArray[np.bool_]
    scaled: bool = True
    first_factor: float = 1.0
    noise: Mapping[int, float] = field(default_factory=dict)
    robust: bool = True

    def restrict(self, fixed: NDArray[np.bool_], group: Ints) -> ErrorPrior:
        """Some columns taken as exact, the others in other groups."""
        return replace(self, fixed=fixed, group=group)

    def take(self, columns: NDArray[np.bool_]) -> ErrorPrior:
        """Of some of the columns."""
        none = np.zeros(int(columns.sum()), dtype=bool)
        tolerance, group = self.tolerance[columns], self.group[columns]
        return replace(self, tolerance=tolerance, group=group, fixed=none)


@dataclass(frozen=True, eq=False)
class EvidenceSolution:
    """z with its covariance (P, P), noise by kind, factors by group, weights by entry, and how many
    errors the data determine."""

    z: Array
    covariance: Array
    noise: Array
    factors: Array
    weights: Array
    determined: float

    def precision(self, prior: ErrorPrior) -> Array:
        """(P,) of the prior, with the factors."""
        factor = np.append(self.factors, 1.0)[prior.group]
        return np.asarray((prior.tolerance * factor) ** -2.0)


def solve(
    rows: LinearRows,
    prior: ErrorPrior,
    start: EvidenceSolution | None = None,
    most: int = ITERATIONS,
) -> EvidenceSolution:
    """The solution of largest evidence, from the noise and factors of another one if given; after
    `most` iterations it is on its way there."""
    keep, P = ~prior.fixed, len(prior.fixed)
    if not keep.all():
        r = rows.r - rows.J[:, ~keep] @ rows.z0[~keep]
        rows = replace(rows, r=r, J=rows.J[:, keep], z0=rows.z0[keep])
        prior = prior.take(keep)
    found = _solve(rows, prior, start, most)
    z, S = np.zeros(P), np.zeros((P, P))
    z[keep] = found.z
    S[np.ix_(keep, keep)] = found.covariance
    return replace(found, z=z, covariance=S)


def _solve(
    rows: LinearRows, prior: ErrorPrior, start: EvidenceSolution | None, most: int
) -> EvidenceSolution:
    kinds, groups = len(prior.least_noise), int(prior.group.max(initial=FREE)) + 1
    now = start or EvidenceSolution(
        *(rows.z0, np.zeros((0, 0)), np.zeros(kinds), np.full(groups, prior.first_factor)),
        *(np.ones(int(rows.entry.max()) + 1), 0.0),
    )
    if start is None:
        for k in range(kinds):
            r = rows.r[rows.kind == k]
            size = float(np.sqrt(np.mean(r**2))) if r.size else 1.0
            now.noise[k] = prior.noise.get(k, max(size, prior.least_noise[k]))
    for _ in range(most):
        before = np.concatenate([now.noise, now.factors])
        now = _iterate(rows, prior, now)
        after = np.concatenate([now.noise, now.factors])
        moving = after > LEAST_FACTOR * np.r_[np.zeros(kinds), np.ones(groups)]
        if np.abs(np.log(after / before))[moving].max(initial=0.0) < SETTLED:
            break
    return now


def _iterate(rows: LinearRows, prior: ErrorPrior, now: EvidenceSolution) -> EvidenceSolution:
    """z for the noise and factors there are, and better ones."""
    precision, w = now.precision(prior), now.weights[rows.entry]
    W = w / now.noise[rows.kind] ** 2
    A = (rows.J * W[:, None]).T @ rows.J + np.diag(precision)
    d = np.sqrt(np.diag(A))
    # the ridge is round-off: what nothing determines stays finite
    S = np.linalg.inv(A / np.outer(d, d) + RIDGE * np.eye(len(d))) / np.outer(d, d)
    z = S @ (rows.J.T @ (W * (rows.J @ rows.z0 - rows.r)))
    r = rows.r + rows.J @ (z - rows.z0)
    hat = W * np.einsum("ij,ij->i", rows.J @ S, rows.J)
    noise, factors = now.noise.copy(), now.factors.copy()
    for k in set(range(len(noise))) - set(prior.noise):
        mine = rows.kind == k
        freedom = w[mine].sum() - hat[mine].sum()
        if mine.any() and freedom > 0.5:
            noise[k] = max(prior.least_noise[k], np.sqrt(w[mine] @ r[mine] ** 2 / freedom))
    share = 1.0 - np.diag(S) * precision
    for k in range(len(factors) if prior.scaled else 0):
        mine = prior.group == k
        square = np.sum((z[mine] / prior.tolerance[mine]) ** 2)
        factors[k] = np.sqrt(square / max(share[mine].sum(), 1e-12))
    factors = np.clip(factors, LEAST_FACTOR, MOST_FACTOR)
    weights = _weigh(r / noise[rows.kind], rows.entry, len(now.weights))
    weights = weights if prior.robust else now.weights
    return EvidenceSolution(z, S, noise, factors, weights, float(share[prior.group != FREE].sum()))


def _weigh(size: Array, entry: Ints, count: int) -> Array:
    """(count,) min(1, TYPICAL / root mean square) of the entries."""
    rows = np.maximum(np.bincount(entry, minlength=count), 1)
    rms = np.sqrt(np.bincount(entry, size**2, minlength=count) / rows)
    return np.asarray(np.minimum(1.0, TYPICAL / np.maximum(rms, 1e-300)))


def predict_folds(
    rows: LinearRows,
    prior: ErrorPrior,
    folds: Sequence[Ints],
    start: EvidenceSolution | None = None,
) -> Array:
    """(R,) residuals of poses, each predicted by a fit without its fold."""
    out, start = np.full(len(rows.r), np.nan), start or solve(rows, prior)
    for fold in folds:
        left = np.isin(rows.pose, fold)
        z = solve(rows.take(~left), prior, start).z
        out[left] = rows.r[left] + rows.J[left] @ (z - rows.z0)
    return out
