"""identify_simulator(robot, log, drive): the parameters of a simulator from commands and positions
alone."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dynid.arrays import Array, Flags
from dynid.data.command_log import check_commands, read_commands
from dynid.data.log import Log, compute_usual_step
from dynid.errors import InputError, join_names, require
from dynid.model.effects import Payload
from dynid.option_names import name_option
from dynid.robot.mechanism import Robot
from dynid.sim2real.drive import Drive
from dynid.sim2real.effort_meaning import EffortMeaning, apply_meaning, check_meaning, declare
from dynid.sim2real.free_parameters import USUAL, FreeParameters, Values, free_parameters
from dynid.sim2real.output_error import (
    RolloutError,
    choose_bodies,
    list_possible_bodies,
    refine,
    refine_inertias,
)
from dynid.sim2real.plant import Plant, make_plant
from dynid.sim2real.regression import CommandRows, choose_cutoffs, make_rows, regress
from dynid.sim2real.result import Run, Sim2Real
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.rollout_check import check_rollout, find_failures
from dynid.sim2real.servos import try_servos
from dynid.sim2real.simulator import make_simulator
from dynid.sim2real.training import Training
from dynid.sim2real.uncertainty import (
    NOT,
    SIGNIFICANT,
    Identifiability,
    compute_regression_covariance,
    compute_rollout_covariance,
    find_bounds,
    judge_identifiability,
    note_bounds,
)

TRAIN = 0.6  # of the log; the rest is the held-out rollout
HELD_OUT = 50  # samples: fewer check nothing
CHECKED = 0.75  # of the training part, from which regression and output error predict the rest
STRETCHES = 6  # of that rest, whose errors are compared
ROUGHLY = 1e-3  # of the cost: near enough to compare
SATURATED = 0.5  # of a joint's samples at its limit: nothing is left to tell
GUESS = 20.0  # Nm/rad, of a gain that is not known: only a start
SLOWEST = 3.0  # Hz: where that is too stiff for a light joint, its motor makes it swing so fast

#: a log of commands, or its file
CommandSource = Log | str | os.PathLike[str]


def identify_simulator(
    robot: Robot,
    log: CommandSource | Sequence[CommandSource],
    drive: Drive | Sequence[Drive],
    *,
    train: float = TRAIN,
    test: CommandSource | None = None,
    step: float | None = None,
    friction: str | None = None,
    refined: bool | None = None,
    inertias: Sequence[str] | None = None,
    effort: str | None = None,
    payloads: Sequence[Payload | None] | None = None,
) -> Sim2Real:
    """Armature, viscous and dry friction, bias and gains of every drive, and the delay of the
    commands, with intervals, from logs of commands and positions.

    Parameters
    ----------
    robot
        with a fixed base (see `di.sim2real.hold_base`), known inertias, and a motor for each degree
        of freedom
    log
        `read_commands("log.csv")`, or its path; or several logs, each with biases of its own
    drive
        Drive(kp=20, kd=1.5): what is known of the motors; or one for each log
    train
        part of each log that is used; the rest of the first is simulated open loop and compared
    test
        another log to compare with; then all of the others is used
    step
        [s] of the simulator that the parameters are for; default: what the robot's MJCF file says,
        else accurate steps
    friction
        of that simulator, "mujoco" or "sharp"; default: "mujoco" of an MJCF, else
        "sharp"
    refined
        whether the regression is refined by output error: None: unless it predicts a part of the
        training log which neither has seen better without, by more than a standard error; several
        logs always are
    inertias
        bodies whose masses, centres and moments are estimated as well: ["thigh*"]; those of the
        file are the prior, and stay where the others predict such a part no better. None: all,
        where with those of the file an armature would have to be negative
    effort
        what the columns taucmd_ are: "feed_forward" (added to the PD law), "commanded" (the
        controller's whole torque), "motor", "link" (measured there) or "external"; None: found from
        the log, and refused where that is not "feed_forward"
    payloads
        of each log: what the robot carries there, in addition to its file; None: nothing
    """
    require("identify_simulator", robot, Robot, 'load_robot("robot.xml")')
    if not 0.2 <= train <= 1.0:
        raise InputError(f"train: got {train!r}, expected a part of the log, 0.2 to 1.")
    declared = declare(effort)
    logs = _read_logs(robot, log, declared)
    (held_out,) = _read_logs(robot, test, declared) if test is not None else (None,)
    plants = _make_plants(robot, logs, drive, payloads, step, friction)
    segments = [
        RolloutSegment(plant, each, 0, len(each) if test is not None else round(train * len(each)))
        for plant, each in zip(plants, logs)
    ]
    training, meaning, notes = _start(segments, declared)
    training, judged = _judge(training)
    fitted = _fit(training, refined, inertias)
    training, values = fitted.training, fitted.training.average_values()
    residual = fitted.found.residual if fitted.found else training.compute_residual()
    checked, of_check = RolloutSegment(plants[0], logs[0], segments[0].last, len(logs[0])), values
    if held_out is not None:
        checked = RolloutSegment(plants[0], held_out, 0, len(held_out))
    else:  # of the same run
        of_check = training.values[0]
    check, shipped = None, _list_shipped(training, values)
    if len(checked) >= HELD_OUT:
        check = check_rollout(checked, of_check, shipped, segments)
    failures = find_failures(training, residual, check)
    notes = (*notes, *fitted.notes)
    if not failures:  # bounds of values that are of no use say nothing
        notes = (*notes, *note_bounds(fitted.found or refine(training, rounds=0)))
    return Sim2Real(
        plants[0],
        values,
        shipped,
        training.free,
        fitted.covariance,
        judged,
        "regression" if fitted.found is None else "output error",
        fitted.cutoff,
        np.inf if residual is None else float(np.sqrt((residual**2).mean())),
        check,
        notes,
        ", ".join(each.source for each in logs),
        logs[0].sha256,
        failures,
        meaning,
        tuple(Run(each.source, each.sha256, own.bias) for each, own in zip(logs, training.values)),
    )


def _list_shipped(training: Training, values: Values) -> Values:
    """The file's values, with the gains found where it has none: a Kd that stands for all damping
    has the file's in it."""
    plant, names = training.plant, training.free.names
    file = plant.list_file_values(values.kp, values.kd).viscous
    summed = [f"{j}.kd" in names and f"{j}.viscous" not in names for j in plant.joints]
    kd = np.where(summed, np.maximum(values.kd - file, 0.0), values.kd)
    return plant.list_file_values(values.kp, kd)


@dataclass(frozen=True, eq=False)
class _Fitted:
    """Runs with their values, the covariance (P, P), the regression's cutoff; and what output error
    found, None where the regression predicts better."""

    training: Training
    covariance: Array
    cutoff: float
    found: RolloutError | None
    notes: tuple[str, ...] = ()


def _fit(training: Training, refined: bool | None, inertias: Sequence[str] | None) -> _Fitted:
    training, cutoff, by_rollout = _choose_method(training, refined)
    if inertias is None:
        fitted = _fit_with_file(training, cutoff, by_rollout)
        heavy = _find_heavy(fitted)
        if not heavy:
            servos, note = (None, "") if refined is not None else try_servos(training, CHECKED)
            if servos is None:
                return fitted
            return replace(_fit_with_file(servos, cutoff, True), notes=(note,))
        inertias = list_possible_bodies(training.plant)
        why = f"with the file's bodies {join_names(heavy, 4)} would have to be negative; "
    else:
        fitted, why = None, ""
    if chosen := choose_bodies(training.plant, inertias, training.free):
        more, note = refine_inertias(training, chosen, CHECKED)
        if more is not None:
            found = refine(more)
            covariance = compute_rollout_covariance(found)[1]
            return _Fitted(found.training, covariance, cutoff, found, (why + note,))
        why += note
    fitted = fitted or _fit_with_file(training, cutoff, by_rollout)
    return replace(fitted, notes=(why,) if why else ())


def _fit_with_file(training: Training, cutoff: float, by_rollout: bool) -> _Fitted:
    """With the bodies of the robot's file."""
    if by_rollout:
        found = refine(training)
        covariance = compute_rollout_covariance(found)[1]
        return _Fitted(found.training, covariance, cutoff, found)
    (segment,), (values,), free = training.segments, training.values, training.free
    rows = make_rows(segment, values, cutoff)
    values = _regress_again(rows, values, free)
    covariance = compute_regression_covariance(rows, values, free)
    return _Fitted(replace(training, values=(values,)), covariance, cutoff, None)


def _find_heavy(fitted: _Fitted) -> list[str]:
    """Armatures that would have to be negative: the file's bodies are too heavy."""
    free = fitted.training.free
    if "kp" in free.kinds or fitted.training.compute_residual() is None:
        return []
    found = fitted.found or refine(fitted.training, rounds=0)
    return [
        free.names[k]
        for k, beyond, deviation in find_bounds(found)
        if free.kinds[k] == "armature" and beyond < -SIGNIFICANT * deviation
    ]


def _start(
    segments: Sequence[RolloutSegment], declared: EffortMeaning | None
) -> tuple[Training, EffortMeaning | None, tuple[str, ...]]:
    """Where the search starts; what the columns taucmd_ are; notes."""
    values, notes, kinds, meaning = [], list[str](), list[FreeParameters](), declared
    for segment in segments:
        start, free, more = make_start(segment)
        check_commands(segment.log.select_times(segment.t[0], segment.t[-1]))
        _check_saturation(segment, start)
        if "taucmd" in segment.log.commands:
            meaning = check_meaning(segment, start, free, declared)
        values.append(start)
        kinds.append(free)
        notes += [note for note in more if note not in notes]
    if len({free.names for free in kinds}) > 1:
        raise InputError(
            "identify_simulator: got drives of which different gains are known, expected the same"
            " kp and kd for all logs, or for none."
        )
    return Training(tuple(segments), tuple(values), kinds[0]), meaning, tuple(notes)


def _read_logs(
    robot: Robot,
    given: CommandSource | Sequence[CommandSource],
    declared: EffortMeaning | None,
) -> list[Log]:
    several = isinstance(given, Sequence) and not isinstance(given, str)
    sources: Sequence[Any] = given if several else [given]  # type: ignore[assignment]
    logs = [_select_joints(source, robot) for source in sources]
    if declared is not None:
        logs = [apply_meaning(log, declared.meaning) for log in logs]
    for log in logs:
        check_commands(log)
    return logs


def _make_plants(
    robot: Robot,
    logs: Sequence[Log],
    drive: Drive | Sequence[Drive],
    payloads: Sequence[Payload | None] | None,
    step: float | None,
    friction: str | None,
) -> list[Plant]:
    """One for each log: they differ by gains and payloads."""
    drives = [drive] * len(logs) if isinstance(drive, Drive) else list(drive)
    carried = [None] * len(logs) if payloads is None else list(payloads)
    if not len(drives) == len(carried) == len(logs):
        raise InputError(
            f"identify_simulator: got {len(logs)} logs, {len(drives)} drives and {len(carried)}"
            " payloads; expected one drive, or one for each log, and as many payloads as logs."
        )
    for each in drives:
        require("identify_simulator", each, Drive, "Drive(kp=20, kd=1.5)")
    simulator = make_simulator(robot, step, friction, compute_usual_step(logs[0].t))
    return [make_plant(robot, each, simulator, payload) for each, payload in zip(drives, carried)]


def _select_joints(log: CommandSource, robot: Robot) -> Log:
    log = log if isinstance(log, Log) else read_commands(log)
    if missing := [name for name in robot.actuated if name not in log.joints]:
        raise InputError(
            f"{log.where}: no q_ and qcmd_ of {join_names(missing)}; it has "
            f"{join_names(log.joints)}."
            f" Lock joints that were not commanded ({name_option('lock')})."
        )
    return log.select(robot.actuated)


def make_start(segment: RolloutSegment) -> tuple[Values, FreeParameters, tuple[str, ...]]:
    """Where the search starts: the values of the robot's file, its actuators included, and of the
    drive; which are estimated; and notes."""
    plant = segment.plant
    drive, joints, own = plant.drive, plant.joints, plant.simulator.actuators
    unknown = np.full(len(joints), np.nan)
    kp, kd = (
        unknown if x is None else x for x in (drive.get_values(k, joints) for k in ("kp", "kd"))
    )
    fixed = {f"{joint}.kp" for joint, x in zip(joints, kp) if np.isfinite(x)}
    fixed |= {f"{joint}.kd" for joint, x in zip(joints, kd) if np.isfinite(x)}
    # Kd and damping are one torque against qd: one number, and none of the file beside it
    summed = np.isnan(kd) & ("qdcmd" not in segment.log.commands)
    fixed |= {f"{joint}.viscous" for joint, one in zip(joints, summed) if one}
    free = free_parameters(plant.parameters, USUAL, drive.delay is None).drop_parameters(fixed)

    def start(use: Flags, guess: Array) -> Values:
        delay = min(own.delay, drive.longest) if drive.delay is None else drive.delay
        gains = {
            "kp": np.where(np.isnan(kp), np.where(use, own.kp, guess), kp),
            "kd": np.where(np.isnan(kd), np.where(use, own.kd, 0.05 * guess), kd),
        }
        file = plant.list_file_values(**gains)
        viscous = np.where(summed, 0.0, file.viscous)
        return replace(file, **gains, viscous=viscous, delay=delay)

    values, guess = start(own.has, np.full(len(joints), GUESS)), np.full(len(joints), GUESS)
    if "kp" not in free.kinds or segment.compute_residual(values) is not None:
        return values, free, own.notes
    notes = own.notes
    if own.has.any():
        notes = (
            *notes,
            "with the gains of the file's actuators the rollout diverges: they are not used as a"
            " start",
        )
    inertia = 1.0 / plant.compute_inverse_inertias(values)
    slow = np.minimum(guess, inertia * (2 * np.pi * SLOWEST) ** 2)
    starts = [start(np.zeros_like(own.has), each) for each in (guess, slow)]
    stable = [each for each in starts if segment.compute_residual(each) is not None]
    return (stable or starts)[0], free, notes


def _check_saturation(segment: RolloutSegment, values: Values) -> None:
    plant = segment.plant
    pull = np.abs(values.kp * (segment.qcmd - segment.q))
    part = (pull >= plant.limit).mean(axis=0)
    many = [joint for joint, p in zip(plant.joints, part) if p > SATURATED]
    if plant.drive.kp is not None and many:
        raise InputError(
            f"{segment.log.where}: the motors of {join_names(many, 8)} are at their effort limit in"
            f" more than {100 * SATURATED:.0f} % of the samples, where the torque does not follow"
            " the commands; expected smaller or slower commands, or other gains or limits"
            f" ({name_option('kp')}, {name_option('effort_limit')})."
        )


def _judge(training: Training) -> tuple[Training, tuple[Identifiability, ...]]:
    """And what is estimated without that which the logs do not determine: it stays as the file has
    it. The viscous friction of drives whose Kd is estimated is part of that."""
    judged, free = judge_identifiability(training), training.free
    dropped = {each.name for each in judged if each.word == NOT}
    if len(dropped) == len(free):
        raise InputError(
            "the log determines no motor parameter: the effect of each is below the"
            " noise of the positions; expected faster and larger commands, such as chirps "
            "up to some Hz."
        )
    training = replace(training, free=free.drop_parameters(dropped))
    why = "one with Kd: both are a torque against the velocity, only their sum is identifiable"
    one_with_kd = [
        Identifiability(f"{p.owner}.viscous", NOT, why, np.inf, p.unit)
        for p in training.free.known
        if p.part == "kd" and "qdcmd" not in training.segments[0].log.commands
    ]
    return training, (*judged, *one_with_kd)


def _regress_again(rows: CommandRows, values: Values, free: FreeParameters) -> Values:
    """Twice where the rows or the scale depend on the estimates."""
    for _ in range(2 if {"kp", "kd"} & {*free.kinds} else 1):
        values = regress(rows, values, free)
    return values


def _choose_method(training: Training, refined: bool | None) -> tuple[Training, float, bool]:
    """From the first part of the runs: the values, the cutoff of the regression that rolls out
    best, and whether output error refines it: unless the regression surely predicts the second part
    better."""
    free, plant = training.free, training.plant
    fitted, rest = training.select_part(0.0, CHECKED), training.select_part(CHECKED, 1.0)
    tried = []
    for segment, values in zip(fitted.segments, fitted.values):
        # a Kp that is only a start does not tell when a drive is at its limit
        unsure = [f"{joint}.kp" in free.names for joint in plant.joints]
        sure = replace(values, kp=np.where(unsure, 0.0, values.kp))
        own = []
        for cutoff in choose_cutoffs(segment):
            found = _regress_again(make_rows(segment, sure, cutoff), values, free)
            own.append((segment.compute_error(found), cutoff, found))
        tried.append(min(own, key=lambda each: each[0]))
    if not np.isfinite([error for error, *_ in tried]).all():
        raise InputError(
            f"{training.segments[0].log.where}: no rollout with the regressed parameters stays"
            " bounded; check that the gains are those of the motors, and the inertias those of the"
            " robot."
        )
    starts = [_share_values(fitted, [each[2] for each in tried], k) for k in range(len(tried))]
    k = int(np.argmin([each.compute_error() for each in starts]))
    fitted, cutoff = starts[k], tried[k][1]
    if training.runs > 1 or (not plant.drive.acts and "bias" in free.kinds):
        refined = True  # a bias of the encoder turns the bodies: no regression finds it
    if refined is not None:
        return replace(training, values=fitted.values), cutoff, refined
    by_rollout = refine(fitted, ROUGHLY).training
    refined = not _is_surely_better(rest, fitted, by_rollout)
    best = by_rollout if refined else fitted
    return replace(training, values=best.values), cutoff, refined


def _is_surely_better(rest: Training, one: Training, other: Training) -> bool:
    """Whether the rollouts of one are nearer to the rest than those of the other, by more than the
    standard error of the mean over stretches of time."""
    mine, its = (replace(rest, values=each.values).compute_residual() for each in (one, other))
    if mine is None or its is None:
        return mine is not None
    squares = [
        [np.square(part).sum() for part in np.array_split(residual, STRETCHES)]
        for residual in (mine, its)
    ]
    gains = np.diff(np.log(squares), axis=0)[0]
    return bool(gains.mean() > gains.std(ddof=1) / np.sqrt(STRETCHES))


def _share_values(training: Training, found: Sequence[Values], k: int) -> Training:
    """All runs with the values of run k, but for their biases."""
    free, values = training.free, []
    for own, start in zip(found, training.values):
        x = free.to_vector(replace(found[k], bias=own.bias))
        values.append(free.put(start, x))
    return replace(training, values=tuple(values))
