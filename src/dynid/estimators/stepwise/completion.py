"""Bodies with B p = theta, by projecting onto what they must obey in turn: without a solver.

A grid gives values to some parameters, theta to others; the rest is free, and the bodies of a grid
point exist only if the rest is chosen well. In coordinates where a body is its pseudo-inertia J_b
(lengths and masses in units as in `feasible`), the sets

    { B p = theta },   { J_b >= d 1 for all bodies, p >= lower },   { the ranges of the grid }

are convex. Within the first of them, s goes to the nearest point of the half-space that separates
it from the second (it is normal to P s - s, with P s the nearest point of that set), and to the
nearest one within each range, again and again: that ends in the intersection where it is not empty
(Bregman 1965, Pierra 1984). d > 0 makes it end after finitely many steps.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dynid.arrays import Array
from dynid.convex import from_svec, to_svec
from dynid.estimators.stepwise.feasible import Solutions
from dynid.model.inertial import PSEUDO_BASIS
from dynid.model.model import Model

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
