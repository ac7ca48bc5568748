"""Parameters of a simulator from commands and positions: what `dynid sim2real` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError
from dynid.files import check_folder, write_together
from dynid.option_names import name_option
from dynid.progress import show_stage
from dynid.study.column_options import ColumnOptions
from dynid.study.log_options import LogSource
from dynid.study.options import Group, declare_named_option, list_frames
from dynid.study.text_values import make_named_numbers_reader, number, read_words

if TYPE_CHECKING:
    from dynid.data.log import Log
    from dynid.sim2real.result import Sim2Real
    from dynid.study.study import Study

ALWAYS = ("result.json", "report.html", "robot.xml", "actuators.json", "actuators.yaml")
SOMETIMES = "robot_held.xml"
AUTO = "auto"
#: one number, or {joint or pattern: number}; a list has one of these for each log
Gains = float | Mapping[str, float] | list[Any] | None


def _read_gain(where: str, text: str) -> Any:
    """A number, or {joint or pattern: number} of "hip*=20,knee*=40"."""
    return make_named_numbers_reader()(where, text) if "=" in text else number(where, text)


def _read_gains(where: str, text: str) -> Any:
    """Of "20; 40" one for each log."""
    each = [_read_gain(where, part.strip()) for part in text.split(";")]
    return each if len(each) > 1 else each[0]


def _read_effort(where: str, text: str) -> str:
    if text[:1].isdigit() or "=" in text:  # until 0.2 the limit
        raise InputError(
            f"{where}: got '{text}', expected what taucmd_ is, such as feed_forward; the largest"
            f" torque is {name_option('effort_limit', text)}."
        )
    return text


def _read_bodies(where: str, text: str) -> tuple[str, ...]:
    return () if text == "none" else read_words(where, text)


@dataclass(frozen=True)
class Sim2RealOptions(Group):
    """What is known of the motors, what is simulated, and what is estimated."""

    kp: Gains = declare_named_option(
        None,
        "Nm/rad: 20, or 'hip*=20,knee*=40', or '20; 40' for two logs; estimated if not given.",
        read=_read_gains,
        metavar="GAIN",
    )
    kd: Gains = declare_named_option(
        None, "Nm s/rad; estimated if not given.", read=_read_gains, metavar="GAIN"
    )
    latency: float | str = declare_named_option(
        AUTO,
        "Seconds from a command to its torque, or auto: estimated.",
        read=lambda where, text: text if text == AUTO else number(where, text),
        flag="--delay",
    )
    longest: float = declare_named_option(0.1, "The longest delay that is tried [s]; default: 0.1.")
    effort: str | None = declare_named_option(
        None,
        "Meaning of the columns taucmd_: feed_forward (added to the PD law), commanded (its whole"
        " torque), motor, link (measured there) or external; default: tested, and refused unless"
        " feed_forward.",
        read=_read_effort,
        metavar="MEANING",
        choices=("feed_forward", "commanded", "motor", "link", "external"),
    )
    effort_limit: float | Mapping[str, float] | None = declare_named_option(
        None,
        "Largest torque; default: the file's.",
        read=_read_gain,
        metavar="LIMIT",
    )
    bias: str = declare_named_option(
        "drive",
        "Effect of a bias: it shifts drive, encoder (drive and log), or log.",
        choices=("drive", "encoder", "log"),
    )
    interpolation: str = declare_named_option(
        "hold",
        "Between two commands: hold the first, or linear.",
        flag="--between",
        choices=("hold", "linear"),
    )
    train: float = declare_named_option(
        0.6, "Part of the log that is used (default: 0.6); the rest is the held-out rollout."
    )
    step: float | None = declare_named_option(
        None, "Step of the simulator [s]; default: that of the MJCF file.", kind=float
    )
    friction: str | None = declare_named_option(
        None, "Dry friction of the simulator: mujoco or sharp.", choices=("mujoco", "sharp")
    )
    inertias: tuple[str, ...] | None = declare_named_option(
        None,
        "Bodies whose inertia is estimated as well: 'thigh*,shank', or none; default: all where"
        " the file's would make an armature negative.",
        read=_read_bodies,
        metavar="BODIES",
        choices=list_frames,
    )


@dataclass(frozen=True, eq=False)
class SimulatorFit:
    """Parameters of a simulator's motors; written: files, and what there is to say of them."""

    result: Sim2Real
    written: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def failures(self) -> tuple[str, ...]:
        """Why the result is of no use, if it is not."""
        return self.result.failures

    def to_dict(self) -> dict[str, Any]:
        content = self.result.to_dict()
        if not self.written:
            return content
        notes = [*self.result.notes, *self.notes]
        return content | {"written": list(self.written), "notes": notes}

    def __str__(self) -> str:
        if not self.written:
            return str(self.result)
        said = f"{self.result}\n" + "\n".join(f"note: {note}" for note in self.notes)
        return said + "\n\n" + "\n".join(f"wrote {name}" for name in self.written)

    def write(self, folder: str | PathLike[str], overwrite: bool = False) -> SimulatorFit:
        """Write result.json, report.html, the robot and its actuators into a folder."""
        from dynid.exports.actuators import drive_files
        from dynid.report.rollouts import write_rollout_report

        folder = Path(folder)
        files, notes = drive_files(self.result)
        with write_together(folder, overwrite) as inside, show_stage("writing"):
            self.result.save(inside / ALWAYS[0])
            write_rollout_report(inside / ALWAYS[1], self.result, date.today().isoformat())
            for name, content in files.items():
                path = inside / name
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
        written = tuple(str(folder / name) for name in (*ALWAYS[:2], *files))
        return replace(self, written=written, notes=tuple(notes))


def fit_simulator(
    study: Study,
    log: LogSource | Sequence[LogSource],
    test: LogSource | None,
    options: Sim2RealOptions,
    output: str | PathLike[str] | None,
    overwrite: bool,
    force: bool,
) -> SimulatorFit:
    """`Study.sim2real`."""
    from dynid.sim2real.drive import Drive
    from dynid.sim2real.simulator_identification import identify_simulator

    late = None if options.latency == AUTO else float(options.latency)
    logs = list(log) if isinstance(log, (list, tuple)) else [log]
    gains = zip(_list_for_logs("kp", options.kp, logs), _list_for_logs("kd", options.kd, logs))
    how = (late, options.effort_limit, options.interpolation, options.bias, options.longest)
    drives = [Drive(kp, kd, *how) for kp, kd in gains]
    robot = study.model.load(study.robot)
    read = [_read(each, study.processing) for each in logs]
    held_out = None if test is None else _read(test, study.processing)
    if output is not None:
        check_folder(Path(output), (*ALWAYS, SOMETIMES), overwrite or force)
    names = ("train", "step", "friction", "inertias", "effort")
    rest = {name: getattr(options, name) for name in names}
    with show_stage("identifying"):
        found = SimulatorFit(identify_simulator(robot, read, drives, test=held_out, **rest))
    if output is None or (found.failures and not force):
        return found
    return found.write(output, overwrite or force)


def _list_for_logs(name: str, given: Gains, logs: Sequence[LogSource]) -> list[Any]:
    """One of these gains for each log."""
    if not isinstance(given, list):
        return [given] * len(logs)
    if len(given) != len(logs):
        got = f"got {len(given)} gains for {len(logs)} logs"
        raise InputError(f"{name_option(name)}: {got}; expected one for each.")
    return given


def _read(source: LogSource, reading: ColumnOptions) -> Log:
    import numpy as np

    from dynid.data.command_log import read_commands

    if not isinstance(source, Path):
        given: Log = source
        return given
    reading = reading.select_for(source)
    columns = {name: str(value) for name, value in reading.columns.items()}
    log = read_commands(source, columns, reading.units, reading.clean)
    if reading.rate is not None:
        log = replace(log, t=np.arange(len(log)) / reading.rate)
    return log if reading.joints is None else log.select(reading.joints)
