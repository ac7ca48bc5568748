"""The whole chain on one robot, which is simulated: what `dynid demo` does."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dynid.errors import InputError
from dynid.files import check_folder, make_folder
from dynid.option_names import name_option
from dynid.progress import show_stage
from dynid.study.study import Study

FILES = (
    *("design.json", "trajectory.csv", "run1.csv", "run2.csv", "result.json", "report.html"),
    "trajectory.yaml",
)
PERIOD = 10.0  # s
#: a robot with more joints takes too long to watch: its motion is designed in fewer steps and
#: logged less often, and what a controller makes of it is not integrated
MANY = 20
SHORTENED = f"""\
  More than {MANY} joints, so the demo is shortened: the motion is optimised from
  one start in 10 steps and followed exactly: torques come from the inverse dynamics
  with friction; no controller and no stiction is simulated."""
#: Gnad 2024's workspace and speeds, of which the description of delta4 has none
LIMITS = {
    "workspace": {"hemisphere": {"center": [0.0, 0.0, -0.9], "radius": 0.45}},
    "velocity": {"arm1": 8.0, "arm2": 8.0, "arm3": 8.0, "psi": 15.0},
    "tool_acceleration": 50.0,
}


def demonstrate(
    study: Study, output: Path | None, overwrite: bool, tell: Callable[[str], object]
) -> dict[str, Any]:
    """The whole chain, told step by step; returns what came out.

    output    a folder for all files; None: a new temporary one
    """
    from dynid.exports.export_files import export_all
    from dynid.report.report_files import write_report
    from dynid.simulation.specimen import check_inertias, make_specimen, record_specimen

    began = time.perf_counter()
    study = study.replace(effects="viscous,coulomb")
    model = study.build_model(())
    machine = model.robot
    if machine.base:
        raise InputError(
            f"robot '{machine.name}' has a floating base, which no motor moves; expected"
            f" {name_option('base', 'fixed')}. For a robot that stands or hangs: design with"
            f" {name_option('contacts')} or {name_option('hang')}, then simulate with the same"
            " options, then identify."
        )
    kinds = {"json": "json", "mjcf": "xml"} | ({"urdf": "urdf"} if machine.is_tree else {})
    exported = {kind: f"{machine.name}.{ending}" for kind, ending in kinds.items()}
    if output is not None:
        check_folder(output, (*FILES, *exported.values()), overwrite)
    check_inertias(model)
    folder = output if output is not None else Path(tempfile.mkdtemp(prefix="dynid-demo-"))
    make_folder(folder)
    many, runs = machine.dof > MANY, [folder / name for name in FILES[2:4]]
    tell(f"{machine}\n{SHORTENED}" if many else str(machine))
    with _time_step(tell, "design an exciting trajectory, and another one to check the result"):
        how: dict[str, Any] = {"period": PERIOD, "rest": False, "search_time": None}
        if machine.name == "delta4":
            how |= {"limits": LIMITS, "coordinates": "task"}
        how |= {"tolerance": 0.0, "starts": 1 if many else 2}
        motions = [
            study.design(**how, seed=seed, iterations=steps).excitation
            for seed, steps in enumerate((10, 3) if many else (25, 25))
        ]
        motions[0].save(folder, overwrite=overwrite)
    with _time_step(tell, f"move the robot, {PERIOD:g} s twice: friction, encoders, 1 % noise"):
        truth = make_specimen(model, motions[0].trajectory)
        for seed, (motion, run) in enumerate(zip(motions, runs), start=1):
            log = record_specimen(model, truth, motion.trajectory, seed, exactly=many)
            log.save(run, overwrite=overwrite)
    with _time_step(tell, "process the logs, identify physically consistent inertias and friction"):
        found = study.identify(runs[:1], runs[1:])
    told = "write the result, the report, and the identified robot file"
    with _time_step(tell, told), show_stage("writing"):
        result, check = found.result, found.validation
        assert check is not None  # there is a test log
        result.save(folder / FILES[4], overwrite=overwrite)
        targets = {kind: folder / file for kind, file in exported.items()}
        export_all(result, targets, model=model, overwrite=overwrite)
        page, parts = folder / FILES[5], (result, found.problem, check, motions[0])
        verdict = write_report(page, *parts, train=found.training, overwrite=overwrite)
    off = abs(result.theta - found.problem.base.compute_theta(truth))
    near = int((off < 2 * result.std.clip(1e-300)).sum())
    tell(f"\n{result}\n\n{check}\n")
    tell(f"against the true parameters: {near} of {len(off)} within two standard deviations")
    tell(f"{verdict}\n\ndone in {time.perf_counter() - began:.1f} s; the report: {page}")
    content = {"folder": str(folder), "verdict": verdict.to_dict(), "validation": check.to_dict()}
    return content | {"within_two_deviations": near, "parameters": len(off)}


@contextmanager
def _time_step(tell: Callable[[str], object], what: str) -> Iterator[None]:
    """One line for each step, with its time, where a log of the run is kept as well as on a
    terminal."""
    began = time.perf_counter()
    yield
    tell(f"  {what:<64} {time.perf_counter() - began:6.1f} s")
