"""min 1/2 |A v - b|^2 over a cone of consistent parameters, by a primal-dual interior point method.

With slacks S(v) and multipliers Z, scaled by R so that  R^-1 S R^-T = R' Z R = Lambda  (Nesterov
and Todd), a step solves

    min |A d - (b - A v)|^2 + |F d - u|^2,        F d = svec(R^-1 dS R^-T)

a least-squares problem, whose rows refine what normal equations lose. Every iterate is strictly
inside, and sum <S, Z> + 1/2 |A v - b - R^-T sum <E, Z>|^2 bounds the distance of its value to the
optimum, which may lie on the boundary of the cone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import dynid._native as native
from dynid.arrays import Array
from dynid.errors import DynidError, join_names
from dynid.estimators.consistent.cone import Cone
from dynid.lapack import factor_qr, solve_triangular

LOST = 1e-2  # change in the first round of refinement that says the factor has too few digits
ITERATIONS, PATIENCE = 100, 12  # steps at most, and without any that halves the gap
LOOSE = 1e-6  # relative gap that is accepted where round-off ends the iteration,
ROUND_OFF = 1e-16  # or this part of |b|^2, where the data are explained almost exactly


@dataclass(frozen=True, eq=False)
class Solution:
    """v and the value 1/2 |A v - b|^2; gap: how far above the optimum it may be; multipliers of
    bodies and bounds."""

    v: Array
    value: float
    gap: float
    iterations: int
    Z: Array
    z: Array


def solve_barrier(
    A: Array, b: Array, cone: Cone, start: Array, tolerance: float = 1e-9
) -> Solution:
    """The optimum, its value to a relative `tolerance`, from any start strictly inside."""
    return solve_reduced(ReducedRows(*reduce_rows(A, b)), cone, start, tolerance)


@dataclass(frozen=True, eq=False)
class ReducedRows:
    """The rows of a problem, 1/2 |A v - b|^2 = 1/2 |R v - z|^2 + rest, R upper triangular; gram =
    R'R, where it is known from another one."""

    R: Array
    z: Array
    rest: float
    gram: Array | None = None


@dataclass(frozen=True, eq=False)
class Centre:
    """A point strictly inside, its multipliers balanced: where the way to the optimum of similar
    rows may begin."""

    v: Array
    scaling: Scaling


def solve_reduced(
    rows: ReducedRows,
    cone: Cone,
    start: Array,
    tolerance: float = 1e-9,
    near: Centre | None = None,
    trail: list[tuple[float, Centre]] | None = None,
) -> Solution:
    """The same of rows that are triangular already; first from a centre of similar ones, which is
    half the way. To a trail the points on the way are added, each with how far it may be from the
    optimum."""
    data = _Data(rows, cone)
    for first in (near, None):
        centre = _make_first_centre(data, start) if first is None else first
        best, reached = _follow_path(data, rows, centre, tolerance, trail)
        if reached:
            return replace(best, v=_pull_inside(cone, best.v, start))
    raise DynidError(
        f"the consistent fit did not converge: its value may be {best.gap:.1e} above the optimum"
        f" after {best.iterations + 1} steps, expected {tolerance * best.value:.1e}. The parameters"
        ' may be badly scaled: check units and prior, or try solver="clarabel".'
    )


def _follow_path(
    data: _Data,
    rows: ReducedRows,
    centre: Centre,
    tolerance: float,
    trail: list[tuple[float, Centre]] | None = None,
) -> tuple[Solution, bool]:
    """The best point on the way from there, and whether it is good enough."""
    v, scaling = np.array(centre.v), centre.scaling
    best = Solution(v, np.inf, np.inf, 0, np.zeros(0), np.zeros(0))
    since = 0
    for iteration in range(ITERATIONS):
        e, gap, lack, Z = data.state(v, scaling)
        value = 0.5 * float(e @ e) + data.rest
        # the optimum lies above min_w 1/2 |R w - z|^2 - <S(w), Z> = value - gap - lack
        if trail is not None:
            trail.append((gap + lack, Centre(v, scaling)))
        since = iteration if gap + lack < 0.5 * best.gap else since
        best = (
            Solution(v, value, gap + lack, iteration, Z, scaling.z)
            if gap + lack < best.gap
            else best
        )
        if gap + lack <= tolerance * value or iteration - since > PATIENCE:
            break
        d, a, scaling = _step(data, e, gap, scaling)
        v = v + a * d
    square = float(rows.z @ rows.z) + 2.0 * rows.rest  # |b|^2
    enough = max(tolerance * best.value, LOOSE * best.value, ROUND_OFF * square)
    return best, best.gap <= enough


def find_centre(rows: ReducedRows, cone: Cone, start: Array, gap: float) -> Centre:
    """The first point on the way to the optimum that is closer to it than `gap`."""
    data = _Data(rows, cone)
    at = _make_first_centre(data, start)
    for _ in range(ITERATIONS):
        e, left, lack, _ = data.state(at.v, at.scaling)
        if left + lack <= gap:
            break
        d, a, scaling = _step(data, e, left, at.scaling)
        at = Centre(at.v + a * d, scaling)
    return at


def reduce_rows(A: Array, b: Array) -> tuple[Array, Array, float]:
    """R, z and rest with |A v - b|^2 = |R v - z|^2 + 2 rest."""
    n = A.shape[1]
    whole = factor_qr(np.column_stack([A, b]))
    return (
        np.ascontiguousarray(whole[:n, :n]),
        whole[:n, n].copy(),
        0.5 * float(np.sum(whole[n:, n] ** 2)),
    )


def reduce_all_rows(A: Array, B: Array) -> list[ReducedRows]:
    """Of the same rows A with every right-hand side in B (sides, rows): one QR for all."""
    n = A.shape[1]
    whole = factor_qr(np.column_stack([A, B.T]))
    R, Z = np.ascontiguousarray(whole[:n, :n]), np.ascontiguousarray(whole[:n, n:].T)
    rest, gram = 0.5 * np.sum(whole[n:, n:] ** 2, axis=0), R.T @ R
    return [ReducedRows(R, z, float(left), gram) for z, left in zip(Z, rest)]


class _Data:
    """What stays the same in all steps: the rows, reduced, and where each body's parameters stand
    in v."""

    def __init__(self, rows: ReducedRows, cone: Cone) -> None:
        self.R, self.rest = rows.R, rows.rest
        loose = np.abs(np.diag(self.R)) <= 1e-14 * np.linalg.norm(self.R, axis=0)
        if loose.any():
            names = [cone.names[cone.free[k]] for k in np.flatnonzero(loose)]
            raise DynidError(
                f"nothing determines {join_names(names, 6)}: neither data nor prior; a larger "
                f"weight"
                " or fixed=... would."
            )
        # the free optimum: 1/2 |A v - b|^2 = 1/2 |R (v - u)|^2 + rest
        self.u = solve_triangular(self.R, rows.z)
        self.gram = self.R.T @ self.R if rows.gram is None else rows.gram
        self.cone = cone

    def state(self, v: Array, scaling: Scaling) -> tuple[Array, float, float, Array]:
        x, e, Z = scaling, np.empty(len(v)), np.empty_like(scaling.R_inv)
        gap, lack = native.barrier_state(
            self.cone.constants, self.R, self.u, v, x.R_inv, x.lam, x.s, x.z, e, Z
        )
        return e, gap, lack, Z


@dataclass(frozen=True, eq=False)
class Scaling:
    """R of every body with R^-1 S R^-T = R' Z R = diag(lam); s and z of the bounds."""

    R_inv: Array
    lam: Array
    s: Array
    z: Array


def _make_first_centre(data: _Data, v: Array) -> Centre:
    """Z = mu S^-1, z = mu / s at the start, with the mu that comes closest to balance the gradient
    there."""
    L_inv = np.ascontiguousarray(np.linalg.inv(np.linalg.cholesky(data.cone.to_matrices(v))))
    s = data.cone.compute_slacks(v)
    scale = np.maximum(np.abs(v), 1e-12)
    e = data.R @ (v - data.u)
    gradient = scale * (data.R.T @ e)
    ones, Z, pull = np.ones((len(L_inv), 4)), np.empty_like(L_inv), np.empty(len(v) + 1)
    native.pull_back_multipliers(data.cone.constants, L_inv, ones, 1.0 / s, Z, pull)
    barrier = scale * pull[:-1]
    mu = float(gradient @ barrier / max(float(barrier @ barrier), 1e-300))
    mu = max(mu, 1e-3 * 0.5 * float(e @ e) / max(data.cone.degree, 1), 1e-300)
    lam = np.full((len(L_inv), 4), np.sqrt(mu))
    return Centre(v, Scaling(mu**0.25 * L_inv, lam, s, mu / s))


def _pull_inside(cone: Cone, v: Array, start: Array) -> Array:
    """v, moved towards the start by as little as it takes where round-off has left it outside."""
    t = 1e-14
    while not cone.is_inside(v) and t < 1e-6:
        v, t = v + t * (start - v), 10.0 * t
    return v


def _factor(A: Array, F: Array, H: Array, scale: Array, by_rows: bool) -> Array | None:
    """c, upper triangular, with c'c = H, the scaled A'A + F'F: by Cholesky (None where H has lost
    too many digits), or by
    QR of the rows themselves."""
    from scipy.linalg.lapack import dpotrf

    if by_rows:
        return np.ascontiguousarray(factor_qr(np.vstack([A, F]) / scale))
    c, failed = dpotrf(H.T, lower=1, overwrite_a=1)  # by columns, as LAPACK stores: no copies
    return None if failed else np.asarray(c.T)


def _step(data: _Data, e: Array, gap: float, old: Scaling) -> tuple[Array, float, Scaling]:
    """Direction d, length a, and the scaling there. Normal equations, where refinement restores the
    digits; else QR."""
    w = np.sqrt(old.s / old.z)
    n, rows = len(data.u), 10 * len(old.lam) + len(w)
    F, H, scale = np.empty((rows, n)), np.empty((n, n)), np.empty(n)
    cone = data.cone.constants
    native.scale_rows(cone, old.R_inv, w, data.gram, F, H, scale)
    for by_rows in (False, True):
        c = _factor(data.R, F, H, scale, by_rows)
        if c is None:
            continue
        d, dS, dZ = np.empty(n), np.zeros_like(old.R_inv), np.zeros_like(old.R_inv)
        ds, dz = np.zeros(len(w)), np.zeros(len(w))
        sizes = (old.lam, old.s, old.z, gap)
        a, change = native.barrier_step(cone, data.R, F, c, scale, e, *sizes, d, dS, dZ, ds, dz)
        if change <= LOST:
            break
    R_inv, lam = np.empty_like(old.R_inv), np.empty_like(old.lam)
    native.move_scaling(old.R_inv, old.lam, dS, dZ, a, R_inv, lam)
    return d, a, Scaling(R_inv, lam, old.s + a * ds * w, old.z + a * dz / w)
