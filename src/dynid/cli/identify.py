"""dynid identify: from logs to parameters, their uncertainty, a verdict and a report."""

from __future__ import annotations

import json
import shlex
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.choosing import AUTO, Chosen, chosen
from dynid.cli.colour import in_colour
from dynid.cli.feet import by_rows, on_feet
from dynid.cli.groups import as_typed, option
from dynid.cli.known import Known, reduced
from dynid.cli.loads import weighed, with_loads
from dynid.cli.logs import Recorded, Settings, load_data, noticed_in
from dynid.cli.options import (
    OWN,
    InAnyCase,
    Json,
    Logs,
    Overwrite,
    RobotName,
    Test,
    answer,
    estimator_of,
    refuse_result,
)
from dynid.cli.project import NAME, Project
from dynid.cli.robot import USUAL, ModelOptions
from dynid.cli.standing import standing
from dynid.clock import Loudness, stage
from dynid.errors import DynidError, InputError, listing
from dynid.estimators import FROM_SENSORS, METHODS
from dynid.files import check_folder, together, write_whole
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.choice.record import Choice
    from dynid.data.dataset import Dataset
    from dynid.doctor.findings import Finding
    from dynid.identify.estimate import Estimate, Estimator
    from dynid.model.model import Model
    from dynid.validation.check import Validation
    from dynid.validation.verdict import Verdict

FILES = ("result.json", "report.html")
VERDICT = "verdict.json"  # of the report, for programs
CHOOSES = "consistent"  # the method that finds effects in the logs unless it is told some


@dataclass(frozen=True)
class Method(Known):
    """The estimator, by name. `reduction`, fewer parameters of one's own, stands in dynid.yaml
    only."""

    method: str = option(
        CHOOSES,
        as_typed,
        "--method",
        help=f"{listing((*METHODS, *FROM_SENSORS), 99)}; {OWN}.",
    )
    reduction: Mapping[str, Mapping[str, float]] | None = None


def identify(
    robot: RobotName,
    logs: Logs,
    about: ModelOptions,
    by: Method,
    settings: Settings,
    test: Test = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help=f"Folder for {' and '.join(FILES)}; made if new."),
    ] = None,
    overwrite: Overwrite = False,
    force: InAnyCase = False,
    as_json: Json = False,
) -> None:
    """Identify a robot's parameters from logs, with their uncertainty.

    Friction and what else acts in the joints is found in the logs unless --effects names it. A
    result that fails on its own training logs is printed, not written, unless --force.

    per-body: each body by itself, from logs with force sensors in the joints (columns fx_<joint> to
    mz_<joint>).
    """
    from dynid.doctor.hints import recorded, shown
    from dynid.identify.problem import Problem
    from dynid.identify.resonance import elastic_joints
    from dynid.identify.saved import content_of
    from dynid.validation.check import validate
    from dynid.validation.verdict import find_training_failures

    estimator = estimator_of(by.method)
    settings = settings.matched([*logs, *(test or ())])
    about, settings = standing(about, settings, robot, logs)
    auto = about.effects == AUTO or (about.effects is None and by.method == CHOOSES)
    model = (replace(about, effects=None) if auto else about).model(
        robot, USUAL, logs=Recorded(logs, settings)
    )
    model = on_feet(with_loads(model, settings.payloads), [*logs, *(test or ())], settings)
    auto = auto and not model.robot.base  # they are looked for in machines that stand firm
    model = by_rows(model, logs, settings) if about.effects is None else model
    if output is not None:
        check_folder(output, (*FILES, VERDICT), overwrite or force)
    settings.check_unseen(logs, test)
    by = replace(by, fixed={**weighed(settings.payloads), **by.fixed})
    usual = Chosen(model, settings)
    found = chosen(model, logs, settings, test or ()) if auto else usual
    try:
        data, problem, used, result = fitted(found, robot, logs, about, by, estimator)
    except InputError as error:
        if found.choice is None:
            raise
        found = replace(usual, refusal=f"{error} So the usual effects were taken.")
        data, problem, used, result = fitted(found, robot, logs, about, by, estimator)
    choice, troubles = found.choice, list[str]()
    with after_fit("no elastic joints were looked for", troubles), stage("identifying"):
        elastic = map(str, elastic_joints(result, data))
        result = replace(result, notes=(*result.notes, *elastic))
    check = train = None
    # the test logs get the filter that the training data chose
    predicts = problem.model if isinstance(problem, Problem) else result.model
    has_bodies = predicts is not None and len(result.p) == len(predicts.parameters)
    if isinstance(problem, Problem) and has_bodies:
        with after_fit("the result was not checked on its own logs", troubles):
            train = validate(result, data)
    failures = () if train is None else find_training_failures(train)
    folder = output if force or not failures else None
    if folder is not None:
        save(folder, result, overwrite or force)
    if test and predicts is not None and has_bodies:
        with after_fit("the result was not checked on the test logs", troubles):
            check = validate(result, load_data(predicts, test, used))
    noticed: tuple[Finding, ...] = ()
    with after_fit("the logs were not examined", troubles):
        noticed = noticed_in(found.model, logs, found.settings)
    page = folder / FILES[1] if folder is not None and has_page(problem) else None
    replaced = overwrite or force
    verdict = judged(result, problem, check, train, choice, noticed, page, replaced, troubles)
    if folder is not None and verdict is not None:
        with after_fit(f"no {VERDICT} was written", troubles):
            write_whole(folder / VERDICT, json.dumps(verdict.to_dict(), indent=1), overwrite=True)
    parts = {"choice": choice, "verdict": verdict, "training": train, "validation": check}
    content: dict[str, Any] = {}
    if as_json:
        content = {"result": content_of(result), "findings": recorded(noticed)}
        content |= {"failures": list(failures)}
        content |= {name: part.to_dict() for name, part in parts.items() if part is not None}
    # joint by joint of the data that count most, and in a line of the others
    trained = train if train is None or check is None else train.sentence
    said = [] if verdict is None else [in_colour(str(verdict), verdict.level)]
    if choice is not None:  # every step that was tried with -v, and in the report
        said.append(str(choice) if Loudness.level > 0 else choice.sentence)
    said += [str(part) for part in (result, trained, check) if part is not None]
    said += shown(noticed)
    if test and not has_bodies:
        said.append("not checked on the test logs: torques need the parameters of all bodies")
    if folder is not None and page is None:
        said.append(f"no {FILES[1]}: it is about torques, which this method does not use")
    if folder is not None:
        there = [path for path in (folder / FILES[0], page) if path is not None and path.exists()]
        said.append("\n".join(f"wrote {path}" for path in there))
    answer(as_json, content, "\n\n".join(said))
    for trouble in troubles:
        print(f"dynid: {trouble}", file=sys.stderr)
    refuse_result(failures, force, output)
    if troubles:
        raise typer.Exit(2)


@contextmanager
def after_fit(what: str, troubles: list[str]) -> Iterator[None]:
    """What fails after the fit is said at the end: it must not lose the fit."""
    try:
        yield
    except Exception as error:
        if Loudness.level > 0:
            traceback.print_exc()
        why = str(error) if isinstance(error, DynidError) else f"{type(error).__name__}: {error}"
        troubles.append(f"{what}: {why}")


def fitted(
    found: Chosen,
    robot: str,
    logs: Sequence[Path],
    about: ModelOptions,
    by: Method,
    estimator: Estimator,
) -> tuple[Dataset, Any, Settings, Estimate]:
    """The data, the problem they make, how they were processed, and its solution."""
    from dynid.identify.estimate import solve
    from dynid.identify.gains import in_torques
    from dynid.identify.problem import Problem

    model = found.model
    estimator = by.told(estimator, model)
    data = load_data(model, logs, found.settings)
    used = found.settings.used(data)
    with stage("identifying"):
        problem = problem_of(estimator, model, data, by.reduction)
        named = about.effects if about.effects not in (None, AUTO) else USUAL
        named = named if model.effects else "none"
        effects = AUTO if found.choice is not None else str(named)
        setup = setup_of(robot, effects, by, used, data)
        result, problem = solve(problem, estimator, setup)
        found.confirm(result, problem, estimator)
        result = found.kept_with(result, problem, estimator)
        if data.free:  # from here on, the currents are torques
            data = in_torques(result, data)
            problem = problem_of(estimator, model, data, by.reduction)
        if isinstance(problem, Problem) and problem.data is not None:
            data = problem.data  # of a model without the effects that had to be dropped
    return data, problem, used, result


def setup_of(robot: str, effects: str, by: Method, used: Settings, data: Dataset) -> dict[str, Any]:
    """How the result came about, kept with it."""
    project = Path(NAME).read_text("utf-8") if Project.here().is_about(robot) else None
    return {
        "robot": absolute(robot),
        "effects": ",".join(map(absolute, effects.split(","))),
        **used.kept,
        "method": by.method,
        "dynid": __version__,
        "files": dict(data.files),
        "folder": str(Path.cwd()),
        "command": shlex.join(["dynid", *(word for word in sys.argv[1:] if word != "--json")]),
        **({} if project is None else {"project": project}),
    }


def absolute(name: str) -> str:
    """A file, or "file.py:Name", to be found from any folder; other names as they are."""
    path, colon, attribute = name.strip().rpartition(":") if ".py:" in name else (name, "", "")
    return f"{Path(path).resolve()}{colon}{attribute}" if Path(path).is_file() else name


def problem_of(
    estimator: Estimator,
    model: Model,
    data: Dataset,
    terms: Mapping[str, Mapping[str, float]] | None = None,
) -> Any:
    """What the estimator needs: a Problem, or what its kind of problem makes of the data. terms: of
    a reduction to fewer parameters."""
    from dynid.identify.problem import Problem

    make = getattr(getattr(estimator, "needs", Problem), "of", None)
    return Problem(model, data, reduced(model, terms)) if make is None else make(data)


def save(folder: Path, result: Estimate, force: bool) -> None:
    """The result, before all that is said about it; the page of another one goes."""
    with together(folder, force) as files, stage("writing"):
        result.save(files / FILES[0])
    for name in (FILES[1], VERDICT):
        (folder / name).unlink(missing_ok=True)


def has_page(problem: Any) -> bool:
    """Whether there is a report: about torques, of a Problem, or about single bodies."""
    from dynid.estimators.per_body.estimator import HingeProblem
    from dynid.identify.problem import Problem

    return isinstance(problem, (Problem, HingeProblem))


def judged(
    result: Estimate,
    problem: Any,
    check: Validation | None,
    train: Validation | None,
    choice: Choice | None,
    noticed: tuple[Finding, ...],
    page: Path | None,
    force: bool,
    troubles: list[str],
) -> Verdict | None:
    """The verdict, and the page where it is wanted."""
    from dynid.identify.problem import Problem
    from dynid.report.bodies import write_body_report
    from dynid.report.write import write_report
    from dynid.validation.verdict import judge

    today = date.today().isoformat()
    if page is not None:
        lost = f"{page} could not be made; {FILES[0]} beside it is complete"
        with after_fit(lost, troubles), stage("writing"):
            how: dict[str, Any] = {"date": today, "overwrite": force}
            if not isinstance(problem, Problem):
                write_body_report(page, result, problem, **how)
                return None
            how |= {"choice": choice, "noticed": noticed, "train": train}
            return write_report(page, result, problem, check, **how)
    if isinstance(problem, Problem):
        with after_fit("the result was not judged", troubles):
            return judge(result, problem, check, train, noticed)
    return None
