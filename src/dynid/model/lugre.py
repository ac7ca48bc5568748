"""LuGre friction: bristles that bend before they slip, and slip more easily the faster they are.

    F = s0 z + s1 z',   z' = v (1 - sign(v) s0 z / g(v)),   g(v) = Fc (1 + extra e^(-(v / vs)^2))

in parts of Fc, with w = s0 z / Fc and length = Fc / s0, so that it is linear in Fc and s1:

    F = Fc w + s1 v (1 - sign(v) w / G),   dw/dq = (1 - sign(v) w / G) / length,   G(v) = g / Fc

Dahl's equation is that of extra = 0 (see `channels`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dynid.errors import InputError
from dynid.model.channels import LUGRE
from dynid.model.effects import Effect
from dynid.model.terms import Law, Term

LUGRE_RATE = f"{LUGRE}rate "


class Bristles(NamedTuple):
    """length   over which they bend
    extra, vs   of break-away above Fc, as a part of Fc, and the velocity at which it fades
    rate        1: s1's term, 0: Fc's
    """

    length: float
    extra: float
    vs: float
    rate: float


@dataclass(frozen=True)
class LuGre(Effect):
    """LuGre friction with the dry friction Fc (`lugre`) and the damping s1 of its bristles
    (`lugre_damping`), for simulations; viscous friction is another effect.

    Parameters
    ----------
    length
        Fc / s0 [rad or m], over which it bends before it slips
    extra
        of break-away, in parts of Fc: Fs = (1 + extra) Fc
    vs
        Stribeck's velocity [rad/s or m/s]
    """

    length: float = 1e-3
    extra: float = 0.5
    vs: float = 0.01

    def __post_init__(self) -> None:
        numbers = [self.length, self.extra, self.vs]
        if not (np.isfinite(numbers).all() and self.length > 0 <= self.extra and self.vs > 0):
            raise InputError(
                f"LuGre: got length={self.length}, extra={self.extra}, vs={self.vs}, expected a"
                " positive length, extra >= 0 and a positive velocity."
            )

    def terms(self) -> tuple[Term, ...]:
        shape = f"{float(self.length)!r} {float(self.extra)!r} {float(self.vs)!r}"
        return (
            Term("lugre", Law(channel=LUGRE + shape)),
            Term("lugre_damping", Law(channel=LUGRE_RATE + shape, sign=True, power=1.0)),
        )


def parse_bristles(channel: str) -> Bristles | None:
    """What a channel says of bristles; None: it is another one."""
    if not channel.startswith(LUGRE):
        return None
    rate = channel.startswith(LUGRE_RATE)
    shape = channel.removeprefix(LUGRE_RATE if rate else LUGRE).split()
    return Bristles(float(shape[0]), float(shape[1]), float(shape[2]), float(rate))
