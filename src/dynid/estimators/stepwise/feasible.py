"""Can bodies exist that have these values of theta? A linear matrix inequality, decided by
Clarabel; never by a search.

    max t   with   B p = theta,   diag(1/l, 1/l, 1/l, 1) J_b(p) diag(1/l, 1/l, 1/l, 1) >= t mu 1
            for every body b,
                   p >= lower  (friction, rotor inertia),   t <= 1,   trace of the left side <= 100
                               mu

J_b is the pseudo-inertia of body b, l a tenth of the robot's size (bodies are about that large) and
mu the largest of the parameters in those units (kg) that the values themselves ask for: t has no
unit and does not change with the units. t >= 0 means that such bodies exist. The trace only keeps
what is free from growing without end. Rows of B that are left out (eliminated base parameters) are
free, not zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.convex import solve_convex, to_svec
from dynid.errors import InputError, join_names
from dynid.model.inertial import PSEUDO_BASIS, to_pseudo_inertia
from dynid.model.model import Model
from dynid.robot.loop_residuals import compute_robot_size

# t down to -BOUNDARY counts as feasible: flat plates and thin rods have t = 0, the solver 1e-8
BOUNDARY = 1e-7
LARGEST = (
    1.0  # of t, and of the trace of a body: what is free could make bodies as large as one likes
)
LARGEST_BODY = 100.0
CONTRADICTION = 1e-8  # of theta: values further than this from every B p obey no p
NEGLIGIBLE = 1e-11  # entries of the null space below this are round-off


@dataclass(frozen=True, eq=False)
class Feasibility:
    """True where bodies with these values exist.

    Parameters
    ----------
    t
        the margin that all bodies can have at once (see dynid.estimators.stepwise.feasible); -inf
        where nothing fits at all
    p
        the parameters that have it: B p = theta
    status
        what was found, in words
    """

    t: float
    p: Array
    status: str

    def __bool__(self) -> bool:
        return self.t >= -BOUNDARY

    def __repr__(self) -> str:
        return (
            f"Feasibility({'feasible' if self else 'infeasible'}, t = {self.t:.3g}: {self.status})"
        )


@dataclass(frozen=True, eq=False)
class Solutions:
    """All p with B p = theta: p = mu (x0 + N z) / scale."""

    x0: Array
    N: Array
    mu: float
    scale: Array


def check_feasibility(model: Model, B: ArrayLike, theta: ArrayLike) -> Feasibility:
    """The largest margin of bodies with B p = theta; for base parameters that are kept, B =
    base.map[kept].

    Parameters
    ----------
    model
        the model
    B
        (k, P) combinations of the model's parameters p
    theta
        (k,) their values
    """
    B_, theta_ = check_map(model, B, theta)
    nothing = np.full(len(model.parameters), np.nan)
    solutions = parametrise_solutions(model, B_, theta_)
    if solutions is None:
        return Feasibility(
            -np.inf, nothing, "the values contradict each other: no parameters have all of them"
        )
    lower = model.lower * solutions.scale / solutions.mu
    fixed = np.abs(solutions.N).max(axis=1, initial=0.0) < NEGLIGIBLE
    below = fixed & (solutions.x0 < lower - BOUNDARY)
    if below.any():
        names = [model.parameters[k] for k in np.flatnonzero(below)]
        return Feasibility(-np.inf, nothing, f"below its bound: {join_names(names, 4)}")
    z, status = _solve(model, solutions, np.where(fixed, -np.inf, lower))
    if z is None:
        return Feasibility(-np.inf, nothing, status)
    x = solutions.x0 + solutions.N @ z
    # the margin of the point itself, not what the solver says of it; B p = theta holds by
    # construction
    t = min(
        (
            float(np.linalg.eigvalsh(to_pseudo_inertia(x[at]))[0])
            for at in model.layout.bodies.values()
        ),
        default=LARGEST,
    )
    free = np.isfinite(lower) & ~fixed
    t = min(t, float((x - lower)[free].min())) if np.any(x[free] < lower[free] - BOUNDARY) else t
    return Feasibility(min(t, LARGEST), solutions.mu * x / solutions.scale, status)


def check_map(model: Model, B: ArrayLike, theta: ArrayLike) -> tuple[Array, Array]:
    """B (k, P) and theta (k,) as arrays that fit the model."""
    B_, theta_ = np.asarray(B, dtype=float), np.asarray(theta, dtype=float)
    P = len(model.parameters)
    if B_.ndim != 2 or B_.shape[1] != P or theta_.shape != B_.shape[:1]:
        raise InputError(
            f"feasibility: got B of shape {B_.shape} and theta of shape {theta_.shape}, expected"
            f" (k, {P}) and (k,) for the {P} parameters of the model."
        )
    if not (np.isfinite(B_).all() and np.isfinite(theta_).all()):
        raise InputError(
            "feasibility: B or theta hold nan or infinite values, expected finite numbers."
        )
    return B_, theta_


def parametrise_solutions(model: Model, B: Array, theta: Array) -> Solutions | None:
    """p in units of kg by the length l, so that every parameter of a body is of the size of its
    mass."""
    l = 0.1 * compute_robot_size(model.robot)
    scale = np.ones(len(model.parameters))
    rigid = np.zeros(len(scale), dtype=bool)
    for at in model.layout.bodies.values():
        scale[at] = np.repeat([1.0, 1 / l, 1 / l**2], [1, 3, 6])
        rigid[at] = True
    A = B / scale
    norm = np.linalg.norm(A, axis=1)
    norm = np.where(norm > 0, norm, 1.0)
    A, b = A / norm[:, None], theta / norm
    U, s, Vt = np.linalg.svd(A, full_matrices=True)
    rank = int(np.sum(s > 1e-10 * s.max(initial=0.0)))
    x = Vt[:rank].T @ ((U[:, :rank].T @ b) / s[:rank])
    if np.any(np.abs(A @ x - b) > CONTRADICTION * max(np.abs(b).max(initial=0.0), 1e-300)):
        return None
    mu = float(np.abs(x[rigid]).max(initial=0.0)) or 1.0
    return Solutions(x / mu, Vt[rank:].T, mu, scale)


def _solve(model: Model, solutions: Solutions, lower: Array) -> tuple[Array | None, str]:
    """z that maximises t, and Clarabel's answer in words; None where the bounds alone cannot
    hold."""
    x0, N = solutions.x0, solutions.N
    count = N.shape[1]
    bounded = np.isfinite(lower)
    trace, places = np.trace(PSEUDO_BASIS, axis1=1, axis2=2), list(model.layout.bodies.values())
    # G (z, t) >= h:  x >= lower,  trace <= LARGEST_BODY,  t <= LARGEST
    bodies = np.array([trace @ N[at] for at in places]).reshape(len(places), count)
    G = np.zeros((bounded.sum() + len(places) + 1, count + 1))
    G[:-1, :-1], G[-1, -1] = np.vstack([N[bounded], -bodies]), -1.0
    largest = [trace @ x0[at] - LARGEST_BODY for at in places]
    h = np.concatenate([(lower - x0)[bounded], largest, [-LARGEST]])
    E, unit = to_svec(PSEUDO_BASIS).T, to_svec(np.eye(4))
    matrices = [(np.column_stack([E @ N[at], -unit]), E @ x0[at]) for at in places]
    q = np.append(np.zeros(count), -1.0)
    # the second is Clarabel's own, for the rare problem that stops short of the first
    for tolerance in (1e-9, 1e-8):
        answer = solve_convex(count + 1, q=q, above=(G, h), matrices=matrices, tolerance=tolerance)
        if answer.status == "Solved":
            break
    z = answer.x[:-1]
    if "Infeasible" in answer.status or not np.isfinite(z).all():
        return None, f"the bounds cannot hold ({answer.status})"
    return z, f"margin by Clarabel ({answer.status})"
