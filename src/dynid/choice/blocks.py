"""All candidate columns along the data, as products: block of time by block, joint by joint. Every
fit and every error on a block that was left out then costs milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.estimators.consistent.barrier import solve_barrier
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.estimator import DEVIATION
from dynid.estimators.consistent.prior import Prior
from dynid.estimators.consistent.restrictions import start_inside
from dynid.identify.correlation import inflation
from dynid.model.model import Model

EXACT = 1e-4  # relative gap of the optimum: enough to compare
FLOOR = 1e-5  # of a joint's RMS torque: no measurement is better

Ints = NDArray[np.int64]
Folds = Sequence[Sequence[int]]


@dataclass(frozen=True, eq=False)
class Joint:
    """columns that act on the joint; products (blocks, c + 1, c + 1) of them and the torque, of
    rows that train and of all rows; the rows themselves (N, c + 1), and which of them train."""

    columns: Ints
    train: Array
    test: Array
    rows: Array
    use: NDArray[np.bool_]

    def residuals(self, p: Array) -> Array:
        """(N,) torque less that of all parameters p."""
        return np.asarray(self.rows[:, -1] - self.rows[:, :-1] @ p[self.columns])


@dataclass(frozen=True, eq=False)
class Blocks:
    """
    model     with all groups
    places    {group: its columns}; the bodies' stand first, in every fit
    joints    their products
    prior     of the bodies
    """

    model: Model
    places: dict[str, Ints]
    joints: tuple[Joint, ...]
    prior: Prior

    @cached_property
    def count(self) -> int:
        return len(self.joints[0].train)

    @property
    def square(self) -> float:
        """Of all torques."""
        return float(sum(joint.test[:, -1, -1].sum() for joint in self.joints))

    def columns(self, groups: Sequence[str]) -> Ints:
        bodies = np.arange(self.model.layout.inertial.stop)
        return np.concatenate([bodies, *(self.places[name] for name in groups)])

    def weights(self, groups: Sequence[str]) -> Array:
        """(n,) 1 / s_j of the residuals of a free fit, as white noise that would tell as little."""
        columns, all_of = self.columns(groups), range(self.count)
        rms = np.array([np.sqrt((joint.rows[:, -1] ** 2).mean()) for joint in self.joints])
        rms = np.where(rms > 0.0, rms, rms.max()) + 1e-300  # joints without motor have no torque
        w = 1.0 / rms
        for _ in range(3):
            p = self._full(columns, self.fit(columns, all_of, w, free=True))
            e = [joint.residuals(p) for joint in self.joints]
            used = [x[joint.use] for x, joint in zip(e, self.joints)]
            s = np.sqrt([(x**2).mean() if len(x) else 1.0 for x in used])
            w = 1.0 / np.maximum(s, FLOOR * rms)
        f = [inflation(x, joint.use) for x, joint in zip(e, self.joints)]
        return np.asarray(w / np.sqrt(f))

    def _full(self, columns: Ints, p: Array) -> Array:
        """All parameters: 0 where they are not among the columns."""
        full = np.zeros(len(self.model.parameters))
        full[columns] = p
        return full

    def fit(self, columns: Ints, blocks: Sequence[int], w: Array, free: bool = False) -> Array:
        """p of these columns from these blocks: least squares and prior,

            sum_j w_j^2 |A_j p - y_j|^2 + sum_k ((p_k - prior_k) / (DEVIATION scale_k))^2

        every body possible and friction >= 0, unless `free`.
        """
        P, place = len(columns), np.full(len(self.model.parameters) + 1, -1)
        place[columns] = np.arange(P)
        place[-1] = P
        G, largest, some = np.zeros((P + 1, P + 1)), np.full(P, np.inf), list(blocks)
        for joint, weight in zip(self.joints, w):
            to = place[np.append(joint.columns, len(place) - 1)]
            kept = np.flatnonzero(to >= 0)
            A = joint.train[some].sum(axis=0)[np.ix_(kept, kept)]
            G[np.ix_(to[kept], to[kept])] += weight**2 * A
            d = np.diag(A)
            acts = d[:-1] > 1e-24
            with np.errstate(divide="ignore"):
                reach = np.sqrt(d[-1] / np.where(acts, d[:-1], 1.0))
            at = to[kept[:-1]]
            largest[at[acts]] = np.minimum(largest[at[acts]], reach[acts])
        bodies = self.model.layout.inertial.stop
        scale = np.where(np.isfinite(largest) & (largest > 0), largest, 1.0)
        scale[:bodies] = self.prior.scale[:bodies]
        prior = np.zeros(P)
        prior[:bodies] = self.prior.p[:bodies]
        d = (DEVIATION * scale) ** -2.0
        M, r = G[:P, :P] + np.diag(d), G[:P, P] + d * prior
        s = 1.0 / np.sqrt(np.diag(M))
        M = M * s * s[:, None] + 1e-13 * np.eye(P)
        p = np.asarray(s * np.linalg.solve(M, s * r), dtype=float)
        if free:
            return p
        cone = self._cone(columns)
        if cone.inside(p):
            return p
        C = np.linalg.cholesky(M)
        R, z = C.T / s, np.linalg.solve(C, s * r)
        start = start_inside(cone, Prior(prior, scale, np.zeros(P, dtype=bool), ()))
        return solve_barrier(R, z, cone, start, EXACT).v

    def _cone(self, columns: Ints) -> Cone:
        bodies, lower = self.model.layout.inertial.stop, self.model.lower[columns]
        held = np.flatnonzero(np.isfinite(lower))
        p = np.zeros(len(columns))
        p[:bodies] = self.prior.p[:bodies]
        return Cone(
            tuple(self.model.parameters[k] for k in columns),
            p,
            np.arange(len(columns)),
            np.arange(bodies).reshape(-1, 10),
            self.model.group_names,
            np.eye(len(columns))[held],
            lower[held],
            tuple(self.model.parameters[columns[k]] for k in held),
        )

    def errors(self, columns: Ints, p: Array, block: int) -> Array:
        """(joints,) squared errors over all samples of a block."""
        full = self._full(columns, p)
        parts = [np.append(full[joint.columns], -1.0) for joint in self.joints]
        return np.array([x @ joint.test[block] @ x for x, joint in zip(parts, self.joints)])

    def left_out(self, groups: Sequence[str], w: Array, folds: Folds, free: bool = False) -> Array:
        """(blocks, joints) the squared errors of each, by a fit without the blocks of its fold;
        their mean where it is in several."""
        columns, out = self.columns(groups), np.zeros((self.count, len(self.joints)))
        for fold in folds:
            p = self.fit(columns, [b for b in range(self.count) if b not in fold], w, free)
            for b in fold:
                out[b] += self.errors(columns, p, b) / sum(b in each for each in folds)
        return out


def blocks_of(
    model: Model,
    places: dict[str, Ints],
    data: Dataset,
    block: Ints,
    train: NDArray[np.bool_],
    prior: Prior,
) -> Blocks:
    """Of a model with all groups: `block` (N,) says to which block a sample belongs, `train` (N, n)
    whether a joint's row counts in fits."""
    count, joints = int(block.max()) + 1, []
    for (columns, X), use in zip(_rows(model, data), train.T):
        test = np.stack([X[block == b].T @ X[block == b] for b in range(count)])
        rows = [X[(block == b) & use] for b in range(count)]
        fits = test if use.all() else np.stack([x.T @ x for x in rows])
        joints.append(Joint(columns, fits, test, X, use))
    return Blocks(model, places, tuple(joints), prior)


def _rows(model: Model, data: Dataset) -> list[tuple[Ints, Array]]:
    """Of every joint: the columns that act on it, and (N, c + 1) their values and the torque."""
    n, P = data.tau.shape[1], len(model.parameters)

    def of(samples: slice, Y: Array) -> list[tuple[slice, Ints, Array]]:
        acting = [np.flatnonzero(Y[:, j].any(axis=0)) for j in range(n)]
        return [(samples, c, Y[:, j, c]) for j, c in enumerate(acting)]

    channels = model.channels(data.q, data.qd, data.qdd, data.starts, data.channels)
    chunks = model.map_regressor(of, data.q, data.qd, data.qdd, channels)
    out = []
    for j in range(n):
        acts = np.zeros(P, dtype=bool)
        for chunk in chunks:
            acts[chunk[j][1]] = True
        columns, at = np.flatnonzero(acts), np.cumsum(acts) - 1
        X = np.zeros((len(data), len(columns) + 1))
        X[:, -1] = data.tau[:, j]
        for chunk in chunks:
            samples, some, Y = chunk[j]
            X[samples, at[some]] = Y
        out.append((columns, X))
    return out
