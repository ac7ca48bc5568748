"""MATLAB up to v7 (v7.3 is HDF5). Fields of structs are named with dots: log.q."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from dynid.data.columns import Table
from dynid.data.formats.base import STORY, Format, arrays_of, story_of, table_of
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
        return table_of(path, dict(_flat(own)))

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        from scipy.io import savemat

        cell = np.array(log.joints, dtype=object)
        savemat(file, {**arrays_of(log), "joints": cell, STORY: story_of(log)}, oned_as="column")


def _flat(variables: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """The fields of nested structs, with dots in their names; cells as arrays of objects."""
    found: list[tuple[str, Any]] = []
    for name, value in variables.items():
        if isinstance(value, dict):
            found += _flat(value, f"{before}{name}.")
        else:
            cell = isinstance(value, list)
            found.append((before + name, np.array(value, dtype=object) if cell else value))
    return found
