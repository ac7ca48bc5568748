"""dynid robots: the built-in ones, a line each."""

from __future__ import annotations

from dynid.cli.command_options import Json, answer
from dynid.robot.builtin import BUILTIN


def robots(as_json: Json = False) -> None:
    """List the built-in robots."""
    built = {name: builder() for name, builder in BUILTIN.items()}
    rows = [
        {
            "name": name,
            "description": robot.description,
            "bodies": sum(not body.massless for body in robot.bodies),
            "coordinates": len(robot.coordinates),
            "actuated": list(robot.actuated),
            "loops": len(robot.loops),
        }
        for name, robot in built.items()
    ]
    width, lines = max(map(len, built)), []
    for name, robot in built.items():
        loops = f"{len(robot.loops)} loop{'s' * (len(robot.loops) > 1)}" if robot.loops else "tree"
        lines.append(f"{name:<{width}}  {robot.dof} actuated, {loops:<8} {robot.description}")
    answer(as_json, rows, "\n".join(lines))
