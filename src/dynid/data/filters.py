"""Time and filters: true timestamps to a uniform grid, zero-phase low-pass, derivatives, the filter of a Thinning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dynid.data.dataset import Thinning
from dynid.data.log import Log
from dynid.errors import InputError
from dynid.robot.geometry import Array

JITTER = 1e-3  # of a step: timestamps that stray further from a uniform grid are resampled
GAP_SAMPLES = 5  # steps; a longer pause splits the log ...
GAP_SECONDS = 0.02  # ... if it also exceeds this: a cubic follows 5 Hz across 20 ms to 1e-3 of the amplitude
SHORTEST = 16  # samples; shorter stretches between two gaps are left out
ORDER = 4  # of the Butterworth filter, run forwards and backwards
SAVGOL_ORDER = 4  # of the polynomial in a window
#: central differences of sixth order: exact to (w h)^6 / 140 and (w h)^6 / 560 at the frequency w, step h
FIRST = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60
SECOND = np.array([2, -27, 270, -490, 270, -27, 2]) / 180

Mask = NDArray[np.bool_]
Motion = tuple[Array, Array, Array]  # q, qd, qdd


@dataclass(frozen=True, eq=False)
class Segment:
    """A stretch of a log without gaps, at a uniform step: t (N,); q, tau, qd (N, n); clipped (N, n) torque at its limit."""

    source: str
    t: Array
    q: Array
    tau: Array
    qd: Array | None
    clipped: Mask

    @property
    def step(self) -> float:
        return float(self.t[-1] - self.t[0]) / (len(self.t) - 1)

    @property
    def rate(self) -> float:
        return 1.0 / self.step

    @property
    def duration(self) -> float:
        return float(self.t[-1] - self.t[0])

    @property
    def where(self) -> str:
        return f"log '{self.source}'" if self.source else "log"

    def cut(self, part: slice) -> Segment:
        qd = None if self.qd is None else self.qd[part]
        return Segment(self.source, self.t[part], self.q[part], self.tau[part], qd, self.clipped[part])


def straying(t: Array) -> float:
    """Largest distance of timestamps from a uniform grid with the same ends, in steps."""
    step = (t[-1] - t[0]) / (len(t) - 1)
    return float(np.abs(t - t[0] - step * np.arange(len(t))).max() / step)


def typical_step(t: Array) -> float:
    """The mean step of a regular log; the median one of an irregular log, which pauses and lost rows do not change."""
    return float((t[-1] - t[0]) / (len(t) - 1)) if straying(t) <= JITTER else float(np.median(np.diff(t)))


def stretches(log: Log, step: float) -> list[slice]:
    """The parts of a log between pauses."""
    pause = np.diff(log.t) > max(GAP_SAMPLES * step, GAP_SECONDS)
    edges = [0, *(np.flatnonzero(pause) + 1).tolist(), len(log)]
    return [slice(a, b) for a, b in pairwise(edges)]


def uniform(logs: Sequence[Log], clipped: Sequence[Mask]) -> tuple[list[list[Segment]], list[str]]:
    """The segments of every log, all at one rate, and notes on what was done to the timestamps."""
    steps = [typical_step(log.t) for log in logs]
    step = max(steps)
    common = step if np.ptp(steps) > JITTER * step else None
    found, notes = [], []
    for log, own, clip in zip(logs, steps, clipped):
        parts = stretches(log, own)
        if len(parts) > 1:
            pauses = [f"{log.t[b.start - 1]:.4g} .. {log.t[b.start]:.4g} s" for b in parts[1:]]
            notes.append(
                f"{log.where}: pauses longer than {max(GAP_SAMPLES * own, GAP_SECONDS):.3g} s at "
                f"{', '.join(pauses[:5])}{', ...' if len(pauses) > 5 else ''}; split there, never interpolated across"
            )
        short = [part for part in parts if part.stop - part.start < SHORTEST]
        if short:
            notes.append(f"{log.where}: {len(short)} stretches shorter than {SHORTEST} samples left out")
        segments = [_segment(log, clip, part, own, common, notes) for part in parts if part not in short]
        found.append(segments)
    return found, notes


def _segment(log: Log, clipped: Mask, part: slice, own: float, common: float | None, notes: list[str]) -> Segment:
    """One stretch: as it is when its timestamps are regular, else resampled by true time."""
    t, q, tau = log.t[part], log.q[part], log.tau[part]
    qd = None if log.qd is None else log.qd[part]
    stray = straying(t)
    step = common or own
    if stray <= JITTER and abs((t[-1] - t[0]) / (len(t) - 1) - step) <= JITTER * step:
        return Segment(log.source, t, q, tau, qd, clipped[part])
    grid = t[0] + step * np.arange(int((t[-1] - t[0]) / step + JITTER) + 1)
    grid = grid[grid <= t[-1]]
    wide = own < 0.9 * step
    if wide:  # a faster log: keep what would alias out of the slower grid
        even = t[0] + own * np.arange(int((t[-1] - t[0]) / own) + 1)
        q, tau = (lowpass(spline(t, x, even), 0.4 / step, 1 / own) for x in (q, tau))
        qd, clipped_at, t = None if qd is None else spline(t, qd, even), (t, clipped[part]), even
    else:
        clipped_at = (t, clipped[part])
    notes.append(
        f"{log.where}: timestamps stray from a uniform grid by up to {stray:.2g} steps (median step {1e3 * own:.4g} ms); "
        f"resampled by true time to {1 / step:.6g} Hz with cubic splines, torques as positions"
        + (f", after a low-pass at {0.4 / step:.4g} Hz" if wide else "")
    )
    held = np.stack([np.interp(grid, clipped_at[0], c) > 0 for c in clipped_at[1].T], axis=1)
    return Segment(
        log.source, grid, spline(t, q, grid), spline(t, tau, grid), None if qd is None else spline(t, qd, grid), held
    )


def spline(t: Array, x: Array, at: Array) -> Array:
    """Cubic interpolation of the columns of x (N, n), given at times t."""
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(t, x, axis=0)(at), dtype=float)


def shifted(segment: Segment, delay: float) -> Segment:
    """The torque that was recorded `delay` seconds late moves to its own time: tau(t) <- tau(t + delay)."""
    if delay == 0.0:
        return segment
    inside = (segment.t + delay >= segment.t[0]) & (segment.t + delay <= segment.t[-1])
    t = segment.t[inside]
    near = np.clip(np.rint((t + delay - segment.t[0]) / segment.step).astype(int), 0, len(segment.t) - 1)
    return replace(
        segment,
        t=t,
        q=segment.q[inside],
        tau=spline(segment.t, segment.tau, t + delay),
        qd=None if segment.qd is None else segment.qd[inside],
        clipped=segment.clipped[near],
    )


def lowpass(x: Array, cutoff: float, rate: float) -> Array:
    """Zero-phase Butterworth: order 4, forwards and backwards, so that |H|^2 = 1 / (1 + (f / cutoff)^8): half at cutoff."""
    from scipy.signal import butter, sosfiltfilt

    sos = butter(ORDER, cutoff, fs=rate, output="sos")
    return np.asarray(sosfiltfilt(sos, x, axis=0, padlen=min(len(x) - 1, int(np.ceil(1.5 * rate / cutoff)))))


def differences(x: Array, step: float) -> tuple[Array, Array]:
    """First and second derivative of the columns; three samples at each end are of no use."""
    from scipy.ndimage import correlate1d

    return correlate1d(x, FIRST, axis=0) / step, correlate1d(x, SECOND, axis=0) / step**2


def butterworth(segment: Segment, cutoff: float) -> tuple[Motion, Array]:
    """(q, qd, qdd) and torque, all through the same zero-phase filter."""
    q = lowpass(segment.q, cutoff, segment.rate)
    return (q, *differences(q, segment.step)), lowpass(segment.tau, cutoff, segment.rate)


def savgol_half(cutoff: float, rate: float) -> int:
    """Half a window whose -3 dB frequency is the cutoff: f / (rate / 2) = (order + 1) / (3.2 m - 4.6), Schafer 2011."""
    return max(SAVGOL_ORDER, round(((SAVGOL_ORDER + 1) * rate / (2 * cutoff) + 4.6) / 3.2))


def savgol(segment: Segment, cutoff: float) -> tuple[Motion, Array]:
    """(q, qd, qdd) from a polynomial fitted around every sample; the torque smoothed by the same window."""
    from scipy.signal import savgol_filter

    window = 2 * savgol_half(cutoff, segment.rate) + 1
    if window > len(segment.t):
        raise InputError(
            f"{segment.where}: {len(segment.t)} samples, fewer than the Savitzky-Golay window of {window} for a cutoff of "
            f"{cutoff:g} Hz; expected a longer log or a higher cutoff."
        )
    q, qd, qdd = (savgol_filter(segment.q, window, SAVGOL_ORDER, deriv=k, delta=segment.step, axis=0) for k in range(3))
    return (q, qd, qdd), savgol_filter(segment.tau, window, SAVGOL_ORDER, axis=0)


def thinning(step: int) -> Thinning:
    """Keep every `step`-th sample after a symmetric FIR low-pass: flat to 0.2 and closed from 0.8 of the new Nyquist
    frequency on, so that what folds back is gone."""
    from scipy.signal import firwin

    taps = firwin(12 * step + 1, 0.5 / step)
    taps = (taps + taps[::-1]) / 2
    return Thinning(taps / taps.sum(), step)
