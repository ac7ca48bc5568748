"""The motion of all coordinates of a robot, and how arrays of motion are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, listing
from dynid.robot.mechanism import Robot


@dataclass(frozen=True, eq=False)
class Motion:
    """The motion of all coordinates, samples first, in the order of `robot.coordinates`.

    G = dq/dq_i (coordinates, independent ones, samples) and its rate; None for a tree, all of whose
    are independent. `given` names the independent coordinates, where they are not the actuated
    ones. channels: what laws read beside it, (N, actuated ones) by name.
    """

    robot: Robot
    q: Array
    qd: Array
    qdd: Array
    G: Array | None = None
    G_rate: Array | None = None
    margin: Array | None = None
    given: tuple[str, ...] = ()
    channels: Mapping[str, Array] = field(default_factory=dict)

    def __repr__(self) -> str:
        return (
            f"Motion({self.robot.name!r}, {self.q.shape[0]} samples, {self.q.shape[1]} coordinates)"
        )


def motion_array(
    value: ArrayLike | None, columns: int, samples: int | None, what: str, names: Sequence[str]
) -> Array:
    """A checked (N, columns) array; None means zeros, and one sample may be given as (columns,)."""
    if value is None:
        return np.zeros((samples or 0, columns))
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{what}: got {type(value).__name__}, expected an array of numbers ({error})."
        ) from None
    if array.ndim == 1 and columns > 0 and array.size == columns and samples in (None, 1):
        array = array[None, :]
    if (
        array.ndim != 2
        or array.shape[1] != columns
        or (samples is not None and array.shape[0] != samples)
    ):
        expected = f"({samples if samples is not None else 'N'}, {columns})"
        raise InputError(
            f"{what}: got an array of shape {array.shape}, expected {expected}, one column each for"
            f" {listing(names)}."
        )
    if not np.isfinite(array).all():
        bad = ~np.isfinite(array)
        row, column = np.argwhere(bad)[0]
        raise InputError(
            f"{what}: {int(bad.sum())} values are nan or infinite, the first at sample {row},"
            f" '{names[column]}'; expected finite numbers: cut or interpolate those samples."
        )
    # the kernels are compiled for such arrays only
    return array if array.flags.carray else np.require(array, requirements=["C", "W"])
