"""Dry friction that sticks and slips: which of two happens where a velocity is zero.

With M qdd + g' f = r (r all other forces) and velocities v = g qd, whose rates are v' = g qdd + gamma, the friction forces f
within their bounds low <= f <= high satisfy, where v = 0,

    v' = 0 and low <= f <= high  (sticks),    f = high and v' >= 0,    f = low and v' <= 0  (break away)

which is the optimum of a convex quadratic in f, so that qdd is unique, however many joints stick at once. What breaks
away moves along the force that held it: f stays at the bound that it has reached. Testing |f| <= Fc anew at that
moment would lock the joint again (the erratum of Diaz-Rodriguez 5.4).
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.robot.geometry import Array
from dynid.robot.topology import Ints

SWEEPS = 20_000
SETTLED = 1e-13  # of the bounds: Gauss and Seidel stop when no force moves by more
INDEPENDENT = 1e-8  # part of a row of g that the rows before it must leave over


@kernel
def _settle(W, rate, low, high, f):
    """Gauss and Seidel with bounds on v' = rate - W f."""
    for _ in range(SWEEPS):
        moved = 0.0
        for e in range(f.shape[0]):
            if not W[e, e] > 0.0:
                continue
            v = rate[e]
            for k in range(f.shape[0]):
                v -= W[e, k] * f[k]
            new = min(max(f[e] + v / W[e, e], low[e]), high[e])
            moved = max(moved, abs(new - f[e]) / (high[e] - low[e] + 1e-300))
            f[e] = new
        if moved <= SETTLED:
            break


def settle(M: Array, r: Array, g: Array, gamma: Array, low: Array, high: Array) -> Ints:
    """The mode of every place at rest, row by row of g: 0 where it sticks, 1 or -1 where it breaks away upward or down."""
    Mg = np.linalg.solve(M, np.column_stack([g.T, r]))  # M^-1 (g', r)
    W, rate = g @ Mg[:, :-1], g @ Mg[:, -1] + gamma
    f = np.clip(np.zeros(len(g)), low, high)
    _settle(np.ascontiguousarray(W), np.ascontiguousarray(rate), low, high, f)
    return np.where(f >= high, 1, np.where(f <= low, -1, 0)).astype(np.int64)


def independent(M: Array, g: Array) -> list[int]:
    """Rows of g that no other ones imply: holding these holds all."""
    R = np.linalg.cholesky(M)
    rows = np.linalg.solve(R, g.T).T  # in these coordinates a row's length is what it takes to move it
    chosen: list[int] = []
    basis: list[Array] = []
    for e, row in enumerate(rows):
        rest = row.copy()
        for _ in range(2):  # twice is enough
            for known in basis:
                rest -= (known @ rest) * known
        length = float(np.linalg.norm(rest))
        if length > INDEPENDENT * np.linalg.norm(row):
            chosen.append(e)
            basis.append(rest / length)
    return chosen


def without_velocity(M: Array, g: Array, qd: Array) -> Array:
    """The velocities nearest to qd (in kinetic energy) with g qd = 0: takes the round-off out of what sticks."""
    if not len(g):
        return qd
    Mg = np.linalg.solve(M, g.T)
    still: Array = qd - Mg @ np.linalg.solve(g @ Mg, g @ qd)
    return still


def first_fall(nodes: Array, values: Array) -> float | None:
    """Where the polynomial through values at nodes in [0, 1] first falls through zero; 0 where it starts by falling."""
    from scipy.optimize import brentq

    p = np.polynomial.Polynomial.fit(nodes, values, len(nodes) - 1, domain=[0, 1], window=[0, 1])
    grid = np.linspace(0.0, 1.0, 33)
    negative = p(grid[1:]) < 0
    if not negative.any():
        return 1.0 if values[-1] < 0 else None
    k = int(negative.argmax())
    if k == 0 and not (values[0] > 0 and p(0.0) > 0):
        return 0.0
    return float(brentq(p, grid[k], grid[k + 1], xtol=1e-15)) if p(grid[k]) > 0 else float(grid[k])
