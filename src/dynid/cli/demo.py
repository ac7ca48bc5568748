"""dynid demo: the whole chain on one robot, which is simulated."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, RobotName, answer
from dynid.study.model_options import ModelOptions, RobotOptions


def demo(
    about: RobotOptions,
    robot: RobotName = "delta4",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Folder for all files; default: a new temporary folder."
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Go the whole way with one robot, simulated. Design a motion, simulate the robot, identify its
    parameters, check them, and write a report."""
    from dynid.study.demonstration import demonstrate
    from dynid.study.study import Study

    tell = partial(print, flush=True, file=sys.stderr if as_json else sys.stdout)
    content = demonstrate(Study(robot, ModelOptions(**vars(about))), output, force, tell)
    if as_json:
        answer(as_json, content, "")
