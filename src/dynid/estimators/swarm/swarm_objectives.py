"""The errors of many parameter vectors at once, for a swarm: sums of |e|, e^2 or Huber's function.

BLAS would write and read the residuals of all particles, rows x particles, at every step; the
kernel keeps one row of them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import dynid._native as native
from dynid.arrays import Array
from dynid.closed_chains.closing import THREADS
from dynid.estimators.separable.nonlinear import Nonlinear
from dynid.identification.joint_rows import JointRows
from dynid.identification.problem import Problem

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
