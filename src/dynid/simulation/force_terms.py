"""The terms of a model as tables of numbers: what the compiled step reads."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

import dynid._native as native
from dynid.arrays import Array, Ints
from dynid.errors import InputError
from dynid.model.channels import GRAVITY, HYSTERESIS, is_always_zero
from dynid.model.effects import Along
from dynid.model.lugre import Bristles, parse_bristles
from dynid.model.model import Model
from dynid.model.terms import LAW_NUMBERS, LOAD, Law, pack_law
from dynid.robot.mechanism import Robot


class Terms(NamedTuple):
    """Smooth forces: entry e acts along the sum `on[e]` of coordinates, its law reads `of[e]`."""

    on: Array  # (entries, coordinates)
    of: Array  # (entries, coordinates)
    law: Array  # (entries, numbers), see native/laws.hpp
    value: Array  # (entries,) the parameters


class Dry(NamedTuple):
    """Dry friction along v = along[k] qd, which can stick; entry e is of place `place[e]`."""

    along: Array  # (places, coordinates)
    place: Ints  # (entries,)
    law: Array  # (entries, numbers)
    value: Array  # (entries,)


class Bounds:
    """Between which forces dry friction holds each of its places: low <= f <= high."""

    def __init__(self, dry: Dry, loaded: Loaded, laws: list[Law], names: list[str]) -> None:
        self.dry, self.loaded, self.count, self.names = dry, loaded, len(dry.along), names
        self.turning = any({"q", "load"} & law.reads for law in laws)
        none = np.zeros(0)
        self.fixed = (none, none) if self.turning else self._compute_raw_bounds(none, none)

    def compute_bounds(self, q: Array, load: Array) -> tuple[Array, Array]:
        """low, high (places,) at the pose q of all coordinates, for the torques `load` (n,) of the
        rigid bodies."""
        return self._compute_raw_bounds(q, load) if self.turning else self.fixed

    def _compute_raw_bounds(self, q: Array, load: Array) -> tuple[Array, Array]:
        low, high = np.zeros(self.count), np.zeros(self.count)
        for k, row, value in zip(self.dry.place, self.dry.law, self.dry.value):
            where = float(self.dry.along[k] @ q) if len(q) else 0.0
            high[k] += value * native.law_force(row, where, 0.0, 1)[0]
            low[k] += value * native.law_force(row, where, 0.0, -1)[0]
        for i, k, row, value, power in zip(*self.loaded):
            if k >= 0:
                where, size = float(self.dry.along[k] @ q), value * abs(load[i]) ** power
                high[k] += size * native.law_force(row, where, 0.0, 1)[0]
                low[k] += size * native.law_force(row, where, 0.0, -1)[0]
        if (high < 0).any() or (low > 0).any():
            k = int(np.argmax((high < 0) | (low > 0)))
            raise InputError(_describe_push(self.names[k], float(min(high[k], -low[k]))))
        return low, high


def make_tables(
    model: Model, p: Array, width: float | None
) -> tuple[Terms, Dry, GearForces, Bounds]:
    """Smooth terms, dry friction and gears of all effects. A `width` [rad/s or m/s] smooths sharp
    signs of dry friction to tanh(v / width), None keeps them."""
    robot = model.robot
    places: dict[Along, int] = {}
    smooth, dry, laws, gears = [], [], [], GearForces(robot.dof)
    for at, placed in zip(model.layout.at, model.layout.terms):
        law, value = placed.term.law, float(p[at])
        # rotors are part of the mass matrix; sensors do not move anything
        if value == 0.0 or law.acceleration or law.of_sensor or is_always_zero(law):
            continue
        if law.dry and width is not None:
            law = replace(law, width=width)
        for act in placed.acts:
            if law.channels:
                if law.dry and value < 0 and "q" not in law.reads:
                    raise InputError(_describe_push(placed.joint, value))
                where = places.setdefault(act.on, len(places)) if has_memory(law) else -1
                gears.add(law, robot.actuated.index(act.on[0][0]), where, value)
                laws.append(law)
            elif law.dry:
                if act.on != act.of or (value < 0 and "q" not in law.reads):
                    raise InputError(_describe_push(placed.joint, value))
                where = places.setdefault(act.on, len(places))
                dry.append((where, pack_law(law), value))
                laws.append(law)
            else:
                smooth.append((_sum(robot, act.on), _sum(robot, act.of), pack_law(law), value))
    n = len(robot.coordinates)
    table = Dry(
        np.array([_sum(robot, along) for along in places]).reshape(-1, n),
        np.array([where for where, *_ in dry], dtype=np.int64),
        np.array([row for _, row, _ in dry]).reshape(-1, LAW_NUMBERS),
        np.array([value for *_, value in dry], dtype=float),
    )
    terms = Terms(
        np.array([entry[0] for entry in smooth]).reshape(-1, n),
        np.array([entry[1] for entry in smooth]).reshape(-1, n),
        np.array([entry[2] for entry in smooth]).reshape(-1, LAW_NUMBERS),
        np.array([entry[3] for entry in smooth], dtype=float),
    )
    names = ["+".join(joint for joint, _ in along) for along in places]
    return terms, table, gears, Bounds(table, gears.loaded, laws, names)


def add_damping(terms: Terms, robot: Robot, damping: Array) -> Terms:
    """The terms, and forces damping * qd of the actuated joints."""
    along = np.array([_sum(robot, ((name, 1.0),)) for name in robot.actuated])
    law = np.tile(pack_law(Law(sign=True, power=1.0)), (len(damping), 1))
    return Terms(*map(np.concatenate, zip(terms, (along, along, law, damping))))


def _sum(robot: Robot, along: Along) -> Array:
    out = np.zeros(len(robot.coordinates))
    for joint, factor in along:
        out[robot.coordinates.index(joint)] += factor
    return out


def _describe_push(joint: str, value: float) -> str:
    return (
        f"friction of {joint.replace('+', ' + ')}: got a negative coefficient ({value:.3g}), which"
        " pushes instead of braking, so that nothing can stick; expected >= 0, or smooth friction"
        " (friction='smooth')."
    )


# ---- What gears do in a simulation: friction that grows with the load, hysteresis, gravity that is
# not straight down.
#
# Friction under load reads the acceleration that it changes, f = F(q, qd) |L|^a with the torque of
# the rigid bodies L = R qdd + h: solved by Newton with E = df/dqdd. Hysteresis z (see `channels`)
# is known along a step that does not turn, z = s + (z0 - s) exp(-s (q - q0) / length), and LuGre's
# bristles (see `lugre`) are followed from stage to stage, so that a joint that has it is a place of
# dry friction (of any force, also none), where steps end as it turns.


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
