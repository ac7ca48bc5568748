"""Logs with known mistakes, by the hundred: do diagnostics name it, or is the answer still right?

    python benchmarks/fuzz_logs.py --count 200 --seed 1 --robots arm7,random5_3,delta3 --nominal

Each case: a clean simulated log, one mistake of `log_mutations.KINDS`, an identification (WLS), the
diagnostics. It is then

    told       diagnostics have a certain or likely finding, or the log is refused with a sentence
    hinted     a possible finding only
    repaired   told, and the repaired log gives right predictions
    harmless   nothing told, and the torques of another motion are still predicted as well
    open       nothing told, but this mistake of this joint is named as one that the log cannot show
    silent     nothing told, and the torques are wrong: SILENT AND WRONG, as is hinted
    traceback  an exception that is no DynidError

With --clean the same number of clean logs: every certain or likely finding is a false alarm.

    python benchmarks/fuzz_logs.py --of run1.json,run2.json      the table of runs kept by --json
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
import warnings
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from dynid.arrays import Array
from dynid.data.log import Log
from dynid.data.process import process
from dynid.diagnostics.examination import Diagnosis, check
from dynid.diagnostics.repairs import CHANGES, repair_log
from dynid.errors import DynidError
from dynid.estimators.least_squares import WLS
from dynid.findings import Finding
from dynid.identification.estimate import estimate
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.notes import get_subject, is_about
from log_mutations import KINDS
from simulated_logs import EFFECTS, Clean, clean_log

ROBOTS = ("random3_1", "random4_2", "random5_3", "random6_4", "arm7", "delta3", "five_bar")
#: error of a joint's predicted torque, over its RMS: larger than this, and than so many times that
#: of the clean log, is wrong
WRONG, WORSE = 0.05, 3.0
OUTCOMES = ("told", "repaired", "harmless", "open", "hinted", "silent", "traceback")
#: part of a kind's name: the kind of the note of diagnostics on it among what the logs cannot show
OPEN = {
    "torque gain of all": "all torques",
    "torque gain of one": "torque gain",
    "offset": "position offset",
    "gear": "gear ratio",
}


@dataclass(frozen=True)
class Case:
    robot: str
    seed: int
    kind: str
    outcome: str
    said: tuple[str, ...]
    error: float
    seconds: float


def prediction_error(clean: Clean, model: Model, log: Log) -> float:
    """The worst joint's error of torques predicted for another motion, over their RMS."""
    data = process(log, model, slow="5%")
    result = estimate(Problem(model, data), WLS())
    predicted: Array = model.inverse_dynamics(*clean.motion, result.p)
    size = np.sqrt(np.mean(clean.torque**2, axis=0))
    size = np.maximum(size, 0.02 * size.max())
    return float((np.sqrt(np.mean((predicted - clean.torque) ** 2, axis=0)) / size).max())


def run(name: str, seed: int, kind: str, nominal: bool, second: bool) -> Case:
    clean = clean_log(name, seed, nominal)
    rng = np.random.default_rng([seed, sum(map(ord, kind))])
    began = time.process_time()
    said: tuple[str, ...] = ()
    error, outcome, seconds = np.nan, "told", np.nan
    try:
        log, robot = (clean.log, clean.model.robot) if kind == "clean" else KINDS[kind](clean, rng)
        model = Model(robot, EFFECTS)
        found = check(model, [log, clean.test] if second else log)
        said = tuple(f"{x.certainty[0]}:{x.kind}" for x in found.findings)
        seconds = time.process_time() - began
        error, outcome = judged(clean, kind, model, log, found)
    except DynidError as refused:
        said = (f"refused: {refused}"[:60],)
    except Exception:
        traceback.print_exc()
        outcome = "traceback"
    return Case(name, seed, kind, outcome, said, error, seconds)


def judged(clean: Clean, kind: str, model: Model, log: Log, found: Diagnosis) -> tuple[float, str]:
    if found.sure:
        fixed = repaired_log(log, found.findings)
        right = fixed is not None and not wrong(clean, model, fixed)[1]
        return np.nan, "repaired" if right else "told"
    error, far = wrong(clean, model, log)
    if not far:
        return error, "harmless"
    if np.isnan(error):
        return error, "told"
    if open_to(clean, kind, log, found):
        return error, "open"
    return error, "hinted" if found.findings else "silent"


def wrong(clean: Clean, model: Model, log: Log) -> tuple[float, bool]:
    """The error of predicted torques, nan where the log is refused, and whether it is too large."""
    try:
        error = prediction_error(clean, model, log)
    except DynidError:
        return np.nan, True
    if error < WRONG:
        return error, False
    return error, error > WORSE * prediction_error(clean, clean.model, clean.log)


def open_to(clean: Clean, kind: str, log: Log, found: Diagnosis) -> bool:
    """Whether diagnostics name this mistake, of these joints, as one that the log cannot show."""
    note = next((OPEN[part] for part in OPEN if part in kind), None)
    if note is None or log.q.shape != clean.log.q.shape:
        return False
    changed = ((log.q != clean.log.q) | (log.tau != clean.log.tau)).any(axis=0)
    joints = [name for name, moved in zip(log.joints, changed) if moved]
    told = [get_subject(text)[1:] for text in found.untold if is_about(text, note)]
    return any(not names or set(joints) <= set(names) for names in told)


def repaired_log(log: Log, findings: Sequence[Finding]) -> Log | None:
    changes = [x.change for x in findings if x.sure and x.change and x.change.do in CHANGES]
    for change in changes:
        log = repair_log(log, change)
    return log if changes else None


def table(cases: Sequence[Case]) -> str:
    by: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        by[case.kind][case.outcome] += 1
    lines = ["| kind | " + " | ".join(OUTCOMES) + " |", "| --- |" + " --- |" * len(OUTCOMES)]
    for kind in sorted(by):
        lines.append(f"| {kind} | " + " | ".join(str(by[kind][o] or "") for o in OUTCOMES) + " |")
    total = Counter(case.outcome for case in cases)
    lines.append("| all | " + " | ".join(str(total[o]) for o in OUTCOMES) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> list[Case]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--robots", default=",".join(ROBOTS))
    parser.add_argument("--kinds", default="", help="parts of the names of kinds, with commas")
    parser.add_argument("--nominal", action="store_true", help="the file has masses, 12 %% off")
    parser.add_argument("--second", action="store_true", help="a second, clean log is given")
    parser.add_argument("--clean", action="store_true", help="clean logs only: false alarms")
    parser.add_argument("--json", default="", help="file for all cases")
    parser.add_argument("--of", default="", help="no run: the table of files written by --json")
    options = parser.parse_args(arguments)
    if options.of:
        print(summary(kept(options.of)))
        return kept(options.of)
    warnings.simplefilter("ignore")
    wanted = [part for part in options.kinds.split(",") if part]
    kinds = [k for k in KINDS if not wanted or any(part in k for part in wanted)]
    rng = np.random.default_rng([options.seed, 11])
    robots = options.robots.split(",")
    cases = []
    order: list[str] = []
    while len(order) < options.count:
        order += [kinds[k] for k in rng.permutation(len(kinds))]
    for k in range(options.count):
        kind = "clean" if options.clean else order[k]
        seed = 1000 * options.seed + k
        case = run(robots[k % len(robots)], seed, kind, options.nominal, options.second)
        cases.append(case)
        if options.json:
            Path(options.json).write_text(json.dumps([vars(one) for one in cases], indent=1))
        odd = case.outcome in ("silent", "traceback", "hinted", "open")
        if odd or (options.clean and case.said):
            print(f"{case.outcome}: {case.kind}, {case.robot}, seed {case.seed}, error"
                  f" {100 * case.error:.3g} %, {case.said}", flush=True)  # fmt: skip
    print(summary(cases))
    return cases


def summary(cases: Sequence[Case]) -> str:
    """The table, and what counts."""
    silent = sum(case.outcome in ("silent", "hinted") for case in cases)
    clean = [case for case in cases if case.kind == "clean"]
    alarms = sum(any(x[0] in "cl" for x in case.said) for case in clean)
    seconds = np.nanmean([case.seconds for case in cases])
    kinds = len({case.kind for case in cases})
    return (
        f"{table(cases)}\n{len(cases)} logs of {kinds} kinds: silent and"
        f" wrong {silent}, {100 * silent / max(len(cases), 1):.2g} %; false alarms {alarms} of"
        f" {len(clean)} clean ones; {seconds:.2f} s of processor time a check"
    )


def kept(names: str) -> list[Case]:
    """The cases of files that --json wrote."""
    return [Case(**one) for name in names.split(",") for one in json.loads(Path(name).read_text())]


if __name__ == "__main__":
    main()
