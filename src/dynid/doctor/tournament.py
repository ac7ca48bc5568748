"""Which repair explains a log best: all are tried, on blocks that their fits have not seen, and the
best is taken if it leaves clearly less. What it leaves may hide a second one: some rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor import said
from dynid.doctor.added import Added, changing, missing
from dynid.doctor.bench import Bench
from dynid.doctor.bent import (
    Bend,
    Bent,
    of_all_gains,
    of_drifting_gains,
    of_file,
    of_gravity,
    of_positions,
    of_torques,
    settle,
)
from dynid.doctor.findings import Finding
from dynid.doctor.sheet import Score, Sheet
from dynid.doctor.turned import Turn, turns
from dynid.errors import DynidError

ROUNDS = 3
PROMISING = 0.05  # gain of a quick look from which on a repair is tried in earnest, and how many
MANY = 8
# gain (mean over the joints of log(squares before / after)) that a repair must have, and how many
# of its deviations; one that turns or exchanges columns, of which many are tried, must have more
LEAST, SURE, TURNED = 0.15, 5.0, 0.7
# of this gain: that of fits to all samples. Where a log moves little, fits to parts of it fail on
# the rest for any reason, and no repair makes the fit to all better
INSIDE = 0.4
WORSE = 1.3  # times the squares before: no joint may be left with more, if that is much at all
# share of the squares of the joint that gains most, which a certain repair leaves, and a likely one
CERTAIN, LIKELY = 0.05, 0.2
# of the largest torque: what a repair leaves of joints with less says little, for their friction
# is often all they have, and no simple law of it holds
MAJOR = 0.05
# share of every joint's torque that a fit leaves: below, the model lacks nothing, and what a repair
# gains is no part of something else
COMPLETE = 0.015
# share of a joint's torque that a fit leaves, from which on signs, orders and the file are doubted
DOUBTED = 0.01
AS_GOOD = 0.85  # of the gain of the best: another explanation
# where Newton's method starts as well: s; log of gravity's size; axes of the base, both ways
FAR: dict[str, Sequence[float]] = {
    "torque delay": np.linspace(-0.24, 0.24, 13).tolist(),
    "time scale": (-7.0, -4.6, -2.8, -1.4, -0.7, 0.7, 1.4, 2.8, 4.6, 7.0),
    "gravity": (1.0, -1.0),
    "position offset": (0.5 * np.pi, -0.5 * np.pi, np.pi),
    "torque gain": (-6.9, -4.6, -2.3, 2.3, 4.6, 6.9),
}
TURNS = ("position offset", "torque gain")  # of one joint; the others of all
TIMED = (0.04, 0.012)  # of the log: the time of a change is looked for so far to both sides
FIRST = 200  # samples for a first look at turns, and from afar
# kinds that are no mistakes: robots have them, models may lack them; likely where they leave at
# most this share of all errors
MUCH = 0.7
BENIGN = ("spring", "friction law", "coupling")


@dataclass(frozen=True, eq=False)
class Trial:
    """A repair that was tried: its gain over no repair, with deviation, and that of fits to all
    samples; the least share of the squares before that it leaves of a joint with enough torque; its
    score; the largest share of a joint's torque that is left; whether it leaves more of some
    joint."""

    repair: Turn | Bent | Added
    gain: float
    deviation: float
    inside: float
    left: float
    score: Score
    remains: float
    worse: bool

    @property
    def kind(self) -> str:
        return self.repair.bend.kind if isinstance(self.repair, Bent) else self.repair.kind

    @property
    def holds(self) -> bool:
        least = TURNED if isinstance(self.repair, Turn) else LEAST
        enough = self.gain > max(least, SURE * self.deviation) and self.inside > INSIDE * self.gain
        # any repair takes its part of what a model lacks: no mistake is suspected by that alone
        explains = isinstance(self.repair, Added) or self.explains
        return enough and explains and not self.worse

    @property
    def explains(self) -> bool:
        """Whether little is left of some joint's errors, or nothing but noise of all."""
        return self.left < LIKELY or self.remains < COMPLETE


@dataclass(frozen=True, eq=False)
class Outcome:
    """The findings, and what a fit leaves of each joint's torque before any repair and after all,
    0 to 1."""

    findings: tuple[Finding, ...]
    before: Array
    after: Array
    bench: Bench
    score: Score


def shares(bench: Bench, score: Score) -> Array:
    """(n,) RMS of what is left over that of the torque."""
    whole = np.maximum(np.where(bench.use, bench.tau**2, 0.0).sum(axis=0), 1e-300)
    return np.asarray(np.sqrt(score.squares.sum(axis=0) / whole))


def run(bench: Bench, deep: bool = True) -> Outcome:
    """`deep`: with changes along the log and what models lack; where the fit leaves much, with
    signs, orders and the robot's file. Else delays, gains, zeros, gear ratios and gravity."""
    Y = bench.rows()
    score = bench.score(Y)
    before, findings = shares(bench, score), []
    for _ in range(ROUNDS):
        trials = [t for t in _trials(bench, Y, score, deep) if t.holds]
        if not trials:
            break
        best = _best(trials)
        others = [
            t for t in trials if t is not best and t.gain > AS_GOOD * best.gain and differs(t, best)
        ]
        findings.append(_finding(bench, score, best, others))
        bench = _after(bench, best)
        Y = bench.rows()
        score = bench.score(Y)
    return Outcome(tuple(findings), before, shares(bench, score), bench, score)


def _best(trials: list[Trial]) -> Trial:
    """That of the largest gain; of those as good as it the one with the fewest numbers."""
    most = max(trials, key=lambda t: t.gain)
    alike = [t for t in trials if t.gain > most.gain - most.deviation]
    return min(alike, key=lambda t: (_numbers(t), -t.gain))


def _numbers(trial: Trial) -> int:
    if isinstance(trial.repair, Bent):
        return len(trial.repair.x)
    return trial.repair.columns.shape[2] if isinstance(trial.repair, Added) else 1


def differs(a: Trial, b: Trial) -> bool:
    """Whether two are two explanations: a change at another time is the same one."""
    return a.kind != b.kind or _joint(a) != _joint(b)


def _joint(trial: Trial) -> str:
    if isinstance(trial.repair, Turn):
        return trial.repair.said
    return trial.repair.bend.joint if isinstance(trial.repair, Bent) else trial.repair.joint


def _trials(bench: Bench, Y: Array, score: Score, deep: bool) -> Iterator[Trial]:
    bench = replace(bench, trial=True)
    floor, long = bench.floor, deep
    deep = deep and bool((shares(bench, score) > DOUBTED).any())
    bends = [*of_torques(bench, Y), *of_positions(bench), *of_gravity(bench, Y)]
    adds: list[Added] = []
    if bench.mix is None and long:  # else the file is believed
        bends += of_drifting_gains(bench, Y)
        bends += [*of_file(bench), *of_all_gains(bench, Y)] if deep else []
        adds = [*missing(bench), *changing(bench)]
    bends, columns = _possible(bends, Y @ score.theta - bench.tau, score.theta)
    columns += [add.columns for add in adds]
    # {kind and joint: the best of them}: of changes at several times, one
    looks: dict[tuple[str, str], tuple[float, Bend | Added, Array]] = {}
    both: list[Bend | Added] = [*bends, *adds]
    sheet = bench.sheet(Y)
    for repair, (quick, factors) in zip(both, sheet.screened(score, columns)):
        look = quick.gain(score, floor)[0], repair, factors
        name = repair.kind, repair.joint
        looks[name] = max(looks.get(name, look), look, key=lambda x: x[0])
    for gain, repair, factors in sorted(looks.values(), key=lambda look: -look[0])[:MANY]:
        if gain > PROMISING:
            yield from _earnest(bench, sheet, score, repair, factors)
    if deep:
        few = bench.thinned(FIRST)
        Yf = few.rows()
        first = few.score(Yf)
        alike = [*of_torques(few, Yf), *of_positions(few), *of_gravity(few, Yf)]
        like = {(bend.kind, bend.joint): bend for bend in alike}
        for bend in bends:
            if bend.kind in FAR and bool(bend.joint) == (bend.kind in TURNS):
                yield from _far(bench, score, bend, few, first, like[bend.kind, bend.joint])
        yield from _turned(bench, few, first)


def _possible(bends: list[Bend], left: Array, theta: Array) -> tuple[list[Bend], list[Array]]:
    """The bends that the robot's loops can follow, and their columns."""
    possible, columns = [], []
    for bend in bends:
        try:
            columns.append(bend.columns(left, theta))
            possible.append(bend)
        except DynidError:  # at the edge of the workspace some lead out of it
            continue
    return possible, columns


def _trial(bench: Bench, repair: Turn | Bent | Added, before: Score, after: Score) -> Trial:
    gain, deviation = after.gain(before, bench.floor)
    left, share = after.left(before, bench.floor), shares(bench, after)
    worse = bool(((left > WORSE) & (share > COMPLETE)).any())
    inside = after.inside_gain(before, bench.floor)
    size = np.sqrt(np.mean(bench.tau**2, axis=0))
    least = float(left[size >= MAJOR * size.max()].min())
    return Trial(repair, gain, deviation, inside, least, after, float(share.max()), worse)


def _earnest(
    bench: Bench, sheet: Sheet, score: Score, repair: Bend | Added, factors: Array
) -> Iterator[Trial]:
    if isinstance(repair, Added):
        repair = repair if repair.always is None else _timed(bench, sheet, score, repair)
        full = bench.score(np.concatenate([sheet.Y, repair.columns], axis=2))
        yield _trial(bench, repair, score, full)
        return
    start = np.clip(factors, -0.5 * repair.largest, 0.5 * repair.largest)
    settled = settle(bench, repair, start)
    if settled is not None:
        yield _trial(bench, settled, score, settled.score)


def _timed(bench: Bench, sheet: Sheet, score: Score, repair: Added) -> Added:
    """With the time of a change as good as blocks can tell it."""
    for share in TIMED:
        far = share * float(bench.t[-1] - bench.t[0])
        at = (repair.at or 0.0) + far * np.linspace(-1.0, 1.0, 7)
        moved = [repair.moved(bench.t, float(x)) for x in at]
        quick = sheet.screened(score, [one.columns for one in moved])
        gains = [each[0].gain(score, bench.floor)[0] for each in quick]
        repair = moved[int(np.argmax(gains))]
    return repair


def _far(
    bench: Bench, score: Score, bend: Bend, few: Bench, first: Score, like: Bend
) -> Iterator[Trial]:
    """From afar, where Newton's steps from no repair do not lead; the start is chosen by the same
    bend of a few samples."""
    g = np.asarray(bench.model.robot.gravity, dtype=float)
    starts = [np.array([x]) for x in FAR[bend.kind] if abs(x) <= bend.largest[0]]
    if bend.kind == "gravity":
        starts = [k * np.linalg.norm(g) * unit - g for unit in np.eye(3) for k in FAR["gravity"]]
    tried = []
    for k, x in enumerate(starts):
        try:
            look = few.glance(*like.bent(x), first.unit)
            tried.append((look.gain(first, few.floor)[0], k))
        except (DynidError, np.linalg.LinAlgError):
            continue  # the loops of the robot cannot take such poses
    gain, k = max(tried, default=(0.0, 0))
    settled = settle(bench, bend, starts[k]) if gain > PROMISING else None
    if settled is not None:
        yield _trial(bench, settled, score, settled.score)


def _turned(bench: Bench, few: Bench, first: Score) -> Iterator[Trial]:
    """Those that a few samples speak for, by all samples."""
    looks = []
    for turn in turns(bench.joints):
        try:
            done = turn.done(few)
            quick = few.glance(done.rows(), done.tau, first.unit[list(turn.tau_order)])
            looks.append((_in_order(quick, turn).gain(first, few.floor)[0], turn))
        except (DynidError, np.linalg.LinAlgError):
            continue  # the loops of the robot cannot take such poses
    for gain, turn in sorted(looks, key=lambda look: -look[0])[:MANY]:
        if gain > 0.5 * TURNED:
            # by samples at which both of two exchanged joints move
            both = replace(bench, use=bench.use & bench.use[:, list(turn.tau_order)])
            done = turn.done(both)
            try:
                full = done.score(done.rows())
            except DynidError:  # nor all of them
                continue
            yield _trial(both, turn, both.score(both.rows()), _in_order(full, turn))


def _in_order(score: Score, turn: Turn) -> Score:
    """The squares of exchanged torques beside those of the same torques as recorded."""
    back = np.argsort(np.array(turn.tau_order))
    inside = None if score.inside is None else score.inside[back]
    return replace(score, squares=score.squares[:, back], inside=inside)


def _after(bench: Bench, trial: Trial) -> Bench:
    """The bench as the repair leaves it."""
    repair = trial.repair
    if isinstance(repair, Turn):
        return repair.done(bench)
    if isinstance(repair, Bent):
        return repair.bend.after(bench, repair.x)
    old = [] if bench.extra is None else [bench.extra]
    return replace(bench, extra=np.concatenate([*old, repair.columns], axis=2))


def _finding(bench: Bench, score: Score, best: Trial, others: list[Trial]) -> Finding:
    repair = best.repair
    # gain = log of the geometric mean over the joints of squares before / after
    squares = (x.squares.sum(axis=0) for x in (score, best.score))
    most = best.left
    whole = np.where(bench.use, bench.tau**2, 0.0).sum()
    before, after = (100 * np.sqrt(x.sum() / whole) for x in squares)
    evidence = (
        f"With it a quick fit leaves {after:.2g} % of the torques instead of {before:.2g} %, and"
        f" {100 * np.sqrt(most):.2g} % of what was left of one joint"
        f" ({best.gain / max(best.deviation, 1e-9):.0f} deviations)."
    )
    certainty = "likely" if best.explains else "possible"
    if most < CERTAIN and not others and best.kind not in BENIGN:
        certainty = "certain"
    if best.kind in BENIGN and (best.kind == "friction law" or after > MUCH * before):
        certainty = "possible"
    if others and best.kind not in BENIGN:
        names = ", or ".join(dict.fromkeys(said.short(bench, other.repair) for other in others[:2]))
        evidence += f" As good: {names}."
    return said.finding(bench, repair, certainty, evidence)
