"""What a design gains that knows an earlier log: `python benchmarks/sequential_design.py [seeds]`.

After a first motion, a second one is designed with what the first has shown (sequential), and
without (independent); the criterion is the volume of the confidence ellipsoid. Deviations of all
base parameters after both motions, sequential over independent: below 1 is a gain. The first motion
is a design itself, or an ordinary one: sines in a part of the ranges of the motors.
"""

from __future__ import annotations

import sys

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.excitation.earlier_information import EarlierInformation, invert_information
from dynid.excitation.excitation import RATE

SEEDS, AIM = 50, 0.5
EFFECTS = (di.Viscous(), di.Coulomb(width=0.02))
SHAPE = di.Fourier(3.0, 2, rest=True)
LIMITS = di.Limits(velocity=3.0, acceleration=20.0)
HOW = {"starts": 1, "iterations": 150}
#: and the part of the usual motion that the ordinary one takes
ROBOTS = {"delta3": 0.3, "five_bar": 0.3}


def take_rows(model: di.Model, q: Array, qd: Array, qdd: Array, noise: Array) -> Array:
    """W'W of the base parameters, each sample at RATE."""
    W = model.regressor(q, qd, qdd)[:, :, di.base_parameters(model).independent] / noise[:, None]
    W = W.reshape(-1, W.shape[2])
    return np.asarray(W.T @ W)


def compare(name: str, ordinary: bool, seed: int) -> Array:
    """Deviations, sequential over independent."""
    model = di.Model(di.load_robot(name), EFFECTS)
    base = di.base_parameters(model)
    designed = di.design_excitation(model, SHAPE, LIMITS, seed=seed, **HOW)
    noise, M = designed.noise, RATE * SHAPE.period
    if ordinary:
        motion = make_sines(model.robot, SHAPE.period, ROBOTS[name], seed)
        first = take_rows(model, *motion.at(np.arange(int(M)) / RATE), noise)
    else:
        first = M * designed.information
    R = np.eye(len(model.parameters))[:, base.independent]
    of_drives = dict(zip(model.robot.actuated, noise.tolist()))
    known = EarlierInformation(name, model.parameters, R @ first @ R.T, of_drives)
    other = {**HOW, "seed": 1000 + seed}
    free = di.design_excitation(model, SHAPE, LIMITS, noise=noise, **other)
    knowing = di.design_excitation(model, SHAPE, LIMITS, earlier=known, **other)
    one, two = (
        np.sqrt(np.diag(invert_information(first + M * each.information)))
        for each in (knowing, free)
    )
    return np.asarray(one / two)


def report(seeds: int = SEEDS) -> str:
    rows = []
    for name in ROBOTS:
        for ordinary in (False, True):
            ratios = []
            for seed in range(seeds):
                ratios.append(compare(name, ordinary, seed))
                print(name, ordinary, seed, f"{np.exp(np.log(ratios[-1]).mean()):.2f}", flush=True)
            of_seeds = np.exp(np.log(ratios).mean(axis=1))
            rows.append(
                [
                    name,
                    "ordinary" if ordinary else "designed",
                    f"{np.median(of_seeds):.2f}",
                    f"{np.percentile(of_seeds, 10):.2f} .. {np.percentile(of_seeds, 90):.2f}",
                    f"{np.median(np.min(ratios, axis=1)):.2f}",
                    f"{sum(of_seeds <= AIM)} of {seeds}",
                ]
            )
    head = ["robot", "first motion", "mean, median", "10 .. 90 %", "best parameter", "half or less"]
    return "\n\n".join(
        [
            "### Designs that know an earlier log",
            f"Deviations after both motions, sequential over independent; {seeds} seeds, one start"
            " of the search each, geometric means over all base parameters.",
            table(head, rows),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
