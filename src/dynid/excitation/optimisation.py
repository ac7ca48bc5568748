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
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closing import close
from dynid.excitation.clearance import Clearance
from dynid.excitation.criterion import Criterion
from dynid.excitation.limit_family import LimitFamily
from dynid.excitation.limited_quantities import compute_sizes, list_families
from dynid.excitation.motion_limits import ActiveLimits
from dynid.excitation.peaks import Extreme, interpolate_peaks, mark_peaks, select_nearest
from dynid.excitation.period import Period
from dynid.excitation.sampled_motion import FIXED, MotionState, SampledMotion
from dynid.excitation.series import Series
from dynid.excitation.trajectory import list_coordinates
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot

# the fine grid, on which limits are verified, has this many points for each of the coarse one
FINER = 10
NEAR = 0.25  # excess above which a value is watched by the optimiser: within this part of its limit
# of ln T in x: a trust region that lets coefficients grow moves the period by little
SLOWLY = 0.3

Index = NDArray[np.int64]
Places = tuple[Index, ...]  # sample, side


@dataclass(frozen=True, eq=False)
class ActiveLimitRows:
    """Limits that the optimiser watches: their places in `linear` and `curved`, and their
    excess."""

    linear: Places
    curved: Places
    excess: Array


@dataclass(frozen=True, eq=False)
class LimitValues:
    """Everything at one x: the closed motion, and the excess of every limit (samples, sides)."""

    x: Array
    state: MotionState
    linear: Array
    curved: Array

    @property
    def excess(self) -> float:
        """The largest; positive means that a limit is broken."""
        return float(max(self.linear.max(initial=-np.inf), self.curved.max(initial=-np.inf)))

    def select_excess(self, rows: ActiveLimitRows) -> Array:
        """The excess of some limits."""
        return np.concatenate([self.linear[rows.linear], self.curved[rows.curved]])


class Optimisation:
    """For one model, series and set of limits. `ease` (sides) is added to the excess of a curved
    limit: tightens it."""

    def __init__(
        self,
        criterion: Criterion,
        held: ActiveLimits,
        series: Series,
        samples: int,
        period: Period | None = None,
    ) -> None:
        robot = criterion.model.robot
        self.criterion, self.held, self.series, self.period = criterion, held, series, period
        self.coarse = SampledMotion.from_series(robot, series, samples)
        self.fine = SampledMotion.from_series(robot, series, FINER * samples)
        self.whole, self.names = list_coordinates(robot, series)
        self.bounds = [b for b in held.bounds if b.name in self.names]
        self.families: list[LimitFamily] = list_families(
            criterion.model, held, self.names, self.whole
        )
        low, high = np.array([b.low for b in self.bounds]), np.array([b.high for b in self.bounds])
        self.linear = _Sides(low, high, compute_sizes(low, high))
        if period is not None:
            self.linear = self.linear.append(*period.compute_log_range(series))
        ends = ([getattr(f, a) for f in self.families] for a in ("low", "high", "scale"))
        self.curved = _Sides(*(np.concatenate(end or [np.zeros(0)]) for end in ends))
        self.tightened = np.zeros(2 * len(self.curved.low))
        self.scale = self._compute_scales()
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
        return self.scale.size + (self.period is not None)

    def split_variables(self, x: Array) -> tuple[Array, Array]:
        """y (free ones, n), and the factors of derivatives for the period at x."""
        y = self.scale * x[: self.scale.size].reshape(self.scale.shape)
        return y, FIXED if self.period is None else np.exp(-self.log_period(x) * np.arange(4))

    def log_period(self, x: Array) -> float:
        """ln T / T_0, in the last entry of x."""
        return float(SLOWLY * x[-1])

    def append_period(self, x: Array, log_period: float) -> Array:
        return np.append(x[:-1], log_period / SLOWLY)

    def make_series(self, x: Array) -> Series:
        if self.period is None:
            return self.series
        return self.period.stretch_series(self.series, self.log_period(x))

    def state(self, x: Array, fine: bool = False) -> MotionState:
        """Raises LoopClosureError where the loops do not close."""
        course = self.fine if fine else self.coarse
        return course.state(self.compute_coefficients(x), self.split_variables(x)[1])

    def _compute_scales(self) -> Array:
        """(free ones, n) how large each coefficient may be on its own before it meets a limit,
        judged at home."""
        peak = np.abs(self.fine.basis @ self.series.free).max(axis=1)  # (4, free ones)
        G = compute_home_gains(self.whole, self.names)
        scale = np.empty((peak.shape[1], len(self.names)))
        for j, name in enumerate(self.names):
            turns = self.whole.joint(name).kind != "prismatic"
            sizes = [(0, np.pi if turns else compute_robot_size(self.whole))]
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

    def compute_coefficients(self, x: Array) -> Array:
        """c (size, n)."""
        return np.asarray(self.series.free @ self.split_variables(x)[0])

    def to_variables(self, c: Array) -> Array:
        """x of coefficients, with the period of the series."""
        y = (np.linalg.lstsq(self.series.free, c, rcond=None)[0] / self.scale).ravel()
        return y if self.period is None else np.append(y, 0.0)

    def evaluate_limits(self, x: Array) -> LimitValues:
        """Raises LoopClosureError where the loops do not close."""
        state = self.state(x)
        return LimitValues(
            x, state, self._evaluate_linear(x), self._evaluate_curved(state) + self.tightened
        )

    def _evaluate_described(self, x: Array) -> Array:
        """(N, bounds) values of linear limits on the fine grid; the period stands at the first
        sample, and is far from its ends at the others."""
        y, rates = self.split_variables(x)
        values = (rates[self._order, None] * (self._fine_free @ y)[self._order, :, self._column]).T
        if self.period is None:
            return np.asarray(values)
        last = np.full((len(values), 1), 0.5 * (self.linear.low[-1] + self.linear.high[-1]))
        last[0] = self.log_period(x)
        return np.hstack([values, last])

    def _evaluate_linear(self, x: Array) -> Array:
        return self.linear.compute_excess(self._evaluate_described(x))

    def _evaluate_curved(self, state: MotionState) -> Array:
        each = [family.compute_values(state) for family in self.families]
        return (
            self.curved.compute_excess(np.hstack(each))
            if each
            else np.zeros((len(state.motion.q), 0))
        )

    def measure_overlap(self, values: LimitValues) -> float:
        """The largest excess of bodies that are to keep apart: a motion through one another has no
        short way out."""
        first, worst = len(self.labels), -np.inf
        for family in self.families:
            if isinstance(family, Clearance):
                mine = values.curved[:, first : first + len(family.labels)]
                worst = float(mine.max(initial=-np.inf))
            first += len(family.labels)
        return worst

    def evaluate(self, values: LimitValues) -> float:
        return self.criterion.evaluate(values.state)

    def evaluate_with_gradient(self, values: LimitValues) -> tuple[float, Array]:
        f, bars = self.criterion.evaluate_with_gradient(values.state)
        _, rates = self.split_variables(values.x)
        c_bar = self.coarse.map_to_coefficients(bars, rates)
        g = np.asarray(((self.series.free.T @ c_bar) * self.scale).ravel())
        if self.period is None:
            return f, g
        slope = self.coarse.compute_duration_slope(self.compute_coefficients(values.x), bars, rates)
        return f, np.append(g, SLOWLY * slope)

    def select_rows(self, values: LimitValues) -> ActiveLimitRows:
        """Limits that are near: every coarse sample of them, and the peaks on the fine grid."""
        number = np.arange(len(values.linear))[:, None]
        keep = (values.linear > -NEAR) & (number % (2 * FINER) == 0)
        keep |= (values.linear > -NEAR / 4) & (
            (number % (FINER // 2) == 0) | mark_peaks(values.linear)
        )
        linear, curved = np.nonzero(keep), np.nonzero(self._mark_near(values.curved))
        excess = np.concatenate([values.linear[linear], values.curved[curved]])
        return ActiveLimitRows(linear, curved, excess)

    def _mark_near(self, curved: Array) -> NDArray[np.bool_]:
        """Which curved limits are watched."""
        keep, first = curved > -NEAR, len(self.labels)
        for family in self.families:
            mine = slice(first, first + len(family.labels))
            if isinstance(family, Clearance):
                keep[:, mine] &= family.select_nearest(curved[:, mine], FINER // 2)
            first = mine.stop
        return keep

    def compute_jacobian(self, values: LimitValues, rows: ActiveLimitRows) -> Array:
        """d excess / dx (rows, size)."""
        return np.vstack(
            [
                self.compute_linear_rows(values, *rows.linear),
                self.compute_curved_rows(values, *rows.curved),
            ]
        )

    def change(self, new: LimitValues, rows: ActiveLimitRows, J: Array, dual: Array) -> Array:
        """(J_new - J)' dual: only limits that push have a part in it, and linear ones none, unless
        the period is free."""
        first = len(rows.linear[0])
        pushing = dual > 1e-8 * max(1.0, dual[first:].max(initial=0.0))
        pushing[:first] &= self.period is not None
        chosen = np.flatnonzero(pushing)
        if not len(chosen):
            return np.zeros(self.size)
        line, curve = chosen[chosen < first], chosen[chosen >= first] - first
        J_new = np.vstack(
            [
                self.compute_linear_rows(new, *(place[line] for place in rows.linear)),
                self.compute_curved_rows(new, *(place[curve] for place in rows.curved)),
            ]
        )
        return np.asarray((J_new - J[chosen]).T @ dual[chosen])

    def compute_linear_rows(self, values: LimitValues, sample: Index, side: Index) -> Array:
        bound, sign = self.linear.select_side(side)
        J, factor = np.zeros((len(sample), self.size)), sign / self.linear.scale[bound]
        of = np.flatnonzero(bound < len(self.bounds))
        column, order = self._column[bound[of]], self._order[bound[of]]
        y, rates = self.split_variables(values.x)
        basis = rates[order, None] * self._fine_free[order, sample[of]]
        rows = np.zeros((len(of), *self.scale.shape))
        rows[np.arange(len(of)), :, column] = basis * self.scale[:, column].T
        J[of, : self.scale.size] = rows.reshape(len(of), self.scale.size)
        if self.period is not None:
            # a derivative of order k falls with T^-k; the period's own limit has the slope 1
            J[:, -1] = sample == 0
            J[of, -1] = -order * (basis * y[:, column].T).sum(axis=1)
            J[:, -1] *= SLOWLY
        return J * factor[:, None]

    def compute_curved_rows(self, values: LimitValues, sample: Index, side: Index) -> Array:
        J = np.zeros((len(sample), self.size))
        bound, sign = self.curved.select_side(side)
        y, rates = self.split_variables(values.x)
        first = 0
        for family in self.families:
            mine = np.flatnonzero((bound >= first) & (bound < first + len(family.labels)))
            if len(mine):
                bars = family.compute_gradients(
                    values.state.take(sample[mine]), bound[mine] - first
                )
                factor = (sign / self.curved.scale[bound])[mine]
                # value = f(z(t), zd(t), zdd(t)): the chain rule through the basis at that sample
                basis = [rates[k] * self._coarse_free[k][sample[mine]] for k in range(3)]
                rows = sum(np.einsum("rm,rj->rmj", basis[k], bar) for k, bar in enumerate(bars))
                flat = (rows * self.scale).reshape(len(mine), self.scale.size)
                J[mine, : self.scale.size] = flat * factor[:, None]
                if self.period is not None:
                    slopes = (-k * ((basis[k] @ y) * bars[k]).sum(axis=1) for k in (1, 2))
                    J[mine, -1] = SLOWLY * factor * sum(slopes)
            first += len(family.labels)
        return J

    def compute_excesses(self, x: Array) -> tuple[Array, Array]:
        """The largest excess of each side on the fine grid, linear and curved: parabolas look
        between its samples."""
        return interpolate_peaks(self._evaluate_linear(x)), interpolate_peaks(
            self._evaluate_curved(self.state(x, fine=True))
        )

    def list_extremes(self, x: Array) -> list[Extreme]:
        """(label, low, high, least, most, excess) of every limit on the fine grid."""
        state, linear = self.state(x, fine=True), self._evaluate_described(x)
        curved = [family.compute_extremes(state) for family in self.families]
        out = []
        blocks = [([b.label for b in self.bounds], self.linear, linear)]
        if curved:
            blocks.append((self.labels, self.curved, np.hstack(curved)))
        for labels, sides, V in blocks:
            over = interpolate_peaks(sides.compute_excess(V))
            for k, label in enumerate(labels):
                worst = float(max(over[k], over[V.shape[1] + k]))
                least, most = float(V[:, k].min()), float(V[:, k].max())
                out.append((label, float(sides.low[k]), float(sides.high[k]), least, most, worst))
        apart = [family for family in self.families if isinstance(family, Clearance)]
        return select_nearest(out, {label for family in apart for label in family.labels})


def compute_home_gains(robot: Robot, given: tuple[str, ...]) -> Array:
    """dq/dq_given (coordinates, given ones) at the home pose."""
    if robot.is_tree:
        return np.array([[float(name == other) for other in given] for name in robot.coordinates])
    home = dict(zip(robot.coordinates, close_home(robot)))
    G = close(robot, [[home[name] for name in given]], given=given).G
    assert G is not None
    return np.asarray(G[:, :, 0])


@dataclass(frozen=True, eq=False)
class _Sides:
    """k limits as 2 k sides: first all upper ones, then all lower ones."""

    low: Array
    high: Array
    scale: Array

    def compute_excess(self, values: Array) -> Array:
        return np.hstack([(values - self.high) / self.scale, (self.low - values) / self.scale])

    def append(self, low: float, high: float) -> _Sides:
        ends = (low, high, (high - low) / 2)
        return _Sides(*(np.append(a, b) for a, b in zip((self.low, self.high, self.scale), ends)))

    def select_side(self, side: Index) -> tuple[Index, Array]:
        """Which limit, and the sign of its value."""
        k = len(self.low)
        return side % k if k else side, np.where(side < k, 1.0, -1.0)
