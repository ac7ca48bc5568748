"""What several commands share: their options, whose help reads the registries, and how they
answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from dynid.data.formats import FORMATS
from dynid.errors import InputError
from dynid.estimators import ESTIMATORS

if TYPE_CHECKING:
    from dynid.identify.estimate import Estimator

OWN = "or your own, as file.py:Name"
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
RobotName = Annotated[
    str,
    typer.Argument(metavar="ROBOT", help=f"A URDF or MJCF file, a built-in robot, {OWN}."),
]
Logs = Annotated[
    list[Path],
    typer.Argument(metavar="LOG...", help=f"Logs: {', '.join(FORMATS)}."),
]
Test = Annotated[
    list[Path] | None, typer.Option("--test", help="Held-out logs to check the result on.")
]
LogFile = Annotated[
    Path, typer.Option("--output", "-o", help="Log to write, in any format that dynid reads.")
]
Force = Annotated[
    bool, typer.Option("--force", "--overwrite", help="Replace files that are there already.")
]


def estimator_of(method: str) -> Estimator:
    made = ESTIMATORS.make(method)
    if not hasattr(made, "fit"):
        raise InputError(
            f"method '{method}': got {type(made).__name__}, expected an estimator, which has"
            " fit(problem)."
        )
    return cast("Estimator", made)


def answer(as_json: bool, content: Any, text: str) -> None:
    print(json.dumps(content, indent=2) if as_json else text)
