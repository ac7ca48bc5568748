"""dynid diff: what changed between two saved results."""

from __future__ import annotations

from typing import Annotated

import typer

from dynid.cli.command_options import Json, Result, answer


def diff(
    first: Result,
    second: Result,
    level: Annotated[
        float,
        typer.Option(
            help="Confidence level of the intervals; 1 - level is the chance of any false change."
        ),
    ] = 0.999,
    as_json: Json = False,
) -> None:
    """Show what changed from one result to another.

    It compares the parameter combinations that both results determine, and the friction of each
    joint at the speed of the logs. * marks a change that exceeds the uncertainty of both results
    and the error of their models.
    """
    from dynid.study.record import load_result
    from dynid.validation.result_changes import difference

    found = difference(load_result(first), load_result(second), level)
    answer(as_json, found.to_dict(), str(found))
