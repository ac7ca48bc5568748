"""dynid payload: what an identified robot carries, from a log or while it moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli import command_options as common
from dynid.errors import InputError
from dynid.study.log_options import DriveOptions
from dynid.study.options import find_changes
from dynid.study.payload_estimation import FollowOptions, PayloadOptions


def payload(
    result: common.Result,
    reading: DriveOptions,
    options: PayloadOptions,
    live: FollowOptions,
    runs: Annotated[
        list[Path] | None, typer.Argument(metavar="LOG...", help="Logs with the same payload.")
    ] = None,
    slow: common.Slow = None,
    between: common.Between = "",
    output: common.Page = None,
    force: common.Force = False,
    as_json: common.Json = False,
) -> None:
    """Estimate the payload: mass, centre of mass and inertia. All have intervals.

    Logs are read with the options of the result; options given here replace them.
    """
    from dynid.report.short_pages import render_payload_page
    from dynid.study.payload_estimation import follow_payload
    from dynid.study.record import load_result
    from dynid.study.study import Study

    common.check_page(output, force)
    typed = common.list_typed(reading, slow=slow, between=between)
    live.check(typed, options, bool(runs or output))
    saved = load_result(result)
    if live.follow is not None:
        study = Study.from_result(saved, **typed)
        for each in follow_payload(saved, live, study.processing, options):
            common.answer(as_json, each.to_dict(), str(each), lines=True)
        return
    if not runs:
        raise InputError("payload: got no log, expected a log recorded with the payload: LOG...")
    replaced = common.list_replaced(saved, reading, slow=slow, between=between)
    found = Study.from_result(saved, **replaced).payload(result, runs, **find_changes(options))
    common.write_page(output, lambda: render_payload_page(found, saved.robot), force)
    common.answer(as_json, found.to_dict(), str(found))
