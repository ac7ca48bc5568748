"""A point strictly inside what a body may be: the start of the interior point methods."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.convex import solve_convex, to_svec
from dynid.errors import InputError, join_names
from dynid.estimators.consistent.cone import Cone
from dynid.estimators.consistent.prior import (
    compute_natural_scale,
    make_consistent,
    scale_to_unit_size,
)
from dynid.model.inertial import PSEUDO_BASIS
from dynid.robot.geometry import PARAMETER_NAMES

Index = NDArray[np.signedinteger]

ROOM = 1e-2  # of a body scaled to size 1: the wanted distance from the boundary
LEAST = 1e-7  # less room than this is none


def find_inside_body(cone: Cone, body: int, v: Array, scale: Array) -> Array:
    """The free parameters of a body, near those in v, with room on all sides."""
    which, columns = cone.body_columns[body]
    p = cone.to_parameters(v)[cone.bodies[body]]
    rows = np.flatnonzero(np.any(cone.G[:, columns] != 0.0, axis=1))
    if len(which) == 10:
        roomy = make_consistent(p, ROOM)[0]
        if np.all(cone.G[rows][:, columns] @ roomy[which] - cone.h[rows] > 0):
            return np.asarray(roomy[which])
    p[which] *= _compute_mass_factor(
        cone, p[0], which, columns, rows
    )  # a body of other mass is as possible
    unit = compute_natural_scale(p)
    room, best, tight = _find_roomiest(cone, p, which, columns, rows, unit)
    if room < LEAST:
        held = [
            f"{cone.body_names[body]}.{PARAMETER_NAMES[k]} = {p[k]:g}"
            for k in range(10)
            if k not in which
        ]
        raise InputError(
            f"no physically consistent inertia of '{cone.body_names[body]}' keeps all of:"
            f" {join_names([*tight, *held], 12)}. Loosen one of them."
        )
    return best


def _compute_mass_factor(cone: Cone, m: float, which: Index, columns: Index, rows: Index) -> float:
    """By which a free mass m is to be multiplied to lie between its bounds."""
    low, high = 0.0, np.inf
    if which[0] == 0:
        for row, bound in zip(cone.G[rows][:, columns], cone.h[rows]):
            if not row[1:].any():
                low, high = (
                    (max(low, bound / row[0]), high)
                    if row[0] > 0
                    else (low, min(high, bound / row[0]))
                )
    if m <= 0 or low < m < high or not low < high:
        return 1.0
    return min(2.0 * low, 0.5 * (low + high)) / m if m <= low else 0.5 * (low + high) / m


def _find_roomiest(
    cone: Cone, p: Array, which: Index, columns: Index, rows: Index, unit: Array
) -> tuple[float, Array, list[str]]:
    """max t - |x - p|^2 / 1000  with  S(x) >= t,  G x - h >= t,  t <= ROOM, all scaled to size 1:
    t, x, and what holds t down. The variables are (x / unit, t)."""
    s, T = unit, scale_to_unit_size(p)
    basis = (
        to_svec(PSEUDO_BASIS * T * T[:, None]) * s[:, None]
    )  # (10, 10) svec of S for unit parameters
    n = len(which)
    fixed = np.setdiff1d(np.arange(10), which)
    G, h = cone.G[rows][:, columns] * s[which], cone.h[rows]
    size = np.maximum(np.abs(G).max(axis=1, initial=0.0), 1e-300)
    bounds = np.column_stack([G / size[:, None], -np.ones(len(rows))])
    found = solve_convex(
        n + 1,
        P=np.diag([*np.full(n, 2e-3), 0.0]),
        q=np.append(-2e-3 * p[which] / s[which], -1.0),
        above=(np.vstack([bounds, -np.eye(n + 1)[-1]]), np.append(h / size, -ROOM)),
        matrices=[
            (
                np.column_stack([basis[which].T, -to_svec(np.eye(4))]),
                basis[fixed].T @ (p[fixed] / s[fixed]),
            )
        ],
    )
    x, multipliers = found.x, found.above[:-1]
    tight = [
        cone.labels[i]
        for i, z in zip(rows, multipliers)
        if z > 1e-3 * max(np.abs(multipliers).max(), 1e-12)
    ]
    return float(x[-1]), x[:-1] * s[which], tight
