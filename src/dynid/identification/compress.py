"""Rows compressed: for each joint j, W_j theta = y_j is reduced by QR to R_j theta = z_j and the
norm of what no theta can explain. Nothing that least squares needs is lost, and no digit either
(normal equations would lose half of them)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, one_blas_thread
from dynid.identification.regression_rows import Rows, Stream

STRETCHES, FEWEST = 10, 20  # of time, and samples of each


@dataclass(frozen=True, eq=False)
class JointBlock:
    """R theta[columns] = z, with residual: squared norm that no theta explains, and n rows."""

    joint: str
    columns: NDArray[np.int64]
    R: Array
    z: Array
    residual: float
    n: int
    #: squared norm of the torques
    square: float

    @property
    def whole(self) -> Array:
        """[R z; 0 sqrt(residual)], as it came out of the QR."""
        last = np.append(np.zeros(len(self.columns)), np.sqrt(self.residual))
        return np.vstack([np.column_stack([self.R, self.z]), last])


def compress(
    stream: Stream,
    joints: Sequence[str],
    pattern: NDArray[np.bool_],
    count: int = 1,
    part: Callable[[Rows], NDArray[np.int64]] | None = None,
) -> list[tuple[JointBlock, ...]]:
    """The blocks of all joints, in one pass: each thread stacks chunk after chunk under its own
    triangles and reduces again. With `part`, which tells the part (len,) of each row, those of each
    of `count` parts."""
    columns = [np.flatnonzero(acts) for acts in pattern]
    #: of every thread, its first sample, and the triangles of the parts and joints
    threads: dict[int, tuple[int, list[list[Array]]]] = {}
    lock = threading.Lock()
    n = np.zeros((count, len(columns)), dtype=np.int64)

    def reduce(rows: Rows) -> None:
        empty = [[np.zeros((0, len(c) + 1)) for c in columns] for _ in range(count)]
        _, R = threads.setdefault(threading.get_ident(), (int(rows.at[0]), empty))
        where = None if part is None else part(rows)
        for k in range(count) if where is None else np.unique(where):
            some = rows if where is None else rows.select_samples(where == k)
            for j, c in enumerate(columns):
                W, y = some.take_joint(j, c)
                R[k][j] = stack_and_reduce(R[k][j], W, y)
                with lock:
                    n[k, j] += len(y)

    with one_blas_thread():
        stream.map(reduce)
        # in the order of time, not of the threads: the same data give the same last digits
        triangles = [R for _, R in sorted(threads.values(), key=lambda thread: thread[0])]
        return [
            tuple(
                make_block(joint, c, [R[k][j] for R in triangles], n[k, j])
                for j, (joint, c) in enumerate(zip(joints, columns))
            )
            for k in range(count)
        ]


def compress_in_time(
    stream: Stream, joints: Sequence[str], pattern: NDArray[np.bool_]
) -> tuple[tuple[JointBlock, ...], tuple[tuple[JointBlock, ...], ...]]:
    """The blocks of all joints, and those of each of some stretches of time, in one pass."""
    edges, _ = split_stretches(stream.lengths)
    if len(edges) < 2:
        return compress(stream, joints, pattern)[0], ()

    def locate_rows(rows: Rows) -> NDArray[np.int64]:
        return np.searchsorted(edges, rows.at, side="right") - 1

    parts = compress(stream, joints, pattern, len(edges), locate_rows)
    with one_blas_thread():
        return tuple(map(merge_blocks, zip(*parts))), tuple(parts)


def split_stretches(lengths: Sequence[int]) -> tuple[Array, NDArray[np.int64]]:
    """First samples of about ten stretches of logs of these lengths, none across two logs, and the
    number of the log of each; none where there are few samples."""
    each = np.array(lengths, dtype=int)
    if each.sum() < FEWEST * STRETCHES:
        return np.zeros(0), np.zeros(0, dtype=int)
    count = max(1, round(STRETCHES / len(each)))
    first = np.cumsum(each) - each
    edges = first[:, None] + each[:, None] * np.arange(count) / count
    return edges.ravel(), np.repeat(np.arange(len(each)), count)


def merge_blocks(parts: Sequence[JointBlock]) -> JointBlock:
    """The block of all rows of several, exactly: their triangles stacked and reduced again."""
    columns = np.unique(np.concatenate([part.columns for part in parts]))
    stack = []
    for part in parts:
        place = np.append(np.searchsorted(columns, part.columns), len(columns))
        stack.append(np.zeros((len(place), len(columns) + 1)))
        stack[-1][:, place] = part.whole
    return make_block(parts[0].joint, columns, stack, sum(part.n for part in parts))


def make_block(
    joint: str, columns: NDArray[np.int64], stack: Sequence[Array], n: int
) -> JointBlock:
    """The block of n rows [W y], some of them reduced already; the diagonal of its triangle is
    positive, however often it was reduced."""
    T = compute_triangle(np.asfortranarray(np.vstack([np.zeros((0, len(columns) + 1)), *stack])))
    T *= np.where(np.diag(T) < 0, -1.0, 1.0)[:, None]
    residual, square = float(T[-1, -1] ** 2), float(T[:, -1] @ T[:, -1])
    return JointBlock(joint, columns, T[:-1, :-1], T[:-1, -1], residual, int(n), square)


def stack_and_reduce(R: Array, W: Array, y: Array) -> Array:
    """The triangle of [R; W' y], for W (k, len)."""
    A = np.empty((len(R) + len(y), len(W) + 1), order="F")
    A[: len(R)] = R
    A[len(R) :, :-1] = W.T
    A[len(R) :, -1] = y
    return compute_triangle(A)


def compute_triangle(A: Array) -> Array:
    """R (k, k) of the QR of A (m, k), filled up with zero rows where m < k."""
    from scipy.linalg.lapack import dgeqrf

    k = A.shape[1]
    out = np.zeros((k, k))
    if len(A):
        # scipy's default work space would make LAPACK go column by column
        R = dgeqrf(A, lwork=64 * k, overwrite_a=1)[0][:k]
        out[: len(R)] = np.triu(R)
    return out


def merge_triangles(blocks: Sequence[JointBlock], weights: Array, size: int) -> Array:
    """[R z; 0 rest] (size + 1, size + 1) of all joints' rows together, each times its weight.

    A joint of a tree sees the parameters of what it carries: its triangle is added to the lower
    right part of the whole one, the farthest joints first, and LAPACK's QR of two triangles makes
    use of the zeros of both.
    """
    from scipy.linalg.lapack import dtpqrt

    T = np.zeros((size + 1, size + 1), order="F")
    for block, weight in sorted(zip(blocks, weights), key=lambda pair: -_find_first(pair[0], size)):
        first, rows = _find_first(block, size), len(block.z)
        if not rows or not weight:
            continue
        B = np.zeros((rows, size + 1 - first), order="F")
        B[:, block.columns - first], B[:, -1] = weight * block.R, weight * block.z
        T[first:, first:] = dtpqrt(rows, min(32, B.shape[1]), T[first:, first:], B)[0]
    return np.triu(T)


def _find_first(block: JointBlock, size: int) -> int:
    return int(block.columns[0]) if len(block.columns) else size
