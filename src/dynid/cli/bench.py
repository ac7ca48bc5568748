"""dynid bench: estimators side by side on simulated robots whose truth is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Json, answer
from dynid.cli.option_groups import offer_words
from dynid.cli.terminal import show_counter
from dynid.estimators import METHODS
from dynid.progress import is_on_terminal
from dynid.robot.builtin import BUILTIN


def bench(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for tables, figures and all runs.")
    ],
    robots: Annotated[
        str, offer_words("Robots or files, separated by commas.", BUILTIN)
    ] = "six_dof,five_bar,delta4",
    methods: Annotated[
        str, offer_words("Estimators: families or variants, with commas.", ("all", *METHODS))
    ] = "all",
    noise: Annotated[
        str | None,
        typer.Option(
            help="Noise levels: 1 is 1 % of the torque's RMS and 1e-4 of the position's range.",
            show_default="0.1,0.3,1,3,10",
        ),
    ] = None,
    starts: Annotated[
        int | None,
        typer.Option(help="Number of perturbed robot files to start from.", show_default="25"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Number of processes on this machine.", show_default="one")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler, instead of --workers.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Run only fast methods, noise 1, two starts.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Compare all estimators on simulated robots. It compares errors, coverage, time and failures.

    Every method runs with every noise level and start; the same command continues a run."""
    from dynid.benchmark.benchmark_files import write_bench
    from dynid.benchmark.benchmark_run import run_bench

    told = show_counter if is_on_terminal() else None
    found = run_bench(output, robots, methods, noise, starts, quick, workers, scheduler, told=told)
    files = write_bench(found, output)
    said = f"{len(found.records)} runs, {found.cpu_hours:.2g} h of processor time in the methods;"
    answer(as_json, found.to_dict(), f"{found}\n\n{said}\nwritten to {output}: {', '.join(files)}")
