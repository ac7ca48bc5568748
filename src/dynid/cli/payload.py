"""dynid payload: what an identified robot carries, from a log or while it moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import (
    Between,
    Force,
    Json,
    Page,
    Result,
    Slow,
    answer,
    check_page,
    list_typed,
    write_page,
)
from dynid.errors import InputError, join_names
from dynid.schemas.schema_builder import mark_schema
from dynid.study.log_options import DriveOptions
from dynid.study.options import find_changes, list_options
from dynid.study.payload_estimation import WAIT, PayloadOptions


def payload(
    result: Result,
    reading: DriveOptions,
    options: PayloadOptions,
    runs: Annotated[
        list[Path] | None, typer.Argument(metavar="LOG...", help="Logs with the same payload.")
    ] = None,
    slow: Slow = None,
    between: Between = "",
    follow: Annotated[
        str | None,
        typer.Option(
            "--follow",
            metavar="FILE",
            help="Estimate while the robot moves: a CSV file that grows, or - for standard input.",
        ),
    ] = None,
    wait: Annotated[
        float | None,
        typer.Option(
            "--wait",
            help=f"Stop when a followed file has not grown for this many s; default: {WAIT:g}.",
        ),
    ] = None,
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Estimate the robot's payload: mass, centre of mass and inertia, with intervals.

    Logs are read with the options of the result; options given here replace them.
    """
    from dynid.study.payload_estimation import follow_payload
    from dynid.study.record import load_result
    from dynid.study.study import Study

    check_page(output, force)
    typed = list_typed(reading, slow=slow, between=between)
    saved = load_result(result)
    study = Study.from_result(saved, **typed)
    if follow is not None:
        if runs or options.known or output is not None:
            raise InputError(
                "dynid payload: got --follow with a log, with --known or with --output, expected"
                " --follow alone."
            )
        flags = {name: about.flag for name, about, _ in list_options(DriveOptions)}
        read = {"columns", "units", "rate"}
        if unread := [flags.get(name, f"--{name}") for name in typed if name not in read]:
            raise InputError(
                f"dynid payload: got {join_names(unread)} with --follow, which reads --column, "
                f"--unit"
                " and --rate only; expected samples in torques, joint by joint."
            )
        for each in follow_payload(saved, follow, study.processing, options, wait or WAIT):
            line = json.dumps(mark_schema("payload", each.to_dict())) if as_json else str(each)
            print(line, flush=True)
        return
    if wait is not None:
        raise InputError("dynid payload: got --wait without --follow, expected both or neither.")
    if not runs:
        raise InputError(
            "dynid payload: got no log, expected a log recorded with the payload: LOG..."
        )
    found = study.payload(result, runs, **find_changes(options))
    if output is not None:
        from dynid.report.short_pages import render_payload_page

        write_page(output, render_payload_page(found, saved.robot), force)
    answer(as_json, found.to_dict(), str(found))
