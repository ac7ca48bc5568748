"""Logs: read and processed as the options say."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError, IgnoredElementWarning, InputError, join_names
from dynid.option_names import name_option
from dynid.study import yaml_values as check
from dynid.study.column_options import ColumnOptions
from dynid.study.gain_options import Drives, parse_drives, split_gains
from dynid.study.options import (
    FOOT_RADIUS,
    Auto,
    declare_option,
    list_frames,
    list_joints,
)
from dynid.study.payloads import (
    OF_LOGS,
    Loads,
    match_loads,
    match_log_loads,
    parse_loads,
    place,
    rename_logs,
)
from dynid.study.text_values import read_words

if TYPE_CHECKING:
    from typing import Self

    from dynid.data.dataset import Dataset
    from dynid.data.drive_gains import Load
    from dynid.data.log import Log
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot

#: a file, or a log that was read already
LogSource = Any
KEPT = 2.5e8  # bytes of logs that are kept: they are asked for more than once
LONG = 5e7  # bytes of a file: loops are not closed along all of it before it is processed


@dataclass(frozen=True)
class DriveOptions(ColumnOptions):
    """And how they were recorded."""

    topic: str | None = declare_option(
        None, check.check_text, "--topic", help="Topic to read, if a ROS bag has several."
    )
    untrusted: tuple[str, ...] = declare_option(
        (),
        check.names,
        "--untrusted",
        read_words,
        metavar="JOINT,...",
        help="Joints whose torques do not count, neither in the fit nor in the errors, while they"
        " move as logged: 'wrist*'.",
        choices=list_joints,
    )
    drives: Drives = declare_option(
        {},
        check.check_table(check.drive, "joint1: {constant: 0.136, ratio: 100}"),
        "--gain",
        parse_drives,
        metavar="JOINT=GAIN,...",
        help="Torque per motor current [Nm/A] of joints with logged currents: joint1=13.6,"
        " joint2=0.136*100 (constant*ratio), joint3=~9 (a start); others are identified.",
        choices=list_joints,
        details="In the file `{joint1: 13.6}`, `{constant: 0.136, ratio: 100}` or `{start: 9}`"
        " ([currents.md](currents.md)).",
    )


@dataclass(frozen=True)
class ReadingArguments(DriveOptions):
    """And what was carried."""

    payloads: Loads = declare_option(
        {},
        check.check_table(check.load, "run2.csv: {link: tool0, mass: 2.5}"),
        "--load",
        parse_loads,
        list[str],
        metavar="LOG:link=LINK,mass=KG,com=X Y Z",
        help="Payload [kg, m] of a link in one log; without a mass it is identified; logs with the"
        " same name=... share it; com=unknown: only its mass is known.",
        details="In the file `{run3.csv: {link: tool0, mass: 1.2}}`, or with the log, `logs:"
        " [{file: run3.csv, payload: {link: tool0, mass: 1.2}}]`.",
    )

    def match_loads(self, logs: Sequence[Path]) -> Self:
        """With the loads of these logs by their paths."""
        return replace(self, payloads=match_loads(self.payloads, logs))


def _parse_speed(text: str) -> float | str:
    return text if text.endswith("%") else float(text)


Spans = Mapping[str, Sequence[Sequence[float]]]


def _parse_span(where: str, value: Any) -> tuple[float, float] | Spans | None:
    """Of "0.1,7.5", of [0.1, 7.5], or of {run1.csv: [[0.1, 4], [5, 7.5]]}."""
    if isinstance(value, dict):
        ranges = check.check_several(check.pair, "time ranges, [[0.1, 4], [5, 7.5]]")
        return {str(log): list(ranges(f"{where}.{log}", spans)) for log, spans in value.items()}
    if not isinstance(value, str):
        pair: tuple[float, float] | None = check.pair(where, value)
        return pair
    try:
        start, stop = map(float, value.split(","))
    except ValueError:
        raise check.refuse(where, value, "two times in s, such as 0.1,7.5") from None
    return start, stop


_AUTO = {"auto": "auto"}
_NONE: dict[str, str | None] = {"auto": "auto", "none": None}


@dataclass(frozen=True)
class Processing(ReadingArguments):
    """And how they are processed; "auto": found from the data, None: not done."""

    cutoff: float | Auto = declare_option(
        "auto",
        check.check_words_or(float, "Hz or auto", _AUTO),
        "--cutoff",
        help="Low-pass cutoff [Hz], or auto: chosen by cross-validation.",
        unit="Hz",
        choices=("auto",),
    )
    decimate: int | Auto | None = declare_option(
        "auto",
        check.check_words_or(int, "a whole number, auto or none", _NONE),
        "--decimate",
        help="Filter torque and model in the same way and keep every k-th sample: a number, "
        "auto, none.",
        choices=("auto", "none"),
    )
    slow: float | str | None = declare_option(
        "auto",
        check.check_words_or(
            _parse_speed, "auto, a speed such as 0.02, a part such as 5%, or none", _NONE
        ),
        "--slow",
        help="Exclude a joint's samples slower than this [rad/s or m/s], 2% (of its top speed),"
        " or none; auto: 5% with dry friction, where such samples tell little or held-out parts of"
        " the logs are then predicted better.",
        unit="rad/s or m/s",
        choices=("auto", "none"),
    )
    between: tuple[float, float] | Spans | None = declare_option(
        None,
        _parse_span,
        "--between",
        metavar="START,END",
        help="Use only this time range of the logs [s]: 0.1,7.5.",
        details="In the file also ranges of single logs: `{run1.csv: [[0.1, 4], [5, 7.5]]}`.",
        unit="s",
    )
    delay: float | Auto | None = declare_option(
        None,
        check.check_words_or(float, "seconds, such as 0.004, auto or none", _NONE),
        "--delay",
        help="Delay [s] of the recorded torques: 0.004, auto (estimated), or none; default: none.",
        unit="s",
        choices=("auto", "none"),
    )
    velocity: str = declare_option(
        "positions",
        check.check_text,
        "--velocity",
        help="Velocities: positions (differentiated), or measured (the log's own).",
        choices=("positions", "measured"),
    )
    repetitions: bool = declare_option(
        False,
        check.check_yes_or_no,
        "--repetitions",
        kind=bool,
        help="The logs repeat one motion: use their mean, and its standard deviation.",
    )
    rows: str | None = declare_option(
        None,
        check.check_text,
        "--rows",
        help="Equations of a floating-base robot to fit: base (needs no joint torques), joints or"
        " both; default: those whose forces the log has.",
        choices=("base", "joints", "both"),
    )
    contacts: tuple[str, ...] = declare_option(
        (),
        check.names,
        "--contacts",
        read_words,
        metavar="FOOT,...",
        help="Feet that stay in place and whose forces were not recorded: frames, links, geoms, or"
        " points of links, 'shank=0.1 0 -0.3'.",
        choices=list_frames,
    )
    foot_radius: float | None = declare_option(
        None,
        check.number,
        "--foot-radius",
        kind=float,
        metavar="METRES",
        help=FOOT_RADIUS,
        unit="m",
    )

    def from_data(self, data: Dataset) -> Processing:
        """What training data led to, for other logs. Which samples are kept follows from the cutoff
        and each log's own rate."""
        cutoff = self.cutoff if data.cutoff is None else float(data.cutoff)
        decimate = None if data.decimation is None else self.decimate
        return replace(self.keep_for_others(), cutoff=cutoff, decimate=decimate)

    def keep_for_others(self) -> Processing:
        """Of the processing of one log, that of others."""
        of_logs = self.between if isinstance(self.between, Mapping) else None
        return replace(self, between=of_logs, repetitions=False)

    def cut(self, log: Log) -> Log:
        """The samples of a log in its own time ranges, where some are given."""
        spans = self.between if isinstance(self.between, Mapping) else {}
        own = [x for name, x in spans.items() if log.source and place(name) == place(log)]
        return log.select_ranges(own[0]) if own else log

    def rename_logs(self, rename: Callable[[str], str]) -> Processing:
        """With other names of the files of which something is said."""
        names = (*OF_LOGS, *(("between",) if isinstance(self.between, Mapping) else ()))
        renamed: Any = {key: rename_logs(getattr(self, key), rename) for key in names}
        return replace(self, **renamed)

    def check_unseen(self, logs: Sequence[Path], test: Sequence[Path]) -> None:
        """Refuse test logs that are not there, and to check the mean of repetitions on one of
        them: it has been seen."""
        for path in test:
            if not is_there(path):
                read_one(path, (), self)  # says what is wrong
        if self.repetitions and (both := {*map(place, logs)} & {*map(place, test)}):
            raise InputError(
                f"got '{both.pop()}' among the repetitions and as a test log; expected a different"
                " motion for the check."
            )

    @property
    def kept(self) -> dict[str, str]:
        """What a result remembers, as texts, so that other logs are processed alike."""
        words = {name: getattr(self, name) for name in ("cutoff", "decimate", "slow", "delay")}
        kept = {name: "none" if value is None else str(value) for name, value in words.items()}
        kept["velocity"] = self.velocity
        return kept if self.rows is None else {**kept, "rows": self.rows}

    def list_arguments(self, model: Model) -> dict[str, Any]:
        """Of di.process."""
        from dynid.identification.low_speed import list_sticking_joints

        slow = list_sticking_joints(model) if self.slow == "auto" else self.slow
        names = ("cutoff", "decimate", "between", "delay", "velocity", "rows")
        common = None if isinstance(self.between, Mapping) else self.between
        return {name: getattr(self, name) for name in names} | {"slow": slow, "between": common}


def load_data(
    model: Model,
    logs: Sequence[LogSource],
    typed: Processing,
    payloads: Sequence[Load] | None = None,
) -> Dataset:
    """Logs, read and processed; payloads: what each carried, else as the options say."""
    import numpy as np

    from dynid.data.process import process
    from dynid.progress import show_stage

    with show_stage("reading"):
        drives = (model.robot.actuated, typed, model.robot.free)
        read = [typed.cut(read_one(path, *drives)) for path in logs]
        deviations = None
        if typed.repetitions:
            from dynid.data.repeated_logs import average_repetitions

            if carried := [name for name in typed.payloads if place(name) in map(place, logs)]:
                raise InputError(
                    f"got a payload of {carried[0]} and repetitions; expected one payload for"
                    " all of them (payload: at the level of logs:)."
                )
            mean = average_repetitions(read)
            read, deviations = [mean.log], mean.deviations
    if payloads is None and deviations is None:
        payloads = match_log_loads(model, logs, typed.payloads)
    known, start = split_gains(typed.drives, model.robot.actuated)
    with show_stage("processing"):
        data = process(
            read,
            model,
            **typed.list_arguments(model),
            gains=known,
            start=start,
            payloads=payloads,
        )
    if deviations is not None:
        data = replace(data, variance=np.square(deviations))
    return data


@dataclass(frozen=True)
class RecordedMotion:
    """What the logs of a command tell of its robot."""

    logs: Sequence[Path] = ()
    typed: ReadingArguments = ReadingArguments()

    def list_moved_joints(self, robot: Robot) -> Collection[str]:
        """The joints that all logs have, of a robot with degrees of freedom that no motor drives;
        of others nobody asks."""
        seen = [set(log.joints) for log in self._read(robot)] if robot.free else []
        return set.intersection(*seen) if seen else ()

    def follow(self, robot: Robot) -> Robot:
        """The robot with landmarks along the logs, so that any of their samples are closed as the
        whole motion is; with a home in the first sample, where its own does not lead there."""
        files = [path for path in self.logs if isinstance(path, Path) and path.exists()]
        too_long = any(path.stat().st_size > LONG for path in files)
        if robot.is_tree or robot.base or too_long:
            return robot
        from dynid.closed_chains.motion_landmarks import follow_motions

        try:
            q = [log.select(robot.actuated).q for log in self._read(robot)]
            found = follow_motions(robot, q)
        except DynidError:  # it is said where the logs are read for good
            return robot
        if found.home != robot.home:
            warnings.warn(
                f"robot '{robot.name}': no path leads from its home to the poses of"
                f" {join_names(map(str, self.logs), 3)}; took the first sample as home. If"
                " this is the wrong assembly, give home: in dynid.yaml.",
                IgnoredElementWarning,
                stacklevel=2,
            )
        return found

    def _read(self, robot: Robot) -> list[Log]:
        there = [path for path in self.logs if is_there(path)]
        return [read_one(path, robot.actuated, self.typed, robot.free) for path in there]


def is_there(source: LogSource) -> bool:
    return not isinstance(source, Path) or source.exists()


def read_driven(path: LogSource, robot: Robot, typed: DriveOptions) -> Log:
    """A log, with torques for currents where all gains are known."""
    joints = robot.actuated
    log = read_one(path, joints, typed, robot.free)
    known, _ = split_gains(typed.drives, joints)
    driven = [name for name in log.currents if name in joints]
    return log.as_torques(known) if all(name in known for name in driven) else log


_READ: dict[Any, Log] = {}


def read_one(
    path: LogSource, joints: Sequence[str], typed: DriveOptions, free: Sequence[str] = ()
) -> Log:
    """A log, read as the options say; joints: those that patterns of columns stand for; free: those
    without motor. Read once in a run, unless the file changes or is long. A log stays as it is."""
    if not isinstance(path, Path):
        log: Log = path
        return log
    try:
        return _read_kept(path, joints, typed, free)
    except InputError as error:
        if not path.exists():
            raise
        raise InputError(
            f"{error} Set {name_option('columns')} or {name_option('units')}, or convert it first."
        ) from error


def _read_kept(path: Path, joints: Sequence[str], typed: DriveOptions, free: Sequence[str]) -> Log:
    typed = typed.select_for(path)
    names = ("columns", "units", "rate", "joints", "topic", "clean", "untrusted")
    how = [getattr(typed, name) for name in names]
    try:
        there = path.stat()
    except OSError:
        return read_file(path, joints, typed, free)  # says what is wrong
    if not path.is_file():
        return read_file(path, joints, typed, free)
    key = (path, there.st_mtime_ns, there.st_size, *joints, "free", *free, repr(how))
    if key not in _READ:
        log = read_file(path, joints, typed, free)
        if sum(map(_count_bytes, (*_READ.values(), log))) > KEPT:
            _READ.clear()
        if _count_bytes(log) > KEPT:
            return log
        _READ[key] = log
    return _READ[key]


def _count_bytes(log: Log) -> int:
    return sum(x.nbytes for x in log.list_arrays())


def read_file(
    path: Path, joints: Sequence[str], typed: DriveOptions, free: Sequence[str] = ()
) -> Log:
    """A log, read as the options say, and not kept."""
    from dynid.data.column_patterns import expand_patterns
    from dynid.data.log_reading import read_column_names, read_log
    from dynid.data.recording_files import mark_untrusted

    if typed.rate is not None and not typed.rate > 0:
        raise InputError(
            f"{name_option('rate')}: got {typed.rate:g}, expected samples per second, such as 500."
        )
    typed = typed.select_for(path)
    patterns = any("{" in str(name) for name in typed.columns.values())
    there = read_column_names(path, typed.topic) if patterns else ()
    log = read_log(
        path,
        expand_patterns(typed.columns, joints, there, str(path)),
        typed.units,
        joints=typed.joints or None,
        topic=typed.topic,
        clean=typed.clean,
        rate=typed.rate,
        free=free,
    )
    return mark_untrusted(log, typed.untrusted) if typed.untrusted else log


def list_sources(logs: Any, reading: ColumnOptions) -> list[LogSource]:
    """Files as paths, logs as they are, DataFrames as logs."""
    from dynid.data.log import Log

    several = logs if isinstance(logs, (list, tuple)) else [logs]
    found: list[LogSource] = []
    for source in several:
        if isinstance(source, (str, PathLike)):
            found.append(Path(source))
        elif isinstance(source, Log):
            found.append(source)
        elif type(source).__name__ == "DataFrame":
            found.append(_read_frame(source, reading))
        else:
            raise InputError(
                f"logs: got {type(source).__name__}, expected files, logs (see read_log) or"
                " DataFrames, or a list of them."
            )
    return found


def _read_frame(frame: Any, reading: ColumnOptions) -> Log:
    from dynid.data.log_reading import read_log

    names, reading = ("columns", "units", "rate", "joints", "clean"), reading.select_for("")
    given = {name: value for name in names if (value := getattr(reading, name))}
    return read_log(frame, **given)
