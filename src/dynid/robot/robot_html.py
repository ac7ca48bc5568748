"""A robot in a notebook: its joints, what they carry, and which of them have motors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dynid.notebook import format_span, render_small_table

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot


def render_robot(robot: Robot) -> str:
    rows = []
    for body in robot.bodies:
        joint = body.joint
        if not joint.moves:
            continue
        limited = np.isfinite(joint.lower) or np.isfinite(joint.upper)
        mass = "" if body.inertia is None else f"{np.asarray(body.inertia)[0]:.4g}"
        rows.append(
            (
                joint.name,
                joint.kind,
                _describe_role(robot, joint.name),
                f"{body.parent} - {body.name}",
                format_span(joint.lower, joint.upper) if limited else "",
                mass,
            )
        )
    head = ("joint", "kind", "moves by", "between", "limits [rad, m]", "mass of its body [kg]")
    return render_small_table(repr(robot), head, rows)


def _describe_role(robot: Robot, joint: str) -> str:
    if joint in robot.motors:
        return "motor"
    if joint in robot.base:
        return "floating base"
    return "free" if joint in robot.actuated else "the others"
