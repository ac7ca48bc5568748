"""What a file has of the joints in addition to their motion: temperatures, encoders of the motors,
forces, currents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array, freeze_array
from dynid.data.column_map import BESIDE, COMMANDS, FORCES, ColumnMap, Table
from dynid.data.floating_base_columns import is_around
from dynid.data.units import Unit, is_si, to_si
from dynid.errors import InputError, join_names, require

if TYPE_CHECKING:
    from dynid.data.log import Log


def read_channels(
    table: Table,
    mapped: ColumnMap,
    arrays: dict[str, NDArray[Any]],
    count: int,
    units: Mapping[str, Unit],
    notes: list[str],
) -> dict[str, Array]:
    """{"temp_joint2": (count,)}; columns that are not all numbers are left out."""
    found: dict[str, Array] = {}
    for name in mapped.beside:
        array = np.asarray(arrays.pop(name), dtype=float)
        if name in BESIDE:
            array = array.reshape(len(array), -1)
            if array.shape != (count, len(mapped.columns)):
                raise InputError(
                    f"{table.where}: {name} has shape {array.shape}, expected"
                    f" {(count, len(mapped.columns))}: a column for each joint."
                )
            found |= {
                f"{name}_{joint}": array[:, mapped.columns.index(joint)] for joint in mapped.joints
            }
        elif array.size != count:
            raise InputError(
                f"{table.where}: {name} has {array.size} samples, expected {count} as the others."
            )
        else:
            found[name] = np.ravel(array)
    out = {}
    for name, column in found.items():
        unit = units.get(name, units.get(name.partition("_")[0], 1.0))
        if not np.isfinite(column).all():
            notes.append(f"{name} ignored: it is not a number in every row")
            continue
        if not is_si(unit, name.partition("_")[0]):
            notes.append(f"{name} converted from {unit}")
        out[name] = to_si(column, unit, name)
    return out


def read_surroundings(
    table: Table,
    mapped: ColumnMap,
    arrays: dict[str, NDArray[Any]],
    count: int,
    units: Mapping[str, Unit],
    notes: list[str],
) -> dict[str, Array]:
    """{"base_qw": (count,)} of the base, an IMU, and wrenches from outside."""
    found: dict[str, Array] = {}
    for name in mapped.around:
        column = np.ravel(np.asarray(arrays.pop(name), dtype=float))
        if len(column) != count:
            raise InputError(
                f"{table.where}: {name} has {len(column)} samples, expected {count} as the others."
            )
        unit = units.get(name, 1.0)
        if unit != 1.0:
            notes.append(f"{name} converted from {unit}")
        found[name] = to_si(column, unit, name)
    return found


def check_surroundings(log: Log) -> dict[str, Array]:
    """The columns around a log's joints, each with a sample for every time."""
    found = _freeze_named_arrays(log, "around", "")
    for name, column in found.items():
        if not is_around(name) or column.shape != (len(log.t),):
            raise InputError(
                f"{log.where}: got the column '{name}' of shape {column.shape}, expected base_x,"
                " base_qw, imu_wx, fx_<link>@<frame> and similar, of shape"
                f" {(len(log.t),)}."
            )
    return found


def check_torqueless(log: Log) -> tuple[str, ...]:
    return _order_joints(log, log.torqueless, "no torques")


def check_untrusted(log: Log) -> tuple[str, ...]:
    return _order_joints(log, log.untrusted, "torques that do not count")


def check_channels(log: Log) -> dict[str, Array]:
    """The channels of a log, each with a sample for every time and a joint of the log."""
    found = _freeze_named_arrays(log, "channels", "channel ")
    for name, column in found.items():
        kind, _, joint = name.partition("_")
        if kind not in BESIDE or joint not in log.joints or column.shape != (len(log.t),):
            raise InputError(
                f"{log.where}: got the channel '{name}' of shape {column.shape}, expected"
                f" {' or '.join(f'{kind}_<joint>' for kind in BESIDE)} of a joint of the log, of"
                f" shape {(len(log.t),)}."
            )
    return found


def _freeze_named_arrays(log: Log, field: str, what: str) -> dict[str, Array]:
    """The arrays of a field {name: array}."""
    given = getattr(log, field)
    require(f"{log.where}, {field}", given, (dict, Mapping), "{name: array}")
    return {str(x): check_numbers(log.where, f"{what}{x}", array) for x, array in given.items()}


def check_numbers(where: str, name: str, value: ArrayLike) -> Array:
    try:
        return freeze_array(value)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{where}: {name} is no array of numbers ({error}); expected one row per sample."
        ) from error


def check_sensors(log: Log) -> dict[str, Array]:
    found = _freeze_named_arrays(log, "sensors", "sensor of ")
    for name, array in found.items():
        if array.shape != (len(log.t), len(FORCES)):
            raise InputError(
                f"{log.where}: the sensor of {name} has shape {array.shape}, expected"
                f" {(len(log.t), len(FORCES))}: {', '.join(FORCES)} at each of the times."
            )
    return found


def check_commands(log: Log) -> dict[str, Array]:
    found, shape = _freeze_named_arrays(log, "commands", ""), (len(log.t), len(log.joints))
    for kind, array in found.items():
        if kind not in COMMANDS or array.shape != shape:
            raise InputError(
                f"{log.where}: {kind} has shape {array.shape}, expected {join_names(COMMANDS)} of"
                f" shape {shape}: one row per time, one column per joint."
            )
    return found


def check_currents(log: Log) -> tuple[str, ...]:
    return _order_joints(log, log.currents, "currents")


def _order_joints(log: Log, given: str | Sequence[str], what: str) -> tuple[str, ...]:
    """Those of the log's joints that are given, in its order."""
    require(f"{log.where}, {what}", given, (tuple, Iterable), "names of joints")
    names = (given,) if isinstance(given, str) else tuple(given)
    if unknown := [name for name in names if name not in log.joints]:
        raise InputError(
            f"{log.where}: got {what} of {join_names(unknown)}; it has {join_names(log.joints)}."
        )
    return tuple(name for name in log.joints if name in names)


#: fields of a log beside its motion, and what makes them of what was given
CHECKS: Mapping[str, Callable[[Log], object]] = {
    "sensors": check_sensors,
    "currents": check_currents,
    "channels": check_channels,
    "around": check_surroundings,
    "torqueless": check_torqueless,
    "untrusted": check_untrusted,
    "commands": check_commands,
}
