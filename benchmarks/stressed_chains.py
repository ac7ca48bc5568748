"""Closed chains with everything at once: `python benchmarks/stressed_chains.py [seeds] [first]`.

Five simulated parallel robots, heavier or lighter than drawn by up to 20 %, lengths wrong by 0.5 %,
with viscous and dry friction, coloured noise of 2 %, torques 2 ms late, encoder steps, and one
planted fault. `check` has to name the fault; then the log is repaired as it says, and what plain
`identify` finds predicts a new motion (with the same fault, repaired alike) better than least
squares with the usual effects do.
"""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

import dynid as di
from common import table
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.simulation.specimen import make_specimen

SEEDS, FIRST, RATE, SECONDS = 2, 0, 500.0, 12.0
WRONG, DELAY, NOISE, BANDWIDTH = 0.005, 0.002, 0.02, 20.0
ENCODER = {"revolute": 2 * np.pi / 2**17, "prismatic": 4e-6}
EFFECTS = "viscous,coulomb,offset,rotor"


def reverse_torque(log: di.Log, j: int) -> di.Log:
    return replace(log, tau=log.tau * np.where(np.arange(log.tau.shape[1]) == j, -1.0, 1.0))


def exchange_torques(log: di.Log, j: int) -> di.Log:
    order = np.arange(log.tau.shape[1])
    order[[j, j - 1]] = order[[j - 1, j]]
    return replace(log, tau=log.tau[:, order])


def double_torque(log: di.Log, j: int) -> di.Log:
    return replace(log, tau=log.tau * np.where(np.arange(log.tau.shape[1]) == j, 2.0, 1.0))


def shift_position(log: di.Log, j: int) -> di.Log:
    return replace(log, q=log.q + 0.1 * (np.arange(log.q.shape[1]) == j))


@dataclass(frozen=True)
class Case:
    """A robot, the size of its motion, and the fault that is planted: at joint j, how it is called,
    which lengths are wrong."""

    robot: str
    size: float
    plant: Callable[[di.Log, int], di.Log]
    joint: int
    kinds: tuple[str, ...]
    lengths: tuple[str, ...]


CASES = (
    Case("delta3", 1.0, reverse_torque, 1, ("torque sign",), ("arm", "strut")),
    Case("linear_delta", 0.9, double_torque, 2, ("torque gain",), ("strut", "base_radius")),
    Case("rrr3", 0.5, exchange_torques, 2, ("columns exchanged",), ("crank", "coupler")),
    Case("five_bar", 0.9, shift_position, 1, ("position offset",), ("crank", "coupler")),
    Case("stewart", 0.7, reverse_torque, 3, ("torque sign",), ("base_radius",)),
)


def build_machine(case: Case) -> di.Robot:
    """The drawn robot's bodies, on lengths that are 0.5 % longer or shorter."""
    drawn = di.load_robot(case.robot)
    builder = getattr(di.robots, case.robot)
    usual = {name: x.default for name, x in inspect.signature(builder).parameters.items()}
    signs = (1.0, -1.0)
    own = {name: usual[name] * (1.0 + s * WRONG) for name, s in zip(case.lengths, signs)}
    inertia = {body.name: body.inertia for body in drawn.bodies}
    made = builder(**own)
    return made.replace(
        bodies=tuple(replace(body, inertia=inertia[body.name]) for body in made.bodies)
    )


def record(case: Case, machine: di.Robot, seed: int) -> di.Log:
    """The log of a motion, with the fault."""
    model = di.Model(machine, [di.Viscous(), di.Coulomb()])
    motion = make_sines(machine, SECONDS, case.size, seed)
    truth = make_specimen(model, motion)
    steps = [ENCODER[machine.joint(name).kind] for name in machine.actuated]
    sensors = di.simulation.Measurement(
        encoder=steps, relative_noise=NOISE, bandwidth=BANDWIDTH, delay=DELAY
    )
    log = di.simulate(model, truth, motion, rate=RATE, measurement=sensors, seed=seed)
    return case.plant(di.Log(log.joints, log.t, log.q, log.tau, source=f"run {seed}"), case.joint)


def judge(case: Case, seed: int) -> tuple[bool, float, float, str]:
    """Whether the fault was named, the errors on a new motion (%) of identify and of least squares,
    and what check said."""
    machine, drawn = build_machine(case), di.load_robot(case.robot)
    log, test = record(case, machine, 2 * seed), record(case, machine, 2 * seed + 1)
    found = [x for x in di.check(drawn, [log]).findings if x.certainty != "possible"]
    named = [
        x
        for x in found
        if x.kind in case.kinds and drawn.actuated[case.joint] in f"{x.where} {x.evidence}"
    ]
    for change in (x.change for x in named if x.change is not None):
        log, test = (di.diagnostics.repair_log(x, change) for x in (log, test))
    errors = []
    for options in ({}, {"method": "ols", "effects": EFFECTS}):
        result = di.identify(case.robot, [log], test=[test], **options).result
        data = di.process(test, result.model, delay="auto")
        errors.append(di.validate(result, data).relative)
    said = "; ".join(f"{x.kind} ({x.where})" for x in found)
    return bool(named), errors[0], errors[1], said


def report(seeds: int = SEEDS, first: int = FIRST) -> str:
    rows = []
    for case in CASES:
        for seed in range(first, first + seeds):
            begin = time.process_time()
            named, mine, theirs, said = judge(case, seed)
            told = ["yes" if named else "no", f"{mine:.2f}", f"{theirs:.2f}"]
            better = "yes" if mine < theirs else "no"
            cpu = time.process_time() - begin
            rows.append([case.robot, case.kinds[0], str(seed), *told, better, f"{cpu:.0f}", said])
            print(*rows[-1], flush=True)
    head = ["robot", "fault", "seed", "named", "identify %", "least squares %", "better", "CPU s"]
    return "\n\n".join(
        [
            "### Closed chains with everything at once",
            f"Lengths wrong by {100 * WRONG:g} %, torques {1e3 * DELAY:g} ms late with"
            f" {100 * NOISE:g} % of noise of {BANDWIDTH:g} Hz, encoder steps, friction, bodies up"
            " to 20 % off, and one fault. Errors of the torque on a new motion.",
            table([*head, "check"], rows),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
