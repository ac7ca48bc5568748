"""process(log, model) -> Dataset: true time, filters, derivatives, masks, closed loops; every step
leaves a note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from dynid import scratch
from dynid.arrays import Array, seal_array
from dynid.data import torque_checks
from dynid.data.column_map import CONSTANT
from dynid.data.cutoff import WINDOWS
from dynid.data.dataset import Dataset
from dynid.data.decimation import Decimation
from dynid.data.delay import estimate_delay
from dynid.data.drive_gains import Load, as_torques, check_gains, check_moves, subtract_payloads
from dynid.data.log import Log
from dynid.data.loop_checks import check_loops, close_parts
from dynid.data.masks import mark_clipped, mark_counted_samples, select_known_rows, spread
from dynid.data.process_settings import PerJoint, ProcessSettings
from dynid.data.resampling import Mask, Segment, resample_uniformly, shift_torque
from dynid.data.smoothing import (
    MotionStretch,
    Processed,
    check_length,
    smooth_by_filter,
    smooth_by_series,
)
from dynid.data.validity import check_size
from dynid.errors import InputError, require
from dynid.model.channels import DRIFT
from dynid.model.model import Model
from dynid.notes import get_subject, put_before
from dynid.option_names import name_option
from dynid.robot.mechanism import Robot
from dynid.scratch import copy_rows

DELAY_CUTOFF = 10.0  # Hz, for an automatic delay where the cutoff is automatic as well
PER_CUTOFF = 10  # automatic decimation leaves so many samples in 1 / cutoff,
# has filters so short that samples left out spoil at most this share of those that count,
SPOILED = 0.2
SHORTEST = 24  # and at least twelve beyond the length of its filter, which takes twelve of them


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
    gains: Mapping[str, float] | None = None,
    start: Mapping[str, float] | None = None,
    payloads: Sequence[Load] | None = None,
    rows: str | None = None,
) -> Dataset:
    """Logs, one or several, as one data set for identification.

    Parameters
    ----------
    log
        one log or several, in SI units
    model
        the model whose parameters are to be identified
    cutoff
        Hz of the low-pass, or "auto": chosen by cross-validation on the logs themselves
    method
        "filter": zero-phase Butterworth of order 4, then central differences; "savgol": polynomials
        in a window; "fourier": for periodic motion, a Fourier series and its exact derivatives,
        torques untouched
    period
        of that series [s]; None: found from the motion
    harmonics
        of that series, their number; None: found from the motion
    average
        replace the periods of a log by their mean (fourier); the variance of that mean goes to
        `variance`
    decimate
        k: `Problem` filters torque and regressor together, then keeps every k-th sample; the torque
        is not filtered here. "auto": ten samples in 1 / cutoff, or more where many do not count
        (fourier: all). None: the torque passes the filter of the positions, alone, which biases
        friction, and the rest where torques change fast
    slow
        leave out a joint's samples slower than this: rad/s or m/s, "2%" of its largest speed, or
        {joint: ...}; where a passive joint with dry friction is slow, those of the motors that feel
        it
    rest
        leave out stretches where nothing moves
    saturation
        leave out torques at this limit (Nm or N, or {joint: ...}); True: flat tops at a joint's
        extreme torques
    delay
        s by which the torques were recorded late, corrected here; "auto": found from the data
    velocity
        "positions": their derivative; "measured": the log's own velocities, filtered alike, and
        their derivative
    between
        (t0, t1): only this stretch of every log
    gains
        {joint: torque of a unit of its current}, known, of logs with currents: Nm per A, gear
        included. The gains of other joints are estimated by `estimate`
    start
        what such gains may be, {joint: ...}, where it is roughly known
    payloads
        what each log was recorded with: None, a known `Payload`, or the name of an unknown one of
        the model (`Payload(link, name="box", sometimes=True)`); logs that carry the same share its
        name
    rows
        of a robot whose base floats: "base" (its six alone, no torque of a joint is needed),
        "joints", or "both"; None: those whose forces were recorded
    """
    require("process", model, Model, "process(log, Model(robot, [Viscous(), Coulomb()]))")
    together = None if method == "fourier" and decimate == "auto" else decimate
    known = check_gains("gains", gains, model.robot.actuated)
    guessed = check_gains("start", start, model.robot.actuated)
    notes: list[str] = []
    logs = _prepare_logs(log, model.robot, between, notes)
    logs, made, free = as_torques(logs, known, guessed)
    settings = ProcessSettings(
        cutoff, method, period, harmonics, average, together, delay, velocity, bool(free)
    )
    groups, told = resample_uniformly(logs, [mark_clipped(x, saturation) for x in logs])
    notes += told
    # these fit the model to the log: its poses must be ones the robot can take
    if cutoff == "auto" or delay == "auto":
        for segment in (s for group in groups for s in group):
            check_loops(model.robot, segment)
    groups = _align_torques(model, groups, settings, notes)
    done = (smooth_by_series if method == "fourier" else smooth_by_filter)(
        model, logs, groups, settings, notes
    )
    for part in done.parts:
        if part.segment.qd is not None:
            used = velocity == "measured"
            rates = part.segment.qd, part.derivative
            found = torque_checks.examine_velocities(part.segment, model.robot, *rates, used, notes)
            torque_checks.report_findings(found, notes)
    done = replace(done, parts=close_parts(model.robot, done.parts, notes))
    use = mark_counted_samples(model, done, slow, rest, together is None, notes)
    use &= select_known_rows(model.robot, logs, rows, notes)
    decimation = _make_decimation(done, settings, use, notes)
    data = _join_stretches(model, done, use, decimation, logs[0])
    if payloads is not None:
        data = subtract_payloads(data, logs, payloads)
        notes += data.notes
    # without gains, nobody knows what the torques are
    if not free and not any(one.torqueless or one.untrusted for one in logs):
        torque_checks.report_findings(
            torque_checks.find_constant_torques(model, data.q, data.tau), notes
        )
        few = slice(None, None, max(1, len(data) // torque_checks.LOOK))
        motion = (copy_rows(x, few) for x in (data.q, data.qd, data.qdd, data.tau))
        torque_checks.report_findings(torque_checks.examine_torques(model, *motion), notes)
    files = dict.fromkeys((one.source, one.sha256) for one in logs if one.sha256)
    data = replace(data, notes=tuple(dict.fromkeys(notes)), files=tuple(files))
    untrusted = tuple(dict.fromkeys(name for one in logs for name in one.untrusted))
    data = replace(data, gains=made, free=free, untrusted=untrusted)
    check_moves(data)
    return data


def _prepare_logs(
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
            one = one.select_times(*between)
            notes.append(
                f"{one.where}: only {between[0]:g} <= t <= {between[1]:g} s, {len(one)} samples"
            )
        one = torque_checks.select_joints(one, robot, notes)
        check_size(one)
        # no motor, no torque: nobody needs to look for a sensor
        silent = {(CONSTANT, "tau", name) for name in one.joints if name not in robot.motors}
        notes += [put_before(one.where, x) for x in one.notes if get_subject(x) not in silent]
        torque_checks.report_findings(torque_checks.examine_units(one, robot), notes)
        cut.append(one)
    # forces that all logs have
    shared = [name for name in cut[0].sensors if all(name in one.sensors for one in cut)]
    beside = [name for name in cut[0].channels if all(name in one.channels for one in cut)]
    around = [name for name in cut[0].around if all(name in one.around for one in cut)]
    return [
        one.select_sensors(shared).select_channels(beside).select_surroundings(around)
        for one in cut
    ]


def _align_torques(
    model: Model, groups: list[list[Segment]], settings: ProcessSettings, notes: list[str]
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
    if delay == "auto" and settings.apart:
        raise InputError(
            "delay: got auto for currents whose gains are not known; expected seconds, such as"
            f" 0.004, or the gains ({name_option('drives')})."
        )
    if delay == "auto":
        guess = min(DELAY_CUTOFF, 0.2 * segments[0].rate)
        band = guess if isinstance(settings.cutoff, str) else settings.cutoff
        long = [s for s in segments if s.duration > WINDOWS / band]
        check_length(long, segments, band)
        delay, note = estimate_delay(model, long, band)
    else:
        note = (
            f"torques moved by {1e3 * float(delay):.4g} ms, as given: they were recorded"
            " that much after the positions"
        )
    if not abs(float(delay)) < max(s.duration for s in segments):
        raise InputError(
            f"process: got a delay of {float(delay):g} s, expected less than the logs last (and"
            " usually some ms)."
        )
    notes.append(note)
    return [[shift_torque(s, float(delay)) for s in group] for group in groups]


def _make_decimation(
    done: Processed, settings: ProcessSettings, use: Mask, notes: list[str]
) -> Decimation | None:
    if settings.decimate is None:
        return None
    rate = done.parts[0].segment.rate
    longest = max(len(part.tau) for part in done.parts)
    auto = max(1, min(int(rate / (PER_CUTOFF * done.band)), longest // SHORTEST))
    while auto > 1 and _compute_spoiled_share(use, auto) > SPOILED:
        auto //= 2
    decimation = Decimation.keep_every(
        auto if isinstance(settings.decimate, str) else int(settings.decimate)
    )
    # a filter helps even where every sample is kept, if it does not meet what is left out
    alone = _compute_spoiled_share(use, 1) > SPOILED or longest < SHORTEST
    if isinstance(settings.decimate, str) and auto == 1 and alone:
        decimation = Decimation.keep_all()
    if longest < len(decimation.taps):
        raise InputError(
            f"decimate: one sample in {decimation.step} needs a filter of {len(decimation.taps)}"
            f" samples, the longest stretch has {longest}; expected a smaller number,"
            " decimate=None, or a longer log."
        )
    notes.append(
        f"torque and regressor pass one filter of {len(decimation.taps)} samples, cutoff (-6 dB) at"
        f" {0.25 * rate / decimation.step:.4g} Hz, and one sample in {decimation.step} is kept"
        if len(decimation.taps) > 1
        else "every sample is kept, with its measured torque"
    )
    return decimation


def _compute_spoiled_share(use: Mask, step: int) -> float:
    """Share of the torques that count whose filter meets one that does not."""
    met = spread(~use, len(Decimation.keep_every(step).taps))
    counted = np.count_nonzero(use)
    return np.count_nonzero(met & use) / counted if counted else 0.0


def _join_stretches(
    model: Model,
    done: Processed,
    use: Mask,
    decimation: Decimation | None,
    like: Log,
) -> Dataset:
    """like: a log that has the sensors and channels of all."""
    parts, names = done.parts, tuple(like.sensors)
    forces = [part.segment.sensors for part in parts]
    known = all(x is not None for x in forces)
    columns = join_arrays(forces) if known else np.empty((0, 0))  # type: ignore[arg-type]
    further = dict(zip(like.channels, columns[:, 6 * len(names) :].T))  # those around come after
    q, qd, qdd = (join_arrays([part.motion[k] for part in parts]) for k in range(3))
    return Dataset(
        model,
        join_arrays([part.segment.t for part in parts]),
        q,
        qd,
        qdd,
        join_arrays([part.tau for part in parts]),
        seal_array(np.repeat(np.arange(len(parts)), [len(part.tau) for part in parts])),
        seal_array(use),
        rate=parts[0].segment.rate,
        sources=tuple(part.segment.source for part in parts),
        variance=done.variance,
        decimation=decimation,
        cutoff=done.cutoff,
        recordings=tuple(part.segment.recording for part in parts),
        sensors={x: columns[:, 6 * k : 6 * k + 6] for k, x in enumerate(names)} if known else {},
        channels={
            **_stack_joint_channels(further, model.robot),
            DRIFT: _compute_log_progress(parts, model.robot.dof),
        },
    )


def join_arrays(parts: Sequence[Array]) -> Array:
    """One array of several, not to be written to; a single one is not copied."""
    if len(parts) == 1:
        whole = parts[0]
    else:
        whole, at = scratch.make_empty((sum(map(len, parts)), *parts[0].shape[1:])), 0
        for part in parts:
            for some in scratch.iterate_blocks(len(part)):
                to = whole[at + some.start : at + some.stop]
                to[...] = part[some]
                scratch.release(to, part[some])
            at += len(part)
    if isinstance(whole.base, np.ndarray):
        seal_array(whole.base)
    return seal_array(whole)


def _stack_joint_channels(columns: Mapping[str, Array], robot: Robot) -> dict[str, Array]:
    """{"temp": (N, n)} of columns "temp_joint2"; nan for joints that have none."""
    out: dict[str, Array] = {}
    for name, column in columns.items():
        kind, _, joint = name.partition("_")
        all_joints = out.setdefault(kind, np.full((len(column), robot.dof), np.nan))
        all_joints[:, robot.actuated.index(joint)] = column
    return out


def _compute_log_progress(parts: Sequence[MotionStretch], joints: int) -> Array:
    """(N, joints) u = 2 (t - t0) / (t1 - t0) - 1, from -1 where a log begins to 1 where it ends."""
    ends: dict[str, list[float]] = {}
    for part in parts:
        log, t = part.segment.recording or part.segment.source, part.segment.t
        first, last = ends.get(log, [float(t[0]), float(t[-1])])
        ends[log] = [min(first, float(t[0])), max(last, float(t[-1]))]
    u = []
    for part in parts:
        t0, t1 = ends[part.segment.recording or part.segment.source]
        u.append(2.0 * (part.segment.t - t0) / max(t1 - t0, 1e-300) - 1.0)
    whole = np.concatenate(u)
    return np.broadcast_to(whole[:, None], (len(whole), joints))
