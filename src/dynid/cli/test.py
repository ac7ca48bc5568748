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
    expected: Annotated[Path, typer.Argument(help="The file that dynid expect wrote.")],
    runs: Annotated[list[Path], typer.Argument(metavar="LOG...", help="New logs of the robot.")],
    reading: ReadingArguments,
    as_json: Json = False,  # noqa: PT028
) -> None:
    """Test whether a robot still is as expected, by a new log of it.

    Exit code 0: as expected; 1: changed, with what changed and by how many standard deviations,
    largest first; 2: it could not be tested. Parameters are judged as dynid diff does, torque
    errors by the limits of the file.
    """
    from dynid.regression.report import refuse_test
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
