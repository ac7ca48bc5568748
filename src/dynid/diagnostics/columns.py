"""Faults of columns: what those of a log show by themselves. Jumps, spikes, held and stuck values,
clipped, quantised, filtered and impossible ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dynid.arrays import Array, Flags
from dynid.data.cubic_spline import compute_power_density
from dynid.data.log import Log
from dynid.data.masks import drop_short_runs, find_runs
from dynid.diagnostics.time_stamps import OUTLIER, examine_times, measure_count
from dynid.errors import join_names
from dynid.findings import Change, Finding, Times
from dynid.robot.mechanism import Robot

HUGE = 1e7  # rad, m, Nm, N: no robot has that
TURN = 2.0 * np.pi
NEAR_TURN = 0.03  # of a turn: a jump by one
STUCK = 0.15  # s: the same value for longer, while the joint moves before and after
# share of the samples that repeat the one before them, while the column changes by more than a
# count a sample over so many samples before and after, and how many such samples are needed
HELD, AROUND, JUDGED = 0.6, 25, 50
IN_STEP = 0.95  # of these samples: columns that change at the same ones are recorded together
MOVES = (0.05, 0.05)  # s to both sides, share of the largest change in them: a joint that moves
TRAVELS = 3e-3  # of its range: a joint moves while its torque stays the same
FLAT = 0.01  # share of the samples at the largest or smallest value: clipped
LEAST = {"q": 3e-3, "tau": 0.2}  # of its range: smaller spikes and jumps matter to nobody
COARSE = {"q": 5e-3, "tau": 0.02}  # step of a quantised column, over its range
ENCODER = TURN / 2**12 * 1.01  # rad: of 12 bits, usual in small arms, and fine enough
BACK = 0.3  # of the height of a spike: the torques before and after it differ by less
SHARE = 0.15  # of the samples: more outliers are no spikes but noise


WINDOW = 4.0  # s, of a spectrum
# of the largest density of power: sensors, gears and dry friction leave more than this everywhere
NOTHING = 1e-6
EARLY = 0.5  # of the highest frequency that the rate can hold: an end below it is an early one


def examine_columns(log: Log, robot: Robot) -> list[Finding]:
    """The findings about times and columns; where rows are missing, all positions jump."""
    of_time = list(examine_times(log))
    columns = {
        (kind, joint): _Column(np.ascontiguousarray(getattr(log, kind)[:, k]))
        for k, joint in enumerate(log.joints)
        for kind in ("q", "tau")
    }
    found = [
        finding
        for (kind, joint), column in columns.items()
        for finding in _examine_column(log, robot, kind, joint, column)
    ]
    found += [*_find_held(log, columns), *_find_frozen(log, robot)]
    if any(finding.kind == "rows missing" for finding in of_time):
        q = {log.name_column("q", joint) for joint in log.joints}
        found = [x for x in found if not (x.kind in ("position jump", "spikes") and _is_in(x, q))]
    return [*of_time, *found]


def _is_in(finding: Finding, columns: set[str]) -> bool:
    return finding.change is not None and columns.issuperset(finding.change.columns)


@dataclass(frozen=True, eq=False)
class _Column:
    """The values x of a column, and what several findings ask of them."""

    x: Array

    @cached_property
    def extremes(self) -> tuple[float, float]:
        return float(self.x.min()), float(self.x.max())

    @cached_property
    def count(self) -> float:
        return measure_count(self.x)

    @cached_property
    def range(self) -> float:
        low, high = np.quantile(self.x, [0.005, 0.995])
        return float(high - low)

    @cached_property
    def step(self) -> float:
        return _find_step(self.x)

    @cached_property
    def repeats(self) -> tuple[float, Flags]:
        return _measure_repeats(self.x, self.count)


def _examine_column(
    log: Log, robot: Robot, kind: str, joint: str, column: _Column
) -> Iterator[Finding]:
    name, x = log.name_column(kind, joint), column.x
    low, high = column.extremes
    if max(-low, high) > HUGE:
        wrong = np.abs(x) > HUGE
        where = f"{name}, {describe_times(log, wrong)}"
        evidence = f"It is {x[np.argmax(wrong)]:.3g}; no robot moves like that."
        repair = "Remove these samples."
        change = Change("interpolate", (name,), list_indices(wrong))
        times = list_times(log, wrong)
        yield Finding("impossible number", "certain", where, evidence, repair, change, times=times)
        return
    if low == high:
        return
    turns = kind == "q" and robot.joint(joint).kind != "prismatic"
    wrapped = _find_wraps(log, name, x) if turns else None
    if wrapped is not None:
        yield wrapped
        column = _Column(np.unwrap(x))
    held = column.repeats[0] > HELD
    found = list(_find_saturation(log, joint, column)) if kind == "tau" and not held else []
    found = found or list(_find_stuck(log, kind, joint, column))
    # the edges of stuck or clipped values are no spikes
    yield from found or _find_outliers(log, kind, joint, column)
    step, span = column.step, column.range if column.step else 0.0
    if step > max(COARSE[kind] * span, ENCODER if turns else 0.0) and span > 0:
        evidence = (
            f"Its values come in steps of {step:.3g}, {100 * step / span:.2g} % of its range."
        )
        repair = "Record it with more digits."
        yield Finding("quantisation", "likely", name, evidence, repair)


def _find_wraps(log: Log, name: str, x: Array) -> Finding | None:
    """Jumps by a turn, many times what the joint does otherwise."""
    step = np.diff(x)
    if max(-step.min(), step.max()) <= 0.5 * TURN:
        return None
    usual = 8.0 * np.quantile(np.abs(step), 0.9)
    jump = np.abs(np.abs(step) / TURN - np.rint(np.abs(step) / TURN)) < NEAR_TURN
    jump &= (np.abs(step) > 0.5 * TURN) & (np.abs(step) > usual)
    if not jump.any():
        return None
    where = f"{name}, {describe_times(log, np.append(False, jump))}"
    evidence = f"It jumps by a turn ({step[np.argmax(jump)]:.4g} rad) {int(jump.sum())} times."
    repair = "Add or take off a turn after each jump (numpy.unwrap)."
    return Finding(
        "encoder wrap",
        "certain",
        where,
        evidence,
        repair,
        Change("unwrap", (name,)),
        times=list_times(log, np.append(False, jump)),
    )


def _find_outliers(log: Log, kind: str, joint: str, column: _Column) -> Iterator[Finding]:
    """Spikes: away and back at once. Jumps: away and staying there."""
    name, x = log.name_column(kind, joint), column.x
    # e_k = x_k - what x_(k-1) and x_(k+1) say: a spike of height h gives -h/2, h, -h/2
    e = _compare_neighbours(log.t, x)
    usual = _measure_usual(e, column)
    far = np.abs(e) > OUTLIER * usual
    if not far.any() or far.mean() > SHARE:
        return
    alone = np.zeros(len(x), dtype=bool)
    alone[1:-1] = far & (np.abs(e) >= 1.5 * np.maximum(_shift(e, 1), _shift(e, -1)))
    # noise makes a few large ones in a long log; friction makes torques jump as it turns round
    least = max(2.0 * OUTLIER * usual, LEAST[kind] * column.range)
    alone[1:-1] &= np.abs(e) > least
    # the neighbours of a spike are off to the other side, those of a fast peak are not, nor of a
    # step, as dry friction makes it when a log begins at rest; at the ends there is one of them
    pairs = e[1:] * e[:-1]
    before, after = np.append(-np.inf, pairs), np.append(pairs, -np.inf)
    alone[1:-1] &= np.maximum(before, after) < -0.2 * e**2
    if kind == "tau":  # where a joint breaks loose, the torque does not come back to what it was
        alone[1:-1] &= np.abs(x[2:] - x[:-2]) < BACK * np.abs(e)
    if alone.any():
        height = np.abs(e[alone[1:-1]]).max()
        yield Finding(
            "spikes",
            "certain" if height > (3.0 * least if kind == "q" else least) else "likely",
            f"{name}, {describe_times(log, alone)}",
            f"{int(alone.sum())} samples stand out from their neighbours by up to {height:.3g},"
            f" {height / max(usual, 1e-300):.0f} times the usual step.",
            "Replace them by values interpolated from their neighbours.",
            Change("interpolate", (name,), list_indices(alone)),
            times=list_times(log, alone),
        )
    if kind == "q":
        yield from _find_jumps(log, name, column, far, alone, usual)


def _find_jumps(
    log: Log, name: str, column: _Column, far: Flags, alone: Flags, usual: float
) -> Iterator[Finding]:
    """Two neighbours with opposite second differences: the position has jumped between them."""
    x = column.x
    extra = _take_smaller(
        _compare_steps(np.diff(x), np.ones(len(x) - 1)), _compare_steps(np.diff(x), np.diff(log.t))
    )
    jump = np.abs(extra) > max(4.0 * OUTLIER * usual, LEAST["q"] * column.range)
    jump &= ~(alone[:-1] | alone[1:])
    jump[[0, -1]] = False  # nothing beyond them tells a jump from a motion that begins or ends
    jump[1:] &= ~(np.abs(extra[1:]) < np.abs(extra[:-1]))
    jump[:-1] &= ~(np.abs(extra[:-1]) < np.abs(extra[1:]))
    if jump.any() and jump.sum() <= 20:
        k = int(np.argmax(np.abs(extra) * jump))
        yield Finding(
            "position jump",
            "certain" if abs(extra[k]) > 10.0 * OUTLIER * usual else "likely",
            f"{name}, {describe_times(log, np.append(False, jump))}",
            f"It jumps by {extra[k]:.3g} from one sample to the next,"
            f" {abs(extra[k]) / max(usual, 1e-300):.0f} times the usual step.",
            "If one joint jumps, its encoder lost its position: add the jump back after it."
            " If all do, rows are missing there: correct the times, or split the log.",
            Change("level", (name,), list_indices(np.append(False, jump))),
            times=list_times(log, np.append(False, jump)),
        )


def _compare_neighbours(t: Array, x: Array) -> Array:
    """x_k - (x_(k-1) and x_(k+1) interpolated), by the times or by even ones: whichever is less,
    as either may be wrong."""
    h = np.diff(t)
    by_time = x[1:-1] - (x[:-2] * h[1:] + x[2:] * h[:-1]) / (h[1:] + h[:-1])
    return _take_smaller(x[1:-1] - 0.5 * (x[:-2] + x[2:]), by_time)


def _compare_steps(step: Array, h: Array) -> Array:
    """What a step is more than those beside it, at their mean velocity."""
    v = step / h
    around = 0.5 * (np.append(v[:1], v[:-1]) + np.append(v[1:], v[-1:]))
    return np.asarray(step - around * h)


def _take_smaller(a: Array, b: Array) -> Array:
    return np.where(np.abs(a) < np.abs(b), a, b)


def _measure_usual(e: Array, column: _Column) -> float:
    """Robust deviation: noise, where sampled well, or what a change by one count makes of it."""
    middle, high = np.quantile(np.abs(e), [0.5, 0.9])
    return float(max(1.4826 * middle, high / 1.645, 1e-9 * np.ptp(column.x), 0.25 * column.count))


def _shift(e: Array, k: int) -> Array:
    out = np.abs(np.roll(e, k))
    out[0 if k > 0 else -1] = 0.0
    return np.asarray(out)


def _find_stuck(log: Log, kind: str, joint: str, column: _Column) -> Iterator[Finding]:
    x = column.x
    same = np.append(False, np.diff(x) == 0.0)
    usual = max(3, int(STUCK * log.rate))
    if same.mean() > 0.5:
        return  # held or quantised throughout
    stuck = drop_short_runs(same, usual)
    if not stuck.any():
        return
    step = np.abs(np.diff(x, prepend=x[0]))
    speed = np.median(step[~same]) if (~same).any() else 0.0
    found = np.zeros(len(x), dtype=bool)
    q = log.q[:, log.joints.index(joint)]
    for start, stop in find_runs(stuck):
        # what was missed comes at once; a joint that rested begins to move, and goes on
        jump, after = step[stop : stop + 2].max(initial=0.0), step[stop + 2 : stop + 6]
        released = jump > 5.0 * max(speed, after.mean() if len(after) else 0.0)
        moves = np.ptp(q[start:stop]) > TRAVELS * np.ptp(q)
        if released if kind == "q" else moves and not column.step:
            found[start:stop] = True
    if found.any():
        yield Finding(
            "stuck",
            "certain",
            f"{log.name_column(kind, joint)}, {describe_times(log, found)}",
            f"It keeps one value for {found.sum() / log.rate:.3g} s, to the last digit, though the"
            " robot moves.",
            "Exclude this time (option between), or split the log.",
            Change("cut", (), list_indices(found)),
            times=list_times(log, found),
        )


def _find_saturation(log: Log, joint: str, column: _Column) -> Iterator[Finding]:
    x, step = column.x, column.step
    flat = np.zeros(len(x), dtype=bool)
    for extreme in column.extremes[::-1]:
        at = np.abs(x - extreme) <= 1e-9 * max(abs(extreme), 1e-12)
        beside = (
            np.sum((np.abs(x - extreme) > 0) & (np.abs(x - extreme) < 1.5 * step)) if step else 0
        )
        if at.mean() > FLAT and at.sum() > 4 * beside:
            # a brake holds a joint that rests, and its torque
            flat |= drop_short_runs(at, 3) & _find_motion(log, joint)
    if flat.any():
        certainty = "certain" if flat.mean() > FLAT else "likely"
        where = f"{log.name_column('tau', joint)}, {describe_times(log, flat)}"
        evidence = f"{100 * flat.mean():.2g} % of its samples have the largest or smallest value,"
        evidence += f" {x.min():.4g} or {x.max():.4g}, several in a row."
        repair = "Leave them out: process(saturation=True)."
        times = list_times(log, flat)
        yield Finding("saturation", certainty, where, evidence, repair, times=times)


def _find_step(x: Array) -> float:
    """The step of a quantised column, 0 where it has none."""
    values = np.unique(x)
    if len(values) < 2 or len(values) > 0.5 * len(x):
        return 0.0
    gaps = np.diff(values)
    least = float(gaps.min())
    if least <= 1e-9 * np.ptp(x):
        return 0.0
    whole = gaps / least
    return least if np.mean(np.abs(whole - np.rint(whole)) < 0.05) > 0.95 else 0.0


def _find_held(log: Log, columns: Mapping[tuple[str, str], _Column]) -> Iterator[Finding]:
    """Values that are repeated: recorded more slowly than the log, and held."""
    for kind in ("q", "tau"):
        of = {log.name_column(kind, j): columns[kind, j] for j in log.joints}
        held = {name: x.repeats[0] for name, x in of.items() if x.repeats[0] > HELD}
        if not held:
            continue
        share = float(np.mean(list(held.values())))
        every = 1.0 / max(1.0 - share, 1e-9)
        yield Finding(
            "held values",
            "certain"
            if len(held) > 1 and _change_together([of[name] for name in held])
            else "likely",
            join_names(list(held)),
            f"{100 * share:.3g} % of the samples repeat the one before, while the joint moves: they"
            f" come every {every:.3g} samples, and are late by half of that on average.",
            f"Record at {log.rate / every:.3g} Hz, or keep only the new values.",
            Change("thin", tuple(held), (every,)),
        )


def _measure_repeats(x: Array, count: float) -> tuple[float, Flags]:
    """Share of the samples that repeat the one before, of those during which the column changes by
    more than a count a sample; and which these are (N - 1,)."""
    w, least = AROUND, AROUND * count
    around = np.pad(x, w, mode="edge")
    large = np.abs(around[w:] - around[:-w]) > least  # of k + w from k
    judged = large[w : w + len(x) - 1] & large[: len(x) - 1]
    if judged.sum() < JUDGED:
        return 0.0, judged
    return float(np.mean(np.diff(x)[judged] == 0.0)), judged


def _change_together(held: Sequence[_Column]) -> bool:
    """Whether held columns take their new values at the same samples."""
    first, *others = held
    for other in others:
        both = first.repeats[1] & other.repeats[1]
        alike = (np.diff(first.x) == 0.0) == (np.diff(other.x) == 0.0)
        if not both.any() or np.mean(alike[both]) < IN_STEP:
            return False
    return True


def _find_motion(log: Log, joint: str) -> Flags:
    """(N,) where a joint moves, and does not rest."""
    q, k = log.q[:, log.joints.index(joint)], np.arange(len(log))
    w = max(1, round(MOVES[0] * log.rate))
    change = np.abs(q[np.minimum(k + w, len(q) - 1)] - q[np.maximum(k - w, 0)])
    return np.asarray(change > MOVES[1] * change.max())


def _find_frozen(log: Log, robot: Robot) -> Iterator[Finding]:
    for kind, what in (("q", "positions"), ("tau", "torques")):
        x = getattr(log, kind)
        others = np.ptp(log.q, axis=0).max() > 0 or np.ptp(log.tau, axis=0).max() > 0
        for j in np.flatnonzero(np.ptp(x, axis=0) == 0.0):
            recorded = log.joints[j] not in (*log.torqueless, *robot.free)
            moves = np.ptp(log.q[:, j]) > 0
            if others and (recorded or kind != "tau"):
                certainty = "certain" if moves else "possible"  # it may rest, or be braked
                where = log.name_column(kind, log.joints[j])
                evidence = f"Its {what} never change ({x[0, j]:.4g}), to the last digit."
                repair = "Is its sensor connected? If the joint was locked, lock it in the model."
                yield Finding("frozen", certainty, where, evidence, repair)


def describe_times(log: Log, wrong: Flags) -> str:
    """When, in words: the first times of some samples."""
    first = np.flatnonzero(wrong & ~np.append(False, wrong[:-1]))
    shown = ", ".join(f"{log.t[k]:.5g}" for k in first[:3])
    return f"t = {shown} s{f' and {len(first) - 3} more' if len(first) > 3 else ''}"


def list_times(log: Log, wrong: Flags) -> Times:
    """From when to when."""
    return tuple((float(log.t[a]), float(log.t[b - 1])) for a, b in find_runs(wrong))


def list_indices(wrong: Flags) -> tuple[float, ...]:
    return tuple(float(k) for k in np.flatnonzero(wrong))


def find_filtering(log: Log) -> Iterator[Finding]:
    """Torques that were filtered before they were written: the spectrum of each that changes ends
    early."""
    moves = np.ptp(log.tau, axis=0) > 0.0
    count = int(WINDOW * log.rate)
    if not moves.any() or len(log) < 2 * count:
        return
    tau = log.tau[:, moves]
    f, power = compute_power_density(tau - tau.mean(axis=0), log.rate, count, True)
    above = power > NOTHING * power.max(axis=0)
    if not above.any(axis=0).all():
        return  # numbers too large for their squares
    last = max(float(f[np.flatnonzero(each)[-1]]) for each in above.T)
    if last < EARLY * f[-1]:
        evidence = (
            f"Above {last:.2g} Hz they hold less than a millionth of their density of power, not"
            f" even noise, up to the {f[-1]:.3g} Hz that the rate can hold: they were filtered"
            " before they were written, or simulated."
        )
        repair = (
            "Record raw torques if the controller gives them: the filter has smoothed the "
            "steps of dry friction."
        )
        yield Finding("filtered torques", "possible", "all torques", evidence, repair)
