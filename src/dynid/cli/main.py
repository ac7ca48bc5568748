"""The command line: each command is a file of its own, with its options and its work. What is
heavy is imported inside of the commands, so that `dynid --help` answers at once."""

from __future__ import annotations

import sys
import warnings
from typing import Annotated, Any

import typer

from dynid.cli.check import check
from dynid.cli.compare import compare
from dynid.cli.convert import convert
from dynid.cli.demo import demo
from dynid.cli.design import design
from dynid.cli.export import export
from dynid.cli.identify import identify
from dynid.cli.inspect import inspect
from dynid.cli.reproduce import reproduce
from dynid.cli.robots import robots
from dynid.cli.simulate import simulate
from dynid.cli.validate import validate
from dynid.errors import DynidError
from dynid.version import __version__

app = typer.Typer(
    help="Identify a robot's dynamics from its own motion: serial arms and closed-loop robots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
#: in the order of the help
COMMANDS = (
    *(robots, inspect, convert, check, identify, validate, compare),
    *(design, export, simulate, demo, reproduce),
)
for command in COMMANDS:
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"dynid {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    def one_line(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"dynid: warning: {message}", file=sys.stderr)

    warnings.showwarning = one_line
    try:
        app()
    except DynidError as error:
        print(f"dynid: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
