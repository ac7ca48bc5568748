"""How filters carry state and covariance from sample to sample: the Kalman family.

    extended              x' = f(x),  P' = Phi P Phi' + Gamma Q Gamma'
    unscented             2 L points at +- sqrt(L) deviations of state and torque, L = nx + n, all
                          of one weight; P' = D'D with the rows of D the deviations from their mean.
                          Where one of them is a robot that cannot be (many parameters: sqrt(L) is
                          far), the points of that step are the near ones
    near unscented        2 L points x+, x- at +- h deviations, h^2 = 3, and the state itself, x0:
                          x' = x0 + sum (x+ + x- - 2 x0) / (2 h^2), P' = sum d d' / (2 h^2) with the
                          deviations d from x0
    central difference    2 L points at +- h deviations, h^2 = 3, and the state itself, x0:
                          x' = (h^2 - L)/h^2 x0 + sum (x+ + x-) / (2 h^2)
                          D = (x+ - x-) / (2 h)  and  sqrt(h^2 - 1) / (2 h^2) (x+ + x- - 2 x0)

Square-root forms carry the lower triangle S of P = S S' instead of P: S' is the R of a QR
decomposition of the rows D. They stay positive where round-off makes P indefinite. Positions are
measured, so the correction is the linear one in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import dynid._native as native
from dynid.arrays import Array
from dynid.estimators.kalman.passes import FilterModel, Noises

#: the step of central differences, squared: the kurtosis of a normal distribution
H2 = 3.0
#: predict(plant, x, P or S, torque before, torque after, dt, noises) -> x, P or S
Predict = Callable[[FilterModel, Array, Array, Array, Array, float, Noises], tuple[Array, Array]]


@dataclass(frozen=True)
class Rule:
    """predict: from sample to sample. rooted: whether it carries S of P = S S' in place of P."""

    predict: Predict
    rooted: bool = False

    def begin(self, P: Array) -> Array:
        return np.asarray(np.linalg.cholesky(P)) if self.rooted else P

    def to_covariance(self, P: Array) -> Array:
        return P @ P.T if self.rooted else P

    def to_variances(self, P: Array) -> Array:
        return (P**2).sum(axis=1) if self.rooted else np.diag(P)

    def is_sound(self, x: Array, P: Array) -> bool:
        """Whether state and covariance are finite and the variances positive."""
        if not self.rooted:
            return native.is_valid_state(x, P)
        return bool(np.isfinite(x).all() and np.isfinite(P).all() and (np.diag(P) > 0).all())

    def correct(self, x: Array, P: Array, q: Array, R: Array) -> tuple[Array, Array, Array, float]:
        """With measured positions q (n,) of variances R: x, P, the normalised innovations and the
        log-likelihood. x and P may be changed."""
        if not self.rooted:
            innovation = np.empty(len(q))
            gain = native.kalman_update(x, P, q, R, innovation)
            return x, P, innovation, gain
        n, nx = len(q), len(x)
        # [sqrt(R) H S; 0 S] turned to a lower triangle is [E 0; K E S+], E E' the innovations'
        array = np.zeros((n + nx, n + nx))
        array[:n, :n], array[:n, n:], array[n:, n:] = np.diag(np.sqrt(R)), P[:n], P
        lower = factor_lower(array.T)
        E = lower[:n, :n]
        e = np.asarray(np.linalg.solve(E, q - x[:n]), dtype=float)
        gain = -0.5 * float(e @ e + 2.0 * np.log(np.diag(E)).sum() + n * np.log(2.0 * np.pi))
        return x + lower[n:, :n] @ e, lower[n:, n:], e, gain


def factor_lower(D: Array) -> Array:
    """The lower triangle S, of positive diagonal, with S S' = D'D."""
    R = np.linalg.qr(D, mode="r")
    sign = np.where(np.diag(R) < 0, -1.0, 1.0)
    return np.asarray((sign[:, None] * R).T)


def predict_extended(
    plant: FilterModel, x: Array, P: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    # x' = f(x), P' = Phi P Phi' + Gamma Q Gamma'
    y, S = plant.integrate(x, u0, u1, dt)
    x[: len(y)] = y
    P = P.copy()
    native.kalman_propagate(P, S, noises.torque, noises.drift, dt)
    return x, P


def predict_extended_root(
    plant: FilterModel, x: Array, S: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    y, flow = plant.integrate(x, u0, u1, dt)
    m, nx = len(y), len(x)
    phi, gamma = np.eye(nx), np.zeros((nx, len(u0)))
    phi[:m], gamma[:m] = flow[:, :nx], flow[:, nx:]
    rows = np.vstack(
        [(phi @ S).T, (gamma * np.sqrt(noises.torque)).T, _make_drift_rows(noises, dt, nx)]
    )
    return np.concatenate([y, x[m:]]), _factor_finite(rows)


def _make_drift_rows(noises: Noises, dt: float, nx: int) -> Array:
    """Rows D of the parameters' wandering; none where they are constant."""
    z = len(noises.drift)
    if not np.any(noises.drift):
        return np.zeros((0, nx))
    return np.hstack([np.zeros((z, nx - z)), np.diag(np.sqrt(noises.drift * dt))])


def _factor_finite(D: Array) -> Array:
    """nan where a point was lost: the filter stops there."""
    return factor_lower(D) if np.isfinite(D).all() else np.full((D.shape[1], D.shape[1]), np.nan)


def _propagate_points(
    plant: FilterModel,
    x: Array,
    S: Array,
    u0: Array,
    u1: Array,
    dt: float,
    noises: Noises,
    far: float,
) -> tuple[Array, Array, Array]:
    """x0 (nx,) and the points x+, x- (L, nx) after dt, at +- far deviations of state and torque."""
    n, nx = len(u0), len(x)
    X, U = np.tile(x, (2 * (nx + n) + 1, 1)), np.tile(u0, (2 * (nx + n) + 1, 1))
    plus, minus = slice(1, nx + n + 1), slice(nx + n + 1, None)
    for part, sign in ((plus, far), (minus, -far)):
        X[part][:nx] += sign * S.T
        U[part][nx:] += sign * np.diag(np.sqrt(noises.torque))
    X[:, : 2 * n] = plant.integrate_many(X, U, u1 - u0, dt)
    return X[0], X[plus], X[minus]


def predict_unscented(
    plant: FilterModel, x: Array, P: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    points = 2 * (len(x) + len(u0))
    X, U = np.empty((points, len(x))), np.empty((points, len(u0)))
    if not native.sigma_points(x, P, u0, noises.torque, X, U):
        return x, np.full_like(P, -1.0)
    X[:, : 2 * len(u0)] = plant.integrate_many(X, U, u1 - u0, dt)
    if not np.isfinite(X).all():
        return near_unscented(plant, x, P, u0, u1, dt, noises)
    x, P = np.empty_like(x), np.empty_like(P)
    native.kalman_moments(X, noises.drift, dt, x, P)
    return x, P


def predict_unscented_root(
    plant: FilterModel, x: Array, S: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    L = len(x) + len(u0)
    _, plus, minus = _propagate_points(plant, x, S, u0, u1, dt, noises, float(np.sqrt(L)))
    X = np.vstack([plus, minus])
    if not np.isfinite(X).all():
        return rooted_near_unscented(plant, x, S, u0, u1, dt, noises)
    mean = X.mean(axis=0)
    rows = np.vstack([(X - mean) / np.sqrt(2 * L), _make_drift_rows(noises, dt, len(x))])
    return mean, _factor_finite(rows)


def _propagate_near_points(
    plant: FilterModel, x: Array, S: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    """x', and the rows D of P' = D'D."""
    x0, plus, minus = _propagate_points(plant, x, S, u0, u1, dt, noises, float(np.sqrt(H2)))
    d = np.vstack([plus, minus]) - x0
    mean = x0 + d.sum(axis=0) / (2.0 * H2)
    return mean, np.vstack([d / np.sqrt(2.0 * H2), _make_drift_rows(noises, dt, len(x))])


def _propagate_central_points(
    plant: FilterModel, x: Array, S: Array, u0: Array, u1: Array, dt: float, noises: Noises
) -> tuple[Array, Array]:
    """x', and the rows D of P' = D'D."""
    x0, plus, minus = _propagate_points(plant, x, S, u0, u1, dt, noises, float(np.sqrt(H2)))
    # x' = (h^2 - L)/h^2 x0 + sum (x+ + x-) / (2 h^2) = x0 + sum (x+ + x- - 2 x0) / (2 h^2)
    bent = plus + minus - 2.0 * x0
    mean = x0 + bent.sum(axis=0) / (2.0 * H2)
    first = (plus - minus) / (2.0 * np.sqrt(H2))
    second = np.sqrt(H2 - 1.0) / (2.0 * H2) * bent
    return mean, np.vstack([first, second, _make_drift_rows(noises, dt, len(x))])


def _make_plain_rule(rows: Predict) -> Predict:
    """P' = D'D of the rows D that `rows` gives."""

    def predict(
        plant: FilterModel, x: Array, P: Array, u0: Array, u1: Array, dt: float, noises: Noises
    ) -> tuple[Array, Array]:
        S = np.empty_like(P)
        if not native.kalman_cholesky(P, S):
            return x, np.full_like(P, -1.0)
        mean, D = rows(plant, x, S, u0, u1, dt, noises)
        return mean, D.T @ D

    return predict


def _make_rooted_rule(rows: Predict) -> Predict:
    """S' of the rows D that `rows` gives."""

    def predict(
        plant: FilterModel, x: Array, S: Array, u0: Array, u1: Array, dt: float, noises: Noises
    ) -> tuple[Array, Array]:
        mean, D = rows(plant, x, S, u0, u1, dt, noises)
        return mean, _factor_finite(D)

    return predict


near_unscented, rooted_near_unscented = (
    _make_plain_rule(_propagate_near_points),
    _make_rooted_rule(_propagate_near_points),
)

RULES = {
    "extended": Rule(predict_extended),
    "unscented": Rule(predict_unscented),
    "near unscented": Rule(near_unscented),
    "central": Rule(_make_plain_rule(_propagate_central_points)),
    "rooted extended": Rule(predict_extended_root, rooted=True),
    "rooted unscented": Rule(predict_unscented_root, rooted=True),
    "rooted near unscented": Rule(rooted_near_unscented, rooted=True),
    "rooted central": Rule(_make_rooted_rule(_propagate_central_points), rooted=True),
}
