"""Diaz-Rodriguez 2010, Tables 3 and 6: which parameters are retained, and their values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dynid.papers.claims import RECOVERED, REPRODUCED, SIZED, Claim, Row
from dynid.papers.diaz2010.diaz_experiment import (
    EXPERIMENTS,
    LARGE,
    RobotStudy,
    make_rippled_problem,
    reduce_to_count,
)
from dynid.papers.diaz2010.diaz_robots import LEAD

#: identified value and relative standard deviation in %, Tables 3 and 6
TABLE_3 = {"P1": (-11.57, 8.22), "P2": (7.82, 6.48), "P7": (-18.76, 0.726), "P12": (62.78, 0.596)}
TABLE_3 |= {"slider1.viscous": (3509.89, 3.92), "slider1.coulomb": (100.16, 3.97)}
TABLE_3 |= {"slider2.viscous": (3418.03, 3.75), "slider2.coulomb": (122.46, 1.49)}
TABLE_3 |= {"slider3.viscous": (3870.60, 4.69), "slider3.coulomb": (100.64, 1.39)}
TABLE_3 |= {
    f"slider{k}.rotor_inertia": x
    for k, x in zip("123", [(1.7078e-3, 3.38), (1.5334e-3, 1.16), (1.6201e-3, 4.51)])
}
TABLE_6 = {"P7": (-2.31, 6.48), "P8": (11.18, 4.09), "P9": (6.10, 2.52)}
TABLE_6 |= {"leg1.viscous": (3489.28, 3.41), "leg1.coulomb": (152.33, 6.33)}
TABLE_6 |= {"leg2.viscous": (2099.86, 5.08), "leg2.coulomb": (119.94, 7.00)}
TABLE_6 |= {"leg3.viscous": (3057.99, 1.87), "leg3.coulomb": (202.21, 1.85)}
TABLE_6 |= {
    f"leg{k}.rotor_inertia": x
    for k, x in zip("123", [(3.1257e-4, 2.04), (2.8695e-4, 3.03), (3.4239e-4, 0.76)])
}


def check_reduction(
    s: RobotStudy,
    table: str,
    section: str,
    start: int,
    kinds: tuple[int, int, int],
    values: Mapping[str, tuple[float, float]],
) -> list[Claim]:
    """What is retained, where the reduction stops, and Table 3 or 6 row by row."""
    case, count = s.case, len(s.case.retained)
    overlap = [len(one.list_kept(one.counted) & case.retained) for one in s.runs]
    same_ripple = s.ripple == LARGE
    word, here = REPRODUCED if same_ripple else SIZED, s.designs[0].condition_unit
    stops = [len(one.list_kept(one.feasible)) for one in s.runs]
    kept = s.first.list_kept(s.first.counted)
    rotors = sum("rotor" in name for name in kept)
    found = (
        sum(name.startswith("P") for name in kept),
        len(kept) - rotors - sum(n.startswith("P") for n in kept),
        rotors,
    )
    ways = [one.feasible.history for one in s.runs]
    turned = sum(bool(way[way.chosen].feasible) and not way[0].feasible for way in ways)
    end_at_papers = all(stop == count for stop in stops)
    return [
        Row(section, f"{s.name}: parameters at the start").judge_statement(
            str(start), str(len(case.names)), len(case.names) == start
        ),
        Row(
            section, f"{s.name}: the full model is infeasible, a reduced one feasible"
        ).judge_statement(
            "yes", f"in {turned} of {EXPERIMENTS} experiments", turned == EXPERIMENTS
        ),
        Row(section, f"{s.name}: the reduction ends with").judge_statement(
            f"{count} parameters",
            f"{min(stops)} to {max(stops)} in {EXPERIMENTS} experiments",
            end_at_papers,
            "" if end_at_papers else "where bodies first exist changes with the noise",
        ),
        Row(section, f"{s.name}: rigid, friction, actuator among {count}", word).judge_statement(
            " + ".join(map(str, kinds)), " + ".join(map(str, found)), found == kinds
        ),
        Row(table, f"{s.name}: which {count} are retained", word).judge_statement(
            f"{count}",
            f"{min(overlap)} to {max(overlap)} of them; all in {overlap.count(count)} of"
            f" {EXPERIMENTS}",
            min(overlap) >= count - 1,
            f"at the paper's number of parameters; condition number {here:.0f}"
            + ("" if same_ripple else "; the ripple was chosen with this in view"),
        ),
        *([] if same_ripple else [check_large_ripple(s, table)]),
        *(check_value(s, table, name, *pair) for name, pair in values.items()),
    ]


def check_large_ripple(s: RobotStudy, table: str) -> Claim:
    """What is retained with the ripple of the other robot."""
    retained, motion = s.case.retained, s.first.motion
    fits = [
        reduce_to_count(*make_rippled_problem(s.case, motion, seed, LARGE), len(retained))
        for seed in range(EXPERIMENTS)
    ]
    overlap = [len(retained - set(fit.eliminated)) for fit in fits]
    return Row(
        table, f"{s.name}: the same with a ripple of {LARGE:g} N, as in the 3-PRS"
    ).judge_statement(
        f"{len(retained)}",
        f"{min(overlap)} to {max(overlap)} of them; all in {overlap.count(len(retained))} of"
        f" {EXPERIMENTS}",
        min(overlap) >= len(retained) - 1,
        f"therefore {s.ripple:g} N in the other rows",
    )


def check_value(s: RobotStudy, table: str, name: str, paper: float, sigma: float) -> Claim:
    """One row of Table 3 or 6, at the paper's number of parameters: within 5 % of the paper's and
    of the simulated value."""
    k, fit = s.case.names.index(name), s.first.counted
    unit = (LEAD / (2 * np.pi)) ** 2 if name.endswith("rotor_inertia") else 1.0
    value, truth = unit * fit.theta[k], unit * (s.case.B @ s.case.p)[k]
    near, found, put_in = (
        bool(abs(a / b - 1) <= 0.05) for a, b in ((value, paper), (value, truth), (truth, paper))
    )
    clean = unit * s.clean.counted.theta[k]
    cause = "by the ripple" if abs(clean / truth - 1) <= 0.05 else "takes over what was removed"
    if found:
        why = (
            "put in, found again"
            if put_in and near
            else f"what was simulated is found: {truth:.4g}"
        )
    else:
        why = f"simulated {truth:.4g}; {cause}: without ripple {clean:.4g}"
    return Row(table, f"{s.name}: {name}", RECOVERED).judge_statement(
        f"{paper:.5g} ({sigma:.2g} %)",
        f"{value:.5g} ({fit.percent[k]:.2g} %)" if value else "removed",
        near and found,
        why,
    )
