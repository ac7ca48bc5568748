"""dynid inspect: what a robot's motion can reveal of it."""

from __future__ import annotations

from typing import Annotated

import typer

from dynid.cli.options import Json, RobotName, answer
from dynid.cli.robot import ModelOptions
from dynid.errors import listing


def inspect(
    robot: RobotName,
    about: ModelOptions,
    symmetric: Annotated[bool, typer.Option(help="Identical limbs share their parameters.")] = True,
    as_json: Json = False,
) -> None:
    """Show a robot's bodies and coordinates, and which parameters its motion can reveal."""
    from dynid.model.base import base_parameters

    model = about.model(robot, "none", symmetric)
    base, known = base_parameters(model), model.robot
    bodies = [body.name for body in known.bodies if not body.massless]
    kinds = {name: base.kind(name) for name in model.parameters}
    content = {
        "robot": known.name,
        "bodies": bodies,
        "coordinates": list(known.coordinates),
        "actuated": list(known.actuated),
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
        f"actuated     {listing(known.actuated)}",
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
