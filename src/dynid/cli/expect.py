"""dynid expect: what is expected of a robot, as a file that `dynid test` compares new logs with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.options import Force, Json, answer
from dynid.errors import InputError
from dynid.files import check_target, write_whole
from dynid.study import yaml_values as check
from dynid.study.fit import Fit, make_estimator
from dynid.study.knowledge import Known
from dynid.study.logs import DriveOptions, Processing, Reading, load_data
from dynid.study.options import fill, find_changes, option
from dynid.study.outcome import FILES
from dynid.study.table import KEYS, check_keys, list_values, values_of

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.identification.estimate import Estimate, Estimator
    from dynid.model.model import Model

NAME = "expected.yaml"
#: what a result remembers of its own processing
KEPT = ("method", "decimate", "slow", "delay", "velocity", "rows")


@dataclass(frozen=True)
class Told(Known):
    """And a reduction to fewer parameters, of dynid.yaml only."""

    reduction: Mapping[str, Mapping[str, float]] | None = option(None, check.reduction)


def expect(
    result: Annotated[Path, typer.Argument(help="result.json of dynid identify, or its folder.")],
    reading: DriveOptions,
    known: Told,
    runs: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[LOG]...",
            help="Held-out logs that the torque errors are taken from; else the training's.",
        ),
    ] = None,
    cutoff: Annotated[
        str,
        typer.Option(help="Low-pass of new logs in Hz; auto: chosen for each log."),
    ] = "auto",
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write.", show_default=True)
    ] = Path(NAME),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write what is expected of a robot, for dynid test: values, torque errors, limits.

    Options say how the result's logs were read (--column, --unit, ...) and what dynid identify was
    told of parameters; they are taken from dynid.yaml as well, and kept in the file.
    """
    from dynid.identification.estimate import Estimate
    from dynid.regression.expectation import expect_result
    from dynid.validation.check import validate

    check_target(output, force)
    path = result / FILES[0] if result.is_dir() else result
    saved = Estimate.load(path)
    if saved.model is None or not {"method", "decimate"} <= {*saved.setup}:
        raise InputError(
            f"{path}: was not saved by 'dynid identify' of this version, so the model, the method"
            " or the processing of its logs is not known; identify again."
        )
    drives = {gain.joint: {"gain": gain.value} for gain in saved.gains}
    processing = {
        **list_values((reading, known)),
        **({"drives": drives} if drives else {}),
        **{name: saved.setup[name] for name in KEPT if name in saved.setup},
        # the one of the training log may be too low for a faster motion, and `dynid diff` was
        # calibrated on logs with a cutoff each
        "cutoff": cutoff,
    }
    estimator = make_fit(processing, saved.model)[1]
    if repr(estimator) != saved.method:
        raise InputError(
            f"{path}: was identified by {saved.method}, but the options and dynid.yaml here give"
            f" {estimator!r}; expected what dynid identify was told (--prior, --fixed, ...)."
        )
    validation = None
    if runs:
        validation = validate(saved, load_logs(saved.model, runs, processing, Reading()))
    made = expect_result(saved, path, validation, processing)
    write_whole(output, made.to_yaml(output), overwrite=force)
    text = (
        f"wrote {output}: {len(made.parameters)} parameters and the torque errors of"
        f" {len(made.errors)} joints ({made.data})\ntest a new log: dynid test {output} NEW_LOG"
    )
    answer(as_json, made.to_dict(output.parent) | {"written": str(output)}, text)


def make_fit(processing: Mapping[str, Any], model: Model) -> tuple[Fit, Estimator]:
    """How an expectation fits, and its estimator."""
    by = fill(Fit, {}, _read_values(processing))
    return by, by.told(make_estimator(by.method), model)


def load_logs(
    model: Model, logs: Sequence[Path], processing: Mapping[str, Any], typed: Reading
) -> Dataset:
    """Logs, read and processed as an expectation says; what is typed overrides it."""
    settings = fill(Processing, {}, _read_values(processing))
    return load_data(model, logs, replace(settings, **find_changes(typed)).matched(logs))


def identify_again(saved: Estimate, data: Dataset, processing: Mapping[str, Any]) -> Estimate:
    """The model of a saved result, identified from other data as that result was."""
    from dynid.clock import stage
    from dynid.identification.estimate import estimate

    by, estimator = make_fit(processing, data.model)
    setup = {name: saved.setup[name] for name in (*KEPT, "effects") if name in saved.setup}
    with stage("identifying"):
        return estimate(by.problem(estimator, data.model, data), estimator, setup)


def _read_values(processing: Mapping[str, Any]) -> dict[str, Any]:
    check_keys(processing, KEYS, "processing")
    return values_of(processing, "processing")
