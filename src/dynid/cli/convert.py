"""dynid convert: a logger's file as a log with dynid's names, in SI units."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.options import Force, Json, LogFile, answer
from dynid.data.formats import FORMATS
from dynid.files import check_target
from dynid.study.text_values import number, pairs
from dynid.study.text_values import unit as unit_of


def convert(
    log: Annotated[
        Path,
        typer.Argument(metavar="LOG", help=f"As recorded: {', '.join(FORMATS)}, or your own."),
    ],
    output: LogFile,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", help="What is called otherwise: t=time_ms, q_joint1=pos_1, ..."),
    ] = None,
    unit: Annotated[
        list[str] | None,
        typer.Option("--unit", help="What is not in SI: t=ms, q=deg, tau_joint1=6.24 (Nm per A)."),
    ] = None,
    clean: Annotated[
        bool,
        typer.Option(
            "--clean",
            help="Leave out repeated rows and rows with empty cells or NaN; sort rows by time.",
        ),
    ] = False,
    rate: Annotated[
        float | None,
        typer.Option(help="Samples a second, where the stamps are rounded or missing."),
    ] = None,
    joints: Annotated[
        str, typer.Option(help="Which joints, in which order; of arrays, what their columns are.")
    ] = "",
    topic: Annotated[
        list[str] | None, typer.Option("--topic", help="Of a bag; several topics are joined.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Rows in which a column has a value: episode_index=3."),
    ] = None,
    kind: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"Of the file that has its ending, else of LOG: {', '.join(FORMATS)}, or your own"
            " as my_file.py:Name.",
        ),
    ] = "",
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write a logger's file with the names and units that the other commands expect."""
    from dynid.data.formats.base import chosen
    from dynid.data.read import read_log

    check_target(output, force)
    units = {name: unit_of(value) for name, value in pairs("--unit", unit or []).items()}
    own = chosen(kind) if kind else None
    # a format of one's own belongs to the file with its ending, and to LOG if neither has it
    ends = [own is not None and file.suffix.lower() in own.endings for file in (log, output)]
    read = read_log(
        log,
        columns=pairs("--column", column or []),
        units=units,
        clean=clean,
        rate=rate,
        joints=[name.strip() for name in joints.split(",")] if joints else None,
        topic=topic or None,
        only={name: number("--only", value) for name, value in pairs("--only", only or []).items()},
        format=own if ends[0] or not ends[1] else None,
    )
    read.save(output, overwrite=force, format=own if ends[1] else None)
    content = {
        "output": str(output),
        "joints": list(read.joints),
        "samples": len(read),
        "notes": list(read.notes),
    }
    answer(as_json, content, "\n".join([repr(read), *read.notes, f"wrote {output}"]))
