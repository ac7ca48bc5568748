"""Clean logs as robots in the field give them: is any of them accused?

    python benchmarks/clean_logs.py --count 100 --seed 1
    python benchmarks/clean_logs.py --count 40 --kind "torque sign of all"

Each case: a robot (built-in, random, or a public file next to the folder that DYNID_DATA names), a
simulated log without any mistake and with some of these traits: rests between the motions, a coarse
encoder, a low rate, friction or torque limits in the file that are placeholders, a trunk heavier
than in the file, wrist joints with more friction than weight, rough masses in the file, a tool that
the file does not have, friction that depends on speed and load as no simple law says, noise. Every
certain or likely finding of `check` is false, also of its quick form with a second such log, and so
is every warning of `process` and a verdict of saturated torques. "little motion" is true
where a fit to this log predicts another motion badly.

With --kind the same logs with one mistake of `log_mutations.KINDS`: is it found?
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))


from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.data.log import Log
from dynid.data.process import process
from dynid.data.torque_checks import measure_clipping
from dynid.diagnostics.examination import check
from dynid.errors import DynidError
from dynid.estimators.least_squares import WLS
from dynid.identification.estimate import estimate
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.notes import select_warnings
from dynid.robot.geometry import inertial
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot
from dynid.validation.verdict import CLIPPED
from log_mutations import KINDS
from simulated_logs import EFFECTS, SWING, Clean, motion, robot_of

Rng = np.random.Generator
Motion = tuple[Array, Array, Array]

DATA = Path(os.environ.get("DYNID_DATA") or Path(__file__).parents[2] / "shared" / "data")
#: {name: (file, joints that are locked)}, of robots whose files have masses
FILES = {
    "z1": ("data/unitree_z1/robot.xml", {"jointGripper": 0.0}),
    "lwr4": ("data/kuka_lwr4/robot.urdf", {}),
    "ur10": ("data/ur10/robot.urdf", {}),
    "tx40": ("data/staubli_tx40/robot.urdf", {}),
    "iiwa14": ("robots/sdf_iiwa14/iiwa14_no_collision.sdf", {}),
    "panda": ("robots/urdf_drake_panda/panda_arm.urdf", {}),
    "xarm7": ("robots/ufactory_xarm7/xarm7.xml", {"right_driver_joint": 0.0}),
}
BUILT_IN = ("arm7", "random3_1", "random4_2", "random5_3", "random6_4", "small6_5", "big6_6")
LOOPS = ("five_bar", "delta3")
TRAITS = (
    "rests",
    "coarse encoder",
    "low rate",
    "friction placeholders",
    "limit placeholders",
    "heavy trunk",
    "light wrist",
    "rough masses",
    "missing tool",
    "curved friction",
    "noise",
)
BITS = 12  # of a coarse encoder, a turn
PREDICTED = 0.1  # error of a joint's torque in other motion, over its RMS: little motion indeed


@dataclass(frozen=True)
class Case:
    robot: str
    seed: int
    traits: tuple[str, ...]
    said: tuple[str, ...]


@lru_cache
def field_robot(name: str) -> Robot:
    """By its name here; "small6_5" and "big6_6": random arms a third and four times as long."""
    if name in FILES:
        file, lock = FILES[name]
        return load_robot(DATA.parent / file, lock=lock or None)
    if name.startswith(("small", "big")):
        size = 0.35 if name.startswith("small") else 3.5
        robot = robot_of("random" + name.removeprefix("small").removeprefix("big"))
        scale = size ** np.array([3, 4, 4, 4, 5, 5, 5, 5, 5, 5])
        bodies = [
            replace(
                body,
                joint=replace(body.joint, position=size * np.asarray(body.joint.position)),
                inertia=scale * np.asarray(body.inertia),
            )
            for body in robot.bodies
        ]
        return robot.replace(bodies=tuple(bodies))
    return robot_of(name)


def names() -> list[str]:
    """The robots that are there, and say so of those that are not."""
    there = [name for name, (file, _) in FILES.items() if (DATA.parent / file).exists()]
    if len(there) < len(FILES):
        print(f"{len(FILES) - len(there)} public robot files are not there: set DYNID_DATA")
    return [*BUILT_IN, *there, *LOOPS]


def point_to_point(robot: Robot, rng: Rng, t: Array) -> Motion:
    """From pose to pose by polynomials of fifth order, some joints at a time, with rests."""
    n = robot.dof
    q, qd, qdd = (np.zeros((len(t), n)) for _ in range(3))
    centre, reach = room(robot, rng)
    here, at, alone = centre, 0.0, rng.random() < 0.3
    while at <= t[-1]:
        moves = np.arange(n) == rng.integers(n) if alone else rng.random(n) < 0.7
        there = np.where(moves, centre + reach * rng.uniform(-1, 1, n), here)
        last = float(rng.uniform(0.5, 2.0))
        some = (t >= at) & (t < at + last)
        s = (t[some, None] - at) / last
        q[some] = here + (there - here) * s**3 * (10 - 15 * s + 6 * s**2)
        qd[some] = (there - here) * 30 * s**2 * (1 - s) ** 2 / last
        qdd[some] = (there - here) * 60 * s * (1 - 3 * s + 2 * s**2) / last**2
        at, here = at + last, there
        pause = float(rng.uniform(0.2, 1.5))
        q[(t >= at) & (t < at + pause)] = here
        at += pause
    return q, qd, qdd


def room(robot: Robot, rng: Rng) -> tuple[Array, Array]:
    """The middle of a motion, and how far it goes to both sides."""
    if not robot.is_tree:
        return take_actuated_home(robot), np.full(robot.dof, 0.8 * SWING.get(robot.name, 0.3))
    joints = [robot.joint(name) for name in robot.actuated]
    low = np.array([max(joint.lower, -2.0) for joint in joints])
    high = np.array([min(joint.upper, 2.0) for joint in joints])
    middle = 0.5 * (low + high) + rng.uniform(-0.2, 0.2, robot.dof) * (high - low)
    return middle, np.minimum(1.2, np.minimum(high - middle, middle - low))


def waves(robot: Robot, rng: Rng, t: Array, period: float) -> Motion:
    """Sines, within the limits of the file."""
    q, qd, qdd = motion(robot, rng, t, period)
    if not robot.is_tree:
        return q, qd, qdd
    centre, reach = room(robot, rng)
    middle = 0.5 * (q.max(axis=0) + q.min(axis=0))
    k = reach / (0.5 * np.ptp(q, axis=0))
    return centre + k * (q - middle), k * qd, k * qdd


def sticking(qd: Array, rng: Rng) -> Array:
    """Sign of dry friction (N, n): where a joint rests, some part of what it was."""
    out = np.sign(qd)
    for j in range(qd.shape[1]):
        still = np.abs(qd[:, j]) < 1e-3 * np.abs(qd[:, j]).max()
        edges = np.flatnonzero(np.diff(np.concatenate([[0], still.astype(int), [0]])))
        for start, stop in zip(edges[::2], edges[1::2]):
            before = out[start - 1, j] if start else 0.0
            out[start:stop, j] = np.sign(before) * rng.uniform(0.2, 1.0)
    return out


def truth(robot: Robot, rng: Rng, traits: Sequence[str]) -> Robot:
    """The machine itself: what its file says is some per cent off, or more."""
    spread = 0.5 if "rough masses" in traits else 0.12
    bodies = list(robot.bodies)
    for k, body in enumerate(bodies):
        if body.inertia is None:
            continue
        factor = np.exp(rng.uniform(-spread, spread))
        if "heavy trunk" in traits and k < max(1, len(bodies) // 3):
            factor *= rng.uniform(2.0, 10.0)
        bodies[k] = replace(body, inertia=factor * np.asarray(body.inertia))
    if "missing tool" in traits:
        last = robot.tool.body if robot.tool is not None else bodies[-1].name
        k = [body.name for body in bodies].index(last)
        bodies[k] = replace(bodies[k], inertia=np.asarray(bodies[k].inertia) + tool(robot, rng))
    return robot.replace(bodies=tuple(bodies))


def tool(robot: Robot, rng: Rng) -> Array:
    """0.5 kg for an arm of 20 kg, and in that ratio up to four times as much."""
    weight = sum(float(np.asarray(b.inertia)[0]) for b in robot.bodies if b.inertia is not None)
    m = weight * 0.025 * float(rng.uniform(1.0, 4.0))
    size = max(float(np.linalg.norm(b.joint.position)) for b in robot.bodies)
    centre = rng.uniform(-0.1, 0.1, 3) * size
    centre[rng.integers(3)] += 0.25 * size * rng.choice([-1, 1])
    return inertial(m, centre, np.eye(3) * m * (0.1 * size) ** 2)


def in_file(robot: Robot, rng: Rng, traits: Sequence[str], largest: Array) -> Robot:
    """The robot as its file has it: numbers that somebody has put in to fill the form."""
    joints = {}
    damping, friction = rng.choice([0.5, 1.0, 10.0]), rng.choice([0.1, 1.0, 2.0])
    effort = float(rng.choice([1.0, 10.0, 30.0, 100.0, 1000.0]))
    for name, most in zip(robot.actuated, largest):
        joint = replace(robot.joint(name), damping=None, friction=None, effort=np.inf)
        if "friction placeholders" in traits:
            joint = replace(joint, damping=float(damping), friction=float(friction))
        if "limit placeholders" in traits:
            near = effort if rng.random() < 0.5 else float(most * rng.uniform(0.3, 0.9))
            joint = replace(joint, effort=near)
        joints[name] = joint
    bodies = [replace(b, joint=joints.get(b.joint.name, b.joint)) for b in robot.bodies]
    return robot.replace(bodies=tuple(bodies))


def friction_of(model: Model, p: Array, motions: Motion, rng: Rng, traits: Sequence[str]) -> Array:
    """p with friction of the size of the torques; of a light wrist, of several times that."""
    tau = model.inverse_dynamics(*motions, p)
    rms = np.sqrt((tau**2).mean(axis=0))
    size = dict(zip(model.robot.actuated, np.maximum(rms, 0.02 * rms.max())))
    light = model.robot.actuated[-min(3, max(1, model.robot.dof // 2)) :]
    speed = dict(zip(model.robot.actuated, np.abs(motions[1]).max(axis=0)))
    fast = dict(zip(model.robot.actuated, np.abs(motions[2]).max(axis=0)))
    share = {"viscous": 0.15, "coulomb": 0.12, "offset": 0.02, "rotor": 0.1}
    p = p.copy()
    for k in np.arange(len(p))[model.layout.others]:
        joint, _, kind = model.parameters[k].rpartition(".")
        word = next(s for s in share if s in kind.lower())
        per = {"viscous": speed, "rotor": fast}.get(word, {}).get(joint, 1.0)
        many = rng.uniform(3.0, 10.0) if "light wrist" in traits and joint in light else 1.0
        p[k] = many * share[word] * size[joint] / max(float(per), 1e-3) * rng.uniform(0.5, 1.5)
    return p


def clean_log(name: str, seed: int, traits: Sequence[str]) -> Clean:
    """The log, the file's robot, and a second log of the same kind."""
    rng = np.random.default_rng([seed, 23])
    robot = replace_known(field_robot(name))
    made = truth(robot, rng, traits)
    model = Model(made, EFFECTS)
    slow = "low rate" in traits
    rate = float(rng.choice([10.0, 15.0, 25.0] if slow else [100.0, 125.0, 250.0, 500.0]))
    rate = 1000.0 if "coarse encoder" in traits and not slow else rate
    seconds = 120.0 if slow else 24.0
    t = np.arange(int(seconds * rate)) / rate
    period = float(rng.uniform(6.0, 10.0)) * (4.0 if slow else 1.0)

    def moved() -> Motion:
        if "rests" in traits:
            q, qd, qdd = point_to_point(made, rng, t / (4.0 if slow else 1.0))
            return (q, qd / 4.0, qdd / 16.0) if slow else (q, qd, qdd)
        return waves(made, rng, t, period)

    exact = moved()
    p = friction_of(model, model.nominal, exact, rng, traits)
    noise = 10.0 ** (rng.uniform(-1.5, -1.0) if "noise" in traits else rng.uniform(-2.7, -1.8))
    logs = [measured(model, p, m, t, rng, noise, traits, f"{name}_{seed}_{k}.csv")
            for k, m in enumerate((exact, moved()))]  # fmt: skip
    other = logs[1][1]
    file = in_file(robot, rng, traits, np.abs(logs[0][0].tau).max(axis=0))
    torque = model.inverse_dynamics(*other, p)
    weight = sum(p[k] for k, x in enumerate(model.parameters) if x.endswith(".m"))
    return Clean(
        Model(file, EFFECTS), p, logs[0][0], logs[1][0], other, torque, model, exact, float(weight)
    )


def replace_known(robot: Robot) -> Robot:
    """Without springs and the like, which the model of a simulation would have to have."""
    none = dict.fromkeys(("armature", "stiffness", "damping", "friction"))
    bodies = [replace(b, joint=replace(b.joint, **none)) for b in robot.bodies]
    return robot.replace(bodies=tuple(bodies))


def measured(
    model: Model,
    p: Array,
    motions: Motion,
    t: Array,
    rng: Rng,
    noise: float,
    traits: Sequence[str],
    source: str,
) -> tuple[Log, Motion]:
    q, qd, qdd = motions
    dry = np.array([k for k, x in enumerate(model.parameters) if x.endswith(".coulomb")])
    smooth = p.copy()
    smooth[dry] = 0.0
    coulomb = {model.parameters[k].rpartition(".")[0]: p[k] for k in dry}
    tau = model.inverse_dynamics(q, qd, qdd, smooth)
    dry_friction = np.array([coulomb.get(x, 0.0) for x in model.robot.actuated])
    if "curved friction" in traits:  # Stribeck's, and of gears that transmit the load
        slow = 0.05 * np.maximum(np.abs(qd).max(axis=0), 1e-9)
        dry_friction = dry_friction * (1 + 0.4 * np.exp(-np.abs(qd) / slow)) + 0.05 * np.abs(tau)
    tau = tau + dry_friction * sticking(qd, rng)
    tau = tau + noise * np.sqrt((tau**2).mean(axis=0)) * rng.normal(size=tau.shape)
    if "coarse encoder" in traits:
        step = 2 * np.pi / 2**BITS
        slides = [model.robot.joint(x).kind == "prismatic" for x in model.robot.actuated]
        step = np.where(slides, 1e-3 * step, step)
        q = np.round((q + 0.1 * step * rng.normal(size=q.shape)) / step) * step
    else:
        q = q + 10.0 ** rng.uniform(-5.5, -4.3) * rng.normal(size=q.shape)
    return Log(model.robot.actuated, t, q, tau, source=source), motions


def traits_of(seed: int) -> tuple[str, ...]:
    """One of them in turn, and some more by chance."""
    rng = np.random.default_rng([seed, 29])
    more = [name for name in TRAITS if rng.random() < 0.2]
    return tuple(dict.fromkeys([TRAITS[seed % len(TRAITS)], *more]))


def accused(clean: Clean) -> tuple[str, ...]:
    """All that is said of a clean log and is not so."""
    said = []
    for quick in (False, True):
        try:
            logs = [clean.log, clean.test] if quick else clean.log
            found = check(clean.model, logs, quick=quick).sure
        except DynidError as error:
            found = ()
            said.append(f"refused: {error}")
        for x in found:
            if x.kind != "little motion" or not predicts_badly(clean, x.log):
                said.append(f"{'quick ' if quick else ''}{x.certainty}: {x.kind} ({x.where})")
    try:
        data = process(clean.log, clean.model, slow="5%")
        said += [f"warned: {note.text}" for note in select_warnings(data.notes)]
        share = max(measure_clipping(data))
        said += [f"verdict: {share:.2g} of a torque saturated"] if share > CLIPPED else []
    except DynidError as error:
        said.append(f"refused: {error}")
    return tuple(said)


def predicts_badly(clean: Clean, name: str) -> bool:
    """Whether a fit to one of the logs fails for some joint in the motion of the other."""
    first = name == clean.log.source
    log, motions = (clean.log, clean.motion) if first else (clean.test, clean.exact)
    try:
        data = process(log, clean.model, slow="5%")
        p = estimate(Problem(clean.model, data), WLS()).p
    except DynidError:
        return True
    torque = clean.truth.inverse_dynamics(*motions, clean.p)
    error = clean.model.inverse_dynamics(*motions, p) - torque
    share = np.sqrt((error**2).mean(axis=0) / (torque**2).mean(axis=0))
    return bool(share.max() > PREDICTED)


def main(arguments: Sequence[str] | None = None) -> list[Case]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--robots", default="", help="with commas; else all that are there")
    parser.add_argument("--kind", default="", help="a mistake of log_mutations.KINDS")
    parser.add_argument("--json", default="", help="file for all cases")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    robots = options.robots.split(",") if options.robots else names()
    cases = []
    for k in range(options.count):
        seed = 1000 * options.seed + k
        name, traits = robots[k % len(robots)], traits_of(seed)
        clean = clean_log(name, seed, traits)
        if options.kind:
            rng = np.random.default_rng([seed, sum(map(ord, options.kind))])
            log, robot = KINDS[options.kind](clean, rng)
            found = check(Model(robot, EFFECTS), log).sure
            said = tuple(f"{x.certainty}: {x.kind} ({x.where})" for x in found)
        else:
            said = accused(clean)
        cases.append(Case(name, seed, traits, said))
        if bool(said) != bool(options.kind):
            print(f"{name}, seed {seed}, {', '.join(traits)}: {'; '.join(said) or 'nothing said'}",
                  flush=True)  # fmt: skip
    if options.json:
        Path(options.json).write_text(json.dumps([vars(case) for case in cases], indent=1))
    print(summary(cases, options.kind))
    return cases


def summary(cases: Sequence[Case], kind: str) -> str:
    told = [case for case in cases if case.said]
    by = Counter(trait for case in told for trait in case.traits)
    words = f"'{kind}' found in" if kind else "accused:"
    return f"{words} {len(told)} of {len(cases)} logs; by trait: {dict(by)}"


if __name__ == "__main__":
    main()
