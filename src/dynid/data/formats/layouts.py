"""Layouts of tables that tell what a column is: datasets of LeRobot, tables of pandas."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynid.data.formats.format_base import as_words

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
