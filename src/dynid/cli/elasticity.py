"""dynid elasticity: what two encoders show between motor and link."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.logs import ColumnOptions, read_one
from dynid.cli.options import Json, RobotName, answer
from dynid.cli.robot import ModelOptions


def elasticity(
    robot: RobotName,
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log with columns qm_<joint>.")],
    about: ModelOptions,
    reading: ColumnOptions,
    cutoff: Annotated[
        float, typer.Option(help="Hz of the low-pass, well above the resonance.")
    ] = 60.0,
    as_json: Json = False,
) -> None:
    """Stiffness, damping, play and motor friction of joints with a second encoder (qm_<joint>)."""
    from dynid.clock import stage
    from dynid.estimators.elasticity import identify_elasticity

    model = about.model(robot, "none")
    with stage("looking at both encoders"):
        found = identify_elasticity(read_one(log, model.robot.actuated, reading), model, cutoff)
    answer(as_json, found.to_dict(), str(found))
