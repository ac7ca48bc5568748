"""A quadruped swaying in MuJoCo, its mass found with forces on its feet measured, and with them
unknown: python benchmarks/floating.py --seeds 0 1 2 --radius 0.022"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

import dynid as di

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "help"))
from quadruped_help import LEGS, quadruped, sway

FEET = [f"{leg}_foot" for leg in LEGS]


def log_of(columns: dict[str, np.ndarray], forces: bool) -> di.Log:
    """With forces on the feet and no torques, or the other way round."""
    joints = [name[2:] for name in columns if name.startswith("q_")]
    kind = "q" if forces else "tau"
    kept = ("base", "imu", "f", "p") if forces else ("base", "imu")
    tau = np.stack([columns[f"{kind}_{joint}"] for joint in joints], axis=1) * (not forces)
    return di.Log(
        joints,
        columns["t"],
        np.stack([columns[f"q_{joint}"] for joint in joints], axis=1),
        tau,
        around={name: x for name, x in columns.items() if name.startswith(kept)},
        torqueless=joints if forces else (),
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    arguments.add_argument("--radius", type=float, default=0.004, help="of the feet, m")
    arguments.add_argument("--noise", type=float, default=1.0, help="times the usual")
    given = arguments.parse_args()
    text = quadruped().replace('size="0.004"', f'size="{given.radius}"')
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dog.xml"
        path.write_text(text)
        robot = di.load_robot(path)
    print("seed  forces    rows   largest error/deviation  chi2/n   mass error %")
    for seed in given.seeds:
        run = sway(text, 20.0, seed=seed)
        columns = run.columns(np.random.default_rng(seed), given.noise)
        for forces in (True, False):
            log = log_of(columns, forces)
            stood = robot if forces else di.data.stand_on_feet(robot, FEET, log, given.radius)
            model = di.Model(stood, [] if forces else [di.RotorInertia()])
            problem = di.Problem(model, di.process(log, model))
            rotors = np.full(0 if forces else len(robot.motors), 0.01)
            truth = np.concatenate([di.Model(robot, []).prior, rotors])
            try:
                plain = di.estimate(problem, di.WLS())
                e = plain.theta - problem.base.compute_theta(truth)
                chi2 = e @ np.linalg.solve(plain.covariance, e) / len(e)
                said = f"{np.abs(e / plain.std).max():23.2f}  {chi2:6.2f}"
            except di.DynidError:
                said = f"{'not shown':>23}  {'':6}"
            result = di.estimate(problem, di.Consistent())
            masses = [x for x, name in zip(result.p, model.parameters) if name.endswith(".m")]
            known = "measured" if forces else "unknown"
            error = 100 * (sum(masses) / run.mass - 1)
            print(f"{seed:4d}  {known}  {problem.n:6d}  {said}  {error:13.3f}", flush=True)


if __name__ == "__main__":
    main()
