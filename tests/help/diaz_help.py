"""Diaz-Rodriguez 2010: the statistics of many experiments, printed by `python
tests/help/diaz_help.py` (docs/stepwise.md)."""

from __future__ import annotations

from collections import Counter

import dynid as di
from dynid.arrays import Array
from dynid.papers.diaz2010.diaz_experiment import find_excitation, simulate_problem
from dynid.papers.diaz2010.diaz_robots import RobotCase, make_prs_case, make_rps_case


def study(case: RobotCase, trajectories: int = 8, draws: int = 10) -> None:
    """Print what is retained at the paper's count, how right it is, and where the feasibility test
    stops."""
    count, overlap, swapped, stops, s2 = len(case.retained), Counter(), Counter(), Counter(), []
    worst: Counter[str] = Counter()
    for k in range(trajectories):
        motion, _ = find_excitation(case, k)
        for seed in range(draws):
            problem, deviations = simulate_problem(case, motion, 100 * k + seed)
            fit = di.Stepwise("bic", keep=count, deviations=deviations).fit(problem)
            history = fit.history
            kept = set(case.names) - set(history.removed)
            overlap[len(kept & case.retained)] += 1
            swapped[f"{sorted(kept - case.retained)} for {sorted(case.retained - kept)}"] += 1
            s2.append(history[0].s2)
            bic = di.Stepwise("bic", deviations=deviations).fit(problem)
            for rule, theta in (("count", fit.theta), ("bic", bic.theta)):
                for name, error in errors(case, theta).items():
                    key = f"{name.split('.')[-1]} by {rule}"
                    worst[key] = max(worst[key], round(error, 3))
            by_lmi = (
                di.Stepwise(model=case.model, map=case.B, deviations=deviations)
                .fit(problem)
                .history
            )
            stops[by_lmi[by_lmi.chosen].count if by_lmi[by_lmi.chosen].feasible else 0] += 1
    print(
        f"{case.model.robot.name}: {trajectories * draws} experiments, s^2 {min(s2):.3f} to"
        f" {max(s2):.3f}"
    )
    print(f"  overlap with the paper's {count}: {dict(overlap)}; in place of: {dict(swapped)}")
    print(f"  largest relative errors: {dict(sorted(worst.items()))}")
    print(f"  feasible first at (parameters: experiments) {dict(sorted(stops.items()))}")


def errors(case: RobotCase, theta: Array) -> dict[str, float]:
    """Relative errors of those of the paper's parameters that are there."""
    truth = case.B @ case.p
    used = [k for k, name in enumerate(case.names) if name in case.retained and theta[k] != 0]
    return {case.names[k]: abs(theta[k] / truth[k] - 1) for k in used}


if __name__ == "__main__":
    study(make_prs_case())
    study(make_rps_case())
