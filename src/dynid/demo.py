"""The main job on one robot, from a (simulated) log to checked parameters: what `dynid demo` shows."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from dynid.clock import stage
from dynid.data.log import Log
from dynid.data.process import process
from dynid.errors import InputError
from dynid.files import check_folder, make_folder
from dynid.identify.consistent import Consistent
from dynid.identify.estimate import estimate
from dynid.identify.problem import Problem
from dynid.model.effects import Coulomb, Viscous
from dynid.model.model import Model
from dynid.report.write import write_report
from dynid.robot.closure import Follower, closed_home
from dynid.robot.geometry import Array
from dynid.robot.mechanism import Robot
from dynid.validation.check import validate

FILES = ("result.json", "report.html")
RATE = 1000.0  # Hz
BUILT = 0.2  # by which the bodies of the simulated specimen differ from the description
NOISE = 0.01  # of the torques' RMS, white
VISCOUS, COULOMB = 0.02, 0.05  # friction, as parts of the rigid torque's RMS (at 1 rad/s or m/s)


def wobble(robot: Robot, samples: int, seed: int) -> tuple[Array, Array, Array]:
    """A smooth motion (q, qd, qdd) around home: five harmonics of 0.2 Hz a joint, random phases, scaled down until the
    loops close everywhere."""
    rng = np.random.default_rng(seed)
    n = robot.dof
    start = np.zeros(n) if robot.is_tree else _home(robot)
    w = 2 * np.pi * 0.2 * np.arange(1, 6)[:, None]
    amplitude = rng.normal(size=(5, n)) / w
    phase = rng.uniform(0, 2 * np.pi, size=(5, n))
    t = np.arange(samples)[:, None, None] / RATE
    sliding = np.array([robot.joint(name).kind == "prismatic" for name in robot.actuated])
    size = np.where(sliding, 0.15, 1.0)
    for _ in range(8):
        a = amplitude * size
        q = start + (a * np.sin(w * t + phase)).sum(axis=1)
        if robot.is_tree or Follower(robot, robot.actuated).walk(q[::20]):
            break
        size = 0.7 * size
    return q, (a * w * np.cos(w * t + phase)).sum(axis=1), (-a * w**2 * np.sin(w * t + phase)).sum(axis=1)


def _home(robot: Robot) -> Array:
    return closed_home(robot)[[robot.coordinates.index(name) for name in robot.actuated]]


def simulated_log(model: Model, p: Array, samples: int, seed: int) -> Log:
    """Exact positions and noisy torques of a wobble, as a log."""
    q, qd, qdd = wobble(model.robot, samples, seed)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    noise = NOISE * np.sqrt((tau**2).mean(axis=0)) * np.random.default_rng(seed).normal(size=tau.shape)
    return Log(model.robot.actuated, np.arange(samples) / RATE, q, tau + noise, source=f"simulated, seed {seed}")


def true_parameters(model: Model, samples: int) -> Array:
    """The robot's nominal inertias, and friction in proportion to its torques."""
    p = model.prior
    if np.isnan(p[: model.n_rigid]).any():
        raise InputError(
            f"robot '{model.robot.name}' gives no inertias for some bodies, so there is nothing to simulate; "
            "expected a file with <inertial> in every link, or a built-in robot (dynid robots)."
        )
    rigid = Model(model.robot)
    size = np.sqrt((rigid.inverse_dynamics(*wobble(model.robot, samples, 1), rigid.prior) ** 2).mean(axis=0))
    p[model.n_rigid :] = np.concatenate([VISCOUS * size, COULOMB * size])
    return p


def as_built(model: Model, p: Array, seed: int = 0) -> Array:
    """The parameters of a real specimen: every body up to 20 % heavier or lighter than drawn (and so still possible)."""
    p = p.copy()
    factors = 1.0 + BUILT * np.random.default_rng(seed).uniform(-1.0, 1.0, model.n_rigid // 10)
    p[: model.n_rigid] *= np.repeat(factors, 10)
    return p


def run_demo(robot: Robot, samples: int = 10_000, output: Path | None = None, force: bool = False) -> None:
    began = time.perf_counter()
    if output is not None:
        check_folder(output, FILES, force)
    model = Model(robot, [Viscous(), Coulomb()])
    truth = as_built(model, true_parameters(model, samples))
    print(robot)
    print(
        f"as built, every body is up to {100 * BUILT:g} % heavier or lighter than drawn, and there is friction\n"
        f"moves for {samples / RATE:g} s at {RATE:g} Hz, torques with {100 * NOISE:g} % white noise\n"
    )
    with stage("moving the robot"):
        run, other = (simulated_log(model, truth, samples, seed) for seed in (1, 2))
    with stage("identifying"):
        data = process(run, model, decimate="auto")
        problem = Problem(model, data)
        result = estimate(problem, Consistent())
    print(result)
    check = validate(result, process(other, model, cutoff=data.cutoff or "auto", decimate="auto"))
    print(f"\n{check}")
    assert problem.base is not None
    off = np.abs(result.theta - problem.base.of(truth)) / np.maximum(result.std, 1e-300)
    print(f"\nagainst the true parameters: {int((off < 2).sum())} of {len(off)} within two standard deviations")
    folder = output if output is not None else Path(tempfile.mkdtemp(prefix="dynid-demo-"))
    make_folder(folder)
    result.setup.update(command=f"dynid demo {robot.name} --samples {samples}")
    result.save(folder / FILES[0], overwrite=force)
    with stage("writing the report"):
        verdict = write_report(folder / FILES[1], result, problem, check, overwrite=force)
    print(f"{verdict}\n\ndone in {time.perf_counter() - began:.1f} s; the report: {folder / FILES[1]}")
