"""HDF5, and MATLAB v7.3, which is HDF5. Arrays in groups are named by their path: run1/q (in
MATLAB's own files: run1.q)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from dynid.data.column_map import Table
from dynid.data.formats.format_base import (
    NOT_DATA,
    STORY,
    Format,
    as_words,
    collect_arrays,
    describe_story,
    parse_story,
)
from dynid.data.log import Log


class Hdf5(Format):
    name = "HDF5"
    endings = (".h5", ".hdf5")
    begins = (b"\x89HDF\r\n\x1a\n", b"MATLAB 7.3")
    install = "dynid[hdf5]"

    def open(self, path: Path) -> Table:
        h5py = self.require_package("h5py", f"reading '{path}'")
        with open(path, "rb") as file:
            matlab = file.read(6) == b"MATLAB"
        shapes: dict[str, tuple[int, ...]] = {}
        inside: dict[str, str] = {}
        said: dict[str, tuple[str, ...]] = {}

        def visit(name: str, item: Any) -> None:
            if not isinstance(item, h5py.Dataset) or name.startswith("#"):
                return
            if name in NOT_DATA:
                said[name] = as_words(_decode_text(h5py, item))
                return
            shown = name.replace("/", ".") if matlab else name
            inside[shown] = name
            shapes[shown] = item.shape[::-1] if _is_matlab(item) else item.shape

        def load(places: Sequence[int]) -> list[NDArray[Any]]:
            with h5py.File(path, "r") as h5:
                items = [h5[inside[names[k]]] for k in places]
                return [np.asarray(item[()].T if _is_matlab(item) else item[()]) for item in items]

        with h5py.File(path, "r") as h5:
            h5.visititems(visit)
        names = tuple(inside)
        notes = parse_story("".join(said.get(STORY, ())[:1]))
        known = (str(path), names, load, said.get("joints", ()), notes, tuple(shapes.values()))
        return Table(*known, apart=True)

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        h5py = self.require_package("h5py", "writing HDF5")
        with h5py.File(file, "w") as h5:
            for name, array in collect_arrays(log).items():
                h5[name] = array
            h5["joints"] = list(log.joints)
            h5[STORY] = describe_story(log)


def _is_matlab(item: Any) -> bool:
    """MATLAB stores columns first, and marks what it wrote."""
    return "MATLAB_class" in item.attrs


def _decode_text(h5py: Any, item: Any) -> list[str]:
    """Text in HDF5: strings, or MATLAB's characters and cells of them."""
    if h5py.check_string_dtype(item.dtype) is not None:
        return [
            str(word) for word in np.atleast_1d(np.asarray(item.asstr()[()], dtype=object)).ravel()
        ]
    if h5py.check_ref_dtype(item.dtype) is not None:
        return [word for ref in np.ravel(item[()]) for word in _decode_text(h5py, item.file[ref])]
    if item.dtype.kind == "u" and _is_matlab(item):
        return ["".join(map(chr, np.ravel(item[()])))]
    return []
