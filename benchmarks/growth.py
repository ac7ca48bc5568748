"""How costs grow with the robot: `python benchmarks/growth.py`, or parts of it: `... growth.py base
process`. CPU seconds, on one thread.

    regressor   branched trees of 20 to 80 bodies: nanoseconds a (body, ancestor) pair
    base        base parameters of the same trees
    consistent  `Consistent()` of the same trees, from a compressed problem
    process     a log of 7 to 60 joints, 20,000 rows, with the default processing
    loops       1 to 8 five-bars, beside each other and one on another: microseconds a sample
    demo        `dynid demo` of a robot with 48 joints: a process of its own, its memory as well
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from common import branched_tree, multisine, table
from dynid import Problem
from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.data.process import process
from dynid.estimators.consistent.consistent_estimator import Consistent
from dynid.exports.urdf_writer import write_urdf
from dynid.model.base_reduction import base_parameters
from dynid.model.effects import Coulomb, Viscous
from dynid.model.model import Model
from dynid.robot.builtin import five_bar
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

SIZES = (20, 40, 80)
LOOPS = (1, 2, 4, 8)
JOINTS = (7, 15, 30, 60)
ROWS, NOISE = 20_000, 0.05


def cpu(run: Callable[[], object], repeats: int) -> float:
    """The best of some repetitions, in seconds of the processor."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def pairs(robot: Robot) -> int:
    """How many (body, ancestor) pairs a robot has, a body being its own ancestor."""
    parents = {body.name: body.parent for body in robot.bodies}
    depth: dict[str, int] = {}
    for body in robot.bodies:
        depth[body.name] = 1 + depth.get(parents[body.name], 0)
    return sum(depth.values())


def growth_of_regressor() -> str:
    models = [Model(branched_tree(n)) for n in SIZES]
    motions = [multisine(model.robot, 4_000) for model in models]

    def run(k: int) -> None:
        models[k].map_regressor(lambda samples, Y: None, *motions[k])

    rows, first = [], 0.0
    for k, model in enumerate(models):
        run(k)
        count = pairs(model.robot)
        one = 1e9 * cpu(lambda k=k: run(k), 7) / 4_000 / count  # type: ignore[misc]
        first = first or one
        rows.append([str(SIZES[k]), str(count), f"{one:.1f}", f"{one / first:.2f}"])
    return table(("bodies", "pairs", "ns a pair and sample", "to the first"), rows)


def chain(n: int) -> Robot:
    """The bodies of the tree one on another."""
    tree = branched_tree(n)
    names = [WORLD, *(body.name for body in tree.bodies)]
    return tree.replace(
        bodies=tuple(replace(b, parent=names[i]) for i, b in enumerate(tree.bodies))
    )


def growth_of_base() -> str:
    rows = []
    for n in (*SIZES, -SIZES[-1]):
        model = Model(branched_tree(n) if n > 0 else chain(-n))
        base = base_parameters(model)
        seconds = cpu(lambda model=model: base_parameters(model), 3)  # type: ignore[misc]
        name = str(n) if n > 0 else f"{-n} in a chain"
        rows.append([name, str(len(base)), f"{base.gap:.1e}", f"{seconds:.2f}"])
    return table(("bodies", "base parameters", "gap", "CPU s"), rows)


def problem_of(n: int) -> Problem:
    """A tree of n bodies that moves for twelve seconds, its torques with noise."""
    robot = branched_tree(n)
    model = Model(robot, [Viscous(), Coulomb()])
    rng = np.random.default_rng(n)
    q, qd, qdd = multisine(robot, 1_200, rate=100.0, seed=n)
    tau = model.inverse_dynamics(q, qd, qdd, truth(model))
    tau = tau + NOISE * tau.std(axis=0) * rng.normal(size=tau.shape)
    t, use = np.arange(len(q)) / 100.0, np.ones(tau.shape, dtype=bool)
    log = np.zeros(len(q))
    return Problem(model, Dataset(model, t, q, qd, qdd, tau, log, use, 100.0, ("simulated",)))


def truth(model: Model) -> Array:
    return np.nan_to_num(model.prior, nan=0.5)


def growth_of_consistent() -> str:
    rows = []
    for n in SIZES:
        problem, estimator = problem_of(n), Consistent(draws=0)
        with threadpool_limits(1):  # as in estimate()
            found = estimator.fit(problem)
            seconds = cpu(lambda: estimator.fit(problem), 1)  # noqa: B023
        minimum = found.minimum
        assert minimum is not None
        rows.append([str(n), str(minimum.iterations), f"{minimum.value:.6f}", f"{seconds:.2f}"])
    return table(("bodies", "steps", "J", "CPU s"), rows)


def growth_of_process() -> str:
    rows = []
    for n in JOINTS:
        robot = branched_tree(n)
        model = Model(robot, [Viscous(), Coulomb()])
        q, qd, qdd = multisine(robot, ROWS, rate=500.0, seed=n)
        tau = model.inverse_dynamics(q, qd, qdd, truth(model))
        rng = np.random.default_rng(n)
        q = q + 1e-5 * rng.normal(size=q.shape)
        tau = tau + 0.02 * tau.std(axis=0) * rng.normal(size=tau.shape)
        log = Log(robot.actuated, np.arange(ROWS) / 500.0, q, tau)
        process(log, model)
        seconds = cpu(lambda log=log, model=model: process(log, model), 2)  # type: ignore[misc]
        rows.append([str(n), f"{ROWS:,}", f"{seconds:.2f}"])
    return table(("joints", "rows", "CPU s"), rows)


def five_bars(count: int, stacked: bool) -> Robot:
    """Five-bars that share no body: on the ground, or each on a coupler of the one before."""
    one = five_bar()
    bodies, loops, actuated, home = [], [], [], {}
    for k in range(count):
        ground = f"{k - 1}_left_coupler" if stacked and k else WORLD
        for body in one.bodies:
            parent = ground if body.parent == WORLD else f"{k}_{body.parent}"
            joint = replace(body.joint, name=f"{k}_{body.joint.name}")
            bodies.append(replace(body, name=f"{k}_{body.name}", parent=parent, joint=joint))
        for loop in one.loops:
            ends = {"body_a": f"{k}_{loop.body_a}", "body_b": f"{k}_{loop.body_b}"}
            loops.append(replace(loop, name=f"{k}_{loop.name}", **ends))
        actuated += [f"{k}_{name}" for name in one.actuated]
        home |= {f"{k}_{name}": value for name, value in one.home.items()}
    parts = {"loops": tuple(loops), "actuated": tuple(actuated), "home": home}
    return Robot(f"five_bars{count}", tuple(bodies), **parts)


def growth_of_loops() -> str:
    rows = []
    for stacked in (False, True):
        first = 0.0
        for count in LOOPS:
            model = Model(five_bars(count, stacked))
            motion = multisine(model.robot, 4_000, amplitude=0.2)

            def closing(robot: Robot = model.robot, motion: tuple[Array, ...] = motion) -> object:
                return close(robot, *motion)

            def all_rows(model: Model = model, motion: tuple[Array, ...] = motion) -> object:
                return model.map_regressor(lambda samples, Y: None, *motion)

            closing(), all_rows()
            closed, whole = (1e6 * cpu(run, 5) / 4_000 for run in (closing, all_rows))
            first = first or closed
            name = f"{count}, {'one on another' if stacked else 'side by side'}"
            ratio = f"{closed / count / first:.2f}"
            rows.append([name, f"{closed:.2f}", ratio, f"{whole:.2f}"])
    heads = ("five-bars", "closed, us", "a loop, to the first", "regressor with closure, us")
    return table(heads, rows)


def growth_of_demo(n: int = 48) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.urdf"
        write_urdf(branched_tree(n), path)
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-m", "dynid", "demo", str(path), "-o", str(Path(folder) / "o")]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        return f"failed: {done.stderr[-500:]}"
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    row = [str(n), f"{seconds:.1f}", f"{after.ru_maxrss / 1e6:.2f}"]
    return table(("joints", "CPU s", "GB"), [row])


PARTS = {
    "regressor": growth_of_regressor,
    "base": growth_of_base,
    "consistent": growth_of_consistent,
    "process": growth_of_process,
    "loops": growth_of_loops,
    "demo": growth_of_demo,
}


def report() -> str:
    return "\n\n".join(f"{name}\n\n{part()}" for name, part in PARTS.items())


if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        print(f"{name}\n\n{PARTS[name]()}\n", flush=True)
