"""The types of arrays, and arrays that cannot be written to."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Triple = tuple[Array, Array, Array]  #: positions, velocities, accelerations


def frozen_array(value: ArrayLike, kind: type = float) -> NDArray[Any]:
    """A read-only array, for the fields of frozen objects: a copy, unless nobody can write to the
    given one either."""
    given = isinstance(value, np.ndarray) and value.base is None and value.dtype == kind
    if given and not value.flags.writeable:  # type: ignore[union-attr]
        return value  # type: ignore[return-value]
    array: NDArray[Any] = np.array(value, dtype=kind)
    array.setflags(write=False)
    return array


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself, which its maker will write to no more: it can be handed over without a
    copy."""
    array.setflags(write=False)
    return array
