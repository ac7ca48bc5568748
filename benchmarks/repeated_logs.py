"""Two logs of one real machine: do their parameters lie within each other's 95 %?

    python benchmarks/repeated_logs.py [usual] [auto] [separate]

Each log of a pair is identified for itself, with the usual effects, with those that
`select_effects` finds in the first log, and (`separate`) with those that it finds in each.
Counted are base parameters (bodies; friction and other effects) that neither result marks as
decided by the prior: "difference" where |a - b| <= 1.96
sqrt(s_a^2 + s_b^2), "each other's" where a value lies in the other log's 95 % interval (two exact
logs of equal length would give 95 % and 83 %).
"""

from __future__ import annotations

import re
import sys
import warnings
from functools import lru_cache

import numpy as np

import dynid as di
from dynid.selection.group_search import select_effects
from real_data import DATA, END
from real_effects import USUAL, Parts, data_of, robot_of

CUTOFF = 5.0
PAIRS: tuple[tuple[str, str, Parts, Parts], ...] = (
    *(
        (f"LWR {a}-{b}", "kuka_lwr4", ((f"meas{a}.csv", 0, END),), ((f"meas{b}.csv", 0, END),))
        for a, b in ("12", "13", "23")
    ),
    *(
        (f"KR300 {a}-{b}", "kuka_kr300", ((f"{a}.csv", 0, END),), ((f"{b}.csv", 0, END),))
        for a, b in ("AB", "AC", "BC")
    ),
    ("Panda halves", "panda_gaz", (("traj1.csv", 0, 10.5),), (("traj1.csv", 10.5, END),)),
    ("UR10 halves", "ur10", (("log.csv", 0, 13.75),), (("log.csv", 13.75, END),)),
)


@lru_cache
def choice_of(folder: str, first: Parts, cutoff: float = CUTOFF) -> di.selection.Selection:
    return select_effects(data_of(di.Model(robot_of(folder), USUAL), folder, first, cutoff))


@lru_cache
def problem_of(
    folder: str, first: Parts, auto: bool, part: Parts, cutoff: float = CUTOFF
) -> di.Problem:
    choice = choice_of(folder, first, cutoff) if auto else None
    effects, slow = (USUAL, "5%") if choice is None else (choice.effects, choice.slow)
    model = di.Model(robot_of(folder), effects)
    return di.Problem(model, data_of(model, folder, part, cutoff, slow))


def estimated(
    folder: str,
    first: Parts,
    auto: bool,
    part: Parts,
    estimator: di.Estimator,
    cutoff: float = CUTOFF,
) -> di.Estimate:
    """With intervals that know of the choice, where there is one."""
    problem = problem_of(folder, first, auto, part, cutoff)
    result = di.estimate(problem, estimator)
    if not auto:
        return result
    return choice_of(folder, first, cutoff).attach_to_result(result, problem, estimator)


def name_kind(result: di.Estimate, name: str) -> str:
    """ "bodies", or what an effect's parameter is: "viscous", "hysteresis"."""
    model = result.model
    if model is None or name not in model.parameters[10 * len(model.robot.bodies) :]:
        return "bodies"
    owner, _, kind = name.partition(".")
    return owner if owner == "gravity" else re.sub(r"_[\d.e-]+$", "", kind)


def compare_parameters(
    a: di.Estimate, b: di.Estimate
) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """Parameters that neither marks as decided by the prior: names, difference in deviations of the
    difference, share of each other's intervals that cover, relative deviation of the first."""
    prior = {*a.from_prior, *b.from_prior}
    names = [name for name in a.names if name in b.names and name not in prior]
    ia, ib = ([x.names.index(name) for name in names] for x in (a, b))
    x, y, s, t = a.theta[ia], b.theta[ib], a.std[ia], b.std[ib]
    apart = np.abs(x - y)
    mutual = 0.5 * (apart <= 1.96 * s) + 0.5 * (apart <= 1.96 * t)
    return names, apart / np.hypot(s, t), mutual, s / np.maximum(np.abs(x), 1e-12)


def agreement(a: di.Estimate, b: di.Estimate) -> list[tuple[str, int, float, float, float]]:
    """Of bodies and of effects: their number, shares of the difference and of each other's interval
    that cover, and the median relative deviation of the first."""
    names, apart, mutual, size = compare_parameters(a, b)
    bodies = np.array([name_kind(a, name) == "bodies" for name in names], dtype=bool)
    return [
        (
            what,
            int(use.sum()),
            (apart[use] <= 1.96).mean(),
            mutual[use].mean(),
            np.median(size[use]),
        )
        for what, use in (("bodies", bodies), ("effects", ~bodies))
        if use.any()
    ]


def report(which: tuple[str, ...] = ("usual", "auto")) -> None:
    if not DATA.is_dir():
        print(f"no data in {DATA}; set DYNID_DATA")
        return
    print("| pair | effects | estimator | of | number | difference % | each other's % | std % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for word in which:
            for estimator in (di.WLS(), di.Consistent()):
                kind = f"{word} | {type(estimator).__name__}"
                rows = []
                for label, folder, *parts in PAIRS:
                    try:
                        a, b = (
                            estimated(
                                folder,
                                part if word == "separate" else parts[0],
                                word != "usual",
                                part,
                                estimator,
                            )
                            for part in parts
                        )
                    except di.DynidError as error:
                        print(f"| {label} | {word} | {error} |", flush=True)
                        continue
                    for what, n, near, mutual, size in agreement(a, b):
                        rows.append((n, near, mutual))
                        print(
                            f"| {label} | {kind} | {what} | {n} | {100 * near:.0f}"
                            f" | {100 * mutual:.0f} | {100 * size:.1f} |",
                            flush=True,
                        )
                if rows:
                    n = np.array([row[0] for row in rows])
                    near, mutual = (
                        n @ np.array([row[k] for row in rows]) / n.sum() for k in (1, 2)
                    )
                    print(
                        f"| all | {kind} | both | {n.sum()} | {100 * near:.1f} |"
                        f" {100 * mutual:.1f} | |",
                        flush=True,
                    )


if __name__ == "__main__":
    report(tuple(sys.argv[1:]) or ("usual", "auto"))
