"""What the commands do, apart from parsing and printing: each returns (content for JSON, text for
people)."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from dynid.clock import bar, stage
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.data.process import process
from dynid.data.read import read_log
from dynid.errors import DynidError, InputError, listing
from dynid.estimators import ESTIMATORS
from dynid.excite.trajectory import load_trajectory
from dynid.files import check_folder, make_folder
from dynid.identify.estimate import Estimate, estimate
from dynid.identify.fit import Estimator
from dynid.identify.problem import Problem
from dynid.identify.saved import content_of
from dynid.model.base import BaseParameters, base_parameters
from dynid.model.build import build_model
from dynid.model.effects import Coulomb, Stribeck
from dynid.model.model import Model
from dynid.report.write import write_report
from dynid.simulation.controllers import reference
from dynid.simulation.measurement import Measurement
from dynid.simulation.simulate import simulate
from dynid.validation.check import validate
from dynid.validation.comparison import compare
from dynid.validation.verdict import judge
from dynid.version import __version__

Answer = tuple[dict[str, Any], str]


def build_method(name: str) -> Estimator:
    made: Estimator = ESTIMATORS.find(name)()
    return made


#: what `identify -o` writes
FILES = ("result.json", "report.html")


STICKING = "5%"  # of a joint's largest speed: below, it may stick
#: cutoff, decimate, slow, between, as typed
Settings = tuple[str, str, str, str]


def load_data(model: Model, logs: Sequence[Path], settings: Settings) -> Dataset:
    cutoff, decimate, slow, between = settings
    hertz = _typed("--cutoff", cutoff, float, "Hz or auto", {"auto": "auto"})
    step = _typed(
        "--decimate", decimate, int, "a whole number, auto or none", {"auto": "auto", "none": None}
    )
    # where a joint sticks, dry friction is not sign(qd): these samples mislead
    dry = any(isinstance(effect, (Coulomb, Stribeck)) for effect in model.effects)
    words = {"auto": STICKING if dry else None, "none": None}
    slowest = _typed(
        "--slow", slow, _speed, "auto, a speed such as 0.02, a part such as 5%, or none", words
    )
    span = _typed("--between", between, _span, "two times in s, such as 0.1,7.5", {"": None})
    with stage("reading"):
        read = [_read(path) for path in logs]
    with stage("processing"):
        return process(read, model, cutoff=hertz, decimate=step, slow=slowest, between=span)


def _typed(
    option: str, text: str, read: Callable[[str], Any], expected: str, words: dict[str, Any]
) -> Any:
    """What an option says: one of some words, or something to read."""
    try:
        return words[text] if text in words else read(text)
    except ValueError:
        raise InputError(f"got {option} {text}, expected {expected}.") from None


def _speed(text: str) -> float | str:
    return text if text.endswith("%") else float(text)


def _span(text: str) -> tuple[float, float]:
    start, stop = map(float, text.split(","))
    return start, stop


def _read(path: Path) -> Log:
    try:
        return read_log(path)
    except InputError as error:
        if not path.exists():
            raise
        raise InputError(f"{error} On the command line: see dynid convert --help.") from error


def inspect_robot(name: str, effects: str, symmetric: bool) -> Answer:
    model = build_model(name, effects, symmetric)
    base = base_parameters(model)
    robot = model.robot
    content = {
        "robot": robot.name,
        "bodies": [body.name for body in robot.bodies if not body.massless],
        "coordinates": list(robot.coordinates),
        "actuated": list(robot.actuated),
        "loops": [loop.name for loop in robot.loops],
        "n_parameters": len(model.parameters),
        "n_contributing": base.contributing,
        "n_base": len(base),
        "gap": base.gap,
        "base": list(base.names),
        "parameters": {name: base.kind(name) for name in model.parameters},
    }
    return content, inspect_text(model, base)


def inspect_text(model: Model, base: BaseParameters) -> str:
    robot = model.robot
    kinds = {
        kind: [n for n in model.parameters if base.kind(n) == kind]
        for kind in ("alone", "not at all")
    }
    lines = [
        repr(robot),
        f"bodies       {listing([b.name for b in robot.bodies if not b.massless])}",
        f"coordinates  {listing(robot.coordinates)}",
        f"actuated     {listing(robot.actuated)}",
        f"parameters   {len(model.parameters)}, of which {base.contributing} contribute",
        f"base         {len(base)} (gap {base.gap:.1e})",
        "",
        "identifiable combinations:",
        *(f"  {k:>3}  {name}" for k, name in enumerate(base.names, start=1)),
        "",
        f"alone: {listing(kinds['alone'], 12)}",
        f"not at all: {listing(kinds['not at all'], 12)}",
    ]
    return "\n".join(lines)


def identify_logs(
    robot: str,
    logs: Sequence[Path],
    test: Sequence[Path],
    method: str,
    effects: str,
    settings: Settings,
    output: Path | None,
    force: bool = False,
) -> Answer:
    estimator = build_method(method)
    model = build_model(robot, effects)
    if output is not None:
        check_folder(output, FILES, force)
    data = load_data(model, logs, settings)
    with stage("identifying"):
        problem = Problem(model, data)
        used = _as_used(data, settings)
        setup = {
            "robot": _absolute(robot),
            "effects": effects,
            "cutoff": used[0],
            "decimate": used[1],
            "slow": used[2],
            "method": method,
            "dynid": __version__,
            "files": dict(data.files),
            "folder": str(Path.cwd()),
            "command": typed(),
        }
        result = estimate(problem, estimator, setup)
    # the test logs get the filter that the training data chose
    check = validate(result, load_data(model, test, used)) if test else None
    verdict = judge(result, problem, check)
    content, text = {"result": content_of(result), "verdict": verdict.to_dict()}, str(result)
    if check is not None:
        content["validation"] = check.to_dict()
        text += f"\n\n{check}"
    text += f"\n\n{verdict}"
    if output is not None:
        make_folder(output)
        result.save(output / FILES[0], overwrite=force)
        with stage("writing the report"):
            write_report(
                output / FILES[1],
                result,
                problem,
                check,
                date=date.today().isoformat(),
                overwrite=force,
            )
        text += f"\n\nwrote {output / FILES[0]}\nwrote {output / FILES[1]}"
    return content, text


def typed() -> str:
    """The command as it was typed, to be repeated."""
    return shlex.join(["dynid", *sys.argv[1:]])


def _absolute(robot: str) -> str:
    return str(Path(robot).resolve()) if Path(robot).exists() else robot


def _as_used(data: Dataset, settings: Settings) -> Settings:
    """The settings that the training data led to, for other logs."""
    cutoff = settings[0] if data.cutoff is None else repr(float(data.cutoff))
    return cutoff, "none" if data.thinning is None else str(data.thinning.step), settings[2], ""


def validate_logs(path: Path, logs: Sequence[Path], slow: str | None, between: str) -> Answer:
    result = Estimate.load(path / FILES[0] if path.is_dir() else path)
    setup = result.setup
    needed = {"cutoff", "decimate", *(() if result.model else ("robot", "effects"))}
    if not needed <= set(setup):
        raise DynidError(
            f"{path}: was not saved by 'dynid identify', so robot and effects are not known; use"
            " Python."
        )
    model = result.model or build_model(setup["robot"], setup["effects"])
    slow = setup.get("slow", "none") if slow is None else slow
    check = validate(
        result, load_data(model, logs, (setup["cutoff"], setup["decimate"], slow, between))
    )
    return check.to_dict(), str(check)


def compare_logs(
    robot: str,
    logs: Sequence[Path],
    test: Sequence[Path],
    methods: str,
    effects: str,
    settings: Settings,
) -> Answer:
    everything = methods.strip().lower() == "all"
    estimators = (
        [] if everything else [build_method(name) for name in methods.split(",") if name.strip()]
    )
    model = build_model(robot, effects)
    data = load_data(model, logs, settings)
    unseen = load_data(model, test, _as_used(data, settings)) if test else None
    with stage("comparing"):
        table = compare("all" if everything else estimators, Problem(model, data), unseen)
    return table.to_dict(), str(table)


def simulate_robot(
    robot: str,
    trajectory: Path,
    output: Path,
    duration: float | None,
    settings: dict[str, float],
    overwrite: bool,
) -> Answer:
    """settings: viscous, coulomb (of every actuated joint), rate, noise (part of the torques' RMS),
    encoder, seed."""
    import numpy as np

    if output.exists() and not overwrite:
        raise DynidError(
            f"'{output}' exists already and was left as it is; pass --force or choose another name."
        )
    model = build_model(robot, "viscous,coulomb")
    p = model.prior
    if unknown := [
        body.name for body in model.robot.bodies if body.inertia is None and not body.massless
    ]:
        raise InputError(
            f"robot '{model.robot.name}': no inertia is known of {listing(unknown, 8)}, which a"
            " simulation needs; write it into the robot's file, or simulate an identified robot"
            " (dynid export RESULT --urdf or --mjcf)."
        )
    motion = load_trajectory(trajectory, model.robot)
    n = model.robot.dof
    p[model.n_rigid :] = np.repeat([settings["viscous"], settings["coulomb"]], n)
    sensors = Measurement(encoder=settings["encoder"], relative_noise=settings["noise"])
    with bar("simulating", duration or motion.duration) as progress:
        log = simulate(
            model,
            p,
            motion,
            duration,
            rate=settings["rate"],
            measurement=sensors,
            seed=int(settings["seed"]),
            progress=progress,
        )
    log.save(output, overwrite)
    off = (
        np.abs(log.truth.q - reference(motion, model.robot, log.t)[0]).max(axis=0)
        if log.truth is not None
        else np.zeros(n)
    )
    content = {
        "robot": model.robot.name,
        "samples": len(log),
        "duration": log.duration,
        "largest_tracking_error": dict(zip(log.joints, off.tolist())),
        "output": str(output),
    }
    text = "\n".join(
        [
            repr(log),
            "largest distance from the trajectory: "
            + ", ".join(f"{name} {x:.2g}" for name, x in zip(log.joints, off)),
            f"wrote {output}",
        ]
    )
    return content, text


def export_files(
    what: str, output: Path | None, given: dict[str, Path], robot: str | None, force: bool
) -> str:
    from dynid.exports.write import export_all, kind_of

    targets = {**({kind_of(output): output} if output is not None else {}), **given}
    if not targets:
        raise InputError(
            "nothing to write; expected a file name, or --urdf, --mjcf, --json, --yaml or --c."
        )
    return str(export_all(what, targets, robot=robot, overwrite=force))
