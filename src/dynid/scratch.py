"""Arrays that would fill the memory live in a file without a name, and are worked through block by
block: only the pages in use are held.

    x = empty((N, n))                       # in memory, or in such a file where it is large
    for part in blocks(len(x)):
        ... x[part] ...
        release(x[part])                    # its pages may leave the memory; they keep their values
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array

LARGE = 128_000_000  # bytes: larger arrays go to a file
BLOCK = 65_536  # rows that are worked on at a time,
TOGETHER = 100  # and single rows: of each, up to 2 MB around it come into memory
ROOMY = Path("/var/tmp")  # for large files; /tmp is often a part of the memory


def make_empty(shape: tuple[int, ...]) -> Array:
    """An array of floats, not filled. Where no file can be had, it is in memory."""
    size = 8 * int(np.prod(shape))
    if size <= LARGE or not hasattr(mmap, "MADV_DONTNEED"):
        return np.empty(shape)
    try:
        with tempfile.TemporaryFile(dir=_find_folder()) as file:
            os.posix_fallocate(file.fileno(), 0, size)  # a full disk is told here, not at a write
            return np.ndarray(shape, buffer=mmap.mmap(file.fileno(), size))
    except OSError:
        return np.empty(shape)


def _find_folder() -> str:
    roomy = "TMPDIR" not in os.environ and os.access(ROOMY, os.W_OK)
    return str(ROOMY) if roomy else tempfile.gettempdir()


def iterate_blocks(N: int, size: int = 0) -> Iterator[slice]:
    """Consecutive rows, BLOCK or so many at a time."""
    size = size or BLOCK
    for first in range(0, N, size):
        yield slice(first, min(first + size, N))


def release(*parts: NDArray[Any]) -> None:
    """Let the pages of some rows go, where they are those of a file."""
    for part in parts:
        owner: Any = part
        while isinstance(owner, np.ndarray) and isinstance(owner.base, np.ndarray):
            owner = owner.base
        file = getattr(owner, "base", None)
        if isinstance(file, memoryview):
            file = file.obj
        if isinstance(file, mmap.mmap) and part.size:
            first = part.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
            first -= first % mmap.PAGESIZE  # the neighbours on a shared page come back unasked
            last = min(first + part.nbytes + mmap.PAGESIZE, owner.nbytes)
            file.madvise(mmap.MADV_DONTNEED, first, last - first)


def copy_rows(x: NDArray[Any], at: slice | NDArray[np.int64]) -> NDArray[Any]:
    """A copy of some rows: far apart, each brings its neighbours into memory."""
    rows = np.arange(len(x))[at] if isinstance(at, slice) else at
    parts = []
    for part in iterate_blocks(len(rows), TOGETHER):
        parts.append(x[rows[part]])
        release(x)
    return np.concatenate(parts) if parts else x[rows]


def find_extremes(x: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The least and the largest of every column; nan where a column has one."""
    low, high = [], []
    for part in iterate_blocks(len(x)):
        low.append(x[part].min(axis=0))
        high.append(x[part].max(axis=0))
        release(x[part])
    return np.min(low, axis=0), np.max(high, axis=0)


def find_largest(x: NDArray[Any]) -> NDArray[Any]:
    """The largest magnitude in every column."""
    low, high = find_extremes(x)
    largest: NDArray[Any] = np.maximum(np.abs(low), np.abs(high))
    return largest
