"""What changes with time: friction and drives of every machine, log by log, and the trends.

The logarithm y_k of a ratio in log k lies on the machine's straight line, but for what the log's
own data leave open, and for what differs from log to log in all machines:

    y_k = a + b t_k + c warm_k + e_k,   e_k ~ N(0, std_k^2 + s^2)

s is such that the squares of all machines, each by its variance, add up to their degrees of freedom
(Mandel and Paule 1970). A log that shows little of a joint counts as little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.fleet.fleet_quantities import DRIVE, FRICTION, Extended, Quantity, estimate_deviation

YEAR = 365.25  # days
FEWEST = 3  # dated logs of a machine
WARM = 1.0  # degrees by which temperatures of a machine differ at least, to be taken into account
EXACT = 1e-6  # deviation of a log ratio below which no log is
GROSS = 5.0  # usual deviations beyond which a log went wrong
#: change over the time of the logs that is worth a word, as a part
MATTERS = {FRICTION: 0.1, DRIVE: 0.03}


@dataclass(frozen=True)
class Point:
    """A quantity in one log: its ratio to the fleet's, with the deviation that the data leave."""

    kind: str
    joint: str
    day: float
    temperature: float
    ratio: float
    std: float


@dataclass(frozen=True)
class Trend:
    """The change of a quantity of a machine: as a part a year, with a 95 % interval; `drifts` where
    that is no chance; change: over the time of its logs."""

    kind: str
    joint: str
    a_year: float
    low: float
    high: float
    change: float
    chance: float
    drifts: bool

    @property
    def text(self) -> str:
        what = "friction" if self.kind == FRICTION else "torque for the same motion"
        return (
            f"{what} of {self.joint} changes by {100 * self.a_year:+.0f} % a year"
            f" ({100 * self.low:+.0f} to {100 * self.high:+.0f})"
        )


def make_points(
    quantities: Sequence[Quantity],
    data: Extended,
    own: Mapping[str, float],
    day: float,
    warm: float,
) -> tuple[Point, ...]:
    """Of one log. Bodies stay what they are: data are those of the log beside its machine's own
    model, and only friction of all joints is free, or friction and the drive.

    own     {name of a quantity: its ratio to the fleet's in the machine's model}
    """
    frictions = [q for q in quantities if q.kind == FRICTION]
    nothing = np.zeros_like(data.A)
    out: list[Point] = []
    if frictions:
        hit = estimate_deviation(data, nothing, np.hstack([q.H for q in frictions]))
        at = 0
        for q in frictions:
            part = slice(at, at + len(q.weights))
            at = part.stop
            variance = float(q.weights @ hit.covariance[part, part] @ q.weights)
            ratio = own[q.name] + float(q.weights @ hit.a[part]) / q.fleet
            out.append(Point(FRICTION, q.joint, day, warm, ratio, variance**0.5 / q.fleet))
    for q in (q for q in quantities if q.kind == DRIVE):
        hit = estimate_deviation(data, nothing, q.H)
        std = float(np.sqrt(hit.covariance[0, 0]))
        out.append(Point(DRIVE, q.joint, day, warm, 1.0 + float(hit.a[0]), std))
    return tuple(out)


def fit_trends(
    machines: Sequence[Sequence[Point]], alarm: float
) -> tuple[list[tuple[Trend, ...]], int]:
    """The trends of every machine, and how many were tested. Logs scatter about a machine's own
    line by more than their noise: how much, all machines of the fleet tell together."""
    names = list(dict.fromkeys((p.kind, p.joint) for points in machines for p in points))
    fits = {name: [_make_line(points, name) for points in machines] for name in names}
    tests = sum(line is not None for lines in fits.values() for line in lines)
    out: list[list[Trend]] = [[] for _ in machines]
    for (kind, joint), lines in fits.items():
        fitted = [line for line in lines if line is not None]
        if not fitted:
            continue
        slope, scatter, free = _fit_together(fitted)
        for m, line in enumerate(lines):
            if line is not None:
                trend = _make_trend(kind, joint, line, slope, scatter, free, alarm / tests)
                out[m].append(trend)
    return [tuple(trends) for trends in out], tests


@dataclass(frozen=True, eq=False)
class _Line:
    """t in years, log ratios y, their deviations, temperatures (zero where they are not known)."""

    t: Array
    y: Array
    std: Array
    warm: Array

    def compute_weights(self, scatter: float) -> Array:
        """1 / (std^2 + s^2)."""
        return np.asarray(1.0 / (np.maximum(self.std, EXACT) ** 2 + scatter**2))


def _make_line(points: Sequence[Point], name: tuple[str, str]) -> _Line | None:
    some = [p for p in points if (p.kind, p.joint) == name and np.isfinite(p.day) and p.ratio > 0]
    days = np.array([p.day for p in some])
    if len(some) < FEWEST or np.ptp(days) == 0.0:
        return None
    t = (days - days[0]) / YEAR
    y = np.log([p.ratio for p in some])
    warm = np.array([p.temperature for p in some])
    if not np.isfinite(warm).all() or np.ptp(warm) < WARM:
        warm = np.zeros(len(t))
    std = np.array([p.std / p.ratio for p in some])
    return _Line(t, np.asarray(y), std, warm)


def _centre_times(t: Array, w: Array) -> Array:
    return np.asarray(t - (w @ t) / w.sum())


def _remove_trend(t: Array, x: Array, w: Array) -> Array:
    """x without its straight line over t, with weights w."""
    t, x = _centre_times(t, w), _centre_times(x, w)
    return np.asarray(x - t * ((w * t) @ x) / ((w * t) @ t))


def _compute_residuals(lines: Sequence[_Line], scatter: float) -> tuple[float, Array]:
    """Of all machines: the change with temperature, and what is left, in its deviations."""
    w = [line.compute_weights(scatter) for line in lines]
    warm = np.concatenate([_remove_trend(x.t, x.warm, v) * v**0.5 for x, v in zip(lines, w)])
    rest = np.concatenate([_remove_trend(x.t, x.y, v) * v**0.5 for x, v in zip(lines, w)])
    slope = float(warm @ rest / (warm @ warm)) if warm.any() else 0.0
    return slope, rest - slope * warm


def _fit_together(lines: Sequence[_Line]) -> tuple[float, float, int]:
    """Of all machines: the change with temperature, the scatter s of a log beside its own
    deviation, and the degrees of freedom of that."""
    free = sum(len(line.t) - 2 for line in lines) - any(line.warm.any() for line in lines)

    def sum_squares(scatter: float) -> tuple[float, int]:
        """What is left, and its degrees of freedom; a log that went wrong widens no interval."""
        left = _compute_residuals(lines, scatter)[1]
        usual = 1.4826 * float(np.median(np.abs(left))) * np.sqrt(len(left) / max(free, 1))
        kept = np.abs(left) <= GROSS * max(usual, 1.0)
        return float(np.sum(left[kept] ** 2)), max(free - int((~kept).sum()), 1)

    low, high = 0.0, max(float(np.ptp(line.y)) for line in lines)
    if np.subtract(*sum_squares(0.0)) <= 0.0:
        high = 0.0
    for _ in range(40 if high else 0):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if np.subtract(*sum_squares(middle)) > 0.0 else (low, middle)
    return _compute_residuals(lines, high)[0], high, sum_squares(high)[1]


def _make_trend(
    kind: str, joint: str, line: _Line, slope: float, scatter: float, free: int, each: float
) -> Trend:
    from scipy.stats import t as student

    w, y = line.compute_weights(scatter), line.y - slope * line.warm
    t = _centre_times(line.t, w)
    moment = float((w * t) @ t)
    b, std = float((w * t) @ y) / moment, moment**-0.5
    chance = float(2.0 * student.sf(abs(b) / std, free))
    half = float(student.isf(0.025, free)) * std
    change = float(np.expm1(b * np.ptp(line.t)))
    drifts = chance < each and abs(change) >= MATTERS[kind]
    low, high = (float(np.expm1(np.clip(b + sign * half, -20, 20))) for sign in (-1, 1))
    a_year = float(np.expm1(np.clip(b, -20, 20)))
    return Trend(kind, joint, a_year, low, high, change, chance, drifts)
