"""How often the grid search finds the bodies that the matrix inequality finds: printed by `python
tests/help/grid_help.py` (docs/stepwise.md)."""

from __future__ import annotations

from collections import Counter

import numpy as np

import dynid as di
from other_robots import arm6, rrr3, scara

#: robots, and the two masses on the grid
CASES = {
    "scara": (scara, ("arm1.m", "arm2.m")),
    "rrr3": (rrr3, ("arm1.m", "rod1.m")),
    "five_bar": (lambda: di.load_robot("five_bar"), ("left_crank.m", "left_coupler.m")),
    "arm6": (arm6, ("link5.m", "link6.m")),
    "prs3": (lambda: di.load_robot("prs3"), ("slider1.m", "coupler1.m")),
}


def compare(name: str, count: int = 40) -> Counter[tuple[bool, str]]:
    """{(feasible by the inequality, "points" | "between" | "none" by the grid): how often}, for
    values off by 0.3 to 100 %, some of them left out."""
    build, masses = CASES[name]
    model = di.Model(build())
    base = di.base_parameters(model)
    grid = di.estimators.Grid(dict.fromkeys(masses, (0.05, 20.0)), points=20)
    rng, found = np.random.default_rng(0), Counter()
    for _ in range(count):
        off = 10 ** rng.uniform(-2.5, 0) * rng.normal(size=len(base))
        keep = rng.random(len(base)) < rng.uniform(0.3, 1)
        B, theta = base.map[keep], (base.compute_theta(model.nominal) * (1 + off))[keep]
        answer = grid.check(model, B, theta)
        how = "none" if not answer else "between" if "between" in answer.status else "points"
        found[bool(di.estimators.check_feasibility(model, B, theta)), how] += 1
    return found


if __name__ == "__main__":
    total: Counter[tuple[bool, str]] = Counter()
    for name in CASES:
        found = compare(name)
        total += found
        print(name, dict(found))
    print("all", dict(total))
