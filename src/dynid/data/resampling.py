"""Time and filters: true timestamps to a uniform grid, zero-phase low-pass, derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dynid import scratch
from dynid.arrays import Array, Ints, Triple
from dynid.data.cubic_spline import SplineCurve
from dynid.data.log import Log, compute_usual_step
from dynid.data.lowpass import filter_blocks, filter_lowpass
from dynid.errors import InputError

JITTER = 1e-3  # of a step: timestamps that stray further from a uniform grid are resampled
TRUST_INDEX = (
    3.0  # times smoother as a uniform series than at the stamps: it is the stamps that jitter
)
GAP_SAMPLES = 5  # steps; a longer pause splits the log ...
GAP_SECONDS = (
    0.02  # ... if it also exceeds this: a cubic follows 5 Hz across 20 ms to 1e-3 of the amplitude
)
SHORTEST = 16  # samples; shorter stretches between two gaps are left out
SAVGOL_ORDER = 4  # of the polynomial in a window
#: central differences of sixth order: exact to (w h)^6 / 140 and (w h)^6 / 560 at the frequency w,
#: step h
FIRST = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60
SECOND = np.array([2, -27, 270, -490, 270, -27, 2]) / 180
REACH = 3  # samples to each side that they read

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Segment:
    """A stretch of a log without gaps, at a uniform step: t (N,); q, tau, qd (N, n); clipped (N, n)
    torque at its limit; sensors (N, m) what was recorded beside (see `Log.beside`)."""

    source: str
    t: Array
    q: Array
    tau: Array
    qd: Array | None
    clipped: Mask
    recording: str = ""
    sensors: Array | None = None

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
        t, q, tau, clipped = self.t[part], self.q[part], self.tau[part], self.clipped[part]
        sensors = None if self.sensors is None else self.sensors[part]
        return replace(self, t=t, q=q, tau=tau, qd=qd, clipped=clipped, sensors=sensors)


def measure_timestamp_error(t: Array) -> float:
    """Largest distance of timestamps from a uniform grid with the same ends, in steps."""
    step = (t[-1] - t[0]) / (len(t) - 1)
    return float(np.abs(t - t[0] - step * np.arange(len(t))).max() / step)


def compute_typical_step(t: Array) -> float:
    """The mean step of a regular log; the usual one of an irregular log, which pauses and lost
    rows do not change."""
    return (
        float((t[-1] - t[0]) / (len(t) - 1))
        if measure_timestamp_error(t) <= JITTER
        else compute_usual_step(t)
    )


def split_at_pauses(log: Log, step: float) -> list[slice]:
    """The parts of a log between pauses."""
    steps = np.diff(log.t)
    longest = max(GAP_SAMPLES * step, GAP_SECONDS)
    if np.median(steps) < 0.5 * step:  # stamps come in bursts: between those is no pause
        longest = max(longest, 2.0 * float(np.quantile(steps, 0.99)))
    edges = [0, *(np.flatnonzero(steps > longest) + 1).tolist(), len(log)]
    return [slice(a, b) for a, b in pairwise(edges)]


def resample_uniformly(
    logs: Sequence[Log], clipped: Sequence[Mask]
) -> tuple[list[list[Segment]], list[str]]:
    """The segments of every log, all at one rate, and notes on what was done to the timestamps."""
    steps = [compute_typical_step(log.t) for log in logs]
    step = max(steps)
    common = step if np.ptp(steps) > JITTER * step else None
    found, notes = [], []
    for log, own, clip in zip(logs, steps, clipped):
        parts = split_at_pauses(log, own)
        if len(parts) > 1:
            pauses = [f"{log.t[b.start - 1]:.4g} .. {log.t[b.start]:.4g} s" for b in parts[1:]]
            notes.append(
                f"{log.where}: pauses longer than {max(GAP_SAMPLES * own, GAP_SECONDS):.3g} s at"
                f" {', '.join(pauses[:5])}{', ...' if len(pauses) > 5 else ''}; split there, never"
                " interpolated across"
            )
        short = [part for part in parts if part.stop - part.start < SHORTEST]
        if short:
            notes.append(
                f"{log.where}: {len(short)} stretch(es) shorter than {SHORTEST} samples left out"
            )
        segments = [
            _make_segment(log, clip, part, own, common, notes)
            for part in parts
            if part not in short
        ]
        found.append(segments)
    return found, notes


def _make_segment(
    log: Log, clipped: Mask, part: slice, own: float, common: float | None, notes: list[str]
) -> Segment:
    """One stretch: as it is when its timestamps are regular, else resampled by true time."""
    qd = None if log.qd is None else log.qd[part]
    beside = log.beside
    sensors = None if beside is None else beside[part]
    motion = log.t[part], log.q[part], log.tau[part], qd
    raw = Segment(log.source, *motion, clipped[part], log.recording, sensors)
    step, stray = common or own, measure_timestamp_error(raw.t)
    if stray > JITTER:
        even, ratio = even_timestamps(raw), compare_roughness(raw, own)
        if ratio > TRUST_INDEX:
            notes.append(
                f"{log.where}: timestamps deviate from a uniform grid by up to {stray:.2g} "
                "steps, but"
                f" the positions do not: taken as uniform at {even.rate:.6g} Hz they are"
                f" {ratio:.2g} times smoother than at their stamps"
            )
            raw, stray = even, 0.0
    if stray <= JITTER and abs(raw.step - step) <= JITTER * step:
        return raw
    if own < 0.9 * step:  # a faster log: remove what would alias on the slower grid
        raw = resample_segment(raw, own)
        q, tau = (filter_lowpass(x, 0.4 / step, 1 / own) for x in (raw.q, raw.tau))
        forces = None if raw.sensors is None else filter_lowpass(raw.sensors, 0.4 / step, 1 / own)
        raw = replace(raw, q=q, tau=tau, sensors=forces)
    why = (
        f"timestamps deviate from a uniform grid by up to {stray:.2g} steps"
        if stray > JITTER
        else "other logs are slower"
    )
    notes.append(
        f"{log.where}: {why} (median step {1e3 * own:.4g} ms); resampled by true time to"
        f" {1 / step:.6g} Hz with cubic splines, torques as positions"
    )
    return resample_segment(raw, step)


def even_timestamps(segment: Segment) -> Segment:
    """The same samples at uniform times, the straight line through their stamps."""
    k = np.arange(len(segment.t))
    slope, start = np.polyfit(k, segment.t, 1)
    return replace(segment, t=start + slope * k)


def compare_roughness(segment: Segment, step: float) -> float:
    """How much rougher (RMS of fourth differences, median over joints) positions are at their
    stamps than as uniform.

    True sampling times make the motion smooth in time; stamps that were late or rounded make a
    smooth series rough.
    """
    by_index = np.diff(segment.q, 4, axis=0).std(axis=0)
    grid = make_uniform_grid(segment.t, step)
    by_stamp = np.diff(interpolate_cubic(segment.t, segment.q, grid), 4, axis=0).std(axis=0)
    moving = (by_index > 0) & (by_stamp > 0)
    return float(np.median(by_stamp[moving] / by_index[moving])) if moving.any() else 1.0


def resample_segment(segment: Segment, step: float) -> Segment:
    """At a uniform step, by cubic interpolation over the stamps; a sample beside a clipped one
    counts as clipped."""
    t = segment.t
    grid = make_uniform_grid(t, step)
    clipped = np.stack([np.interp(grid, t, c) > 0 for c in segment.clipped.T], axis=1)
    q, tau = interpolate_cubic(t, segment.q, grid), interpolate_cubic(t, segment.tau, grid)
    qd, sensors = (
        None if x is None else interpolate_cubic(t, x, grid) for x in (segment.qd, segment.sensors)
    )
    return replace(segment, t=grid, q=q, tau=tau, qd=qd, clipped=clipped, sensors=sensors)


def make_uniform_grid(t: Array, step: float) -> Array:
    """Times from the first stamp to the last, at a uniform step."""
    grid = t[0] + step * np.arange(int((t[-1] - t[0]) / step + JITTER) + 1)
    return np.asarray(np.minimum(grid, t[-1]))


def interpolate_cubic(t: Array, x: Array, at: Array) -> Array:
    """Cubic interpolation of the columns of x (N, n), given at times t; of a long log, of one after
    the other."""
    width = max(1, scratch.LARGE // (64 * len(t)))
    parts = [x[:, k : k + width] for k in range(0, x.shape[1], width)]
    return np.hstack([SplineCurve.fit_through(t, part)(at) for part in parts])


def shift_torque(segment: Segment, delay: float) -> Segment:
    """The torque that was recorded `delay` seconds late moves to its own time: tau(t) <- tau(t +
    delay)."""
    if delay == 0.0:
        return segment
    inside = (segment.t + delay >= segment.t[0]) & (segment.t + delay <= segment.t[-1])
    t = segment.t[inside]
    near = np.clip(
        np.rint((t + delay - segment.t[0]) / segment.step).astype(int), 0, len(segment.t) - 1
    )
    return replace(
        segment,
        t=t,
        q=segment.q[inside],
        tau=interpolate_cubic(segment.t, segment.tau, t + delay),
        qd=None if segment.qd is None else segment.qd[inside],
        sensors=None if segment.sensors is None else segment.sensors[inside],
        clipped=segment.clipped[near],
    )


def differentiate(x: Array, step: float) -> tuple[Array, Array]:
    """First and second derivative of the columns; three samples at each end are of no use."""
    N = len(x)
    around = np.concatenate([x[2::-1], x, x[: -4 if N > 3 else None : -1]])
    first, second = np.zeros((N, *x.shape[1:])), SECOND[3] * x
    for k in range(3):
        before, after = around[k : k + N], around[6 - k : 6 - k + N]
        first += FIRST[k] * (before - after)
        second += SECOND[k] * (before + after)
    first /= step
    second /= step**2
    return first, second


def _differentiate_at(x: Array, step: float, at: Ints) -> tuple[Array, Array]:
    """`differences` at some samples, none of them within three of an end."""
    near = x[at[:, None] + np.arange(-REACH, REACH + 1)]
    first, second = (np.einsum("kij,i->kj", near, taps) for taps in (FIRST, SECOND))
    return first / step, second / step**2


def filter_butterworth(
    segment: Segment, cutoff: float, at: NDArray[np.int64] | None = None, torque: bool = True
) -> tuple[Triple, Array]:
    """(q, qd, qdd) and torque, all through the same zero-phase filter: of all samples, or of those
    asked for; without the torque, that as it is."""
    rate, (N, n) = segment.rate, segment.q.shape
    rows = N if at is None else len(at)
    q, qd, qdd = (scratch.make_empty((rows, n)) for _ in range(3))
    for part, here, inner, x in filter_blocks(segment.q, cutoff, rate, at, REACH):
        q[part] = x[here]
        if isinstance(here, slice):
            v, a = differentiate(x, segment.step)
            qd[part], qdd[part] = v[here], a[here]
        else:
            qd[part], qdd[part] = _differentiate_at(x, segment.step, here)
        scratch.release(q[part], qd[part], qdd[part], segment.q[inner])
    if torque:
        return (q, qd, qdd), filter_lowpass(segment.tau, cutoff, rate, at)
    return (q, qd, qdd), segment.tau if at is None else scratch.copy_rows(segment.tau, at)


def compute_savgol_half_window(cutoff: float, rate: float) -> int:
    """Half a window of 2 m + 1 samples whose -3 dB frequency is the cutoff: m + 1/2 = 0.8463 rate /
    cutoff for order 4."""
    return max(SAVGOL_ORDER, round(0.8463 * rate / cutoff - 0.5))


def filter_savgol(
    segment: Segment, cutoff: float, at: NDArray[np.int64] | None = None, torque: bool = True
) -> tuple[Triple, Array]:
    """(q, qd, qdd) from a polynomial fitted around every sample; the torque smoothed by the same
    window. Of all samples, or of those asked for; without the torque, that as it is."""
    from scipy.signal import savgol_filter

    window = 2 * compute_savgol_half_window(cutoff, segment.rate) + 1
    if window > len(segment.t):
        raise InputError(
            f"{segment.where}: {len(segment.t)} samples, fewer than the Savitzky-Golay window of"
            f" {window} for a cutoff of {cutoff:g} Hz; expected a longer log or a higher cutoff."
        )
    q, qd, qdd = (
        savgol_filter(segment.q, window, SAVGOL_ORDER, deriv=k, delta=segment.step, axis=0)
        for k in range(3)
    )
    tau = savgol_filter(segment.tau, window, SAVGOL_ORDER, axis=0) if torque else segment.tau
    return ((q, qd, qdd), tau) if at is None else ((q[at], qd[at], qdd[at]), tau[at])
