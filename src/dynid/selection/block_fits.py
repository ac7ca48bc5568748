"""Fits to some blocks of time and errors on others, from products of the columns: each costs less
than a millisecond."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.estimators.consistent.barrier import Centre, ReducedRows, solve_reduced
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.consistent_estimator import DEVIATION
from dynid.estimators.consistent.prior import Prior
from dynid.identification.correlation import compute_inflation
from dynid.model.model import Model
from dynid.selection.candidate_columns import CandidateColumns, JointColumns
from dynid.selection.warm_start import WarmStart

EXACT, CLOSER = 1e-4, 1e-5  # relative gap of the optimum, enough to compare; from another one
FLOOR = 1e-5  # of a joint's RMS torque: no measurement is better
LOST = 1e-13  # of a column's own product: digits that the products have lost

Folds = Sequence[Sequence[int]]


@dataclass(frozen=True, eq=False)
class Normal:
    """The normal equations M x = r of each fold: least squares and prior,

        sum_j w_j^2 |A_j p - y_j|^2 + sum_k ((p_k - prior_k) / (DEVIATION scale_k))^2

    for x = p / s, with which M has a diagonal of 1. M (folds, P, P), the others (folds, P).
    """

    M: Array
    r: Array
    s: Array
    scale: Array

    def __len__(self) -> int:
        return len(self.M)

    def select_products(self, a: Ints, b: Ints) -> Array:
        """The rows a and columns b of M of all folds: a view where they are consecutive."""
        rows: Array = self.M[:, as_slice_if_consecutive(a)]
        return rows[:, :, as_slice_if_consecutive(b)]

    def free(self, c: Ints) -> Array:
        """p (folds, columns) of these columns alone."""
        from scipy.linalg.lapack import dposv

        out = np.empty((len(self), len(c)))
        for f, (A, b) in enumerate(zip(self.select_products(c, c), self.r[:, c])):
            _, x, failed = dposv(A.T, b)
            out[f] = x if failed == 0 else np.linalg.solve(A, b)
        return out * self.s[:, c]


@dataclass(frozen=True, eq=False)
class Blocks:
    """One setting of some groups.

    columns   of all candidates, and what they share
    names     of the groups
    joints    their products
    prior     of the bodies
    inside    bodies near it that are strictly possible
    warm      where consistent fits begin
    kept      normal equations, by weights and folds
    """

    along: CandidateColumns
    names: tuple[str, ...]
    joints: tuple[JointColumns, ...]
    prior: Prior
    inside: Array
    warm: WarmStart = field(default_factory=WarmStart)
    kept: dict[tuple[object, ...], Normal] = field(default_factory=dict)

    @cached_property
    def every(self) -> Ints:
        """The places in p of all columns: the bodies' stand first, in every fit."""
        return self._list_columns(self.names)

    @cached_property
    def _to(self) -> list[Ints]:
        """Of the columns of every joint: where they stand among all."""
        at = np.zeros(len(self.model.parameters) + 1, dtype=np.int64)
        at[self.every], at[-1] = np.arange(len(self.every)), len(self.every)
        return [at[joint.columns] for joint in self.joints]

    @property
    def model(self) -> Model:
        return self.along.model

    @property
    def count(self) -> int:
        return len(self.along.parts)

    @property
    def square(self) -> float:
        """Of all torques."""
        return float(sum(joint.test[:, -1, -1].sum() for joint in self.joints))

    def _list_columns(self, groups: Sequence[str]) -> Ints:
        bodies = np.arange(self.along.bodies)
        return np.concatenate([bodies, *(self.along.places[name] for name in groups)])

    def _select_columns(self, groups: Sequence[str]) -> Ints:
        """Of these groups, among all columns."""
        at = np.zeros(len(self.model.parameters), dtype=np.int64)
        at[self.every] = np.arange(len(self.every))
        return at[self._list_columns(groups)]

    def compute_weights(self, groups: Sequence[str]) -> Array:
        """(n,) 1 / s_j of the residuals of a free fit, as white noise that would tell as little."""
        tau, c = self.along.data.tau, self._select_columns(groups)
        rms = np.sqrt((tau**2).mean(axis=0))
        rms = np.where(rms > 0.0, rms, rms.max()) + 1e-300  # joints without motor have no torque
        n = np.array([joint.use.sum() for joint in self.joints])
        all_of = np.ones((1, self.count))
        scale = self._scale(all_of)[:, c]
        E, end = self._sum_joint_products(c), np.full((1, 1), -1.0)
        flat = E.reshape(len(E), -1)
        w = 1.0 / rms
        for _ in range(3):
            G = (w**2 @ flat).reshape(1, *E.shape[1:])
            p = _make_normal(G, scale, self._prior[c]).free(np.arange(len(c)))
            x = np.hstack([p, end])[0]
            square = (E @ x) @ x
            s = np.where(n > 0, np.sqrt(np.maximum(square, 0.0) / np.maximum(n, 1)), 1.0)
            w = 1.0 / np.maximum(s, FLOOR * rms)
        full = np.zeros(len(self.model.parameters))
        full[self.every[c]] = p[0]
        f = [compute_inflation(joint.compute_residuals(full), joint.use) for joint in self.joints]
        return np.asarray(w / np.sqrt(f))

    def _sum_joint_products(self, c: Ints) -> Array:
        """(joints, columns, columns) the products of all rows that train, of these columns, the
        torque last."""
        at, P = np.full(len(self.every) + 1, len(c) + 1), len(self.every)
        at[c], at[P] = np.arange(len(c)), len(c)
        out = np.zeros((len(self.joints), len(c) + 1, len(c) + 1))
        for A, to, G in zip((joint.train for joint in self.joints), self._to, out):
            some = np.flatnonzero(at[to] <= len(c))
            G[np.ix_(at[to[some]], at[to[some]])] = A.sum(axis=0)[some[:, None], some]
        return out

    def make_normal_equations(self, w: Array, folds: Folds) -> Normal:
        """Of all blocks but those of a fold, for each of them."""
        key = w.tobytes(), tuple(map(tuple, folds))
        if key not in self.kept:
            sums = np.array([[float(b not in fold) for b in range(self.count)] for fold in folds])
            G = self._sum_weighted_products([joint.train for joint in self.joints], w**2, sums)
            self.kept[key] = _make_normal(G, self._scale(sums), self._prior)
        return self.kept[key]

    def _sum_weighted_products(
        self, products: Sequence[Array], weights: Array, sums: Array
    ) -> Array:
        """(folds, columns, columns) of all joints, each with its weight, the torque last: sums
        (folds, blocks) of their products (blocks, columns, columns)."""
        P = len(self.every) + 1
        G = np.zeros((self.count, P, P))
        for A, to, weight in zip(products, self._to, weights.tolist()):
            native.add_embedded(A, to, weight, G)
        return np.asarray(sums @ G.reshape(self.count, -1)).reshape(len(sums), P, P)

    def _scale(self, sums: Array) -> Array:
        """(folds, columns) of the values: the prior's of bodies; of effects the usual ones, or what
        would explain the torque of a joint alone."""
        largest = np.full((len(sums), len(self.every) + 1), np.inf)
        for joint, to in zip(self.joints, self._to):
            d = sums @ np.diagonal(joint.train, axis1=1, axis2=2)
            reach = np.sqrt(d[:, -1:] / np.where(d > 1e-24, d, np.inf))
            reach[d <= 1e-24] = np.inf
            largest[:, to] = np.minimum(largest[:, to], reach)
        largest, bodies = largest[:, :-1], self.along.bodies
        scale = np.where(np.isfinite(largest) & (largest > 0), largest, 1.0)
        scale[:, :bodies] = self.prior.scale[:bodies]
        return np.asarray(np.minimum(scale, self.along.usual[self.every]))

    @cached_property
    def _prior(self) -> Array:
        out, bodies = np.zeros(len(self.every)), self.along.bodies
        out[:bodies] = self.prior.p[:bodies]
        return out

    def solve_consistent(self, normal: Normal, c: Ints, free: Array | None = None) -> Array:
        """p (folds, columns) of these columns alone, every body possible and friction >= 0; free:
        without that, where it is known."""
        from dynid.lapack import solve_triangular

        out = np.array(normal.free(c) if free is None else free)
        cone, columns = self._make_cone(c), self.every[c]
        near: Centre | None = None
        for f, M in enumerate(normal.select_products(c, c)):
            if cone.is_inside(out[f]):
                continue
            s = normal.s[f][c]
            C = np.linalg.cholesky(M)
            z = solve_triangular(C, normal.r[f][c], lower=True)
            rows = ReducedRows(np.ascontiguousarray(C.T / s), z, 0.0, M / (s * s[:, None]))
            start, trail = self._start(cone, normal.scale[f][c]), list[tuple[float, Centre]]()
            first, near = near is None, near or self.warm.begin(columns, cone, start)
            found = solve_reduced(rows, cone, start, EXACT if near is None else CLOSER, near, trail)
            out[f] = found.v
            if first:  # the folds are alike
                near = self.warm.keep(trail, found.value, columns, cone)
        return out

    def _start(self, cone: Cone, scale: Array) -> Array:
        """Strictly inside: the bodies as they are told, effects above their bounds."""
        v, held = cone.p.copy(), cone.G.argmax(axis=1)
        v[: len(self.inside)] = self.inside
        v[held] = cone.h + 0.1 * scale[held]
        return v

    def _make_cone(self, c: Ints) -> Cone:
        columns = self.every[c]
        bodies, lower = self.along.bodies, self.model.lower[columns]
        held = np.flatnonzero(np.isfinite(lower))
        return Cone(
            tuple(self.model.parameters[k] for k in columns),
            self._prior[c],
            np.arange(len(columns)),
            np.arange(bodies).reshape(-1, 10),
            self.along.body_names,
            np.eye(len(columns))[held],
            lower[held],
            tuple(self.model.parameters[columns[k]] for k in held),
        )

    def fit_all_blocks(self, groups: Sequence[str], w: Array) -> Array:
        """(P,) of a consistent fit to all blocks; 0 for columns of other groups. It does not begin
        where others passed: what it finds, to its few digits, shall not depend on them."""
        p, c = np.zeros(len(self.model.parameters)), self._select_columns(groups)
        p[self.every[c]] = replace(self, warm=WarmStart()).solve_consistent(
            self.make_normal_equations(w, [()]), c
        )[0]
        return p

    def compute_agreement(self, name: str, groups: Sequence[str], w: Array, folds: Folds) -> float:
        """How sure the surest value of one of these groups is, in standard errors of the jackknife,

        s^2 = (F - 1) / F sum_f (p_f - mean)^2,    of the fits without each of F folds.
        """
        normal, c = self.make_normal_equations(w, folds), self._select_columns(groups)
        own = np.isin(self.every[c], self.along.places[name])
        p = self.solve_consistent(normal, c)[:, own]
        mean, s = p.mean(axis=0), np.sqrt(len(p) - 1.0) * p.std(axis=0)
        return float(np.max(np.abs(mean) / np.maximum(s, 1e-300)))

    def compute_squared_error(self, p: Array) -> float:
        """Of all samples, by parameters p (P,) in the order of the model."""
        full = np.append(p[self.every], -1.0)
        x = [full[to] for to in self._to]
        return float(sum(v @ joint.test.sum(axis=0) @ v for v, joint in zip(x, self.joints)))

    def compute_held_out_errors(
        self, groups: Sequence[str], w: Array, folds: Folds, free: bool = False
    ) -> Array:
        """(blocks, joints) the squared errors of each, by a fit without the blocks of its fold;
        their mean where it is in several."""
        normal, c = self.make_normal_equations(w, folds), self._select_columns(groups)
        return self._compute_block_errors(
            normal.free(c) if free else self.solve_consistent(normal, c), c, folds
        )

    def compute_consistent_and_free_errors(
        self, groups: Sequence[str], w: Array, folds: Folds
    ) -> tuple[Array, Array]:
        """The same by consistent and by free fits."""
        normal, c = self.make_normal_equations(w, folds), self._select_columns(groups)
        free = normal.free(c)
        fits = self.solve_consistent(normal, c, free), free
        errors, alone = (self._compute_block_errors(p, c, folds) for p in fits)
        return errors, alone

    def compute_errors_with_one_more(
        self, groups: Sequence[str], w: Array, folds: Folds
    ) -> Iterator[tuple[str, float]]:
        """The sum of what `left_out` finds by free fits, for these groups with each of the others.

        With M = [A B'; B D] of the columns a of the groups and d of another one, and A = L L',
        X = L^-1 B', x = L^-1 r_a:    (D - X'X) p_d = r_d - X'x,    L' p_a = x - X p_d
        """
        from scipy.linalg.lapack import dposv

        from dynid.lapack import solve_triangular

        normal, a = self.make_normal_equations(w, folds), self._select_columns(groups)
        rest = np.setdiff1d(np.arange(len(self.every)), a)
        names = [name for name in self.names if name not in groups]
        own = [self._select_columns([name])[self.along.bodies :] for name in names]
        places = [np.searchsorted(rest, d) for d in own]
        totals = np.zeros(len(names))
        M = zip(
            normal.select_products(a, a),
            normal.select_products(a, rest),
            normal.select_products(rest, rest),
        )
        for (A, Bt, D), r, s, T in zip(M, normal.r, normal.s, self._select_test_products(folds)):
            L = np.linalg.cholesky(A)
            both = np.column_stack([Bt, r[a]])
            X = solve_triangular(L, both, lower=True)
            back = solve_triangular(L, X, lower=True, trans=True)
            # D - X'X and r_d - X'x of all others
            left = np.column_stack([D, r[rest]]) - X[:, :-1].T @ X
            p = np.zeros((len(self.every) + 1, len(names)))
            p[a], p[-1] = back[:, -1:], -1.0
            for k, (d, at) in enumerate(zip(own, places)):
                S, z = left[at[:, None], at], left[at, -1]
                _, x, failed = dposv(S, z)
                p[d, k] = x if failed == 0 else np.linalg.solve(S, z)
            p[a] -= back[:, :-1] @ p[rest]
            p[:-1] *= s[:, None]
            totals += np.einsum("ck,ck->k", p, T @ p)
        yield from zip(names, totals.tolist())

    def _select_test_products(self, folds: Folds) -> Array:
        """(folds, columns, columns) the products of all rows of the blocks of each, the torque
        last; a part of them where a block is in several."""
        often = np.array([sum(b in fold for fold in folds) for b in range(self.count)])
        sums = np.array([[float(b in fold) for b in range(self.count)] for fold in folds])
        ones = np.ones(len(self.joints))
        return self._sum_weighted_products(
            [joint.test for joint in self.joints], ones, sums / np.maximum(often, 1)
        )

    def _compute_block_errors(self, p: Array, c: Ints, folds: Folds) -> Array:
        pairs = [(f, b) for f, fold in enumerate(folds) for b in fold]
        at = np.array([b for _, b in pairs], dtype=np.int64)
        test = [joint.test for joint in self.joints]
        found = self._compute_squared_residuals(test, at, c, p[[f for f, _ in pairs]])
        out = np.zeros((self.count, len(self.joints)))
        for (_, b), e in zip(pairs, found):
            out[b] += e / sum(b in each for each in folds)
        return out

    def _compute_squared_residuals(
        self, products: Sequence[Array], at: Ints, c: Ints, p: Array
    ) -> Array:
        """(fits, joints) of the residuals of p (fits, columns), each by the products of its
        block."""
        full = np.zeros((len(p), len(self.every) + 1))
        full[:, c], full[:, -1] = p, -1.0
        out = np.empty((len(self.joints), len(p)))
        for A, to, e in zip(products, self._to, out):
            native.quadratic_forms(A, at, full[:, to], e)
        return out.T


def as_slice_if_consecutive(c: Ints) -> slice | Ints:
    """A slice, of which arrays are looked at and not copied, where that says the same."""
    first, count = (int(c[0]), len(c)) if len(c) else (0, 0)
    same = count and c[-1] - first + 1 == count and (np.diff(c) == 1).all()
    return slice(first, first + count) if same or not count else c


def _make_normal(G: Array, scale: Array, prior: Array) -> Normal:
    """Of products G (folds, columns, columns), the torque last, and the scales of the columns."""
    P = len(prior)
    d, every = (DEVIATION * scale) ** -2.0, np.arange(P)
    M = np.ascontiguousarray(G[:, :P, :P])
    M[:, every, every] += d
    r = G[:, :P, P] + d * prior
    s = 1.0 / np.sqrt(M[:, every, every])
    M *= s[:, None, :]
    M *= s[:, :, None]
    M[:, every, every] += LOST
    return Normal(M, s * r, s, scale)
