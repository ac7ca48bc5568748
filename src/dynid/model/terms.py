"""The force laws: one general form, written here for arrays and for C, for single
states in native/laws.hpp.

    f = s(v) |v|^a e^(-(|v| / v_f)^d) q^n cos(k q + phi) l^m dl/dq qdd |load|^b c

with the velocity v of a joint (or of a sum of joints), s(v) the sign of v, sharp or smoothed to
tanh(v / width), and the length l of a rod that a turning joint stretches. A law is a choice of
these factors, in numbers: nobody has to compile anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError

LOAD = "load"  # the name of the rigid bodies' torque among the channels
DRIVEN = "driven"  # that of the whole torque of a joint whose current was logged


class Signals(NamedTuple):
    """The signals that a law reads, of the joint that it acts on: arrays of one shape.

    Attributes
    ----------
    channels
        signals in addition to the motion: the load of the rigid bodies on the joint, what was
        logged (a temperature), or what follows from the past (see `channels`)
    """

    q: Array
    v: Array
    a: Array
    channels: Mapping[str, Array] = {}


class Slopes(NamedTuple):
    """Derivatives of a force by q, v and a; None where it does not depend on them."""

    q: Array | None
    v: Array | None
    a: Array | None


@dataclass(frozen=True)
class Law:
    """A force as a product of factors; a factor that is not named is 1.

    Parameters
    ----------
    sign
        s(v) = sign(v); with a `width` > 0 tanh(v / width)
    side
        1: only where v > 0; -1: only where v < 0
    power
        |v|^power
    fade
        e^(-(|v| / fade)^steepness)
    steepness
        the exponent of that
    position
        q^position, a whole number
    waves, phase
        cos(waves q + phase)
    lever
        l^stretch dl/dq, l^2 = a^2 + b^2 - 2 a b cos(q + phase), for lever = (a, b, phase): a rod
        from a point that stands still, at the distance a from the axis, to one that turns with the
        joint, at b
    stretch
        the power of l in that
    acceleration
        qdd
    load
        |load|^load, of the rigid-body torque at the joint
    channel
        the value of a signal in addition to the motion, by its name
    """

    sign: bool = False
    width: float = 0.0
    side: int = 0
    power: float = 0.0
    fade: float = np.inf
    steepness: float = 2.0
    position: int = 0
    waves: float = 0.0
    phase: float = 0.0
    lever: tuple[float, float, float] = (0.0, 0.0, 0.0)
    stretch: int = 0
    acceleration: bool = False
    load: float = 0.0
    channel: str = ""

    def __post_init__(self) -> None:
        fine = {
            "power": self.power >= 0,
            "fade": self.fade > 0,
            "steepness": self.steepness > 0,
            "position": self.position >= 0 and self.position == int(self.position),
            "side": self.side in (-1, 0, 1),
            "width": np.isfinite(self.width) or self.width == np.inf,
            "waves": np.isfinite(self.waves) and np.isfinite(self.phase),
            "lever": np.isfinite(self.lever).all() and _is_rod(*self.lever[:2]),
            "stretch": self.stretch >= 0 and self.stretch == int(self.stretch),
        }
        others = (self.sign, self.side, self.power, self.position, self.waves, self.phase)
        alone = not any((*others, *self.lever))
        fine["acceleration"] = alone or not self.acceleration
        wrong = [name for name, good in fine.items() if not good]
        if wrong:
            raise InputError(
                f"Law: got {wrong[0]}={getattr(self, wrong[0])!r}, expected power >= 0, fade > 0,"
                " steepness > 0, position a whole number >= 0, side -1, 0 or 1, finite waves, a"
                " lever (a, b, phase) with different a and b >= 0, stretch a whole number >= 0, and"
                " an acceleration alone (it is part of the mass matrix)."
            )

    @property
    def sharp(self) -> bool:
        """The sign jumps."""
        return self.sign and self.width == 0.0

    @property
    def dry(self) -> bool:
        """Dry friction: it can hold a joint at rest."""
        return self.sharp and self.power == 0.0

    @property
    def of_sensor(self) -> bool:
        """The gain of a torque sensor: of what is measured, not of what moves."""
        return self == Law(channel=LOAD)

    @property
    def reads(self) -> frozenset[str]:
        """The signals it depends on: some of q, qd, qdd, load, and the name of a channel."""
        moving = self.sign or self.side or self.power or self.fade < np.inf
        said = {
            "q": self.position or self.waves or any(self.lever),
            "qd": moving,
            "qdd": self.acceleration,
            "load": self.load,
            self.channel: self.channel,
        }
        return frozenset(name for name, used in said.items() if used)

    @property
    def channels(self) -> tuple[str, ...]:
        """The signals in addition to the motion that it reads."""
        return tuple(filter(None, (LOAD if self.load else "", self.channel)))

    def force(self, x: Signals) -> Array:
        """f, for a parameter of 1."""
        f, *others = [value for value, *_ in self._list_factors(x)] or [np.ones_like(x.q)]
        for other in others:
            f = f * other
        return f

    def compute_slopes(self, x: Signals) -> Slopes:
        """df/dq, df/dv, df/da. A jump of the sign counts as constant."""
        found = self._compute_all_slopes(x)
        return Slopes(found.get(0), found.get(1), found.get(2))

    def compute_channel_slopes(self, x: Signals) -> dict[str, Array]:
        """df/dc of every channel c that it reads."""
        return {
            by: slope for by, slope in self._compute_all_slopes(x).items() if isinstance(by, str)
        }

    def _compute_all_slopes(self, x: Signals) -> dict[int | str, Array]:
        factors = self._list_factors(x)
        out: dict[int | str, Array] = {}
        for i, (_, by, slope) in enumerate(factors):
            for j, (value, *_) in enumerate(factors):
                slope = slope if i == j or slope is None else slope * value
            if slope is not None:
                out[by] = out[by] + slope if by in out else slope
        return out

    def _list_factors(self, x: Signals) -> list[tuple[Array, int | str, Array | None]]:
        """Every factor: its value, on which of q, v, a (0, 1, 2) or which channel it depends, its
        derivative."""
        out: list[tuple[Array, int | str, Array | None]] = []
        size = np.abs(x.v)
        if self.sharp and self.power > 0:  # sign(v) |v|^a in one: its derivative has no jump
            out.append(
                (
                    _compute_signed_power(x.v, size, self.power),
                    1,
                    _compute_power_slope(size, self.power),
                )
            )
        else:
            if self.sharp:
                out.append((np.sign(x.v), 1, None))
            elif self.sign:
                step = np.tanh(x.v / self.width)
                out.append((step, 1, (1.0 - step**2) / self.width))
            if self.power > 0:
                slope = np.sign(x.v) * _compute_power_slope(size, self.power)
                out.append((size**self.power, 1, slope))
        if self.side:
            out.append(((self.side * x.v > 0).astype(float), 1, None))
        if self.fade < np.inf:
            ratio = np.where(size == 0.0, 1.0, size / self.fade)
            fall = np.exp(-(ratio**self.steepness))
            slope = -self.steepness / self.fade * ratio ** (self.steepness - 1.0) * fall
            moving = size > 0.0
            out.append(
                (np.where(moving, fall, 1.0), 1, np.where(moving, np.sign(x.v) * slope, 0.0))
            )
        if self.position == 1:
            out.append((x.q, 0, np.ones_like(x.q)))
        elif self.position:
            n = self.position
            out.append((x.q**n, 0, n * x.q ** (n - 1)))
        if self.waves or self.phase:
            angle = self.waves * x.q + self.phase
            out.append((np.cos(angle), 0, -self.waves * np.sin(angle)))
        if any(self.lever):
            out.append((*_compute_rod(x.q, self.lever, self.stretch),))
        if self.acceleration:
            out.append((x.a, 2, np.ones_like(x.a)))
        if self.load:
            load = _require_channel(x, LOAD)
            slope = np.sign(load) * _compute_power_slope(np.abs(load), self.load)
            out.append((np.abs(load) ** self.load, LOAD, slope))
        if self.channel:
            value = _require_channel(x, self.channel)
            out.append((value, self.channel, np.ones_like(value)))
        return out

    def to_c(self, q: str, v: str, a: str, channels: Mapping[str, str] | None = None) -> str:
        """The same as an expression of C."""
        given = channels or {}
        if missing := [name for name in self.channels if name not in given]:
            what = " and ".join(f"'{name}'" for name in missing)
            raise InputError(f"a law reads {what}, which the C functions are not given.")
        out = []
        if self.sharp and self.power == 1.0:
            out.append(v)
        else:
            if self.sign:
                out.append(f"sign({v})" if self.sharp else f"tanh({v} / {float(self.width)!r})")
            if self.power:
                out.append(f"pow(fabs({v}), {float(self.power)!r})")
        if self.side:
            out.append(f"(double)({v} {'>' if self.side > 0 else '<'} 0.0)")
        if self.fade < np.inf:
            ratio = f"fabs({v}) / {float(self.fade)!r}"
            out.append(f"exp(-pow({ratio}, {float(self.steepness)!r}))")
        if self.position:
            out.append(" * ".join([q] * self.position))
        if self.waves or self.phase:
            out.append(f"cos({float(self.waves)!r} * {q} + {float(self.phase)!r})")
        if any(self.lever):
            fixed, turning, phase = map(float, self.lever)
            pull = f"{fixed * turning!r} * sin({q} + {phase!r})"
            l2 = f"{fixed**2 + turning**2!r} - {2 * fixed * turning!r} * cos({q} + {phase!r})"
            rest = f" * pow({l2}, {0.5 * (self.stretch - 1)!r})"
            out.append(pull if self.stretch == 1 else pull + rest)
        if self.acceleration:
            out.append(a)
        if self.load:
            size = f"fabs({given[LOAD]})"
            out.append(size if self.load == 1.0 else f"pow({size}, {float(self.load)!r})")
        if self.channel:
            out.append(given[self.channel])
        return " * ".join(out)

    def find_unit(self, sliding: bool) -> str:
        """The unit of its parameter: that of a torque (a force) divided by those of the factors."""
        torque, angle = ("N", "m") if sliding else ("N m", "rad")
        if self == ACCELERATION:
            return "kg" if sliding else "kg m^2"
        load = self.load + (self.channel in (LOAD, DRIVEN))
        if load:
            torque = "" if load == 1 else f"({torque})^{1 - load:g}"
        if self.channel.startswith("gravity"):
            return "m/s^2"
        if self.channel.startswith("zero"):
            return angle
        if any(self.lever):  # its parameter is a force, or a stiffness of the rod
            return "N" if self.stretch == 0 else f"N/{_format_power('m', self.stretch)}"
        kelvin = "K" if self.channel.startswith("temperature") else ""
        seconds, lengths = self.power + 2.0 * self.acceleration, self.power + self.position
        top = " ".join(filter(None, [torque, _format_power("s", seconds)]))
        below = " ".join(filter(None, [_format_power(angle, lengths + self.acceleration), kelvin]))
        below = f"({below})" if " " in below else below
        return (f"{top or '1'}/{below}" if below else top) or "1"


def _compute_signed_power(v: Array, size: Array, power: float) -> Array:
    return v if power == 1.0 else np.sign(v) * size**power


def _compute_power_slope(size: Array, power: float) -> Array:
    """a |v|^(a - 1); 0 at rest where that would be infinite."""
    if power == 1.0:
        return np.ones_like(size)
    return (
        power * np.where(size == 0.0, 0.0, size) ** (power - 1.0)
        if power > 1.0
        else (np.where(size == 0.0, 0.0, power * np.where(size == 0.0, 1.0, size) ** (power - 1.0)))
    )


def _is_rod(fixed: float, turning: float) -> bool:
    """Where both ends are at one distance from the axis, they could meet, and no rod be left."""
    return fixed >= 0 and turning >= 0 and (fixed != turning or fixed == 0)


def _compute_rod(q: Array, lever: tuple[float, float, float], m: int) -> tuple[Array, int, Array]:
    """l^m dl/dq = s l^(m-1), with s = a b sin(q + phase), and its derivative
    a b cos(q + phase) l^(m-1) + (m - 1) s^2 l^(m-3)."""
    a, b, phase = lever
    s, c = a * b * np.sin(q + phase), a * b * np.cos(q + phase)
    l2 = a**2 + b**2 - 2.0 * c
    size = l2 ** (0.5 * (m - 1))
    return s * size, 0, c * size + (m - 1) * s**2 * size / l2


def _require_channel(x: Signals, channel: str) -> Array:
    if channel not in x.channels:
        raise InputError(f"a law of the model reads '{channel}', which is not known here.")
    return x.channels[channel]


def _format_power(unit: str, exponent: float) -> str:
    return "" if exponent == 0 else unit if exponent == 1 else f"{unit}^{exponent:g}"


CONSTANT, VELOCITY, DRY = Law(), Law(sign=True, power=1.0), Law(sign=True)
POSITION, ACCELERATION = Law(position=1), Law(acceleration=True)


@dataclass(frozen=True)
class Term:
    """One parameter of a joint, "joint3.viscous", and the law that it multiplies.

    Parameters
    ----------
    name
        of the parameter, "viscous"
    law
        what it multiplies
    lower
        its least value: 0 for what brakes or is a mass, -inf where it is free
    stands_for
        which value of a joint in a robot file it is: "damping", "friction", "armature",
        "stiffness", "spring_offset"
    share
        its part in that value: 1/2 for each of two directions
    scale
        of values that are usual, where that is known before any data; else inf
    """

    name: str
    law: Law
    lower: float = 0.0
    stands_for: str = ""
    share: float = 1.0
    scale: float = np.inf

    @property
    def has_nominal(self) -> bool:
        """Whether the robot's file can say its value: not of a part of a law that may be negative
        (the steps of smooth friction), but of springs."""
        return bool(self.stands_for) and (self.lower == 0.0 or not self.law.sign)

    def find_unit(self, sliding: bool = False) -> str:
        return self.law.find_unit(sliding)


@lru_cache(maxsize=1000)
def smooth_sign(term: Term, width: float) -> Term:
    """With the sign of dry friction so wide."""
    return replace(term, law=replace(term.law, width=width)) if term.law.dry else term


LAW_NUMBERS = 13  # of `pack_law`


def pack_law(law: Law) -> Array:
    """The row of numbers that native/laws.hpp reads: all factors but acceleration, load and
    channel."""
    names = ("sign", "width", "side", "power", "fade", "steepness", "position", "waves", "phase")
    factors = [float(getattr(law, name)) for name in names]
    return np.array([*factors, *law.lever, float(law.stretch)])
