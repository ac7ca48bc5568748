"""The whole chain on one robot, which is simulated: what `dynid demo` shows."""

from __future__ import annotations

import shlex
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from dynid.arrays import Array
from dynid.clock import bar, stage
from dynid.data.log import Log
from dynid.data.process import process
from dynid.data.read import read_log
from dynid.errors import InputError
from dynid.estimators.consistent.estimator import Consistent
from dynid.excite.design import design_excitation
from dynid.excite.excitation import Excitation
from dynid.excite.limits import Limits
from dynid.excite.shapes import Fourier
from dynid.excite.workspace import Hemisphere
from dynid.exports.write import export_all
from dynid.files import check_folder, make_folder
from dynid.identify.estimate import estimate
from dynid.identify.problem import Problem
from dynid.model.effects import Coulomb, Viscous
from dynid.model.model import Model
from dynid.report.write import write_report
from dynid.robot.mechanism import Robot
from dynid.simulation.controllers import ComputedTorque
from dynid.simulation.measurement import Measurement
from dynid.simulation.simulate import simulate
from dynid.validation.check import validate
from dynid.version import __version__

FILES = ("design.json", "trajectory.csv", "run1.csv", "run2.csv", "result.json", "report.html")
PERIOD = 10.0  # s
RATE = 1000.0  # Hz
BUILT = 0.2  # by which the bodies of the simulated specimen differ from the description
VISCOUS, COULOMB = 0.02, 0.05  # friction, as parts of the rigid torque's RMS (at 1 rad/s or m/s)
SLOW = "5%"  # of each joint's largest speed
ENCODER = {
    "revolute": 2 * np.pi / 2**19,
    "continuous": 2 * np.pi / 2**19,
    "prismatic": 1e-6,
}  # rad or m
NOISE = 0.01  # of the torques' RMS, white

#: of the robots whose description has none: Gnad 2024's workspace and speeds
LIMITS = {
    "delta4": Limits(
        workspace=Hemisphere((0.0, 0.0, -0.9), 0.45),
        velocity={"arm1": 8.0, "arm2": 8.0, "arm3": 8.0, "psi": 15.0},
        tool_acceleration=50.0,
    )
}


def designed(model: Model, seed: int, starts: int, iterations: int) -> Excitation:
    """A motion within the limits; a few iterations show the parameters well enough, more would show
    them better."""
    limits = LIMITS.get(model.robot.name)
    shape = Fourier(PERIOD, harmonics=5, coordinates="task" if limits is not None else "actuated")
    return design_excitation(model, shape, limits, starts=starts, seed=seed, iterations=iterations)


def check_known(model: Model) -> None:
    if np.isnan(model.prior[: model.n_rigid]).any():
        raise InputError(
            f"robot '{model.robot.name}' gives no inertias for some bodies, so there is nothing to"
            " simulate; expected a file with <inertial> in every link, or a built-in robot (dynid"
            " robots)."
        )


def as_built(model: Model, motion: Excitation, seed: int = 0) -> Array:
    """The parameters of a real specimen: every body up to 20 % heavier or lighter than drawn (and
    so still possible), and
    friction in proportion to the torques of a motion."""
    p = model.prior
    rigid = Model(model.robot)
    tau = rigid.inverse_dynamics(*motion.trajectory.at(np.arange(0.0, PERIOD, 0.01)), rigid.prior)
    size = np.sqrt((tau**2).mean(axis=0))
    p[model.n_rigid :] = np.concatenate([VISCOUS * size, COULOMB * size])
    factors = 1.0 + BUILT * np.random.default_rng(seed).uniform(-1.0, 1.0, model.n_rigid // 10)
    p[: model.n_rigid] *= np.repeat(factors, 10)
    return p


def moved(model: Model, truth: Array, motion: Excitation, run: int, path: Path, force: bool) -> Log:
    """The log of the real specimen, whose controller knows the drawn bodies only; by way of a file,
    as a robot gives it."""
    robot = model.robot
    sensors = Measurement(
        [ENCODER[robot.joint(name).kind] for name in robot.actuated], relative_noise=NOISE
    )
    drawn = ComputedTorque(motion.trajectory, model=Model(robot))
    with bar(f"moving the robot, run {run}", PERIOD) as progress:
        log = simulate(
            model, truth, drawn, rate=RATE, measurement=sensors, seed=run, progress=progress
        )
    log.save(path, overwrite=force)
    return read_log(path)


@contextmanager
def step(what: str) -> Iterator[None]:
    """One line for each step, with its time, where a log of the run is kept as well as on a
    terminal."""
    began = time.perf_counter()
    yield
    print(f"  {what:<64} {time.perf_counter() - began:6.1f} s", flush=True)


def run_demo(robot: Robot, source: str, output: Path | None = None, force: bool = False) -> None:
    """source: the name or file of the robot, as typed."""
    began = time.perf_counter()
    kinds = {"json": f"{robot.name}.json", "mjcf": f"{robot.name}.xml"}
    if robot.is_tree:
        kinds["urdf"] = f"{robot.name}.urdf"
    if output is not None:
        check_folder(output, (*FILES, *kinds.values()), force)
    model = Model(robot, [Viscous(), Coulomb()])
    check_known(model)
    folder = output if output is not None else Path(tempfile.mkdtemp(prefix="dynid-demo-"))
    make_folder(folder)
    print(robot, flush=True)
    with step("design a motion that shows the parameters, another to check"):
        excitation = designed(model, seed=0, starts=2, iterations=25)
        other = designed(model, seed=1, starts=1, iterations=3)
        excitation.save(folder, overwrite=force)
    truth = as_built(model, excitation)
    with step(f"move the robot, {PERIOD:g} s twice: friction, encoders, 1 % noise"):
        runs = [(1, excitation, folder / FILES[2]), (2, other, folder / FILES[3])]
        logs = [moved(model, truth, motion, run, path, force) for run, motion, path in runs]
    with step("filter, differentiate, close the loops"), stage("processing"):
        # joints stick where they turn round, and friction is not sign(qd) there: leave these
        # samples out
        data = process(logs[0], model, slow=SLOW)
        unseen = process(logs[1], model, cutoff=data.cutoff or "auto", slow=SLOW)
    with step("identify bodies that can exist, and friction"), stage("identifying"):
        problem = Problem(model, data)
        # as dynid identify writes it, so that dynid validate can read it
        setup = {
            "robot": source,
            "effects": "viscous,coulomb",
            "cutoff": repr(data.cutoff),
            "decimate": "auto",
            "slow": SLOW,
            "method": "consistent",
            "dynid": __version__,
            "files": dict(data.files),
            "command": shlex.join(["dynid", "demo", source]),
        }
        result = estimate(problem, Consistent(), setup)
    check = validate(result, unseen)
    with step("write result, report, and the robot for other programs"), stage("writing"):
        result.save(folder / FILES[4], overwrite=force)
        export_all(
            result,
            {kind: folder / name for kind, name in kinds.items()},
            model=model,
            overwrite=force,
        )
        verdict = write_report(
            folder / FILES[5], result, problem, check, excitation, overwrite=force
        )
    print(f"\n{result}\n\n{check}\n")
    assert problem.base is not None
    off = np.abs(result.theta - problem.base.of(truth)) / np.maximum(result.std, 1e-300)
    print(
        f"against the true parameters: {int((off < 2).sum())} of {len(off)} within two standard"
        " deviations"
    )
    print(
        f"{verdict}\n\ndone in {time.perf_counter() - began:.1f} s; the report: {folder / FILES[5]}"
    )
