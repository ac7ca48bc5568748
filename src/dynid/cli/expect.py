"""dynid expect: what is expected of a robot, as a file that `dynid test` compares new logs with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, Result, answer, list_replaced
from dynid.files import check_target, write_whole
from dynid.study.log_options import DriveOptions
from dynid.study.record import load_result

NAME = "expected.yaml"


def expect(
    result: Result,
    reading: DriveOptions,
    runs: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[LOG]...",
            help="Held-out logs that set the expected torque errors; default: the training logs.",
        ),
    ] = None,
    cutoff: Annotated[
        str,
        typer.Option(help="Low-pass cutoff for new logs in Hz; auto: chosen for each log."),
    ] = "auto",
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write.", show_default=True)
    ] = Path(NAME),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write the reference file that dynid test compares with. It has expected parameter values,
    torque errors and limits.

    The file keeps the result's options for reading logs and its known parameters;
    options given here replace them for new logs.
    """
    from dynid.regression.workflow import expect_robot

    check_target(output, force)
    made = expect_robot(result, runs or (), cutoff, **list_replaced(load_result(result), reading))
    write_whole(output, made.to_yaml(output), overwrite=force)
    text = (
        f"wrote {output}: {len(made.parameters)} parameters and the torque errors of"
        f" {len(made.errors)} joints ({made.data})\ntest a new log: dynid test {output} NEW_LOG"
    )
    answer(as_json, made.to_dict(output.parent) | {"written": str(output)}, text)
