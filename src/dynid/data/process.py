"""process(log, model) -> Dataset: true time, filters, derivatives, masks, closed loops; every step
leaves a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.data import checks, fourier
from dynid.data.checks import Mask, PerJoint, Settings
from dynid.data.cutoff import HIGHEST, WINDOWS, Smooth, choose_cutoff, estimate_delay
from dynid.data.dataset import Dataset
from dynid.data.decimation import Decimation
from dynid.data.filters import (
    Motion,
    Segment,
    butterworth,
    savgol,
    savgol_half,
    shifted,
    uniform,
)
from dynid.data.log import Log
from dynid.errors import InputError
from dynid.model.model import Model
from dynid.robot.mechanism import Robot

SMOOTH: dict[str, Smooth] = {"filter": butterworth, "savgol": savgol}
EDGE = 3  # samples at each end that differences of sixth order cannot reach
DELAY_CUTOFF = 10.0  # Hz, for an automatic delay where the cutoff is automatic as well
PER_CUTOFF = 10  # automatic decimation leaves so many samples in 1 / cutoff,
SPOILED = (
    0.2  # has filters so short that samples left out spoil at most this share, or twice their own,
)
SHORTEST = 24  # and at least twelve beyond the length of its filter, which takes twelve of them


@dataclass(frozen=True, eq=False)
class Part:
    """A processed stretch of a log: its samples, their motion, the torque; and the derivative of
    the positions."""

    segment: Segment
    motion: Motion
    tau: Array
    derivative: Array


@dataclass(frozen=True, eq=False)
class Processed:
    """All stretches; the low-pass they went through, if any; the frequency up to which they mean
    something."""

    parts: list[Part]
    cutoff: float | None
    band: float
    variance: Array | None = None


def process(
    log: Log | Sequence[Log],
    model: Model,
    cutoff: float | str = "auto",
    method: str = "filter",
    *,
    period: float | None = None,
    harmonics: int | None = None,
    average: bool = False,
    decimate: int | str | None = "auto",
    slow: PerJoint | None = None,
    rest: bool = False,
    saturation: bool | PerJoint | None = None,
    delay: float | str | None = None,
    velocity: str = "positions",
    between: tuple[float, float] | None = None,
) -> Dataset:
    """Logs, one or several, as one data set for identification.

    cutoff      Hz of the low-pass, or "auto": chosen by cross-validation on the logs themselves
    method      "filter": zero-phase Butterworth of order 4, then central differences; "savgol":
                polynomials in a window; "fourier": for periodic motion, a Fourier series and its
                exact derivatives, torques untouched
    period, harmonics   of that series: s, and number; None: found from the motion
    average     replace the periods of a log by their mean (fourier); the variance of that mean goes
                to `variance`
    decimate    k: `Problem` filters torque and regressor together, then keeps every k-th sample;
                the torque is not filtered here. "auto": ten samples in 1 / cutoff, or more where
                many do not count (fourier: all). None: the torque passes the filter of the
                positions, alone, which biases friction, and the rest where torques change fast
    slow        leave out a joint's samples slower than this: rad/s or m/s, "2%" of its largest
                speed, or {joint: ...}
    rest        leave out stretches where nothing moves
    saturation  leave out torques at this limit (Nm or N, or {joint: ...}); True: flat tops at a
                joint's extreme torques
    delay       s by which the torques were recorded late, corrected here; "auto": found from the
                data
    velocity    "positions": their derivative; "measured": the log's own velocities, filtered alike,
                and their derivative
    between     (t0, t1): only this stretch of every log
    """
    together = None if method == "fourier" and decimate == "auto" else decimate
    settings = Settings(cutoff, method, period, harmonics, average, together, delay, velocity)
    notes: list[str] = []
    logs = _prepared(log, model.robot, between, notes)
    groups, told = uniform(logs, [checks.clipped(x, saturation) for x in logs])
    notes += told
    if (
        cutoff == "auto" or delay == "auto"
    ):  # these fit the model to the log: its poses must be ones the robot can take
        checks.check_loops(
            model.robot, [(s, (s.q, None, None)) for group in groups for s in group], None
        )
    groups = _in_step(model, groups, settings, notes)
    done = (_by_series if method == "fourier" else _by_filter)(model, logs, groups, settings, notes)
    for part in done.parts:
        if part.segment.qd is not None:
            used = velocity == "measured"
            checks.check_velocities(
                part.segment, model.robot, part.segment.qd, part.derivative, used, notes
            )
    checks.check_loops(model.robot, [(part.segment, part.motion) for part in done.parts], notes)
    use = _use(model.robot, done, slow, rest, together is None, notes)
    decimation = _decimation(done, settings, use, notes)
    data = _joined(model, done, use, decimation)
    checks.check_torques(model, data.q, data.qd, data.qdd, data.tau, notes)
    files = dict.fromkeys((one.source, one.sha256) for one in logs if one.sha256)
    return replace(data, notes=tuple(dict.fromkeys(notes)), files=tuple(files))


def _prepared(
    log: Log | Sequence[Log], robot: Robot, between: tuple[float, float] | None, notes: list[str]
) -> list[Log]:
    """The logs, cut, with the robot's joints."""
    logs = [log] if isinstance(log, Log) else list(log) if isinstance(log, Sequence) else [log]
    wrong = [type(x).__name__ for x in logs if not isinstance(x, Log)]
    if wrong or not logs:
        raise InputError(
            f"process: got {wrong[0] if wrong else 'no logs'}, expected a Log (see read_log) or"
            " several."
        )
    cut = []
    for one in logs:
        if between is not None:
            one = one.between(*between)
            notes.append(
                f"{one.where}: only {between[0]:g} <= t <= {between[1]:g} s, {len(one)} samples"
            )
        one = checks.select_joints(one, robot, notes)
        notes += [f"{one.where}: {note}" for note in one.notes]
        checks.check_units(one, robot, notes)
        cut.append(one)
    return cut


def _in_step(
    model: Model, groups: list[list[Segment]], settings: Settings, notes: list[str]
) -> list[list[Segment]]:
    """Torques moved to the time of their positions."""
    segments = [s for group in groups for s in group]
    if not segments:
        raise InputError(
            "process: no stretch of the logs is long enough; expected seconds of motion without"
            " pauses."
        )
    if settings.delay is None:
        return groups
    delay = settings.delay
    if delay == "auto":
        guess = min(DELAY_CUTOFF, 0.2 * segments[0].rate)
        band = guess if isinstance(settings.cutoff, str) else settings.cutoff
        long = [s for s in segments if s.duration > WINDOWS / band]
        _check_length(long, segments, band)
        delay, note = estimate_delay(model, long, butterworth, band)
    else:
        note = (
            f"torques moved by {1e3 * float(delay):.4g} ms, as told: they were recorded that much"
            " after the positions"
        )
    notes.append(note)
    return [[shifted(s, float(delay)) for s in group] for group in groups]


def _check_length(long: list[Segment], segments: list[Segment], cutoff: float) -> None:
    if not long:
        best = max(segments, key=lambda s: s.duration)
        raise InputError(
            f"{best.where}: its longest stretch lasts {best.duration:.3g} s ({len(best.t)}"
            f" samples), too short for a cutoff of {cutoff:.3g} Hz: expected more than"
            f" {WINDOWS / cutoff:.3g} s ({WINDOWS:g} / cutoff), as the filter spoils 1 / cutoff at"
            " each end. Use a longer log or a higher cutoff."
        )


def _by_filter(
    model: Model, logs: list[Log], groups: list[list[Segment]], settings: Settings, notes: list[str]
) -> Processed:
    """Low-pass and differences, or polynomials in a window."""
    segments = [s for group in groups for s in group]
    smooth, rate = SMOOTH[settings.method], segments[0].rate
    if isinstance(settings.cutoff, str):
        top = HIGHEST * 0.5 * rate
        _check_length([s for s in segments if s.duration > WINDOWS / top], segments, top)
        cutoff, note = choose_cutoff(model, segments, smooth, settings.decimate is not None)
        notes.append(note)
    else:
        cutoff = float(settings.cutoff)
    if cutoff >= 0.5 * rate:
        raise InputError(
            f"cutoff: got {cutoff:g} Hz for logs at {rate:.4g} Hz, expected less than half of that."
        )
    long = [s for s in segments if s.duration > WINDOWS / cutoff]
    _check_length(long, segments, cutoff)
    if len(long) < len(segments):
        notes.append(
            f"{len(segments) - len(long)} stretch(es) shorter than {WINDOWS / cutoff:.3g} s"
            " left out"
        )
    edge = max(
        EDGE,
        (
            int(np.ceil(rate / cutoff - 1e-6))
            if settings.method == "filter"
            else savgol_half(cutoff, rate)
        ),
    )
    parts = []
    for segment in long:
        (q, qd, qdd), tau = smooth(segment, cutoff)
        keep = slice(edge, len(segment.t) - edge)
        derivative = qd[keep]
        if settings.velocity == "measured":
            qd, qdd = _measured(segment, smooth, cutoff)
        tau = segment.tau if settings.decimate is not None else tau
        parts.append(Part(segment.cut(keep), (q[keep], qd[keep], qdd[keep]), tau[keep], derivative))
    notes.append(
        f"{_how(settings, cutoff, rate)}; {edge / rate:.3g} s dropped at each end of a stretch"
    )
    return Processed(parts, cutoff, cutoff)


def _how(settings: Settings, cutoff: float, rate: float) -> str:
    smooth = {
        "filter": (
            f"zero-phase Butterworth (order 4, forwards and backwards) at {cutoff:.4g} Hz, central"
            " differences"
        ),
        "savgol": (
            f"Savitzky-Golay, windows of {2 * savgol_half(cutoff, rate) + 1} samples (-3 dB at"
            f" {cutoff:.4g} Hz)"
        ),
    }[settings.method]
    measured = (
        "; velocities as measured, filtered alike, and their derivative"
        if settings.velocity == "measured"
        else ""
    )
    torque = (
        "torques through the same filter"
        if settings.decimate is None
        else "torques not filtered here"
    )
    return f"positions: {smooth}{measured}; {torque}"


def _measured(segment: Segment, smooth: Smooth, cutoff: float) -> tuple[Array, Array]:
    """The measured velocities, filtered like the positions, and their derivative."""
    if segment.qd is None:
        raise InputError(
            f"{segment.where}: has no measured velocities (columns qd_<joint>); expected them for"
            " velocity='measured'."
        )
    qd, qdd, _ = smooth(replace(segment, q=segment.qd), cutoff)[0]
    return qd, qdd


def _by_series(
    model: Model, logs: list[Log], groups: list[list[Segment]], settings: Settings, notes: list[str]
) -> Processed:
    """A Fourier series for every log; torques as they are, or averaged over the periods."""
    parts: list[Part] = []
    band, squares, freedoms = 0.0, np.zeros(model.robot.dof), 0
    for log, segments in zip(logs, groups):
        series, note = fourier.series_of(log, segments, settings.period, settings.harmonics)
        notes.append(note)
        band = max(band, series.harmonics / series.period)
        longest = max(segments, key=lambda s: len(s.t))
        repeated = fourier.periods_of(longest, series.period)
        M, K, _ = repeated.shape
        if settings.average:
            segment = fourier.averaged(longest, segments, repeated, series.period)
            notes.append(
                f"{log.where}: {M} periods averaged; variance is that of the mean, s^2 / {M}"
            )
            segments = [segment]
        motions = [series.at(s.t) for s in segments]
        parts += [Part(s, motion, s.tau, motion[1]) for s, motion in zip(segments, motions)]
        if M > 1:
            variance = fourier.repetition_variance(repeated) / (M if settings.average else 1)
            squares, freedoms = squares + K * (M - 1) * variance, freedoms + K * (M - 1)
    if freedoms:
        notes.append(
            f"variance of the torques from {freedoms} degrees of freedom between repeated periods"
        )
    return Processed(parts, None, band, squares / freedoms if freedoms else None)


def _decimation(
    done: Processed, settings: Settings, use: Mask, notes: list[str]
) -> Decimation | None:
    if settings.decimate is None:
        return None
    rate = done.parts[0].segment.rate
    longest = max(len(part.tau) for part in done.parts)
    auto = max(1, min(int(rate / (PER_CUTOFF * done.band)), longest // SHORTEST))
    while auto > 1 and _spoiled(use, auto) > max(SPOILED, 2.0 * (1.0 - use.mean())):
        auto //= 2
    step = auto if isinstance(settings.decimate, str) else int(settings.decimate)
    found = Decimation.every(step)
    if longest < len(found.taps):
        raise InputError(
            f"decimate: one sample in {step} needs a filter of {len(found.taps)} samples, the"
            f" longest stretch has {longest}; expected a smaller number, decimate=None, or a longer"
            " log."
        )
    notes.append(
        f"torque and regressor will pass one filter of {len(found.taps)} samples, half open at"
        f" {0.25 * rate / step:.4g} Hz, and one sample in {step} is kept"
    )
    return found


def _spoiled(use: Mask, step: int) -> float:
    """Share of the torques whose filter meets a sample that does not count."""
    from scipy.ndimage import maximum_filter1d

    taps = len(Decimation.every(step).taps)
    return float(maximum_filter1d(~use, taps, axis=0, mode="constant").mean())


def _use(
    robot: Robot,
    done: Processed,
    slow: PerJoint | None,
    rest: bool,
    filtered: bool,
    notes: list[str],
) -> Mask:
    """(N, n) which torques count."""
    from scipy.ndimage import maximum_filter1d

    qd = np.concatenate([part.motion[1] for part in done.parts])
    largest = np.abs(qd).max(axis=0)
    rate = done.parts[0].segment.rate
    use = np.ones(qd.shape, dtype=bool)

    def leave_out(mask: Mask, why: str) -> None:
        share = [
            f"{name} {100 * s:.2g} %" for name, s in zip(robot.actuated, mask.mean(axis=0)) if s > 0
        ]
        notes.append(f"{why}: {', '.join(share) if share else 'no sample'} left out")
        use[mask] = False

    if slow is not None:
        limit = checks.per_joint(slow, robot.actuated, largest, "slow")
        leave_out(
            np.abs(qd) < limit, f"slower than {', '.join(f'{v:.3g}' for v in limit)} rad/s or m/s"
        )
    if rest:
        still = np.concatenate(
            [checks.at_rest(part.motion[1], largest, rate) for part in done.parts]
        )
        leave_out(np.repeat(still[:, None], qd.shape[1], axis=1), "at rest (all joints)")
    if any(part.segment.clipped.any() for part in done.parts):
        # what the filter has seen of a clipped torque lies within half its length
        width = 2 * int(np.ceil(0.5 * rate / done.cutoff)) + 1 if filtered and done.cutoff else 1
        spread = [
            maximum_filter1d(part.segment.clipped, width, axis=0, mode="constant")
            for part in done.parts
        ]
        leave_out(
            np.concatenate(spread).astype(bool), f"torque at its limit, within {width // 2} samples"
        )
    return use


def _joined(model: Model, done: Processed, use: Mask, decimation: Decimation | None) -> Dataset:
    parts = done.parts
    q, qd, qdd = (np.concatenate([part.motion[k] for part in parts]) for k in range(3))
    return Dataset(
        model,
        np.concatenate([part.segment.t for part in parts]),
        q,
        qd,
        qdd,
        np.concatenate([part.tau for part in parts]),
        np.repeat(np.arange(len(parts)), [len(part.tau) for part in parts]),
        use,
        rate=parts[0].segment.rate,
        sources=tuple(part.segment.source for part in parts),
        variance=done.variance,
        decimation=decimation,
        cutoff=done.cutoff,
        recordings=tuple(part.segment.recording for part in parts),
    )
