"""The two-stage scheme of Rodriguez-Angeles 2002 on simulated CFT logs, 20 seeds: `python benchmarks/kalman.py [seeds]`.

Each seed has its own noise (1 % of the torque, encoder steps of Table 5) and its own start: every friction coefficient and
inertia wrong by a random factor, up to half an order of magnitude each way. Of the extended and the unscented filter every joint
takes the likelier one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from common import table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import cft_experiment as experiment
import dynid as di

PERIODS = 40  # of the excitation, 2.5 s each


def seed_row(model: di.Model, seed: int) -> tuple[list[str], list[float]]:
    start = experiment.rough_start(seed)
    begin = time.process_time()
    single = {j: experiment.single_log(j, seed, rate=250.0, duration=10.0) for j in experiment.JOINTS}
    data = di.process(experiment.excitation_log(seed, periods=PERIODS), model, method="fourier", period=2.5)
    check = di.process(experiment.check_log(seed), model, method="fourier", period=2.0)
    scheme = di.TwoStage(
        (di.ExtendedKalman(start=start), di.UnscentedKalman(start=start)), parameters=experiment.CARRIER
    )
    result = scheme.run(model, single, data, check)
    seconds = time.process_time() - begin
    curves = [experiment.curve_error(joint, found) for joint, found in result.friction.items()]
    known = experiment.known_friction(model, data)
    off = [100.0 * np.abs(theta / experiment.TABLE_4 - 1.0) for theta in (known, result.estimate.theta)]
    errors = [float(x.max()) for x in off]
    chosen = "".join(found.method[0] for found in result.friction.values())
    numbers = [*curves, result.check.relative, *errors, seconds]
    shown = [f"{x:.2f}" for x in numbers[4:]]
    shown[1], shown[2] = (f"{text} (theta_{x.argmax() + 1})" for text, x in zip(shown[1:3], off))
    return [str(seed), chosen, *(f"{x:.3f}" for x in curves), *shown], numbers


def report(seeds: int) -> str:
    model = experiment.model()
    done = [seed_row(model, seed) for seed in range(seeds)]
    worst = np.max([numbers for _, numbers in done], axis=0)
    head = ["seed", "filters", *(f"{j} curve %" for j in experiment.JOINTS)]
    head += ["new torque %", "theta, known friction %", "theta, two stages %", "CPU s"]
    last = ["worst", "", *(f"{x:.3f}" for x in worst[:4]), *(f"{x:.2f}" for x in worst[4:])]
    return table(head, [row for row, _ in done] + [last])


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(report(count))
