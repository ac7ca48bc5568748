"""Where an optimisation begins: a pose at rest within the limits, and random motions around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home
from dynid.errors import DynidError, LoopClosureError, join_names
from dynid.excitation.motion_limits import ActiveLimits
from dynid.excitation.optimisation import LimitValues, Optimisation
from dynid.excitation.quadratic import step
from dynid.model.random_states import draw_random_states

ROOM = 0.1  # a pose this far inside its limits (in half ranges) is comfortable
POSES = 60  # random ones, tried where the first guess has no room
CENTRED = 0.5  # random motions are centred within this part of the range


class NoPose(DynidError):
    """No pose at rest keeps all limits; `broken`: the labels of those in the way."""

    def __init__(self, message: str, broken: tuple[str, ...]) -> None:
        super().__init__(message)
        self.broken = broken


def find_resting_pose(problem: Optimisation, rest: Optimisation) -> Array:
    """x of a motionless pose within the limits. `rest` is the problem with a single sample: at rest
    all are the same.

    Starts in the middle of the range of a tree, or at the home of loops, and moves inwards until
    there is room.
    """
    z = make_first_guess(problem)
    lift = np.stack(
        [rest.to_variables(np.outer(rest.series.constant, e)) for e in np.eye(len(z))], axis=1
    )  # dx/dz
    values = attempt(rest, lift @ z)
    if values is None:
        raise DynidError(
            f"robot '{rest.held.robot.name}': its loops do not close at the start pose "
            f"{dict(zip(rest.names, np.round(z, 6)))}; give Robot(home=...) within the limits."
        )
    values = move_inwards(rest, lift, values)
    in_drives = problem.names == problem.whole.actuated and not problem.whole.loops
    if values.excess > -ROOM and in_drives and rest.held.guard is not None:
        # a robot folded or stretched out has no way inwards: begin at the best of many poses
        poses = draw_random_states(problem.whole, POSES)[0]
        tried = [attempt(rest, lift @ pose) for pose in poses]
        best = min((each for each in tried if each is not None), key=lambda each: each.excess)
        values = min(values, move_inwards(rest, lift, best), key=lambda each: each.excess)
    if values.excess > -ROOM and drop_torque_limits(
        rest.held, broken := _list_tight_limits(rest, values)
    ):
        raise NoPose("the torque limits of the file leave no room to move", broken)
    if values.excess > 0:
        raise make_no_pose_error(rest, values)
    c = rest.compute_coefficients(values.x)
    return problem.to_variables(c)


def move_inwards(rest: Optimisation, lift: Array, values: LimitValues) -> LimitValues:
    """Move a pose until there is room to all limits, or no step helps."""
    radius = 0.5
    for _ in range(200):
        if values.excess < -ROOM or radius < 1e-6:
            break
        rows = rest.select_rows(values)
        J = rest.compute_jacobian(values, rows) @ lift
        size = 1.0 / np.maximum(
            np.abs(J).max(axis=0), 1e-6
        )  # a step of 1 moves some limit by its scale
        d, _, _ = step(
            np.zeros(len(size)), 1e-6 * np.eye(len(size)), J * size, rows.excess + ROOM, 1.0, radius
        )
        trial = attempt(rest, values.x + lift @ (size * d))
        if trial is not None and trial.excess < values.excess - 1e-9:
            values = trial
        else:
            radius *= 0.5
    return values


def attempt(problem: Optimisation, x: Array) -> LimitValues | None:
    """The values at x, or None where the loops do not close."""
    try:
        return problem.evaluate_limits(x)
    except LoopClosureError:
        return None


def make_first_guess(problem: Optimisation) -> Array:
    """The described coordinates of the middle of a tree's range, of the home of a robot with
    loops."""
    robot = problem.whole
    home = dict(zip(robot.coordinates, close_home(robot)))
    z = np.array([home.get(name, 0.0) for name in problem.names])
    if robot.is_tree:
        for bound in problem.bounds:
            if bound.order == 0 and np.isfinite([bound.low, bound.high]).all():
                z[problem.names.index(bound.name)] = (bound.low + bound.high) / 2
    return z


def _list_tight_limits(problem: Optimisation, values: LimitValues) -> tuple[str, ...]:
    """The labels of the limits to which a pose has no room."""
    return tuple(row[0] for row in problem.list_extremes(values.x) if row[5] > -ROOM)


def make_no_pose_error(problem: Optimisation, values: LimitValues) -> NoPose:
    """What stands in the way, for people."""
    rows = [row for row in problem.list_extremes(values.x) if row[5] > 1e-9]
    broken = [
        f"{label} is {least:.4g}, beyond {low if excess_low else high:.4g} by"
        f" {max(low - least, most - high):.3g}"
        for label, low, high, least, most, _ in rows
        for excess_low in [low - least > most - high]
    ]
    return NoPose(
        f"robot '{problem.held.robot.name}': no pose at rest keeps all limits. The nearest one"
        f" found breaks: {'; '.join(broken[:6])}. Widen these limits, or give Robot(home=...)"
        " nearer to where they can be kept.",
        tuple(row[0] for row in rows),
    )


def drop_torque_limits(held: ActiveLimits, broken: Sequence[str]) -> ActiveLimits | None:
    """Limits without the torques of the file that no pose at rest keeps (files often say 1 where
    nobody filled them in); None where nothing broken is one of these."""
    robot = held.robot
    weak = [j for j, name in enumerate(robot.actuated) if f"torque of {name}" in broken]
    if not weak or held.limits.torque is not None:
        return None
    torque = held.torque.copy()
    torque[weak] = -np.inf, np.inf
    names = [f"{robot.actuated[j]} {robot.joint(robot.actuated[j]).effort:g}" for j in weak]
    note = (
        "the torque limits of the file hardly hold the robot in any"
        f" pose, so they are not kept: {join_names(names)}; give Limits(torque=...) to keep some"
    )
    p = held.p if np.isfinite(torque).any() else None
    return replace(held, torque=torque, p=p, notes=(note, *held.notes))


def compute_van_der_corput(number: int) -> float:
    """0 .. 1, even for any first numbers: 1/2, 1/4, 3/4, 1/8, ... (van der Corput)."""
    share, digit, rest = 0.0, 0.5, number + 1
    while rest:
        share, digit, rest = share + digit * (rest % 2), digit / 2, rest // 2
    return share


def make_random_motion(
    problem: Optimisation, rest: Array, rng: np.random.Generator, number: int = 0
) -> LimitValues:
    """A random motion around the pose at rest, made smaller until the loops close and the limits
    are nearly kept; free periods are spread over their range by the number of the start."""
    shape = problem.scale.shape
    wave = rng.normal(size=shape) / np.sqrt(shape[0])
    # random offsets for trees; loops stay around the pose that is known to be good
    offset = np.zeros(len(problem.names))
    if problem.whole.is_tree:
        for bound in problem.bounds:
            if bound.order == 0 and np.isfinite([bound.low, bound.high]).all():
                half = (bound.high - bound.low) / 2
                offset[problem.names.index(bound.name)] = CENTRED * half * rng.uniform(-1, 1)
    move = problem.to_variables(np.outer(problem.series.constant, offset))
    move[: wave.size] += wave.ravel()
    if problem.period is not None:
        low, high = problem.period.compute_log_range(problem.series)
        rest = problem.append_period(rest, low + compute_van_der_corput(number) * (high - low))
    size = 1.0
    for _ in range(40):
        values = attempt(problem, rest + size * move)
        if values is not None and values.excess < 0.5 and problem.measure_overlap(values) < 0.0:
            return values
        size *= 0.7
    return problem.evaluate_limits(rest)


def shrink(problem: Optimisation, rest: Array, x: Array) -> Array:
    """The largest motion on the way from rest to x that keeps every limit on the fine grid, between
    samples as well."""
    if problem.period is not None:  # a smaller motion, not another period
        log_period = float(
            np.clip(problem.log_period(x), *problem.period.compute_log_range(problem.series))
        )
        rest, x = (problem.append_period(each, log_period) for each in (rest, x))
    at_rest = np.concatenate(problem.compute_excesses(rest))
    s = 1.0
    for _ in range(100):
        here = rest + s * (x - rest)
        try:
            over = np.concatenate(problem.compute_excesses(here))
        except DynidError:
            s *= 0.9
            continue
        if over.max(initial=-1.0) <= 0:
            return here
        broken = over > 0
        # an excess that grows linearly from rest is zero at this part of the way
        share = np.min(-at_rest[broken] / np.maximum(over[broken] - at_rest[broken], 1e-12))
        s *= float(np.clip(share, 0.5, 1 - 1e-7))
    return rest
