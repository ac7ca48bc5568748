"""sim2real(robot, log, drive): the parameters of a simulator from commands and positions alone."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array, Flags
from dynid.commands.bodies_too import bodies_too, chosen_bodies
from dynid.commands.drive import Drive
from dynid.commands.failures import find_failures
from dynid.commands.free import Free, free_parameters
from dynid.commands.identifiable import NOT, Judged, judge
from dynid.commands.intervals import of_output_error, of_regression
from dynid.commands.logs import CommandLog, check_commands, read_commands
from dynid.commands.plant import Plant, Values, plant_of
from dynid.commands.proof import Proof, compute_residual, error_of, make_file_values, prove, rms
from dynid.commands.refine import Refined, refine
from dynid.commands.regression import Rows, cutoffs_of, regress, rows_of
from dynid.commands.remarks import remarks
from dynid.commands.result import Sim2Real
from dynid.commands.simulator import simulator_of
from dynid.errors import InputError, listing, require
from dynid.robot.mechanism import Robot

TRAIN = 0.6  # of the log; the rest proves
CHECKED = 0.75  # of the training part, from which regression and output error predict the rest
ROUGHLY = 1e-3  # of the cost: near enough to compare
SATURATED = 0.5  # of a joint's samples at its limit: nothing is left to tell
GUESS = 20.0  # Nm/rad, of a gain that is not known: only a start


def sim2real(
    robot: Robot,
    log: CommandLog | str | os.PathLike[str],
    drive: Drive,
    *,
    train: float = TRAIN,
    test: CommandLog | str | os.PathLike[str] | None = None,
    step: float | None = None,
    friction: str | None = None,
    refined: bool | None = None,
    inertias: Sequence[str] = (),
) -> Sim2Real:
    """Armature, viscous and dry friction, bias and gains of every drive, and the delay of the
    commands, with intervals, from a log of commands and positions.

    robot      a tree with a fixed base and known inertias (see `held`)
    log        `read_commands("log.csv")`, or its path
    drive      Drive(kp=20, kd=1.5): what is known of the drives
    train      part of the log that is used; the rest is simulated open loop and compared
    test       another log to compare with; then all of the first one is used
    step       [s], friction ("mujoco", "sharp"): of the simulator that the parameters are for;
               default: what the robot's MJCF file says, else accurate steps and sharp friction
    refined    whether the regression is refined by output error: None: where that predicts a part
               of the training log better which neither has seen
    inertias   bodies whose masses, centres and moments are looked for as well: ["thigh*"]; those of
               the file are the prior, and stay where the others predict such a part no better
    """
    require("sim2real", robot, Robot, 'load_robot("robot.xml")')
    require("sim2real", drive, Drive, "Drive(kp=20, kd=1.5)")
    whole = _read(log).select(robot.actuated)
    held_out = None if test is None else _read(test).select(robot.actuated)
    if not 0.2 <= train <= 1.0:
        raise InputError(f"train: got {train!r}, expected a part of the log, 0.2 to 1.")
    check_commands(whole)
    plant = plant_of(robot, drive, simulator_of(robot, step, friction, whole.step))
    last = len(whole) if held_out is not None else round(train * len(whole))
    start, free, said = _make_start(plant, whole, last)
    check_commands(whole.between(whole.t[0], whole.t[last - 1]))
    _check_saturation(plant, whole, start, last)
    judged = judge(plant, whole, start, free, 0, last)
    free = _told(free, judged)
    judged = (*judged, *_one_with_kd(plant, free, whole))
    values, cutoff, by_rollout = _both(plant, whole, start, free, last, refined)
    if asked := chosen_bodies(plant, inertias, free):
        more, begun, told = bodies_too(
            plant, whole, values, free, asked, round(CHECKED * last), last
        )
        said = (*said, *told)
        if more is not free:
            free, values, by_rollout = more, begun, True
    final = _final(plant, whole, values, free, last, cutoff, by_rollout)
    values, covariance, found, rows = final
    left = found.residual if found else compute_residual(plant, whole, values, 0, last)
    proof = _make_proof(plant, whole, held_out, values, last)
    failures = find_failures(plant, whole, values, free, left, proof)
    if not failures:  # bounds of values that are of no use say nothing
        said = (*said, *remarks(plant, whole, values, free, found, rows))
    return Sim2Real(
        plant,
        values,
        make_file_values(plant, values.kp, values.kd),
        free,
        covariance,
        judged,
        "output error" if by_rollout else "regression",
        cutoff,
        np.inf if left is None else rms(left),
        proof,
        said,
        whole.source,
        whole.sha256,
        failures,
    )


def _read(log: CommandLog | str | os.PathLike[str]) -> CommandLog:
    return log if isinstance(log, CommandLog) else read_commands(log)


def _make_start(plant: Plant, log: CommandLog, last: int) -> tuple[Values, Free, tuple[str, ...]]:
    """Where the search starts: the values of the robot's file, its actuators included, and of the
    drive; which are looked for; and what has to be said."""
    drive, joints, own = plant.drive, plant.joints, plant.simulator.actuators
    n, given = len(joints), {"kp": drive.of("kp", plant.joints), "kd": drive.of("kd", plant.joints)}
    gains = {kind: np.full(n, np.nan) if x is None else x for kind, x in given.items()}
    every = ("armature", "viscous", "dry", "bias", "kp", "kd")
    free = free_parameters(joints, every, drive.delay is None)
    known = {
        f"{joint}.{kind}"
        for kind, x in gains.items()
        for k, joint in enumerate(joints)
        if np.isfinite(x[k])
    }
    if log.qdcmd is None:  # Kd and damping are one torque against qd
        known |= {f"{joint}.viscous" for joint, x in zip(joints, gains["kd"]) if np.isnan(x)}
    free, said = free.without(known), own.notes

    def start(kp: Array, kd: Array) -> Values:
        kp, kd = (np.where(np.isnan(gains[k]), x, gains[k]) for k, x in (("kp", kp), ("kd", kd)))
        delay = min(own.delay, drive.longest) if drive.delay is None else drive.delay
        return replace(make_file_values(plant, kp, kd), kp=kp, kd=kd, delay=delay)

    guess = (np.full(n, GUESS), np.full(n, 0.05 * GUESS))
    values = start(np.where(own.has, own.kp, guess[0]), np.where(own.has, own.kd, guess[1]))
    if (
        "kp" in free.kinds
        and own.has.any()
        and compute_residual(plant, log, values, 0, last) is None
    ):
        said = (*said, "with the gains of the file's actuators the rollout diverges: not a start")
        values = start(*guess)
    return values, free, said


def _check_saturation(plant: Plant, log: CommandLog, values: Values, last: int) -> None:
    pull = np.abs(values.kp * (log.qcmd[:last] - log.q[:last]))
    part = (pull >= plant.limit).mean(axis=0)
    given = plant.drive.of("kp", plant.joints)
    many = [j for j, p in zip(plant.joints, part) if p > SATURATED]
    if given is not None and many:
        raise InputError(
            f"{log.where}: the drives of {listing(many, 8)} are at their effort limit in more than"
            f" {100 * SATURATED:.0f} % of the samples, where the torque does not follow the"
            " commands; expected smaller or slower commands, or other gains or limits (--kp,"
            " --effort)."
        )


def _told(free: Free, judged: tuple[Judged, ...]) -> Free:
    """Without what the log cannot tell; that stays as the file has it."""
    left = {each.name for each in judged if each.word == NOT}
    if len(left) == len(free):
        raise InputError(
            "the log tells nothing of the drives: every parameter is below the noise of its"
            " positions; expected faster and larger commands, such as chirps up to some Hz."
        )
    return free.without(left)


def _one_with_kd(plant: Plant, free: Free, log: CommandLog) -> list[Judged]:
    """The viscous friction of drives whose Kd is looked for: held, and said so."""
    why = "one with Kd: both are a torque against the velocity, only their sum is told"
    return [
        Judged(f"{joint}.viscous", NOT, why, np.inf, "Nm s/rad")
        for joint in plant.joints
        if f"{joint}.kd" in free.names and log.qdcmd is None
    ]


def _is_free(kind: str, plant: Plant, free: Free) -> Flags:
    return np.array([f"{joint}.{kind}" in free.names for joint in plant.joints])


def _regressed(plant: Plant, values: Values, free: Free, rows: Rows) -> Values:
    """Twice where the rows or the scale depend on what is found."""
    again = any(kind in ("kp", "kd") for kind in free.kinds)
    for _ in range(2 if again else 1):
        values = regress(plant, values, free, rows)
    return values


def _both(
    plant: Plant, log: CommandLog, values: Values, free: Free, last: int, refined: bool | None
) -> tuple[Values, float, bool]:
    """From the first part of the training log: the values, the cutoff of the regression that rolls
    out best, and whether output error predicts the second part better than it."""
    middle = round(CHECKED * last)
    tried = []
    # a Kp that is only a start does not tell when a drive is at its limit
    sure = replace(values, kp=np.where(_is_free("kp", plant, free), 0.0, values.kp))
    for cutoff in cutoffs_of(log, 0, middle):
        found = _regressed(plant, values, free, rows_of(plant, log, sure, 0, middle, cutoff))
        tried.append((error_of(plant, log, found, 0, middle), cutoff, found))
    error, cutoff, by_regression = min(tried, key=lambda each: each[0])
    if not np.isfinite(error):
        raise InputError(
            f"{log.where}: no rollout with the regressed parameters stays bounded; are the gains"
            " those of the drives, and the inertias those of the robot?"
        )
    if not plant.drive.acts and "bias" in free.kinds:
        refined = True  # a bias of the encoder turns the bodies: no regression finds it
    if refined is not None:
        return by_regression, cutoff, refined
    by_rollout = refine(plant, log, by_regression, free, 0, middle, ROUGHLY).values
    errors = [error_of(plant, log, each, middle, last) for each in (by_regression, by_rollout)]
    better = errors[1] < errors[0]
    return (by_rollout if better else by_regression), cutoff, better


def _final(
    plant: Plant,
    log: CommandLog,
    values: Values,
    free: Free,
    last: int,
    cutoff: float,
    by_rollout: bool,
) -> tuple[Values, Array, Refined | None, Rows]:
    """On the whole training part."""
    rows = rows_of(plant, log, values, 0, last, cutoff)
    if by_rollout:
        found = refine(plant, log, values, free, 0, last)
        return found.values, of_output_error(found, free), found, rows
    values = _regressed(plant, values, free, rows)
    return values, of_regression(plant, values, free, rows), None, rows


def _make_proof(
    plant: Plant, log: CommandLog, test: CommandLog | None, values: Values, last: int
) -> Proof | None:
    if test is not None:
        return prove(plant, test, values, 0, len(test))
    if len(log) - last < 50:
        return None
    return prove(plant, log, values, last, len(log))
