"""What the times of a log show: rounded, in bursts, not those of its samples, rows missing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dynid.arrays import Array, Flags
from dynid.data.log import Log, compute_usual_step
from dynid.data.masks import mark_clipped
from dynid.data.resampling import JITTER, Segment, compare_roughness, measure_timestamp_error
from dynid.findings import Change, Finding

OUTLIER = 12.0  # robust deviations of second differences: no motion, no noise
SMALLEST = 0.02  # quantile of the changes of a column: its count, where an encoder is coarse
BURST = 0.2  # of the median step: stamps that come so soon after another were not taken then
COARSE = 0.5  # of a step: rounded times
# samples by which values may come late, and then at once; and how many must be lost to matter
LATE, LOST = 6, 3.0
ROUGH = 3.0  # times smoother as uniform than at the stamps: the stamps are wrong


def examine_times(log: Log) -> Iterator[Finding]:
    step = np.diff(log.t)
    mean = float(log.t[-1] - log.t[0]) / len(step)
    if measure_timestamp_error(log.t) > JITTER:
        yield from _examine_steps(log, step, mean)
    yield from _find_lost_rows(log)


def _examine_steps(log: Log, step: Array, mean: float) -> Iterator[Finding]:
    whole = Segment(log.source, log.t, log.q, log.tau, None, mark_clipped(log, None))
    ratio = compare_roughness(whole, compute_usual_step(log.t))
    soon = float(np.mean(step < BURST * mean))
    if soon > 0.2:
        yield Finding(
            "stamps in bursts",
            "certain" if ratio > ROUGH else "likely",
            "t",
            f"{100 * soon:.2g} % of the times come less than a fifth of the mean step,"
            f" {1e3 * mean:.3g} ms, after the one before; the longest step is"
            f" {1e3 * step.max():.3g} ms.",
            "The samples were stamped when they were written: treat them as uniform, or"
            " record the times of the measurements.",
            Change("even", ("t",)),
        )
        return
    unit = _find_unit(step, mean)
    if unit > COARSE * mean:
        evidence = f"All times are multiples of {1e3 * unit:.3g} ms, the samples come every"
        evidence += f" {1e3 * mean:.3g} ms."
        repair = "Treat them as uniform, or record times with more digits."
        yield Finding("stamps rounded", "certain", "t", evidence, repair, Change("even", ("t",)))
    elif ratio > ROUGH:
        evidence = f"At their stamps the positions are {ratio:.2g} times rougher than as uniform at"
        evidence += f" {1 / mean:.5g} Hz: the samples were taken evenly, the times were not."
        repair = "Nothing: dynid takes them as uniform."
        yield Finding("stamps jitter", "possible", "t", evidence, repair)
    elif np.quantile(step, 0.9) > 1.02 * np.median(step):
        evidence = f"The steps between samples vary ({1e3 * np.quantile(step, 0.1):.3g} .."
        evidence += f" {1e3 * np.quantile(step, 0.9):.3g} ms); the positions agree with them."
        repair = "Nothing: dynid goes by the times."
        yield Finding("stamps jitter", "possible", "t", evidence, repair)


def _find_unit(step: Array, mean: float) -> float:
    """What all steps are multiples of, 0 where nothing."""
    large = step[step > 0.3 * mean]
    unit = float(large.min()) if len(large) else 0.0
    small = step[step <= 0.3 * mean]
    if unit <= 0 or (len(small) and small.max() > 1e-3 * mean):
        return 0.0
    whole = step / unit
    return unit if np.abs(whole - np.rint(whole)).max() < 0.02 and len(small) else 0.0


def _find_lost_rows(log: Log) -> Iterator[Finding]:
    """All positions jump along their velocities between two samples: time has passed there."""
    dt = np.diff(log.t)
    if len(dt) < 20:
        return
    # by even times, and by those of the log, which may show that time has passed
    count = np.array([measure_count(x) for x in log.q.T])
    jump, s = _find_jumps(log, np.ones_like(dt), count)
    if not jump.any():
        return
    jump &= _find_jumps(log, np.maximum(dt / np.median(dt), BURST), count)[0]
    # between two regular stamps
    jump &= dt[1:-1] < 3.0 * np.median(dt)
    jump &= _count_missing(log) > np.maximum(0.5 * s, LOST)
    if jump.any() and jump.sum() <= 50:
        k = np.flatnonzero(jump)
        at = ", ".join(f"{log.t[i + 1]:.5g}" for i in k[:4])
        seconds = s[k] * float(np.median(dt))
        yield Finding(
            "rows missing",
            "certain" if log.q.shape[1] > 1 else "likely",
            f"t = {at} s{f' and {len(k) - 4} more' if len(k) > 4 else ''}",
            f"All positions jump along their velocities there, as in {seconds[0]:.3g} s, while the"
            " times go on evenly.",
            "Rows were lost and the times regenerated: insert the missing time.",
            Change(
                "pause", ("t",), tuple(float(x) for i in k for x in (i + 2, s[i] * np.median(dt)))
            ),
            times=tuple((float(log.t[i + 1]), float(log.t[i + 2])) for i in k),
        )


def _find_jumps(log: Log, h: Array, count: Array) -> tuple[Flags, Array]:
    """(N - 3,) whether all positions jump in a step, of lengths h, and how many steps are missing
    there: s where they go on by s times their mean change beside it."""
    n, zero = log.q.shape[1], np.zeros(len(h) - 2)
    speed, s, left, whole, off = (zero.copy() for _ in range(5))

    def compare(k: int) -> tuple[Array, Array]:
        """Of one joint: what a step is more than those beside it, and these, in units of noise."""
        step = np.diff(log.q[:, k])
        v = step / h
        around = 0.5 * (v[:-2] + v[2:]) * h[1:-1]
        extra = step[1:-1] - around
        usual = max(1.4826 * float(np.median(np.abs(extra))), count[k], 1e-12)
        return extra / usual, around / usual

    # s steps are missing where extra = s around, in all joints that move
    for k in range(n):
        extra, around = compare(k)
        speed += around**2
        s += extra * around
        whole += extra**2
        off += np.abs(extra) > OUTLIER
    s /= np.maximum(speed, 1e-300)
    jump = (np.sqrt(whole / n) > OUTLIER) & (s > 1.5) & (off >= min(2, n))
    for k in range(n if jump.any() else 0):
        extra, around = compare(k)
        left += (extra - s * around) ** 2
    return jump & (left < 0.35 * whole), s


def _count_missing(log: Log) -> Array:
    """(N - 3,) steps that are missing in a stretch around each step, by the velocities beyond it;
    none where values came late, were repeated, and then made up for it."""
    w, k, N = LATE, np.arange(1, len(log) - 2), len(log)
    a, b, c, d = (np.clip(k + x, 0, N - 1) for x in (-2 * w, -w, w + 1, 2 * w + 1))
    t, q = log.t[:, None], log.q
    short = float(np.median(np.diff(log.t)))
    v = 0.5 * sum((q[j] - q[i]) / np.maximum(t[j] - t[i], short) for i, j in ((a, b), (c, d)))
    net = (q[c] - q[b] - (t[c] - t[b]) * v) / short
    missing = np.sum(net * v, axis=1) / np.maximum(np.sum(v**2, axis=1), 1e-300)
    repeated = np.append(0, np.cumsum(np.all(np.diff(q, axis=0) == 0.0, axis=1)))
    return np.where(repeated[d] > repeated[a], 0.0, missing)


def measure_count(x: Array) -> float:
    """The smallest change of a column from one sample to the next: the count of a coarse encoder,
    next to nothing of a fine one."""
    step = np.abs(np.diff(x))
    step = step[step > 0.0]
    return float(np.quantile(step, SMALLEST)) if len(step) else 0.0
