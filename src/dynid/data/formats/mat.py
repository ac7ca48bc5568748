"""MATLAB up to v7 (v7.3 is HDF5). Fields of structs are named with dots: log.q."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from dynid.data.column_map import Table
from dynid.data.formats.format_base import STORY, Format, collect_arrays, describe_story, make_table
from dynid.data.log import Log


class Mat(Format):
    name = "MATLAB"
    endings = (".mat",)
    begins = (b"MATLAB 5.0",)

    def sniff(self, path: Path, head: bytes) -> bool:
        """Version 4 begins with nothing of its own."""
        return path.suffix.lower() in self.endings

    def open(self, path: Path) -> Table:
        from scipy.io import loadmat

        variables = loadmat(path, simplify_cells=True)
        own = {name: value for name, value in variables.items() if not name.startswith("__")}
        return make_table(path, dict(_flatten_structs(own)))

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        from scipy.io import savemat

        cell = np.array(log.joints, dtype=object)
        savemat(
            file,
            {**collect_arrays(log), "joints": cell, STORY: describe_story(log)},
            oned_as="column",
        )


def _flatten_structs(variables: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """The fields of nested structs, with dots in their names; cells as arrays of objects."""
    found: list[tuple[str, Any]] = []
    for name, value in variables.items():
        if isinstance(value, dict):
            found += _flatten_structs(value, f"{before}{name}.")
        else:
            cell = isinstance(value, list)
            found.append((before + name, np.array(value, dtype=object) if cell else value))
    return found
