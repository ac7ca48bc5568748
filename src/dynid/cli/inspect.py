"""dynid inspect: what a robot's motion can reveal of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dynid.cli.feet import standing_at_home
from dynid.cli.options import Json, RobotName, answer
from dynid.cli.robot import ModelOptions
from dynid.errors import listing

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot


def inspect(
    robot: RobotName,
    about: ModelOptions,
    symmetric: Annotated[bool, typer.Option(help="Identical limbs share their parameters.")] = True,
    contacts: Annotated[
        str,
        typer.Option(help="Feet that stand, whose forces are not recorded: what is still seen."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Show a robot's bodies and coordinates, and which parameters its motion can reveal."""
    from dynid.model.base import base_parameters

    model = about.model(robot, "none", symmetric)
    stands: list[str] = []
    if contacts:
        free = len(base_parameters(model))
        model = standing_at_home(model, contacts)
        seen = len(base_parameters(model))
        stands = [
            f"standing     on {contacts}: {seen} of the {free} combinations that the free robot has"
        ]
    base, known = base_parameters(model), model.robot
    bodies = [body.name for body in known.bodies if not body.massless]
    kinds = {name: base.kind(name) for name in model.parameters}
    content = {
        "robot": known.name,
        "bodies": bodies,
        "coordinates": list(known.coordinates),
        "actuated": list(known.actuated),
        "motors": list(known.motors),
        "base_coordinates": list(known.base),
        "loops": [loop.name for loop in known.loops],
        "n_parameters": len(model.parameters),
        "n_contributing": base.contributing,
        "n_base": len(base),
        "gap": base.gap,
        "base": list(base.names),
        "parameters": kinds,
    }
    lines = [
        repr(known),
        f"bodies       {listing(bodies)}",
        f"coordinates  {listing(known.coordinates)}",
        *driven(known),
        *stands,
        f"parameters   {len(model.parameters)}, of which {base.contributing} contribute",
        f"base         {len(base)} (gap {base.gap:.1e})",
        "",
        "identifiable combinations:",
        *(f"  {k:>3}  {name}" for k, name in enumerate(base.names, start=1)),
        "",
        *(
            f"{kind}: {listing([name for name in kinds if kinds[name] == kind], 12)}"
            for kind in ("alone", "not at all")
        ),
    ]
    answer(as_json, content, "\n".join(lines))


def driven(robot: Robot) -> list[str]:
    """What the motors are, and what moves freely, where that is not the same as the freedoms."""
    if set(robot.motors) == set(robot.actuated):
        return [f"actuated     {listing(robot.actuated)}"]
    free = [name for name in robot.actuated if name not in robot.motors and name not in robot.base]
    lines = [
        f"motors       {listing(robot.motors)}",
        f"independent  {listing(robot.actuated)}",
    ]
    if robot.base:
        lines.append(f"floating     {listing(robot.base)}")
    return [*lines, f"free         {listing(free)}"] if free else lines
