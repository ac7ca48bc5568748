"""Whether what a fit finds can be: inertia and friction of the right sign, masses of the right
size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.bench import Bench, Movement
from dynid.doctor.findings import Change, Finding
from dynid.doctor.nominal import file_factors
from dynid.doctor.sheet import Score
from dynid.errors import listing
from dynid.model.model import Model
from dynid.robot.closing import robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

SHOWN = 0.05  # of a joint's torque: what acts less is not judged
#: kg/m^3: mass of an arm over its reach cubed, of all that are built, with a wide margin
DENSE = (0.1, 2e3)
LIFTS = 0.02  # of a rod's weight at full reach: motion that lifts less does not show it
AXES = ("mx", "my", "mz")  # first moments, as parameters are named
MOTORS = "Torques may be those of motors before their gears, currents, or in kNm."


def plausible(bench: Bench, score: Score) -> Iterator[Finding]:
    torque = bench.explained(score.theta)
    left = np.sqrt(score.squares.sum(axis=0) / np.maximum(bench.use.sum(axis=0), 1))
    inertia, friction = _parts(bench, score.theta)
    size = np.maximum(torque.std(axis=0), 1e-300)
    backwards = _backwards(inertia, bench.move.qdd, size, left)
    driving = _backwards(friction, bench.move.qd, size, left)
    names = np.array(bench.joints)
    most = 0.5 * len(names)  # one alone may be a poor fit
    if (backwards > 0).sum() >= most and (backwards < 0).sum() < 0.5 * (backwards > 0).sum():
        yield _negative(bench, names[backwards > 0], bool(np.all(backwards[backwards != 0] > 0)))
    elif (driving > 0).sum() >= most and (driving < 0).sum() < 0.5 * (driving > 0).sum():
        clear = np.all(driving[driving != 0] > 0) and len(names) > 1
        yield _driven(bench, names[driving > 0], bool((backwards < 0).any()), bool(clear))
    yield from _of_mass(bench, score)


def _negative(bench: Bench, names: Array, clear: bool) -> Finding:
    """Torques accelerate these joints against their own direction, or a known payload would."""
    loaded = bool(bench.model.plain.known)
    turn = "Turn the sign of all torques (read_log(units={'tau': -1.0}))"
    return Finding(
        "torque sign",
        "certain" if clear and not loaded else "likely",
        "the whole log",
        f"The inertia that {listing(names)} would have is negative: torques accelerate against"
        " their own direction.",
        f"{turn}, or check the payload that was given: it may be too heavy."
        if loaded
        else f"{turn}.",
        None if loaded else Change("negate", tuple(f"tau_{name}" for name in bench.joints)),
        bench.log.source,
    )


def _driven(bench: Bench, names: Array, inert: bool, clear: bool) -> Finding:
    """Friction drives these joints: torques of the wrong sign, or a log that runs backwards, whose
    inertias (`inert`) and weights are right."""
    factors = file_factors(bench)
    turned = not inert and not (len(factors) and np.all(factors > 0))
    open_ = turned and not (len(factors) and np.all(factors < 0))
    every = tuple(f"tau_{name}" for name in bench.joints)
    return Finding(
        "torque sign" if turned else "time reversed",
        "certain" if clear and not open_ else "likely",
        "the whole log",
        f"Friction drives {listing(names)} instead of braking: what "
        + ("torques of the wrong sign show" if turned else "a log shows that runs backwards")
        + (", or a log that runs backwards." if open_ else "."),
        "Turn the sign of all torques (read_log(units={'tau': -1.0}))"
        + (", or reverse the order of the rows." if open_ else ".")
        if turned
        else "Reverse the order of the rows, or the signs of positions or torques.",
        None if open_ else Change("negate", every) if turned else Change("reverse", ("t",)),
        bench.log.source,
    )


def _parts(bench: Bench, theta: Array) -> tuple[Array, Array]:
    """(K, n) torques of each joint's own acceleration, and of its friction."""
    move, n = bench.move, bench.n
    full = np.zeros(len(bench.model.parameters) + 4 * n)
    full[bench.columns] = theta[: len(bench.columns)]
    zero = np.zeros_like(move.q)

    def torque(qdd: Array) -> Array:
        alone = replace(bench, move=Movement(move.q, zero, qdd, zero), extra=None, mix=None)
        return alone.explained(theta)

    still, inertia = torque(zero), np.empty_like(move.q)
    for j in range(n):
        unit = zero.copy()
        unit[:, j] = move.qdd[:, j]
        inertia[:, j] = (torque(unit) - still)[:, j]
    own = full[len(bench.model.parameters) :].reshape(n, 4)
    return inertia, move.qd * own[:, 0] + move.turns * own[:, 1]


def _backwards(part: Array, along: Array, size: Array, left: Array) -> Array:
    """(n,) 1: this part of the torque acts against its motion; -1: along; 0: too small to tell."""
    power = np.mean(part * along, axis=0)
    rms = np.sqrt(np.mean(part**2, axis=0))
    told = (rms > SHOWN * size) & (rms > 3.0 * left)
    along_rms = np.sqrt(np.mean(along**2, axis=0))
    clear = np.abs(power) > 0.5 * rms * along_rms
    return np.where(told & clear, -np.sign(power), 0.0)


def _of_mass(bench: Bench, score: Score) -> Iterator[Finding]:
    """The weight that the torques of gravity imply, against the size of the robot: the joint that
    lifts most shows how many times heavier it is than one of rods of 1 kg in the same motion."""
    robot, model = bench.model.robot, bench.model
    g = float(np.linalg.norm(np.asarray(robot.gravity)))
    if g == 0.0:
        return
    zero = np.zeros_like(bench.move.q)
    Y = model.regressor(bench.move.q, zero, zero)
    full = np.zeros(len(model.parameters) + 4 * bench.n)
    full[bench.columns] = score.theta[: len(bench.columns)]
    pull, rods = np.std(Y @ full[: Y.shape[2]], axis=0), np.std(Y @ _rods(model), axis=0)
    turning = [robot.joint(name).kind != "prismatic" for name in bench.joints]
    j = int(np.argmax(np.where(turning, rods, 0.0)))
    left = np.sqrt(score.squares.sum(axis=0) / np.maximum(bench.use.sum(axis=0), 1))
    reach = _reach(robot)
    if pull[j] < 3.0 * left[j] or rods[j] < LIFTS * g * reach:
        return
    mass = float(pull[j] / rods[j]) * len(robot.bodies)
    density = mass / reach**3
    if not DENSE[0] < density < DENSE[1]:
        much = density > DENSE[1]
        yield Finding(
            "torque unit",
            "likely",
            "the whole log",
            f"The torques of gravity are those of some {mass:.2g} kg on a robot that reaches"
            f" {reach:.2g} m.",
            "Torques may be in mNm, or lengths in mm." if much else MOTORS,
            None,
            bench.log.source,
        )


def _reach(robot: Robot) -> float:
    """Length of the longest chain of joints, from the first one on [m]."""
    far = {WORLD: 0.0}
    for body in robot.bodies:
        own = 0.0 if body.parent == WORLD else float(np.linalg.norm(body.joint.position))
        far[body.name] = far[body.parent] + own
    return max(far.values()) or robot_size(robot)


def _rods(model: Model) -> Array:
    """Parameters of a robot whose bodies have 1 kg each, half-way to the next joint."""
    robot, ends = model.robot, dict[str, Array]()
    for body in robot.bodies:
        ends[body.parent] = 0.5 * np.asarray(body.joint.position, dtype=float)
    p = np.zeros(len(model.parameters))
    for k, name in enumerate(model.parameters):
        owner, _, kind = name.rpartition(".")
        if kind == "m":
            p[k] = 1.0
        elif kind in AXES:
            p[k] = ends.get(owner, np.zeros(3))[AXES.index(kind)]
    return p
