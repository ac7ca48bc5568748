"""What the page asks for, as a request to a worker (`dynid.study.worker`). Files are those of the
folder; values are read by the options themselves."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dynid.errors import FileExists, InputError, join_names
from dynid.studio.uploads import make_safe_name
from dynid.study.calibration import CalibrationOptions
from dynid.study.fit_options import FitOptions
from dynid.study.log_options import DriveOptions, Processing, ReadingArguments
from dynid.study.model_options import ModelOptions
from dynid.study.motion_design import DesignOptions
from dynid.study.option_table import check_keys
from dynid.study.options import NAME, Group, Option, declare_option, describe_options, list_options
from dynid.study.payload_estimation import PayloadOptions
from dynid.study.requirements import Requirements
from dynid.study.simulator_fit import Sim2RealOptions
from dynid.study.study import Study

RUNS, MOTIONS, EXPORTS, ANSWERS = "runs", "motions", "exports", "answers"
#: verbs that are asked of certain logs, not of those of the project
MEASURED = ("sim2real", "calibrate")
#: formats of an export, and the endings of their files
FORMATS = {"urdf": ".urdf", "mjcf": ".xml", "yaml": ".yaml", "c": ""}


@dataclass(frozen=True)
class CheckOptions(Group):
    quick: bool = declare_option(False, None, "--quick", kind=bool, help="Without the long search.")


@dataclass(frozen=True)
class ExportRequest(Group):
    format: str = declare_option("urdf", None, "--format", choices=tuple(FORMATS))


@dataclass(frozen=True)
class Verb:
    """What a verb reads: options of a study, options of its own; so many saved results."""

    study: tuple[type[Group], ...] = ()
    own: tuple[type[Group], ...] = ()
    results: int = 0
    more: tuple[str, ...] = ()  # of Processing

    @property
    def options(self) -> dict[str, Option]:
        """{name: option} that a page can set: none that names a file."""
        every = {name: x for name, x, _ in list_options(Processing) if name in self.more}
        for group in (*self.study, *self.own):
            every |= {name: x for name, x, _ in list_options(group)}
        return {name: x for name, x in every.items() if x.flag and x.metavar != "FILE"}

    @property
    def own_names(self) -> set[str]:
        return {name for group in self.own for name, _, _ in list_options(group)}


VERBS = {
    "check": Verb((ModelOptions, ReadingArguments), (CheckOptions,)),
    "identify": Verb((FitOptions, ModelOptions, Processing), (Requirements,)),
    "design": Verb((ModelOptions,), (DesignOptions,)),
    "validate": Verb((ReadingArguments,), (), 1, ("slow", "between")),
    "payload": Verb((DriveOptions,), (PayloadOptions,), 1, ("slow", "between")),
    "export": Verb((), (ExportRequest,), 1),
    "diff": Verb((), (), 2),
    "demo": Verb(),
    "sim2real": Verb((), (Sim2RealOptions,)),
    "calibrate": Verb((), (CalibrationOptions,)),
    "expect": Verb((), (), 1),
    "test": Verb((), (), 1),
}


@dataclass(frozen=True)
class Request:
    """A piece of work.

    content   for the worker
    command   what to type in the folder for the same
    stages    those that are known beforehand
    question  a mark of what is asked, and of the files that it is asked of
    """

    content: Mapping[str, Any]
    command: str
    stages: tuple[str, ...] = ()
    question: str = ""

    @property
    def output(self) -> str:
        return str(self.content.get("output") or "")


@dataclass(frozen=True)
class Folder:
    """The folder of a project; reserved: what running commands will write into it."""

    path: Path
    reserved: frozenset[str] = field(default=frozenset())

    def has(self, name: str) -> bool:
        return name in self.reserved or (self.path / name).exists()

    def number_name(self, stem: str, suffix: str = "") -> str:
        """The first of stem1, stem2, ... that is neither there nor being written."""
        number = 1
        while self.has(f"{stem}{number}{suffix}"):
            number += 1
        return f"{stem}{number}{suffix}"


def resolve_inside(folder: Path, name: str) -> str:
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
    verb = str(asked["verb"])
    if verb not in VERBS:
        raise InputError(f"got the verb '{verb}', expected one of {join_names(VERBS)}.")
    reads = VERBS[verb]
    options = _read_options(verb, asked)
    logs, results, held_out = (
        [resolve_inside(folder.path, str(name)) for name in asked.get(key) or ()]
        for key in ("logs", "results", "test")
    )
    if len(results) != reads.results:
        raise InputError(f"{verb}: got {len(results)} results, expected {reads.results}.")
    if verb in ("validate", "payload", "test", *MEASURED) and not logs:
        raise InputError(f"{verb}: got no log, expected one or more.")
    output = _name_output(folder, verb, results, asked)
    words = [verb, *results, *logs]
    if verb == "export":
        words += [f"--{options['format']}", output]
    else:
        words += [*_list_typed(verb, options), *(["-o", output] if output else [])]
    words += [word for name in held_out for word in ("--test", name)]
    words += [word for file in trusted for word in ("--trust", file)]
    there = (folder.path / NAME).is_file()
    study, *of_project = Study.load(folder.path / NAME) if there else (Study(""), (), ())
    test: list[str] = []
    if not results:
        if not study.robot:
            raise InputError(f"{verb}: no robot yet; choose one under Robot.")
        test = held_out if verb in MEASURED else list(map(str, of_project[1]))
        logs = logs or list(map(str, of_project[0]))
        of_study = {name: x for name, x in options.items() if name not in reads.own_names}
        study = study.replace(**of_study)
        named = [*map(Path, logs), *map(Path, test)]  # what is typed of other logs is refused
        study = replace(study, processing=study.processing.match_loads(named))
        options = {name: x for name, x in options.items() if name not in of_study}
        words[1:1] = [study.robot] if verb in ("demo", *MEASURED) else []
    content = {
        "verb": verb,
        "study": study.to_dict(),
        "logs": logs,
        "test": test,
        "results": results,
        "options": options,
        "output": output or None,
    }
    stages: tuple[str, ...] = ("designing",) if verb == "design" else ()
    if verb == "identify":
        choosing = ("choosing effects",) if study.selects_effects else ()
        stages = ("reading", "processing", *choosing, "identifying", "writing")
    question = json.dumps({**content, "output": None})
    for name in (study.robot, *logs, *test, *results):
        with suppress(OSError):  # a built-in robot
            about = (folder.path / name).stat()
            question += f"{about.st_mtime_ns} {about.st_size} "
    mark = hashlib.sha256(question.encode()).hexdigest()[:16]
    return Request(content, shlex.join(["dynid", *words]), stages, mark)


def describe_forms() -> dict[str, list[dict[str, Any]]]:
    """{verb: its options} that a page can set; in_project: dynid.yaml may say them."""
    forms = {}
    for verb, reads in VERBS.items():
        of_result = {"default": "as the result", "in_project": False}
        about = {each["name"]: each | of_result for each in describe_options(Processing)}
        for group in (*reads.study, *reads.own):
            for each in describe_options(group):
                about[each["name"]] = each | {"in_project": each["name"] not in group.apart}
        forms[verb] = [about[name] for name in reads.options]
    return forms


def _read_options(verb: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Options by their names, as they are typed; switches as true or false."""
    options, known = dict(asked.get("options", {})), VERBS[verb].options
    check_keys(options, known, verb)
    for name, value in options.items():
        kind = known[name].kind
        if kind == list[str] and isinstance(value, str):
            options[name] = value = [value]
        texts = value if kind == list[str] and isinstance(value, list) else [value]
        if not all(isinstance(x, bool if kind is bool else str) for x in texts):
            raise InputError(f"{name}: got {value}, expected it as it is typed.")
    return options


def _list_typed(verb: str, options: Mapping[str, Any]) -> list[str]:
    """Options as words of a command line."""
    words, known = [], VERBS[verb].options
    for name, value in options.items():
        flag = known[name].flag
        if isinstance(value, bool):
            words += [each for each in flag.split("/") if each.startswith("--no-") != value]
            continue
        for text in value if isinstance(value, list) else [value]:
            words += [f"{flag}={text}"] if str(text).startswith("-") else [flag, str(text)]
    return words


def _name_output(folder: Folder, verb: str, results: list[str], asked: Mapping[str, Any]) -> str:
    """What a verb writes: a new folder of the name wanted, else run1, run2, ...; a new file."""
    stem = make_safe_name(Path(results[0]).name) if results else ""
    if verb in ("identify", "design"):
        kind, word = (RUNS, "run") if verb == "identify" else (MOTIONS, "motion")
        if not asked.get("name"):
            return folder.number_name(f"{kind}/{word}")
        name = f"{kind}/{make_safe_name(str(asked['name']))}"
        if folder.has(name):
            raise FileExists(name, "choose another name.")
        return name
    if verb == "demo":
        return folder.number_name("example")
    if verb in MEASURED:
        return folder.number_name(f"{EXPORTS}/{verb}")
    if verb == "expect":
        (folder.path / ANSWERS).mkdir(exist_ok=True)
        return folder.number_name(f"{ANSWERS}/{stem}_expected_", ".yaml")
    if verb in ("validate", "payload"):
        (folder.path / ANSWERS).mkdir(exist_ok=True)
        return folder.number_name(f"{ANSWERS}/{stem}_{verb}_", ".html")
    if verb == "export":
        kind = str(asked.get("options", {}).get("format", ""))
        if kind not in FORMATS:
            raise InputError(f"got the format '{kind}', expected one of {', '.join(FORMATS)}.")
        (folder.path / EXPORTS).mkdir(exist_ok=True)
        return folder.number_name(f"{EXPORTS}/{stem}_", FORMATS[kind])
    return ""
