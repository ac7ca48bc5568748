"""Kalman filters and the two-stage scheme on controlled robots with a start-up transient:
`python benchmarks/kalman_controlled.py [seeds] [first seed]`.

A SCARA and a standing arm, run in MuJoCo (controlled.py), each joint alone, all settings default.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import controlled
import dynid as di
from common import table
from dynid.estimators.kalman.passes import KalmanDivergence
from dynid.estimators.kalman.two_stage import DIVERGED
from dynid.notes import is_about

SEEDS, FIRST = 4, 10  # the filters' settings were chosen on the logs of seeds 0 to 3
CURVE = 2.0  # %, the limit of a friction curve's relative RMS error
FILTERS = (di.estimators.ExtendedKalman(), di.estimators.UnscentedKalman())


def one(robot: str, joint: str, log: di.Log, kalman: di.Estimator) -> tuple[float, ...]:
    """Error, stated deviation, share within the interval (see controlled.judged), CPU s."""
    begin = time.process_time()
    problem = di.estimators.KalmanProblem(controlled.model(robot), log, joint)
    try:
        found = di.estimate(problem, kalman).details
    except KalmanDivergence:
        return np.inf, np.nan, 0.0, time.process_time() - begin
    return *controlled.judged(robot, joint, found), time.process_time() - begin


def curves(seeds: range) -> str:
    rows, numbers = [], []
    for robot, (_, joints) in controlled.ROBOTS.items():
        for joint in joints:
            for seed in seeds:
                log = controlled.run(robot, joint, seed)
                both = [one(robot, joint, log, kalman) for kalman in FILTERS]
                numbers.append(both)
                shown = [
                    text
                    for e, std, share, cpu in both
                    for text in (f"{e:.2f}", f"{std:.2f}", f"{100 * share:.0f}", f"{cpu:.1f}")
                ]
                rows.append([robot, joint, str(seed), *shown])
    all_ = np.array(numbers)
    for k, name in enumerate(("extended", "unscented")):
        good = int(np.sum(all_[:, k, 0] < CURVE))
        rows.append(
            [
                f"{name}: {good} of {len(all_)} within {CURVE:g} %,"
                f" worst {all_[:, k, 0].max():.2f} %;"
                f" {100 * all_[:, k, 2].mean():.1f} % of the curves within their 95 % interval;"
                f" {all_[:, k, 3].mean():.2f} s CPU a run"
            ]
        )
    head = ["robot", "joint", "seed"]
    head += [f"{f} {what}" for f in "EU" for what in ("%", "stated %", "within %", "CPU s")]
    last = "\n".join(f"* {row[0]}" for row in rows[-2:])
    return table(head, rows[:-2]) + "\n\n" + last


def two_stages(seeds: range) -> str:
    """Both stages by default settings, and the torque of a motion that was not used."""
    rows = []
    for robot, (_, joints) in controlled.ROBOTS.items():
        for seed in seeds:
            single = {joint: controlled.run(robot, joint, seed) for joint in joints}
            whole, new = (controlled.run(robot, None, s, 20.0) for s in (seed, seed + 100))
            begin = time.process_time()
            problem = di.estimators.TwoStageProblem(controlled.model(robot), single, whole)
            result = di.estimate(problem, di.estimators.TwoStage())
            cpu = time.process_time() - begin
            friction = result.details.friction
            worst = max(
                controlled.judged(robot, joint, found)[0] for joint, found in friction.items()
            )
            check = di.validate(result, di.process(new, result.model))
            left = sum(is_about(note, DIVERGED) for note in result.notes)
            rows.append(
                [robot, str(seed), f"{worst:.2f}", f"{check.relative:.2f}", str(left), f"{cpu:.1f}"]
            )
    head = ["robot", "seed", "worst curve %", "new torque %", "filters left out", "CPU s"]
    return table(head, rows)


def report(count: int = SEEDS, first: int = FIRST) -> str:
    seeds = range(first, first + count)
    return "\n\n".join(
        [
            f"### Kalman filters on controlled robots: seeds {seeds[0]} to {seeds[-1]}",
            (
                "MuJoCo; PD (even seeds) or PID control at 1 kHz, logged at 500 Hz; the joint"
                " starts at rest, a tenth of its swing beside its reference; encoders of 32768 to"
                " 80000 steps a turn; 1 % torque noise. Default settings. E and U: extended and"
                " unscented filter; %: relative RMS error of the friction curve; stated: its"
                " deviation as stated; within: share of the curve in its 95 % interval."
            ),
            curves(seeds),
            "The two-stage scheme by default settings, excitation of all joints for 20 s:",
            two_stages(seeds),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
