"""min 1/2 |A v - b|^2 over a cone of consistent parameters, by a primal-dual interior point method.

With slacks S(v) and multipliers Z, scaled by R so that  R^-1 S R^-T = R' Z R = Lambda  (Nesterov and Todd), a step solves

    min |A d - (b - A v)|^2 + |F d - u|^2,        F d = svec(R^-1 dS R^-T)

a least-squares problem: done by QR, it keeps the digits that normal equations lose. Every iterate is strictly inside, and
sum <S, Z> bounds the distance of its value to the optimum, which may lie on the boundary of the cone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dynid.errors import DynidError
from dynid.identify.cone import Cone, svec
from dynid.model.inertial import PSEUDO_BASIS
from dynid.robot.geometry import Array
from dynid.robot.mechanism import listing

ITERATIONS, PATIENCE = 100, 12  # steps at most, and without any that halves the gap
STEP = 0.98  # of the way to the boundary
LOOSE = 1e-7  # relative gap that is accepted where round-off ends the iteration,
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
    best, since = np.inf, 0
    for iteration in range(ITERATIONS):
        e = data.R @ (data.u - v)
        value = 0.5 * float(e @ e) + data.rest
        # the optimum lies above min_w 1/2 |R w - z|^2 - <S(w), Z> = value - gap - lack
        gap = scaling.gap
        lack = 0.5 * float(np.sum((e + data.back(data.adjoint(scaling.Z, scaling.z))) ** 2))
        best, since = (gap + lack, iteration) if gap + lack < 0.5 * best else (best, since)
        if gap + lack <= tolerance * value or iteration - since > PATIENCE:
            break
        step = _Step(data, e, scaling)
        step.towards(0.0)
        # the predictor's step a shrinks the gap to (1 - a) of it, where S and Z are balanced
        centre = (1.0 - min(1.0, step.length())) ** 3
        d = step.towards(centre * gap / cone.degree, predicted=True)
        a = min(1.0, STEP * step.length())
        v, scaling = v + a * d, step.moved(a)
    if gap + lack <= max(tolerance * value, LOOSE * value, ROUND_OFF * float(b @ b)):
        return Solution(_inside(cone, v, start), value, gap, iteration, scaling.Z, scaling.z)
    raise DynidError(
        f"the consistent fit did not converge: gap {gap:.1e} after {iteration + 1} steps, expected {tolerance * value:.1e}. "
        'The parameters may be badly scaled: check units and prior, or try solver="clarabel".'
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
        self.gram = self.R.T @ self.R
        self.cone, self.columns = cone, cone.body_columns()

    def back(self, x: Array) -> Array:
        """R^-T x."""
        from scipy.linalg import solve_triangular

        return np.asarray(solve_triangular(self.R, x, trans="T", check_finite=False))

    def adjoint(self, Z: Array, z: Array) -> Array:
        """sum <E_k, Z> + G' z."""
        whole = np.zeros(len(self.cone.p))
        whole[self.cone.bodies] = np.tensordot(Z, PSEUDO_BASIS, axes=((1, 2), (1, 2)))
        return np.asarray(whole[self.cone.free] + self.cone.G.T @ z)


@dataclass(frozen=True, eq=False)
class _Scaling:
    """R of every body with R^-1 S R^-T = R' Z R = diag(lam); s and z of the bounds."""

    R_inv: Array
    lam: Array
    s: Array
    z: Array

    @property
    def Z(self) -> Array:
        return np.asarray(self.R_inv.swapaxes(1, 2) @ (self.lam[:, :, None] * self.R_inv))

    @property
    def gap(self) -> float:
        return float(np.sum(self.lam**2) + self.s @ self.z)


def _first_scaling(data: _Data, v: Array) -> _Scaling:
    """Z = mu S^-1, z = mu / s at the start, with the mu that comes closest to balance the gradient there."""
    L_inv, s = np.asarray(np.linalg.inv(np.linalg.cholesky(data.cone.matrices(v)))), data.cone.slacks(v)
    scale = np.maximum(np.abs(v), 1e-12)
    e = data.R @ (v - data.u)
    gradient = scale * (data.R.T @ e)
    barrier = scale * data.adjoint(L_inv.swapaxes(1, 2) @ L_inv, 1.0 / s)
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
        self.R_inv, self.lam = scaling.R_inv, scaling.lam
        self.w, self.l = np.sqrt(scaling.s / scaling.z), np.sqrt(scaling.s * scaling.z)
        # F_ik = svec(R_i^-1 E_k R_i^-T) (b, k, 10)
        F = svec(self.R_inv[:, None] @ PSEUDO_BASIS @ self.R_inv.swapaxes(1, 2)[:, None])
        self.F = [F[i, which].T for i, (which, _) in enumerate(data.columns)]
        self.G = data.cone.G / self.w[:, None]
        self.H = data.gram + self.G.T @ self.G
        for F_i, (_, columns) in zip(self.F, data.columns):
            self.H[columns[:, None], columns] += F_i.T @ F_i
        self.factor = _factorised(self)
        self.before: tuple[Array, Array, Array, Array] | None = None

    def times(self, d: Array) -> tuple[Array, Array, Array]:
        """A d, F d (b, 10), G~ d."""
        Fd = np.array([F_i @ d[columns] for F_i, (_, columns) in zip(self.F, self.data.columns)]).reshape(-1, 10)
        return self.data.R @ d, Fd, self.G @ d

    def adjoint(self, e: Array, u: Array, g: Array) -> Array:
        """A' e + F' u + G~' g."""
        out = self.data.R.T @ e + self.G.T @ g
        for F_i, u_i, (_, columns) in zip(self.F, u, self.data.columns):
            out[columns] += u_i @ F_i
        return np.asarray(out)

    def towards(self, target: float, predicted: bool = False) -> Array:
        """d that aims, with changes of S, Z, s, z, at S Z = target; with the predictor's second-order term."""
        lam, l = self.lam, self.l
        # complementarity, scaled: Lambda o (dS~ + dZ~) = target I - Lambda^2 - dS~ o dZ~ of the predictor
        T = (target - lam**2)[:, :, None] * np.eye(4)
        t = target - l**2
        if predicted and self.before is not None:
            dS, dZ, ds, dz = self.before
            product = dS @ dZ
            T = T - 0.5 * (product + product.swapaxes(1, 2))
            t = t - ds * dz
        T = 2.0 * T / (lam[:, :, None] + lam[:, None, :])
        t = t / l
        # (A'A + F'F) d = A'(b - A v) + F'(Lambda + T)
        d = self.factor(self.e, svec(T + lam[:, :, None] * np.eye(4)), t + l)
        dS = self.R_inv @ self.data.cone.change(d) @ self.R_inv.swapaxes(1, 2)
        ds = self.G @ d
        self.before = dS, T - dS, ds, t - ds
        return d

    def moved(self, a: float) -> _Scaling:
        """After a step of length a. All is done in scaled matrices near the diagonal: no digits are lost at the boundary."""
        assert self.before is not None
        dS, dZ, ds, dz = self.before
        middle = self.lam[:, :, None] * np.eye(4)
        # S~ = L L', Z~ = K K', K' L = U Lambda V'; R becomes R L V Lambda^-1/2, its inverse Lambda^-1/2 U' K' R^-1
        L, K = np.linalg.cholesky(middle + a * dS), np.linalg.cholesky(middle + a * dZ)
        U, lam, _ = np.linalg.svd(K.swapaxes(1, 2) @ L)
        R_inv = (U.swapaxes(1, 2) @ K.swapaxes(1, 2) @ self.R_inv) / np.sqrt(lam)[:, :, None]
        return _Scaling(R_inv, lam, self.scaling.s + a * ds * self.w, self.scaling.z + a * dz / self.w)

    def length(self) -> float:
        """The longest step (at most 1 / STEP) along which all stays positive."""
        assert self.before is not None
        dS, dZ, ds, dz = self.before
        root = np.sqrt(self.lam[:, :, None] * self.lam[:, None, :])
        least = np.linalg.eigvalsh(np.concatenate([dS / root, dZ / root])).min(initial=-STEP)
        least = min(least, (ds / self.l).min(initial=0.0), (dz / self.l).min(initial=0.0))
        return float(-1.0 / least)


#: solves min |A d - e|^2 + |F d - u|^2 + |G~ d - g|^2 for d
Solve = Callable[[Array, Array, Array], Array]


def _factorised(step: _Step) -> Solve:
    """By Cholesky of the normal equations, refined with the residual of the rows themselves, where that is safe; else QR."""
    from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

    scale = np.sqrt(np.diag(step.H))
    H = step.H / scale / scale[:, None]
    c, failed = dpotrf(H, lower=0)
    if failed or dpocon(c, np.abs(H).sum(axis=0).max())[0] < SAFE:
        return _by_qr(step, scale)

    def solve(e: Array, u: Array, g: Array) -> Array:
        d = dpotrs(c, step.adjoint(e, u, g) / scale)[0] / scale
        Ad, Fd, Gd = step.times(d)
        return np.asarray(d + dpotrs(c, step.adjoint(e - Ad, u - Fd, g - Gd) / scale)[0] / scale)

    return solve


def _by_qr(step: _Step, scale: Array) -> Solve:
    from scipy.linalg.lapack import dgeqrf, dormqr, dtrtrs

    n, k = step.data.R.shape
    M = np.zeros((n + 10 * len(step.F) + len(step.G), k), order="F")
    M[:n] = step.data.R
    for i, (F_i, (_, columns)) in enumerate(zip(step.F, step.data.columns)):
        M[n + 10 * i : n + 10 * i + 10, columns] = F_i
    M[n + 10 * len(step.F) :] = step.G
    Q, tau, *_ = dgeqrf(M / scale, lwork=64 * k, overwrite_a=1)

    def solve(e: Array, u: Array, g: Array) -> Array:
        rhs = dormqr("L", "T", Q, tau, np.concatenate([e, u.ravel(), g])[:, None], lwork=64)[0]
        return np.asarray(dtrtrs(Q[:k], rhs[:k])[0][:, 0] / scale)

    return solve
