"""Writing logs in every format that `read_log` reads; all but ROS bags give the numbers back bit by
bit."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from dynid.data.files import need
from dynid.data.log import Log, columns_of
from dynid.errors import InputError
from dynid.files import write_whole

#: the name under which a file carries where its log came from
STORY = "dynid"
_ROWS = 4096


def save_log(log: Log, path: str | os.PathLike[str], overwrite: bool = False) -> None:
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        raise InputError(
            f"cannot save a log as '{path}'; expected a name that ends in {', '.join(_WRITERS)}."
        )
    write_whole(path, lambda file: _WRITERS[suffix](log, file), overwrite)


def story_of(log: Log) -> str:
    """Where the log came from, as one line of JSON."""
    return json.dumps({"source": log.source, "sha256": log.sha256, "notes": list(log.notes)})


def notes_of(story: object) -> tuple[str, ...]:
    """The notes that `story_of` wrote; none where it is not dynid's."""
    try:
        told = json.loads(str(story))
        digest = f", sha256 {told['sha256']}" if told["sha256"] else ""
        origin = f"saved by dynid from '{told['source']}'{digest}" if told["source"] else ""
        return (*map(str, told["notes"]), *([origin] if origin else []))
    except (ValueError, KeyError, TypeError):
        return ()


def _text(log: Log, file: BinaryIO, delimiter: str) -> None:
    names, columns = zip(*columns_of(log))
    header = io.StringIO()
    csv.writer(header, delimiter=delimiter, lineterminator="\n").writerow(names)
    file.write(f"# {STORY}: {story_of(log)}\n{header.getvalue()}".encode())
    for start in range(0, len(log), _ROWS):
        block = np.column_stack([column[start : start + _ROWS] for column in columns]).tolist()
        # repr is the shortest text that gives the same float back
        file.write("".join(delimiter.join(map(repr, row)) + "\n" for row in block).encode())


def _arrays(log: Log) -> dict[str, Any]:
    arrays = {"t": log.t, "q": log.q, "tau": log.tau}
    return arrays if log.qd is None else {**arrays, "qd": log.qd}


def _npz(log: Log, file: BinaryIO) -> None:
    words: dict[str, Any] = {"joints": np.array(log.joints), STORY: np.array(story_of(log))}
    np.savez(file, **words, **_arrays(log))


def _mat(log: Log, file: BinaryIO) -> None:
    from scipy.io import savemat

    cell = np.array(log.joints, dtype=object)
    savemat(file, {**_arrays(log), "joints": cell, STORY: story_of(log)}, oned_as="column")


def _hdf5(log: Log, file: BinaryIO) -> None:
    h5py = need("h5py", "hdf5", "writing HDF5")
    with h5py.File(file, "w") as h5:
        for name, array in _arrays(log).items():
            h5[name] = array
        h5["joints"] = list(log.joints)
        h5[STORY] = story_of(log)


def _parquet(log: Log, file: BinaryIO) -> None:
    pa = need("pyarrow", "parquet", "writing Parquet")
    parquet = need("pyarrow.parquet", "parquet", "writing Parquet")
    table = pa.table({name: np.ascontiguousarray(column) for name, column in columns_of(log)})
    parquet.write_table(table.replace_schema_metadata({STORY: story_of(log)}), file)


def _bag(suffix: str) -> Callable[[Log, BinaryIO], None]:
    def write(log: Log, file: BinaryIO) -> None:
        from dynid.data.save_bag import save_bag

        save_bag(log, file, suffix)

    return write


_WRITERS: dict[str, Callable[[Log, BinaryIO], None]] = {
    ".csv": lambda log, file: _text(log, file, ","),
    ".txt": lambda log, file: _text(log, file, ","),
    ".tsv": lambda log, file: _text(log, file, "\t"),
    ".npz": _npz,
    ".parquet": _parquet,
    ".h5": _hdf5,
    ".hdf5": _hdf5,
    ".mat": _mat,
    **{suffix: _bag(suffix) for suffix in (".bag", ".db3", ".mcap")},
}
