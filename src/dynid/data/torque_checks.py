"""Is a log what it claims to be? Its joints, units, signs, velocities, torques. The findings are
reported by `process`, and read by diagnostics and by the rules of the verdict."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array, one_blas_thread
from dynid.closed_chains.redundant_motors import compute_preload, map_to_freedoms
from dynid.data.contact_stance import place_log_by_legs
from dynid.data.external_wrenches import add_external_wrenches
from dynid.data.floating_base import add_base_coordinates, drop_base_columns
from dynid.data.log import Log
from dynid.data.masks import FLAT as IN_A_ROW
from dynid.data.masks import drop_short_runs, find_flat_tops
from dynid.data.quick_regressor import make_quick_rows, solve_normal
from dynid.data.resampling import Mask, Segment
from dynid.errors import InputError, join_names
from dynid.findings import THE_LOG, Change, Finding
from dynid.model.model import Model
from dynid.notes import Note
from dynid.option_names import name_option
from dynid.robot.lock import lock_option
from dynid.robot.mechanism import Robot
from dynid.scratch import find_extremes, find_largest

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset

DEGREES = 180 / np.pi
# Hz: no robot is recorded more slowly than the first; below the second a log is taken for one in
# ms, if its fastest joint (RMS, rad/s or m/s) is slower than any robot that moves
LOW_RATE, SLOW_RATE, CREEPING = 1.0, 20.0, 5e-3
# rad/s or m/s, and of the fastest joint (RMS): slower joints show more noise than velocity
MOVES = (1e-3, 1e-2)
STANDS = 0.1  # rad or m: a joint that moves by more is not locked
LARGE_ANGLE = 30.0  # rad: no joint with limits turns so far, one recorded in degrees does
AGREES = 1.2  # factor within which two measurements of one thing agree
# correlation from which on measured and expected torque are clearly the same thing, or its negative
CLEAR = 0.8
FLAT = 1e-12  # of a torque's square sum: what friction leaves of it is round-off
MAJOR = 0.1  # of the largest nominal torque: joints that are judged by their nominal inertias
# measured against expected torque of all joints that are judged: more is no error of a CAD model;
# of one joint it may be, as of a trunk whose covers and cables the file lacks
UNIT_FACTOR = 8.0
LOOK = 500  # samples that the checks of torques look at
AT_LIMIT = 1e-3  # of a torque limit: so near, a torque is at it
BESIDE = 3  # samples on each side, of which the median is taken: a spike is shorter than that,
APART = 3.0  # times what the torque changes beside it: higher than any peak of a fast motion
USUAL, OUTLYING = 0.95, 5.0  # share of the samples, and times what they keep to: beyond any noise
SMALLEST = 0.01  # of a joint's RMS torque: smaller jumps do not matter


class DataWarning(UserWarning):
    """A log that is probably not what it claims to be."""


def select_joints(log: Log, robot: Robot, notes: list[str]) -> Log:
    """The independent joints of the robot, in its order, with the torques that act on them."""
    if robot.base:
        log = place_log_by_legs(
            add_base_coordinates(log, robot, notes, anywhere=not robot.is_tree), robot
        )
    else:
        log = drop_base_columns(log, robot)
    needed = robot.logged
    missing = [name for name in needed if name not in log.joints]
    if missing:
        stood = len(missing) < robot.dof
        remedy = (
            " If these do not move, lock them at their positions (default 0):"
            f" {name_option('lock', lock_option(robot, missing))}."
        )
        raise InputError(
            f"{log.where} has no joint {join_names(missing)}, which robot '{robot.name}' actuates; "
            f"the"
            f" log has {join_names(log.joints)}. Expected q_ and tau_ of {join_names(needed)}:"
            f" rename them with {name_option('columns', 'q_NAME=COLUMN')}."
            f"{remedy if stood else ''}"
        )
    extra = [name for name in log.joints if name not in needed]
    _check_locked(log, robot, [name for name in extra if name in robot.locked])
    if extra:
        passive = [name for name in extra if name in robot.coordinates]
        why = (
            "not actuated"
            if passive == extra
            else f"not among the actuated joints of '{robot.name}'"
        )
        notes.append(f"{log.where}: joints {join_names(extra)} left out, {why}")
    chosen = log.select(robot.actuated)
    if set(robot.motors) == set(robot.actuated):
        return chosen
    motors = log.select(robot.motors)
    tau = map_to_freedoms(robot, chosen.q, motors.tau)
    notes.append(
        f"{log.where}: torques of {len(robot.motors)} motors, acting on {robot.dof} "
        "degrees of freedom"
    )
    if robot.base:
        floats = np.isin(robot.actuated, robot.base)  # forces on it may be columns of their own
        tau = np.where(floats, tau + chosen.tau, tau)
        return add_external_wrenches(replace(chosen, tau=tau), motors.torqueless, robot, notes)
    if free := [name for name in robot.actuated if name not in robot.motors]:
        notes.append(f"{log.where}: no motor moves {join_names(free, 8)}: their torque is 0")
    if len(robot.motors) > robot.dof:
        notes.append(
            f"{log.where}: {_describe_preload(robot, compute_preload(robot, chosen.q, motors.tau))}"
        )
    return replace(chosen, tau=tau)


def _check_locked(log: Log, robot: Robot, names: Sequence[str]) -> None:
    """Refuse to lock joints that the log shows moving."""
    if not names:
        return
    low, high = find_extremes(log.select(names).q)
    for name, least, most in zip(names, low, high):
        if most - least > STANDS:
            raise InputError(
                f"{log.where}: joint '{name}' is locked at {robot.locked[name]:g}, but moves from"
                f" {least:.3g} to {most:.3g} in the log; expected a joint at rest. Do not lock"
                " it, or use a time range of the log in which it is at rest"
                f" ({name_option('between')})."
            )


def _describe_preload(robot: Robot, inner: Array) -> str:
    """The mean of the motors' internal torques, which no model needs to explain, and how much they
    vary."""
    parts = [
        f"{name} {mean:.3g} +- {std:.2g}"
        for name, mean, std in zip(robot.motors, inner.mean(axis=0), inner.std(axis=0))
    ]
    return (
        "internal preload, motor torques against each other that cause no"
        f" motion (mean, variation): {join_names(parts, 12)}"
    )


def examine_units(log: Log, robot: Robot) -> Iterator[Finding]:
    """Angles that look like degrees, and times that look like milliseconds."""
    if log.rate < LOW_RATE or (log.rate < SLOW_RATE and _measure_speed(log) < CREEPING):
        yield _report_unit(
            log,
            f"{log.where} has {log.rate:.3g} samples per second, and its fastest joint moves with"
            f" {_measure_speed(log):.2g} rad/s or m/s; expected more.",
            "If its times are in ms, read it with units={'t': 'ms'}.",
        )
    odd = [
        f"{name} ({value:.3g})"
        for name, value in zip(robot.actuated, find_largest(log.q))
        if robot.joint(name).kind == "revolute" and value > LARGE_ANGLE
    ]
    if odd:
        odd_joint = odd[0].split()[0]
        yield _report_unit(
            log,
            f"{log.where}: positions reach {join_names(odd)} rad, five turns or more; expected"
            " radians.",
            "If they are degrees, read the log with units={'q': 'deg'} (and 'qd': 'deg/s'); if they"
            " are of motors behind gears, turn them to the joints' side (dynid convert with"
            f" {name_option('ratio', odd_joint + '=100')}).",
        )


def _report_unit(log: Log, evidence: str, repair: str) -> Finding:
    return Finding("unit", "likely", THE_LOG, evidence, repair, log=log.source)


def _measure_speed(log: Log) -> float:
    """RMS speed of the joint that moves most [rad/s or m/s]."""
    step = log.rate * np.diff(log.q, axis=0)
    return float(np.sqrt(np.mean(step**2, axis=0)).max(initial=0.0))


def examine_velocities(
    log: Log | Segment, robot: Robot, measured: Array, qd: Array, used: bool, notes: list[str]
) -> Iterator[Finding]:
    """Compare measured velocities with the derivative qd of the positions; one of the two is
    used."""
    where = log.where
    power = (qd**2).sum(axis=0)
    moving = power > np.maximum(MOVES[0] ** 2 * len(qd), MOVES[1] ** 2 * power.max())
    factor = np.where(moving, (measured * qd).sum(axis=0) / np.where(moving, power, 1.0), 1.0)
    turning = moving & np.array([robot.joint(name).kind != "prismatic" for name in robot.actuated])
    for value, got, remedy in (
        (DEGREES, "velocities are in deg/s, positions in rad", "units={'qd': 'deg/s'}"),
        (1 / DEGREES, "positions are in degrees, velocities in rad/s", "units={'q': 'deg'}"),
    ):
        if turning.any() and np.all(is_near(factor[turning], value)):
            raise InputError(
                f"{where}: measured velocities are {np.median(factor[turning]):.4g} times the"
                f" derivative of the positions: {got}; expected rad and rad/s. Read the log with"
                f" {remedy}."
            )
    wrong = moving & ~is_near(factor, 1.0)
    if wrong.any():
        values = [f"{name} {f:.3g}" for name, f, bad in zip(robot.actuated, factor, wrong) if bad]
        evidence = f"{where}: measured velocities are not the derivative of the positions, but a"
        evidence += f" multiple of it: {join_names(values)}; expected 1."
        repair = "Check units of time, positions and velocities, signs and gear ratios. The"
        repair += f" {'measured ones are' if used else 'derivative is'} used."
        yield Finding("velocities", "likely", THE_LOG, evidence, repair, log=where)
    error = np.sqrt(((measured - qd)[:, moving] ** 2).sum(axis=0) / power[moving])
    if len(error):
        notes.append(
            f"{where}: measured velocities, {'' if used else 'not '}used, differ from the"
            f" derivative of the positions by {100 * error.min():.2g} .. {100 * error.max():.2g} %"
            " (RMS, joint by joint)"
        )


def is_near(x: Array, value: float) -> Mask:
    return np.asarray((x > value / AGREES) & (x < value * AGREES))


def find_constant_torques(model: Model, q: Array, tau: Array) -> Iterator[Finding]:
    """Torques that never change, though the robot moves."""
    joints = np.array(model.robot.actuated)
    driven = np.array([name in model.robot.motors for name in joints])
    low, high = find_extremes(tau)
    still = (low == high) & driven
    if still.any() and np.ptp(q[:, still]) > 0.0:
        yield Finding(
            "frozen",
            "likely",
            join_names(joints[still]),
            f"The torques of {join_names(joints[still])} never change, though the robot moves: they"
            " were probably not recorded, but would count as exact.",
            f"Record them, or exclude their rows: slow={{'{joints[still][0]}': 1e9}}.",
        )


def examine_torques(model: Model, q: Array, qd: Array, qdd: Array, tau: Array) -> Iterator[Finding]:
    """Torques of the wrong sign, by nominal inertias and by the mass matrix that they imply, and of
    the wrong unit."""
    joints = np.array(model.robot.actuated)
    slope, r = compare_with_prior(model, q, qd, qdd, tau)
    negative = (estimate_inertia(model, q, qd, qdd, tau) < 0) & (np.nan_to_num(r) < CLEAR)
    # one alone may be a poor fit
    signs = np.asarray((r < -CLEAR) | (negative & (negative.sum() > 0.5 * len(r))))
    if signs.any():
        # the file's centre of mass of one link may lie on the wrong side
        whole = signs.sum() > 1 and not (r > CLEAR).any()
        names = joints if whole else joints[signs]
        yield Finding(
            "torque sign",
            "likely" if whole else "possible",
            THE_LOG if whole else join_names(names),
            f"Torques of {join_names(names)} seem to have the wrong sign: they oppose the nominal"
            " inertias, or imply a negative mass matrix.",
            "Expected the torque that drives the joint, positive in the direction of positive q:"
            " read the log with units={'tau': -1.0}; or correct the robot's file.",
            Change("negate", tuple(f"tau_{name}" for name in names)),
        )
    factor, judged, clear = np.abs(slope), ~np.isnan(r), np.abs(np.nan_to_num(r)) > CLEAR
    # wrong units: all joints that nominal inertias explain are far off the same way, and they
    # explain most of those with enough torque
    large, small = clear & (factor > UNIT_FACTOR), clear & (factor < 1 / UNIT_FACTOR)
    alike = (large == clear).all() or (small == clear).all()
    if clear.sum() > 0.5 * judged.sum() and alike:
        values = [f"{name} {s:.4g}" for name, s, bad in zip(joints, factor, clear) if bad]
        yield Finding(
            "torques",
            "possible",  # the file's masses may be as wrong
            THE_LOG,
            f"Torques are a multiple of what the nominal inertias give: {join_names(values)}; "
            f"expected"
            " about 1.",
            "Check units (mNm, motor side without its gear ratio, current instead of torque): read"
            " the log with units={'tau': ...}; or the masses of the robot's file.",
        )


def compare_with_prior(
    model: Model, q: Array, qd: Array, qdd: Array, tau: Array
) -> tuple[Array, Array]:
    """Slope (n,) of the measured torques over those of the nominal inertias, and their correlation,
    nan where the latter are too small to judge by, or not known: both without what friction and an
    offset explain, for the file's friction is often a placeholder."""
    n = tau.shape[1]
    inertial = np.zeros(len(model.parameters))
    inertial[model.layout.inertial] = model.prior[model.layout.inertial]
    if not np.isfinite(inertial).all():
        return np.ones(n), np.full(n, np.nan)
    expected = model.inverse_dynamics(q, qd, qdd, inertial)
    slope, r, size = np.ones(n), np.full(n, np.nan), np.zeros(n)
    for j in range(n):
        x, y = _remove_friction(qd[:, j], np.stack([expected[:, j], tau[:, j]], axis=1)).T
        size[j] = x.std()
        whole = expected[:, j] @ expected[:, j], tau[:, j] @ tau[:, j]
        if x @ x > FLAT * whole[0] and y @ y > FLAT * whole[1]:
            slope[j], r[j] = (x @ y) / (x @ x), (x @ y) / np.sqrt((x @ x) * (y @ y))
    return slope, np.where(size > MAJOR * size.max(initial=0.0), r, np.nan)


def _remove_friction(qd: Array, x: Array) -> Array:
    """What viscous and dry friction and an offset leave of columns (N, k)."""
    own = np.stack([np.ones_like(qd), qd, np.sign(qd)], axis=1)
    return np.asarray(x - own @ np.linalg.lstsq(own, x, rcond=None)[0])


def estimate_inertia(model: Model, q: Array, qd: Array, qdd: Array, tau: Array) -> Array:
    """Median of M_jj (n,) of a quick fit, +inf where accelerations explain too little of the torque
    to tell."""
    n, plain, every = q.shape[1], model.plain, slice(None)
    unit = tau.std(axis=0)
    unit = np.where(unit > 0, unit, np.inf)
    rows = make_quick_rows(model, q, qd, qdd)
    with one_blas_thread():
        A, b = rows.scale(unit).compute_products(list((tau / unit).T[:, :, None]), every)
        p = solve_normal(A, b[:, 0])
    left = (tau - rows.predict(p, every)).std(axis=0)
    bodies, rotors = p[: -4 * n], p[-4 * n :].reshape(n, 4)[:, 3]
    still, M = np.zeros_like(q), np.full(n, np.inf)

    def compute_torque(qdd: Array) -> Array:
        whole = plain.inverse_dynamics(q, still, qdd, bodies)
        return whole - plain.compute_known_torque(q, still, qdd) if plain.known else whole

    with warnings.catch_warnings():  # the poses near singularities were reported already
        warnings.simplefilter("ignore")
        gravity = compute_torque(still)
        for j, unit_j in enumerate(np.eye(n)):
            inertia = (compute_torque(np.tile(unit_j, (len(q), 1))) - gravity)[:, j] + rotors[j]
            if (inertia * qdd[:, j]).std() > left[j]:
                M[j] = np.median(inertia)
    return M


def measure_clipping(data: Dataset) -> list[float]:
    """Share of each joint's counted samples that lie on a flat top of its torque, or at its drive's
    limit. Torques that pass through a limit, or peak near it, are as often beside it: the limit is
    a placeholder."""
    out = []
    for j, name in enumerate(data.model.robot.actuated):
        tau = data.tau[:, j]
        effort = data.model.robot.joint(name).effort
        flat = find_flat_tops(tau)
        if 0 < effort < np.inf:
            off = np.abs(np.abs(tau) / effort - 1.0)
            at = off <= AT_LIMIT
            if at.sum() > np.sum(~at & (off < 10 * AT_LIMIT)):
                flat |= drop_short_runs(at, IN_A_ROW)
        use = data.use[:, j]
        out.append(float(np.mean(flat[use])) if use.any() else 0.0)
    return out


def find_spikes(tau: Array) -> Mask:
    """(N, n) samples that stand out of the medians of those before and of those after them by more
    than noise does, and by more than the torque changes there. A step, as of friction where a joint
    reverses, and a peak of a fast motion do not."""
    return np.stack([_find_joint_spikes(x) for x in tau.T], axis=1)


def _find_joint_spikes(tau: Array) -> Mask:
    N, around = len(tau), np.pad(tau, BESIDE, mode="edge")
    a, b, c = around[:-2], around[1:-1], around[2:]
    median = np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))
    rise, fall = tau - median[:N], tau - median[BESIDE + 1 : BESIDE + 1 + N]
    apart = np.where(rise * fall > 0, np.minimum(np.abs(rise), np.abs(fall)), 0.0)
    limit = max(OUTLYING * np.quantile(apart, USUAL), SMALLEST * np.sqrt(np.mean(tau**2)))
    change = np.abs(np.diff(around))  # change_i from i - BESIDE to the next
    beside = np.maximum(change[:N], change[2 * BESIDE - 1 : 2 * BESIDE - 1 + N])
    return np.asarray((apart > limit) & (apart > APART * beside))


def report_findings(findings: Iterable[Finding], notes: list[str]) -> None:
    """Warn of each finding, and note it."""
    for finding in findings:
        text = f"{finding.evidence} {finding.repair}"
        text = text if finding.log else f"{text[:1].lower()}{text[1:]}"
        # of what is possible only a word, no verdict
        notes.append(Note(text, "warning" if finding.kind != "torques" else "note"))
        warnings.warn(text, DataWarning, stacklevel=3)
