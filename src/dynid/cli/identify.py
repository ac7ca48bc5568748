"""dynid identify: from logs to parameters, their uncertainty, a verdict and a report."""

from __future__ import annotations

import shlex
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.logs import Settings, load_data
from dynid.cli.options import (
    OWN,
    Between,
    Cutoff,
    Decimate,
    Effects,
    Force,
    Json,
    Logs,
    RobotName,
    Slow,
    Test,
    answer,
    estimator_of,
)
from dynid.clock import stage
from dynid.errors import listing
from dynid.estimators import ESTIMATORS
from dynid.files import check_folder, make_folder
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.identify.estimate import Estimate
    from dynid.identify.problem import Problem
    from dynid.validation.check import Validation
    from dynid.validation.verdict import Verdict

FILES = ("result.json", "report.html")


def identify(
    robot: RobotName,
    logs: Logs,
    test: Test = None,
    method: Annotated[str, typer.Option(help=f"{listing(ESTIMATORS)}; {OWN}.")] = "consistent",
    effects: Effects = "viscous,coulomb,offset,rotor",
    cutoff: Cutoff = "auto",
    decimate: Decimate = "auto",
    slow: Slow = "auto",
    between: Between = "",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help=f"Folder for {' and '.join(FILES)}; made if new."),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Identify a robot's parameters from logs, with their uncertainty."""
    from dynid.identify.estimate import estimate
    from dynid.identify.problem import Problem
    from dynid.identify.saved import content_of
    from dynid.model.build import build_model
    from dynid.validation.check import validate
    from dynid.validation.verdict import judge

    estimator = estimator_of(method)
    model = build_model(robot, effects)
    if output is not None:
        check_folder(output, FILES, force)
    settings = Settings(cutoff, decimate, slow, between)
    data = load_data(model, logs, settings)
    with stage("identifying"):
        problem = Problem(model, data)
        used = settings.used(data)
        setup = {
            "robot": absolute(robot),
            "effects": ",".join(map(absolute, effects.split(","))),
            "cutoff": used.cutoff,
            "decimate": used.decimate,
            "slow": used.slow,
            "method": method,
            "dynid": __version__,
            "files": dict(data.files),
            "folder": str(Path.cwd()),
            "command": shlex.join(["dynid", *sys.argv[1:]]),
        }
        result = estimate(problem, estimator, setup)
    # the test logs get the filter that the training data chose
    check = validate(result, load_data(model, test, used)) if test else None
    if output is None:
        verdict = judge(result, problem, check)
    else:
        verdict = write(output, result, problem, check, force)
    content: dict[str, Any] = {"result": content_of(result), "verdict": verdict.to_dict()}
    if check is not None:
        content["validation"] = check.to_dict()
    said = [str(part) for part in (result, check, verdict) if part is not None]
    if output is not None:
        said.append("\n".join(f"wrote {output / name}" for name in FILES))
    answer(as_json, content, "\n\n".join(said))


def absolute(name: str) -> str:
    """A file, or "file.py:Name", to be found from any folder; other names as they are."""
    path, colon, attribute = name.strip().rpartition(":") if ".py:" in name else (name, "", "")
    return f"{Path(path).resolve()}{colon}{attribute}" if Path(path).is_file() else name


def write(
    folder: Path, result: Estimate, problem: Problem, check: Validation | None, force: bool
) -> Verdict:
    from dynid.report.write import write_report

    make_folder(folder)
    result.save(folder / FILES[0], overwrite=force)
    today = date.today().isoformat()
    with stage("writing the report"):
        return write_report(folder / FILES[1], result, problem, check, date=today, overwrite=force)
