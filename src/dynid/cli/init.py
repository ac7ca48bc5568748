"""dynid init: a project file, by looking at a robot and a log of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, answer, complete_robot
from dynid.files import check_target
from dynid.study.options import NAME, OWN


def init(
    source: Annotated[
        str,
        typer.Argument(
            metavar="ROBOT",
            help=f"A URDF or MJCF file, a built-in robot, {OWN}.",
            autocompletion=complete_robot,
        ),
    ],
    recorded: Annotated[
        list[Path],
        typer.Argument(metavar="LOG...", help="Logs of the robot; the guesses use the first one."),
    ],
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write a project file, dynid.yaml, for a robot and its logs. Columns, units and locked joints
    are guessed, and checked."""
    from dynid.study.project_guess import guess_project

    check_target(NAME, force)
    found = guess_project(source, recorded)
    path = found.write(Path(NAME), force)
    answer(as_json, {"output": str(path), **found.to_dict()}, f"wrote {path}\n{found}")
