"""The two-stage scheme on a SCARA under P control alone, with voltages that saturate:
`python benchmarks/p_controlled.py [seeds] [first seed]`; all settings default.

The robot of tests/test_p_controlled.py. The controller is soft, so a joint moves alone at 0.4 of
the speed of the excitation: faster, the others give way by more than the filters allow.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

import dynid as di
from common import table
from dynid.estimators.kalman.two_stage import DIVERGED
from dynid.notes import is_about

for folder in ("tests", "tests/help"):
    sys.path.append(str(Path(__file__).resolve().parents[1] / folder))

SLOWER = 0.4
BAND = 25.0  # rad/s, of the P controller


def report(count: int = 1, first: int = 0) -> str:
    import test_p_controlled as case

    robot, centre, swing, rubbing = case.case("scara")
    truth = di.Model(robot, rubbing, symmetric=False)
    I = np.diag(truth.mass_matrix(centre, truth.nominal)[0])
    put_in = {
        f"{joint}.{kind}": size * i
        for joint, i in zip(robot.actuated, I)
        for kind, size in (("Bv", 8.0), ("Bf1", 5.0), ("Bf2", -1.5))
    }
    p, ratio = truth.to_vector(put_in, truth.nominal), np.full(robot.dof, 40.0)

    def run(seed: int, moving: int | None = None) -> di.Log:
        alone = np.arange(robot.dof) == moving
        size = swing if moving is None else np.where(alone, 1.6 * swing, 0.0)
        motion = case.Sines(centre, size, 8.0 if moving is None else 16.0, seed)
        motion.w = motion.w * (1.0 if moving is None else SLOWER)
        asks = di.simulation.PD(motion, BAND**2 * I / (ratio * case.K_T * case.K_A))
        drive = di.simulation.VoltageDrive(asks, case.K_T, 1 / case.K_A, ratio, limit=case.LIMIT)
        sensors = di.Measurement(encoder=2e-5, relative_noise=0.005)
        return di.simulate(truth, p, drive, rate=case.RATE, measurement=sensors, seed=seed)

    rows = []
    for seed in range(first, first + count):
        single = {joint: run(10 * seed + k, k) for k, joint in enumerate(robot.actuated)}
        begin = time.process_time()
        problem = di.estimators.TwoStageProblem(
            di.Model(robot, symmetric=False), single, run(100 + seed)
        )
        result = di.estimate(problem, di.estimators.TwoStage())
        cpu = time.process_time() - begin
        off, held = [], []
        for joint, found in result.details.friction.items():
            v = np.linspace(-1.0, 1.0, 801) * found.speed[0]
            v = v[np.abs(v) > 1e-3 * found.speed[0]]
            curve, (force, std) = case.friction(put_in, joint, v), found.compute_friction(joint, v)
            off.append(100 * np.sqrt(np.mean((force - curve) ** 2) / np.mean(curve**2)))
            held.append(100 * np.mean(np.abs(force - curve) < 1.96 * std))
        new = di.validate(result, di.process(run(200 + seed), result.model)).relative
        left = sum(is_about(note, DIVERGED) for note in result.notes)
        shown = [f"{max(off):.2f}", f"{np.mean(held):.0f}", f"{new:.2f}", str(left), f"{cpu:.1f}"]
        rows.append([str(seed), *shown])
    head = ["seed", "worst curve %", "in the interval %", "new torque %", "filters left out"]
    return table([*head, "CPU s"], rows)


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
