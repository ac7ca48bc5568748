"""Robots with loops that several test files use."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dynid.robot.load import load_robot
from dynid.robot.mechanism import Robot


def short_five_bar() -> Robot:
    """A five-bar with couplers of 8 cm only: its elbows stay near each other, above the ground at
    home, and no way leads from there to below it."""
    robot = load_robot("five_bar")
    tip = (0.08, 0.0, 0.0)
    (loop,) = robot.loops
    home = {"left": -1.2, "right": 1.2 - np.pi, "left_elbow": -1.0, "right_elbow": 1.0}
    return robot.with_(loops=(replace(loop, position_a=tip, position_b=tip),), home=home)
