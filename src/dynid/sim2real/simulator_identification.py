"""identify_simulator(robot, log, drive): the parameters of a simulator from commands and positions
alone."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Flags
from dynid.data.command_log import check_commands, read_commands
from dynid.data.log import Log, compute_usual_step
from dynid.errors import InputError, join_names, require
from dynid.robot.mechanism import Robot
from dynid.sim2real.drive import Drive
from dynid.sim2real.free_parameters import KINDS, FreeParameters, Values, free_parameters
from dynid.sim2real.output_error import choose_bodies, refine, refine_inertias
from dynid.sim2real.plant import make_plant
from dynid.sim2real.regression import CommandRows, choose_cutoffs, make_rows, regress
from dynid.sim2real.result import Sim2Real
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.rollout_check import check_rollout, find_failures
from dynid.sim2real.simulator import make_simulator
from dynid.sim2real.uncertainty import (
    NOT,
    Identifiability,
    compute_regression_covariance,
    compute_rollout_covariance,
    judge_identifiability,
    note_bounds,
)

TRAIN = 0.6  # of the log; the rest is the held-out rollout
HELD_OUT = 50  # samples: fewer check nothing
CHECKED = 0.75  # of the training part, from which regression and output error predict the rest
ROUGHLY = 1e-3  # of the cost: near enough to compare
SATURATED = 0.5  # of a joint's samples at its limit: nothing is left to tell
GUESS = 20.0  # Nm/rad, of a gain that is not known: only a start

#: a log of commands, or its file
CommandSource = Log | str | os.PathLike[str]


def identify_simulator(
    robot: Robot,
    log: CommandSource,
    drive: Drive,
    *,
    train: float = TRAIN,
    test: CommandSource | None = None,
    step: float | None = None,
    friction: str | None = None,
    refined: bool | None = None,
    inertias: Sequence[str] = (),
) -> Sim2Real:
    """Armature, viscous and dry friction, bias and gains of every drive, and the delay of the
    commands, with intervals, from a log of commands and positions.

    Parameters
    ----------
    robot
        a tree with a fixed base (see `di.sim2real.hold_base`) and known inertias
    log
        `read_commands("log.csv")`, or its path
    drive
        Drive(kp=20, kd=1.5): what is known of the motors
    train
        part of the log that is used; the rest is simulated open loop and compared
    test
        another log to compare with; then all of the first one is used
    step
        [s] of the simulator that the parameters are for; default: what the robot's MJCF file says,
        else accurate steps
    friction
        of that simulator, "mujoco" or "sharp"; default: "mujoco" of an MJCF, else
        "sharp"
    refined
        whether the regression is refined by output error: None: where that predicts a part of the
        training log better which neither has seen
    inertias
        bodies whose masses, centres and moments are estimated as well: ["thigh*"]; those of the
        file are the prior, and stay where the others predict such a part no better
    """
    require("identify_simulator", robot, Robot, 'load_robot("robot.xml")')
    require("identify_simulator", drive, Drive, "Drive(kp=20, kd=1.5)")
    whole = _select_joints(log, robot)
    held_out = None if test is None else _select_joints(test, robot)
    if not 0.2 <= train <= 1.0:
        raise InputError(f"train: got {train!r}, expected a part of the log, 0.2 to 1.")
    check_commands(whole)
    simulator = make_simulator(robot, step, friction, compute_usual_step(whole.t))
    plant = make_plant(robot, drive, simulator)
    last = len(whole) if held_out is not None else round(train * len(whole))
    segment = RolloutSegment(plant, whole, 0, last)
    start, free, notes = _make_start(segment)
    check_commands(whole.select_times(whole.t[0], whole.t[last - 1]))
    _check_saturation(segment, start)
    judged, free = _judge(segment, start, free)
    values, cutoff, by_rollout = _choose_method(segment, start, free, refined)
    if chosen := choose_bodies(plant, inertias, free):
        more, values_of_more, note = refine_inertias(
            segment, values, free, chosen, round(CHECKED * last)
        )
        notes = (*notes, note)
        if more is not free:
            free, values, by_rollout = more, values_of_more, True
    found = None
    if by_rollout:
        found = refine(segment, values, free)
        values, covariance = found.values, compute_rollout_covariance(found)[1]
    else:
        rows = make_rows(segment, values, cutoff)
        values = _regress_again(rows, values, free)
        covariance = compute_regression_covariance(rows, values, free)
    residual = found.residual if found else segment.compute_residual(values)
    checked = RolloutSegment(
        plant, held_out or whole, 0 if held_out else last, len(held_out or whole)
    )
    check = check_rollout(checked, values) if len(checked) >= HELD_OUT else None
    failures = find_failures(segment, values, free, residual, check)
    if not failures:  # bounds of values that are of no use say nothing
        found = found or refine(segment, values, free, rounds=0)
        notes = (*notes, *note_bounds(found))
    return Sim2Real(
        plant,
        values,
        plant.list_file_values(values.kp, values.kd),
        free,
        covariance,
        judged,
        "output error" if by_rollout else "regression",
        cutoff,
        np.inf if residual is None else float(np.sqrt((residual**2).mean())),
        check,
        notes,
        whole.source,
        whole.sha256,
        failures,
    )


def _select_joints(log: CommandSource, robot: Robot) -> Log:
    log = log if isinstance(log, Log) else read_commands(log)
    if missing := [name for name in robot.actuated if name not in log.joints]:
        raise InputError(
            f"{log.where}: no q_ and qcmd_ of {join_names(missing)}; it has "
            f"{join_names(log.joints)}."
            " Lock joints that were not commanded (--lock)."
        )
    return log.select(robot.actuated)


def _make_start(segment: RolloutSegment) -> tuple[Values, FreeParameters, tuple[str, ...]]:
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
    if "qdcmd" not in segment.log.commands:  # Kd and damping are one torque against qd
        fixed |= {f"{joint}.viscous" for joint, x in zip(joints, kd) if np.isnan(x)}
    free = free_parameters(plant.parameters, KINDS, drive.delay is None).drop_parameters(fixed)

    def start(use: Flags) -> Values:
        delay = min(own.delay, drive.longest) if drive.delay is None else drive.delay
        gains = {
            "kp": np.where(np.isnan(kp), np.where(use, own.kp, GUESS), kp),
            "kd": np.where(np.isnan(kd), np.where(use, own.kd, 0.05 * GUESS), kd),
        }
        return replace(plant.list_file_values(**gains), **gains, delay=delay)

    values = start(own.has)
    if "kp" in free.kinds and own.has.any() and segment.compute_residual(values) is None:
        note = (
            "with the gains of the file's actuators the rollout diverges: they are not "
            "used as a start"
        )
        return start(np.zeros_like(own.has)), free, (*own.notes, note)
    return values, free, own.notes


def _check_saturation(segment: RolloutSegment, values: Values) -> None:
    plant = segment.plant
    pull = np.abs(values.kp * (segment.qcmd - segment.q))
    part = (pull >= plant.limit).mean(axis=0)
    many = [joint for joint, p in zip(plant.joints, part) if p > SATURATED]
    if plant.drive.kp is not None and many:
        raise InputError(
            f"{segment.log.where}: the motors of {join_names(many, 8)} are at their effort limit in"
            f" more than {100 * SATURATED:.0f} % of the samples, where the torque does not follow"
            " the commands; expected smaller or slower commands, or other gains or limits (--kp,"
            " --effort)."
        )


def _judge(
    segment: RolloutSegment, values: Values, free: FreeParameters
) -> tuple[tuple[Identifiability, ...], FreeParameters]:
    """And what is estimated without that which the log does not determine: it stays as the file has
    it. The viscous friction of drives whose Kd is estimated does."""
    judged = judge_identifiability(segment, values, free)
    dropped = {each.name for each in judged if each.word == NOT}
    if len(dropped) == len(free):
        raise InputError(
            "the log determines no motor parameter: the effect of each is below the"
            " noise of the positions; expected faster and larger commands, such as chirps "
            "up to some Hz."
        )
    free = free.drop_parameters(dropped)
    why = "one with Kd: both are a torque against the velocity, only their sum is identifiable"
    one_with_kd = [
        Identifiability(f"{p.owner}.viscous", NOT, why, np.inf, p.unit)
        for p in free.known
        if p.part == "kd" and "qdcmd" not in segment.log.commands
    ]
    return (*judged, *one_with_kd), free


def _regress_again(rows: CommandRows, values: Values, free: FreeParameters) -> Values:
    """Twice where the rows or the scale depend on the estimates."""
    for _ in range(2 if {"kp", "kd"} & {*free.kinds} else 1):
        values = regress(rows, values, free)
    return values


def _choose_method(
    segment: RolloutSegment, values: Values, free: FreeParameters, refined: bool | None
) -> tuple[Values, float, bool]:
    """From the first part of the training log: the values, the cutoff of the regression that rolls
    out best, and whether output error predicts the second part better than it."""
    middle, plant = round(CHECKED * len(segment)), segment.plant
    fitted, rest = segment.select_part(0, middle), segment.select_part(middle, len(segment))
    # a Kp that is only a start does not tell when a drive is at its limit
    unsure = [f"{joint}.kp" in free.names for joint in plant.joints]
    sure = replace(values, kp=np.where(unsure, 0.0, values.kp))
    tried = []
    for cutoff in choose_cutoffs(fitted):
        found = _regress_again(make_rows(fitted, sure, cutoff), values, free)
        tried.append((fitted.compute_error(found), cutoff, found))
    error, cutoff, by_regression = min(tried, key=lambda each: each[0])
    if not np.isfinite(error):
        raise InputError(
            f"{segment.log.where}: no rollout with the regressed parameters stays bounded; check"
            " that the gains are those of the motors, and the inertias those of the robot."
        )
    if not plant.drive.acts and "bias" in free.kinds:
        refined = True  # a bias of the encoder turns the bodies: no regression finds it
    if refined is not None:
        return by_regression, cutoff, refined
    by_rollout = refine(fitted, by_regression, free, ROUGHLY).values
    better = rest.compute_error(by_rollout) < rest.compute_error(by_regression)
    return (by_rollout if better else by_regression), cutoff, better
