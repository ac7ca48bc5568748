"""The braking torque of a joint at one speed: what its friction terms amount to together.

Dry, viscous and load-dependent friction and memory at reversals share one torque, and two logs
share it differently; results with other terms have no coefficient in common. Their sum at the speed
of the logs is one quantity in all of them.
"""

from __future__ import annotations

import numpy as np

from dynid.model.channels import HYSTERESIS
from dynid.model.effects import Along
from dynid.model.model import Model
from dynid.model.terms import LOAD, Law, Signals


def compute_braking_forces(model: Model, joint: str, speed: float, load: float) -> dict[str, float]:
    """{parameter: braking torque for 1 of it} of a joint that moves alone at this speed under this
    load, the mean of both directions; empty where nothing brakes it."""
    out: dict[str, float] = {}
    for placed in model.layout.terms:
        if not is_friction(placed.term.law):
            continue
        for act in placed.acts:
            gain, v = _factor(act.on, joint), speed * _factor(act.of, joint)
            if gain and v:
                f = [_force(placed.term.law, sign, v, load) for sign in (1.0, -1.0)]
                out[placed.name] = out.get(placed.name, 0.0) + gain * (f[0] - f[1]) / 2.0
    return out


def is_friction(law: Law) -> bool:
    """Whether it brakes: it reads the speed, or the way since the last reversal. Friction that
    changes with the position is left out: its mean over positions is not known here."""
    brakes = "qd" in law.reads or law.channel.startswith(HYSTERESIS)
    return brakes and not law.acceleration and "q" not in law.reads


def _factor(along: Along, joint: str) -> float:
    return sum(factor for name, factor in along if name == joint)


def _force(law: Law, sign: float, speed: float, load: float) -> float:
    """In steady motion: memories are wound up, temperature and drift are those of the middle."""
    wound = law.channel.startswith(HYSTERESIS)
    channels = {name: np.array([sign if wound else 0.0]) for name in law.channels}
    if law.load:
        channels[LOAD] = np.array([load])
    zero = np.zeros(1)
    return float(law.force(Signals(zero, np.array([sign * speed]), zero, channels))[0])
