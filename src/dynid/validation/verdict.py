"""judge(result, problem, check) -> Verdict: good, usable or not trustworthy, by a few rules with
named limits.

A rule can lower the verdict, never raise it: one reason for distrust is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.torque_checks import find_spikes, measure_clipping
from dynid.errors import join_names, require
from dynid.estimators.stepwise.feasible import check_feasibility
from dynid.findings import CERTAINTIES, Finding
from dynid.identification.estimate import Estimate, make_final_problem
from dynid.identification.estimate_records import WEAK, JointFit
from dynid.identification.prediction_error import compute_training_error, explain_failure
from dynid.identification.problem import Problem
from dynid.model.base_reduction import compute_random_rows
from dynid.model.consistency import is_consistent
from dynid.notebook import format_percent, format_short_percent
from dynid.notes import select_warnings
from dynid.validation.prediction_check import (
    NO_MATTER,
    JointCheck,
    Validation,
    predict,
    validate,
)

# % of the torque: sensors and friction of real robots leave this much to the best of models
GOOD_ERROR = 10.0
POOR_ERROR = 20.0  # % of the torque: nominal inertias without any identification often do as well
POOR_JOINT = 30.0  # % of one joint's torque: a feed-forward would leave a third to the controller
WORSE_THAN_NOTHING = 100.0  # % of one joint's torque: predicting zero would be as good
# % of the torque that a result was found from: it explains less than half of the squared torque
FAILED = 100.0 * 0.5**0.5
# held-out error over training error: the model has learnt what is particular to the training motion
OVERFIT = 2.0
SIGNIFICANT = 2.0  # standard deviations of a value that is more than none
# % of the torque of other motions, made by the parameters' uncertainty alone. A flag, never said as
# a number: on held-out logs of real robots it is off by a factor of ten either way
OPEN = 10.0
OTHERS = 300  # samples of such motions
# columns of norm 1: an error of 0.1 % in the torques may be as large as the least visible
# combination
CONDITION = 1000.0
PER_PARAMETER = (
    10.0  # independent samples: with fewer, the standard deviations themselves are uncertain
)

CLIPPED = 1e-3  # of the samples at a torque limit: there the torque is not what the motion needed
COUNTED = 0.5  # of the samples: with less, the masks decide the result
SPIKY = 0.1  # of the squared differences in spikes: they have a say in the parameters

REASONS = 2  # that the sentence names
LEVELS = ("good", "usable", "not trustworthy")


@dataclass(frozen=True)
class Verdict:
    """The verdict on a result: print(verdict) is one sentence.

    Parameters
    ----------
    summary
        one sentence
    findings
        how it came about
    errors
        {"training", "held_out", "shipped"} of the torque [%], those that are known; shipped: of the
        robot's own file, on the same logs as the one before
    """

    summary: str
    findings: tuple[Finding, ...]
    errors: Mapping[str, float] = field(default_factory=dict)

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
            "errors": dict(self.errors),
            "findings": [
                {"rule": x.kind, "level": x.level, "text": x.evidence, "remedy": x.repair}
                for x in self.findings
            ],
        }

    def __str__(self) -> str:
        word = self.word[0].upper() + self.word[1:]
        # the summary tells the error already
        against = [
            f.evidence
            for f in self.findings
            if f.level == self.level and (f.kind != "error" or self.level == 2)
        ]
        if self.level == 0:
            return f"{word}: {self.summary}. All checks passed."
        if not against:
            return f"{word}: {self.summary}."
        shown = "; ".join(against[:REASONS])
        shown += f"; and {len(against) - REASONS} more" if len(against) > REASONS else ""
        return f"{word}: {shown}." if self.level == 2 else f"{word}: {self.summary}, but {shown}."


def judge(
    result: Estimate,
    problem: Problem,
    check: Validation | None = None,
    train: Validation | None = None,
    noticed: Sequence[Finding] | None = None,
) -> Verdict:
    """What an estimate is worth, by its problem (the data it was found from) and a validation.

    Parameters
    ----------
    result
        the estimate
    problem
        what it was fitted to
    check
        validate(result, held_out_data), where there are such data
    train
        validate(result, problem.data), where that is there already
    noticed
        check(robot, logs).findings, where these were examined
    """
    require("judge", result, Estimate, "estimate(problem, OLS())")
    require("judge", problem, Problem, "Problem(model, data)")
    problem = make_final_problem(result, problem)
    data = problem.data
    if data is not None and len(result.p) != len(data.model.parameters):
        data = None
    unseen = check if check is not None and check.held_out else None
    if train is None and data is not None:
        train = validate(result, data)
    trained = compute_training_error(result, problem) if train is None else train.relative
    findings = [_check_error(trained, unseen or train), _check_transfer(trained, train, unseen)]
    if check is not None:
        findings.append(_check_sample_count(check))
    if noticed is not None:
        findings.append(_examine_safely(noticed))
    if problem.data is not None:
        findings.append(_judge_data(problem.data))
    if data is not None:
        findings += [_judge_saturation(data), _judge_spikes(data, data.tau - predict(result, data))]
    findings += [
        *_check_predictions(result, problem),
        *_check_low_speed(result, problem),
        _check_joints((unseen or train or result).joints),
        _check_uncertainty(result, problem),
        _check_residuals(result),
        _check_bodies(result, problem),
        _check_excitation(result, problem),
        *_check_robot_file(result, problem),
    ]
    checked = unseen or train
    errors = {
        "training": trained,
        "held_out": np.nan if unseen is None else unseen.relative,
        "shipped": np.nan if checked is None else checked.shipped,
    }
    known = {name: float(x) for name, x in errors.items() if np.isfinite(x)}
    return Verdict(_summarise(trained, checked), tuple(findings), known)


def _make_finding(kind: str, level: int, evidence: str, repair: str = "") -> Finding:
    """What one rule found."""
    return Finding(kind, CERTAINTIES[0], "", evidence, repair, level=level)


def find_training_failures(train: Validation) -> tuple[str, ...]:
    """Why a result is of no use, by its check on the data it was found from; nothing where it is.
    Slow samples and what the filter makes do not count against it."""
    errors = np.array([train.relative, train.without_filter, train.moving])
    error = errors[np.isfinite(errors)].min(initial=np.inf)
    if not FAILED < error < np.inf:
        return ()
    return (
        f"it leaves {error:.3g} % of its own training torques unexplained: robot, joints, signs"
        " or units do not match the log (dynid check)",
    )


def _summarise(trained: float, check: Validation | None) -> str:
    """check: on held-out data, else on those of the training, else there is none."""
    unseen = check is not None and check.held_out
    error = check.relative if check is not None and unseen else trained
    which = "held-out" if unseen else "training"
    notes = [] if check is None else [check.aside]
    if check is not None and check.shipped == check.shipped:
        notes.insert(0, f"file as shipped: {format_short_percent(check.shipped)} %")
    aside = "; ".join(note for note in notes if note)
    text = f"{format_percent(error)} % torque error on the {which} logs"
    return f"{text} ({aside})" if aside else text


def _check_sample_count(check: Validation) -> Finding:
    """Whether the check has enough samples to mean anything."""
    if check.thin:
        remedy = "check on a longer log, or one in which every joint moves"
        return _make_finding("check", 1, f"the check says little: {check.thin}", remedy)
    return _make_finding("check", 0, f"checked on all {check.samples} samples")


def _check_error(trained: float, check: Validation | None) -> Finding:
    """Judged without what the filter alone makes: it is no fault of the model."""
    error = trained if check is None else check.relative
    judged = trained if check is None else check.without_filter
    which = "held-out" if check is not None and check.held_out else "training"
    level = 0 if judged <= GOOD_ERROR else 1 if judged <= POOR_ERROR else 2
    made = ""
    if check is not None and check.filter_matters:
        made = f", {format_percent(judged)} % without the effect of the filter"
    return _make_finding(
        "error",
        level,
        f"{format_percent(error)} % of the {which} torque is unexplained{made}",
        "look at the difference plots: steps at reversals call for a better friction model, slow"
        " waves for springs or payloads, spikes for a lower cutoff",
    )


def _check_transfer(trained: float, train: Validation | None, unseen: Validation | None) -> Finding:
    """Judged by what the filter leaves of both errors; told are the errors themselves."""
    remedy = "check it on a held-out log (option test)"
    if unseen is None:
        return _make_finding("held-out data", 1, "it was not checked on held-out data", remedy)
    ratio = unseen.relative / max(trained, 1e-12)
    text = (
        f"the held-out error is {ratio:.1f} times the training error ({format_percent(trained)} %)"
    )
    before = trained if train is None else train.without_filter
    worse = unseen.without_filter > OVERFIT * max(before, 1e-12)
    level = int(worse and unseen.without_filter > NO_MATTER)
    return _make_finding(
        "held-out data",
        level,
        text,
        "train on more varied motion, or use the consistent estimator or a prior",
    )


def _check_predictions(result: Estimate, problem: Problem) -> list[Finding]:
    """What was fitted must be what predicts."""
    text = explain_failure(result, problem)
    remedy = "omit effects that depend on the joint load: load_friction, torque_scale"
    return [_make_finding("own torques", 2, text, remedy)] if text else []


def _check_low_speed(result: Estimate, problem: Problem) -> list[Finding]:
    """Friction of low speed, which nobody has who did not ask for it, must be there at most of its
    joints."""
    known = dict(zip(result.names, zip(result.theta.tolist(), result.std.tolist())))
    terms = () if problem.model is None else problem.model.layout.terms
    asked = [each for each in terms if each.term.law.fade < np.inf and each.name in known]
    absent = [x for x in asked if not known[x.name][0] > SIGNIFICANT * known[x.name][1]]
    if len(absent) <= len(asked) / 2:
        return []
    shape = join_names((f"{name} = {x:.3g}" for name, x in result.constants.items()), 4)
    text = f"{join_names([x.name for x in absent], 4)} not positive, with {shape}"
    remedy = "omit it; or estimate its constants on a log with slow reversals:"
    remedy += " method separable"
    return [_make_finding("low speed", 1, text, remedy)]


def _check_joints(joints: Sequence[JointCheck | JointFit]) -> Finding:
    def judge_joint(joint: JointCheck | JointFit) -> float:
        error = joint.without_filter if isinstance(joint, JointCheck) else joint.relative
        return float(np.nan_to_num(error))

    told = {joint.joint: f"{format_percent(joint.relative)} %" for joint in joints}
    poor = [f"{j.joint} ({told[j.joint]})" for j in joints if judge_joint(j) > POOR_JOINT]
    worst = max(joints, key=judge_joint)
    if poor:
        text = f"more than {POOR_JOINT:g} % of the torque is unexplained at {join_names(poor, 3)}"
        remedy = "check that joint's torque signal; small torques may be all friction"
        return _make_finding(
            "joints", 2 if judge_joint(worst) > WORSE_THAN_NOTHING else 1, text, remedy
        )
    text = f"the worst joint, {worst.joint}, leaves {told[worst.joint]} of its torque unexplained"
    return _make_finding("joints", 0, text)


def _check_uncertainty(result: Estimate, problem: Problem) -> Finding:
    """Weak parameters alone say little: small ones are always weak, and do not matter."""
    gone = set(result.eliminated)
    kept = [name for name in result.names if name not in gone]
    weak = [name for name in result.weak if name not in gone]
    is_open = measure_uncertainty(result, problem) > OPEN
    text = f"{len(weak)} of {len(kept)} parameters are weak (standard deviation above {WEAK:g} %)"
    text += ", and the torques of other motions depend on them" if is_open else ""
    remedy = (
        "record longer or designed excitation; or use Stepwise, which drops parameters "
        "that the data do not determine"
    )
    return _make_finding("uncertainty", int(is_open), text, remedy)


def measure_uncertainty(result: Estimate, problem: Problem) -> float:
    """The error [%] that the deviations make of the torques of other motions, of all joints
    together; nan where that is not known.

    Other motions are positions, velocities and accelerations of the log, each of another moment:
    Y C Y' is the covariance of their torques Y theta.
    """
    data, base, theta = problem.data, problem.base, result.theta
    if data is None or base is None or np.isnan(result.covariance).any():
        return np.nan
    if np.isinf(result.std).any():
        return np.inf
    i, j, k = np.random.default_rng(0).integers(0, len(data), (3, OTHERS))
    model = data.model.set_constants(result.constants).set_load_reference(result.p)
    with catch_warnings():  # poses near a singularity were reported when the log was processed
        simplefilter("ignore")
        Y = compute_random_rows(model, (data.q[i], data.qd[j], data.qdd[k]))[:, :, base.independent]
    variance = float(np.einsum("knr,rs,kns->", Y, result.covariance, Y, optimize=True))
    square = float(np.sum((Y @ theta) ** 2))
    return 100.0 * float(np.sqrt(max(variance, 0.0) / max(square, 1e-300)))


def _check_residuals(result: Estimate) -> Finding:
    """Coloured residuals are the rule on real robots; what matters is how many independent samples
    they leave."""
    independent = sum(joint.rows / joint.inflation for joint in result.joints)
    each = independent / max(len(result.names) - len(result.eliminated), 1)
    worst = max(joint.inflation for joint in result.joints)
    kind = "correlated in time" if worst > 1.5 else "white"
    text = f"the residual is {kind}: {each:.3g} effective samples per parameter"
    level = 0 if each >= PER_PARAMETER else 1 if each >= 1 else 2
    text += ", so the intervals are wide" if level else ""
    return _make_finding(
        "residuals",
        level,
        text,
        "record longer, or add the effect that the slow differences suggest",
    )


def _check_bodies(result: Estimate, problem: Problem) -> Finding:
    remedy = (
        "use the consistent estimator: simulators refuse such bodies, and controllers may become"
        " unstable"
    )
    model, base = problem.model, problem.base
    if problem.reduction is not None:
        return _make_finding("bodies", 0, "not judged: the parameters are those of a reduction")
    if model is None or base is None:
        return _make_finding("bodies", 0, "no bodies: a linear model given by its rows")
    if result.margins:
        flat = (
            f"; at the limit of physical consistency: {join_names(result.active, 3)}"
            if result.active
            else ""
        )
        return _make_finding("bodies", 0, f"every body is physically consistent{flat}")
    gone = set(result.eliminated)
    kept = [k for k, name in enumerate(result.names) if name not in gone]
    found = check_feasibility(model, base.map[kept], result.theta[kept])
    if found:
        return _make_finding(
            "bodies", 0, f"physically consistent bodies have these values (margin {found.t:.2g})"
        )
    return _make_finding(
        "bodies", 1, "no physically consistent bodies have exactly these values", remedy
    )


def _check_robot_file(result: Estimate, problem: Problem) -> list[Finding]:
    """Bodies of the robot's description that cannot exist, where it served as a prior."""
    model = problem.model
    if model is None or not result.margins or not result.from_prior:
        return []
    prior = model.prior
    bad = [
        name
        for name, place in model.layout.bodies.items()
        if np.isfinite(prior[place]).all()
        and prior[place].any()
        and not is_consistent(prior[place])
    ]
    if not bad:
        return []
    text = (
        f"the inertias that the robot's description gives for {join_names(bad, 4)} are "
        f"not physically consistent: the nearest consistent inertia was taken as the "
        "prior, which decides what the data do not determine"
    )
    return [_make_finding("robot file", 1, text, "correct these inertias in the robot's file")]


def _check_excitation(result: Estimate, problem: Problem) -> Finding:
    remedy = "move more joints, faster and together: dynid design computes such a motion"
    _, unseen = problem.find_weak_directions(result.weights if len(result.weights) else None)
    if unseen:
        text = f"{len(unseen)} of {problem.size} combinations are not identifiable from the data"
        return _make_finding("excitation", 1, text, remedy)
    poor = result.condition > CONDITION
    told = f"condition number {result.condition_shown}"
    if poor and measure_uncertainty(result, problem) <= OPEN:
        text = f"some combinations are barely identifiable ({told}), but they matter little"
        return _make_finding("excitation", 0, text)
    text = f"some combinations are barely identifiable: {told}"
    good = f"every combination is identifiable: {told}"
    return _make_finding("excitation", int(poor), text if poor else good, remedy)


def _judge_saturation(data: Dataset) -> Finding:
    share = dict(zip(data.model.robot.actuated, measure_clipping(data)))
    clipped = [f"{name} {100 * x:.2g} %" for name, x in share.items() if x > CLIPPED]
    if not clipped:
        return _make_finding("saturation", 0, "no torque saturates")
    text = f"torques saturate ({join_names(clipped, 4)} of the samples)"
    remedy = "move more gently, or mask these samples: process(saturation=True)"
    return _make_finding("saturation", 1, text, remedy)


def _judge_spikes(data: Dataset, error: Array) -> Finding:
    """Samples that stand out of their neighbours as no torque can, by their share of the error."""
    out, bad, most = find_spikes(data.tau) & data.use, [], 0.0
    for name, e, spike, use in zip(data.model.robot.actuated, error.T, out.T, data.use.T):
        share = np.sum(e[spike] ** 2) / max(np.sum(e[use] ** 2), 1e-300)
        if share > SPIKY:
            bad.append(f"{name} {int(spike.sum())}, up to {np.abs(e[spike]).max():.3g}")
            most = max(most, float(share))
    if not bad:
        return _make_finding("spikes", 0, "no significant spikes in the torques")
    text = f"the torques have spikes ({join_names(bad, 3)} Nm or N)"
    text += f" that make up to {100 * most:.0f} % of a joint's squared differences"
    remedy = "repair the torque signal, or use a robust method, such as huber"
    return _make_finding("spikes", 1, text, remedy)


def _judge_data(data: Dataset) -> Finding:
    """Warnings of the data checks, and samples that do not count."""
    if warned := select_warnings(data.notes):
        first = warned[0].text.split(";")[0].rstrip(".")
        more = f" (and {len(warned) - 1} more warnings)" if len(warned) > 1 else ""
        text = f"the log probably has a mistake: {first}{more}"
        return _make_finding("data", 2, text, "see the notes below")
    share = float(np.mean(data.use[:, data.judged]))
    remedy = "loosen the masks, or record motion with less rest"
    return _make_finding(
        "data", int(share < COUNTED), f"{100 * share:.0f} % of the samples count", remedy
    )


def _examine_safely(noticed: Sequence[Finding]) -> Finding:
    """What is certainly or likely wrong with robot or logs is so with what was found from them."""
    sure = [x for x in noticed if x.sure]
    if not sure:
        return _make_finding("examination", 0, "a check of robot and logs found nothing wrong")
    places = [", ".join(part for part in (Path(x.log).name, x.where) if part) for x in sure]
    found = join_names([f"{x.kind} ({place})" for x, place in zip(sure, places)], 3)
    return _make_finding(
        "examination", 1, f"a check of robot and logs found {found}", sure[0].repair
    )
