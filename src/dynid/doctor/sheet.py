"""Rows of a fit in blocks, compressed once; fits with any choice of their columns are then cheap,
and each is scored on blocks that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.data.quick import solve_normal

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

    def gain(self, other: Score, floor: Array) -> tuple[float, float]:
        """Mean over the joints of log(squares of other / squares of this), and its deviation, by
        leaving out one block after the other. Positive: this one leaves less."""
        a, b = self.squares.sum(axis=0) + floor, other.squares.sum(axis=0) + floor
        whole = float(np.log(b / a).mean())
        parts = np.log((b - other.squares) / (a - self.squares)).mean(axis=1)
        B = len(parts)
        return whole, float(np.sqrt((B - 1) / B * np.sum((parts - parts.mean()) ** 2)))

    def left(self, other: Score, floor: Array) -> Array:
        """(n,) share of the squares of the other that this one leaves."""
        ratio = (self.squares.sum(axis=0) + floor) / (other.squares.sum(axis=0) + floor)
        return np.asarray(ratio)


@dataclass(frozen=True, eq=False)
class Sheet:
    """Rows Y (K, n, P), torques (K, n), which of them count, and the block of each sample.

    grams   (FOLDS, n, P + 1, P + 1): [Y tau]'[Y tau] of the rows of each fold and joint
    """

    Y: Array
    tau: Array
    use: Flags
    block: Ints
    grams: Array

    @classmethod
    def of(cls, Y: Array, tau: Array, use: Flags, block: Ints) -> Sheet:
        n, P, fold = Y.shape[1], Y.shape[2], block % FOLDS
        grams = np.empty((FOLDS, n, P + 1, P + 1))
        for f in range(FOLDS):
            for j in range(n):
                some = (fold == f) & use[:, j]
                Z = np.column_stack([Y[some, j], tau[some, j]])
                grams[f, j] = Z.T @ Z
        return cls(Y, tau, use, block, grams)

    def score(self, columns: Sequence[int] | Ints | None = None) -> Score:
        """The fit with some of the columns, all of them by default."""
        P = self.Y.shape[2]
        c = np.arange(P) if columns is None else np.asarray(columns)
        at = np.append(c, P)
        A = self.grams[:, :, at[:, None], at]
        whole = A.sum(axis=0)
        count = np.maximum(self.use.sum(axis=0), 1)
        size = np.sqrt(whole[:, -1, -1] / count)
        told = size > 0
        unit = np.where(told, size, np.inf)
        for _ in range(2):
            e = np.append(solved(whole, unit), -1.0)
            left = np.sqrt(np.maximum(np.einsum("i,jik,k->j", e, whole, e), 0.0) / count)
            unit = np.where(told, np.maximum(left, FLOOR * size), np.inf)
        squares, fits = np.zeros((BLOCKS, self.Y.shape[1])), np.empty((FOLDS, len(c)))
        for f in range(FOLDS):
            fits[f] = solved(whole - A[f], unit)
        error = self._errors(self.Y if columns is None else self.Y[:, :, c], fits)
        np.add.at(squares, self.block, np.where(self.use, error, 0.0) ** 2)
        return Score(squares, solved(whole, unit), unit, error)

    def _errors(self, Y: Array, fits: Array) -> Array:
        """(K, n) of all samples, each by the fit that has not seen its block."""
        out, fold = np.empty_like(self.tau), self.block % FOLDS
        for f in range(FOLDS):
            mine = fold == f
            out[mine] = self.tau[mine] - Y[mine] @ fits[f]
        return out

    def screened(self, base: Score, more: Sequence[Array]) -> list[tuple[Score, Array]]:
        """The scores with each of some groups of columns (K, n, m) added, and what they are
        multiplied by: cheap, with the units of the fit without them.

        By Frisch, Waugh and Lovell: what the columns Y leave of the added ones explains what they
        leave of the torque.
        """
        K, n, P = self.Y.shape
        V = np.concatenate(more, axis=2)
        ends = np.cumsum([0, *(x.shape[2] for x in more)])
        fold, weight = self.block % FOLDS, np.where(self.use, 1.0 / base.unit, 0.0)
        Y = (self.Y * weight[:, :, None]).reshape(K * n, P)
        Z = np.concatenate([V, self.tau[:, :, None]], axis=2) * weight[:, :, None]
        Z = Z.reshape(K * n, -1)
        row_fold, row_block = np.repeat(fold, n), np.repeat(self.block, n)
        joint = np.tile(np.arange(n), K)
        squares = np.zeros((len(more), BLOCKS, n))
        factors = [np.zeros(x.shape[2]) for x in more]
        for f in (*range(FOLDS), None):
            train = np.ones(K * n, dtype=bool) if f is None else row_fold != f
            left = Z - Y @ solve_normal(Y[train].T @ Y[train], Y[train].T @ Z[train])
            B = left[train].T @ left[train]
            for k in range(len(more)):
                c = np.arange(ends[k], ends[k + 1])
                x = solve_normal(B[np.ix_(c, c)], B[c, -1])
                if f is None:
                    factors[k] = x
                else:
                    error = left[~train, -1] - left[np.ix_(~train, c)] @ x
                    at = row_block[~train], joint[~train]
                    np.add.at(squares[k], at, error**2)
        unit = np.where(np.isfinite(base.unit), base.unit, 0.0)
        return [
            (Score(squares[k] * unit**2, base.theta, base.unit), factors[k])
            for k in range(len(more))
        ]


def solved(grams: Array, unit: Array) -> Array:
    """theta of the joints' grams (n, P + 1, P + 1), each divided by the square of its unit."""
    A = np.einsum("j,jik->ik", 1.0 / unit**2, grams)
    return solve_normal(A[:-1, :-1], A[:-1, -1])
