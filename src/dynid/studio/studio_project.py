"""dynid.yaml of the folder, changed a key at a time: comments and other keys stay."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from dynid.files import load_yaml, write_whole
from dynid.robot.builtin import BUILTIN
from dynid.studio.requests import resolve_inside
from dynid.study.option_table import check_keys, collect_values
from dynid.study.options import NAME

#: what the page may change; everything else is left to an editor
KEYS = (
    *("robot", "lock", "actuated", "base", "tool", "columns", "units", "logs", "test"),
    *("limits", "workspace"),
)
EMPTY: tuple[Any, ...] = (None, {}, [], "")
HEAD = "# Every dynid command in this folder reads this file. All keys: docs/project.md\n"


def read(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not path.is_file():
        return {}
    content = load_yaml(path, "a project file")
    return content if isinstance(content, dict) else {}


def _check(folder: Path, changes: Mapping[str, Any]) -> None:
    """Values are read as the commands read them. Robots, logs and limits are files of the folder: a
    program of one's own (own.py:build) may be named in an editor, not by a page."""
    check_keys(changes, KEYS, NAME)
    collect_values({key: x for key, x in changes.items() if x not in EMPTY}, NAME)
    logs = [log for key in ("logs", "test") for log in changes.get(key) or ()]
    files = [log["file"] if isinstance(log, Mapping) else log for log in logs]
    files += [x for x in (changes.get("limits"),) if isinstance(x, str) and x]
    files += [x for x in (changes.get("robot"),) if x and x not in BUILTIN]
    for file in files:
        resolve_inside(folder, str(file))


def change(folder: Path, changes: Mapping[str, Any]) -> None:
    """Set keys; None, {} and [] take a key out."""
    from ruamel.yaml import YAML

    _check(folder, changes)
    path = folder / NAME
    yaml = YAML(pure=True)
    yaml.width = 100
    read(folder)  # whether it is sound
    old = path.read_text(encoding="utf-8") if path.is_file() else HEAD
    content = yaml.load(old) or {}
    for key, value in changes.items():
        if value in EMPTY:
            content.pop(key, None)
        else:
            content[key] = value
    out = StringIO()
    if not path.is_file():
        out.write(HEAD)
    yaml.dump(content, out)
    write_whole(path, out.getvalue(), overwrite=True)
