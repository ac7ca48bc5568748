"""Dry friction that sticks and slips: which of two happens where a velocity is zero.

With M qdd + g' f = r (r all other forces) and velocities v = g qd, whose rates are v' = g qdd +
gamma, the friction forces f within their bounds low <= f <= high satisfy, where v = 0,

    v' = 0 and low <= f <= high  (sticks),    f = high and v' >= 0,    f = low and v' <= 0  (break
    away)

which is the optimum of a convex quadratic in f, so that qdd is unique, however many joints stick at
once. What breaks away moves along the force that held it. It is asked a moment after a bound is
passed, never at it: testing |f| <= Fc at the very moment would lock the joint again (the erratum of
Diaz-Rodriguez 5.4).
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array, Ints

STILL = 1e-11  # of what the forces alone would give: a smaller acceleration is none
INDEPENDENT = (
    1e-6  # part of a row of g that the rows before it must leave over, to be held on its own
)


def settle(M: Array, r: Array, g: Array, gamma: Array, low: Array, high: Array) -> Ints:
    """The mode of every place at rest, row by row of g: 0 where it sticks, 1 or -1 where it breaks
    away upward or down.

    With M = L L', A = L^-1 g' and y = L^-1 r (+ what brings in gamma), the friction minimises |A f
    - y|^2 within its bounds, and the velocities change by v' = A' (y - A f).
    """
    L = np.linalg.cholesky(M)
    A, y = np.linalg.solve(L, g.T), np.linalg.solve(L, r)
    y = y + np.linalg.lstsq(A.T, gamma, rcond=1e-12)[0]
    f, loose = low.copy(), high > low  # a place without friction only tells where it turns
    if loose.any():
        rest = y - A[:, ~loose] @ f[~loose]
        f[loose] = solve_bounded_least_squares(A[:, loose], rest, low[loose], high[loose])
    rate = A.T @ (y - A @ f)
    return np.where(np.abs(rate) > _measure_noise(A, y, low, high), np.sign(rate), 0).astype(
        np.int64
    )


def _measure_noise(A: Array, y: Array, low: Array, high: Array) -> Array:
    """What counts as no acceleration at all."""
    length = np.linalg.norm(A, axis=0)
    noise: Array = STILL * length * (np.linalg.norm(y) + length @ np.maximum(-low, high))
    return noise


def solve_bounded_least_squares(A: Array, y: Array, low: Array, high: Array) -> Array:
    """f with low <= f <= high that minimises |A f - y|^2 (Stark and Parker): from the bounds
    inwards, one entry at a
    time, so that the columns of the free ones stay independent however many columns A has."""
    f = np.where(A.T @ y > 0, high, low)
    free = np.zeros(len(f), dtype=bool)
    noise = _measure_noise(A, y, low, high)
    for _ in range(10 * len(f) + 10):
        slope = A.T @ (y - A @ f)
        inward = np.where(free, 0.0, np.where(f >= high, -slope, slope))
        inward[inward <= noise] = 0.0
        if not inward.any():
            break
        free[np.argmax(inward / np.linalg.norm(A, axis=0).clip(1e-300))] = True
        while free.any():
            goal = np.linalg.lstsq(A[:, free], y - A[:, ~free] @ f[~free], rcond=None)[0]
            now, way = f[free], goal - f[free]
            bound = np.where(way > 0, high[free], low[free])
            part = np.where(way != 0, (bound - now) / np.where(way != 0, way, 1.0), np.inf)
            if part.min() > 1.0:
                f[free] = goal
                break
            first = int(part.argmin())
            f[free] = now + part[first] * way
            f[np.flatnonzero(free)[first]] = bound[first]
            free[np.flatnonzero(free)[first]] = False
    return f


def select_independent(M: Array, g: Array) -> list[int]:
    """Rows of g that no other ones imply: holding these holds all. (A row near zero holds
    nothing.)"""
    R = np.linalg.cholesky(M)
    rows = np.linalg.solve(
        R, g.T
    ).T  # in these coordinates a row's length is what it takes to move it
    longest = np.linalg.norm(rows, axis=1).max(initial=0.0)
    chosen: list[int] = []
    basis: list[Array] = []
    for e, row in enumerate(rows):
        rest = row.copy()
        for _ in range(2):  # twice is enough
            for known in basis:
                rest -= (known @ rest) * known
        length = float(np.linalg.norm(rest))
        if length > INDEPENDENT * longest:
            chosen.append(e)
            basis.append(rest / length)
    return chosen


def remove_velocity(M: Array, g: Array, qd: Array) -> Array:
    """The velocities nearest to qd (in kinetic energy) with g qd = 0: takes the round-off out of
    what sticks."""
    if not len(g):
        return qd
    Mg = np.linalg.solve(M, g.T)
    still: Array = qd - Mg @ np.linalg.solve(g @ Mg, g @ qd)
    return still


def find_first_fall(nodes: Array, values: Array) -> float | None:
    """Where the polynomial through values at nodes in [0, 1] first falls through zero; 0 where it
    starts by falling."""
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
