"""How late the torques were recorded, from the data: the shift at which the model explains them
best, with an interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dynid.arrays import Array, Flags, Ints, one_blas_thread
from dynid.data.block_scores import EXACT
from dynid.data.cubic_spline import SplineCurve
from dynid.data.cutoff import SLOW, pick_samples
from dynid.data.loop_checks import keep_closed_picks
from dynid.data.lowpass import filter_lowpass
from dynid.data.quick_regressor import compute_column_basis, compute_quick_regressor, solve
from dynid.data.resampling import Segment, filter_butterworth
from dynid.model.model import Model

LONGEST = 0.25  # s: what an automatic delay may be, either way; a tenth of a shorter log
STEPS = 40.0  # tried in 1 / cutoff, at first
ROUNDS = 20  # of Newton's method
BLOCKS = 20  # left out one by one, for the interval
DEVIATIONS = 2.1  # Student's t, 95 %, of so many blocks


def estimate_delay(model: Model, segments: Sequence[Segment], cutoff: float) -> tuple[float, str]:
    """How late the torques were recorded [s], and why; 0 where that cannot be told from none."""
    longest = min(LONGEST, 0.1 * max(s.duration for s in segments))
    step = max(segments[0].step, 1.0 / (STEPS * cutoff))
    grid = np.arange(-int(longest / step), int(longest / step) + 1) * step
    with one_blas_thread():
        rows, fast, torque_at = _make_rows_and_torque(model, segments, cutoff, longest)
        sample, joint = (np.asarray(x, dtype=np.int64) for x in np.nonzero(fast))
        left = Unexplained(rows[fast], joint, sample, len(rows))
        shares = [left.compute_share(torque_at(d)[fast]) for d in grid]
        k = int(np.argmin(shares))
        if k in (0, len(grid) - 1):
            return (
                0.0,
                "no delay found: the fit improves up to the largest shift tried,"
                f" {1e3 * grid[k]:+.3g} ms; torques unchanged",
            )
        delay, deviation = left.refine_delay(
            lambda d: torque_at(d)[fast], float(grid[k]), 2.0 * step
        )
        before, after = (100 * left.compute_share(torque_at(d)[fast]) for d in (0.0, delay))
    half = DEVIATIONS * deviation
    span = f"{1e3 * (delay - half):.3g} .. {1e3 * (delay + half):.3g} ms, 95 %"
    if abs(delay) < half:
        return (
            0.0,
            f"no delay found: {1e3 * delay:+.3g} ms ({span}) does not differ significantly"
            " from zero; torques unchanged",
        )
    return (
        delay,
        f"torques were recorded {1e3 * delay:.4g} ms ({span}; {delay / segments[0].step:+.2f}"
        f" samples) after the positions: there a quick fit leaves {after:.3g} % of the torque,"
        f" against {before:.3g} % without a shift; shifted back",
    )


class Unexplained:
    """What no parameters explain of a torque: rows (R, P), the joint and the sample of each."""

    def __init__(self, rows: Array, joint: Ints, sample: Ints, samples: int) -> None:
        self.rows, self.joint, self.n = rows, joint, int(joint.max()) + 1
        self.block = sample * BLOCKS // samples
        self.weigh(np.ones(len(rows)))

    def weigh(self, tau: Array) -> None:
        """Units of the joints by what a fit to this torque leaves of them."""
        size = np.maximum(self._compute_rms(tau), 1e-300)
        unit = size[self.joint]
        for _ in range(2):
            left = self._compute_rms(tau - self.rows @ solve(self.rows / unit[:, None], tau / unit))
            unit = np.maximum(left, np.sqrt(EXACT) * size)[self.joint]
        self.unit, self.Q = unit, compute_column_basis(self.rows / unit[:, None])

    def _compute_rms(self, x: Array) -> Array:
        count = np.maximum(np.bincount(self.joint, minlength=self.n), 1)
        return np.asarray(np.sqrt(np.bincount(self.joint, x**2, self.n) / count))

    def compute_residual(self, tau: Array) -> Array:
        y = tau / self.unit
        return np.asarray(y - self.Q @ (self.Q.T @ y))

    def compute_share(self, tau: Array) -> float:
        """Of the torque, geometric mean over the joints."""
        left, whole = (
            self._compute_rms(self.compute_residual(tau)),
            self._compute_rms(tau / self.unit),
        )
        told = whole > 0
        return float(np.exp(np.log(np.maximum(left[told] / whole[told], np.sqrt(EXACT))).mean()))

    def refine_delay(
        self, torque_at: Callable[[float], Array], delay: float, step: float
    ) -> tuple[float, float]:
        """The delay that leaves least, by Newton's steps, and its deviation: by leaving out one
        block of the log after the other."""
        h = 0.05 * step
        self.weigh(torque_at(delay))
        for k in range(ROUNDS):
            r = self.compute_residual(torque_at(delay))
            slope = self.compute_residual((torque_at(delay + h) - torque_at(delay - h)) / (2 * h))
            move = float(np.clip(-(r @ slope) / max(float(slope @ slope), 1e-300), -step, step))
            delay += move
            if k == 2:
                self.weigh(torque_at(delay))
            elif abs(move) < 1e-4 * step:
                break
        a, b = (np.bincount(self.block, x * slope, BLOCKS) for x in (r, slope))
        without = -(a.sum() - a) / np.maximum(b.sum() - b, 1e-300)
        spread = without - without.mean()
        return delay, float(np.sqrt((BLOCKS - 1) / BLOCKS * np.sum(spread**2)))


def _make_rows_and_torque(
    model: Model, segments: Sequence[Segment], cutoff: float, longest: float
) -> tuple[Array, Flags, Callable[[float], Array]]:
    """Rows (K, n, P) of picked samples, which of them count (its joint not about to stick), and
    their torques (K, n) as recorded some time later."""
    picks = pick_samples(segments, 1.0 / (longest + 1.0 / cutoff))
    rows, fast, curves, times = [], [], [], []
    for s, k in zip(segments, picks):
        (q, qd, qdd), tau = filter_butterworth(s, cutoff)
        k = keep_closed_picks(model.robot, s, q[k], k)
        # friction turns round in the filtered torque as its sign does in the same filter
        turns = filter_lowpass(np.sign(qd), cutoff, s.rate)
        rows.append(compute_quick_regressor(model, q[k], qd[k], qdd[k], turns[k]))
        fast.append((np.abs(qd) > SLOW * np.abs(qd).max(axis=0))[k])
        curves.append(SplineCurve.fit_through(s.t, tau))
        times.append(s.t[k])

    def compute_torque_at(delay: float) -> Array:
        return np.concatenate([curve(t + delay) for t, curve in zip(times, curves)])

    return np.concatenate(rows), np.concatenate(fast), compute_torque_at
