"""Numbers that a log cannot consist of: nan, infinite or enormous ones, and time that stands
still or goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dynid.errors import InputError, join_names
from dynid.option_names import name_option

if TYPE_CHECKING:
    from dynid.data.log import Log

#: numbers beyond this (rad, m, Nm, N, and their rates) are no measurement, and their squares no
#: numbers
LARGEST = 1e12
LATEST = 1e20  # s: more than the nanoseconds since 1970


def check_finite(log: Log) -> None:
    """No nan and no infinity: a filter would smear one bad sample over the whole log."""
    if all(np.isfinite(each).all() for each in log.extremes):
        return
    bad = [(name, x) for name, x in log.to_columns().items() if not np.isfinite(x).all()]
    name, column = bad[0]
    wrong = ~np.isfinite(column)
    first = int(np.argmax(wrong))
    length = int(np.argmin(np.append(wrong[first:], False)))
    time = (
        f"t = {log.t[first]:g} s (sample {first})"
        if np.isfinite(log.t[first])
        else f"sample {first}"
    )
    others = f" Also in {join_names(n for n, _ in bad[1:])}." if len(bad) > 1 else ""
    raise InputError(
        f"{log.where}: {name} is {column[first]} from {time} on for {length} of {len(log)}"
        f" samples{'' if length == wrong.sum() else f', {wrong.sum()} in all'}; expected finite"
        f" numbers.{others}"
        f" Remove those rows ({name_option('clean')}), or split the file there; exclude"
        " a joint that was not measured by naming the others in joints=."
    )


def check_size(log: Log) -> None:
    """A log holds what was recorded; of numbers such as 1e300, nothing can be computed."""
    if all(np.all(np.abs(each) <= LARGEST) for each in log.extremes):
        return
    for name, column in log.to_columns().items():
        k = int(np.argmax(np.abs(column)))
        if abs(column[k]) > (LATEST if name == "t" else LARGEST):
            raise InputError(
                f"{log.where}: {name} is {column[k]:g} in sample {k}, expected a measurement in SI"
                f" units, below {LARGEST:g}. Correct its unit, or remove the row"
                f" ({name_option('clean')})."
            )


def check_time(log: Log) -> None:
    step = np.diff(log.t)
    if (step > 0).all():
        return
    k = int(np.argmax(~(step > 0)))
    many = int(np.count_nonzero(~(step > 0)))
    if step[k] < 0:
        got = f"t goes back from {log.t[k]:.9g} to {log.t[k + 1]:.9g} s"
        remedy = (
            f"Sort the rows by time ({name_option('clean')} does where it is certain how), or"
            " split the file there if it holds several recordings."
        )
    elif all(column[k] == column[k + 1] for column in log.to_columns().values()):
        got = f"the whole row at t = {log.t[k]:.9g} s appears twice"
        remedy = f"Remove the repeated rows ({name_option('clean')})."
    else:
        got = f"t = {log.t[k]:.9g} s appears twice, with different values"
        remedy = (
            "Record time with more digits (of a ROS bag, try time='bag_time'), state the rate"
            f" ({name_option('rate', '1000')}), or remove one row of each pair."
        )
    raise InputError(
        f"{log.where}: {got} (samples {k} and {k + 1}; {many} such place{'s' * (many > 1)}), "
        f"expected strictly increasing time. {remedy}"
    )
