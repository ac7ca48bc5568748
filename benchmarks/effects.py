"""Effects chosen blind: simulated machines with random sets of true effects.

    python benchmarks/effects.py [hidden] [machines] [first seed]

Each machine: an arm whose bodies are known to 20 %, plain friction, and none to three groups of
effects of random size; 60 s of one motion to choose and identify, 30 s of another to test. Right:
the true set was found, or what was found predicts the other motion at most 2 % worse than a fit
with the true set. Every second machine has no effect beside the base and should get none.

With `hidden` every machine has an effect that no candidate is, at one to seven joints: a tilted
base, gains of sensors or shared motors should not be taken for it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

import dynid as di
from dynid.model.effects import Spring
from dynid.model.gears import (
    EncoderOffset,
    GravityDirection,
    Hysteresis,
    LoadFriction,
    PowerFriction,
    SharedMotor,
    TorqueScale,
)
from dynid.model.terms import VELOCITY, Law, Term
from dynid.selection.candidates import acts_globally, list_effect_groups
from dynid.selection.group_search import select_effects
from sines import dataset, random_sines

RATE, CUTOFF = 50.0, 5.0


#: no candidate is one of these, made of a sign's width: values in parts of plain friction
HIDDEN: dict[str, Callable[[float], Law]] = {
    "one-sided friction": lambda width: Law(sign=True, width=width, side=1),
    "break-away": lambda width: Law(sign=True, width=width, fade=0.1),
    "fine ripple": lambda width: Law(waves=5.0, phase=0.7),
    "viscous friction under load": lambda width: replace(VELOCITY, load=1.0),
    "cable": lambda width: Law(position=3),
}


@dataclass(frozen=True)
class Hidden(di.Effect):
    """tau = f law(q, qd)."""

    law: Law = VELOCITY

    def terms(self) -> tuple[Term, ...]:
        return (Term("hidden", self.law, -np.inf),)


@dataclass(frozen=True)
class Machine:
    truth: di.Model
    p: np.ndarray
    groups: tuple[str, ...]


def machine(rng: np.random.Generator, plain: bool, hidden: str = "") -> Machine:
    robot = di.load_robot("arm7")
    names = robot.actuated
    width = float(rng.uniform(0.005, 0.05))
    size = np.array([2.0, 3.0, 1.5, 1.5, 0.6, 0.5, 0.3]) * rng.uniform(0.5, 1.5, 7)
    effects = [di.Viscous(), di.Coulomb(width=width), di.Offset(), di.RotorInertia()]
    values = {}
    for joint, f in zip(names, size):
        own = {"viscous": f, "coulomb": f, "offset": 0.1 * f, "rotor_inertia": 0.1 * f}
        values |= {f"{joint}.{name}": value for name, value in own.items()}

    def each(name: str, low: float, high: float, scale: np.ndarray) -> dict[str, float]:
        return {f"{j}.{name}": float(rng.uniform(low, high) * s) for j, s in zip(names, scale)}

    one = np.ones(7)
    possible = {
        "concave friction": ([PowerFriction(power=0.5)], lambda: each("power_0.5", 1.0, 3.0, size)),
        "convex friction": ([PowerFriction(power=2.0)], lambda: each("power_2", 0.5, 2.0, size)),
        "load friction": (
            [LoadFriction(width=width)],
            lambda: each("load_friction", 0.05, 0.15, one),
        ),
        "hysteresis": (
            [Hysteresis(lengths=(0.02, 0.06))],
            lambda: each("hysteresis_0.02", 0.3, 1, size) | each("hysteresis_0.06", 0.3, 1, size),
        ),
        "springs": ([Spring(offset=False)], lambda: each("stiffness", 1.0, 3.0, size)),
        "torque scales": (
            [TorqueScale([name for name in names if name != names[1]])],
            lambda: {
                k: v
                for k, v in each("torque_scale", -0.15, 0.15, one).items()
                if not k.startswith(f"{names[1]}.")
            },
        ),
        "gravity direction": (
            [GravityDirection()],
            lambda: {f"gravity.{a}": float(rng.uniform(0.2, 0.5)) for a in "xy"},
        ),
        "encoder offsets": (
            [EncoderOffset(list(names[1:6]))],
            lambda: {f"{j}.encoder_offset": float(rng.uniform(-0.02, 0.02)) for j in names[1:6]},
        ),
        f"motor of {names[5]} and {names[6]}": (
            [SharedMotor(list(names[5:7]), width=width)],
            lambda: {
                f"{names[5]}+{names[6]}.shared_{name}": float(rng.uniform(0.3, 1.0)) * s
                for name, s in (("inertia", 0.05), ("viscous", 0.4), ("coulomb", 0.4))
            },
        ),
    }
    count = 0 if plain else int(rng.integers(1, 4))
    groups = tuple(str(name) for name in rng.choice(list(possible), count, replace=False))
    for name in groups:
        effects += possible[name][0]
        values |= possible[name][1]()
    if hidden:
        groups = (hidden,)
        some = rng.choice(7, int(rng.integers(1, 8)), replace=False)
        effects.append(Hidden([names[j] for j in some], HIDDEN[hidden](width)))
        values |= {
            f"{names[j]}.hidden": rng.choice([-1, 1]) * rng.uniform(0.3, 1.0) * size[j]
            for j in some
        }
    model = di.Model(robot, effects)
    p = model.to_vector(values)
    for place in model.layout.bodies.values():  # heavier or lighter: still possible bodies
        p[place] *= rng.uniform(0.8, 1.2)
    return Machine(model, p, groups)


def log_of(m: Machine, rng: np.random.Generator, seconds: float) -> di.Dataset:
    """Sums of sines; torques with noise, low-passed as a log's are."""
    t = np.arange(0, seconds, 1 / RATE)
    motion = random_sines(rng, t, m.truth.robot.dof, 5, 0.04, (0.1, 0.6), apart=0.1)
    tau = m.truth.inverse_dynamics(*motion, m.p)
    noise = rng.normal(size=tau.shape)
    from scipy.signal import butter, sosfiltfilt

    noise = sosfiltfilt(butter(4, CUTOFF / (RATE / 2), output="sos"), noise, axis=0)
    tau = tau + 0.02 * tau.std(axis=0) * noise / noise.std(axis=0)
    return dataset(di.Model(m.truth.robot), t, motion, tau, CUTOFF)


def error(model: di.Model, train: di.Dataset, test: di.Dataset, clean: np.ndarray) -> float:
    """% of the torque of the other motion, without its noise."""
    found = di.estimate(di.Problem(model, train), di.Consistent(draws=0))
    assert found.model is not None
    e = clean - found.model.inverse_dynamics(test.q, test.qd, test.qdd, found.p)
    return float(100 * np.sqrt((e**2).sum() / (clean**2).sum()))


def run(seed: int) -> tuple[str, bool, str]:
    rng = np.random.default_rng(seed)
    m = machine(rng, plain=seed % 2 == 0)
    train, test = log_of(m, rng, 60), log_of(m, rng, 30)
    clean = m.truth.inverse_dynamics(test.q, test.qd, test.qdd, m.p)
    start = time.process_time()
    choice = select_effects(train)
    took = time.process_time() - start
    ours = di.Model(m.truth.robot, choice.effects)
    true = m.truth
    e, best = error(ours, train, test, clean), error(true, train, test, clean)
    right = set(choice.groups) == set(m.groups) or (bool(m.groups) and e <= 1.02 * best)
    said = ", ".join(choice.groups) or "none"
    row = (
        f"| {seed} | {', '.join(m.groups) or 'none'} | {said} | {choice.setting} | {best:.3f} |"
        f" {e:.3f} | {took:.1f} | {'right' if right else 'wrong'} |"
    )
    return ("plain" if not m.groups else "effects"), right, row


def find_invented(seed: int) -> tuple[list[str], str]:
    """What acts on many joints and was found on a machine that has an effect at some."""
    rng = np.random.default_rng(1000 + seed)
    m = machine(rng, True, list(HIDDEN)[seed % len(HIDDEN)])
    train, test = log_of(m, rng, 60), log_of(m, rng, 30)
    clean = m.truth.inverse_dynamics(test.q, test.qd, test.qdd, m.p)
    choice, robot = select_effects(train), m.truth.robot
    groups = list_effect_groups(train)
    invented = [name for name in choice.groups if acts_globally(groups[name], robot)]
    usual = di.Model(robot, di.selection.candidates.list_base_effects())
    errors = [
        error(model, train, test, clean) for model in (usual, di.Model(robot, choice.effects))
    ]
    return invented, (
        f"| {seed} | {m.groups[0]} | {', '.join(choice.groups) or 'none'} | {errors[0]:.3f} |"
        f" {errors[1]:.3f} | {', '.join(invented)} |"
    )


def report_hidden(machines: int = 50, first: int = 0) -> None:
    print("| seed | hidden effect | found | usual effects % | found % | invented |")
    print("| --- | --- | --- | --- | --- | --- |")
    count = 0
    for seed in range(first, first + machines):
        invented, row = find_invented(seed)
        count += bool(invented)
        print(row, flush=True)
    print(f"\nwhat acts on many joints was invented on {count} of {machines}")


def main(machines: int = 20, first: int = 0) -> None:
    print("| seed | true effects | found | sign | true set % | found % | CPU s | |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    score: dict[str, list[bool]] = {}
    for seed in range(first, first + machines):
        kind, right, row = run(seed)
        score.setdefault(kind, []).append(right)
        print(row, flush=True)
    for kind, results in score.items():
        print(f"{kind}: {sum(results)} of {len(results)} right")


if __name__ == "__main__":
    words = sys.argv[1:]
    (report_hidden if "hidden" in words else main)(
        *(int(word) for word in words if word != "hidden")
    )
