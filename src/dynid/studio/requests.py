"""What the page asks for, as a request to a worker (`dynid.study.worker`). Files are those of the
folder; values are read by the options themselves."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynid.errors import FileExists, InputError, listing
from dynid.studio.uploads import safe_name
from dynid.study.options import NAME, list_options
from dynid.study.study import Study
from dynid.study.table import GROUPS, STUDY_KEYS

RUNS, MOTIONS, EXPORTS, ANSWERS = "runs", "motions", "exports", "answers"
#: verbs of the page, and how many saved results each reads
VERBS = {
    **dict.fromkeys(("check", "identify", "design"), 0),
    **dict.fromkeys(("validate", "payload", "export"), 1),
    "diff": 2,
}
#: formats of an export, and the endings of their files
FORMATS = {"urdf": ".urdf", "mjcf": ".xml", "yaml": ".yaml", "c": ""}
FLAGS = {name: about.flag for group in GROUPS for name, about, _ in list_options(group)}


@dataclass(frozen=True)
class Request:
    """A piece of work.

    content   for the worker
    command   what to type in the folder for the same
    stages    those that are known beforehand
    """

    content: Mapping[str, Any]
    command: str
    stages: tuple[str, ...] = ()

    @property
    def output(self) -> str:
        return str(self.content["output"] or "")


@dataclass(frozen=True)
class Folder:
    """The folder of a project; reserved: what running commands will write into it."""

    path: Path
    reserved: frozenset[str] = field(default=frozenset())

    def has(self, name: str) -> bool:
        return name in self.reserved or (self.path / name).exists()

    def numbered(self, stem: str, suffix: str = "") -> str:
        """The first of stem1, stem2, ... that is neither there nor being written."""
        number = 1
        while self.has(f"{stem}{number}{suffix}"):
            number += 1
        return f"{stem}{number}{suffix}"


def inside(folder: Path, name: str) -> str:
    """A file or folder of the project, as its relative name; nothing that leads out of it."""
    path = (folder / name).resolve()
    hidden = any(part.startswith(".") for part in Path(name).parts)
    if not path.is_relative_to(folder.resolve()) or hidden or not path.exists():
        raise InputError(f"got '{name}', expected a file of this project.")
    if name.startswith("-"):
        raise InputError(f"got '{name}', expected a name that does not begin with '-'.")
    return name


def make_request(folder: Folder, asked: Mapping[str, Any], trusted: Sequence[str] = ()) -> Request:
    """asked: a verb, logs, results, options, a name for the output; trusted: Python files that may
    be run."""
    verb, options = str(asked["verb"]), _options(asked)
    if verb not in VERBS:
        raise InputError(f"got the verb '{verb}', expected one of {listing(VERBS)}.")
    logs, results = (
        [inside(folder.path, str(name)) for name in asked.get(key, ())]
        for key in ("logs", "results")
    )
    if len(results) != VERBS[verb]:
        raise InputError(f"{verb}: got {len(results)} results, expected {VERBS[verb]}.")
    if verb in ("validate", "payload") and not logs:
        raise InputError(f"{verb}: got no log, expected one or more.")
    output = _output(folder, verb, results, asked)
    words = [verb, *results, *logs, *_typed(options)]
    words += [f"--{options['format']}"] if verb == "export" else ["-o"] if output else []
    words += [output] if output else []
    words += [word for file in trusted for word in ("--trust", file)]
    study, test = None, []
    if (folder.path / NAME).is_file():
        study, of_project, of_test = Study.load(folder.path / NAME)
        if not results:
            logs, test = logs or list(map(str, of_project)), list(map(str, of_test))
            known = {name: x for name, x in options.items() if name in STUDY_KEYS}
            study = study.change(**known)
            options = {name: x for name, x in options.items() if name not in known}
    if not results and (study is None or not study.robot):
        raise InputError(f"{verb}: no robot yet; choose one under Robot.")
    content = {
        "verb": verb,
        "study": study.to_dict() if study else {},
        "logs": logs,
        "test": test,
        "results": results,
        "options": options,
        "output": output or None,
    }
    return Request(content, shlex.join(["dynid", *words]), _stages(verb, study))


def _options(asked: Mapping[str, Any]) -> dict[str, Any]:
    options = dict(asked.get("options", {}))
    for name, value in options.items():
        if not isinstance(value, (str, bool)):
            raise InputError(f"{name}: got {value}, expected a text, as it is typed.")
    return options


def _typed(options: Mapping[str, Any]) -> list[str]:
    """Options as words of a command line."""
    words = []
    for name, value in options.items():
        flag = FLAGS.get(name) or f"--{name.replace('_', '-')}"
        if name == "format" or value is False:
            continue
        if value is True:
            words.append(flag)
        else:
            words += [f"{flag}={value}"] if value.startswith("-") else [flag, value]
    return words


def _output(folder: Folder, verb: str, results: list[str], asked: Mapping[str, Any]) -> str:
    """What a verb writes: a new folder of the name wanted, else run1, run2, ...; a new file."""
    stem = safe_name(Path(results[0]).name) if results else ""
    if verb in ("identify", "design"):
        kind, word = (RUNS, "run") if verb == "identify" else (MOTIONS, "motion")
        if not asked.get("name"):
            return folder.numbered(f"{kind}/{word}")
        name = f"{kind}/{safe_name(str(asked['name']))}"
        if folder.has(name):
            raise FileExists(name, "choose another name.")
        return name
    if verb in ("validate", "payload"):
        (folder.path / ANSWERS).mkdir(exist_ok=True)
        return folder.numbered(f"{ANSWERS}/{stem}_{verb}_", ".html")
    if verb == "export":
        kind = str(asked.get("options", {}).get("format", ""))
        if kind not in FORMATS:
            raise InputError(f"got the format '{kind}', expected one of {', '.join(FORMATS)}.")
        (folder.path / EXPORTS).mkdir(exist_ok=True)
        return folder.numbered(f"{EXPORTS}/{stem}_", FORMATS[kind])
    return ""


def _stages(verb: str, study: Study | None) -> tuple[str, ...]:
    if verb == "identify" and study is not None:
        choosing = ("choosing effects",) if study.selects_effects else ()
        return ("reading", "processing", *choosing, "identifying", "writing")
    return ("designing",) if verb == "design" else ()
