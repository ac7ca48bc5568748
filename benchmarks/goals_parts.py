"""Parts of goals.py: kernels, logs, growth with the robot, exported C, designs and simulation, by
the other benchmarks of this folder."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

import excitation
import export_c
import growth as growing
import long_logs
from goals_rows import Bench, Row, Values, cell, middle, read_table
from real_data import DATA
from versions import ROOT, Run

MILLION = 1_000_000
#: aims for a long log: rows, seconds, MB
LONG, LONGEST = (MILLION, 8.0, 1000.0), (10 * MILLION, 80.0, 1500.0)
SAME = 1e-3  # criteria of two designs, -ln det / b, that differ by less are alike


def script(name: str) -> str:
    return str(ROOT / "benchmarks" / name)


def pair(found: tuple[Values, Values], key: str) -> tuple[float, float]:
    now, before = found
    return now[key], before.get(key, math.nan)


def long(bench: Bench, size: tuple[int, float, float] = LONG, turns: int = 3) -> list[Row]:
    """A log in Parquet, from reading to consistent bodies with intervals; the first turn compiles.
    The version before gets the same file."""
    N, seconds, megabytes = size
    path = bench.folder / "log.parquet"
    long_logs.written(path, N)

    def read(run: Run) -> Values:
        *stages, peak, _theta = map(float, run.said.split())
        return {"CPU s": sum(stages), "MB": peak * 2**20 / 1e6}

    try:
        command = [script("long_logs.py"), "--stages", str(path)]
        found = bench.in_turns(command, read, turns)
    finally:
        path.unlink()
    aims = {"CPU s": seconds, "MB": megabytes}
    return [
        Row(f"log of {N:.0e} rows, arm7, to intervals", aim, unit, *pair(found, unit))
        for unit, aim in aims.items()
    ]


#: the command line in a process of its own, then its processor seconds and peak of memory [MB]
IDENTIFY = """
import resource, sys
from dynid.cli.main import main
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6)
"""


def identify(bench: Bench) -> list[Row]:
    """`dynid identify` with the effects that it selects, report included: a million rows of CSV,
    and a real log of 20,544 rows."""
    path = bench.folder / "log.csv"
    long_logs.written(path, MILLION)
    panda = DATA / "panda_gaz"
    cases = [(f"{MILLION:.0e} rows of CSV, arm7", ["arm7", str(path)], (8.0, 1000.0))]
    if panda.is_dir():
        files = [str(panda / "robot.urdf"), str(panda / "traj1.csv")]
        cases.append(("log of a Panda, 20,544 rows", files, (2.0, math.nan)))

    def read(run: Run) -> Values:
        seconds, megabytes = map(float, run.said.split()[-2:])
        return {"CPU s": seconds, "MB": megabytes}

    rows = []
    for said, files, aims in cases:
        words = ["identify", *files, "-q", "--overwrite", "-o", str(bench.folder / "result")]
        found = bench.in_turns(["-c", IDENTIFY, *words], read, turns=3)
        rows += [
            Row(f"dynid identify: {said}", aim, unit, *pair(found, unit))
            for unit, aim in zip(("CPU s", "MB"), aims)
        ]
    path.unlink()
    return rows


def longest(bench: Bench) -> list[Row]:
    """Once, of this version alone, its kernels compiled by an earlier run of few rows."""
    alone = Bench(bench.versions[:1], bench.folder, bench.notes)
    long(alone, (20_000, *LONG[1:]), turns=1)
    return long(alone, LONGEST, turns=1)


def times_as_fast(text: str, robot: str) -> Values:
    """Of a table of regressor.py: dynid streamed and dense, to the others, medians by the clock."""
    part = text[text.index(robot) :].split("### ")[0]
    median = {row[""]: row["median us"] for row in read_table(part) if row["median us"]}
    streamed, dense, *others = median
    found = {"dense": float(median[others[0]]) / float(median[dense])}
    for other in others:
        found[other] = float(median[other]) / float(median[streamed])
    return found


def regressor(bench: Bench) -> list[Row]:
    """To Pinocchio's Python loop; FIGAROH and iDynTree are told below, where they are installed."""
    robots = {"7-DOF arm": (20.0, 8.0), "branched 20-body tree": (25.0, 8.0)}

    def read(run: Run) -> Values:
        found = {}
        for robot in robots:
            for name, ratio in times_as_fast(run.said, robot).items():
                found[f"{robot}: {name}"] = ratio
        return found

    found, rows = bench.in_turns([script("regressor.py")], read, choose=middle), []
    for robot, aims in robots.items():
        for what, aim in zip(("Pinocchio, Python loop", "dense"), aims):
            said = f"regressor, {robot}, {'streamed' if what != 'dense' else what} to Pinocchio"
            values = pair(found, f"{robot}: {what}")
            rows.append(Row(said, aim, "times", *values, at_least=True))
    others = [
        f"{name} {value:.0f}"
        for name, value in found[0].items()
        if name.endswith(("basic", "loop"))
    ]
    bench.notes.append(f"Regressor, times as fast as each: {', '.join(others)}.")
    if not any("FIGAROH" in name for name in found[0]):
        bench.notes.append("FIGAROH and iDynTree: not installed (`pip install -e '.[bench]'`).")
    return rows


def delta4(bench: Bench) -> list[Row]:
    """Loops closed on the way, against Pinocchio with NumPy that is given the closed motion."""

    def read(run: Run) -> Values:
        return {
            "us": cell(run.said, "dynid streamed", "median us"),
            "times": cell(run.said, "A: Pinocchio", "x (medians)"),
        }

    found = bench.in_turns([script("delta4.py")], read, choose=middle)
    about = "regressor, delta4, loops closed"
    return [
        Row(f"{about}, two threads, by the clock", 1.0, "us", *pair(found, "us")),
        Row(f"{about}, to Pinocchio and NumPy", 60.0, "times", *pair(found, "times"), True),
    ]


def inverse(bench: Bench) -> list[Row]:
    """Beside MuJoCo and Pinocchio; no aim was set."""

    def read(run: Run) -> Values:
        found = {}
        for part in run.said.split("### ")[1:]:
            robot = part.splitlines()[0].split(", ", 1)[1]
            for row in read_table(part):
                if row["x (medians)"] and not row[""].startswith("dynid"):
                    found[f"{robot}, to {row['']}"] = float(row["x (medians)"])
        return found

    found = bench.in_turns([script("inverse.py")], read, choose=middle)
    return [
        Row(f"inverse dynamics, {name}", math.nan, "times", *pair(found, name), at_least=True)
        for name in found[0]
    ]


def growth(bench: Bench) -> list[Row]:
    """Each once: the version before takes minutes."""
    joints, large = str(growing.JOINTS[-1]), str(growing.SIZES[-1])
    eight = [f"{growing.LOOPS[-1]}, {how}" for how in ("side by side", "one on another")]
    #: part of growth.py: row, column, what it is, aim, unit
    asked: dict[str, list[tuple[str, str, str, float, str]]] = {
        "regressor": [(large, "to the first", "cost a pair, 80 bodies to 20", 1.3, "times")],
        "base": [(large, "CPU s", "base_parameters, 80 bodies", 1.0, "CPU s")],
        "consistent": [(large, "CPU s", "Consistent, 80 bodies", 3.0, "CPU s")],
        "process": [(joints, "CPU s", "process, 60 joints", 2.0, "CPU s")],
        # linear: one of eight loops costs what one alone does, here to a quarter
        "loops": [
            (
                row,
                "a loop, to the first",
                f"closing five-bars, one loop of {row}, to one alone",
                1.25,
                "times",
            )
            for row in eight
        ],
    }
    rows = []
    for part, cells in asked.items():

        def read(run: Run, cells: Any = cells) -> Values:
            return {said: cell(run.said, row, head) for row, head, said, *_ in cells}

        found = bench.in_turns([script("growth.py"), part], read, turns=1)
        rows += [Row(said, aim, unit, *pair(found, said)) for _, _, said, aim, unit in cells]
    return rows


EXPORT = """
import shutil, sys
from export_c import measured
for row in measured(sys.argv[1], shutil.which("gcc") or shutil.which("cc")):
    print(*row, sep="|")
"""


def export(bench: Bench) -> list[Row]:
    """Of robots with loops this version alone: the code of the one before has no state."""

    def read(run: Run) -> Values:
        (line,) = (x for x in run.said.splitlines() if "inverse dynamics|" in x)
        return {"us": float(line.split("|")[1])}

    rows = []
    for name, aim in export_c.TARGET.items():
        found = bench.in_turns(["-c", EXPORT, name], read)
        said = f"exported C, inverse dynamics of {name}, along a path"
        rows.append(Row(said, aim, "CPU us", *pair(found, "us")))
    return rows


def design(bench: Bench) -> list[Row]:
    """The first seed, 8 starts: seconds, and the criterion of both by `excitation.judged`."""
    rows = []
    aims = dict(zip(excitation.CASES, (6.0, 10.0)))
    for title, aim in aims.items():

        def read(run: Run, title: str = title) -> Values:
            used, coefficients = json.loads(run.said.splitlines()[-1])
            return {"CPU s": used, "value": excitation.judged(title, np.array(coefficients))[0]}

        found = bench.in_turns(["-c", excitation.ONE, title, "0"], read, turns=1)
        values = pair(found, "value")
        missing = ""
        if math.isnan(values[1]):
            missing = "in time; criterion not compared"
        elif values[0] > values[1] + SAME:
            missing = "no: in time, but a worse criterion"
        rows.append(Row(f"design, {title}", aim, "CPU s", *pair(found, "CPU s"), missing=missing))
        said = f"{title}: -ln det / b {values[0]:.4f}"
        old = "" if math.isnan(values[1]) else f", before {values[1]:.4f}"
        bench.notes.append(f"Design, {said}{old} (less is better).")
    return rows


SIMULATE = """
from simulation import REPEATS, case, simulate, timed
model, p, motion = case("delta4")
simulate(model, p, motion, 0.01)  # loads the kernels
print(min(timed(simulate, model, p, motion)[1] for _ in range(REPEATS)))
"""


def simulate(bench: Bench) -> list[Row]:
    found = bench.in_turns(["-c", SIMULATE], lambda run: {"CPU s": float(run.said)})
    return [Row("simulate, delta4, 10 s at 1 kHz", 1.5, "CPU s", *pair(found, "CPU s"))]
