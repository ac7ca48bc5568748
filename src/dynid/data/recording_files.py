"""Recordings as they come: positions, velocities and efforts in a file each; motors' sides of
coupled gears."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.assemble import log_from
from dynid.data.column_map import COMMANDS, CURRENT, Table
from dynid.data.command_log import make_log_of_commands
from dynid.data.frames import is_frame
from dynid.data.guess import TIMES, WORDS, split_words
from dynid.data.log import Log
from dynid.data.log_reading import Source, open_table
from dynid.data.units import PER_SI, Unit
from dynid.errors import InputError, join_names, suggest_name
from dynid.files import compute_sha256
from dynid.option_names import name_option

#: what a file of a recording holds
KINDS = ("q", "qd", "tau", CURRENT, *COMMANDS)
TIME_UNITS = {*PER_SI["t"], "sec"}
ALIKE = 1e-9  # s: stamps that differ by less are the same
#: {joint: number or {joint: number}}: by how much a motor turns with the joints
Ratios = Mapping[str, float | Mapping[str, float]]


def read_recording(
    files: Mapping[str, Source],
    units: Mapping[str, Unit] | None = None,
    *,
    joints: Sequence[str] | None = None,
    rate: float | None = None,
    clean: bool = False,
) -> Log:
    """The log of one recording in several files, each with a column for every joint.

    Files with times are joined by them: those of the positions count, the others are interpolated
    along straight lines. Files without times are joined row by row.

    Parameters
    ----------
    files
        {"q": "positions.csv", "qd": "velocities.csv", "tau": "efforts.csv"}; "current" in place of
        "tau"; "qcmd", "qdcmd", "taucmd" of a log of commands
    units
        what is not in SI: {"q": "deg", "current": "mA"}
    joints
        of the columns: by name where the columns have them in theirs, else in this order; default:
        by the names of the columns
    rate
        samples per second, where the positions have no times
    clean
        whether rows with nan and repeated rows are left out
    """
    if unknown := [kind for kind in files if kind not in KINDS]:
        raise InputError(
            f"read_recording: got a file for '{unknown[0]}', expected one for each of some of"
            f" {join_names(KINDS)}.{suggest_name(unknown[0], KINDS)}"
        )
    if "q" not in files:
        raise InputError("read_recording: got no file of positions, expected one for q.")
    notes: list[str] = []
    arrays = _join_files({k: _read_file(k, file, joints) for k, file in files.items()}, rate, notes)
    names = tuple(arrays)

    def load(places: Sequence[int]) -> list[NDArray[Any]]:
        return [arrays[names[k]] for k in places]

    table = Table(" + ".join(map(str, files.values())), names, load, notes=tuple(notes))
    digest = " ".join("" if is_frame(x) else compute_sha256(Path(x)) for x in files.values())
    if {*COMMANDS} & {*files}:
        return make_log_of_commands(table, None, units, clean, digest)
    return log_from(table, None, units, None, None, digest, clean)


def _read_file(kind: str, file: Source, joints: Sequence[str] | None) -> dict[str, NDArray[Any]]:
    """{"t": ..., "q_joint1": ...} of one file."""
    with open_table(file) as table:
        times = [n for n in table.names if {*split_words(n)} & {*TIMES} and _is_time(n)]
        columns = [name for name in table.names if name not in times]
        named = _name_joints(kind, columns, joints, table.where)
        wanted = {"t": times[0]} if times else {}
        wanted |= {f"{kind}_{joint}": column for joint, column in named.items()}
        places = [table.names.index(column) for column in wanted.values()]
        return dict(zip(wanted, table.load(places)))


def _is_time(name: str) -> bool:
    return not {*split_words(name)} - {*TIMES} - TIME_UNITS


def _name_joints(
    kind: str, columns: Sequence[str], joints: Sequence[str] | None, where: str
) -> dict[str, str]:
    """{joint: column}."""
    if joints is not None:
        inside = {j: [c for c in columns if _is_inside(j, c, joints)] for j in joints}
        if all(len(found) == 1 for found in inside.values()):
            return {joint: found[0] for joint, found in inside.items()}
        if len(columns) == len(joints) and not any(inside.values()):
            return dict(zip(joints, columns))
        raise InputError(
            f"{where}: has the columns {join_names(columns, 12)}; expected one for each of the"
            f" joints {join_names(joints, 12)}."
        )
    words = sorted({w for known in WORDS.values() for w in known} - {"joint"}, key=len)
    word = "|".join(reversed(words))
    found = {}
    for column in columns:
        name = column.strip(" -_./\t")
        name = re.sub(rf"^(?:{word})(?=\d|[^A-Za-z0-9])|[_. -]+(?:{word})$", "", name).strip(" -_.")
        found[name] = column
    if len(found) < len(columns) or any(not name or name.isdigit() for name in found):
        raise InputError(
            f"{where}: the columns {join_names(columns, 12)} name no joints; expected"
            f" {name_option('joints')}, the joints in their order."
        )
    return found


def _is_inside(joint: str, column: str, joints: Sequence[str]) -> bool:
    """Whether a column's name has the joint's, and no longer one of another joint."""
    found = [
        j for j in joints if re.search(rf"(?<![A-Za-z0-9]){re.escape(j)}(?![A-Za-z0-9])", column)
    ]
    return bool(found) and max(found, key=len) == joint


def _join_files(
    own: Mapping[str, dict[str, NDArray[Any]]], rate: float | None, notes: list[str]
) -> dict[str, NDArray[Any]]:
    """All columns at the times of the positions."""
    first = own["q"]
    count = len(next(iter(first.values())))
    if "t" in first and rate is None:
        t = np.asarray(first["t"], dtype=float)
    elif rate is not None:
        t = np.arange(count) / rate
        notes.append(f"t counts samples, {rate:g} per second, as given")
    else:
        raise InputError(
            "read_recording: the positions have no times; expected a column t, or"
            f" {name_option('rate')}, samples per second."
        )
    inside = np.ones(count, dtype=bool)
    joined: dict[str, NDArray[Any]] = {"t": t}
    for kind, columns in own.items():
        at = columns.pop("t", None)
        rows = len(next(iter(columns.values())))
        if at is None or rate is not None:
            if rows != count:
                raise InputError(
                    f"read_recording: got {count} rows of q and {rows} of {kind}; expected as many,"
                    " or times in every file."
                )
            joined |= columns
        elif len(at) == count and np.abs(at - t).max() <= ALIKE:
            joined |= columns
        else:
            at = np.asarray(at, dtype=float)
            if (np.diff(at) <= 0).any():
                raise InputError(f"read_recording: the times of {kind} do not rise; expected so.")
            inside &= (t >= at[0]) & (t <= at[-1])
            joined |= {name: np.interp(t, at, x) for name, x in columns.items()}
            notes.append(f"{kind} interpolated to the times of q")
    if not inside.any():
        raise InputError(
            "read_recording: the files have no time in common; expected those of one recording."
        )
    if not inside.all():
        notes.append(f"{(~inside).sum()} rows left out, where not all files have values")
    return {name: x[inside] for name, x in joined.items()}


def to_joint_side(
    log: Log, ratios: Ratios | None = None, zeros: Mapping[str, float] | None = None
) -> Log:
    """The log of motors as one of joints: motors m turn with joints q as `m = R (q - zero)`, and
    their torques act as `R'`; rows of joints that are not named are those of the identity.

    Parameters
    ----------
    log
        positions, velocities and torques of motors, by the names of their joints
    ratios
        {"j1": 32, "j4": -48, "j6": {"j5": 32, "j6": 32}}: a row of R; negative: against the joint
    zeros
        {"j2": -1.57}: the joint's position [rad or m] where its motor's is 0
    """
    index = {joint: k for k, joint in enumerate(log.joints)}
    R, zero = np.eye(len(index)), np.zeros(len(index))

    def find(joint: str) -> int:
        if joint not in index:
            raise InputError(
                f"{log.where}: no joint '{joint}'; it has {join_names(index)}."
                f"{suggest_name(joint, index)}"
            )
        return index[joint]

    for joint, row in (ratios or {}).items():
        R[find(joint)] = 0.0
        for other, number in ({joint: row} if not isinstance(row, Mapping) else row).items():
            R[index[joint], find(other)] = number
    for joint, number in (zeros or {}).items():
        zero[find(joint)] = number
    if not np.isfinite(R).all() or np.linalg.matrix_rank(R) < len(R):
        raise InputError(
            f"{log.where}: got ratios {dict(ratios or {})}, in which motors do not determine the"
            " joints; expected as many independent motors as joints."
        )
    coupled = [joint for joint, row in zip(log.joints, R != 0) if row.sum() > 1]
    if coupled and log.currents:
        raise InputError(
            f"{log.where}: {join_names(coupled)} turn with other joints' motors, which needs their"
            f" torques; expected a factor of the currents, {name_option('units', 'tau=0.05')}."
        )
    back = np.linalg.inv(R).T

    def turn(x: Array) -> Array:
        return np.asarray(x @ back)

    commands = {
        kind: x @ R if kind == "taucmd" else turn(x) + (zero if kind == "qcmd" else 0.0)
        for kind, x in log.commands.items()
    }
    # a current moves its joint as it did: its gain is the joint's
    tau = log.tau * np.sign(np.diag(R)) if log.currents else log.tau @ R
    return replace(
        log,
        q=turn(log.q) + zero,
        qd=None if log.qd is None else turn(log.qd),
        tau=tau,
        commands=commands,
        notes=(*log.notes, f"motors to joints by the ratios {dict(ratios or {})}"),
    )


def mark_untrusted(log: Log, patterns: Sequence[str]) -> Log:
    """The log in which the torques of some joints do not count."""
    for pattern in patterns:
        if not any(fnmatchcase(joint, pattern) for joint in log.joints):
            raise InputError(
                f"{name_option('untrusted')}: got '{pattern}', which is no joint of {log.where};"
                f" it has {join_names(log.joints)}.{suggest_name(pattern, log.joints)}"
            )
    own = [any(fnmatchcase(joint, pattern) for pattern in patterns) for joint in log.joints]
    left = [joint for joint, found in zip(log.joints, own) if found]
    note = f"torques of {join_names(left)} do not count"
    return replace(log, untrusted=tuple(left), notes=(*log.notes, note))
