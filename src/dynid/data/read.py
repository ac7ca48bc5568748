"""One door for logs: CSV and its relatives, Parquet, npz, HDF5, MATLAB, ROS bags."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from dynid.data.assemble import log_from
from dynid.data.files import sha256_of
from dynid.data.layout import Table
from dynid.data.log import Log
from dynid.data.units import Unit
from dynid.errors import InputError

#: how files begin; they are believed before the end of the name
_MAGIC = (
    (b"PAR1", "parquet"),
    (b"PK\x03\x04", "npz"),
    (b"\x89HDF\r\n\x1a\n", "hdf5"),
    (b"MATLAB 7.3", "hdf5"),
    (b"MATLAB 5.0", "mat"),
    (b"#ROSBAG", "bag"),
    (b"SQLite format 3\0", "bag"),
    (b"\x89MCAP0\r\n", "bag"),
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_SUFFIXES = {
    ".parquet": "parquet",
    ".npz": "npz",
    ".h5": "hdf5",
    ".hdf5": "hdf5",
    ".mat": "mat",
    ".bag": "bag",
    ".db3": "bag",
    ".mcap": "bag",
}
FORMATS = (
    ".csv, .tsv, .txt, .parquet, .npz, .h5, .hdf5, .mat, .bag, .db3, .mcap or the folder of a ROS"
    " 2 bag"
)


def read_log(
    path: str | os.PathLike[str],
    columns: Mapping[str, str | int] | None = None,
    units: Mapping[str, Unit] | None = None,
    time: str | float | None = None,
    *,
    joints: Sequence[str] | None = None,
    topic: str | None = None,
    clean: bool = False,
) -> Log:
    """The log in a file: columns t, q_<joint>, tau_<joint> and, where recorded, qd_<joint>, turned
    into SI units.

    columns  {name that dynid expects: name in the file}, for what is called otherwise; a number is
             the place of a column, counted from 0. Arrays with a column a joint are mapped as q,
             qd, tau.
    units    what was not recorded in SI: {"q": "deg", "t": "ms", "tau_joint1": Current(0.1,
             ratio=100)}; a number is a factor. See `dynid.data.units`.
    time     the name of the time column, or the sampling period [s] where no time was recorded. In
             a bag, "bag_time" takes the time of recording instead of the stamps.
    joints   which joints, in which order; also the names of the columns of arrays
    topic    the topic of a bag that holds several with joint states
    clean    leave out rows that are not all numbers, and rows that repeat the one before; refused
             if not told so
    """
    path = Path(path)
    try:
        kind = _kind(path)
        if topic is not None and kind != "bag":
            raise InputError(
                f"{path}: got topic='{topic}', which only ROS bags have; this file is {kind}."
            )
        joints = (joints,) if isinstance(joints, str) else joints
        table = _open(path, kind, topic, joints)
        return log_from(table, columns, units, time, joints, sha256_of(path), clean)
    except OSError as error:
        raise InputError(
            f"'{path}' cannot be read ({error.strerror or error}); expected a readable log."
        ) from error


def _open(path: Path, kind: str, topic: str | None, joints: Sequence[str] | None) -> Table:
    from dynid.data import read_arrays

    if kind == "bag":
        from dynid.data.read_bag import open_bag

        return open_bag(path, topic, joints)
    if kind == "text":
        from dynid.data.read_text import open_text

        return open_text(path)
    openers = {
        "npz": read_arrays.open_npz,
        "parquet": read_arrays.open_parquet,
        "hdf5": read_arrays.open_hdf5,
        "mat": read_arrays.open_mat,
    }
    return openers[kind](path)


def _kind(path: Path) -> str:
    """What a file is: by how it begins, then by its name."""
    if path.is_dir():
        return "bag"
    if not path.exists():
        raise InputError(
            f"there is no file '{path}' (looked in {Path.cwd()}); expected a log: {FORMATS}."
        )
    with open(path, "rb") as file:
        head = file.read(4096)
    if not head.strip():
        raise InputError(f"'{path}' is empty, expected a log with a header and samples.")
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            if kind in ("gzip", "zstd", "UTF-16"):
                raise InputError(
                    f"'{path}' is {kind}, which dynid does not read; unpack it, or save it as UTF-8"
                    " text."
                )
            return kind
    named = _SUFFIXES.get(path.suffix.lower())
    if named == "mat":
        return "mat"  # version 4 begins with nothing of its own
    if b"\0" not in head:
        return "text"
    raise InputError(
        f"'{path}' begins with {head[:8]!r}, as no log that dynid knows"
        f"{f' (no {named} file, whatever its name)' if named else ''}; expected {FORMATS}."
    )
