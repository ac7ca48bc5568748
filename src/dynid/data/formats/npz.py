"""npz: arrays of NumPy by name."""

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


class Npz(Format):
    name = "npz"
    endings = (".npz",)
    begins = (b"PK\x03\x04",)

    def open(self, path: Path) -> Table:
        def load(places: Sequence[int]) -> list[NDArray[Any]]:
            with np.load(path, allow_pickle=False) as npz:
                return [np.asarray(npz[names[k]]) for k in places]

        with np.load(path, allow_pickle=False) as npz:
            said = {name: npz[name] for name in NOT_DATA if name in npz}
            names = tuple(name for name in npz if name not in NOT_DATA)
        notes = parse_story(said.get(STORY))
        return Table(str(path), names, load, as_words(said.get("joints")), notes, apart=True)

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        said: dict[str, Any] = {
            "joints": np.array(log.joints),
            STORY: np.array(describe_story(log)),
        }
        np.savez(file, **said, **collect_arrays(log))
