"""dynid identify: from logs to parameters, their uncertainty, a verdict and a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dynid.cli import command_options as common
from dynid.cli.terminal import apply_colour
from dynid.progress import Verbosity
from dynid.study.fit_options import FitOptions
from dynid.study.log_options import Processing
from dynid.study.model_options import ModelOptions
from dynid.study.outcome import FILES
from dynid.study.project import Project
from dynid.study.requirements import Requirements

HINT = "For all parameters, steps and notes: -v, or the report (-o)."


def identify(
    robot: common.RobotName,
    logs: common.Logs,
    about: ModelOptions,
    by: FitOptions,
    settings: Processing,
    required: Requirements,
    test: common.Test = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help=f"Folder for {' and '.join(FILES[:2])}; created if missing."
        ),
    ] = None,
    overwrite: common.Overwrite = False,
    force: common.InAnyCase = False,
    as_json: common.Json = False,
) -> None:
    """Identify a robot's parameters and uncertainty from its logs.

    Friction and other joint effects are selected from the logs unless --effects names them. A
    result that fails on its own training logs is printed, not written, unless --force.

    per-body: estimate each body separately, from logs with force sensors in the joints (columns
    fx_<joint> to mz_<joint>).

    Exit code 0: done; 1: done, but --require or --max-error is not met; 2: failed.
    """
    from dynid.study.study import Study

    study = Study(robot, about, settings, by, Project.read_text_about(robot))
    how: dict[str, Any] = {"output": output, "overwrite": overwrite, "force": force}
    found = required.apply_to(study.identify(logs, test or (), **how))
    said = found.list_lines(Verbosity.level > 0, HINT)[: 1 if Verbosity.level < 0 else None]
    if found.verdict is not None:
        said[0] = apply_colour(said[0], found.verdict.level)
    common.answer(as_json, found.to_dict() if as_json else {}, "\n\n".join(said))
    common.finish_identification(found, force, output)
