"""dynid validate: a saved result on other logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.options import Force, Json, Logs, Page, answer, check_page, write_page
from dynid.errors import DynidError
from dynid.study.logs import Processing, Reading, examine_logs, load_data
from dynid.study.outcome import FILES


def validate(
    result: Annotated[Path, typer.Argument(help="result.json of dynid identify, or its folder.")],
    logs: Logs,
    reading: Reading,
    slow: Annotated[
        str | None, typer.Option("--slow", help="As of dynid identify; default: as the result was.")
    ] = None,
    between: Annotated[
        str, typer.Option("--between", help="Only this stretch of the logs, in s: 0.1,7.5")
    ] = "",
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Predict the torques of other logs with an identified model."""
    from dynid.findings import list_findings, save_findings
    from dynid.identification.estimate import Estimate
    from dynid.model.build import build_model
    from dynid.validation.check import validate

    check_page(output, force)
    saved = Estimate.load(result / FILES[0] if result.is_dir() else result)
    setup = saved.setup
    needed = {"cutoff", "decimate", *(() if saved.model else ("robot", "effects"))}
    if not needed <= set(setup):
        raise DynidError(
            f"{result}: was not saved by 'dynid identify', so robot and effects are not known; use"
            " Python."
        )
    model = saved.model or build_model(setup["robot"], setup["effects"])
    settings = Processing.alike(reading.matched(logs), setup, slow=slow, between=between)
    check = validate(saved, load_data(model, logs, settings))
    noticed = examine_logs(model, logs, settings)
    content = check.to_dict() | {"findings": save_findings(noticed)}
    if output is not None:
        from dynid.report.answers import validation_page

        write_page(output, validation_page(check, model.robot, noticed), force)
    answer(as_json, content, "\n\n".join([str(check), *list_findings(noticed)]))
