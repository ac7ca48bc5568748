"""Elastic gears told from one encoder: how many are found, and how many rigid joints accused.

    python benchmarks/resonance.py [machines of each kind] [first seed]

A pendulum on an elastic gear (two masses, scipy), resonance 3 to 12 Hz; rigid ones with friction of
many sizes, Stribeck's too, and torques late by up to 20 ms. Then the real logs, where they are.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

import dynid as di
from real_data import DATA
from real_effects import USUAL, log_of, robot_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "help"))
from elastic_help import URDF, recorded

LOGS = (
    ("panda_gaz", "traj1.csv"),
    ("kuka_lwr4", "meas1.csv"),
    ("kuka_lwr4", "meas2.csv"),
    ("kuka_lwr4", "meas3.csv"),
    ("kuka_kr300", "A.csv"),
    ("kuka_kr300", "B.csv"),
    ("kuka_kr300", "C.csv"),
    ("staubli_tx40", "traj1.csv"),
    ("ur10", "log.csv"),
    ("tiago", "log.csv"),
)


def found_in(robot: di.Robot, log: di.Log) -> tuple[object, ...]:
    model = di.Model(robot, USUAL)
    data = di.process(log, model, decimate=None)
    result = di.estimate(di.Problem(model, data), di.Consistent(draws=0))
    return di.find_elastic_joints(result, data)


def simulated(machines: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pendulum.urdf"
        path.write_text(URDF)
        robot = di.load_robot(path)
    ratios, accused = [], 0
    for k in range(seed, seed + machines):
        rng = np.random.default_rng(k)
        true = float(np.exp(rng.uniform(np.log(3), np.log(12))))
        t, q, tau = recorded(k, true, rng.uniform(0.2, 1.0), rng.uniform(0.01, 0.05))
        for each in found_in(robot, di.Log(("shoulder",), t, q[:, None], tau[:, None])):
            ratios.append(each.frequency / true)
        friction = {"dry": rng.uniform(0.5, 5.0), "stribeck": rng.choice([0.0, 0.5])}
        t, q, tau = recorded(k, None, late=rng.choice([0.0, 0.005, 0.02]), **friction)
        accused += len(found_in(robot, di.Log(("shoulder",), t, q[:, None], tau[:, None])))
    low, middle, high = np.quantile(ratios, [0.05, 0.5, 0.95])
    print(
        f"elastic: {len(ratios)} of {machines} told, frequency {middle:.2f} of the true one in the"
        f" median ({low:.2f} to {high:.2f} in 90 %)"
    )
    print(f"rigid: {accused} of {machines} accused")


def real() -> None:
    for folder, name in LOGS if DATA.is_dir() else ():
        robot = robot_of(folder)
        log = log_of(robot, folder, name)
        log = log.select_times(0.1, 7.5) if folder == "staubli_tx40" else log
        said = ", ".join(f"{x.joint} {x.frequency:.2g} Hz" for x in found_in(robot, log))
        print(f"{folder} {name}: {said or 'none'}", flush=True)


if __name__ == "__main__":
    typed = [int(word) for word in sys.argv[1:]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        simulated(*[*typed, *(40, 1)[len(typed) :]])
        real()
