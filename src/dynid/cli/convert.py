"""dynid convert: a logger's file as a log with dynid's names, in SI units."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, LogFile, answer
from dynid.data.formats import FORMATS
from dynid.study.column_options import ColumnOptions
from dynid.study.log_conversion import ConvertOptions


def convert(
    log: Annotated[
        list[Path],
        typer.Argument(
            metavar="LOG",
            help=f"Format of the recording: {', '.join(FORMATS)}, or user-defined. In several"
            " files: q=positions.csv qd=velocities.csv tau=efforts.csv (or current=, qcmd=).",
        ),
    ],
    output: LogFile,
    about: ColumnOptions,
    how: ConvertOptions,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Convert a log to the column names and SI units of dynid."""
    from dynid.study.log_conversion import convert_log

    read = convert_log(log, output, about, how, force)
    content = {"output": str(output), "joints": list(read.joints), "samples": len(read)}
    content["notes"] = list(read.notes)
    answer(as_json, content, "\n".join([repr(read), *read.notes, f"wrote {output}"]))
