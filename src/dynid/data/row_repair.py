"""What can be mended in a recording without guessing: rows that are no numbers or come twice, rows
out of order, stamps that are coarser than the samples. Each says what it did."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dynid.arrays import Array, Ints
from dynid.data.column_map import Table
from dynid.data.validity import LARGEST
from dynid.errors import InputError, join_names, shorten, suggest_name
from dynid.option_names import name_option

FEW = 50  # places by which a row that was delayed on its way may be late
SLOWEST = 1e-9  # Hz, and 1 / Hz: of a sample in 30 years, and of what no recorder does
EPISODE = "episode_index"  # counts the recordings in one file of a LeRobot dataset
SHUFFLED = 0.1  # of the steps go back: no recording does that, so the rows were mixed afterwards


def select_whole_rows(columns: list[Array], notes: list[str]) -> Ints:
    """The rows that count, in order of time; the first of the columns is the time.

    Left out are rows that are not all numbers, and rows that repeat the one before.
    """
    rows = np.column_stack(columns)
    finite = np.isfinite(rows).all(axis=1)
    if not finite.all():
        notes.append(f"{np.count_nonzero(~finite)} rows removed: not all numbers")
    with np.errstate(invalid="ignore"):
        huge = finite & ~(np.abs(rows[:, 1:]) <= LARGEST).all(axis=1)
    if huge.any():
        notes.append(f"{np.count_nonzero(huge)} rows removed: numbers beyond {LARGEST:g}")
    kept = np.flatnonzero(finite & ~huge)
    kept = kept[_order(rows[kept, 0], notes)]
    again = np.append(False, (np.diff(rows[kept], axis=0) == 0).all(axis=1))[: len(kept)]
    if again.any():
        notes.append(f"{np.count_nonzero(again)} rows left out: the row before once more")
    return np.asarray(kept[~again])


def _order(t: Array, notes: list[str]) -> Ints:
    """The order of time, where it is certain that the rows are those of one recording.

    It is where the pieces that run forwards do not overlap, where rows are late by a few places
    only, and where all are mixed. Two recordings in one file, each from its own start, are not
    mixed into one: they stay as they are, and are refused where the time goes back.
    """
    as_it_is = np.arange(len(t))
    back = np.flatnonzero(np.diff(t) < 0)
    if not len(back):
        return as_it_is
    order = np.argsort(t, kind="stable")
    starts, ends = np.append(0, back + 1), np.append(back, len(t) - 1)
    by_start = np.argsort(t[starts], kind="stable")
    apart = bool((t[starts][by_start][1:] > t[ends][by_start][:-1]).all())
    late = int(np.abs(order - as_it_is).max()) <= FEW
    if not (apart or late or len(back) > SHUFFLED * len(t)):
        return as_it_is
    moved = int(np.count_nonzero(order != as_it_is))
    notes.append(f"{moved} rows sorted by time: it went back {len(back)} times")
    return order


def make_even_times(where: str, t: Array, rate: float, notes: list[str]) -> Array:
    """Times at an even rate, as told, in place of stamps that are rounded or come in bursts.

    Stamps that do not fit the rate are refused: samples were lost, or it is another rate.
    """
    step = np.diff(t)
    if not (np.isfinite(t).all() and len(t) > 1 and (step >= 0).all() and t[-1] > t[0]):
        raise InputError(
            f"{where}: got rate={rate:g} Hz for stamps that go back or are not all numbers;"
            " expected stamps in order. Sort the rows, or omit the time column."
        )
    coarse = float(np.median(step[step > 0]))
    even = np.arange(len(t)) / rate
    off = t - t[0] - even
    allowed = 2.0 * coarse + 2.0 / rate
    if np.ptp(off) > allowed:
        mean, worst = (len(t) - 1) / (t[-1] - t[0]), int(np.argmax(step))
        raise InputError(
            f"{where}: the stamps do not fit rate={rate:g} Hz: {len(t)} samples in"
            f" {t[-1] - t[0]:g} s are {mean:.6g} Hz on average, and stamps are up to"
            f" {np.ptp(off):.3g} s off. State the true rate; or samples were lost (the longest step"
            f" is {step[worst]:.3g} s, at t = {t[worst]:g} s): split the file there."
        )
    notes.append(
        f"t is even at {rate:g} Hz, as given; the time stamps, {coarse:.3g} s apart, were within"
        f" {np.ptp(off):.2g} s of it"
    )
    return np.asarray(t[0] + even)


def check_rate(rate: float | None) -> float | None:
    if rate is None:
        return None
    if isinstance(rate, bool) or not (
        isinstance(rate, (int, float)) and SLOWEST <= rate <= 1.0 / SLOWEST
    ):
        raise InputError(f"got rate={shorten(rate)}, expected samples per second, such as 1000.")
    return float(rate)


def select_rows(table: Table, only: Mapping[str, float], notes: list[str]) -> Ints | None:
    """The rows in which columns have the values asked for, {"episode_index": 3}; None: all."""
    for name in only:
        if table.names.count(name) != 1:
            raise InputError(
                f"{table.where}: only: no column '{name}' among {table.list_names()}."
                f"{suggest_name(name, table.names)}"
            )
    episodic = EPISODE in table.names and "frame_index" in table.names
    asked = dict.fromkeys([*only, *([EPISODE] if episodic else [])])
    if not asked:
        return None
    columns = table.load([table.names.index(name) for name in asked])
    found = {name: np.ravel(column) for name, column in zip(asked, columns)}
    if words := [name for name, column in found.items() if column.dtype.kind not in "iufb"]:
        raise InputError(f"{table.where}: only: '{words[0]}' holds no numbers.")
    keep = np.ones(len(next(iter(found.values()))), dtype=bool)
    for name, value in only.items():
        keep &= found[name] == value
        if not keep.any():
            there = join_names([f"{x:g}" for x in np.unique(found[name])], 12)
            raise InputError(f"{table.where}: no row with {name} = {value:g}; it has {there}.")
    if EPISODE in found and len(episodes := np.unique(found[EPISODE][keep])) > 1:
        raise InputError(
            f"{table.where}: holds {len(episodes)} episodes, {episodes[0]:g} to {episodes[-1]:g},"
            f" expected one recording. Choose one when it is"
            f" converted: {name_option('only', f'{EPISODE}={episodes[0]:g}')}."
        )
    if only:
        said = join_names(f"{name} = {value:g}" for name, value in only.items())
        notes.append(f"only the {np.count_nonzero(keep)} of {len(keep)} rows with {said}")
    return np.flatnonzero(keep) if only else None
