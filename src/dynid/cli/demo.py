"""dynid demo: the whole chain on one robot, which is simulated."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.options import Force, Json, RobotName, answer
from dynid.cli.simulate import as_built
from dynid.clock import bar, stage
from dynid.errors import InputError
from dynid.files import check_folder, make_folder
from dynid.study.robot import RobotOptions, held
from dynid.study.text_values import absolute
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.arrays import Array
    from dynid.data.dataset import Dataset
    from dynid.data.log import Log
    from dynid.excite.excitation import Excitation
    from dynid.identification.estimate import Estimate
    from dynid.identification.problem import Problem
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot
    from dynid.validation.check import Validation
    from dynid.validation.verdict import Verdict

FILES = (
    *("design.json", "trajectory.csv", "run1.csv", "run2.csv", "result.json", "report.html"),
    "trajectory.yaml",
)
PERIOD = 10.0  # s
RATE, SELDOM = 1000.0, 250.0  # Hz, and of robots with many joints
# joints of a robot for which the same takes too long to watch: its motion is designed in fewer
# steps and logged less often, and what a controller makes of it is not integrated
MANY = 20
BUILT = 0.2  # by which the bodies of the simulated specimen differ from the description
FEW = 10  # steps of the design of such a robot
SAID = f"""  More than {MANY} joints, so less is done: the motion is the best of one start and
  {FEW} steps, and it is followed exactly: torques come from the inverse dynamics,
  with friction, and no controller or sticking joint is simulated."""
VISCOUS, COULOMB = 0.02, 0.05  # friction, as parts of the rigid torque's RMS (at 1 rad/s or m/s)
SLOW = "5%"  # of each joint's largest speed
TURN = 2 * pi / 2**19
ENCODER = {"revolute": TURN, "continuous": TURN, "prismatic": 1e-6}  # rad or m
NOISE = 0.01  # of the torques' RMS, white


def demo(
    about: RobotOptions,
    robot: RobotName = "delta4",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Folder for all files; a new temporary one if not given."
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Design a motion, simulate the robot, find its parameters again, check them, and write a
    report."""
    with redirect_stdout(sys.stderr if as_json else sys.stdout):
        content = shown(about, robot, output, force)
    if as_json:
        answer(as_json, content, "")


def shown(about: RobotOptions, robot: str, output: Path | None, force: bool) -> dict[str, Any]:
    """The whole chain, told step by step; returns what came out."""
    import numpy as np

    from dynid.data.process import process
    from dynid.estimators.consistent.estimator import Consistent
    from dynid.identification.estimate import estimate
    from dynid.identification.problem import Problem
    from dynid.model.build import build_model
    from dynid.validation.check import validate

    began = time.perf_counter()
    machine = about.load(robot)
    if machine.base:
        raise InputError(
            f"robot '{machine.name}' floats, and no motor drives its base; expected --base fixed,"
            " which holds it. A robot that stands or hangs: dynid design with --contacts or --hang,"
            " then dynid simulate with the same, and dynid identify."
        )
    model = build_model(held(machine, ()), "viscous,coulomb")
    if output is not None:
        check_folder(output, (*FILES, *exported(model.robot).values()), force)
    check_known(model)
    folder = output if output is not None else Path(tempfile.mkdtemp(prefix="dynid-demo-"))
    make_folder(folder)
    print(model.robot, flush=True)
    many = model.robot.dof > MANY
    if many:
        print(SAID, flush=True)
    with step("design a motion that shows the parameters, another to check"):
        starts, iterations = (1, FEW) if many else (2, 25)
        excitation = designed(model, seed=0, starts=starts, iterations=iterations)
        other = designed(model, seed=1, starts=starts, iterations=3 if many else iterations)
        excitation.save(folder, overwrite=force)
    truth = specimen(model, excitation)
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
        result = estimate(problem, Consistent(), setup_of(robot, data))
    check = validate(result, unseen)
    with step("write result, report, and the robot for other programs"), stage("writing"):
        verdict = write(folder, problem, result, check, excitation, force)
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
    return {
        "folder": str(folder),
        "verdict": verdict.to_dict(),
        "validation": check.to_dict(),
        "within_two_deviations": int((off < 2).sum()),
        "parameters": len(off),
    }


def designed(model: Model, seed: int, starts: int, iterations: int) -> Excitation:
    """A motion within the limits; a few iterations show the parameters well enough, more would show
    them better."""
    from dynid.excite.design import design_excitation
    from dynid.excite.limits import Limits
    from dynid.excite.series import Fourier
    from dynid.excite.workspace import Hemisphere

    limits = None
    if model.robot.name == "delta4":  # its description has none: Gnad 2024's workspace and speeds
        limits = Limits(
            workspace=Hemisphere((0.0, 0.0, -0.9), 0.45),
            velocity={"arm1": 8.0, "arm2": 8.0, "arm3": 8.0, "psi": 15.0},
            tool_acceleration=50.0,
        )
    series = Fourier(PERIOD, harmonics=5, coordinates="task" if limits is not None else "actuated")
    return design_excitation(model, series, limits, starts=starts, seed=seed, iterations=iterations)


def check_known(model: Model) -> None:
    import numpy as np

    if np.isnan(model.prior[model.layout.inertial]).any():
        raise InputError(
            f"robot '{model.robot.name}' gives no inertias for some bodies, so there is nothing to"
            " simulate; expected a file with <inertial> in every link, or a built-in robot (dynid"
            " robots)."
        )


def specimen(model: Model, motion: Excitation) -> Array:
    """The parameters of a real specimen: every body up to 20 % heavier or lighter than drawn
    (and so still possible), and friction in proportion to the torques of a motion."""
    import numpy as np

    from dynid.model.model import Model

    p, t = model.prior, np.arange(0.0, PERIOD, 0.01)
    rigid = Model(model.robot)
    tau = rigid.inverse_dynamics(*motion.trajectory.at(t), rigid.prior)
    drives = model.robot.actuated
    of_drive = dict(zip(drives, np.sqrt((tau**2).mean(axis=0))))
    size = np.array([of_drive.get(name, min(of_drive.values())) for name in model.robot.motors])
    p[model.layout.others] = np.concatenate([VISCOUS * size, COULOMB * size])
    p[model.layout.inertial] *= as_built(len(model.group_names), BUILT)
    return p


def moved(model: Model, truth: Array, motion: Excitation, run: int, path: Path, force: bool) -> Log:
    """The log of the real specimen, whose controller knows the drawn bodies only; by way of a file,
    as a robot gives it."""
    from dynid.data.read import read_log
    from dynid.model.model import Model
    from dynid.simulation.controllers import ComputedTorque
    from dynid.simulation.following import follow_exactly
    from dynid.simulation.measurement import Measurement
    from dynid.simulation.simulate import simulate

    robot = model.robot
    sensors = Measurement(
        [ENCODER[robot.joint(name).kind] for name in robot.logged], relative_noise=NOISE
    )
    if robot.dof > MANY:
        log = follow_exactly(model, truth, motion.trajectory, SELDOM, sensors, seed=run)
    else:
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


def setup_of(robot: str, data: Dataset) -> dict[str, Any]:
    """As dynid identify says it, so that dynid validate and dynid export can read it."""
    return {
        "robot": absolute(robot),
        "effects": "viscous,coulomb",
        "cutoff": repr(data.cutoff),
        "decimate": "auto",
        "slow": SLOW,
        "method": "consistent",
        "dynid": __version__,
        "files": dict(data.files),
        "command": shlex.join(["dynid", "demo", robot]),
    }


def exported(robot: Robot) -> dict[str, str]:
    """{kind: file} that the robot is written as."""
    kinds = {"json": "json", "mjcf": "xml"} | ({"urdf": "urdf"} if robot.is_tree else {})
    return {kind: f"{robot.name}.{ending}" for kind, ending in kinds.items()}


def write(
    folder: Path,
    problem: Problem,
    result: Estimate,
    check: Validation,
    excitation: Excitation,
    force: bool,
) -> Verdict:
    """Result, robot files and report, as dynid identify writes them."""
    from dynid.exports.write import export_all
    from dynid.report.write import write_report

    model = problem.model
    assert model is not None
    result.save(folder / FILES[4], overwrite=force)
    targets = {kind: folder / file for kind, file in exported(model.robot).items()}
    export_all(result, targets, model=model, overwrite=force)
    return write_report(folder / FILES[5], result, problem, check, excitation, overwrite=force)
