"""Diagnostics of a log and of a robot's file, check(robot, logs) -> Diagnosis: all examinations, in
the order in which one needs the other."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from dynid.arrays import Array, one_blas_thread
from dynid.data.log import Log
from dynid.data.torque_checks import examine_torques, examine_units, select_joints
from dynid.diagnostics.columns import examine_columns, find_filtering
from dynid.diagnostics.detectability import (
    LITTLE,
    ParameterRating,
    check_motion,
    find_undetectable,
    rate_parameters,
)
from dynid.diagnostics.hypotheses import FaultHypothesis
from dynid.diagnostics.hypothesis_test import TestOutcome, compare_logs, find_faults
from dynid.diagnostics.outlying_times import find_outlying_times
from dynid.diagnostics.plausibility import check_bodies, check_estimates, compare_with_file
from dynid.diagnostics.quick_fit import QuickFit, join_fits, prepare_fit
from dynid.diagnostics.repairs import repair_log
from dynid.errors import DynidError, join_names
from dynid.findings import THE_LOG, Finding, sort_findings
from dynid.model.effects import Coulomb, Offset, RotorInertia, Viscous
from dynid.model.model import Model
from dynid.robot.mechanism import Robot

STANDARD = (Viscous(), Coulomb(), Offset(), RotorInertia())
# share of a joint's torque that no repair explains: suspicious, and worse
UNEXPLAINED = (0.1, 0.2)
# of the largest torque: joints whose own may be mostly friction and noise are not judged
MAJOR = 0.05
#: repaired before the model is asked
FIRST = ("interpolate", "unwrap", "even", "pause", "level")


@dataclass(frozen=True)
class Diagnosis:
    """All findings about a robot and its logs, the surest first, and what the motion can show.

    Parameters
    ----------
    robot
        its name
    logs
        their names
    findings
        the surest first
    parameters
        how well the motion determines each
    unexplained
        {log: {joint: share of the torque, 0 to 1, that a quick fit leaves on held-out blocks}}
    untold
        mistakes that these logs cannot reveal, in words; of a robot whose masses are not known
    """

    robot: str
    logs: tuple[str, ...]
    findings: tuple[Finding, ...]
    parameters: tuple[ParameterRating, ...] = ()
    #: {log: {joint: share of the torque, 0 to 1, that a quick fit leaves on held-out blocks}}
    unexplained: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    #: mistakes that these logs cannot reveal, in words; of a robot whose masses are not known
    untold: tuple[str, ...] = ()

    @property
    def sure(self) -> tuple[Finding, ...]:
        """The findings that are certain or likely."""
        return tuple(finding for finding in self.findings if finding.sure)

    @property
    def healthy(self) -> bool:
        return not self.sure

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "logs": list(self.logs),
            "healthy": self.healthy,
            "findings": [finding.to_dict() for finding in self.findings],
            "parameters": [asdict(parameter) for parameter in self.parameters],
            "untold": list(self.untold),
            "unexplained": {log: dict(joints) for log, joints in self.unexplained.items()},
        }

    def __str__(self) -> str:
        lines = [f"{self.robot}, {len(self.logs)} log{'s' * (len(self.logs) != 1)}"]
        lines += [f"  {finding}" for finding in self.findings] or ["  nothing found"]
        for log, joints in self.unexplained.items():
            shares = ", ".join(f"{joint} {100 * share:.2g} %" for joint, share in joints.items())
            lines.append(f"residual torque of a quick fit, {log or 'the log'}: {shares}")
        if self.parameters:
            lines.append(_describe_parameters(self.parameters))
        if self.untold:
            lines.append(f"cannot be detected from these logs: {'; '.join(self.untold)}")
        return "\n".join(lines)


def _describe_parameters(parameters: Sequence[ParameterRating]) -> str:
    """The counts, and the names of those that are not well identifiable."""
    by = {word: [p.parameter for p in parameters if p.shown == word] for word in ("weak", "not")}
    good = len(parameters) - sum(map(len, by.values()))
    text = f"{good} of {len(parameters)} base parameters are well identifiable"
    for word, names in by.items():
        if names:
            short = ", ".join(name.split(" ")[0] for name in names[:12])
            text += f"; {word}: {short}{', ...' if len(names) > 12 else ''}"
    return text


def check(
    robot: Robot | Model,
    logs: Log | Sequence[Log] = (),
    *,
    quick: bool = False,
    hypotheses: Sequence[FaultHypothesis] = (),
) -> Diagnosis:
    """Check a robot and its logs for mistakes, and what the motion determines.

    Parameters
    ----------
    robot
        or a model of it with its effects; by default with friction, offset and rotor inertia
    logs
        one or several
    quick
        columns, times, delays, gains, zeros, gear ratios, gravity, signs of all only
    hypotheses
        user-defined ones, tried in addition to the known: [di.diagnostics.MissingEffect(...)]
    """
    model = robot.plain if isinstance(robot, Model) else Model(robot, STANDARD)
    logs = [logs] if isinstance(logs, Log) else list(logs)
    findings = list(check_bodies(model.robot))
    unexplained: dict[str, dict[str, float]] = {}
    fits: list[QuickFit] = []
    for log in logs:
        with np.errstate(all="ignore"), one_blas_thread():
            found, outcome = _examine(model, log, quick, tuple(hypotheses))
        findings += [replace(finding, log=log.source) for finding in found]
        if outcome is not None:
            fits.append(outcome.fit)
            unexplained[log.source] = dict(zip(model.robot.actuated, map(float, outcome.before)))
    if len(fits) > 1 and not _has_sure(findings):
        findings += compare_logs(fits)
    hidden: tuple[str, ...] = ()
    if fits and not quick and not any(_is_doubtful(finding) for finding in findings):
        hidden = tuple(find_undetectable(join_fits(fits)))
    parameters = rate_parameters(model, fits) if fits and not quick else ()
    names = tuple(log.source for log in logs)
    return Diagnosis(
        model.robot.name, names, sort_findings(findings), parameters, unexplained, hidden
    )


def find_mistakes(model: Model, logs: Sequence[Log] = ()) -> tuple[Finding, ...]:
    """For commands that do something else: the certain and likely findings about a robot and its
    logs, without the long search. Never raises: what cannot be examined, the command itself says.
    Robots that float are not examined."""
    if model.robot.base:
        return ()
    try:
        return check(model, logs, quick=True).sure
    except (DynidError, ArithmeticError, ValueError):
        return ()


def _has_sure(findings: Iterable[Finding]) -> bool:
    return any(finding.sure for finding in findings)


def _is_doubtful(finding: Finding) -> bool:
    """Whether it leaves the model in doubt: not repaired before it, and about more than motion."""
    mended = finding.change is not None and finding.change.do in FIRST
    return finding.sure and not mended and finding.kind != LITTLE


def _examine(
    model: Model, log: Log, quick: bool, hypotheses: tuple[FaultHypothesis, ...]
) -> tuple[list[Finding], TestOutcome | None]:
    findings: list[Finding] = []
    try:
        log = select_joints(log, model.robot, [])
        findings += examine_columns(log, model.robot)
        if model.robot.base or log.currents:
            return [*findings, _leave_out(log, bool(model.robot.base))], None
        for finding in findings:
            if finding.change is not None and finding.change.do in FIRST:
                log = repair_log(log, finding.change)
        findings += examine_units(log, model.robot)
        findings += find_filtering(log)
        fit = replace(prepare_fit(model, log, quick), hypotheses=hypotheses)
    except DynidError as error:
        findings.append(Finding("refused", "certain", THE_LOG, str(error)))
        return findings, None
    return _examine_fit(fit, findings, quick)


def _leave_out(log: Log, floats: bool) -> Finding:
    if floats:
        evidence = (
            "The robot has a floating base: only the format of the columns was examined, "
            "not their values"
        )
        evidence += " together."
        repair = "Look at the residuals of dynid identify."
        return Finding("floating base", "possible", THE_LOG, evidence, repair)
    return Finding(
        "currents",
        "possible",
        join_names([f"current_{joint}" for joint in log.currents]),
        "These are motor currents: without their gains they cannot be compared with a"
        " model, so only the columns were examined.",
        "Give the gains that are known in Nm per A (option drives: joint1=13.6).",
    )


def _examine_fit(
    fit: QuickFit, findings: list[Finding], quick: bool
) -> tuple[list[Finding], TestOutcome]:
    outcome = find_faults(fit, not quick)
    explained = list(outcome.findings)
    if not quick and not _has_sure(explained):
        seen, without = find_outlying_times(fit)
        explained += seen
        if _has_sure(seen):
            outcome = replace(find_faults(without, not quick), before=outcome.before)
            explained += outcome.findings
    findings = findings + explained
    findings += check_estimates(outcome.fit, outcome.score)
    if not _has_sure(findings):
        findings += compare_with_file(outcome.fit, not quick)
    if not _has_sure(findings):
        move = fit.move
        with warnings.catch_warnings():  # poses near singularities matter to a fit, not here
            warnings.simplefilter("ignore")
            findings += examine_torques(fit.model, move.q, move.qd, move.qdd, fit.tau)
    findings += check_motion(outcome.fit, outcome.score)
    if not _has_sure(findings):
        findings += _check_residual(outcome, quick)
    return findings, outcome


def _check_residual(outcome: TestOutcome, quick: bool) -> Iterator[Finding]:
    fit, inside = outcome.fit, outcome.score.inside
    assert inside is not None
    size = np.sqrt(np.mean(fit.tau**2, axis=0))
    # of a log that moves little, a fit to a part fails on the rest, and a fit to all does not
    rms = np.sqrt(inside / np.maximum(fit.use.sum(axis=0), 1))
    left: Array = np.minimum(outcome.after, rms / np.maximum(size, 1e-300))
    left = np.where(size > MAJOR * size.max(), left, 0.0)
    if left.max() < UNEXPLAINED[0]:
        return
    joints = zip(fit.joints, left)
    yield Finding(
        "unexplained",
        "likely" if left.max() > UNEXPLAINED[1] and not quick else "possible",
        join_names([f"{name} {100 * x:.2g} %" for name, x in joints if x >= UNEXPLAINED[0]]),
        "A quick fit leaves this residual on held-out blocks, and none"
        " of the usual mistakes explains it.",
        "Possible causes: another robot than the file's, contact, noise, or an effect "
        "that the model lacks.",
    )
