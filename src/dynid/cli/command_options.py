"""What several commands share: their options, whose help reads the registries, and how they
answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.data.formats import FORMATS
from dynid.errors import DynidError, InputError
from dynid.files import check_target, write_whole
from dynid.progress import RunningCommand
from dynid.robot.builtin import BUILTIN
from dynid.robot.files import SUFFIXES
from dynid.schemas.schema_builder import mark_schema
from dynid.study.options import OWN, Group, fill, find_changes
from dynid.study.project import Project
from dynid.study.record import list_options_for

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate
    from dynid.study.outcome import Outcome


def complete_robot(incomplete: str) -> list[str]:
    """Built-in robots, and the robot files and folders that begin so."""
    files = [str(path) for path in sorted(Path().glob(f"{incomplete}*"))]
    found = [x for x in files if Path(x).suffix.lower() in SUFFIXES]
    folders = [f"{x}/" for x in files if Path(x).is_dir()]
    return [name for name in BUILTIN if name.startswith(incomplete)] + found + folders


Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
RobotName = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT",
        help=f"A URDF or MJCF file, a built-in robot, {OWN}.",
        autocompletion=complete_robot,
    ),
]
Logs = Annotated[
    list[Path],
    typer.Argument(metavar="LOG...", help=f"Logs: {', '.join(FORMATS)}."),
]
Test = Annotated[
    list[Path] | None, typer.Option("--test", help="Held-out logs to check the result on.")
]
Result = Annotated[
    Path,
    typer.Argument(metavar="RESULT", help="result.json of dynid identify, or its folder."),
]
#: of commands that process other logs as those of a result were
Slow = Annotated[
    str | None,
    typer.Option("--slow", help="As in dynid identify; default: the value of the result."),
]
Between = Annotated[
    str, typer.Option("--between", help="Use only this time range of the logs, in s: 0.1,7.5")
]
LogFile = Annotated[
    Path, typer.Option("--output", "-o", help="Log to write, in any format that dynid can read.")
]
SAID = 2  # reasons of a refusal that its last line names; the answer has all
REPLACE = "Replace existing files."
Force = Annotated[bool, typer.Option("--force", "--overwrite", help=REPLACE)]
#: of commands whose results can be refused: --force means to write in any case
Overwrite = Annotated[bool, typer.Option("--overwrite", help=REPLACE)]
InAnyCase = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Write in any case: replace existing files; accept a result that fails on its "
        "own training log.",
    ),
]
#: of commands whose answer can be a page as well
Page = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Also write the answer as an HTML page: page.html."),
]


def list_typed(reading: Group, **others: Any) -> dict[str, Any]:
    """{name: value} of what was typed in place of the options of the result."""
    return find_changes(reading) | {name: value for name, value in others.items() if value}


def list_replaced(result: Estimate, reading: Group, **others: Any) -> dict[str, Any]:
    """Options for other logs of a saved result: what was typed counts before what the result
    remembers, and this before dynid.yaml."""
    project = Project.load_here()
    about = not project.robot or project.is_about(str(result.setup.get("robot")))
    said = find_changes(fill(type(reading), {}, project.values if about else {}))
    return list_options_for(result.setup, list_typed(reading, **others), said)


def check_page(path: Path | None, force: bool) -> None:
    """Refuse a page that cannot be written, before the work."""
    if path is None:
        return
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"--output: got '{path}', expected the name of a page, such as page.html.")
    check_target(path, force)


def write_page(path: Path | None, render: Callable[[], str], force: bool) -> None:
    """The page, where one is asked for, and a line that says so next to the answer."""
    if path is not None:
        write_whole(path, render(), overwrite=force)
        print(f"wrote {path}", file=sys.stderr)


def answer(as_json: bool, content: Any, text: str, lines: bool = False) -> None:
    """Print what a command has to say; as JSON by the schema of the command, on a line of its own
    where more of them follow."""
    if as_json:
        marked, indent = mark_schema(RunningCommand.command, content), None if lines else 2
        text = json.dumps(marked, indent=indent, allow_nan=lines)
    print(text, flush=lines)


def finish_identification(found: Outcome, force: bool, output: Path | None) -> None:
    """After the answer: what failed, what is not met, and the exit code that says so."""
    for trouble in found.troubles:
        print(f"dynid: {trouble}", file=sys.stderr)
    refuse_result(found.failures, force, output)
    if found.troubles:
        raise typer.Exit(2)
    unmet = [each for each in found.requirements if not each.met]
    for each in unmet:
        print(f"dynid: not met: {each}", file=sys.stderr)
    if unmet:
        raise typer.Exit(1)


def refuse_result(reasons: Sequence[str], force: bool, output: Path | None) -> None:
    """End a command, after its answer, whose result is of no use; unless it is forced."""
    if reasons and not force:
        done = "" if output is None else f", and nothing was written into '{output}'"
        more = f"; and {len(reasons) - SAID} more" if len(reasons) > SAID else ""
        raise DynidError(
            f"the result is refused{done}: {'; '.join(reasons[:SAID])}{more}. To accept it"
            " in any case: --force."
        )
