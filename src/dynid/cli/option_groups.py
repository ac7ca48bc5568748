"""Groups of options on the command line: a command takes one as a parameter. What was not typed is
taken from dynid.yaml, else it is the option's default."""

from __future__ import annotations

import inspect
import os
import shlex
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from dynid.errors import DynidError, InputError
from dynid.files import list_written
from dynid.option_names import Speech, speak_as
from dynid.progress import RunningCommand, Verbosity, is_watched
from dynid.registry import list_named_files, trust_only
from dynid.study.option_table import GROUPS
from dynid.study.options import Group, Option, fill, list_options
from dynid.study.outcome import FILES
from dynid.study.project import Project, is_robot
from dynid.study.record import load_result

INTERRUPTED = 130  # exit code, as of any program that Ctrl-C ends
EMPTY = inspect.Parameter.empty
Quiet = Annotated[
    bool,
    typer.Option(
        "-q", "--quiet", help="Hide warnings and progress; identify: print only the verdict."
    ),
]
Verbose = Annotated[
    bool,
    typer.Option(
        "-v", "--verbose", help="Verbose: print each step, all results, and tracebacks of errors."
    ),
]
Trusted = Annotated[
    list[Path] | None,
    typer.Option(
        "--trust",
        metavar="FILE.py",
        help="Allow this Python file to run when dynid.yaml or a saved result names it.",
    ),
]
#: parameters of commands that read a project file, a manifest or a saved result
READS = {"robot", "logs", "result", "first", "what", "manifest", "trust"}
#: options of every command
LOUDNESS = {"quiet": Quiet, "verbose": Verbose}


def expand_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer wants it: options of groups one by one. Robot, logs and what was not
    typed come from the project of the folder."""
    hints = get_type_hints(command, include_extras=True)
    own = inspect.signature(command).parameters
    groups = {
        n: hints[n] for n in own if isinstance(hints[n], type) and issubclass(hints[n], Group)
    }
    shown: dict[str, inspect.Parameter] = {}
    for name, parameter in own.items():
        if name in groups:
            for each, kind in _make_typer_options(groups[name]).items():
                shown[each] = _make_parameter(each, kind, None)
        else:
            optional = name in ("robot", "logs", "trajectory")  # a project may have them
            default = None if optional else parameter.default
            shown[name] = _make_parameter(name, hints[name], default)

    if groups or READS & {*own}:
        shown["trust"] = _make_parameter("trust", Trusted, None)
    shown |= {name: _make_parameter(name, kind, False) for name, kind in LOUDNESS.items()}

    @wraps(command)
    def run_command(**typed: Any) -> None:
        quiet, verbose = (typed.pop(name) for name in LOUDNESS)
        Verbosity.level = -1 if quiet else 1 if verbose else Verbosity.level
        RunningCommand.command = command.__name__
        speech = make_flag_speech(groups.values())
        with speak_as(speech), trust_only(list_typed_files(typed), _describe_trust_advice()):
            try:
                run(typed)
            except KeyboardInterrupt:
                written = ", ".join(list_written())
                done = f"complete: {written}" if written else "nothing was written"
                print(f"\ndynid: interrupted; {done}.", file=sys.stderr)
                raise typer.Exit(INTERRUPTED) from None

    def run(typed: dict[str, Any]) -> None:
        project = Project.load_here() if {*groups, "robot", "logs"} & {*own} else Project()
        if "robot" in own:
            typed, project = project.complete(typed)
            if typed["robot"] is None and own["robot"].default is not EMPTY:
                typed["robot"] = own["robot"].default
        elif "logs" in own:
            typed["logs"] = typed["logs"] or list(project.tests)
        elif "result" not in own and not project.is_about(typed.get("what")):
            project = Project()
        # a saved result remembers its own options: see `list_replaced`
        values = {} if {"result", "expected"} & {*own} else project.values
        for name in own:
            if name in groups:
                typed[name] = fill(groups[name], typed, values)
        missing = {"robot": "ROBOT", "logs": "LOG...", "trajectory": "TRAJECTORY"}
        for name, word in missing.items():
            if name in own and not typed[name] and own[name].default is EMPTY:
                raise project.make_missing_error(name, word)
        command(**{name: typed[name] for name in own})

    signature = inspect.Signature(list(shown.values()))
    run_command.__signature__ = signature  # type: ignore[attr-defined]
    run_command.__annotations__ = {each.name: each.annotation for each in shown.values()}
    return run_command


def make_flag_speech(groups: Iterable[type[Group]]) -> Speech:
    """How a command with these groups names an option: `--unit q=deg`."""

    def name_flag(name: str, value: str) -> str:
        every = [*GROUPS, *groups]  # those of the command count
        flags = {key: about.flag for group in every for key, about, _ in list_options(group)}
        flag = flags.get(name) or f"--{name.replace('_', '-')}"
        return f"{flag} {shlex.quote(value)}" if value else flag

    return name_flag


def list_typed_files(typed: dict[str, Any]) -> list[Path]:
    """The user's Python files that a command names: by --trust, or as file.py:Name."""
    trusted = [Path(file) for file in typed.get("trust") or ()]
    for file in trusted:
        if not file.is_file() or file.suffix != ".py":
            raise InputError(f"--trust: got '{file}', expected an existing Python file.")
    values = [
        x for value in typed.values() for x in (value if isinstance(value, list) else [value])
    ]
    words = [value for value in values if isinstance(value, str)]
    return trusted + [Path(file) for word in words for file in list_named_files(word)]


def _describe_trust_advice() -> str:
    """How a file is trusted, in the words of the place where this is read."""
    if RunningCommand.command == "studio" or is_watched():
        return "end the studio and start it with: dynid studio --trust {file}"
    return "add to the command: --trust {file}"


_TYPER: dict[type[Group], dict[str, Any]] = {}


def _make_typer_options(group: type[Group]) -> dict[str, Any]:
    """{name: what typer makes an option of}."""
    found = _TYPER.setdefault(group, {})
    if found:
        return found
    for name, about, default in list_options(group):
        how: dict[str, Any] = {"help": about.help, "metavar": about.metavar}
        if isinstance(default, str) and default:
            how["show_default"] = default
        elif default is True:
            how["show_default"] = name
        elif isinstance(default, (int, float)) and default is not False:
            how["show_default"] = f"{default:g}"
        if about.choices:
            how["autocompletion"] = make_completer(about)
        if about.flag:
            found[name] = Annotated[about.kind, typer.Option(about.flag, **how)]
    return found


def offer_words(help: str, words: Iterable[str]) -> Any:
    """An option of a command alone whose words the shell completes."""
    return typer.Option(help=help, autocompletion=make_completer(words))


def make_completer(about: Option | Iterable[str]) -> Callable[[str], list[str]]:
    """The words that the shell offers behind an option, one by one."""

    def complete(incomplete: str) -> list[str]:
        cut = max(incomplete.rfind(","), incomplete.rfind("(")) + 1
        before, word = incomplete[:cut], incomplete[cut:]
        with suppress(DynidError, OSError):  # a robot that cannot be read has no joints to offer
            robot = _find_typed_robot()
            names = about.list_choices(robot) if isinstance(about, Option) else about
            return [before + name for name in names if name.startswith(word)]
        return []

    return complete


def _find_typed_robot() -> str:
    """The robot on a line that is being completed (by bash, or another shell), or of a saved result
    there, else that of the project; a parameter of a line that is not complete is not known to
    click."""
    typed = (os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")).split()
    for word in filter(is_robot, typed):
        return word
    for word in typed:
        if word.endswith(".json") or Path(word, FILES[0]).is_file():
            return str(load_result(word).setup.get("robot", ""))
    return Project.load_here().robot


def _make_parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
