"""dynid test: whether a new log of a robot is as expected."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dynid.cli.expect import identify_again, load_logs
from dynid.cli.options import Json, answer
from dynid.clock import Loudness
from dynid.errors import DynidError, InputError
from dynid.schemas.build import mark_schema
from dynid.study.logs import Reading

if TYPE_CHECKING:
    from dynid.regression.report import RegressionReport

CANNOT = 2  # exit code


def test(
    expected: Annotated[Path, typer.Argument(help="The file that dynid expect wrote.")],
    runs: Annotated[list[Path], typer.Argument(metavar="LOG...", help="New logs of the robot.")],
    reading: Reading,
    as_json: Json = False,  # noqa: PT028
) -> None:
    """Test whether a robot still is as expected, by a new log of it.

    Exit code 0: as expected; 1: changed, with what changed and by how many standard deviations,
    largest first; 2: it could not be tested. Parameters are judged as dynid diff does, torque
    errors by the limits of the file.
    """
    try:
        report = test_logs(expected, runs, reading)
    except Exception as error:  # a mistake of dynid must not be taken for a change of the robot
        from dynid.regression.report import refuse_test

        if Loudness.level > 0:
            traceback.print_exc()
        reason = str(error) if isinstance(error, DynidError) else f"{type(error).__name__}: {error}"
        if as_json:
            print(json.dumps(mark_schema("test", refuse_test(reason)), indent=2))
        print(f"dynid: not tested: {reason}", file=sys.stderr)
        raise typer.Exit(CANNOT) from None
    answer(as_json, report.to_dict(), str(report))
    raise typer.Exit(report.exit_code)


def test_logs(path: Path, logs: Sequence[Path], reading: Reading) -> RegressionReport:
    """Identify new logs as the result of an expectation was, and compare."""
    from dynid.regression.expectation import load_expectation
    from dynid.regression.report import compare_with_expectation
    from dynid.validation.check import validate
    from dynid.validation.verdict import find_training_failures

    expected = load_expectation(path)
    saved = expected.load_result()
    model = saved.model
    if model is None:
        raise InputError(f"'{expected.result}' has no model; identify again, and dynid expect.")
    model = model.with_constants(saved.constants)
    data = load_logs(model, logs, expected.processing, reading)
    found = identify_again(saved, data, expected.processing)
    if failures := find_training_failures(validate(found, data)):
        raise InputError(f"the log cannot be identified: {failures[0]}.")
    return compare_with_expectation(expected, saved, found, validate(saved, data))
