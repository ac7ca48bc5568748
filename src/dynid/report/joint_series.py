"""What the joints did beside what the model says of them: samples and curves, panel by panel.

A panel shows some terms of a joint: what was measured of them is the torque less everything else
of the model, which is the residual and the terms' own torque,

    y = (tau - model) + terms

so a model that fits runs through the middle of the samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.data.dataset import Dataset
from dynid.identification.estimate import Estimate
from dynid.model.channels import HYSTERESIS
from dynid.model.terms import LOAD, Law, Signals
from dynid.validation.prediction_check import predict

GRID = 121  # points of a curve
OTHERS = 150  # samples that a curve is the mean over
MOVES = 0.05  # of the largest speed: below, the sign of friction is not sure
MATTERS = 0.01  # of a joint's RMS torque: terms with less have no panel


class Own(NamedTuple):
    """A term of one joint that reads this joint alone: its law, its parameter, what it reads."""

    law: Law
    value: float
    signals: Signals

    @property
    def torque(self) -> Array:
        """(N,), computed anew: those of all joints and terms would fill the memory."""
        return self.value * self.law.force(self.signals)


@dataclass(frozen=True, eq=False)
class Panel:
    """Samples (x, y), and the model's curve through them."""

    x: Array
    y: Array
    curve_x: Array
    curve_y: Array


@dataclass(frozen=True, eq=False)
class JointSeries:
    """A joint along the data: motion, what is left of its torque, its own terms.

    size    RMS of its torque
    """

    name: str
    sliding: bool
    signals: Signals
    residual: Array
    size: float
    own: tuple[Own, ...]
    starts: Flags

    def select_terms(self, which: Callable[[Law], bool]) -> list[Own]:
        """The terms of a kind, where they do something."""
        chosen = [each for each in self.own if which(each.law)]
        torque = sum((each.torque for each in chosen), np.zeros(len(self.residual)))
        matters = np.sqrt(np.mean(torque**2)) > MATTERS * self.size
        return chosen if matters else []

    def compute_measured(self, terms: Sequence[Own]) -> Array:
        return self.residual + sum((each.torque for each in terms), np.zeros(len(self.residual)))

    @property
    def moving(self) -> Ints:
        """Samples at which friction has a direction."""
        speed = np.abs(self.signals.v)
        moving: Ints = list_all(speed)[speed > MOVES * speed.max(initial=0.0)]
        return moving


def is_friction(law: Law) -> bool:
    return not law.acceleration and ("qd" in law.reads or _has_memory(law))


def _has_memory(law: Law) -> bool:
    return law.channel.startswith(HYSTERESIS)


def make_joint_series(result: Estimate, data: Dataset) -> list[JointSeries]:
    """Every actuated joint along a data set, whose model the result's parameters belong to."""
    model = data.model.set_constants(result.constants).set_load_reference(result.p)
    channels = model.channels(data.q, data.qd, data.qdd, data.starts, data.channels)
    residual, tau = data.smooth_tau - predict(result, data), data.smooth_tau
    out = []
    for j, name in enumerate(model.robot.actuated):
        own_channels = {key: x[:, j] for key, x in channels.items()}
        x = Signals(data.q[:, j], data.qd[:, j], data.qdd[:, j], own_channels)
        alone = ((name, 1.0),)
        own = tuple(
            Own(placed.term.law, float(result.p[at]), x)
            for at, placed in zip(model.layout.at, model.layout.terms)
            if len(placed.acts) == 1 and placed.acts[0].on == placed.acts[0].of == alone
        )
        sliding = model.robot.joint(name).kind == "prismatic"
        size = float(np.sqrt(np.mean(tau[:, j] ** 2)))
        out.append(JointSeries(name, sliding, x, residual[:, j], size, own, data.starts))
    return out


def plot_over_velocity(joint: JointSeries) -> Panel | None:
    """All friction; the curve is the mean over loads and positions of the log, gears wound up."""
    terms = joint.select_terms(is_friction)
    if not terms:
        return None
    x = joint.signals
    u = np.linspace(-1.0, 1.0, GRID)
    reached = np.where(u < 0, -min(x.v.min(), 0.0), max(x.v.max(), 0.0))
    v = reached * u * np.abs(u)  # closer where friction bends
    wound = {each.law.channel: np.sign(v) for each in terms if _has_memory(each.law)}
    return Panel(
        x.v, joint.compute_measured(terms), v, _average_terms(terms, joint, v=v, channels=wound)
    )


def plot_over_load(joint: JointSeries) -> Panel | None:
    """Friction that grows with the load, counted against the motion."""
    terms = joint.select_terms(lambda law: is_friction(law) and bool(law.load))
    if not terms:
        return None
    load = np.abs(joint.signals.channels[LOAD])
    at = joint.moving
    grid = np.linspace(0.0, load[at].max(), GRID)
    y = joint.compute_measured(terms)[at] * np.sign(joint.signals.v[at])
    return Panel(
        load[at], y, grid, _average_terms(terms, joint, braking=True, channels={LOAD: grid})
    )


def plot_over_position(joint: JointSeries) -> Panel | None:
    """Springs and ripple."""
    terms = joint.select_terms(lambda law: law.reads == {"q"})
    if not terms:
        return None
    q = joint.signals.q
    grid = np.linspace(q.min(), q.max(), GRID)
    return Panel(q, joint.compute_measured(terms), grid, _average_terms(terms, joint, q=grid))


def plot_friction_over_position(joint: JointSeries) -> Panel | None:
    """Friction that changes with the position, counted against the motion."""
    terms = joint.select_terms(lambda law: is_friction(law) and "q" in law.reads)
    if not terms:
        return None
    q, at = joint.signals.q, joint.moving
    grid = np.linspace(q.min(), q.max(), GRID)
    y = joint.compute_measured(terms)[at] * np.sign(joint.signals.v[at])
    return Panel(q[at], y, grid, _average_terms(terms, joint, braking=True, q=grid))


def plot_around_reversals(joint: JointSeries) -> Panel | None:
    """All friction where the motion turns, counted in the new direction."""
    winding = joint.select_terms(_has_memory)
    if not winding:
        return None
    force = np.array([abs(each.value) for each in winding])
    lengths = np.array([float(each.law.channel.removeprefix(HYSTERESIS)) for each in winding])
    near = 5.0 * float(force @ lengths / force.sum())
    turns = find_reversals(joint.signals.q, joint.signals.v, joint.starts, near)
    if not len(turns.at):
        return None
    terms = joint.select_terms(is_friction)
    measured = joint.compute_measured(terms)
    y = measured[turns.at] * turns.way
    model = (measured - joint.residual)[turns.at] * turns.way
    return Panel(turns.distance, y, *turns.average(model))


def _average_terms(
    terms: Sequence[Own],
    joint: JointSeries,
    q: Array | None = None,
    v: Array | None = None,
    channels: dict[str, Array] | None = None,
    braking: bool = False,
) -> Array:
    """The terms' torque over what is given on a grid, the mean over samples of what is not."""
    at = thin_samples(joint.moving if braking else list_all(joint.residual), OTHERS)
    x, given = joint.signals, channels or {}
    along = {key: y[at][None, :] for key, y in x.channels.items()}
    signals = Signals(
        x.q[at][None, :] if q is None else q[:, None],
        x.v[at][None, :] if v is None else v[:, None],
        x.a[at][None, :],
        along | {key: y[:, None] for key, y in given.items()},
    )
    turn = np.sign(signals.v) if braking else 1.0
    total = np.zeros((GRID, len(at)))
    for each in terms:
        total = total + each.value * each.law.force(signals) * turn
    return np.asarray(total.mean(axis=1))


def list_all(x: Array) -> Ints:
    """The places of all samples."""
    return np.arange(len(x), dtype=np.int64)


def thin_samples(at: Ints, points: int) -> Ints:
    """Evenly fewer of them."""
    return at if len(at) <= points else at[np.linspace(0, len(at) - 1, points).astype(int)]


# ---- Where a motion turns back, and the samples around these places.

WAY = 1.2  # of what is looked at: on a shorter way, the next turn would be seen as well
BINS = 24


@dataclass(frozen=True, eq=False)
class Reversals:
    """Samples near turns of a motion.

    at          their places
    way         (k,) the direction, -1 or 1, of the motion after the turn
    after       (k,) whether they come after it
    distance    (k,) from the turn
    """

    at: Ints
    way: Array
    after: Flags
    distance: Array

    def average(self, y: Array) -> tuple[Array, Array]:
        """y (k,) over the distance, on the way to the turn and then away from it."""
        # closer bins where a gear winds up
        edges = self.distance.max(initial=0.0) * np.linspace(0.0, 1.0, BINS + 1) ** 2
        out: list[tuple[float, float]] = []
        for after in (False, True):
            x, of = self.distance[self.after == after], y[self.after == after]
            bins = np.clip(np.searchsorted(edges, x, side="right") - 1, 0, BINS - 1)
            filled = np.unique(bins)
            points = [(float(x[bins == b].mean()), float(of[bins == b].mean())) for b in filled]
            out += points if after else points[::-1]
        return np.array([x for x, _ in out]), np.array([f for _, f in out])


def find_reversals(q: Array, v: Array, starts: Flags, near: float) -> Reversals:
    """The samples no further than `near` from a turn, between two ways that are long enough."""
    way = np.sign(v)
    begins = np.flatnonzero(starts | (np.diff(way, prepend=way[:1]) != 0))
    stops = np.append(begins[1:], len(q))
    far = np.array([np.ptp(q[a:b]) for a, b in zip(begins, stops)]) >= WAY * near
    found: list[tuple[Ints, float, bool, Array]] = []
    for k in range(1, len(begins)):
        a, turn, b = begins[k - 1], begins[k], stops[k]
        if starts[turn] or not (far[k - 1] and far[k]) or way[turn] * way[turn - 1] >= 0:
            continue
        for first, last, after in ((a, turn, False), (turn, b, True)):
            distance = np.abs(q[first:last] - q[turn])
            at = np.flatnonzero(distance <= near)
            found.append((at + first, float(way[turn]), after, distance[at]))
    if not found:
        none = np.zeros(0)
        return Reversals(none.astype(np.int64), none, none.astype(bool), none)
    counts = [len(at) for at, *_ in found]
    return Reversals(
        np.concatenate([at for at, *_ in found]),
        np.repeat([s for _, s, *_ in found], counts),
        np.repeat([after for *_, after, _ in found], counts),
        np.concatenate([distance for *_, distance in found]),
    )
