"""ParticleSwarm(): Kim 2022's search, for any model of this package and three objectives.

Particles x_i with velocities v_i, their own best places b_i, and the best place s_i among the
neighbours' present ones:

    v_i <- c0 v_i + c1 r1 (b_i - x_i) + c2 r2 (s_i - x_i),   x_i <- x_i + v_i
    (34), (35)

with r1, r2 uniform in [0, 1], one number a particle and step. The neighbours of particle i are
those numbered i - Ns/2 ... i + Ns/2, cyclically (32); in the classical form (A15), s is the best
place that any particle has ever seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import dynid._native as native
from dynid.arrays import Array, make_random_generator
from dynid.closed_chains.closing import THREADS
from dynid.errors import DynidError, InputError, join_names
from dynid.estimators.least_squares import OLS
from dynid.estimators.robust import compute_median_deviation
from dynid.estimators.separable.nonlinear import Nonlinear
from dynid.estimators.separable.projection import Projection, compute_uncertainty
from dynid.identification.covariance import compute_covariance
from dynid.identification.estimate_text import format_changed_settings
from dynid.identification.estimator_base import Estimator, Fit, Minimum
from dynid.identification.joint_rows import JointRows, collect_rows_by_joint
from dynid.identification.linear import compute_pseudo_inverse
from dynid.identification.problem import Problem
from dynid.identification.trace import Trace

WHO = "ParticleSwarm"
THRESHOLD = 1.345  # of Huber's function, in deviations, as Huber() has it
FASTER = {"l1": "L1(), a linear program,", "l2": "OLS()", "huber": "Huber()"}
# standard deviations of least squares, or once the value, around which an unbounded parameter
# starts
WIDTH = 10.0
PROGRESS = 1e-9  # relative gain of the objective that still counts as progress


@dataclass(frozen=True, repr=False)
class ParticleSwarm(Estimator):
    """Search of the smallest sum of errors by a swarm; the constants of effects (Stribeck's vs, w1,
    w2) are searched along.

    Parameters
    ----------
    particles
        N_p
    neighbours
        N_s; None is the classical swarm, in which all know the best
    iterations
        steps; fewer where the best has not moved for `stagnation` of them
    c0
        part of its velocity that a particle keeps
    c1
        pull of its own best place
    c2
        pull of the best place of its neighbours
    objective
        "l1" (33), "l2", "huber" (residuals in deviations of their joint, by the median of OLS's)
    bounds
        {"joint1.viscous": (0, 5)} or one pair a parameter, in the order of problem.names (then the
        constants'); particles start within and stay. A parameter without any starts within its OLS
        value +/- the larger of ten standard deviations and the value itself, and is free to leave;
        a shape stays within `Effect.ranges`, log-spaced
    start
        values of theta that one particle starts with
    stagnation
        iterations without a better place that end the search; None: never
    seed
        of the random numbers
    """

    particles: int = 300
    neighbours: int | None = 60
    iterations: int = 1000
    c0: float = 0.72984
    c1: float = 1.49618
    c2: float = 1.49618
    objective: Literal["l1", "l2", "huber"] = "l1"
    bounds: Mapping[str, tuple[float, float]] | Sequence[tuple[float, float]] | None = None
    start: Sequence[float] | None = None
    stagnation: int | None = None
    seed: int = 0

    def __repr__(self) -> str:
        return format_changed_settings(self)

    @classmethod
    def adapt_to(cls, problem: Problem) -> ParticleSwarm | None:
        """Squares, on the compressed problem; where effects have constants it would take
        minutes."""
        nonlinear = problem.model is not None and problem.model.searchable
        return None if nonlinear else cls(objective="l2")

    def fit(self, problem: Problem) -> Fit:
        self._check()
        bounds = self._collect_bounds(problem)
        nonlinear = None
        if problem.model is not None and problem.model.searchable:
            ranges = {
                name: pair for name, pair in bounds.items() if name in problem.model.searchable
            }
            nonlinear = Nonlinear(problem, WHO, None, ranges)
        region = self._make_region(problem, bounds, nonlinear)
        with ThreadPoolExecutor(THREADS) as pool:
            best, trace = self._search(self._make_objective(problem, nonlinear, pool), region)
        notes = [self._note(trace)]
        if trace.dropped:
            notes.append(
                f"{trace.dropped} of {self.particles} particles dropped: their objective was not"
                " finite"
            )
        if nonlinear is None:
            notes.append(
                f"the model is linear in its parameters: {FASTER[self.objective]} finds this"
                " optimum at once"
            )
        return self._make_fit(problem, nonlinear, best, trace, tuple(notes))

    def _check(self) -> None:
        if self.particles < 2 or self.iterations < 1:
            raise InputError(
                f"{WHO}: got {self.particles} particles and {self.iterations} iterations, expected"
                " at least 2 and 1."
            )
        n = self.neighbours
        if n is not None and not (0 < n < self.particles and n % 2 == 0):
            raise InputError(
                f"{WHO}: got {n} neighbours, expected an even number below the {self.particles}"
                " particles, or None for the classical swarm."
            )
        if self.objective not in FASTER:
            raise InputError(
                f"{WHO}: got objective {self.objective!r}, expected one of {join_names(FASTER)}."
            )
        if not all(np.isfinite(c) and c >= 0 for c in (self.c0, self.c1, self.c2)):
            raise InputError(
                f"{WHO}: got c0, c1, c2 = {self.c0}, {self.c1}, {self.c2}, expected numbers >= 0."
            )
        if self.stagnation is not None and self.stagnation < 1:
            raise InputError(
                f"{WHO}: got stagnation {self.stagnation}, expected at least 1 iteration, or None."
            )

    def _collect_bounds(self, problem: Problem) -> dict[str, tuple[float, float]]:
        """Bounds by the names of theta and constants; a sum may be named by its first term."""
        constants = tuple(problem.model.searchable) if problem.model else ()
        names = (*problem.names, *constants)
        given = self.bounds if self.bounds is not None else {}
        if not isinstance(given, Mapping):
            if len(given) not in (len(problem.names), len(names)):
                raise InputError(
                    f"{WHO}: got {len(given)} bounds, expected {len(names)} pairs (low, high),"
                    " one per parameter, or a dictionary by name."
                )
            given = dict(zip(names, given))
        short = {name.split(" ")[0]: name for name in names}
        out = {}
        for name, pair in given.items():
            full = name if name in names else short.get(name)
            if full is None:
                raise InputError(
                    f"{WHO}: bounds for '{name}', which is no parameter; there are"
                    f" {join_names(names, 20)}."
                )
            if np.shape(pair) != (2,) or not (np.isfinite(pair).all() and pair[0] < pair[1]):
                raise InputError(
                    f"{WHO}: got bounds {pair} for '{name}', expected (low, high), finite and low <"
                    " high."
                )
            out[full] = (float(pair[0]), float(pair[1]))
        return out

    def _make_region(
        self, problem: Problem, bounds: dict[str, tuple[float, float]], nonlinear: Nonlinear | None
    ) -> Region:
        low, high, hard = (
            np.zeros(problem.size),
            np.zeros(problem.size),
            np.ones(problem.size, dtype=bool),
        )
        if not set(problem.names) <= set(bounds):
            fit = OLS().fit(problem)
            white = np.ones(len(problem.joints))
            std = np.sqrt(np.diag(compute_covariance(problem, fit, white, blocks=False)[0]))
            half = np.maximum(WIDTH * std, np.abs(fit.theta))
            low, high, hard = fit.theta - half, fit.theta + half, ~hard
        for k, name in enumerate(problem.names):
            if name in bounds:
                low[k], high[k], hard[k] = *bounds[name], True
        start = None if self.start is None else np.asarray(self.start, dtype=float)
        if start is not None:
            if start.shape != (problem.size,) or not np.isfinite(start).all():
                raise InputError(
                    f"{WHO}: got a start of shape {start.shape}, expected {problem.size} finite"
                    " numbers."
                )
            out = hard & ((start < low) | (start > high))
            if out.any():
                what = [
                    f"{problem.names[k]} = {start[k]:g} not in {low[k]:g} .. {high[k]:g}"
                    for k in np.flatnonzero(out)
                ]
                raise InputError(
                    f"{WHO}: the bounds exclude the start: {join_names(what, 4)}. Widen them."
                )
        if nonlinear is None:
            return Region(low, high, hard, start)
        start = (
            None
            if start is None
            else np.append(start, np.log(np.clip(nonlinear.start, nonlinear.low, nonlinear.high)))
        )
        constants = np.ones(len(nonlinear.names), dtype=bool)
        return Region(
            np.append(low, np.log(nonlinear.low)),
            np.append(high, np.log(nonlinear.high)),
            np.append(hard, constants),
            start,
        )

    def _make_objective(
        self, problem: Problem, nonlinear: Nonlinear | None, pool: ThreadPoolExecutor
    ) -> Objective:
        if self.objective == "l2" and nonlinear is None:
            return make_squares(problem)
        scale = np.ones(len(problem.joints))
        if self.objective == "huber":
            W, y = problem.stack_rows()
            scale = compute_median_deviation(problem, compute_pseudo_inverse(W)[0] @ y)
            scale = np.where(scale > 0, scale, scale.max() if scale.max() > 0 else 1.0)
        rows = collect_rows_by_joint(problem, WHO)
        if nonlinear is None:
            return make_sums(rows, scale, THRESHOLD if self.objective == "huber" else 0.0, pool)
        rho = {
            "l1": lambda e: float(np.abs(e).sum()),
            "l2": lambda e: float(e @ e),
            "huber": make_huber(THRESHOLD),
        }
        return make_shaped_sums(rows, nonlinear, scale, rho[self.objective], pool)

    def _search(self, objective: Objective, region: Region) -> tuple[Array, Trace]:
        """Steps 0 to 2."""
        rng = make_random_generator(self.seed)
        x, v = region.sample(rng, self.particles), np.zeros((self.particles, len(region.low)))
        alive, f = np.ones(self.particles, dtype=bool), np.empty(self.particles)
        own, own_f = x.copy(), np.full(self.particles, np.inf)
        around = None
        if self.neighbours is not None:
            offsets = np.arange(-self.neighbours // 2, self.neighbours // 2 + 1)
            around = (np.arange(self.particles)[:, None] + offsets) % self.particles
        history: list[float] = []
        while True:
            f[:] = np.inf
            f[alive] = objective(x[alive])
            alive = alive & np.isfinite(f)
            if not alive.any():
                raise DynidError(
                    f"{WHO}: no particle has a finite objective any more, after {len(history)}"
                    " iterations; check the bounds, and the effects for these values."
                )
            f[~alive] = np.inf
            better = f < own_f
            own[better], own_f[better] = x[better], f[better]
            history.append(float(own_f.min()))
            if len(history) > self.iterations or self._has_stagnated(history):
                break
            leader = (
                own[own_f.argmin()]
                if around is None
                else x[around[np.arange(len(x)), f[around].argmin(axis=1)]]
            )
            r1, r2 = rng.random((2, self.particles, 1))
            v = self.c0 * v + self.c1 * r1 * (own - x) + self.c2 * r2 * (leader - x)
            x, v = region.keep(x + v, v)
        dropped = int((~alive).sum())
        return own[own_f.argmin()], Trace(self.objective, tuple(history), dropped)

    def _has_stagnated(self, history: list[float]) -> bool:
        k = self.stagnation
        return (
            k is not None and len(history) > k and history[-1] >= history[-1 - k] * (1 - PROGRESS)
        )

    def _note(self, trace: Trace) -> str:
        done = len(trace) - 1
        early = "" if done == self.iterations else f", the last {self.stagnation} without progress"
        return (
            f"{done} iterations of {self.particles} particles{early}: the objective is"
            f" {trace.best[-1]:.6g}"
        )

    def _make_fit(
        self,
        problem: Problem,
        nonlinear: Nonlinear | None,
        best: Array,
        trace: Trace,
        notes: tuple[str, ...],
    ) -> Fit:
        # pi/2: the variance of a median against that of a mean, for normal errors
        factor = np.pi / 2 if self.objective == "l1" else 1.0
        notes = (
            *notes,
            f"intervals are those of least squares{', variance times pi/2' if factor > 1 else ''}",
        )
        theta, least = best[: problem.size], Minimum(trace.best[-1], len(trace) - 1)
        if nonlinear is None:
            _, gain, _ = compute_pseudo_inverse(problem.stack_rows()[0])
            return Fit(theta, gain * np.sqrt(factor), notes=notes, trace=trace, minimum=least)
        s, free = np.exp(best[problem.size :]), np.ones(len(nonlinear.names), dtype=bool)
        final = nonlinear.make_problem(s)
        reduced = Projection(problem, nonlinear, WHO).reduce_rows(np.log(s))
        known = compute_uncertainty(reduced, final, theta, s, free, np.ones(len(problem.joints)))
        std = dict(zip(nonlinear.names, map(float, np.sqrt(factor) * known.constants_std)))
        return Fit(
            theta,
            notes=notes,
            trace=trace,
            minimum=least,
            covariance=factor * known.covariance,
            problem=final,
            constants_std=std,
        )


@dataclass(frozen=True, eq=False)
class Region:
    """Where particles start, and which coordinates they must not leave."""

    low: Array
    high: Array
    hard: NDArray[np.bool_]
    start: Array | None

    def sample(self, rng: np.random.Generator, count: int) -> Array:
        x = rng.uniform(self.low, self.high, (count, len(self.low)))
        if self.start is not None:
            x[0] = self.start
        return x

    def keep(self, x: Array, v: Array) -> tuple[Array, Array]:
        """Back to the bounds, without the velocity that led out."""
        out = self.hard & ((x < self.low) | (x > self.high))
        return np.where(out, np.clip(x, self.low, self.high), x), np.where(out, 0.0, v)


# ---- The errors of many parameter vectors at once, for a swarm: sums of |e|, e^2 or Huber's
# function.
#
# BLAS would write and read the residuals of all particles, rows x particles, at every step; the
# kernel keeps one row of them.

SMALL = 100_000  # multiplications a thread, below which starting it costs more than it saves
#: objectives (particles,) of parameter vectors (particles, theta and log constants)
Objective = Callable[[Array], Array]


def make_squares(problem: Problem) -> Objective:
    """|y - W theta|^2 on the compressed problem: exact, at a cost that does not depend on the
    number of samples."""
    W, y = problem.stack_rows()
    rest = sum(block.residual for block in problem.blocks)
    return lambda X: rest + np.sum((y[:, None] - W @ X.T) ** 2, axis=0)


def make_sums(
    rows: list[JointRows], scale: Array, threshold: float, pool: ThreadPoolExecutor
) -> Objective:
    """sum rho(e / scale of the joint) over all rows: rho(e) = |e| where threshold is 0, else
    Huber's."""
    tasks: list[list[tuple[Any, ...]]] = [[] for _ in range(THREADS)]
    for joint, s in zip(rows, scale):
        parts = np.array_split(np.arange(len(joint.y)), THREADS)
        for task, part in zip(tasks, parts):
            task.append(
                (np.ascontiguousarray(joint.W[:, part].T / s), joint.y[part] / s, joint.columns)
            )
    work = sum(W.size for W, _, _ in tasks[0])

    def add(task: list[tuple[Any, ...]], T: Array) -> Array:
        out = np.zeros(T.shape[1])
        for W, y, columns in task:
            native.sum_errors(W, y, T[columns], threshold, out)
        return out

    def evaluate(X: Array) -> Array:
        T = np.ascontiguousarray(X.T)
        few = work * len(X) < SMALL
        parts = [add(x, T) for x in tasks] if few else list(pool.map(lambda x: add(x, T), tasks))
        costs: Array = np.sum(parts, axis=0)
        return costs

    return evaluate


def make_shaped_sums(
    rows: list[JointRows],
    nonlinear: Nonlinear,
    scale: Array,
    rho: Callable[[Array], float],
    pool: ThreadPoolExecutor,
) -> Objective:
    """The same for any rho (of all residuals of a joint) where columns change with the constants:
    computed for every particle."""
    size = nonlinear.problem.size
    edges = [
        (e, [int(np.flatnonzero(rows[n.joint].columns == n.theta)[0]) for n in e.entries])
        for e in nonlinear.effects
    ]

    def evaluate_one(x: Array, W: list[Array]) -> float:
        for (e, values), (_, places) in zip(nonlinear.split_by_effect(np.exp(x[size:])), edges):
            for entry, place, column in zip(
                e.entries, places, nonlinear.compute_columns(e, values)
            ):
                W[entry.joint][place] = column
        return sum(rho((joint.y - x[joint.columns] @ w) / s) for joint, w, s in zip(rows, W, scale))

    def evaluate_some(X: Array) -> list[float]:
        W = [joint.W.copy() for joint in rows]
        return [evaluate_one(x, W) for x in X]

    def evaluate(X: Array) -> Array:
        return np.concatenate(
            list(pool.map(evaluate_some, np.array_split(X, min(THREADS, len(X)))))
        )

    return evaluate


def make_huber(threshold: float) -> Callable[[Array], float]:
    """Huber's function, summed."""

    def evaluate(e: Array) -> float:
        size = np.abs(e)
        inside = np.minimum(size, threshold)
        return float(np.sum(inside * (size - 0.5 * inside)))

    return evaluate
