"""Parquet: named columns, in a file or in a folder of files that go on from each other."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from dynid.data.column_map import Table
from dynid.data.formats.format_base import STORY, Format, as_words, describe_story, parse_story
from dynid.data.log import Log
from dynid.errors import InputError, join_names


class Parquet(Format):
    name = "Parquet"
    endings = (".parquet",)
    begins = (b"PAR1",)
    folder = "a folder of .parquet files"
    install = "dynid[parquet]"

    def sniff(self, path: Path, head: bytes) -> bool:
        return path.is_dir() and bool(_list_files(path))

    def open(self, path: Path) -> Table:
        parquet = self.require_package("pyarrow.parquet", f"reading '{path}'")
        pool = self.require_package("pyarrow", f"reading '{path}'").default_memory_pool()
        files = _list_files(path) if path.is_dir() else [path]
        schema = parquet.read_schema(files[0])
        names = tuple(schema.names)
        for other in files[1:]:
            if (there := tuple(parquet.read_schema(other).names)) != names:
                raise InputError(
                    f"{other}: got the columns {join_names(there)}, expected those of"
                    f" {files[0].name}: {join_names(names)}. The files of a folder are one log."
                )
        story = (schema.metadata or {}).get(STORY.encode(), b"").decode("utf-8", "replace")

        def load(places: Sequence[int]) -> list[NDArray[Any]]:
            # column by column, copied: a table of the whole file would be there twice for a while,
            # and pyarrow keeps memory that it no longer needs
            with ExitStack() as stack:
                opened = [
                    stack.enter_context(parquet.ParquetFile(file, pre_buffer=False))
                    for file in files
                ]
                found = [
                    np.concatenate(
                        [_convert_column(file.read([names[k]])[names[k]]) for file in opened]
                    )
                    for k in places
                ]
            pool.release_unused()
            return found

        layout = detect_layout(files[0], {name: str(schema.field(name).type) for name in names})
        known = (str(path), names, load, layout.joints, parse_story(story))
        return Table(*known, meant=layout.meant, apart=True)

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        pa = self.require_package("pyarrow", "writing Parquet")
        parquet = self.require_package("pyarrow.parquet", "writing Parquet")
        columns = {name: np.ascontiguousarray(x) for name, x in log.to_columns().items()}
        table = pa.table(columns).replace_schema_metadata({STORY: describe_story(log)})
        parquet.write_table(table, file)


def _list_files(folder: Path) -> list[Path]:
    """In the order of their names."""
    return sorted(file for file in folder.iterdir() if file.suffix.lower() in Parquet.endings)


def _convert_column(column: Any) -> NDArray[Any]:
    """A column of numbers, or of lists of numbers that are all of one length, as a matrix."""
    if "list" not in str(column.type):
        return np.asarray(column.to_numpy())
    whole = column.combine_chunks()
    lengths = np.unique(whole.value_lengths().to_numpy(zero_copy_only=False))
    if len(lengths) != 1 or not np.isfinite(lengths[0]):
        raise InputError("its lists have different lengths; expected one number per joint")
    return np.asarray(whole.flatten().to_numpy(zero_copy_only=False)).reshape(-1, int(lengths[0]))


# ---- Layouts of tables that tell what a column is: datasets of LeRobot, tables of pandas.

#: {canonical name: names in datasets of LeRobot, the first that is there counts}
LEROBOT: Mapping[str, tuple[str, ...]] = {
    "t": ("timestamp",),
    "q": ("observation.state", "observation.position", "observation.positions"),
    "qd": ("observation.velocity", "observation.velocities"),
    "tau": (
        *("observation.effort", "observation.efforts", "observation.torque"),
        *("observation.torques", "observation.tau"),
    ),
}
INFO = Path("meta") / "info.json"  # of a dataset of LeRobot, some folders above its tables


@dataclass(frozen=True)
class FileLayout:
    """What the columns mean, {canonical name: name in the file}, and the joints, where known."""

    meant: Mapping[str, str] = field(default_factory=dict)
    joints: tuple[str, ...] = ()


def detect_layout(path: Path, types: Mapping[str, str]) -> FileLayout:
    """Of a table with these {name: type of its values}."""
    if "frame_index" in types and any(name in types for name in LEROBOT["q"]):
        return _detect_lerobot(path, types)
    meant = {canonical: name for name in types if (canonical := _rename_pandas_column(name))}
    dates = [name for name, kind in types.items() if kind.startswith(("timestamp", "duration"))]
    if len(dates) == 1:
        meant["t"] = dates[0]
    return FileLayout(meant)


def _rename_pandas_column(name: str) -> str:
    """q_joint1 of the column ('q', 'joint1'), as pandas writes columns of two levels."""
    if not (name.startswith("(") and name.endswith(")")):
        return ""
    try:
        levels = ast.literal_eval(name)
    except (ValueError, SyntaxError):
        return ""
    return "_".join(str(level) for level in levels if level) if isinstance(levels, tuple) else ""


def _detect_lerobot(path: Path, types: Mapping[str, str]) -> FileLayout:
    meant = {
        canonical: found[0]
        for canonical, names in LEROBOT.items()
        if (found := [name for name in names if name in types])
    }
    return FileLayout(meant, _read_joint_names(path, meant["q"]))


def _read_joint_names(path: Path, column: str) -> tuple[str, ...]:
    """Of the joints, where the dataset's own description is beside the table."""
    for folder in list(path.absolute().parents)[:4]:
        try:
            content: Any = json.loads((folder / INFO).read_text(encoding="utf-8"))
            names = content["features"][column]["names"]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if isinstance(names, Mapping):  # {"motors": [...]}
            names = [name for group in names.values() for name in group]
        return tuple(name.removesuffix(".pos") for name in as_words(names))
    return ()
