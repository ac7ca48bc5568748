"""J(p) of the consistent fit: its rows, its minimum, and samples of the posterior that it stands
for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dynid.arrays import Array
from dynid.estimators.consistent.barrier import (
    Solution,
    centre_of,
    reduced_together,
    solve_barrier,
    solve_reduced,
)
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.conic import solve_clarabel
from dynid.estimators.consistent.divergence import disturbed, prior_rows, solve_divergence
from dynid.estimators.consistent.log_cholesky import solve_log_cholesky
from dynid.estimators.consistent.prior import GUESSED, Prior
from dynid.identify.covariance import DATA_DECIDE
from dynid.identify.misfit import Scatter, scatter
from dynid.identify.problem import Problem
from dynid.model.inertial import pseudo_inertia

BETWEEN_BODIES = ("entropic", "riemannian")  # distances that are no sums of squares of p - prior
NEAR = 0.1  # of what noise adds to J: how far from its optimum the draws begin
WIDEST = 2.0  # deviation of the logarithm of a disturbed prior body: a guess could be anything


@dataclass(frozen=True, eq=False)
class Objective:
    """J(p) = 1/n sum_j |W_j B p - y_j|^2 / s_j^2 + weight D(p, prior), over the cone; `start` lies
    strictly inside it."""

    problem: Problem
    prior: Prior
    cone: Cone
    start: Array
    deviations: Array
    distance: str
    solver: str
    weight: float

    @cached_property
    def scatter(self) -> Scatter:
        """Of the data's scores, as their blocks in time show it."""
        return scatter(self.problem, 1.0 / self.deviations, self.deviations)

    def changed(self, problem: Problem, weight: float) -> Objective:
        return replace(self, problem=problem, weight=weight)

    def rows(self) -> tuple[Array, Array]:
        """A, b with J = 1/2 |A v - b|^2 (+ weight D where the distance is between bodies): data,
        what no p explains, prior."""
        problem, cone = self.problem, self.cone
        assert problem.base is not None
        W, y = problem.stacked(1.0 / self.deviations)
        WB = W @ problem.base.map
        held = cone.p.copy()
        held[cone.free] = 0.0
        left = np.sqrt(
            sum(block.residual / s**2 for block, s in zip(problem.blocks, self.deviations))
        )
        scale = np.ones(len(cone.p)) if self.distance == "euclidean" else self.prior.scale
        drawn = np.ones(len(cone.free), dtype=bool)
        if self.distance in BETWEEN_BODIES:
            drawn = ~np.isin(cone.free, cone.bodies)
        D = np.diag(np.sqrt(self.weight) / scale[cone.free])[drawn]
        n = np.sqrt(problem.n)
        A = np.vstack([WB[:, cone.free] / n, np.zeros((1, len(cone.free))), D])
        b = np.concatenate([(y - WB @ held) / n, [left / n], D @ self.prior.p[cone.free]])
        return np.sqrt(2.0) * A, np.sqrt(2.0) * b

    def minimum(self) -> Solution:
        return self._solve(*self.rows(), self._prior_bodies)

    @property
    def _prior_bodies(self) -> Array:
        """Pseudo-inertias of the prior (bodies, 4, 4)."""
        return pseudo_inertia(self.prior.p[self.cone.bodies])

    @property
    def _body_weights(self) -> Array:
        """Of the distance of every body: a guess counts less, as it does in the scales."""
        return self.weight * np.where(
            self.prior.guessed[self.cone.bodies].any(axis=1), GUESSED**-2.0, 1.0
        )

    def _solve(self, A: Array, b: Array, P0: Array) -> Solution:
        if self.distance in BETWEEN_BODIES:
            return solve_divergence(
                A, b, self.cone, self.start, P0, self._body_weights, self.distance
            )
        solvers = {"clarabel": solve_clarabel, "log_cholesky": solve_log_cholesky}
        return solvers.get(self.solver, solve_barrier)(A, b, self.cone, self.start)

    def draws(self, v: Array, count: int, seed: int) -> Array:
        """Samples p (count, P): what the optimum v predicts of data and prior, disturbed by their
        noise and solved again.

        Inside the cone these are samples of the posterior exp(-n J / 2). At its boundary they
        scatter from v inwards: around the data themselves, which lie beyond, nearly all of them
        would fall on v and pretend that it is exact.
        """
        A, b = self.rows()
        if (
            self.distance not in BETWEEN_BODIES
        ):  # those stay inside of themselves, and J is not quadratic
            b = A @ v
        rng = np.random.default_rng(seed)
        # n J is a sum of squares of unit deviation: a row of the data and one of the prior deviate
        # by sqrt(2 / n) in A v - b
        noise = np.sqrt(2.0 / self.problem.n) * self._widened(rng.normal(size=(count, len(b))))
        noise[:, np.flatnonzero(~A.any(axis=1))] = 0.0  # the row of what no p explains
        deviation = np.minimum(np.sqrt(2.0 / (self.problem.n * self._body_weights)), WIDEST)
        if self.distance not in BETWEEN_BODIES and self.solver in ("auto", "barrier"):
            return self._drawn(A, b, noise)
        out = []
        for e in noise:
            P0 = self._prior_bodies
            P0 = disturbed(P0, deviation, rng) if self.distance in BETWEEN_BODIES else P0
            out.append(self.cone.full(self._solve(A, b + e, P0).v))
        return np.array(out).reshape(count, len(self.cone.p))

    def _drawn(self, A: Array, b: Array, noise: Array) -> Array:
        """The optima for b + noise (draws, rows), each from a centre for b itself."""
        if not len(noise):
            return np.zeros((0, len(self.cone.p)))
        first, *others = reduced_together(A, np.vstack([b, b + noise]))
        wide = NEAR * 0.5 * float(np.mean(np.sum(noise**2, axis=1)))
        near = centre_of(first, self.cone, self.start, wide)
        found = [solve_reduced(rows, self.cone, self.start, near=near).v for rows in others]
        return np.array([self.cone.full(v) for v in found])

    def _widened(self, noise: Array) -> Array:
        """Noise of all rows, that of the data as wide as their blocks in time show it."""
        m = len(self.scatter.U)
        return np.hstack([self.scatter.widened(noise[:, :m]), noise[:, m:]])

    def _all_rows(self) -> Array:
        """Those of the data, then those of the prior, to second order."""
        A, _ = self.rows()
        if self.distance in BETWEEN_BODIES:
            A = np.vstack([A, prior_rows(self.cone, self._prior_bodies, self._body_weights)])
        return A

    def from_prior(self) -> tuple[str, ...]:
        """Names in p and theta of what the prior decides: of p, what no motion shows apart from
        others; of both, what has more than half of its variance from the prior.

        With A = [A_data; A_prior] = U S V', the variance (A'A)^-1 = X X' of X = V S^-1 U', whose
        columns belong to the rows of A.
        """
        from scipy.linalg import null_space

        base, free = self.problem.base, self.cone.free
        assert base is not None
        A = self._all_rows()
        count = len(self.problem.stacked()[1])
        scale = np.linalg.norm(A, axis=0)
        U, S, Vt = np.linalg.svd(A / scale, full_matrices=False)
        X = np.zeros((len(self.cone.p), len(A)))
        X[free] = (Vt.T / S) @ U.T / scale[:, None]
        hidden = np.zeros(len(self.cone.p), dtype=bool)
        hidden[free] = np.linalg.norm(null_space(base.map[:, free], 1e-9), axis=1) > 1e-6
        out = [name for name, one in zip(self.cone.names, hidden) if one]
        for names, Z in ((self.cone.names, X), (base.names, base.map @ X)):
            whole, data = np.sum(Z**2, axis=1), np.sum(Z[:, :count] ** 2, axis=1)
            out += [name for name, a, b in zip(names, data, whole) if a < DATA_DECIDE * b]
        return tuple(dict.fromkeys(out))

    def covariance(self) -> Array:
        """Of p (P, P), without the constraints: (n/2 A'A)^-1."""
        A = self._all_rows()
        scale = np.linalg.norm(A, axis=0)
        inverse = self._widened(np.linalg.pinv(A / scale) / scale[:, None])
        C = np.zeros((len(self.cone.p), len(self.cone.p)))
        C[np.ix_(self.cone.free, self.cone.free)] = 2.0 / self.problem.n * inverse @ inverse.T
        return C
