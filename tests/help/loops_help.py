"""Robots with loops that several test files use."""

from __future__ import annotations

from dataclasses import replace
from math import pi

from dynid.robot.chains import FREE, chain
from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Body, Joint, Loop
from dynid.robot.robot_loading import load_robot


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
    Ra, Rb = make_axis_rotation((1, 1, 0), 0.4), make_axis_rotation((0, 1, 2), -0.5)
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


def short_five_bar() -> Robot:
    """A five-bar with couplers of 8 cm only: its elbows stay near each other, above the ground at
    home, and no way leads from there to below it."""
    robot = load_robot("five_bar")
    tip = (0.08, 0.0, 0.0)
    (loop,) = robot.loops
    home = {"left": -1.2, "right": 1.2 - pi, "left_elbow": -1.0, "right_elbow": 1.0}
    return robot.replace(loops=(replace(loop, position_a=tip, position_b=tip),), home=home)
