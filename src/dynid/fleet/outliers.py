"""Machines out of the ordinary: each compared with the others, the chance of a false alarm bounded
over all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.fleet.quantities import (
    DRIVE,
    FRICTION,
    MATTERS,
    PAYLOAD,
    ROTOR,
    UNEXPLAINED,
    Extended,
    Quantity,
    Value,
    value,
)
from dynid.fleet.spread import Spread

FEWEST = 5  # machines, below which none can be told from the others
GROSS = 4.0  # robust deviations beyond which a machine is none to compare others with
MOST = 3  # deviations of one machine that are told


@dataclass(frozen=True)
class Deviation:
    """Something in which a machine is not as the others.

    kind, joint     friction, drive, rotor, payload or residual; "" of the payload
    value           as a part of the fleet's (1: the same), or kg beside what the manifest says
    low, high       95 % interval
    t, chance       how far out, and the chance of it in a machine like the others
    text            in words
    """

    kind: str
    joint: str
    value: float
    low: float
    high: float
    t: float
    chance: float
    text: str


def outlying(
    quantities: Sequence[Quantity],
    machines: Sequence[Extended],
    noises: Array,
    spread: Spread,
    joints: Sequence[str],
    alarm: float,
) -> tuple[list[tuple[Deviation, ...]], int]:
    """What each machine deviates in, the likeliest cause first, and how many tests that took.
    noises (machines, joints): residuals that no parameters explain."""
    M = len(machines)
    if M < FEWEST:
        return [()] * M, 0
    values = [[value(q, data, spread) for data in machines] for q in quantities]
    kinds = list(quantities)
    for j, joint in enumerate(joints):
        log = np.log(noises[:, j] / np.median(noises[:, j]))
        empty = np.zeros((len(machines[0].A), 0))
        kinds.append(Quantity(UNEXPLAINED, joint, empty, np.zeros(0), 1.0))
        values.append([Value(float(np.exp(x) - 1.0), float(x), 0.0, 0.0) for x in log])
    tests = M * len(kinds)
    scores = [_scores(row) for row in values]
    out: list[tuple[Deviation, ...]] = []
    for m, data in enumerate(machines):
        told: list[int] = []
        left = _beyond(kinds, [row[m] for row in values], scores, m, alarm / tests)
        while left and len(told) < MOST:
            # the likeliest cause; what remains beside it is a second one
            best = max(left, key=lambda k: (values[k][m].likelier, abs(scores[k](m, None)[0])))
            told.append(best)
            free = [kinds[k].H for k in told]
            again = [
                value(q, data, spread, free) if q.H.size and k not in told else row[m]
                for k, (q, row) in enumerate(zip(kinds, values))
            ]
            left = [
                k
                for k in _beyond(kinds, again, scores, m, alarm / tests)
                if k not in told and kinds[k].H.size
            ]
        out.append(tuple(_told(kinds[k], values[k][m], *scores[k](m, None)) for k in told))
    return out, tests


def _beyond(
    kinds: Sequence[Quantity], here: Sequence[Value], scores: Sequence, m: int, each: float
) -> list[int]:
    out = []
    for k, (quantity, x) in enumerate(zip(kinds, here)):
        size = MATTERS[quantity.kind] * (quantity.fleet if quantity.kind == PAYLOAD else 1.0)
        if abs(x.x) >= size and scores[k](m, x)[1] < each:
            out.append(k)
    return out


def _scores(values: Sequence[Value]):
    """score(m, value) -> t of machine m among the others, and its chance, on the scale (plain or
    logarithmic) on which it is less remarkable: nobody knows how machines scatter."""
    from scipy.stats import t as student

    scales = [np.array([v.x for v in values]), np.array([v.log for v in values])]
    variances = np.array([v.std**2 for v in values])

    def score(m: int, instead: Value | None) -> tuple[float, float]:
        v = values[m] if instead is None else instead
        found = []
        for x, own in zip(scales, (v.x, v.log)):
            middle = np.median(x)
            s = 1.4826 * np.median(np.abs(x - middle))
            kept = np.abs(x - middle) <= GROSS * s
            kept[m] = False
            n = int(kept.sum())
            if n < FEWEST - 1:
                return 0.0, 1.0
            # a machine with less data than the others scatters more
            more = max(v.std**2 - float(np.median(variances[kept])), 0.0)
            width = np.sqrt(np.var(x[kept], ddof=1) * (1.0 + 1.0 / n) + more)
            t = float((own - x[kept].mean()) / max(width, 1e-300))
            found.append((t, float(2.0 * student.sf(abs(t), n - 1))))
        return max(found, key=lambda pair: pair[1])

    return score


def _told(quantity: Quantity, v: Value, t: float, chance: float) -> Deviation:
    half = 1.96 * v.std
    if quantity.kind == PAYLOAD:
        low, high = v.x - half, v.x + half
        number, more = v.x, "more" if v.x > 0 else "less"
        text = (
            f"carries {abs(v.x):.2g} kg {more} than told (+/- {half:.1g}): a wrong payload, or"
            " something fixed to the last link"
        )
    else:
        number, low, high = 1.0 + v.x, 1.0 + v.x - half, 1.0 + v.x + half
        worn = "a worn or dry gear, or a brake that drags" if v.x > 0 else "less than others"
        text = {
            FRICTION: f"friction of {quantity.joint} is {number:.2f} times the fleet's: {worn}",
            DRIVE: f"{quantity.joint} says {number:.3f} times the torque that its motion needs: a"
            " swapped drive, or a wrong gain",
            ROTOR: f"rotor inertia of {quantity.joint} is {number:.2f} times the fleet's: a"
            " swapped drive or gear",
            UNEXPLAINED: f"{quantity.joint} leaves {number:.1f} times the torque unexplained that"
            " others leave: backlash, a damaged gear, or a bad sensor",
        }[quantity.kind]
    return Deviation(quantity.kind, quantity.joint, number, low, high, t, chance, text)
