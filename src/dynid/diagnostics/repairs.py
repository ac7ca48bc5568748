"""Repairs made to a log, by the words of `Change`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dynid.arrays import Array
from dynid.data.column_map import CURRENT, FORCES
from dynid.data.log import Log
from dynid.errors import InputError, join_names
from dynid.findings import Change

Columns = dict[str, Array]
Operation = Callable[[Columns, Change], Columns]


def repair_log(log: Log, change: Change) -> Log:
    """A copy of the log with the change made, and those after it.

    Parameters
    ----------
    log
        the log as it was recorded
    change
        what is to be changed, as a `Finding` names it
    """
    if change.do not in CHANGES:
        raise InputError(
            f"the repair '{change.do}' is not one of the log; expected one of {', '.join(CHANGES)}."
        )
    columns = {name: np.array(x) for name, x in log.to_columns().items()}
    columns = CHANGES[change.do](columns, change)
    made = _make_log(log, columns, change)
    return made if change.then is None else repair_log(made, change.then)


def _make_log(log: Log, columns: Columns, change: Change) -> Log:
    def make_columns(kind: str) -> Array:
        own = {x: CURRENT if kind == "tau" and x in log.currents else kind for x in log.joints}
        nothing = np.zeros(len(columns["t"]))  # of a torque that was not recorded
        return np.stack([columns.get(f"{own[x]}_{x}", nothing) for x in log.joints], axis=1)

    sensors = {
        joint: np.stack([columns[f"{kind}_{joint}"] for kind in FORCES], axis=1)
        for joint in log.sensors
    }
    return Log(
        log.joints,
        columns["t"],
        make_columns("q"),
        make_columns("tau"),
        None if log.qd is None else make_columns("qd"),
        log.source,
        "",
        (*log.notes, f"repaired: {describe_change(change)}"),
        sensors,
        log.currents,
        {name: columns[name] for name in log.channels},
        {name: columns[name] for name in log.around},
        log.torqueless,
    )


def describe_change(change: Change) -> str:
    """What was done, in one line."""
    values = ", ".join(f"{v:.6g}" for v in change.values[:6])
    more = ", ..." if len(change.values) > 6 else ""
    names = ", ".join(change.columns) or "all columns"
    return f"{change.do} {names}{f' ({values}{more})' if values else ''}"


def _name_rate(position: str) -> str:
    return f"qd{position.removeprefix('q')}"


def _apply_to_each(function: Callable[[Array, Change], Array]) -> Operation:
    """The same done to every column that is named."""
    return lambda columns, change: (
        columns | {name: function(columns[name], change) for name in change.columns}
    )


def _negate(columns: Columns, change: Change) -> Columns:
    rates = [_name_rate(name) for name in change.columns if name.startswith("q_")]
    names = [*change.columns, *(name for name in rates if name in columns)]
    return columns | {name: -columns[name] for name in names}


def _order(columns: Columns, change: Change) -> Columns:
    rates = tuple(_name_rate(name) for name in change.columns if name.startswith("q_"))
    new: Columns = {}
    for names in (change.columns, rates if all(name in columns for name in rates) else ()):
        new |= {name: columns[names[int(k)]] for name, k in zip(names, change.values)}
    return columns | new


def _scale(columns: Columns, change: Change) -> Columns:
    k = change.values[0]
    out = columns | {name: k * columns[name] for name in change.columns}
    if change.columns == ("t",):
        out |= {name: x / k for name, x in columns.items() if name.startswith("qd_")}
    return out


def _scale_about_mean(columns: Columns, change: Change) -> Columns:
    (name,), k = change.columns, change.values[0]
    mean, rate = columns[name].mean(), _name_rate(name)
    out = columns | {name: mean + k * (columns[name] - mean)}
    return out | {rate: k * columns[rate]} if rate in columns else out


def _shift(columns: Columns, change: Change) -> Columns:
    """tau(t) <- tau(t + delay), where the log has it."""
    t, delay = columns["t"], change.values[0]
    inside = (t + delay >= t[0]) & (t + delay <= t[-1])
    out = {name: x[inside] for name, x in columns.items()}
    late = {name: np.interp(t[inside] + delay, t, columns[name]) for name in change.columns}
    return out | late


def _interpolate(columns: Columns, change: Change) -> Columns:
    t = columns["t"]
    good = np.ones(len(t), dtype=bool)
    good[[int(k) for k in change.values]] = False
    if not good.any():
        raise InputError(
            f"every value of {join_names(change.columns)} is impossible; expected SI units."
        )
    between = {name: np.interp(t, t[good], columns[name][good]) for name in change.columns}
    return columns | {name: np.where(good, columns[name], x) for name, x in between.items()}


def _level_jumps(x: Array, change: Change) -> Array:
    """After each sample named, what the column has jumped by is taken off again."""
    x = x.copy()
    for k in map(int, change.values):
        around = [x[k - 1] - x[k - 2]] if k > 1 else [0.0]
        around += [x[k + 1] - x[k]] if k + 1 < len(x) else []
        x[k:] -= x[k] - x[k - 1] - np.mean(around)
    return x


def _even_stamps(t: Array, _: Change) -> Array:
    slope, start = np.polyfit(np.arange(len(t)), t, 1)
    return np.asarray(start + slope * np.arange(len(t)))


def _pause(t: Array, change: Change) -> Array:
    t = t.copy()
    for k, seconds in zip(change.values[::2], change.values[1::2]):
        t[int(k) :] += seconds
    return t


def _reverse(columns: Columns, change: Change) -> Columns:
    t = columns["t"]
    new = {name: -x[::-1] if name.startswith("qd_") else x[::-1] for name, x in columns.items()}
    return new | {"t": t[0] + (t[-1] - t[::-1])}


def _thin(columns: Columns, change: Change) -> Columns:
    """The rows at which a held column is new, and in a rest as many as while it moves."""
    held = np.stack([columns[name] for name in change.columns], axis=1)
    new = np.append(True, np.any(np.diff(held, axis=0) != 0.0, axis=1))
    k, every = np.arange(len(new)), max(round(change.values[0]), 1)
    since = k - np.maximum.accumulate(np.where(new, k, 0))
    return {name: x[since % every == 0] for name, x in columns.items()}


#: what each word does
CHANGES: dict[str, Operation] = {
    "negate": _negate,
    "order": _order,
    "scale": _scale,
    "scale_about_mean": _scale_about_mean,
    "add": _apply_to_each(lambda x, change: x + change.values[0]),
    "shift": _shift,
    "interpolate": _interpolate,
    "unwrap": _apply_to_each(lambda x, _: np.unwrap(x)),
    "level": _apply_to_each(_level_jumps),
    "even": _apply_to_each(_even_stamps),
    "pause": _apply_to_each(_pause),
    "reverse": _reverse,
    "thin": _thin,
}
