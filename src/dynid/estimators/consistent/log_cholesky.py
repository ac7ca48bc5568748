"""min 1/2 |A v - b|^2 in variables of which every value is possible: log-Cholesky for bodies,
logarithms for friction. Gnad 2024's way, by Levenberg-Marquardt.

A body is S = U'U, and a step d of Gnad's variables (13) moves its factor to U(d) U. Where the
optimum lies on the boundary of the cone (thin or flat bodies) a variable runs to minus infinity,
and one that has run too early never comes back. So mu -> 0 in

    f = 1/2 |R v - z|^2 - mu log det S,

whose second term is linear in the variables and keeps every optimum inside. A step is
d = d1 + d2 / 2, of which d1 minimises

    |M d + e|^2 + mu |F d - u|^2 + damping |d|^2,   M = R dv/dd,  e = R v - z,  F d = svec(X)

with X = dS in the axes of U and u = svec(1), and d2 the same with R v''(d1, d1) for e: the valleys
of these variables are curved (Transtrum and Sethna 2012, geodesic acceleration). Without damping,
Z = mu U^-1 (1 - X) U^-T >= 0 belongs to the multipliers, and tells how far the optimum is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Ints
from dynid.errors import InputError
from dynid.estimators.consistent.barrier import ROUND_OFF, Solution, reduce_rows
from dynid.estimators.consistent.cone import Cone
from dynid.model.inertial import PARAMETER_BASIS, make_cholesky_factor

ITERATIONS = 1000
LONGEST = 20.0  # change of a variable in one step: e^20; beyond, the step is tried shorter
BENT = 0.375  # largest d2 that is trusted, as a part of d1
CUT = 0.1  # of mu, where its optimum is near
_PRODUCTS = [5, 7, 8]  # Ixy, Ixz, Iyz; zero together means s12 = s23 = s13 = 0
_PLACES = ((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3))  # of s12, s23, s13, t1, t2, t3 in U
_UPPER = np.triu_indices(4)
_SVEC = np.where(_UPPER[0] == _UPPER[1], 1.0, np.sqrt(2.0))


def _make_generators() -> Array:
    """dU/dx_l (10, 4, 4) where U = 1."""
    B = np.zeros((10, 4, 4))
    B[0] = np.eye(4)
    for l in range(3):
        B[1 + l, l, l] = 1.0
    for l, place in enumerate(_PLACES, start=4):
        B[l, *place] = 1.0
    return B


_B = _make_generators()
_X = _B + np.swapaxes(_B, 1, 2)  # dS/dx_l there


def solve_log_cholesky(
    A: Array, b: Array, cone: Cone, start: Array, tolerance: float = 1e-8
) -> Solution:
    """The optimum, its value to a relative `tolerance`; a larger gap, or nan, says that it may not
    have been reached."""
    R, z, rest = reduce_rows(A, b)
    variables = _Variables(cone)
    way = _Way(R, z, variables, variables.make_point(start), rest)
    enough, steps = ROUND_OFF * float(b @ b), 0
    while steps < ITERATIONS and not way.lost:
        # on the path the value lies mu times the degree above the optimum
        if way.mu * way.degree <= max(0.1 * tolerance * (way.value + rest), enough):
            break
        way.step()
        steps += 1
    nothing = np.zeros((len(cone.bodies), 4, 4)), np.zeros(len(cone.h))
    return Solution(variables.to_free(way.at), way.value + rest, way.compute_gap(), steps, *nothing)


@dataclass(frozen=True, eq=False)
class _Point:
    """Factors U of the bodies (b, 4, 4), values that are >= 0, and the others."""

    U: Array
    positive: Array
    plain: Array

    @property
    def log_det(self) -> float:
        """Of all S, and of what is >= 0."""
        diagonal = np.diagonal(self.U, axis1=1, axis2=2)
        return float(2.0 * np.log(diagonal).sum() + np.log(self.positive).sum())


class _Way:
    """Where the iteration is, and what its steps need: mu, the damping, and how fast that rises."""

    def __init__(self, R: Array, z: Array, variables: _Variables, at: _Point, rest: float) -> None:
        self.R, self.z, self.variables, self.at = R, z, variables, at
        self.F, self.u = variables.compute_metric()
        self.e = R @ variables.to_free(at) - z
        self.value = 0.5 * float(self.e @ self.e)
        self.mu = (self.value + rest) / max(self.degree, 1.0)
        self.damping, self.rise = 0.0, 2.0

    @property
    def degree(self) -> float:
        return float(self.u.sum())

    @property
    def lost(self) -> bool:
        """Whether no step of any length gains, by round-off."""
        return self.damping > 1e20 * self.mu

    def step(self) -> None:
        """One step tried."""
        d1, again, _ = self._solve_rows(self.mu, self.damping)
        self._take(d1, 0.5 * again(self.R @ self.variables.bend(self.at, d1)))

    def _solve_rows(
        self, mu: float, damping: float
    ) -> tuple[Array, Callable[[Array], Array], Array]:
        """d1, how the same rows are solved for another residual, and M."""
        M, N = self.R @ self.variables.compute_jacobian(self.at), len(self.e)
        size = np.where(self.variables.curved, 1.0, np.linalg.norm(M, axis=0))
        K = np.vstack([M, np.sqrt(mu) * self.F, np.sqrt(damping) * np.diag(size)])
        norm = np.linalg.norm(K, axis=0)
        Q, T = np.linalg.qr(K / norm)

        def solve(e: Array) -> Array:
            return np.asarray(np.linalg.solve(T, -Q[:N].T @ e) / norm)

        pull = np.linalg.solve(T, Q[N : N + len(self.u)].T @ (np.sqrt(mu) * self.u)) / norm
        return solve(self.e) + pull, solve, M

    def compute_gap(self) -> float:
        """How far above the optimum the value may be: its dual lies above the value of e + M d
        less <S(v + D d), Z>, for any mu for which Z >= 0; nan if there is none."""
        found = []
        for mu in self.mu * 10.0 ** np.arange(10):
            d, _, M = self._solve_rows(mu, 0.0)
            x, there = self.F @ d, self.e + M @ d
            if self.variables.measure_step(x) <= 1.0:
                room = mu * (self.degree - float(x @ x))
                found.append(self.value - 0.5 * float(there @ there) + room)
        return float(min(found, default=np.nan))

    def _take(self, d1: Array, d2: Array) -> None:
        """Move, where f falls; mu falls where f hardly does."""
        d = d1 + d2
        length = np.linalg.norm(self.F @ d1)
        trusted = np.linalg.norm(self.F @ d2) <= BENT * length
        if trusted and np.abs(d[self.variables.curved]).max(initial=0.0) < LONGEST:
            to = self.variables.move_point(self.at, d)
            e = self.R @ self.variables.to_free(to) - self.z
            value = 0.5 * float(e @ e)
            f = self.value - self.mu * self.at.log_det
            gained = f - (value - self.mu * to.log_det)
            if gained >= -1e-13 * abs(f):
                self.at, self.e, self.value, self.rise = to, e, value, 2.0
                self.damping = self.damping / 5.0 if self.damping > 1e-6 * self.mu else 0.0
                if gained < 0.03 * self.mu * max(10.0, self.degree) and self.damping <= self.mu:
                    self.mu *= CUT
                return
        self.damping = max(self.damping * self.rise, 1e-3 * self.mu)
        self.rise = min(2.0 * self.rise, 64.0)


class _Variables:
    """d: of each body those of its ten log-Cholesky variables that its form leaves, then changes of
    log p of what is >= 0, then of p."""

    def __init__(self, cone: Cone) -> None:
        self.cone = cone
        #: free parameters, their columns in v, free variables, their places in d
        self.bodies: list[tuple[Ints, Ints, Ints, slice]] = []
        rest = np.ones(len(cone.free), dtype=bool)
        count = 0
        for i, (which, columns) in enumerate(cone.body_columns):
            free = free_variables(cone, i, which)
            self.bodies.append((which, columns, free, slice(count, count + len(free))))
            rest[columns] = False
            count += len(free)
        positive = np.zeros(len(cone.free), dtype=bool)
        for row, bound, label in zip(cone.G, cone.h, cone.labels):
            k = np.flatnonzero(row)
            if len(k) != 1 or bound != 0.0 or row[k[0]] != 1.0 or not rest[k[0]]:
                raise InputError(
                    f'solver "log_cholesky" cannot keep the bound {label}; use "barrier" or'
                    ' "clarabel".'
                )
            positive[k[0]] = True
        self.positive, self.plain = np.flatnonzero(positive), np.flatnonzero(rest & ~positive)
        self.logs = slice(count, count + len(self.positive))
        self.count = count + len(self.positive) + len(self.plain)
        self.curved = np.arange(self.count) < self.logs.stop  # all but the plain ones

    def make_point(self, v: Array) -> _Point:
        U = np.swapaxes(np.linalg.cholesky(self.cone.to_matrices(v)), 1, 2)
        return _Point(U, v[self.positive], v[self.plain])

    def _split_bodies(self, d: Array) -> Array:
        """The ten variables of each body (b, 10), those that its form holds at 0."""
        x = np.zeros((len(self.bodies), 10))
        for i, (_, _, free, at) in enumerate(self.bodies):
            x[i, free] = d[at]
        return x

    def move_point(self, point: _Point, d: Array) -> _Point:
        U = make_cholesky_factor(self._split_bodies(d)) @ point.U
        positive = point.positive * np.exp(d[self.logs])
        return _Point(U, positive, point.plain + d[self.logs.stop :])

    def _fill(self, S: Array, positive: Array, plain: Array) -> Array:
        """v of matrices S (b, 4, 4) and the rest."""
        v, p = np.zeros(len(self.cone.free)), np.einsum("kij,bij->bk", PARAMETER_BASIS, S)
        for i, (which, columns, _, _) in enumerate(self.bodies):
            v[columns] = p[i, which]
        v[self.positive], v[self.plain] = positive, plain
        return v

    def to_free(self, point: _Point) -> Array:
        return self._fill(np.swapaxes(point.U, 1, 2) @ point.U, point.positive, point.plain)

    def compute_jacobian(self, point: _Point) -> Array:
        """dv/dd at d = 0."""
        D = np.zeros((len(self.cone.free), self.count))
        for U, (which, columns, free, at) in zip(point.U, self.bodies):
            D[columns, at] = np.einsum("kij,lij->kl", PARAMETER_BASIS[which], U.T @ _X[free] @ U)
        D[self.positive, np.arange(self.count)[self.logs]] = point.positive
        D[self.plain, np.arange(self.logs.stop, self.count)] = 1.0
        return D

    def bend(self, point: _Point, d: Array) -> Array:
        """v''(d, d): of S = U'U and of exponentials."""
        x = self._split_bodies(d)
        dU = np.einsum("bl,lij->bij", x, _B)
        # U = e^a V: d2U = a^2 + 2 a dV + d2V, and d2V has the squares of d1, d2, d3
        diagonal = np.diagonal(dU, axis1=1, axis2=2)
        d2U = 2.0 * x[:, 0, None, None] * np.triu(dU, 1) + np.eye(4) * diagonal[:, None] ** 2
        d2S = 2.0 * np.swapaxes(dU, 1, 2) @ dU + d2U + np.swapaxes(d2U, 1, 2)
        bent = np.swapaxes(point.U, 1, 2) @ d2S @ point.U
        return self._fill(bent, point.positive * d[self.logs] ** 2, 0.0 * point.plain)

    def compute_metric(self) -> tuple[Array, Array]:
        """F and u: F d = svec(dS in the axes of U) of all bodies, then the changes of log p."""
        last = 10 * len(self.bodies)
        F = np.zeros((last + len(self.positive), self.count))
        for i, (_, _, free, at) in enumerate(self.bodies):
            F[10 * i : 10 * i + 10, at] = (_X[free][:, *_UPPER] * _SVEC).T
        F[last:, self.logs] = np.eye(len(self.positive))
        u = np.concatenate([np.tile(np.eye(4)[_UPPER], len(self.bodies)), np.ones(len(F) - last)])
        return F, u

    def measure_step(self, x: Array) -> float:
        """The largest eigenvalue of all dS in x = F d, and the largest change of log p."""
        last = 10 * len(self.bodies)
        X = np.zeros((len(self.bodies), 4, 4))
        X[:, *_UPPER] = x[:last].reshape(-1, 10) / _SVEC
        X = X + np.swapaxes(np.triu(X, 1), 1, 2)
        return float(max(np.linalg.eigvalsh(X).max(initial=-1.0), x[last:].max(initial=-1.0)))


def free_variables(cone: Cone, body: int, which: Ints) -> Ints:
    """The variables that a body's zero entries leave: s = 0 without products, then t_k = 0 without
    the k-th first moment."""
    held = np.setdiff1d(np.arange(10), which)
    zero = cone.p[cone.bodies[body]][held] == 0.0
    if len(held) == 0:
        return np.arange(10)
    if not zero.all() or not set(_PRODUCTS) <= set(held) or not set(held) <= {1, 2, 3, *_PRODUCTS}:
        raise InputError(
            f"solver \"log_cholesky\" cannot hold these parameters of '{cone.body_names[body]}'; it"
            ' knows reduced forms only. Use "barrier" or "clarabel".'
        )
    return np.array([k for k in (0, 1, 2, 3, 7, 8, 9) if k < 7 or (k - 6) not in held])
