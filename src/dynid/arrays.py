"""The types of arrays, and arrays that cannot be written to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import isfinite, prod
from mmap import mmap
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.errors import InputError, require, shorten

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
LINE = 64  # bytes of a cache line
Triple = tuple[Array, Array, Array]  #: positions, velocities, accelerations


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """BLAS in one thread: of small matrices more threads only wait for each other, and where dynid
    has threads of its own they would fight for the cores."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield


def make_aligned_zeros(*shape: int) -> Array:
    """Zeros that begin with a cache line: vectors of a kernel that lie across two lines cost
    twice."""
    room = np.zeros(prod(shape) + LINE // 8)
    return np.ndarray(shape, float, room, -room.__array_interface__["data"][0] % LINE)


def is_finite_number(value: object) -> bool:
    """Whether it is one number, not nan or infinite; whatever else it may be."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return isfinite(float(value))
    except OverflowError:  # a whole number beyond 1e308
        return False


def make_random_generator(seed: object) -> np.random.Generator:
    """NumPy's, of a seed that a user gave."""
    if isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 0:
        raise InputError(f"got seed {shorten(seed)}, expected a whole number, 0 or more.")
    return np.random.default_rng(int(seed))


def freeze_array(value: ArrayLike, kind: type = float) -> NDArray[Any]:
    """A read-only array, for the fields of frozen objects: a copy, unless nobody can write to the
    given one either."""
    if type(value) is np.ndarray and value.dtype == kind and _is_sealed(value):
        return value
    array: NDArray[Any] = np.array(value, dtype=kind)
    array.setflags(write=False)
    return array


def check_array_shape(
    value: ArrayLike, shape: tuple[int | None, ...], what: str, kind: type = float
) -> NDArray[Any]:
    """`freeze_array` of this shape, refused with a sentence if it is of another; None: any
    length."""
    try:
        with np.errstate(invalid="ignore"):  # nan as a whole number is a negative one
            array = freeze_array(value, kind)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{what}: is no array of numbers ({error}).") from None
    if len(array.shape) != len(shape) or any(
        b not in (None, a) for a, b in zip(array.shape, shape)
    ):
        expected = str(shape).replace("None", "N")
        raise InputError(f"{what}: got an array of shape {array.shape}, expected {expected}.")
    return array


def check_array_shapes(
    given: Mapping[str, ArrayLike], shape: tuple[int | None, ...], what: str
) -> dict[str, NDArray[Any]]:
    """Such arrays by name."""
    require(what, given, (dict, Mapping), "{name: array}")
    return {name: check_array_shape(x, shape, f"{what} '{name}'") for name, x in given.items()}


def _is_sealed(array: NDArray[Any]) -> bool:
    """Whether the array, and the one it is a part of, can be written to by nobody. What belongs to
    others than arrays (a file of the user's, a buffer) may change."""
    owner = array.base if isinstance(array.base, np.ndarray) else array
    holder: object = owner.base
    mapped = type(holder) is mmap and type(owner) is np.ndarray
    written = array.flags.writeable or owner.flags.writeable
    return not written and array.flags.c_contiguous and (holder is None or mapped)


def seal_array(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself, which its maker will write to no more: it can be handed over without a
    copy."""
    array.setflags(write=False)
    return array
