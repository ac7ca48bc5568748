"""dynid report: the page of a saved result, made again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Json, Overwrite, Result, Test, answer, finish_identification
from dynid.cli.terminal import apply_colour
from dynid.study.outcome import FILES


def report(
    result: Result,
    runs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[LOG]...", help="The logs of the result, if they have moved."),
    ] = None,
    test: Test = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help=f"The page to write; default: {FILES[1]} beside {FILES[0]}."
        ),
    ] = None,
    pdf: Annotated[
        bool, typer.Option("--pdf", help="Write a PDF, by the browser that is installed.")
    ] = False,
    overwrite: Overwrite = False,
    as_json: Json = False,
) -> None:
    """Rebuild the report of a saved result from the logs it names.

    The logs must be unchanged; the test logs are those of the result unless --test names others.
    """
    from dynid.study.record import find_result_file
    from dynid.study.study import Study

    page = output or find_result_file(result).with_name(FILES[1])
    page = page.with_suffix(".pdf") if pdf else page
    found = Study.report(result, runs or (), test or (), page=page, overwrite=overwrite)
    said = [f"wrote {path}" for path in found.written]
    content: dict[str, object] = {"written": [str(path) for path in found.written]}
    if found.verdict is not None:
        said.insert(0, apply_colour(str(found.verdict), found.verdict.level))
        content["verdict"] = found.verdict.to_dict()
    answer(as_json, content, "\n\n".join(said))
    finish_identification(found, True, None)
