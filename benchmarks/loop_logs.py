"""Logs of robots with loops, thinned, reversed and cut: is any of them refused?

    python benchmarks/loop_logs.py --count 200 --seed 1 [--robots delta3,robot.urdf] [--choose 10]

Each case is a simulated log of a wide motion from pose to pose, or of sines that nearly reach the
edge of the workspace, and one copy of it: one row in k, rows in reverse order, a part of it, or
several of these. The copy goes through what `dynid check` and `dynid identify` do with it
(`--choose K`: every K-th with the choice of effects), every second one without the landmarks that
the commands take from the whole log, as in Python. An abort is an error, or a log that `check`
refuses. All rows of the log before it was thinned close: so the copy must, too.
"""

from __future__ import annotations

import argparse
import time
import traceback
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from common import table
from dynid.arrays import Array
from dynid.closed_chains.closed_home import make_follower_at_home, take_actuated_home
from dynid.closed_chains.closing import close
from dynid.closed_chains.motion_landmarks import follow_motions
from dynid.data.log import Log
from dynid.data.process import process
from dynid.diagnostics.examination import check
from dynid.errors import DynidError, InputError, LoopClosureError
from dynid.estimators.consistent.consistent_estimator import Consistent
from dynid.identification.estimate import estimate
from dynid.identification.problem import Problem
from dynid.model.effects import Coulomb, Offset, RotorInertia, Viscous
from dynid.model.model import Model
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot
from dynid.selection.group_search import select_effects
from dynid.validation.prediction_check import validate

ROBOTS = ["delta3", "delta4", "linear_delta", "par4", "prs3", "rps3", "stewart", "five_bar", "cft"]
EFFECTS = (Viscous(), Coulomb(), Offset(), RotorInertia())
SECONDS, RATE = 24.0, 200.0  # of a log before it is thinned
POSES = 30  # of a motion from pose to pose
LONGEST = 2.5  # rad, or 0.6 of the robot's size: of one move
SAFE = 0.01  # least margin of the loops along a motion, or half of home's own
THINNED = (2, 3, 5, 8, 10)  # one row in so many
SHARES = (0.35, 0.9)  # of the log that a cut one has
NOISE = 0.005  # of a joint's torque (RMS)


@dataclass(frozen=True)
class Case:
    robot: str
    kind: str
    checked: str  # "" or why `check` failed
    identified: str  # "" or why `identify` failed
    seconds: float


def units(robot: Robot) -> Array:
    size = compute_robot_size(robot)
    kinds = [robot.joint(name).kind for name in robot.actuated]
    return np.where(np.array(kinds) == "prismatic", 0.6 * size, LONGEST)


def is_possible(robot: Robot, q: Array) -> bool:
    """Whether a motion (N, n) can be followed from home, within all limits, away from singular
    poses."""
    try:
        motion = close(robot, q, detours=None)
    except LoopClosureError:
        return False
    joints = [robot.joint(name) for name in robot.coordinates]
    low, high = (np.array([getattr(j, side) for j in joints]) for side in ("lower", "upper"))
    inside = (motion.q >= low - 1e-9) & (motion.q <= high + 1e-9)
    least = min(SAFE, 0.5 * make_follower_at_home(robot, robot.actuated).margin)
    return bool(inside.all()) and motion.margin is not None and float(motion.margin.min()) > least


def moves(robot: Robot, rng: np.random.Generator) -> Array:
    """q (N, n) from home through random poses, straight from each to the next, at rest in each."""
    at, unit = take_actuated_home(robot), units(robot)
    dense, parts = [at[None]], []
    for k in range(60 * POSES):
        if len(parts) == POSES:
            break
        # home may lie in a corner: the longer in vain, the shorter
        step = (
            rng.uniform(-1.0, 1.0, len(at)) * unit * 10.0 ** rng.uniform(-1 - k / (30 * POSES), 0)
        )
        points = max(8, int(200 * np.abs(step / unit).max()))
        line = at + np.linspace(0.0, 1.0, points)[:, None] * step
        if is_possible(robot, np.concatenate([*dense, line])):
            dense.append(line)
            parts.append((at, step))
            at = at + step
    lengths = np.array([np.abs(step / unit).max() for _, step in parts])
    seconds = SECONDS * (0.1 + lengths) / np.sum(0.1 + lengths)
    q = []
    for (start, step), T in zip(parts, seconds):
        s = np.arange(max(4, round(T * RATE)))[:, None] / round(T * RATE)
        q.append(start + (10 * s**3 - 15 * s**4 + 6 * s**5) * step)
    return np.concatenate(q)


def sines(robot: Robot, rng: np.random.Generator) -> Array:
    """q (N, n) from home: sines as large as the loops allow, but for a twentieth."""
    t, unit, home = np.arange(round(SECONDS * RATE)) / RATE, units(robot), take_actuated_home(robot)
    f = 2 * np.pi / 8.0 * np.arange(1, 5)
    a, b = rng.normal(size=(2, len(f), len(home))) / np.arange(1, 5)[:, None]
    x = np.sin(np.outer(t, f)) @ a + (np.cos(np.outer(t, f)) - 1.0) @ b
    x *= unit / np.abs(x).max(axis=0)
    low, high = 0.0, 1.0
    for _ in range(10):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if is_possible(robot, home + middle * x) else (low, middle)
    return np.asarray(home + 0.95 * low * x)


def simulated(model: Model, q: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """t and tau along q, with friction and noise."""
    t = np.arange(len(q)) / RATE
    qd = np.gradient(q, 1 / RATE, axis=0)
    qdd = np.gradient(qd, 1 / RATE, axis=0)
    tau = model.plain.inverse_dynamics(q, qd, qdd, np.nan_to_num(model.plain.nominal))
    size = np.sqrt(np.mean(tau**2, axis=0)) + 1e-3
    speed = np.abs(qd).max(axis=0) + 1e-9
    tau = tau + size * (0.2 * qd / speed + 0.1 * np.sign(qd) + NOISE * rng.normal(size=tau.shape))
    return t, tau


def copied(
    t: Array, q: Array, tau: Array, rng: np.random.Generator
) -> tuple[str, Array, Array, Array]:
    """What was done, and the copy."""
    done, rows = [], np.arange(len(t))
    while not done:
        if rng.random() < 0.5:
            share = rng.uniform(*SHARES)
            first = int(rng.uniform(0.0, 1.0 - share) * len(rows))
            rows = rows[first : first + int(share * len(rows))]
            done.append("cut")
        if rng.random() < 0.5:
            rows = rows[::-1]
            done.append("reversed")
        if rng.random() < 0.5:
            k = int(rng.choice(THINNED))
            rows = rows[int(rng.integers(k)) :: k]
            done.append("thinned")
    time = np.abs(t[rows] - t[rows[0]])
    return " ".join(done), time, q[rows], tau[rows]


def why(run: object) -> str:
    """Run it; "" or the error."""
    try:
        return str(run() or "")  # type: ignore[operator]
    except DynidError as error:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return "traceback: " + traceback.format_exc()


def tried(name: str, robot: Robot, seed: int, choose: bool = False) -> Case:
    rng = np.random.default_rng([seed, 29])
    model = Model(robot, EFFECTS)
    q = (moves if rng.random() < 0.5 else sines)(robot, rng)
    kind, *columns = copied(*simulated_log(model, q, rng), rng)
    noise = 10.0 ** rng.uniform(-6.0, -4.5) * rng.normal(size=columns[1].shape)
    log = Log(robot.actuated, columns[0], columns[1] + noise, columns[2], source=f"{name}_{seed}")

    def identify() -> None:
        chosen = Model(follow_motions(robot, [log.q]), EFFECTS) if seed % 2 else model
        if choose:
            with suppress(InputError):  # too short for it: the usual effects are taken
                choice = select_effects(process(log, chosen, slow=None, decimate=None))
                chosen = Model(chosen.robot, choice.effects)
        data = process(log, chosen, slow="5%")
        validate(estimate(Problem(chosen, data), Consistent()), data)

    def examine() -> str:
        refused = [x.evidence for x in check(model, log).findings if x.kind == "refused"]
        return refused[0] if refused else ""

    began = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checked, identified = why(examine), why(identify)
    return Case(name, kind, checked, identified, time.process_time() - began)


def simulated_log(model: Model, q: Array, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    t, tau = simulated(model, q, rng)
    return t, q, tau


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=200)
    arguments.add_argument("--first", type=int, default=0, help="Number of the first case.")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--robots", default=",".join(ROBOTS))
    arguments.add_argument("--choose", type=int, default=0)
    given = arguments.parse_args()
    names = given.robots.split(",")
    cases = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robots = {name: load_robot(name) for name in names}
    for k in range(given.first, given.first + given.count):
        name = names[k % len(names)]
        choose = bool(given.choose) and k % given.choose == 0
        case = tried(name, robots[name], given.seed * 100_000 + k, choose)
        cases.append(case)
        for what, error in (("check", case.checked), ("identify", case.identified)):
            if error:
                print(f"{k} {name} ({case.kind}), {what}: {error}", flush=True)
    rows = []
    for name in names:
        own = [case for case in cases if case.robot == name]
        kinds = Counter(word for case in own for word in case.kind.split())
        rows.append(
            [
                Path(name).parent.name or name,
                str(len(own)),
                *(str(kinds[word]) for word in ("thinned", "reversed", "cut")),
                str(sum(bool(case.checked) for case in own)),
                str(sum(bool(case.identified) for case in own)),
                f"{np.mean([case.seconds for case in own]):.1f}" if own else "",
            ]
        )
    head = ["robot", "copies", "thinned", "reversed", "cut", "check aborts", "identify aborts", "s"]
    print(table(head, rows))


if __name__ == "__main__":
    main()
