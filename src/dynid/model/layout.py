"""Where everything stands in the parameter vector p: bodies first, then payloads and effects in the
order in which they were given."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.closed_chains.closed_motion import Motion
from dynid.errors import InputError, join_names
from dynid.model.channels import name_load_channel
from dynid.model.effects import Act, Effect, Payload, Placed
from dynid.model.terms import DRIVEN, Law, Signals
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.robot.mechanism import Robot

#: the last word of a name, with a number that may end it
PART = re.compile(r"\.([^\W\d][^.]*(\.\d[^.]*)?)$")
BODY_UNITS = ("kg", *("kg m",) * 3, *("kg m^2",) * 6)


class Parameter(NamedTuple):
    """One entry of p: "link2.Izz" of a body or payload, "joint3.viscous" of a joint.

    part   what it is of its owner: Izz, viscous
    lower  its least possible value (what bodies can be is more than bounds: see `is_consistent`)
    prior  its value in the robot's description, nan where that says nothing
    """

    owner: str
    part: str
    unit: str
    lower: float
    prior: float

    @property
    def name(self) -> str:
        return f"{self.owner}.{self.part}"


def take_part(name: str) -> str:
    """The part of the first parameter that a name is a sum of: "hysteresis_0.003" of
    "joint1.hysteresis_0.003 + ...", "viscous" of "ball.rz.viscous"; a number has a dot too."""
    found = PART.search("." + name.split(" ")[0])
    return name if found is None else found[1]


class Carried(NamedTuple):
    """A payload, the body that carries it, that body's place in p, and its own (None: known)."""

    payload: Payload
    node: int
    link: slice
    own: slice | None


@dataclass(frozen=True, eq=False)
class Batch:
    """All forces of one law: entry e acts on one coordinate, for the parameter p[at[e]].

    gain        by which its force is multiplied
    of          (entries, coordinates) the sums that the law reads; `single` where each is one
                coordinate as it is
    again       whether an entry before it acts for the same parameter on the same coordinate
    rows        its coordinate's place among the actuated ones, -1: none
    """

    law: Law
    at: Ints
    on: Ints
    gain: Array
    of: Array
    single: Ints | slice | None
    again: tuple[bool, ...]
    rows: Ints

    def select_signals(self, motion: Motion) -> Signals:
        further = {name: motion.channels[name][:, self.rows] for name in self.law.channels}
        if self.single is not None:
            k = self.single
            return Signals(motion.q[:, k], motion.qd[:, k], motion.qdd[:, k], further)
        S = self.of.T
        return Signals(motion.q @ S, motion.qd @ S, motion.qdd @ S, further)

    def compute_forces(self, motion: Motion) -> Array:
        """(N, entries), for parameters of 1."""
        f = self.law.force(self.select_signals(motion))
        return f if (self.gain == 1.0).all() else f * self.gain


@dataclass(frozen=True, eq=False)
class Layout:
    """The parameters of a model and their places in p.

    Parameters
    ----------
    parameters
        every entry of p
    groups
        parameter group of every body, -1 for massless ones
    group_names
        the groups' names
    bodies
        {name: place of ten parameters} of groups and of unknown payloads
    payloads
        what links carry
    terms
        terms of effects at their joints
    at
        where their parameters stand
    batches
        the same, sorted by law
    rows
        of every coordinate: its place among the actuated ones, -1: none

    Attributes
    ----------
    inertial
        the place of the bodies' parameters, ten a group; they stand first
    """

    parameters: tuple[Parameter, ...]
    groups: tuple[int, ...]
    group_names: tuple[str, ...]
    bodies: dict[str, slice]
    payloads: tuple[Carried, ...]
    terms: tuple[Placed, ...]
    at: tuple[int, ...]
    batches: tuple[Batch, ...]
    rows: tuple[int, ...]

    @property
    def inertial(self) -> slice:
        return slice(0, 10 * len(self.group_names))

    @property
    def scales(self) -> dict[int, float]:
        """{place in p: scale} of the terms whose usual values are known before any data."""
        pairs = ((at, placed.term.scale) for at, placed in zip(self.at, self.terms))
        return {at: scale for at, scale in pairs if np.isfinite(scale)}

    @property
    def others(self) -> slice:
        """What stands behind the bodies: payloads and effects."""
        return slice(self.inertial.stop, None)

    @property
    def units(self) -> dict[str, str]:
        """{"viscous": "N m s/rad, N s/m"}: of the terms, for the kinds of joints that have them."""
        places = zip(self.at, self.terms)
        pairs = [(placed.term.name, self.parameters[at].unit) for at, placed in places]
        return {
            part: ", ".join(dict.fromkeys(unit for name, unit in pairs if name == part))
            for part, _ in pairs
        }

    @cached_property
    def channels(self) -> tuple[str, ...]:
        """Signals in addition to the motion that the laws read, and payloads of some logs."""
        read = [name for batch in self.batches for name in batch.law.channels]
        return tuple(dict.fromkeys([*read, *(name_load_channel(x) for x in self.changing)]))

    @cached_property
    def changing(self) -> dict[str, Carried]:
        """Payloads that are carried in some logs only, by name."""
        return {x.payload.name: x for x in self.payloads if x.payload.sometimes}

    @cached_property
    def gains(self) -> dict[str, int]:
        """{joint: place in p} of what the torque itself is multiplied by (`DriveGain`)."""
        law = Law(channel=DRIVEN)
        return {x.joint: k for k, x in zip(self.at, self.terms) if x.term.law == law}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)


def make_layout(robot: Robot, effects: Sequence[Any], symmetric: bool) -> Layout:
    """Lay out bodies, payloads and effects; raises where they do not fit the robot."""
    groups, names = _group_bodies(robot, symmetric)
    known = _average_nominal_inertias(robot, groups, len(names))
    parameters = [
        p for name, values in zip(names, known) for p in _list_body_parameters(name, values)
    ]
    bodies = {name: slice(10 * k, 10 * k + 10) for k, name in enumerate(names)}
    payloads: list[Carried] = []
    terms: list[Placed] = []
    at: list[int] = []
    for effect in effects:
        start = len(parameters)
        if isinstance(effect, Payload):
            effect.check(robot, groups)
            node, own = effect.find_node(robot), None
            if effect.sometimes and effect.inertia is not None:
                raise InputError(
                    f"Payload '{effect.name}': got a known inertia with sometimes=True;"
                    " expected it with its log, process(..., payloads=[None, Payload(...)])."
                )
            if effect.inertia is None:
                own = bodies[effect.name] = slice(start, start + 10)
                parameters += _list_body_parameters(effect.name, [np.nan] * 10)
            payloads.append(Carried(effect, node, bodies[names[groups[node]]], own))
        elif isinstance(effect, Effect):
            placed = effect.place_terms(robot)
            parameters += [_make_term_parameter(robot, each) for each in placed]
            terms += placed
            at += range(start, len(parameters))
        else:
            brackets = f" Did you mean {effect.__name__}()?" if isinstance(effect, type) else ""
            raise InputError(
                f"got effect {effect!r}, expected objects such as Viscous(), Coulomb(),"
                f" RotorInertia(): see dynid.model.effects.{brackets}"
            )
    _check_names(robot, parameters)
    rows = list_rows(robot)
    batches = tuple(make_batches(robot, terms, at, rows))
    return Layout(
        tuple(parameters),
        groups,
        names,
        bodies,
        tuple(payloads),
        tuple(terms),
        tuple(at),
        batches,
        rows,
    )


def _group_bodies(robot: Robot, symmetric: bool) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The group of every body, and the groups' names: each that of its first body."""
    leaders = {name: group[0] for group in robot.symmetry for name in group} if symmetric else {}
    names: dict[str, int] = {}
    groups = [
        -1 if body.massless else names.setdefault(leaders.get(body.name, body.name), len(names))
        for body in robot.bodies
    ]
    return tuple(groups), tuple(names)


def _average_nominal_inertias(robot: Robot, groups: tuple[int, ...], count: int) -> list[Array]:
    """Nominal inertias of every group: the mean of its bodies, nan where nothing is known."""
    known: list[list[Array]] = [[] for _ in range(count)]
    for body, group in zip(robot.bodies, groups):
        if group >= 0 and body.inertia is not None:
            known[group].append(np.asarray(body.inertia))
    return [np.mean(values, axis=0) if values else np.full(10, np.nan) for values in known]


def _list_body_parameters(owner: str, values: Iterable[float]) -> list[Parameter]:
    return [
        Parameter(owner, part, unit, -np.inf, float(value))
        for part, unit, value in zip(PARAMETER_NAMES, BODY_UNITS, values)
    ]


def _make_term_parameter(robot: Robot, placed: Placed) -> Parameter:
    term, sliding, nominal = placed.term, False, None
    if placed.joint in robot.coordinates:
        joint = robot.joint(placed.joint)
        sliding = joint.kind == "prismatic"
        nominal = getattr(joint, term.stands_for) if term.has_nominal else None
    return Parameter(
        placed.joint,
        term.name,
        term.find_unit(sliding),
        term.lower,
        np.nan if nominal is None else float(nominal),
    )


def _check_names(robot: Robot, parameters: Sequence[Parameter]) -> None:
    counts = Counter(parameter.name for parameter in parameters)
    doubled = [name for name, count in counts.items() if count > 1]
    if doubled:
        raise InputError(
            f"model of '{robot.name}': two effects have the same parameters "
            f"{join_names(doubled, 5)}."
        )


def _as_slice(places: Ints) -> Ints | slice:
    """Consecutive places as a slice: arrays are then looked at, not copied."""
    first, count = int(places[0]), len(places)
    return slice(first, first + count) if (np.diff(places) == 1).all() else places


def list_rows(robot: Robot) -> tuple[int, ...]:
    """Of every coordinate: its place among the actuated ones, -1: none."""
    return tuple(robot.actuated.index(c) if c in robot.actuated else -1 for c in robot.coordinates)


def make_batches(
    robot: Robot, terms: Sequence[Placed], at: Sequence[int], rows: Sequence[int]
) -> list[Batch]:
    """Terms, of parameters that stand at these places, sorted by law."""
    index = {name: k for k, name in enumerate(robot.coordinates)}
    by_law: dict[Law, list[tuple[int, int, float, Act]]] = {}
    for place, placed in zip(at, terms):
        for act in placed.acts:
            for joint, gain in act.on:
                entry = (place, index[joint], gain, act)
                by_law.setdefault(placed.term.law, []).append(entry)
    out = []
    for law, entries in by_law.items():
        of = np.zeros((len(entries), len(index)))
        for e, (*_, act) in enumerate(entries):
            for joint, factor in act.of:
                of[e, index[joint]] += factor
        one = ((of != 0.0).sum(axis=1) == 1).all() and (of.sum(axis=1) == 1.0).all()
        places = [(place, on) for place, on, *_ in entries]
        passive = [robot.coordinates[on] for _, on in places if rows[on] < 0]
        if law.channels and (passive or not one):
            raise InputError(
                f"model of '{robot.name}': a law that reads {join_names(law.channels)} acts on"
                f" {join_names(passive) or 'a sum of joints'}; expected actuated joints, one by "
                f"one."
            )
        out.append(
            Batch(
                law,
                np.array([place for place, _ in places], dtype=np.int64),
                np.array([on for _, on in places], dtype=np.int64),
                np.array([gain for *_, gain, _ in entries]),
                of,
                _as_slice(of.argmax(axis=1)) if one else None,
                tuple(place in places[:e] for e, place in enumerate(places)),
                np.array([rows[on] for _, on in places], dtype=np.int64),
            )
        )
    return out
