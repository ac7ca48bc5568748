"""What the benchmarks share: interleaved timing, robots, smooth motions, and the same robots for
Pinocchio."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.robot.geometry import inertial, make_axis_rotation, to_mass_com_inertia
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Joint


@dataclass(frozen=True)
class Case:
    """Something to time: `run` does the work of `samples` samples."""

    name: str
    run: Callable[[], object]
    samples: int


@dataclass(frozen=True)
class Timing:
    """Microseconds a sample: of the clock, and of the processor (all threads together, best
    repetition)."""

    case: Case
    median: float
    best: float
    cpu: float

    def row(self, against: Timing, note: str = "") -> list[str]:
        """A line under HEADS: the times, and how many times as long as `against`."""
        ratios = (f"{self.median / against.median:.1f}", f"{self.best / against.best:.1f}")
        times = (f"{t:.3g}" for t in (self.median, self.best, self.cpu))
        return [self.case.name, f"{self.case.samples:,}", *times, *ratios, note]


HEADS = ("", "samples", "median us", "best us", "CPU us", "x (medians)", "x (bests)", "note")


def interleave(cases: Sequence[Case], repeats: int) -> tuple[list[Timing], str]:
    """Time A, B, C, A, B, C, ...: a busy moment of the machine then falls on all of them, and
    ratios hold.

    Also says how busy the machine was otherwise: what runs in two threads suffers more from that
    than what runs in one.
    """
    for case in cases:
        case.run()  # compile, load, touch the memory
    clock: list[list[float]] = [[] for _ in cases]
    cpu: list[list[float]] = [[] for _ in cases]
    began, all_before, own_before = time.perf_counter(), busy_seconds(), time.process_time()
    for _ in range(repeats):
        for k, case in enumerate(cases):
            start, start_cpu = time.perf_counter(), time.process_time()
            case.run()
            clock[k].append(time.perf_counter() - start)
            cpu[k].append(time.process_time() - start_cpu)
    others = busy_seconds() - all_before - (time.process_time() - own_before)
    cores = max(0.0, others / (time.perf_counter() - began))
    timings = [
        Timing(
            case, *(1e6 * t / case.samples for t in (median(clock[k]), min(clock[k]), min(cpu[k])))
        )
        for k, case in enumerate(cases)
    ]
    said = (
        "is not known here"
        if np.isnan(others)
        else f"took {cores:.1f} of {os.cpu_count()} cores meanwhile"
    )
    return timings, f"{repeats} repetitions, interleaved; what else ran on the machine {said}."


def busy_seconds() -> float:
    """Processor time that all processes of the machine have used since it started; nan where there
    is no /proc."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return float("nan")
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(
        int, stat.read_text().split()[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, padded so that it reads well as plain text too."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(3, *(len(line[k]) for line in lines)) for k in range(len(heads))]
    texts = [" | ".join(cell.ljust(width) for cell, width in zip(line, widths)) for line in lines]
    rule = " | ".join("-" * width for width in widths)
    return "\n".join(f"| {text} |" for text in (texts[0], rule, *texts[1:]))


def difference(Y: Array, reference: Array) -> float:
    """Largest difference of two regressors (N, n, P), relative to the largest entry of its column.

    A column that is zero but for round-off has no relative error of its own: it is held against the
    largest of all.
    """
    scale = np.abs(reference).max(axis=(0, 1))
    scale = np.where(scale > 1e-9 * scale.max(), scale, scale.max())
    return float((np.abs(Y - reference).max(axis=(0, 1)) / scale).max())


def branched_tree(n: int = 20, seed: int = 0) -> Robot:
    """n bodies, each on one of the three before it, so that the tree branches; every fourth joint
    slides."""
    rng = np.random.default_rng(seed)
    bodies = []
    for i in range(n):
        m = rng.uniform(0.5, 3.0)
        R = make_axis_rotation(rng.normal(size=3), rng.uniform(0, np.pi))
        Ic = R @ np.diag(m * rng.uniform(0.006, 0.01, 3)) @ R.T
        joint = Joint(
            f"joint{i + 1}",
            "prismatic" if i % 4 == 3 else "revolute",
            axis=rng.normal(size=3),
            position=rng.uniform(-0.3, 0.3, 3),
            rotation=make_axis_rotation(rng.normal(size=3), rng.uniform(0, np.pi)),
        )
        parent = f"link{rng.integers(max(0, i - 3), i) + 1}" if i else WORLD
        bodies.append(
            Body(f"link{i + 1}", parent, joint, inertia=inertial(m, rng.uniform(-0.1, 0.1, 3), Ic))
        )
    return Robot(f"tree{n}", tuple(bodies))


def multisine(
    robot: Robot,
    N: int,
    amplitude: float = 0.3,
    frequency: float = 1.0,
    rate: float = 1000.0,
    seed: int = 0,
) -> tuple[Array, Array, Array]:
    """q, qd, qdd (N, n) about the home pose: three sines a coordinate, the fastest and largest at
    `frequency` Hz."""
    rng = np.random.default_rng(seed)
    n = robot.dof
    centre = np.array([robot.home.get(name, 0.0) for name in robot.actuated])
    q, qd, qdd = np.tile(centre, (N, 1)), np.zeros((N, n)), np.zeros((N, n))
    for size, slower in ((0.7, 1.0), (0.2, 0.73), (0.1, 0.37)):
        w, phase = 2 * np.pi * frequency * slower, rng.uniform(0, 2 * np.pi, n)
        angle = w / rate * np.arange(N)[:, None] + phase
        sine, cosine = amplitude * size * np.sin(angle), amplitude * size * np.cos(angle)
        q += sine
        qd += w * cosine
        qdd -= w**2 * sine
    return q, qd, qdd


def pinocchio_model(robot: Robot) -> tuple[Any, dict[str, int]]:
    """The robot's tree (without its loops) for Pinocchio, and the joint of each body. Coordinates
    keep their order."""
    import pinocchio as pin

    model, joints = pin.Model(), {WORLD: 0}
    model.gravity.linear = np.array(robot.gravity)
    for body in robot.bodies:
        joint = body.joint
        kind = (
            pin.JointModelPrismaticUnaligned
            if joint.kind == "prismatic"
            else pin.JointModelRevoluteUnaligned
        )
        place = pin.SE3(np.array(joint.rotation), np.array(joint.position))
        number = model.addJoint(joints[body.parent], kind(np.array(joint.axis)), place, joint.name)
        joints[body.name] = number
        if body.inertia is not None:
            m, c, Ic = to_mass_com_inertia(body.inertia)
            model.appendBodyToJoint(number, pin.Inertia(m, c, Ic), pin.SE3.Identity())
    expected = [1 + robot.coordinates.index(body.joint.name) for body in robot.bodies]
    assert list(joints.values())[1:] == expected, "Pinocchio numbers the joints in another order"
    return model, joints
