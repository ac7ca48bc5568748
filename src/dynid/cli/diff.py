"""dynid diff: what changed between two saved results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.identify import FILES
from dynid.cli.options import Json, answer

Result = typer.Argument(metavar="RESULT", help="result.json of dynid identify, or its folder.")


def diff(
    first: Annotated[Path, Result],
    second: Annotated[Path, Result],
    level: Annotated[
        float, typer.Option(help="Of the intervals of the differences, and of the joint test.")
    ] = 0.95,
    as_json: Json = False,
) -> None:
    """Show what changed from one result to another, and whether by more than their uncertainty.

    Compared are combinations of parameters that both determine: how they are shared out among
    bodies is no change. * is beyond its interval, ** with all of them counted.
    """
    from dynid.identify.estimate import Estimate
    from dynid.validation.changes import difference

    old, new = (
        Estimate.load(path / FILES[0] if path.is_dir() else path) for path in (first, second)
    )
    found = difference(old, new, level)
    answer(as_json, found.to_dict(), str(found))
