"""Which of the names in a file are time, positions, velocities and torques, and of which joint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from dynid.data.floating_base_columns import TURN, canonicalise_name, is_around
from dynid.errors import InputError, join_names, suggest_name
from dynid.option_names import name_option

KINDS = ("t", "q", "qd", "tau")
#: of a six-axis sensor in a joint or where a loop closes
FORCES = ("fx", "fy", "fz", "mx", "my", "mz")
#: of a motor [A], or what its driver gives instead, where no torque was recorded
CURRENT = "current"
#: what the notes are about that a log writes itself, and writes anew after every cut
CONSTANT = "constant"
#: of a joint beside its motion: its temperature (degrees Celsius), the encoder of its motor (as q)
BESIDE = ("temp", "qm")
#: what the drives were told: positions, velocities, torques
COMMANDS = ("qcmd", "qdcmd", "taucmd")
COMMAND_WORDS = ("cmd", "command", "desired", "target", "reference", "setpoint")
EXPECTED = "expected t, q_<joint>, tau_<joint> (or current_<joint>) and, where recorded, qd_<joint>"


@dataclass(frozen=True, eq=False)
class Table:
    """What a file holds, before it is a log.

    where    the file, for messages
    names    of its columns or arrays, as the file has them
    load     reads some of them, by their places in `names`
    joints   names of the columns of its matrices, where the file says them
    shapes   of the arrays, for messages
    no_header   the first line of a text file whose columns have no names, else ""
    meant    {canonical name: name in the file} where the layout of the file tells what a column is
    apart    whether some columns are read without the others, which then cost nothing
    """

    where: str
    names: tuple[str, ...]
    load: Callable[[Sequence[int]], list[NDArray[Any]]]
    joints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    shapes: tuple[tuple[int, ...], ...] = ()
    no_header: str = ""
    meant: Mapping[str, str] = field(default_factory=dict)
    apart: bool = False

    def list_names(self) -> str:
        """Its names (and shapes), for messages."""
        if not self.shapes:
            return join_names(self.names)
        return join_names(
            f"{name} {'x'.join(map(str, shape))}" for name, shape in zip(self.names, self.shapes)
        )


@dataclass(frozen=True)
class ColumnMap:
    """The places in a Table of everything a log needs.

    places   {canonical name: place}
    joints   of the log; `matrix` says that q, qd and tau are arrays with a column for each of
             `columns`
    """

    places: Mapping[str, int]
    joints: tuple[str, ...]
    columns: tuple[str, ...] = ()

    @property
    def matrix(self) -> bool:
        return bool(self.columns)

    @property
    def has_velocity(self) -> bool:
        return (
            "qd" in self.places
            if self.matrix
            else all(f"qd_{joint}" in self.places for joint in self.joints)
        )

    @property
    def sensors(self) -> tuple[str, ...]:
        """Joints and loops with all six columns of a sensor, in the order of the file."""
        order = sorted(self.places, key=lambda name: self.places[name])
        found = [name.partition("_")[2] for name in order if _is_of_sensor(name)]
        return tuple(x for x, count in Counter(found).items() if count == len(FORCES))

    @property
    def beside(self) -> tuple[str, ...]:
        """Columns in addition to the motion of the log's joints, one by one, or as arrays."""
        one_by_one = [f"{kind}_{joint}" for kind in BESIDE for joint in self.joints]
        whole = BESIDE if self.matrix else ()
        return tuple(name for name in (*one_by_one, *whole) if name in self.places)

    @property
    def half_sensors(self) -> dict[str, list[str]]:
        """{joint: columns that are missing} of sensors with some of the six."""
        found = dict.fromkeys(name.partition("_")[2] for name in self.places if _is_of_sensor(name))
        lacks = {x: [f"{k}_{x}" for k in FORCES if f"{k}_{x}" not in self.places] for x in found}
        return {x: missing for x, missing in lacks.items() if missing}

    @property
    def around(self) -> tuple[str, ...]:
        """Columns of the base, an IMU, and wrenches from outside."""
        return tuple(name for name in self.places if is_around(name))

    @property
    def torqueless(self) -> tuple[str, ...]:
        """Joints of a robot whose base was logged without a torque of theirs."""
        if self.matrix:
            return () if {"tau", CURRENT} & {*self.places} else self.joints
        kinds = ("tau", CURRENT)
        return tuple(
            j for j in self.joints if not any(f"{kind}_{j}" in self.places for kind in kinds)
        )

    def list_names(self, kind: str) -> tuple[str, ...]:
        """The canonical names that make up q, qd or tau; a current takes the place of a torque
        that was not recorded."""
        whole = (kind,) if self.matrix else tuple(f"{kind}_{joint}" for joint in self.joints)
        if kind != "tau":
            return whole
        driven = [(x, x.replace("tau", CURRENT, 1)) for x in whole]
        return tuple(c if x not in self.places and c in self.places else x for x, c in driven)

    @property
    def unused(self) -> tuple[str, ...]:
        """Currents beside torques of the same joints."""
        every = (CURRENT, *(f"{CURRENT}_{joint}" for joint in self.joints))
        return tuple(x for x in every if x in self.places and x not in self.list_names("tau"))


def map_columns(
    table: Table,
    columns: Mapping[str, str | int],
    joints: Sequence[str] | None,
    needs_time: bool = True,
    free: Sequence[str] = (),
) -> ColumnMap:
    """Match the names of the file, after the user's map, with the canonical ones; `free`: joints
    that need no torque."""
    if table.no_header and not any(isinstance(name, int) for name in columns.values()):
        raise InputError(
            f"{table.where}: no header; its first line is '{shorten_text(table.no_header)}'"
            f" ({len(table.names)} columns), {EXPECTED}. Write such a header, or say which column"
            " is which, counted from 0: columns={'t': 0, 'q_joint1': 1, 'tau_joint1': 2}."
        )
    places = _apply_column_map(table, columns)
    taken = set(places.values())
    names = [canonicalise_name(name) for name in table.names]
    for place, name in enumerate(names):
        if place not in taken and name not in places and is_canonical(name):
            if names.count(name) > 1:
                raise InputError(
                    f"{table.where}: '{name}' appears twice; rename one, or map"
                    " it by index in columns=."
                )
            places[name] = place
    if needs_time and "t" not in places:
        raise InputError(
            f"{table.where}: no time 't' among {table.list_names()}; {EXPECTED}.{_time_hint(table)}"
        )
    one_by_one = any(name.startswith("q_") for name in places)
    if "q" in columns or ("q" in places and not one_by_one):
        return _map_matrices(table, places, joints)
    return ColumnMap(places, _find_joints(table, places, joints, free))


def is_canonical(name: str) -> bool:
    if is_around(name):
        return True
    kind, under, joint = name.partition("_")
    whole = (*KINDS, CURRENT, *BESIDE)
    return name in whole or (kind in (*whole[1:], *FORCES) and bool(under and joint))


def _is_of_sensor(name: str) -> bool:
    kind, _, joint = name.partition("_")
    return kind in FORCES and bool(joint) and not is_around(name)


def shorten_text(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + " ..."


def _apply_column_map(table: Table, columns: Mapping[str, str | int]) -> dict[str, int]:
    places: dict[str, int] = {}
    for name, in_file in columns.items():
        if not is_canonical(name):
            raise InputError(
                f"columns: got the name '{name}', expected t, q_<joint>, qd_<joint>, tau_<joint>,"
                " current_<joint>, fx_<joint> to mz_<joint> of a sensor, temp_<joint>, qm_<joint>,"
                " or q, qd, tau, current for matrices, each with its name in the"
                f" file.{suggest_name(name, (*KINDS, CURRENT))}"
            )
        if isinstance(in_file, int):
            if not 0 <= in_file < len(table.names):
                raise InputError(
                    f"{table.where}: columns maps '{name}' to column {in_file}, expected 0 to"
                    f" {len(table.names) - 1}."
                )
            place = in_file
        elif table.names.count(in_file) == 1:
            place = table.names.index(in_file)
        else:
            count = "is not in the file" if in_file not in table.names else "is there twice"
            raise InputError(
                f"{table.where}: columns maps '{name}' to '{in_file}', which {count}; "
                f"it has {table.list_names()}.{suggest_name(in_file, table.names)}"
            )
        if place in places.values():
            raise InputError(
                f"{table.where}: columns maps two names to '{in_file}'; expected one each."
            )
        places[name] = place
    return places


def _time_hint(table: Table) -> str:
    for name in table.names:
        if any(
            word in name.lower() for word in ("time", "stamp", "clock", "index_level")
        ) or name in ("T", "index"):
            return f" Pass time='{name}' if that is it."
    return " Name it with time='...', or give the sampling period in seconds: time=0.001."


def _find_joints(
    table: Table, places: Mapping[str, int], wanted: Sequence[str] | None, free: Sequence[str]
) -> tuple[str, ...]:
    """The joints of columns named one by one, in the order of the file's positions."""
    order = sorted(places, key=lambda name: places[name])
    with_q = [name[2:] for name in order if name.startswith("q_")]
    with_tau = [x.partition("_")[2] for x in order if x.startswith(("tau_", f"{CURRENT}_"))]
    with_tau += [joint for joint in with_q if joint in free and with_tau]
    whole = [joint for joint in with_q if joint in with_tau]
    if not with_q and not with_tau:
        raise InputError(
            f"{table.where}: no positions and torques among {table.list_names()}; {EXPECTED}. Map "
            f"the"
            " names: columns={'q_joint1': '...', 'tau_joint1': '...'}."
        )
    joints = tuple(dict.fromkeys([*with_q, *with_tau]) if wanted is None else wanted)
    if unknown := [joint for joint in joints if joint not in with_q and joint not in with_tau]:
        raise InputError(
            f"{table.where}: no joint {join_names(unknown)}; it has"
            f" {join_names(whole)}.{suggest_name(unknown[0], whole)}"
        )
    if with_q and {*TURN} & {*places}:  # the base alone may tell: torques are not needed
        with_tau = list(dict.fromkeys([*with_q, *with_tau]))
    if with_q and not with_tau:
        raise InputError(_describe_missing_torques(table, with_q))
    only = f", or read only the whole ones: joints={whole}" if whole and wanted is None else ""
    for kind, have, other in (("tau", with_tau, "q"), ("q", with_q, "tau")):
        if missing := [joint for joint in joints if joint not in have]:
            raise InputError(
                f"{table.where}: no {join_names(f'{kind}_{j}' for j in missing)}, though there is"
                f" {join_names(f'{other}_{j}' for j in missing)}; {EXPECTED}; found "
                f"{table.list_names()}."
                f" Add the column, or map its name with columns={{'{kind}_{missing[0]}':"
                f" '...'}}{only}."
            )
    return joints


def _describe_missing_torques(table: Table, joints: Sequence[str]) -> str:
    """What a file has in their place: columns of every joint under another word."""
    first = joints[0]
    words = [name.removesuffix(f"_{first}") for name in table.names if name.endswith(f"_{first}")]
    others = [
        word
        for word in words
        if word not in KINDS and all(f"{word}_{joint}" in table.names for joint in joints)
    ]
    said = f"{table.where}: it has positions of {len(joints)} joints, q_<joint>, but no torques"
    if not others:
        return f"{said}, tau_<joint>; found {table.list_names()}."
    ordered = [word for word in others if any(part in word.lower() for part in COMMAND_WORDS)]
    if len(ordered) == len(others):
        return (
            f"{said}: {join_names(f'{word}_<joint>' for word in ordered)} are commands; expected"
            " tau_<joint>, measured or computed from the control law of the motors."
        )
    word = next(word for word in others if word not in ordered)
    return (
        f"{said}; if {word}_<joint> are torques or currents, name them,"
        f" {name_option('columns', f'tau={word}_{{j}}')}, and give each its factor to Nm,"
        f" {name_option('units', f'tau_{first}=...')}"
    )


def _map_matrices(
    table: Table, places: Mapping[str, int], wanted: Sequence[str] | None
) -> ColumnMap:
    """q, qd and tau as arrays with a column per joint."""
    if "tau" not in places and CURRENT not in places and not {*TURN} & {*places}:
        raise InputError(
            f"{table.where}: positions 'q' but no torques 'tau'; found "
            f"{table.list_names()}. "
            f"Map the name: {name_option('columns', 'tau=...')} (of currents:"
            f" {name_option('columns', 'current=...')})."
        )
    columns = table.joints or tuple(wanted or ())
    if not columns:
        raise InputError(
            f"{table.where}: 'q' is an array whose columns have no names; name "
            f"them in order: joints=('joint1', 'joint2', ...). It has {table.list_names()}."
        )
    joints = tuple(wanted) if wanted is not None else columns
    if unknown := [joint for joint in joints if joint not in columns]:
        raise InputError(
            f"{table.where}: no joint {join_names(unknown)}; it has"
            f" {join_names(columns)}.{suggest_name(unknown[0], columns)}"
        )
    return ColumnMap(places, joints, columns)
