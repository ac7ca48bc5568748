"""dynid compare: several estimators on the same logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.options import (
    Force,
    Json,
    Logs,
    Page,
    RobotName,
    Test,
    answer,
    check_page,
    write_page,
)
from dynid.errors import listing
from dynid.estimators import METHODS
from dynid.study.fit import Fit
from dynid.study.knowledge import Known
from dynid.study.logs import Processing
from dynid.study.options import OWN
from dynid.study.robot import ModelOptions


def compare(
    robot: RobotName,
    logs: Logs,
    about: ModelOptions,
    known: Known,
    settings: Processing,
    test: Test = None,
    methods: Annotated[
        str,
        typer.Option(help=f"Of {listing(METHODS)}; {OWN}; all: every one that applies."),
    ] = "consistent,ols,wls,huber,ridge,tsvd,tls,rls",
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Run several estimators on the same logs, in one table."""
    from dynid.study.study import Study

    check_page(output, force)
    table = Study(robot, about, settings, Fit(**vars(known))).compare(logs, test or (), methods)
    if output is not None:
        from dynid.report.answers import comparison_page

        write_page(output, comparison_page(table, Path(robot).stem), force)
    answer(as_json, table.to_dict(), str(table))
