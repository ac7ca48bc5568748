"""Fits to some blocks of time and errors on others, from products of the columns: each costs less
than a millisecond."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dynid.arrays import Array, Ints
from dynid.choice.columns import Columns, Joint
from dynid.choice.products_kernel import embedded, squares
from dynid.estimators.consistent.barrier import Reduced, centre_of, solve_reduced
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.estimator import DEVIATION
from dynid.estimators.consistent.prior import Prior
from dynid.identify.correlation import inflation
from dynid.model.model import Model

EXACT, CLOSER = 1e-4, 1e-5  # relative gap of the optimum, enough to compare; from another one
FLOOR = 1e-5  # of a joint's RMS torque: no measurement is better
NEAR = 0.1  # of a fold's value: how far from its optimum the next begins
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

    def free(self, c: Ints) -> Array:
        """p (folds, columns) of these columns alone."""
        from dynid.lapack import dposv

        out = np.empty((len(self), len(c)))
        whole = len(c) == self.M.shape[1]
        for f, M in enumerate(self.M):
            A, b = (M, self.r[f]) if whole else (M[c[:, None], c], self.r[f][c])
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
    """

    along: Columns
    names: tuple[str, ...]
    joints: tuple[Joint, ...]
    prior: Prior
    inside: Array

    @cached_property
    def every(self) -> Ints:
        """The places in p of all columns: the bodies' stand first, in every fit."""
        return self._places(self.names)

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

    def _places(self, groups: Sequence[str]) -> Ints:
        bodies = np.arange(self.model.layout.inertial.stop)
        return np.concatenate([bodies, *(self.along.places[name] for name in groups)])

    def _chosen(self, groups: Sequence[str]) -> Ints:
        """Of these groups, among all columns."""
        at = np.zeros(len(self.model.parameters), dtype=np.int64)
        at[self.every] = np.arange(len(self.every))
        return at[self._places(groups)]

    def weights(self, groups: Sequence[str]) -> Array:
        """(n,) 1 / s_j of the residuals of a free fit, as white noise that would tell as little."""
        tau, c = self.along.data.tau, self._chosen(groups)
        rms = np.sqrt((tau**2).mean(axis=0))
        rms = np.where(rms > 0.0, rms, rms.max()) + 1e-300  # joints without motor have no torque
        n = np.array([joint.use.sum() for joint in self.joints])
        train = [joint.train.sum(axis=0)[None] for joint in self.joints]
        w, all_of = 1.0 / rms, np.ones((1, 1))
        for _ in range(3):
            p = self._normal(w, train, all_of).free(c)
            square = self._squares(train, np.zeros(1, dtype=np.int64), c, p)[0]
            s = np.where(n > 0, np.sqrt(np.maximum(square, 0.0) / np.maximum(n, 1)), 1.0)
            w = 1.0 / np.maximum(s, FLOOR * rms)
        full = np.zeros(len(self.model.parameters))
        full[self.every[c]] = p[0]
        f = [inflation(joint.residuals(full), joint.use) for joint in self.joints]
        return np.asarray(w / np.sqrt(f))

    def normal(self, w: Array, folds: Folds) -> Normal:
        """Of all blocks but those of a fold, for each of them."""
        left = [[float(b not in fold) for b in range(self.count)] for fold in folds]
        return self._normal(w, [joint.train for joint in self.joints], np.array(left))

    def _normal(self, w: Array, train: Sequence[Array], sums: Array) -> Normal:
        """Of sums (folds, blocks) of products (blocks, columns, columns)."""
        P, bodies = len(self.every), self.model.layout.inertial.stop
        G, largest = np.zeros((len(train[0]), P + 1, P + 1)), np.full((len(sums), P + 1), np.inf)
        for A, to, weight in zip(train, self._to, w):
            embedded(A, to, float(weight**2), G)
            d = sums @ np.diagonal(A, axis1=1, axis2=2)
            reach = np.sqrt(d[:, -1:] / np.where(d > 1e-24, d, np.inf))
            reach[d <= 1e-24] = np.inf
            largest[:, to] = np.minimum(largest[:, to], reach)
        largest = largest[:, :P]
        if len(G) > 1 or len(sums) > 1:
            G = (sums @ G.reshape(len(G), -1)).reshape(len(sums), P + 1, P + 1)
        scale = np.where(np.isfinite(largest) & (largest > 0), largest, 1.0)
        scale[:, :bodies] = self.prior.scale[:bodies]
        scale = np.minimum(scale, self._usual)
        d = (DEVIATION * scale) ** -2.0
        M, every = np.ascontiguousarray(G[:, :P, :P]), np.arange(P)
        M[:, every, every] += d
        r = G[:, :P, P] + d * self._prior
        s = 1.0 / np.sqrt(M[:, every, every])
        M *= s[:, None, :]
        M *= s[:, :, None]
        M[:, every, every] += LOST
        return Normal(M, s * r, s, scale)

    @cached_property
    def _usual(self) -> Array:
        """(columns,) the scale of values that are usual, where that is known."""
        out = np.full(len(self.model.parameters), np.inf)
        for at, scale in self.model.layout.scales.items():
            out[at] = scale
        return out[self.every]

    @cached_property
    def _prior(self) -> Array:
        out, bodies = np.zeros(len(self.every)), self.model.layout.inertial.stop
        out[:bodies] = self.prior.p[:bodies]
        return out

    def consistent(self, normal: Normal, c: Ints) -> Array:
        """p (folds, columns) of these columns alone, every body possible and friction >= 0."""
        out, cone, near = normal.free(c), self._cone(c), None
        for f, p in enumerate(out):
            if cone.inside(p):
                continue
            C, s = np.linalg.cholesky(normal.M[f][c[:, None], c]), normal.s[f][c]
            rows = Reduced(np.ascontiguousarray(C.T / s), np.linalg.solve(C, normal.r[f][c]), 0.0)
            start = self._start(cone, normal.scale[f][c])
            exact = EXACT if near is None else CLOSER
            out[f] = solve_reduced(rows, cone, start, exact, near).v
            if near is None:  # the folds are alike
                value = 0.5 * float(np.sum((rows.R @ out[f] - rows.z) ** 2))
                near = centre_of(rows, cone, start, NEAR * value)
        return out

    def _start(self, cone: Cone, scale: Array) -> Array:
        """Strictly inside: the bodies as they are told, effects above their bounds."""
        v, held = cone.p.copy(), cone.G.argmax(axis=1)
        v[: len(self.inside)] = self.inside
        v[held] = cone.h + 0.1 * scale[held]
        return v

    def _cone(self, c: Ints) -> Cone:
        columns = self.every[c]
        bodies, lower = self.model.layout.inertial.stop, self.model.lower[columns]
        held = np.flatnonzero(np.isfinite(lower))
        return Cone(
            tuple(self.model.parameters[k] for k in columns),
            self._prior[c],
            np.arange(len(columns)),
            np.arange(bodies).reshape(-1, 10),
            self.model.group_names,
            np.eye(len(columns))[held],
            lower[held],
            tuple(self.model.parameters[columns[k]] for k in held),
        )

    def fitted(self, groups: Sequence[str], w: Array) -> Array:
        """(P,) of a consistent fit to all blocks; 0 for columns of other groups."""
        p, c = np.zeros(len(self.model.parameters)), self._chosen(groups)
        p[self.every[c]] = self.consistent(self.normal(w, [()]), c)[0]
        return p

    def left_out(self, groups: Sequence[str], w: Array, folds: Folds, free: bool = False) -> Array:
        """(blocks, joints) the squared errors of each, by a fit without the blocks of its fold;
        their mean where it is in several."""
        normal, c = self.normal(w, folds), self._chosen(groups)
        return self._errors(normal.free(c) if free else self.consistent(normal, c), c, folds)

    def with_one_more(
        self, groups: Sequence[str], w: Array, folds: Folds
    ) -> Iterator[tuple[str, Array]]:
        """What `left_out` finds by free fits, for these groups with each of the others.

        With M = [A B'; B D] of the columns a of the groups and d of another one, and A = L L',
        X = L^-1 B', x = L^-1 r_a:    (D - X'X) p_d = r_d - X'x,    L' p_a = x - X p_d
        """
        from dynid.lapack import solve_triangular

        normal, a = self.normal(w, folds), self._chosen(groups)
        rest = np.setdiff1d(np.arange(len(self.every)), a)
        L, X, x = [], [], []
        for M, r in zip(normal.M, normal.r):
            L.append(np.linalg.cholesky(M[a[:, None], a]))
            both = np.column_stack([M[a[:, None], rest], r[a]])
            both = solve_triangular(L[-1], both, lower=True)
            X.append(both[:, :-1])
            x.append(both[:, -1])
        for name in self.names:
            if name in groups:
                continue
            d = self._chosen([name])[self.model.layout.inertial.stop :]
            at, c = np.searchsorted(rest, d), np.concatenate([a, d])
            p = np.empty((len(normal), len(c)))
            for f, (M, r) in enumerate(zip(normal.M, normal.r)):
                B = X[f][:, at]
                p_d = np.linalg.solve(M[d[:, None], d] - B.T @ B, r[d] - B.T @ x[f])
                p_a = solve_triangular(L[f], x[f] - B @ p_d, lower=True, trans=True)
                p[f] = np.concatenate([p_a, p_d])
            yield name, self._errors(p * normal.s[:, c], c, folds)

    def _errors(self, p: Array, c: Ints, folds: Folds) -> Array:
        pairs = [(f, b) for f, fold in enumerate(folds) for b in fold]
        at = np.array([b for _, b in pairs], dtype=np.int64)
        test = [joint.test for joint in self.joints]
        found = self._squares(test, at, c, p[[f for f, _ in pairs]])
        out = np.zeros((self.count, len(self.joints)))
        for (_, b), e in zip(pairs, found):
            out[b] += e / sum(b in each for each in folds)
        return out

    def _squares(self, products: Sequence[Array], at: Ints, c: Ints, p: Array) -> Array:
        """(fits, joints) of the residuals of p (fits, columns), each by the products of its
        block."""
        full = np.zeros((len(p), len(self.every) + 1))
        full[:, c], full[:, -1] = p, -1.0
        out = np.empty((len(self.joints), len(p)))
        for A, to, e in zip(products, self._to, out):
            squares(A, at, full[:, to], e)
        return out.T
