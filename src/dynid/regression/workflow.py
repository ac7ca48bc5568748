"""What `dynid expect` and `dynid test` do: a robot's expectation of a saved result, and whether new
logs are as expected. Both are workflows on the study that the result remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError, InputError
from dynid.study.fit_options import FitOptions, make_estimator
from dynid.study.log_options import DriveOptions, LogSource, load_data
from dynid.study.options import list_names
from dynid.study.record import find_result_file, load_result
from dynid.study.study import Study

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.identification.estimate import Estimate
    from dynid.identification.estimator_base import Estimator
    from dynid.model.model import Model
    from dynid.regression.expectation import Expectation
    from dynid.regression.regression_report import RegressionReport

#: what a result remembers of its own processing
KEPT = ("method", "decimate", "slow", "delay", "velocity", "rows")
#: what an expectation says of how logs are read, and of how parameters are fitted
READ = [*list_names(DriveOptions), *list_names(FitOptions)]


def expect_robot(
    result: str | Path, logs: Sequence[LogSource] = (), cutoff: str = "auto", **options: Any
) -> Expectation:
    """Make the expectation of a robot from a saved result: its values, torque errors, and limits.

    Parameters
    ----------
    result
        its file or folder
    logs
        held-out, whose torque errors are expected; else those of the training log
    cutoff
        low-pass of new logs in Hz; auto: chosen for each log
    **options
        how logs are read, where it is not as the result remembers: see `Study.from_result`
    """
    from dynid.regression.expectation import expect_result
    from dynid.validation.prediction_check import validate

    path = find_result_file(result)
    saved = load_result(path)
    if saved.model is None or not {"method", "decimate"} <= {*saved.setup}:
        raise InputError(
            f"{path}: was not saved by 'dynid identify' of this version, so the model, the method"
            " or the processing of its logs is not known; identify again."
        )
    drives = {gain.joint: {"gain": gain.value} for gain in saved.gains}
    study = Study.from_result(saved, **({"drives": drives} | options))
    processing = {
        **{name: value for name, value in study.to_dict().items() if name in READ},
        **{name: saved.setup[name] for name in KEPT if name in saved.setup},
        # the one of the training log may be too low for a faster motion, and `dynid diff` was
        # calibrated on logs with a cutoff each
        "cutoff": cutoff,
    }
    estimator = _make_fit(_make_study(processing, {}), saved.model)
    if repr(estimator) != saved.method:
        raise InputError(
            f"{path}: was identified by {saved.method}, and what it remembers of that gives"
            f" {estimator!r}: it was saved by an earlier version; identify again."
        )
    validation = None
    if logs:
        validation = validate(saved, _load(saved.model, logs, _make_study(processing, {})))
    return expect_result(saved, path, validation, processing)


def compare_logs(
    expected: str | Path, logs: Sequence[LogSource], **options: Any
) -> RegressionReport:
    """Identify new logs as the result of an expectation was, and compare.

    Parameters
    ----------
    expected
        the file that `dynid expect` wrote
    logs
        the new ones: files, logs or DataFrames
    **options
        how logs are read, where it is not as that file says: see `Study.make`
    """
    from dynid.regression.expectation import load_expectation
    from dynid.regression.regression_report import compare_with_expectation
    from dynid.validation.prediction_check import validate
    from dynid.validation.verdict import find_training_failures

    expectation = load_expectation(Path(expected))
    saved = expectation.load_result()
    if saved.model is None:
        raise InputError(f"'{expectation.result}' has no model; identify again, and dynid expect.")
    study = _make_study(expectation.processing, options)
    data = _load(saved.model.set_constants(saved.constants), logs, study)
    found = _identify_again(saved, data, study)
    if failures := find_training_failures(validate(found, data)):
        raise InputError(f"the log cannot be identified: {failures[0]}.")
    return compare_with_expectation(expectation, saved, found, validate(saved, data))


def describe_error(error: Exception) -> str:
    """Why logs could not be tested: a mistake of dynid must not be taken for a change."""
    return str(error) if isinstance(error, DynidError) else f"{type(error).__name__}: {error}"


def _make_study(processing: Mapping[str, Any], options: Mapping[str, Any]) -> Study:
    return Study.from_dict(processing, "processing").replace(**options)


def _load(model: Model, logs: Sequence[LogSource], study: Study) -> Dataset:
    return load_data(model, logs, study.processing.match_loads(logs))


def _make_fit(study: Study, model: Model) -> Estimator:
    return study.fit.apply_to(make_estimator(study.fit.method), model)


def _identify_again(saved: Estimate, data: Dataset, study: Study) -> Estimate:
    """The model of a saved result, identified from other data as that result was."""
    from dynid.identification.estimate import estimate
    from dynid.progress import show_stage

    estimator = _make_fit(study, data.model)
    setup = {name: saved.setup[name] for name in (*KEPT, "effects") if name in saved.setup}
    with show_stage("identifying"):
        return estimate(study.fit.make_problem(estimator, data.model, data), estimator, setup)
