"""A problem cut into consecutive parts of its motion, each compressed, in one pass over the data;
and merged again."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.identify.problem import JointBlock, Problem, stack_and_reduce, triangle


def parts_of(problem: Problem, count: int) -> list[Problem]:
    """The problem on `count` consecutive parts of the data. Only what is compressed may be asked of
    them."""
    if problem.data is None:
        raise InputError("only a problem of a data set can be cut into parts of its motion.")
    N, n = len(problem.data), len(problem.joints)
    step = 1 if problem.data.thinning is None else problem.data.thinning.step
    columns = [np.flatnonzero(problem.pattern[j]) for j in range(n)]
    R = [[np.zeros((0, len(c) + 1)) for c in columns] for _ in range(count)]
    counts, lock = np.zeros((count, n), dtype=np.int64), threading.Lock()

    def reduce(start: int, Y: Array, tau: Array, use: NDArray[np.bool_]) -> None:
        part = np.minimum((start + step * np.arange(len(tau))) * count // N, count - 1)
        for k in np.unique(part):
            for j, c in enumerate(columns):
                rows = (part == k) & use[:, j]
                with lock:
                    R[k][j] = stack_and_reduce(
                        R[k][j], Y[j][problem.select[c]][:, rows], tau[rows, j]
                    )
                    counts[k, j] += int(rows.sum())

    problem.each(reduce)
    return [_with_triangles(problem, R[k], counts[k]) for k in range(count)]


def merged(problem: Problem, parts: Sequence[Problem]) -> Problem:
    """One problem of several parts."""
    whole = []
    for j in range(len(problem.joints)):
        blocks = [part.blocks[j] for part in parts]
        tops = [np.column_stack([b.R, b.z]) for b in blocks]
        lasts = [np.append(np.zeros(b.R.shape[1]), np.sqrt(b.residual))[None] for b in blocks]
        whole.append(triangle(np.concatenate([*tops, *lasts])))
    counts = np.sum([[b.n for b in part.blocks] for part in parts], axis=0)
    return _with_triangles(problem, whole, counts)


def _with_triangles(
    problem: Problem, triangles: Sequence[Array], counts: NDArray[np.int64]
) -> Problem:
    part = copy(problem)
    blocks = tuple(
        JointBlock(
            old.joint,
            old.columns,
            R=T[:-1, :-1],
            z=T[:-1, -1],
            residual=float(T[-1, -1] ** 2),
            n=int(n),
            square=float(np.sum(T[:, -1] ** 2)),
        )
        for old, T, n in zip(problem.blocks, (np.asarray(triangle(t)) for t in triangles), counts)
    )
    object.__setattr__(part, "blocks", blocks)
    return part
