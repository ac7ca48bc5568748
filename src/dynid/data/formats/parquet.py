"""Parquet: named columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from dynid.data.columns import Table
from dynid.data.formats.base import STORY, Format, notes_of, story_of
from dynid.data.log import Log


class Parquet(Format):
    name = "Parquet"
    endings = (".parquet",)
    begins = (b"PAR1",)
    install = "dynid[parquet]"

    def open(self, path: Path) -> Table:
        parquet = self.need("pyarrow.parquet", f"reading '{path}'")
        schema = parquet.read_schema(path)
        names = tuple(schema.names)
        story = (schema.metadata or {}).get(STORY.encode(), b"").decode("utf-8", "replace")

        def load(places: Sequence[int]) -> list[NDArray[Any]]:
            table = parquet.read_table(path, columns=[names[k] for k in places])
            return [table[names[k]].to_numpy() for k in places]

        return Table(str(path), names, load, notes=notes_of(story))

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        pa = self.need("pyarrow", "writing Parquet")
        parquet = self.need("pyarrow.parquet", "writing Parquet")
        columns = {name: np.ascontiguousarray(x) for name, x in log.columns().items()}
        table = pa.table(columns).replace_schema_metadata({STORY: story_of(log)})
        parquet.write_table(table, file)
