"""min 1/2 |A v - b|^2 in variables of which every value is possible: log-Cholesky for bodies,
logarithms for friction.

Gnad 2024's way, by Levenberg-Marquardt with the exact Jacobian. It stalls where the optimum lies on
the boundary of the cone (thin or flat bodies): there a variable runs to infinity. The other solvers
reach it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.estimators.consistent.barrier import Solution, reduced
from dynid.estimators.consistent.cone import Cone
from dynid.model.inertial import from_log_cholesky, from_log_cholesky_jacobian, log_cholesky

ITERATIONS = 500
LONGEST = 0.7  # change of a log-Cholesky variable in one step
_PRODUCTS = [5, 7, 8]  # Ixy, Ixz, Iyz; zero together means s12 = s23 = s13 = 0


def solve_log_cholesky(
    A: Array, b: Array, cone: Cone, start: Array, tolerance: float = 1e-9
) -> Solution:
    """A minimum near the start; a gap of nan says that the iteration stalled."""
    R, z, rest = reduced(A, b)
    variables = _Variables(cone, start)
    x, damping = variables.start, 1.0
    e = R @ variables.v(x) - z
    value, gap, tried = 0.5 * float(e @ e), np.nan, 0
    for _ in range(ITERATIONS):
        tried += 1
        M = R @ variables.jacobian(x)
        # (M'M + damping diag(M'M)) d = -M'e, as a least-squares problem; no variable changes by
        # more than LONGEST
        norm = np.maximum(np.linalg.norm(M, axis=0), 1e-12 * np.linalg.norm(M))
        rows = np.vstack([M, np.sqrt(damping) * np.diag(norm)])
        d = (
            np.linalg.lstsq(rows / norm, np.concatenate([-e, np.zeros(len(x))]), rcond=None)[0]
            / norm
        )
        d *= min(1.0, LONGEST / max(float(np.abs(d[variables.curved]).max(initial=0.0)), 1e-300))
        new = R @ variables.v(x + d) - z
        gained = value - 0.5 * float(new @ new)
        if gained < 0:
            damping *= 4.0
            if damping > 1e12:
                break
            continue
        x, e, value, damping = x + d, new, value - gained, max(damping / 5.0, 1e-12)
        promised = 0.5 * float(
            np.sum((M @ (np.linalg.lstsq(M / norm, e, rcond=None)[0] / norm)) ** 2)
        )
        if promised <= 0.1 * tolerance * (value + rest):
            gap = promised
            break
    nothing = np.zeros((len(cone.bodies), 4, 4)), np.zeros(len(cone.h))
    return Solution(variables.v(x), value + rest, gap, tried, *nothing)


class _Variables:
    """x: of each body those of its ten log-Cholesky variables that its form leaves, then log p of
    what is >= 0, then p."""

    def __init__(self, cone: Cone, start: Array) -> None:
        self.cone = cone
        self.bodies: list[
            tuple[NDArray, NDArray, NDArray]
        ] = []  # free parameters, columns in v, free variables
        rest = np.ones(len(cone.free), dtype=bool)
        x0 = []
        for i, (which, columns) in enumerate(cone.body_columns()):
            free = _free_variables(cone, i, which)
            x0.append(log_cholesky(cone.full(start)[cone.bodies[i]])[free])
            self.bodies.append((which, columns, free))
            rest[columns] = False
        positive = np.zeros(len(cone.free), dtype=bool)
        for row, bound, label in zip(cone.G, cone.h, cone.labels):
            k = np.flatnonzero(row)
            if len(k) != 1 or bound != 0.0 or row[k[0]] != 1.0 or not rest[k[0]]:
                raise InputError(
                    f'solver "log_cholesky" cannot keep the bound {label}; use "barrier" or'
                    ' "clarabel".'
                )
            positive[k[0]] = True
        self.positive, self.plain = np.flatnonzero(positive), np.flatnonzero(rest & ~positive)
        self.start = np.concatenate([*x0, np.log(start[self.positive]), start[self.plain]])
        self.curved = np.arange(len(self.start) - len(self.plain))  # all but the plain ones

    def _split(self, x: Array) -> tuple[list[Array], Array, Array]:
        parts, at = [], 0
        for _, _, free in self.bodies:
            whole = np.zeros(10)
            whole[free] = x[at : at + len(free)]
            parts.append(whole)
            at += len(free)
        return parts, x[at : at + len(self.positive)], x[at + len(self.positive) :]

    def v(self, x: Array) -> Array:
        v = np.zeros(len(self.cone.free))
        parts, logs, plain = self._split(x)
        for (which, columns, _), part in zip(self.bodies, parts):
            v[columns] = from_log_cholesky(part)[which]
        v[self.positive], v[self.plain] = np.exp(logs), plain
        return v

    def jacobian(self, x: Array) -> Array:
        D = np.zeros((len(self.cone.free), len(x)))
        parts, logs, _ = self._split(x)
        at = 0
        for (which, columns, free), part in zip(self.bodies, parts):
            D[columns, at : at + len(free)] = from_log_cholesky_jacobian(part)[np.ix_(which, free)]
            at += len(free)
        D[self.positive, at + np.arange(len(logs))] = np.exp(logs)
        D[self.plain, at + len(logs) + np.arange(len(self.plain))] = 1.0
        return D


def _free_variables(cone: Cone, body: int, which: NDArray) -> NDArray:
    """The variables that a body's zero entries leave: s = 0 without products, then t_k = 0 without
    the k-th first moment."""
    held = np.setdiff1d(np.arange(10), which)
    zero = cone.p[cone.bodies[body]][held] == 0.0
    if len(held) == 0:
        return np.arange(10)
    if not zero.all() or not set(_PRODUCTS) <= set(held) or not set(held) <= {1, 2, 3, *_PRODUCTS}:
        raise InputError(
            f"solver \"log_cholesky\" cannot hold these parameters of '{cone.body_names[body]}'; it"
            ' knows reduced forms only. Use "barrier" or "clarabel".'
        )
    return np.array([k for k in (0, 1, 2, 3, 7, 8, 9) if k < 7 or (k - 6) not in held])
