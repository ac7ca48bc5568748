"""Diaz-Rodriguez 2010, Algorithm 2: feasibility by trying values of some parameters on a grid, and
what the grid leaves open completed by projections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.estimators.stepwise.completion import complete_parameters
from dynid.estimators.stepwise.feasible import (
    CONTRADICTION,
    Feasibility,
    check_map,
    parametrise_solutions,
)
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
    (see dynid.estimators.stepwise.completion): between the points, and with the open parameters
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
