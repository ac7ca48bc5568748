"""dynid design: a motion that shows a robot's parameters, or poses that show its geometry."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, RobotName, answer
from dynid.schemas.schema_builder import mark_schema
from dynid.study.log_options import Processing
from dynid.study.model_options import ModelOptions
from dynid.study.motion_design import FILES, DesignOptions
from dynid.study.options import fill
from dynid.study.pose_options import PoseOptions, refuse_others
from dynid.study.project import Project


def design(
    robot: RobotName,
    about: ModelOptions,
    poses: PoseOptions,
    motion: DesignOptions,
    time: Annotated[float | None, typer.Option("--time", hidden=True)] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help=f"Folder for {', '.join(FILES)}.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Design an exciting trajectory that the robot can execute. It stays within the limits and
    above the floor, without self-collision. With --calibration: poses for dynid calibrate."""
    from dynid.study.study import Study

    study = Study(robot, about)
    refuse_others(poses, motion)
    if poses.calibration:
        chosen = study.design_poses(poses, output=output, overwrite=force)
        answer(as_json, mark_schema("design_poses", chosen.to_dict()), str(chosen))
        return
    if time is not None:
        warnings.warn(
            "--time was renamed to --search-time; it is read as --search-time.", stacklevel=1
        )
        motion = replace(motion, search_time=time)
    project = Project.load_here()
    reading = fill(Processing, {}, project.values if project.is_about(robot) else {})
    found = replace(study, processing=reading).design(motion, output=output, overwrite=force)
    content, text = found.to_dict(), str(found)
    if output is None and sys.stdout.isatty():
        text += "\n\nnothing was written; give a folder with -o to keep the trajectory"
    answer(as_json, content, text)
