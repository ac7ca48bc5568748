"""One door for logs of all formats."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from dynid.data.assemble import log_from
from dynid.data.column_map import Table
from dynid.data.formats.format_base import (
    Format,
    describe_formats,
    list_formats,
    make_format,
    make_table,
)
from dynid.data.frames import is_frame, read_frame
from dynid.data.log import Log
from dynid.data.units import Unit
from dynid.errors import DynidError, InputError, require
from dynid.files import check_source, compute_sha256

#: a file, or a pandas.DataFrame with the columns of one
Source = str | os.PathLike[str] | Any
#: how files begin that are refused
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


def read_log(
    path: Source,
    columns: Mapping[str, str | int] | None = None,
    units: Mapping[str, Unit] | None = None,
    time: str | float | None = None,
    *,
    joints: Sequence[str] | None = None,
    topic: str | Sequence[str] | None = None,
    clean: bool = False,
    rate: float | None = None,
    only: Mapping[str, float] | None = None,
    free: Sequence[str] = (),
    format: Format | type[Format] | str | None = None,
) -> Log:
    """The log in a file or in a pandas.DataFrame: columns `t`, `q_<joint>`, `tau_<joint>`
    and, where recorded, `qd_<joint>`, turned into SI units.

    Parameters
    ----------
    path
        of a file; or a DataFrame, whose index is the time if it holds dates or time steps
    columns
        {name that dynid expects: name in the file}, for what is called otherwise; a number is the
        place of a column, counted from 0. Arrays with a column per joint are mapped as q, qd, tau.
    units
        what was not recorded in SI: {"q": "deg", "t": "ms", "tau_joint1": Current(0.1, ratio=100)};
        a number is a factor. See `dynid.data.units`.
    time
        the name of the time column, or the sampling period [s] where no time was recorded. In a
        bag, "bag_time" takes the time of recording instead of the stamps.
    joints
        which joints, in which order; also the names of the columns of arrays
    topic
        the topic of a bag that holds several with joint states; several topics are joined, at the
        stamps of the first
    clean
        leave out rows that are not all numbers (with empty cells, unfinished, beyond 1e12) and rows
        that repeat the one before, and put rows into order of time where it is certain how; all of
        it is refused if not told so, and noted if done
    rate
        samples per second, where the stamps are rounded or come in bursts: t is then even, if the
        stamps fit; and where no time was recorded
    only
        the rows in which columns have these values: {"episode_index": 3}
    free
        joints without motor (robot.free): where no torque of theirs was recorded, it is 0
    format
        how the file is opened, where it should not be found out: a name ("csv", "hdf5", ...), or
        your own `Format`
    """
    joints = (joints,) if isinstance(joints, str) else joints
    if is_frame(path):
        if topic is not None or format is not None:
            raise InputError(
                "read_log: got topic= or format= with a DataFrame, expected them with files only."
            )
        return log_from(read_frame(path), columns, units, time, joints, "", clean, rate, only, free)
    require("read_log", path, (str, os.PathLike), 'read_log("run1.csv"), or a DataFrame')
    path = Path(path)
    with _explain_os_errors(path):
        head = _read_head(path)
        kind = _detect_format(path, head) if format is None else make_format(format)
        if topic is not None and "topic" not in kind.takes:
            raise InputError(
                f"{path}: got topic='{topic}', which only ROS bags have; this file is {kind.name}."
            )
        table = _open_table(kind, path, {"joints": joints, "topic": topic, "clean": clean})
        digest = compute_sha256(path)
        return log_from(table, columns, units, time, joints, digest, clean, rate, only, free)


def read_column_names(path: Source, topic: str | None = None) -> tuple[str, ...]:
    """The names of a file's columns or arrays, as they stand there."""
    with open_table(path, topic) as table:
        return table.names


def read_columns(
    path: Source,
    wanted: Callable[[str], bool] = lambda name: True,
    anything: bool = False,
) -> dict[str, NDArray[Any]]:
    """Columns of a file of any format by their names in it, as they stand there. Those that hold no
    numbers are refused, or with `anything` left out."""
    with open_table(path) as table:
        return _parse_numeric_columns(table, wanted, anything)


@contextmanager
def open_table(path: Source, topic: str | None = None) -> Iterator[Table]:
    """What a file of any format or a pandas.DataFrame holds."""
    if is_frame(path):
        yield read_frame(path)
        return
    path = Path(path)
    with _explain_os_errors(path):
        kind = _detect_format(path, _read_head(path))
        yield _open_table(kind, path, {"joints": None, "topic": topic, "clean": False})


def _parse_numeric_columns(
    table: Table, wanted: Callable[[str], bool], anything: bool
) -> dict[str, NDArray[Any]]:
    places = [k for k, name in enumerate(table.names) if wanted(name)]
    found = dict(zip((table.names[k] for k in places), table.load(places) if places else []))
    if anything:
        return {name: array for name, array in found.items() if array.dtype.kind in "iuf"}
    if words := [name for name, array in found.items() if array.dtype.kind not in "iuf"]:
        raise InputError(f"{table.where}: '{words[0]}' holds no numbers; expected numbers.")
    return found


@contextmanager
def _explain_os_errors(path: Path) -> Iterator[None]:
    """What the operating system refuses, in a sentence."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"'{path}' cannot be read ({error.strerror or error}); expected a readable log."
        ) from error


def _open_table(kind: Any, path: Path, arguments: Mapping[str, object]) -> Table:
    with _explain_damaged_file(kind, path):
        found = kind.open(path, **{name: arguments[name] for name in kind.takes})
        table = found if isinstance(found, Table) else make_table(path, found)

    def load(places: Sequence[int]) -> list[NDArray[Any]]:
        with _explain_damaged_file(kind, path):
            return table.load(places)

    return replace(table, load=load)


@contextmanager
def _explain_damaged_file(kind: Format, path: Path) -> Iterator[None]:
    """A damaged file makes packages raise nearly anything."""
    try:
        yield
    except DynidError:
        raise
    except Exception as error:
        cause = " ".join(str(error).split())[:200] or type(error).__name__
        raise InputError(
            f"{path}: cannot be read as {kind.name} ({cause}); expected a whole file of plain"
            " arrays. Write or copy it again; arrays of Python objects are not read."
        ) from error


def _read_head(path: Path) -> bytes:
    """How a file begins; b"" for a folder."""
    if path.is_dir():
        return b""
    if not path.exists():
        raise InputError(
            f"there is no file '{path}' (looked in {Path.cwd()}); expected a log: "
            f"{describe_formats()}."
        )
    check_source(path, "a log", InputError)
    with open(path, "rb") as file:
        head = file.read(4096)
    if not head.strip():
        raise InputError(f"'{path}' is empty, expected a log with a header and samples.")
    return head


def _detect_format(path: Path, head: bytes) -> Format:
    """What a file is: by how it begins, then by what else a format knows it by."""
    known = list_formats()
    if path.is_dir():
        folders = [kind for kind in known if kind.folder]
        return next((kind for kind in folders if kind.sniff(path, head)), folders[-1])
    for kind in known:
        if head.startswith(kind.begins):
            return kind
    for magic, packed in _PACKED.items():
        if head.startswith(magic):
            raise InputError(
                f"'{path}' is {packed}, which dynid does not read; unpack it, or save it as UTF-8"
                " text."
            )
    for kind in reversed(known):
        if kind.sniff(path, head):
            return kind
    named = [kind.name for kind in known if path.suffix.lower() in kind.endings]
    raise InputError(
        f"'{path}' begins with {head[:8]!r}, as no log that dynid knows"
        f"{f' (no {named[0]} file, whatever its name)' if named else ''}; expected "
        f"{describe_formats()}."
    )
