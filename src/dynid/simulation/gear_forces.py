"""What gears do in a simulation: friction that grows with the load, hysteresis, gravity that is not
straight down.

Friction under load reads the acceleration that it changes, f = F(q, qd) |L|^a with the torque of
the rigid bodies L = R qdd + h: solved by Newton with E = df/dqdd. Hysteresis z (see `channels`) is
known along a step that does not turn, z = s + (z0 - s) exp(-s (q - q0) / length), and LuGre's
bristles (see `lugre`) are followed from stage to stage, so that a joint
that has it is a place of dry friction (of any force, also none), where steps end as it turns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.errors import InputError
from dynid.model.channels import GRAVITY, HYSTERESIS
from dynid.model.lugre import Bristles, parse_bristles
from dynid.model.terms import LAW_NUMBERS, LOAD, Law, pack_law


class Loaded(NamedTuple):
    """Entry e: value law(q, v) |L|^power on the actuated joint `row`; part of the dry friction of
    `place`, or (-1) smooth."""

    row: Ints
    place: Ints
    law: Array
    value: Array
    power: Array


class Wound(NamedTuple):
    """Entry e: value law(q, v) z on the actuated joint `row`, which turns where `place` does. With
    bristles (extra, vs, see `lugre`) it is LuGre's w, or the rest 1 - sign(v) w / G of its rate."""

    row: Ints
    place: Ints
    law: Array
    value: Array
    length: Array
    extra: Array
    vs: Array
    rate: Array


class GearForces:
    """Collects the terms that read channels, one after another."""

    def __init__(self, joints: int) -> None:
        self.loads: list[tuple[int, int, Array, float, float]] = []
        self.windings: list[tuple[int, int, Array, float, Bristles]] = []
        self.tilt, self.tilted = np.zeros(3), np.zeros(joints)

    def add(self, law: Law, row: int, place: int, value: float) -> None:
        if law.channels == (LOAD,) and not law.channel:
            self.loads.append((row, place, pack_law(law), value, law.load))
        elif (wound := _find_winding(law.channel)) is not None and not law.load:
            self.windings.append((row, place, pack_law(law), value, wound))
        elif law == Law(channel=law.channel) and law.channel in GRAVITY:
            self.tilt[GRAVITY[law.channel]] = value
            self.tilted[row] = 1.0
        else:
            raise InputError(
                f"a law of the model reads {' and '.join(law.channels)}, which a simulation does"
                " not know; it knows the load, hysteresis and gravity, each as a factor alone."
            )

    @property
    def loaded(self) -> Loaded:
        return Loaded(*_make_columns(self.loads))

    @property
    def wound(self) -> Wound:
        shapes = np.array([each[4] for each in self.windings], dtype=float).reshape(-1, 4)
        entries = [(*each[:4], each[4].length) for each in self.windings]
        return Wound(*_make_columns(entries), *np.ascontiguousarray(shapes.T[1:]))


def _make_columns(
    entries: list[tuple[int, int, Array, float, float]],
) -> tuple[Ints, Ints, Array, Array, Array]:
    row, place, law, value, constant = zip(*entries) if entries else ((),) * 5
    return (
        np.array(row, dtype=np.int64),
        np.array(place, dtype=np.int64),
        np.array(law, dtype=float).reshape(len(entries), LAW_NUMBERS),
        np.array(value, dtype=float),
        np.array(constant, dtype=float),
    )


def _find_winding(channel: str) -> Bristles | None:
    """How a channel winds up: Dahl's are bristles whose level is always 1."""
    if channel.startswith(HYSTERESIS):
        return Bristles(float(channel.removeprefix(HYSTERESIS)), 0.0, 1.0, 0.0)
    return parse_bristles(channel)


def has_memory(law: Law) -> bool:
    """Whether a joint with this law has to be followed turn by turn."""
    return law.dry or _find_winding(law.channel) is not None
