"""dynid.yaml of the folder, changed a key at a time: comments and other keys stay."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from dynid.errors import InputError
from dynid.files import load_yaml, write_whole
from dynid.robot.builtin import BUILTIN
from dynid.studio.commands import inside

NAME = "dynid.yaml"
#: what the page may change; everything else is left to an editor
KEYS = (
    *("robot", "lock", "actuated", "base", "tool", "columns", "units", "logs", "test"),
    *("limits", "workspace"),
)
HEAD = "# Every dynid command in this folder reads this file. All keys: docs/project.md\n"


def read(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not path.is_file():
        return {}
    content = load_yaml(path, "a project file")
    return content if isinstance(content, dict) else {}


def _check(folder: Path, changes: Mapping[str, Any]) -> None:
    """Robots and logs are files of the folder: a program of one's own (own.py:build) may be named
    in an editor, not by a page."""
    robot = changes.get("robot")
    if robot and robot not in BUILTIN:
        inside(folder, str(robot))
    for key in ("limits", "workspace"):
        if not isinstance(changes.get(key) or {}, Mapping):
            raise InputError(f"{key}: got '{changes[key]}', expected names with values.")
    for key in ("logs", "test"):
        for each in changes.get(key) or ():
            inside(folder, str(each["file"] if isinstance(each, Mapping) else each))


def change(folder: Path, changes: Mapping[str, Any]) -> None:
    """Set keys; None, {} and [] take a key out."""
    from ruamel.yaml import YAML

    if unknown := [key for key in changes if key not in KEYS]:
        raise InputError(f"got the key '{unknown[0]}', expected some of {', '.join(KEYS)}.")
    _check(folder, changes)
    path = folder / NAME
    yaml = YAML(pure=True)
    yaml.width = 100
    read(folder)  # whether it is sound
    old = path.read_text(encoding="utf-8") if path.is_file() else HEAD
    content = yaml.load(old) or {}
    for key, value in changes.items():
        if value in (None, {}, [], ""):
            content.pop(key, None)
        else:
            content[key] = value
    out = StringIO()
    if not path.is_file():
        out.write(HEAD)
    yaml.dump(content, out)
    write_whole(path, out.getvalue(), overwrite=True)
