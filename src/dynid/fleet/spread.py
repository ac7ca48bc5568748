"""How machines of a fleet differ: the centre of the fleet, and the spread about it.

Machine m has p_m = mu + Z v_m, with v_m ~ N(0, T), T diagonal with the squares of relative spreads,
and tells W_m B p_m = y_m + noise. A body may be heavier as a whole (its column of Z is the body
itself), and differ in each of its ten parameters; every parameter of an effect differs for itself.
Expectation and maximisation in turn (Dempster 1977; Laird and Ware 1982), with C = B Z and A_m =
sum_j R_j' R_j / s_j^2:

    V_m = (C' A_m C + w_m T^-1)^-1,   v_m = V_m C' (b_m - A_m B mu)
    w_mg = (nu + n) / (nu + sum_g (v_m^2 + V_m) / T_g)
    T_g <- mean over machines of w_mg (v_m^2 + V_m)_g

in steps that are lengthened every third time (Varadhan and Roland 2008), with the centre by
generalised least squares in between,

    (sum_m B' Q_m B + D^-2) mu = sum_m B' S_m^-1 b_m + D^-2 p_0
    S_m = 1 + A_m C T C',   Q_m = S_m^-1 A_m

where p_0 is what `Consistent` takes for prior (the robot's file), known to within deviations D.

The weights w make it a spread with the tails of Student's t: a machine that is out of the ordinary
in one way (a worn gear) widens the spread of no other, and keeps its own value. Few machines say
little about a spread: those of one kind are drawn to each other, and all a little to what is usual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.estimators.consistent.consistent_estimator import DEVIATION
from dynid.estimators.consistent.prior import (
    FLOOR,
    compute_natural_scale,
    estimate_explaining_values,
    make_consistent,
    make_prior,
)
from dynid.identification.problem import Problem
from dynid.model.model import Model

ROUNDS, SETTLED = 60, 3e-3  # of the iteration, and the relative change of spreads that ends it
# usual spreads: of a body as a whole, of its ten parameters, of friction and what else acts
BODY, SHAPE, OTHER = 0.05, 0.02, 0.2
KIND, USUAL = 4.0, 2.0  # machines that the spread of a kind, and the usual one, count as
TAILS = 5.0  # degrees of freedom nu of the spreads
LONGEST = 16.0  # of a step, in plain ones
LEAST = 1e-3  # relative spread that no series of machines undercuts
SMALL = 0.02  # of the value that would explain a joint's torque: the scale of what is near zero


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a machine's logs say: A (K, K), b (K,), and by joint; deviations of the noise."""

    A: Array
    b: Array
    of_joints: tuple[tuple[Array, Array], ...]
    deviations: Array

    @classmethod
    def from_problem(cls, problem: Problem, deviations: Array) -> Evidence:
        K = problem.size
        joints = []
        for block, s in zip(problem.blocks, deviations):
            A, b = np.zeros((K, K)), np.zeros(K)
            A[np.ix_(block.columns, block.columns)] = block.R.T @ block.R / s**2
            b[block.columns] = block.R.T @ block.z / s**2
            joints.append((A, b))
        A = np.sum([A for A, _ in joints], axis=0)
        return cls(A, np.sum([b for _, b in joints], axis=0), tuple(joints), deviations)


@dataclass(frozen=True, eq=False)
class Spread:
    """mu, Z and the root of T: p = centre + Z v, v of these deviations; B of the base.

    doubt    (P, P) covariance of the centre itself, which as many machines do not know exactly
    """

    centre: Array
    Z: Array
    deviation: Array
    B: Array
    doubt: Array

    @property
    def covariance(self) -> Array:
        """Of p of a machine before its own logs (P, P)."""
        L = self.Z * self.deviation
        return L @ L.T + self.doubt

    def weight_spread(self, weights: Array) -> Spread:
        """As it is for a machine with these weights w (v,)."""
        return replace(self, deviation=self.deviation / np.sqrt(weights))


@dataclass(frozen=True, eq=False)
class _Groups:
    """of: group of every entry of v; kind: kind of every group; usual: its spread."""

    of: NDArray[np.int64]
    kind: NDArray[np.int64]
    usual: Array


def fit_spread(problem: Problem, machines: Sequence[Evidence]) -> tuple[Spread, Array]:
    """The centre and spreads of a fleet, and the weights w (machines, v); problem: of all logs."""
    base, model, prior = problem.base, problem.model, make_prior(problem, None, True)
    assert base is not None
    assert model is not None
    typical, D = estimate_explaining_values(problem), DEVIATION * prior.scale
    groups, mu = _group_parameters(model), prior.p.copy()
    count, M = len(groups.kind), len(machines)
    sizes = np.bincount(groups.of, minlength=count)
    relative, w = groups.usual.copy(), np.ones((M, count))
    A, b = (np.array([getattr(one, name) for one in machines]) for name in "Ab")
    past, doubt = [np.log(relative)], np.diag(D**2)
    for _ in range(ROUNDS):
        now = Spread(mu, list_variations(model, mu, typical), relative[groups.of], base.map, doubt)
        C = now.B @ now.Z
        T = now.deviation**2 / w[:, groups.of]
        Q, g = _compute_marginal(A, b, C, T)
        mu, doubt = _centre(now.B, Q.sum(axis=0), g.sum(axis=0), prior.p, D)
        # V C' r = T C' S^-1 r,   diag V = T - T^2 diag(C' Q C)
        v = T * ((g - Q @ (now.B @ mu)) @ C)
        V = T - T**2 * np.einsum("kv,mkv->mv", C, Q @ C)
        # the mean uses up one machine
        square = v**2 * (M / max(M - 1, 1)) + V
        by_group = np.array([np.bincount(groups.of, row, count) for row in square])
        w = (TAILS + sizes) / (TAILS + by_group / relative**2)
        relative = _pool_spreads(groups, np.sum(w * by_group, axis=0) / sizes, M)
        past.append(np.log(relative))
        if np.abs(past[-1] - past[-2]).max() < SETTLED:
            break
        if len(past) == 3:
            relative = np.exp(np.clip(_extrapolate(*past), np.log(LEAST), 0.0))
            past = [np.log(relative)]
    now = Spread(mu, list_variations(model, mu, typical), relative[groups.of], base.map, doubt)
    return now, w[:, groups.of]


def _compute_marginal(A: Array, b: Array, C: Array, T: Array) -> tuple[Array, Array]:
    """Q = S^-1 A (machines, K, K) and S^-1 b (machines, K), with S = 1 + A C T C'."""
    Q, g = np.empty_like(A), np.empty_like(b)
    for m in range(len(A)):
        S = np.eye(len(C)) + A[m] @ ((C * T[m]) @ C.T)
        solved = np.linalg.solve(S, np.column_stack([A[m], b[m]]))
        Q[m], g[m] = 0.5 * (solved[:, :-1] + solved[:, :-1].T), solved[:, -1]
    return Q, g


def _centre(B: Array, Q: Array, g: Array, p0: Array, D: Array) -> tuple[Array, Array]:
    """mu and its covariance, by generalised least squares: (B' Q B + D^-2) mu = B' g + D^-2 p_0."""
    scaled = B * D  # in units of D
    inverse = np.linalg.inv(scaled.T @ Q @ scaled + np.eye(len(D)))
    inverse = 0.5 * (inverse + inverse.T)
    mu = p0 + D * (inverse @ (scaled.T @ (g - Q @ (B @ p0))))
    return mu, inverse * D * D[:, None]


def _extrapolate(x0: Array, x1: Array, x2: Array) -> Array:
    """Where three iterates lead to."""
    r, v = x1 - x0, x2 - 2.0 * x1 + x0
    a = -np.clip(float(np.linalg.norm(r)) / max(float(np.linalg.norm(v)), 1e-300), 1.0, LONGEST)
    return np.asarray(x0 - 2.0 * a * r + a**2 * v)


def _pool_spreads(groups: _Groups, total: Array, M: int) -> Array:
    """Spreads of the groups; total: sums over the machines of their squares."""
    kinds = int(groups.kind.max()) + 1
    members = np.bincount(groups.kind, minlength=kinds)
    usual = np.bincount(groups.kind, groups.usual, kinds) / members
    of_kind = np.bincount(groups.kind, total, kinds) + USUAL * usual**2
    of_kind /= members * M + USUAL
    square = (KIND * of_kind[groups.kind] + total) / (KIND + M)
    return np.maximum(np.sqrt(square), LEAST)


def _group_parameters(model: Model) -> _Groups:
    """Of v: the ten of every body and its whole, then the effects' parameters."""
    of: list[int] = []
    kinds: list[str] = []
    kind: list[int] = []
    usual: list[float] = []

    def add_group(name: str, size: float, members: int) -> None:
        if name not in kinds:
            kinds.append(name)
        of.extend([len(kind)] * members)
        kind.append(kinds.index(name))
        usual.append(size)

    for _ in model.layout.bodies:
        add_group("shape of a body", SHAPE, 10)
        add_group("a body as a whole", BODY, 1)
    for placed in model.layout.terms:
        add_group(placed.term.name, OTHER, 1)
    return _Groups(np.array(of), np.array(kind), np.array(usual))


def list_variations(model: Model, p: Array, typical: Array) -> Array:
    """Z (P, v): in which ways a machine may differ, each in units of the size of what differs."""
    scale = np.maximum(np.abs(p), SMALL * typical)
    columns = []
    for place in model.layout.bodies.values():
        body = make_consistent(p[place])[0]
        ten = np.zeros((len(p), 11))
        ten[place, :10] = np.diag(np.maximum(np.abs(p[place]), FLOOR * compute_natural_scale(body)))
        ten[place, 10] = body
        columns.append(ten)
    effects = np.zeros((len(p), len(model.layout.at)))
    effects[list(model.layout.at), np.arange(len(model.layout.at))] = scale[list(model.layout.at)]
    return np.hstack([*columns, effects])
