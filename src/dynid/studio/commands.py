"""What the page may ask for, as words of the command line: every name is checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynid.errors import FileExists, InputError
from dynid.studio.uploads import safe_name

RUNS, MOTIONS, EXPORTS, ANSWERS = "runs", "motions", "exports", "answers"
#: options of a command that the page may set, and how their values look
NUMBER = r"-?\d+(\.\d+)?(e-?\d+)?"
VALUES = {
    "--cutoff": rf"auto|{NUMBER}",
    "--decimate": r"auto|none|\d+",
    "--between": rf"{NUMBER},{NUMBER}",
    "--slow": rf"auto|none|{NUMBER}%?",
    "--method": r"[a-z0-9-]+",
    "--effects": r"[a-z0-9_,() =.-]+",
    "--search-time": NUMBER,
    "--period": rf"{NUMBER}(,{NUMBER})?",
    "--harmonics": r"\d+",
    "--tolerance": NUMBER,
    "--floor": rf"auto|none|{NUMBER}",
    "--frame": r"[\w.-]+",
}


@dataclass(frozen=True)
class Folder:
    """The folder of a project; reserved: what running commands will write into it."""

    path: Path
    reserved: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        return name in self.reserved or (self.path / name).exists()


def inside(folder: Path, name: str) -> str:
    """A file or folder of the project, as its relative name; nothing that leads out of it."""
    path = (folder / name).resolve()
    hidden = any(part.startswith(".") for part in Path(name).parts)
    if not path.is_relative_to(folder.resolve()) or hidden or not path.exists():
        raise InputError(f"got '{name}', expected a file of this project.")
    if name.startswith("-"):
        raise InputError(f"got '{name}', expected a name that does not begin with '-'.")
    return name


def options(wanted: Mapping[str, Any], allowed: tuple[str, ...]) -> list[str]:
    words: list[str] = []
    for name, value in wanted.items():
        if name not in allowed or not re.fullmatch(VALUES[name], str(value)):
            raise InputError(f"got {name} {value}, expected one of {', '.join(allowed)}.")
        words += [f"{name}={value}" if str(value).startswith("-") else name]
        words += [] if str(value).startswith("-") else [str(value)]
    return words


def fresh(folder: Folder, kind: str, wanted: str, word: str) -> str:
    """A new folder for what a command writes: the name wanted, else run1, run2, ..."""
    if wanted:
        name = safe_name(wanted)
        if folder.has(f"{kind}/{name}"):
            raise FileExists(f"{kind}/{name}", "choose another name.")
        return f"{kind}/{name}"
    return numbered(folder, f"{kind}/{word}", "", "")


def numbered(folder: Folder, stem: str, suffix: str, gap: str = "_") -> str:
    """The first of stem_1, stem_2, ... that is neither there nor being written."""
    number = 1
    while folder.has(f"{stem}{gap}{number}{suffix}"):
        number += 1
    return f"{stem}{gap}{number}{suffix}"


Words = tuple[list[str], str]


def check(folder: Folder, asked: Mapping[str, Any]) -> Words:
    logs = [inside(folder.path, name) for name in asked.get("logs", [])]
    return ["check", *logs, *(["--quick"] if asked.get("quick") else [])], ""


def identify(folder: Folder, asked: Mapping[str, Any]) -> Words:
    output = fresh(folder, RUNS, asked.get("name", ""), "run")
    allowed = ("--cutoff", "--decimate", "--between", "--slow", "--method", "--effects")
    return ["identify", *options(asked.get("options", {}), allowed), "-o", output], output


def design(folder: Folder, asked: Mapping[str, Any]) -> Words:
    output = fresh(folder, MOTIONS, asked.get("name", ""), "motion")
    allowed = ("--search-time", "--period", "--harmonics", "--tolerance", "--floor", "--effects")
    wanted = dict(asked.get("options", {}))
    if "--time" in wanted:  # as the page calls it
        wanted["--search-time"] = wanted.pop("--time")
    return ["design", *options(wanted, allowed), "-o", output], output


def on_logs(command: str, allowed: tuple[str, ...]) -> Callable[[Folder, Mapping[str, Any]], Words]:
    def made(folder: Folder, asked: Mapping[str, Any]) -> Words:
        logs = [inside(folder.path, name) for name in asked.get("logs", [])]
        if not logs:
            raise InputError(f"{command}: got no log, expected one or more.")
        run = inside(folder.path, str(asked.get("run", "")))
        words = [command, run, *logs, *options(asked.get("options", {}), allowed)]
        (folder.path / ANSWERS).mkdir(exist_ok=True)
        output = numbered(folder, f"{ANSWERS}/{safe_name(Path(run).name)}_{command}", ".html")
        return [*words, "-o", output], output

    return made


def diff(folder: Folder, asked: Mapping[str, Any]) -> Words:
    return [
        "diff",
        *(inside(folder.path, str(asked.get(end, ""))) for end in ("first", "second")),
    ], ""


KINDS = {"urdf": ".urdf", "mjcf": ".xml", "yaml": ".yaml", "c": ""}


def export(folder: Folder, asked: Mapping[str, Any]) -> Words:
    run, kind = inside(folder.path, str(asked.get("run", ""))), str(asked.get("format", ""))
    if kind not in KINDS:
        raise InputError(f"got the format '{kind}', expected one of {', '.join(KINDS)}.")
    (folder.path / EXPORTS).mkdir(exist_ok=True)
    output = numbered(folder, f"{EXPORTS}/{safe_name(Path(run).name)}", KINDS[kind])
    return ["export", run, f"--{kind}", output], output


COMMANDS: dict[str, Callable[[Folder, Mapping[str, Any]], Words]] = {
    "check": check,
    "identify": identify,
    "design": design,
    "validate": on_logs("validate", ("--between", "--slow")),
    "payload": on_logs("payload", ("--between", "--slow", "--frame")),
    "diff": diff,
    "export": export,
}
