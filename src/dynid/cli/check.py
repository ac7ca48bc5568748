"""dynid check: what is impossible in a robot's file, and mistakes in its logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, Page, RobotName, answer, check_page, write_page
from dynid.study.log_options import Processing, ReadingArguments
from dynid.study.model_options import ModelOptions

HEALTHY, SICK = 0, 1  # exit codes; 2: the files could not be read


def check(
    robot: RobotName,
    about: ModelOptions,
    reading: ReadingArguments,
    logs: Annotated[
        list[Path] | None, typer.Argument(metavar="[LOG]...", help="Logs to check.")
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="Skip the slow tests: joint order, geometry, changes along the log."
        ),
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Write <log>.fixed.csv and <robot>.fixed.urdf or .xml with every certain"
            " error corrected and listed.",
        ),
    ] = False,
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Find errors in a robot file and mistakes in its logs. It says how to correct them.

    Exit code 1 if an error is certain or likely.
    """
    from dynid.study.study import Study

    check_page(output, force)
    study = Study(robot, about, Processing(**vars(reading)))
    found = study.check(logs or (), quick=quick, fix=fix, overwrite=force)
    write_page(output, found.to_page, force)
    answer(as_json, found.to_dict(), str(found))
    raise typer.Exit(HEALTHY if found.healthy else SICK)
