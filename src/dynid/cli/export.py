"""dynid export: an identified robot for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, answer
from dynid.study.model_options import RobotOptions
from dynid.study.options import OWN
from dynid.study.robot_export import ExportOptions


def export(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RESULT",
            help=f"result.json of dynid identify, or its folder; a robot: file, built-in, {OWN}.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Argument(
            help="File to write; its ending sets the format: .urdf, .xml, .sdf, .json, .yaml."
        ),
    ] = None,
    *,
    about: RobotOptions,
    to: ExportOptions,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write an identified robot, or a robot with its nominal values, as URDF, MJCF, SDF, JSON,
    YAML or C."""
    from dynid.study.robot_export import export_files

    done = export_files(what, output, about, to, force)
    content = {"written": [str(path) for path in done.paths], "notes": list(done.notes)}
    answer(as_json, content, str(done))
