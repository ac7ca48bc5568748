"""dynid elasticity: what two encoders show between motor and link."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Json, RobotName, answer
from dynid.study.log_options import DriveOptions, read_driven
from dynid.study.model_options import JointOptions


def elasticity(
    robot: RobotName,
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log with columns qm_<joint>.")],
    about: JointOptions,
    reading: DriveOptions,
    cutoff: Annotated[
        float, typer.Option(help="Low-pass cutoff in Hz; choose it well above the resonance.")
    ] = 60.0,
    as_json: Json = False,
) -> None:
    """Estimate joint stiffness, damping, backlash, motor friction. The joints need a second encoder
    (qm_<joint>)."""
    from dynid.estimators.joint_elasticity import identify_elasticity
    from dynid.model.model import Model
    from dynid.progress import show_stage

    model = Model(about.load(robot))
    with show_stage("comparing both encoders"):
        found = identify_elasticity(read_driven(log, model.robot, reading), model, cutoff)
    answer(as_json, found.to_dict(), str(found))
