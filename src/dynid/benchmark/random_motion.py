"""Motions of the experiments: harmonics around the home pose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.robot.mechanism import Robot

HARMONICS = 5
#: rad and m, around home: what most robots can do anywhere
TURN, SLIDE = 0.6, 0.08
WITHIN = 0.4  # of the range between a joint's limits


@dataclass(frozen=True)
class Sines:
    """home + sum_k a_k sin(k w t + phase_k), w = 2 pi / duration; it starts with its velocity."""

    home: Array
    a: Array  # (harmonics, joints)
    phase: Array
    duration: float

    def at(self, t: Any) -> tuple[Array, Array, Array]:
        w = 2 * np.pi / self.duration * np.arange(1, len(self.a) + 1)[:, None]
        angle = np.asarray(t, dtype=float)[:, None, None] * w + self.phase
        q, qd, qdd = ((self.a * w**k * np.sin(angle + k * np.pi / 2)).sum(axis=1) for k in range(3))
        return self.home + q, qd, qdd


def make_sines(robot: Robot, duration: float, size: float, seed: int) -> Sines:
    """Random ones; size: 1 for the usual amplitudes."""
    rng, home = np.random.default_rng(seed), take_actuated_home(robot)
    reach = []
    for name, q in zip(robot.actuated, home):
        joint = robot.joint(name)
        usual = SLIDE if joint.kind == "prismatic" else TURN
        room = min(q - joint.lower, joint.upper - q)
        reach.append(min(usual, max(2.0 * WITHIN * room, 0.05 * usual)))
    a = rng.normal(size=(HARMONICS, len(home))) / np.sqrt(np.arange(1, HARMONICS + 1))[:, None]
    phase = rng.uniform(0, 2 * np.pi, a.shape)
    unit = Sines(0 * home, a, phase, duration)
    largest = np.abs(unit.at(np.linspace(0, duration, 400))[0]).max(axis=0)
    return Sines(home, size * np.array(reach) * a / largest, phase, duration)
