"""check(robot, logs) -> Diagnosis: all examinations, in the order in which one needs the other."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.data import checks
from dynid.data.log import Log
from dynid.doctor.bench import Bench, make_bench
from dynid.doctor.between import between, joined
from dynid.doctor.bodies import bodies
from dynid.doctor.findings import Change, Diagnosis, Finding, Shown, ordered
from dynid.doctor.identifiable import LITTLE, identifiable, little_motion
from dynid.doctor.nominal import against_file
from dynid.doctor.plausible import plausible
from dynid.doctor.repair import repaired
from dynid.doctor.signals import signals
from dynid.doctor.spectrum import filtered
from dynid.doctor.stamps import stamps
from dynid.doctor.tournament import Outcome, run
from dynid.doctor.untold import untold
from dynid.doctor.windows import windows
from dynid.errors import DynidError, listing
from dynid.model.effects import Coulomb, Offset, RotorInertia, Viscous
from dynid.model.model import Model
from dynid.notes import warnings_among
from dynid.robot.mechanism import Robot

STANDARD = (Viscous(), Coulomb(), Offset(), RotorInertia())
# share of a joint's torque that no repair explains: suspicious, and worse
UNEXPLAINED = (0.1, 0.2)
# of the largest torque: joints whose own may be mostly friction and noise are not judged
MAJOR = 0.05
#: repaired before the model is asked
FIRST = ("interpolate", "unwrap", "even", "pause", "level")


def check(
    robot: Robot | Model, logs: Log | Sequence[Log] = (), *, quick: bool = False
) -> Diagnosis:
    """What is impossible in a robot and its logs, and what the motion can show.

    robot   or a model of it with its effects; by default with friction, offset and rotor inertia
    logs    one or several
    quick   columns, times, delays, gains, zeros, gear ratios, gravity, signs of all only
    """
    model = robot.plain if isinstance(robot, Model) else Model(robot, STANDARD)
    some = [logs] if isinstance(logs, Log) else list(logs)
    findings: list[Finding] = list(bodies(model.robot))
    unexplained: dict[str, dict[str, float]] = {}
    benches: list[Bench] = []
    for log in some:
        found, outcome = _examined(model, log, quick)
        findings += found
        if outcome is not None:
            benches.append(outcome.bench)
            shares = dict(zip(model.robot.actuated, map(float, outcome.before)))
            unexplained[log.source] = shares
    if len(benches) > 1 and not any(finding.sure for finding in findings):
        findings += between(benches)
    hidden: tuple[str, ...] = ()
    if benches and not quick and not any(_open(finding) for finding in findings):
        hidden = tuple(untold(joined(benches)))
    parameters: tuple[Shown, ...] = identifiable(model, benches) if benches and not quick else ()
    names = tuple(log.source for log in some)
    return Diagnosis(model.robot.name, names, ordered(findings), parameters, unexplained, hidden)


def _open(finding: Finding) -> bool:
    """Whether it leaves the model in doubt: not repaired before it, and about more than motion."""
    mended = finding.change is not None and finding.change.do in FIRST
    return finding.sure and not mended and finding.kind != LITTLE


def _examined(model: Model, log: Log, quick: bool) -> tuple[list[Finding], Outcome | None]:
    from threadpoolctl import threadpool_limits

    # small matrices: more threads of BLAS only wait for each other
    with np.errstate(all="ignore"), threadpool_limits(1):
        return _looked_at(model, log, quick)


def _looked_at(model: Model, log: Log, quick: bool) -> tuple[list[Finding], Outcome | None]:
    findings: list[Finding] = []
    try:
        log = checks.select_joints(log, model.robot, [])
        findings += _columns(log, model.robot)
        if model.robot.base:
            return [*findings, _of_floating(log)], None
        if log.currents:
            return [*findings, _of_currents(log)], None
        for finding in findings:
            if finding.change is not None and finding.change.do in FIRST:
                log = repaired(log, finding.change)
        findings += [*_warned(log, model.robot), *filtered(log)]
        bench = make_bench(model, log, quick)
    except DynidError as error:
        return [*findings, _refused(log, error)], None
    return _by_model(bench, findings, quick)


def _by_model(
    bench: Bench, findings: list[Finding], quick: bool
) -> tuple[list[Finding], Outcome | None]:
    outcome = run(bench, not quick)
    told = list(outcome.findings)
    if not quick and not any(finding.sure for finding in told):
        seen, without = windows(bench)
        told += seen
        if any(finding.sure for finding in seen):
            outcome = replace(run(without, not quick), before=outcome.before)
            told += outcome.findings
    findings = findings + told
    findings += plausible(outcome.bench, outcome.score)
    if not any(finding.sure for finding in findings):
        findings += against_file(outcome.bench, not quick)
    if not any(finding.sure for finding in findings):
        findings += _odd_torques(bench)
    findings += little_motion(outcome.bench, outcome.score)
    if not any(finding.sure for finding in findings):
        findings += _unexplained(outcome, quick)
    return findings, outcome


def _of_floating(log: Log) -> Finding:
    return Finding(
        "floating base",
        "possible",
        "the whole log",
        "The base of the robot floats: only the columns were examined, not what they say together.",
        "Look at the residuals of dynid identify.",
        None,
        log.source,
    )


def _of_currents(log: Log) -> Finding:
    return Finding(
        "currents",
        "possible",
        listing([f"current_{joint}" for joint in log.currents]),
        "These are motor currents: without their gains no model can be asked what they should be,"
        " so only the columns were examined.",
        "Give the gains that are known (--gain joint1=13.6, Nm per A; drives: in dynid.yaml).",
        None,
        log.source,
    )


def _columns(log: Log, robot: Robot) -> list[Finding]:
    """What the columns show by themselves; where rows are missing, all positions jump."""
    of_time = list(stamps(log))
    found = list(signals(log, robot))
    if any(finding.kind == "rows missing" for finding in of_time):
        q = {log.column("q", joint) for joint in log.joints}
        found = [x for x in found if not (x.kind in ("position jump", "spikes") and _is_in(x, q))]
    return [*of_time, *found]


def _is_in(finding: Finding, columns: set[str]) -> bool:
    return finding.change is not None and columns.issuperset(finding.change.columns)


def _warned(log: Log, robot: Robot) -> Iterator[Finding]:
    """Units, as `process` checks them."""
    notes: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checks.check_units(log, robot, notes)
    for note in warnings_among(notes):
        yield Finding("unit", "likely", "the whole log", note.text, "", None, log.source)


def _refused(log: Log, error: DynidError) -> Finding:
    return Finding("refused", "certain", "the whole log", str(error), "", None, log.source)


def _odd_torques(bench: Bench) -> Iterator[Finding]:
    """Signs and units of torques, as `process` checks them."""
    move, joints, source = bench.move, np.array(bench.joints), bench.log.source
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        signs, right, unit = checks.odd_torques(bench.model, move.q, move.qd, move.qdd, bench.tau)
    if signs.any():
        # the file's centre of mass of one link may lie on the wrong side
        whole = signs.sum() > 1 and not right.any()
        signs = signs | whole
        yield Finding(
            "torque sign",
            "likely" if whole else "possible",
            "the whole log" if whole else listing(joints[signs]),
            "The torques oppose the masses of the robot's file, or imply negative ones.",
            "Turn their sign (read_log(units={'tau': -1.0})), or mend the file.",
            Change("negate", tuple(f"tau_{name}" for name in joints[signs])),
            source,
        )
    if unit:
        yield Finding("torques", "possible", "the whole log", unit, "", None, source)


def _unexplained(outcome: Outcome, quick: bool) -> Iterator[Finding]:
    bench, inside = outcome.bench, outcome.score.inside
    assert inside is not None
    size = np.sqrt(np.mean(bench.tau**2, axis=0))
    # of a log that moves little, a fit to a part fails on the rest, and a fit to all does not
    rms = np.sqrt(inside / np.maximum(bench.use.sum(axis=0), 1))
    left: Array = np.minimum(outcome.after, rms / np.maximum(size, 1e-300))
    left = np.where(size > MAJOR * size.max(), left, 0.0)
    if left.max() < UNEXPLAINED[0]:
        return
    names = [
        f"{name} {100 * share:.2g} %"
        for name, share in zip(bench.joints, left)
        if share >= UNEXPLAINED[0]
    ]
    yield Finding(
        "unexplained",
        "likely" if left.max() > UNEXPLAINED[1] and not quick else "possible",
        listing(names),
        "A quick fit leaves that much of these torques, on times that it has not seen, and none of"
        " the usual mistakes explains it.",
        "Another robot than the file's, contact, noise, or an effect that the model lacks.",
        None,
        bench.log.source,
    )
