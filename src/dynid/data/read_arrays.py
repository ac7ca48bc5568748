"""Reading files of named arrays: npz, Parquet, HDF5, MATLAB (up to v7, and v7.3, which is HDF5)."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.data.files import need
from dynid.data.layout import Table
from dynid.data.save import STORY, notes_of
from dynid.errors import InputError

_NOT_DATA = ("joints", STORY)


def open_npz(path: Path) -> Table:
    try:
        with np.load(path, allow_pickle=False) as npz:
            said = {name: npz[name] for name in _NOT_DATA if name in npz}
            names = tuple(name for name in npz if name not in _NOT_DATA)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise _damaged(path, "npz", error) from error

    def load(places: Sequence[int]) -> list[NDArray[Any]]:
        try:
            with np.load(path, allow_pickle=False) as npz:
                return [np.asarray(npz[names[k]]) for k in places]
        except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise _damaged(path, "npz", error) from error

    return Table(str(path), names, load, _words(said.get("joints")), notes_of(said.get(STORY)))


def open_parquet(path: Path) -> Table:
    parquet = need("pyarrow.parquet", "parquet", f"reading '{path}'")
    arrow_error = need("pyarrow", "parquet", f"reading '{path}'").ArrowException
    try:
        schema = parquet.read_schema(path)
    except (OSError, arrow_error) as error:
        raise _damaged(path, "Parquet", error) from error
    names = tuple(schema.names)
    story = (schema.metadata or {}).get(STORY.encode(), b"").decode("utf-8", "replace")

    def load(places: Sequence[int]) -> list[NDArray[Any]]:
        try:
            table = parquet.read_table(path, columns=[names[k] for k in places])
        except (OSError, arrow_error) as error:
            raise _damaged(path, "Parquet", error) from error
        return [table[names[k]].to_numpy() for k in places]

    return Table(str(path), names, load, notes=notes_of(story))


def open_mat(path: Path) -> Table:
    """MATLAB up to v7. Fields of structs are named with dots: log.q."""
    from scipy.io import loadmat

    try:
        variables = loadmat(path, simplify_cells=True)
    except Exception as error:  # a damaged file makes scipy raise nearly anything
        raise _damaged(path, "MATLAB", error) from error
    arrays = dict(_flat({name: v for name, v in variables.items() if not name.startswith("__")}))
    said = {name: arrays.pop(name) for name in _NOT_DATA if name in arrays}
    return _of_arrays(path, arrays, said)


def open_hdf5(path: Path) -> Table:
    """HDF5, and MATLAB v7.3. Arrays in groups are named by their path: run1/q (in MATLAB's own
    files: run1.q)."""
    h5py = need("h5py", "hdf5", f"reading '{path}'")
    with open(path, "rb") as file:
        matlab = file.read(6) == b"MATLAB"
    shapes: dict[str, tuple[int, ...]] = {}
    inside: dict[str, str] = {}
    said: dict[str, object] = {}

    def visit(name: str, item: Any) -> None:
        if not isinstance(item, h5py.Dataset) or name.startswith("#"):
            return
        if name in _NOT_DATA:
            said[name] = _hdf5_words(h5py, item)
            return
        shown = name.replace("/", ".") if matlab else name
        inside[shown] = name
        shapes[shown] = item.shape[::-1] if _is_matlab(item) else item.shape

    try:
        with h5py.File(path, "r") as h5:
            h5.visititems(visit)
    except (OSError, RuntimeError, KeyError) as error:
        raise _damaged(path, "HDF5", error) from error
    names = tuple(inside)

    def load(places: Sequence[int]) -> list[NDArray[Any]]:
        try:
            with h5py.File(path, "r") as h5:
                items = [h5[inside[names[k]]] for k in places]
                return [np.asarray(item[()].T if _is_matlab(item) else item[()]) for item in items]
        except (OSError, RuntimeError, KeyError) as error:
            raise _damaged(path, "HDF5", error) from error

    notes = notes_of(next(iter(_words(said.get(STORY))), ""))
    return Table(str(path), names, load, _words(said.get("joints")), notes, tuple(shapes.values()))


def _is_matlab(item: Any) -> bool:
    """MATLAB stores columns first, and marks what it wrote."""
    return "MATLAB_class" in item.attrs


def _hdf5_words(h5py: Any, item: Any) -> list[str]:
    """Text in HDF5: strings, or MATLAB's characters and cells of them."""
    if h5py.check_string_dtype(item.dtype) is not None:
        return [
            str(word) for word in np.atleast_1d(np.asarray(item.asstr()[()], dtype=object)).ravel()
        ]
    if h5py.check_ref_dtype(item.dtype) is not None:
        return [word for ref in np.ravel(item[()]) for word in _hdf5_words(h5py, item.file[ref])]
    if item.dtype.kind == "u" and _is_matlab(item):
        return ["".join(map(chr, np.ravel(item[()])))]
    return []


def _flat(variables: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """The fields of nested structs, with dots in their names."""
    found: list[tuple[str, Any]] = []
    for name, value in variables.items():
        if isinstance(value, dict):
            found += _flat(value, f"{before}{name}.")
        else:
            found.append((before + name, value))
    return found


def _of_arrays(path: Path, arrays: Mapping[str, Any], said: Mapping[str, Any]) -> Table:
    names = tuple(arrays)
    held = [
        np.asarray(array) if not isinstance(array, list) else np.array(array, dtype=object)
        for array in arrays.values()
    ]
    return Table(
        str(path),
        names,
        lambda places: [held[k] for k in places],
        _words(said.get("joints")),
        notes_of(said.get(STORY)),
        tuple(array.shape for array in held),
    )


def _words(value: object) -> tuple[str, ...]:
    """Names from an array of text, a list of it, or one word."""
    if value is None:
        return ()
    words = np.ravel(np.asarray(value, dtype=object))
    return tuple(word.strip() for word in words if isinstance(word, str))


def _damaged(path: Path, what: str, error: Exception) -> InputError:
    cause = " ".join(str(error).split())[:200]
    return InputError(
        f"{path}: cannot be read as {what} ({cause or type(error).__name__}); expected a whole file"
        " of plain arrays. Write or copy it again; arrays of Python objects are not read."
    )
