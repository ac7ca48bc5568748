"""A log: what was recorded, untouched, in SI units."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.arrays import Array
from dynid.data.column_map import CONSTANT, CURRENT, FORCES
from dynid.data.extra_channels import CHECKS, check_numbers
from dynid.data.validity import check_finite, check_time
from dynid.errors import InputError, join_names, require
from dynid.files import write_whole
from dynid.notes import Note, is_about
from dynid.scratch import find_extremes

if TYPE_CHECKING:
    from dynid.data.formats.format_base import Format


@dataclass(frozen=True, eq=False)
class Log:
    """A recording of a robot in motion, in SI units: N samples of n joints.

    `recording` tells it from other logs, whatever their names: sha256 of the file, else of the
    numbers; parts keep it.

    Parameters
    ----------
    joints
        names, in the order of the columns
    t
        (N,) time, strictly increasing
    q
        (N, n) positions
    tau
        (N, n) torques or forces
    qd
        (N, n) velocities, or None where not recorded
    source
        the file it came from
    sha256
        of that file
    notes
        what a reader of results should know: conversions, joints that do not move
    sensors
        {joint: (N, 6)} force and moment of six-axis sensors, fx fy fz mx my mz, where there are
        some: what the parent exerts on the joint's body, in the body's axes, about the origin of
        its frame; of a loop, what body_a exerts on body_b, in the axes of body_b, about the loop's
        point
    currents
        the joints whose column of tau is no torque but the current of their motor [A], or what the
        driver gives: torque = gain * current, see `process`
    channels
        {"temp_joint2": (N,)} of joints in addition to their motion, where recorded: the temperature
        in degrees Celsius, temp_; the encoder on the motor's side, qm_, in turns of the joint
    around
        {"base_qw": (N,)} of a base that floats, an IMU, wrenches from outside (see `base_columns`)
    torqueless
        the joints whose torque was not recorded; their tau is 0
    untrusted
        the joints whose torques do not count, neither in a fit nor in its errors
    commands
        {"qcmd": (N, n)} commands of the motors, where read by `read_commands`: positions;
        velocities, qdcmd; torques that a drive adds, taucmd
    """

    joints: tuple[str, ...]
    t: Array
    q: Array
    tau: Array
    qd: Array | None = None
    source: str = ""
    sha256: str = ""
    notes: tuple[str, ...] = ()
    sensors: Mapping[str, Array] = field(default_factory=dict)
    currents: tuple[str, ...] = ()
    channels: Mapping[str, Array] = field(default_factory=dict)
    around: Mapping[str, Array] = field(default_factory=dict)
    torqueless: tuple[str, ...] = ()
    commands: Mapping[str, Array] = field(default_factory=dict)
    untrusted: tuple[str, ...] = ()
    recording: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "joints", _check_joints(self.where, self.joints))
        object.__setattr__(self, "t", check_numbers(self.where, "t", self.t))
        if self.t.ndim != 1:
            raise InputError(
                f"{self.where}: t has shape {self.t.shape}, expected (N,): one time per sample."
            )
        if len(self.t) < 2:
            got = "one sample" if len(self.t) else "no samples"
            raise InputError(
                f"{self.where}: got {got}, expected a motion: at least 2 samples, in practice"
                " thousands."
            )
        for kind in ("q", "tau", "qd"):
            if getattr(self, kind) is not None:
                object.__setattr__(self, kind, self._get_matrix(kind))
        for name, checked in CHECKS.items():
            object.__setattr__(self, name, checked(self))
        check_finite(self)
        check_time(self)
        notes = (self.notes,) if isinstance(self.notes, str) else self.notes
        constant = tuple(_find_constant_columns(self))
        # those of files that an earlier version saved are sentences alone
        own = [note for note in notes if is_about(note, CONSTANT) or note in constant]
        told = tuple(note for note in notes if note not in own)
        object.__setattr__(self, "notes", told + constant)
        object.__setattr__(self, "recording", self.sha256 or _digest(self))

    def _get_matrix(self, kind: str) -> Array:
        array, expected = (
            check_numbers(self.where, kind, getattr(self, kind)),
            (len(self.t), len(self.joints)),
        )
        if array.shape != expected:
            raise InputError(
                f"{self.where}: {kind} has shape {array.shape}, expected {expected}: a row for each"
                f" of the {expected[0]} times in t, a column for each of the joints"
                f" {join_names(self.joints)}."
            )
        return array

    @property
    def where(self) -> str:
        """How messages call this log."""
        return f"log '{self.source}'" if self.source else "log"

    @property
    def duration(self) -> float:
        """Time from the first sample to the last [s]."""
        return float(self.t[-1] - self.t[0])

    @property
    def rate(self) -> float:
        """Samples per second, of the usual step: a pause or a lost sample does not change it."""
        return 1.0 / compute_usual_step(self.t)

    def select(self, joints: Sequence[str]) -> Log:
        """The log of these joints, in this order."""
        wanted = _check_joints(f"{self.where}, select", joints)
        if missing := [name for name in wanted if name not in self.joints]:
            raise InputError(
                f"{self.where}: got no joint {join_names(missing)}; it has "
                f"{join_names(self.joints)}. "
                "Ask for those, or rename them with columns= in read_log."
            )
        if wanted == self.joints:
            return self
        at = [self.joints.index(name) for name in wanted]
        qd = None if self.qd is None else self.qd[:, at]
        commands = {kind: array[:, at] for kind, array in self.commands.items()}
        kept = {x: c for x, c in self.channels.items() if x.partition("_")[2] in wanted}
        currents = tuple(name for name in self.currents if name in wanted)
        changes: dict[str, Any] = {"currents": currents, "channels": kept, "commands": commands}
        for kind in ("torqueless", "untrusted"):
            changes[kind] = tuple(name for name in getattr(self, kind) if name in wanted)
        q, tau = self.q[:, at], self.tau[:, at]
        return self._mark_as_part(replace(self, joints=wanted, q=q, tau=tau, qd=qd, **changes))

    def as_torques(self, gains: Mapping[str, float]) -> Log:
        """With torque = gain * current, {joint: gain}; 1 of a joint that is not named."""
        if not self.currents:
            return self
        factors = [gains.get(x, 1.0) if x in self.currents else 1.0 for x in self.joints]
        return self._mark_as_part(replace(self, tau=self.tau * factors, currents=()))

    def select_sensors(self, names: Sequence[str]) -> Log:
        """The log with these sensors only."""
        if list(names) == list(self.sensors):
            return self
        return self._mark_as_part(
            replace(self, sensors={name: self.sensors[name] for name in names})
        )

    def select_channels(self, names: Sequence[str]) -> Log:
        """The log with these channels only."""
        if list(names) == list(self.channels):
            return self
        return self._mark_as_part(
            replace(self, channels={name: self.channels[name] for name in names})
        )

    def select_surroundings(self, names: Sequence[str]) -> Log:
        """The log with these columns around its joints only."""
        if list(names) == list(self.around):
            return self
        return self._mark_as_part(replace(self, around={name: self.around[name] for name in names}))

    @property
    def beside(self) -> Array | None:
        """(N, m) what was recorded in addition to the motion: sensors, then channels, then what is
        around."""
        single = (*self.channels.values(), *self.around.values())
        columns = [*self.sensors.values(), *(x[:, None] for x in single)]
        return np.hstack(columns) if columns else None

    @property
    def qcmd(self) -> Array:
        """(N, n) commanded positions."""
        if "qcmd" not in self.commands:
            raise InputError(f"{self.where}: no commands were read, expected read_commands(...).")
        return self.commands["qcmd"]

    def select_times(self, t0: float, t1: float) -> Log:
        """The samples with t0 <= t <= t1; they keep their times."""
        return self.select_ranges([(t0, t1)])

    def select_ranges(self, ranges: Sequence[Sequence[float]]) -> Log:
        """The samples in some time ranges [t0, t1]; they keep their times."""
        keep = np.zeros(len(self), bool)
        for t0, t1 in ranges:
            keep |= (self.t >= t0) & (self.t <= t1)
        if (count := int(np.count_nonzero(keep))) < 2:
            within = join_names(f"{t0:g} and {t1:g} s" for t0, t1 in ranges) or "no times"
            raise InputError(
                f"{self.where}: {count} sample{'s' * (count != 1)} between t = {within},"
                f" expected at least 2; it runs from t = {self.t[0]:g} to {self.t[-1]:g} s."
            )
        qd = None if self.qd is None else self.qd[keep]
        sensors = {name: array[keep] for name, array in self.sensors.items()}
        channels = {name: array[keep] for name, array in self.channels.items()}
        beside: dict[str, Any] = {"sensors": sensors, "channels": channels}
        beside["around"] = {name: array[keep] for name, array in self.around.items()}
        beside["commands"] = {name: array[keep] for name, array in self.commands.items()}
        t, q, tau = self.t[keep], self.q[keep], self.tau[keep]
        return self._mark_as_part(replace(self, t=t, q=q, tau=tau, qd=qd, **beside))

    def _mark_as_part(self, log: Log) -> Log:
        """`log`, which is a part of this one."""
        object.__setattr__(log, "recording", self.recording)
        return log

    def list_arrays(self) -> list[Array]:
        """All numbers, (N,) or (N, m) each."""
        motion = [x for x in (self.t, self.q, self.tau, self.qd) if x is not None]
        beside = (self.sensors, self.channels, self.around, self.commands)
        return [*motion, *(x for some in beside for x in some.values())]

    @cached_property
    def extremes(self) -> list[tuple[Array, Array]]:
        """The least and the largest number of every column, of each of these arrays."""
        return [find_extremes(x) for x in self.list_arrays()]

    def name_column(self, kind: str, joint: str) -> str:
        """The name of a joint's column of q, qd or tau in files; of a current, current_."""
        own = CURRENT if kind == "tau" and joint in self.currents else kind
        return f"{own}_{joint}"

    def to_columns(self) -> dict[str, Array]:
        """Every column with the name that files give it: t, then q_, qd_ and tau_ (or current_) of
        each joint, then commands, then fx_ to mz_ of each sensor, then temp_ and qm_, then what is
        around."""
        found = {"t": self.t}
        for kind in ("q", "qd", "tau"):
            if (array := getattr(self, kind)) is not None:
                for k, j in enumerate(self.joints):
                    if kind == "tau" and j in self.torqueless:
                        continue
                    found[self.name_column(kind, j)] = array[:, k]
        for kind, array in self.commands.items():
            found |= {f"{kind}_{j}": array[:, k] for k, j in enumerate(self.joints)}
        for joint, array in self.sensors.items():
            found.update((f"{kind}_{joint}", array[:, k]) for k, kind in enumerate(FORCES))
        return found | dict(self.channels) | dict(self.around)

    def to_frame(self) -> Any:
        """A pandas.DataFrame of `columns()`, from which `read_log` makes the log again."""
        from dynid.data.frames import log_frame

        return log_frame(self)

    def save(
        self,
        path: str | os.PathLike[str],
        overwrite: bool = False,
        format: Format | type[Format] | str | None = None,
    ) -> None:
        """Write the log, whole or not at all, in the format that the end of the name says (.csv,
        .npz, .mat, ...), or in the given one.

        `read_log` gives the same numbers back, bit by bit; ROS bags keep time to the nanosecond,
        from the first sample on. An existing file is kept unless `overwrite`.
        """
        from dynid.data.formats.format_base import find_format_by_ending

        kind, ending = find_format_by_ending(Path(path), format), Path(path).suffix.lower()
        write_whole(path, lambda file: kind.save(self, file, ending), overwrite)

    def plot(self) -> Any:
        """A plotly figure: positions, velocities where recorded, torques or currents; .show() opens
        it."""
        from dynid.data.data_plot import log_figure

        return log_figure(self).to_plotly()

    def __len__(self) -> int:
        return len(self.t)

    def _repr_html_(self) -> str:
        from dynid.data.data_summary import log_html

        return log_html(self)

    def __repr__(self) -> str:
        name = f"{os.path.basename(self.source)!r}: " if self.source else ""
        velocities = ", with qd" if self.qd is not None else ""
        forces = f", forces in {len(self.sensors)} joints" if self.sensors else ""
        forces += f", {len(self.currents)} of currents" if self.currents else ""
        joints = "1 joint" if len(self.joints) == 1 else f"{len(self.joints)} joints"
        return (
            f"Log({name}{joints}, {len(self)} samples, {self.duration:.6g} s at {self.rate:.6g}"
            f" Hz{velocities}{forces})"
        )


def compute_usual_step(t: Array) -> float:
    """The median step between times; where most come in bursts, the mean without pauses."""
    steps = np.diff(t)
    median, long = float(np.median(steps)), 5.0 * float(np.quantile(steps, 0.99))
    mean = float(steps[steps <= long].mean())
    return median if median > 0.5 * mean else mean


def _digest(log: Log) -> str:
    """sha256 of all columns with their names."""
    whole = hashlib.sha256()
    for name, column in log.to_columns().items():
        whole.update(f"{name}\0".encode())
        whole.update(column.tobytes())
    return whole.hexdigest()


def _check_joints(where: str, joints: Sequence[str]) -> tuple[str, ...]:
    require(f"{where}, joints", joints, (tuple, Iterable), "names of joints")
    names = (joints,) if isinstance(joints, str) else tuple(joints)
    if not names:
        raise InputError(f"{where}: got no joints, expected at least one.")
    for name in names:
        if not isinstance(name, str) or not name or name != name.strip() or not name.isprintable():
            raise InputError(
                f"{where}: got the joint name {name!r}, expected printable text without blanks"
                " around it."
            )
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(
            f"{where}: joint {join_names(twice)} is named twice; give each joint a name of its own."
        )
    return names


def _find_constant_columns(log: Log) -> Iterator[Note]:
    """A note about (CONSTANT, kind, joint) for each column whose value never changes."""
    _, q, *others = log.extremes
    low, high = q
    still = {joint for joint, same in zip(log.joints, low == high) if same}
    for joint in log.joints:
        if joint in still:
            told = f"joint '{joint}' does not move: its q is constant"
            yield Note(told, about=(CONSTANT, "q", joint))
    found = {"qd": others[1]} if log.qd is not None else {}
    for kind, (low, high) in {**found, "tau": others[0]}.items():
        for joint, same in zip(log.joints, low == high):
            known = joint in (still if kind == "qd" else log.torqueless)
            own = CURRENT if kind == "tau" and joint in log.currents else kind
            if same and not known:
                told = f"{own}_{joint} is constant: is its sensor connected?"
                yield Note(told, about=(CONSTANT, own, joint))
