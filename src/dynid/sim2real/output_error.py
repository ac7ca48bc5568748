"""Output error: the parameters whose rollout is nearest to the measured positions.

Gauss-Newton with the exact derivatives of the steps, from the values of the regression on. The
state in which the rollout starts is estimated as well; it is nobody's parameter. Where bodies are,
those of the robot's file are the prior, and steps are made in their log-Cholesky variables, so that
every one ends at physically consistent bodies:

    sum_j w_j^2 |q_j - qhat_j|^2 + f sum_k ((p_k - prior_k) / deviation_k)^2

in which f >= 1 counts residuals that are correlated in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np

from dynid.arrays import Array, Ints
from dynid.errors import InputError, SimulationError, join_names, suggest_name
from dynid.estimators.consistent.consistent_estimator import DEVIATION
from dynid.estimators.consistent.prior import (
    FLOOR,
    THINNEST,
    compute_natural_scale,
    make_consistent,
)
from dynid.identification.correlation import compute_inflation
from dynid.model.inertial import from_log_cholesky, from_log_cholesky_jacobian, log_cholesky
from dynid.option_names import name_option
from dynid.robot.geometry import is_possible
from dynid.sim2real.free_parameters import FreeParameters
from dynid.sim2real.plant import Plant
from dynid.sim2real.rollout import Rollout, Slope
from dynid.sim2real.training import Training

ROUNDS = 20
ENOUGH = 1e-5  # relative fall of the cost at which no further round is worth it
DAMPING = 1e-8  # of the scaled normal matrix, first; ten times more after a step that fails
TRIES = 5  # of a round, each damped more
ROUND_OFF = 1e-7  # rad: residuals below this are round-off
FOLD, SCALES = 2.0, 4  # of a step; the first log-Cholesky variables are logarithms of scales
LOG_DEVIATION = 1.0  # of these, by which the prior's are taken to be wrong
ROUGHLY = 1e-4  # of the cost: near enough to compare bodies
LEAST = 0.97  # of the error before, that is worth other bodies than the file's


@dataclass(frozen=True, eq=False)
class RolloutError:
    """What output error found: the runs with the values, x, the residual (N, n) measured less
    simulated of all runs, and slopes dq / dx, part by part."""

    training: Training
    x: Array
    residual: Array
    slopes: tuple[Slope, ...]


@dataclass(frozen=True, eq=False)
class InertiaPrior:
    """Of the vector of free parameters (P,): p and 1 / deviation^2, 0 for what is no body's;
    `bodies` (., 10): where each body's ten stand; `scales` (., 4): the logarithms of each body's
    scales, which keep its moments from vanishing."""

    p: Array
    weight: Array
    bodies: Ints
    scales: Array

    @classmethod
    def from_file(cls, plant: Plant, free: FreeParameters) -> InertiaPrior:
        p, weight = np.zeros(len(free)), np.zeros(len(free))
        p[free.of_bodies] = plant.inertias[free.in_bodies]
        bodies = free.of_bodies.reshape(-1, 10)
        for place in bodies:
            scale = np.maximum(np.abs(p[place]), FLOOR * compute_natural_scale(p[place]))
            weight[place] = (DEVIATION * scale) ** -2.0
        own = [log_cholesky(make_consistent(p[k], THINNEST)[0])[:SCALES] for k in bodies]
        return cls(p, weight, bodies, np.reshape(own, (-1, SCALES)))

    def compute_cost(self, z: Array) -> float:
        """sum ((p - prior) / deviation)^2 at the coordinates z."""
        x = self.from_coordinates(z)[: len(self.p)]
        far = (self.scales - z[self.bodies[:, :SCALES]]) / LOG_DEVIATION
        return float(self.weight @ (self.p - x) ** 2 + (far**2).sum())

    def add_to(self, A: Array, b: Array, z: Array, f: float) -> tuple[Array, Array]:
        """Normal equations of x as those of z, with the prior f times."""
        P, x, T = len(self.p), self.from_coordinates(z), np.eye(len(z))
        for place in self.bodies:  # dx / dz
            T[np.ix_(place, place)] = from_log_cholesky_jacobian(z[place])
        A, b = A.copy(), b.copy()
        A[range(P), range(P)] += f * self.weight
        b[:P] += f * self.weight * (self.p - x[:P])
        A, b = T.T @ A @ T, T.T @ b
        places = self.bodies[:, :SCALES]
        A[places, places] += f / LOG_DEVIATION**2
        b[places] += f / LOG_DEVIATION**2 * (self.scales - z[places])
        return A, b

    def to_coordinates(self, x: Array) -> Array:
        """z: the vector with log-Cholesky variables of bodies, whatever numbers are consistent."""
        z = x.copy()
        for place in self.bodies:
            z[place] = log_cholesky(make_consistent(x[place], THINNEST)[0])
        return z

    def from_coordinates(self, z: Array) -> Array:
        x = z.copy()
        x[self.bodies] = from_log_cholesky(z[self.bodies])
        return x

    def shorten(self, step: Array) -> Array:
        """The step, so short that no scale of a body changes by more than `FOLD` times."""
        largest = np.abs(step[self.bodies[:, :SCALES]]).max(initial=0.0)
        return np.asarray(step / max(1.0, float(largest) / np.log(FOLD)))


def compute_inflations(r: Array) -> Array:
    """f (n,) of each joint's residual."""
    every = np.ones(len(r), dtype=bool)
    return np.array([compute_inflation(each, every) for each in r.T])


def form_normal_equations(
    slopes: tuple[Slope, ...], r: Array, weight: Array, size: int
) -> tuple[Array, Array]:
    """A = J'J and b = J'r, weighted, of x (size,)."""
    A, b = np.zeros((size, size)), np.zeros(size)
    for slope in slopes:
        W = (slope.D * weight[slope.at][:, None]).reshape(-1, slope.D.shape[2])
        A[np.ix_(slope.places, slope.places)] += W.T @ W
        b[slope.places] += W.T @ (r * weight)[slope.rows, slope.at].ravel()
    return A, b


def compute_weights(r: Array) -> Array:
    """1 / deviation of each joint's residual."""
    return np.asarray(1.0 / np.maximum(np.sqrt((r**2).mean(axis=0)), ROUND_OFF))


def refine(
    training: Training, enough: float = ENOUGH, rounds: int = ROUNDS, tries: int = TRIES
) -> RolloutError:
    """The values nearest to the runs; a start that is far off needs more `tries`."""
    prior, x = InertiaPrior.from_file(training.plant, training.free), training.vector
    measured, lower, damping = training.q, training.lower, DAMPING
    done = training.simulate(x)
    z, r = prior.to_coordinates(x), measured - join_positions(done)
    slopes = training.compute_slopes(done)
    for _ in range(rounds):
        weight, f = compute_weights(r), float(compute_inflations(r).mean())
        A, b = form_normal_equations(slopes, r, weight, len(x))
        A, b = prior.add_to(A, b, z, f)
        cost = float(((r * weight) ** 2).sum()) + f * prior.compute_cost(z)
        new = np.inf
        for _ in range(tries):
            step = prior.shorten(compute_bounded_step(A, b, lower - z, damping))
            moved = np.maximum(z + step, lower)
            try:
                trial = training.simulate(prior.from_coordinates(moved))
                left = measured - join_positions(trial)
                new = float(((left * weight) ** 2).sum()) + f * prior.compute_cost(moved)
            except SimulationError:
                new = np.inf
            if new < cost:
                damping = max(0.1 * damping, DAMPING)
                break
            damping = max(damping, 1e-7) * 30.0
        if not new < cost:
            break
        z, r, slopes = moved, left, training.compute_slopes(trial)
        x = prior.from_coordinates(z)
        if cost - new < enough * cost:
            break
    return RolloutError(training.put(x), x, r, slopes)


def join_positions(rollouts: Sequence[Rollout]) -> Array:
    return np.concatenate([rollout.q for rollout in rollouts])


def compute_bounded_step(A: Array, b: Array, lower: Array, damping: float) -> Array:
    """The step that minimises d'A d / 2 - b'd for d >= lower <= 0, with columns scaled to 1 and
    damped: an active set that only grows."""
    scale = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))
    H = A * scale * scale[:, None] + damping * np.eye(len(b))
    d, free = np.zeros(len(b)), np.ones(len(b), dtype=bool)
    for _ in range(len(b)):
        rhs = scale * b - H[:, ~free] @ (d[~free] / scale[~free])
        d[free] = scale[free] * np.linalg.solve(H[np.ix_(free, free)], rhs[free])
        beyond = free & (d < lower)
        if not beyond.any():
            break
        d[beyond] = lower[beyond]
        free &= ~beyond
    return d


def list_possible_bodies(plant: Plant) -> list[str]:
    """Those that move and are physically consistent in the file."""
    known = plant.inertias.reshape(-1, 10)
    inside = [int(k) // 10 for part in plant.parts for k in part.inertias[:, 0]]
    bodies = plant.robot.bodies
    return [
        bodies[k].name for k in inside if bodies[k].inertia is not None and is_possible(known[k])
    ]


def choose_bodies(plant: Plant, patterns: Sequence[str], free: FreeParameters) -> list[int]:
    """The places of the bodies that these patterns name."""
    bodies = plant.robot.bodies
    inside = [int(k) // 10 for part in plant.parts for k in part.inertias[:, 0]]
    moved = {bodies[k].name: k for k in inside if bodies[k].inertia is not None}
    found: set[int] = set()
    for pattern in patterns:
        own = [k for name, k in moved.items() if fnmatchcase(name, pattern)]
        if not own:
            raise InputError(
                f"inertias: '{pattern}' fits no body that moves; they are {join_names(moved, 12)}."
                f"{suggest_name(pattern, moved)}"
            )
        found.update(own)
    if found and "kp" in free.kinds:
        raise InputError(
            "inertias: got drives whose Kp is not known; it is only found relative to the inertias"
            f" of the robot's file. Give {name_option('kp')}, or leave the bodies as the file has"
            " them."
        )
    known = plant.inertias.reshape(-1, 10)
    wrong = [bodies[k].name for k in sorted(found) if not is_possible(known[k])]
    if wrong:
        raise InputError(
            f"inertias: the file's values of {join_names(wrong, 8)} are not physically "
            "consistent, so"
            " they cannot be a prior; correct them first (dynid check repairs a file)."
        )
    return sorted(found)


def refine_inertias(
    training: Training, chosen: list[int], middle: float
) -> tuple[Training | None, str]:
    """What is estimated now and a start for it, None: as it is; and a note: fits to the first part
    of every run, up to `middle`, with the file's bodies and with others, predict the rest."""
    plant, rest = training.plant, training.select_part(middle, 1.0)
    plain = refine(training.select_part(0.0, middle), ROUGHLY).training
    begin = plain.values[0].bodies.reshape(-1, 10).copy()
    begin[chosen] = [make_consistent(begin[k], 10 * THINNEST)[0] for k in chosen]
    more = replace(
        plain,
        values=tuple(replace(values, bodies=begin.ravel()) for values in plain.values),
        free=training.free.add_bodies([plant.robot.bodies[k].name for k in chosen]),
    )
    with_them = refine(more, ROUGHLY).training
    before, after = (
        replace(rest, values=fitted.values).compute_error() for fitted in (plain, with_them)
    )
    note = (
        f"on a part of the training log that no fit has seen, bodies of their own give"
        f" {1e3 * after:.3g} mrad, those of the file {1e3 * before:.3g}"
    )
    if after > LEAST * before:
        return None, f"{note}: the file's stay"
    return replace(training, values=with_them.values, free=more.free), note
