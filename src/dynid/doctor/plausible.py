"""Whether what a fit finds can be: inertia and friction of the right sign, masses of the right
size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.bench import Bench, Movement
from dynid.doctor.findings import Change, Finding
from dynid.doctor.sheet import Score
from dynid.errors import listing
from dynid.robot.closing import robot_size

SHOWN = 0.05  # of a joint's torque: what acts less is not judged
#: kg/m^3: mass of an arm over its size cubed, of all that are built, with a wide margin
DENSE = (0.2, 5e3)
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
        yield Finding(
            "torque sign",
            "certain" if np.all(backwards[backwards != 0] > 0) else "likely",
            "the whole log",
            f"The inertia that {listing(names[backwards > 0])} would have is negative: torques"
            " accelerate against their own direction.",
            "Turn the sign of all torques (read_log(units={'tau': -1.0})).",
            Change("negate", tuple(f"tau_{name}" for name in names)),
            bench.log.source,
        )
    elif (driving > 0).sum() >= most and (driving < 0).sum() < 0.5 * (driving > 0).sum():
        yield Finding(
            "time reversed",
            "certain" if np.all(driving[driving != 0] > 0) and len(names) > 1 else "likely",
            "the whole log",
            f"Friction drives {listing(names[driving > 0])} instead of braking: what a log shows"
            " that runs backwards.",
            "Reverse the order of the rows, or the signs of positions or torques.",
            Change("reverse", ("t",)),
            bench.log.source,
        )
    yield from _of_mass(bench, score)


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
    """The weight that the torques of gravity imply, against the size of the robot."""
    robot = bench.model.robot
    g = float(np.linalg.norm(np.asarray(robot.gravity)))
    size = robot_size(robot)
    turning = [robot.joint(name).kind != "prismatic" for name in bench.joints]
    if g == 0.0 or not any(turning):
        return
    zero = np.zeros_like(bench.move.q)
    with_g = bench.model.regressor(bench.move.q, zero, zero)
    full = np.zeros(len(bench.model.parameters) + 4 * bench.n)
    full[bench.columns] = score.theta[: len(bench.columns)]
    pull = np.std(with_g @ full[: len(bench.model.parameters)], axis=0)[turning].max()
    left = np.sqrt(score.squares.sum(axis=0) / np.maximum(bench.use.sum(axis=0), 1)).max()
    if pull < 3.0 * left:
        return
    # a mass m at a third of the reach swings by half a radian or so
    mass = pull / (g * 0.2 * size)
    density = mass / size**3
    if not DENSE[0] < density < DENSE[1]:
        much = density > DENSE[1]
        yield Finding(
            "torque unit",
            "likely",
            "the whole log",
            f"The torques of gravity are those of some {mass:.2g} kg on a robot of {size:.2g} m.",
            "Torques may be in mNm, or lengths in mm." if much else MOTORS,
            None,
            bench.log.source,
        )
