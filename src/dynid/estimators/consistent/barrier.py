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

from dynid.arrays import Array
from dynid.errors import DynidError, listing
from dynid.estimators.consistent.barrier_kernel import pulled
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.way_kernel import closed, opened
from dynid.lapack import solve_triangular, triangle
from dynid.model.inertial import PSEUDO_BASIS

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
    return solve_reduced(Reduced(*reduced(A, b)), cone, start, tolerance)


@dataclass(frozen=True, eq=False)
class Reduced:
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
    rows: Reduced,
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
        centre = _first(data, start) if first is None else first
        best, reached = _followed(data, rows, centre, tolerance, trail)
        if reached:
            return replace(best, v=_inside(cone, best.v, start))
    raise DynidError(
        f"the consistent fit did not converge: its value may be {best.gap:.1e} above the optimum"
        f" after {best.iterations + 1} steps, expected {tolerance * best.value:.1e}. The parameters"
        ' may be badly scaled: check units and prior, or try solver="clarabel".'
    )


def _followed(
    data: _Data,
    rows: Reduced,
    centre: Centre,
    tolerance: float,
    trail: list[tuple[float, Centre]] | None = None,
) -> tuple[Solution, bool]:
    """The best point on the way from there, and whether it is good enough."""
    at, since = centre, 0
    best = Solution(at.v, np.inf, np.inf, 0, np.zeros(0), np.zeros(0))
    for iteration in range(ITERATIONS):
        value, gap, lack, Z = data.opened(at, tolerance)
        # the optimum lies above min_w 1/2 |R w - z|^2 - <S(w), Z> = value - gap - lack
        if trail is not None:
            trail.append((gap + lack, at))
        since = iteration if gap + lack < 0.5 * best.gap else since
        if gap + lack < best.gap:
            best = Solution(at.v, value, gap + lack, iteration, Z, at.scaling.z)
        if gap + lack <= tolerance * value or iteration - since > PATIENCE:
            break
        at = data.closed(at, gap)
    square = float(rows.z @ rows.z) + 2.0 * rows.rest  # |b|^2
    enough = max(tolerance * best.value, LOOSE * best.value, ROUND_OFF * square)
    return best, best.gap <= enough


def centre_of(rows: Reduced, cone: Cone, start: Array, gap: float) -> Centre:
    """The first point on the way to the optimum that is closer to it than `gap`."""
    data = _Data(rows, cone)
    at = _first(data, start)
    for _ in range(ITERATIONS):
        _, left, lack, _ = data.opened(at, 0.0)
        if left + lack <= gap:
            break
        at = data.closed(at, left)
    return at


def reduced(A: Array, b: Array) -> tuple[Array, Array, float]:
    """R, z and rest with |A v - b|^2 = |R v - z|^2 + 2 rest."""
    n = A.shape[1]
    whole = triangle(np.column_stack([A, b]))
    return (
        np.ascontiguousarray(whole[:n, :n]),
        whole[:n, n].copy(),
        0.5 * float(np.sum(whole[n:, n] ** 2)),
    )


def reduced_together(A: Array, B: Array) -> list[Reduced]:
    """Of the same rows A with every right-hand side in B (sides, rows): one QR for all."""
    n = A.shape[1]
    whole = triangle(np.column_stack([A, B.T]))
    R, Z = np.ascontiguousarray(whole[:n, :n]), np.ascontiguousarray(whole[:n, n:].T)
    rest, gram = 0.5 * np.sum(whole[n:, n:] ** 2, axis=0), R.T @ R
    return [Reduced(R, z, float(left), gram) for z, left in zip(Z, rest)]


class _Data:
    """What stays the same in all steps: the rows, reduced, and where each body's parameters stand
    in v."""

    def __init__(self, rows: Reduced, cone: Cone) -> None:
        self.R, self.rest = rows.R, rows.rest
        loose = np.abs(np.diag(self.R)) <= 1e-14 * np.linalg.norm(self.R, axis=0)
        if loose.any():
            names = [cone.names[cone.free[k]] for k in np.flatnonzero(loose)]
            raise DynidError(
                f"nothing determines {listing(names, 6)}: neither data nor prior; a larger weight"
                " or fixed=... would."
            )
        # the free optimum: 1/2 |A v - b|^2 = 1/2 |R (v - u)|^2 + rest
        self.u = solve_triangular(self.R, rows.z)
        self.gram = self.R.T @ self.R if rows.gram is None else rows.gram
        self.cone = cone
        # where each body's ten parameters stand in v; fixed ones in one more column, which is
        # dropped
        self.columns = cone.columns

        n, bounds = len(self.u), len(cone.h)
        # filled again in every step
        self.e, self.w, self.scale, self.report = (np.empty(k) for k in (n, bounds, n, 3))
        self.F, self.H = np.empty((10 * len(cone.bodies) + bounds, n)), np.empty((n, n))

    def opened(self, at: Centre, tolerance: float) -> tuple[float, float, float, Array]:
        """The value at a point, its gap and lack, and Z; unless the gap is within the tolerance, a
        step from there is prepared."""
        x, Z = at.scaling, np.empty_like(at.scaling.R_inv)
        here = (at.v, x.R_inv, x.lam, x.s, x.z, PSEUDO_BASIS, self.columns, self.cone.G, self.gram)
        filled = (self.e, Z, self.w, self.F, self.H, self.scale, self.report)
        opened(self.R, self.u, *here, float(self.rest), float(tolerance), *filled)
        gap, lack, value = self.report.tolist()
        return value, gap, lack, Z

    def closed(self, at: Centre, gap: float) -> Centre:
        """The point after the step that was prepared. Normal equations, where refinement restores
        the digits; else QR."""
        x = at.scaling
        to = Scaling(*(np.empty_like(each) for each in (x.R_inv, x.lam, x.s, x.z)))
        v = np.empty_like(at.v)
        for by_rows in (False, True):
            c = _factor(self.R, self.F, self.H, self.scale, by_rows)
            if c is not None and closed(
                *(self.R, self.F, self.columns, c, self.scale, self.e, self.w),
                *(x.R_inv, x.lam, x.s, x.z, gap, at.v, by_rows),
                *(v, to.R_inv, to.lam, to.s, to.z, self.report),
            ):
                break
        return Centre(v, to)


@dataclass(frozen=True, eq=False)
class Scaling:
    """R of every body with R^-1 S R^-T = R' Z R = diag(lam); s and z of the bounds."""

    R_inv: Array
    lam: Array
    s: Array
    z: Array


def _first(data: _Data, v: Array) -> Centre:
    """Z = mu S^-1, z = mu / s at the start, with the mu that comes closest to balance the gradient
    there."""
    L_inv = np.ascontiguousarray(np.linalg.inv(np.linalg.cholesky(data.cone.matrices(v))))
    s = data.cone.slacks(v)
    scale = np.maximum(np.abs(v), 1e-12)
    e = data.R @ (v - data.u)
    gradient = scale * (data.R.T @ e)
    ones, Z, pull = np.ones((len(L_inv), 4)), np.empty_like(L_inv), np.empty(len(v) + 1)
    pulled(L_inv, ones, 1.0 / s, PSEUDO_BASIS, data.columns, data.cone.G, Z, pull)
    barrier = scale * pull[:-1]
    mu = float(gradient @ barrier / max(float(barrier @ barrier), 1e-300))
    mu = max(mu, 1e-3 * 0.5 * float(e @ e) / max(data.cone.degree, 1), 1e-300)
    lam = np.full((len(L_inv), 4), np.sqrt(mu))
    return Centre(v, Scaling(mu**0.25 * L_inv, lam, s, mu / s))


def _inside(cone: Cone, v: Array, start: Array) -> Array:
    """v, moved towards the start by as little as it takes where round-off has left it outside."""
    t = 1e-14
    while not cone.inside(v) and t < 1e-6:
        v, t = v + t * (start - v), 10.0 * t
    return v


def _factor(A: Array, F: Array, H: Array, scale: Array, by_rows: bool) -> Array | None:
    """c, upper triangular, with c'c = H, the scaled A'A + F'F: by Cholesky (None where H has lost
    too many digits), or by
    QR of the rows themselves."""
    from dynid.lapack import dpotrf

    if by_rows:
        return np.ascontiguousarray(triangle(np.vstack([A, F]) / scale))
    c, failed = dpotrf(H.T, lower=1, overwrite_a=1)  # by columns, as LAPACK stores: no copies
    return None if failed else np.asarray(c.T)
