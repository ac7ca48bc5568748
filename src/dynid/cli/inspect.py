"""dynid inspect: what a robot's motion can reveal of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dynid.cli.anatomy import MOST, WIDTH, facts, folded, joint_lines, remark_lines
from dynid.cli.groups import Loudness
from dynid.cli.options import Contacts, FootRadius, Json, RobotName, answer
from dynid.errors import listing
from dynid.study.feet import standing_at_home
from dynid.study.robot import ModelOptions

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot

FEW = 60  # combinations that are shown without being asked for


def inspect(
    robot: RobotName,
    about: ModelOptions,
    symmetric: Annotated[bool, typer.Option(help="Identical limbs share their parameters.")] = True,
    contacts: Contacts = "",
    foot_radius: FootRadius = None,
    as_json: Json = False,
) -> None:
    """Show a robot's bodies and coordinates, and which parameters its motion can reveal."""
    from dynid.model.base import base_parameters

    model = about.model(robot, "none", symmetric)
    stands: list[str] = []
    free = len(base_parameters(model)) if contacts else 0
    model = standing_at_home(model, contacts, foot_radius)
    if contacts:
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
    content |= {"joints": _joints(known), "facts": facts(known)}
    lines = [
        repr(known),
        "",
        *joint_lines(known),
        "",
        *remark_lines(known),
        *driven(known),
        *stands,
        *folded("parameters", f"{len(model.parameters)}, of which {base.contributing} contribute"),
        *folded("base", f"{len(base)} (gap {base.gap:.1e})"),
    ]
    for kind in ("alone", "not at all"):
        names = [name for name in kinds if kinds[name] == kind]
        lines += folded(kind, f"{len(names)}: {listing(names, 12)}") if names else []
    if Loudness.level > 0:
        lines += folded("bodies", listing(bodies, len(bodies)))
    lines += ["", *_combinations(base.names, Loudness.level > 0)]
    answer(as_json, content, "\n".join(lines))


def _combinations(names: Sequence[str], whole: bool) -> list[str]:
    """Numbered sums; of a small robot and cut at the edge, unless the whole is asked for."""
    if len(names) > FEW and not whole:
        return ["-v prints the identifiable combinations of parameters."]
    lines = [f"  {k:>3}  {name}" for k, name in enumerate(names, start=1)]
    cut = not whole and any(len(line) > WIDTH for line in lines)
    if cut:
        lines = [x if len(x) <= WIDTH else f"{x[: WIDTH - 4].rsplit(' ', 1)[0]} ..." for x in lines]
    return [f"identifiable combinations{' (-v: in full)' if cut else ''}:", *lines]


def _joints(robot: Robot) -> list[dict[str, object]]:
    """Of every joint that moves: its body, axis and limits; None for what is not known."""
    import numpy as np

    limits = ("lower", "upper", "velocity", "effort")
    out: list[dict[str, object]] = []
    for body in robot.bodies:
        joint = body.joint
        if joint.moves:
            numbers = {name: float(getattr(joint, name)) for name in limits}
            known = {name: x if np.isfinite(x) else None for name, x in numbers.items()}
            axis = np.asarray(joint.axis).tolist()
            out.append({"name": joint.name, "body": body.name, "kind": joint.kind, "axis": axis})
            out[-1] |= known
    return out


def driven(robot: Robot) -> list[str]:
    """What the motors are, and what moves freely, where that is not the same as the freedoms."""
    if set(robot.motors) == set(robot.actuated):
        same = robot.actuated == robot.coordinates
        return [] if same else folded("actuated", listing(robot.actuated, MOST))
    free = [name for name in robot.actuated if name not in robot.motors and name not in robot.base]
    lines = [
        *folded("motors", listing(robot.motors, MOST)),
        *folded("independent", listing(robot.actuated, MOST)),
    ]
    if robot.base:
        lines += folded("floating", listing(robot.base))
    return [*lines, *folded("free", listing(free, MOST))] if free else lines
