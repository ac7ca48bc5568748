"""A million samples of a 7-DOF arm with friction: compressed once, then estimated; beside it
Pinocchio's regressor alone."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import dynid as di
from common import multisine, pinocchio_model, table

N, N_REFERENCE = 1_000_000, 20_000


def simulated() -> di.Dataset:
    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()])
    q, qd, qdd = multisine(robot, N, amplitude=1.0, frequency=0.7)
    p = np.nan_to_num(model.prior, nan=0.5)
    tau = model.inverse_dynamics(q, qd, qdd, p) + 0.1 * np.random.default_rng(0).normal(
        size=q.shape
    )
    use = np.ones(q.shape, dtype=bool)
    return di.Dataset(
        model, np.arange(N) / 1000.0, q, qd, qdd, tau, np.zeros(N), use, 1000.0, ("simulated",)
    )


def peak() -> str:
    """Most memory that a process held while it compressed and estimated, data included."""
    data = simulated()
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak of making the data
    di.estimate(di.Problem(data.model, data), di.OLS())
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found
    return f"{int(found[1]) / 1024:.0f} MiB"


def report() -> str:
    import pinocchio as pin

    data = simulated()
    model, base = data.model, di.base_parameters(data.model)
    q, qd, qdd = data.q, data.qd, data.qdd
    tree, _ = pinocchio_model(model.robot)
    scratch = tree.createData()
    seconds: dict[str, list[float]] = {"compress": [], "OLS": [], "Pinocchio": []}
    for _ in range(3):
        start = time.perf_counter()
        problem = di.Problem(model, data, base)
        seconds["compress"].append(time.perf_counter() - start)
        start = time.perf_counter()
        di.OLS().fit(problem)
        seconds["OLS"].append(time.perf_counter() - start)
        start = time.perf_counter()
        for x in zip(q[:N_REFERENCE], qd, qdd):
            pin.computeJointTorqueRegressor(tree, scratch, *x)
        seconds["Pinocchio"].append((time.perf_counter() - start) * N / N_REFERENCE)
    best = {name: min(times) for name, times in seconds.items()}
    rows = [
        [
            f"dynid: Problem(model, data), {len(model.parameters)} columns, {len(base)} base",
            f"{best['compress']:.2f}",
        ],
        ["dynid: OLS on the compressed problem", f"{best['OLS']:.4f}"],
        [
            "Pinocchio: regressor alone, Python loop (scaled from 20,000 samples)",
            f"{best['Pinocchio']:.2f}",
        ],
    ]
    child = subprocess.run([sys.executable, __file__], capture_output=True, text=True)
    memory = child.stdout.strip() or "not measured (needs /proc)"
    title = "### A million samples, 7-DOF arm with friction: seconds, best of 3"
    return "\n\n".join(
        [
            title,
            table(["", "s"], rows),
            f"Peak memory, the data and estimate(OLS) included: {memory}.",
        ]
    )


if __name__ == "__main__":
    print(peak())
