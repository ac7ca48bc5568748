"""The page of evidence, made of its kept results and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from measured_pages import Chapter, Json, Page, Picture, Table, draw_bars, say_where, show

COMMAND = "make leaderboard"
ROBOTS = {
    "unitree_go2_repeats": "Unitree Go2, one chirp repeated, first 60 %",
    "unitree_go2_whole": "Unitree Go2, the same, whole logs",
    "kuka_lwr4": "KUKA LWR4+, three recordings of two motions",
    "kuka_kr300": "KUKA KR300, three motions of 10 s",
    "kr300_benchmark": "KUKA KR300 benchmark, recordings of 6 minutes",
    "panda_halves": "Panda, halves of a log",
    "ur10_halves": "UR10, halves of a log",
}
CASES = {
    "clean": "the model is right",
    "misfit": "Stribeck and load-dependent friction that the model lacks",
    "runs": "friction changes by 10 % from run to run; three runs a fit",
}

LOW = 0.9  # share of pairs: a kind below it is named

INTRODUCTION = """\
A result comes with 95 % intervals. Two logs of one machine, identified separately, test them
without knowing the truth: a parameter agrees where the two values differ by no more than 1.96
deviations of the difference, sqrt(s1² + s2²). Intervals that keep their word agree in 95 % of
the pairs; less means that something changed between the runs, or that the model lacks
something that the motions show differently. Parameters that the data do not determine (marked
`prior` in a result) are left out: they agree by construction."""

READING = """\
The Go2 hung on its stand and was held there by hand
([its authors](https://github.com/iit-DLSLab/sim2real-robot-identification/issues/8)), so its bias
belongs to the run and not to the robot. Five of the ten published recordings are at hand; with more
in the folder of the data, more are used.
Friction depends on the temperature of the gears, which no log here has: dry friction of the Go2
is higher or lower in a run at most joints together, and intervals of whole logs are narrower
than that."""

LIMITS = """\
What it does not show: recordings of one day and one machine say nothing about wear or heat
over months; agreement is not truth, two logs can be wrong in the same way (a wrong kinematic
file, a torque constant off by 5 %); and shares of few pairs are rough."""


def gather(results: Mapping[str, Json | None], key: str) -> dict[str, Json]:
    """Results of real machines that have this."""
    return {name: x for name in ROBOTS if (x := results.get(name)) and key in x}


def list_intervals(results: Mapping[str, Json | None]) -> Table:
    rows = []
    for name, found in gather(results, "kinds").items():
        for kind, x in found["kinds"].items():
            share = f"{100 * x['within']:.0f}"
            rows.append([ROBOTS[name], kind, str(x["pairs"]), share, show(x["largest"], ".1f")])
    return Table(("recordings", "kind", "pairs", "within 95 %", "largest, deviations"), rows)


def draw_intervals(results: Mapping[str, Json | None]) -> list[Picture]:
    """Share by kind, one bar a machine."""
    machines = gather(results, "kinds")
    kinds = list(dict.fromkeys(kind for x in machines.values() for kind in x["kinds"]))
    series = {
        name: [100 * x["kinds"][k]["within"] if k in x["kinds"] else np.nan for k in kinds]
        for name, x in machines.items()
    }
    if not series:
        return []
    figure = draw_bars(kinds, series, "pairs within 95 % [%]")
    figure.add_hline(y=95.0, line_color="#888888", line_dash="dash")
    return [Picture("evidence_intervals", figure, "Pairs within their 95 % intervals, by kind.")]


def list_totals(results: Mapping[str, Json | None]) -> str:
    kinds = [k for x in gather(results, "kinds").values() for k in x["kinds"].values()]
    pairs = sum(k["pairs"] for k in kinds)
    within = sum(k["pairs"] * k["within"] for k in kinds)
    if not pairs:
        return "No recordings were measured."
    low = [
        f"{name}: {kind} ({100 * x['within']:.0f} %)"
        for name, found in gather(results, "kinds").items()
        for kind, x in found["kinds"].items()
        if x["within"] < LOW
    ]
    return (
        f"All together: {100 * within / pairs:.1f} % of {pairs} pairs of parameters agree. Below"
        f" {100 * LOW:.0f} %: {', '.join(low) or 'none'}."
    )


def list_methods(results: Mapping[str, Json | None]) -> str:
    """How the fits of commands and positions were made."""
    parts = []
    for name, found in gather(results, "methods").items():
        counts = {method: found["methods"].count(method) for method in found["methods"]}
        said = " and ".join(f"{count} by {method}" for method, count in counts.items())
        levels = ", ".join(f"{100 * level:.0f}" for level in found["dry_levels"])
        parts.append(
            f"{ROBOTS[name]}: {len(found['recordings'])} recordings, {said}; dry friction of the"
            f" runs, the mean over the joints in % of that of all runs: {levels}."
        )
    return (
        "Commands and positions (`dynid sim2real`) are fitted by output error, unless the"
        " regression surely predicts a part of the training log better. " + " ".join(parts)
    )


def list_fits(results: Mapping[str, Json | None]) -> Table:
    rows = []
    for name, found in gather(results, "effects").items():
        effects = ", ".join(found["effects"]) or "the usual ones"
        prior = f"{100 * found['from_prior']:.0f} %"
        counts = [str(len(found["recordings"])), str(found["parameters"])]
        rows.append([ROBOTS[name], *counts, prior, effects])
    heads = ("recordings", "fits", "parameters", "left to the prior", "effects, from the first")
    return Table(heads, rows)


def list_errors(results: Mapping[str, Json | None]) -> Table:
    rows = []
    for name, found in gather(results, "errors").items():
        seen, unseen = found["errors"]["seen"], found["errors"]["unseen"]
        unit = "%" if "effects" in found else "mrad"
        worst = "diverges" if None in unseen else show(max(unseen))
        known = [x for x in unseen if x is not None]
        cells = [show(float(np.median(x))) for x in (seen, known)]
        rows.append([ROBOTS[name], unit, cells[0], cells[1], worst, str(len(unseen))])
    heads = ("recordings", "unit", "own recording", "others, median", "others, worst", "checks")
    return Table(heads, rows)


def list_simulations(results: Mapping[str, Json | None]) -> list[Table | str]:
    rows = []
    for case, words in CASES.items():
        if found := results.get(f"simulated_{case}"):
            shares = [
                "-" if found[key] is None else f"{100 * found[key]:.1f}"
                for key in ("truth", "pairs")
            ]
            rows.append([words, str(found["machines"]), *shares])
    heads = (
        "7-joint arm, usual effects, two motions",
        "machines",
        "truth inside %",
        "pairs agree %",
    )
    blocks: list[Table | str] = [Table(heads, rows)]
    if legs := results.get("simulated_quadrupeds"):
        rows = [
            [kind, str(x["count"]), f"{100 * x['within']:.1f}"] for kind, x in legs["kinds"].items()
        ]
        blocks.append(
            f"Commands and positions: {legs['machines']} quadrupeds of 12 joints with drawn values,"
            " chirps simulated by MuJoCo, encoder noise and rounding."
        )
        blocks.append(Table(("kind", "parameters", "truth inside %"), rows))
    return blocks


def make_page(results: Mapping[str, Json | None]) -> Page:
    failed = [f"{name}: {x['failed']}" for name, x in results.items() if x and "failed" in x]
    separate = (
        "Every recording is identified for itself, with intervals; effects are those that the"
        " selection finds in the first recording, so that the parameters have the same names."
    )
    unseen = (
        "Each result predicts every recording that it has not seen: torque error over all samples"
        " of logs with torques, RMSE of the positions in an open-loop rollout under the commands of"
        " the others."
    )
    return Page(
        "evidence",
        "How far to trust it",
        (
            Chapter("", (INTRODUCTION, say_where([*results.values()], COMMAND))),
            Chapter(
                "Separate fits of repeated runs",
                (
                    separate,
                    list_intervals(results),
                    list_totals(results),
                    *draw_intervals(results),
                    list_fits(results),
                    list_methods(results),
                    READING,
                ),
            ),
            Chapter("Runs that no fit saw", (unseen, list_errors(results))),
            Chapter("Coverage in simulation", list_simulations(results)),
            Chapter("Limits", (LIMITS, *(["Failed: " + "; ".join(failed)] if failed else []))),
        ),
    )
