"""dynid expect: what is expected of a robot, as a file that `dynid test` compares new logs with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, Result, answer, list_typed
from dynid.files import check_target, write_whole
from dynid.study.log_options import DriveOptions

NAME = "expected.yaml"


def expect(
    result: Result,
    reading: DriveOptions,
    runs: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[LOG]...",
            help="Held-out logs that the torque errors are taken from; else the training's.",
        ),
    ] = None,
    cutoff: Annotated[
        str,
        typer.Option(help="Low-pass of new logs in Hz; auto: chosen for each log."),
    ] = "auto",
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write.", show_default=True)
    ] = Path(NAME),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write what is expected of a robot, for dynid test: values, torque errors, limits.

    How logs are read and what is known of parameters is as the result remembers it, and kept in the
    file; options say how new logs are read otherwise.
    """
    from dynid.regression.workflow import expect_robot

    check_target(output, force)
    made = expect_robot(result, runs or (), cutoff, **list_typed(reading))
    write_whole(output, made.to_yaml(output), overwrite=force)
    text = (
        f"wrote {output}: {len(made.parameters)} parameters and the torque errors of"
        f" {len(made.errors)} joints ({made.data})\ntest a new log: dynid test {output} NEW_LOG"
    )
    answer(as_json, made.to_dict(output.parent) | {"written": str(output)}, text)
