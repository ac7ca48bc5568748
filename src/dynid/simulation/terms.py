"""The effects of a model as tables of numbers: what the compiled step reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.errors import InputError
from dynid.model.effects import (
    Coulomb,
    Effect,
    JointCoupling,
    Offset,
    Payload,
    RotorInertia,
    SmoothFriction,
    Spring,
    Stribeck,
    Viscous,
)
from dynid.model.model import Model

CONSTANT, POSITION, VELOCITY, TANH, STRIBECK = range(5)
BOTH, PLUS, MINUS = 0, 1, -1


class Terms(NamedTuple):
    """Smooth forces on coordinate `target`, of the velocity v = qd[source] + qd[other] (other = -1:
    of one coordinate).

    CONSTANT value;  POSITION value q;  VELOCITY value v;  TANH value tanh(v / width);
    STRIBECK value tanh(v / width) exp(-|v / vs|^delta).   side PLUS or MINUS: the part of v > 0 or
    v < 0 alone.
    """

    target: Ints
    source: Ints
    other: Ints
    kind: Ints
    side: Ints
    value: Array
    width: Array
    vs: Array
    delta: Array


class Sharp(NamedTuple):
    """Dry friction along v = qd[first] + qd[second] (second = -1: of one coordinate), which can
    stick.

    Slipping, it is plus + extra exp(-|v / vs|^delta) for v > 0, and -(minus + extra ...) for v < 0.
    """

    first: Ints
    second: Ints
    plus: Array
    minus: Array
    extra: Array
    vs: Array
    delta: Array


class _Collector:
    """Collects the rows of both tables; `width` smooths what is sharp, None keeps it sharp."""

    def __init__(self, width: float | None) -> None:
        self.width = width
        self.terms: list[tuple[float, ...]] = []
        self.sharp: list[tuple[float, ...]] = []

    def add(
        self,
        coordinate: int,
        kind: int,
        value: float,
        *,
        of: tuple[int, int] | None = None,
        side: int = BOTH,
        width: float = 1.0,
        shape: tuple[float, float] = (1.0, 1.0),
    ) -> None:
        source, other = of or (coordinate, -1)
        if value != 0.0:
            self.terms.append((coordinate, source, other, kind, side, value, width, *shape))

    def dry(
        self,
        c: tuple[int, int],
        plus: float,
        minus: float,
        extra: float = 0.0,
        shape: tuple[float, float] = (1.0, 1.0),
        width: float = 0.0,
    ) -> None:
        """Dry friction along coordinate c[0], or along c[0] + c[1]; smoothed where it, or the
        simulation, has a width."""
        if plus == minus == extra == 0.0:
            return
        smooth = width or self.width
        if smooth is None:
            self.sharp.append((*c, plus, minus, extra, *shape))
            return
        for target in [k for k in c if k >= 0]:
            if plus == minus:
                self.add(target, TANH, plus, of=c, width=smooth)
            else:
                self.add(target, TANH, plus, of=c, side=PLUS, width=smooth)
                self.add(target, TANH, minus, of=c, side=MINUS, width=smooth)
            self.add(target, STRIBECK, extra, of=c, width=smooth, shape=shape)


def tables_of(model: Model, p: Array, width: float | None) -> tuple[Terms, Sharp]:
    """Terms and dry friction of all effects. `width` [rad/s or m/s] smooths sharp signs to tanh(v /
    width)."""
    rows, at = _Collector(width), model.n_rigid
    for effect in model.effects:
        if isinstance(effect, Payload):
            at += 10 if effect.inertia is None else 0
            continue
        count = len(effect.parameters(model.robot))
        _add_effect(rows, model, effect, p[at : at + count])
        at += count
    terms = np.array(rows.terms, dtype=float).reshape(-1, 9).T.copy()
    sharp = np.array(rows.sharp, dtype=float).reshape(-1, 7).T.copy()
    _check_passive(model, sharp)
    return (
        Terms(*(row.astype(np.int64) for row in terms[:5]), *terms[5:]),
        Sharp(*(row.astype(np.int64) for row in sharp[:2]), *sharp[2:]),
    )


def _check_passive(model: Model, sharp: Array) -> None:
    for first, second, *force in sharp.T:
        if min(force[:3]) < 0:
            names = [model.robot.coordinates[int(c)] for c in (first, second) if c >= 0]
            raise InputError(
                f"friction of {' + '.join(names)}: got a negative coefficient"
                f" ({min(force[:3]):.3g}), which pushes instead of braking, so that nothing can"
                " stick; expected >= 0, or smooth friction (friction='smooth')."
            )


def _add_effect(rows: _Collector, model: Model, effect: Effect, values: Array) -> None:
    names = effect.chosen(model.robot)
    c = [model.robot.coordinates.index(name) for name in names]
    if isinstance(effect, JointCoupling):
        a, b = c
        rows.add(a, VELOCITY, values[1], of=(b, -1))
        rows.add(b, VELOCITY, values[1], of=(a, -1))
        rows.dry((a, b), values[2], values[2])
        return
    if type(effect) not in _ADD:
        known = [kind.__name__ for kind in _ADD] + [JointCoupling.__name__, Payload.__name__]
        raise InputError(
            f"simulate does not know the effect {type(effect).__name__}; it knows"
            f" {', '.join(known)}."
        )
    for k, own in zip(c, values.reshape(len(c), len(effect.suffixes()))):
        _ADD[type(effect)](rows, effect, k, *own)


def _viscous(rows: _Collector, effect: Viscous, c: int, *value: float) -> None:
    if effect.directional:
        rows.add(c, VELOCITY, value[0], side=PLUS)
        rows.add(c, VELOCITY, value[1], side=MINUS)
    else:
        rows.add(c, VELOCITY, value[0])


def _coulomb(rows: _Collector, effect: Coulomb, c: int, *value: float) -> None:
    rows.dry((c, -1), value[0], value[-1], width=effect.width)


def _stribeck(rows: _Collector, effect: Stribeck, c: int, *value: float) -> None:
    coulomb, extra, viscous = value
    rows.dry((c, -1), coulomb, coulomb, extra, (effect.vs, effect.delta))
    rows.add(c, VELOCITY, viscous)


def _smooth(rows: _Collector, effect: SmoothFriction, c: int, *value: float) -> None:
    rows.add(c, VELOCITY, value[0])
    for B, w in ((value[1], effect.w1), (value[2], effect.w2)):
        if w != 0:
            rows.add(c, TANH, B, width=1.0 / w)


def _offset(rows: _Collector, effect: Offset, c: int, *value: float) -> None:
    rows.add(c, CONSTANT, value[0])


def _spring(rows: _Collector, effect: Spring, c: int, *value: float) -> None:
    rows.add(c, POSITION, value[0])
    rows.add(c, CONSTANT, value[1])


def _nothing(rows: _Collector, effect: RotorInertia, c: int, *value: float) -> None:
    """Rotor inertias are part of the mass matrix."""


_ADD: dict[type[Effect], Callable[..., None]] = {
    Viscous: _viscous,
    Coulomb: _coulomb,
    Stribeck: _stribeck,
    SmoothFriction: _smooth,
    Offset: _offset,
    Spring: _spring,
    RotorInertia: _nothing,
}
