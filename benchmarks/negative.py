"""What a free least-squares fit makes negative, though it cannot be: friction and rotor inertias.

    python benchmarks/negative.py

WLS with the usual effects and with those that `select_effects` finds in the same log; counted are
parameters that are identified alone, have the bound 0, and lie below it by more than 1.96 of their
standard deviations.
"""

from __future__ import annotations

import warnings

import dynid as di
from dynid.selection.group_search import select_effects
from real_data import DATA, END
from real_effects import USUAL, Parts, data_of, robot_of

CUTOFF = 5.0
LOGS: tuple[tuple[str, str, Parts], ...] = (
    ("Panda", "panda_gaz", (("traj1.csv", 0, END),)),
    *((f"LWR {k}", "kuka_lwr4", ((f"meas{k}.csv", 0, END),)) for k in (1, 2, 3)),
)


def negative(result: di.Estimate) -> tuple[list[str], int]:
    """Those that are, with value and deviation, and of how many."""
    assert result.model is not None
    bounded = [name for name, low in zip(result.model.parameters, result.model.lower) if low == 0.0]
    found, count = [], 0
    for name, value, std in zip(result.names, result.theta, result.std):
        if name in bounded:
            count += 1
            if value < -1.96 * std:
                found.append(f"{name} {value:.3g} +- {std:.2g}")
    return found, count


def both(folder: str, parts: Parts) -> tuple[tuple[list[str], int], tuple[list[str], int]]:
    """With the usual effects, and with the chosen ones."""
    robot = robot_of(folder)
    usual = di.Model(robot, USUAL)
    plain = di.estimate(di.Problem(usual, data_of(usual, folder, parts, CUTOFF, "5%")), di.WLS())
    choice = select_effects(data_of(usual, folder, parts, CUTOFF))
    model = di.Model(robot, choice.effects)
    data = data_of(model, folder, parts, CUTOFF, choice.slow)
    return negative(plain), negative(di.estimate(di.Problem(model, data), di.WLS()))


def main() -> None:
    if not DATA.is_dir():
        print(f"no data in {DATA}; set DYNID_DATA")
        return
    print("| log | usual effects | chosen effects |")
    print("| --- | --- | --- |")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for label, folder, parts in LOGS:
            shown = [f"{len(x)} of {n}: {', '.join(x) or '-'}" for x, n in both(folder, parts)]
            print(f"| {label} | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main()
