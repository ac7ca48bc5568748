"""The load that could exist, nearest to what was estimated: mass > 0, pseudo-inertia positive.

    min (phi - phi_w)' V^-1 (phi - phi_w) + |(I - I_s) / (10 I_s)|^2

What the motion does not show of the inertia is that of a solid ball, I_s, with this mass and
centre: the second term is far too weak to move anything that was seen.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.convex import solve_convex, to_svec
from dynid.errors import DynidError
from dynid.estimators.consistent.nearest import INSIDE
from dynid.model.inertial import PSEUDO_BASIS, from_com, to_pseudo_inertia
from dynid.payload.load_knowledge import TEN, LoadKnowledge

DENSITY = 2000.0  # kg/m^3: between plastics and steel
LIGHTEST = 1e-3  # kg
VAGUE = 10.0  # deviation of the ball's inertia, of itself


def make_ball(mass: float, centre: Array) -> tuple[Array, float]:
    """The ten parameters, and the radius."""
    m = max(mass, LIGHTEST)
    r = (3.0 * m / (4.0 * np.pi * DENSITY)) ** (1.0 / 3.0)
    I = 0.4 * m * r**2
    return np.asarray(from_com(np.array([m, *centre, I, 0.0, I, 0.0, 0.0, I]))), r


def make_consistent_load(phi: Array, V: Array, known: LoadKnowledge) -> Array:
    """phi, where it could exist and all of it was seen; else the nearest that can."""
    m = max(phi[0], LIGHTEST)
    seen = V[0, 0] < m**2
    guess, r = make_ball(m, phi[1:4] / m if seen else np.zeros(3))
    own = 0.4 * m * r**2
    scale = np.array([m, *[m * r] * 3, *[own] * 6])
    E = known.E
    weight = np.linalg.pinv(E)
    W = _compute_whitening((weight @ V @ weight.T) / _compute_outer(weight @ scale), weight @ scale)
    pull = np.zeros((6, TEN))
    pull[:, 4:] = np.eye(6) / (VAGUE * own)
    A = np.vstack([W @ weight, pull]) * scale
    b = np.concatenate([W @ weight @ phi, pull @ guess])
    # E y + phi0 = phi: what is known stays
    fixed = np.eye(TEN) - E @ weight
    rows = np.abs(fixed).max(axis=1) > 1e-12
    T = 1.0 / np.array([*[np.sqrt(m) * r] * 3, np.sqrt(m)])
    L = to_svec(PSEUDO_BASIS * T * T[:, None]).T * scale
    found = solve_convex(
        TEN,
        least=(A, b),
        equal=((fixed * scale)[rows], (fixed @ known.phi0)[rows]),
        matrices=[(L, -INSIDE * to_svec(np.eye(4)))],
        tolerance=1e-9,
    )
    if found.status not in ("Solved", "AlmostSolved"):
        raise DynidError(
            "payload: no physically consistent payload was found near the estimate from the log."
        )
    answer = np.asarray(found.x * scale)
    if known.mass is not None:  # to the last digit
        answer[0] = known.mass
    if known.com is not None:
        answer[1:4] = answer[0] * known.com
    if np.linalg.eigvalsh(to_pseudo_inertia(answer))[0] <= 0:
        raise DynidError(
            "payload: no physically consistent payload was found near the estimate from the log."
        )
    return answer


def _compute_outer(x: Array) -> Array:
    return np.outer(x, x)


def _compute_whitening(C: Array, scale: Array) -> Array:
    """W with W'W = V^-1, V = C in units of scale."""
    values, vectors = np.linalg.eigh(C)
    return np.asarray((vectors / np.sqrt(np.maximum(values, 1e-12 * values[-1]))).T / scale)
