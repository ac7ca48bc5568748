"""The command that does what a study does."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dynid.study.log_options import LogSource
from dynid.study.options import Group, find_changes, list_options

if TYPE_CHECKING:
    from dynid.study.study import Study


def write_command(study: Study, logs: Sequence[LogSource], test: Sequence[LogSource] = ()) -> str:
    """What to type to identify so on the command line, with this dynid.yaml if there is one."""
    words = ["dynid", "identify", study.robot, *map(_name, logs)]
    for path in test:
        words += ["--test", _name(path)]
    for group in (study.model, study.processing, study.fit):
        for key, value in find_changes(group).items():
            words += _write_words(group, key, value)
    return shlex.join(words)


def _name(log: LogSource) -> str:
    return str(getattr(log, "source", log))


def _write_words(group: Group, key: str, value: Any) -> list[str]:
    """The words that give an option its value; none where it has no flag."""
    about = next(x for name, x, _ in list_options(type(group)) if name == key)
    if not about.flag:
        return []
    if about.kind is bool:
        return [about.flag]
    return [word for text in _format_texts(key, value) for word in (about.flag, text)]


def _format_texts(key: str, value: Any) -> list[str]:
    """A value as it is typed."""
    if key in ("payload", "payloads"):
        items = value.items() if isinstance(value, Mapping) else (("", x) for x in value)
        return [(f"{file}:" if file else "") + _load_text(about) for file, about in items]
    if key in ("columns", "units"):
        return [f"{name}={x}" for name, x in value.items() if not isinstance(x, Mapping)]
    if isinstance(value, Mapping):
        short = {name: _number(x) for name, x in value.items() if isinstance(x, (float, int, dict))}
        return [",".join(f"{name}={x}" for name, x in short.items())] if short else []
    if isinstance(value, (tuple, list)):
        return [",".join(map(str, value))]
    return ["none" if value is None else str(value)]


def _load_text(about: Mapping[str, Any]) -> str:
    lists = (list, tuple)
    words = {k: " ".join(map(str, x)) if isinstance(x, lists) else x for k, x in about.items()}
    return ",".join(f"{name}={x}" for name, x in words.items())


def _number(value: Any) -> str:
    """Of --lock, --prior, --fixed a number; of --gain {"gain": 13.6} or {"start": 9.0}."""
    if isinstance(value, Mapping):
        return f"~{value['start']}" if "start" in value else str(value["gain"])
    return "log" if value != value else str(value)
