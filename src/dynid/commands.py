"""What the commands do, apart from parsing and printing: each returns (content for JSON, text for people)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dynid.data.dataset import Dataset
from dynid.data.process import process
from dynid.data.read import read_log
from dynid.errors import DynidError, InputError
from dynid.identify.base import BaseParameters, base_parameters
from dynid.identify.estimate import Estimate, Estimator, estimate
from dynid.identify.least_squares import DLS, OLS, WLS, Ridge, TotalLeastSquares, TruncatedSVD
from dynid.identify.problem import Problem
from dynid.identify.recursive import RecursiveLeastSquares
from dynid.identify.robust import L1, Huber
from dynid.model.effects import Coulomb, Effect, Offset, RotorInertia, Spring, Viscous
from dynid.model.model import Model
from dynid.robot.load import load_robot
from dynid.robot.mechanism import listing
from dynid.simulation.measurement import Measurement
from dynid.simulation.simulate import simulate
from dynid.simulation.track import read_track
from dynid.validation.check import validate
from dynid.validation.comparison import compare

EFFECTS: dict[str, Callable[[], Effect]] = {
    "viscous": Viscous,
    "coulomb": Coulomb,
    "offset": Offset,
    "rotor": RotorInertia,
    "spring": Spring,
}
METHODS: dict[str, Callable[[], Estimator]] = {
    "ols": OLS,
    "wls": WLS,
    "huber": Huber,
    "l1": L1,
    "ridge": Ridge,
    "dls": DLS,
    "tsvd": TruncatedSVD,
    "tls": TotalLeastSquares,
    "rls": RecursiveLeastSquares,
}

Answer = tuple[dict[str, Any], str]


def build_model(robot: str, effects: str, symmetric: bool = True) -> Model:
    names = [name.strip() for name in effects.split(",") if name.strip() and name.strip() != "none"]
    unknown = [name for name in names if name not in EFFECTS]
    if unknown:
        raise InputError(f"unknown effect {listing(unknown)}; expected some of {listing(EFFECTS)}, or none.")
    return Model(load_robot(robot), [EFFECTS[name]() for name in names], symmetric)


def build_method(name: str) -> Estimator:
    if name.strip().lower() not in METHODS:
        raise InputError(f"unknown method '{name}'; expected one of {listing(METHODS)}.")
    return METHODS[name.strip().lower()]()


@contextmanager
def stage(what: str) -> Iterator[None]:
    """Say on a terminal what is being done, with a clock; nothing where output is piped."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(what, total=None)
        yield


@contextmanager
def clock(what: str, total: float) -> Iterator[Callable[[float], object] | None]:
    """A bar on a terminal, moved on by calling it with the time reached; None where output is piped."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.1f} s"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        shown = 0.0

        def show(t: float) -> None:
            nonlocal shown
            if t - shown >= 0.005 * total:
                shown = t
                progress.update(task, completed=t)

        yield show


#: cutoff, decimate, between, as typed
Settings = tuple[str, str, str]


def load_data(model: Model, logs: Sequence[Path], settings: Settings) -> Dataset:
    cutoff, decimate, between = settings
    span = None
    try:
        hertz: float | str = cutoff if cutoff == "auto" else float(cutoff)
        step: int | str | None = (
            {"auto": "auto", "none": None}[decimate] if decimate in ("auto", "none") else int(decimate)
        )
        if between:
            start, stop = (float(x) for x in between.split(","))
            span = (start, stop)
    except ValueError:
        raise InputError(
            f"got --cutoff {cutoff} --decimate {decimate} --between {between}; expected Hz or auto; a whole number, auto or "
            "none; and two times such as 0.1,7.5."
        ) from None
    with stage("reading"):
        read = [read_log(path) for path in logs]
    with stage("processing"):
        return process(read, model, cutoff=hertz, decimate=step, between=span)


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
    kinds = {kind: [n for n in model.parameters if base.kind(n) == kind] for kind in ("alone", "not at all")}
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
) -> Answer:
    estimator = build_method(method)
    model = build_model(robot, effects)
    target = _target(output)
    data = load_data(model, logs, settings)
    with stage("identifying"):
        result = estimate(Problem(model, data), estimator)
    used = _as_used(data, settings)
    result.setup.update(robot=_absolute(robot), effects=effects, cutoff=used[0], decimate=used[1], method=method)
    content, text = {"result": result.to_dict()}, str(result)
    if test:
        # the test logs get the filter that the training data chose
        check = validate(result, load_data(model, test, used))
        content["validation"] = check.to_dict()
        text += f"\n\n{check}"
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        result.save(target)
        text += f"\n\nwrote {target}"
    return content, text


def _target(output: Path | None) -> Path | None:
    """Where the result goes; refused before the work, not after it."""
    if output is None:
        return None
    if output.exists() and not output.is_dir():
        raise DynidError(f"cannot write into '{output}': it is a file; expected a folder.")
    target = output / "result.json"
    if target.exists():
        raise DynidError(f"'{target}' exists already and was left as it is; choose another folder.")
    return target


def _absolute(robot: str) -> str:
    return str(Path(robot).resolve()) if Path(robot).exists() else robot


def _as_used(data: Dataset, settings: Settings) -> Settings:
    """The settings that the training data led to, for other logs."""
    cutoff = settings[0] if data.cutoff is None else repr(float(data.cutoff))
    return cutoff, "none" if data.thinning is None else str(data.thinning.step), ""


def validate_logs(path: Path, logs: Sequence[Path], between: str) -> Answer:
    result = Estimate.load(path)
    if not {"robot", "effects", "cutoff", "decimate"} <= set(result.setup):
        raise DynidError(f"{path}: was not saved by 'dynid identify', so robot and effects are not known; use Python.")
    setup = result.setup
    model = build_model(setup["robot"], setup["effects"])
    check = validate(result, load_data(model, logs, (setup["cutoff"], setup["decimate"], between)))
    return check.to_dict(), str(check)


def compare_logs(
    robot: str, logs: Sequence[Path], test: Sequence[Path], methods: str, effects: str, settings: Settings
) -> Answer:
    estimators = [build_method(name) for name in methods.split(",") if name.strip()]
    model = build_model(robot, effects)
    data = load_data(model, logs, settings)
    unseen = load_data(model, test, _as_used(data, settings)) if test else None
    with stage("comparing"):
        table = compare(estimators, Problem(model, data), unseen)
    return table.to_dict(), str(table)


def simulate_robot(robot: str, trajectory: Path, output: Path, settings: dict[str, float], overwrite: bool) -> Answer:
    """settings: viscous, coulomb (of every actuated joint), rate, noise (part of the torques' RMS), encoder, seed."""
    import numpy as np

    if output.exists() and not overwrite:
        raise DynidError(f"'{output}' exists already and was left as it is; pass --overwrite or choose another name.")
    model = Model(load_robot(robot), [Viscous(), Coulomb()])
    motion = read_track(trajectory, model.robot)
    p = model.prior
    n = model.robot.dof
    p[model.n_rigid :] = np.repeat([settings["viscous"], settings["coulomb"]], n)
    sensors = Measurement(encoder=settings["encoder"], relative_noise=settings["noise"])
    with clock("simulating", motion.duration) as progress:
        log = simulate(
            model,
            p,
            motion,
            rate=settings["rate"],
            measurement=sensors,
            seed=int(settings["seed"]),
            progress=progress,
        )
    log.save(output, overwrite)
    off = np.abs(log.truth.q - motion.at(log.t)[0]).max(axis=0) if log.truth is not None else np.zeros(n)
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
            "largest distance from the trajectory: " + ", ".join(f"{name} {x:.2g}" for name, x in zip(log.joints, off)),
            f"wrote {output}",
        ]
    )
    return content, text
