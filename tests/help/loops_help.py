"""Robots with loops that several test files use."""

from __future__ import annotations

from dynid.robot.chains import FREE, chain
from dynid.robot.geometry import inertial, rotation_about
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Body, Joint, Loop


def hooked_brick(kind):
    """A free brick, hooked to a driven carrier; the freedoms that the hook leaves to the brick are
    driven too."""
    left = {
        "point": ("rx", "ry", "rz"),
        "rigid": (),
        "axis": ("rz",),
        "universal": ("rx", "ry"),
        "line": ("z", "rx", "ry", "rz"),
        "plane": ("x", "y", "rx", "ry", "rz"),
    }[kind]
    Ra, Rb = rotation_about((1, 1, 0), 0.4), rotation_about((0, 1, 2), -0.5)
    shape = inertial(1.5, (0.05, 0.1, -0.02), (0.02, 0.03, 0.04))
    bodies = (
        Body("rail", "world", Joint("lift", "prismatic", (0, 1, 2), rotation=Rb), shape),
        Body("wheel", "rail", Joint("turn", "continuous", (1, 0, 1), (0.1, 0, 0.2)), shape),
        *chain("brick", "world", "brick", FREE, inertia=shape),
    )
    hook = Loop("hook", "wheel", "brick", (0.1, 0.2, 0.3), (0.02, -0.1, 0.05), Ra, Rb, kind)
    return Robot(
        "brick", bodies, (hook,), actuated=("lift", "turn", *(f"brick.{step}" for step in left))
    )
