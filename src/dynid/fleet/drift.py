"""What changes with time: friction and drives of every machine, log by log, and the trends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.fleet.quantities import DRIVE, FRICTION, Extended, Quantity, found

YEAR = 365.25  # days
FEWEST = 3  # dated logs of a machine
WARM = 1.0  # degrees by which temperatures of a machine differ at least, to be taken into account
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


def points_of(
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
        hit = found(data, nothing, np.hstack([q.H for q in frictions]))
        at = 0
        for q in frictions:
            part = slice(at, at + len(q.weights))
            at = part.stop
            variance = float(q.weights @ hit.covariance[part, part] @ q.weights)
            ratio = own[q.name] + float(q.weights @ hit.a[part]) / q.fleet
            out.append(Point(FRICTION, q.joint, day, warm, ratio, variance**0.5 / q.fleet))
    for q in (q for q in quantities if q.kind == DRIVE):
        hit = found(data, nothing, q.H)
        std = float(np.sqrt(hit.covariance[0, 0]))
        out.append(Point(DRIVE, q.joint, day, warm, 1.0 + float(hit.a[0]), std))
    return tuple(out)


def trends_of(
    machines: Sequence[Sequence[Point]], alarm: float
) -> tuple[list[tuple[Trend, ...]], int]:
    """The trends of every machine, and how many were tested. Logs scatter about a machine's own
    line by more than their noise: how much, all machines of the fleet tell together."""
    names = list(dict.fromkeys((p.kind, p.joint) for points in machines for p in points))
    fits = {name: [_line(points, name) for points in machines] for name in names}
    tests = sum(line is not None for lines in fits.values() for line in lines)
    out: list[list[Trend]] = [[] for _ in machines]
    for (kind, joint), lines in fits.items():
        fitted = [line for line in lines if line is not None]
        if not fitted:
            continue
        slope, scatter, free = _together(fitted)
        for m, line in enumerate(lines):
            if line is not None:
                trend = _trend(kind, joint, line, slope, scatter, free, alarm / tests)
                out[m].append(trend)
    return [tuple(trends) for trends in out], tests


@dataclass(frozen=True, eq=False)
class _Line:
    """t in years about its mean, log ratios y, their deviations, temperatures (zero where they are
    not known); y_rest, warm_rest: without their own straight line."""

    t: Array
    y: Array
    std: Array
    warm: Array

    @property
    def y_rest(self) -> Array:
        return _straightened(self.t, self.y)

    @property
    def warm_rest(self) -> Array:
        return _straightened(self.t, self.warm)

    @property
    def moment(self) -> float:
        return float(self.t @ self.t)


def _line(points: Sequence[Point], name: tuple[str, str]) -> _Line | None:
    some = [p for p in points if (p.kind, p.joint) == name and np.isfinite(p.day) and p.ratio > 0]
    days = np.array([p.day for p in some])
    if len(some) < FEWEST or np.ptp(days) == 0.0:
        return None
    t = (days - days.mean()) / YEAR
    y = np.log([p.ratio for p in some])
    warm = np.array([p.temperature for p in some])
    if not np.isfinite(warm).all() or np.ptp(warm) < WARM:
        warm = np.zeros(len(t))
    std = np.array([p.std / p.ratio for p in some])
    return _Line(t, np.asarray(y), std, warm)


def _straightened(t: Array, x: Array) -> Array:
    """x without its straight line over t, which has mean zero."""
    return np.asarray(x - x.mean() - t * (t @ x) / (t @ t))


def _together(lines: Sequence[_Line]) -> tuple[float, float, int]:
    """Of all machines: the change with temperature, the scatter of a log about its line, and the
    degrees of freedom of that."""
    warm = np.concatenate([line.warm_rest for line in lines])
    rest = np.concatenate([line.y_rest for line in lines])
    slope = float(warm @ rest / (warm @ warm)) if warm.any() else 0.0
    left = rest - slope * warm
    free = sum(len(line.t) - 2 for line in lines) - bool(warm.any())
    s = 1.4826 * np.median(np.abs(left)) * np.sqrt(len(left) / max(free, 1))
    kept = np.abs(left) <= 5.0 * max(s, 1e-300)  # a log that went wrong widens no interval
    free = max(free - int((~kept).sum()), 1)
    return slope, float(np.sqrt(np.sum(left[kept] ** 2) / free)), free


def _trend(
    kind: str, joint: str, line: _Line, slope: float, scatter: float, free: int, each: float
) -> Trend:
    from scipy.stats import t as student

    y = line.y - slope * line.warm
    noise = max(scatter, float(np.median(line.std)))
    b, std = float(line.t @ y) / line.moment, noise / np.sqrt(line.moment)
    chance = float(2.0 * student.sf(abs(b) / max(std, 1e-300), free))
    half = float(student.isf(0.025, free)) * std
    change = float(np.expm1(b * np.ptp(line.t)))
    drifts = chance < each and abs(change) >= MATTERS[kind]
    low, high = (float(np.expm1(np.clip(b + sign * half, -20, 20))) for sign in (-1, 1))
    a_year = float(np.expm1(np.clip(b, -20, 20)))
    return Trend(kind, joint, a_year, low, high, change, chance, drifts)
