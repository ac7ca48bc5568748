"""judge(result, problem, check) -> Verdict: good, usable or not trustworthy, by a few rules with
named limits.

A rule can lower the verdict, never raise it: one reason for distrust is enough.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dynid.data.checks import WARNING
from dynid.data.dataset import Dataset
from dynid.data.masks import FLAT, runs
from dynid.errors import listing, require
from dynid.estimators.stepwise.feasible import feasibility
from dynid.identify.estimate import WEAK, Estimate
from dynid.identify.problem import Problem
from dynid.validation.check import Validation

# % of the torque: sensors and friction of real robots leave this much to the best of models
GOOD_ERROR = 10.0
POOR_ERROR = 30.0  # % of the torque: nominal inertias without any identification often do as well
POOR_JOINT = 50.0  # % of one joint's torque: a quarter of its power is unexplained
WORSE_THAN_NOTHING = 100.0  # % of one joint's torque: predicting zero would be as good
# held-out error over training error: the model has learnt what is particular to the training motion
OVERFIT = 2.0
NO_MATTER = 1.0  # %: below this, held-out errors are small whatever the training error is
# of the parameters: with more, single values mean little, though their sums may still predict well
WEAK_SHARE = 1 / 3
# columns of norm 1: an error of 0.1 % in the torques may be as large as the least visible
# combination
CONDITION = 1000.0
PER_PARAMETER = (
    10.0  # independent samples: with fewer, the standard deviations themselves are uncertain
)
CLIPPED = 1e-3  # of the samples at a torque limit: there the torque is not what the motion needed
COUNTED = 0.5  # of the samples: with less, the masks decide the result

REASONS = 2  # that the sentence names
LEVELS = ("good", "usable", "not trustworthy")


@dataclass(frozen=True)
class Finding:
    """What one rule found: its level (0 good, 1 usable, 2 not trustworthy), in words, and what to
    do about it."""

    rule: str
    level: int
    text: str
    remedy: str = ""


@dataclass(frozen=True)
class Verdict:
    """print(verdict) is one sentence; the findings say how it came about."""

    summary: str
    findings: tuple[Finding, ...]

    @property
    def level(self) -> int:
        return max(finding.level for finding in self.findings)

    @property
    def word(self) -> str:
        return LEVELS[self.level]

    def to_dict(self) -> dict[str, Any]:
        return {
            "verdict": self.word,
            "text": str(self),
            "findings": [asdict(finding) for finding in self.findings],
        }

    def __str__(self) -> str:
        word = self.word[0].upper() + self.word[1:]
        # the summary tells the error already
        against = [
            f.text
            for f in self.findings
            if f.level == self.level and (f.rule != "error" or self.level == 2)
        ]
        if self.level == 0 or not against:
            rest = ", and no rule speaks against it" if self.level == 0 else " only"
            return f"{word}: {self.summary}{rest}."
        shown = "; ".join(against[:REASONS])
        shown += f"; and {len(against) - REASONS} more" if len(against) > REASONS else ""
        return f"{word}: {shown}." if self.level == 2 else f"{word}: {self.summary}, but {shown}."


def judge(result: Estimate, problem: Problem, check: Validation | None = None) -> Verdict:
    """What an estimate is worth, by its problem (the data it was found from) and a validation."""
    require("judge", result, Estimate, "estimate(problem, OLS())")
    require("judge", problem, Problem, "Problem(model, data)")
    unseen = check if check is not None and check.held_out else None
    findings = [
        _error(result, problem, unseen),
        _carries_over(result, problem, unseen),
        _joints(result, unseen),
        _uncertainty(result),
        _residuals(result),
        _bodies(result, problem),
        _excitation(result, problem),
    ]
    if problem.data is not None:
        findings += [_torques(problem.data), _data(problem.data)]
    where = f"predicts held-out torques to {unseen.relative:.2g} %" if unseen is not None else ""
    seen = f"explains the torques it was trained on to {training_error(result, problem):.2g} %"
    return Verdict(where or seen, tuple(findings))


def training_error(result: Estimate, problem: Problem) -> float:
    """100 |y - W theta| / |y| over all joints of the training data."""
    square = sum(joint.rows * joint.rmse**2 for joint in result.joints)
    return float(
        100.0 * np.sqrt(square / max(sum(block.square for block in problem.blocks), 1e-300))
    )


def _error(result: Estimate, problem: Problem, unseen: Validation | None) -> Finding:
    error = unseen.relative if unseen is not None else training_error(result, problem)
    which = "held-out" if unseen is not None else "training"
    level = 0 if error <= GOOD_ERROR else 1 if error <= POOR_ERROR else 2
    return Finding(
        "error",
        level,
        f"{error:.2g} % of the {which} torque is unexplained",
        "look at the difference plots: steps at reversals ask for better friction, slow waves for"
        " springs or payloads, spikes for a lower cutoff",
    )


def _carries_over(result: Estimate, problem: Problem, unseen: Validation | None) -> Finding:
    remedy = "give another recording with --test"
    if unseen is None:
        return Finding("held-out data", 1, "it was not checked on held-out data", remedy)
    train = training_error(result, problem)
    ratio = unseen.relative / max(train, 1e-12)
    text = f"the held-out error is {ratio:.1f} times the training error ({train:.2g} %)"
    level = 1 if ratio > OVERFIT and unseen.relative > NO_MATTER else 0
    return Finding(
        "held-out data",
        level,
        text,
        "train on more varied motion, or use the consistent estimator or a prior",
    )


def _joints(result: Estimate, unseen: Validation | None) -> Finding:
    errors = [
        (j.joint, j.relative) for j in (unseen.joints if unseen is not None else result.joints)
    ]
    poor = [f"{name} ({error:.0f} %)" for name, error in errors if error > POOR_JOINT]
    name, error = max(errors, key=lambda pair: np.nan_to_num(pair[1]))
    if poor:
        text = f"more than {POOR_JOINT:g} % of the torque is unexplained at {listing(poor, 3)}"
        remedy = "check that joint's torque signal; small torques may be all friction"
        return Finding("joints", 2 if error > WORSE_THAN_NOTHING else 1, text, remedy)
    return Finding(
        "joints", 0, f"the worst joint, {name}, is explained to {error:.2g} % of its own torque"
    )


def _uncertainty(result: Estimate) -> Finding:
    gone = set(result.eliminated)
    kept = [name for name in result.names if name not in gone]
    weak = [name for name in result.weak if name not in gone]
    text = f"{len(weak)} of {len(kept)} parameters are weak (standard deviation above {WEAK:g} %)"
    remedy = (
        "longer or designed excitation; or Stepwise, which leaves out what the data do not show"
    )
    return Finding("uncertainty", int(len(weak) > WEAK_SHARE * len(kept)), text, remedy)


def _residuals(result: Estimate) -> Finding:
    """Coloured residuals are the rule on real robots; what matters is how many independent samples
    they leave."""
    independent = sum(joint.rows / joint.inflation for joint in result.joints)
    each = independent / max(len(result.names) - len(result.eliminated), 1)
    worst = max(joint.inflation for joint in result.joints)
    kind = "coloured" if worst > 1.5 else "white"
    text = f"what is left of the torque is {kind}, worth {each:.3g} independent samples a parameter"
    level = 0 if each >= PER_PARAMETER else 1 if each >= 1 else 2
    return Finding(
        "residuals",
        level,
        text,
        "record longer, or add the effect that the slow differences point to",
    )


def _bodies(result: Estimate, problem: Problem) -> Finding:
    remedy = (
        "use the consistent estimator: simulators refuse such bodies, and controllers may become"
        " unstable"
    )
    model, base = problem.model, problem.base
    if model is None or base is None:
        return Finding("bodies", 0, "no bodies: a linear model given by its rows")
    if result.margins:
        flat = (
            f"; at the limit of the possible: {listing(result.active, 3)}" if result.active else ""
        )
        return Finding("bodies", 0, f"every body is physically possible{flat}")
    gone = set(result.eliminated)
    kept = [k for k, name in enumerate(result.names) if name not in gone]
    found = feasibility(model, base.map[kept], result.theta[kept])
    if found:
        return Finding(
            "bodies", 0, f"physically possible bodies have these values (margin {found.t:.2g})"
        )
    return Finding("bodies", 1, "no physically possible bodies have exactly these values", remedy)


def _excitation(result: Estimate, problem: Problem) -> Finding:
    remedy = "move more joints, faster and together: dynid design finds such a motion"
    _, unseen = problem.weak_directions(result.weights if len(result.weights) else None)
    if unseen:
        text = f"{len(unseen)} of {problem.size} combinations are not shown by the data at all"
        return Finding("excitation", 1, text, remedy)
    poor = result.condition > CONDITION
    told = f"condition number {result.condition:{'.0f' if result.condition < 1e6 else '.1e'}}"
    text = f"some combinations hardly show in the data: {told}"
    good = f"every combination shows in the data: {told}"
    return Finding("excitation", int(poor), text if poor else good, remedy)


def _torques(data: Dataset) -> Finding:
    clipped = {
        name: share
        for name, share in zip(data.model.robot.actuated, clipped_share(data))
        if share > CLIPPED
    }
    if clipped:
        shares = [f"{name} {100 * share:.2g} %" for name, share in clipped.items()]
        text = f"torques stay at their limit ({listing(shares, 4)} of the samples)"
        return Finding(
            "saturation",
            1,
            text,
            "move more gently, or leave these samples out: process(saturation=True)",
        )
    return Finding("saturation", 0, "no torque stays at its limit")


def clipped_share(data: Dataset) -> list[float]:
    """Share of each joint's counted samples that lie on a flat top of its torque, or at its drive's
    limit."""
    out = []
    for j, name in enumerate(data.model.robot.actuated):
        tau = data.tau[:, j]
        effort = data.model.robot.joint(name).effort
        flat = np.zeros(len(tau), dtype=bool)
        if np.ptp(tau) > 0:
            for extreme in (tau.max(), tau.min()):
                flat |= runs(np.abs(tau - extreme) <= 1e-9 * np.abs(extreme), FLAT)
        if 0 < effort < np.inf:
            flat |= runs(np.abs(tau) >= (1 - 1e-3) * effort, FLAT) & (
                np.abs(tau) <= (1 + 1e-3) * effort
            )
        use = data.use[:, j]
        out.append(float(np.mean(flat[use])) if use.any() else 0.0)
    return out


def _data(data: Dataset) -> Finding:
    warned = [note.removeprefix(WARNING) for note in data.notes if note.startswith(WARNING)]
    if warned:
        first = warned[0].split(";")[0].rstrip(".")
        more = f" (and {len(warned) - 1} more warnings)" if len(warned) > 1 else ""
        return Finding(
            "data",
            2,
            f"the log is probably not what it claims to be: {first}{more}",
            "see the notes below",
        )
    share = float(np.mean(data.use))
    text = f"{100 * share:.0f} % of the samples count"
    return Finding(
        "data", int(share < COUNTED), text, "loosen the masks, or record motion with less rest"
    )
