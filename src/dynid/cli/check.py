"""dynid check: what is impossible in a robot's file, and what a log is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.options import Force, Json, Page, RobotName, answer, check_page, write_page
from dynid.files import check_target
from dynid.study.locks import lock_joints_from_log
from dynid.study.logs import Reading, Recorded, read_driven
from dynid.study.payloads import Loads, loads_of, of_known, place
from dynid.study.robot import USUAL, ModelOptions, payload_of

if TYPE_CHECKING:
    from dynid.data.log import Log
    from dynid.diagnostics.examination import Diagnosis
    from dynid.findings import Finding
    from dynid.model.model import Model

HEALTHY, SICK = 0, 1  # exit codes; 2: the files could not be read


def check(
    robot: RobotName,
    about: ModelOptions,
    reading: Reading,
    logs: Annotated[
        list[Path] | None, typer.Argument(metavar="[LOG]...", help="Logs to look at.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Without the long search: orders, geometry, changes.")
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Write <log>.fixed.csv, and <robot>.fixed.urdf or .xml, with what is certain"
            " repaired, listed.",
        ),
    ] = False,
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Say what is impossible in a robot's file and what its logs are not, with the repair.

    Exit code 1 where something is certain or likely wrong.
    """
    from dynid.clock import stage
    from dynid.diagnostics.examination import Diagnosis, check
    from dynid.errors import DynidError
    from dynid.findings import sort_findings

    check_page(output, force)
    mended = _mended(robot, force) if fix else []
    about, reading = lock_joints_from_log(about, reading, robot, logs or [])
    model = about.model(
        mended[0]["robot"] if mended else robot, USUAL, logs=Recorded(logs or (), reading)
    )
    read: dict[Path, Log] = {}
    refused: list[Finding] = []
    for path in logs or []:
        try:
            read[path] = read_driven(path, model.robot, reading)
        except DynidError as error:
            if not path.exists():
                raise
            refused.append(_refused(path, error))
    with stage("examining"):
        parts = [
            check(of_logs, some, quick=quick)
            for of_logs, some in _by_load(model, read, reading.payloads)
        ]
    found = Diagnosis(
        model.robot.name,
        tuple(str(path) for path in logs or ()),
        sort_findings(
            [*_changed(robot, mended), *refused, *(x for part in parts for x in part.findings)]
        ),
        next((part.parameters for part in parts if part.parameters), ()),
        {log: left for part in parts for log, left in part.unexplained.items()},
        next((part.untold for part in parts if part.untold), ()),
    )
    done = [*mended, *(_fixed(found, list(read.values()), force) if fix else [])]
    content: dict[str, Any] = found.to_dict() | ({"fixed": done} if fix else {})
    said = "\n".join(
        f"wrote {one.get('robot') or one['log']}: {'; '.join(one['done'])}" for one in done
    )
    if fix and not done:
        said = "nothing to repair without asking you"
    if output is not None:
        from dynid.report.answers import diagnosis_page

        write_page(output, diagnosis_page(found), force)
    answer(as_json, content, str(found) + (f"\n{said}" if said else ""))
    raise typer.Exit(HEALTHY if found.healthy else SICK)


def _by_load(model: Model, logs: Mapping[Path, Log], loads: Loads) -> list[tuple[Model, list[Log]]]:
    """The logs that were recorded without a load of their own, and each other one with the model of
    the robot that carries it."""
    carried = loads_of(model, list(logs), loads) or [None] * len(logs)
    plain = [log for log, load in zip(logs.values(), carried) if load is None]
    groups = [(model, plain)]
    by_place = {place(file): about for file, about in loads.items()}
    for (path, log), load in zip(logs.items(), carried):
        if load is not None:
            about = by_place[place(path)]
            known = about if of_known(about) else {"link": about["link"]}
            with_it = replace(model, effects=[*model.effects, payload_of(model.robot, known)])
            groups.append((with_it, [log]))
    return groups


def _refused(path: Path, error: Exception) -> Finding:
    from dynid.findings import Finding

    return Finding("refused", "certain", "the whole log", str(error), "", None, str(path))


def _mended(robot: str, force: bool) -> list[dict[str, Any]]:
    """The copy of a robot's file written in which impossible inertias are possible, if any are."""
    source = Path(robot)
    if source.suffix.lower() not in (".urdf", ".xml", ".mjcf") or not source.is_file():
        return []
    from dynid.exports.mended import mended_file
    from dynid.files import write_whole

    data, done = mended_file(source)
    if not done:
        return []
    target = source.with_name(f"{source.stem}.fixed{source.suffix}")
    check_target(target, force)
    write_whole(target, data, overwrite=force)
    return [{"robot": str(target), "done": done}]


def _changed(robot: str, mended: list[dict[str, Any]]) -> list[Finding]:
    """What was impossible in the file before it was mended."""
    from dynid.findings import Finding

    told = "No body has these moments of inertia. The copy has the nearest that one can have."
    fix = "Better take them from the maker's data or the CAD model again."
    kind, sure = "impossible inertia", "certain"
    return [
        Finding(kind, sure, f"{robot}, '{line.about[1]}'", told, fix)
        for one in mended
        for line in one["done"]
    ]


def _fixed(found: Diagnosis, logs: list[Log], force: bool) -> list[dict[str, Any]]:
    """The repaired copies written, and what was done to each."""
    from dynid.diagnostics.repairs import CHANGES, describe_change, repair_log

    written = []
    for log in logs:
        changes = [
            x.change
            for x in found.findings
            if x.log == log.source
            and x.certainty == "certain"
            and x.change
            and x.change.do in CHANGES
        ]
        if not changes:
            continue
        source = Path(log.source)
        target = source.with_name(f"{source.stem}.fixed.csv")
        check_target(target, force)
        for change in changes:
            log = repair_log(log, change)
        log.save(target, overwrite=force)
        written.append(
            {"log": str(target), "done": [describe_change(change) for change in changes]}
        )
    return written
