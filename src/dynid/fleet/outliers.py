"""Machines out of the ordinary: each compared with the others, the chance of a false alarm bounded
over all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.fleet.fleet_quantities import (
    DRIVE,
    FRICTION,
    LEAST_LEFT,
    MATTERS,
    PAYLOAD,
    ROTOR,
    UNEXPLAINED,
    Extended,
    Quantity,
    Value,
    estimate_value,
)
from dynid.fleet.spread import Spread

FEWEST = 5  # machines, below which none can be told from the others
GROSS = 4.0  # robust deviations beyond which a machine is none to compare others with
POWERS = (0.0, 0.25, 0.5, 0.75, 1.0)  # 0: logarithms, 1: as they are
ALIKE = 200.0  # degrees of freedom that quantities of a kind lend each other at most
WITHIN = 1.92  # of the largest log-likelihood
#: of the chance of a false alarm, for what is looked for
SHARES = {FRICTION: 0.4, PAYLOAD: 0.2, DRIVE: 0.2, ROTOR: 0.1, UNEXPLAINED: 0.1}
MOST = 3  # deviations of one machine that are told


@dataclass(frozen=True, eq=False)
class Compared:
    """What each machine deviates in, the likeliest cause first; how many tests that took; and the
    smallest chance of all, as a part of the limit below which it is an alarm."""

    deviations: list[tuple[Deviation, ...]]
    tests: int
    nearest: float


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


def find_outliers(
    quantities: Sequence[Quantity],
    machines: Sequence[Extended],
    noises: Array,
    spread: Spread,
    joints: Sequence[str],
    alarm: float,
) -> Compared:
    """Every machine with the others. noises (machines, joints): residuals that no parameters
    explain. alarm: chance of any false one."""
    M = len(machines)
    if M < FEWEST:
        return Compared([()] * M, 0, np.inf)
    values = [[estimate_value(q, data, spread) for data in machines] for q in quantities]
    kinds = list(quantities)
    for j, joint in enumerate(joints):
        log = np.log(noises[:, j] / np.median(noises[:, j]))
        empty = np.zeros((len(machines[0].A), 0))
        kinds.append(Quantity(UNEXPLAINED, joint, empty, np.zeros(0), 1.0))
        values.append([Value(float(np.expm1(x)), 0.0, 0.0) for x in log])
    scores = _make_scores(kinds, values)
    each = _list_chances(kinds, M, alarm)
    out: list[tuple[Deviation, ...]] = []
    for m, data in enumerate(machines):
        told: list[int] = []
        left = _find_beyond(kinds, [row[m] for row in values], scores, m, each)
        while left and len(told) < MOST:
            # the likeliest cause; what remains beside it is a second one
            best = max(
                left, key=lambda k: (values[k][m].likelier, abs(scores[k].score_machine(m)[0]))
            )
            told.append(best)
            free = [kinds[k].H for k in told]
            again = [
                estimate_value(q, data, spread, free) if q.H.size and k not in told else row[m]
                for k, (q, row) in enumerate(zip(kinds, values))
            ]
            left = [
                k
                for k in _find_beyond(kinds, again, scores, m, each)
                if k not in told and kinds[k].H.size
            ]
        out.append(
            tuple(
                _make_deviation(kinds[k], values[k][m], *scores[k].score_machine(m)) for k in told
            )
        )
    nearest = min(score.score_machine(m)[1] / e for score, e in zip(scores, each) for m in range(M))
    return Compared(out, M * len(kinds), nearest)


def release_spread(
    quantities: Sequence[Quantity], deviations: Sequence[Deviation], spread: Spread
) -> Array:
    """(P, P) between machines, for one that is out of the ordinary: of that in which it is, the
    fleet says no more than how large such things are."""
    out = spread.covariance
    sizes = {(q.kind, q.joint): q.sizes for q in quantities}
    for deviation in deviations:
        for k, size in sizes.get((deviation.kind, deviation.joint), {}).items():
            out[k, k] += (deviation.value * size) ** 2
    return out


def _make_scores(kinds: Sequence[Quantity], values: Sequence[Sequence[Value]]) -> list[_Scores]:
    out: dict[int, _Scores] = {}
    for kind in dict.fromkeys(q.kind for q in kinds):
        at = [k for k, q in enumerate(kinds) if q.kind == kind]
        rows = [values[k] for k in at]
        powers = (1.0,) if kind == PAYLOAD else select_powers(rows)
        usual = [estimate_usual_variance(rows, a) for a in powers]
        out |= {k: _Scores(row, powers, usual) for k, row in zip(at, rows)}
    return [out[k] for k in range(len(kinds))]


def estimate_usual_variance(rows: Sequence[Sequence[Value]], power: float) -> tuple[float, float]:
    """s_0^2, d_0 of variances s^2 that scatter between quantities of a kind as s_0^2 chi^2 would
    (Smyth 2004): d_0 from var ln s^2 = psi'(d/2) + psi'(d_0/2). Joints of a robot are alike in how
    much machines differ in them, or not: then d_0 is small."""
    from scipy.optimize import brentq
    from scipy.special import digamma, polygamma

    squares, free = [], []
    for row in rows:
        x = _scale_ratio(np.array([v.x for v in row]), power)
        x = x[_mark_comparable(x)]
        if len(x) > 2 and np.var(x) > 0:
            squares.append(float(np.var(x, ddof=1)))
            free.append(len(x) - 1)
    if len(squares) < 3:
        return 0.0, 0.0
    d = float(np.mean(free))
    z = np.log(squares) - digamma(d / 2) + np.log(d / 2)
    more = float(np.var(z, ddof=1) - polygamma(1, d / 2))
    least, most = float(polygamma(1, ALIKE / 2)), float(polygamma(1, 0.5))
    d0 = ALIKE if more <= least else 1.0
    if least < more < most:
        d0 = 2.0 * float(brentq(lambda h: float(polygamma(1, h)) - more, 0.5, ALIKE / 2))
    return float(np.exp(np.mean(z) + digamma(d0 / 2) - np.log(d0 / 2))), d0


def _list_chances(kinds: Sequence[Quantity], machines: int, alarm: float) -> list[float]:
    """Of a false alarm, for each quantity: kinds have their shares, divided among all that is
    tested of them (Bonferroni)."""
    there = {kind: [q.kind for q in kinds].count(kind) for kind in {q.kind for q in kinds}}
    whole = sum(SHARES[kind] for kind in there)
    return [alarm * SHARES[q.kind] / whole / (machines * there[q.kind]) for q in kinds]


def _find_beyond(
    kinds: Sequence[Quantity],
    here: Sequence[Value],
    scores: Sequence[_Scores],
    m: int,
    each: Sequence[float],
) -> list[int]:
    out = []
    for k, (quantity, x) in enumerate(zip(kinds, here)):
        size = MATTERS[quantity.kind] * (quantity.fleet if quantity.kind == PAYLOAD else 1.0)
        if abs(x.x) >= size and scores[k].score_machine(m, x)[1] < each[k]:
            out.append(k)
    return out


class _Scores:
    """Of one quantity: how remarkable machine m is among the others.

    powers    the scales (r^a - 1) / a of ratios r on which the machines scatter evenly, as far as
              that is known; machines count on the scale on which they are least remarkable
    usual     on each scale, the variance of quantities of this kind, and how many degrees of
              freedom it is worth
    """

    def __init__(
        self, values: Sequence[Value], powers: Sequence[float], usual: Sequence[tuple[float, float]]
    ) -> None:
        self.values, self.powers, self.usual = values, powers, usual
        self.scaled = [_scale_ratio(np.array([v.x for v in values]), a) for a in powers]
        self.kept = [_mark_comparable(x) for x in self.scaled]
        self.variances = np.array([v.std**2 for v in values])

    def score_machine(self, m: int, instead: Value | None = None) -> tuple[float, float]:
        """t and its chance; instead: another value of that machine."""
        from scipy.special import stdtr

        v = self.values[m] if instead is None else instead
        found = []
        for x, all_kept, a, (s0, d0) in zip(self.scaled, self.kept, self.powers, self.usual):
            kept = all_kept.copy()
            kept[m] = False
            n = int(kept.sum())
            if n < FEWEST - 1:
                return 0.0, 1.0
            # a machine with less data than the others scatters more
            more = max(v.std**2 - float(np.median(self.variances[kept])), 0.0)
            square = (d0 * s0 + (n - 1) * np.var(x[kept], ddof=1)) / (d0 + n - 1)
            width = np.sqrt(square * (1.0 + 1.0 / n) + more)
            own = float(_scale_ratio(np.array([v.x]), a)[0])
            t = (own - float(x[kept].mean())) / max(float(width), 1e-300)
            found.append((t, float(2.0 * stdtr(d0 + n - 1, -abs(t)))))
        return max(found, key=lambda pair: pair[1])


def _scale_ratio(x: Array, power: float) -> Array:
    """Of deviations x from a ratio of 1."""
    if power == 1.0:
        return x
    log = np.log(np.maximum(1.0 + x, LEAST_LEFT))
    return np.asarray(log if power == 0.0 else np.expm1(power * log) / power)


def _mark_comparable(x: Array) -> NDArray[np.bool_]:
    """Which machines others can be compared with."""
    middle = np.median(x)
    return np.asarray(np.abs(x - middle) <= GROSS * 1.4826 * np.median(np.abs(x - middle)))


def select_powers(rows: Sequence[Sequence[Value]]) -> tuple[float, ...]:
    """Which scales fit the scatter of several quantities of one kind (Box and Cox 1964): all whose
    likelihood is within the 95 % interval of the best."""
    likely = []
    for a in POWERS:
        total = 0.0
        for row in rows:
            x = np.array([v.x for v in row])
            kept = _mark_comparable(x) & _mark_comparable(_scale_ratio(x, 0.0))
            y, log = _scale_ratio(x[kept], a), _scale_ratio(x[kept], 0.0)
            if len(y) > 2:
                total += (
                    -0.5 * len(y) * np.log(max(float(np.var(y)), 1e-300)) + (a - 1.0) * log.sum()
                )
        likely.append(total)
    return tuple(a for a, one in zip(POWERS, likely) if one >= max(likely) - WITHIN)


def _make_deviation(quantity: Quantity, v: Value, t: float, chance: float) -> Deviation:
    half = 1.96 * v.std
    if quantity.kind == PAYLOAD:
        low, high = v.x - half, v.x + half
        number, more = v.x, "more" if v.x > 0 else "less"
        text = (
            f"carries {abs(v.x):.2g} kg {more} than stated (+/- {half:.1g}): a wrong payload, or"
            " something fixed to the last link"
        )
    else:
        number, low, high = 1.0 + v.x, 1.0 + v.x - half, 1.0 + v.x + half
        worn = "a worn or dry gear, or a dragging brake" if v.x > 0 else "less than others"
        text = {
            FRICTION: f"friction of {quantity.joint} is {number:.2f} times the fleet's: {worn}",
            DRIVE: f"{quantity.joint} says {number:.3f} times the torque that its motion needs:"
            " an exchanged motor, or a wrong gain",
            ROTOR: f"rotor inertia of {quantity.joint} is {number:.2f} times the fleet's:"
            " an exchanged motor or gear",
            UNEXPLAINED: f"{quantity.joint} leaves {number:.1f} times the torque unexplained that"
            " others leave: backlash, a damaged gear, or a bad sensor",
        }[quantity.kind]
    return Deviation(quantity.kind, quantity.joint, number, low, high, t, chance, text)
