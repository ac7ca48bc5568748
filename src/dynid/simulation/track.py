"""A motion given by samples: a curve through them, with its derivatives."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.errors import InputError
from dynid.robot.closure import motion_array
from dynid.robot.geometry import Array
from dynid.robot.mechanism import Robot, listing

if TYPE_CHECKING:
    from scipy.interpolate import PPoly


def through(t: Array, q: Array, qd: Array, qdd: Array) -> PPoly:
    """The curve of polynomials of degree five that has q, qd, qdd (N, n) at the times t."""
    from scipy.interpolate import PPoly

    h = np.diff(t)[:, None]
    v, a = qd[:-1], qdd[:-1]
    # what the parabola of the start misses at the end of each piece
    d, e, f = q[1:] - q[:-1] - h * v - h**2 * a / 2, (qd[1:] - v - h * a) * h, (qdd[1:] - a) * h**2 / 2
    c3, c4, c5 = (10 * d - 4 * e + f) / h**3, (-15 * d + 7 * e - 2 * f) / h**4, (6 * d - 3 * e + f) / h**5
    return PPoly(np.stack([c5, c4, c3, a / 2, v, q[:-1]]), t)


@dataclass(frozen=True, eq=False)
class Track:
    """A motion through samples (N, n) of the joints; t = 0 of `at` is the first sample.

    Between them it is the polynomial that has the samples' q, qd, qdd (degree five) or q, qd (degree three) at both ends;
    with q alone a spline of degree five, whose acceleration is smooth as well.
    """

    joints: tuple[str, ...]
    t: Array
    q: Array
    qd: Array | None = None
    qdd: Array | None = None
    _curve: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        from scipy.interpolate import CubicHermiteSpline, make_interp_spline

        t = np.asarray(self.t, dtype=float)
        if t.ndim != 1 or len(t) < 2 or not (np.diff(t) > 0).all():
            raise InputError("motion: expected at least two samples with strictly increasing times t.")
        given = [("q", self.q), ("qd", self.qd), ("qdd", self.qdd if self.qd is not None else None)]
        arrays = [
            motion_array(x, len(self.joints), len(t), f"motion, {k}", self.joints) for k, x in given if x is not None
        ]
        if len(arrays) == 3:
            curve: Any = through(t, *arrays)
        elif len(arrays) == 2:
            curve = CubicHermiteSpline(t, *arrays)
        else:
            degree = min(5, len(t) - 1)
            curve = make_interp_spline(t, arrays[0], k=degree if degree % 2 else degree - 1)
        object.__setattr__(self, "_curve", curve)

    @property
    def duration(self) -> float:
        return float(self.t[-1] - self.t[0])

    def at(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """q, qd, qdd (N, n) at the times t (N,)."""
        times = np.clip(np.asarray(t, dtype=float) + self.t[0], self.t[0], self.t[-1])
        q, qd, qdd = (np.asarray(self._curve(times, nu=order)) for order in range(3))
        return q, qd, qdd


def read_track(path: str | os.PathLike[str], robot: Robot) -> Track:
    """A motion from a CSV file with the columns t, q_<joint> and, where given, qd_<joint>, qdd_<joint>."""
    if Path(path).suffix.lower() not in (".csv", ".txt"):
        raise InputError(f"cannot read a motion from '{path}'; expected a CSV file (.csv or .txt).")
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"'{path}' cannot be read as a motion ({error}); expected a CSV file.") from None
    names = [name.strip() for name in rows[0]] if rows else []
    needed = ["t", *(f"q_{joint}" for joint in robot.actuated)]
    if missing := [name for name in needed if name not in names]:
        raise InputError(
            f"'{path}': no column {listing(missing)}; it has {listing(names)}. Expected t and q_<joint> for every "
            f"actuated joint of '{robot.name}', and qd_<joint>, qdd_<joint> where known."
        )
    try:
        table = np.array([[float(x) for x in row] for row in rows[1:]]).reshape(-1, len(names))
    except ValueError as error:
        raise InputError(f"'{path}': is no table of numbers, a row for each sample ({error}).") from None
    columns = []
    for kind in ("q", "qd", "qdd"):
        wanted = [f"{kind}_{joint}" for joint in robot.actuated]
        columns.append(table[:, [names.index(name) for name in wanted]] if set(wanted) <= set(names) else None)
    assert columns[0] is not None
    return Track(robot.actuated, table[:, names.index("t")], columns[0], columns[1], columns[2])
