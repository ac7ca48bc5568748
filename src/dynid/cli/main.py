"""The command line: each command is a file of its own, with its options and its work. What is
heavy is imported inside of the commands, so that `dynid --help` answers at once."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from contextlib import suppress
from typing import Annotated, Any

import typer

from dynid.cli.bench import bench
from dynid.cli.calibrate import calibrate
from dynid.cli.check import check
from dynid.cli.compare import compare
from dynid.cli.convert import convert
from dynid.cli.demo import demo
from dynid.cli.design import design
from dynid.cli.diff import diff
from dynid.cli.elasticity import elasticity
from dynid.cli.expect import expect
from dynid.cli.export import export
from dynid.cli.fleet import fleet
from dynid.cli.identify import identify
from dynid.cli.init import init
from dynid.cli.inspect import inspect
from dynid.cli.option_groups import Quiet, Verbose, expand_option_groups
from dynid.cli.payload import payload
from dynid.cli.report import report
from dynid.cli.reproduce import reproduce
from dynid.cli.robots import robots
from dynid.cli.sim2real import sim2real
from dynid.cli.simulate import simulate
from dynid.cli.studio import studio
from dynid.cli.terminal import fit, was_reported_before
from dynid.cli.test import test
from dynid.cli.validate import validate
from dynid.errors import DynidError, IgnoredElementWarning
from dynid.progress import Verbosity
from dynid.version import __version__

app = typer.Typer(
    help="Identify the dynamics of robots from recorded motion: serial arms and "
    "closed-loop robots.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
#: in the order of the help
COMMANDS = (
    *(robots, inspect, init, convert, check, identify, validate, report, payload, compare, diff),
    *(expect, test, fleet, sim2real, elasticity, calibrate, design, export, simulate),
    *(demo, studio, bench, reproduce),
)
for command in COMMANDS:
    app.command()(expand_option_groups(command))


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"dynid {__version__}")
        raise typer.Exit


@app.callback()
def _set_verbosity(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    Verbosity.level = -1 if quiet else int(verbose)


def main() -> None:
    # before NumPy is loaded: the matrices are small, and more threads of BLAS only wait for each
    # other, at the processor's expense; chunks of a log have threads of their own
    for blas in ("OPENBLAS", "MKL"):
        os.environ.setdefault(f"{blas}_NUM_THREADS", "1")

    def print_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        """Notes on a robot's file once, unless all are asked for by -v, or the file by inspect."""
        every = Verbosity.level > 0 or sys.argv[1:2] == ["inspect"]
        if Verbosity.level < 0:
            return
        path = message.path if isinstance(message, IgnoredElementWarning) else None
        if every or not was_reported_before(str(message), path):
            _complain(f"warning: {message}")

    warnings.showwarning = print_warning
    _open_streams()
    fit()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # here, where it can still be told that it failed
    except DynidError as error:
        if Verbosity.level > 0:
            traceback.print_exc()
        _complain(str(error))
        raise SystemExit(2) from None
    except OSError as error:
        _silence()
        if isinstance(error, BrokenPipeError):  # whoever read the answer has seen enough
            raise SystemExit(1) from None
        of = "the answer cannot be printed" if error.filename is None else f"'{error.filename}'"
        _complain(f"{of}: {error.strerror or error}.")
        raise SystemExit(2) from None


def _open_streams() -> None:
    """Python has None for an output that was closed (2>&-), and the next file that is opened would
    get its number. Without errors one can work, without an answer (>&-) not."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        _complain(
            "the standard output is closed (>&-), so no answer can be printed; expected a terminal,"
            " a file or a pipe, or > /dev/null to discard it."
        )
        raise SystemExit(2)


def _complain(text: str) -> None:
    with suppress(OSError):
        print(f"dynid: {text}", file=sys.stderr)


def _silence() -> None:
    """Nothing more to an output that takes nothing more: Python would try again at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
