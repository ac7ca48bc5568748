"""Mistakes in a robot's file and in logs, with copies that are repaired: what `dynid check`
does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError
from dynid.files import check_target, write_whole
from dynid.progress import show_stage
from dynid.study.locks import lock_joints_from_log
from dynid.study.log_options import (
    LogSource,
    ReadingArguments,
    RecordedMotion,
    is_there,
    read_driven,
)
from dynid.study.model_options import USUAL, make_payload
from dynid.study.payloads import Loads, is_known, match_log_loads, place

if TYPE_CHECKING:
    from dynid.data.log import Log
    from dynid.diagnostics.examination import Diagnosis
    from dynid.findings import Finding
    from dynid.model.model import Model
    from dynid.study.study import Study


@dataclass(frozen=True, eq=False)
class Examination:
    """What is wrong with a robot's file and its logs.

    fixed    {"robot" or "log": the copy that was written, "done": what was repaired in it}; None
             where no repair was wanted
    """

    diagnosis: Diagnosis
    fixed: tuple[dict[str, Any], ...] | None = None

    @property
    def healthy(self) -> bool:
        return self.diagnosis.healthy

    def to_dict(self) -> dict[str, Any]:
        content = self.diagnosis.to_dict()
        return content if self.fixed is None else content | {"fixed": list(self.fixed)}

    def to_page(self) -> str:
        from dynid.report.short_pages import render_diagnosis_page

        return render_diagnosis_page(self.diagnosis)

    def __str__(self) -> str:
        if self.fixed is None:
            return str(self.diagnosis)
        said = [
            f"wrote {one.get('robot') or one['log']}: {'; '.join(one['done'])}"
            for one in self.fixed
        ]
        return "\n".join([str(self.diagnosis), *(said or ["nothing to repair without asking you"])])


def examine_study(
    study: Study, logs: Sequence[LogSource], quick: bool, fix: bool, overwrite: bool
) -> Examination:
    """`Study.check`."""
    from dynid.diagnostics.examination import Diagnosis, check
    from dynid.findings import Finding, sort_findings

    robot = study.robot
    mended = _mend_file(robot, overwrite) if fix else []
    about, reading = lock_joints_from_log(study.model, study.processing, robot, logs)
    file = mended[0]["robot"] if mended else robot
    model = about.make_model(file, USUAL, logs=RecordedMotion(logs, reading))
    read: dict[LogSource, Log] = {}
    refused: list[Finding] = []
    for path in logs:
        try:
            read[path] = read_driven(path, model.robot, reading)
        except DynidError as error:
            if not is_there(path):
                raise
            whole = ("refused", "certain", "the whole log", str(error), "", None, str(path))
            refused.append(Finding(*whole))
    with show_stage("examining"):
        parts = [
            check(of_logs, some, quick=quick)
            for of_logs, some in _group_logs_by_load(model, read, reading.payloads)
        ]
    found = Diagnosis(
        model.robot.name,
        tuple(str(path) for path in logs),
        sort_findings(
            [*_list_changes(robot, mended), *refused, *(x for part in parts for x in part.findings)]
        ),
        next((part.parameters for part in parts if part.parameters), ()),
        {log: left for part in parts for log, left in part.unexplained.items()},
        next((part.untold for part in parts if part.untold), ()),
    )
    if not fix:
        return Examination(found)
    return Examination(found, (*mended, *_repair_logs(found, list(read.values()), overwrite)))


def _group_logs_by_load(
    model: Model, logs: Mapping[LogSource, Log], loads: Loads
) -> list[tuple[Model, list[Log]]]:
    """The logs that were recorded without a load of their own, and each other one with the model of
    the robot that carries it."""
    carried = match_log_loads(model, list(logs), loads) or [None] * len(logs)
    plain = [log for log, load in zip(logs.values(), carried) if load is None]
    groups = [(model, plain)]
    by_place = {place(file): about for file, about in loads.items()}
    for (path, log), load in zip(logs.items(), carried):
        if load is not None:
            about = by_place[place(path)]
            known = about if is_known(about) else {"link": about["link"]}
            with_it = replace(model, effects=[*model.effects, make_payload(model.robot, known)])
            groups.append((with_it, [log]))
    return groups


def _mend_file(robot: str, overwrite: bool) -> list[dict[str, Any]]:
    """The copy of a robot's file written in which impossible inertias are possible, if any are."""
    source = Path(robot)
    if source.suffix.lower() not in (".urdf", ".xml", ".mjcf") or not source.is_file():
        return []
    from dynid.exports.mended_file import mend_file

    data, done = mend_file(source)
    if not done:
        return []
    target = source.with_name(f"{source.stem}.fixed{source.suffix}")
    check_target(target, overwrite)
    write_whole(target, data, overwrite=overwrite)
    return [{"robot": str(target), "done": done}]


def _list_changes(robot: str, mended: list[dict[str, Any]]) -> list[Finding]:
    """What was impossible in the file before it was mended."""
    from dynid.findings import Finding

    told = (
        "These moments of inertia are not physically consistent. The copy has the "
        "nearest consistent ones."
    )
    fix = "Preferably take them again from the manufacturer's data or the CAD model."
    kind, sure = "impossible inertia", "certain"
    return [
        Finding(kind, sure, f"{robot}, '{line.about[1]}'", told, fix)
        for one in mended
        for line in one["done"]
    ]


def _repair_logs(found: Diagnosis, logs: list[Log], overwrite: bool) -> list[dict[str, Any]]:
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
        check_target(target, overwrite)
        for change in changes:
            log = repair_log(log, change)
        log.save(target, overwrite=overwrite)
        written.append(
            {"log": str(target), "done": [describe_change(change) for change in changes]}
        )
    return written


def examine_logs(
    model: Model, logs: Sequence[Path], typed: ReadingArguments
) -> tuple[Finding, ...]:
    """What a short look says of the robot and its logs; those with a load of their own are left
    out."""
    from dynid.diagnostics.examination import find_mistakes

    loaded = {place(name) for name in typed.payloads}
    plain = [path for path in logs if place(path) not in loaded]
    return find_mistakes(model, [read_driven(path, model.robot, typed) for path in plain])
