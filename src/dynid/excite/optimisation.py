"""The optimisation: free coefficients x in, criterion, limits and their gradients out.

All limits are of the form low <= value <= high and are measured as an excess, (value - high) /
scale and (low - value) / scale, which must not be positive. Those of described coordinates are
linear in x and kept on the fine grid; the others are kept on the coarse grid, and `excesses` says
what is left of them on the fine one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.excite.apart import Apart
from dynid.excite.course import Course, State
from dynid.excite.criterion import Criterion
from dynid.excite.limits import Held
from dynid.excite.quantities import Family, families, sizes
from dynid.excite.series import Series
from dynid.excite.trajectory import coordinates_of
from dynid.loops.closure import close
from dynid.loops.home import closed_home
from dynid.loops.topology import robot_size
from dynid.robot.mechanism import Robot

# the fine grid, on which limits are verified, has this many points for each of the coarse one
FINER = 10
NEAR = 0.25  # excess above which a value is watched by the optimiser: within this part of its limit
SAME = 0.1  # excess by which capsules of one pair of bodies may differ to be watched together

Index = NDArray[np.int64]
Places = tuple[Index, ...]  # sample, side
Extreme = tuple[str, float, float, float, float, float]  # label, low, high, least, most, excess


@dataclass(frozen=True, eq=False)
class Rows:
    """Limits that the optimiser watches: their places in `linear` and `curved`, and their
    excess."""

    linear: Places
    curved: Places
    excess: Array


@dataclass(frozen=True, eq=False)
class Values:
    """Everything at one x: the closed motion, and the excess of every limit (samples, sides)."""

    x: Array
    state: State
    linear: Array
    curved: Array

    @property
    def excess(self) -> float:
        """The largest; positive means that a limit is broken."""
        return float(max(self.linear.max(initial=-np.inf), self.curved.max(initial=-np.inf)))

    def at(self, rows: Rows) -> Array:
        """The excess of some limits."""
        return np.concatenate([self.linear[rows.linear], self.curved[rows.curved]])


class Optimisation:
    """For one model, series and set of limits. `ease` (sides) is added to the excess of a curved
    limit: tightens it."""

    def __init__(self, criterion: Criterion, held: Held, series: Series, samples: int) -> None:
        robot = criterion.model.robot
        self.criterion, self.held, self.series = criterion, held, series
        self.coarse = Course.of(robot, series, samples)
        self.fine = Course.of(robot, series, FINER * samples)
        self.whole, self.names = coordinates_of(robot, series)
        self.bounds = [b for b in held.bounds if b.name in self.names]
        self.families: list[Family] = families(criterion.model, held, self.names, self.whole)
        low, high = np.array([b.low for b in self.bounds]), np.array([b.high for b in self.bounds])
        self.linear = _Sides(low, high, sizes(low, high))
        ends = ([getattr(f, a) for f in self.families] for a in ("low", "high", "scale"))
        self.curved = _Sides(*(np.concatenate(end or [np.zeros(0)]) for end in ends))
        self.tightened = np.zeros(2 * len(self.curved.low))
        self.scale = self._scales()
        self._order = np.array([b.order for b in self.bounds], dtype=int)
        self._column = np.array([self.names.index(b.name) for b in self.bounds], dtype=int)
        free = series.free
        self._fine_free = self.fine.basis @ free
        self._coarse_free = self.coarse.basis @ free

    @property
    def labels(self) -> list[str]:
        """Of the curved limits."""
        return [label for family in self.families for label in family.labels]

    @property
    def size(self) -> int:
        return self.scale.size

    def _scales(self) -> Array:
        """(free ones, n) how large each coefficient may be on its own before it meets a limit,
        judged at home."""
        peak = np.abs(self.fine.basis @ self.series.free).max(axis=1)  # (4, free ones)
        G = gains_at_home(self.whole, self.names)
        scale = np.empty((peak.shape[1], len(self.names)))
        for j, name in enumerate(self.names):
            turns = self.whole.joint(name).kind != "prismatic"
            sizes = [(0, np.pi if turns else robot_size(self.whole))]
            for bound in self.held.bounds:
                gain = (
                    abs(G[self.whole.coordinates.index(bound.name), j])
                    if bound.name in self.whole.coordinates
                    else 0
                )
                half = (bound.high - bound.low) / 2
                sizes += [(bound.order, half / gain)] if gain > 1e-6 and np.isfinite(half) else []
            scale[:, j] = np.min(
                [size / np.maximum(peak[order], 1e-9) for order, size in sizes], axis=0
            )
        return scale

    def coefficients(self, x: Array) -> Array:
        """c (size, n)."""
        return np.asarray(self.series.free @ (self.scale * x.reshape(self.scale.shape)))

    def variables(self, c: Array) -> Array:
        """x of coefficients."""
        return (np.linalg.lstsq(self.series.free, c, rcond=None)[0] / self.scale).ravel()

    def values(self, x: Array) -> Values:
        """Raises LoopClosureError where the loops do not close."""
        state = self.coarse.state(self.coefficients(x))
        return Values(x, state, self._linear(x), self._curved(state) + self.tightened)

    def _linear(self, x: Array) -> Array:
        y = self.scale * x.reshape(self.scale.shape)
        parts = self._fine_free @ y  # (4, N, n)
        return self.linear.excess(parts[self._order, :, self._column].T)

    def _curved(self, state: State) -> Array:
        each = [family.values(state) for family in self.families]
        return self.curved.excess(np.hstack(each)) if each else np.zeros((len(state.motion.q), 0))

    def value(self, values: Values) -> float:
        return self.criterion.value(values.state)

    def gradient(self, values: Values) -> tuple[float, Array]:
        f, bars = self.criterion.value_and_gradient(values.state)
        return f, self._free(self.coarse.coefficients(bars))

    def _free(self, c_bar: Array) -> Array:
        return np.asarray(((self.series.free.T @ c_bar) * self.scale).ravel())

    def watched(self, values: Values) -> Rows:
        """Limits that are near: every coarse sample of them, and the peaks on the fine grid."""
        number = np.arange(len(values.linear))[:, None]
        keep = (values.linear > -NEAR) & (number % (2 * FINER) == 0)
        keep |= (values.linear > -NEAR / 4) & ((number % (FINER // 2) == 0) | _peaks(values.linear))
        linear, curved = np.nonzero(keep), np.nonzero(self._near(values.curved))
        excess = np.concatenate([values.linear[linear], values.curved[curved]])
        return Rows(linear, curved, excess)

    def _near(self, curved: Array) -> NDArray[np.bool_]:
        """Of bodies to keep apart there are many capsules: of each pair of bodies the nearest ones,
        about the times at which they are nearest."""
        keep = curved > -NEAR
        first = 0
        for family in self.families:
            if isinstance(family, Apart):
                lower = len(self.labels) + first + np.arange(len(family.labels))
                excess = curved[:, lower]
                worst = np.full((len(curved), family.group.max() + 1), -np.inf)
                for column, group in enumerate(family.group):
                    np.maximum(worst[:, group], excess[:, column], out=worst[:, group])
                peak = _peaks(worst)
                peak |= np.roll(peak, 1, axis=0) | np.roll(peak, -1, axis=0)
                peak |= np.arange(len(curved))[:, None] % (FINER // 2) == 0
                chosen = peak & (worst > -NEAR)
                keep[:, lower] &= chosen[:, family.group] & (
                    excess > worst[:, family.group] - SAME
                )
            first += len(family.labels)
        return keep

    def jacobian(self, values: Values, rows: Rows) -> Array:
        """d excess / dx (rows, size)."""
        return np.vstack(
            [self._linear_rows(*rows.linear), self.curved_rows(values.state, *rows.curved)]
        )

    def _linear_rows(self, sample: Index, side: Index) -> Array:
        bound, sign = self.linear.of(side)
        J = np.zeros((len(sample), *self.scale.shape))
        column = self._column[bound]
        slope = self._fine_free[self._order[bound], sample] * self.scale[:, column].T
        J[np.arange(len(sample)), :, column] = slope * (sign / self.linear.scale[bound])[:, None]
        return J.reshape(len(sample), self.size)

    def curved_rows(self, state: State, sample: Index, side: Index) -> Array:
        J = np.zeros((len(sample), self.size))
        bound, sign = self.curved.of(side)
        first = 0
        for family in self.families:
            mine = np.flatnonzero((bound >= first) & (bound < first + len(family.labels)))
            if len(mine):
                bars = family.gradients(state.take(sample[mine]), bound[mine] - first)
                factor = (sign / self.curved.scale[bound])[mine]
                # value = f(z(t), zd(t), zdd(t)): the chain rule through the basis at that sample
                rows = sum(
                    np.einsum("rm,rj->rmj", self._coarse_free[k][sample[mine]], bar)
                    for k, bar in enumerate(bars)
                )
                J[mine] = (rows * self.scale * factor[:, None, None]).reshape(len(mine), self.size)
            first += len(family.labels)
        return J

    def excesses(self, x: Array) -> tuple[Array, Array]:
        """The largest excess of each side on the fine grid, linear and curved: parabolas look
        between its samples."""
        state = self.fine.state(self.coefficients(x))
        return _between(self._linear(x)), _between(self._curved(state))

    def extremes(self, x: Array) -> list[Extreme]:
        """(label, low, high, least, most, excess) of every limit on the fine grid."""
        state = self.fine.state(self.coefficients(x))
        y = self.scale * x.reshape(self.scale.shape)
        linear = (self._fine_free @ y)[self._order, :, self._column].T
        curved = [family.extremes(state) for family in self.families]
        out = []
        blocks = [([b.label for b in self.bounds], self.linear, linear)]
        if curved:
            blocks.append((self.labels, self.curved, np.hstack(curved)))
        for labels, sides, V in blocks:
            over = _between(sides.excess(V))
            for k, label in enumerate(labels):
                worst = float(max(over[k], over[len(labels) + k]))
                least, most = float(V[:, k].min()), float(V[:, k].max())
                out.append((label, float(sides.low[k]), float(sides.high[k]), least, most, worst))
        return _nearest(out)


def _nearest(rows: list[Extreme]) -> list[Extreme]:
    """Of several capsules of one body, or pair of bodies, the one that comes nearest to its
    limit."""
    found: dict[object, Extreme] = {}
    for k, row in enumerate(rows):
        key = row[0] if row[0].startswith(("distance ", "height ")) else k
        if key not in found or row[5] > found[key][5]:
            found[key] = row
    return list(found.values())


def gains_at_home(robot: Robot, given: tuple[str, ...]) -> Array:
    """dq/dq_given (coordinates, given ones) at the home pose."""
    if robot.is_tree:
        return np.array([[float(name == other) for other in given] for name in robot.coordinates])
    home = dict(zip(robot.coordinates, closed_home(robot)))
    G = close(robot, [[home[name] for name in given]], given=given).G
    assert G is not None
    return np.asarray(G[:, :, 0])


@dataclass(frozen=True, eq=False)
class _Sides:
    """k limits as 2 k sides: first all upper ones, then all lower ones."""

    low: Array
    high: Array
    scale: Array

    def excess(self, values: Array) -> Array:
        return np.hstack([(values - self.high) / self.scale, (self.low - values) / self.scale])

    def of(self, side: Index) -> tuple[Index, Array]:
        """Which limit, and the sign of its value."""
        k = len(self.low)
        return side % k if k else side, np.where(side < k, 1.0, -1.0)


def _peaks(V: Array) -> NDArray[np.bool_]:
    """Samples that are not below their neighbours."""
    up = np.vstack([np.ones((1, V.shape[1]), dtype=bool), V[1:] >= V[:-1]])
    down = np.vstack([V[:-1] >= V[1:], np.ones((1, V.shape[1]), dtype=bool)])
    return up & down


def _between(V: Array) -> Array:
    """The largest value of each column, the peak of the parabola through each sample and its
    neighbours included."""
    best = V.max(axis=0)
    a, b, c = V[:-2], V[1:-1], V[2:]
    with np.errstate(invalid="ignore"):
        bend = a - 2 * b + c
        top = np.where(
            (bend < 0) & (b >= a) & (b >= c),
            b - (a - c) ** 2 / (8 * np.minimum(bend, -1e-300)),
            -np.inf,
        )
    return np.maximum(best, top.max(axis=0, initial=-np.inf))
