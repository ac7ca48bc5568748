"""The law of weighing, the same for a log and for a stream.

Rows W of base parameters with torques tau, weighted by 1 / deviation, leave the residual r = tau -
W theta of the empty robot. With g = W Z, Z = [B D] of the carrier, and x = [phi d],

    r = g x + W error + noise,     z = sum g'r,   N = sum g'g,   X = sum g'W

    x = (N + P)^-1 z,     Cov x = (N + P)^-1 (M + P + X C X') (N + P)^-1

P holds the spreads: 1 of the changes of friction d, and next to nothing of the load; M = N for
white noise. The robot's own errors are not looked for once more, but they count: with a run that
is as long as one likes, X C X' stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError

#: deviations of a load before it is weighed: kg, kg m, kg m^2. Beyond everything that is carried
BEFORE = np.array([100.0, *[100.0] * 3, *[10.0] * 6])
TEN = 10


@dataclass(frozen=True, eq=False)
class Sums:
    """z, N, X, M of the module's docstring."""

    z: Array
    N: Array
    X: Array
    M: Array


@dataclass(frozen=True, eq=False)
class LoadKnowledge:
    """What is known of the load, phi = phi0 + E y: of ten parameters, those that y leaves."""

    phi0: Array
    E: Array
    mass: float | None = None
    com: Array | None = None


def parse_knowledge(about: Mapping[str, Any] | None) -> LoadKnowledge:
    """{"mass": 2.5, "com": (0, 0, 0.05)}, both, one or none of them."""
    given = dict(about or {})
    unknown = [name for name in given if name not in ("mass", "com")]
    if unknown:
        raise InputError(
            f"payload: got '{unknown[0]}' as known, expected mass, com or both: mass=2.5 or"
            " mass=2.5,com=0 0 0.05."
        )
    mass, com = given.get("mass"), given.get("com")
    try:
        m = None if mass is None else float(mass)
        c = None if com is None else np.array(com, dtype=float)
    except (TypeError, ValueError):
        m, c = np.nan, None
    if m is not None and not 0 < m < np.inf:
        raise InputError(f"payload: got a known mass of {mass}, expected a positive one, in kg.")
    if c is not None and (c.shape != (3,) or not np.isfinite(c).all()):
        raise InputError(f"payload: got a known centre {com}, expected three numbers, in m.")
    phi0, E = np.zeros(TEN), np.eye(TEN)
    if c is not None:  # h = m c
        E[1:4, 0] = c
        E = np.delete(E, (1, 2, 3), axis=1)
    if m is not None:
        phi0 = m * E[:, 0]
        E = E[:, 1:]
    return LoadKnowledge(phi0, E, m, c)


def solve_payload(sums: Sums, covariance: Array, known: LoadKnowledge) -> tuple[Array, Array]:
    """x and its covariance."""
    f, E = len(sums.z) - TEN, known.E
    T = np.zeros((TEN + f, E.shape[1] + f))
    T[:TEN, : E.shape[1]], T[TEN:, E.shape[1] :] = E, np.eye(f)
    # unknowns in units of their spreads: P = 1
    T = T * np.concatenate([np.abs(E).T @ BEFORE, np.ones(f)])
    start = np.concatenate([known.phi0, np.zeros(f)])
    G = invert_plus_identity(T.T @ sums.N @ T)
    X = T.T @ sums.X
    y = G @ (T.T @ (sums.z - sums.N @ start))
    V = G @ (T.T @ sums.M @ T + np.eye(len(G)) + X @ covariance @ X.T) @ G
    return start + T @ y, T @ V @ T.T


def invert_plus_identity(N: Array) -> Array:
    """(N + 1)^-1 by Cholesky, which does not mind scales that differ."""
    from scipy.linalg import cho_factor, cho_solve

    one = np.eye(len(N))
    return np.asarray(cho_solve(cho_factor(N + one, lower=True), one))
