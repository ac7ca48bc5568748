"""J(p) of the consistent fit: its rows, its minimum, and samples of the posterior that it stands
for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, make_random_generator
from dynid.estimators.consistent.barrier import (
    Solution,
    find_centre,
    reduce_all_rows,
    solve_barrier,
    solve_reduced,
)
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.conic import solve_clarabel
from dynid.estimators.consistent.divergence import disturb_prior, make_prior_rows, solve_divergence
from dynid.estimators.consistent.log_cholesky import solve_log_cholesky
from dynid.estimators.consistent.prior import GUESSED, Prior
from dynid.identification.covariance import DATA_DECIDE
from dynid.identification.model_error import Scatter, compute_scatter
from dynid.identification.problem import Problem
from dynid.lapack import factor_qr
from dynid.model.base_reduction import BaseParameters
from dynid.model.inertial import to_pseudo_inertia

BETWEEN_BODIES = ("entropic", "riemannian")  # distances that are no sums of squares of p - prior
NOTHING = 1e-9  # a singular value this much smaller than the largest is zero
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
        return compute_scatter(self.problem, 1.0 / self.deviations, self.deviations, self.triangle)

    @cached_property
    def triangle(self) -> tuple[Array, Array, float]:
        """Of the data's rows, in deviations of the joints."""
        return self.problem.compute_triangle(1.0 / self.deviations)

    def replace_problem(self, problem: Problem, weight: float) -> Objective:
        return replace(self, problem=problem, weight=weight)

    @cached_property
    def rows(self) -> tuple[Array, Array]:
        """A, b with J = 1/2 |A v - b|^2 (+ weight D where the distance is between bodies): data
        (a row per parameter theta), what no p explains, prior."""
        return self._append_prior_rows(*self.triangle)

    def _append_prior_rows(self, W: Array, y: Array, rest: float) -> tuple[Array, Array]:
        problem, cone = self.problem, self.cone
        assert problem.base is not None
        left = sum(block.residual / s**2 for block, s in zip(problem.blocks, self.deviations))
        left += rest**2
        WB = W @ problem.base.map
        held = cone.p.copy()
        held[cone.free] = 0.0
        scale = np.ones(len(cone.p)) if self.distance == "euclidean" else self.prior.scale
        drawn = np.ones(len(cone.free), dtype=bool)
        if self.distance in BETWEEN_BODIES:
            drawn = ~np.isin(cone.free, cone.bodies)
        D = np.diag(np.sqrt(self.weight) / scale[cone.free])[drawn]
        n = np.sqrt(problem.n)
        A = np.vstack([WB[:, cone.free] / n, np.zeros((1, len(cone.free))), D])
        b = np.concatenate([(y - WB @ held) / n, [np.sqrt(left) / n], D @ self.prior.p[cone.free]])
        return np.sqrt(2.0) * A, np.sqrt(2.0) * b

    def minimise(self) -> Solution:
        return self._solve(*self.rows, self._prior_bodies)

    @property
    def _prior_bodies(self) -> Array:
        """Pseudo-inertias of the prior (bodies, 4, 4)."""
        return to_pseudo_inertia(self.prior.p[self.cone.bodies])

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

    def draw_samples(self, v: Array, count: int, seed: int) -> Array:
        """Samples p (count, P): what the optimum v predicts of data and prior, disturbed by their
        noise and solved again.

        Inside the cone these are samples of the posterior exp(-n J / 2). At its boundary they
        scatter from v inwards: around the data themselves, which lie beyond, nearly all of them
        would fall on v and pretend that it is exact.
        """
        if not count:
            return np.zeros((0, len(self.cone.p)))
        A, b = self._append_prior_rows(*self.problem.stack_rows(1.0 / self.deviations), 0.0)
        if (
            self.distance not in BETWEEN_BODIES
        ):  # those stay inside of themselves, and J is not quadratic
            b = A @ v
        rng = make_random_generator(seed)
        # n J is a sum of squares of unit deviation: a row of the data and one of the prior deviate
        # by sqrt(2 / n) in A v - b
        noise = np.sqrt(2.0 / self.problem.n) * self._widen_noise(rng.normal(size=(count, len(b))))
        noise[:, np.flatnonzero(~A.any(axis=1))] = 0.0  # the row of what no p explains
        deviation = np.minimum(np.sqrt(2.0 / (self.problem.n * self._body_weights)), WIDEST)
        if self.distance not in BETWEEN_BODIES and self.solver in ("auto", "barrier"):
            return self._solve_draws(A, b, noise)
        out = []
        for e in noise:
            P0 = self._prior_bodies
            P0 = disturb_prior(P0, deviation, rng) if self.distance in BETWEEN_BODIES else P0
            out.append(self.cone.to_parameters(self._solve(A, b + e, P0).v))
        return np.array(out).reshape(count, len(self.cone.p))

    def _solve_draws(self, A: Array, b: Array, noise: Array) -> Array:
        """The optima for b + noise (draws, rows), each from a centre for b itself."""
        if not len(noise):
            return np.zeros((0, len(self.cone.p)))
        first, *others = reduce_all_rows(A, np.vstack([b, b + noise]))
        wide = NEAR * 0.5 * float(np.mean(np.sum(noise**2, axis=1)))
        near = find_centre(first, self.cone, self.start, wide)
        found = [solve_reduced(rows, self.cone, self.start, near=near).v for rows in others]
        return np.array([self.cone.to_parameters(v) for v in found])

    def _widen_noise(self, noise: Array) -> Array:
        """Noise of all rows, that of the data as wide as their blocks in time show it."""
        W, _ = self.problem.stack_rows(1.0 / self.deviations)
        m = len(W)
        return np.hstack([self.scatter.widen_noise(noise[:, :m], W), noise[:, m:]])

    def _list_all_rows(self) -> Array:
        """Those of the data, then those of the prior, to second order."""
        A, _ = self.rows
        if self.distance in BETWEEN_BODIES:
            A = np.vstack([A, make_prior_rows(self.cone, self._prior_bodies, self._body_weights)])
        return A

    @cached_property
    def _spread(self) -> Array:
        """X with (A'A)^-1 = X X', of all rows A = Q R with columns of norm 1: X = scale^-1 R^-1."""
        from scipy.linalg.lapack import dtrtri

        A = self._list_all_rows()
        scale = np.linalg.norm(A, axis=0)
        R = factor_qr(A / scale)
        spread: Array = np.asarray(dtrtri(R)[0]) / scale[:, None]
        return spread

    def from_prior(self) -> tuple[str, ...]:
        """Names in p and theta of what the prior decides: of p, what no motion shows apart from
        others; of both, what has more than half of its variance from the prior.

        With A = [A_data; A_prior], the variance (A'A)^-1 = X X' is the sum of (A'A)^-1 A_data'
        A_data (A'A)^-1 and the same of the prior.
        """
        base, free = self.problem.base, self.cone.free
        assert base is not None
        A, _ = self.rows
        X = np.zeros((len(self.cone.p), len(free)))
        X[free] = self._spread
        shown = X @ (X[free].T @ A[: self.problem.size].T)
        hidden = np.zeros(len(self.cone.p), dtype=bool)
        hidden[free] = np.linalg.norm(_find_unobservable(base, free), axis=1) > 1e-6
        out = [name for name, one in zip(self.cone.names, hidden) if one]
        B = base.map
        for names, Z, D in ((self.cone.names, X, shown), (self.problem.names, B @ X, B @ shown)):
            whole, data = np.sum(Z**2, axis=1), np.sum(D**2, axis=1)
            out += [name for name, a, b in zip(names, data, whole) if a < DATA_DECIDE * b]
        return tuple(dict.fromkeys(out))

    def compute_covariance(self) -> Array:
        """Of p (P, P), without the constraints: 2/n (A'A)^-1, and what the scatter of the blocks
        adds."""
        base, free = self.problem.base, self.cone.free
        assert base is not None
        XX = self._spread @ self._spread.T
        # scores of theta are W' noise, those of A are sqrt(2/n) B' W' noise
        gain = XX @ base.map[:, free].T
        C = np.zeros((len(self.cone.p), len(self.cone.p)))
        n = self.problem.n
        C[np.ix_(free, free)] = 2.0 / n * (XX + 2.0 / n * gain @ self.scatter.added @ gain.T)
        return C


def _find_unobservable(base: BaseParameters, free: NDArray[np.int64]) -> Array:
    """Orthonormal columns that span the changes of the free parameters that leave theta alike.

    p_d may change as it likes where p_b = -K p_d can: K p_d is zero for all p_b that are fixed.
    """
    place = np.full(len(base.model.parameters), -1)
    place[free] = np.arange(len(free))
    moved, held = place[base.independent] >= 0, place[base.independent] < 0
    dependent, silent = place[base.dependent] >= 0, place[base.silent][place[base.silent] >= 0]
    K = base.mixing[:, dependent]
    Z = _compute_null_space(K[held]) if held.any() else np.eye(K.shape[1])
    N = np.zeros((len(free), Z.shape[1] + len(silent)))
    N[place[base.independent[moved]], : Z.shape[1]] = -K[moved] @ Z
    N[place[base.dependent[dependent]], : Z.shape[1]] = Z
    N[silent, Z.shape[1] + np.arange(len(silent))] = 1.0
    return np.asarray(np.linalg.qr(N)[0])


def _compute_null_space(B: Array) -> Array:
    """Columns that span what B maps to nothing."""
    _, s, Vt = np.linalg.svd(B)
    return np.asarray(Vt[int(np.sum(s > NOTHING * s.max(initial=0.0))) :].T)
