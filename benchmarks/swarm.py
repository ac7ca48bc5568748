"""Kim 2022's swarm as specified (300 particles, 1000 iterations, |e|) on 6000 rows, beside what
finds the same optimum; and
the shapes of friction on a 7-DOF arm."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

import dynid as di
from common import Case, interleave, multisine, table
from dynid.arrays import Array
from dynid.identification.estimate import Estimator
from dynid.papers.kim2022 import kim_delta as kim
from dynid.robot.builtin import arm7

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "help"))
from wobble_help import simulated_log, true_parameters

SAMPLES, NOISE, REPEATS = 2000, 0.5, 3
#: around (36)
BOUNDS = ((0.0, 10.0), (0.0, 10.0), *[(0.0, 2.0)] * 3, *[(-10.0, 10.0)] * 3, *[(-20.0, 20.0)] * 3)


def kim_problem(seed: int) -> tuple[di.Problem, Array, Array]:
    """The 11 parameters of (30) on a motion of Kim's Delta; also W (N, 3, 11) and the torques with
    noise."""
    run = kim.ArmMotion(
        multisine(kim.TABLE_1.make_robot(), SAMPLES, amplitude=0.4, seed=seed),
        kim.PASSIVE_36,
        NOISE,
        seed,
    )
    W = kim.compute_regressor_26(run.state)
    return di.Problem.from_rows(W, run.tau), W, run.tau


def swarm_table() -> str:
    problem, W, tau = kim_problem(1)
    _, W_test, tau_test = kim_problem(2)
    estimators: list[tuple[str, Estimator]] = [
        ("swarm as specified", di.estimators.ParticleSwarm(bounds=BOUNDS)),
        ("swarm, classical", di.estimators.ParticleSwarm(bounds=BOUNDS, neighbours=None)),
        ("swarm, stopped when stagnant", di.estimators.ParticleSwarm(bounds=BOUNDS, stagnation=50)),
        ("swarm, squares", di.estimators.ParticleSwarm(bounds=BOUNDS, objective="l2")),
        ("L1(), linear program", di.estimators.L1()),
        ("OLS()", di.OLS()),
    ]
    theta: dict[str, Array] = {}

    def run(name: str, estimator: Estimator) -> None:
        theta[name] = estimator.fit(problem).theta

    cases = [Case(name, lambda n=name, e=e: run(n, e), 1) for name, e in estimators]
    times, conditions = interleave(cases, REPEATS)
    best = np.abs(tau - W @ theta["L1(), linear program"]).sum()
    rows = []
    for t in times:
        found = theta[t.case.name]
        apart = max(
            np.abs(
                kim.compute_fitness(y, A @ found) - kim.compute_fitness(y, A @ theta["OLS()"])
            ).max()
            for A, y in ((W, tau), (W_test, tau_test))
        )
        excess = np.abs(tau - W @ found).sum() / best - 1
        seconds = [f"{1e-6 * x:.3g}" for x in (t.median, t.best, t.cpu)]
        rows.append([t.case.name, *seconds, f"{excess:.1e}", f"{apart:.1e}"])
    heads = [
        "",
        "median s",
        "best s",
        "CPU s",
        "(33) above its optimum",
        "fit differs from OLS's by",
    ]
    return "\n\n".join(
        [f"### Swarm: {problem.n} rows, {problem.size} parameters", table(heads, rows), conditions]
    )


def shapes_table() -> str:
    """Stribeck friction on all joints of a 7-DOF arm: starts from other shapes."""
    true = di.Model(arm7(), [di.Stribeck(vs=0.15, delta=1.6)])
    rng, rows = np.random.default_rng(0), []
    p = np.concatenate([true.prior[true.layout.inertial], rng.uniform(0.5, 2.0, 21)])
    for N in (6000, 30_000):
        motion = multisine(true.robot, N, amplitude=1.0, rate=500.0)
        tau = true.inverse_dynamics(*motion, p) + 0.02 * rng.normal(size=(N, 7))
        model = di.Model(true.robot, [di.Stribeck()])
        use = np.ones(tau.shape, dtype=bool)
        data = di.Dataset(
            model, np.arange(N) / 500.0, *motion, tau, np.zeros(N), use, 500.0, ("simulated",)
        )
        problem = di.Problem(model, data)
        (t,), conditions = interleave(
            [Case("", lambda q=problem: di.estimators.SeparableLeastSquares().fit(q), 1)], 1
        )
        result = di.estimate(problem, di.estimators.SeparableLeastSquares())
        shapes = ", ".join(
            f"{result.constants[k]:.4g} +/- {s:.1g}" for k, s in result.constants_std.items()
        )
        rows.append([f"N = {N:,}", *(f"{1e-6 * x:.3g}" for x in (t.median, t.best, t.cpu)), shapes])
    heads = ["", "median s", "best s", "CPU s", "vs, delta (true: 0.15, 1.6)"]
    title = "### SeparableLeastSquares: 7-DOF arm, Stribeck friction, 36 grid points and 3 descents"
    return "\n\n".join([title, table(heads, rows), conditions])


def compare_table() -> str:
    """All estimators on a simulated log of a 7-DOF arm with 1 % noise, checked on another."""
    model = di.Model(arm7(), [di.Viscous(), di.Coulomb()])
    p = true_parameters(model, 4000)
    train, test = (
        di.process(simulated_log(model, p, 4000, k), model, cutoff=20.0, decimate=10)
        for k in (1, 2)
    )
    return (
        f"### compare: 7-DOF arm, {len(train)}"
        f" samples\n\n```\n{di.compare('all', train, test)}\n```"
    )


def report() -> str:
    with threadpool_limits(1):  # as `estimate` has it
        return "\n\n".join([swarm_table(), shapes_table(), compare_table()])


if __name__ == "__main__":
    print(report())
