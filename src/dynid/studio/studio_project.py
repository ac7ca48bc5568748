"""dynid.yaml of the folder, changed a key at a time: comments and other keys stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from dynid.errors import InputError
from dynid.files import load_yaml
from dynid.robot.builtin import BUILTIN
from dynid.studio.requests import resolve_inside
from dynid.study.option_table import KEYS as EVERY
from dynid.study.option_table import check_keys, collect_values
from dynid.study.options import NAME
from dynid.study.payloads import OF_LOGS, rename_logs

#: what of a project belongs to its robot
OF_ROBOT = ("lock", "actuated", "base", "tool", "limits", "workspace")
#: what the page may change a key at a time; everything else is in the text
KEYS = ("robot", *OF_ROBOT, "columns", "units", "between", "payloads", "drives", "logs", "test")
FILES = ("logs", "test")
EMPTY: tuple[Any, ...] = (None, {}, [], "")
HEAD = "# Every dynid command in this folder reads this file. All keys: docs/project.md\n"


def read(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not path.is_file():
        return {}
    content = load_yaml(path, "a project file")
    return content if isinstance(content, dict) else {}


def check_changes(folder: Path, changes: Mapping[str, Any]) -> None:
    """Values are read as the commands read them. Robots, logs and limits are files of the folder: a
    program of one's own (own.py:build) may be named in an editor, not by a page."""
    check_keys(changes, KEYS, NAME)
    collect_values({key: x for key, x in changes.items() if x not in EMPTY}, NAME)
    files = [get_file(log) for key in FILES for log in changes.get(key) or ()]
    files += [x for x in (changes.get("limits"),) if isinstance(x, str) and x]
    files += [x for x in (changes.get("robot"),) if x and x not in BUILTIN]
    for file in files:
        resolve_inside(folder, str(file))


def check_text(text: str) -> None:
    """Whether a project file of this text can be read; refused with a sentence."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        content = YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError) as error:
        raise InputError(
            f"{NAME}: cannot be read as YAML ({' '.join(str(error).split())})."
        ) from None
    if not isinstance(content or {}, dict):
        raise InputError(f"{NAME}: got {type(content).__name__}, expected keys with values.")
    check_keys(content or {}, EVERY, NAME)
    collect_values(content or {}, NAME)


def get_file(log: Any) -> str:
    """Of an entry of `logs`, which may say what the log carried."""
    return str(log["file"] if isinstance(log, Mapping) else log)


def set_keys(changes: Mapping[str, Any]) -> Callable[[str], str]:
    """Text -> text with other values; None, {}, [] and "" take a key out."""

    def edit(content: dict[str, Any]) -> None:
        for key, value in changes.items():
            if value in EMPTY:
                content.pop(key, None)
            else:
                content[key] = value

    return lambda text: _edit_text(text, edit)


def rename_file(old: str, new: str | None) -> Callable[[str], str]:
    """Text -> text in which a file has another name; None: it is no longer there."""

    def edit(content: dict[str, Any]) -> None:
        for key in FILES:
            logs = content.get(key) or []
            for k in reversed(range(len(logs))):
                if get_file(logs[k]) != old:
                    continue
                if new is None:
                    del logs[k]
                elif isinstance(logs[k], Mapping):
                    logs[k]["file"] = new
                else:
                    logs[k] = new
        for key in (*OF_LOGS, "between"):
            if isinstance(content.get(key), Mapping) and old in content[key]:
                kept = {name: x for name, x in content[key].items() if new or name != old}
                content[key] = rename_logs(kept, lambda name: new if name == old and new else name)
        if content.get("robot") == old:
            content["robot"] = new
        for key in ("robot", *FILES, *OF_LOGS, "between"):
            if key in content and content[key] in EMPTY:
                del content[key]

    return lambda text: _edit_text(text, edit)


def _edit_text(text: str, edit: Callable[[dict[str, Any]], None]) -> str:
    from ruamel.yaml import YAML

    yaml = YAML(pure=True)
    yaml.width = 100
    content = yaml.load(text) or {}
    edit(content)
    out = StringIO()
    if not text:
        out.write(HEAD)
    yaml.dump(content, out)
    return out.getvalue()
