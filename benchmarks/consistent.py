"""The consistent fit after compression: dynid's solver beside cvxpy with Clarabel, on the same rows
and cones.

cvxpy's time is what Clarabel itself reports (solve time): cvxpy's own compilation is left out, and
so is everything before. Both at the same relative accuracy of J (1e-8, Clarabel's default).
"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path
from statistics import median

import numpy as np
from threadpoolctl import threadpool_limits

import dynid as di
from common import branched_tree, multisine, table
from dynid.estimators.consistent.barrier import solve_barrier
from dynid.estimators.consistent.objective import Objective
from dynid.estimators.consistent.prior import make_prior
from dynid.estimators.consistent.restrictions import make_restricted_cone
from dynid.model.inertial import PSEUDO_BASIS
from dynid.papers.gnad2024.gnad_robot import FORMS, make_delta_model

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "help"))
from wobble_help import wobble

REPEATS = 9


def objective(model: di.Model, motion: tuple, forms: dict[str, str], seed: int = 0) -> Objective:
    """Simulated data with 1 % noise, a prior 30 % off, the weight as Consistent() derives it."""
    rng = np.random.default_rng(seed)
    truth = np.nan_to_num(model.prior, nan=0.5)
    tau = model.inverse_dynamics(*motion, truth)
    tau = tau + 0.01 * np.sqrt((tau**2).mean(axis=0)) * rng.normal(size=tau.shape)
    N = len(tau)
    use = np.ones(tau.shape, dtype=bool)
    data = di.Dataset(
        model, np.arange(N) / 100.0, *motion, tau, np.zeros(N), use, 100.0, ("simulated",)
    )
    problem = di.Problem(model, data)
    prior = truth * np.exp(0.3 * rng.normal(size=len(truth)))
    prior[model.layout.others] = np.nan
    full = make_prior(problem, prior, project=True)
    cone, start = make_restricted_cone(model, full, {}, {}, {}, forms)
    deviations = 0.01 * np.sqrt((tau**2).mean(axis=0))
    return Objective(problem, full, cone, start, deviations, "relative", "auto", 4.0 / problem.n)


def cases() -> dict[str, Objective]:
    delta = make_delta_model()
    arm, tree = di.load_robot("arm7"), branched_tree(29)
    effects = [di.Viscous(), di.Coulomb(), di.RotorInertia()]
    long = [*effects, di.Offset(), di.Spring(joints=tree.actuated[:29])]
    return {
        "delta4, reduced forms": objective(delta, wobble(delta.robot, 10_000, 1), FORMS),
        "7-body arm": objective(di.Model(arm, effects), multisine(arm, 5_000, amplitude=1.0), {}),
        "29-body tree": objective(di.Model(tree, long), multisine(tree, 5_000, amplitude=1.0), {}),
    }


def clarabel_seconds(J: Objective) -> tuple[float, float]:
    """Solve time that Clarabel reports through cvxpy, and the value it reaches."""
    import cvxpy as cp

    A, b = J.rows
    v, r = cp.Variable(A.shape[1]), cp.Variable(len(b))
    place = {k: i for i, k in enumerate(J.cone.free)}
    S = [
        sum((v[place[k]] if k in place else J.cone.p[k]) * E for k, E in zip(body, PSEUDO_BASIS))
        for body in J.cone.bodies
    ]
    constraints = [A @ v - r == b, *(X >> 0 for X in S), J.cone.G @ v >= J.cone.h]
    problem = cp.Problem(cp.Minimize(0.5 * cp.sum_squares(r)), constraints)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        problem.solve(solver="CLARABEL")
    return float(problem.solver_stats.solve_time), float(problem.value)


def report() -> str:
    rows = []
    with threadpool_limits(1):
        for name, J in cases().items():
            A, b = J.rows
            own, other, seen = [], [], []
            for _ in range(REPEATS if len(J.cone.free) < 200 else 3):
                start = time.perf_counter()
                found = solve_barrier(A, b, J.cone, J.start, tolerance=1e-8)
                own.append(time.perf_counter() - start)
                seconds, value = clarabel_seconds(J)
                other.append(seconds)
                seen.append(value)
            difference = (found.value - seen[-1]) / seen[-1]
            ratio = median(other) / median(own)
            cells = [
                f"{1e3 * median(own):.1f}",
                f"{1e3 * median(other):.1f}",
                f"{ratio:.2f}",
                f"{difference:.0e}",
            ]
            rows.append([name, str(len(J.cone.free)), str(found.iterations), *cells])
    head = ["", "parameters", "steps", "dynid ms", "Clarabel ms", "x", "J relative to Clarabel's"]
    return "### Consistent identification after compression, one thread\n\n" + table(head, rows)


if __name__ == "__main__":
    print(report())
