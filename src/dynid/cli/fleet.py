"""dynid fleet: many machines of one kind, from a manifest of their logs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.command_options import Force, Json, answer
from dynid.progress import Verbosity, show_stage

if TYPE_CHECKING:
    from dynid.parallel.task_runner import TaskOutcome

WORK = "work"  # where results of logs are kept


def fleet(
    manifest: Annotated[Path, typer.Argument(help="fleet.yaml: robot, logs and their machines.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write.")],
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Address of a Dask cluster: tcp://..."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Number of processes here; default: one per core."),
    ] = None,
    alarm: Annotated[
        float, typer.Option("--alarm", help="Probability of any false alarm in the whole fleet.")
    ] = 0.01,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Identify all machines of a fleet, and find those that drift. It also finds those that differ
    from the others."""
    from dynid.files import check_folder
    from dynid.fleet.fleet_identification import identify_fleet
    from dynid.fleet.fleet_page import FILES, write_fleet
    from dynid.fleet.manifest import load_manifest

    check_folder(output, FILES, force)
    study, logs = load_manifest(manifest)
    if scheduler is None and workers is None:
        workers = min(os.cpu_count() or 1, len(logs))
    how: dict[str, Any] = {"folder": output / WORK, "scheduler": scheduler, "workers": workers}
    with show_stage(f"{len(logs)} logs"):
        found = identify_fleet(study, logs, **how, alarm=alarm, told=_print_outcome)
    with show_stage("writing"):
        write_fleet(output, found, force)
    answer(as_json, found.to_dict(), f"{found}\n\n{output / FILES[1]}")


def _print_outcome(outcome: TaskOutcome) -> None:
    if Verbosity.level > 0:
        how = outcome.failed or ("kept" if outcome.kept else f"{outcome.seconds:.1f} s")
        print(f"dynid: {outcome.name}: {how}", file=sys.stderr)
