"""From a Table to a Log: columns stacked, units converted, and a note of everything that was
done."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid import scratch
from dynid.arrays import Array, Ints, seal_array
from dynid.data.column_map import BESIDE, CURRENT, FORCES, KINDS, ColumnMap, Table, map_columns
from dynid.data.extra_channels import read_channels, read_surroundings
from dynid.data.log import Log
from dynid.data.row_repair import check_rate, make_even_times, select_rows, select_whole_rows
from dynid.data.units import Unit, Voltage, is_current, is_si, to_si
from dynid.errors import InputError, join_names, suggest_name

#: integers above this are not all floats: nanoseconds since 1970 would lose their last digits
_EXACT = 2**53
#: a step [s] that no log of a motion has
_SLOW = 0.5


def log_from(
    table: Table,
    columns: Mapping[str, str | int] | None,
    units: Mapping[str, Unit] | None,
    time: str | float | None,
    joints: Sequence[str] | None,
    sha256: str,
    clean: bool = False,
    rate: float | None = None,
    only: Mapping[str, float] | None = None,
    free: Sequence[str] = (),
) -> Log:
    columns, period = _time_choice(dict(columns or {}), time)
    rate = check_rate(rate)
    meant = _map_file_layout(table, columns, time)
    columns = {**meant, **columns}
    mapped = map_columns(table, columns, joints, period is None and rate is None, free)
    if rate is not None and "t" not in mapped.places:
        period, rate = 1.0 / rate, None
    units = _check_units(table, mapped, units or {})
    notes = list(table.notes)
    notes += [
        f"by the layout of the file, {name} is '{in_file}'" for name, in_file in meant.items()
    ]
    rows = select_rows(table, only or {}, notes)
    kinds = ("q", "tau", "qd") if mapped.has_velocity else ("q", "tau")
    beside = [f"{kind}_{joint}" for joint in mapped.sensors for kind in FORCES]
    first = ["t"] if period is None else []
    once = [*first, *beside, *mapped.beside, *mapped.around]
    once += [] if table.apart else [name for kind in kinds for name in mapped.list_names(kind)]
    arrays = load_columns(table, mapped, once, rows)
    t = np.empty(0) if period is not None else read_times(table, arrays.pop("t"), units, notes)
    count = None if period is not None else len(t)
    if mapped.unused:
        notes.append(f"{join_names(mapped.unused)} ignored: torques were recorded as well")
    data: dict[str, Array] = {}
    for kind in kinds:
        if table.apart:  # one after the other: the columns of a long log fill the memory
            arrays |= load_columns(table, mapped, mapped.list_names(kind), rows)
        data[kind] = find_joint_columns(table, mapped, kind, arrays, count, units, notes)
        count = len(data[kind])
    if rate is not None:
        t = make_even_times(table.where, t, rate, notes)
    if period is not None:
        t = period * np.arange(len(data["q"]), dtype=np.float64)
        notes.append(f"no time recorded: t counts samples, {period:g} s each, as given")
    qd = _read_velocities(mapped, data, units, notes)
    sensors = _read_sensors(table, mapped, arrays, len(t), units, notes)
    channels = read_channels(table, mapped, arrays, len(t), units, notes)
    around = read_surroundings(table, mapped, arrays, len(t), units, notes)
    _subtract_back_emf(mapped, data, t, qd, units)
    arrays = {"t": t, "q": data["q"], "tau": data["tau"], **({} if qd is None else {"qd": qd})}
    if clean:
        keep = select_whole_rows([*arrays.values(), *sensors.values(), *around.values()], notes)
        arrays = {name: array[keep] for name, array in arrays.items()}
        sensors = {name: array[keep] for name, array in sensors.items()}
        channels = {name: array[keep] for name, array in channels.items()}
        around = {name: array[keep] for name, array in around.items()}
    motion: dict[str, Any] = {name: seal_array(array) for name, array in arrays.items()}
    return Log(
        mapped.joints,
        **motion,
        source=table.where,
        sha256=sha256,
        notes=tuple(notes),
        sensors=sensors,
        currents=tuple(
            joint
            for k, joint in enumerate(mapped.joints)
            if joint not in mapped.torqueless and is_current(*_find_unit(mapped, "tau", k, units))
        ),
        channels=channels,
        around=around,
        torqueless=mapped.torqueless,
    )


def _find_unit(mapped: ColumnMap, kind: str, k: int, units: Mapping[str, Unit]) -> tuple[Unit, str]:
    """The unit of the column of a joint, and the column's canonical name."""
    names = mapped.list_names(kind)
    own = names[0].partition("_")[0] if mapped.matrix else names[k].partition("_")[0]
    name = f"{own}_{mapped.joints[k]}"
    return units.get(name, units.get(own, 1.0)), name


def _map_file_layout(
    table: Table, columns: Mapping[str, str | int], time: str | float | None
) -> dict[str, str]:
    """What the layout of the file itself says that its columns are, where neither their names nor
    the user do."""
    taken = {str(name) for name in columns.values()}
    taken |= {str(table.names.index(name)) for name in columns.values() if name in table.names}
    given = {*columns, *table.names} | ({"t"} if time is not None else set())
    return {
        name: in_file
        for name, in_file in table.meant.items()
        if name not in given and not taken & {in_file, str(table.names.index(in_file))}
    }


def _read_sensors(
    table: Table,
    mapped: ColumnMap,
    arrays: dict[str, NDArray[Any]],
    count: int,
    units: Mapping[str, Unit],
    notes: list[str],
) -> dict[str, Array]:
    """{joint: (N, 6)} of the sensors with all six columns."""
    for joint, missing in mapped.half_sensors.items():
        notes.append(f"forces in '{joint}' left out: no {join_names(missing)}")
    sensors = {}
    for joint in mapped.sensors:
        six = []
        for kind in FORCES:
            name = f"{kind}_{joint}"
            column, unit = np.ravel(arrays.pop(name)), units.get(name, units.get(kind, 1.0))
            if len(column) != count:
                raise InputError(
                    f"{table.where}: {name} has {len(column)} samples, expected {count} as the"
                    " others."
                )
            if not is_si(unit, kind):
                notes.append(f"{name} converted from {unit}")
            six.append(to_si(column.astype(float), unit, name))
        sensors[joint] = np.stack(six, axis=1)
    return sensors


def _time_choice(
    columns: dict[str, str | int], time: str | float | None
) -> tuple[dict[str, str | int], float | None]:
    """The column map with the time in it, or the sampling period."""
    if time is None:
        return columns, None
    if "t" in columns:
        raise InputError(f"got time={time!r} and 't' in columns, expected one of them.")
    if isinstance(time, str):
        return {**columns, "t": time}, None
    if (
        isinstance(time, bool)
        or not isinstance(time, (int, float))
        or not math.isfinite(time)
        or time <= 0
    ):
        raise InputError(
            f"got time={time!r}, expected the name of the time column or the sampling period in"
            " seconds."
        )
    return columns, float(time)


def _check_units(table: Table, mapped: ColumnMap, units: Mapping[str, Unit]) -> dict[str, Unit]:
    joints = [*mapped.joints, *mapped.columns]
    kinds = (*KINDS[1:], CURRENT)
    known = {*KINDS, CURRENT, *BESIDE, *mapped.places}
    known |= {f"{kind}_{joint}" for kind in kinds for joint in joints}
    known |= set(FORCES) if mapped.sensors else set()
    for name in units:
        if name not in known:
            raise InputError(
                f"units: got '{name}', expected t, q, qd, tau, or one column such as"
                f" 'q_{mapped.joints[0]}'; {table.where} has the joints"
                f" {join_names(mapped.joints)}.{suggest_name(name, known)}"
            )
    return dict(units)


def load_columns(
    table: Table, mapped: ColumnMap, wanted: Sequence[str], rows: Ints | None
) -> dict[str, NDArray[Any]]:
    """The arrays of these canonical names that were mapped, checked to hold numbers."""
    names = [name for name in wanted if name in mapped.places]
    loaded = table.load([mapped.places[name] for name in names])
    for name, array in zip(names, loaded):
        if array.dtype.kind not in ("iufMm" if name == "t" else "iuf"):
            raise InputError(
                f"{table.where}: '{table.names[mapped.places[name]]}' holds {array.dtype} instead"
                f" of numbers; expected numbers for {name}. Map another one with columns=."
            )
    return {name: x if rows is None else x[rows] for name, x in zip(names, loaded)}


def read_times(
    table: Table, array: NDArray[Any], units: Mapping[str, Unit], notes: list[str]
) -> Array:
    array = np.squeeze(array)
    if array.ndim > 1:
        raise InputError(f"{table.where}: the time has shape {array.shape}, expected one column.")
    array = np.atleast_1d(array)
    unit = units.get("t", "s")
    if array.dtype.kind in "Mm":  # dates: their unit is in the type
        lost = np.isnat(array)
        array, unit = array.astype(array.dtype.str[:2] + "8[ns]").astype(np.int64), "ns"
        if lost.any():  # cells without a date: not a number, as elsewhere
            array = np.where(lost, np.nan, array - array[np.argmin(lost)])
    large = array.dtype.kind in "iu" and array.size and int(array.max()) > _EXACT
    if large:
        notes.append(f"t counts from the first sample, recorded as {array[0]}")
        array = array - array[0]
    if not is_si(unit, "t"):
        notes.append(f"t converted from {unit}")
    t = to_si(array.astype(float), unit, "t")
    if len(t) > 1 and (step := float(np.median(np.diff(t)))) > _SLOW:
        notes.append(
            f"the samples are {step:g} s apart: if t is not in seconds, say so, units={{'t': 'ms'}}"
        )
    return t


def find_joint_columns(
    table: Table,
    mapped: ColumnMap,
    kind: str,
    arrays: dict[str, NDArray[Any]],
    count: int | None,
    units: Mapping[str, Unit],
    notes: list[str],
) -> Array:
    """(N, n) in SI units."""
    return _convert_column(
        _stack_joint_columns(table, mapped, kind, arrays, count, notes), kind, mapped, units, notes
    )


def _stack_joint_columns(
    table: Table,
    mapped: ColumnMap,
    kind: str,
    arrays: dict[str, NDArray[Any]],
    count: int | None,
    notes: list[str],
) -> Array:
    """(N, n) of the joints of the log, 0 where it has no torque; what it used is dropped from
    `arrays`, to free it."""
    names, nothing = mapped.list_names(kind), np.zeros(count or 0)
    if mapped.matrix and names[0] in arrays:
        return _take_matrix(table, mapped, kind, arrays.pop(names[0]), count, notes)
    names = (kind,) * len(mapped.joints) if mapped.matrix else names
    columns = [np.ravel(arrays.pop(name, nothing)) for name in names]
    expected = len(columns[0]) if count is None else count
    for name, column in zip(names, columns):
        if len(column) != expected:
            raise InputError(
                f"{table.where}: {name} has {len(column)} samples, expected {expected} as the"
                " others."
            )
    out = scratch.make_empty((expected, len(columns)))
    for part in scratch.iterate_blocks(expected):
        for k, column in enumerate(columns):
            out[part, k] = column[part]
        scratch.release(out[part])
    return out


def _take_matrix(
    table: Table,
    mapped: ColumnMap,
    kind: str,
    array: NDArray[Any],
    count: int | None,
    notes: list[str],
) -> Array:
    n = len(mapped.columns)
    if array.ndim < 2:
        array = array.reshape(1, -1) if count == 1 else array.reshape(-1, 1)
    if array.ndim == 2 and array.shape[1] != n == len(array) and count in (None, array.shape[1]):
        array = array.T
        notes.append(f"{kind} was recorded with one row per joint, and transposed")
    if array.ndim != 2 or array.shape[1] != n or count not in (None, len(array)):
        raise InputError(
            f"{table.where}: {kind} ('{table.names[mapped.places[mapped.list_names(kind)[0]]]}') "
            f"has"
            f" shape {array.shape},"
            f" expected ({'N' if count is None else count}, {n}): one row per sample, one"
            f" column for each of {join_names(mapped.columns)}."
        )
    at = [mapped.columns.index(joint) for joint in mapped.joints]
    return array[:, at].astype(float, copy=False)


def _convert_column(
    values: Array, kind: str, mapped: ColumnMap, units: Mapping[str, Unit], notes: list[str]
) -> Array:
    told: dict[Unit, list[str]] = {}
    for k, joint in enumerate(mapped.joints):
        unit, name = _find_unit(mapped, kind, k, units)
        if is_current(unit, name):  # of a torque column as well: tau=A
            name = f"{CURRENT}_{joint}"
        if not is_si(unit, name.partition("_")[0]):
            values[:, k] = to_si(values[:, k], unit, name)
            told.setdefault(unit, []).append(name)
    for unit, names in told.items():
        notes.append(
            f"{kind if len(names) == len(mapped.joints) else join_names(names)} converted from "
            f"{unit}"
        )
    return values


def _subtract_back_emf(
    mapped: ColumnMap, data: dict[str, Array], t: Array, qd: Array | None, units: Mapping[str, Unit]
) -> None:
    """tau = ratio K_T (V - K_E ratio qd) / R: its second part, where a motor's voltage was
    logged."""
    for k in range(len(mapped.joints)):
        unit, _ = _find_unit(mapped, "tau", k, units)
        if isinstance(unit, Voltage):
            speed = np.gradient(data["q"][:, k], t) if qd is None else qd[:, k]
            data["tau"][:, k] -= unit.damping * speed


def _read_velocities(
    mapped: ColumnMap, data: dict[str, Array], units: Mapping[str, Unit], notes: list[str]
) -> Array | None:
    """The velocities, unless the file has them only for some joints, or all nan as drivers write
    that have none."""
    qd = data.get("qd")
    if qd is None:
        some = [f"qd_{joint}" for joint in mapped.joints if f"qd_{joint}" in mapped.places]
        if some:
            notes.append(f"velocities ignored: recorded only as {join_names(some)}")
        return None
    if np.isnan(qd).all(axis=0).any():
        notes.append("velocities ignored: nan throughout for at least one joint")
        return None
    kinds = {
        kind for name, unit in units.items() if not is_si(unit, kind := name.partition("_")[0])
    }
    if "q" in kinds and "qd" not in kinds:
        notes.append(
            "q was converted, qd was not: taken as SI; if it is not, set units={'qd': ...}"
        )
    return qd
