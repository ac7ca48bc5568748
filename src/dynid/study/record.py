"""What a saved result keeps of its study, and the logs that it came from, found again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dynid.errors import InputError, join_names
from dynid.files import compute_sha256
from dynid.study.fit_options import SELECTS
from dynid.study.limit_options import LimitOptions
from dynid.study.log_options import LogSource, Processing
from dynid.study.outcome import FILES
from dynid.study.payloads import OF_LOGS, place
from dynid.study.text_values import make_absolute
from dynid.version import __version__

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.identification.estimate import Estimate
    from dynid.model.effects import Effect
    from dynid.selection.selection_record import Selection
    from dynid.study.study import Study

#: a saved result: itself, its file, or the folder of that
ResultSource = Any
KEPT = ("cutoff", "decimate", "slow", "delay", "velocity", "rows")


def load_result(source: ResultSource) -> Estimate:
    """A result of its file, or of the folder of that; a result itself as it is."""
    from dynid.identification.estimate import Estimate

    return (
        Estimate.load(find_result_file(source)) if isinstance(source, (str, PathLike)) else source
    )


def find_result_file(source: str | PathLike[str]) -> Path:
    path = Path(source)
    found = path / FILES[0] if path.is_dir() else path
    if not found.exists():
        what = f"the folder '{path}' holds no {FILES[0]}" if path.is_dir() else f"no file '{path}'"
        raise InputError(f"{what}; expected {FILES[0]} of an identification, or its folder.")
    return found


def name_result(source: ResultSource) -> str:
    return str(source) if isinstance(source, (str, PathLike)) else "the result"


def make_setup(
    study: Study,
    effects: str,
    used: Processing,
    data: Dataset,
    logs: Sequence[LogSource],
    test: Sequence[LogSource],
    command: str,
) -> dict[str, Any]:
    """How the result came about, kept with it."""
    in_files = all(isinstance(path, Path) for path in logs)
    tested = {str(path): compute_sha256(path) for path in test if isinstance(path, Path)}
    return {
        "robot": make_absolute(study.robot),
        "effects": ",".join(map(make_absolute, effects.split(","))),
        **used.kept,
        "method": study.fit.method,
        "dynid": __version__,
        "files": dict(data.files),
        **({"test": tested} if tested else {}),
        "folder": str(Path.cwd()),
        "command": command,
        # how logs in memory were read, nobody knows
        **({"study": record_study(study, used)} if in_files else {}),
        **({} if study.project is None else {"project": study.project}),
    }


def record_study(study: Study, used: Processing) -> dict[str, Any]:
    """The study as a result keeps it: processed as its logs were, files to be found from any
    folder."""
    stretch = {name: getattr(study.processing, name) for name in ("between", "repetitions")}
    effects = study.model.effects
    if effects is not None:
        effects = ",".join(map(make_absolute, effects.split(",")))
    return replace(
        study,
        robot=make_absolute(study.robot),
        model=replace(study.model, effects=effects),
        processing=replace(used, **stretch).rename_logs(lambda name: str(place(name))),
        fit=replace(study.fit, method=make_absolute(study.fit.method)),
        limits=LimitOptions(),  # of designs
    ).to_dict()


def read_record(setup: Mapping[str, Any]) -> dict[str, Any] | None:
    """What `record_study` wrote; None where it did not."""
    record: dict[str, Any] | None = json.loads(json.dumps(setup.get("study")))  # lists, no tuples
    return record


def list_options_for(
    setup: Mapping[str, Any], typed: Mapping[str, Any], project: Mapping[str, Any]
) -> dict[str, Any]:
    """Options for other logs of a result, in place of those that it remembers: what was typed, and
    of dynid.yaml what a result cannot know: payloads, columns and units of logs that it was not
    identified from. (Of a result of a version that kept no record, all.)"""
    record = read_record(setup)
    if record is None:
        return {**project, **typed}
    found = {}
    for key in OF_LOGS:
        kept, there = record.get(key, {}), project.get(key, {})
        seen = {place(name) for name, x in kept.items() if isinstance(x, Mapping)}
        of_logs = {name: x for name, x in there.items() if isinstance(x, Mapping)}
        if new := {name: x for name, x in of_logs.items() if place(name) not in seen}:
            found[key] = {**kept, **new}
    return found | dict(typed)


def list_kept_options(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The options of `Study.make` of a result that keeps no study: one of an earlier version, or
    of Python."""
    kept = {name: str(setup[name]) for name in KEPT if name in setup}
    if "cutoff" in setup:  # versions without the option `slow` left no samples out
        kept = {"slow": "none", **kept}
    return {
        "robot": str(setup.get("robot", "")),
        "effects": setup.get("effects"),
        "method": str(setup.get("method", SELECTS)),
        **kept,
    }


def load_selection(result: Estimate) -> Selection | None:
    """How the effects of a result were selected; None where they were named."""
    from dynid.selection.selection_record import Selection

    if result.model is None or "choice" not in result.setup:
        return None
    count = len(result.model.effects) - len(result.model.layout.payloads)
    # payloads stand behind them
    acting = tuple(cast("Effect", each) for each in result.model.effects[:count])
    return Selection.from_dict(result.setup["choice"], acting)


def find_logs(
    setup: Mapping[str, Any], key: str, given: Sequence[LogSource] = ()
) -> dict[Path, Path]:
    """{where a log of a result was: where it is}, the same log; given: files to look among, else
    it is estimated where it was. key: "files", those that it was identified from, or "test"."""
    folder = Path(setup.get("folder", "."))
    did, else_ = SAID[key]
    for path in given:
        if not isinstance(path, Path) or not path.exists():
            raise InputError(f"got the log '{path}', expected a file that is there.")
    digests = {path: compute_sha256(path) for path in given}
    found: dict[Path, Path] = {}
    for name, digest in setup.get(key, {}).items():
        was = folder / name
        here = Path(name) if folder == Path.cwd() else was
        if given:
            same = [path for path in given if digests[path] == digest]
            if not same:
                raise InputError(
                    f"'{was}', from which the result {did}, is not among"
                    f" {join_names(map(str, given), 6)}: none has the same content; expected "
                    f"{else_}."
                )
            here = same[0]
        elif not here.exists():
            raise InputError(f"'{was}', from which the result {did}, is gone; expected {else_}.")
        elif compute_sha256(here) != digest:
            raise InputError(
                f"'{was}' has changed since the result {did} by it (its SHA-256 differs); expected"
                f" it as it was, or {else_}."
            )
        found[was.resolve()] = here
    return found


SAID = {
    "files": ("was identified", "that log, or a copy of it"),
    "test": ("was checked", "that log, or others to check on (test)"),
}
