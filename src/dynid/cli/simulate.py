"""dynid simulate: the log of a robot that follows a trajectory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, LogFile, RobotName, answer
from dynid.study.log_simulation import SimulationOptions
from dynid.study.model_options import ModelOptions, RobotOptions


def simulate(
    robot: RobotName,
    trajectory: Annotated[
        Path,
        typer.Argument(
            help="Motion to follow: design.json, or a CSV with t, q_<joint> [, qd_, qdd_]."
        ),
    ],
    output: LogFile,
    about: RobotOptions,
    how: SimulationOptions,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Simulate a robot along a trajectory, and write its log. The robot follows it by computed
    torque. A robot with a floating base stands on fixed feet, or hangs; its log contains the base
    pose."""
    from dynid.study.study import Study

    study = Study(robot, ModelOptions(**vars(about)))
    found = study.simulate(trajectory, how, output=output, overwrite=force)
    answer(as_json, found.to_dict(), str(found))
