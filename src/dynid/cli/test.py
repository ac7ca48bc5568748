"""dynid test: whether a new log of a robot is as expected."""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Json, answer, list_typed
from dynid.progress import Verbosity
from dynid.schemas.schema_builder import mark_schema
from dynid.study.log_options import ReadingArguments

CANNOT = 2  # exit code


def test(
    expected: Annotated[Path, typer.Argument(help="Reference file written by dynid expect.")],
    runs: Annotated[list[Path], typer.Argument(metavar="LOG...", help="New logs of the robot.")],
    reading: ReadingArguments,
    as_json: Json = False,  # noqa: PT028
) -> None:
    """Test if a robot still matches its reference, from a new log.

    Exit code 0: as expected; 1: changed, with a list of the changes in standard
    deviations, largest first; 2: not tested. Parameters are compared as in dynid diff, torque
    errors by the limits of the file.
    """
    from dynid.regression.regression_report import refuse_test
    from dynid.regression.workflow import compare_logs, describe_error

    try:
        report = compare_logs(expected, runs, **list_typed(reading))
    except Exception as error:
        if Verbosity.level > 0:
            traceback.print_exc()
        reason = describe_error(error)
        if as_json:
            print(json.dumps(mark_schema("test", refuse_test(reason)), indent=2))
        print(f"dynid: not tested: {reason}", file=sys.stderr)
        raise typer.Exit(CANNOT) from None
    answer(as_json, report.to_dict(), str(report))
    raise typer.Exit(report.exit_code)
