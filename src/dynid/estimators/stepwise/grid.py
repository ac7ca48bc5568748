"""Diaz-Rodriguez 2010, Algorithm 2: feasibility by trying values of some parameters on a grid, and
what the grid leaves open completed by projections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.convex import from_svec, to_svec
from dynid.errors import InputError, join_names
from dynid.estimators.stepwise.feasible import (
    CONTRADICTION,
    Feasibility,
    Solutions,
    check_map,
    parametrise_solutions,
)
from dynid.model.inertial import PSEUDO_BASIS
from dynid.model.model import Model
from dynid.robot.geometry import PARAMETER_NAMES

MOST_POINTS = 1_000_000
SIX = [
    PARAMETER_NAMES.index(name)
    for name in ("Ixx", "Ixy", "Ixz", "Ixy", "Iyy", "Iyz", "Ixz", "Iyz", "Izz")
]
DIAGONAL = [PARAMETER_NAMES.index(name) for name in ("Ixx", "Iyy", "Izz")]


@dataclass(frozen=True)
class Grid:
    """Phi_2 (the parameters in `ranges`) runs through a grid, Phi_1 follows from B p = theta ((19),
    (20) of the paper), and every point is tested by (18): masses and the inertia about the centre
    of mass are positive.

    At a grid point, parameters that neither theta nor the grid determine are taken as small as
    possible, and axes about which a body's moment acts in no row of B are not tested. Where no
    point passes, bodies within the ranges are estimated by projections, from the best point on
    (see dynid.estimators.stepwise.grid): between the points, and with the open parameters
    chosen so that bodies exist. What `feasibility` finds within the ranges is found so too, but for
    bodies at the very edge; (18) itself asks for less than it: no triangle inequality.

    Parameters
    ----------
    ranges
        {parameter: (lowest, highest)}, e.g. {"slider1.m": (0.1, 10)}
    points
        values per parameter
    """

    ranges: Mapping[str, tuple[float, float]]
    points: int = 10

    def check(self, model: Model, B: Array, theta: Array) -> Feasibility:
        B, theta = check_map(model, B, theta)
        chosen, values = self._list_values(model)
        rest = np.setdiff1d(np.arange(len(model.parameters)), chosen)
        right = theta[:, None] - B[:, chosen] @ values  # (rows, points)
        norm = np.maximum(np.linalg.norm(B, axis=1, keepdims=True), 1e-300)
        x = np.linalg.pinv(B[:, rest] / norm, rcond=1e-10) @ (right / norm)
        p = np.zeros((len(model.parameters), values.shape[1]))
        p[chosen], p[rest] = values, x
        off = np.abs((B[:, rest] @ x - right) / norm).max(axis=0)
        size = np.abs(theta[:, None] / norm).max(initial=1e-300)
        margin = np.minimum(
            _compute_margins(model, B, p), np.where(off <= CONTRADICTION * size, np.inf, -np.inf)
        )
        best, passed = int(margin.argmax()), int((margin > 0).sum())
        status = f"{passed} of {values.shape[1]} grid points"
        if passed:
            return Feasibility(float(margin[best]), p[:, best], status)
        solutions = parametrise_solutions(model, B, theta)
        if solutions is None:
            return Feasibility(-np.inf, p[:, best], f"{status}: the values contradict each other")
        found = complete_parameters(model, solutions, self.ranges, p[:, best])
        if found is None:
            return Feasibility(-np.inf, p[:, best], f"{status}, none between them")
        return Feasibility(0.0, found, f"{status}, but bodies between them")

    def _list_values(self, model: Model) -> tuple[Array, Array]:
        """Indices of the gridded parameters (g,) and their values at every point (g, points)."""
        unknown = [name for name in self.ranges if name not in model.parameters]
        if unknown or not self.ranges:
            raise InputError(
                f"Grid: the model has no parameter {join_names(unknown)}; it has"
                f" {join_names(model.parameters, 12)}."
            )
        bad = [
            name for name, (low, high) in self.ranges.items() if not -np.inf < low <= high < np.inf
        ]
        if bad or self.points < 1 or self.points ** len(self.ranges) > MOST_POINTS:
            raise InputError(
                f"Grid: got ranges {dict(self.ranges)} with {self.points} points each, expected"
                f" lowest <= highest and at most {MOST_POINTS} points in all."
            )
        axes = [np.linspace(low, high, self.points) for low, high in self.ranges.values()]
        chosen = np.array([model.parameters.index(name) for name in self.ranges])
        return chosen, np.array([x.ravel() for x in np.meshgrid(*axes, indexing="ij")])


def _compute_margins(model: Model, B: Array, p: Array) -> Array:
    """The least of m, of the eigenvalues of I_G about the acting axes, and of what lies above its
    bound, at every point."""
    acts = np.any(B != 0.0, axis=0)
    bounded = np.flatnonzero(np.isfinite(model.lower) & acts)
    least: Array = (p[bounded] - model.lower[bounded][:, None] + 1e-300).min(axis=0, initial=np.inf)
    for at in model.layout.bodies.values():
        if not acts[at].any():
            continue
        m, h = p[at][0], p[at][1:4]
        with np.errstate(divide="ignore", invalid="ignore"):
            c = h / m
        c = np.where(np.isfinite(c), c, 0.0)
        I = p[at][SIX].reshape(3, 3, -1).transpose(2, 0, 1)
        # I_G = I - m (c'c 1 - c c')
        IG = I - m[:, None, None] * (
            (c * c).sum(axis=0)[:, None, None] * np.eye(3) - np.einsum("ik,jk->kij", c, c)
        )
        axes = np.flatnonzero(acts[at][DIAGONAL])
        least = np.where(m > 0, np.minimum(least, m), -np.inf)
        if axes.size:
            IG = np.where(np.isfinite(IG), IG, -1.0)[:, axes][:, :, axes]
            least = np.minimum(least, np.linalg.eigvalsh(IG)[:, 0])
    return least


# ---- Bodies with B p = theta, by projecting onto what they must obey in turn: without a solver.
#
# A grid gives values to some parameters, theta to others; the rest is free, and the bodies of a
# grid point exist only if the rest is chosen well. In coordinates where a body is its
# pseudo-inertia J_b (lengths and masses in units as in `feasible`), the sets
#
#     { B p = theta },   { J_b >= d 1 for all bodies, p >= lower },   { the ranges of the grid }
#
# are convex. Within the first of them, s goes to the nearest point of the half-space that separates
# it from the second (it is normal to P s - s, with P s the nearest point of that set), and to the
# nearest one within each range, again and again: that ends in the intersection where it is not
# empty (Bregman 1965, Pierra 1984). d > 0 makes it end after finitely many steps.

DISTANCES = (0.3, 1e-2, 1e-4)  # d, in units of the largest parameter
STEPS = 1000  # projections for each
OUTSIDE = 1e-9  # what p may lie outside of the ranges, of their size


def complete_parameters(
    model: Model, solutions: Solutions, ranges: Mapping[str, tuple[float, float]], start: Array
) -> Array | None:
    """p with B p = theta within the ranges, whose bodies exist, from p = start; None where none was
    found."""
    places = _Places(model, solutions, ranges)
    if not places.can_fit:
        return None
    s = places.find_place(start)
    for distance in DISTANCES:
        for _ in range(STEPS):
            s = places.clip_to_ranges(places.move_towards(s, places.project_inside(s, distance)))
            if places.is_feasible(s):
                return places.to_parameters(s)
    return None


class _Places:
    """The three sets in coordinates s: svec J_b of every body, then the other parameters."""

    def __init__(
        self, model: Model, solutions: Solutions, ranges: Mapping[str, tuple[float, float]]
    ) -> None:
        P = len(model.parameters)
        self.to_p = solutions.mu / solutions.scale
        self.bodies = np.array([np.arange(P)[at] for at in model.layout.bodies.values()])
        E = to_svec(PSEUDO_BASIS).T
        self.T = np.eye(P)
        for at in self.bodies:
            self.T[np.ix_(at, at)] = E
        self.back = np.linalg.inv(self.T)
        self.s0 = self.T @ solutions.x0
        self.Q = np.linalg.qr(self.T @ solutions.N)[0]
        self.others = np.setdiff1d(np.arange(P), self.bodies)
        self.lower = (model.lower / self.to_p)[self.others]
        gridded = [model.parameters.index(name) for name in ranges]
        self.rows = self.back[gridded]
        self.low, self.high = np.array(list(ranges.values())).T / self.to_p[gridded]
        # what theta alone fixes must keep its bounds and ranges
        fixed = np.abs(solutions.N).max(axis=1, initial=0.0) < 1e-11
        x, slack = solutions.x0, OUTSIDE * np.maximum(np.abs(self.high), 1e-300)
        held = fixed[gridded]
        outside = (x[gridded] < self.low - slack) | (x[gridded] > self.high + slack)
        below = fixed[self.others] & (x[self.others] < self.lower - 1e-7)
        self.can_fit = not (held & outside).any() and not below.any()

    def find_place(self, p: Array) -> Array:
        return self.project_on_theta(self.T @ (p / self.to_p))

    def to_parameters(self, s: Array) -> Array:
        return np.asarray(self.to_p * (self.back @ s))

    def project_on_theta(self, s: Array) -> Array:
        return np.asarray(self.s0 + self.Q @ (self.Q.T @ (s - self.s0)))

    def project_inside(self, s: Array, distance: float) -> Array:
        """The nearest bodies with all eigenvalues above the distance, and bounds kept."""
        s = s.copy()
        values, V = np.linalg.eigh(from_svec(s[self.bodies]))
        lifted = np.maximum(values, distance)
        s[self.bodies] = to_svec((V * lifted[:, None, :]) @ V.transpose(0, 2, 1))
        s[self.others] = np.maximum(s[self.others], self.lower)
        return s

    def move_towards(self, s: Array, P: Array) -> Array:
        """From s with B p = theta to the half-space behind P, without leaving B p = theta."""
        step, way = P - s, self.Q @ (self.Q.T @ (P - s))
        size = float(way @ way)
        return s + (step @ step / size) * way if size > 1e-30 else s

    def clip_to_ranges(self, s: Array) -> Array:
        for row, low, high in zip(self.rows, self.low, self.high):
            x, way = row @ s, self.Q @ (self.Q.T @ row)
            if way @ way > 1e-20:
                s = s + way * ((min(max(x, low), high) - x) / (way @ way))
        return s

    def is_feasible(self, s: Array) -> bool:
        """Whether bodies, bounds and ranges are kept, at a point with B p = theta."""
        x, slack = self.rows @ s, OUTSIDE * np.maximum(np.abs(self.high), 1e-300)
        if (x < self.low - slack).any() or (x > self.high + slack).any():
            return False
        if (s[self.others] < self.lower - OUTSIDE).any():
            return False
        return bool(np.linalg.eigvalsh(from_svec(s[self.bodies])).min() >= 0)
