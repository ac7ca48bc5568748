"""Friction identified apart, in two steps, and together with the bodies:
`python benchmarks/friction_apart.py [seeds]`.

A machine with viscous and dry friction in its motors follows passes at constant speed and an
exciting motion. Errors of the friction, and of M(q) and gravity over the workspace, of

    exciting   all parameters of the log of the exciting motion alone
    two steps  friction of the passes (`fit_friction_apart`), fixed in the fit of the exciting log
    joint      all parameters of both logs

for a machine that is as its model, and for one whose dry friction grows towards rest (Stribeck),
which the model does not know.
"""

from __future__ import annotations

import sys

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.excitation.friction_motion import FrictionMotion, design_friction_motion
from dynid.identification.friction_apart import fit_friction_apart
from dynid.model.random_states import draw_random_states

SEEDS, RATE, NOISE, ENCODER = 10, 1000.0, 0.02, 1e-5
ROBOTS = ("delta3", "five_bar")
KINDS = ("as the model", "Stribeck")
WAYS = ("exciting", "two steps", "joint")
STRIBECK, SLOW = 0.3, 0.05  # of the dry friction, at rest; rad/s


def record(model: di.Model, p: Array, motion: object, kind: str, seed: int) -> di.Log:
    """Under computed torque; the torque that Stribeck adds is that of the motors' speeds."""
    drive = di.simulation.ComputedTorque(motion, p=p)
    sensors = di.simulation.Measurement(encoder=ENCODER)
    log = di.simulate(model, p, drive, rate=RATE, measurement=sensors, seed=seed)
    tau = np.array(log.tau)
    if kind == KINDS[1]:
        qd = log.truth.qd
        dry = np.array([p[model.parameters.index(f"{x}.coulomb")] for x in model.robot.actuated])
        tau += STRIBECK * dry * np.sign(qd) * np.exp(-((qd / SLOW) ** 2))
    rng = np.random.default_rng(seed)
    tau += NOISE * np.sqrt((tau**2).mean(axis=0)) * rng.normal(size=tau.shape)
    return di.Log(model.robot.actuated, log.t, log.q, tau)


def identify(
    model: di.Model, motion: FrictionMotion, passes: di.Log, exciting: di.Log
) -> dict[str, Array]:
    """{way: parameters}."""
    alone = di.process(exciting, model)
    apart = fit_friction_apart(motion, di.process(passes, model))
    fixed = {name: max(value, 0.0) for name, (value, _) in apart.items()}
    whole = di.process([passes, exciting], model)
    fits = {
        WAYS[0]: (alone, di.Consistent(draws=0)),
        WAYS[1]: (alone, di.Consistent(draws=0, fixed=fixed)),
        WAYS[2]: (whole, di.Consistent(draws=0)),
    }
    return {way: di.estimate(di.Problem(model, data), by).p for way, (data, by) in fits.items()}


def judge(model: di.Model, p: Array, truth: Array) -> list[float]:
    """% off: friction, M, gravity."""
    others = model.layout.others
    friction = np.linalg.norm(p[others] - truth[others]) / np.linalg.norm(truth[others])
    q = draw_random_states(model.robot, 100)[0]
    M, M_true = (model.mass_matrix(q, x) for x in (p, truth))
    g, g_true = (model.gravity(q, x) for x in (p, truth))
    sizes = [np.linalg.norm(M - M_true) / np.linalg.norm(M_true)]
    sizes += [np.linalg.norm(g - g_true) / max(np.linalg.norm(g_true), 1e-12)]
    level = np.linalg.norm(g_true) > 1e-9
    return [100 * float(x) for x in (friction, sizes[0], sizes[1] if level else np.nan)]


def report(seeds: int = SEEDS) -> str:
    rows = []
    for name in ROBOTS:
        model = di.Model(di.load_robot(name), [di.Viscous(), di.Coulomb(width=0.002)])
        motion = design_friction_motion(model)
        for kind in KINDS:
            errors: dict[str, list[list[float]]] = {way: [] for way in WAYS}
            for seed in range(seeds):
                rng, truth = np.random.default_rng(seed), model.nominal
                truth[model.layout.others] = rng.uniform(0.3, 0.9, model.robot.dof * 2)
                shown = make_sines(model.robot, 10.0, 1.0, seed)
                passes = record(model, truth, motion.trajectory, kind, seed)
                exciting = record(model, truth, shown, kind, 100 + seed)
                for way, p in identify(model, motion, passes, exciting).items():
                    errors[way].append(judge(model, p, truth))
                print(
                    name, kind, seed, {w: np.round(e[-1], 2) for w, e in errors.items()}, flush=True
                )
            rows += [
                [name, kind, way, *(f"{x:.2f}" for x in np.median(errors[way], axis=0))]
                for way in WAYS
            ]
    head = ["robot", "machine", "fit", "friction %", "M %", "gravity %"]
    return "\n\n".join(
        [
            "### Friction apart, in two steps, and together",
            f"Medians of {seeds} seeds; {100 * NOISE:g} % of torque noise, encoders of"
            f" {ENCODER:g} rad.",
            table(head, rows),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:])))
