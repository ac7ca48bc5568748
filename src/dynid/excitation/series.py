"""Families of trajectories that are linear in their coefficients: x(t) = basis(t) c, derivatives
exact.

A series says how a motion may look; `Trajectory` is a series with coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, is_finite_number
from dynid.errors import InputError, shorten

COORDINATES = ("actuated", "task")
SHORTEST, LONGEST = 1e-6, 1e9  # s: what no robot and no engineer has the time for
HIGHEST = 10_000  # harmonics or segments: more is a mistake in units


def _check_positive(what: str, value: float, unit: str) -> None:
    if not (is_finite_number(value) and SHORTEST <= value <= LONGEST):
        raise InputError(
            f"{what} {shorten(value)}, expected a positive number of {unit} ({SHORTEST:g} to"
            f" {LONGEST:g})."
        )


def _check_whole(what: str, value: int, least: int, why: str) -> None:
    if not (isinstance(value, (int, np.integer)) and least <= value <= HIGHEST):
        raise InputError(f"{what} {value!r}, expected a whole number from {least} on: {why}.")


def _check_coordinates(shape: str, value: str) -> None:
    if value not in COORDINATES:
        raise InputError(
            f"{shape}: got coordinates '{value}', expected one of {', '.join(COORDINATES)}."
        )


@dataclass(frozen=True)
class Fourier:
    """x(t) = b_0 + sum_k a_k sin(k w t) + b_k cos(k w t),  w = 2 pi / period: Gnad (8).

    Coefficients are in the order b_0, a_1 .. a_h, b_1 .. b_h.

    Parameters
    ----------
    period
        [s]
    harmonics
        their number h
    coordinates
        "actuated", or "task": those of `robot.task`, brought to the motors by inverse kinematics
    rest
        velocity and acceleration vanish at both ends: sum k a_k = 0, sum k^2 b_k = 0
    """

    period: float = 10.0
    harmonics: int = 5
    coordinates: str = "actuated"
    rest: bool = False

    def __post_init__(self) -> None:
        _check_positive("Fourier: got period", self.period, "seconds")
        least, why = (
            (2, "a start at rest takes two") if self.rest else (1, "no harmonic is no motion")
        )
        _check_whole("Fourier: got harmonics", self.harmonics, least, why)
        _check_coordinates("Fourier", self.coordinates)

    def __str__(self) -> str:
        """As it was made; a period that was found has more digits than anyone can set."""
        return (
            f"Fourier(period={self.period:.6g}, harmonics={self.harmonics},"
            f" coordinates={self.coordinates!r}, rest={self.rest})"
        )

    @property
    def duration(self) -> float:
        return self.period

    @property
    def size(self) -> int:
        """Coefficients of one coordinate."""
        return 2 * self.harmonics + 1

    @property
    def waves(self) -> int:
        """How often the fastest part swings in the duration."""
        return self.harmonics

    @property
    def constant(self) -> Array:
        """(size,) the coefficients of x(t) = 1."""
        one: Array = np.eye(self.size)[0]
        return one

    def compute_basis(self, t: ArrayLike, order: int = 0) -> Array:
        """(N, size): the derivative of this order of the functions that the coefficients
        multiply."""
        w = 2 * np.pi / self.period * np.arange(1, self.harmonics + 1)
        angle = (
            np.outer(np.asarray(t, dtype=float), w) + order * np.pi / 2
        )  # each derivative turns by a quarter
        constant = np.full((len(angle), 1), 1.0 if order == 0 else 0.0)
        return np.hstack([constant, w**order * np.sin(angle), w**order * np.cos(angle)])

    @property
    def free(self) -> Array:
        """Z (size, free ones), orthonormal: c = Z y holds the conditions at the ends for any y."""
        if not self.rest:
            return np.eye(self.size)
        k = np.arange(1, self.harmonics + 1)
        ends = np.zeros((2, self.size))
        ends[0, 1 : self.harmonics + 1], ends[1, self.harmonics + 1 :] = k, k**2
        return np.linalg.svd(ends)[2][2:].T

    def make_coefficients(
        self, offset: ArrayLike, a: ArrayLike, b: ArrayLike, velocity: bool = False
    ) -> Array:
        """(size, n) from an offset (n,) and a, b (n, harmonics) as tables print them.

        With `velocity` they are coefficients of the velocity, Diaz-Rodriguez (16),
        Rodriguez-Angeles (43): x = x_0 + sum a_k / (k w) sin(k w t) - b_k / (k w) cos(k w t).
        """
        x_0 = np.atleast_1d(np.asarray(offset, dtype=float))
        A, B = (np.atleast_2d(np.asarray(x, dtype=float)) for x in (a, b))
        if A.shape != (len(x_0), self.harmonics) or B.shape != A.shape:
            raise InputError(
                f"Fourier: got an offset {x_0.shape}, a {A.shape} and b {B.shape}, expected (n,)"
                f" and twice (n, {self.harmonics}): a row for each coordinate, a column for each"
                " harmonic."
            )
        if velocity:
            w = 2 * np.pi / self.period * np.arange(1, self.harmonics + 1)
            A, B = A / w, -B / w
        return np.vstack([x_0, A.T, B.T])

    def to_dict(self) -> dict[str, Any]:
        return {
            "shape": "fourier",
            "period": self.period,
            "harmonics": self.harmonics,
        } | self._list_options()

    def _list_options(self) -> dict[str, Any]:
        return {"coordinates": self.coordinates, "rest": self.rest}


@dataclass(frozen=True)
class BSpline:
    """A spline of equal segments that starts and ends at rest (velocity and acceleration zero), at
    poses of its own.

    Coefficients are its control points, the first three equal and the last three equal.

    Parameters
    ----------
    duration
        [s]
    segments
        their number
    degree
        of the polynomials
    coordinates
        "actuated", or "task": those of `robot.task`, brought to the motors by inverse kinematics
    """

    duration: float = 10.0
    segments: int = 12
    degree: int = 5
    coordinates: str = "actuated"

    def __post_init__(self) -> None:
        _check_positive("BSpline: got duration", self.duration, "seconds")
        _check_whole("BSpline: got degree", self.degree, 3, "accelerations must be continuous")
        _check_whole(
            "BSpline: got segments",
            self.segments,
            4,
            "fewer leave nothing to move between the two ends",
        )
        _check_coordinates("BSpline", self.coordinates)

    @property
    def size(self) -> int:
        return self.segments + self.degree

    @property
    def waves(self) -> int:
        return (self.segments + 1) // 2

    @property
    def constant(self) -> Array:
        return np.ones(self.size)

    def compute_basis(self, t: ArrayLike, order: int = 0) -> Array:
        """(N, size); before the start and after the end the motion stands still."""
        t = np.asarray(t, dtype=float)
        inside = (t >= 0) & (t <= self.duration)
        values = np.asarray(
            _make_spline(self.duration, self.segments, self.degree, order)(
                np.clip(t, 0, self.duration)
            )
        )
        return values if order == 0 else values * inside[:, None]

    @property
    def free(self) -> Array:
        Z = np.zeros((self.size, self.size - 4))
        owner = np.clip(
            np.arange(self.size) - 2, 0, self.size - 5
        )  # three first and three last points are one each
        Z[np.arange(self.size), owner] = 1.0
        return Z

    def to_dict(self) -> dict[str, Any]:
        return {
            "shape": "bspline",
            "duration": self.duration,
            "segments": self.segments,
            "degree": self.degree,
            "coordinates": self.coordinates,
        }


Series = Fourier | BSpline


@lru_cache(maxsize=64)
def _make_spline(duration: float, segments: int, degree: int, order: int) -> Any:
    from scipy.interpolate import BSpline as Spline

    inner = np.linspace(0.0, duration, segments + 1)
    knots = np.concatenate([np.zeros(degree), inner, np.full(degree, duration)])
    spline = Spline(knots, np.eye(segments + degree), degree)
    return spline if order == 0 else spline.derivative(order)


def load_series(content: dict[str, Any]) -> Series:
    """What `to_dict` wrote."""
    kinds: dict[str, Any] = {"fourier": Fourier, "bspline": BSpline}
    arguments = dict(content)
    kind = arguments.pop("shape", None)
    if kind not in kinds:
        raise InputError(f"got a trajectory of shape '{kind}', expected one of {', '.join(kinds)}.")
    series: Series = kinds[kind](**arguments)
    return series
