"""The types of arrays, and arrays that cannot be written to."""

from __future__ import annotations

from math import prod
from mmap import mmap
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
LINE = 64  # bytes of a cache line
Triple = tuple[Array, Array, Array]  #: positions, velocities, accelerations


def lined_arrays(**shapes: tuple[int, ...]) -> dict[str, Array]:
    """Zeros of these shapes that begin with a cache line each: vectors of a kernel that lie across
    two lines cost twice."""
    starts, total = {}, 0
    for name, shape in shapes.items():
        starts[name] = total
        total += -(-8 * prod(shape) // LINE) * LINE
    room = np.zeros(total // 8 + LINE // 8)
    first = -room.__array_interface__["data"][0] % LINE
    return {
        name: np.ndarray(shape, float, room, first + starts[name]) for name, shape in shapes.items()
    }


def lined_zeros(*shape: int) -> Array:
    """One of them."""
    room = np.zeros(prod(shape) + LINE // 8)
    return np.ndarray(shape, float, room, -room.__array_interface__["data"][0] % LINE)


def frozen_array(value: ArrayLike, kind: type = float) -> NDArray[Any]:
    """A read-only array, for the fields of frozen objects: a copy, unless nobody can write to the
    given one either."""
    if type(value) is np.ndarray and value.dtype == kind and _is_sealed(value):
        return value
    array: NDArray[Any] = np.array(value, dtype=kind)
    array.setflags(write=False)
    return array


def _is_sealed(array: NDArray[Any]) -> bool:
    """Whether the array, and the one it is a part of, can be written to by nobody. What belongs to
    others than arrays (a file of the user's, a buffer) may change."""
    owner = array.base if isinstance(array.base, np.ndarray) else array
    mapped = type(owner.base) is mmap and type(owner) is np.ndarray
    written = array.flags.writeable or owner.flags.writeable
    return not written and array.flags.c_contiguous and (owner.base is None or mapped)


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself, which its maker will write to no more: it can be handed over without a
    copy."""
    array.setflags(write=False)
    return array
