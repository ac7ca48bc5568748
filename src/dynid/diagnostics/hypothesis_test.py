"""The test of hypotheses: which repair explains a log best. All are tried, on held-out blocks, and
the best is taken if it leaves clearly less. Its residual may hide a second one: some rounds. And of
two logs: what differs between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.diagnostics.continuous_faults import ContinuousFault
from dynid.diagnostics.hypotheses import Candidate, FaultRows, list_hypotheses
from dynid.diagnostics.missing_effects import AddedColumns, make_leaf_loads
from dynid.diagnostics.permutation_faults import Permutation
from dynid.diagnostics.quick_fit import QuickFit, join_fits
from dynid.diagnostics.scores import CompressedRows, Score
from dynid.errors import DynidError
from dynid.findings import Finding

ROUNDS = 3
PROMISING = 0.05  # gain of a quick look from which on a repair is tried in earnest, and how many
MANY = 8
# gain (mean over the joints of log(squares before / after)) that a repair must have, and how many
# of its deviations; one that negates or exchanges columns, of which many are tried, must have more
LEAST, SURE, PERMUTED = 0.15, 5.0, 0.7
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
TIMED = (0.04, 0.012)  # of the log: the time of a change is looked for so far to both sides
FIRST = 200  # samples for a first look at permutations, and from afar
MUCH = 0.7  # of all errors: a benign hypothesis that leaves more is possible only
#: what may differ between two logs
DIFFERENCES = {
    "gain of all": "the torques of one are {factor:.3g} times those of the other",
    "torque gain": "the torque of {joint} in one is {factor:.3g} times that in the other",
    "payload": "the load of {joint} differs",
    "friction": "the friction of {joint} differs",
    "offset": "the torque of {joint} has another offset",
}


@dataclass(frozen=True, eq=False)
class Trial:
    """A candidate that was tried: its gain over no repair, with deviation, and that of fits to all
    samples; the least share of the squares before that it leaves of a joint with enough torque; its
    score; the largest share of a joint's torque that is left; whether it leaves more of some
    joint."""

    candidate: Candidate
    gain: float
    deviation: float
    inside: float
    left: float
    score: Score
    remains: float
    worse: bool

    @classmethod
    def from_score(cls, fit: QuickFit, candidate: Candidate, before: Score, after: Score) -> Trial:
        gain, deviation = after.compute_gain(before, fit.floor)
        left, share = (
            after.compute_left_share(before, fit.floor),
            fit.compute_residual_shares(after),
        )
        worse = bool(((left > WORSE) & (share > COMPLETE)).any())
        inside = after.compute_training_gain(before, fit.floor)
        size = np.sqrt(np.mean(fit.tau**2, axis=0))
        least = float(left[size >= MAJOR * size.max()].min())
        return cls(candidate, gain, deviation, inside, least, after, float(share.max()), worse)

    @property
    def place(self) -> tuple[str, str]:
        """Of two at one place there is one explanation: a change at another time is the same."""
        return self.candidate.kind, self.candidate.joint

    @property
    def holds(self) -> bool:
        least = PERMUTED if isinstance(self.candidate, Permutation) else LEAST
        enough = self.gain > max(least, SURE * self.deviation) and self.inside > INSIDE * self.gain
        # any repair takes its part of what a model lacks: no mistake is suspected by that alone
        explains = isinstance(self.candidate, AddedColumns) or self.explains
        return enough and explains and not self.worse

    @property
    def explains(self) -> bool:
        """Whether little is left of some joint's errors, or nothing but noise of all."""
        return self.left < LIKELY or self.remains < COMPLETE


@dataclass(frozen=True, eq=False)
class TestOutcome:
    """The findings, and what a fit leaves of each joint's torque before any repair and after all,
    0 to 1."""

    findings: tuple[Finding, ...]
    before: Array
    after: Array
    fit: QuickFit
    score: Score


def find_faults(fit: QuickFit, deep: bool = True) -> TestOutcome:
    """`deep`: with changes along the log and what models lack; where the fit leaves much, with
    signs, orders and the robot's file. Else delays, gains, zeros, gear ratios and gravity."""
    Y = fit.compute_rows()
    score = fit.score(Y)
    before, findings = fit.compute_residual_shares(score), []
    for _ in range(ROUNDS):
        trials = [t for t in _try_all(fit, Y, score, deep) if t.holds]
        if not trials:
            break
        best = _select_best(trials)
        others = [t for t in trials if t.gain > AS_GOOD * best.gain and t.place != best.place]
        findings.append(_report_fault(fit, score, best, others))
        fit = best.candidate.repair(fit)
        Y = fit.compute_rows()
        score = fit.score(Y)
    return TestOutcome(tuple(findings), before, fit.compute_residual_shares(score), fit, score)


def _select_best(trials: list[Trial]) -> Trial:
    """That of the largest gain; of those as good as it the one with the fewest numbers."""
    most = max(trials, key=lambda t: t.gain)
    alike = [t for t in trials if t.gain > most.gain - most.deviation]
    return min(alike, key=lambda t: (t.candidate.numbers, -t.gain))


def _try_all(fit: QuickFit, Y: Array, score: Score, deep: bool) -> Iterator[Trial]:
    fit = replace(fit, trial=True)
    doubted = deep and bool((fit.compute_residual_shares(score) > DOUBTED).any())
    stages = {"always"} | ({"long"} if deep else set()) | ({"doubted"} if doubted else set())
    tried = [
        x
        for x in list_hypotheses(fit.hypotheses)
        if x.stage in stages and (x.by_masses or fit.mix is None)
    ]
    rows = FaultRows(fit, Y)
    screened: list[tuple[ContinuousFault | AddedColumns, Array]] = []
    residual = Y @ score.theta - fit.tau
    for candidate in (x for hypothesis in tried for x in hypothesis.propose_trials(rows)):
        if isinstance(candidate, AddedColumns):
            screened.append((candidate, candidate.columns))
        elif isinstance(candidate, ContinuousFault):
            try:
                screened.append((candidate, candidate.compute_columns(residual, score.theta)))
            except DynidError:  # at the edge of the workspace some lead out of it
                continue
    compressed = fit.compress(Y)
    quick = compressed.screen(score, [columns for _, columns in screened])
    # {kind and joint: the best of them}: of changes at several times, one
    looks: dict[tuple[str, str], tuple[float, ContinuousFault | AddedColumns, Array]] = {}
    for (candidate, _), (after, factors) in zip(screened, quick):
        look = after.compute_gain(score, fit.floor)[0], candidate, factors
        name = candidate.kind, candidate.joint
        looks[name] = max(looks.get(name, look), look, key=lambda x: x[0])
    for gain, candidate, factors in sorted(looks.values(), key=lambda look: -look[0])[:MANY]:
        if gain > PROMISING:
            yield from _try(fit, compressed, score, candidate, factors)
    if not doubted:
        return
    thin = fit.thin(FIRST)
    few = FaultRows(thin, thin.compute_rows())
    first = thin.score(few.Y)
    for candidate, _ in screened:
        if isinstance(candidate, ContinuousFault):
            yield from _try_from_afar(candidate, score, few, first)
    permutations = [x for hypothesis in tried for x in hypothesis.propose_trials(few)]
    yield from _try_permutations(
        fit, [x for x in permutations if isinstance(x, Permutation)], few.fit, first
    )


def _try(
    fit: QuickFit,
    compressed: CompressedRows,
    score: Score,
    candidate: ContinuousFault | AddedColumns,
    factors: Array,
) -> Iterator[Trial]:
    if isinstance(candidate, AddedColumns):
        if candidate.at is not None:
            candidate = _find_time(fit, compressed, score, candidate)
        full = fit.score(np.concatenate([compressed.Y, candidate.columns], axis=2))
        yield Trial.from_score(fit, candidate, score, full)
        return
    start = np.clip(factors, -0.5 * candidate.largest, 0.5 * candidate.largest)
    settled = candidate.settle(start)
    if settled is not None:
        yield Trial.from_score(fit, settled[0], score, settled[1])


def _find_time(
    fit: QuickFit, compressed: CompressedRows, score: Score, candidate: AddedColumns
) -> AddedColumns:
    """With the time of a change as good as blocks can tell it."""
    for share in TIMED:
        far = share * float(fit.t[-1] - fit.t[0])
        at = (candidate.at or 0.0) + far * np.linspace(-1.0, 1.0, 7)
        moved = [candidate.begin_at(float(x)) for x in at]
        quick = compressed.screen(score, [one.columns for one in moved])
        gains = [each[0].compute_gain(score, fit.floor)[0] for each in quick]
        candidate = moved[int(np.argmax(gains))]
    return candidate


def _try_from_afar(
    fault: ContinuousFault, score: Score, few: FaultRows, first: Score
) -> Iterator[Trial]:
    """From afar, where Newton's steps from no repair do not lead; the start is chosen by the same
    fault of a few samples."""
    starts, like = fault.list_far_starts(), replace(fault, rows=few)
    tried = []
    for k, x in enumerate(starts):
        try:
            look = few.fit.score_roughly(*like.predict(x), first.unit)
            tried.append((look.compute_gain(first, few.fit.floor)[0], k))
        except (DynidError, np.linalg.LinAlgError):
            continue  # the loops of the robot cannot take such poses
    gain, k = max(tried, default=(0.0, 0))
    settled = fault.settle(starts[k]) if gain > PROMISING else None
    if settled is not None:
        yield Trial.from_score(fault.fit, settled[0], score, settled[1])


def _try_permutations(
    fit: QuickFit, permutations: list[Permutation], few: QuickFit, first: Score
) -> Iterator[Trial]:
    """Those that a few samples speak for, by all samples."""
    looks = []
    for each in permutations:
        try:
            done = each.repair(few)
            quick = few.score_roughly(
                done.compute_rows(), done.tau, first.unit[list(each.tau_order)]
            )
            looks.append((_order_score(quick, each).compute_gain(first, few.floor)[0], each))
        except (DynidError, np.linalg.LinAlgError):
            continue  # the loops of the robot cannot take such poses
    for gain, each in sorted(looks, key=lambda look: -look[0])[:MANY]:
        if gain > 0.5 * PERMUTED:
            # by samples at which both of two exchanged joints move
            both = replace(fit, use=fit.use & fit.use[:, list(each.tau_order)])
            done = each.repair(both)
            try:
                full = done.score(done.compute_rows())
            except DynidError:  # nor all of them
                continue
            yield Trial.from_score(
                both, each, both.score(both.compute_rows()), _order_score(full, each)
            )


def _order_score(score: Score, permutation: Permutation) -> Score:
    """The squares of exchanged torques beside those of the same torques as recorded."""
    back = np.argsort(np.array(permutation.tau_order))
    inside = None if score.inside is None else score.inside[back]
    return replace(score, squares=score.squares[:, back], inside=inside)


def _report_fault(fit: QuickFit, score: Score, best: Trial, others: list[Trial]) -> Finding:
    candidate, (fault, repair, change) = best.candidate, best.candidate.explain()
    # gain = log of the geometric mean over the joints of squares before / after
    before, after = (100 * fit.compute_residual_share(x) for x in (score, best.score))
    evidence = (
        f"With this change a quick fit leaves {after:.2g} % of the torques instead of "
        f"{before:.2g} %, and"
        f" {100 * np.sqrt(best.left):.2g} % of the residual of one joint"
        f" ({best.gain / max(best.deviation, 1e-9):.0f} deviations)."
    )
    certainty = "likely" if best.explains else "possible"
    if best.left < CERTAIN and not others and not candidate.benign:
        certainty = "certain"
    if candidate.benign and (candidate.kind == "friction law" or after > MUCH * before):
        certainty = "possible"
    if others and not candidate.benign:
        names = [f"{x.kind} ({x.explain()[0]})" for x in (y.candidate for y in others[:2])]
        evidence += f" As good: {', or '.join(dict.fromkeys(names))}."
    evidence = f"{fault[:1].upper()}{fault[1:]}. {evidence}"
    times = () if candidate.at is None else ((candidate.at, candidate.at),)
    return Finding(
        candidate.kind, certainty, candidate.where, evidence, repair, change, times=times
    )


def compare_logs(fits: Sequence[QuickFit]) -> Iterator[Finding]:
    """The first log against each other one: a fit to both, with more columns for the other."""
    for other in fits[1:]:
        both = join_fits([fits[0], other])
        Y = both.compute_rows()
        score = both.score(Y)
        late = np.concatenate([np.zeros(len(fits[0].t)), np.ones(len(other.t))])[:, None, None]
        best, least = None, 0.0
        for kind, joint, columns in _list_differences(both, Y @ score.theta):
            full = both.score(np.concatenate([Y, late * columns], axis=2))
            gain, deviation = full.compute_gain(score, both.floor)
            if gain > max(LEAST, SURE * deviation, least):
                factor = 1.0 + float(full.theta[-columns.shape[2]])
                best, least = (
                    (kind, joint, factor, full.compute_left_share(score, both.floor).min()),
                    gain,
                )
        if best is None:
            continue
        kind, joint, factor, left = best
        names = f"{fits[0].log.source} and {other.log.source}"
        yield Finding(
            f"logs differ: {kind}",
            "certain" if left < CERTAIN else "likely" if left < LIKELY else "possible",
            joint or names,
            f"In {names} {DIFFERENCES[kind].format(joint=joint, factor=factor)}: with this change a"
            f" fit to both logs leaves {100 * np.sqrt(left):.2g} % of the residual of one joint.",
            "Decide which log is right; identify them separately, or with a payload for "
            "one of them.",
        )


def _list_differences(fit: QuickFit, torque: Array) -> Iterator[tuple[str, str, Array]]:
    """(kind, joint, columns) of what may differ, at all samples."""
    yield "gain of all", "", torque[:, :, None]
    for j, name in enumerate(fit.joints):
        yield "torque gain", name, fit.select_joint(j, torque[:, j])
        yield "friction", name, fit.select_joint(j, fit.move.qd[:, j], fit.move.turns[:, j])
        yield "offset", name, fit.select_joint(j, np.ones(len(fit.t)))
    for name, columns in make_leaf_loads(fit):
        yield "payload", name, columns
