"""Logs of robots that record no torques: what their drives were told, and where the joints were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, seal_array
from dynid.data.assemble import find_joint_columns, load_columns, read_times
from dynid.data.column_map import COMMANDS, ColumnMap, Table
from dynid.data.column_patterns import JOINT
from dynid.data.frames import is_frame
from dynid.data.log import Log
from dynid.data.log_reading import Source, open_table
from dynid.data.row_repair import select_whole_rows
from dynid.data.units import Unit
from dynid.errors import InputError, join_names
from dynid.files import compute_sha256
from dynid.option_names import name_option

KINDS = ("q", *COMMANDS)
LEAST = 200  # samples: fewer tell nothing of forty parameters
CONSTANT = 1e-6  # rad or m: commands that move less than this do not excite
DEGREES = 20.0  # times larger than the positions' range: commands in degrees are 57 times larger


def make_command_log(
    joints: Sequence[str],
    t: ArrayLike,
    q: ArrayLike,
    qcmd: ArrayLike,
    qdcmd: ArrayLike | None = None,
    taucmd: ArrayLike | None = None,
) -> Log:
    """A log of commanded positions qcmd and measured ones q, (N, n); of commanded velocities qdcmd
    and of torques taucmd that the drive adds, where there are some.

    Parameters
    ----------
    joints
        names, in the order of the columns
    t
        (N,) time [s]
    q
        (N, n) measured positions
    qcmd
        (N, n) commanded positions
    qdcmd
        (N, n) commanded velocities, where there are some
    taucmd
        (N, n) torques that the drive adds, where there are some
    """
    given = {"qcmd": qcmd, "qdcmd": qdcmd, "taucmd": taucmd}
    return Log(
        *(tuple(joints), np.asarray(t), np.asarray(q), np.zeros(np.shape(q))),
        torqueless=tuple(joints),
        commands={kind: np.asarray(x) for kind, x in given.items() if x is not None},
    )


def read_commands(
    path: Source,
    columns: Mapping[str, str] | None = None,
    units: Mapping[str, Unit] | None = None,
    clean: bool = False,
) -> Log:
    """The log of commands in a file of any format or in a pandas.DataFrame: columns `t`,
    `q_<joint>`, `qcmd_<joint>` and, where they were used, `qdcmd_<joint>`, `taucmd_<joint>`.

    Parameters
    ----------
    path
        of a file of any format, or a DataFrame
    columns
        {"t": "time", "q": "pos_{joint}", "qcmd": "target_{joint}"} for what the file calls
        otherwise
    units
        what is not in SI: {"qcmd": "deg", "t": "ms"}; a number is a factor
    clean
        whether rows with nan and repeated rows are left out, and rows put in order of time
    """
    with open_table(path) as table:
        digest = "" if is_frame(path) else compute_sha256(Path(path))
        return make_log_of_commands(table, columns, units, clean, digest)


def make_log_of_commands(
    table: Table,
    columns: Mapping[str, str] | None,
    units: Mapping[str, Unit] | None,
    clean: bool,
    sha256: str,
) -> Log:
    """`read_commands` of what is open already."""
    patterns = {kind: f"{kind}_{JOINT}" for kind in KINDS} | {"t": "t"}
    of_units = [name.partition("_")[0] for name in units or {}]  # qcmd of qcmd_joint1 too
    for what, given in (("columns: got the name", [*(columns or {})]), ("units: got", of_units)):
        if unknown := [name for name in given if name not in patterns]:
            raise InputError(f"{what} '{unknown[0]}', expected one of {join_names(patterns)}.")
    patterns |= dict(columns or {})
    mapped = _map_commands(table, patterns)
    kinds = [kind for kind in KINDS if all(x in mapped.places for x in mapped.list_names(kind))]
    notes = list(table.notes)
    names = ["t", *(name for kind in kinds for name in mapped.list_names(kind))]
    arrays = load_columns(table, mapped, names, None)
    t = read_times(table, arrays.pop("t"), units or {}, notes)
    found = {"t": t}
    for kind in kinds:
        found[kind] = find_joint_columns(table, mapped, kind, arrays, len(t), units or {}, notes)
    if clean:
        keep = select_whole_rows(list(found.values()), notes)
        found = {kind: array[keep] for kind, array in found.items()}
    t, q = (seal_array(found.pop(kind)) for kind in ("t", "q"))
    return Log(
        *(mapped.joints, t, q, np.zeros_like(q)),
        source=table.where,
        sha256=sha256,
        notes=tuple(notes),
        torqueless=mapped.joints,
        commands={kind: seal_array(array) for kind, array in found.items()},
    )


def _map_commands(table: Table, patterns: Mapping[str, str]) -> ColumnMap:
    where, time = table.where, patterns["t"]
    named = {kind: _stack_by_joint(table.names, patterns[kind]) for kind in KINDS}
    if time not in table.names:
        raise InputError(f"{where}: no time '{time}' among {join_names(table.names)}.")
    if not named["qcmd"]:
        raise InputError(
            f"{where}: no commanded positions, expected columns {patterns['qcmd']} beside"
            f" {patterns['q']}; it has {join_names(table.names, 12)}. If they"
            f" have other names: {name_option('columns', 'qcmd=target_{joint}')}. (A log of"
            " torques is"
            " for identify.)"
        )
    joints = tuple(joint for joint in named["q"] if joint in named["qcmd"])
    lone = [joint for joint in named["qcmd"] if joint not in named["q"]]
    if lone or not joints:
        raise InputError(
            f"{where}: {join_names(lone or named['qcmd'], 8)} have commands but no measured "
            f"position;"
            f" expected columns {patterns['q']}."
        )
    places = {f"{kind}_{joint}": k for kind, of in named.items() for joint, k in of.items()}
    return ColumnMap(places | {"t": table.names.index(time)}, joints)


def _stack_by_joint(names: Sequence[str], pattern: str) -> dict[str, int]:
    """{joint: place} of the columns that a pattern fits."""
    before, _, after = pattern.partition(JOINT)
    return {
        name[len(before) : len(name) - len(after)]: k
        for k, name in enumerate(names)
        if name.startswith(before) and name.endswith(after) and len(name) > len(before + after)
    }


def check_commands(log: Log) -> None:
    """Enough of them, that move, and that are positions in the unit of the positions."""
    if len(log) < LEAST:
        raise InputError(
            f"{log.where}: got {len(log)} samples, expected at least {LEAST}: some seconds of"
            " motion."
        )
    qcmd = log.qcmd
    ratio = [_compute_slope(qcmd[:, k], log.q[:, k]) for k in range(len(log.joints))]

    def refuse(wrong: Sequence[bool], fault: str, remedy: str, least: float = 0.0) -> None:
        names = [joint for joint, bad in zip(log.joints, wrong) if bad]
        if len(names) > least:
            fault = fault.format(join_names(names, 8))
            raise InputError(f"{log.where}: {fault}; expected {remedy}")

    refuse(
        np.ptp(qcmd, axis=0) < CONSTANT,
        "the commands of {} are constant, so their motors cannot be identified",
        "a motion such as a chirp on every joint, or lock joints that do not move"
        f" ({name_option('lock')}).",
    )
    refuse(
        np.ptp(log.q, axis=0) == 0,
        "q of {} never changes though it is commanded to",
        "measured positions.",
    )
    refuse(
        [r < 0 for r in ratio],
        "{} move against their commands",
        f"qcmd and q of one sign. Turn the sign of one of them: {name_option('units', 'qcmd=-1')}.",
    )
    for word, wrong in (
        ("larger", [r > DEGREES for r in ratio]),
        ("smaller", [r < 1 / DEGREES for r in ratio]),
    ):
        times = float(np.median([r for r, bad in zip(ratio, wrong) if bad] or [1.0]))
        refuse(
            wrong,
            f"the commands of {{}} are {word} than their positions by a factor of"
            f" {max(times, 1 / times):.3g} (degrees are 57.3 radians)",
            f"positions in the same unit. State the unit: {name_option('units', 'qcmd=deg')}.",
            len(ratio) / 2,
        )


def _compute_slope(x: Array, y: Array) -> float:
    """By how much larger x is than y, with the sign of their correlation where it is clear."""
    x, y = x - x.mean(), y - y.mean()
    size = float(np.linalg.norm(x)) / max(float(np.linalg.norm(y)), 1e-12)
    together = float(x @ y) / max(float(np.linalg.norm(x) * np.linalg.norm(y)), 1e-30)
    return -size if together < -0.5 else size


def average_commands(
    log: Log, kind: str, between: str, start: Array, h: float
) -> tuple[Array, Array]:
    """The mean of a command over steps of length h from `start` on, and its derivative in time;
    between samples commands are interpolated ("linear"), or held."""
    t, x = log.t, log.commands[kind]
    if between == "linear":
        ends = [
            np.column_stack([np.interp(start + c * h, t, column) for column in x.T])
            for c in (0.0, 0.5, 1.0)
        ]
        return ends[1], (ends[2] - ends[0]) / h
    # held from sample to sample; the integral of that is a line from sample to sample
    area = np.vstack([np.zeros((1, x.shape[1])), np.cumsum(x[:-1] * np.diff(t)[:, None], axis=0)])
    a, b = (
        np.clip(np.searchsorted(t, at + 1e-9, side="right") - 1, 0, len(t) - 1)
        for at in (start, start + h)
    )
    before, after = (
        area[k] + x[k] * (at - t[k])[:, None] for k, at in ((a, start), (b, start + h))
    )
    return (after - before) / h, (x[b] - x[a]) / h
