"""A million samples of a 7-DOF arm with friction: compressed once, then estimated; beside it Pinocchio's regressor alone."""

from __future__ import annotations

import time

import numpy as np

import dynid as di
from common import multisine, pinocchio_model, table

N, N_REFERENCE = 1_000_000, 20_000


def report() -> str:
    import pinocchio as pin

    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()])
    base = di.base_parameters(model)
    q, qd, qdd = multisine(robot, N, amplitude=1.0, frequency=0.7)
    p = np.nan_to_num(model.prior, nan=0.5)
    tau = model.inverse_dynamics(q, qd, qdd, p) + 0.1 * np.random.default_rng(0).normal(size=q.shape)
    use = np.ones(q.shape, dtype=bool)
    data = di.Dataset(model, np.arange(N) / 1000.0, q, qd, qdd, tau, np.zeros(N), use, 1000.0, ("simulated",))
    tree, _ = pinocchio_model(robot)
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
        [f"dynid: Problem(model, data), {len(model.parameters)} columns, {len(base)} base", f"{best['compress']:.2f}"],
        ["dynid: OLS on the compressed problem", f"{best['OLS']:.4f}"],
        ["Pinocchio: regressor alone, Python loop (scaled from 20,000 samples)", f"{best['Pinocchio']:.2f}"],
    ]
    return "### A million samples, 7-DOF arm with friction: seconds, best of 3\n\n" + table(["", "s"], rows)
