"""dynid fleet: many machines of one kind, from a manifest of their logs."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.options import Force, Json, answer
from dynid.clock import Loudness, stage
from dynid.schemas.build import mark_schema

if TYPE_CHECKING:
    from dynid.fleet.result import Fleet
    from dynid.scale.running import Outcome
    from dynid.study.manifest import Manifest

FILES = ("fleet.json", "fleet.html")
WORK = "work"  # where results of logs are kept


def fleet(
    manifest: Annotated[Path, typer.Argument(help="fleet.yaml: robot, logs and their machines.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write.")],
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Of a Dask cluster: tcp://..."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Processes of this machine; default: one a core."),
    ] = None,
    alarm: Annotated[
        float, typer.Option("--alarm", help="Chance of any false alarm in the whole fleet.")
    ] = 0.01,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Identify all machines of a fleet, and find those that drift or are not as the others."""
    from dynid.errors import InputError
    from dynid.files import check_folder
    from dynid.study.manifest import Manifest

    if scheduler is not None and workers is not None:
        raise InputError(
            "got --scheduler and --workers; the workers of a cluster are those that it has: leave"
            " out --workers."
        )
    check_folder(output, FILES, force)
    read = Manifest.load(manifest)
    if scheduler is None and workers is None:
        workers = min(os.cpu_count() or 1, len(read.logs))
    found = identified(read, output / WORK, scheduler, workers, alarm)
    with stage("writing"):
        write(output, found, force)
    answer(as_json, found.to_dict(), f"{found}\n\n{output / FILES[1]}")


def identified(
    read: Manifest, work: Path, scheduler: str | None, workers: int | None, alarm: float
) -> Fleet:
    from dynid.fleet.identify import identify_fleet
    from dynid.study.gains import gains_of

    typed = read.settings
    known, start = gains_of(typed.drives, read.model.robot.actuated)
    reading: dict[str, Any] = {
        name: getattr(typed, name)
        for name in ("columns", "units", "rate", "joints", "topic", "clean")
        if getattr(typed, name)
    }
    processing = typed.arguments(read.model)
    del processing["rows"]
    processing |= {"gains": known} if known else {}
    processing |= {"start": start} if start else {}

    def told(outcome: Outcome) -> None:
        if Loudness.level > 0:
            how = outcome.failed or ("kept" if outcome.kept else f"{outcome.seconds:.1f} s")
            print(f"dynid: {outcome.name}: {how}", file=sys.stderr)

    with stage(f"{len(read.logs)} logs"):
        return identify_fleet(
            read.model,
            read.logs,
            reading=reading,
            processing=processing,
            folder=work,
            scheduler=scheduler,
            workers=workers,
            alarm=alarm,
            told=told,
        )


def write(folder: Path, found: Fleet, force: bool) -> None:
    """The report, all numbers, and a result for all machines and for each, as of dynid identify."""
    from dynid.files import make_folder, together
    from dynid.fleet.page import fleet_page
    from dynid.study.outcome import FILES as OF_RESULT

    make_folder(folder)
    results = {Path("model"): found.result}
    results |= {Path("machines") / m.name: m.result for m in found.machines if m.result is not None}
    for place, result in results.items():
        make_folder(folder / place)
        result.save(folder / place / OF_RESULT[0], overwrite=True)
    with together(folder, force) as files:
        content = mark_schema("fleet", found.to_dict())
        (files / FILES[0]).write_text(json.dumps(content, indent=1), encoding="utf-8")
        (files / FILES[1]).write_text(fleet_page(found), encoding="utf-8")
