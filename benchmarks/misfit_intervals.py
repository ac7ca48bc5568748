"""Coverage of 95 % intervals in simulation: clean, with friction that the model lacks, and with
friction that changes from run to run.

    python benchmarks/misfit_intervals.py [machines] [first seed]

Each machine makes two motions, identified for themselves with the usual effects; counted is how
often |a - b| <= 1.96 sqrt(s_a^2 + s_b^2) for base parameters that neither result marks as decided
by the prior, and in the clean case how often an interval holds the truth. "misfit": Stribeck
friction and friction that grows with the load. "runs": the model is right, but every run has its
own friction, within 10 %; three runs each.
"""

from __future__ import annotations

import sys

import numpy as np

import dynid as di
import dynid.identification.model_error as law
from dynid.model.gears import LoadFriction
from effects import Machine, log_of

USUAL = (di.Viscous(), di.Coulomb(width=0.02), di.Offset(), di.RotorInertia())
SIZE = np.array([2.0, 3.0, 1.5, 1.5, 0.6, 0.5, 0.3])
SECONDS = 30.0


def machine(rng: np.random.Generator, misfit: bool) -> Machine:
    robot = di.load_robot("arm7")
    more = (di.Stribeck(vs=0.1), LoadFriction(width=0.02)) if misfit else ()
    effects = (di.Offset(), di.RotorInertia(), *more)
    effects = effects if misfit else USUAL
    values = {}
    for joint, f in zip(robot.actuated, SIZE * rng.uniform(0.5, 1.5, 7)):
        own = {"viscous": f, "coulomb": f, "offset": 0.1 * f, "rotor_inertia": 0.1 * f}
        own |= {"stribeck": 0.5 * f, "load_friction": rng.uniform(0.03, 0.1)} if misfit else {}
        values |= {f"{joint}.{name}": value for name, value in own.items()}
    model = di.Model(robot, effects)
    p = model.to_vector(values)
    for place in model.layout.bodies.values():
        p[place] *= rng.uniform(0.8, 1.2)
    return Machine(model, p, ())


def runs_of(m: Machine, rng: np.random.Generator, runs: int, change: float) -> di.Problem:
    model = di.Model(m.truth.robot, USUAL)
    friction = [name.endswith((".viscous", ".coulomb")) for name in m.truth.parameters]
    problems = []
    for _ in range(runs):
        own = m.p * np.where(friction, 1 + change * rng.normal(size=len(m.p)), 1.0)
        problems.append(di.Problem(model, log_of(Machine(m.truth, own, ()), rng, SECONDS)))
    return di.Problem.merge(problems) if runs > 1 else problems[0]


def shares(case: str, seed: int, estimator: di.Estimator) -> tuple[float, float]:
    """Share of the differences that are covered, and of the true values (friction; nan: none)."""
    rng = np.random.default_rng(seed)
    m = machine(rng, case == "misfit")
    runs, change = (3, 0.1) if case == "runs" else (1, 0.0)
    problems = [runs_of(m, rng, runs, change) for _ in range(2)]
    a, b = (di.estimate(problem, estimator) for problem in problems)
    sure = np.array([name not in (*a.from_prior, *b.from_prior) for name in a.names])
    near = np.abs(a.theta - b.theta) <= 1.96 * np.hypot(a.std, b.std)
    truth = np.nan
    if case != "misfit":
        assert problems[0].base is not None
        true = problems[0].base.compute_theta(m.p)
        truth = np.mean([np.abs(x.theta - true)[sure] <= 1.96 * x.std[sure] for x in (a, b)])
    return float(near[sure].mean()), float(truth)


def main(machines: int = 10, first: int = 0) -> None:
    print("| case | estimator | intervals | difference % | truth % |")
    print("| --- | --- | --- | --- | --- |")
    usual = law.DOUBTFUL, law.SURE
    for case in ("clean", "misfit", "runs"):
        for estimator in (di.WLS(), di.Consistent()):
            for word, limits in (("of noise alone", (1e300, 2e300)), ("with blocks", usual)):
                law.DOUBTFUL, law.SURE = limits
                found = [shares(case, seed, estimator) for seed in range(first, first + machines)]
                near, truth = 100 * np.mean(found, axis=0)
                print(
                    f"| {case} | {type(estimator).__name__} | {word} | {near:.1f} | {truth:.1f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
