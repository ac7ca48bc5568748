"""dynid compare: several estimators on the same logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dynid.cli.command_options import (
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
from dynid.cli.option_groups import offer_words
from dynid.errors import join_names
from dynid.estimators import METHODS
from dynid.study.fit_options import COMPARED, FitOptions
from dynid.study.knowledge import KnownValues
from dynid.study.log_options import Processing
from dynid.study.model_options import ModelOptions
from dynid.study.options import OWN


def compare(
    robot: RobotName,
    logs: Logs,
    about: ModelOptions,
    known: KnownValues,
    settings: Processing,
    test: Test = None,
    methods: Annotated[
        str,
        offer_words(
            f"Of {join_names(METHODS)}; {OWN}; all: every one that applies.", (*METHODS, "all")
        ),
    ] = COMPARED,
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Compare several estimators on the same logs in one table."""
    from dynid.report.short_pages import render_comparison_page
    from dynid.study.study import Study

    check_page(output, force)
    table = Study(robot, about, settings, FitOptions(**vars(known))).compare(
        logs, test or (), methods
    )
    write_page(output, lambda: render_comparison_page(table, Path(robot).stem), force)
    answer(as_json, table.to_dict(), str(table))
