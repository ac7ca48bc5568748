"""The motion of all coordinates of a robot, and how arrays of motion are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, join_names, require
from dynid.robot.mechanism import Robot

NUMBERS = "biufO"  # kinds of NumPy's types; of objects each must be one


@dataclass(frozen=True, eq=False)
class Motion:
    """The motion of all coordinates, samples first, in the order of `robot.coordinates`.

    All have the same samples: to take some of them, take them of each.

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, coordinates) positions
    qd
        (N, coordinates) velocities
    qdd
        (N, coordinates) accelerations
    G
        dq/dq_i (coordinates, independent ones, N); None for a tree, all of whose coordinates are
        independent
    G_rate
        dG/dt, shaped as G, where it was computed
    margin
        (N,) distance to a singularity of the loops
    given
        the independent coordinates, where they are not the actuated ones
    channels
        what laws read in addition to the motion, (N, actuated ones) by name
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

    def __post_init__(self) -> None:
        require("Motion", self.robot, Robot, "close(robot, q), which returns a Motion")
        if self._is_plain():
            return
        for name in ("q", "qd", "qdd", "G", "G_rate", "margin"):
            value = getattr(self, name)
            if value is not None or name in ("q", "qd", "qdd"):
                object.__setattr__(self, name, number_array(value, f"motion, {name}"))
        N, n_c = len(np.atleast_1d(self.q)), len(self.robot.coordinates)
        for name, array in (("q", self.q), ("qd", self.qd), ("qdd", self.qdd)):
            check_shape(array, (N, n_c), f"motion, {name}")
        for name, gains in (("G", self.G), ("G_rate", self.G_rate)):
            if gains is not None and gains.size:
                independent = gains.shape[1] if gains.ndim == 3 else self.robot.dof
                check_shape(gains, (n_c, independent, N), f"motion, {name}")
        if self.margin is not None:
            check_shape(self.margin, (N,), "motion, margin")
        for name, channel in self.channels.items():
            check_shape(channel, (N, self.robot.dof), f"motion, channel '{name}'")

    @property
    def has_loops(self) -> bool:
        """Whether coordinates depend on others, as G says; that of a tree may be empty too."""
        return self.G is not None and np.size(self.G) > 0

    @property
    def gains(self) -> Array | None:
        """G of the samples of q; None for a tree."""
        return self.G[:, :, : len(self.q)] if self.G is not None and self.has_loops else None

    def _is_plain(self) -> bool:
        """Whether all arrays fit at a glance: those of a tree, of many single samples."""
        q, qd, qdd = self.q, self.qd, self.qdd
        if self.margin is not None or self.channels or self.has_loops:
            return False
        if self.G_rate is not None and np.size(self.G_rate):
            return False
        arrays = type(q) is type(qd) is type(qdd) is np.ndarray
        return (
            arrays
            and q.dtype == qd.dtype == qdd.dtype == float
            and q.shape == qd.shape == qdd.shape == (len(q), len(self.robot.coordinates))
        )

    def __repr__(self) -> str:
        return (
            f"Motion({self.robot.name!r}, {self.q.shape[0]} samples, {self.q.shape[1]} coordinates)"
        )


def check_motion_array(
    value: ArrayLike | None, columns: int, samples: int | None, what: str, names: Sequence[str]
) -> Array:
    """A checked (N, columns) array; None means zeros, and one sample may be given as (columns,)."""
    if value is None:
        return np.zeros((samples or 0, columns))
    array = number_array(value, what)
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
            f" {join_names(names)}."
        )
    bad = ~np.isfinite(array)
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise InputError(
            f"{what}: {int(bad.sum())} values are nan or infinite, the first at sample {row},"
            f" '{names[column]}'; expected finite numbers: cut or interpolate those samples."
        )
    return as_kernel_array(array)


def number_array(value: ArrayLike | None, what: str) -> Array:
    """An array of float64; as it is, where it is one."""
    if type(value) is np.ndarray and value.dtype == float:
        return value
    try:
        array = np.asarray(value)
        if array.dtype.kind not in NUMBERS:
            raise TypeError(f"of the type {array.dtype}")
        return array.astype(float, copy=False)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{what}: got {type(value).__name__}, expected an array of numbers ({error})."
        ) from None


def check_shape(array: ArrayLike, shape: tuple[int, ...], what: str) -> None:
    if np.shape(array) != shape:
        raise InputError(f"{what}: got an array of shape {np.shape(array)}, expected {shape}.")


def as_kernel_array(array: Array) -> Array:
    """The same in memory as the kernels are compiled for: a copy, where it is not so already."""
    if array.flags.c_contiguous and array.flags.aligned and array.dtype == float:
        return array
    return np.require(array, dtype=float, requirements=["C", "A"])
