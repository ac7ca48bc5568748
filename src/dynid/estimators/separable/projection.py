"""A problem with constants, reduced: one small pass over the rows for every value of them that is
tried.

For joint j, W_j = [A_j  B_j(s)]: the columns A_j of the bodies do not change with the constants s.
                         With A_j = Q_j R_j once,

    [Q_j Q']' [A  B  dB/ds  y] = [R_j  Q_j'B  Q_j'dB  Q_j'y]
                                 [ 0         triangle      ]

so that a pass costs one product with Q_j and the QR of the few columns that change. All that least
squares asks, for any weights of the joints, is in these small rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.estimators.separable.nonlinear import Nonlinear
from dynid.identification.compress import compute_triangle
from dynid.identification.joint_rows import collect_rows_by_joint
from dynid.identification.linear import compute_joint_deviation, compute_pseudo_inverse
from dynid.identification.problem import Problem

STEP = 1e-4  # of log s, for central differences of smooth columns: right to 1e-9


@dataclass(frozen=True, eq=False)
class SmallRows:
    """The problem at one shape, in few rows.

    W, y                rows (rows, theta), and which `joint` each belongs to
    slopes              (rows, d): dW/d(log s) of column `slope_theta[d]` with respect to shape
                        `slope_constant[d]`
    """

    W: Array
    y: Array
    joint: NDArray[np.int64]
    slopes: Array
    slope_theta: NDArray[np.int64]
    slope_constant: NDArray[np.int64]
    constants: int

    def compute_derivative(self, theta: Array) -> Array:
        """d(W theta) / d(log s), (rows, constants)."""
        out = np.zeros((len(self.y), self.constants))
        for k, (c, m) in enumerate(zip(self.slope_theta, self.slope_constant)):
            out[:, m] += theta[c] * self.slopes[:, k]
        return out

    def sum_squares(self, theta: Array, joints: int) -> Array:
        """Sum of squared residuals of every joint."""
        return np.asarray(
            np.bincount(self.joint, (self.y - self.W @ theta) ** 2, joints), dtype=float
        )


@dataclass(frozen=True, eq=False)
class Projected:
    """The least-squares solution at one shape, theta eliminated: Kaufman's variable projection.

    e = y - W theta has the derivative -J, J = P d(W theta)/d(log s), with P the projection on what
    W does not span; the gradient -2 J'e is exact.
    """

    theta: Array
    e: Array
    J: Array
    reduced: SmallRows

    @cached_property
    def cost(self) -> float:
        return float(self.e @ self.e)


class Projection:
    """The fixed part of a problem with constants, once; `at` any constants."""

    def __init__(self, problem: Problem, nonlinear: Nonlinear, who: str) -> None:
        from scipy.linalg import qr

        self.size, self.nonlinear, self.n_joints = problem.size, nonlinear, len(problem.joints)
        changing = {entry.theta for e in nonlinear.effects for entry in e.entries}
        self.fixed: list[
            tuple[NDArray[np.int64], Array, Array, Array]
        ] = []  # columns, Q (rows, k), R, y
        for rows in collect_rows_by_joint(problem, who):
            still = ~np.isin(rows.columns, list(changing))
            Q, R = qr(rows.W[still].T, mode="economic", check_finite=False)
            self.fixed.append((rows.columns[still], Q, R, rows.y))

    def reduce_rows(self, log_s: Array, slopes: bool = True) -> SmallRows:
        """The reduced rows for constants exp(log_s)."""
        columns: list[list[tuple[int, int, Array]]] = [
            [] for _ in range(self.n_joints)
        ]  # theta, shape or -1, rows
        nonlinear, m = self.nonlinear, 0
        for e, values in nonlinear.split_by_effect(log_s):
            found = [(-1, nonlinear.compute_columns(e, np.exp(values)))]
            for k in range(len(values) if slopes else 0):
                step = STEP * np.eye(len(values))[k]
                above, below = (
                    nonlinear.compute_columns(e, np.exp(values + d)) for d in (step, -step)
                )
                found.append((m + k, [(a - b) / (2 * STEP) for a, b in zip(above, below)]))
            for shape, arrays in found:
                for entry, rows in zip(e.entries, arrays):
                    columns[entry.joint].append((entry.theta, shape, rows))
            m += len(values)
        return self._stack(
            [self._reduce_joint(j, part) for j, part in enumerate(columns)], columns, m
        )

    def _reduce_joint(self, j: int, part: list[tuple[int, int, Array]]) -> Array:
        """The small rows of a joint: columns fixed, changing, y."""
        _, Q, R, y = self.fixed[j]
        Z = np.column_stack([*(rows for _, _, rows in part), y])
        C = Q.T @ Z
        Z -= Q @ C
        again = Q.T @ Z  # twice is enough
        Z -= Q @ again
        out = np.zeros((len(R) + Z.shape[1], R.shape[1] + Z.shape[1]))
        out[: len(R), : R.shape[1]] = R
        out[: len(R), R.shape[1] :] = C + again
        out[len(R) :, R.shape[1] :] = compute_triangle(np.asfortranarray(Z))
        return out

    def _stack(
        self, blocks: list[Array], columns: list[list[tuple[int, int, Array]]], constants: int
    ) -> SmallRows:
        slopes = [(theta, shape) for part in columns for theta, shape, _ in part if shape >= 0]
        total, at, slope = sum(map(len, blocks)), 0, 0
        W, y, D = np.zeros((total, self.size)), np.empty(total), np.zeros((total, len(slopes)))
        for j, (block, part) in enumerate(zip(blocks, columns)):
            rows, fixed = slice(at, at + len(block)), self.fixed[j][0]
            W[rows, fixed] = block[:, : len(fixed)]
            for k, (theta, shape, _) in enumerate(part, start=len(fixed)):
                if shape < 0:
                    W[rows, theta] = block[:, k]
                else:
                    D[rows, slope] = block[:, k]
                    slope += 1
            y[rows] = block[:, -1]
            at += len(block)
        joint = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
        thetas, owners = np.array(slopes, dtype=np.int64).reshape(-1, 2).T
        return SmallRows(W, y, joint, D, thetas, owners, constants)

    def solve(self, log_s: Array, weights: Array, slopes: bool = True) -> Projected:
        """Least squares for theta at these constants; weights multiply the joints' rows."""
        reduced = self.reduce_rows(log_s, slopes)
        w = weights[reduced.joint]
        W, y = w[:, None] * reduced.W, w * reduced.y
        # columns scaled to 1 and the smallest singular values left out: w1 = w2 makes two columns
        # one
        norm = np.linalg.norm(W, axis=0)
        norm = np.where(norm > 0, norm, 1.0)
        U, s, Vt = np.linalg.svd(W / norm, full_matrices=False)
        keep = s > 1e-12 * s[0]
        U = U[:, keep]
        theta = Vt[keep].T @ ((U.T @ y) / s[keep]) / norm
        J = w[:, None] * reduced.compute_derivative(theta)
        return Projected(theta, y - W @ theta, J - U @ (U.T @ J), reduced)


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """covariance of theta with the constants' uncertainty in it; standard deviations of the
    constants;
    the residuals' inflations."""

    covariance: Array
    constants_std: Array
    inflations: Array


def compute_uncertainty(
    reduced: SmallRows,
    at_shapes: Problem,
    theta: Array,
    s: Array,
    free: NDArray[np.bool_],
    weights: Array,
) -> Uncertainty:
    """Cov = G (sum_j w_j^4 f_j s_j^2 F_j'F_j) G with F = [W  d(W theta)/d(log s)] and G = (F'w^2
    F)^-1, as for linear models.

    Shapes that are not free (at the end of their range) count as known, and have no deviation.
    """
    F = np.column_stack([reduced.W, reduced.compute_derivative(theta)[:, free]])
    _, G, _ = compute_pseudo_inverse(weights[reduced.joint][:, None] * F)
    inflations = at_shapes.compute_inflations(theta)
    variance = inflations * compute_joint_deviation(at_shapes, theta) ** 2
    scaled = (weights**2 * np.sqrt(variance))[reduced.joint][:, None] * F
    C = G @ (scaled.T @ scaled) @ G
    std = np.full(len(s), np.inf)
    std[free] = s[free] * np.sqrt(np.diag(C)[len(theta) :])  # ds = s d(log s)
    return Uncertainty(0.5 * (C + C.T)[: len(theta), : len(theta)], std, inflations)
