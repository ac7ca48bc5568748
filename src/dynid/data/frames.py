"""pandas in and out: a DataFrame as a Table, from which a log is made as from a file, and a log as
a DataFrame. pandas is optional, and imported only where somebody uses it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dynid.data.column_map import Table
from dynid.errors import InputError

if TYPE_CHECKING:
    from dynid.data.log import Log

#: what messages and results call a log that came from no file; `frame.attrs["source"]` replaces it
SOURCE = "DataFrame"
#: the name of an index that has none
INDEX = "index"


def import_pandas(what: str) -> Any:
    """pandas, or an error that says how to install it; `what` needs it."""
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise InputError(
            f"{what} needs the package 'pandas', which cannot be imported ({error}); install it"
            " with: pip install 'dynid[pandas]'"
        ) from None


def is_frame(value: object) -> bool:
    """Whether this is a DataFrame, without importing pandas: who has one has imported it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)


def describe_source(frame: Any) -> str:
    return str(frame.attrs.get("source") or SOURCE)


def read_frame(frame: Any) -> Table:
    """The columns of a DataFrame, and its index where that is more than the row numbers; an index
    of dates or time steps is the time, unless a column is."""
    pandas = import_pandas("a log from a DataFrame")
    labels = [_name(label) for label in frame.columns]
    columns = [frame.iloc[:, k] for k in range(len(labels))]
    meant = {}
    if isinstance(frame.index, pandas.MultiIndex):
        for level in range(frame.index.nlevels):
            values = frame.index.get_level_values(level)
            labels.append(str(frame.index.names[level] or f"{INDEX}_{level}"))
            columns.append(values.to_series())
    elif not isinstance(frame.index, pandas.RangeIndex) or frame.index.name is not None:
        labels.append(str(frame.index.name or INDEX))
        columns.append(frame.index.to_series())
        if frame.index.dtype.kind in "Mm" and "t" not in labels:
            meant = {"t": labels[-1]}

    def load(places: Sequence[int]) -> list[NDArray[Any]]:
        return [_convert_column(pandas, columns[k]) for k in places]

    return Table(describe_source(frame), tuple(labels), load, meant=meant, apart=True)


def _name(label: Any) -> str:
    """Of a column; q_joint1 of one with two levels, ('q', 'joint1')."""
    levels = label if isinstance(label, tuple) else (label,)
    return "_".join(str(level) for level in levels if str(level))


def _convert_column(pandas: Any, column: Any) -> NDArray[Any]:
    """A copy of a column's numbers, missing ones nan; dates (in UTC) and time steps as those of
    NumPy; cells that hold lists as a matrix. What is none of these is refused by who asked."""
    if column.dtype == object:
        if len(column) and isinstance(column.iloc[0], (list, tuple, np.ndarray)):
            return _stack_matrix(column)
        column = column.infer_objects()
    if column.dtype.kind == "O":  # numbers among None, or as text
        with suppress(TypeError, ValueError):
            column = pandas.to_numeric(column)
    kind = column.dtype.kind
    if kind == "M":
        return np.array(pandas.to_datetime(column, utc=True).dt.tz_localize(None))
    if kind == "m":
        return np.array(pandas.to_timedelta(column))
    if kind in "iu" and not column.isna().any():  # nanoseconds since 1970 are no floats
        return np.array(column.to_numpy(dtype=f"{kind}8"))
    if kind in "iuf":
        return np.array(column.to_numpy(dtype=float, na_value=np.nan))
    return np.array(column)


def _stack_matrix(column: Any) -> NDArray[Any]:
    try:
        return np.array([np.asarray(cell, dtype=float) for cell in column], dtype=float)
    except (TypeError, ValueError):
        raise InputError(
            f"DataFrame: got lists of different lengths, or not of numbers, in the column"
            f" '{_name(column.name)}', expected one number per joint in every row."
        ) from None


def log_frame(log: Log) -> Any:
    """A DataFrame with the columns that a file of the log would have: `read_log` gives the log
    back."""
    pandas = import_pandas("log.to_frame")
    frame = pandas.DataFrame({name: np.array(column) for name, column in log.to_columns().items()})
    if log.source:
        frame.attrs["source"] = log.source
    return frame
