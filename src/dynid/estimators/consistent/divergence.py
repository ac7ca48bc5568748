"""Distances between bodies themselves, not between their parameters: they do not depend on frames
or units.

    entropic     D = tr(P0^-1 P) - log det(P0^-1 P) - 4        (Lee, Wensing, Park 2020; convex in
                 p)
    riemannian   D = 1/2 |log(P0^-1/2 P P0^-1/2)|^2            (not convex in p: a minimum near the
                 prior is found)

min 1/2 |A v - b|^2 + sum_i weight_i D_i + bounds, by Newton (Gauss-Newton) steps that are
least-squares problems, with the weight lowered to its value in steps so that each is close to the
one before.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.convex import to_svec
from dynid.errors import DynidError
from dynid.estimators.consistent.barrier import Solution, reduce_rows
from dynid.estimators.consistent.cone import Cone
from dynid.model.inertial import PSEUDO_BASIS

ROUNDS = 200
STEPS = {
    "entropic": 15,
    "riemannian": 60,
}  # Newton's and, slower, Gauss-Newton's, from round to round
LOWERED = 0.1  # weight and barrier from round to round, at most
NO_WAY = 0.98  # lowered by so little there is no progress
SHORT = 0.7  # of the way to the boundary: close to it, steps would only become shorter


def solve_divergence(
    A: Array,
    b: Array,
    cone: Cone,
    start: Array,
    P0: Array,
    weight: Array,
    kind: str,
    tolerance: float = 1e-9,
) -> Solution:
    """The optimum for pseudo-inertias P0 (bodies, 4, 4) as prior, with a weight for each."""
    R, z, rest = reduce_rows(A, b)
    f = _Objective(R, z, cone, np.asarray(np.linalg.cholesky(P0), dtype=float), kind)
    v = np.array(start)
    value = 0.5 * float(np.sum((R @ v - z) ** 2)) + rest
    w, mu = value / max(len(P0), 1) / LOWERED, value / max(len(cone.h), 1) / LOWERED
    factor, total, begun = LOWERED, 0, False
    for _ in range(ROUNDS):
        new, steps = _minimise(f, v, np.maximum(weight, factor * w), factor * mu)
        total += steps
        if steps >= STEPS[kind] and kind == "entropic":
            if not begun:  # the start is no optimum of any weight: go on from where it led
                v = new
                continue
            factor **= 0.5  # too far from the optimum before: lower by less
            if factor > NO_WAY:
                break
            continue
        v, w, mu, factor, begun = new, factor * w, factor * mu, max(LOWERED, factor**2), True
        value = (
            0.5 * float(np.sum((R @ v - z) ** 2)) + rest + float(weight @ f.compute_distances(v))
        )
        if w <= weight.min(initial=np.inf) and mu * len(cone.h) <= tolerance * value:
            nothing = np.zeros((len(P0), 4, 4)), mu / cone.compute_slacks(v)
            return Solution(v, value, mu * len(cone.h), total, *nothing)
    raise DynidError(
        f"the consistent fit did not converge in {total} steps: check units, prior and weight, or"
        ' use distance "relative".'
    )


def make_prior_rows(cone: Cone, P0: Array, weight: Array) -> Array:
    """Rows M (10 bodies, free) with sum_i weight_i D_i = 1/2 |M (v - prior)|^2 near the prior."""
    L0_inv = np.linalg.inv(np.linalg.cholesky(P0))
    F = to_svec(L0_inv[:, None] @ PSEUDO_BASIS @ L0_inv.swapaxes(1, 2)[:, None])
    M = np.zeros((10 * len(P0), len(cone.free)))
    for i, (which, columns) in enumerate(cone.body_columns):
        M[10 * i : 10 * i + 10, columns] = np.sqrt(weight[i]) * F[i, which].T
    return M


def disturb_prior(P0: Array, deviation: Array, rng: np.random.Generator) -> Array:
    """P0 = L L' as L exp(X) L', with entries of X (off-diagonal ones times sqrt 2) of a deviation
    for each body."""
    X = rng.normal(size=(len(P0), 4, 4)) * deviation[:, None, None] / np.sqrt(2.0)
    values, U = np.linalg.eigh((X + X.swapaxes(1, 2)) / np.sqrt(2.0))
    B = np.linalg.cholesky(P0) @ (U * np.exp(0.5 * values)[:, None, :])
    return np.asarray(B @ B.swapaxes(1, 2))


def _minimise(f: _Objective, v: Array, w: Array, mu: float) -> tuple[Array, int]:
    from scipy.linalg.lapack import dgels

    value = f.evaluate(v, w, mu)
    for step in range(STEPS[f.kind]):
        M, r = f.make_rows(v, w, mu)
        scale = np.maximum(np.linalg.norm(M, axis=0), 1e-300)
        d = dgels(M / scale, r)[1][: len(v)] / scale
        if not np.isfinite(d).all():  # columns that round-off makes dependent
            d = np.linalg.lstsq(M / scale, r, rcond=None)[0] / scale
        decrease = float(np.sum((M @ d) ** 2))  # Newton's decrement squared
        if decrease <= 1e-11 * max(abs(value), 1e-300):
            return v, step
        a = min(1.0, SHORT * f.find_longest_step(v, d))
        while a > 1e-12:
            new = f.evaluate(v + a * d, w, mu)
            if new <= value - 1e-4 * a * decrease:
                break
            a *= 0.5
        else:
            return v, step  # round-off: no step lowers the value any more
        v, value = v + a * d, new
    return v, STEPS[f.kind]


class _Objective:
    """1/2 |R v - z|^2 + sum w_i D_i - mu sum log s."""

    def __init__(self, R: Array, z: Array, cone: Cone, L0: Array, kind: str) -> None:
        self.R, self.z, self.cone, self.kind = R, z, cone, kind
        self.L0_inv = np.linalg.inv(L0)
        self.columns = cone.body_columns

    def compute_relative(self, v: Array) -> Array:
        """X_i = L0^-1 S L0^-T, with P0 = L0 L0'."""
        return np.asarray(self.L0_inv @ self.cone.to_matrices(v) @ self.L0_inv.swapaxes(1, 2))

    def compute_distances(self, v: Array) -> Array:
        """D_i; infinite outside the cone."""
        values = np.linalg.eigvalsh(self.compute_relative(v))
        outside = values[:, 0] <= 0
        logs = np.log(np.where(outside[:, None], 1.0, values))
        D = values - logs - 1.0 if self.kind == "entropic" else 0.5 * logs**2
        return np.where(outside, np.inf, D.sum(axis=1))

    def find_longest_step(self, v: Array, d: Array) -> float:
        """The step along d that reaches the boundary."""
        L_inv = np.linalg.inv(np.linalg.cholesky(self.compute_relative(v)))
        dX = L_inv @ self.L0_inv @ self.cone.change(d) @ (L_inv @ self.L0_inv).swapaxes(1, 2)
        least = min(
            np.linalg.eigvalsh(dX).min(initial=0.0),
            (self.cone.G @ d / self.cone.compute_slacks(v)).min(initial=0.0),
        )
        return np.inf if least == 0.0 else -1.0 / float(least)

    def evaluate(self, v: Array, w: Array, mu: float) -> float:
        s = self.cone.compute_slacks(v)
        if s.min(initial=np.inf) <= 0:
            return np.inf
        near = 0.5 * float(np.sum((self.R @ v - self.z) ** 2))
        return near + float(w @ self.compute_distances(v)) - mu * float(np.sum(np.log(s)))

    def make_rows(self, v: Array, w: Array, mu: float) -> tuple[Array, Array]:
        """M, r of the step min |M d - r|^2."""
        values, U = np.linalg.eigh(self.compute_relative(v))
        values = np.maximum(values, 1e-300)  # round-off, where v is inside by a hair
        # E~_k = U' L0^-1 E_k L0^-T U (b, k, 4, 4): changes seen along the axes in which X is
        # diagonal
        B = U.swapaxes(1, 2) @ self.L0_inv
        E = B[:, None] @ PSEUDO_BASIS @ B.swapaxes(1, 2)[:, None]
        a, b = values[:, :, None], values[:, None, :]
        if self.kind == "entropic":
            # D'' = <X^-1/2 E X^-1/2, .>, D' = 1 - X^-1: rows E~ / sqrt(ab), right-hand side X^-1/2
            # (1 - X) X^-1/2 ... = 1 - X
            factor = 1.0 / np.sqrt(a * b)
            right = (1.0 - values)[:, :, None] * np.eye(4)
        else:
            # d log X (Daleckii and Krein): (log a - log b) / (a - b), 1/a where equal
            near = np.abs(a - b) < 1e-6 * (a + b)
            factor = np.where(
                near, 2.0 / (a + b), (np.log(a) - np.log(b)) / np.where(near, 1.0, a - b)
            )
            right = -np.log(values)[:, :, None] * np.eye(4)
        F = to_svec(E * factor[:, None])
        n, m, s = len(self.R), 10 * len(F), self.cone.compute_slacks(v)
        M = np.zeros((n + m + len(s), self.R.shape[1]))
        M[:n] = self.R
        for i, (which, columns) in enumerate(self.columns):
            M[n + 10 * i : n + 10 * i + 10, columns] = np.sqrt(w[i]) * F[i, which].T
        M[n + m :] = np.sqrt(mu) * self.cone.G / s[:, None]
        r = np.concatenate(
            [
                self.z - self.R @ v,
                (np.sqrt(w)[:, None] * to_svec(right)).ravel(),
                np.full(len(s), np.sqrt(mu)),
            ]
        )
        return M, r
