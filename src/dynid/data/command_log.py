"""Logs of robots that record no torques: what their drives were told, and where the joints were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import sealed
from dynid.data.assemble import joint_columns, load_columns, read_times
from dynid.data.columns import COMMANDS, ColumnMap, Table
from dynid.data.frames import is_frame
from dynid.data.log import Log
from dynid.data.patterns import JOINT
from dynid.data.read import Source, opened_table
from dynid.data.repair import whole_rows
from dynid.data.units import Unit
from dynid.errors import InputError, listing
from dynid.files import sha256_of

KINDS = ("q", *COMMANDS)


def make_command_log(
    joints: Sequence[str],
    t: ArrayLike,
    q: ArrayLike,
    qcmd: ArrayLike,
    qdcmd: ArrayLike | None = None,
    taucmd: ArrayLike | None = None,
) -> Log:
    """A log of commanded positions qcmd and measured ones q, (N, n); of commanded velocities qdcmd
    and of torques taucmd that the drive adds, where there are some."""
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
    """The log of commands in a file of any format or in a pandas.DataFrame: columns t, q_<joint>,
    qcmd_<joint> and, where they were used, qdcmd_<joint>, taucmd_<joint>.

    columns  {"t": "time", "q": "pos_{joint}", "qcmd": "target_{joint}"} for what the file calls
             otherwise
    units    what is not in SI: {"qcmd": "deg", "t": "ms"}; a number is a factor
    clean    whether rows with nan and repeated rows are left out, and rows put in order of time
    """
    patterns = {kind: f"{kind}_{JOINT}" for kind in KINDS} | {"t": "t"}
    for what, given in (("columns: got the name", columns), ("units: got", units)):
        if unknown := [name for name in given or {} if name not in patterns]:
            raise InputError(f"{what} '{unknown[0]}', expected one of {listing(patterns)}.")
    patterns |= dict(columns or {})
    with opened_table(path) as table:
        mapped = _map_commands(table, patterns)
        kinds = [kind for kind in KINDS if all(x in mapped.places for x in mapped.names(kind))]
        notes = list(table.notes)
        arrays = load_columns(
            table, mapped, ["t", *(name for kind in kinds for name in mapped.names(kind))], None
        )
    t = read_times(table, arrays.pop("t"), units or {}, notes)
    found = {"t": t}
    for kind in kinds:
        found[kind] = joint_columns(table, mapped, kind, arrays, len(t), units or {}, notes)
    if clean:
        keep = whole_rows(list(found.values()), notes)
        found = {kind: array[keep] for kind, array in found.items()}
    t, q = (sealed(found.pop(kind)) for kind in ("t", "q"))
    return Log(
        *(mapped.joints, t, q, np.zeros_like(q)),
        source=table.where,
        sha256="" if is_frame(path) else sha256_of(Path(path)),
        notes=tuple(notes),
        torqueless=mapped.joints,
        commands={kind: sealed(array) for kind, array in found.items()},
    )


def _map_commands(table: Table, patterns: Mapping[str, str]) -> ColumnMap:
    where, time = table.where, patterns["t"]
    named = {kind: _by_joint(table.names, patterns[kind]) for kind in KINDS}
    if time not in table.names:
        raise InputError(f"{where}: no time '{time}' among {listing(table.names)}.")
    if not named["qcmd"]:
        raise InputError(
            f"{where}: no commanded positions, expected columns {patterns['qcmd']} beside"
            f" {patterns['q']}; it has {listing(table.names, 12)}. Where they are called otherwise:"
            " --column 'qcmd=target_{joint}'. (A log of torques: dynid identify.)"
        )
    joints = tuple(joint for joint in named["q"] if joint in named["qcmd"])
    lone = [joint for joint in named["qcmd"] if joint not in named["q"]]
    if lone or not joints:
        raise InputError(
            f"{where}: {listing(lone or named['qcmd'], 8)} have commands but no measured position;"
            f" expected columns {patterns['q']}."
        )
    places = {f"{kind}_{joint}": k for kind, of in named.items() for joint, k in of.items()}
    return ColumnMap(places | {"t": table.names.index(time)}, joints)


def _by_joint(names: Sequence[str], pattern: str) -> dict[str, int]:
    """{joint: place} of the columns that a pattern fits."""
    before, _, after = pattern.partition(JOINT)
    return {
        name[len(before) : len(name) - len(after)]: k
        for k, name in enumerate(names)
        if name.startswith(before) and name.endswith(after) and len(name) > len(before + after)
    }
