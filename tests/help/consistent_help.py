"""Random problems over cones of consistent bodies, and the same problem in cvxpy."""

from __future__ import annotations

import numpy as np

from dynid.estimators.consistent.cone import Cone
from dynid.model.inertial import PSEUDO_BASIS, from_log_cholesky


def random_bodies(count, rng):
    x = [
        rng.normal(0.5, 0.5, (count, 1)),
        rng.normal(-2.5, 0.7, (count, 3)),
        rng.normal(0, 0.02, (count, 3)),
    ]
    return from_log_cholesky(np.hstack([*x, rng.normal(0, 0.2, (count, 3))])).ravel()


def random_problem(bodies, effects, seed, boundary):
    """A, b of a fit with a prior, its cone, and the prior; much noise and a weak prior push bodies
    to the boundary."""
    rng = np.random.default_rng(seed)
    truth = np.concatenate([random_bodies(bodies, rng), np.abs(rng.normal(1, 1, effects))])
    prior = np.concatenate([random_bodies(bodies, rng), np.ones(effects)])
    n = len(truth)
    rows = max(5, int(0.6 * n)) if boundary else 3 * n
    W = rng.normal(size=(rows, n)) / np.maximum(np.abs(truth), 0.01) * np.exp(rng.normal(size=n))
    y = W @ truth + (3.0 if boundary else 0.01) * rng.normal(size=rows)
    D = np.sqrt(1e-3 if boundary else 0.1) * np.diag(1.0 / np.maximum(np.abs(prior), 0.01))
    A, b = np.vstack([W, D]), np.concatenate([y, D @ prior])
    cone = Cone(
        tuple(f"p{k}" for k in range(n)),
        np.zeros(n),
        np.arange(n),
        np.arange(10 * bodies).reshape(-1, 10),
        tuple(f"body{k}" for k in range(bodies)),
        np.eye(n)[10 * bodies :],
        np.zeros(effects),
        tuple(f"p{k} >= 0" for k in range(10 * bodies, n)),
    )
    return A, b, cone, prior


def convex_optimum(A, b, cone, objective=None):
    """min 1/2 |A v - b|^2 over the cone (plus objective(pseudo-inertias)), by cvxpy and Clarabel:
    value, v."""
    import cvxpy as cp

    v, r = cp.Variable(A.shape[1]), cp.Variable(len(b))
    place = {k: i for i, k in enumerate(cone.free)}
    S = [
        sum((v[place[k]] if k in place else cone.p[k]) * E for k, E in zip(body, PSEUDO_BASIS))
        for body in cone.bodies
    ]
    constraints = [A @ v - r == b, *(X >> 0 for X in S)]
    if len(cone.h):
        constraints.append(cone.G @ v >= cone.h)
    cost = 0.5 * cp.sum_squares(r) + (objective(S) if objective else 0.0)
    problem = cp.Problem(cp.Minimize(cost), constraints)
    problem.solve(solver="CLARABEL", tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11)
    return problem.value, v.value
