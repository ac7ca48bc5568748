"""Designed excitation: how long, how good, and what SciPy's SLSQP with finite differences reaches
in ten times the time.

    python benchmarks/excitation.py [--time 30] [--baseline]
    python benchmarks/excitation.py --before REVISION [--seeds 2]

Without --baseline only dynid runs (two minutes); with it SLSQP gets ten times the CPU time of dynid
for each robot. With --before the designs of that revision, taken from git, and of this one are made
in turn, each in a process of its own: criterion and processor time side by side. Criterion and
limits of both are computed here, from the trajectories, at other times than those of the search.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
import time
from dataclasses import replace
from typing import Any

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array
from dynid.excitation.criterion import Criterion, smooth_signs
from dynid.excitation.motion_limits import select_active_limits
from dynid.excitation.optimisation import Optimisation
from dynid.excitation.starting_motion import find_resting_pose, make_random_motion, shrink
from dynid.excitation.trajectory import Trajectory
from dynid.model.base_reduction import base_parameters
from dynid.papers.rodriguez2002 import rodriguez_robot as cft_robot

PANDA = di.Limits(
    position=[2.8973, 1.7628, 2.8973, (-3.0718, -0.0698), 2.8973, (-0.0175, 3.7525), 2.8973],
    velocity=[2.175] * 4 + [2.61] * 3,
    acceleration=[15, 7.5, 10, 12.5, 15, 20, 20],
)
HEMISPHERE = di.Limits(
    workspace=di.excitation.Hemisphere((0, 0, -0.90), 0.45),
    velocity={"arm1": 8.0, "arm2": 8.0, "arm3": 8.0, "psi": 15.0},
    acceleration={"arm1": 60.0, "arm2": 60.0, "arm3": 60.0, "psi": 150.0},
)
EFFECTS = [di.Viscous(), di.Coulomb()]
CASES = {
    "arm7, Panda's limits": ("arm7", di.Fourier(10.0, 5), PANDA),
    "delta4 in the hemisphere": ("delta4", di.Fourier(5.0, 5, coordinates="task"), HEMISPHERE),
}
NOISE = 1.0
SAMPLES = 200
WATCHED = 50  # samples at which SLSQP is told the limits: more only slow it down


class Late(Exception):
    """The time is over."""


def slsqp(model: di.Model, shape: Any, limits: di.Limits, cpu_seconds: float) -> tuple[float, int]:
    """The best logdet that SLSQP finds by forward differences, start after start, and its
    iterations.

    It gets the same starts, the same scaled variables, the limits as functions, and the same last
    look between samples.
    """
    from scipy.optimize import minimize

    kept, base = select_active_limits(limits, model), base_parameters(model)
    R = np.eye(len(model.parameters))[:, base.independent]
    judge = Criterion(
        "logdet",
        "raw",
        smooth_signs(model, kept.speeds),
        R,
        np.full(model.robot.dof, NOISE),
        kept.speeds,
    )
    problem, watched = (
        Optimisation(judge, kept, shape, SAMPLES),
        Optimisation(judge, kept, shape, WATCHED),
    )
    rest = find_resting_pose(problem, Optimisation(judge, kept, shape, 1))
    end, best, steps = time.process_time() + cpu_seconds, np.inf, 0

    def value(x: Array) -> float:
        if time.process_time() > end:
            raise Late
        try:
            return problem.evaluate(problem.evaluate_limits(x))
        except di.errors.LoopClosureError:
            return 1e3

    for start in itertools.count():
        x = make_random_motion(problem, rest, np.random.default_rng([0, start])).x
        sides = np.flatnonzero(np.isfinite(excesses(watched, x)))

        def room(x: Array, sides: Any = sides) -> Array:
            try:
                return -excesses(watched, x)[sides]
            except di.errors.LoopClosureError:
                return np.full(len(sides), -1e3)

        last = [x]
        with contextlib.suppress(Late):
            minimize(
                value,
                x,
                method="SLSQP",
                constraints={"type": "ineq", "fun": room},
                callback=lambda x, last=last: last.append(x.copy()),
                options={"maxiter": 1000, "ftol": 1e-6},
            )
        steps += len(last) - 1
        kept_x = shrink(problem, rest, last[-1])
        best = min(
            best,
            replace(judge, model=model).evaluate(
                problem.coarse.state(problem.compute_coefficients(kept_x))
            ),
        )
        if time.process_time() > end:
            return best, steps
    raise AssertionError


def excesses(watched: Optimisation, x: Array) -> Array:
    there = watched.evaluate_limits(x)
    return np.concatenate([there.linear[::10].ravel(), there.curved.ravel()])


def designs(seconds: float, baseline: bool) -> str:
    from threadpoolctl import threadpool_limits

    rows = []
    for title, (name, shape, limits) in CASES.items():
        model = di.Model(di.load_robot(name), EFFECTS)
        di.design_excitation(
            model, shape, limits, starts=1, iterations=1, noise=NOISE
        )  # compiles, loads
        began, cpu = time.perf_counter(), time.process_time()
        found = di.design_excitation(
            model, shape, limits, noise=NOISE, time=seconds, samples=SAMPLES
        )
        took, used = time.perf_counter() - began, time.process_time() - cpu
        peaks = f"{found.velocity.max():.3g}, {found.acceleration.max():.3g}"
        numbers = (f"{took:.1f}", f"{used:.1f}", f"{found.value:.4f}", f"{found.condition:.4g}")
        rows.append([title, "dynid", *numbers, f"{found.condition_unit:.4g}", peaks])
        print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
        if baseline:
            began = time.perf_counter()
            with threadpool_limits(1):
                best, steps = slsqp(model, shape, limits, 10 * used)
            numbers = (f"{time.perf_counter() - began:.1f}", f"{10 * used:.1f}", f"{best:.4f}")
            rows.append(["", f"SLSQP, finite differences, {steps} steps", *numbers, "", "", ""])
            print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    heads = ("", "", "seconds", "CPU s", "-ln det / b", "cond raw", "cond unit", "peak qd, qdd")
    return table(heads, rows)


def cft() -> str:
    """Rodriguez-Angeles 2002: Table 3, and designs under its own peaks and Table 5's positions."""
    model = di.Model(di.load_robot("cft"))
    index = [model.parameters.index(name) for name in cft_robot.CARRIER]
    W = model.regressor(*cft_robot.make_table_3().at(np.arange(200) / 200 * 2.5))[
        :, :, index
    ].reshape(-1, 12)
    unit = np.linalg.cond(W / np.linalg.norm(W, axis=0))
    rows = [["Table 3", f"{np.linalg.cond(W):.1f}", f"{unit:.1f}", ""]]
    for in_task in (True, False):
        for columns in ("raw", "unit"):
            began = time.perf_counter()
            found = di.design_excitation(
                model,
                cft_robot.SHAPE,
                cft_robot.make_table_3_limits(in_task),
                "cond",
                columns=columns,
                base=cft_robot.CARRIER,
                noise=1.0,
                samples=100,
            )
            peaks = "Cartesian" if in_task else "joint"
            title = f"designed for cond {columns}, Table 3's {peaks} peaks, Table 5's positions"
            seconds = f"{time.perf_counter() - began:.1f}"
            rows.append([title, f"{found.condition:.1f}", f"{found.condition_unit:.1f}", seconds])
    return table(("CFT, 12 parameters", "cond raw", "cond unit", "seconds"), rows)


#: run by either version: one design, after one that compiles; prints its coefficients
ONE = """
import json, sys, time
import excitation as here, dynid as di
name, shape, limits = here.CASES[sys.argv[1]]
model = di.Model(di.load_robot(name), here.EFFECTS)
how = {"noise": here.NOISE, "samples": here.SAMPLES}
di.design_excitation(model, shape, limits, starts=1, iterations=1, **how)
began = time.process_time()
found = di.design_excitation(model, shape, limits, seed=int(sys.argv[2]), **how)
used = time.process_time() - began
print(json.dumps([used, found.trajectory.coefficients.tolist()]))
"""


def judged(title: str, coefficients: Array) -> tuple[float, float]:
    """-ln det / b of 1009 samples with the sharp signs of friction, and the largest excess of a
    limit on speed and acceleration of the drives, as a part of it."""
    name, shape, limits = CASES[title]
    model = di.Model(di.load_robot(name), EFFECTS)
    motion = Trajectory(model.robot, shape, coefficients)
    q, qd, qdd = motion.at(np.arange(1009) / 1009 * shape.period)
    columns = base_parameters(model).independent
    W = model.regressor(q, qd, qdd)[:, :, columns].reshape(-1, len(columns)) / NOISE
    value = -np.linalg.slogdet(W.T @ W / len(q))[1] / len(columns)
    over = -np.inf
    for x, given in ((qd, limits.velocity), (qdd, limits.acceleration)):
        most = np.array(list(given.values()) if isinstance(given, dict) else given)
        over = max(over, float((np.abs(x) / most).max() - 1.0))
    return float(value), over


def beside(revision: str, seeds: int) -> str:
    import json
    import tempfile
    from pathlib import Path

    from versions import this_version, version_before

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        versions = (version_before(revision), this_version())
        for title in CASES:
            for seed in range(seeds):
                row = [title, str(seed)]
                used = {}
                for version in versions:
                    which = version.name
                    said = version.run(["-c", ONE, title, str(seed)], Path(folder) / which).said
                    used[which], coefficients = json.loads(said.splitlines()[-1])
                    value, over = judged(title, np.array(coefficients))
                    row += [f"{used[which]:.1f}", f"{value:.4f}", f"{over:.1e}"]
                rows.append([*row, f"{used['before'] / used['now']:.1f}"])
                print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    each = ("CPU s {}", "-ln det / b {}", "excess {}")
    heads = [head.format(which) for which in ("before", "now") for head in each]
    return table(("", "seed", *heads, "ratio"), rows)


def report(seconds: float = 30.0, baseline: bool = False) -> str:
    return "\n\n".join(
        [
            "### Excitation design",
            (
                "Models with viscous and Coulomb friction, noise 1 Nm in every drive, 200 samples,"
                f" 8 starts, {seconds:g} s at most; limits: Panda's positions, velocities and"
                " accelerations; for the Delta, Gnad's hemisphere (z = -0.90 m, 0.45 m), 8 rad/s"
                " and 60 rad/s^2 in the arms, 15 rad/s and 150 rad/s^2 in psi."
            ),
            designs(seconds, baseline),
            cft(),
        ]
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--time", type=float, default=30.0, help="seconds for each design")
    parser.add_argument(
        "--baseline",
        action="store_true",
        help="SLSQP with finite differences as well, ten times as long",
    )
    parser.add_argument("--before", default="", help="revision to compare with")
    parser.add_argument("--seeds", type=int, default=2, help="designs of each, with --before")
    arguments = parser.parse_args()
    if arguments.before:
        print(beside(arguments.before, arguments.seeds))
        sys.exit()
    print(report(arguments.time, arguments.baseline))
