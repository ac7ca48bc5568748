"""What it costs to keep a robot out of itself and above a floor, and what a free period gains.

    python benchmarks/safe_motions.py [--seeds 0 1 2] [--iterations 60]

Both by ratios within one run: the same design with and without capsules; one design with a free
period and seven starts against seven designs with one start, as much work.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import Any

import numpy as np

import dynid as di
from common import table
from excitation import PANDA

EFFECTS = [di.Viscous(), di.Coulomb()]
CAPSULES = (
    di.excitation.Capsule("world", (0, 0, -0.1), (0, 0, 0.2), 0.08),
    di.excitation.Capsule("link2", (0, 0, 0.05), (0, 0, 0.2), 0.06),
    di.excitation.Capsule("link5", (0, 0, -0.3), (0, 0, 0.0), 0.06),
    di.excitation.Capsule("link7", (0, 0, 0.0), (0.05, 0, 0.15), 0.05),
)
SAFE = {
    "arm7, floor": ("arm7", replace(PANDA, floor=0.0, tolerance=0.03)),
    "arm7, floor and 4 capsules": (
        "arm7",
        replace(PANDA, floor=0.0, tolerance=0.03, capsules=CAPSULES),
    ),
    "delta4, floor at -1.1 m": ("delta4", di.Limits(velocity=5.0, floor=-1.1, tolerance=0.01)),
}
PERIODS = {
    "pendulum": (di.Fourier(2.0, 3), di.Limits(1.5, 6.0, 20.0), (1.0, 16.0)),
    "six_dof": (di.Fourier(4.0, 3), di.Limits(velocity=2.0, acceleration=8.0), (2.0, 15.0)),
    "five_bar": (di.Fourier(2.0, 4), di.Limits(velocity=3.0, acceleration=20.0), (1.0, 8.0)),
}


def timed(*arguments: Any, **settings: Any) -> tuple[float, di.excitation.Excitation]:
    began = time.process_time()
    found = di.design_excitation(*arguments, **settings)
    return time.process_time() - began, found


def safety(seeds: list[int], iterations: int) -> str:
    rows = []
    for title, (name, limits) in SAFE.items():
        model, series = di.Model(di.load_robot(name), EFFECTS), di.Fourier(8.0, 5, rest=True)
        free = replace(limits, floor=None, shapes=False, tolerance=0.0, capsules=())
        settings = {"starts": 1, "noise": 1.0}
        timed(model, series, limits, iterations=1, **settings)  # compiles, loads
        for seed in seeds:
            (cost, wild), (more, kept) = (
                timed(model, series, each, iterations=iterations, seed=seed, **settings)
                for each in (free, limits)
            )
            numbers = (f"{cost:.2f}", f"{more:.2f}", f"{more / cost:.1f}")
            rows.append([title, str(seed), *numbers, f"{wild.value:.3f}", f"{kept.value:.3f}"])
    heads = ("", "seed", "CPU s", "CPU s, safe", "ratio", "-ln det / b", "safe")
    return table(heads, rows)


def periods(seeds: list[int], iterations: int) -> str:
    rows = []
    for name, (series, limits, (low, high)) in PERIODS.items():
        model = di.Model(di.load_robot(name), [di.Viscous()])
        for seed in seeds:
            settings = {"iterations": iterations, "noise": 0.1, "seed": seed}
            tried: dict[float, float] = {}
            spent = 0.0
            logs = np.linspace(np.log(low), np.log(high), 5)
            half = 0.5 * (logs[1] - logs[0])
            for each in (*logs, -half, half):
                best = min(tried, key=lambda T: tried[T]) if len(tried) > 4 else 1.0
                at = each if len(tried) < 5 else np.log(best) + each
                T = float(np.clip(np.exp(at), low, high))
                shape = replace(series, period=T)
                cost, found = timed(model, shape, limits, starts=1, **settings)
                tried[T], spent = found.value, spent + cost
            cost, found = timed(model, series, limits, starts=7, period=(low, high), **settings)
            T = min(tried, key=lambda T: tried[T])
            seven = (f"{spent:.1f}", f"{T:.2f}", f"{tried[T]:.3f}")
            shape = found.trajectory.series
            one = (f"{cost:.1f}", f"{shape.duration:.2f}", f"{found.value:.3f}")
            rows.append([name, str(seed), *seven, *one])
    heads = ("", "seed", "seven: CPU s", "period", "-ln det / b", "free: CPU s", "period", "")
    return table(heads, rows)


def report(seeds: list[int], iterations: int = 60) -> str:
    parts = ["### Safe motions and free periods", safety(seeds, iterations)]
    return "\n\n".join([*parts, periods(seeds, iterations)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--iterations", type=int, default=60)
    arguments = parser.parse_args()
    print(report(arguments.seeds, arguments.iterations))
