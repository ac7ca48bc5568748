"""dynid validate: a saved result on other logs."""

from __future__ import annotations

from dynid.cli.command_options import (
    Between,
    Force,
    Json,
    Logs,
    Page,
    Result,
    Slow,
    answer,
    check_page,
    list_replaced,
    write_page,
)
from dynid.study.log_options import ReadingArguments


def validate(
    result: Result,
    logs: Logs,
    reading: ReadingArguments,
    slow: Slow = None,
    between: Between = "",
    output: Page = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Predict the torques of other logs with an identified model.

    Logs are read with the options of the result; options given here replace them.
    """
    from dynid.study.record import load_result
    from dynid.study.study import Study

    check_page(output, force)
    saved = load_result(result)
    options = list_replaced(saved, reading, slow=slow, between=between)
    found = Study.from_result(saved, **options).validate(result, logs)
    write_page(output, found.to_page, force)
    answer(as_json, found.to_dict(), str(found))
