"""dynid inspect: what a robot's motion can reveal of it."""

from __future__ import annotations

from dynid.cli.command_options import Json, RobotName, answer
from dynid.progress import Verbosity
from dynid.study.inspection import InspectOptions
from dynid.study.model_options import ModelOptions


def inspect(
    robot: RobotName, about: ModelOptions, how: InspectOptions, as_json: Json = False
) -> None:
    """Show a robot's bodies, and which parameters are identifiable. It reads the robot file alone,
    and lists bodies, coordinates, base parameters, and parameters that no motion determines."""
    from dynid.study.study import Study

    found = Study(robot, about).inspect(how)
    answer(as_json, found.to_dict(), "\n".join(found.list_lines(every=Verbosity.level > 0)))
