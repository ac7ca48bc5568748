"""dynid convert: a logger's file as a log with dynid's names, in SI units."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from dynid.cli.command_options import Force, Json, LogFile, answer
from dynid.data.formats import FORMATS
from dynid.files import check_target
from dynid.study.log_options import ColumnOptions
from dynid.study.text_values import number, parse_pairs


def convert(
    log: Annotated[
        Path,
        typer.Argument(
            metavar="LOG", help=f"Format of the recording: {', '.join(FORMATS)}, or user-defined."
        ),
    ],
    output: LogFile,
    about: ColumnOptions,
    topic: Annotated[
        list[str] | None,
        typer.Option("--topic", help="Topic to read from a bag; several topics are joined."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", help="Use only rows in which a column has this value: episode_index=3."
        ),
    ] = None,
    kind: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"Format to write; default: by the file's ending, else the format of LOG: "
            f"{', '.join(FORMATS)},"
            " or user-defined as my_file.py:Name.",
        ),
    ] = "",
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Convert a logger's file into a log with the column names and SI units that dynid expects."""
    from dynid.data.column_patterns import expand_patterns
    from dynid.data.formats.format_base import make_format
    from dynid.data.log_reading import read_column_names, read_log

    check_target(output, force)
    own = make_format(kind) if kind else None
    # a user-defined format belongs to the file with its ending, and to LOG if neither has it
    ends = [own is not None and file.suffix.lower() in own.endings for file in (log, output)]
    rows = {name: number("--only", x) for name, x in parse_pairs("--only", only or ()).items()}
    how: dict[str, Any] = {"topic": topic or None, "only": rows}
    how["format"] = own if ends[0] or not ends[1] else None
    if about.joints:  # patterns such as q=pos_{joint} are about them
        there = read_column_names(log, how["topic"])
        about = replace(
            about, columns=expand_patterns(about.columns, about.joints, there, str(log))
        )
    read = read_log(log, **vars(about), **how)
    read.save(output, overwrite=force, format=own if ends[1] else None)
    content = {"output": str(output), "joints": list(read.joints), "samples": len(read)}
    content["notes"] = list(read.notes)
    answer(as_json, content, "\n".join([repr(read), *read.notes, f"wrote {output}"]))
