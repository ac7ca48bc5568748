"""dynid export: an identified robot for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, answer, complete_robot
from dynid.study.model_options import RobotOptions
from dynid.study.options import OWN
from dynid.study.robot_export import ExportOptions


def export(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RESULT",
            help=f"result.json of dynid identify, or its folder; a robot: file, built-in, {OWN}.",
            autocompletion=complete_robot,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Argument(
            help="File to write; its ending sets the format: .urdf, .xml, .sdf, .usda, .fmu, .json."
        ),
    ] = None,
    *,
    about: RobotOptions,
    to: ExportOptions,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write a robot's file: URDF, MJCF, SDF, USD, FMU, C, SymPy. The robot is an identified
    one, or one with its nominal values."""
    from dynid.study.robot_export import export_files

    done = export_files(what, output, about, to, force)
    content = {"written": [str(path) for path in done.paths], "notes": list(done.notes)}
    answer(as_json, content, str(done))
