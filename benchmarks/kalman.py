"""The two-stage scheme of Rodriguez-Angeles 2002 on simulated CFT logs, 20 seeds: `python
benchmarks/kalman.py [seeds]`.

Each seed has its own noise (1 % of the torque, encoder steps of Table 5) and its own start: every
friction coefficient and every inertia wrong by a random factor. Of the filters that are tried every
joint takes the likelier one; the truth is not asked.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import dynid as di
from common import table
from dynid.estimators.kalman.passes import KalmanDivergence
from dynid.estimators.kalman.two_stage import DIVERGED
from dynid.notes import is_about
from dynid.papers.rodriguez2002 import rodriguez_robot as cft

SEEDS = 20
CURVE = 2.0  # %, the limit of a friction curve's relative RMS error


def seed_row(model: di.Model, seed: int) -> tuple[list[str], list[float], int]:
    """Two stages from a start of the right order of magnitude: what is shown, the numbers, and
    filters that diverged."""
    begin = time.process_time()
    single = {joint: cft.make_single_log(joint, seed) for joint in cft.JOINTS}
    data = di.process(
        cft.make_excitation_log(seed), model, method="fourier", period=2.5, average=True
    )
    start = cft.draw_rough_start(seed)
    filters = (
        di.estimators.ExtendedKalman(start=start),
        di.estimators.UnscentedKalman(start=start),
    )
    result = di.estimate(
        di.estimators.TwoStageProblem(model, single, data),
        di.estimators.TwoStage(filters, parameters=cft.CARRIER),
    )
    unseen = di.process(cft.check_log(seed), result.model, method="fourier", period=2.0)
    friction = result.details.friction
    curves = [cft.compute_curve_error(joint, found) for joint, found in friction.items()]
    known = cft.fit_known_friction(model, data)
    off = [100.0 * np.abs(theta / cft.TABLE_4 - 1.0) for theta in (known, result.theta)]
    numbers = [
        *curves,
        di.validate(result, unseen).relative,
        *(float(x.max()) for x in off),
        time.process_time() - begin,
    ]
    chosen = "".join(found.method[0] for found in friction.values())
    shown = [f"{x:.2f}" for x in numbers[4:]]
    shown[1], shown[2] = (f"{text} (theta_{x.argmax() + 1})" for text, x in zip(shown[1:3], off))
    lost = sum(is_about(note, DIVERGED) for note in result.notes)
    return [str(seed), chosen, *(f"{x:.3f}" for x in curves), *shown], numbers, lost


def two_stages(model: di.Model, seeds: int) -> str:
    seed_row(model, 0)  # loads the kernels
    done = [seed_row(model, seed) for seed in range(seeds)]
    worst = np.max([numbers for _, numbers, _ in done], axis=0)
    head = ["seed", "filters", *(f"{j} curve %" for j in cft.JOINTS)]
    head += ["new torque %", "theta, known friction %", "theta, two stages %", "CPU s"]
    last = ["worst", "", *(f"{x:.3f}" for x in worst[:4]), *(f"{x:.2f}" for x in worst[4:])]
    lost = f"Of {8 * seeds} runs of a filter {sum(lost for _, _, lost in done)} diverged."
    return table(head, [row for row, _, _ in done] + [last]) + "\n\n" + lost


def farther(model: di.Model, seeds: int, decades: float = 1.0) -> str:
    """Starts wrong by a factor of up to ten either way: how many curves of the 4 joints each choice
    of filters gets."""
    choices = {
        "extended": (0,),
        "unscented": (1,),
        "the likelier of both": (0, 1),
        "or from the log's own guess": (0, 1, 2),
    }
    errors: dict[str, list[float]] = {name: [] for name in choices}
    for seed in range(seeds):
        start = cft.draw_rough_start(seed, decades)
        filters = (
            di.estimators.ExtendedKalman(start=start),
            di.estimators.UnscentedKalman(start=start),
            di.estimators.ExtendedKalman(),
        )
        for joint in cft.JOINTS:
            found = [
                run(kalman, model, cft.make_single_log(joint, seed), joint) for kalman in filters
            ]
            for name, tried in choices.items():
                errors[name].append(max(found[k] for k in tried)[1])
    rows = []
    for name, each in errors.items():
        good = [e for e in each if e < CURVE]
        lost = sum(np.isinf(each))
        rows.append(
            [
                name,
                f"{len(good)} of {len(each)}",
                str(lost),
                f"{max(e for e in each if np.isfinite(e)):.3f}",
            ]
        )
    return table(["filter", f"curves within {CURVE:g} %", "diverged", "worst %"], rows)


def run(
    kalman: di.estimators.ExtendedKalman | di.estimators.UnscentedKalman,
    model: di.Model,
    log: di.Log,
    joint: str,
) -> tuple[float, float]:
    """Log-likelihood and error of the curve."""
    try:
        found = di.estimate(di.estimators.KalmanProblem(model, log, joint), kalman).details
    except KalmanDivergence:
        return -np.inf, np.inf
    return found.log_likelihood, cft.compute_curve_error(joint, found)


def report(seeds: int = SEEDS) -> str:
    model = cft.make_model()
    return "\n\n".join(
        [
            f"### Two-stage Kalman scheme: CFT robot, {seeds} seeds",
            (
                "Simulated by Appendix B; friction with a Stribeck dip, 1 % torque noise, encoders"
                " of Table 5; each joint alone for 10 s at 250 Hz, Table 3's excitation for 100 s."
                " Every friction coefficient and inertia starts wrong by a random factor up to 3.2"
                " either way; per joint the likelier of the extended (E) and the unscented (U)"
                " filter is taken. theta: largest relative error of Table 4's twelve linear"
                " parameters."
            ),
            two_stages(model, seeds),
            "Starts wrong by a factor of up to 10 either way: curves, 4 joints a seed.",
            farther(model, seeds),
        ]
    )


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS))
