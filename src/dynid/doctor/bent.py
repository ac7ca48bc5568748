"""Repairs with a number: a delay, a gain, an offset, a gear ratio, gravity, a place or an axis in
the robot's file. Each bends the rows or the torques; its derivative is one more column of a fit,
and Newton's steps along it find the number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.bench import Bench
from dynid.doctor.sheet import Score
from dynid.errors import DynidError
from dynid.loops.home import close_near, closed_home
from dynid.model.model import Model
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

#: (bench, numbers of the repair) -> the bench with it made
Late = Callable[[Bench, Array], Bench]

STEP = 1e-4  # rad, m, s, 1: of a difference quotient
ROUNDS = 8  # of Newton's method
SETTLED = 1e-4  # of the largest step that makes sense


@dataclass(frozen=True, eq=False)
class Bend:
    """bent(x) -> (Y, tau) with the repair of size x (d,); zero is no repair.

    largest   of each number: beyond, it makes no sense
    """

    kind: str
    joint: str
    largest: Array
    bent: Callable[[Array], tuple[Array, Array]]
    #: (bench, x) -> the bench with the repair made
    after: Callable[[Bench, Array], Bench]
    #: (x, theta) -> Y theta - tau with it, where that takes less than the rows Y
    quick: Callable[[Array, Array], Array] | None = None

    def left(self, x: Array, theta: Array) -> Array:
        """(K, n) Y theta - tau with the repair of size x."""
        if self.quick is not None:
            return self.quick(x, theta)
        Y, tau = self.bent(x)
        return np.asarray(Y @ theta - tau)

    def columns(self, before: Array, theta: Array, at: Array | None = None) -> Array:
        """(K, n, d): derivative of Y theta - tau by the numbers, at some value of them; `before`:
        what it is there."""
        at = np.zeros(len(self.largest)) if at is None else at
        found = []
        for k in range(len(at)):
            h = STEP * self.largest[k]
            step = np.zeros(len(at))
            step[k] = h
            found.append((self.left(at + step, theta) - before) / h)
        return np.stack(found, axis=2)


@dataclass(frozen=True, eq=False)
class Bent:
    """A bend with the numbers that explain the log best, their deviations, and its score."""

    bend: Bend
    x: Array
    score: Score


def settle(bench: Bench, bend: Bend, start: Array) -> Bent | None:
    """Newton's steps from `start`; None where they lead nowhere."""
    x = start.copy()
    best: Bent | None = None
    for _ in range(ROUNDS):
        try:
            Y, tau = bend.bent(x)
            score = bench.score(Y, tau)
            better = best is None or _total(score) < _total(best.score)
            if best is not None and not better:
                x = 0.5 * (x + best.x)
                if np.all(np.abs(x - best.x) < SETTLED * bend.largest):
                    break
                continue
            best = Bent(bend, x, score)
            V = bend.columns(Y @ score.theta - tau, score.theta, x)
            c = bench.score(np.concatenate([Y, V], axis=2), tau).theta[-len(x) :]
        except (DynidError, np.linalg.LinAlgError):
            return best
        step = np.clip(c, -0.5 * bend.largest, 0.5 * bend.largest)
        # Y theta + V dx = tau
        x = np.clip(best.x + step, -bend.largest, bend.largest)
        if np.all(np.abs(step) < SETTLED * bend.largest):
            break
    return best


def _total(score: Score) -> float:
    """Geometric mean of what is left of the joints."""
    return float(np.log(np.maximum(score.squares.sum(axis=0), 1e-300)).mean())


class _Explained:
    """Y theta, kept until another theta is asked for: the bends of all joints need the same."""

    def __init__(self, Y: Array) -> None:
        self.Y, self.theta, self.value = Y, np.zeros(0), np.zeros(0)

    def __call__(self, theta: Array) -> Array:
        if self.theta is not theta:
            self.theta, self.value = theta, self.Y @ theta
        return self.value


def of_torques(bench: Bench, Y: Array) -> Iterator[Bend]:
    """What leaves the rows as they are: delays and gains."""
    n, joints = bench.n, bench.joints
    every, explained = tuple(range(n)), _Explained(Y)
    for which in [every, *((j,) for j in (every if n > 1 else ()))]:
        at = list(which)

        def late(old: Bench, x: Array, at: list[int] = at) -> Bench:
            def torque_at(delay: float) -> Array:
                tau = old.torque_at(delay).copy()
                tau[:, at] = old.torque_at(delay + float(x[0]))[:, at]
                return tau

            return replace(old, tau=torque_at(0.0), torque_at=torque_at)

        def delayed(x: Array, late: Late = late) -> tuple[Array, Array]:
            return Y, late(bench, x).tau

        def late_left(x: Array, theta: Array, late: Late = late) -> Array:
            return explained(theta) - late(bench, x).tau

        name = joints[at[0]] if len(at) < n or n == 1 else ""
        yield Bend("torque delay", name, np.array([0.25]), delayed, late, late_left)
    for j in every if n > 1 else ():

        def gained(x: Array, j: int = j) -> tuple[Array, Array]:
            scaled = Y.copy()
            scaled[:, j] *= np.exp(x[0])
            return scaled, bench.tau

        def mended(old: Bench, x: Array, j: int = j) -> Bench:
            factor = np.ones(n)
            factor[j] = np.exp(-x[0])
            return replace(
                old, tau=factor * old.tau, torque_at=lambda delay: factor * old.torque_at(delay)
            )

        def gained_left(x: Array, theta: Array, j: int = j) -> Array:
            scaled = explained(theta).copy()
            scaled[:, j] *= np.exp(x[0])
            return scaled - bench.tau

        yield Bend("torque gain", joints[j], np.array([8.0]), gained, mended, gained_left)


def of_drifting_gains(bench: Bench, Y: Array) -> Iterator[Bend]:
    """The gain of one torque changes along the log: tau_j = (1 + x s) k Y_j theta, s from -1 to 1;
    k, its mean beside the other torques, is free as well."""
    t = bench.t
    s = 2.0 * (t - t[0]) / (t[-1] - t[0]) - 1.0
    for j, name in enumerate(bench.joints):

        def gain(x: Array, j: int = j) -> Array:
            out = np.ones((len(s), bench.n))
            out[:, j] = (1.0 + x[0] * s) * np.exp(x[1] if len(x) > 1 else 0.0)
            return out

        def gained(x: Array, gain: Callable[[Array], Array] = gain) -> tuple[Array, Array]:
            return Y * gain(x)[:, :, None], bench.tau

        def mended(old: Bench, x: Array, gain: Callable[[Array], Array] = gain) -> Bench:
            k = gain(x)
            return replace(old, tau=old.tau / k, torque_at=lambda delay: old.torque_at(delay) / k)

        largest = np.array([0.9, 3.0] if bench.n > 1 else [0.9])
        yield Bend("gain drift", name, largest, gained, mended)


def of_all_gains(bench: Bench, Y: Array) -> Iterator[Bend]:
    """A gain of every torque, at once; what they have in common cannot be told."""

    def gained(x: Array) -> tuple[Array, Array]:
        return Y * np.exp(x - x.mean())[:, None], bench.tau

    def mended(old: Bench, x: Array) -> Bench:
        factor = np.exp(x.mean() - x)
        return replace(
            old, tau=factor * old.tau, torque_at=lambda delay: factor * old.torque_at(delay)
        )

    if bench.n > 2:
        yield Bend("torque gains", "", np.full(bench.n, 3.0), gained, mended)


def of_positions(bench: Bench) -> Iterator[Bend]:
    """An encoder's zero and ratio, of one joint."""
    robot = bench.model.robot
    for j, name in enumerate(bench.joints):
        turns = robot.joint(name).kind != "prismatic"
        unit = np.eye(bench.n)[j]
        centre = bench.move.q[:, j].mean() * unit

        def moved(old: Bench, x: Array, unit: Array = unit) -> Bench:
            return replace(old, move=replace(old.move, q=old.move.q + x[0] * unit))

        def geared(old: Bench, x: Array, unit: Array = unit, centre: Array = centre) -> Bench:
            k, move = np.exp(x[0] * unit), old.move
            q = centre + (move.q - centre) * k
            return replace(old, move=replace(move, q=q, qd=move.qd * k, qdd=move.qdd * k))

        yield _by_rows(bench, "position offset", name, [4.0 if turns else 0.3], moved)
        yield _by_rows(bench, "gear ratio", name, [1.5], geared)


def _by_rows(bench: Bench, kind: str, joint: str, largest: list[float], after: Late) -> Bend:
    """A bend of the motion or the robot: the rows are those of the bench after it."""

    def bent(x: Array) -> tuple[Array, Array]:
        return after(bench, x).rows(), bench.tau

    def left(x: Array, theta: Array) -> Array:
        return after(bench, x).explained(theta) - bench.tau

    return Bend(kind, joint, np.array(largest), bent, after, left)


def of_gravity(bench: Bench, Y: Array) -> Iterator[Bend]:
    """Gravity free in direction; and in size, which is what a wrong scale of time shows as."""
    g = np.asarray(bench.model.robot.gravity, dtype=float)
    size = float(np.linalg.norm(g))

    def after(old: Bench, x: Array) -> Bench:
        return _with_robot(old, old.model.robot.with_(gravity=g + x))

    if size == 0.0:
        return
    # the rows are linear in gravity
    parts = [after(bench, unit).rows() - Y for unit in np.eye(3)]
    if max(np.abs(part).max() for part in parts) == 0.0:
        return

    def pulled(x: Array) -> tuple[Array, Array]:
        return Y + x[0] * parts[0] + x[1] * parts[1] + x[2] * parts[2], bench.tau

    yield Bend("gravity", "", np.full(3, 3.0 * size), pulled, after)

    def stronger(old: Bench, x: Array) -> Bench:
        return after(old, (np.exp(x[0]) - 1.0) * g)

    yield Bend(
        "time scale", "", np.array([9.0]), lambda x: pulled((np.exp(x[0]) - 1.0) * g), stronger
    )


def of_file(bench: Bench) -> Iterator[Bend]:
    """The place and the axis of a joint in the robot's file."""
    robot = bench.model.robot
    size = max(0.05, max(float(np.linalg.norm(b.joint.position)) for b in robot.bodies))
    for k, body in enumerate(robot.bodies):
        joint = body.joint
        if not joint.moves:
            continue

        def placed(old: Bench, x: Array, k: int = k) -> Bench:
            place = np.asarray(old.model.robot.bodies[k].joint.position) + x
            return _with_robot(old, _changed(old.model.robot, k, position=place))

        def turned(old: Bench, x: Array, k: int = k) -> Bench:
            axis = np.asarray(old.model.robot.bodies[k].joint.axis)
            across = np.linalg.svd(axis[None, :])[2][1:]
            return _with_robot(old, _changed(old.model.robot, k, axis=axis + x @ across))

        if body.parent != WORLD:
            # no place is off by more than its length the wrong way
            far = 2.2 * max(float(np.linalg.norm(joint.position)), 0.25 * size)
            yield _by_rows(bench, "link length", joint.name, [far] * 3, placed)
        yield _by_rows(bench, "joint axis", joint.name, [3.0] * 2, turned)


def _with_robot(bench: Bench, robot: Robot) -> Bench:
    model = bench.model
    return replace(bench, model=Model(robot, model.effects, model.symmetric))


def _changed(robot: Robot, k: int, **changes: Array) -> Robot:
    bodies = list(robot.bodies)
    joint = replace(bodies[k].joint, **changes)  # type: ignore[arg-type]
    bodies[k] = replace(bodies[k], joint=joint)
    changed = robot.with_(bodies=tuple(bodies))
    if robot.is_tree:
        return changed
    # a little beside where it was: a search for another home would take seconds
    home = close_near(changed, closed_home(robot))
    return changed.with_(home=dict(zip(robot.coordinates, home)), landmarks=robot.landmarks)
