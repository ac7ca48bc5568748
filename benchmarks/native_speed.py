"""Kernels one by one, in microseconds of processor time, the best of several: for two builds of the
extension in turn, such as those of two compilers.

    PYTHONPATH=src python benchmarks/native_speed.py v4
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import dynid._native as native
from hostile_cases import Some, native_calls

SAMPLES, TURNS = 4096, 15


def best_time(call: Callable[[], Any], inner: int = 1) -> float:
    times = []
    for _ in range(TURNS):
        began = time.process_time()
        for _ in range(inner):
            call()
        times.append((time.process_time() - began) / inner)
    return min(times) * 1e6


def dynamics_times(rng: np.random.Generator, robot: str) -> dict[str, float]:
    s = Some(rng, robot)
    s.N = SAMPLES
    q, G, Y, inertia = s.motion(), s.gains(), s.regressor(), s.inertia
    M, tau = s.of(s.N, s.n_i, s.n_i), s.of(s.N, s.n)
    bars = *s.motion(), s.gains()
    plant = s.plant()
    plant.trial.A[:] = plant.now.qdd
    calls = {
        "regressor": lambda: native.regressor(s.plan, *q, G, Y),
        "regressor_adjoint": lambda: native.regressor_adjoint(s.plan, *q, G, Y, *bars),
        "inverse_dynamics": lambda: native.inverse_dynamics(s.tree, inertia, *q, tau),
        "mass_matrix": lambda: native.mass_matrix(s.plan, inertia, q[0], G, M),
    }
    times = {f"{robot} {name}": best_time(call) for name, call in calls.items()}
    return times | {f"{robot} step": best_time(lambda: plant.native.step(1e-3), 200)}


def closure_times(rng: np.random.Generator) -> dict[str, float]:
    s = Some(rng, "delta")
    s.N = SAMPLES
    phase = np.linspace(0, 6, s.N)[:, None] + np.arange(s.n_i)
    given = s.home_i + 0.1 * np.sin(phase), np.cos(phase), np.sin(phase)
    out, branch = [*s.motion(), s.gains(), s.gains(), np.zeros(s.N)], s.branch()

    def close() -> None:
        branch.restart()
        assert branch.close(*given, *out) == -1

    return {"delta close": best_time(close)}


def other_times(rng: np.random.Generator) -> dict[str, float]:
    A, x, forms = rng.normal(size=(40, 40, 40)), rng.normal(size=(400, 40)), np.zeros(400)
    at = rng.integers(0, 40, 400)
    W, y, theta, sums = (rng.normal(size=n) for n in ((5000, 30), 5000, (30, 16), 16))
    sections, rest = np.array([[0.1, 0.2, 0.1, -0.5, 0.1]] * 2), np.zeros((2, 2))
    log = rng.normal(size=(20_000, 7))
    rollout, arguments = native_calls()["rollout"](rng)
    return {
        "quadratic_forms": best_time(lambda: native.quadratic_forms(A, at, x, forms), 20),
        "sum_errors": best_time(lambda: native.sum_errors(W, y, theta, 0.5, sums)),
        "filter_both_ways": best_time(lambda: native.filter_both_ways(sections, rest, log)),
        "rollout": best_time(lambda: rollout(*arguments), 200),
    }


if __name__ == "__main__":
    native.use_level(sys.argv[1] if len(sys.argv) > 1 else native.level())
    rng = np.random.default_rng(0)
    times = dynamics_times(rng, "arm") | dynamics_times(rng, "delta")
    for name, took in (times | closure_times(rng) | other_times(rng)).items():
        print(f"{name:24} {took:9.1f} us")
