"""min 1/2 |A v - b|^2 over a cone of consistent parameters, by a primal-dual interior point method.

With slacks S(v) and multipliers Z, scaled by R so that  R^-1 S R^-T = R' Z R = Lambda  (Nesterov and Todd), a step solves

    min |A d - (b - A v)|^2 + |F d - u|^2,        F d = svec(R^-1 dS R^-T)

a least-squares problem: done by QR, it keeps the digits that normal equations lose. Every iterate is strictly inside, and
sum <S, Z> + 1/2 |A v - b - R^-T sum <E, Z>|^2 bounds the distance of its value to the optimum, which may lie on the boundary
of the cone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from dynid.errors import DynidError
from dynid.identify.barrier_kernel import aims, changes, moved, multipliers, scaled_rows
from dynid.identify.cone import Cone
from dynid.model.inertial import PSEUDO_BASIS
from dynid.robot.geometry import Array
from dynid.robot.mechanism import listing

ITERATIONS, PATIENCE = 100, 12  # steps at most, and without any that halves the gap
STEP = 0.98  # of the way to the boundary
LOOSE = 1e-6  # relative gap that is accepted where round-off ends the iteration,
ROUND_OFF = 1e-16  # or this part of |b|^2, where the data are explained almost exactly
SAFE = 1e-13  # reciprocal condition of the normal equations down to which refinement restores the digits


@dataclass(frozen=True, eq=False)
class Solution:
    """v and the value 1/2 |A v - b|^2; gap: how far above the optimum it may be; multipliers of bodies and bounds."""

    v: Array
    value: float
    gap: float
    iterations: int
    Z: Array
    z: Array


def solve_barrier(A: Array, b: Array, cone: Cone, start: Array, tolerance: float = 1e-9) -> Solution:
    """The optimum, its value to a relative `tolerance`, from any start strictly inside."""
    data = _Data(A, b, cone)
    v, scaling = np.array(start), _first_scaling(data, start)
    best = Solution(v, np.inf, np.inf, 0, np.zeros(0), np.zeros(0))
    since = 0
    for iteration in range(ITERATIONS):
        e = data.R @ (data.u - v)
        value = 0.5 * float(e @ e) + data.rest
        # the optimum lies above min_w 1/2 |R w - z|^2 - <S(w), Z> = value - gap - lack
        gap = scaling.gap
        Z, pull = data.adjoint(scaling)
        lack = 0.5 * float(np.sum((e + data.back(pull)) ** 2))
        since = iteration if gap + lack < 0.5 * best.gap else since
        best = Solution(v, value, gap + lack, iteration, Z, scaling.z) if gap + lack < best.gap else best
        if gap + lack <= tolerance * value or iteration - since > PATIENCE:
            break
        step = _Step(data, e, scaling)
        _, a = step.towards(0.0)
        # the predictor's step a shrinks the gap to (1 - a) of it, where S and Z are balanced
        centre = (1.0 - min(1.0, a)) ** 3
        d, a = step.towards(centre * gap / cone.degree, second=True)
        a = min(1.0, STEP * a)
        v, scaling = v + a * d, step.moved(a)
    if best.gap <= max(tolerance * best.value, LOOSE * best.value, ROUND_OFF * float(b @ b)):
        return replace(best, v=_inside(cone, best.v, start))
    raise DynidError(
        f"the consistent fit did not converge: its value may be {best.gap:.1e} above the optimum after {iteration + 1} steps, "
        f"expected {tolerance * best.value:.1e}. The parameters may be badly scaled: check units and prior, or try "
        'solver="clarabel".'
    )


def reduced(A: Array, b: Array) -> tuple[Array, Array, float]:
    """R, z and rest with |A v - b|^2 = |R v - z|^2 + 2 rest."""
    from scipy.linalg import qr

    n = A.shape[1]
    whole = qr(np.column_stack([A, b]), mode="r", check_finite=False)[0]
    return np.ascontiguousarray(whole[:n, :n]), whole[:n, n].copy(), 0.5 * float(np.sum(whole[n:, n] ** 2))


class _Data:
    """What stays the same in all steps: the rows, reduced, and where each body's parameters stand in v."""

    def __init__(self, A: Array, b: Array, cone: Cone) -> None:
        self.R: Array
        self.R, z, self.rest = reduced(A, b)
        loose = np.abs(np.diag(self.R)) <= 1e-14 * np.linalg.norm(self.R, axis=0)
        if loose.any():
            names = [cone.names[cone.free[k]] for k in np.flatnonzero(loose)]
            raise DynidError(
                f"nothing determines {listing(names, 6)}: neither data nor prior; a larger weight or fixed=... would."
            )
        self.u = np.linalg.solve(self.R, z)  # the free optimum: 1/2 |A v - b|^2 = 1/2 |R (v - u)|^2 + rest
        self.gram, self.R_columns = self.R.T @ self.R, np.asfortranarray(self.R)
        self.cone = cone
        # where each body's ten parameters stand in v; fixed ones in one more column, which is dropped
        self.columns = np.full(cone.bodies.shape, len(cone.free))
        for i, (which, columns) in enumerate(cone.body_columns()):
            self.columns[i, which] = columns

    def back(self, x: Array) -> Array:
        """R^-T x."""
        from scipy.linalg.lapack import dtrtrs

        return np.asarray(dtrtrs(self.R_columns, x, trans=1)[0])

    def adjoint(self, scaling: _Scaling) -> tuple[Array, Array]:
        """Z of every body, and sum <E_k, Z> + G' z."""
        Z, pull = multipliers(scaling.R_inv, scaling.lam, PSEUDO_BASIS, self.cone.bodies, len(self.cone.p))
        return Z, np.asarray(pull[self.cone.free] + scaling.z @ self.cone.G)


@dataclass(frozen=True, eq=False)
class _Scaling:
    """R of every body with R^-1 S R^-T = R' Z R = diag(lam); s and z of the bounds."""

    R_inv: Array
    lam: Array
    s: Array
    z: Array

    @property
    def gap(self) -> float:
        return float(np.sum(self.lam**2) + self.s @ self.z)


def _first_scaling(data: _Data, v: Array) -> _Scaling:
    """Z = mu S^-1, z = mu / s at the start, with the mu that comes closest to balance the gradient there."""
    L_inv = np.ascontiguousarray(np.linalg.inv(np.linalg.cholesky(data.cone.matrices(v))))
    s = data.cone.slacks(v)
    scale = np.maximum(np.abs(v), 1e-12)
    e = data.R @ (v - data.u)
    gradient = scale * (data.R.T @ e)
    barrier = scale * data.adjoint(_Scaling(L_inv, np.ones((len(L_inv), 4)), s, 1.0 / s))[1]
    mu = float(gradient @ barrier / max(float(barrier @ barrier), 1e-300))
    mu = max(mu, 1e-3 * 0.5 * float(e @ e) / max(data.cone.degree, 1), 1e-300)
    return _Scaling(mu**0.25 * L_inv, np.full((len(L_inv), 4), np.sqrt(mu)), s, mu / s)


def _inside(cone: Cone, v: Array, start: Array) -> Array:
    """v, moved towards the start by as little as it takes where round-off has left it outside."""
    t = 1e-14
    while not cone.inside(v) and t < 1e-6:
        v, t = v + t * (start - v), 10.0 * t
    return v


class _Step:
    """The least-squares problem of one iterate, factorised once for predictor and corrector."""

    def __init__(self, data: _Data, e: Array, scaling: _Scaling) -> None:
        self.data, self.e, self.scaling = data, e, scaling
        self.w, self.l = np.sqrt(scaling.s / scaling.z), np.sqrt(scaling.s * scaling.z)
        n, b, m = len(data.u), len(scaling.lam), len(self.w)
        self.F, self.H = np.empty((10 * b + m, n)), np.empty((n, n))
        scaled_rows(scaling.R_inv, PSEUDO_BASIS, data.columns, data.cone.G, self.w, data.gram, self.F, self.H)
        self.solve = _factorised(self)
        #: what is aimed at, and the changes of S, Z, s, z, all scaled
        self.T, self.t = np.zeros((b, 4, 4)), np.zeros(m)
        self.dS, self.dZ, self.ds, self.dz = np.zeros((b, 4, 4)), np.zeros((b, 4, 4)), np.zeros(m), np.zeros(m)

    def towards(self, target: float, second: bool = False) -> tuple[Array, float]:
        """d that aims, with changes of S, Z, s, z, at S Z = target; with the second-order term of the step before.

        Also the longest step (at most 1 / STEP) along which all stays positive.
        """
        lam, change = self.scaling.lam, (self.dS, self.dZ, self.ds, self.dz)
        # complementarity, scaled: Lambda o (dS + dZ) = target - Lambda^2 - dS o dZ of the predictor
        u = np.empty(len(self.F))
        aims(lam, self.l, target, second, *change, self.T, self.t, u)
        # (A'A + F'F) d = A'(b - A v) + F'(Lambda + T)
        d = self.solve(self.e, u)
        least = changes(self.F @ d, lam, self.l, self.T, self.t, *change)
        return d, -1.0 / min(least, -STEP)

    def moved(self, a: float) -> _Scaling:
        """After a step of length a."""
        old = self.scaling
        R_inv, lam = moved(old.R_inv, old.lam, self.dS, self.dZ, a)
        return _Scaling(R_inv, lam, old.s + a * self.ds * self.w, old.z + a * self.dz / self.w)


#: solves min |A d - e|^2 + |F d - u|^2 for d
Solve = Callable[[Array, Array], Array]


def _factorised(step: _Step) -> Solve:
    """By Cholesky of the normal equations, refined with the residual of the rows themselves, where that is safe; else QR."""
    from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

    A, F = step.data.R, step.F
    scale = np.sqrt(np.diag(step.H))
    H = step.H / scale / scale[:, None]
    c, failed = dpotrf(H, lower=0)
    if failed or dpocon(c, np.abs(H).sum(axis=0).max())[0] < SAFE:
        return _by_qr(A, F, scale)

    def solve(e: Array, u: Array) -> Array:
        d = dpotrs(c, (e @ A + u @ F) / scale)[0] / scale
        return np.asarray(d + dpotrs(c, ((e - A @ d) @ A + (u - F @ d) @ F) / scale)[0] / scale)

    return solve


def _by_qr(A: Array, F: Array, scale: Array) -> Solve:
    from scipy.linalg.lapack import dgeqrf, dormqr, dtrtrs

    k = len(scale)
    Q, tau, *_ = dgeqrf(np.asfortranarray(np.vstack([A, F]) / scale), lwork=64 * k, overwrite_a=1)

    def solve(e: Array, u: Array) -> Array:
        rhs = dormqr("L", "T", Q, tau, np.concatenate([e, u])[:, None], lwork=64)[0]
        return np.asarray(dtrtrs(Q[:k], rhs[:k])[0][:, 0] / scale)

    return solve
