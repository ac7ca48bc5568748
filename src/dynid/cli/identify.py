"""dynid identify: from logs to parameters, their uncertainty, a verdict and a report."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.colour import apply_colour
from dynid.cli.command_options import (
    InAnyCase,
    Json,
    Logs,
    Overwrite,
    RobotName,
    Test,
    answer,
    refuse_result,
)
from dynid.progress import Verbosity
from dynid.study.fit_options import FitOptions
from dynid.study.log_options import Processing
from dynid.study.model_options import ModelOptions
from dynid.study.outcome import FILES
from dynid.study.project import Project
from dynid.study.requirements import Requirements


def identify(
    robot: RobotName,
    logs: Logs,
    about: ModelOptions,
    by: FitOptions,
    settings: Processing,
    required: Requirements,
    test: Test = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help=f"Folder for {' and '.join(FILES[:2])}; created if missing."
        ),
    ] = None,
    overwrite: Overwrite = False,
    force: InAnyCase = False,
    as_json: Json = False,
) -> None:
    """Identify a robot's parameters from logs, with their uncertainty.

    Friction and other joint effects are selected from the logs unless --effects names them. A
    result that fails on its own training logs is printed, not written, unless --force.

    per-body: estimate each body separately, from logs with force sensors in the joints (columns
    fx_<joint> to mz_<joint>).

    Exit code 0: done; 1: done, but --require or --max-error is not met; 2: failed.
    """
    from dynid.study.study import Study

    study = Study(robot, about, settings, by, Project.read_text_about(robot))
    found = study.identify(logs, test or (), output=output, overwrite=overwrite, force=force)
    said = found.list_lines(full=Verbosity.level > 0)
    if found.verdict is not None:
        said[0] = apply_colour(said[0], found.verdict.level)
    if Verbosity.level == 0:
        hint = "For all parameters, steps and notes: -v, or the report (-o)."
        said.insert(len(said) - bool(found.written), hint)
    said = said[: 1 if Verbosity.level < 0 else None]
    requirements = required.check(found)
    content = found.to_dict() if as_json else {}
    if requirements:
        content["requirements"] = [asdict(each) for each in requirements]
    answer(as_json, content, "\n\n".join(said))
    for trouble in found.troubles:
        print(f"dynid: {trouble}", file=sys.stderr)
    refuse_result(found.failures, force, output)
    if found.troubles:
        raise typer.Exit(2)
    for each in requirements:
        if not each.met:
            print(f"dynid: not met: {each}", file=sys.stderr)
    if not all(each.met for each in requirements):
        raise typer.Exit(1)
