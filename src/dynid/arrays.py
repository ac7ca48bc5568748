"""The types of arrays, and arrays that cannot be written to."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Triple = tuple[Array, Array, Array]  #: positions, velocities, accelerations


def frozen_array(value: ArrayLike) -> Array:
    """A read-only float copy, for the fields of frozen objects."""
    array = np.array(value, dtype=float)
    array.setflags(write=False)
    return array
