"""dynid diff: what changed between two saved results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.options import Json, answer
from dynid.study.outcome import FILES

Result = typer.Argument(metavar="RESULT", help="result.json of dynid identify, or its folder.")


def diff(
    first: Annotated[Path, Result],
    second: Annotated[Path, Result],
    level: Annotated[
        float,
        typer.Option(help="Of the intervals; 1 - level is the risk of any change named wrongly."),
    ] = 0.999,
    as_json: Json = False,
) -> None:
    """Show what changed from one result to another.

    Compared are combinations of parameters that both determine, and the friction of each joint at
    the speed of the logs. * marks a change: beyond the uncertainty of both results, and beyond what
    their models leave unexplained.
    """
    from dynid.identification.estimate import Estimate
    from dynid.validation.changes import difference

    old, new = (
        Estimate.load(path / FILES[0] if path.is_dir() else path) for path in (first, second)
    )
    found = difference(old, new, level)
    answer(as_json, found.to_dict(), str(found))
