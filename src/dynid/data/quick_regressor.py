"""The rows of a quick fit, joint by joint: the plain model's columns, and friction, offset and
rotor inertia in every actuated joint, whether the model has them or not: without friction, damping
would look like a delay.

A joint is moved by few of the columns (of a chain: by those of the bodies beyond it), so that the
products of a robot of many joints are formed from these alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Ints, Triple
from dynid.lapack import solve_triangular
from dynid.model.base_reduction import base_parameters
from dynid.model.model import Model

RCOND = 1e-5  # singular values (columns scaled to 1) below this count as zero
# columns: with more, the eigenvalues of their products would take longer than all the rest
MANY = 400


@dataclass(frozen=True, eq=False)
class QuickRows:
    """Of every joint its columns, and W (columns, samples)."""

    columns: tuple[Ints, ...]
    W: tuple[Array, ...]
    size: int

    @staticmethod
    def join(parts: Sequence[QuickRows], order: Ints) -> QuickRows:
        """Of several stretches, their samples in another order."""
        first, W = parts[0], []
        for j, columns in enumerate(first.columns):
            if any(not np.array_equal(part.columns[j], columns) for part in parts):
                return QuickRows.join([part.fill_zeros() for part in parts], order)
            whole = [part.W[j] for part in parts]
            W.append((whole[0] if len(parts) == 1 else np.hstack(whole))[:, order])
        return QuickRows(first.columns, tuple(W), first.size)

    def scale(self, unit: Array) -> QuickRows:
        """In these units of the joints' torques."""
        W = tuple(x / u for x, u in zip(self.W, unit))
        return QuickRows(self.columns, W, self.size)

    def fill_zeros(self) -> QuickRows:
        """With all columns, zeros too."""
        W = [np.zeros((self.size, x.shape[1])) for x in self.W]
        for full, x, columns in zip(W, self.W, self.columns):
            full[columns] = x
        return QuickRows((np.arange(self.size),) * len(W), tuple(W), self.size)

    def separate_joints(self) -> QuickRows:
        """With parameters of its own for every joint."""
        columns = tuple(own + j * self.size for j, own in enumerate(self.columns))
        return QuickRows(columns, self.W, self.size * len(columns))

    @cached_property
    def runs(self) -> list[list[tuple[slice, slice]]]:
        """Of every joint's columns."""
        return [_find_consecutive_runs(columns) for columns in self.columns]

    def compute_products(self, targets: Sequence[Array], part: slice) -> tuple[Array, Array]:
        """sum_j W_j W_j' and sum_j W_j y_j (columns, k) of some samples; targets[j] (samples,
        k)."""
        A, b = np.zeros((self.size, self.size)), np.zeros((self.size, targets[0].shape[1]))
        for columns, runs, W, y in zip(self.columns, self.runs, self.W, targets):
            some = np.ascontiguousarray(W[:, part])
            own = some @ some.T
            for to, at in runs:
                for to_, at_ in runs:
                    A[to, to_] += own[at, at_]
            b[columns] += some @ y[part]
        return A, b

    def predict(self, p: Array, part: slice) -> Array:
        """(samples, joints) of some samples."""
        each = [p[columns] @ W[:, part] for columns, W in zip(self.columns, self.W)]
        return np.stack(each, axis=1)


def _find_consecutive_runs(columns: Ints) -> list[tuple[slice, slice]]:
    """The runs of consecutive numbers: the numbers, and their places."""
    edges = [0, *(np.flatnonzero(np.diff(columns) != 1) + 1).tolist(), len(columns)]
    return [
        (slice(int(columns[a]), int(columns[a]) + b - a), slice(a, b)) for a, b in pairwise(edges)
    ]


@dataclass(frozen=True, eq=False)
class SpanningColumns:
    """Columns of the plain model, and which of them act on which joint (n, columns)."""

    columns: Ints
    acts: NDArray[np.bool_]


def find_spanning_columns(model: Model) -> SpanningColumns | None:
    """Columns that say as much as all, where all are many; else None. Those that act on the same
    joints stand side by side, so that a joint's are few runs of them."""
    plain = model.plain
    if len(plain.parameters) <= MANY:
        return None
    base = base_parameters(plain)
    order = np.lexsort(base.pattern[::-1])
    return SpanningColumns(base.independent[order], base.pattern[:, order])


def make_quick_rows(
    model: Model, q: Array, qd: Array, qdd: Array, only: SpanningColumns | None = None
) -> QuickRows:
    """The entries of `compute_quick_regressor` that are not zero, at samples of a motion (N, n);
    `only` some columns of the plain model."""
    N, n = q.shape
    own = np.stack([qd, np.sign(qd), np.ones((N, n)), qdd], axis=1).T  # (n, 4, N)
    if only is None:
        Y = compute_plain_regressor(model, q, qd, qdd)
        P, each = Y.shape[2], [np.flatnonzero(Y[:, j].any(axis=0)) for j in range(n)]
        W = [np.concatenate([Y[:, j].T[acts], own[j]]) for j, acts in enumerate(each)]
    else:
        P, each = len(only.columns), [np.flatnonzero(acts) for acts in only.acts]
        W = _gather_columns(model, (q, qd, qdd), [only.columns[acts] for acts in each], own)
    columns = [np.append(acts, P + 4 * j + np.arange(4)) for j, acts in enumerate(each)]
    return QuickRows(tuple(columns), tuple(W), P + 4 * n)


def _gather_columns(
    model: Model, motion: Triple, columns: Sequence[Ints], own: Array
) -> list[Array]:
    """Of every joint its columns of the plain model (columns, N), and its own below them: taken
    from each chunk while it is in cache, where the whole regressor would fill gigabytes."""
    counts, N = [len(some) for some in columns], len(motion[0])
    W = [np.empty((count + own.shape[1], N)) for count in counts]
    for rows, count, more in zip(W, counts, own):
        rows[count:] = more

    def keep(part: slice, Y: Array) -> None:
        for rows, count, some, of_joint in zip(W, counts, columns, Y.transpose(1, 2, 0)):
            rows[:count, part] = of_joint[some]

    with warnings.catch_warnings():  # as in plain_regressor
        warnings.simplefilter("ignore")
        model.plain.map_regressor(keep, *motion)
    return W


def compute_plain_regressor(model: Model, q: Array, qd: Array, qdd: Array) -> Array:
    """Of the plain model. A pose near a singularity is reported once, when the loops are closed for
    good; the torque of a known payload needs no mention: its link's columns explain it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.plain.regressor(q, qd, qdd)


def compute_quick_regressor(
    model: Model, q: Array, qd: Array, qdd: Array, turns: Array | None = None
) -> Array:
    """Y (N, n, P + 4 n): the plain model's, and viscous, Coulomb friction, offset, rotor inertia
    of every joint. turns (N, n): sign of the velocities as a filter of the torque shows it; None:
    sharp."""
    N, n = q.shape
    turns = np.sign(qd) if turns is None else turns
    own = np.stack([qd, turns, np.ones((N, n)), qdd], axis=2)  # (N, n, 4)
    extra = np.zeros((N, n, n, 4))
    extra[:, range(n), range(n)] = own
    return np.concatenate(
        [compute_plain_regressor(model, q, qd, qdd), extra.reshape(N, n, 4 * n)], axis=2
    )


def solve(W: Array, z: Array) -> Array:
    """Least squares of least norm, columns scaled to 1. z may have several columns."""
    return solve_normal(W.T @ W, W.T @ z)


def solve_normal(A: Array, b: Array) -> Array:
    """The same from A = W'W, b = W'z: ten times faster than a QR, and exact enough to compare
    cutoffs."""
    norm = np.sqrt(np.diag(A))
    scale = np.where(norm > 1e-9 * norm.max(), 1.0 / np.where(norm > 0, norm, 1.0), 0.0)
    scaled = scale[:, None] * A * scale
    if len(A) > MANY:
        return np.asarray((_solve_independent_columns(scaled, (b.T * scale).T).T * scale).T)
    value, V = np.linalg.eigh(scaled)
    keep = value > RCOND**2 * value[-1]
    x = V[:, keep] @ (((V[:, keep].T * scale) @ b).T / value[keep]).T
    return np.asarray((x.T * scale).T)


def _solve_independent_columns(A: Array, b: Array) -> Array:
    """A x = b in the columns that a Cholesky factor with pivoting takes before nothing is left of
    the others, zero in those."""
    from scipy.linalg.lapack import dpstrf

    U, pivots, rank, _ = dpstrf(A, tol=RCOND**2 * float(np.diag(A).max(initial=0.0)))
    taken: NDArray[np.int64] = pivots[:rank].astype(np.int64) - 1
    U = U[:rank, :rank]
    x = np.zeros_like(b)
    x[taken] = solve_triangular(U, solve_triangular(U, b[taken], trans=True))
    return x


def compute_column_basis(W: Array) -> Array:
    """Orthonormal basis of the columns of W that count."""
    norm = np.linalg.norm(W, axis=0)
    keep = norm > 1e-9 * norm.max()
    Q, R = np.linalg.qr(W[:, keep] / norm[keep])
    U, s, _ = np.linalg.svd(R)
    return np.asarray(Q @ U[:, : len(s)][:, s > RCOND * s[0]])
