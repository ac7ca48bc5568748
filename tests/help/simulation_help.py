"""What the tests of simulation share: robots that stay within their workspace, motions to follow, a
single slider."""

from __future__ import annotations

import numpy as np

import dynid as di
from motion_help import builtin


class Swing:
    """Every joint swings around its own centre: q = centre + size (1 - cos w t) / 2, from rest."""

    def __init__(self, centre, size, duration=1.0, frequency=0.5):
        self.centre, self.size, self.duration = np.asarray(centre), np.asarray(size), duration
        self.w = 2 * np.pi * frequency * (1 + 0.2 * np.arange(len(self.centre)))

    def at(self, t):
        x = np.asarray(t)[:, None] * self.w
        q = self.centre + self.size * (1 - np.cos(x)) / 2
        return q, self.size * self.w * np.sin(x) / 2, self.size * self.w**2 * np.cos(x) / 2


def swing_of(name, part=0.5, **arguments):
    """A robot, and a motion of it that stays in its workspace."""
    if name == "arm7":
        return di.load_robot(name), Swing(np.full(7, 0.3), np.full(7, part), **arguments)
    robot, home, swing = builtin(name)
    return robot, Swing(home, part * swing, **arguments)


def slider(mass=2.0):
    """A mass on a straight rail, without gravity along it."""
    body = di.Body(
        "mass", "world", di.Joint("x", "prismatic", axis=(1, 0, 0)), inertia=di.inertial(mass)
    )
    return di.Robot("slider", bodies=(body,), actuated=("x",))
