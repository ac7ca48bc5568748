"""Scores: rows of a fit in blocks, compressed once; more columns are then cheap to try, and each
fit is scored on held-out blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.data.quick_regressor import RCOND, solve_normal

BLOCKS, FOLDS = 40, 5  # every fifth block is predicted from the others
FLOOR = 2e-3  # of a joint's torque (RMS): errors below are those of filters and differences


@dataclass(frozen=True, eq=False)
class Score:
    """What a fit leaves: squares (BLOCKS, n), summed over each block when it was left out; the fit
    to all samples theta (P,); the units (n,) that its rows were divided by."""

    squares: Array
    theta: Array
    unit: Array
    #: (K, n) errors that the squares are made of, and of samples that do not count; of a quick look
    #: they are not kept
    errors: Array | None = None
    #: (n,) squares that the fit to all samples leaves of them; nor of a quick look
    inside: Array | None = None

    def compute_gain(self, other: Score, floor: Array) -> tuple[float, float]:
        """Mean over the joints of log(squares of other / squares of this), and its deviation, by
        leaving out one block after the other. Positive: this one leaves less."""
        a, b = self.squares.sum(axis=0) + floor, other.squares.sum(axis=0) + floor
        whole = float(np.log(b / a).mean())
        parts = np.log((b - other.squares) / (a - self.squares)).mean(axis=1)
        B = len(parts)
        return whole, float(np.sqrt((B - 1) / B * np.sum((parts - parts.mean()) ** 2)))

    def compute_training_gain(self, other: Score, floor: Array) -> float:
        """The same of the fits to all samples, without any left out."""
        assert self.inside is not None
        assert other.inside is not None
        return float(np.log((other.inside + floor) / (self.inside + floor)).mean())

    @property
    def total(self) -> float:
        """Mean over the joints of log(squares)."""
        return float(np.log(np.maximum(self.squares.sum(axis=0), 1e-300)).mean())

    def compute_left_share(self, other: Score, floor: Array) -> Array:
        """(n,) share of the squares of the other that this one leaves."""
        ratio = (self.squares.sum(axis=0) + floor) / (other.squares.sum(axis=0) + floor)
        return np.asarray(ratio)


@dataclass(frozen=True, eq=False)
class CompressedRows:
    """Rows Y (K, n, P), torques (K, n), which of them count, and the block of each sample.

    grams   (FOLDS, n, P + 1, P + 1): [Y tau]'[Y tau] of the rows of each fold and joint
    """

    Y: Array
    tau: Array
    use: Flags
    block: Ints
    grams: Array

    @classmethod
    def from_rows(cls, Y: Array, tau: Array, use: Flags, block: Ints) -> CompressedRows:
        n, P, fold = Y.shape[1], Y.shape[2], block % FOLDS
        grams = np.empty((FOLDS, n, P + 1, P + 1))
        for f in range(FOLDS):
            for j in range(n):
                some = (fold == f) & use[:, j]
                Z = np.column_stack([Y[some, j], tau[some, j]])
                grams[f, j] = Z.T @ Z
        return cls(Y, tau, use, block, grams)

    def score(self) -> Score:
        """The fit to all samples, and those without each fold."""
        A, fold = self.grams, self.block % FOLDS
        whole = A.sum(axis=0)
        count = np.maximum(self.use.sum(axis=0), 1)
        size = np.sqrt(whole[:, -1, -1] / count)
        known = size > 0
        unit = np.where(known, size, np.inf)
        for _ in range(2):
            rms = np.sqrt(sum_squares(whole, solve_grams(whole, unit)) / count)
            unit = np.where(known, np.maximum(rms, FLOOR * size), np.inf)
        squares, error = np.zeros((BLOCKS, self.Y.shape[1])), np.empty_like(self.tau)
        for f in range(FOLDS):
            mine = fold == f
            error[mine] = self.tau[mine] - self.Y[mine] @ solve_grams(whole - A[f], unit)
        np.add.at(squares, self.block, np.where(self.use, error, 0.0) ** 2)
        theta = solve_grams(whole, unit)
        return Score(squares, theta, unit, error, sum_squares(whole, theta))

    def screen(self, base: Score, more: Sequence[Array]) -> list[tuple[Score, Array]]:
        """The scores with each of some groups of columns (K, n, m) added, and what they are
        multiplied by: cheap, with the units of the fit without them.

        By Frisch, Waugh and Lovell: what the columns Y leave of the added ones explains what they
        leave of the torque.
        """
        n = self.Y.shape[1]
        unit = np.where(np.isfinite(base.unit), base.unit, 0.0)
        weight = np.where(self.use, 1.0 / base.unit, 0.0)[:, :, None]
        Z = np.concatenate([*more, self.tau[:, :, None]], axis=2) * weight
        Y, fold = self.Y * weight, self.block % FOLDS
        ends = np.cumsum([0, *(x.shape[2] for x in more)])
        groups = [np.append(np.arange(a, b), -1) for a, b in pairwise(ends)]
        parts = [_compute_products(Y[fold == f], Z[fold == f], groups) for f in range(FOLDS)]
        whole = [np.sum([part[k] for part in parts], axis=0) for k in range(len(parts[0]))]
        squares = np.zeros((len(more), BLOCKS, n))
        factors = [np.zeros(x.shape[2]) for x in more]
        for f in (*range(FOLDS), None):
            some = whole if f is None else [x - y for x, y in zip(whole, parts[f])]
            X = solve_scaled(some[0], some[1])
            test = fold == f
            left = Z[test] - Y[test] @ X
            for k, group in enumerate(groups):
                # what Y leaves: B = Z'Z - Z'Y X
                B = some[2 + k] - some[1][:, group].T @ X[:, group]
                x = solve_scaled(B[:-1, :-1], B[:-1, -1])
                if f is None:
                    factors[k] = x
                else:
                    error = left[:, :, -1] - left[:, :, group[:-1]] @ x
                    np.add.at(squares[k], self.block[test], error**2)
        return [
            (Score(squares[k] * unit**2, base.theta, base.unit), factors[k])
            for k in range(len(more))
        ]


def score_roughly(Y: Array, tau: Array, use: Flags, block: Ints, unit: Array) -> Score:
    """The score of a fit with given units (n,): four times faster, for a first look."""
    Z = np.concatenate([Y, tau[:, :, None]], axis=2) * np.where(use, 1.0 / unit, 0.0)[:, :, None]
    fold = block % FOLDS
    rows = [Z[fold == f].reshape(-1, Z.shape[2]) for f in range(FOLDS)]
    grams = [each.T @ each for each in rows]
    whole = np.sum(grams, axis=0)
    squares = np.zeros((BLOCKS, Y.shape[1]))
    for f in range(FOLDS):
        A = whole - grams[f]
        x = np.append(-solve_scaled(A[:-1, :-1], A[:-1, -1]), 1.0)
        np.add.at(squares, block[fold == f], (rows[f] @ x).reshape(-1, Y.shape[1]) ** 2)
    squares *= np.where(np.isfinite(unit), unit, 0.0) ** 2
    return Score(squares, np.zeros(Y.shape[2]), unit)


def sum_squares(grams: Array, theta: Array) -> Array:
    """(n,) squares that theta leaves, from the joints' [Y tau]'[Y tau]."""
    e = np.append(theta, -1.0)
    left: Array = np.maximum(np.einsum("i,jik,k->j", e, grams, e), 0.0)
    return left


def _compute_products(Y: Array, Z: Array, groups: Sequence[Ints]) -> list[Array]:
    """Y'Y, Y'Z, and Z'Z of each group of columns."""
    Y, Z = Y.reshape(-1, Y.shape[2]), Z.reshape(-1, Z.shape[2])
    return [Y.T @ Y, Y.T @ Z, *(Z[:, group].T @ Z[:, group] for group in groups)]


def solve_grams(grams: Array, unit: Array) -> Array:
    """theta of the joints' grams (n, P + 1, P + 1), each divided by the square of its unit."""
    A = np.tensordot(1.0 / unit**2, grams, 1)
    return solve_scaled(A[:-1, :-1], A[:-1, -1])


def solve_scaled(A: Array, b: Array) -> Array:
    """x of A x = b, columns scaled to 1: what the data do not determine is held near zero. As
    `solve_normal`, without its eigenvalues: ten times faster, and hundreds are needed."""
    from scipy.linalg.lapack import dposv

    norm = np.sqrt(np.maximum(np.diag(A), 0.0))
    scale = np.where(norm > 1e-9 * norm.max(), 1.0 / np.where(norm > 0, norm, 1.0), 0.0)
    S = scale[:, None] * A * scale
    # |S| <= its largest sum of a row; the ridge is what the other one counts as zero
    ridge = RCOND**2 * max(float(np.abs(S).sum(axis=1).max()), 1.0)
    x, info = dposv(S + ridge * np.eye(len(S)), (b.T * scale).T)[1:]
    return np.asarray((x.T * scale).T) if info == 0 else solve_normal(A, b)
