"""The motion of the stretches of a log, with its derivatives: by a low-pass, polynomials, or a
Fourier series."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array, Triple
from dynid.data import fourier
from dynid.data.cutoff import HIGHEST, WINDOWS, Smooth, choose_cutoff
from dynid.data.imu import add_imu
from dynid.data.log import Log
from dynid.data.process_settings import ProcessSettings
from dynid.data.resampling import (
    Segment,
    compute_savgol_half_window,
    filter_butterworth,
    filter_savgol,
)
from dynid.errors import InputError
from dynid.model.model import Model

SMOOTH: dict[str, Smooth] = {"filter": filter_butterworth, "savgol": filter_savgol}
EDGE = 3  # samples at each end that differences of sixth order cannot reach


@dataclass(frozen=True, eq=False)
class MotionStretch:
    """A processed stretch of a log: its samples, their motion, the torque; and the derivative of
    the positions."""

    segment: Segment
    motion: Triple
    tau: Array
    derivative: Array

    def cut(self, part: slice) -> MotionStretch:
        q, qd, qdd = self.motion
        motion = q[part], qd[part], qdd[part]
        return MotionStretch(self.segment.cut(part), motion, self.tau[part], self.derivative[part])


@dataclass(frozen=True, eq=False)
class Processed:
    """All stretches; the low-pass they went through, if any; the frequency up to which they mean
    something."""

    parts: list[MotionStretch]
    cutoff: float | None
    band: float
    variance: Array | None = None


def check_length(long: list[Segment], segments: list[Segment], cutoff: float) -> None:
    if not long:
        best = max(segments, key=lambda s: s.duration)
        raise InputError(
            f"{best.where}: its longest stretch lasts {best.duration:.3g} s ({len(best.t)}"
            f" samples), too short for a cutoff of {cutoff:.3g} Hz: expected more than"
            f" {WINDOWS / cutoff:.3g} s ({WINDOWS:g} / cutoff), as the filter spoils 1 / cutoff at"
            " each end. Use a longer log or a higher cutoff."
        )


def smooth_by_filter(
    model: Model,
    logs: list[Log],
    groups: list[list[Segment]],
    settings: ProcessSettings,
    notes: list[str],
) -> Processed:
    """Low-pass and differences, or polynomials in a window."""
    segments = [s for group in groups for s in group]
    smooth, rate = SMOOTH[settings.method], segments[0].rate
    moving = add_imu(model.robot, tuple(logs[0].around), smooth)
    cutoff = _select_cutoff(model, segments, settings, moving, notes)
    long = [s for s in segments if s.duration > WINDOWS / cutoff]
    check_length(long, segments, cutoff)
    if len(long) < len(segments):
        notes.append(
            f"{len(segments) - len(long)} stretch(es) shorter than {WINDOWS / cutoff:.3g} s"
            " left out"
        )
    window = int(np.ceil(rate / cutoff - 1e-6))
    edge = max(
        EDGE, window if settings.method == "filter" else compute_savgol_half_window(cutoff, rate)
    )
    parts = []
    for segment in long:
        (q, qd, qdd), tau = moving(segment, cutoff, torque=settings.decimate is None)
        keep = slice(edge, len(segment.t) - edge)
        derivative = qd[keep]
        if settings.velocity == "measured":
            measured, joint = (
                _filter_measured_velocities(segment, smooth, cutoff),
                ~np.isin(model.robot.actuated, model.robot.base),
            )
            qd, qdd = (np.where(joint, x, y) for x, y in zip(measured, (qd, qdd)))
        if segment.sensors is not None:  # they are read beside the motion itself
            forces = replace(segment, q=segment.sensors)
            filtered = smooth(forces, cutoff, torque=False)[0][0]
            segment = replace(segment, sensors=filtered)
        parts.append(
            MotionStretch(segment.cut(keep), (q[keep], qd[keep], qdd[keep]), tau[keep], derivative)
        )
    notes.append(
        f"{_describe_filter(settings, cutoff, rate)}; {edge / rate:.3g} s dropped at each end of a "
        f"stretch"
    )
    return Processed(parts, cutoff, cutoff)


def _select_cutoff(
    model: Model,
    segments: list[Segment],
    settings: ProcessSettings,
    smooth: Smooth,
    notes: list[str],
) -> float:
    """As told, or chosen by the data [Hz]."""
    rate = segments[0].rate
    if isinstance(settings.cutoff, str):
        top = HIGHEST * 0.5 * rate
        check_length([s for s in segments if s.duration > WINDOWS / top], segments, top)
        together = settings.decimate is not None
        cutoff, note = choose_cutoff(model, segments, smooth, together, settings.apart)
        notes.append(note)
    else:
        cutoff = float(settings.cutoff)
    if cutoff >= 0.5 * rate:
        raise InputError(
            f"cutoff: got {cutoff:g} Hz for logs at {rate:.4g} Hz, expected less than half of that."
        )
    return cutoff


def _describe_filter(settings: ProcessSettings, cutoff: float, rate: float) -> str:
    smooth = {
        "filter": (
            f"zero-phase Butterworth (order 4, forwards and backwards) at {cutoff:.4g} Hz, central"
            " differences"
        ),
        "savgol": (
            f"Savitzky-Golay, windows of {2 * compute_savgol_half_window(cutoff, rate) + 1} "
            f"samples (-3 dB at"
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


def _filter_measured_velocities(
    segment: Segment, smooth: Smooth, cutoff: float
) -> tuple[Array, Array]:
    """The measured velocities, filtered like the positions, and their derivative."""
    if segment.qd is None:
        raise InputError(
            f"{segment.where}: has no measured velocities (columns qd_<joint>); expected them for"
            " velocity='measured'."
        )
    qd, qdd, _ = smooth(replace(segment, q=segment.qd), cutoff, torque=False)[0]
    return qd, qdd


def smooth_by_series(
    model: Model,
    logs: list[Log],
    groups: list[list[Segment]],
    settings: ProcessSettings,
    notes: list[str],
) -> Processed:
    """A Fourier series for every log; torques as they are, or averaged over the periods."""
    parts: list[MotionStretch] = []
    band, squares, freedoms = 0.0, np.zeros(model.robot.dof), 0
    for log, segments in zip(logs, groups):
        series, note = fourier.fit_series(log, segments, settings.period, settings.harmonics)
        notes.append(note)
        band = max(band, series.harmonics / series.period)
        longest = max(segments, key=lambda s: len(s.t))
        repeated = fourier.split_periods(longest, series.period)
        M, K, _ = repeated.shape
        if settings.average:
            segment = fourier.average_periods(longest, segments, repeated, series.period)
            notes.append(
                f"{log.where}: {M} periods averaged; variance is that of the mean, s^2 / {M}"
            )
            segments = [segment]
        motions = [series.at(s.t) for s in segments]
        parts += [
            MotionStretch(s, motion, s.tau, motion[1]) for s, motion in zip(segments, motions)
        ]
        if M > 1:
            variance = fourier.estimate_repetition_variance(repeated) / (
                M if settings.average else 1
            )
            squares, freedoms = squares + K * (M - 1) * variance, freedoms + K * (M - 1)
    if freedoms:
        notes.append(
            f"variance of the torques from {freedoms} degrees of freedom between repeated periods"
        )
    return Processed(parts, None, band, squares / freedoms if freedoms else None)
